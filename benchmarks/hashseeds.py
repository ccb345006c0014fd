"""Whether `arbitre check` gives the same bytes whatever the seed of Python's hashes.

python benchmarks/hashseeds.py [TARGET]… [--seeds N] [--format FORMAT]
"""

import argparse
import hashlib
import sys
import time

from measured import ARBITRE, run


def main() -> None:
    """Checks under each seed; exit status 1 if the outputs differ."""
    parser = argparse.ArgumentParser(description="the same check under different hash seeds")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seeds", type=int, default=5, help="how many seeds, from 0 on")
    parser.add_argument("--format", default="json")
    chosen = parser.parse_args()
    command = [*ARBITRE, "check", *chosen.targets, "--fail-on", "none", "--format", chosen.format]
    found: dict[str, list[int]] = {}
    start = time.perf_counter()
    for seed in range(chosen.seeds):
        output = run(command, {"PYTHONHASHSEED": str(seed)}).output
        found.setdefault(hashlib.sha256(output).hexdigest(), []).append(seed)
        if seed == 0:
            print(f"{len(output)} bytes, in {time.perf_counter() - start:.1f} s")
    print(f"{chosen.seeds} seeds: {len(found)} different outputs")
    for digest, seeds in found.items():
        print(f"  {digest[:16]}  seeds {', '.join(map(str, seeds))}")
    sys.exit(0 if len(found) == 1 else 1)


if __name__ == "__main__":
    main()
