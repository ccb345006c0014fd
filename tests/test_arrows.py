"""What may import what, and that no game is known to any module."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.text.errors import fold

ROOT = Path(__file__).parents[1]
FOLDERS = ("dsl", "interpreter", "checker", "arbitre")  # each may import those before it
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
OTHERS = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.lark"))
NAMES = frozenset(
    (
        *("alegria", "amor", "bondat", "forca", "tristesa", "odi", "furia", "avidesa", "indecisio"),
        *("hambre", "faim", "reptador", "aparellador", "provocateur"),
        *("emotrions", "equalis", "cupertino", "montecarlo"),
    )
)
SOLVER = frozenset({"z3"})


def imported(tree: ast.Module) -> Iterator[str]:
    """The first part of each module imported, wherever in the module; relative imports stay at home."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            argument = node.args[0] if node.args else None
            if called in ("import_module", "__import__") and isinstance(argument, ast.Constant):
                yield str(argument.value).split(".")[0]


def climbs(tree: ast.Module) -> bool:
    """Whether a relative import has more than two dots, and so may leave its folder."""
    return any(isinstance(node, ast.ImportFrom) and node.level > 2 for node in ast.walk(tree))


def named(text: str) -> list[str]:
    """The names of games, cards and roles among the words of `text`, whatever their case and accents.
    Words are also those joined by underscores or by capitals in the middle."""
    words = re.findall(r"[^\W\d_]+", text)
    parts = [part for word in words for part in (word, *re.findall(r"[^\W\d_][^\W\d_A-Z]*", word))]
    return sorted({fold(part) for part in parts} & NAMES)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_arrows_point_one_way(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    here = FOLDERS.index(path.relative_to(ROOT).parts[0])
    assert [name for name in imported(tree) if name in FOLDERS[here + 1 :] or name == "tests"] == []
    assert not climbs(tree)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_checker_knows_a_solver(path: Path) -> None:
    if path.relative_to(ROOT).parts[0] != "checker":
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert SOLVER.isdisjoint(imported(tree))


@pytest.mark.parametrize("path", MODULES + OTHERS, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_module_names_a_game_a_card_or_a_role(path: Path) -> None:
    assert named(path.read_text(encoding="utf-8")) == []


def test_every_folder_has_modules() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == set(FOLDERS)


def test_imports_are_seen_wherever_they_are() -> None:
    tree = ast.parse(
        "import dsl.model as m\nfrom checker.smt.solver import x\nfrom . import y\n"
        "def f():\n    import z3\n    import_module('arbitre.cli')\n"
    )
    assert sorted(imported(tree)) == ["arbitre", "checker", "dsl", "z3"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("if card == 'Fúria':", ["furia"]),
        ("FORÇA = 7", ["forca"]),
        ("def is_hambre(c): ...", ["hambre"]),
        ("class AmorCard: ...", ["amor"]),
        ("EQUALIS", ["equalis"]),
        ("# the melody is a modification of the armor", []),
    ],
)
def test_names_are_seen_whatever_their_case_and_accents(text: str, found: list[str]) -> None:
    assert named(text) == found
