"""How long the commands that prove nothing take to start, against an empty program; and whether any of
them loads the solver.

    python benchmarks/startup.py [--times N]
"""

import argparse
import sys
import tempfile
from pathlib import Path

from measured import ARBITRE, PYTHON, ROOT, best, print_table, run

sys.path.insert(0, str(ROOT))

LOADED = """
import sys
from arbitre.cli import run
try:
    run(sys.argv[1:])
finally:
    sys.stderr.write("LOADED" if "z3" in sys.modules else "NOT LOADED")
"""


def write_log(path: Path) -> None:
    """Plays a game of the project and writes its log; prints GAME/VARIANT and a question without
    parameters."""
    from checker.editions.editions import Editions
    from checker.games.driver import begin, carry_on, completed
    from dsl.load import load_project
    from interpreter.runtime.rng import Chance

    game = next(game for game in load_project(ROOT).games.values() if game.flows)
    variant = sorted(game.flows)[0]
    editions = Editions(game, tuple(game.editions.values()))
    edition = editions.members[0]
    play = begin(
        editions, variant, edition, game.players[0], completed(editions, edition, {}, Chance(1)) or {}, 1
    )
    carry_on(play, lambda play, due: False)
    path.write_text(play.log() or "", "utf-8")
    question = next(q for q in game.variants[variant].questions if not game.questions[q].parameters)
    print(f"{game.name}/{variant}", question)


def main() -> None:
    """Measures and prints; exit status 1 if a command loads the solver."""
    parser = argparse.ArgumentParser(description="time to start of the commands that prove nothing")
    parser.add_argument("--times", type=int, default=5, help="runs of which the quickest counts")
    parser.add_argument("--write-log", type=Path, metavar="FILE", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.write_log is not None:
        write_log(chosen.write_log)
        return
    times = chosen.times
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.yaml"
        # in a program of its own: the memory of this one would count in those it starts
        game, question = run([*PYTHON, __file__, "--write-log", str(log)]).output.decode().split()
        commands = {
            "arbitre --help": ["--help"],
            "arbitre list": ["list", game],
            "arbitre ask": ["ask", game, question],
            "arbitre replay": ["replay", str(log)],
        }
        rows = [("python, nothing", best([*PYTHON, "-c", "pass"], times))]
        rows += [(name, best([*ARBITRE, *arguments], times)) for name, arguments in commands.items()]
        print_table("start", rows)
        loading = [name for name, arguments in commands.items() if loads_solver(arguments)]
    print("  the solver is loaded by: " + (", ".join(loading) or "none of them"))
    sys.exit(1 if loading else 0)


def loads_solver(arguments: list[str]) -> bool:
    """Whether the command loads the solver."""
    one = run([*PYTHON, "-c", LOADED.replace("sys.stderr", "sys.stdout"), *arguments])
    return one.output.endswith(b"LOADED") and not one.output.endswith(b"NOT LOADED")


if __name__ == "__main__":
    main()
