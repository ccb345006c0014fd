"""Which passages of an edition's sources speak of a variant."""

from dsl.model import Edition, Printed
from dsl.source import Citation


def cited_for(edition: Edition, variant: str, citation: Citation) -> bool:
    """Whether the words cited stand where the edition is about the variant."""
    text = edition.text_of(citation)
    return text is not None and speaks_of(text, variant, citation.start)


def speaks_of(text: Printed, variant: str, offset: int) -> bool:
    """Whether what stands at a place of the text is about the variant. What stands before the first part
    is about all of them; what is left out is about nothing."""
    part = text.part_at(offset)
    return part is None or (part.left_out is None and variant in part.variants)
