"""Expressions of the model in the words of the language: the same text for the same expression, whatever
the layout of the file. Arguments that a question's defaults give are left out."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import assert_never

from dsl import model as m
from dsl.model.card_text import texts_of
from dsl.types.types import ListType, OptionalType, UnionType
from dsl.types.values import Player, Tagged, Value
from interpreter.rulebook.situations import show_plain

_OPEN, _IMPLIES, _OR, _AND, _NOT, _COMPARE, _ADD, _MULTIPLY, _UNARY, _POSTFIX = range(10)


def text_of(expr: m.Expr, game: m.Game) -> str:
    """The expression as it could stand in a file."""
    return _Writer(game).at(expr, _OPEN)


def _level_of_logic(op: m.LogicOp) -> int:
    match op:
        case "implies":
            return _IMPLIES
        case "or":
            return _OR
        case "and":
            return _AND
        case _:
            assert_never(op)


def _level_of_arithmetic(op: m.ArithmeticOp) -> int:
    match op:
        case "+" | "-":
            return _ADD
        case "*" | "/" | "mod":
            return _MULTIPLY
        case _:
            assert_never(op)


def _matches(pattern: object, given: object, args: Mapping[str, m.Expr]) -> bool:
    """Whether `given` is `pattern` with its names replaced by `args`."""
    if isinstance(pattern, m.Var) and pattern.name in args:
        return args[pattern.name] == given
    if isinstance(pattern, tuple) and isinstance(given, tuple):
        return len(pattern) == len(given) and all(
            _matches(p, g, args) for p, g in zip(pattern, given, strict=True)
        )
    if is_dataclass(pattern) and not isinstance(pattern, type):
        return type(pattern) is type(given) and all(
            _matches(getattr(pattern, f.name), getattr(given, f.name), args)
            for f in fields(pattern)
            if f.compare and f.name != "type"
        )
    return pattern == given


_VARIES = Player("varies")
"""Stands for the value of an expression that is none written out (cards are no players)."""


def _constant(expr: m.Expr) -> Value:
    """The value of a card written out; `_VARIES` for other expressions."""
    match expr:
        case m.Literal(value=value):
            return value
        case m.MakeTagged(type=UnionType(name=union), tag=tag, payload=payload):
            carried = None if payload is None else _constant(payload)
            return _VARIES if carried is _VARIES else Tagged(union, tag, carried)
        case _:
            return _VARIES


class _Writer:
    def __init__(self, game: m.Game) -> None:
        self._game = game
        self._cards = texts_of(game)

    def at(self, expr: m.Expr, level: int) -> str:
        """The text of an operand where nothing looser than `level` may stand."""
        text, own = self._row(expr) or self._write(expr)
        return text if own >= level else f"({text})"

    def _row(self, expr: m.Expr) -> tuple[str, int] | None:
        """A card, a row of cards or what is laid, written out, as its text in quotes; None for all else."""
        match expr:
            case m.MakeTagged(type=UnionType(name=name)) if name in self._cards:
                value = _constant(expr)
                text = None if value is _VARIES else self._cards[name].text(value)
            case m.MakeList(
                type=ListType(item=UnionType(name=name) | OptionalType(item=UnionType(name=name)))
            ):
                values = [_constant(item) for item in expr.items]
                known = name in self._cards and len(values) > 0 and _VARIES not in values
                text = self._cards[name].line(values) if known else None
            case m.Pick(
                kind="only", binder=m.Binder(source=m.Along(shape=shape, row=m.MakeList() as row), where=None)
            ):
                found = self._row(row)
                return None if found is None else (f"{shape.name} {found[0]}", _POSTFIX)
            case _:
                return None
        return None if text is None or '"' in text or "\\" in text else (f'"{text}"', _POSTFIX)

    def _all(self, exprs: tuple[m.Expr, ...]) -> str:
        return ", ".join(self.at(e, _OPEN) for e in exprs)

    def _write(self, expr: m.Expr) -> tuple[str, int]:
        """The text and how tightly it binds."""
        match expr:
            case m.Literal(value=value):
                return show_plain(value), _MULTIPLY if isinstance(value, Fraction) else _POSTFIX
            case m.Var(name=name):
                return name, _POSTFIX
            case m.VarOf(name=name, owner=owner):
                return f"{self.at(owner, _POSTFIX)}.{name}", _POSTFIX
            case m.Zone(name=name, owner=owner):
                return (name if owner is None else f"{self.at(owner, _POSTFIX)}.{name}"), _POSTFIX
            case m.Seats():
                return "seats", _POSTFIX
            case m.Not(operand=operand):
                return f"not {self.at(operand, _NOT)}", _NOT
            case m.Negative(operand=operand):
                return f"-{self.at(operand, _UNARY)}", _UNARY
            case m.Logic(op=op, left=left, right=right):
                own = _level_of_logic(op)
                return f"{self.at(left, own + 1)} {op} {self.at(right, own + 1)}", own
            case m.Arithmetic(op=op, left=left, right=right):
                own = _level_of_arithmetic(op)
                return f"{self.at(left, own)} {op} {self.at(right, own + 1)}", own
            case m.Compare(op=op, left=left, right=right):
                return f"{self.at(left, _ADD)} {op} {self.at(right, _ADD)}", _COMPARE
            case m.Member(item=item, collection=collection):
                return f"{self.at(item, _ADD)} in {self.at(collection, _ADD)}", _COMPARE
            case m.IsTag(subject=subject, tag=tag):
                return f"{self.at(subject, _ADD)} is {tag}", _COMPARE
            case m.Payload(subject=subject, tags=tags):
                return f"{self.at(subject, _POSTFIX)}.{self._word(subject, tags)}", _POSTFIX
            case m.Unwrap(subject=subject):
                return self._write(subject)
            case m.Field(subject=subject, name=name):
                return f"{self.at(subject, _POSTFIX)}.{name}", _POSTFIX
            case m.Index(subject=subject, index=index):
                return f"{self.at(subject, _POSTFIX)}[{self.at(index, _OPEN)}]", _POSTFIX
            case m.MakeTagged(tag=tag, payload=payload):
                if payload is None:
                    return tag, _POSTFIX
                return f"{tag} {self._word(expr, (tag,))} {self.at(payload, _UNARY)}", _UNARY
            case m.MakeRecord(fields=values):
                if len(values) == 2:
                    return f"{self.at(values[0][1], _ADD)}: {self.at(values[1][1], _ADD)}", _OPEN
                return f"[{', '.join(f'{n}: {self.at(v, _ADD)}' for n, v in values)}]", _POSTFIX
            case m.MakeList(items=items):
                return f"[{self._items(items)}]", _POSTFIX
            case m.MakeBag(items=items) | m.MakeSet(items=items):
                return f"{{{self._items(items)}}}", _POSTFIX
            case m.Range(low=low, high=high):
                return f"{self.at(low, _ADD)} .. {self.at(high, _ADD)}", _COMPARE
            case m.AllValues(of=of):
                return of.name, _POSTFIX
            case m.Size(subject=subject):
                return f"size({self.at(subject, _OPEN)})", _POSTFIX
            case m.Prefix(subject=subject, length=length):
                return f"prefix({self._all((subject, length))})", _POSTFIX
            case m.Reversed(subject=subject):
                return f"reversed({self.at(subject, _OPEN)})", _POSTFIX
            case m.If(condition=condition, then=then, otherwise=otherwise):
                parts = [self.at(e, _OPEN) for e in (condition, then, otherwise)]
                return f"if {parts[0]} then {parts[1]} else {parts[2]}", _OPEN
            case m.Let(name=name, value=value, body=body):
                return f"let {name} = {self.at(value, _OPEN)}; {self.at(body, _OPEN)}", _OPEN
            case m.Quantified(kind=quantifier, binder=binder, body=body):
                return f"{quantifier} {self._binder(binder)}: {self.at(body, _OPEN)}", _OPEN
            case m.Aggregate(kind=aggregator, binder=binder, body=body):
                return f"{aggregator} {self._binder(binder)} of {self.at(body, _OPEN)}", _OPEN
            case m.Count(binder=binder):
                return f"count {self._binder(binder)}", _OPEN
            case m.Pick(kind=picker, binder=binder):
                return f"the {picker} {self._binder(binder)}", _OPEN
            case m.Those(binder=binder):
                return f"those {self._binder(binder)}", _OPEN
            case m.Mapped(body=body, binder=binder):
                return f"[{self.at(body, _OPEN)} for {self._binder(binder)}]", _POSTFIX
            case m.Call(function=function, args=args):
                return f"{function.name}({self._all(args)})", _POSTFIX
            case m.Ask(question=question, args=args):
                return f"{question}({self._all(self._given(self._game.questions[question], args))})", _POSTFIX
            case m.DoubtValue(doubt=doubt, args=args):
                return f"{doubt}({self._all(args)})", _POSTFIX
            case m.Turned(subject=subject, places=places):
                return f"turned({self._all((subject, places))})", _POSTFIX
            case m.Fold(binder=binder, initial=initial, so_far=so_far, body=body):
                start = f"{self._binder(binder)} from {self.at(initial, _OPEN)} as {so_far}"
                return f"fold {start}: {self.at(body, _OPEN)}", _OPEN
            case m.Best(binder=binder, keys=keys):
                return f"best {self._binder(binder)} by {self._all(keys)}", _OPEN
            case m.Using(shape=shape, cards=cards):
                return f"{shape.name} using {self.at(cards, _UNARY)}", _UNARY
            case m.Along(shape=shape, row=row):
                return f"{shape.name} along {self.at(row, _UNARY)}", _UNARY
            case _:
                assert_never(expr)

    def _items(self, items: tuple[m.Expr, ...]) -> str:
        return ", ".join(self.at(item, _OPEN) for item in items)

    def _binder(self, binder: m.Binder) -> str:
        where = "" if binder.where is None else f" where {self.at(binder.where, _IMPLIES)}"
        return f"{', '.join(binder.names)} in {self.at(binder.source, _COMPARE)}{where}"

    def _word(self, expr: m.Expr, tags: tuple[str, ...]) -> str:
        """The word between a tag and what it carries."""
        declared = expr.type.item if isinstance(expr.type, OptionalType) else expr.type
        assert isinstance(declared, UnionType)
        return next(a.preposition or a.tag for a in declared.alternatives if a.tag in tags)

    def _given(self, question: m.Question, args: tuple[m.Expr, ...]) -> tuple[m.Expr, ...]:
        """The arguments without the last ones that are what their defaults say."""
        kept = list(args)
        names = [p.name for p in question.parameters]
        while kept:
            default = question.parameters[len(kept) - 1].default
            before = dict(zip(names, kept[:-1], strict=False))
            if default is None or not _matches(default, kept[-1], before):
                break
            kept.pop()
        return tuple(kept)
