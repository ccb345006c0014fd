"""The files of rules of a project: all in `spec/` and below, what is linked there included."""

import os
from pathlib import Path

from dsl.text.errors import Collector
from dsl.text.span import Span

SUFFIX = ".rules"


def rules_files(root: Path, problems: Collector) -> list[Path]:
    """The files of the project in the folder `root`, sorted. Notes `unreadable-folder` and `dangling-link`
    for what cannot be looked into: a rule that is not seen must not pass for one that there is not."""
    top = root / "spec"
    if not os.path.lexists(top):
        return []
    return sorted(_in(top, root, problems, frozenset()))


def _in(folder: Path, root: Path, problems: Collector, above: frozenset[str]) -> list[Path]:
    """`above`: the folders in which this one stands, links resolved; no circle of links is followed."""
    real = os.path.realpath(folder)
    if real in above:
        _note("dangling-link", folder, root, "is a link to a folder in which it stands", problems)
        return []
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        why = (error.strerror or "no reason given").lower()
        _note("unreadable-folder", folder, root, f"cannot be read: {why}", problems)
        return []
    found: list[Path] = []
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith("."):
            continue
        if entry.is_symlink() and not path.exists():
            _note("dangling-link", path, root, "is a link to nothing that can be read", problems)
        elif entry.is_dir():
            found += _in(path, root, problems, above | {real})
        elif entry.name.endswith(SUFFIX):
            found.append(path)
    return found


def _note(code: str, path: Path, root: Path, what: str, problems: Collector) -> None:
    shown = Path(os.path.relpath(path, root)).as_posix()
    problems.add(code, f"`{shown}` {what}", Span(shown, 1, 1, 1, 1))
