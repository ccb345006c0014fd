"""From parse trees to syntax: the flow of play."""

from typing import Literal as Lit
from typing import cast

from lark import Token, Tree

from dsl import syntax
from dsl.parse.expressions import expression, expressions, optional_expression, params, type_of
from dsl.parse.trees import Child, Place, impossible, name, text, words
from dsl.syntax import Stmt
from dsl.text.errors import fail
from dsl.text.span import Span


def flow(tree: Tree[Token], place: Place) -> syntax.FlowDecl:
    """`flow NAME(params) places block end`."""
    word, parameters, places, block = tree.children
    assert isinstance(places, Tree)
    return syntax.FlowDecl(
        name=name(word),
        params=params(parameters, place),
        places=tuple(_place(child, place) for child in places.children),
        body=_block(block, place),
        span=place.span(tree),
    )


def _place(tree: Child, place: Place) -> syntax.ZoneDecl | syntax.VarDecl:
    assert isinstance(tree, Tree)
    span = place.span(tree)
    match str(tree.data), tree.children:
        case "zone", [word, of, type_, viewer, *glimpses]:
            return syntax.ZoneDecl(
                name=name(word),
                of=_of_each(of, place),
                type=type_of(type_, place),
                seen_by=_viewer(viewer),
                glimpses=tuple(_glimpse(each, place) for each in glimpses),
                span=span,
            )
        case "var", [word, of, type_, initial]:
            return syntax.VarDecl(
                name=name(word),
                of=_of_each(of, place),
                type=type_of(type_, place),
                initial=optional_expression(initial, place),
                span=span,
            )
    impossible(tree)


def _of_each(tree: Child, place: Place) -> syntax.TypeExpr | None:
    return type_of(tree.children[0], place) if isinstance(tree, Tree) else None


def _viewer(tree: Child) -> Lit["owner", "everyone", "nobody"]:
    return cast(Lit["owner", "everyone", "nobody"], words(tree))


def _glimpse(tree: Child, place: Place) -> syntax.Glimpse:
    assert isinstance(tree, Tree)
    viewer, when = tree.children
    return syntax.Glimpse(
        seen_by=_viewer(viewer),
        first=tree.data == "glimpse_of_first",
        when=expression(when, place),
        span=place.span(tree),
    )


def _block(tree: Child, place: Place) -> tuple[Stmt, ...]:
    return tuple(_statement(child, place) for child in tree.children) if isinstance(tree, Tree) else ()


def _statement(tree: Child, place: Place) -> Stmt:
    assert isinstance(tree, Tree)
    span = place.span(tree)
    match str(tree.data), tree.children:
        case "phase", [words_]:
            return syntax.PhaseStmt(text=text(words_), span=span)
        case "step", [word, words_, body]:
            return syntax.StepStmt(name=name(word), text=text(words_), body=_block(body, place), span=span)
        case "let_stmt", [word, value]:
            return syntax.LetStmt(name=name(word), value=expression(value, place), span=span)
        case "set_stmt", [target, value]:
            return _set(expression(target, place), expression(value, place), span)
        case "put", [amount, card, into]:
            return syntax.PutStmt(
                amount=expression(amount, place),
                card=expression(card, place),
                into=expression(into, place),
                span=span,
            )
        case "shuffle", [zone]:
            return syntax.ShuffleStmt(zone=expression(zone, place), span=span)
        case ("move" | "move_onto") as way, [amount, source, into]:
            assert isinstance(amount, Tree)
            return syntax.MoveStmt(
                what=expression(amount.children[0], place) if amount.children else None,
                up_to=amount.data == "up_to",
                source=expression(source, place),
                into=expression(into, place),
                onto=way == "move_onto",
                span=span,
            )
        case "choose", [word, chooser, domain, source, needs, secretly, advised]:
            assert isinstance(chooser, Tree)
            *each, by = chooser.children
            return syntax.ChooseStmt(
                name=name(word),
                by=expression(by, place),
                each=name(each[0]) if each else None,
                domain=type_of(domain, place),
                source=optional_expression(source, place),
                needs=optional_expression(needs, place),
                secretly=secretly is not None,
                advised=optional_expression(advised, place),
                span=span,
            )
        case "reveal", [word]:
            return syntax.RevealStmt(name=name(word), span=span)
        case "chance", [word, among]:
            return syntax.ChanceStmt(name=name(word), among=expression(among, place), span=span)
        case "game_stmt", [word, arguments, among, scores, winners]:
            return syntax.PlayStmt(
                flow=name(word),
                arguments=expressions(arguments, place) if isinstance(arguments, Tree) else (),
                among=optional_expression(among, place),
                scores=None if scores is None else name(scores),
                winners=None if winners is None else name(winners),
                span=span,
            )
        case "for_each", [word, source, start, body]:
            return syntax.ForEachStmt(
                name=name(word),
                source=expression(source, place),
                start=optional_expression(start, place),
                body=_block(body, place),
                span=span,
            )
        case "turns", [word, source, start, where, until, body]:
            return syntax.TurnsStmt(
                name=name(word),
                source=expression(source, place),
                start=expression(start, place),
                where=optional_expression(where, place),
                until=optional_expression(until, place),
                body=_block(body, place),
                span=span,
            )
        case "while_stmt", [condition, body]:
            return syntax.WhileStmt(
                condition=expression(condition, place), body=_block(body, place), span=span
            )
        case "if_stmt", [condition, then, *elifs, otherwise]:
            rest = _block(otherwise, place)
            for branch in reversed(elifs):
                rest = (_elif(branch, rest, place),)
            return syntax.IfStmt(
                condition=expression(condition, place), then=_block(then, place), otherwise=rest, span=span
            )
        case "finish", [scores, winners]:
            return syntax.FinishStmt(
                scores=optional_expression(scores, place),
                winners=optional_expression(winners, place),
                span=span,
            )
        case "finish_unplayed", [scores]:
            return syntax.FinishStmt(
                scores=optional_expression(scores, place), winners=None, unplayed=True, span=span
            )
    impossible(tree)


def _set(target: syntax.Expr, value: syntax.Expr, span: Span) -> syntax.SetStmt:
    match target:
        case syntax.Name(name=word):
            return syntax.SetStmt(name=word, value=value, span=span)
        case syntax.Dot(subject=subject, name=word):
            return syntax.SetStmt(name=word, of=subject, value=value, span=span)
        case _:
            message = "only a variable of the flow can be set: `set NAME = …`, or `set WHOSE.NAME = …`"
            raise fail("unexpected-word", message, target.span)


def _elif(tree: Child, otherwise: tuple[Stmt, ...], place: Place) -> syntax.IfStmt:
    assert isinstance(tree, Tree)
    condition, then = tree.children
    return syntax.IfStmt(
        condition=expression(condition, place),
        then=_block(then, place),
        otherwise=otherwise,
        span=place.span(tree),
    )
