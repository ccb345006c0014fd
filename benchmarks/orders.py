"""Whether `arbitre check` tells the same of a project written in another order, with its files renamed.

python benchmarks/orders.py [TARGET]… [--seeds N]
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

from measured import ARBITRE, ROOT, run

sys.path.insert(0, str(ROOT))

from tests.reordered import PLACE, reordered


def main() -> None:
    """Checks the shipped project in several orders; exit status 1 if what is told differs."""
    parser = argparse.ArgumentParser(description="the same check of the same rules in another order")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seeds", type=int, default=3, help="how many orders")
    chosen = parser.parse_args()
    first = told(ROOT, chosen.targets)
    apart = 0
    for seed in range(1, chosen.seeds + 1):
        with tempfile.TemporaryDirectory() as folder:
            other = told(reordered(ROOT, Path(folder) / "other", seed), chosen.targets)
        differing = [key for key in first if first[key] != other.get(key)]
        apart += bool(differing)
        print(f"order {seed}: {'the same' if not differing else 'differs in ' + ', '.join(differing)}")
    sys.exit(1 if apart else 0)


def told(project: Path, targets: list[str]) -> dict[str, str]:
    """What the check tells, by the keys of its JSON, without places in the files of rules."""
    command = [
        *ARBITRE,
        "check",
        *targets,
        "--project",
        str(project),
        "--fail-on",
        "none",
        "--format",
        "json",
    ]
    data = json.loads(run(command).output)
    return {key: re.sub(PLACE, "there", json.dumps(value)) for key, value in data.items()}


if __name__ == "__main__":
    main()
