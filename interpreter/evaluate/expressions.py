"""Each construct of the language as a Python function of names and context.

In which order things are evaluated, and what comes of what is blocked or has no value, is told in
`interpreter.evaluate.evaluate`.
"""

import operator
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, assert_never

from dsl import model as m
from dsl.text.span import Span
from dsl.types.algebra import is_rational
from dsl.types.enumerate import every
from dsl.types.hidden import Looked, apart, between, is_hidden, of_all, of_any, of_names
from dsl.types.types import (
    BagType,
    EnumType,
    ListType,
    OptionalType,
    RecordType,
    SetType,
    UnionType,
)
from dsl.types.values import (
    Bag,
    Rational,
    Record,
    Tagged,
    Value,
    ValueSet,
    bag_of,
    quotient,
    rational,
    set_of,
)
from interpreter.analysis.dependencies import walk
from interpreter.evaluate.arrangements import Layout
from interpreter.evaluate.best import best_laid, best_of
from interpreter.runtime.budget import WORK
from interpreter.values.context import (
    SEATS,
    Blocked,
    Context,
    Env,
    NoValue,
    SpecError,
    check_range,
    variable_key,
    zone_key,
)
from interpreter.values.show import show_plain

CODES_LIMIT = 200_000  # expressions whose functions are kept; beyond, all are made anew


class _Failed:
    """Stands for a value that could not be had; where its name is used, the error comes."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error


Code = Callable[[Env, Context], Any]
_CODES: dict[int, tuple[m.Expr, Code]] = {}  # by identity; the expression is kept, so that none is used again


def code_of(expr: m.Expr) -> Code:
    """The function that evaluates `expr`, given names and context. It raises Blocked, NoValue, or another
    SpecError."""
    found = _CODES.get(id(expr))
    if found is None:
        if len(_CODES) >= CODES_LIMIT:
            _CODES.clear()
        found = _CODES[id(expr)] = (expr, _made_for(expr))
    return found[1]


# ------------------------------------------------------------------ names and plain values


def _constant(value: Any) -> Code:
    return lambda env, context: value


def _literal(e: m.Literal) -> Code:
    return _constant(e.value)


def _var(e: m.Var) -> Code:
    name = e.name

    span = e.span

    def run(env: Env, context: Context) -> Any:
        try:
            value = env[name]
        except KeyError:
            raise NoValue(f"`{name}` has no value yet", span) from None
        if type(value) is _Failed:
            raise value.error
        return value

    return run


def _zone(e: m.Zone) -> Code:
    name = e.name
    if e.owner is None:
        key = zone_key(name)
        return lambda env, context: env[key]
    return _of_thing(name, code_of(e.owner), zone_key, "is none", e.span)


def _var_of(e: m.VarOf) -> Code:
    return _of_thing(e.name, code_of(e.owner), variable_key, "has no value", e.span)


def _of_thing(name: str, owner: Code, key: Callable[[str, Value], str], fault: str, span: Span) -> Code:
    """The zone, or the variable, of a thing of which there is one for each."""

    def run(env: Env, context: Context) -> Any:
        whose = owner(env, context)
        try:
            return env[key(name, whose)]
        except KeyError:
            raise NoValue(f"the `{name}` of `{show_plain(whose)}` {fault}", span) from None

    return run


def _seats(e: m.Seats) -> Code:
    return lambda env, context: env[SEATS]


def _later(expr: m.Expr) -> Code:
    """The value of `expr`, or what stands for its error until it is used."""
    if isinstance(expr, m.Var):
        name = expr.name
        return lambda env, context: env[name]
    code = code_of(expr)

    def run(env: Env, context: Context) -> Any:
        try:
            return code(env, context)
        except (Blocked, SpecError, Looked) as error:
            return _Failed(error)

    return run


def _let(e: m.Let) -> Code:
    name, value, body = e.name, _later(e.value), code_of(e.body)
    return lambda env, context: body({**env, name: value(env, context)}, context)


def _if(e: m.If) -> Code:
    condition, then, otherwise = code_of(e.condition), code_of(e.then), code_of(e.otherwise)

    def run(env: Env, context: Context) -> Any:
        return then(env, context) if condition(env, context) else otherwise(env, context)

    return run


# ------------------------------------------------------------------ logic and arithmetic


def _not(e: m.Not) -> Code:
    operand = code_of(e.operand)
    return lambda env, context: not operand(env, context)


def _negative(e: m.Negative) -> Code:
    operand = code_of(e.operand)
    if isinstance(e.type, OptionalType):
        return lambda env, context: None if (value := operand(env, context)) is None else -value
    return lambda env, context: -operand(env, context)


def _logic(e: m.Logic) -> Code:
    return _connected(e.op, code_of(e.left), code_of(e.right))


def _connected(op: m.LogicOp, left: Code, right: Code) -> Code:
    """`left op right`."""
    at_once, decisive = deciding(op)

    def run(env: Env, context: Context) -> Any:
        try:
            value = left(env, context)
        except Blocked as blocked:
            return after_blocked(blocked, env, context)
        return decisive if bool(value) is at_once else right(env, context)

    def after_blocked(before: Blocked, env: Env, context: Context) -> bool:
        try:
            value = right(env, context)
        except Blocked as blocked:
            raise before | blocked from None
        if bool(value) is decisive:
            return decisive
        raise before

    return run


def deciding(op: m.LogicOp) -> tuple[bool, bool]:
    """Which value on the left decides, and what comes of it then (which is also what one on the right that
    decides makes of the whole)."""
    match op:
        case "and":
            return False, False
        case "or":
            return True, True
        case "implies":
            return False, True
        case _:
            assert_never(op)


def _arithmetic(e: m.Arithmetic) -> Code:
    if e.op == "mod":
        return _modulo(e)
    if e.op == "+" and isinstance(e.left.type, BagType):
        return _of_two(lambda a, b: bag_of(a.items + b.items), e.left, e.right)
    op = _operation(e.op)
    return _of_two(_spreading(op) if is_rational(e.type) else op, e.left, e.right)


def _operation(op: m.ArithmeticOp) -> Callable[[Any, Any], Any]:
    match op:
        case "+":
            return operator.add
        case "-":
            return operator.sub
        case "*":
            return operator.mul
        case "/":
            return quotient
        case "mod":
            return operator.mod
        case _:
            assert_never(op)


def _spreading(op: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The operation on numbers, whole or not: `none` where one of them is."""

    def run(one: Rational | None, other: Rational | None) -> Rational | None:
        if one is None or other is None:
            return None
        value: Rational | None = op(one, other)
        return rational(value) if type(value) is Fraction else value

    return run


def _modulo(e: m.Arithmetic) -> Code:
    left, right, span = code_of(e.left), code_of(e.right), e.span

    def run(env: Env, context: Context) -> Any:
        number, divisor = left(env, context), right(env, context)
        if divisor <= 0:
            raise NoValue(f"there is no `mod {divisor}`: only of a positive number", span)
        return number % divisor

    return run


def _compare(e: m.Compare) -> Code:
    op = comparison(e.op)
    if isinstance(e.left.type, EnumType) and e.left.type == e.right.type:
        return _of_cases(op, e.left, e.right)
    return _of_two(op, e.left, e.right)


def _of_cases(op: Callable[[Any, Any], bool], left_expr: m.Expr, right_expr: m.Expr) -> Code:
    """The comparison of two cases, by their places among those of their type."""
    left, right = code_of(left_expr), code_of(right_expr)

    def run(env: Env, context: Context) -> Any:
        one, other = left(env, context), right(env, context)
        try:
            return op(one.index, other.index)
        except Looked as looked:
            return of_any(lambda one, other: op(one.index, other.index), (one, other), looked)

    return run


def comparison(op: m.CompareOp) -> Callable[[Any, Any], bool]:
    """What compares two values."""
    match op:
        case "=":
            return operator.eq
        case "!=":
            return operator.ne
        case "<":
            return operator.lt
        case "<=":
            return operator.le
        case ">":
            return operator.gt
        case ">=":
            return operator.ge
        case _:
            assert_never(op)


def _of_two(op: Callable[[Any, Any], Any], left_expr: m.Expr, right_expr: m.Expr) -> Code:
    left, right = code_of(left_expr), code_of(right_expr)

    def run(env: Env, context: Context) -> Any:
        one, other = left(env, context), right(env, context)
        try:
            return op(one, other)
        except Looked as looked:
            return of_any(op, (one, other), looked)

    return run


# ------------------------------------------------------------------ parts of values


def _items(value: Any) -> tuple[Any, ...]:
    return value if type(value) is tuple else value.items


def _member(e: m.Member) -> Code:
    item, collection = code_of(e.item), code_of(e.collection)

    def run(env: Env, context: Context) -> Any:
        wanted, items = item(env, context), _items(collection(env, context))
        try:
            return wanted in items
        except Looked:
            return _is_among(wanted, items)

    return run


def _is_among(wanted: Any, items: tuple[Any, ...]) -> bool:
    """Whether it is one of the items, of which some are not known. Raises Looked where it may be one of
    these, and is none of the others."""
    looked: Looked | None = None
    for item in items:
        try:
            if item is wanted or (item == wanted if is_hidden(item) else wanted == item):
                return True
        except Looked as look:
            looked = looked or look
    if looked is not None:
        raise looked
    return False


def _is_tag(e: m.IsTag) -> Code:
    subject, tag = code_of(e.subject), e.tag

    def run(env: Env, context: Context) -> Any:
        value = subject(env, context)
        if type(value) is Tagged:
            return value.tag == tag
        if is_hidden(value) and tag != "none":
            return of_all(value, lambda kind: type(kind) is Tagged and kind.tag == tag)
        return value is None and tag == "none"

    return run


def _payload(e: m.Payload) -> Code:
    subject, tags, span = code_of(e.subject), e.tags, e.span

    def run(env: Env, context: Context) -> Any:
        value = subject(env, context)
        if is_hidden(value):
            return value.payload
        if type(value) is Tagged and value.tag in tags:
            return value.payload
        raise NoValue(f"`{show_plain(value)}` carries nothing of `{' or '.join(tags)}`", span)

    return run


def _unwrap(e: m.Unwrap) -> Code:
    subject, span = code_of(e.subject), e.span

    def run(env: Env, context: Context) -> Any:
        value = subject(env, context)
        if value is None:
            raise NoValue("this is `none` where a value is needed", span)
        return value

    return run


def _field(e: m.Field) -> Code:
    subject = code_of(e.subject)
    assert isinstance(e.subject.type, RecordType)
    place = [name for name, _ in e.subject.type.fields].index(e.name)
    return lambda env, context: subject(env, context).fields[place][1]


def _index(e: m.Index) -> Code:
    subject, index, span = code_of(e.subject), code_of(e.index), e.span

    def run(env: Env, context: Context) -> Any:
        items = subject(env, context)
        place = index(env, context)
        if not 1 <= place <= len(items):
            raise NoValue(f"there is no place {place} in a list of {len(items)}", span)
        return items[place - 1]

    return run


def _size(e: m.Size) -> Code:
    subject = code_of(e.subject)
    return lambda env, context: len(_items(subject(env, context)))


def _prefix(e: m.Prefix) -> Code:
    return _of_two(lambda items, length: items[: max(0, length)], e.subject, e.length)


def _reversed(e: m.Reversed) -> Code:
    subject = code_of(e.subject)
    return lambda env, context: subject(env, context)[::-1]


def _turned(e: m.Turned) -> Code:
    def turned(items: tuple[Any, ...], places: int) -> tuple[Any, ...]:
        at = places % len(items) if items else 0
        return items[at:] + items[:at]

    return _of_two(turned, e.subject, e.places)


# ------------------------------------------------------------------ values made


def _make_tagged(e: m.MakeTagged) -> Code:
    declared = e.type.item if isinstance(e.type, OptionalType) else e.type
    assert isinstance(declared, UnionType)
    union, tag = declared.name, e.tag
    if e.payload is None:
        return _constant(Tagged(union, tag))
    payload = code_of(e.payload)
    return lambda env, context: Tagged(union, tag, payload(env, context))


def _make_record(e: m.MakeRecord) -> Code:
    declared = e.type.item if isinstance(e.type, OptionalType) else e.type
    assert isinstance(declared, RecordType)
    type_name = declared.name
    fields = [(name, code_of(value)) for name, value in e.fields]
    return lambda env, context: Record(type_name, tuple([(n, value(env, context)) for n, value in fields]))


def _made(items: Sequence[m.Expr], make: Callable[[list[Any]], Any]) -> Code:
    codes = [code_of(item) for item in items]
    return lambda env, context: make([code(env, context) for code in codes])


def _make_list(e: m.MakeList) -> Code:
    return _made(e.items, tuple)


def _make_bag(e: m.MakeBag) -> Code:
    return _made(e.items, bag_of)


def _make_set(e: m.MakeSet) -> Code:
    return _made(e.items, set_of)


def _range(e: m.Range) -> Code:
    return _of_two(lambda low, high: tuple(range(low, high + 1)), e.low, e.high)


def _all_values(e: m.AllValues) -> Code:
    return _constant(every(e.of))


# ------------------------------------------------------------------ binders

Places = Callable[[Env, Context], Iterator[dict[str, Any]]]


def _places(binder: m.Binder, backwards: bool = False) -> Places:
    """The names of each place in turn: one mapping, filled anew for each."""
    source, names = code_of(binder.source), binder.names
    if isinstance(binder.source, m.Using | m.Along) and len(names) == 1 and not backwards:
        return _places_laid(binder.source, names[0])
    if len(names) == 1:
        (name,) = names

        def of_one(env: Env, context: Context) -> Iterator[dict[str, Any]]:
            items = _items(source(env, context))
            WORK.steps += len(items)
            inner = dict(env)
            for item in reversed(items) if backwards else items:
                inner[name] = item
                yield inner

        return of_one

    def of_several(env: Env, context: Context) -> Iterator[dict[str, Any]]:
        items = _items(source(env, context))
        inner = dict(env)
        for places in permutations(items, len(names)):
            WORK.steps += 1
            inner.update(zip(names, places, strict=True))
            yield inner

    return of_several


def _places_laid(source: m.Using | m.Along, name: str) -> Places:
    """As `_places`, of what is laid: each is laid when it is wanted."""
    laid = _laid(source)

    def run(env: Env, context: Context) -> Iterator[dict[str, Any]]:
        found = laid(env, context)
        inner = dict(env)
        for item in found:
            inner[name] = item
            yield inner

    return run


def _laid(e: m.Using | m.Along) -> Code:
    """What can be laid, one after the other."""
    layout, span = Layout(e.shape, code_of), e.span
    if isinstance(e, m.Along):
        row = code_of(e.row)
        return lambda env, context: layout.along(_seen(row(env, context)), context, span)
    cards = code_of(e.cards)
    return lambda env, context: layout.using(_seen(_items(cards(env, context))), context, span)


def _seen(cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cards. Raises Looked where one is not known."""
    for card in cards:
        if is_hidden(card):
            raise Looked(card, apart(card))
    return cards


def _all_laid(e: m.Using | m.Along) -> Code:
    laid = _laid(e)
    return lambda env, context: tuple(laid(env, context))


def _kept(binder: m.Binder, backwards: bool = False) -> Places:
    """The places that satisfy `where`."""
    places = _places(binder, backwards)
    if binder.where is None:
        return places
    where = code_of(binder.where)

    def run(env: Env, context: Context) -> Iterator[dict[str, Any]]:
        for inner in places(env, context):
            try:
                kept = where(inner, context)
            except Looked as looked:
                kept = _whatever(where, inner, context, looked)
            if kept:
                yield inner

    return run


def _whatever(code: Code, env: Env, context: Context, looked: Looked) -> Any:
    """The value, whatever the one is that was looked at. Raises Looked where it is not the same."""
    return of_names(lambda names: code(names, context), env, looked)


def _each(body: Code, places: Places, env: Env, context: Context) -> list[Any]:
    """The values at all places."""
    try:
        return [body(inner, context) for inner in places(env, context)]
    except Looked:
        pass
    values = []
    for inner in places(env, context):
        try:
            values.append(body(inner, context))
        except Looked as looked:
            values.append(_whatever(body, inner, context, looked))
    return values


def _quantified(e: m.Quantified) -> Code:
    match e.kind:
        case "all":
            return _until_decided(e, "implies", counted=False, enough=1, decided=False, ending=(True,))
        case "some":
            return _until_decided(e, "and", counted=True, enough=1, decided=True, ending=(False,))
        case "no":
            return _until_decided(e, "and", counted=True, enough=1, decided=False, ending=(True,))
        case "one":
            return _until_decided(e, "and", counted=True, enough=2, decided=False, ending=(False, True))
        case _:
            assert_never(e.kind)


def _until_decided(
    e: m.Quantified, over: m.LogicOp, *, counted: bool, enough: int, decided: bool, ending: tuple[bool, ...]
) -> Code:
    """Goes through the places, and counts those where `where`, joined to the body by `over`, is `counted`.
    With `enough` of them the whole is `decided`; at the end it is what `ending` has for so many."""
    places, at_place = _places(e.binder), code_of(e.body)
    if e.binder.where is not None:
        at_place = _connected(over, code_of(e.binder.where), at_place)

    def run(env: Env, context: Context) -> Any:
        blocked: Blocked | None = None
        unknown: Looked | None = None
        count = 0
        for inner in places(env, context):
            try:
                value = at_place(inner, context)
            except Blocked as here:
                blocked = here if blocked is None else blocked | here
                continue
            except Looked as looked:
                try:
                    value = _whatever(at_place, inner, context, looked)
                except Looked as still:
                    unknown = unknown or still
                    continue
            if bool(value) is counted:
                count += 1
                if count == enough:
                    return decided
        if unknown is not None:
            raise unknown
        if blocked is not None:
            raise blocked
        return ending[count]

    return run


def _aggregate(e: m.Aggregate) -> Code:
    match e.kind:
        case "sum":
            return _sum(e)
        case "highest":
            return _extreme(e, max)
        case "lowest":
            return _extreme(e, min)
        case _:
            assert_never(e.kind)


def _sum(e: m.Aggregate) -> Code:
    places, body = _kept(e.binder), code_of(e.body)
    if is_rational(e.type):
        return lambda env, context: _total(_each(body, places, env, context))
    return lambda env, context: sum(_each(body, places, env, context))


def _extreme(e: m.Aggregate, pick: Callable[[list[Any]], Any]) -> Code:
    places, body, kind, span = _kept(e.binder), code_of(e.body), e.kind, e.span

    def run(env: Env, context: Context) -> Any:
        values = _each(body, places, env, context)
        if not values:
            raise NoValue(f"there is no {kind} of nothing", span)
        return pick(values)

    return run


def _total(parts: Sequence[Rational | None]) -> Rational | None:
    """Their sum; `none` where one of them is."""
    whole = [part for part in parts if part is not None]
    return rational(sum(whole)) if len(whole) == len(parts) else None


def _count(e: m.Count) -> Code:
    places = _kept(e.binder)

    def run(env: Env, context: Context) -> Any:
        number = 0
        try:
            for _ in places(env, context):
                number += 1
        except Looked:
            return _count_of_unknown(e.binder, env, context)
        return number

    return run


def _count_of_unknown(binder: m.Binder, env: Env, context: Context) -> Any:
    """How many places satisfy `where`, which hangs on what is not known: one of some numbers."""
    if binder.where is None:
        return sum(1 for _ in _places(binder)(env, context))
    where = code_of(binder.where)
    number = unknown = 0
    first: Looked | None = None
    for inner in _places(binder)(env, context):
        try:
            try:
                number += bool(where(inner, context))
            except Looked as looked:
                number += bool(_whatever(where, inner, context, looked))
        except Looked as still:
            first = first or still
            unknown += 1
    return number if first is None else between(range(number, number + unknown + 1), first)


def _pick(e: m.Pick) -> Code:
    match e.kind:
        case "first":
            return _next(e, backwards=False)
        case "last":
            return _next(e, backwards=True)
        case "only":
            return _only(e)
        case _:
            assert_never(e.kind)


def _next(e: m.Pick, *, backwards: bool) -> Code:
    places, kind, span = _kept(e.binder, backwards=backwards), e.kind, e.span
    (name,) = e.binder.names

    def run(env: Env, context: Context) -> Any:
        for inner in places(env, context):
            return inner[name]
        raise NoValue(f"there is no {kind} one: there is none", span)

    return run


def _only(e: m.Pick) -> Code:
    places, span = _kept(e.binder), e.span
    (name,) = e.binder.names

    def run(env: Env, context: Context) -> Any:
        found: list[Any] = []
        for inner in places(env, context):
            found.append(inner[name])
            if len(found) == 2:
                raise NoValue("there is not an only one: there are several", span)
        if not found:
            raise NoValue("there is no only one: there is none", span)
        return found[0]

    return run


def _those(e: m.Those) -> Code:
    places = _kept(e.binder)
    (name,) = e.binder.names
    make: Callable[[tuple[Any, ...]], Any]
    match e.type:
        case BagType():
            make = Bag
        case SetType():
            make = ValueSet
        case _:
            assert isinstance(e.type, ListType)
            return lambda env, context: tuple([inner[name] for inner in places(env, context)])
    return lambda env, context: make(tuple([inner[name] for inner in places(env, context)]))


def _mapped(e: m.Mapped) -> Code:
    places, body = _kept(e.binder), code_of(e.body)
    make: Callable[[list[Any]], Any]
    match e.type:
        case BagType():
            make = bag_of
        case SetType():
            make = set_of
        case _:
            assert isinstance(e.type, ListType)
            make = tuple
    return lambda env, context: make(_each(body, places, env, context))


def _fold(e: m.Fold) -> Code:
    places, initial, body = _kept(e.binder), code_of(e.initial), code_of(e.body)
    (name,) = e.binder.names
    so_far = e.so_far

    def run(env: Env, context: Context) -> Any:
        kept = initial(env, context)
        for inner in places(env, context):
            kept = body({**env, name: inner[name], so_far: kept}, context)
        return kept

    return run


def _best(e: m.Best) -> Code:
    source = e.binder.source
    if isinstance(source, m.Using):
        cards = code_of(source.cards)
        return lambda env, context: best_laid(e, _seen(_items(cards(env, context))), env, context, code_of)
    items = _laid(source) if isinstance(source, m.Along) else code_of(source)
    if isinstance(source, m.Along):
        return lambda env, context: best_of(e, items(env, context), env, context, code_of)
    return lambda env, context: best_of(e, _items(items(env, context)), env, context, code_of)


# ------------------------------------------------------------------ definitions, questions, doubts


def _call(e: m.Call) -> Code:
    function = e.function
    names = [name for name, _ in function.params]
    assert len(names) == len(e.args)
    codes = [_later(arg) for arg in e.args]
    body = code_of(function.body)

    def run(env: Env, context: Context) -> Any:
        inner = {}
        for name, code in zip(names, codes):  # noqa: B905 (as many)
            inner[name] = code(env, context)
        try:
            return body(inner, context)
        except Looked as looked:
            return _whatever(body, inner, context, looked)

    def remembered(env: Env, context: Context) -> Any:
        args = [code(env, context) for code in codes]
        key = (id(function), *map(id, args))
        found = context.calls.get(key)
        if found is None:
            inner = dict(zip(names, args, strict=True))
            try:
                value = body(inner, context)
            except Looked as looked:
                value = _whatever(body, inner, context, looked)
            found = context.calls[key] = (args, value)
        return found[1]

    asks = any(isinstance(each, m.Ask | m.DoubtValue) for each in walk(function.body))
    return remembered if asks else run


def _ask(e: m.Ask) -> Code:
    question, span = e.question, e.span
    codes = [code_of(arg) for arg in e.args]

    def whatever(situation: tuple[Any, ...], context: Context, looked: Looked) -> Any:
        return of_any(lambda *values: context.ask(question, values, span), situation, looked)

    if len(codes) == 1:
        (only,) = codes

        def of_one(env: Env, context: Context) -> Any:
            situation = (only(env, context),)
            try:
                return context.ask(question, situation, span)
            except Looked as looked:
                return whatever(situation, context, looked)

        return of_one

    def of_several(env: Env, context: Context) -> Any:
        situation = tuple([code(env, context) for code in codes])
        try:
            return context.ask(question, situation, span)
        except Looked as looked:
            return whatever(situation, context, looked)

    return of_several


def _doubt_value(e: m.DoubtValue) -> Code:
    doubt, span = e.doubt, e.span
    codes = [_later(arg) for arg in e.args]

    def run(env: Env, context: Context) -> Any:
        names, types, answer, expr = context.reading_of(doubt)
        inner: dict[str, Any] = {}
        for name, declared, code in zip(names, types, codes, strict=True):
            value = inner[name] = code(env, context)
            if type(value) is not _Failed:
                check_range(value, declared, f"`{name}` of the doubt `{doubt}`", span)
        value = code_of(expr)(inner, context)
        check_range(value, answer, f"the doubt `{doubt}`", span)
        return value

    return run


def _made_for(expr: m.Expr) -> Code:
    match expr:
        case m.Literal():
            return _literal(expr)
        case m.Var():
            return _var(expr)
        case m.Zone():
            return _zone(expr)
        case m.VarOf():
            return _var_of(expr)
        case m.Seats():
            return _seats(expr)
        case m.Not():
            return _not(expr)
        case m.Negative():
            return _negative(expr)
        case m.Logic():
            return _logic(expr)
        case m.Arithmetic():
            return _arithmetic(expr)
        case m.Compare():
            return _compare(expr)
        case m.Member():
            return _member(expr)
        case m.IsTag():
            return _is_tag(expr)
        case m.Payload():
            return _payload(expr)
        case m.Unwrap():
            return _unwrap(expr)
        case m.Field():
            return _field(expr)
        case m.Index():
            return _index(expr)
        case m.MakeTagged():
            return _make_tagged(expr)
        case m.MakeRecord():
            return _make_record(expr)
        case m.MakeList():
            return _make_list(expr)
        case m.MakeBag():
            return _make_bag(expr)
        case m.MakeSet():
            return _make_set(expr)
        case m.Range():
            return _range(expr)
        case m.AllValues():
            return _all_values(expr)
        case m.Size():
            return _size(expr)
        case m.Prefix():
            return _prefix(expr)
        case m.Reversed():
            return _reversed(expr)
        case m.If():
            return _if(expr)
        case m.Let():
            return _let(expr)
        case m.Quantified():
            return _quantified(expr)
        case m.Aggregate():
            return _aggregate(expr)
        case m.Count():
            return _count(expr)
        case m.Pick():
            return _pick(expr)
        case m.Those():
            return _those(expr)
        case m.Mapped():
            return _mapped(expr)
        case m.Call():
            return _call(expr)
        case m.Ask():
            return _ask(expr)
        case m.DoubtValue():
            return _doubt_value(expr)
        case m.Turned():
            return _turned(expr)
        case m.Fold():
            return _fold(expr)
        case m.Best():
            return _best(expr)
        case m.Using():
            return _all_laid(expr)
        case m.Along():
            return _all_laid(expr)
        case _:
            assert_never(expr)
