"""Whether a fault in any one answer of any one clause changes what is reported of it: a fault in the answer
of each clause is planted, one at a time. Exit status 1 if one is missed that is not proved to change nothing.

    python benchmarks/planted.py [GAME]… [--most N] [--edition NAME]
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

from measured import ROOT

sys.path.insert(0, str(ROOT))

from dsl.load import load_project
from tests.planted import Reported, faults, outcome, reported


def main() -> None:
    """Plants and prints."""
    parser = argparse.ArgumentParser(description="faults planted in the answers of all clauses")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--most", type=int, default=4, help="faults for each clause")
    parser.add_argument("--edition", help="of this edition only")
    chosen = parser.parse_args()
    total: Counter[str] = Counter()
    for name, game in sorted(load_project(Path(ROOT)).games.items()):
        for edition in game.editions.values():
            if (chosen.games and name not in chosen.games) or chosen.edition not in (None, edition.name):
                continue
            known: dict[str, Reported] = {}
            counts: Counter[str] = Counter()
            for clause in edition.clauses:
                question = clause.question
                if question not in known:
                    known[question] = reported(game, edition, question)
                for fault in faults(game, clause, chosen.most):
                    became = outcome(game, edition, fault, known[question])
                    counts[became] += 1
                    if became == "missed":
                        print(f"  missed: {name} {clause.id}: {fault.says}", flush=True)
            said = ", ".join(f"{number} {became}" for became, number in sorted(counts.items()))
            print(f"{name} {edition.name}: {len(edition.clauses)} clauses: {said}", flush=True)
            total += counts
    sys.exit(1 if total["missed"] else 0)


if __name__ == "__main__":
    main()
