"""A folder of specifications to its model: `arbitre.toml` and all `spec/**/*.rules`.

A game, an edition and rulings may each stand in several files; editions and rulings belong to a game by
its name. All problems of all files are raised together. Where a file has mistakes in its writing, what
follows from the missing pieces alone (names that are not known) is not reported.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dsl import model as m
from dsl import syntax as s
from dsl.fingerprint import digest
from dsl.parse.parser import parse_file, path_in
from dsl.project_file import read_project_file
from dsl.resolve.game import GameReader
from dsl.resolve.options import refuse_taken_names
from dsl.rules_files import rules_files
from dsl.syntax.printing import suggest
from dsl.text.errors import Collector, Problem
from dsl.text.span import Span

_FOLLOWS = frozenset(
    {
        "unknown-name",
        "unknown-question",
        "unknown-variant",
        "unknown-step",
        "unknown-edition",
        "no-such-clause",
        "no-flow",
        "missing-players",
        "needs-asks",
        "unclear-type",
    }
)
"""What may follow from a declaration that was left out because of a mistake in its writing."""


def load_project(root: Path, deck: Path | str | None = None, *, lenient: bool = False) -> m.Project:
    """The project in the folder `root`; with the deck in the file `deck`, or of that name, if there is one.
    `lenient`: what cites words that have changed since is no mistake, and is in `Edition.stale`.

    Raises ArbitreError with everything that is wrong in any of its files; for `arbitre.toml` itself see
    `read_project_file`, and for what cannot be looked into `rules_files`.
    """
    problems = Collector()
    project = read_project_file(root, problems)
    games = _games(rules_files(root, problems), root, problems, deck=deck, lenient=lenient)
    if not problems.problems:
        known = [edition for game in games.values() for edition in game.editions]
        project.check_editions(list(dict.fromkeys(known)), problems)
    problems.check()
    called = project.called
    return m.Project(root=str(root), name=project.name, games=games, prevails=project.prevails, called=called)


def load_game_files(paths: Iterable[Path], root: Path, apart: Path | None = None) -> Mapping[str, m.Game]:
    """The games in these files of rules, by name; sources are sought from `root`. The rulings in the file
    `apart` are not joined with those of their name in others, but come instead of them.

    Raises ArbitreError with everything that is wrong in any of them.
    """
    problems = Collector()
    games = _games(list(paths), root, problems, apart)
    problems.check()
    return games


# ------------------------------------------------------------------ files to games


@dataclass(slots=True, kw_only=True)
class _Files:
    """The files read, and whether anything is missing from those of each game."""

    games: dict[str, list[s.GameFile]] = field(default_factory=dict)
    editions: list[s.EditionFile] = field(default_factory=list)
    rulings: list[s.RulingsFile] = field(default_factory=list)
    decks: list[s.DeckFile] = field(default_factory=list)
    cut: set[str] = field(
        default_factory=set
    )  # games of which a file has mistakes in its writing, or of which it is not clear what they are
    headless: bool = False  # a file could not be said to belong to any game


def _games(
    paths: Sequence[Path],
    root: Path,
    problems: Collector,
    apart: Path | None = None,
    deck: Path | str | None = None,
    lenient: bool = False,
) -> dict[str, m.Game]:
    files = _read(paths, root, problems)
    chosen = _deck_in(files, root, deck, problems) if isinstance(deck, Path) else None
    if apart is not None:
        files.rulings = _instead(files.rulings, path_in(root, apart))
    attached: list[s.EditionFile | s.RulingsFile | s.DeckFile] = [
        *files.editions,
        *files.rulings,
        *files.decks,
    ]
    for file in attached:
        if file.game not in files.games and not files.headless:
            message = f"`{file.game}` is no game of this project"
            help = suggest(file.game, files.games)
            problems.add("unknown-game", message, file.span, help=help)
    games = {}
    for name, own in files.games.items():
        game = _whole(own, files, problems)
        if game is None:
            continue
        noted = Collector()
        refuse_taken_names(game.declarations, noted)
        if noted.problems:  # what else is wrong may follow from these
            problems.extend(noted.problems)
            continue
        told = tuple(file.span.path for file in own)
        games[name] = GameReader(file=game, files=told, root=root, problems=noted, lenient=lenient).read(
            [edition for edition in files.editions if edition.game == name],
            [ruling for ruling in files.rulings if ruling.game == name],
            [each for each in files.decks if each.game == name],
            deck if isinstance(deck, str) else None if chosen is None or chosen.game != name else chosen.name,
        )
        games[name] = _with_digests(games[name], files, root)
        cut = name in files.cut or files.headless
        problems.extend(p for p in noted.problems if not (cut and _follows(p)))
    return games


def _with_digests(game: m.Game, files: _Files, root: Path) -> m.Game:
    """The game with the digests of its files."""
    deck = [] if game.deck is None else [game.deck.span.path]
    digests = {"": digest(root, game.files)} | ({"deck": digest(root, deck)} if deck else {})
    for name in game.editions:
        own = [file for file in files.editions if file.game == game.name and file.name == name]
        digests[name] = digest(root, [file.span.path for file in own])
    rulings = tuple(replace(each, digest=digest(root, each.paths)) for each in game.rulings)
    return replace(game, digests=digests, rulings=rulings)


def _whole(own: list[s.GameFile], files: _Files, problems: Collector) -> s.GameFile | None:
    """The game of these files, put in order: the one with the title first, the others by what they declare.
    None where none has the title."""
    name = own[0].name
    titled = [file for file in own if file.title is not None]
    for other in titled[1:]:
        message = f"there are two games called `{name}`"
        help = f"a file that begins with `game {name}` alone goes on with the game"
        problems.add("duplicate-game", message, other.span, titled[0].span, help=help)
        files.cut.add(name)
    if not titled:
        message = f"no file says what the game `{name}` is called, and in which languages it was printed"
        help = f'one of them begins with `game {name} "…" languages …`'
        if not files.headless:
            problems.add("untitled-game", message, *(file.span for file in own), help=help)
        return None
    own[:] = [titled[0], *sorted((file for file in own if file.title is None), key=_what_it_declares)]
    declared = tuple(decl for file in own for decl in file.declarations)
    return replace(titled[0], declarations=declared)


def _what_it_declares(file: s.GameFile) -> tuple[list[str], list[str]]:
    """The variants in a file, and all that has a name there: its place among the files of a game, whatever
    the file is called."""
    variants = [decl.name for decl in file.declarations if isinstance(decl, s.VariantDecl)]
    return variants, sorted(str(getattr(decl, "name", "")) for decl in file.declarations)


def _deck_in(files: _Files, root: Path, path: Path, problems: Collector) -> s.DeckFile | None:
    """The deck in the file at `path`, which comes instead of any of its name."""
    relative = path_in(root, path)
    if not any(file.span.path == relative for file in files.decks):
        file, found = parse_file(path, root)
        problems.extend(found)
        if isinstance(file, s.DeckFile):
            same = [d for d in files.decks if (d.name, d.game) == (file.name, file.game)]
            files.decks = [file, *(d for d in files.decks if d not in same)]
        elif not found:
            help = 'a file of a deck begins with `deck NAME of GAME "title"`'
            problems.add("no-deck", f"`{relative}` is no deck", Span(relative, 1, 1, 1, 1), help=help)
    return next((file for file in files.decks if file.span.path == relative), None)


def _instead(rulings: Sequence[s.RulingsFile], path: str) -> list[s.RulingsFile]:
    """The rulings without those that have the name and edition of some in the file at `path`."""
    replaced = [(file.name, file.edition, file.game) for file in rulings if file.span.path == path]
    return [
        file
        for file in rulings
        if file.span.path == path or (file.name, file.edition, file.game) not in replaced
    ]


def _read(paths: Sequence[Path], root: Path, problems: Collector) -> _Files:
    files = _Files()
    for path in paths:
        file, found = parse_file(path, root)
        problems.extend(found)
        match file:
            case None:
                files.headless = True
                continue
            case s.GameFile(name=name):
                files.games.setdefault(name, []).append(file)
            case s.EditionFile():
                files.editions.append(file)
                name = file.game
            case s.RulingsFile():
                files.rulings.append(file)
                name = file.game
            case s.DeckFile():
                files.decks.append(file)
                name = file.game
        if found:
            files.cut.add(name)
    return files


def _follows(problem: Problem) -> bool:
    return problem.code in _FOLLOWS
