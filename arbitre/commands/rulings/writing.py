"""A ruling is written at the end of a file of rulings, and kept only if the file can then be loaded."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date as Day
from pathlib import Path

from arbitre.project.project import is_path, shipped
from arbitre.project.rulings import rulings_of
from arbitre.project.usage import UsageProblem
from dsl.load import load_project
from dsl.model import Edition, Game, Project, Rulings
from dsl.text.errors import ArbitreError, fail

USUAL = "house"
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where rulings of an edition are written: their name, the file, and those there are already (None: the
    file is new, or holds none of this name). `as_file`: the file was named, not the rulings."""

    name: str
    edition: str
    game: str
    path: Path
    there: Rulings | None = None
    as_file: bool = False

    @property
    def option(self) -> str:
        """What `--rulings` is told to go by them."""
        return str(self.path) if self.as_file else self.name


def place_of(project: Project, game: Game, variant: str | None, edition: Edition, text: str | None) -> Place:
    """Where `--rulings NAME|FILE` means: `house` without it. Raises UsageProblem; ArbitreError for a file
    that cannot be used."""
    name = USUAL if text is None else text
    if is_path(name):
        return _file(project, game, edition, Path(name))
    if not _NAME.fullmatch(name):
        raise UsageProblem(f"`{name}` cannot be a name of rulings: a word is")
    there = next((r for r in game.rulings if (r.name, r.edition) == (name, edition.name)), None)
    root = Path(project.root)
    if there is not None:
        own = [path for path in there.paths if variant is not None and variant in Path(path).parts]
        path = root / (own or list(there.paths))[-1]
    else:
        texts = [Path(text.span.path) for text in edition.texts]
        own_text = next((path for path in texts if variant is not None and variant in path.parts), texts[0])
        path = root / own_text.parent / f"{edition.name}-{name}.rules"
    if path.resolve().is_relative_to(shipped().resolve()) and shipped().name == "shipped":
        copied = "`arbitre init DIR --from-shipped`"
        help = f"name a file of your own, `--rulings FILE`, or copy the project, {copied}"
        raise UsageProblem(f"what comes with arbitre is not written to; {help}")
    if there is None and path.exists():
        raise UsageProblem(f"`{path}` is there already, and holds no rulings `{name}` for `{edition.name}`")
    return Place(name=name, edition=edition.name, game=game.name, path=path, there=there)


def _file(project: Project, game: Game, edition: Edition, path: Path) -> Place:
    if path.suffix != ".rules":
        raise UsageProblem(f"`{path}` is no file of rulings: its name ends in `.rules`")
    whole = {"edition": edition.name, "game": game.name, "path": path, "as_file": True}
    if path.exists():
        found = rulings_of(project, game, str(path), edition)
        if found is None:
            raise UsageProblem(f"`{path}` has rulings, and none for the edition `{edition.name}`")
        return Place(name=found.name, there=found, **whole)  # type: ignore[arg-type]
    word = re.sub(r"\W", "_", path.stem)
    return Place(name=word if _NAME.fullmatch(word) else USUAL, **whole)  # type: ignore[arg-type]


def shown_path(project: Project, path: Path) -> str:
    """The path as reports show it: from the project's folder, where it lies in it."""
    from dsl.parse.parser import path_in

    return path_in(Path(project.root), path)


# ------------------------------------------------------------------ what is written


def pick_text(doubt: str, reading: str, because: str, date: str) -> str:
    """The declaration that a doubt is read so."""
    return f'# {checked_day(date)}\npick {doubt}: {reading} "{_quoted(because)}"\n'


def decree_text(
    sort: str,
    name: str,
    *,
    because: str,
    date: str,
    question: str,
    parameters: tuple[str, ...],
    condition: str | None,
    answer: str,
    situation: str,
) -> str:
    """The declaration of an answer where the text has none (`sort` is fill) or no single one (settle)."""
    head = f"  answers {question}({', '.join(parameters)})"
    when = "" if condition is None else f" when {_one_line(condition)}"
    seen = f": {situation}" if situation else ""
    lines = (
        f"# {checked_day(date)}{_one_line(seen)}",
        f'{sort} {name} "{_quoted(because)}"',
        f"{head}{when} {_one_line(answer)}",
    )
    return "".join(f"{line}\n" for line in lines)


def checked_day(text: str) -> str:
    """A day. Raises UsageProblem."""
    try:
        return Day.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageProblem(f"`{text}` is no day, YYYY-MM-DD") from None


def _quoted(text: str) -> str:
    because = _one_line(text).strip()
    if not because:
        raise UsageProblem("a reason is needed: `--because TEXT`")
    return because.replace("\\", "\\\\").replace('"', '\\"')


def _one_line(text: str) -> str:
    """The text on one line, without characters that a file of rules may not hold."""
    plain = "".join(c if c.isprintable() or c.isspace() else " " for c in text)
    return re.sub(r"[^\S ]+| {2,}", " ", plain)


def free_name(question: str, taken: Mapping[str, object]) -> str:
    """A name for a ruling about a question that none has yet."""
    number = 1
    while f"{question}_{number}" in taken:
        number += 1
    return f"{question}_{number}"


# ------------------------------------------------------------------ into the file


def written(
    project: Project,
    game: Game,
    edition: Edition,
    place: Place,
    text: str,
    check: Callable[[Project], None],
) -> None:
    """Writes the ruling into the file, after all that is in it, or into a new one. What cannot be loaded
    afterwards, or what `check` raises an error for, is not kept. Raises ArbitreError, or that error."""
    old = place.path.read_bytes() if place.path.exists() else None
    head = f"rulings {place.name} for {place.edition} of {place.game}\n"
    before = head if old is None else old.decode("utf-8")
    gap = "\n" if before.endswith("\n") else "\n\n"
    _replace(place.path, (before + gap + text).encode("utf-8"))
    kept = False
    try:
        loaded = load_project(Path(project.root))
        rulings = rulings_of(loaded, loaded.games[game.name], place.option, edition)
        if rulings is None:
            raise fail("no-rulings", f"`{place.path}` has no rulings for `{edition.name}`")
        check(loaded)
        kept = True
    finally:
        if not kept and old is None:
            place.path.unlink(missing_ok=True)
        elif not kept and old is not None:
            _replace(place.path, old)


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        if path.exists():
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        message = f"`{path}` cannot be written: {error.strerror}"
        raise ArbitreError(*fail("unwritable", message).problems) from error
