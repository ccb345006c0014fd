"""Which passages of an edition's source speak of a variant."""

from dsl.model import Edition, Part


def part_at(edition: Edition, offset: int) -> Part | None:
    """The part of the source in which a place lies; None before the first."""
    before = [part for part in edition.parts if part.heading.start <= offset]
    return max(before, key=lambda part: part.heading.start, default=None)


def speaks_of(edition: Edition, variant: str, offset: int) -> bool:
    """Whether what stands at a place of the source is about the variant. What stands before the first part
    is about the edition as a whole; what is left out is about nothing."""
    part = part_at(edition, offset)
    return part is None or (part.left_out is None and variant in part.variants)
