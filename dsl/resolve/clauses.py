"""Clauses: what rules, assumptions and rulings answer.

An argument that is a name not known binds the parameter; any other must equal it, as a condition put
first. Conditions are joined in order; `unless` is a negation; `permit` and `forbid` answer true and false.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.resolve.questions import choices
from dsl.syntax.clause_names import identifiers
from dsl.syntax.printing import inside, suggest
from dsl.text.errors import fold, nearest
from dsl.text.source import Citation
from dsl.text.span import Span
from dsl.types.algebra import BOOL, plain
from dsl.types.types import BoolType, EnumType, OptionalType, Type
from dsl.typing.checker import Typer
from dsl.typing.scope import Layer, ParamSignature, QuestionSignature, Scope, cases_of

MOST_CASES = 12
"""So many cases are named in a message."""

Targets = Mapping[str, Mapping[str, tuple[str, ...]]]
"""For each rule, and each question it answers, the identifiers of its clauses."""

Unders = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What the clauses of one rule, assumption or ruling have in common. `head` begins their identifiers;
    `targets` are the rules of the edition, None where exceptions are not possible."""

    head: str
    rule: str
    origin: m.Origin
    targets: Targets | None
    unders: tuple[s.Under, ...] = ()
    citations: tuple[Citation, ...] = ()
    because: str = ""


def targets_of(edition: str, rules: Iterable[s.RuleDecl]) -> dict[str, dict[str, tuple[str, ...]]]:
    """What exceptions to each rule mean."""
    targets: dict[str, dict[str, tuple[str, ...]]] = {}
    for rule in rules:
        by_question = targets.setdefault(rule.name, {})
        ids = identifiers(f"{edition}.{rule.name}", rule.answers)
        for answers, id in zip(rule.answers, ids, strict=True):
            by_question[answers.question] = (*by_question.get(answers.question, ()), id)
    return targets


def clauses(all_answers: Sequence[s.Answers], ground: Ground, layer: Layer, typer: Typer) -> list[m.Clause]:
    """The clauses of one rule, assumption or ruling, in order; those refused are left out."""
    found = []
    for answers, id in zip(all_answers, identifiers(ground.head, all_answers), strict=True):
        question = layer.question(answers.question)
        if question is None:
            known = layer.game.questions
            message = f"`{answers.question}` is no question of the game"
            help = suggest(answers.question, known)
            typer.problems.add("unknown-question", message, answers.span, help=help)
            continue
        found.append(_clause(answers, id, question, ground, layer, typer))
    return found


def _clause(
    answers: s.Answers, id: str, question: QuestionSignature, ground: Ground, layer: Layer, typer: Typer
) -> m.Clause:
    binds = _binds(answers, question, layer, typer)
    types = {bind: param.type for bind, param in zip(binds, question.params, strict=True)}
    scope = Scope(layer=layer).bind_all(types)
    conditions = _equalities(answers, question, binds, scope, typer)
    for word, expr in answers.conditions:
        typed = typer.check_bool(expr, scope)
        match word:
            case "when":
                conditions.append(typed)
            case "unless":
                conditions.append(m.Not(type=BOOL, operand=typed, span=expr.span))
            case _:
                assert_never(word)
    _refuse_unused(answers, question, binds, layer, typer)
    return m.Clause(
        id=id,
        rule=ground.rule,
        question=question.name,
        binds=binds,
        under=unders((*ground.unders, *answers.unders), layer, typer),
        exceptions=_exceptions(answers, ground, typer),
        condition=_all_of(conditions, answers.span),
        answer=_answer(answers, question, scope, typer),
        citations=ground.citations,
        origin=ground.origin,
        because=ground.because,
        span=answers.span,
    )


# ------------------------------------------------------------------ arguments and conditions


def _binds(answers: s.Answers, question: QuestionSignature, layer: Layer, typer: Typer) -> tuple[str, ...]:
    """The names of the parameters in the clause; made-up ones begin with `_`."""
    if len(answers.args) > len(question.params):
        count = len(question.params)
        message = (
            f"`{question.name}` has {count} parameter{'' if count == 1 else 's'}, not {len(answers.args)}"
        )
        typer.problems.add("wrong-arguments", message, answers.span, question.span)
    binds: list[str] = []
    for index, param in enumerate(question.params):
        arg = answers.args[index] if index < len(answers.args) else None
        if not isinstance(arg, s.Name) or _is_known(arg.name, layer):
            binds.append(f"_{param.name}")
            continue
        if arg.name in binds:
            message = f"`{arg.name}` is bound twice"
            help = "give the second a name of its own, and say that both are equal"
            typer.problems.add("duplicate-name", message, arg.span, help=help)
        binds.append(arg.name if arg.name not in binds else f"_{param.name}")
    return tuple(binds)


def _is_known(name: str, layer: Layer) -> bool:
    doubt = layer.doubt(name)
    constant = name in ("none", "true", "false") or bool(layer.with_case(name))
    return constant or (doubt is not None and not doubt.params)


def _equalities(
    answers: s.Answers, question: QuestionSignature, binds: tuple[str, ...], scope: Scope, typer: Typer
) -> list[m.Expr]:
    found: list[m.Expr] = []
    for arg, param, bind in zip(answers.args, question.params, binds, strict=False):
        if isinstance(arg, s.Name) and not _is_known(arg.name, scope.layer):
            continue
        value = typer.check(arg, scope, param.type)
        parameter = m.Var(type=param.type, name=bind, span=arg.span)
        found.append(m.Compare(type=BOOL, op="=", left=parameter, right=value, span=arg.span))
    return found


def _all_of(conditions: list[m.Expr], span: Span) -> m.Expr:
    if not conditions:
        return m.Literal(type=BOOL, value=True, span=span)
    joined = conditions[0]
    for condition in conditions[1:]:
        joined = m.Logic(type=BOOL, op="and", left=joined, right=condition, span=condition.span)
    return joined


def _refuse_unused(
    answers: s.Answers, question: QuestionSignature, binds: tuple[str, ...], layer: Layer, typer: Typer
) -> None:
    """Notes names that bind a parameter with cases and are not used: a case is meant, or any value at all,
    for which the parameter's own name stands."""
    if len(answers.args) > len(question.params):
        return
    used = [node for node in inside(answers) if isinstance(node, s.Name)]
    used += [node for _, expr in answers.conditions for node in inside(expr) if isinstance(node, s.Name)]
    for arg, param, bind in zip(answers.args, question.params, binds, strict=False):
        if not isinstance(arg, s.Name) or arg.name != bind or arg.name == param.name:
            continue
        if any(node.name == bind and node is not arg for node in used):
            continue
        cases = _constants_of(param.type)
        if not cases:
            continue  # nothing that is written as a name could be meant
        message = f"`{arg.name}` is no case of `{param.name}`, and as a name it is not used"
        near = _printed_as(arg.name, param, layer) or nearest(arg.name, cases)
        help = f"did you mean `{near}`?" if near else _written_instead(param, cases)
        typer.problems.add("unknown-name", message, arg.span, help=help)


def _constants_of(type: Type) -> list[str]:
    """The values of the type that are written as a name."""
    of_optional = ["none"] if isinstance(type, OptionalType) else []
    if isinstance(plain(type), BoolType):
        return ["true", "false", *of_optional]
    return [*cases_of(plain(type)), *of_optional]


def _printed_as(word: str, param: ParamSignature, layer: Layer) -> str | None:
    """The case of the parameter's type that is printed under this name in some language."""
    type = plain(param.type)
    decl = layer.game.enums.get(type.name) if isinstance(type, EnumType) else None
    printed = {} if decl is None else decl.names
    for case, names in printed.items():
        if any(fold(word) == fold(name) for words in names.values() for name in words):
            return case
    return None


def _written_instead(param: ParamSignature, cases: Sequence[str]) -> str:
    """What can stand where a name is not used."""
    own = f"write `{param.name}`, the parameter's own name, for any"
    return f"{own}; or {', '.join(f'`{case}`' for case in cases)}" if len(cases) <= MOST_CASES else own


# ------------------------------------------------------------------ answers


def _answer(answers: s.Answers, question: QuestionSignature, scope: Scope, typer: Typer) -> m.Answer:
    match answers.verdict:
        case "permit" | "forbid":
            if question.permission is None:
                message = f"`{question.name}` is no permission, so nothing can `{answers.verdict}` it"
                help = "answer it with `then`"
                typer.problems.add("not-a-permission", message, answers.span, question.span, help=help)
            permitted = answers.verdict == "permit"
            return m.Then(value=m.Literal(type=BOOL, value=permitted, span=answers.span))
        case "aside":
            if not answers.exceptions:
                message = "`aside` sets nothing aside: it is an exception to no rule"
                typer.problems.add("idle-aside", message, answers.span)
            return m.Aside()
        case "any":
            assert answers.value is not None
            return m.AnyOf(values=choices(answers.value, scope, question.answer, typer))
        case "then":
            assert answers.value is not None
            return m.Then(value=typer.check(answers.value, scope, question.answer))
        case "never":
            assert answers.value is not None
            return m.Never(value=typer.check(answers.value, scope, question.answer))
        case _:
            assert_never(answers.verdict)


def _exceptions(answers: s.Answers, ground: Ground, typer: Typer) -> tuple[m.Exception_, ...]:
    found = []
    for decl in answers.exceptions:
        if ground.targets is None:
            message = f"`{ground.rule}` cannot be an exception: only what an edition says can"
            typer.problems.add("no-exceptions-here", message, decl.span)
            continue
        targets: list[str] = []
        for rule in decl.rules:
            targets += _targets(rule, answers.question, decl.span, ground.targets, typer)
        found.append(
            m.Exception_(ground=decl.ground, targets=tuple(targets), rules=decl.rules, span=decl.span)
        )
    return tuple(found)


def _targets(rule: str, question: str, span: Span, targets: Targets, typer: Typer) -> tuple[str, ...]:
    if rule not in targets:
        help = suggest(rule, targets)
        typer.problems.add("unknown-name", f"`{rule}` is no rule of this edition", span, help=help)
        return ()
    ids = targets[rule].get(question, ())
    if not ids:
        answered = ", ".join(f"`{name}`" for name in targets[rule]) or "no question"
        message = f"`{rule}` does not answer `{question}`, so there is nothing to be an exception to"
        typer.problems.add("no-such-clause", message, span, help=f"it answers {answered}")
    return ids


# ------------------------------------------------------------------ under readings


def unders(decls: Iterable[s.Under], layer: Layer, typer: Typer) -> Unders:
    """Doubts with the readings under which something is there, those on which they hang included; the same
    doubt twice means both hold."""
    found: dict[str, tuple[str, ...]] = {}
    for decl in _with_those_hung_on(decls, layer):
        readings = _readings(decl, layer, typer)
        if readings is None:
            continue
        both = tuple(r for r in found.get(decl.doubt, readings) if r in readings)
        if not both:
            message = f"no reading of `{decl.doubt}` is left, so this is never there"
            typer.problems.add("no-reading-left", message, decl.span)
        found[decl.doubt] = both
    return tuple(found.items())


def _with_those_hung_on(decls: Iterable[s.Under], layer: Layer) -> list[s.Under]:
    """These, each followed by what its doubt hangs on, once."""
    found: dict[s.Under, None] = {}
    waiting = [*decls]
    while waiting:
        decl = waiting.pop(0)
        doubt = layer.doubt(decl.doubt)
        if decl not in found and doubt is not None:
            waiting += doubt.unders
        found[decl] = None
    return list(found)


def _readings(decl: s.Under, layer: Layer, typer: Typer) -> tuple[str, ...] | None:
    doubt = layer.doubt(decl.doubt)
    if doubt is None:
        known = [name for one in layer.chain() for name in one.doubts]
        help = suggest(decl.doubt, known)
        typer.problems.add(
            "unknown-name", f"`{decl.doubt}` is no doubt of this edition", decl.span, help=help
        )
        return None
    known_readings = True
    for reading in decl.readings:
        if reading not in doubt.readings:
            message = f"`{reading}` is no reading of `{decl.doubt}`"
            help = suggest(reading, doubt.readings)
            typer.problems.add("unknown-name", message, decl.span, doubt.span, help=help)
            known_readings = False
    return tuple(r for r in doubt.readings if r in decl.readings) if known_readings else None
