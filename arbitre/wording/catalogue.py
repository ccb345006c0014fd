"""The sentences of the reports in several languages.

Every sentence that a report says goes through `_` (or `_n`, with a number). The English text is the key;
`locale/LANGUAGE.json` maps it to the same in another language, with the same `{names}` in it. A sentence
that a catalogue lacks comes out in English.
"""

import json
import os
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from dsl.text.messages import Said

LANGUAGES = ("en", "ca", "es", "fr")
"""The languages of the messages."""

_language: ContextVar[str] = ContextVar("language", default="en")
_called: ContextVar[Mapping[str, str]] = ContextVar("called", default=MappingProxyType({}))
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def choose_language(wanted: str | None, environ: Mapping[str, str] | None = None) -> str:
    """Sets the language of the messages: the one wanted, else the locale's, else English. Returns it."""
    environ = os.environ if environ is None else environ
    if wanted is None:
        locale = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
        wanted = locale[:2].lower()
    chosen = wanted if wanted in LANGUAGES else "en"
    _language.set(chosen)
    return chosen


def language() -> str:
    """The language of the messages."""
    return _language.get()


@lru_cache(maxsize=8)
def catalogue(language: str) -> Mapping[str, str]:
    """The sentences of a language, by the English ones."""
    path = Path(__file__).parents[1] / "locale" / f"{language}.json"
    if not path.is_file():
        return {}
    texts = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(texts, dict)
    return texts


def _(text: str, /, **values: object) -> str:
    """`text` in the language of the messages, with the values put in for the `{names}` in it."""
    said = catalogue(_language.get()).get(text, text)
    return said.format(**values) if values else said


def say(text: str) -> str:
    """A text in the language of the messages, if it is a sentence that knows how it was put together."""
    if not isinstance(text, Said):
        return text
    values = {name: say(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return _(text.template, **values)


def later(text: str) -> str:
    """`text` itself: marks a sentence that `_` says elsewhere, so that the catalogues have it."""
    return text


def _n(one: str, many: str, number: int, /, **values: object) -> str:
    """`one` or `many`, by the number, which is `{n}` in them."""
    return _(one if number == 1 else many, n=number, **values)


def language_name(code: str) -> str:
    """What a language is called: `ca` is Catalan. The code itself where its name is not known."""
    name = _(f"language:{code}")
    if name.startswith("language:"):
        return catalogue("en").get(name, code)
    return name


def name_editions(called: Mapping[str, str]) -> None:
    """Says what the editions of the project are called in reports."""
    _called.set(dict(called))


def edition_name(edition: str) -> str:
    """What an edition is called: `ca` is Catalan, in the language of the messages, unless the project calls
    it something else; by its own name where neither is known."""
    called = _called.get().get(edition)
    if called is not None and called != catalogue("en").get(f"language:{edition}"):
        return called
    return language_name(edition)


def listed(items: Iterable[str], last: str | None = None) -> str:
    """`a, b and c`; `last` is the word before the last one."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {_('and') if last is None else last} {words[-1]}"
