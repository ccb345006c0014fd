"""Which sentences of an edition nothing cites, in whole or in part."""

from dsl.model import Edition
from dsl.model.coverage import Covered, cover, is_left


def not_covered(edition: Edition) -> tuple[Covered, ...]:
    """The sentences of which something is left that nothing cites."""
    return tuple(covered for covered in cover(edition) if is_left(covered))
