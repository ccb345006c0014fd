"""How an expression is quoted in a message: the user's words, shortened; and what stands inside it."""

from collections.abc import Iterable, Iterator
from dataclasses import fields

from dsl import syntax as s
from dsl.text.errors import did_you_mean

LONGEST = 60
FEW = 6


def suggest(word: str, known: Iterable[str]) -> str | None:
    """Help with a name that is not known: the nearest, or else all there are, where they are few."""
    names = list(dict.fromkeys(known))
    listed = ", ".join(f"`{name}`" for name in names) if len(names) <= FEW else ""
    return did_you_mean(word, names) or (f"known here: {listed}" if listed else None)


def wording(expr: s.Expr) -> str:
    """The words of an expression, at most `LONGEST` characters of them."""
    words = _words(expr, 4)
    return words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip() + "…"


def _words(expr: s.Expr, depth: int) -> str:
    if depth == 0:
        return "…"
    match expr:
        case s.Name(name=name):
            return name
        case s.Number(value=value):
            return str(value)
        case s.Apply(name=name, args=args):
            return f"{name}({_list(args, depth)})"
        case s.Unary(op="-", operand=operand):
            return f"-{_words(operand, depth - 1)}"
        case s.Unary(op=op, operand=operand):
            return f"{op} {_words(operand, depth - 1)}"
        case s.Binary(op=op, left=left, right=right):
            return f"{_words(left, depth - 1)} {op} {_words(right, depth - 1)}"
        case s.Is(subject=subject, tag=tag, negated=negated):
            return f"{_words(subject, depth - 1)} is {'not ' if negated else ''}{tag}"
        case s.Dot(subject=subject, name=name):
            return f"{_words(subject, depth - 1)}.{name}"
        case s.Subscript(subject=subject, index=index):
            return f"{_words(subject, depth - 1)}[{_words(index, depth - 1)}]"
        case s.TaggedExpr(tag=tag, preposition=preposition, payload=payload):
            return f"{tag} {preposition} {_words(payload, depth - 1)}"
        case s.ListExpr(items=items):
            return f"[{_list(items, depth)}]"
        case s.PairItem(left=left, right=right):
            return f"{_words(left, depth - 1)}: {_words(right, depth - 1)}"
        case s.Braces(items=items):
            return "{" + _list(items, depth) + "}"
        case _:
            return _words_of_open(expr, depth)


def _words_of_open(expr: s.Expr, depth: int) -> str:
    match expr:
        case s.Comprehension(brackets=bracket, body=body, binder=binder):
            inner = f"{_words(body, depth - 1)} for {_binder(binder)} …"
            return f"[{inner}]" if bracket == "[" else "{" + inner + "}"
        case s.Quantifier(kind=kind, binder=binder) | s.AggregateExpr(kind=kind, binder=binder):
            return f"{kind} {_binder(binder)} …"
        case s.Picked(kind="first" | "last" | "only" as kind, binder=binder):
            return f"the {kind} {_binder(binder)} …"
        case s.Picked(kind="count" | "those" as kind, binder=binder):
            return f"{kind} {_binder(binder)} …"
        case s.LetExpr(name=name):
            return f"let {name} = …"
        case s.FoldExpr(binder=binder):
            return f"fold {_binder(binder)} …"
        case s.BestExpr(binder=binder):
            return f"best {_binder(binder)} …"
        case s.LaidExpr(shape=shape, how=how, cards=cards):
            return f"{shape} {how} {_words(cards, depth - 1)}"
        case s.Row(shape=shape, text=text):
            return f'"{text}"' if shape is None else f'{shape} "{text}"'
        case s.IfExpr(condition=condition):
            return f"if {_words(condition, depth - 1)} …"
        case _:
            return "…"


def _list(items: tuple[s.Expr, ...], depth: int) -> str:
    return ", ".join(_words(item, depth - 1) for item in items)


def _binder(binder: s.Binder) -> str:
    return f"{', '.join(binder.names)} in {_words(binder.source, 2)}"


def inside(node: s.Node) -> Iterator[s.Node]:
    """`node` and every node in it, from the left."""
    yield node
    for field in fields(node):
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, s.Node):
                yield from inside(part)


def binds_names(expr: s.Expr) -> bool:
    """Whether `expr` gives names to values."""
    return any(isinstance(node, s.Binder | s.LetExpr | s.FoldExpr) for node in inside(expr))
