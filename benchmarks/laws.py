"""Logs of games played by programs, made poorer and broken: a log with less in it is never more guilty, and a
breach that is planted is named at its event, or less is told.

    python benchmarks/laws.py [GAME/VARIANT]… [--logs N] [--first SEED] [--most EVENTS] [--seconds S]

Exit status 1 if a law is broken, or a replay takes more than S seconds.
"""

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from dsl.load import load_project  # noqa: E402
from tests.laws.logs import law_of_breaches, law_of_less  # noqa: E402

EVERY = 50  # logs, after which it is told how many there were


class TooLong(BaseException):
    """A log took longer than it may."""


def main() -> int:
    """Plays, breaks, replays and prints."""
    parser = argparse.ArgumentParser(description="the laws on replaying, over many logs")
    parser.add_argument("games", nargs="*", metavar="GAME/VARIANT")
    parser.add_argument("--logs", type=int, default=200, help="for each of the two laws")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--most", type=int, default=40, help="events of a log that are kept")
    parser.add_argument("--seconds", type=int, default=60, help="after which a log counts as hanging")
    chosen = parser.parse_args()
    project = load_project(ROOT)
    signal.signal(signal.SIGALRM, _too_long)
    broken = 0
    for law in (law_of_less, law_of_breaches):
        counts: Counter[str] = Counter()
        slowest = (0.0, 0)
        for seed in range(chosen.first, chosen.first + chosen.logs):
            begun = time.monotonic()
            what, fault = _held(partial(law, project, seed, chosen.most, tuple(chosen.games)), chosen.seconds)
            counts[what] += 1
            slowest = max(slowest, (time.monotonic() - begun, seed))
            if fault is not None:
                broken += 1
                print(f"{law.__name__} {seed}: {fault}", flush=True)
            if (seed + 1 - chosen.first) % EVERY == 0:
                print(f"{law.__name__}: {seed + 1 - chosen.first} logs, {broken} broken", flush=True)
        told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
        print(f"{law.__name__}: {told}; slowest {slowest[0]:.1f} s (seed {slowest[1]})", flush=True)
    print(f"{broken} broken")
    return 1 if broken else 0


def _held(law: Callable[[], tuple[str, str | None]], seconds: int) -> tuple[str, str | None]:
    signal.alarm(seconds)
    try:
        return law()
    except TooLong:
        return "hanging", f"more than {seconds} s"
    except Exception:
        return "failed", traceback.format_exc()
    finally:
        signal.alarm(0)


def _too_long(*_: object) -> None:
    raise TooLong


if __name__ == "__main__":
    sys.exit(main())
