"""What of a source an edition accounts for."""

from dataclasses import replace

from dsl.model import (
    Aside,
    Clause,
    Doubt,
    Edition,
    Example,
    Literal,
    Note,
    Orders,
    Part,
    Printed,
    Reading,
    Reference,
)
from dsl.model.coverage import Citer, State, cover
from dsl.text.source import Citation, Source
from dsl.types.types import BoolType
from tests.coverage import not_covered

TEXT = """Reglas

Cartas

1) Hay 36 cartas. Se reparten – seis – a cada uno.

· Otra frase más, y nada.

***

Pareo
No se juega. Nada.

Final
Gana Anna.
"""
SOURCE = Source("rules-src/t.txt", TEXT, "")
TRUE = Literal(type=BoolType(), value=True)


def cites(*quotes: str) -> tuple[Citation, ...]:
    return tuple(SOURCE.find(quote) for quote in quotes)


def clause(rule: str, *quotes: str) -> Clause:
    return Clause(
        id=f"es.{rule}.q",
        rule=rule,
        question="q",
        binds=(),
        under=(),
        exceptions=(),
        condition=TRUE,
        answer=Aside(),
        citations=cites(*quotes),
    )


def part(heading: str, left_out: str | None = None) -> Part:
    return Part(heading=SOURCE.find(heading), variants=("v",), left_out=left_out)


EMPTY = Edition(
    name="es",
    texts=(Printed(source=SOURCE),),
    doubts={},
    clauses=(),
    examples=(),
    notes=(),
    orders=(),
    references=(),
)
PARTS = (part("Final"), part("Cartas"), part("Pareo", "not transcribed"))


def states(edition: Edition) -> dict[str, State]:
    return {c.sentence.text: c.state for c in cover(edition)}


def test_without_citations_every_sentence_with_words_is_uncovered() -> None:
    found = cover(EMPTY)
    assert [c.sentence for c in found] == list(SOURCE.sentences())
    assert {c.state for c in found if c.sentence.text != "***"} == {State.UNCOVERED}
    assert states(EMPTY)["***"] == State.COVERED
    assert found[2].left == ("Hay 36 cartas.",)
    assert all(c.part is None for c in found)


def test_every_kind_of_citation_covers() -> None:
    reading = Reading(name="r", text="", value=None)
    doubt = Doubt(
        name="d",
        parameters=(),
        type=None,
        asks="?",
        readings=(reading, reading),
        citations=cites("Hay 36"),
    )
    edition = replace(
        EMPTY,
        texts=(Printed(source=SOURCE, parts=PARTS),),
        clauses=(clause("deck", "Hay 36 cartas."), clause("deck", "Hay 36 cartas.")),
        doubts={"d": doubt},
        examples=(Example(name="e", citations=cites("Gana Anna."), under=(), shows=(TRUE,)),),
        notes=(Note(name="n", citations=cites("Reglas")),),
        orders=(Orders(name="o", citations=cites("Se reparten", "seis"), steps=("deal",)),),
        references=(Reference(name="x", citations=cites("a cada uno"), to="y"),),
    )
    by = {c.sentence.text: c.cited_by for c in cover(edition)}
    assert by["1) Hay 36 cartas."] == (Citer(kind="rule", name="deck"), Citer(kind="doubt", name="d"))
    assert by["Reglas"] == (Citer(kind="note", name="n"),)
    assert by["Gana Anna."] == (Citer(kind="example", name="e"),)
    assert by["Cartas"] == (Citer(kind="part", name="Cartas"),)
    assert by["Se reparten – seis – a cada uno."] == (
        Citer(kind="orders", name="o"),
        Citer(kind="reference", name="x"),
    )
    assert [c.sentence.text for c in not_covered(edition)] == ["· Otra frase más, y nada."]


def test_marks_of_lists_and_punctuation_need_no_citation() -> None:
    edition = replace(EMPTY, clauses=(clause("a", "Hay 36 cartas", "Otra frase más", "y nada"),))
    assert states(edition)["1) Hay 36 cartas."] == State.COVERED
    assert states(edition)["· Otra frase más, y nada."] == State.COVERED


def test_a_digit_needs_a_citation() -> None:
    edition = replace(EMPTY, clauses=(clause("a", "Hay"), clause("b", "cartas.")))
    (found,) = (c for c in cover(edition) if c.sentence.mark == "1)")
    assert (found.state, found.left) == (State.PARTLY, ("36",))


def test_the_words_left_are_listed_as_printed() -> None:
    edition = replace(EMPTY, clauses=(clause("a", "frase"), clause("b", "a cada")))
    left = {c.sentence.text: c.left for c in cover(edition) if c.state is State.PARTLY}
    assert left == {
        "· Otra frase más, y nada.": ("Otra", "más, y nada."),
        "Se reparten – seis – a cada uno.": ("Se reparten – seis", "uno."),
    }


def test_a_part_reaches_to_the_next_in_the_order_of_the_text() -> None:
    edition = replace(EMPTY, texts=(Printed(source=SOURCE, parts=PARTS),))
    parts = {c.sentence.text: None if c.part is None else c.part.heading.quote for c in cover(edition)}
    assert parts["Reglas"] is None
    assert parts["Cartas"] == parts["· Otra frase más, y nada."] == "Cartas"
    assert parts["Pareo"] == parts["Nada."] == "Pareo"
    assert parts["Gana Anna."] == "Final"


def test_a_part_left_out_is_not_uncovered() -> None:
    found = states(replace(EMPTY, texts=(Printed(source=SOURCE, parts=PARTS),)))
    assert {found[text] for text in ("Pareo", "No se juega.", "Nada.")} == {State.LEFT_OUT}
    assert found["Gana Anna."] == State.UNCOVERED
    assert found["Cartas"] == State.COVERED


def test_a_sentence_in_which_a_part_left_out_begins_is_covered_up_to_there() -> None:
    inside = replace(EMPTY, texts=(Printed(source=SOURCE, parts=(part("seis", "not transcribed"),)),))
    (begins,) = (c for c in cover(inside) if c.sentence.text.startswith("Se reparten"))
    assert (begins.state, begins.left, begins.part) == (State.PARTLY, ("Se reparten",), None)
    covered = replace(inside, clauses=(clause("a", "Se reparten"),))
    assert states(covered)["Se reparten – seis – a cada uno."] == State.COVERED
    assert states(covered)["Gana Anna."] == State.LEFT_OUT


def test_a_citation_of_another_text_covers_nothing() -> None:
    elsewhere = replace(clause("a"), citations=(replace(SOURCE.find("Gana Anna."), source="other.txt"),))
    assert states(replace(EMPTY, clauses=(elsewhere,)))["Gana Anna."] == State.UNCOVERED


def test_removing_a_citation_uncovers_its_sentence() -> None:
    whole = replace(
        EMPTY,
        notes=tuple(
            Note(name=f"n{i}", citations=(SOURCE.find(s.text, None if TEXT.count(s.text) == 1 else 1),))
            for i, s in enumerate(SOURCE.sentences())
        ),
    )
    for i, sentence in enumerate(SOURCE.sentences()):
        fewer = replace(whole, notes=whole.notes[:i] + whole.notes[i + 1 :])
        left = [c.sentence.text for c in not_covered(fewer)]
        assert left == ([sentence.text] if sentence.text != "***" else [])
