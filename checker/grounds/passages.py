"""The passages of an edition's sources: of which variants they speak, and where something begins."""

from collections.abc import Collection

from dsl.model import Edition, Game, Printed
from dsl.text.source import Citation, Source


def cited_for(edition: Edition, variant: str, citation: Citation) -> bool:
    """Whether the words cited stand where the edition is about the variant."""
    text = edition.text_of(citation)
    return text is not None and speaks_of(text, variant, citation.start)


def speaks_of(text: Printed, variant: str, offset: int) -> bool:
    """Whether what stands at a place of the text is about the variant. What stands before the first part
    is about all of them; what is left out is about nothing."""
    part = text.part_at(offset)
    return part is None or (part.left_out is None and variant in part.variants)


def is_told_with(
    game: Game, variant: str, edition: Edition, citation: Citation, asked: Collection[str]
) -> bool:
    """Whether a claim of the text, which asks these questions, is told with the variant: of those about which
    the words cited stand, the one to which most of the questions belong, the first of as many. So it is told
    with one, whatever it asks."""
    text = edition.text_of(citation)
    if text is None or not speaks_of(text, variant, citation.start):
        return False
    part = text.part_at(citation.start)
    parts = text.parts if part is None else (part,)
    about = dict.fromkeys(name for each in parts for name in each.variants) or dict.fromkeys(game.variants)
    order = list(game.variants)

    def rank(name: str) -> tuple[int, int, str]:
        base, _, option = name.partition("+")
        questions = (game.questions[each] for each in asked)
        own = sum(q.variant == base and q.option in (None, option) for q in questions)
        return -own, order.index(base), option

    return variant == min(about, key=rank)


def beginnings(source: Source) -> list[tuple[int, int]]:
    """Where something of the source begins: its lines and its sentences, without the mark of a list."""
    found: list[tuple[int, int]] = []
    at = 0
    for line in source.text.split("\n"):
        found.append((at + len(line) - len(line.lstrip()), at + len(line)))
        at += len(line) + 1
    for sentence in source.sentences():
        found.append((sentence.start, sentence.end))
        marked = len(sentence.mark)
        rest = sentence.text[marked:]
        found.append((sentence.start + marked + len(rest) - len(rest.lstrip()), sentence.end))
    return sorted(set(found))
