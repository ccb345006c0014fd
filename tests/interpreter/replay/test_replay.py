"""Logs replayed: what is found, and what is not found falsely."""

from dataclasses import replace

import pytest

from dsl.model import Origin, Pick_, Rulings
from dsl.text.errors import ArbitreError
from interpreter.logs.log import read_log
from interpreter.play.state import Asked, Begun
from interpreter.replay.replay import Replay, replay, unreadable
from tests.interpreter import tiny
from tests.interpreter.playing import events_of, log_text
from tests.interpreter.tiny import GAME, clause, players, project, without

PROJECT = project()
THREE = players("Anna", "Bernat", "Carla")
TWO = players("Anna", "Bernat")
KNOWN = ("seed", "hands", "stock", "nothing")
FIRST = {"tie": "first"}
HEAD = "arbitre: 1\ngame: tiny/plain\nedition: xx\nplayers: [Anna, Bernat]\nreadings: {tie: first}\n"


def run(text, game=None, **under):
    return replay(PROJECT if game is None else project(game), read_log(text, "x.yaml"), **under)


def stocked(events, stock="[A, B, C, A, A, B, B, A, C, C]", head=HEAD, **under):
    """A game of two in which the order of the deck is known: Anna is dealt A, B, C and Bernat A, A, B if she
    is drawn to lead, else the other way round."""
    return run(head + f"stock: {stock}\nevents:\n" + "".join(f"  - {e}\n" for e in events), **under)


def codes(found):
    return [(p.event, p.code) for p in found.problems]


# ------------------------------------------------------------------ valid games


@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_game_that_was_played_is_valid(known, seats):
    table = players(*GAME.names[:seats])
    for seed in range(2):
        found = run(log_text(GAME, table, seed, known=known, readings=FIRST))
        assert (found.status, found.problems, found.exit_status) == ("valid", (), 0)
        claimed = {e["of"]: e["is"] for e in events_of(GAME, table, seed) if e.get("claim") == "score"}
        assert found.scores == claimed
        assert found.winners == tuple(n for n in claimed if claimed[n] == max(claimed.values()))


def test_every_reading_is_heard():
    """A game played under one reading is valid under it, whatever the log says of readings."""
    for seed in range(6):
        text = log_text(GAME, THREE, seed, reading="last", readings={"tie": "last"})
        assert run(text).status == "valid"
        text = log_text(GAME, THREE, seed, reading="last")
        found = run(text)
        assert found.status in ("valid", "disputed")
        assert {"tie": "last"} in found.interpretations
        assert all(problem.code == "disputed" for problem in found.problems)


@pytest.mark.parametrize("known", KNOWN)
def test_unfinished(known):
    events = events_of(GAME, THREE, 2)
    for kept in range(0, len(events) - 4, 3):
        found = run(log_text(GAME, THREE, 2, known=known, events=events[:kept], readings=FIRST))
        assert (found.status, found.problems, found.exit_status) == ("unfinished", (), 0)
        assert found.events == kept
        assert "has to" in found.waits_for


# ------------------------------------------------------------------ each single change


def changes(events):
    """Events with one thing changed: a card, a player, the order, a claim."""
    for n, event in enumerate(events):
        before, after = events[:n], events[n + 1 :]
        if "play" in event:
            for other in "ABC":
                if other != event["play"][0]:
                    yield "card", [*before, {**event, "play": [other, *event["play"][1:]]}, *after]
            yield "cards", [*before, {**event, "play": [*event["play"], "A"]}, *after]
            for other in THREE:
                if other.name != event["player"]:
                    yield "player", [*before, {**event, "player": other.name}, *after]
            if after and "play" in after[0] and after[0] != event:
                yield "order", [*before, after[0], event, *after[1:]]
            yield "missing", [*before, *after]
            yield "twice", [*before, event, event, *after]
        elif event["claim"] == "outcome":
            for other in THREE:
                if event["is"] != {"taken": other.name}:
                    yield "claim", [*before, {**event, "is": {"taken": other.name}}, *after]
            yield "claim", [*before, {**event, "is": "discarded"}, *after]
        elif event["claim"] == "score":
            yield "claim", [*before, {**event, "is": event["is"] + 1}, *after]


@pytest.mark.parametrize("known", KNOWN)
def test_each_change_is_noticed_or_gives_a_legal_game(known):
    events = events_of(GAME, THREE, 7)
    silent = 0
    for kind, changed in changes(events):
        text = log_text(GAME, THREE, 7, known=known, events=changed, readings=FIRST)
        found = run(text)
        if known in ("seed", "stock"):
            assert found.status == "invalid", (kind, changed)
        silent += found.status != "invalid"
        assert found.status in ("invalid", "valid"), (kind, changed, found.problems)
        if found.status == "invalid":
            assert found.exit_status == 1
            assert found.problems[0].line > 0
            assert found.problems[0].message
    assert silent <= 3


# ------------------------------------------------------------------ breaches, one by one


def test_out_of_turn():
    found = stocked(["{leader: Anna}", "{player: Bernat, play: [A]}"])
    (problem,) = found.problems
    assert (problem.event, problem.line, problem.code, problem.player) == (2, 9, "out-of-turn", "Bernat")
    assert problem.message == "it is not the turn of `Bernat`: `Anna` has to choose `play`"
    assert found.status == "invalid"


def test_where_the_lot_is_not_told_either_may_begin():
    for name, cards in [("Anna", "[C]"), ("Bernat", "[C]")]:
        assert stocked([f"{{player: {name}, play: {cards}}}"]).status == "unfinished"


def test_impossible_card():
    found = stocked(["{leader: Anna}", "{player: Anna, play: [A, A]}"])
    (problem,) = found.problems
    assert (problem.event, problem.code) == (2, "impossible-card")
    assert [len(value.items) for value in problem.legal] == [1, 1, 1]


def test_illegal_move_says_what_is_legal():
    found = stocked(["{leader: Anna}", "{player: Anna, play: [A, B]}"])
    (problem,) = found.problems
    assert problem.code == "illegal-move"
    assert [[c.name for c in v.items] for v in problem.legal] == [["A"], ["B"], ["C"]]
    assert problem.message == "`Anna` may not choose {Alfa, Blau} as `play`"


def test_the_clause_that_forbids_is_told():
    forbids = clause("never_c", "may_play", ("cards",), tiny.lit(False, tiny.BOOL), condition=tiny.lit(True))
    game = tiny.game(editions={"xx": tiny.edition([*tiny.CLAUSES[:5], forbids, *tiny.CLAUSES[6:]])})
    text = HEAD + "stock: [A, B, C]\nevents:\n  - {leader: Anna}\n  - {player: Anna, play: [C]}\n"
    (problem,) = run(text, game).problems
    assert [c.id for c in problem.clauses] == ["xx.never_c.may_play"]
    assert problem.legal == ()


@pytest.mark.parametrize(
    ("event", "code", "words"),
    [
        ("{player: Anna, play: [D]}", "unknown-card", "`D` is no `card`"),
        ("{player: Anna, play: A}", "malformed", "a list is wanted"),
        ("{player: Anna, play: [A, A, A]}", "illegal-move", "there may be 1 to 2"),
        ("{player: Ana, play: [A]}", "malformed", "did you mean `Anna`?"),
        ("{player: Anna, plya: [A]}", "malformed", "did you mean `play`?"),
        ("{player: Anna, play: [A], x: 1}", "malformed", "one thing besides the player"),
        ("{claim: outcome, is: discarded}", "wrong-claim", "has not been asked"),
        ("{claim: outcom, is: discarded}", "malformed", "did you mean `outcome`?"),
        ("{claim: outcome, of: Anna, is: discarded}", "malformed", "has no `of`"),
        ("{claim: score, of: Anna, is: 1}", "wrong-claim", "`Anna` has 0 points, not 1"),
        ("{claim: score, is: 1}", "malformed", "says whose"),
        ("{claim: value, given: {card: B}, is: 3}", "wrong-claim", "`value` is 2, not 3"),
        ("{claim: value, given: {card: D}, is: 3}", "unknown-card", "`D`"),
        ("{step: deal, of: Anna, is: [A, B, B]}", "wrong-claim", "it was {Alfa, Blau, C}"),
        ("{step: deel, of: Anna}", "malformed", "did you mean `deal`?"),
        ("{step: drawing}", "wrong-claim", "was not carried out"),
        ("{agreed: outcome, is: discarded}", "wrong-claim", "not in question here"),
        ("{leader: Bernat}", "wrong-claim", "`leader` was Anna, not Bernat"),
        ("{turned: [A]}", "malformed", "no event that is known"),
        ("{reveal: play, of: Anna, is: [A]}", "out-of-turn", "has no `play` to show"),
        ("{undo: 5}", "malformed", "5 events cannot be taken back: there are 1"),
    ],
)
def test_breaches(event, code, words):
    found = stocked(["{leader: Anna}", event])
    (problem,) = found.problems
    assert (problem.event, problem.code, problem.line) == (2, code, 9)
    assert words in problem.message
    assert found.exit_status == (3 if code == "malformed" else 1)


@pytest.mark.parametrize(
    "event",
    [
        "{leader: Anna}",
        "{step: deal, of: Anna, is: [C, B, A]}",
        "{step: deal}",
        "{step: mix}",
        "{claim: score, of: Anna, is: 0}",
        "{claim: value, given: {card: B}, is: 2}",
        "{claim: hand_size, is: 3}",
        "{claim: may_play, given: {cards: [A, B]}, is: false}",
    ],
)
def test_what_is_right_is_accepted(event):
    assert stocked(["{leader: Anna}", event]).problems == ()


def test_after_the_end():
    text = log_text(GAME, TWO, 1, readings=FIRST)
    found = run(text + "  - {player: Anna, play: [A]}\n  - {claim: score, of: Anna, is: 99}\n")
    assert [code for _, code in codes(found)] == ["after-end", "wrong-claim"]
    assert found.status == "invalid"


def test_wrong_claims_are_all_reported():
    events = [{**e, "is": 50} if e.get("claim") == "score" else e for e in events_of(GAME, THREE, 1)]
    found = run(log_text(GAME, THREE, 1, events=events, readings=FIRST))
    assert [p.code for p in found.problems] == ["wrong-claim"] * 3


def test_after_a_breach_nothing_more_is_accused():
    found = stocked(["{leader: Anna}", "{player: Bernat, play: [A]}", "{player: Anna, play: [D]}"])
    assert codes(found) == [(2, "out-of-turn")]


# ------------------------------------------------------------------ undo, lenient, at


def test_undo():
    events = ["{leader: Anna}", "{player: Anna, play: [A]}", "{undo: 1}", "{player: Anna, play: [C]}"]
    found = stocked(events)
    assert (found.status, found.problems) == ("unfinished", ())
    assert [c.name for c in found.state.cards("zone:table:Anna")] == ["C"]


def test_a_breach_taken_back_is_none():
    found = stocked(
        ["{leader: Anna}", "{player: Anna, play: [A, B]}", "{undo: 1}", "{player: Anna, play: [B]}"]
    )
    assert found.problems == ()


def test_lenient():
    events = [
        "{leader: Anna}",
        "{player: Anna, play: [A, B]}",
        "{player: Bernat, play: [A]}",
        "{player: Zoe, play: [A]}",
    ]
    found = stocked(events, head="strange: 1\n" + HEAD, lenient=True)
    assert found.problems == ()
    assert [(p.event, p.code) for p in found.repairs] == [
        (0, "malformed"),
        (2, "illegal-move"),
        (4, "malformed"),
    ]
    assert found.status == "unfinished"
    assert codes(stocked(events, head="strange: 1\n" + HEAD)) == [(0, "malformed"), (2, "illegal-move")]


def test_the_state_before_an_event():
    text = log_text(GAME, THREE, 3, readings=FIRST)
    first = run(text, at=1)
    assert sum(len(first.state.cards(f"zone:table:{p.name}")) for p in THREE) == 0
    second = run(text, at=2)
    assert sum(len(second.state.cards(f"zone:table:{p.name}")) for p in THREE) >= 1
    assert run(text, at=999).status == "valid"


# ------------------------------------------------------------------ disputes


TIED = ["{leader: Anna}", "{player: Anna, play: [B]}", "{player: Bernat, play: [B]}"]
OPEN = HEAD.replace("readings: {tie: first}\n", "")


def test_a_claim_that_a_reading_bears_out_is_disputed():
    for name, reading in [("Anna", "first"), ("Bernat", "last")]:
        found = stocked([*TIED, f"{{claim: outcome, is: {{taken: {name}}}}}"], head=OPEN)
        (problem,) = found.problems
        assert (found.status, problem.code, problem.readings) == ("disputed", "disputed", {"tie": (reading,)})
        assert f"only if `tie` is read as `{reading}`" in problem.message
        assert found.interpretations == ({"tie": reading},)
        assert found.exit_status == 1
    found = stocked([*TIED, "{claim: outcome, is: discarded}"], head=OPEN)
    assert codes(found) == [(4, "wrong-claim"), (4, "disputed")]
    assert found.status == "invalid"


def test_readings_too_many_to_be_heard_are_undecided_where_they_come_up(monkeypatch):
    monkeypatch.setattr("interpreter.play.interpretations.MAX_INTERPRETATIONS", 1)
    monkeypatch.setattr("interpreter.replay.replay._PANELS", {})
    found = stocked([*TIED, "{player: Anna, play: [A]}"], head=OPEN)
    assert (found.status, found.exit_status, codes(found)) == ("undecided", 4, [(3, "too-many-ways")])
    assert "2 interpretations are too many" in found.problems[0].message
    back = stocked([*TIED, "{undo: 1}"], head=OPEN)
    assert (back.status, codes(back)) == ("unfinished", [])


def test_what_follows_must_keep_to_one_reading():
    """Each event has a reading, and all together have none."""
    events = [*TIED, "{claim: outcome, is: {taken: Anna}}", "{player: Bernat, play: [A]}"]
    found = stocked(events, head=OPEN)
    assert codes(found) == [(4, "disputed"), (5, "out-of-turn")]
    assert found.status == "invalid"


def test_a_reading_or_a_ruling_settles_it():
    events = [*TIED, "{claim: outcome, is: {taken: Bernat}}"]
    assert codes(stocked(events, head=OPEN, readings={"tie": "first"})) == [(4, "wrong-claim")]
    assert stocked(events, head=OPEN, readings={"tie": "last"}).problems == ()
    pick = Rulings(
        name="house", edition="xx", picks=(Pick_(doubt="tie", reading="last", text=""),), clauses=(), paths=()
    )
    game = tiny.game(rulings=(pick,))
    text = (
        OPEN
        + "rulings: [house]\nstock: [A, B, C, A, A, B]\nevents:\n"
        + "".join(f"  - {e}\n" for e in events)
    )
    assert run(text, game).problems == ()
    assert run(text, game).rulings == ("house",)
    assert run(text, game, rulings=()).status == "disputed"
    assert run(text, GAME).status == "unreadable"


def test_a_position_that_depends_on_a_reading_is_in_dispute():
    found = stocked(TIED, head=OPEN)
    assert codes(found) == [(3, "disputed")]
    assert "how `tie` is read" in found.problems[0].message
    assert stocked(TIED).status == "unfinished"


SILENT = without("next_leader")
ROUND = ["{leader: Anna}", "{player: Anna, play: [C]}", "{player: Bernat, play: [B]}"]


def silent_run(events, game=SILENT):
    text = HEAD + "stock: [A, B, C, A, A, B]\nevents:\n" + "".join(f"  - {e}\n" for e in events)
    return run(text, game)


def test_a_silence_is_noted():
    found = silent_run(ROUND)
    assert (found.status, codes(found)) == ("disputed", [(3, "silent")])
    assert "`next_leader` has no single answer: the rules do not say" in found.problems[0].message
    assert codes(silent_run([*ROUND, "{player: Anna, play: [A]}"])) == [(4, "silent")]


def test_what_was_settled_can_still_be_claimed():
    found = silent_run([*ROUND, "{claim: outcome, is: {taken: Bernat}}", "{claim: next_leader, is: Anna}"])
    assert codes(found) == [(5, "silent")]
    found = silent_run([*ROUND, "{claim: outcome, is: {taken: Anna}}"])
    assert codes(found) == [(4, "wrong-claim"), (4, "silent")]


def test_each_answer_to_a_silence_is_tried():
    """The rules do not say who leads: either may; but not with a card that is not there."""
    for name, card_ in [("Anna", "A"), ("Bernat", "A")]:
        found = silent_run([*ROUND, f"{{player: {name}, play: [{card_}]}}"])
        assert (found.status, codes(found)) == ("disputed", [(4, "silent")])
    found = silent_run([*ROUND, "{player: Anna, play: [A]}", "{player: Anna, play: [A]}"])
    assert codes(found) == [(4, "silent"), (5, "out-of-turn")]
    assert found.status == "invalid"
    found = silent_run([*ROUND, "{player: Anna, play: [C, C]}"])
    assert codes(found) == [(4, "silent"), (4, "impossible-card")]


def test_the_same_answer_wherever_the_same_is_asked():
    found = silent_run([*ROUND, "{agreed: next_leader, is: Anna}", "{claim: next_leader, is: Anna}"])
    assert found.problems == ()


def test_each_silence_is_noted_once():
    silent = project(without("next_leader"))
    text = log_text(GAME, THREE, 4, readings=FIRST)
    found = replay(silent, read_log(text))
    assert [p.code for p in found.problems] == ["silent"]
    assert found.status == "disputed"
    assert found.scores == {e["of"]: e["is"] for e in events_of(GAME, THREE, 4) if e.get("claim") == "score"}


def test_what_the_table_agreed_is_accepted():
    found = silent_run([*ROUND, "{agreed: next_leader, is: Anna}", "{player: Anna, play: [A]}"])
    assert (found.status, found.problems) == ("unfinished", ())
    found = silent_run([*ROUND, "{agreed: next_leader, is: Anna}", "{player: Bernat, play: [A]}"])
    assert codes(found) == [(5, "out-of-turn")]
    found = silent_run([*ROUND, "{agreed: outcome, is: {taken: Anna}}"])
    assert codes(found) == [(4, "wrong-claim"), (4, "silent")]


def test_a_silence_beneath_can_be_agreed():
    """`outcome` waits for `value`: the table may agree on either."""
    game = without("value", "worth_b")
    found = silent_run(ROUND, game)
    assert codes(found) == [(3, "silent")]
    assert "waits for `value`" in found.problems[0].message
    assert silent_run([*ROUND, "{agreed: value, is: 2}", "{player: Bernat, play: [A]}"], game).problems == ()
    assert (
        silent_run(
            [*ROUND, "{agreed: outcome, is: {taken: Anna}}", "{player: Anna, play: [A]}"], game
        ).problems
        == ()
    )


def test_contradictions_are_in_dispute_and_name_the_clauses():
    other = clause("other", "next_leader", ("leader", "result"), tiny.var("leader", tiny.PLAYER))
    game = tiny.game(editions={"xx": tiny.edition([*tiny.CLAUSES, other])})
    (problem,) = silent_run(ROUND, game).problems
    assert problem.code == "disputed"
    assert {c.id for c in problem.clauses} == {"xx.other.next_leader", "xx.taker_leads.next_leader"}
    settle = replace(other, id="house.other", origin=Origin.SETTLE)
    rulings = Rulings(name="house", edition="xx", picks=(), clauses=(settle,), paths=())
    text = HEAD + "stock: [A, B, C, A, A, B]\nevents:\n" + "".join(f"  - {e}\n" for e in ROUND)
    assert run(text, tiny.game(editions=game.editions), rulings=[rulings]).status == "unfinished"


# ------------------------------------------------------------------ what the log leaves open


def test_with_nothing_known_only_what_no_deal_allows_is_reported():
    """Six of a kind are in the deck: the seventh is one too many."""
    plays = [("Anna", "[A, A]"), ("Bernat", "[A, A]"), ("Anna", "[A]"), ("Bernat", "[A]")]
    text = HEAD + "events:\n" + "".join(f"  - {{player: {p}, play: {c}}}\n" for p, c in plays)
    assert run(text).status == "unfinished"
    found = run(text + "  - {player: Anna, play: [A]}\n")
    assert codes(found) == [(5, "impossible-card")]


def test_known_hands_count():
    head = HEAD + "hands: {Anna: [A, A, A]}\nevents:\n  - {leader: Anna}\n"
    assert run(head + "  - {player: Anna, play: [B]}\n").problems[0].code == "impossible-card"
    more = head + "  - {player: Anna, play: [A]}\n"
    assert run(more + "  - {player: Bernat, play: [A, A]}\n").problems == ()
    assert codes(run(head.replace("A, A, A", "A, A, A, A, A, A, A"))) == [(0, "impossible-card")]


def test_hands_that_cannot_be():
    found = run(HEAD + "hands: {Anna: [A, A, A], Bernat: [A, A, A]}\nevents:\n  - {leader: Anna}\n")
    assert found.problems == ()
    found = run(HEAD + "hands: {Anna: [A, A, A], Bernat: [A, A, A, A]}\nevents:\n  - {leader: Anna}\n")
    assert codes(found) == [(0, "impossible-card")]
    deck = tiny.game(
        editions={"xx": tiny.edition([clause("two", "copies", ("c",), tiny.lit(2)), *tiny.CLAUSES[1:]])}
    )
    found = run(HEAD + "hands: {Anna: [A, A, A]}\nevents:\n  - {player: Anna, play: [A]}\n", deck)
    assert codes(found) == [(0, "impossible-card")]


def test_a_stock_that_cannot_be():
    found = stocked([], stock="[A, A, A, A, A, A, A]")
    assert codes(found) == [(0, "impossible-card")]
    assert found.problems[0].line == 6


def test_scores_with_cards_that_nobody_saw():
    """At the end Anna has cards left that nobody saw: a score is possible, or not."""
    for seed in range(40):
        events = events_of(GAME, TWO, seed)
        moves = [e for e in events if "play" in e]
        hidden = run(log_text(GAME, TWO, seed, known="nothing", events=moves, readings=FIRST))
        if hidden.status == "valid" and not hidden.scores:
            break
    else:
        pytest.fail("no game leaves cards that nobody saw")
    text = log_text(GAME, TWO, seed, known="nothing", readings=FIRST)
    assert run(text).status == "valid"
    claims = "  - {claim: score, of: Anna, is: 60}\n"
    base = log_text(GAME, TWO, seed, known="nothing", events=moves, readings=FIRST)
    assert run(base + claims).problems[0].code == "wrong-claim"


def test_steps_tell_what_the_cards_are():
    head = HEAD + "events:\n  - {leader: Anna}\n"
    told = head + "  - {step: deal, of: Anna, is: [A, A, B]}\n"
    assert run(told + "  - {player: Anna, play: [A, A]}\n").problems == ()
    assert codes(run(told + "  - {player: Anna, play: [C]}\n")) == [(3, "impossible-card")]
    again = told + "  - {step: deal, of: Anna, is: [A, B, B]}\n"
    assert codes(run(again)) == [(3, "wrong-claim")]


# ------------------------------------------------------------------ what cannot be read


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("tiny/plain", "tinny/plain", "did you mean `tiny`?"),
        ("tiny/plain", "tiny/plane", "did you mean `plain`?"),
        ("edition: xx", "edition: yy", "has no edition `yy`"),
        ("edition: xx\n", "", "says no `edition`"),
        ("[Anna, Bernat]", "[Anna]", "1 players, and Tiny is for 2 to 6"),
        ("tie: first", "tie: frist", "did you mean `first`?"),
        ("tie: first", "tye: first", "did you mean `tie`?"),
        ("edition: xx", "edition: xx\nrulings: [home]", "no rulings `home`"),
        ("edition: xx", "edition: xx\nhands: {Zoe: [A]}", "`Zoe` is not at the table"),
        ("edition: xx", "edition: xx\nhands: {Anna: [D]}", "`D` is no `card`"),
        ("edition: xx", "edition: xx\nstock: [D]", "`D` is no `card`"),
        ("edition: xx", "edition: xx\ngiven: {before: [Anna]}", "nothing `before` is given"),
    ],
)
def test_unreadable_heads(old, new, words):
    found = run(HEAD.replace(old, new) + "events: []\n")
    assert (found.status, found.exit_status) == ("unreadable", 3)
    assert words in found.problems[0].message
    assert found.problems[0].line > 0


def test_what_is_wrong_outside_the_log_is_no_fault_of_it():
    with pytest.raises(ArbitreError):
        run(HEAD + "events: []\n", edition="yy")


def test_an_error_becomes_a_result():
    with pytest.raises(ArbitreError) as caught:
        read_log("arbitre: 2\n", "y.yaml")
    found = unreadable("y.yaml", 1, caught.value)
    assert isinstance(found, Replay)
    assert found.status == "unreadable"


def test_a_cut_inside_an_event():
    text = log_text(GAME, THREE, 3, readings=FIRST)
    cut = text[: text.index("claim: score") + 9]
    found = run(cut)
    assert [p.code for p in found.problems] == ["malformed"]
    assert (found.status, found.exit_status) == ("unfinished", 3)
    assert found.problems[0].event == found.events + 1


def test_cut_anywhere_accuses_nobody():
    text = log_text(GAME, TWO, 3, readings=FIRST)
    start = text.index("events:") + 8
    for end in range(start, len(text), 7):
        try:
            found = run(text[:end])
        except ArbitreError:
            continue
        assert found.status in ("unfinished", "valid")
        assert {p.code for p in found.problems} <= {"malformed"}


# ------------------------------------------------------------------ secret choices


def secret_game():
    """All choose a card in secret, at once, and show it."""
    choose = tiny.Choose(
        name="lay", by=tiny.SEATS, each="p", domain=tiny.CARD, source=None, needs=None, secretly=True
    )
    last = replace(tiny.BETTING.body[0].then[0], by=tiny.lit(TWO[0]), source=None, needs=None)
    return tiny.game(flows={"plain": replace(tiny.FLOW, body=(choose, tiny.Phase(text="shown"), last))})


def test_secret_choices():
    game = secret_game()
    hidden = ["{player: Bernat, lay: hidden}", "{player: Anna, lay: hidden}"]
    shown = ["{reveal: lay, of: Anna, is: A}", "{reveal: lay, of: Bernat, is: B}"]

    def secret(events):
        return run(HEAD + "events:\n" + "".join(f"  - {e}\n" for e in events), game)

    assert secret([*hidden, *shown, "{player: Anna, play: [A]}"]).status == "valid"
    assert secret(["{player: Anna, lay: A}", "{player: Bernat, lay: B}"]).problems == ()
    assert codes(secret([*hidden, "{player: Anna, play: [A]}"])) == [(3, "out-of-turn")]
    assert codes(secret([hidden[0], hidden[0]])) == [(2, "out-of-turn")]
    assert codes(secret([*hidden, *shown, "{reveal: lay, of: Anna, is: B}"])) == [(5, "out-of-turn")]
    assert codes(secret([*hidden, *shown, "{reveal: lay, of: Anna, is: A}"])) == [(5, "out-of-turn")]
    assert secret(hidden).waits_for == "`lay` of `Anna` and `Bernat` has to be revealed"


def test_what_happened_after_the_last_event():
    asked = [h.question for h in stocked(ROUND).happened if isinstance(h, Asked)]
    assert asked[-2:] == ["outcome", "next_leader"]
    assert stocked([*ROUND, "{claim: outcome, is: {taken: Bernat}}"]).happened == ()
    assert Begun("phase", "set-up") in stocked([]).happened


def test_the_stock_is_that_of_the_first_shuffle_whatever_was_drawn_before():
    lot_first = (tiny.BODY[3], *tiny.BODY[:3], *tiny.BODY[4:])
    game = tiny.game(flows={"plain": replace(tiny.FLOW, body=lot_first)})
    text = HEAD + "stock: [A, B, C]\nevents:\n  - {leader: Anna}\n  - {player: Anna, play: [A, A]}\n"
    assert codes(run(text, game)) == [(2, "impossible-card")]
