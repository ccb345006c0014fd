"""Where the project is, and what the words of the command line mean in it.

A project is a folder with an `arbitre.toml`, `spec/` and `rules-src/`. `locate` is the one place that
decides which is meant, for a checkout, an installed wheel and a folder of the user's own alike.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from arbitre.project.usage import UsageProblem
from dsl.text.errors import ArbitreError, did_you_mean, fail

if TYPE_CHECKING:
    from dsl.model import Edition, Game, Option, Project, Question, Rulings, Variant
    from dsl.types.values import Value

MARKER = "arbitre.toml"
"""The file that makes a folder a project."""

VARIABLE = "ARBITRE_PROJECT"
"""The environment variable that names the project's folder."""


def locate(
    given: str | Path | None = None,
    *,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
) -> Path:
    """The folder of the project meant.

    In this order: `given` (of `--project`), the environment variable ARBITRE_PROJECT, the nearest folder
    from `cwd` upwards with an `arbitre.toml`, the project shipped with the package. Raises ArbitreError,
    code `no-project`, where a folder that was named is none.
    """
    environ = os.environ if environ is None else environ
    named = given if given is not None else environ.get(VARIABLE) or None
    if named is not None:
        return _checked(Path(named))
    here = Path.cwd() if cwd is None else cwd
    return nearest(here) or shipped()


def nearest(start: Path) -> Path | None:
    """The nearest folder, from `start` upwards, with an `arbitre.toml`; None where there is none."""
    full = Path(os.path.abspath(start))
    return next((folder for folder in (full, *full.parents) if (folder / MARKER).is_file()), None)


def shipped() -> Path:
    """The project that comes with the package: beside it in a checkout, inside it in a wheel."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "shipped"
    return inside if (inside / MARKER).is_file() else package.parent


def _checked(folder: Path) -> Path:
    shown = str(folder)
    if not folder.is_dir():
        raise fail("no-project", f"there is no folder `{shown}`")
    if not (folder / MARKER).is_file():
        raise fail(
            "no-project",
            f"`{shown}` is no project: it has no `{MARKER}`",
            help="`arbitre init` starts a project",
        )
    return Path(os.path.abspath(folder))


# ------------------------------------------------------------------ targets


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """What is to be checked: `names` are GAME or GAME/VARIANT (none: everything), `editions` are the
    (game, edition) pairs to which files restrict the report (none: no restriction)."""

    names: tuple[str, ...] = ()
    editions: tuple[tuple[str, str], ...] = ()


def is_path(target: str) -> bool:
    """Whether a TARGET names a file or a folder: it begins with `/` or `.`, or ends in `.rules`."""
    return os.path.isabs(target) or target.startswith(".") or target.endswith(".rules")


def project_of(
    targets: Sequence[str],
    given: str | Path | None = None,
    *,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
) -> Path:
    """The folder of the project in which these targets are: that of the paths among them, unless one is
    given. Raises ArbitreError (`no-project`), or UsageProblem where the paths are of several projects."""
    paths = [Path(target) for target in targets if is_path(target)]
    if given is not None or not paths:
        return locate(given, cwd=cwd, environ=environ)
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise fail("no-file", f"there is no file or folder `{path}`")
        root = nearest(path)
        if root is None:
            raise fail(
                "no-project",
                f"`{path}` is in no project: neither it nor a folder above it has an `{MARKER}`",
                help="`arbitre init` starts a project",
            )
        if root not in found:
            found.append(root)
    if len(found) > 1:
        raise UsageProblem(f"`{found[0]}` and `{found[1]}` are two projects: check one at a time")
    return found[0]


def resolve_targets(project: Project, targets: Sequence[str]) -> Targets:
    """The games and variants meant by the TARGETs. Raises UsageProblem for what there is not, and
    ArbitreError for a path that is not there."""
    names: list[str] = []
    editions: list[tuple[str, str]] = []
    for target in targets:
        if not is_path(target):
            names.extend(_named(project, target))
            continue
        games, restricted = _in_path(project, Path(target))
        names.extend(games)
        editions.extend(restricted)
    return Targets(names=tuple(dict.fromkeys(names)), editions=tuple(dict.fromkeys(editions)))


def _named(project: Project, target: str) -> list[str]:
    """The names that a game, GAME/VARIANT or prefix of games stands for."""
    sought = target.rstrip("/")
    if sought in project.games:
        return [sought]
    game, _, variant = sought.partition("+")[0].rpartition("/")
    if game in project.games:
        find_variant(project.games[game], variant)
        return [target_of(find_named(project, sought))]
    below = [name for name in sorted(project.games) if name.startswith(sought + "/")]
    if below:
        return below
    if Path(target).exists():
        raise UsageProblem(f"`{target}` is no game of this project; for the path write `./{sought}`")
    raise UsageProblem(_unknown("game", target, project.games))


def target_of(named: Named) -> str:
    """GAME/VARIANT, or GAME/VARIANT+OPTION. Raises UsageProblem for several options, and for values."""
    from interpreter.play.setting import setting_name

    assert named.variant is not None
    whole = setting_name(named.game.name, named.variant, named.options)
    if len(named.options) > 1 or len(named.parameters) > len(named.options):
        raise UsageProblem(f"`{whole}` is examined with one option at a time, and with no values")
    return whole


def _in_path(project: Project, path: Path) -> tuple[list[str], list[tuple[str, str]]]:
    """The games with a specification at `path`; and the editions, where only editions are there."""
    root = os.path.abspath(project.root)
    if not path.exists():
        raise fail("no-file", f"there is no file or folder `{path}`")
    relative = Path(os.path.relpath(os.path.abspath(path), root)).as_posix()
    if relative == ".." or relative.startswith("../"):
        raise UsageProblem(f"`{path}` is not in the project `{project.root}`")
    whole: list[str] = []
    editions: list[tuple[str, str]] = []
    for name, game in sorted(project.games.items()):
        ruled = [path for rulings in game.rulings for path in rulings.paths]
        if any(_within(path, relative) for path in (*game.files, *ruled)):
            whole.append(name)
            continue
        for edition in game.editions.values():
            paths = [path for text in edition.texts for path in (text.span.path, text.source.path)]
            editions += [(name, edition.name)] if any(_within(path, relative) for path in paths) else []
    games = list(dict.fromkeys([*whole, *(game for game, _ in editions)]))
    if not games:
        raise fail("no-specification", f"nothing at `{path}` specifies a game")
    return games, list(dict.fromkeys(editions))


def _within(path: str, relative: str) -> bool:
    return relative == "." or path == relative or path.startswith(relative + "/")


# ------------------------------------------------------------------ games, editions, questions


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What GAME stands for: `variant` and `options` only where they are named; `parameters` are values of
    the flow's, the options among them."""

    game: Game
    variant: str | None = None
    options: tuple[str, ...] = ()
    parameters: Mapping[str, Value] = field(default_factory=dict)


def find_named(project: Project, text: str) -> Named:
    """What GAME, GAME/VARIANT or GAME/VARIANT+OPTION+NAME=VALUE means. Raises UsageProblem."""
    name, *parts = (part.strip() for part in text.split("+"))
    variant: str | None = None
    game = project.games.get(name)
    if game is None:
        head, _, variant = name.rpartition("/")
        game = project.games.get(head)
    if game is None:
        raise UsageProblem(_unknown("game", name, project.games))
    if variant is not None:
        find_variant(game, variant)
    if not parts:
        return Named(game=game, variant=variant)
    return _with_options(game, only_variant(game) if variant is None else variant, parts)


def _with_options(game: Game, variant: str, parts: Sequence[str]) -> Named:
    from interpreter.play.setting import settled

    options = [(part, ()) for part in parts if "=" not in part]
    values = [(part, ()) for part in parts if "=" in part]
    try:
        found = settled(game, variant, options, values)
    except ArbitreError as error:
        first = error.problems[0]
        raise UsageProblem(
            first.message if first.help is None else f"{first.message}; {first.help}"
        ) from None
    return Named(game=game, variant=found.variant, options=found.options, parameters=found.parameters)


def options_of(named: Named) -> list[tuple[Variant, Option]]:
    """The options there are: those named, if any are; else all of the variant, or of every variant."""
    return [
        (variant, option)
        for variant in named.game.variants.values()
        if named.variant in (None, variant.name)
        for option in variant.options.values()
        if not named.options or option.name in named.options
    ]


def questions_of(named: Named) -> list[Question]:
    """The questions asked: those of the variant, and of the options named or of all its options."""
    if named.variant is None:
        return list(named.game.questions.values())
    asked = set(named.game.variants[named.variant].questions)
    asked.update(question for _, option in options_of(named) for question in option.questions)
    return [question for name, question in named.game.questions.items() if name in asked]


def find_game(project: Project, text: str) -> tuple[Game, str | None]:
    """The game that GAME means, and its variant, if one is named; whatever its options. Raises
    UsageProblem."""
    named = find_named(project, text)
    return named.game, named.variant


def only_variant(game: Game) -> str:
    """The variant of a game that has one. Raises UsageProblem where there are several, or none."""
    if len(game.variants) == 1:
        return next(iter(game.variants))
    names = ", ".join(f"`{game.name}/{name}`" for name in game.variants)
    raise UsageProblem(
        f"which variant of `{game.name}`? There are: {names}" if names else f"`{game.name}` has no variant"
    )


def find_variant(game: Game, name: str) -> str:
    """The name of a variant of the game. Raises UsageProblem where there is none of that name."""
    if name not in game.variants:
        raise UsageProblem(_unknown(f"variant of `{game.name}`", name, game.variants))
    return name


def find_question(
    game: Game, name: str, variant: str | None = None, options: tuple[str, ...] = ()
) -> Question:
    """The question of that name (asked in the variant, with these of its options or else any, if one is
    given). Raises UsageProblem."""
    known = [q.name for q in questions_of(Named(game=game, variant=variant, options=options))]
    if name not in known:
        raise UsageProblem(_unknown(f"question of `{game.name}`", name, known))
    return game.questions[name]


def find_editions(game: Game, text: str | None) -> tuple[Edition, ...]:
    """The editions in a list with commas, in the order of the game; all without one. Raises UsageProblem."""
    if text is None:
        return tuple(game.editions.values())
    wanted = [word.strip() for word in text.split(",") if word.strip()]
    if not wanted:
        raise UsageProblem("no edition is named")
    for word in wanted:
        if word not in game.editions:
            raise UsageProblem(_unknown(f"edition of `{game.name}`", word, game.editions))
    return tuple(edition for name, edition in game.editions.items() if name in wanted)


def some_editions(
    game: Game, text: str | None, variant: str | None = None, options: Sequence[str] = ()
) -> tuple[Edition, ...]:
    """As `find_editions`, and at least one; without `text`, those that speak of the variant and each of the
    options. Raises UsageProblem, too, where the game has none yet, or none that does."""
    found = find_editions(game, text)
    if not found:
        raise UsageProblem(f"`{game.name}` has no edition yet")
    if text is not None or variant is None:
        return found
    speaking = tuple(e for e in found if all(e.speaks_of(variant, option) for option in (None, *options)))
    if not speaking:
        whole = "+".join((f"{game.name}/{variant}", *options))
        raise UsageProblem(f"no edition of `{game.name}` speaks of `{whole}`")
    return speaking


def require_editions(project: Project, names: Sequence[str]) -> None:
    """That there is something to look at in these games (GAME or GAME/VARIANT; none: all of the project).
    Raises ArbitreError, code `no-specification`, so that an empty project does not pass for a clean one."""
    games = [find_game(project, name)[0] for name in names] or list(project.games.values())
    if not games:
        help = "the files of `spec/` end in `.rules`; `arbitre init` starts a project"
        raise fail("no-specification", "nothing in this project specifies a game", help=help)
    if not any(game.editions for game in games):
        shown = ", ".join(f"`{name}`" for name in sorted({game.name for game in games}))
        raise fail("no-specification", f"no edition of {shown} is there yet")


def find_rulings(game: Game, name: str, edition: Edition) -> Rulings | None:
    """The rulings of that name for an edition; None where the name is of other editions only. Raises
    UsageProblem where no rulings have it."""
    of_name = [rulings for rulings in game.rulings if rulings.name == name]
    if not of_name:
        raise UsageProblem(_unknown(f"set of rulings of `{game.name}`", name, [r.name for r in game.rulings]))
    return next((rulings for rulings in of_name if rulings.edition == edition.name), None)


def find_readings(editions: Sequence[Edition], texts: Sequence[str]) -> dict[str, str]:
    """The readings chosen by `--reading DOUBT=READING`. A doubt may be of any of the editions, and be
    written with the edition in front (`ca.first_to_bet`). Raises UsageProblem."""
    chosen: dict[str, str] = {}
    for text in texts:
        name, equals, reading = (part.strip() for part in text.partition("="))
        if not equals or not name or not reading:
            raise UsageProblem(f"`{text}` is not of the form DOUBT=READING")
        doubts = {d.name: d for edition in editions for d in edition.doubts.values()}
        doubts |= {f"{e.name}.{d.name}": d for e in editions for d in e.doubts.values()}
        doubt = doubts.get(name)
        if doubt is None:
            raise UsageProblem(_unknown("doubt of these editions", name, doubts))
        readings = [
            r.name
            for edition in editions
            for d in edition.doubts.values()
            if name in (d.name, f"{edition.name}.{d.name}")
            for r in d.readings
        ]
        if reading not in readings:
            raise UsageProblem(_unknown(f"reading of `{name}`", reading, readings))
        if name in chosen:
            raise UsageProblem(f"the doubt `{name}` is given two readings")
        chosen[name] = reading
    return chosen


def readings_for(edition: Edition, chosen: Mapping[str, str]) -> dict[str, str]:
    """Of the readings chosen, those of this edition, by the doubts' own names."""
    return {
        doubt: chosen[key]
        for doubt in edition.doubts
        for key in (doubt, f"{edition.name}.{doubt}")
        if key in chosen and chosen[key] in [r.name for r in edition.doubts[doubt].readings]
    }


def _unknown(sort: str, word: str, known: Sequence[str] | Mapping[str, object]) -> str:
    """The sentence that says that there is no such name, with the nearest or all there are."""
    names = sorted(dict.fromkeys(known))
    article = "an" if sort[0] in "aeiou" else "a"
    near = did_you_mean(word, names)
    if near is not None:
        return f"`{word}` is not {article} {sort}; {near}"
    if not names:
        return f"`{word}` is not {article} {sort}; there is none"
    shown = ", ".join(f"`{name}`" for name in names[:20])
    return f"`{word}` is not {article} {sort}; there are: {shown}{', …' if len(names) > 20 else ''}"
