"""Lines read from a keyboard (or a file that stands for one), and what is said between them."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rich.console import Console

from arbitre.report.as_text.page import grid, page, paragraph
from arbitre.wording.catalogue import _, later
from dsl.text.errors import Portable, fold
from interpreter.rulebook.situations import printable

LONGEST = 100_000
"""Characters of a line that are read; what is longer is no answer to anything."""


class Left(Portable):
    """Whoever was asked has left: the input is at its end, or he said so."""


class TakenBack(Portable):
    """Whoever was asked would rather take back what was decided last."""


COMMANDS = (later("help"), later("state"), later("undo"), later("quit"))
"""What can be written at every question; each has a word in the language of the messages, too."""


def command_of(text: str) -> str | None:
    """The command that the text is; None where it is an answer."""
    word = fold(text)
    if text == "?":
        return "help"
    return next((command for command in COMMANDS if word in (command, fold(_(command)))), None)


class Terminal:
    """Where people are asked. On a terminal names are completed with the tabulator where it can do that."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = page() if console is None else console
        self.is_terminal = bool(sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty())
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            with suppress(ValueError, OSError):
                reconfigure(errors="replace")

    def say(self, text: str = "", *, indent: int = 0, style: str = "") -> None:
        """A paragraph, or an empty line."""
        if text:
            paragraph(self.console, text, indent=indent, style=style)
        else:
            self.console.print()

    def verbatim(self, line: str) -> None:
        """A line that can be copied, whatever stands in it."""
        self.console.file.write(f"{printable(line)}\n")

    def rows(self, rows: Iterable[tuple[str, ...]]) -> None:
        """Rows of cells in columns."""
        self.console.print(grid(rows))

    def decide(self, prompt: str, words: Sequence[str] = (), *, or_nothing: bool = False) -> str:
        """An answer, which is not empty unless `or_nothing`. Raises Left, and TakenBack."""
        while True:
            text = self.ask(prompt, words)
            match command_of(text):
                case "quit":
                    raise Left
                case "undo":
                    raise TakenBack
                case None if text or or_nothing:
                    return text
                case _:
                    self.say(_("Write a number of the list, or the answer in words; `undo` or `quit`."))

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """The next line, without the white space around it; `words` complete what is typed. Raises Left at
        the end of the input."""
        shown = f"{printable(prompt)}: "
        if self.is_terminal:
            with Completion(words):
                try:
                    return input(shown)[:LONGEST].strip()
                except EOFError:
                    raise Left from None
        self.console.file.write(shown)
        self.console.file.flush()
        line = "" if sys.stdin is None else sys.stdin.readline()
        self.console.file.write(printable(line.strip()[:LONGEST]) + "\n")
        if not line:
            raise Left
        return line[:LONGEST].strip()

    def clear(self) -> None:
        """What is on the screen is no longer seen."""
        if not self.is_terminal:
            self.console.print("─" * min(self.console.width, 80))
        elif os.environ.get("TERM") == "dumb":
            self.console.print("\n" * 60)
        else:
            self.console.file.write("\033[H\033[2J\033[3J")
            self.console.file.flush()


class Completion:
    """While a line is read, the tabulator completes it to one of these words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def __enter__(self) -> None:
        with suppress(ImportError):
            import readline

            readline.set_completer_delims(",;[]{}")
            readline.set_completer(self.complete)
            readline.parse_and_bind("tab: complete")

    def __exit__(self, *raised: object) -> None:
        with suppress(ImportError):
            import readline

            readline.set_completer(None)

    def complete(self, text: str, number: int) -> str | None:
        """The completion of that number, from 0, of what is typed; None beyond the last."""
        lead = text[: len(text) - len(text.lstrip())]
        fitting = [word for word in self.words if fold(word).startswith(fold(text.strip()))]
        return lead + fitting[number] if number < len(fitting) else None
