"""What the cases of an enumeration are called: any name in any language of the game, whatever the case of
its letters and their accents."""

from dsl.model import EnumDecl
from dsl.text.errors import ArbitreError, Problem, did_you_mean, fail, fold
from dsl.text.span import NOWHERE, Span
from dsl.types.values import Case

__all__ = ["CaseNames", "fold"]


class CaseNames:
    """The names of an enumeration's cases, looked up and shown."""

    def __init__(self, decl: EnumDecl) -> None:
        """Raises ArbitreError (`name-taken`) where two cases share a name."""
        self.decl = decl
        self._cases = {name: Case(decl.type.name, name, i) for i, name in enumerate(decl.type.cases)}
        self._names: dict[str, str] = {}  # every name, as written, by its folded form
        self._found: dict[str, Case] = {}
        problems = [
            Problem(
                "name-taken",
                f"`{name}` is a name of both `{self._found[fold(name)].name}` and `{case.name}`",
                (decl.span,),
            )
            for case, name in self._all_names()
            if self._found.setdefault(fold(name), case) != case
        ]
        if problems:
            raise ArbitreError(*dict.fromkeys(problems))
        for _, name in self._all_names():
            self._names.setdefault(fold(name), name)

    def _all_names(self) -> list[tuple[Case, str]]:
        """Each case with each of its names, its own identifier first."""
        return [
            (case, name)
            for case in self._cases.values()
            for name in (
                case.name,
                *(n for names in self.decl.names.get(case.name, {}).values() for n in names),
            )
        ]

    def get(self, text: str) -> Case | None:
        """The case called `text`; None where none is."""
        return self._found.get(fold(text))

    def case(self, text: str, span: Span = NOWHERE) -> Case:
        """The case called `text`. Raises ArbitreError (`unknown-name`, at `span`), with the nearest name."""
        case = self.get(text)
        if case is None:
            message = f"`{text}` is no {self.decl.type.name}"
            raise fail("unknown-name", message, span, help=did_you_mean(text, self._names.values()))
        return case

    def names(self, case: Case | str) -> tuple[str, ...]:
        """All names of a case, each once, its own identifier first."""
        wanted = case if isinstance(case, str) else case.name
        return tuple(dict.fromkeys(name for which, name in self._all_names() if which.name == wanted))
