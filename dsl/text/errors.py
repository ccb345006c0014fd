"""What is wrong with an input, as data: problems with a code, places, one sentence and help.

Whoever reads an input reports all its problems at once: `Collector` gathers them, and raises at the end.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import SequenceMatcher

from dsl.text.span import NOWHERE, Span

APOSTROPHES = "'’‘´`ʼ′"
_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


def fold(text: str) -> str:
    """`text` without what people leave out or vary when they type a name: case, accents, the sort of
    apostrophe, ligatures, the amount of white space. Articles stay."""
    plain = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
    bare = "".join(c for c in plain if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
    return " ".join(bare.casefold().translate(_LIGATURES).split())


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input.

    `code` is stable; `message` is one lower-case sentence with the user's own words in backticks; the
    first of `spans` is where it is wrong, the others are places it has to do with.
    """

    code: str
    message: str
    spans: tuple[Span, ...] = ()
    help: str | None = None

    def render(self) -> str:
        """`path:line:column: code: message`, further places and the help indented below."""
        known = [span for span in self.spans if span != NOWHERE]
        head = [_place(known[0])] if known else []
        lines = [": ".join([*head, self.code, self.message])]
        lines += [f"  see {_place(span)}" for span in known[1:]]
        if self.help is not None:
            lines += [f"  help: {self.help}"]
        return "\n".join(lines)

    @property
    def order(self) -> tuple[object, ...]:
        """A key that sorts problems by place, then by code and message."""
        span = next((span for span in self.spans if span != NOWHERE), NOWHERE)
        return (span.path, span.line, span.column, self.code, self.message)


def _place(span: Span) -> str:
    """`path:line:column`, without the line where the span is of a whole file."""
    return f"{span.path}:{span.line}:{span.column}" if span.line > 0 else span.path


class Portable(Exception):
    """An exception that another process can hand on as it is, whatever it is made from."""

    def __reduce__(self) -> tuple[object, ...]:
        return _received, (type(self), self.args, self.__dict__)


def _received(sort: type[Portable], args: tuple[object, ...], state: dict[str, object]) -> Portable:
    error = sort.__new__(sort, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ArbitreError(Portable):
    """Input that cannot be used, with everything that is wrong with it."""

    def __init__(self, *problems: Problem) -> None:
        assert problems, "an error has at least one problem"
        super().__init__(*problems)
        self.problems: tuple[Problem, ...] = problems

    def __str__(self) -> str:
        return "\n".join(problem.render() for problem in self.problems)


def fail(code: str, message: str, *spans: Span, help: str | None = None) -> ArbitreError:
    """The error of a single problem, to be raised."""
    return ArbitreError(Problem(code, message, spans, help))


class Collector:
    """Gathers problems, so that one run reports them all.

    ``with collector: …`` swallows an ArbitreError raised inside and keeps its problems; `check` raises
    what was gathered, sorted by place and each once.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, code: str, message: str, *spans: Span, help: str | None = None) -> None:
        """Notes a problem."""
        self.problems.append(Problem(code, message, spans, help))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Notes problems found elsewhere."""
        self.problems.extend(problems)

    def __enter__(self) -> "Collector":
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, ArbitreError):
            self.problems.extend(error.problems)
            return True
        return False

    def check(self) -> None:
        """Raises ArbitreError with the problems gathered, if any."""
        if self.problems:
            raise ArbitreError(*sorted(dict.fromkeys(self.problems), key=lambda p: p.order))


@contextmanager
def collect() -> Iterator[Collector]:
    """A collector for a block of work; at its end all problems gathered are raised together.

    ``with collect() as problems: … with problems: may_fail() …``. An ArbitreError that leaves the block
    itself joins those gathered before. Raises ArbitreError if there is any problem.
    """
    collector = Collector()
    with collector:
        yield collector
    collector.check()


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` was probably meant to be, whatever case and accents; None if none is
    near. Of several as near, one with the same consonants, then the first in order of the alphabet."""
    sought = fold(word)
    if not sought:
        return None
    best: tuple[float, float] = (0.6, 0.0)
    found = None
    for name in sorted(dict.fromkeys(known)):
        candidate = fold(name)
        if candidate == sought:
            return name
        matcher = SequenceMatcher(None, sought, candidate, autojunk=False)
        if matcher.real_quick_ratio() < best[0] or matcher.quick_ratio() < best[0]:
            continue
        likeness = (matcher.ratio(), _likeness(_consonants(sought), _consonants(candidate)))
        if likeness > best or (likeness == best and found is None):
            best, found = likeness, name
    return found


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _consonants(folded: str) -> str:
    return "".join(c for c in folded if c not in "aeiou")


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The help "did you mean `…`?", or None where nothing is near (or only the word itself)."""
    near = nearest(word, known)
    return None if near is None or near == word else f"did you mean `{near}`?"
