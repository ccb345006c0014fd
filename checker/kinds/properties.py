"""property: what a sane game should have, and an edition breaks.

Claims about situations are enumerated where there are few: broken, proved, or vacuous. Where there are
many, the claim is left for the solver. Claims about play are tested in games played at random: broken, or
merely checked in so many games. (For claims that play ends, see `kinds.ends`.)
"""

from dataclasses import dataclass

from checker.findings import Finding
from checker.kinds.claims_of_play import PLAYS, Checked, in_play
from checker.kinds.claims_of_situations import LIMIT, Result, for_all_small
from checker.panel import Panel
from dsl.model import Ends, ForAll, Property

__all__ = ["LIMIT", "PLAYS", "Checked", "Result", "Results", "of_variant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What became of the properties; `to_solve` are those left for the solver, with the edition."""

    results: tuple[Result, ...]
    checked: tuple[Checked, ...]
    to_solve: tuple[tuple[Property, str], ...]


def of_variant(panel: Panel, variant: str, limit: int = LIMIT, plays: int = PLAYS) -> Results:
    """Every property of the game for the variant, edition by edition. Raises ArbitreError."""
    results: list[Result] = []
    checked: list[Checked] = []
    to_solve: list[tuple[Property, str]] = []
    concerned = [p for p in panel.game.properties if p.variant in (None, variant)]
    for edition in panel.editions:
        for prop in concerned:
            if isinstance(prop.claim, ForAll):
                result = for_all_small(panel, variant, edition, prop, prop.claim, limit)
                if result is None:
                    to_solve.append((prop, edition.name))
                else:
                    results.append(result)
        of_play = [(p, p.claim) for p in concerned if not isinstance(p.claim, ForAll | Ends)]
        for played in in_play(panel, variant, edition, of_play, plays):
            if isinstance(played, Finding):
                results.append(played)
            else:
                checked.append(played)
    return Results(results=tuple(results), checked=tuple(checked), to_solve=tuple(to_solve))
