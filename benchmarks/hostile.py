"""Faults planted at random in the shipped specifications: `check` must end with a report whatever they are.

    python benchmarks/hostile.py [TARGET]… [--seeds N] [--first N] [--faults N] [--effort N]

Exit status 1 if a check ends otherwise, or the program fails in a part of one.
"""

import argparse
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from arbitre.commands.checking import run_check  # noqa: E402
from arbitre.report.as_text.page import page  # noqa: E402
from checker.findings.findings import Report  # noqa: E402
from dsl.load import load_project  # noqa: E402
from dsl.model import Project  # noqa: E402
from dsl.text.errors import ArbitreError  # noqa: E402
from tests.checker.faults import planted  # noqa: E402


def main() -> int:
    """Plants, checks and prints."""
    parser = argparse.ArgumentParser(description="faults planted at random, and what becomes of the check")
    parser.add_argument("targets", nargs="*", metavar="TARGET", default=["emotrions/pareo"])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--faults", type=int, default=1, help="in each specification")
    parser.add_argument("--effort", type=int, default=2_000_000)
    chosen = parser.parse_args()
    files = {str(p.relative_to(ROOT)): p.read_text("utf-8") for p in sorted((ROOT / "spec").rglob("*.rules"))}
    games = {target.partition("/")[0] for target in chosen.targets}
    files = {path: text for path, text in files.items() if path.split("/")[1] in games}
    told: Counter[str] = Counter()
    wrong = 0
    for seed in range(chosen.first, chosen.first + chosen.seeds):
        changed, done = planted(files, seed, chosen.faults)
        begun = time.monotonic()
        end = _ends(changed, chosen.targets, chosen.effort)
        told[end.split(":")[0]] += 1
        if end.startswith("wrong"):
            wrong += 1
        print(f"{seed}: {end} ({time.monotonic() - begun:.0f} s); {'; '.join(done)}", flush=True)
    print(", ".join(f"{number} {end}" for end, number in sorted(told.items())))
    return 1 if wrong else 0


def _ends(files: dict[str, str], targets: list[str], effort: int) -> str:
    """How a check of the shipped project, with these files in it, ends."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copy(ROOT / "arbitre.toml", root)
        for name in ("spec", "rules-src"):
            shutil.copytree(ROOT / name, root / name)
        for path, text in files.items():
            (root / path).write_text(text, "utf-8")
        try:
            project = load_project(root)
        except ArbitreError as error:
            return f"not loaded: {error.problems[0].code}"
        try:
            report = run_check(project, targets, effort=effort)
            _rendered(report, project)
        except BaseException as error:
            traceback.print_exc()
            return f"wrong: {type(error).__name__}"
    failed = [f for f in report.failures if f.sort == "failed"]
    if failed:
        return f"wrong, a part failed: {failed[0].unit}: {failed[0].because}"
    kinds = Counter(
        f.kind for f in report.findings if f.kind in ("error", "idle", "ruling", "failed-example")
    )
    undone = f"; undone: {report.failures[0].unit}: {report.failures[0].because}" if report.failures else ""
    return f"reported: {len(report.findings)} findings {dict(kinds)}{undone}"


def _rendered(report: Report, project: Project) -> None:
    import io

    from arbitre.commands.baseline import weigh
    from arbitre.report.as_json import findings as as_json
    from arbitre.report.as_text import check as check_text

    weighed = weigh(report, {})
    as_json.dumps(as_json.findings(weighed, project))
    check_text.write(page(io.StringIO()), weighed, project)


if __name__ == "__main__":
    sys.exit(main())
