"""Programs are generated from seeds that are the same whatever else was loaded or run before."""

from collections.abc import Callable
from random import Random


def each_seed(law: Callable[[int], None], number: int) -> None:
    """Holds the law against so many seeds; a seed that breaks it is named."""
    chance = Random(law.__qualname__)
    for _ in range(number):
        seed = chance.getrandbits(48)
        try:
            law(seed)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
