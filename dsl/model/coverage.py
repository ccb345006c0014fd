"""What of its sources an edition accounts for, sentence by sentence."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from dsl.model import Edition, Part, Printed
from dsl.text.source import Citation, Sentence, Source

_WORD = re.compile(r"\S+")


class State(Enum):
    """How much of a sentence is accounted for."""

    COVERED = "covered"
    PARTLY = "partly"
    UNCOVERED = "uncovered"
    LEFT_OUT = "left out"


Kind = Literal["part", "rule", "doubt", "example", "consequence", "note", "orders", "reference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Citer:
    """Something of an edition that cites words; a part is named by its heading."""

    kind: Kind
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A sentence of a source, the part it begins in (None before the first: it belongs to the edition as a
    whole), what cites words of it, and the passages of it that nothing cites (`left`: none where it is
    covered or left out, all of it where it is uncovered)."""

    source: Source
    sentence: Sentence
    part: Part | None
    state: State
    cited_by: tuple[Citer, ...]
    left: tuple[str, ...]


def cover(edition: Edition) -> tuple[Covered, ...]:
    """Every sentence of the edition's sources, one source after the other, in order."""
    return tuple(covered for text in edition.texts for covered in cover_text(edition, text))


def cover_text(edition: Edition, printed: Printed) -> tuple[Covered, ...]:
    """Every sentence of one of the edition's texts, in order.

    A sentence is covered if citations together have every letter and digit of it, marks of a list
    apart. What lies in a part that is left out needs no citation.
    """
    source = printed.source
    text = source.text
    cited = bytearray(len(text))
    citations = [(citer, c) for citer, c in _citations(edition) if c.source == source.path]
    for _, citation in citations:
        cited[citation.start : citation.end] = b"\x01" * (citation.end - citation.start)
    parts = sorted(printed.parts, key=lambda part: part.heading.start)
    starts = [part.heading.start for part in parts]
    left_out = bytearray(len(text))
    for part, end in zip(parts, [*starts, len(text)][1:], strict=True):
        if part.left_out is not None:
            left_out[part.heading.start : end] = b"\x01" * (end - part.heading.start)

    result = []
    for sentence in source.sentences():
        at = bisect_right(starts, sentence.start)
        citers = (citer for citer, c in citations if c.start < sentence.end and c.end > sentence.start)
        state, left = _judge(text, sentence, cited, left_out)
        result.append(
            Covered(
                source=source,
                sentence=sentence,
                part=parts[at - 1] if at > 0 else None,
                state=state,
                cited_by=tuple(dict.fromkeys(citers)),
                left=left,
            )
        )
    return tuple(result)


def is_left(covered: Covered) -> bool:
    """Whether something of the sentence is left that nothing cites."""
    return covered.state in (State.PARTLY, State.UNCOVERED)


def _citations(edition: Edition) -> Iterator[tuple[Citer, Citation]]:
    """Every citation of the edition, with what cites."""
    for part in (part for text in edition.texts for part in text.parts if part.heading.quote):
        yield Citer(kind="part", name=" ".join(part.heading.quote.split())), part.heading
    named: list[tuple[Kind, str, Iterable[Citation]]] = [
        *(("rule", clause.rule, clause.citations) for clause in edition.clauses),
        *(("doubt", doubt.name, doubt.citations) for doubt in edition.doubts.values()),
        *(("example", example.name, example.citations) for example in edition.examples),
        *(("consequence", drawn.name, drawn.citations) for drawn in edition.consequences),
        *(("note", note.name, note.citations) for note in edition.notes),
        *(("orders", orders.name, orders.citations) for orders in edition.orders),
        *(("reference", reference.name, reference.citations) for reference in edition.references),
    ]
    for kind, name, citations in named:
        for citation in citations:
            yield Citer(kind=kind, name=name), citation


def _judge(
    text: str, sentence: Sentence, cited: bytearray, left_out: bytearray
) -> tuple[State, tuple[str, ...]]:
    """How much of a sentence is accounted for, and the passages left."""
    begin = sentence.start + len(sentence.mark)
    letters = [i for i in range(begin, sentence.end) if text[i].isalnum()]
    needed = [i for i in letters if not left_out[i]]
    missing = frozenset(i for i in needed if not cited[i])
    if not needed and left_out[sentence.start]:
        return State.LEFT_OUT, ()
    if not missing:
        return State.COVERED, ()
    state = State.UNCOVERED if len(missing) == len(letters) else State.PARTLY
    return state, _passages(text, begin, sentence.end, missing)


def _passages(text: str, start: int, end: int, missing: frozenset[int]) -> tuple[str, ...]:
    """The runs of words that have a letter of `missing`, as printed, white space squeezed."""
    passages: list[tuple[int, int]] = []
    going_on = False
    for word in _WORD.finditer(text, start, end):
        places = range(word.start(), word.end())
        if any(i in missing for i in places):
            begin = passages.pop()[0] if going_on else word.start()
            passages.append((begin, word.end()))
            going_on = True
        elif any(text[i].isalnum() for i in places):
            going_on = False
    return tuple(" ".join(text[begin:stop].split()) for begin, stop in passages)
