"""What options may be called: each name means one thing."""

from collections.abc import Iterator, Sequence

from dsl import syntax as s
from dsl.text.errors import Collector, fold
from dsl.text.span import Span


def refuse_taken_names(decls: Sequence[s.GameDecl], problems: Collector) -> None:
    """Notes options that share a name with another, in whatever language it is printed, and those that are
    called as a question, a parameter or the type `player`."""
    taken = dict(_taken(decls))
    seen: dict[str, s.OptionDecl] = {}
    for option in decls:
        if not isinstance(option, s.OptionDecl):
            continue
        if option.name in taken:
            what, span = taken[option.name]
            spans = (option.span,) if span is None else (option.span, span)
            message = f"`{option.name}` is {what}, and cannot be an option too"
            problems.add("duplicate-name", message, *spans)
        words = (option.name, *(word for _, printed in option.known_as for word in printed))
        others = {seen[fold(word)].name: word for word in words if fold(word) in seen}
        for other, word in others.items():
            if other != option.name:
                message = f"`{word}` is a name of both `{other}` and `{option.name}`"
                problems.add("duplicate-name", message, option.span, seen[fold(word)].span)
        for word in words:
            seen.setdefault(fold(word), option)


def _taken(decls: Sequence[s.GameDecl]) -> Iterator[tuple[str, tuple[str, Span | None]]]:
    """The names that mean something else wherever an option can be meant, with what they mean."""
    for decl in decls:
        if isinstance(decl, s.QuestionDecl | s.FlowDecl):
            for param in decl.params:
                yield param.name, (f"a parameter of `{decl.name}`", param.span)
    for decl in decls:
        if isinstance(decl, s.QuestionDecl):
            yield decl.name, ("a question", decl.span)
    yield "player", ("a type", None)
