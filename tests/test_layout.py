"""The layout: small folders, which import those below them; no circles of modules; a test for each module."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("dsl", "interpreter", "checker", "arbitre")
ORDER = (
    *("dsl.text", "dsl.types", "dsl.syntax", "dsl.parse", "dsl.model", "dsl.typing", "dsl.resolve", "dsl"),
    *("interpreter.runtime", "interpreter.values", "interpreter.analysis", "interpreter.evaluate"),
    *("interpreter.optimize.search", "interpreter.optimize.planning", "interpreter.optimize"),
    *("interpreter.rulebook", "interpreter.play", "interpreter.logs", "interpreter.session"),
    *("interpreter.replay", "interpreter.simulate", "interpreter"),
    *("checker.findings", "checker.editions", "checker.games", "checker.smt", "checker.grounds"),
    *("checker.questions.verdicts", "checker.questions.sampling", "checker.questions.search"),
    *("checker.questions", "checker.claims", "checker.reconcile", "checker.errors"),
    *("checker.play.abstract", "checker.play.invariants", "checker.play.termination", "checker.play.reach"),
    *("checker.play", "checker.text", "checker.pipeline", "checker"),
    *("arbitre.project", "arbitre.wording", "arbitre.commands", "arbitre.commands.rulings"),
    *("arbitre.report", "arbitre.report.as_text", "arbitre.report.as_json"),
    *("arbitre.dialogue", "arbitre", "arbitre.cli.frame", "arbitre.cli.keyboard", "arbitre.cli"),
)
"""The folders, from below: each may import those before it. What is in a folder stands together."""
MOST_SIBLINGS = 12
STARTS = "arbitre.__main__"
"""What starts the program: it stands where Python wants it, and calls the command line."""
REACHED = {
    "dsl": ("dsl/test_load", "dsl/test_files"),
    "dsl/text": ("dsl/text/test_source", "arbitre/wording/test_catalogue"),
    "dsl/types": ("dsl/typing/test_expressions", "interpreter/rulebook/test_enumeration"),
    "dsl/syntax": ("dsl/parse/test_parser", "dsl/resolve/test_errors"),
    "dsl/parse": ("dsl/parse/test_parser", "dsl/parse/test_expected"),
    "dsl/model": ("dsl/typing/test_expressions", "dsl/test_load", "interpreter/rulebook/test_cards_as_text"),
    "dsl/typing": ("dsl/typing/test_expressions", "dsl/resolve/test_errors"),
    "dsl/resolve": ("dsl/resolve/test_errors", "dsl/resolve/test_decks", "dsl/test_load"),
    "interpreter/runtime": ("checker/games/test_much",),
    "interpreter/values": (
        "interpreter/rulebook/test_enumeration",
        "interpreter/rulebook/test_cards_as_text",
    ),
    "interpreter/analysis": ("interpreter/play/test_machine", "checker/questions/sampling/test_sampled"),
    "interpreter/evaluate": (
        *("interpreter/evaluate/test_evaluate", "interpreter/rulebook/test_rulebook"),
        *("interpreter/optimize/planning/test_finding", "laws/test_evaluate"),
    ),
    "interpreter/optimize": ("interpreter/optimize/planning/test_finding",),
    "interpreter/optimize/planning": ("interpreter/optimize/planning/test_finding",),
    "interpreter/optimize/search": ("interpreter/optimize/search/test_best", "laws/test_search"),
    "interpreter/rulebook": (
        *("interpreter/rulebook/test_situations", "interpreter/play/test_interpretations"),
        *("checker/editions/test_elimination", "laws/test_rulebook"),
    ),
    "interpreter/play": ("interpreter/play/test_machine", "interpreter/play/test_bots"),
    "interpreter/logs": ("interpreter/logs/test_log",),
    "interpreter/replay": ("interpreter/replay/test_replay", "interpreter/replay/test_less_known"),
    "interpreter/simulate": ("interpreter/simulate/test_simulate",),
    "checker/findings": ("checker/questions/search/test_kinds", "checker/pipeline/test_check"),
    "checker/editions": (
        *("checker/smt/test_rationals", "checker/reconcile/test_reconcile"),
        *("checker/errors/test_guard", "checker/pipeline/test_order"),
    ),
    "checker/games": ("checker/games/test_admission", "checker/games/test_much", "checker/play/test_can_end"),
    "checker/smt": ("checker/smt/test_solver", "laws/test_shape_solver", "laws/test_encode"),
    "checker/grounds": ("checker/text/test_examples", "checker/text/test_dangling"),
    "checker/questions/verdicts": (
        *("checker/questions/search/test_kinds", "checker/questions/search/test_stalled"),
        "checker/play/reach/test_frequency",
    ),
    "checker/questions/sampling": ("checker/questions/sampling/test_sampled",),
    "checker/questions/search": ("checker/questions/search/test_kinds", "checker/pipeline/test_section10"),
    "checker/claims": ("checker/play/test_properties",),
    "checker/reconcile": ("checker/reconcile/test_reconcile",),
    "checker/errors": ("checker/errors/test_guard",),
    "checker/play/abstract": (
        *("checker/play/invariants/test_induction", "checker/play/termination/test_termination"),
    ),
    "checker/play/invariants": (
        *("checker/play/test_properties", "checker/play/test_infeasible", "checker/errors/test_in_play"),
    ),
    "checker/play/termination": ("checker/play/termination/test_termination",),
    "checker/play/reach": ("checker/play/reach/test_witness_game",),
    "checker/play": ("checker/play/test_properties",),
    "checker/text": ("checker/questions/search/test_kinds",),
    "checker/pipeline": ("checker/pipeline/test_check", "checker/pipeline/test_entries"),
    "arbitre/project": ("arbitre/cli/test_cli", "arbitre/project/test_project"),
    "arbitre/wording": ("arbitre/report/test_reports", "arbitre/cli/test_cli"),
    "arbitre/commands": (
        "arbitre/cli/test_cli",
        "arbitre/cli/test_accept",
        "arbitre/cli/test_playing",
        "arbitre/dialogue/test_play",
    ),
    "arbitre/report": ("arbitre/cli/test_cli", "arbitre/cli/test_playing"),
    "arbitre/report/as_json": ("arbitre/report/test_schemas", "arbitre/report/test_reports"),
    "arbitre/report/as_text": ("arbitre/report/test_reports", "arbitre/cli/test_playing"),
    "arbitre/commands/rulings": ("arbitre/dialogue/test_ruling",),
    "arbitre/dialogue": ("arbitre/dialogue/test_play", "arbitre/dialogue/test_ruling"),
    "arbitre/cli/keyboard": ("arbitre/dialogue/test_play",),
    "arbitre/cli": ("arbitre/cli/test_cli", "arbitre/cli/test_playing"),
    "arbitre/cli/frame": ("arbitre/cli/test_cli", "arbitre/cli/test_options"),
}
"""The tests of those modules of a folder that have none of their own name: they are reached from there."""


def modules(*tops: str) -> dict[str, Path]:
    """All modules in these folders, by name."""
    paths = sorted(path for top in tops for path in (ROOT / top).rglob("*.py"))
    dotted = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    return {name.removesuffix(".__init__"): path for name, path in dotted.items()}


MODULES = modules(*PACKAGES)
FACES = {name for name, path in MODULES.items() if path.name == "__init__.py"}


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the project that are imported anywhere in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in known or node.module in known:
                    yield inner if inner in known else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)


@cache
def graph() -> dict[str, frozenset[str]]:
    """What each module imports."""
    return {name: frozenset(imported(path, MODULES)) - {name} for name, path in MODULES.items()}


def folder(module: str) -> str:
    """The folder in which a module stands; a package's own `__init__` stands in it."""
    return module if module in FACES else module.rpartition(".")[0]


def test_each_folder_imports_those_below_it_alone() -> None:
    assert {folder(name) for name in MODULES} == set(ORDER)
    upwards = [
        (name, other)
        for name, others in graph().items()
        for other in others
        if name != STARTS and ORDER.index(folder(other)) > ORDER.index(folder(name))
    ]
    assert sorted(upwards) == []


def test_what_is_in_a_folder_stands_together() -> None:
    """So that the arrows between the folders of a folder go one way, too."""
    for parent in ORDER:
        places = [at for at, name in enumerate(ORDER) if f"{name}.".startswith(f"{parent}.")]
        assert places == list(range(places[0], places[-1] + 1)), parent


def test_no_module_imports_itself_by_way_of_others() -> None:
    TopologicalSorter(graph()).prepare()  # raises CycleError, which names them


def test_few_stand_side_by_side() -> None:
    siblings = Counter(name.rpartition(".")[0] for name in MODULES if name != STARTS)
    del siblings[""]
    assert {name: number for name, number in siblings.items() if number > MOST_SIBLINGS} == {}


@pytest.mark.parametrize("name", sorted(FACES))
def test_each_folder_says_what_is_in_it(name: str) -> None:
    assert ast.get_docstring(ast.parse(MODULES[name].read_text(encoding="utf-8")))


def test_the_architecture_tells_of_each_folder() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    untold = [name for name in ORDER if f"`{name.replace('.', '/')}`" not in text and name != "arbitre"]
    assert untold == []


def test_the_architecture_names_what_there_is() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(rf"`((?:{'|'.join(PACKAGES)})/[\w/]+(?:\.py)?)`", text)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_tests_stand_where_the_modules_do() -> None:
    ours = {"tests", "tests.laws", "tests.spec"} | {f"tests.{name}" for name in ORDER}
    assert set(map(_test_folder, modules("tests").values())) - ours == set()


def _test_folder(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).parts[:-1])


def test_each_module_has_a_test_of_its_name_or_is_reached_by_one() -> None:
    known = MODULES | modules("tests")
    edges = {name: set(imported(path, known)) for name, path in known.items()}
    edges["arbitre.cli.group"] |= {
        name for name in MODULES if folder(name) in ("arbitre.cli", "arbitre.cli.keyboard")
    }  # by their names
    alone: dict[str, list[str]] = {}
    for name, path in MODULES.items():
        test = ROOT / "tests" / path.relative_to(ROOT).with_name(f"test_{path.name}")
        if name not in FACES and name != STARTS and not test.exists():
            alone.setdefault(folder(name).replace(".", "/"), []).append(name)
    assert set(alone) == set(REACHED)
    lost = {where: sorted(set(names) - _reach(REACHED[where], edges)) for where, names in alone.items()}
    assert {where: names for where, names in lost.items() if names} == {}


def _reach(tests: tuple[str, ...], edges: dict[str, set[str]]) -> set[str]:
    """The modules that these tests, and the fixtures beside them, import directly or not."""
    waiting = [f"tests.{test.replace('/', '.')}" for test in tests]
    assert all(test in edges for test in waiting), tests
    waiting += [f"tests.{test.split('/')[0]}.conftest" for test in tests]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += edges.get(name, ())
    return seen


def test_the_words_of_the_engine_are_names_in_the_code() -> None:
    page = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    rows = page.partition("| in the code | in the field |")[2].splitlines()[2:]
    named = {name for row in rows for name in re.findall(r"`([A-Z]\w+)`", row.split("|")[1])}
    text = "\n".join(path.read_text(encoding="utf-8") for path in MODULES.values())
    defined = set(re.findall(r"^(?:class )?([A-Z]\w+)\b", text, re.MULTILINE))
    assert len(named) > 25
    assert named <= defined
