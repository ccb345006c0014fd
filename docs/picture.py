"""Makes the picture of the README: `python docs/picture.py ID` draws the entry of that identifier, as
`arbitre check` prints it on a terminal, to docs/finding.svg."""

import io
import re
import sys
from pathlib import Path

from rich.console import CONSOLE_SVG_FORMAT, Console
from rich.terminal_theme import MONOKAI

import arbitre
from arbitre.commands.explaining import OfEntry, explain_reported
from arbitre.report.as_text import check as check_text
from arbitre.wording.catalogue import choose_language

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 84


def main(identifier: str) -> None:
    """Draws one entry of the project in this checkout."""
    choose_language("en")
    explained = explain_reported(arbitre.load(ROOT), identifier)
    if not isinstance(explained, OfEntry):
        sys.exit(f"{identifier} is no entry")
    console = Console(
        record=True,
        width=WIDTH,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        emoji=False,
    )
    check_text.entry(console, explained.entry, explained.game)
    plain = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    svg = console.export_svg(title="arbitre check", theme=MONOKAI, code_format=plain, unique_id="finding")
    (ROOT / "docs" / "finding.svg").write_text(
        "\n".join(line.rstrip() for line in svg.splitlines()) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
