"""A project written in another order: what it says is the same.

The declarations of each file, the clauses of each rule and the assertions of each example are put in another
order, and the files get other names. What has a meaning stays where it is: what a file begins with, variants
and options with what stands below them, the cases of a type, the readings of a doubt, the flow of play.
"""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from dsl.parse.pieces import CONTINUING, DECLARATION_WORDS, HEADS

PLACE = r"line \d+|[\w./-]+\.rules:\d+|(?<=may_stop_at=\()[\d, ]+|(?<=\"may_stop_at\": \[)[\d, ]+"
"""How a report names places in the files of rules, which are all that may differ."""
_WORD = re.compile(r"[^\W\d_][\w·]*")
_SECTIONS = ("variant", "option", *HEADS)
_FREE = ("answers", "shows")
"""Words that begin parts of a declaration whose order says nothing."""


def reordered(root: Path, target: Path, seed: int) -> Path:
    """Writes the project at `root` to `target`, in another order. The same for the same seed."""
    chance = random.Random(seed)
    shutil.copytree(root / "rules-src", target / "rules-src")
    shutil.copy(root / "arbitre.toml", target / "arbitre.toml")
    paths = sorted((root / "spec").rglob("*.rules"))
    numbers = chance.sample(range(len(paths)), len(paths))
    for path, number in zip(paths, numbers, strict=True):
        to = target / path.relative_to(root).parent / f"{chr(97 + number % 26)}{number}.rules"
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(reordered_text(path.read_text("utf-8"), chance), "utf-8")
    return target


def reordered_text(text: str, chance: random.Random) -> str:
    """A file of rules in another order."""
    pieces = _cut(text.splitlines(), _begins)
    found: list[list[str]] = []
    section: list[list[str]] = []
    for piece in pieces:
        if _word(piece[0]) in _SECTIONS:
            found += [*_shuffled(section, chance), piece]
            section = []
        else:
            section.append([line for part in _inside(piece, chance) for line in part])
    found += _shuffled(section, chance)
    return "".join("\n".join(piece).rstrip() + "\n\n" for piece in found)


def _inside(piece: list[str], chance: random.Random) -> list[list[str]]:
    """The parts of a declaration, those whose order says nothing in another."""
    if _word(piece[0]) not in ("rule", "assumption", "example", "fill", "settle"):
        return [piece]
    parts = _cut(piece, lambda line: re.match(r"  \S", line) is not None)
    for word in _FREE:
        places = [n for n, part in enumerate(parts) if part[0].split()[:1] == [word]]
        for place, part in zip(places, _shuffled([parts[n] for n in places], chance), strict=True):
            parts[place] = part
    return parts


def _begins(line: str) -> bool:
    word = _word(line)
    return word in (*DECLARATION_WORDS, *HEADS) and word not in CONTINUING


def _word(line: str) -> str:
    found = _WORD.match(line)
    return "" if found is None else found.group()


def _cut(lines: list[str], begins: Callable[[str], bool]) -> list[list[str]]:
    """The lines in pieces, each from one that begins a piece to before the next."""
    pieces: list[list[str]] = []
    for line in lines:
        if pieces and not begins(line):
            pieces[-1].append(line)
        elif pieces or (line.strip() and not line.startswith("#")):
            pieces.append([line])
    return pieces


def _shuffled(items: list[list[str]], chance: random.Random) -> list[list[str]]:
    return chance.sample(items, len(items))
