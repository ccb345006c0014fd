"""A tiny project to change: text added to its files, and what loading it then says."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from dsl import syntax
from dsl.load import load_project
from dsl.model import Expr, Game, Project
from dsl.parse.parser import parse_file, parse_text
from dsl.resolve.game import GameReader
from dsl.text.errors import ArbitreError, Collector, Problem
from dsl.types.types import Type
from dsl.typing.scope import Scope

PROJECTS = Path(__file__).parent / "projects"


@dataclass
class Tiny:
    """A copy of a project under `projects/`."""

    root: Path

    def add(self, file: str, text: str) -> None:
        """Adds text at the end of a file of rules."""
        path = self._path(file)
        path.write_text(path.read_text("utf-8") + "\n" + text + "\n", "utf-8")

    def replace(self, file: str, old: str, new: str) -> None:
        """Changes words of a file, which have to be there once."""
        path = self._path(file)
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        path.write_text(text.replace(old, new), "utf-8")

    def line(self, problem: Problem) -> str:
        """The line of which a problem speaks."""
        span = problem.spans[0]
        return (self.root / span.path).read_text("utf-8").splitlines()[span.line - 1].strip()

    def load(self) -> Project:
        """The project."""
        return load_project(self.root)

    def game(self) -> Game:
        """The game of the project."""
        return next(iter(self.load().games.values()))

    def problems(self) -> list[Problem]:
        """What is wrong with the project; nothing where it loads."""
        try:
            self.load()
        except ArbitreError as error:
            return list(error.problems)
        return []

    def _path(self, file: str) -> Path:
        return self.root / "spec" / "duel" / f"{file}.rules"


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    """A copy of the duel."""
    shutil.copytree(PROJECTS / "duel", tmp_path / "duel")
    return Tiny(tmp_path / "duel")


@dataclass
class Desk:
    """Types single expressions in the game of the duel."""

    reader: GameReader

    def infer(self, text: str, hint: str | None = None, **names: str) -> Expr:
        """The typed expression, `names` being bound with these types. Raises ArbitreError."""
        expr = _define(text)
        scope = Scope(layer=self.reader.layer, players=True)
        scope = scope.bind_all({name: self.type(words) for name, words in names.items()})
        typed = self.reader.typer.infer(expr, scope, None if hint is None else self.type(hint))
        self._check()
        return typed

    def check(self, text: str, expected: str, **names: str) -> Expr:
        """As `infer`, of a type that fits the one expected."""
        scope = Scope(layer=self.reader.layer, players=True)
        scope = scope.bind_all({name: self.type(words) for name, words in names.items()})
        typed = self.reader.typer.check(_define(text), scope, self.type(expected))
        self._check()
        return typed

    def refused(self, text: str, **names: str) -> Problem:
        """The one problem with an expression."""
        with pytest.raises(ArbitreError) as raised:
            self.infer(text, **names)
        (problem,) = raised.value.problems
        return problem

    def type(self, words: str) -> Type:
        """The type written so."""
        file, problems = parse_text(f'game g "g" languages en\nquestion q() -> {words} "?"', "type.rules")
        assert isinstance(file, syntax.GameFile) and not problems, problems
        (question,) = file.declarations
        assert isinstance(question, syntax.QuestionDecl) and question.answer is not None
        return self.reader.types.read(question.answer)

    def _check(self) -> None:
        problems, self.reader.problems.problems = self.reader.problems.problems, []
        if problems:
            raise ArbitreError(*problems)


def _define(text: str) -> syntax.Expr:
    file, problems = parse_text(f'game g "g" languages en\ndefine d() = {text}', "here.rules")
    assert isinstance(file, syntax.GameFile) and not problems, problems
    (define,) = file.declarations
    assert isinstance(define, syntax.DefineDecl)
    return define.body


@pytest.fixture
def desk() -> Desk:
    """A desk at which expressions are typed."""
    root = PROJECTS / "duel"
    file, problems = parse_file(root / "spec" / "duel" / "game.rules", root)
    assert isinstance(file, syntax.GameFile) and not problems
    reader = GameReader(file=file, root=root, problems=Collector())
    reader.read([], [])
    reader.problems.check()
    return Desk(reader)
