"""The value of an expression, given the values of its names and what answers the questions it asks.

Exactly in this order; the encoding for proofs mirrors it construct by construct.

- **Operands** are evaluated from left to right, and the first that is blocked, or without a value,
  ends the evaluation with that (`Blocked`, `NoValue`). All but logic and quantifiers work so.
- **Logic** evaluates the left side first. Where it decides (`false and`, `true or`, `false implies`),
  the right side is not evaluated. Where the left side is blocked, the right side is evaluated: if it
  decides (`and false`, `or true`, `implies true`), that is the value; else the whole is blocked.
  A missing value on the right counts only if the right side is evaluated, be the left side blocked.
- **Quantifiers** go through the places in order and stop at the first that decides. A place counts as
  `where implies body` for `all`, as `where and body` for the others, by the logic above. `all` is false
  at the first false place, `some` true at the first true one, `no` false there, `one` false at the second
  true one. At the end, blocked places block the whole, unless the rest decides (for `one`: nothing does).
- **`where` elsewhere** (sum, highest, lowest, count, first, last, only, those, lists built) is no logic:
  a blocked one blocks the whole at once. `first` stops at the first place that satisfies, `last` walks
  from the end, `only` stops at the second one (no value).
- **`if`** evaluates its condition (blocked: the whole is), then one branch.
- **`let`, arguments of definitions and of doubts** are as if written out where their name stands: what is
  wrong with them counts where the name is used, or nowhere. Arguments of questions are needed.
- **No value**: `the first`, `last`, `only` of none, `only` of several, `highest`, `lowest` of nothing,
  an index beyond the ends, `none` where a value is needed, a word carried by another alternative.

Names are looked up in `env`. Expressions of a flow also look up `zone_key(zone, owner)`, and `SEATS`.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import TYPE_CHECKING, Any, Protocol

from dsl.errors import ArbitreError, Problem
from dsl.model import (
    Aggregate,
    AllValues,
    Arithmetic,
    Ask,
    Binder,
    Call,
    Compare,
    Count,
    DoubtValue,
    Expr,
    Field,
    If,
    Index,
    IsTag,
    Let,
    Literal,
    Logic,
    MakeBag,
    MakeList,
    MakeRecord,
    MakeSet,
    MakeTagged,
    Mapped,
    Member,
    Negative,
    Not,
    Payload,
    Pick,
    Prefix,
    Quantified,
    Range,
    Reversed,
    Seats,
    Size,
    Those,
    Unwrap,
    Var,
    Zone,
)
from dsl.span import Span
from dsl.types import BagType, ListType, OptionalType, RecordType, SetType, Type, UnionType
from dsl.values import Bag, Case, Player, Record, Tagged, Value, ValueSet, bag_of, set_of
from interpreter.situation import Situation, fits, show_plain

if TYPE_CHECKING:
    from interpreter.rules import Outcome

Env = Mapping[str, Any]
SEATS = "seats"


def zone_key(name: str, owner: Player | None = None) -> str:
    """The name in `env` of a zone: the table's, or that of a player."""
    return f"zone:{name}" if owner is None else f"zone:{name}:{owner.name}"


class SpecError(ArbitreError):
    """An error of the specification that shows in a situation: `code` says which, the span where."""

    def __init__(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        super().__init__(Problem(code, message, (span,), help))
        self.code = code

    def asked(self, question: str, situation: Situation) -> None:
        """Notes the question and situation in which it shows; the innermost stays."""
        (problem,) = self.problems
        if problem.help is None:
            shown = f"`{question}({', '.join(show_plain(value) for value in situation)})`"
            self.problems = (Problem(problem.code, problem.message, problem.spans, f"when asked {shown}"),)
            self.args = self.problems


class NoValue(SpecError):
    """An expression that has no value, such as the only one of two."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__("no-value", message, span)


Blocker = tuple[str, Situation, "Outcome"]


class Blocked(Exception):
    """A value that waits for a question without a single answer.

    `blockers`: those questions, each with its situation and its outcome (silent, contradictory or open),
    in the order in which they were met.
    """

    def __init__(self, blockers: tuple[Blocker, ...]) -> None:
        super().__init__(blockers)
        self.blockers = blockers

    def __or__(self, other: "Blocked") -> "Blocked":
        return Blocked(tuple(dict.fromkeys(self.blockers + other.blockers)))


Calls = dict[tuple[int, ...], tuple[list[Any], Any]]


class Context(Protocol):
    """What an expression needs besides its names.

    `calls` remembers the values of definitions, by the identities of the definition and its arguments
    (which are kept with the value, so that no identity is used again). To be emptied whenever a question
    could be answered otherwise.
    """

    calls: Calls

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question. Raises Blocked where there is none."""

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        """A doubt as it is read: its parameters and their types, its type, the expression chosen."""


class Alone:
    """The context of expressions that ask nothing: a question is blocked, a doubt impossible."""

    def __init__(self) -> None:
        self.calls: Calls = {}

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """Raises Blocked, by nothing in particular."""
        raise Blocked(())

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        """Impossible: nothing but an edition has doubts."""
        raise AssertionError(doubt)


class _Failed:
    """Stands for a value that could not be had; where its name is used, the error comes."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error


def evaluate(expr: Expr, env: Env, context: Context) -> Any:
    """The value of `expr`. Raises Blocked, NoValue, or another SpecError."""
    return _RULES[type(expr)](expr, env, context)


def kleene(expr: Expr, env: Env, context: Context) -> bool | Blocked:
    """The truth of `expr`, or what blocks it. Raises SpecError."""
    try:
        return bool(evaluate(expr, env, context))
    except Blocked as blocked:
        return blocked


def check_range(value: Value, type: Type, what: str, span: Span) -> None:
    """Raises SpecError `out-of-range` where the value is outside the bounds of its type."""
    if not fits(value, type):
        raise SpecError("out-of-range", f"`{show_plain(value)}` is outside the range of {what}", span)


# ------------------------------------------------------------------ names and plain values


def _literal(e: Literal, env: Env, context: Context) -> Any:
    return e.value


def _var(e: Var, env: Env, context: Context) -> Any:
    value = env[e.name]
    if type(value) is _Failed:
        raise value.error
    return value


def _zone(e: Zone, env: Env, context: Context) -> Any:
    return env[zone_key(e.name, None if e.owner is None else evaluate(e.owner, env, context))]


def _seats(e: Seats, env: Env, context: Context) -> Any:
    return env[SEATS]


def _later(expr: Expr, env: Env, context: Context) -> Any:
    """The value of `expr`, or what stands for its error until it is used."""
    try:
        return _RULES[type(expr)](expr, env, context)
    except (Blocked, SpecError) as error:
        return _Failed(error)


def _let(e: Let, env: Env, context: Context) -> Any:
    return evaluate(e.body, {**env, e.name: _later(e.value, env, context)}, context)


def _if(e: If, env: Env, context: Context) -> Any:
    chosen = e.then if evaluate(e.condition, env, context) else e.otherwise
    return evaluate(chosen, env, context)


# ------------------------------------------------------------------ logic and arithmetic


def _not(e: Not, env: Env, context: Context) -> Any:
    return not evaluate(e.operand, env, context)


def _negative(e: Negative, env: Env, context: Context) -> Any:
    return -evaluate(e.operand, env, context)


def _logic(e: Logic, env: Env, context: Context) -> Any:
    left, op = e.left, e.op
    try:
        value = _RULES[type(left)](left, env, context)
    except Blocked as blocked:
        return _after_blocked(blocked, e.right, op != "and", env, context)
    if op == "and":
        return value and evaluate(e.right, env, context)
    if op == "or":
        return value or evaluate(e.right, env, context)
    return not value or evaluate(e.right, env, context)


def _after_blocked(left: Blocked, right: Expr, decisive: bool, env: Env, context: Context) -> bool:
    """`decisive` if that is what the right side is; else it is blocked as the left side is."""
    try:
        value = evaluate(right, env, context)
    except Blocked as blocked:
        raise left | blocked from None
    if bool(value) is decisive:
        return decisive
    raise left


def _arithmetic(e: Arithmetic, env: Env, context: Context) -> Any:
    left = evaluate(e.left, env, context)
    right = evaluate(e.right, env, context)
    match e.op:
        case "+":
            return bag_of(left.items + right.items) if type(left) is Bag else left + right
        case "-":
            return left - right
        case "*":
            return left * right


def _compare(e: Compare, env: Env, context: Context) -> Any:
    left, right = e.left, e.right
    a = _RULES[type(left)](left, env, context)
    b = _RULES[type(right)](right, env, context)
    match e.op:
        case "=":
            return a == b
        case "!=":
            return a != b
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case ">=":
            return a >= b


# ------------------------------------------------------------------ parts of values


def _items(value: Any) -> tuple[Any, ...]:
    return value if type(value) is tuple else value.items


def _member(e: Member, env: Env, context: Context) -> Any:
    item = evaluate(e.item, env, context)
    return item in _items(evaluate(e.collection, env, context))


def _is_tag(e: IsTag, env: Env, context: Context) -> Any:
    value = evaluate(e.subject, env, context)
    return value.tag == e.tag if type(value) is Tagged else (value is None and e.tag == "none")


def _payload(e: Payload, env: Env, context: Context) -> Any:
    value = evaluate(e.subject, env, context)
    if type(value) is Tagged and value.tag in e.tags:
        return value.payload
    raise NoValue(f"`{show_plain(value)}` carries nothing of `{' or '.join(e.tags)}`", e.span)


def _unwrap(e: Unwrap, env: Env, context: Context) -> Any:
    value = evaluate(e.subject, env, context)
    if value is None:
        raise NoValue("this is `none` where a value is needed", e.span)
    return value


def _field(e: Field, env: Env, context: Context) -> Any:
    return evaluate(e.subject, env, context).get(e.name)


def _index(e: Index, env: Env, context: Context) -> Any:
    items = evaluate(e.subject, env, context)
    place = evaluate(e.index, env, context)
    if not 1 <= place <= len(items):
        raise NoValue(f"there is no place {place} in a list of {len(items)}", e.span)
    return items[place - 1]


def _size(e: Size, env: Env, context: Context) -> Any:
    return len(_items(evaluate(e.subject, env, context)))


def _prefix(e: Prefix, env: Env, context: Context) -> Any:
    items = evaluate(e.subject, env, context)
    return items[: max(0, evaluate(e.length, env, context))]


def _reversed(e: Reversed, env: Env, context: Context) -> Any:
    return evaluate(e.subject, env, context)[::-1]


# ------------------------------------------------------------------ values made


def _make_tagged(e: MakeTagged, env: Env, context: Context) -> Any:
    declared = e.type.item if isinstance(e.type, OptionalType) else e.type
    assert isinstance(declared, UnionType)
    payload = None if e.payload is None else evaluate(e.payload, env, context)
    return Tagged(declared.name, e.tag, payload)


def _make_record(e: MakeRecord, env: Env, context: Context) -> Any:
    declared = e.type.item if isinstance(e.type, OptionalType) else e.type
    assert isinstance(declared, RecordType)
    return Record(declared.name, tuple((name, evaluate(v, env, context)) for name, v in e.fields))


def _make_list(e: MakeList, env: Env, context: Context) -> Any:
    return tuple([evaluate(item, env, context) for item in e.items])


def _make_bag(e: MakeBag, env: Env, context: Context) -> Any:
    return bag_of([evaluate(item, env, context) for item in e.items])


def _make_set(e: MakeSet, env: Env, context: Context) -> Any:
    return set_of([evaluate(item, env, context) for item in e.items])


def _range(e: Range, env: Env, context: Context) -> Any:
    low = evaluate(e.low, env, context)
    return tuple(range(low, evaluate(e.high, env, context) + 1))


def _all_values(e: AllValues, env: Env, context: Context) -> Any:
    return tuple([Case(e.enum.name, name, index) for index, name in enumerate(e.enum.cases)])


# ------------------------------------------------------------------ binders


def _places(binder: Binder, env: Env, context: Context, backwards: bool = False) -> Iterator[dict[str, Any]]:
    """The names of each place in turn: one mapping, filled anew for each."""
    source = binder.source
    items = _items(_RULES[type(source)](source, env, context))
    inner = dict(env)
    if len(binder.names) == 1:
        (name,) = binder.names
        for item in reversed(items) if backwards else items:
            inner[name] = item
            yield inner
    else:
        for places in permutations(items, len(binder.names)):
            inner.update(zip(binder.names, places, strict=True))
            yield inner


def _kept(binder: Binder, env: Env, context: Context, backwards: bool = False) -> Iterator[dict[str, Any]]:
    """The places that satisfy `where`."""
    where = binder.where
    if where is None:
        yield from _places(binder, env, context, backwards)
        return
    rule = _RULES[type(where)]
    for inner in _places(binder, env, context, backwards):
        if rule(where, inner, context):
            yield inner


def _quantified(e: Quantified, env: Env, context: Context) -> Any:
    where, body, universal = e.binder.where, e.body, e.kind == "all"
    blocked: Blocked | None = None
    satisfied = 0
    for inner in _places(e.binder, env, context):
        try:
            value = _at_place(where, body, universal, inner, context)
        except Blocked as here:
            blocked = here if blocked is None else blocked | here
            continue
        if universal:
            if not value:
                return False
        elif value:
            satisfied += 1
            if e.kind != "one" or satisfied == 2:
                return e.kind == "some"
    if blocked is not None:
        raise blocked
    return satisfied == 1 if e.kind == "one" else e.kind != "some"


def _at_place(where: Expr | None, body: Expr, universal: bool, env: Env, context: Context) -> Any:
    """`where implies body` if universal, else `where and body`."""
    if where is not None:
        try:
            if not evaluate(where, env, context):
                return universal
        except Blocked as blocked:
            return _after_blocked(blocked, body, universal, env, context)
    return evaluate(body, env, context)


def _aggregate(e: Aggregate, env: Env, context: Context) -> Any:
    rule, body = _RULES[type(e.body)], e.body
    values = [rule(body, inner, context) for inner in _kept(e.binder, env, context)]
    if e.kind == "sum":
        return sum(values)
    if not values:
        raise NoValue(f"there is no {e.kind} of nothing", e.span)
    return max(values) if e.kind == "highest" else min(values)


def _count(e: Count, env: Env, context: Context) -> Any:
    return sum(1 for _ in _kept(e.binder, env, context))


def _pick(e: Pick, env: Env, context: Context) -> Any:
    (name,) = e.binder.names
    found: list[Any] = []
    for inner in _kept(e.binder, env, context, backwards=e.kind == "last"):
        found.append(inner[name])
        if e.kind != "only":
            break
        if len(found) == 2:
            raise NoValue("there is not an only one: there are several", e.span)
    if not found:
        raise NoValue(f"there is no {e.kind} one: there is none", e.span)
    return found[0]


def _those(e: Those, env: Env, context: Context) -> Any:
    (name,) = e.binder.names
    kept = tuple([inner[name] for inner in _kept(e.binder, env, context)])
    match e.type:
        case BagType():
            return Bag(kept)
        case SetType():
            return ValueSet(kept)
        case _:
            return kept


def _mapped(e: Mapped, env: Env, context: Context) -> Any:
    values = [evaluate(e.body, inner, context) for inner in _kept(e.binder, env, context)]
    match e.type:
        case BagType():
            return bag_of(values)
        case SetType():
            return set_of(values)
        case _:
            assert isinstance(e.type, ListType)
            return tuple(values)


# ------------------------------------------------------------------ definitions, questions, doubts


def _call(e: Call, env: Env, context: Context) -> Any:
    function = e.function
    args = [_later(arg, env, context) for arg in e.args]
    key = (id(function), *map(id, args))
    found = context.calls.get(key)
    if found is not None:
        return found[1]
    inner = {param[0]: arg for param, arg in zip(function.params, args, strict=True)}
    value = evaluate(function.body, inner, context)
    context.calls[key] = (args, value)
    return value


def _ask(e: Ask, env: Env, context: Context) -> Any:
    situation = tuple([evaluate(arg, env, context) for arg in e.args])
    return context.ask(e.question, situation, e.span)


def _doubt_value(e: DoubtValue, env: Env, context: Context) -> Any:
    names, types, answer, expr = context.reading_of(e.doubt)
    inner: dict[str, Any] = {}
    for name, declared, arg in zip(names, types, e.args, strict=True):
        value = inner[name] = _later(arg, env, context)
        if type(value) is not _Failed:
            check_range(value, declared, f"`{name}` of the doubt `{e.doubt}`", e.span)
    value = evaluate(expr, inner, context)
    check_range(value, answer, f"the doubt `{e.doubt}`", e.span)
    return value


_RULES: dict[type, Callable[[Any, Env, Context], Any]] = {
    Literal: _literal,
    Var: _var,
    Zone: _zone,
    Seats: _seats,
    Not: _not,
    Negative: _negative,
    Logic: _logic,
    Arithmetic: _arithmetic,
    Compare: _compare,
    Member: _member,
    IsTag: _is_tag,
    Payload: _payload,
    Unwrap: _unwrap,
    Field: _field,
    Index: _index,
    MakeTagged: _make_tagged,
    MakeRecord: _make_record,
    MakeList: _make_list,
    MakeBag: _make_bag,
    MakeSet: _make_set,
    Range: _range,
    AllValues: _all_values,
    Size: _size,
    Prefix: _prefix,
    Reversed: _reversed,
    If: _if,
    Let: _let,
    Quantified: _quantified,
    Aggregate: _aggregate,
    Count: _count,
    Pick: _pick,
    Those: _those,
    Mapped: _mapped,
    Call: _call,
    Ask: _ask,
    DoubtValue: _doubt_value,
}
