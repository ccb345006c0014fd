"""Games that arrive at a situation."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from checker.editions.editions import Editions
from checker.play.reach.deck import DeckConstraint
from checker.play.reach.target import Target
from checker.play.reach.witness_game import reach, with_logs
from checker.questions.search.assemble import Assembler
from checker.questions.search.explicit import enumerated
from dsl.load import load_project
from dsl.model import Game, Project
from dsl.types.values import Bag, Case, Player, Tagged, Value, bag_of
from interpreter.logs.log import AgreedEvent, ClaimEvent, Log, MoveEvent, read_log
from interpreter.play.judge import SingleJudge
from interpreter.play.machine import Machine
from interpreter.play.state import Asked, Moved, State, Unsettled
from interpreter.replay.replay import replay
from interpreter.replay.result import Replay
from interpreter.rulebook.rulebook import Rulebook, Situation
from interpreter.rulebook.situations import parse_situation
from interpreter.runtime import yamltext
from interpreter.values.domain import values_of
from tests.checker.small import Small
from tests.interpreter.seen import all_cards

ROOT = Path(__file__).resolve().parents[4]


@cache
def project() -> Project:
    return load_project(ROOT)


@cache
def editions() -> Editions:
    game = project().games["emotrions"]
    return Editions(game, tuple(game.editions.values()))


def situation(game: Game, edition: str, question: str, text: str) -> Situation:
    book = Rulebook(game, game.editions[edition])
    return parse_situation(yamltext.parse_document("{" + text + "}"), game.questions[question], game, book)[0]


def sought(edition: str, question: str, text: str = "", **readings: str) -> tuple[str | None, Situation]:
    wanted = situation(editions().game, edition, question, text)
    return reach(editions(), "standard", edition, readings, question, wanted), wanted


def replayed(text: str, whole: Project) -> tuple[Log, Replay]:
    log = read_log(text)
    found = replay(whole, log)
    assert all(p.code in ("silent", "disputed") and p.event == found.events for p in found.problems), (
        found.problems
    )
    return log, found


def asked_there(log: Log, found: Replay, whole: Project) -> list[tuple[str, Situation]]:
    """What is asked where the log stops, by itself or as a dispute; a claim at the end left out."""
    last = log.events[-1] if log.events else None
    if isinstance(last, ClaimEvent):
        found = replay(whole, log, at=last.number)
    assert found.game is not None and found.state is not None and found.edition is not None
    asked = [(h.question, h.situation) for h in found.happened if isinstance(h, Asked)]
    judge = SingleJudge(found.game, found.game.editions[found.edition], log.head.readings)
    due = Machine(found.game, found.variant, found.state.seats).step(found.state, judge, [])
    if isinstance(due, Unsettled):
        asked += [due.key, *((q, s) for q, s, _ in due.verdict.blockers)]
    return asked


@pytest.mark.parametrize(
    ("edition", "question", "text"),
    [
        ("fr", "decks", "seats: 5"),
        ("ca", "turn_order", ""),
        ("ca", "draws", "round: 1"),
        ("fr", "draws", "round: 3"),
        ("fr", "dealer", "leader: Anna"),
        ("ca", "first_leader", "previous_winners: [Anna, Bernat]"),
        ("es", "goes_on", "bets: [{player: Anna, cards: [Avidesa]}]"),
        ("es", "outcome", "bets: [{player: Anna, cards: [Furia]}, {player: Bernat, cards: [Amor, Amor]}]"),
        ("ca", "outcome", "bets: [{player: Anna, cards: [Amor]}, {player: Bernat, cards: [Amor]}], seats: 3"),
        (
            "fr",
            "outcome",
            "bets: [{player: Anna, cards: [Forca, Forca]}, {player: Bernat, cards: [Bondat, Bondat]}, "
            "{player: Carla, cards: [Forca, Forca]}]",
        ),
        ("ca", "goes_to", "outcome: {taken: Bernat}"),
        ("ca", "next_leader", "leader: Anna, outcome: {taken: Bernat}"),
        ("es", "first_to_draw", "leader: Anna, outcome: discarded"),
        ("es", "empty_handed_leader", ""),
        ("ca", "leftovers", "holders: 2"),
        ("es", "began", "bets: [{player: Anna, cards: [Furia]}, {player: Bernat, cards: [Odi]}]"),
    ],
)
def test_a_game_arrives_where_the_question_is_asked_in_that_situation(
    edition: str, question: str, text: str
) -> None:
    log, wanted = sought(edition, question, text)
    assert log is not None
    assert (question, wanted) in asked_there(*replayed(log, project()), project())


def test_the_players_are_named_and_seated_as_the_game_names_them() -> None:
    text, _ = sought("fr", "decks", "seats: 5")
    assert text is not None
    assert read_log(text).head.players == ("Anna", "Bernat", "Carla", "David", "Emma")


def test_the_readings_asked_for_are_those_of_the_log() -> None:
    for reading in ("at_once", "in_the_end"):
        text, _ = sought("es", "goes_on", "bets: [{player: Anna, cards: [Avidesa]}]", when_eaten=reading)
        assert text is not None
        log, _ = replayed(text, project())
        assert log.head.readings["when_eaten"] == reading
        claim = log.events[-1]
        assert isinstance(claim, ClaimEvent) and isinstance(claim.value, yamltext.Scalar)
        assert claim.value.text == str(reading == "in_the_end").lower()


def test_an_answer_that_is_not_settled_is_not_claimed_and_the_replay_is_in_dispute() -> None:
    text, _ = sought("ca", "turn_order")
    assert text is not None
    log, found = replayed(text, project())
    assert not any(isinstance(event, ClaimEvent) for event in log.events)
    assert found.status == "disputed" and "`turn_order`" in found.problems[-1].message


def test_questions_on_the_way_are_agreed_upon() -> None:
    text, _ = sought("ca", "goes_to", "outcome: {taken: Anna}")
    assert text is not None
    agreed = {e.question.text for e in read_log(text).events if isinstance(e, AgreedEvent)}
    assert {"turn_order", "draws"} <= agreed and "goes_to" not in agreed


def test_a_choice_that_is_permitted_is_made_at_the_end() -> None:
    text, _ = sought("es", "may_bet", "cards: [Indecisio, Indecisio]", another="any_other")
    assert text is not None
    log, _ = replayed(text, project())
    move, claim = log.events[-2:]
    assert isinstance(move, MoveEvent) and isinstance(claim, ClaimEvent)


def test_a_choice_that_is_forbidden_could_have_been_made_and_is_only_claimed() -> None:
    text, wanted = sought("es", "may_bet", "cards: [Indecisio, Indecisio]", another="other_kind")
    assert text is not None
    log, found = replayed(text, project())
    assert not any(isinstance(event, MoveEvent) for event in log.events)
    assert found.state is not None
    cards = wanted[0]
    assert isinstance(cards, Bag)
    hands = [Counter(found.state.cards(zone)) for zone in found.state.zones if ":hand:" in zone]
    assert any(not Counter(cards.items) - hand for hand in hands)


def test_a_question_that_is_asked_to_answer_another() -> None:
    text, _ = sought("ca", "strength", "cards: [Alegria, Indecisio]")
    assert text is not None
    log, _ = replayed(text, project())
    claim = log.events[-1]
    assert isinstance(claim, ClaimEvent) and claim.question.text == "strength"
    bets = [e for e in log.events if isinstance(e, MoveEvent)]
    assert any("Indecisio" in str(e.value) and "Alegria" in str(e.value) for e in bets)


def test_what_is_never_asked_or_not_found_is_not_said_to_be_reached() -> None:
    assert sought("ca", "hidden_order")[0] is None  # no flow asks it
    wanted = situation(editions().game, "ca", "short_bank", "bank: 0, drawers: 2")
    assert reach(editions(), "standard", "ca", {}, "short_bank", wanted, budget=2_000) is None
    wanted = situation(editions().game, "fr", "decks", "seats: 5")
    assert reach(editions(), "standard", "fr", {}, "decks", wanted, budget=1) is None
    assert reach(editions(), "another", "fr", {}, "decks", wanted) is None


def test_the_same_log_whatever_was_sought_before() -> None:
    game = editions().game
    wanted = situation(game, "es", "first_to_draw", "leader: Anna, outcome: discarded")
    fresh = Editions(game, editions().members)
    logs = {
        reach(each, "standard", "es", {}, "first_to_draw", wanted) for each in (editions(), fresh, editions())
    }
    assert len(logs) == 1


# ------------------------------------------------------------------ another game

TAKEN = """
        choose card by p: card from p.hand needs may_lay(card)
        move card from p.hand into table
      end
    end
"""
ROW = """
        choose card by p: card from p.hand needs may_lay(card)
        move card from p.hand into table
        set row = row + [laid(p, card)]
      end
    end
    let winner = taker(row)
    set row = []
"""


def with_taker(small: Small) -> Project:
    small.game_with(TAKEN, ROW)
    small.game_with('  phase "set-up"\n', '  var row: list 0..3 of laid = []\n\n  phase "set-up"\n')
    small.add(
        "aa", 'rule taking "Any card may be laid."\n  answers taker(laid) then (the first l in laid).player'
    )
    game = small.game()
    return Project(root="", name="shells", games={game.name: game})


def test_lists_are_made_up_of_choices_under_any_name(small: Small) -> None:
    whole = with_taker(small)
    game = whole.games["shells"]
    both = Editions(game, tuple(game.editions.values()))
    text = "laid: [{player: Ann, card: Grey}, {player: Bob, card: Grey}, {player: Cid, card: Red}]"
    for edition in ("aa", "bb"):
        wanted = situation(game, edition, "taker", text)
        log = reach(both, "plain", edition, {}, "taker", wanted)
        assert log is not None
        parsed, found = replayed(log, whole)
        assert ("taker", wanted) in asked_there(parsed, found, whole)
        assert isinstance(parsed.events[-1], ClaimEvent) == (edition == "aa")


def test_a_situation_that_the_interpretation_does_not_let_happen_is_not_found(small: Small) -> None:
    whole = with_taker(small)
    game = whole.games["shells"]
    both = Editions(game, tuple(game.editions.values()))
    wanted = situation(game, "aa", "taker", "laid: [{player: Bob, card: Red}, {player: Ann, card: Red}]")
    assert reach(both, "plain", "aa", {}, "taker", wanted, budget=1_000) is None


def test_findings_are_given_logs_of_the_edition_and_the_reading_that_show_them(small: Small) -> None:
    small.change("bb", "answers draws() then 1", "answers draws() under much: much then 1")
    small.add("bb", 'doubt much\n  "or more"\n  asks "?"\n  reading little "little"\n  reading much "much"')
    game = small.game()
    whole = Project(root="", name="shells", games={game.name: game})
    both = Editions(game, tuple(game.editions.values()))
    questions = [game.questions[name] for name in ("draws", "copies", "taker")]
    findings = Assembler(both, "plain").findings([enumerated(both, q) for q in questions])
    logged = {f.id: f for f in with_logs(both, "plain", findings)}
    assert list(logged) == [f.id for f in findings]
    logs = {f.id: f.witness.log for f in logged.values() if f.witness is not None}
    silent, doubt = logs["shells/plain/gap/bb/draws/aa.draw"], logs["shells/plain/ambiguity/bb/-/bb.much"]
    assert silent is not None and doubt is not None
    log, found = replayed(silent, whole)
    assert (log.head.edition, log.head.readings["much"]) == ("bb", "little")
    assert found.status == "disputed" and "`draws`" in found.problems[-1].message
    assert ("draws", ()) in asked_there(log, found, whole)
    never = [text for name, text in logs.items() if "/taker/" in name]
    assert never and set(never) == {None}
    assert {f.reachable for f in logged.values()} == {"yes", "cannot"}
    assert {f.question for f in logged.values() if f.reachable == "cannot"} == {"taker"}
    assert with_logs(both, "plain", list(logged.values())) == tuple(logged.values())


# ------------------------------------------------------------------ the parts


def test_how_many_may_sit_at_the_table() -> None:
    game = editions().game

    def tables(question: str, text: str) -> tuple[int, ...]:
        return Target(game, game.questions[question], situation(game, "ca", question, text)).tables()

    assert tables("decks", "seats: 5") == (5,)
    assert tables("turn_order", "") == (2, 3, 4, 5, 6)
    assert tables("leftovers", "holders: 4") == (2, 4, 3, 5, 6)
    assert (
        tables("next_leader", "leader: Anna, outcome: {taken: Carla}, table: [Anna, Bernat, Carla]")[0] == 3
    )


def test_answers_are_tried_as_the_situation_suggests_then_as_declared() -> None:
    game = editions().game
    question = game.questions["next_leader"]
    wanted = (Player("Bernat"), Tagged("result", "discarded"))
    target = Target(game, question, wanted)
    assert target.rank((Player("Anna"), Player("Bernat"))) == [Player("Bernat"), Player("Anna")]
    assert target.rank((False, True)) == [True, False]
    order = game.questions["outcome"].answer
    ways = (Tagged("result", "discarded"), Tagged("result", "taken", Player("Anna")))
    assert target.rank(ways, order) == [ways[0], ways[1]]  # it is mentioned
    assert Target(game, question, (Player("Carla"), 0)).rank(ways, order) == [ways[1], ways[0]]


def cards(*names: str) -> tuple[Value, ...]:
    emotrion = editions().game.enums["emotrion"].type
    cases = {case.name: case for case in values_of(emotrion) if isinstance(case, Case)}
    return tuple(cases[name] for name in names)


def dealt() -> tuple[DeckConstraint, State]:
    """Three cards, of which the first went to a hand and on to the table, and the second to the hand."""
    order = cards("Amor", "Odi", "Furia", "Forca")
    state = State(
        seats=(),
        zones={"bank": order[2:], "hand": bag_of(order[1:2]), "table": bag_of(order[:1])},
        values={},
        frames=(),
    )
    stock = DeckConstraint("bank", order, frozenset({"table"}))
    stock.moved(Moved(None, None, order[:2], "bank", "hand"), state)
    stock.moved(Moved(None, None, order[:1], "hand", "table"), state)
    return stock, state


def test_of_two_alike_that_which_was_moved_onto_the_others_is_on_top() -> None:
    order = cards("Amor", "Odi", "Amor", "Furia")
    for onto in (True, False):
        state = State(
            seats=(), zones={"bank": order[3:], "row": order[:3], "hand": Bag(())}, values={}, frames=()
        )
        stock = DeckConstraint("bank", order, frozenset())
        stock.moved(Moved(None, None, order[:2], "bank", "row"), state)
        stock.moved(Moved(None, None, order[2:3], "bank", "row", onto), state)
        held = State(
            seats=(),
            zones={"bank": order[3:], "row": order[:2], "hand": bag_of(order[:1])},
            values={},
            frames=(),
        )
        stock.moved(Moved(None, None, order[:1], "row", "hand"), held)
        after = stock.given(held, "hand", cards("Furia"))
        assert after is not None
        # it lies in the shuffle where the Amor lay that went to the hand from the top of the row
        assert stock.order[2 if onto else 0] == cards("Furia")[0]


def test_a_card_that_nobody_has_seen_is_exchanged_for_another() -> None:
    stock, state = dealt()
    after = stock.given(state, "hand", cards("Forca"))
    assert after is not None
    assert after.cards("hand") == cards("Forca") and after.cards("bank") == cards("Furia", "Odi")
    assert tuple(stock.order) == cards("Amor", "Forca", "Furia", "Odi")
    assert all_cards(after) == all_cards(state)


def test_cards_that_were_seen_stay_and_wanted_ones_are_kept() -> None:
    stock, state = dealt()
    assert stock.given(state, "hand", cards("Amor")) is None
    assert stock.given(state, "hand", cards("Odi", "Forca")) is None  # there is but one card in the hand
    assert stock.given(state, "hand", cards("Odi")) is state
    assert tuple(stock.order) == cards("Amor", "Odi", "Furia", "Forca")
