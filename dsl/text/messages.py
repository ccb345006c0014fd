"""Sentences that know how they were put together, so that reports can say them in another language."""

from collections.abc import Iterable


class Said(str):
    """A sentence in English, as a text; `template` with `{names}` in it, and the `values` put in for them
    (sentences among them, too). Reports say it in the language of their reader
    (`arbitre.wording.catalogue`)."""

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> "Said":
        said = super().__new__(cls, template.format(**values) if values else template)
        said.template, said.values = template, values
        return said

    def __reduce__(self) -> tuple[object, ...]:
        return _said, (self.template, self.values)


def _said(template: str, values: dict[str, object]) -> Said:
    return Said(template, **values)


def joined(separator: str, items: Iterable[str]) -> str:
    """Sentences one after the other, each of which can still be said in another language."""
    kept = list(items)
    names = [f"part{number}" for number in range(len(kept))]
    template = separator.join(f"{{{name}}}" for name in names)
    return Said(template, **dict(zip(names, kept, strict=True))) if kept else ""


def reason(error: Exception) -> str:
    """What an error says, as it was put together."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, str) else str(error)
