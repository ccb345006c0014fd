"""Starting a project: a small one to write over, or a copy of the one shipped."""

import shutil
from pathlib import Path

from arbitre.project.project import MARKER, shipped
from dsl.text.errors import fail

PARTS = (MARKER, "spec", "rules-src")
"""What a project consists of."""


def start(folder: Path) -> tuple[Path, ...]:
    """Puts a small game, which checks clean, into `folder`. Returns the files written. Raises ArbitreError
    where the folder holds (parts of) a project, OSError where it cannot be written to."""
    return _copy(Path(__file__).resolve().parents[1] / "starter", folder)


def copy_shipped(folder: Path) -> tuple[Path, ...]:
    """Puts a copy of the project shipped with the package into `folder`. As `start`."""
    return _copy(shipped(), folder)


def _copy(source: Path, folder: Path) -> tuple[Path, ...]:
    there = [part for part in PARTS if (folder / part).exists()]
    if there:
        raise fail("already-there", f"`{folder}` has `{there[0]}` already", help="choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for part in PARTS:
        if (source / part).is_dir():
            shutil.copytree(source / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", ".*"))
            written += sorted(path for path in (folder / part).rglob("*") if path.is_file())
        else:
            shutil.copyfile(source / part, folder / part)
            written.append(folder / part)
    return tuple(written)
