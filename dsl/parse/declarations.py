"""From parse trees to syntax: heads of files and declarations."""

from collections.abc import Sequence
from typing import Literal as Lit
from typing import cast

from lark import Token, Tree

from dsl import syntax
from dsl.parse.expressions import expression, expressions, optional_expression, params, type_of
from dsl.parse.flows import flow
from dsl.parse.trees import Child, Place, impossible, name, names, number, subtrees, text, words
from dsl.text.errors import fail

Declaration = syntax.GameDecl | syntax.EditionDecl | syntax.RulingsDecl


def head(tree: Tree[Token], place: Place) -> syntax.File:
    """The head of a file: a file without declarations."""
    span = place.span(tree)
    match str(tree.data), tree.children:
        case "game_head", [word, title, languages]:
            return syntax.GameFile(
                name=name(word),
                title=None if title is None else text(title),
                languages=names(languages),
                declarations=(),
                span=span,
            )
        case "edition_head", [word, game, language, variants, options, source]:
            return syntax.EditionFile(
                name=name(word),
                game=name(game),
                language=None if language is None else name(language),
                variants=names(variants),
                options=names(options),
                source=text(source),
                declarations=(),
                span=span,
            )
        case "rulings_head", [word, edition, game]:
            return syntax.RulingsFile(
                name=name(word), edition=name(edition), game=name(game), declarations=(), span=span
            )
        case "deck", [_, _, None, None]:
            help = 'a file of a deck begins with `deck NAME of GAME "title"`'
            raise fail("unexpected-end", "this `deck` is not complete", span, help=help)
        case "deck", [_, word, game, title]:
            return syntax.DeckFile(
                name=name(word), game=name(game), title=text(title), declarations=(), span=span
            )
    impossible(tree)


def declaration(tree: Tree[Token], place: Place) -> Declaration:
    """The declaration of a tree."""
    span, kind, children = place.span(tree), str(tree.data), tree.children
    match kind, children:
        case "players", [low, high, called]:
            return syntax.PlayersDecl(low=number(low), high=number(high), names=names(called), span=span)
        case "enum", [word, *cases]:
            return syntax.EnumDecl(name=name(word), cases=tuple(_case(c, place) for c in cases), span=span)
        case "record", [word, fields]:
            return syntax.RecordDecl(name=name(word), fields=params(fields, place), span=span)
        case "union", [word, *alternatives]:
            return syntax.UnionDecl(
                name=name(word), alternatives=tuple(_alternative(a, place) for a in alternatives), span=span
            )
        case "shape", [word, card, *parts]:
            reading = parts[-1]
            return syntax.ShapeDecl(
                name=name(word),
                card=name(card),
                parts=tuple(_shape_part(part, place) for part in parts[:-1]),
                reading=None if reading is None else name(reading),
                span=span,
            )
        case "variant", [word, words_]:
            return syntax.VariantDecl(name=name(word), text=text(words_), span=span)
        case "option", [_, word, words_, variant, *known]:
            return syntax.OptionDecl(
                name=name(word), text=text(words_), variant=name(variant), known_as=_known(known), span=span
            )
        case "define", [word, parameters, body]:
            return syntax.DefineDecl(
                name=name(word), params=names(parameters), body=expression(body, place), span=span
            )
        case (("question" | "permission"), _):
            return _question(tree, place)
        case "property", [word, words_, claim]:
            return syntax.PropertyDecl(
                name=name(word), text=text(words_), claim=_claim(claim, place), span=span
            )
        case "deck", [_, word, None, None]:
            return syntax.DeckDecl(name=name(word), span=span)
        case "deck", _:
            message = "`deck … of` begins a file, and stands in the middle of one"
            raise fail("misplaced-declaration", message, span, help="give it a file of its own")
        case "flow", _:
            return flow(tree, place)
        case (("part" | "part_left_out"), _):
            return _part(tree, place)
        case (("doubt" | "unsaid"), _):
            return _doubt(tree, place)
        case "rule", [word, cited, *rest]:
            return syntax.RuleDecl(
                name=name(word),
                cites=_cites(cited, place),
                unders=_unders(rest, place),
                answers=_all_answers(rest, place),
                orders=tuple(
                    step for orders in subtrees(rest, "orders") for step in names(orders.children[0])
                ),
                span=span,
            )
        case "example", [word, cited, *rest]:
            unders = subtrees(rest, "under")
            return syntax.ExampleDecl(
                name=name(word),
                cites=_cites(cited, place),
                unders=_unders(rest, place),
                shows=tuple(expression(shown, place) for shown in rest[len(unders) :]),
                span=span,
            )
        case "consequence", [word, cited, *rest, claim]:
            return syntax.ConsequenceDecl(
                name=name(word),
                cites=_cites(cited, place),
                unders=_unders(rest, place),
                claim=_claim(claim, place),
                span=span,
            )
        case "note", [word, cited, words_]:
            return syntax.NoteDecl(name=name(word), cites=_cites(cited, place), text=text(words_), span=span)
        case "reference", [word, cited, to]:
            return syntax.ReferenceDecl(name=name(word), cites=_cites(cited, place), to=text(to), span=span)
        case "assumption", [word, because, *answers]:
            return syntax.AssumptionDecl(
                name=name(word), because=text(because), answers=_all_answers(answers, place), span=span
            )
        case "pick", [doubt, reading, words_]:
            return syntax.PickDecl(doubt=name(doubt), reading=name(reading), text=text(words_), span=span)
        case (("fill" | "settle"), [word, words_, *answers]):
            return syntax.RulingDecl(
                kind=kind,
                name=name(word),
                text=text(words_),
                answers=_all_answers(answers, place),
                span=span,
            )
    impossible(tree)


# ------------------------------------------------------------------ a game


def _case(tree: Child, place: Place) -> syntax.CaseDecl:
    assert isinstance(tree, Tree)
    word, *known = tree.children
    return syntax.CaseDecl(name=name(word), known_as=_known(known), span=place.span(tree))


def _known(known: Sequence[Child]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What something is called, by language."""
    return tuple(
        (name(language), tuple(text(called) for called in texts))
        for language, *texts in (entry.children for entry in subtrees(known, "known_as"))
    )


def _alternative(tree: Child, place: Place) -> syntax.AlternativeDecl:
    assert isinstance(tree, Tree)
    tag, preposition, payload = tree.children
    return syntax.AlternativeDecl(
        tag=name(tag),
        preposition=None if preposition is None else words(preposition),
        type=None if payload is None else type_of(payload, place),
        span=place.span(tree),
    )


def _shape_part(tree: Child, place: Place) -> syntax.ShapePartDecl:
    assert isinstance(tree, Tree)
    word, type_, where = tree.children
    return syntax.ShapePartDecl(
        name=name(word),
        type=type_of(type_, place),
        where=optional_expression(where, place),
        span=place.span(tree),
    )


def _question(tree: Tree[Token], place: Place) -> syntax.QuestionDecl:
    word, parameters, answer, asked, *bounds = tree.children
    permission = tree.data == "permission"

    def stated(kind: str) -> tuple[syntax.Expr, ...]:
        return tuple(e for bound in subtrees(bounds, kind) for e in expressions(bound, place))

    among = stated("among")
    return syntax.QuestionDecl(
        name=name(word),
        params=params(parameters, place),
        answer=None if permission else type_of(answer, place),
        default=cast(Lit["permitted", "forbidden", "silent"], words(answer)) if permission else None,
        text=text(asked),
        needs=stated("needs"),
        given=stated("given"),
        among=among[0] if among else None,
        smallest=stated("smallest"),
        optional=bool(subtrees(bounds, "optional")),
        span=place.span(tree),
    )


def _claim(tree: Child, place: Place) -> syntax.Claim:
    assert isinstance(tree, Tree)
    span = place.span(tree)
    match str(tree.data), tree.children:
        case "always", [claim]:
            return syntax.AlwaysClaim(claim=expression(claim, place), span=span)
        case "at_choice", [choice, claim]:
            return syntax.AtClaim(choice=name(choice), claim=expression(claim, place), span=span)
        case "for_all", [fields, *needs, claim]:
            return syntax.ForClaim(
                params=params(fields, place),
                needs=tuple(expression(need, place) for need in needs),
                claim=expression(claim, place),
                span=span,
            )
        case "shown", [claim]:
            return syntax.ForClaim(params=(), needs=(), claim=expression(claim, place), span=span)
        case "ends", []:
            return syntax.EndsClaim(span=span)
        case "can_end", []:
            return syntax.CanEndClaim(span=span)
        case "never_returns", []:
            return syntax.NeverReturnsClaim(span=span)
    impossible(tree)


# ------------------------------------------------------------------ an edition


def _part(tree: Tree[Token], place: Place) -> syntax.PartDecl:
    heading, *rest = tree.children
    left_out = tree.data == "part_left_out"
    return syntax.PartDecl(
        heading=_cite(heading, place),
        variants=() if left_out else names(rest[0]),
        options=() if left_out else names(rest[1]),
        left_out=text(rest[0]) if left_out else None,
        span=place.span(tree),
    )


def _doubt(tree: Tree[Token], place: Place) -> syntax.DoubtDecl:
    word, signature, cited, asks, *rest = tree.children
    parameters, type_ = signature.children if isinstance(signature, Tree) else (None, None)
    return syntax.DoubtDecl(
        name=name(word),
        params=params(parameters, place),
        type=None if type_ is None else type_of(type_, place),
        unsaid=tree.data == "unsaid",
        cites=_cites(cited, place),
        asks=text(asks),
        unders=_unders(rest, place),
        readings=tuple(_reading(reading, place) for reading in subtrees(rest, "reading")),
        span=place.span(tree),
    )


def _reading(tree: Tree[Token], place: Place) -> syntax.ReadingDecl:
    word, words_, value = tree.children
    return syntax.ReadingDecl(
        name=name(word), text=text(words_), value=optional_expression(value, place), span=place.span(tree)
    )


def _cites(tree: Child, place: Place) -> tuple[syntax.Cite, ...]:
    return tuple(_cite(child, place) for child in tree.children) if isinstance(tree, Tree) else ()


def _cite(tree: Child, place: Place) -> syntax.Cite:
    assert isinstance(tree, Tree)
    quote, *rest = tree.children
    occurrence = rest[-1]
    to, sentences, fingerprint = rest[:3] if tree.data == "cite" else (None, None, None)
    return syntax.Cite(
        quote=text(quote),
        to=None if to is None else text(to),
        holds=None if sentences is None else (number(sentences), text(fingerprint)),
        occurrence=None if occurrence is None else number(occurrence),
        span=place.span(tree),
    )


def _unders(children: Sequence[Child], place: Place) -> tuple[syntax.Under, ...]:
    return tuple(
        syntax.Under(
            doubt=name(under.children[0]),
            readings=tuple(name(reading) for reading in under.children[1:]),
            span=place.span(under),
        )
        for under in subtrees(children, "under")
    )


def _all_answers(children: Sequence[Child], place: Place) -> tuple[syntax.Answers, ...]:
    return tuple(_answers(child, place) for child in subtrees(children, "answers"))


def _answers(tree: Tree[Token], place: Place) -> syntax.Answers:
    word, args, *rest = tree.children
    verdict = rest[-1]
    assert isinstance(verdict, Tree)
    return syntax.Answers(
        question=name(word),
        args=expressions(args, place),
        unders=_unders(rest, place),
        exceptions=tuple(
            syntax.ExceptionDecl(
                ground=cast(Lit["stated", "implied"], words(exception.children[0])),
                rules=names(exception.children[1]),
                span=place.span(exception),
            )
            for exception in subtrees(rest, "exception")
        ),
        conditions=tuple(
            (cast(Lit["when", "unless"], str(condition.data)), expression(condition.children[0], place))
            for condition in subtrees(rest, "when", "unless")
        ),
        verdict=cast(Lit["then", "any", "never", "permit", "forbid", "aside"], str(verdict.data)),
        value=expression(verdict.children[0], place) if verdict.children else None,
        span=place.span(tree),
    )
