"""`arbitre.toml`: what a project is called, what its editions are called, and which text prevails."""

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dsl.syntax.printing import suggest
from dsl.text.errors import Collector, fold
from dsl.text.span import Span

PROJECT_FILE = "arbitre.toml"
_KEYS = ("name", "prevails", "languages")
_TOP = Span(PROJECT_FILE, 1, 1, 1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFile:
    """What stands there. `called`: what each edition is called in reports, its language, or a name of its own
    where there are several in one language; `text` is the file itself."""

    name: str = ""
    prevails: str | None = None
    called: Mapping[str, str] = field(default_factory=dict)
    text: str = ""

    def check_editions(self, known: Collection[str], problems: Collector) -> None:
        """Notes editions named here without rules, unless none has any (a draft): `unknown-edition`."""
        if self.prevails is not None and self.prevails not in known:
            message = f"`{self.prevails}` is no edition, so it cannot prevail"
            where = _place_of("prevails", self.text)
            problems.add("unknown-edition", message, where, help=suggest(self.prevails, known))
        for name in self.called:
            if known and name not in known:
                message = f"`{name}` is named in `{PROJECT_FILE}`, and no edition is called so"
                help = suggest(name, known) or f"a file of it begins with `edition {name} of …`"
                problems.add("unknown-edition", message, _place_of(name, self.text), help=help)


def read_project_file(root: Path, problems: Collector) -> ProjectFile:
    """The file of the project in the folder `root`. Notes `no-project`, `bad-project-file`, `name-taken`."""
    try:
        text = (root / PROJECT_FILE).read_bytes().decode("utf-8-sig")
        table = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        reason = why.lower() if why else "it is not UTF-8"
        problems.add("no-project", f"`{PROJECT_FILE}` cannot be read: {reason}", _TOP)
        return ProjectFile()
    except tomllib.TOMLDecodeError as error:
        problems.add("bad-project-file", f"`{PROJECT_FILE}` is not TOML: {str(error).lower()}", _TOP)
        return ProjectFile()
    except (ValueError, RecursionError) as error:
        reason = "it nests too deep" if isinstance(error, RecursionError) else "a number in it is too large"
        problems.add("bad-project-file", f"`{PROJECT_FILE}` cannot be read: {reason}", _TOP)
        return ProjectFile()
    for key in table:
        if key not in _KEYS:
            message = f"`{PROJECT_FILE}` has no key `{key}`"
            problems.add("bad-project-file", message, _place_of(key, text), help=suggest(key, _KEYS))
    name, prevails = table.get("name"), table.get("prevails")
    if not isinstance(name, str) or not name:
        problems.add("bad-project-file", f"`{PROJECT_FILE}` gives no `name`", _TOP)
        name = ""
    if prevails is not None and not isinstance(prevails, str):
        where = _place_of("prevails", text)
        problems.add("bad-project-file", f"`prevails` in `{PROJECT_FILE}` has to name an edition", where)
        prevails = None
    called = _called(table.get("languages", {}), text, problems)
    return ProjectFile(name=name, prevails=prevails, called=called, text=text)


def _called(languages: object, text: str, problems: Collector) -> Mapping[str, str]:
    if not isinstance(languages, Mapping) or not all(
        isinstance(name, str) and name.strip() for name in languages.values()
    ):
        message = "`languages` says of each edition what its language is called"
        problems.add("bad-project-file", message, _place_of("languages", text))
        return {}
    seen: dict[str, str] = {}
    for edition, name in languages.items():
        first = seen.setdefault(fold(name), edition)
        if first != edition:
            message = f"the editions `{first}` and `{edition}` are both called `{name}`"
            help = "a second edition in one language needs a name of its own"
            problems.add("name-taken", message, _place_of(edition, text), _place_of(first, text), help=help)
    return dict(languages)


def _place_of(key: str, text: str) -> Span:
    """Where a key stands in the project file, bare or in quotes, or as the name of a table."""
    named = re.compile(rf"\s*\[*\s*(?P<key>[\"']?{re.escape(key)}[\"']?)\s*[\].=]")
    for number, line in enumerate(text.splitlines(), start=1):
        found = named.match(line)
        if found:
            return Span(PROJECT_FILE, number, found.start("key") + 1, number, found.end("key") + 1)
    return _TOP
