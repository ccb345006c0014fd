"""The passages of an edition's sources: of which variants they speak, and where something begins."""

from dsl.model import Edition, Printed
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
