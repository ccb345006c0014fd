"""The fingerprint of what a game is played under: so that a log tells by which rules it was written.

It has three parts, `RULES-RULINGS-DECK`, each twelve hexadecimal digits of a SHA-256 (FIPS 180-4), or `0`
where there is none. Blank lines, lines of comment and white space at the ends of lines make no difference.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from dsl import model as m

DIGITS = 12
NONE = "0"
PARTS = ("rules", "rulings", "deck")


def digest(root: Path, paths: Iterable[str]) -> str:
    """The digest of these files of rules, in order of their paths; "" where one cannot be read."""
    found = hashlib.sha256()
    try:
        for path in sorted(set(paths)):
            for line in (root / path).read_text("utf-8-sig").splitlines():
                said = line.strip()
                if said and not said.startswith("#"):
                    found.update(said.encode() + b"\n")
    except (OSError, ValueError):
        return ""
    return found.hexdigest()


def together(*digests: str) -> str:
    """One digest of several; "" where one of them is not known."""
    return hashlib.sha256("\n".join(digests).encode()).hexdigest() if all(digests) else ""


def fingerprint(game: m.Game, edition: str, rulings: m.Rulings | None = None) -> str | None:
    """What a game is played under by an edition, with rulings; None where its files are not known."""
    of_rules = together(game.digests.get("", ""), game.digests.get(edition, ""))
    of_deck = NONE if game.deck is None else game.digests.get("deck", "")
    of_rulings = NONE if rulings is None else rulings.digest
    if not (of_rules and of_deck and of_rulings):
        return None
    return "-".join(part[:DIGITS] for part in (of_rules, of_rulings, of_deck))


def differing(one: str, other: str) -> tuple[str, ...]:
    """The names of the parts (`PARTS`) in which two fingerprints differ; all, where one is none."""
    ours, theirs = one.split("-"), other.split("-")
    if len(ours) != len(PARTS) or len(theirs) != len(PARTS):
        return () if one == other else PARTS
    return tuple(name for name, a, b in zip(PARTS, ours, theirs, strict=True) if a != b)
