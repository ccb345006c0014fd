"""What a finding tells beside what all have: one class a sort, closed by `Details`.

Each is plain data; `fields_of` gives it as JSON values, in the order in which reports write them. What a new
kind tells is a class here: where it is to be treated, the type checker says, since matches are exhaustive.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

Relation = Literal["apart", "wider", "narrower", "overlap"]
"""Of the answers of two editions: no answer in common; the first allows more; the second does; else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """Nothing beside what all findings tell."""


NOTHING = Nothing()


# ------------------------------------------------------------------ what editions answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """No rule answers. `by_default`: a default does; `alike`: it answers as the others do, everywhere."""

    by_default: bool = False
    alike: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubted:
    """A doubt of which several readings matter to these questions. `unsaid`: it is about a point without
    words; `left`: how many readings are left, where some are struck out."""

    unsaid: bool
    questions: tuple[str, ...]
    left: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOpen:
    """A rule leaves several answers open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """How the answers of two editions lie to each other."""

    relation: Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpliedException:
    """A contradiction that an implied exception prevents: of this clause, to those."""

    clause: str
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingStep:
    """A step of the flow that no words order. `entered_by`: questions on its way to which the edition has no
    clause."""

    step: str
    text: str
    entered_by: tuple[str, ...]


# ------------------------------------------------------------------ claims


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The values on both sides of a comparison, as JSON."""

    left: object
    right: object


@dataclass(frozen=True, slots=True, kw_only=True)
class InSituation:
    """A claim fails for these values. `derivable`: whether the rules say that it does (else they do not say
    that it holds)."""

    values: Mapping[str, object]
    situation: str
    sides: Sides | None = None
    derivable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class InPlay:
    """A claim fails at the end of this log, of so many games for each number of players. `agreed`: questions
    on which the table had agreed."""

    players: int
    seed: int
    plays: int
    agreed: tuple[str, ...]
    log: str
    sides: Sides | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
    """What a player chooses on the way round, and which values."""

    player: str
    choice: str
    values: tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasso:
    """A game that comes back to where it was: after event `last` all is as after event `first`, but for the
    counters `differ`. `claim`: what fails by it."""

    claim: Literal["ends", "never returns"]
    players: int
    first: int
    last: int
    done: tuple[Doing, ...]
    drawn: tuple[str, ...]
    shuffled: tuple[str, ...]
    shuffles: int
    differ: tuple[str, ...]
    agreed: tuple[str, ...]
    log: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoEnd:
    """Whatever happens, no game ends: one of them."""

    players: int
    log: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shut:
    """A position from which nothing leads to an end. `stuck`: why play cannot go on there, if it cannot."""

    players: int
    event: int
    stuck: str | None
    agreed: tuple[str, ...]
    log: str


Shown = InSituation | InPlay | Lasso | NoEnd | Shut
"""By what a claim is shown not to hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenClaim:
    """A property of the game, or a consequence that the text draws (`drawn`), does not hold. `instead`: what
    the rules give; `asked`: what was asked, with the answers, as JSON."""

    name: str
    drawn: bool
    text: str
    instead: str
    asked: Sequence[Mapping[str, object]]
    shown: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedExample:
    """What a printed example shows, and what the rules give instead."""

    derivable: bool
    example: str
    shows: str
    instead: str
    sides: Sides | None
    asked: Sequence[Mapping[str, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashingExamples:
    """Printed examples each of which holds by some reading, and all by none."""

    examples: str
    shows: str


# ------------------------------------------------------------------ play


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortStep:
    """A step that takes more cards than there are, with so many players."""

    players: tuple[int, ...]
    step: str
    text: str
    zone: str
    needed: int
    there: int
    card: object
    plays: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FailingGame:
    """A game in which the specification fails."""

    players: int
    event: int
    agreed: tuple[str, ...]
    agreed_on: tuple[str, ...]
    log: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FailingExample:
    """A printed example in which the specification fails."""

    example: str
    shows: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecFailure:
    """Where the specification fails: in what was `asked`; in a game or an example, if in one."""

    code: str
    message: str
    place: str | None
    asked: str | None = None
    met: FailingGame | FailingExample | None = None


# ------------------------------------------------------------------ words


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingReference:
    """What a text refers to and does not contain. (Several names, where an entry tells them together.)"""

    to: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UncoveredSentence:
    """A sentence that nothing takes up; `partly`: what is `left` of it."""

    sentence: str
    line: int
    partly: bool
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedWords:
    """What cites words that have changed: a rule, doubt, example …, at a line of a file."""

    sort: str
    name: str
    message: str
    help: str
    path: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleException:
    """An implied exception that prevents nothing."""

    exception: str
    targets: tuple[str, ...]
    place: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRuling:
    """What is wrong with rulings of this name."""

    code: str
    rulings: str
    message: str
    place: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralNames:
    """One thing under these names."""

    case: str
    names: tuple[str, ...]


Details = (
    Nothing
    | Unanswered
    | Doubted
    | LeftOpen
    | Apart
    | ImpliedException
    | MissingStep
    | BrokenClaim
    | FailedExample
    | ClashingExamples
    | ShortStep
    | SpecFailure
    | MissingReference
    | UncoveredSentence
    | ChangedWords
    | IdleException
    | BadRuling
    | SeveralNames
)


# ------------------------------------------------------------------ as JSON


def fields_of(details: Details) -> dict[str, object]:
    """The details as JSON values. What is not known is left out."""
    match details:
        case Nothing():
            return {}
        case Unanswered(by_default=by_default, alike=alike):
            return {"sort": "default" if by_default else "silent", **({"alike": True} if alike else {})}
        case Doubted():
            sort = "unsaid" if details.unsaid else "readings"
            return {"sort": sort, "questions": list(details.questions), **_unless_none(left=details.left)}
        case LeftOpen():
            return {"sort": "open"}
        case Apart(relation=relation):
            return {"relation": relation}
        case ImpliedException(clause=clause, targets=targets):
            return {"exception": {"clause": clause, "targets": list(targets)}}
        case MissingStep():
            named = {"sort": "step", "step": details.step, "text": details.text}
            return {**named, "entered_by": list(details.entered_by)}
        case BrokenClaim() | FailedExample() | ClashingExamples():
            return _of_claim(details)
        case ShortStep() | SpecFailure():
            return _of_play(details)
        case _:
            return _of_words(details)


def _of_claim(details: BrokenClaim | FailedExample | ClashingExamples) -> dict[str, object]:
    match details:
        case BrokenClaim():
            return {
                "consequence" if details.drawn else "property": details.name,
                "text": details.text,
                "instead": details.instead,
                "asked": list(details.asked),
                **_of_shown(details.shown),
            }
        case FailedExample():
            return {
                "sort": "false" if details.derivable else "not-derivable",
                "example": details.example,
                "shows": details.shows,
                "instead": details.instead,
                **_of_sides(details.sides),
                "asked": list(details.asked),
            }
        case ClashingExamples(examples=examples, shows=shows):
            return {"sort": "together", "example": examples, "shows": shows}
        case _:
            assert_never(details)


def _of_shown(shown: Shown) -> dict[str, object]:
    match shown:
        case InSituation():
            fails = {} if shown.derivable else {"derivable": False}
            values = {"values": dict(shown.values), "situation": shown.situation}
            return {**values, **_of_sides(shown.sides), **fails}
        case InPlay():
            played = {"players": shown.players, "seed": shown.seed, "plays": shown.plays}
            return {**played, "agreed": list(shown.agreed), "log": shown.log, **_of_sides(shown.sides)}
        case Lasso():
            return _of_lasso(shown)
        case NoEnd(players=players, log=log):
            return {"sort": "cannot end", "players": players, "log": log}
        case Shut():
            return {
                "sort": "cannot end from",
                "players": shown.players,
                "event": shown.event,
                "stuck": shown.stuck,
                "agreed": list(shown.agreed),
                "log": shown.log,
            }
        case _:
            assert_never(shown)


def _of_lasso(lasso: Lasso) -> dict[str, object]:
    return {
        "sort": "returns",
        "claim": lasso.claim,
        "players": lasso.players,
        "from": lasso.first,
        "to": lasso.last,
        "choices": [{"player": each.player, "choice": each.choice} for each in lasso.done],
        "done": [
            {"player": each.player, "choice": each.choice, "values": list(each.values)} for each in lasso.done
        ],
        "drawn": list(lasso.drawn),
        "shuffled": list(lasso.shuffled),
        "shuffles": lasso.shuffles,
        "differ": list(lasso.differ),
        "agreed": list(lasso.agreed),
        "log": lasso.log,
    }


def _of_sides(sides: Sides | None) -> dict[str, object]:
    return {} if sides is None else {"left": sides.left, "right": sides.right}


def _of_play(details: ShortStep | SpecFailure) -> dict[str, object]:
    match details:
        case ShortStep():
            return {
                "players": list(details.players),
                "step": details.step,
                "text": details.text,
                "zone": details.zone,
                "needed": details.needed,
                "there": details.there,
                **_unless_none(card=details.card),
                "plays": details.plays,
            }
        case SpecFailure():
            what = {"code": details.code, "message": details.message, "place": details.place}
            return {**what, **_of_met(details)}
        case _:
            assert_never(details)


def _of_met(details: SpecFailure) -> dict[str, object]:
    match details.met:
        case None:
            return {"asked": details.asked}
        case FailingExample(example=example, shows=shows):
            return {"example": example, "shows": shows, "asked": details.asked}
        case FailingGame() as game:
            return {
                "asked": details.asked,
                "players": game.players,
                "event": game.event,
                "agreed": list(game.agreed),
                "agreed_on": list(game.agreed_on),
                "log": game.log,
            }
        case _:
            assert_never(details.met)


_Words = MissingReference | UncoveredSentence | ChangedWords | IdleException | BadRuling | SeveralNames


def _of_words(details: _Words) -> dict[str, object]:
    match details:
        case MissingReference(to=to):
            return {"to": to[0] if len(to) == 1 else list(to)}
        case UncoveredSentence():
            told = {"sentence": details.sentence, "line": details.line}
            return {**told, "partly": details.partly, "left": list(details.left)}
        case ChangedWords():
            return {
                "sort": details.sort,
                "name": details.name,
                "message": details.message,
                "help": details.help,
                "path": details.path,
                "line": details.line,
            }
        case IdleException():
            special = {"exception": details.exception, "targets": list(details.targets)}
            return {**special, "place": details.place}
        case BadRuling():
            what = {"code": details.code, "rulings": details.rulings}
            return {**what, "message": details.message, "place": details.place}
        case SeveralNames(case=case, names=names):
            return {"case": case, "names": list(names)}
        case _:
            assert_never(details)


def _unless_none(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def log_of(details: Details) -> str | None:
    """The game that gets there, as a log; None where there is none."""
    match details:
        case BrokenClaim(shown=InPlay(log=log) | Lasso(log=log) | NoEnd(log=log) | Shut(log=log)):
            return log
        case SpecFailure(met=FailingGame(log=log)):
            return log
        case _:
            return None
