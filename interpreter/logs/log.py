"""Logs of games: reading and writing their text. What the events mean is `interpreter.replay`'s concern.

One YAML or JSON document a game: a head, and events in order (docs/logs.md). Values stay nodes of text with
their places, since only play knows what type is due.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from dsl.text.errors import ArbitreError, Collector, Problem, did_you_mean, fail
from dsl.text.span import Span
from interpreter.logs.writer import FORMAT, HIDDEN, document_text, event_text, flow_text, head_text
from interpreter.runtime import yamltext
from interpreter.runtime.rng import RNG, SEEDS
from interpreter.runtime.yamltext import Chunk, Node, Scalar, Sequence, parse_partly, split_documents

__all__ = ["HIDDEN", "Log", "document_text", "event_text", "flow_text", "head_text", "read_log", "read_logs"]

_HEAD = (
    "arbitre", "game", "edition", "rulings", "players", "given", "hands", "seed", "rng", "stock",
    "readings", "options", "deck", "specification", "events",
)  # fmt: skip
_BEGINS = re.compile(r"arbitre\s*:")
_EVENT = re.compile(r"( *)- ")
_WHOLE = re.compile(r"[0-9]{1,18}")


# ------------------------------------------------------------------ what a log holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a log says of its game before the first event. `setting`: all that its `game` says, GAME/VARIANT
    and what follows a `+`; `options`: those that have a key of their own; `given`: values of the flow's
    parameters; `hands`, `stock`: what is known of the cards; `seed`: of the algorithm of chance; `deck`: the
    name of the one played with."""

    game: str
    variant: str
    players: tuple[str, ...]
    setting: str = ""
    options: tuple[Scalar, ...] = ()
    edition: str | None = None
    rulings: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    given: "yamltext.Mapping | None" = None
    hands: "yamltext.Mapping | None" = None
    stock: Sequence | Scalar | None = None
    seed: int | None = None
    deck: str | None = None
    specification: str | None = None
    spans: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event: `number` from 1, and its place."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveEvent(Event):
    """A player's choice."""

    player: Scalar
    name: Scalar
    value: Node

    @property
    def hidden(self) -> bool:
        """Whether it may stand for a choice in secret that is not told yet."""
        return isinstance(self.value, Scalar) and self.value.text == HIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealEvent(Event):
    """What a player had chosen in secret."""

    name: Scalar
    of: Scalar
    value: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEvent(Event):
    """What the table says: the answer to a question, or a player's score (`of`). `given`: the situation,
    where it is not the one just met."""

    question: Scalar
    of: Scalar | None
    value: Node
    given: "yamltext.Mapping | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedEvent(Event):
    """An answer on which the table agreed; `given`: in a situation that is written out."""

    question: Scalar
    value: Node
    given: "yamltext.Mapping | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEvent(Event):
    """An automatic step of the flow."""

    label: Scalar
    of: Scalar | None
    value: Node | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceEvent(Event):
    """What chance gave."""

    name: Scalar
    value: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleEvent(Event):
    """How a zone (`of` a player) lies once it was shuffled, from the top; not all cards need be told."""

    zone: Scalar
    of: Scalar | None
    value: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoEvent(Event):
    """The last `count` events are taken back."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BadEvent(Event):
    """An event that cannot be understood."""

    problem: Problem


PlayEvent = MoveEvent | RevealEvent | ClaimEvent | AgreedEvent | StepEvent | ChanceEvent | ShuffleEvent
AnyEvent = PlayEvent | UndoEvent | BadEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """A log that could be read: `cut` says where its text breaks off or is wrong; `strange` are keys of the
    head that mean nothing, and other small things that lenient reading leaves out."""

    path: str
    first_line: int
    head: Head
    events: tuple[AnyEvent, ...]
    cut: Problem | None = None
    strange: tuple[Problem, ...] = ()


# ------------------------------------------------------------------ reading


def read_logs(lines: Iterable[str], path: str) -> Iterator[Log | ArbitreError]:
    """The logs of a file, one by one; for one whose head cannot be read, the error instead."""
    empty = True
    for chunk in split_documents(lines, _BEGINS):
        empty = False
        try:
            yield read_log(chunk, path)
        except ArbitreError as error:
            yield error
    if empty:
        yield fail("malformed", "there is no log in it", Span(path, 1, 1, 1, 1))


def read_log(text: str | Chunk, path: str = "") -> Log:
    """The log in one document. Raises ArbitreError where its head cannot be read."""
    chunk = Chunk(text, 1) if isinstance(text, str) else text
    start = Span(path, chunk.first_line, 1, chunk.first_line, 1)
    if chunk.too_long:
        raise fail("malformed", "the document is larger than 16 MB", start)
    parsed = parse_partly(chunk.text, path, chunk.first_line)
    spoilt: dict[int, Problem] = {}
    if parsed.problem is not None:
        text, spoilt = _without_spoilt(chunk.text, path, chunk.first_line)
        parsed = parse_partly(text, path, chunk.first_line) if spoilt else parsed
    root = parsed.node
    if not isinstance(root, yamltext.Mapping):
        raise ArbitreError(parsed.problem or Problem("malformed", "a log is a mapping", (start,)))
    listed = root.get("events")
    if parsed.problem is not None and not isinstance(listed, Sequence):
        raise ArbitreError(parsed.problem)
    strange = Collector()
    head = _Head(root, strange).read()
    if listed is None:
        raise fail("malformed", "the log has no `events`", root.span)
    if not isinstance(listed, Sequence):
        if not listed.is_null if isinstance(listed, Scalar) else True:
            raise fail("malformed", "the `events` are a list", listed.span)
        listed = Sequence((), listed.span)
    cut = parsed.problem
    whole = [item for item in listed.items if getattr(item, "complete", True)]
    if whole and isinstance(whole[-1], Scalar) and whole[-1].is_null:
        cut = cut or Problem("malformed", "an event was to come here", (whole[-1].span,))
        whole.pop()
    events = tuple(_event(number, item, spoilt) for number, item in enumerate(whole, 1))
    if chunk.unparted:
        strange.add("malformed", "nothing parts this log from the one before: a line `---`", start)
    return Log(
        path=path,
        first_line=chunk.first_line,
        head=head,
        events=events,
        cut=cut,
        strange=tuple(strange.problems),
    )


class _Head:
    """Reads the head of a log; all its mistakes are reported at once."""

    def __init__(self, root: "yamltext.Mapping", strange: Collector) -> None:
        self.root = root
        self.problems = Collector()
        self.strange = strange

    def read(self) -> Head:
        for key, _ in self.root.entries:
            if key.text not in _HEAD:
                message = f"a log has no `{key.text}`"
                self.strange.add("malformed", message, key.span, help=did_you_mean(key.text, _HEAD))
        self._format()
        game, variant = self._game()
        head = Head(
            game=game,
            variant=variant,
            players=self._players(),
            setting=self._text("game") or "",
            options=self._names("options"),
            edition=self._text("edition"),
            rulings=tuple(name.text for name in self._names("rulings")),
            readings=self._readings(),
            given=self._mapping("given"),
            hands=self._mapping("hands"),
            stock=self._stock(),
            seed=self._seed(),
            deck=self._deck(),
            specification=self._text("specification"),
            spans={key.text: value.span for key, value in self.root.entries},
        )
        known = [key for key in ("hands", "seed", "stock") if self._there(key)]
        if len(known) > 1:
            message = f"`{known[0]}` and `{known[1]}` say what the cards are: one of them is enough"
            self.problems.add("malformed", message, head.spans[known[1]])
        self.problems.check()
        return head

    def _there(self, key: str) -> bool:
        node = self.root.get(key)
        return node is not None and not (isinstance(node, Scalar) and node.is_null)

    def _text(self, key: str) -> str | None:
        node = self.root.get(key)
        if node is None or not self._there(key):
            return None
        if not isinstance(node, Scalar):
            self.problems.add("malformed", f"`{key}` is a word", node.span)
            return None
        return node.text

    def _number(self, key: str) -> int | None:
        text = self._text(key)
        if text is None:
            return None
        if not _WHOLE.fullmatch(text):
            node = self.root.get(key)
            assert node is not None
            self.problems.add("malformed", f"`{key}` is a whole number, from 0 on", node.span)
            return None
        return int(text)

    def _format(self) -> None:
        node = self.root.get("arbitre")
        if node is None:
            message = "this is no log: it does not begin with `arbitre: 1`"
            self.problems.add("malformed", message, self.root.span)
        elif not (isinstance(node, Scalar) and node.text == str(FORMAT)):
            self.problems.add("malformed", f"this format of log is not known (`{FORMAT}` is)", node.span)

    def _deck(self) -> str | None:
        node = self.root.get("deck")
        return None if node is None or _is_empty(node) else self._text("deck")

    def _game(self) -> tuple[str, str]:
        text = self._text("game")
        game, slash, variant = (text or "").partition("+")[0].strip().partition("/")
        if not (game and slash and variant):
            node = self.root.get("game")
            span = self.root.span if node is None else node.span
            self.problems.add("malformed", "a log says its `game`, as GAME/VARIANT", span)
        return game, variant

    def _players(self) -> tuple[str, ...]:
        node = self.root.get("players")
        if not isinstance(node, Sequence):
            span = self.root.span if node is None else node.span
            self.problems.add("malformed", "a log lists its `players`", span)
            return ()
        names: list[str] = []
        for item in node.items:
            name = unicodedata.normalize("NFC", item.text) if isinstance(item, Scalar) else ""
            if not name:
                self.problems.add("malformed", "a player has a name", item.span)
            elif name in names:
                self.problems.add("malformed", f"`{name}` is at the table twice", item.span)
            else:
                names.append(name)
        return tuple(names)

    def _names(self, key: str) -> tuple[Scalar, ...]:
        node = self.root.get(key)
        if node is None or not self._there(key):
            return ()
        items = node.items if isinstance(node, Sequence) else (node,)
        if not all(isinstance(item, Scalar) for item in items):
            self.problems.add("malformed", f"`{key}` are names", node.span)
        return tuple(item for item in items if isinstance(item, Scalar))

    def _readings(self) -> Mapping[str, str]:
        node = self._mapping("readings")
        found: dict[str, str] = {}
        for key, value in () if node is None else node.entries:
            if isinstance(value, Scalar):
                found[key.text] = value.text
            else:
                self.problems.add("malformed", f"the reading of `{key.text}` is a name", value.span)
        return found

    def _mapping(self, key: str) -> "yamltext.Mapping | None":
        node = self.root.get(key)
        if node is None or not self._there(key):
            return None
        if not isinstance(node, yamltext.Mapping):
            self.problems.add("malformed", f"`{key}` is a mapping", node.span)
            return None
        return node

    def _stock(self) -> Sequence | Scalar | None:
        node = self.root.get("stock")
        if node is None or not self._there("stock"):
            return None
        if isinstance(node, yamltext.Mapping):
            self.problems.add("malformed", "`stock` is a list, from the top", node.span)
            return None
        return node

    def _seed(self) -> int | None:
        seed, rng = self._number("seed"), self._number("rng")
        if seed is not None and seed >= SEEDS:
            self.problems.add("malformed", f"a seed is less than {SEEDS}", self._span("seed"))
        if seed is not None and rng != RNG:
            message = f"a `seed` needs its `rng`, which is `{RNG}`"
            self.problems.add("malformed", message, self._span("rng" if self._there("rng") else "seed"))
        return seed

    def _span(self, key: str) -> Span:
        node = self.root.get(key)
        assert node is not None
        return node.span


def _is_empty(node: Node) -> bool:
    match node:
        case Scalar():
            return node.is_null
        case Sequence(items):
            return not items
        case yamltext.Mapping(entries):
            return not entries


_SHAPES: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    # by the key that tells them: what must and may be there besides
    "claim": (frozenset({"is"}), frozenset({"of", "given"})),
    "agreed": (frozenset({"is"}), frozenset({"given"})),
    "reveal": (frozenset({"of", "is"}), frozenset()),
    "step": (frozenset(), frozenset({"of", "is"})),
    "shuffle": (frozenset({"is"}), frozenset({"of"})),
    "undo": (frozenset(), frozenset()),
}


def _without_spoilt(text: str, path: str, first_line: int) -> tuple[str, dict[int, Problem]]:
    """The text with each event that cannot be read by itself (a stray brace) put out, and by the line of each
    what is wrong with it. The last is left: there, the log breaks off."""
    lines = text.splitlines(keepends=True)
    found = [(n, match.group(1)) for n, line in enumerate(lines) if (match := _EVENT.match(line))]
    begins = [n for n, indent in found if indent == found[0][1]]
    spoilt: dict[int, Problem] = {}
    for begin, end in pairwise(begins):
        problem = parse_partly("".join(lines[begin:end]), path, first_line + begin).problem
        if problem is not None:
            spoilt[first_line + begin] = problem
            lines[begin:end] = [found[0][1] + "- spoilt\n", *["\n"] * (end - begin - 1)]
    return "".join(lines), spoilt


def _event(number: int, node: Node, spoilt: Mapping[int, Problem]) -> AnyEvent:
    """The event that `node` writes; a BadEvent with the reason where it is none."""
    if node.span.line in spoilt:
        return BadEvent(number=number, span=node.span, problem=spoilt[node.span.line])
    try:
        return _understood(number, node)
    except ArbitreError as error:
        return BadEvent(number=number, span=node.span, problem=error.problems[0])


def _understood(number: int, node: Node) -> AnyEvent:
    if not isinstance(node, yamltext.Mapping) or not node.entries:
        raise fail("malformed", "an event is a mapping, as {player: …, NAME: …}", node.span)
    where = node.span
    kind = next((key for key in _SHAPES if node.get(key) is not None), None)
    if kind is not None and node.get("player") is None:
        _check_keys(node, kind)
        return _kinds(number, node, kind)
    player = node.get("player")
    others = [(key, value) for key, value in node.entries if key.text != "player"]
    if len(others) != 1:
        message = "an event has one thing besides the player" if player else "this is no event that is known"
        raise fail("malformed", message, others[1][0].span if len(others) > 1 else where)
    ((name, value),) = others
    if player is None:
        return ChanceEvent(number=number, span=where, name=name, value=value)
    return MoveEvent(number=number, span=where, player=_word(player), name=name, value=value)


def _kinds(number: int, node: "yamltext.Mapping", kind: str) -> AnyEvent:
    where = node.span
    told, of, value = node.get(kind), node.get("of"), node.get("is")
    assert told is not None
    word = _word(told)
    whose = None if of is None else _word(of)
    match kind:
        case "claim":
            given = _given(node)
            assert value is not None
            return ClaimEvent(number=number, span=where, question=word, of=whose, value=value, given=given)
        case "agreed":
            assert value is not None
            given = _given(node)
            return AgreedEvent(number=number, span=where, question=word, value=value, given=given)
        case "reveal":
            assert value is not None and whose is not None
            return RevealEvent(number=number, span=where, name=word, of=whose, value=value)
        case "shuffle":
            assert value is not None
            return ShuffleEvent(number=number, span=where, zone=word, of=whose, value=value)
        case "step":
            return StepEvent(number=number, span=where, label=word, of=whose, value=value)
        case _:
            if not _WHOLE.fullmatch(word.text) or int(word.text) < 1:
                raise fail("malformed", "`undo` takes back a number of events, 1 or more", word.span)
            return UndoEvent(number=number, span=where, count=int(word.text))


def _given(node: "yamltext.Mapping") -> "yamltext.Mapping | None":
    given = node.get("given")
    if given is not None and not isinstance(given, yamltext.Mapping):
        raise fail("malformed", "`given` is a mapping of the question's parameters", given.span)
    return given


def _check_keys(node: "yamltext.Mapping", kind: str) -> None:
    must, may = _SHAPES[kind]
    for key, _ in node.entries:
        if key.text != kind and key.text not in must | may:
            known = sorted({kind} | must | may)
            help = did_you_mean(key.text, known)
            raise fail("malformed", f"a `{kind}` has no `{key.text}`", key.span, help=help)
    for needed in sorted(must):
        if node.get(needed) is None:
            raise fail("malformed", f"this `{kind}` lacks its `{needed}`", node.span)


def _word(node: Node) -> Scalar:
    if not isinstance(node, Scalar) or node.text == "":
        raise fail("malformed", "a name is wanted here", node.span)
    return node
