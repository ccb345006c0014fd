"""The command line: `main` runs it, one module a command.

A command's module is imported when it is called (or its help is shown), and imports what it needs inside
its function: so that `--help` is quick, and only the commands that prove load the solver.
"""

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from arbitre.cli.frame.status import INTERNAL, INTERRUPTED, UNREADABLE, USAGE

if TYPE_CHECKING:
    import click


def main() -> NoReturn:
    """Runs the command line and ends the process with its exit status."""
    sys.exit(run())


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line with these arguments (else those of the process). Returns the exit status;
    whatever is wrong with the input is a sentence on standard error, never a traceback."""
    _make_streams_lenient()
    return _guarded(lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    from arbitre.cli.group import arbitre

    result = arbitre.main(
        args=None if arguments is None else list(arguments), prog_name="arbitre", standalone_mode=False
    )
    sys.stdout.flush()
    return result if isinstance(result, int) else 0


def _guarded(work: Callable[[], int]) -> int:
    """The exit status of `work`, with every failure that input can cause told in a sentence."""
    import click

    from arbitre.project.usage import UsageProblem
    from dsl.text.errors import ArbitreError

    try:
        return work()
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        return _tell_usage(error)
    except UsageProblem as error:
        return _tell(f"error: {error}", USAGE)
    except ArbitreError as error:
        count = len(error.problems)
        summary = "" if count == 1 else f"\n{count} problems"
        return _tell(f"{error}{summary}", UNREADABLE)
    except (KeyboardInterrupt, click.Abort):
        return _tell("interrupted", INTERRUPTED)
    except BrokenPipeError:
        return _drop_output()
    except OSError as error:
        _show_calls(error)
        where = f"`{error.filename}`: " if error.filename else ""
        return _tell(f"error: {where}{(error.strerror or str(error)).lower()}", UNREADABLE)
    except RecursionError:
        return _tell("error: the input is nested too deeply", UNREADABLE)
    except MemoryError:
        return _tell("error: the input needs more memory than there is", UNREADABLE)
    except Exception as error:
        return _tell_failure(error)


def _tell_failure(error: Exception) -> int:
    """A failure of the program itself: in a sentence; with all calls, if the environment asks for them."""
    from arbitre.wording.catalogue import _, say
    from interpreter.runtime.workers import DEBUG, failure

    because = say(failure(error).because)
    said = _("internal failure: {because}", because=because)
    help = _("This is a fault of arbitre. With {variable}=1 it shows where it comes from.", variable=DEBUG)
    return _tell(f"{said}\n{help}", INTERNAL)


def _show_calls(error: Exception) -> None:
    """All calls that led to an error, if the environment asks for them."""
    from interpreter.runtime.workers import DEBUG

    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exception(error)


def _tell_usage(error: "click.ClickException") -> int:
    import click

    context = error.ctx if isinstance(error, click.UsageError) else None
    hint = "" if context is None else f"\nsee `{context.command_path} --help`"
    message = error.format_message()
    return _tell(f"error: {message[:1].lower()}{message[1:].rstrip('.')}{hint}", USAGE)


def _tell(message: str, status: int) -> int:
    from interpreter.values.show import printable

    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _drop_output()
    print("\n".join(printable(line) for line in message.split("\n")), file=sys.stderr)
    return status


def _drop_output() -> int:
    """Whoever read the output has gone: nothing more is written, not by the interpreter at its end either."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    return 141


def _make_streams_lenient() -> None:
    """Characters that the terminal cannot show come out as escapes instead of ending the program. A stream
    that is closed (`>&-`) swallows what is written."""
    if sys.stdout is None or sys.stderr is None:
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        sys.stdout = sys.stdout or nowhere
        sys.stderr = sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
