"""The standard style of Emotrions: each edition answers as its words say.

Every case names the sentence it rests on by the rule that cites it. Situations are written as people write
them; an answer is JSON, or a status where there is none.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dsl.load import load_project
from dsl.model import Edition, Game, Rulings
from interpreter.rulebook.rulebook import Rulebook, Status, Verdict
from interpreter.rulebook.situations import parse_situation
from interpreter.runtime import yamltext
from interpreter.simulate.simulate import simulate
from tests.coverage import not_covered
from tests.plain import plain

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = ("ca", "es", "fr")


@cache
def game() -> Game:
    return load_project(ROOT).games["emotrions"]


@cache
def rulebook(edition: str, readings: tuple[tuple[str, str], ...] = (), house: bool = False) -> Rulebook:
    return Rulebook(
        game(), game().editions[edition], dict(readings), rulings=house_of(edition) if house else None
    )


def house_of(edition: str) -> Rulings:
    return next(r for r in game().rulings if r.edition == edition and r.name == "house")


def read(text: str) -> tuple[tuple[str, str], ...]:
    """`joker=any_card another=other_kind` as an interpretation."""
    pairs = (part.split("=") for part in text.split())
    return tuple((doubt, reading) for doubt, reading in pairs)


def heard(edition: str, question: str, situation: str, readings: str = "", house: bool = False) -> Verdict:
    book = rulebook(edition, read(readings), house)
    node = yamltext.parse_document("{" + situation + "}")
    values, _ = parse_situation(node, game().questions[question], game(), book)
    assert book.meets_needs(question, values)
    assert book.meets_given(question, values) is not False
    return book.verdict(question, values)


def answer(edition: str, question: str, situation: str, readings: str = "", house: bool = False) -> Any:
    """The JSON of the answer; a list of answers in a tuple where it is open; else the status."""
    outcome = heard(edition, question, situation, readings, house).outcome
    match outcome.status:
        case Status.SETTLED:
            return plain(outcome.admits[0])
        case Status.OPEN:
            return tuple(plain(value) for value in outcome.admits)
        case status:
            return status.value


def bets(*laid: str) -> str:
    """`bets("Anna Furia", "Bernat Amor Amor")`."""
    rows = []
    for one in laid:
        player, *cards = one.split()
        rows.append(f"{{player: {player}, cards: [{', '.join(cards)}]}}")
    return f"bets: [{', '.join(rows)}]"


def taken(player: str) -> dict[str, str]:
    return {"taken": player}


ALL = ("ca", "es", "fr")
SILENT, OUT = "silent", "discarded"
TIED = "scores: [{player: Anna, score: 3}, {player: Bernat, score: 3}]"

ALIKE: list[tuple[str, str, str, Any]] = [
    # in all three editions, under every reading named: question, situation, readings of none, answer
    ("value", "emotrion: Alegria", "", 1),
    ("value", "emotrion: Amor", "", 3),
    ("value", "emotrion: Bondad", "", 5),
    ("value", "emotrion: force", "", 7),
    ("value", "emotrion: Tristesa", "", -1),
    ("value", "emotrion: haine", "", -3),
    ("value", "emotrion: Furia", "", -5),
    ("value", "emotrion: Hambre", "", 0),
    ("value", "emotrion: indécision", "", 0),
    ("sign", "emotrion: Forca", "", "positive"),
    ("sign", "emotrion: Odi", "", "negative"),
    ("sign", "emotrion: Avidesa", "", "neutral"),
    ("copies", "emotrion: Avidesa", "", 4),
    ("may_join", "seats: 1", "", False),
    ("may_join", "seats: 2", "", True),
    ("may_join", "seats: 6", "", True),
    ("may_join", "seats: 7", "", False),
    ("hand_size", "", "", 6),
    ("first_leader", "previous_winners: []", "", "lot"),
    ("may_bet", "cards: [Furia]", "", True),
    ("may_bet", "cards: [Furia, Odi]", "", True),
    ("may_bet", "cards: [Furia, Amor]", "", False),
    ("may_bet", "cards: [Amor, Indecisio]", "", True),
    ("may_bet", "cards: [Indecisio, Indecisio]", "", True),
    ("may_bet", "cards: [Indecisio, Indecisio]", "another=other_kind", False),
    ("may_bet", "cards: [Avidesa]", "", True),
    ("may_bet", "cards: [Avidesa, Indecisio]", "", False),
    ("may_bet", "cards: [Avidesa, Amor]", "", False),
    ("may_bet", "cards: [Amor, Amor, Amor]", "", False),
    ("strength", "cards: [Furia]", "", 5),
    ("strength", "cards: [Odi, Furia]", "", 8),
    ("strength", "cards: [Odi, Indecisio]", "", 6),
    ("strength", "cards: [Indecisio]", "", 0),
    ("strength", "cards: [Indecisio, Indecisio]", "", 0),
    ("outcome", bets("Anna Furia", "Bernat Amor"), "", taken("Anna")),
    ("outcome", bets("Anna Amor", "Bernat Furia", "Carla Odi Indecisio"), "", taken("Carla")),
    ("outcome", bets("Anna Amor", "Bernat Odi"), "", taken("Anna")),
    ("outcome", bets("Anna Amor", "Bernat Avidesa", "Carla Forca"), "", OUT),
    ("outcome", bets("Anna Avidesa") + ", holders: 2", "when_eaten=at_once", OUT),
    ("goes_on", bets("Anna Amor"), "", True),
    ("goes_on", bets("Anna Avidesa"), "", True),
    ("goes_on", bets("Anna Avidesa"), "when_eaten=at_once", False),
    ("goes_to", "outcome: discarded", "", "away"),
    ("next_leader", "leader: Anna, outcome: discarded", "", "Anna"),
    ("first_to_draw", "leader: Anna, outcome: discarded", "", SILENT),
    ("leftovers", "holders: 1", "", "pile"),
    ("leftovers", "holders: 2", "", SILENT),
    ("turn_order", "", "", SILENT),
    ("short_bank", "bank: 0, drawers: 6", "", SILENT),
    ("without_cards", "holders: 2, seats: 3", "", "sits_out"),
    ("without_cards", "holders: 2, seats: 3", "last_player=not_said", SILENT),
    ("empty_handed_leader", "", "", SILENT),
    ("began", bets("Anna Indecisio", "Bernat Amor", "Carla Avidesa"), "", "Anna"),
    ("game_winner", "scores: [{player: Anna, score: 3}, {player: Bernat, score: -1}]", "", ["Anna"]),
    ("game_winner", TIED, "", SILENT),
]

LEVEL = (
    "standings: ["
    + ", ".join(f"{{{{player: {p}, latest: 0, total: {{0}}}}}}" for p in ("Anna", "Bernat"))
    + "], to_just_37: yes"
)
BREAKS = "leader: Anna, breakers: [Anna, Bernat], previous_winners: [{}]"

APART: list[tuple[str, str, str, str, Any]] = [
    # edition, question, situation, readings, answer
    # decks
    ("ca", "decks", "seats: 6", "", 1),
    ("es", "decks", "seats: 6", "", 1),
    ("fr", "decks", "seats: 4", "", 1),
    ("fr", "decks", "seats: 5", "", (1, 2)),
    # who begins a game, who deals
    ("ca", "first_leader", "previous_winners: [Anna]", "", {"player": "Anna"}),
    ("es", "first_leader", "previous_winners: [Anna]", "", {"player": "Anna"}),
    ("fr", "first_leader", "previous_winners: [Anna]", "", "lot"),
    ("fr", "first_leader", "previous_winners: [Anna]", "first_turn=games", {"player": "Anna"}),
    ("ca", "first_leader", "previous_winners: [Anna, Bernat]", "", SILENT),
    ("es", "first_leader", "previous_winners: [Anna, Bernat]", "", SILENT),
    ("fr", "looks", "starts: false", "how_taken=blind", "blindly"),
    # the exchange with other ways to play
    ("ca", "may_play", "options: [hidden, forced_exchange], seats: 2", "", True),
    (
        "ca",
        "may_play",
        "options: [hidden, forced_exchange], seats: 2",
        "part_of_the_standard=only_the_standard",
        False,
    ),
    ("ca", "may_play", "options: [emotrions_start, forced_exchange], seats: 3", "", False),
    ("fr", "may_play", "options: [hidden, forced_exchange], seats: 2", "", True),
    ("fr", "may_play", "options: [hidden, emotrions_start], seats: 2", "", SILENT),
    # ties of a match
    ("ca", "verdict", LEVEL.format(0), "", "tie_break"),
    ("ca", "verdict", LEVEL.format(0), "a_tie=at_the_end", SILENT),
    ("ca", "verdict", LEVEL.format(37), "a_tie=at_the_end", "tie_break"),
    ("ca", "tie_break_leader", BREAKS.format("Bernat"), "", {"player": "Bernat"}),
    ("es", "tie_break_leader", BREAKS.format("Bernat"), "", {"player": "Anna"}),
    ("ca", "tie_break_leader", BREAKS.format(""), "", SILENT),
    ("ca", "dealer", "leader: Anna", "", "Anna"),
    ("es", "dealer", "leader: Anna", "", "Anna"),
    ("fr", "dealer", "leader: Anna", "", SILENT),
    # drawing
    ("ca", "draws", "round: 1", "", SILENT),
    ("ca", "draws", "round: 2", "", SILENT),
    ("es", "draws", "round: 1", "", 1),
    ("es", "draws", "round: 1", "from_which_round=but_the_first", 0),
    ("fr", "draws", "round: 1", "from_which_round=but_the_first", 0),
    ("fr", "draws", "round: 2", "from_which_round=but_the_first", 1),
    ("ca", "first_to_draw", "leader: Anna, outcome: {taken: Bernat}", "", SILENT),
    ("es", "first_to_draw", "leader: Anna, outcome: {taken: Bernat}", "", "Bernat"),
    ("fr", "first_to_draw", "leader: Anna, outcome: {taken: Bernat}", "", "Bernat"),
    # «del mateix signe»
    ("ca", "may_bet", "cards: [Indecisio, Indecisio]", "another=other_kind same_sign=alike", True),
    ("ca", "may_bet", "cards: [Avidesa, Avidesa]", "same_sign=alike", False),
    # one of two jokers may stand for another card
    ("fr", "may_bet", "cards: [Indecisio, Indecisio]", "joker=any_card", True),
    ("fr", "may_bet", "cards: [Indecisio, Indecisio]", "joker=any_card another=other_kind", True),
    ("fr", "may_bet", "cards: [Indecisio, Avidesa]", "joker=any_card", False),
    ("fr", "may_bet", "cards: [Indecisio, Indecisio, Indecisio]", "joker=any_card", False),
    # what counts
    ("ca", "strength", "cards: [Amor, Bondat]", "pair_counts=the_best", 5),
    ("ca", "strength", "cards: [Amor, Indecisio]", "pair_counts=the_best", 6),
    ("fr", "strength", "cards: [Odi, Indecisio]", "joker=any_card", 8),
    ("fr", "strength", "cards: [Amor, Indecisio]", "joker=any_card", 10),
    ("fr", "strength", "cards: [Indecisio, Indecisio]", "joker=any_card", 14),
    ("fr", "strength", "cards: [Indecisio, Indecisio]", "joker=any_card another=other_kind", 14),
    # a tie of some
    ("ca", "outcome", bets("Anna Alegria", "Bernat Amor", "Carla Odi"), "", taken("Bernat")),
    ("ca", "outcome", bets("Anna Alegria", "Bernat Amor", "Carla Odi"), "first_to_bet=of_all", taken("Anna")),
    ("es", "outcome", bets("Anna Alegria", "Bernat Amor", "Carla Odi"), "", taken("Bernat")),
    ("fr", "outcome", bets("Anna Alegria", "Bernat Amor", "Carla Odi"), "", SILENT),
    # a tie of all
    ("fr", "outcome", bets("Anna Amor", "Bernat Odi"), "", taken("Anna")),
    ("fr", "outcome", bets("Anna Odi", "Bernat Odi") + ", seats: 3", "", taken("Anna")),
    # nothing but lone Indecisions
    ("ca", "outcome", bets("Anna Indecisio", "Bernat Indecisio"), "", taken("Anna")),
    ("es", "outcome", bets("Anna Indecisio", "Bernat Indecisio"), "", taken("Anna")),
    ("es", "outcome", bets("Anna Indecisio", "Bernat Indecisio"), "bets_something=no_bet", SILENT),
    ("es", "outcome", bets("Anna Indecisio", "Bernat Alegria"), "bets_something=no_bet", taken("Bernat")),
    (
        "es",
        "outcome",
        bets("Anna Indecisio", "Bernat Indecisio Indecisio"),
        "bets_something=no_bet",
        taken("Bernat"),
    ),
    ("fr", "outcome", bets("Anna Indecisio", "Bernat Indecisio"), "", taken("Anna")),
    # the card that eats
    ("ca", "outcome", bets("Anna Amor", "Bernat Avidesa"), "eats=either", (OUT, taken("Bernat"))),
    (
        "ca",
        "outcome",
        bets("Anna Avidesa", "Bernat Avidesa"),
        "eats=either",
        (OUT, taken("Anna"), taken("Bernat")),
    ),
    # where the cards go, who begins
    (
        "es",
        "began",
        bets("Anna Indecisio", "Bernat Amor", "Carla Avidesa"),
        "bets_something=no_bet who_began=first_to_bet",
        "Bernat",
    ),
    (
        "es",
        "began",
        bets("Anna Indecisio", "Bernat Indecisio"),
        "bets_something=no_bet who_began=first_to_bet",
        "Anna",
    ),
    ("ca", "goes_to", "outcome: {taken: Anna}", "", SILENT),
    ("es", "goes_to", "outcome: {taken: Anna}", "", "pile"),
    ("fr", "goes_to", "outcome: {taken: Anna}", "", "pile"),
    ("ca", "next_leader", "leader: Anna, outcome: {taken: Bernat}", "", SILENT),
    ("ca", "next_leader", "leader: Anna, outcome: {taken: Bernat}", "same_leader=every_round", "Anna"),
    ("es", "next_leader", "leader: Anna, outcome: {taken: Bernat}", "", SILENT),
    ("fr", "next_leader", "leader: Anna, outcome: {taken: Bernat}", "", "Bernat"),
    ("fr", "next_leader", "leader: Anna, outcome: {taken: Bernat}", "first_turn=games", SILENT),
    # a game that is tied
    ("es", "game_winner", TIED, "which_ties=of_any_game", []),
    (
        "es",
        "game_winner",
        "scores: [{player: Anna, score: 3}, {player: Bernat, score: 1}]",
        "which_ties=of_any_game",
        ["Anna"],
    ),
]

STEPS = ["shuffling", "dealing", "banking", "drawing", "betting", "showing", "taking", "adding", "counting"]
NOT_ORDERED = {"ca": {"drawing"}, "es": set(), "fr": {"shuffling"}}
BOUNDS = [
    # beyond the bounds that the words name, the words themselves say no
    ("may_join", "seats: 1"),
    ("may_join", "seats: 7"),
    ("may_join", "seats: 8"),
    ("may_bet", "cards: [Amor, Amor, Amor]"),
    ("may_bet", "cards: [Avidesa, Indecisio, Indecisio]"),
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("question", "situation", "readings", "expected"), ALIKE)
def test_what_all_say_alike(
    edition: str, question: str, situation: str, readings: str, expected: Any
) -> None:
    assert answer(edition, question, situation, readings) == expected


@pytest.mark.parametrize(("edition", "question", "situation", "readings", "expected"), APART)
def test_what_they_say_apart(
    edition: str, question: str, situation: str, readings: str, expected: Any
) -> None:
    assert answer(edition, question, situation, readings) == expected


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("question", "situation"), BOUNDS)
def test_the_words_that_allow_some_forbid_the_others(edition: str, question: str, situation: str) -> None:
    verdict = heard(edition, question, situation)
    assert (verdict.outcome.status, verdict.by_default) == (Status.SETTLED, False)
    assert not plain(verdict.outcome.admits[0])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_steps_that_words_order(edition: str) -> None:
    ordered = {step for orders in game().editions[edition].orders for step in orders.steps}
    assert ordered & set(STEPS) == set(STEPS) - NOT_ORDERED[edition]


AFTER_EATING = "first_to_draw", "leader: Anna, outcome: discarded"
ASKED_ONLY_IF = [
    # edition, question, situation, readings, whether it comes up (None: not settled)
    ("ca", "draws_first_of_all", "leader: Anna", "", None),
    ("es", "draws_first_of_all", "leader: Anna", "", True),
    ("ca", "verdict", "standings: []", "", False),
    ("es", "verdict", "standings: []", "", True),
    ("ca", "tie_break_leader", BREAKS.format("Anna"), "", True),
    ("fr", "tie_break_leader", BREAKS.format("Anna"), "", None),
    ("ca", "who_chooses_style", "previous_winners: [Anna, Bernat]", "", None),
    ("es", "draws_first_of_all", "leader: Anna", "from_which_round=but_the_first", False),
    ("fr", "draws_first_of_all", "leader: Anna", "from_which_round=but_the_first", False),
    ("ca", *AFTER_EATING, "", None),
    ("es", *AFTER_EATING, "from_which_round=but_the_first", True),
    ("ca", "short_bank", "bank: 2, drawers: 3", "", None),
    ("es", "short_bank", "bank: 2, drawers: 3", "", True),
    ("es", "short_bank", "bank: 3, drawers: 3", "", False),
    ("ca", "leftovers", "holders: 1", "", True),
    ("ca", "leftovers", "holders: 2", "", None),
    ("ca", "first_leader", "previous_winners: [Anna, Bernat]", "", None),
    ("es", "first_leader", "previous_winners: [Anna, Bernat]", "which_ties=of_any_game", False),
]


@pytest.mark.parametrize(("edition", "question", "situation", "readings", "expected"), ASKED_ONLY_IF)
def test_nothing_is_asked_of_a_text_by_which_it_does_not_come_up(
    edition: str, question: str, situation: str, readings: str, expected: bool | None
) -> None:
    book = rulebook(edition, read(readings))
    node = yamltext.parse_document("{" + situation + "}")
    values, _ = parse_situation(node, game().questions[question], game(), book)
    assert book.meets_given(question, values) is expected


def test_no_text_needs_an_order_of_hidden_bets_in_the_standard_style() -> None:
    assert game().questions["hidden_order"].option == "hidden"


def examples(edition: Edition, book: Rulebook) -> dict[str, list[bool | None]]:
    return {e.name: [book.holds(shown, {}) for shown in e.shows] for e in edition.examples}


@pytest.mark.parametrize("edition", EDITIONS)
def test_printed_examples_follow_but_for_the_love_of_minus_three(edition: str) -> None:
    found = examples(game().editions[edition], rulebook(edition))
    failed = {name for name, held in found.items() if not all(held)}
    assert failed == ({"love_is_minus_three"} if edition == "ca" else set())


def test_that_a_pair_counts_for_its_best_card_contradicts_the_catalan_examples() -> None:
    found = examples(game().editions["ca"], rulebook("ca", read("pair_counts=the_best")))
    assert False in found["two_loves_beat_fury"]
    assert False in found["pairs_beat_strength"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_sentence_of_the_parts_transcribed_is_accounted_for(edition: str) -> None:
    assert not_covered(game().editions[edition]) == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_exception_is_idle(edition: str) -> None:
    """Switched off, each implied exception lets clauses clash somewhere in a small situation."""
    witnesses = {
        "may_bet": [
            "cards: [Alegria, Tristesa]",
            "cards: [Amor, Indecisio]",
            "cards: [Avidesa, Indecisio]",
            "cards: [Indecisio, Indecisio]",
        ],
        "strength": ["cards: [Amor, Indecisio]"],
        "goes_on": [bets("Anna Avidesa")],
        "outcome": [bets("Anna Amor", "Bernat Avidesa"), bets("Anna Indecisio", "Bernat Avidesa")],
    }
    for clause in (c for c in game().editions[edition].clauses if c.question in witnesses):
        fixed = {doubt: names[0] for doubt, names in clause.under}
        for exception in clause.exceptions:
            for target in exception.targets if exception.ground == "implied" else ():
                off = frozenset({(clause.id, target)})
                statuses = set()
                for another in ("any_other", "other_kind"):
                    book = Rulebook(
                        game(), game().editions[edition], {"another": another} | fixed, switched_off=off
                    )
                    for text in witnesses[clause.question]:
                        node = yamltext.parse_document("{" + text + "}")
                        values, _ = parse_situation(node, game().questions[clause.question], game(), book)
                        statuses.add(book.verdict(clause.question, values).outcome.status)
                assert Status.CONTRADICTORY in statuses, (clause.id, target)


HOUSE = [
    ("turn_order", "", "clockwise"),
    ("goes_to", "outcome: {taken: Anna}", "pile"),
    ("next_leader", "leader: Anna, outcome: {taken: Bernat}", "Bernat"),
    ("next_leader", "leader: Anna, outcome: discarded", "Anna"),
    ("draws", "round: 1", 0),
    ("draws", "round: 2", 1),
    ("dealer", "leader: Anna", "Anna"),
    ("first_to_draw", "leader: Anna, outcome: discarded", "Anna"),
    ("first_to_draw", "leader: Anna, outcome: {taken: Bernat}", "Bernat"),
    ("short_bank", "bank: 0, drawers: 6", "as_far_as_it_goes"),
    ("without_cards", "holders: 2, seats: 3", "sits_out"),
    ("empty_handed_leader", "", "next_in_turn"),
    ("leftovers", "holders: 1", "pile"),
    ("outcome", bets("Anna Alegria", "Bernat Amor", "Carla Odi"), {"taken": "Bernat"}),
    (
        "game_winner",
        "scores: [{player: Anna, score: 3}, {player: Bernat, score: 3}, {player: Carla, score: 1}]",
        ["Anna", "Bernat"],
    ),
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("question", "situation", "expected"), HOUSE)
def test_the_house_leaves_nothing_open(edition: str, question: str, situation: str, expected: Any) -> None:
    assert answer(edition, question, situation, house=True) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_house_picks_a_reading_of_every_doubt_that_is_left(edition: str) -> None:
    """`pair_counts` is settled by the examples; `six_to_begin` arises only if the basic rules are not
    said of Pareo, `who_began` only if a lone Indecisión is no bet."""
    picked = {pick.doubt for pick in house_of(edition).picks}
    left = set(game().editions[edition].doubts) - picked
    assert left == {"ca": {"pair_counts", "six_to_begin"}, "es": {"who_began"}, "fr": set()}[edition]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("edition", EDITIONS)
def test_under_the_house_games_come_to_their_end(edition: str, players: int) -> None:
    played = simulate(
        load_project(ROOT),
        "emotrions",
        "standard",
        edition=edition,
        rulings=["house"],
        games=3,
        players=players,
    )
    assert (played.disputes, played.errors) == ((), ())
    assert list(played.ends.values()) == [3]
