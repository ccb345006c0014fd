"""Commands run and measured: wall time and the most memory each held."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON = (sys.executable,)
ARBITRE = (sys.executable, "-m", "arbitre")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One run: `seconds` of wall time, `megabytes` at most in memory, the exit status, standard output."""

    seconds: float
    megabytes: float
    status: int
    output: bytes


def run(command: Sequence[str], environment: dict[str, str] | None = None) -> Measured:
    """Runs a command in the project's folder. Ends the program where the command cannot be used."""
    start = time.perf_counter()
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        output, errors = process.communicate()
        seconds = time.perf_counter() - start
    if process.returncode not in (0, 1, 4):
        sys.exit(f"{' '.join(command)}\n{errors.decode(errors='replace')}")
    return Measured(seconds=seconds, megabytes=0.0, status=process.returncode, output=output)


def run_with_memory(command: Sequence[str]) -> Measured:
    """As `run`, with the memory that the command held: of one command at a time."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 4):
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Measured(seconds=seconds, megabytes=usage.ru_maxrss / unit, status=process.returncode, output=b"")


def best(command: Sequence[str], times: int) -> Measured:
    """The quickest of several runs: what else the machine did is left out as far as it can be."""
    return min((run_with_memory(command) for _ in range(times)), key=lambda one: one.seconds)


def print_table(title: str, rows: Sequence[tuple[str, Measured]]) -> None:
    """A line for each command, with its time as a multiple of the first one's."""
    print(title)
    width = max(len(name) for name, _ in rows)
    base = rows[0][1].seconds
    for name, one in rows:
        times = one.seconds / base
        print(f"  {name:<{width}}  {one.seconds:8.2f} s  {times:7.1f} x  {one.megabytes:7.0f} MB")
