"""How much is worked out, counted in steps and not by a clock: what is cut off is the same on every machine.

A step is a thing gone through by a quantifier, a count, a list built and the like; a card laid in a row that
is looked for; a question answered. Steps of the whole process are counted: what one thing takes is a
difference.
"""

from dataclasses import dataclass

COSTLY = 100
"""So many steps count as much as one statement carried out, where both are counted together."""


@dataclass(slots=True)
class Work:
    """The steps counted so far; `most`: up to where a search that asks for it may go on."""

    steps: int = 0
    most: int | None = None

    def since(self, before: int) -> int:
        """What was done since there were so many steps, in statements, beyond the first."""
        return (self.steps - before) // COSTLY


WORK = Work()
