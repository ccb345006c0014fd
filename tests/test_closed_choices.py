"""A kind or a node that is new to the front end alone: the type checker names each place that lacks it.

Without that a back-end that falls through reads it as another one, and the laws, which compare two of them,
pass on a wrong answer.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("dsl", "interpreter", "checker", "arbitre")
NEW = {
    "dsl/model/expressions.py": {
        'Aggregator = Lit["sum"': 'Aggregator = Lit["median", "sum"',
        'Quantifier = Lit["all"': 'Quantifier = Lit["most", "all"',
        'Picker = Lit["first"': 'Picker = Lit["middle", "first"',
        'ArithmeticOp = Lit["+"': 'ArithmeticOp = Lit["**", "+"',
        'CompareOp = Lit["="': 'CompareOp = Lit["~", "="',
        'LogicOp = Lit["and"': 'LogicOp = Lit["xor", "and"',
        "Expr = (\n": "class Fresh(Node):\n    pass\n\n\nExpr = (\n    Fresh |\n",
    },
    "dsl/syntax/expressions.py": {'Aggregating = Lit["sum"': 'Aggregating = Lit["median", "sum"'},
    "dsl/model/flows.py": {"Statement = (\n": "class Wait(Stmt):\n    pass\n\n\nStatement = (\n    Wait |\n"},
    "dsl/types/types.py": {"Type = (\n": "class WordType:\n    pass\n\n\nType = (\n    WordType |\n"},
    "interpreter/values/outcome.py": {'    OPEN = "open"\n': '    OPEN = "open"\n    DENIED = "denied"\n'},
}
NAMED = {  # what is new, as the type checker says it: the files it must name
    "'median'": {
        "interpreter/evaluate/expressions.py",
        "checker/smt/expressions.py",
        "dsl/typing/collections.py",
    },
    "'most'": {
        "interpreter/evaluate/expressions.py",
        "checker/smt/expressions.py",
        "checker/play/abstract/evaluator.py",
    },
    "'middle'": {"interpreter/evaluate/expressions.py", "checker/smt/expressions.py"},
    "'**'": {
        "interpreter/evaluate/expressions.py",
        "checker/smt/expressions.py",
        "checker/findings/printer.py",
        "dsl/typing/operators.py",
    },
    "'~'": {
        "interpreter/evaluate/expressions.py",
        "checker/smt/expressions.py",
        "interpreter/optimize/planning/working.py",
    },
    "'xor'": {
        "interpreter/evaluate/expressions.py",
        "checker/smt/expressions.py",
        "checker/findings/printer.py",
    },
    '"Fresh"': {
        "interpreter/evaluate/expressions.py",
        "interpreter/analysis/dependencies.py",
        "checker/smt/expressions.py",
        "checker/findings/printer.py",
    },
    '"Wait"': {"dsl/model/flows.py", "interpreter/play/machine.py", "interpreter/analysis/statements.py"},
    '"WordType"': {"dsl/types/algebra.py", "interpreter/values/domain.py", "interpreter/values/show.py"},
    "Status.DENIED": {
        "interpreter/evaluate/clauses.py",
        "interpreter/rulebook/rulebook.py",
        "arbitre/wording/values.py",
    },
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the type checker says of a copy in which all of NEW is there."""
    copy = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for name, changes in NEW.items():
        text = (copy / name).read_text(encoding="utf-8")
        for before, after in changes.items():
            assert text.count(before) == 1, before
            text = text.replace(before, after)
        (copy / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", *PACKAGES]
    found = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert found.returncode == 1, found.stderr
    return found.stdout.splitlines()


@pytest.mark.parametrize("new", NAMED)
def test_what_is_new_is_missed_wherever_it_is_not_treated(complaints: list[str], new: str) -> None:
    named = {line.split(":")[0] for line in complaints if new in line}
    assert named >= NAMED[new]
