"""How long `arbitre check` takes from cold and how much memory, against loading the solver and the
specifications alone.

    python benchmarks/check.py [TARGET]… [--times N]
"""

import argparse

from measured import ARBITRE, PYTHON, best, print_table

LOAD = "from pathlib import Path; from dsl.load import load_project; load_project(Path('.'))"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="time and memory of a check, from cold")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--times", type=int, default=1, help="runs of which the quickest counts")
    chosen = parser.parse_args()
    check = [*ARBITRE, "check", *chosen.targets, "--fail-on", "none", "--format", "json"]
    rows = [
        ("python, nothing", best([*PYTHON, "-c", "pass"], chosen.times)),
        ("importing the solver", best([*PYTHON, "-c", "import z3"], chosen.times)),
        ("loading the specifications", best([*PYTHON, "-c", LOAD], chosen.times)),
        ("arbitre check", best(check, chosen.times)),
    ]
    print_table("check, from cold", rows)
    print(f"  that is {rows[3][1].seconds / rows[1][1].seconds:.1f} x importing the solver,")
    print(f"  and {rows[3][1].seconds / rows[2][1].seconds:.1f} x loading the specifications")


if __name__ == "__main__":
    main()
