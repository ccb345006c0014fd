"""Parsing: each construct gives its syntax, each mistake is reported at its place, and no text breaks it."""

from pathlib import Path

import pytest
from lark import Lark

from dsl import syntax
from dsl.parse.parser import parse_file, parse_text, reserved_words
from dsl.parse.pieces import START_RULES
from dsl.syntax import (
    AggregateExpr,
    AlwaysClaim,
    Answers,
    Apply,
    AtClaim,
    BagOf,
    Binary,
    Binder,
    Braces,
    Cite,
    Comprehension,
    Dot,
    Expr,
    ForClaim,
    IfExpr,
    Is,
    LetExpr,
    ListExpr,
    ListOf,
    Name,
    Named,
    Number,
    OptionalOf,
    PairItem,
    Param,
    Picked,
    Quantifier,
    RangeOf,
    SetOf,
    Subscript,
    TaggedExpr,
    Unary,
    Under,
)

HERE = Path(__file__).parents[1]
GOOD = sorted((HERE / "good").glob("*.rules"))


def n(name: str) -> Name:
    return Name(name=name)


def good(name: str) -> syntax.File:
    file, problems = parse_file(HERE / "good" / name, HERE)
    assert problems == ()
    assert file is not None
    return file


def named(file: syntax.File, name: str) -> object:
    [found] = [d for d in file.declarations if getattr(d, "name", None) == name]
    return found


GAME = 'game joc "Joc" languages ca\n'


def expression(text: str) -> Expr:
    file, problems = parse_text(f"{GAME}define f(x) =\n  {text}\n", "x.rules")
    assert problems == (), problems
    assert file is not None
    [define] = file.declarations
    assert isinstance(define, syntax.DefineDecl)
    return define.body


# ------------------------------------------------------------------ the grammar


def test_the_grammar_is_strict_and_its_terminals_are_named_and_apart() -> None:
    grammar = (HERE.parent.parent / "dsl" / "parse" / "grammar.lark").read_text("utf-8")
    parser = Lark(grammar, start=sorted(START_RULES.values()), parser="lalr", lexer="contextual", strict=True)
    assert [t.name for t in parser.terminals if "ANON" in t.name] == []


def test_the_docs_list_the_reserved_words() -> None:
    docs = (HERE.parent.parent / "docs" / "language.md").read_text("utf-8")
    listed = docs.split("<!-- reserved words -->")[1].split("```")[1].split()
    assert tuple(listed) == reserved_words()


def test_the_examples_in_the_docs_parse() -> None:
    docs = (HERE.parent.parent / "docs" / "language.md").read_text("utf-8")
    blocks = [block.split("```")[0] for block in docs.split("```rules\n")[1:]]
    assert len(blocks) > 20
    heads = {
        "game": GAME,
        "edition": 'edition ca of joc source "x.txt"\n',
        "rulings": "rulings house for ca of joc\n",
        "deck": 'deck few of joc "Few"\n',
    }
    for block in blocks:
        first = next(line for line in block.split("\n") if line and not line.startswith("#")).split()[0]
        tried = [""] if first in heads else list(heads.values())
        results = [parse_text(head + block, "docs/language.md")[1] for head in tried]
        assert () in results, (block, results)


# ------------------------------------------------------------------ constructs of a game


def test_heads() -> None:
    game, edition, rulings = good("game.rules"), good("edition.rules"), good("rulings.rules")
    assert isinstance(game, syntax.GameFile)
    assert (game.name, game.title, game.languages) == ("emotrions", "EmotrionsOnCards", ("ca", "es", "fr"))
    assert isinstance(edition, syntax.EditionFile)
    assert (edition.name, edition.game) == ("ca", "emotrions")
    assert edition.source == "rules-src/emotrions-ca.txt"
    assert isinstance(rulings, syntax.RulingsFile)
    assert (rulings.name, rulings.edition, rulings.game) == ("house", "ca", "emotrions")


def test_players_and_types() -> None:
    file = good("game.rules")
    assert file.declarations[:5] == (
        syntax.PlayersDecl(low=2, high=6, names=("Anna", "Bernat", "Carla", "Zoë", "Lluís_2", "O'Neill")),
        syntax.EnumDecl(
            name="emotrion",
            cases=(
                syntax.CaseDecl(
                    name="Alegria",
                    known_as=(("ca", ("Alegria", "l'Alegria")), ("es", ("Alegría",)), ("fr", ("joie",))),
                ),
                syntax.CaseDecl(name="Indecisió", known_as=()),
                syntax.CaseDecl(name="Col·legi", known_as=(("ca", ("Col·legi",)),)),
            ),
        ),
        syntax.RecordDecl(
            name="bet",
            fields=(
                Param(name="player", type=Named(name="player")),
                Param(name="cards", type=BagOf(low=1, high=3, item=Named(name="emotrion"))),
            ),
        ),
        syntax.UnionDecl(
            name="result",
            alternatives=(
                syntax.AlternativeDecl(tag="taken", preposition="by", type=Named(name="player")),
                syntax.AlternativeDecl(tag="discarded", preposition=None, type=None),
            ),
        ),
        syntax.UnionDecl(
            name="goal",
            alternatives=(
                syntax.AlternativeDecl(tag="sent", preposition="to", type=Named(name="player")),
                syntax.AlternativeDecl(tag="kept", preposition=None, type=None),
            ),
        ),
    )


def test_questions_and_permissions() -> None:
    file = good("game.rules")
    assert named(file, "strength") == syntax.QuestionDecl(
        name="strength",
        params=(
            Param(name="cards", type=BagOf(low=1, high=2, item=Named(name="emotrion"))),
            Param(name="seats", type=RangeOf(low=2, high=6), default=Apply(name="size", args=(n("cards"),))),
        ),
        answer=RangeOf(low=-9, high=20),
        default=None,
        text="What do these cards count for?",
        needs=(
            Binary(op=">=", left=n("seats"), right=Number(value=2)),
            Binary(op="<=", left=n("seats"), right=Number(value=6)),
        ),
        given=(Apply(name="may_bet", args=(n("cards"),)),),
        among=ListExpr(items=(Number(value=0), Number(value=1), n("seats"))),
        smallest=(Apply(name="size", args=(n("cards"),)), n("seats")),
        optional=True,
    )
    assert named(file, "lucky") == syntax.QuestionDecl(
        name="lucky",
        params=(),
        answer=OptionalOf(item=SetOf(item=ListOf(low=3, high=3, item=Named(name="bool")))),
        default=None,
        text="Who is lucky?",
    )
    defaults = [getattr(named(file, name), "default", None) for name in ("may_bet", "may_join", "may_pass")]
    assert defaults == ["forbidden", "permitted", "silent"]


def test_variants_definitions_properties_assumptions() -> None:
    file = good("game.rules")
    assert named(file, "standard") == syntax.VariantDecl(name="standard", text="Estil Estàndard")
    assert named(file, "nothing") == syntax.DefineDecl(name="nothing", params=(), body=Number(value=0))
    conserved, can_bet, symmetric = (named(file, x) for x in ("conserved", "can_bet", "symmetric"))
    assert isinstance(conserved, syntax.PropertyDecl)
    assert isinstance(conserved.claim, AlwaysClaim)
    assert isinstance(can_bet, syntax.PropertyDecl)
    assert isinstance(can_bet.claim, AtClaim)
    assert can_bet.claim.choice == "bet"
    assert isinstance(symmetric, syntax.PropertyDecl)
    assert isinstance(symmetric.claim, ForClaim)
    assert [param.name for param in symmetric.claim.params] == ["a", "b"]
    assert symmetric.claim.needs[0] == Binary(op="!=", left=n("a"), right=n("b"))
    assert len(symmetric.claim.needs) == 2
    assert named(file, "the_deck") == syntax.AssumptionDecl(
        name="the_deck",
        because="No text counts the cards.",
        answers=(
            Answers(
                question="copies",
                args=(n("e"),),
                unders=(),
                exceptions=(),
                conditions=(),
                verdict="then",
                value=Number(value=4),
            ),
        ),
    )


def test_flow() -> None:
    flow = named(good("flow.rules"), "standard")
    assert isinstance(flow, syntax.FlowDecl)
    assert [param.name for param in flow.params] == ["previous", "rounds"]
    cards = BagOf(low=0, high=36, item=Named(name="emotrion"))
    hand = syntax.ZoneDecl(
        name="hand", of=syntax.Named(name="player"), type=cards, seen_by="owner", glimpses=()
    )
    assert flow.places[2] == hand
    assert flow.places[3:] == (
        syntax.VarDecl(name="leader", type=Named(name="player"), initial=None),
        syntax.VarDecl(name="round", type=RangeOf(low=0, high=36), initial=Number(value=0)),
    )
    assert [getattr(place, "seen_by", None) for place in flow.places[:3]] == ["nobody", "everyone", "owner"]
    phase, step, let, chance, set_, deal, draw, loop, finish = flow.body
    assert phase == syntax.PhaseStmt(text="set-up")
    assert step == syntax.StepStmt(
        name="shuffling",
        text="The cards are shuffled.",
        body=(
            syntax.PutStmt(
                amount=Binary(op="*", left=Apply(name="copies", args=(n("Amor"),)), right=Number(value=2)),
                card=n("Amor"),
                into=n("bank"),
            ),
            syntax.ShuffleStmt(zone=n("bank")),
        ),
    )
    assert let == syntax.LetStmt(name="start", value=Apply(name="first_leader", args=(n("previous"),)))
    assert chance == syntax.ChanceStmt(name="opener", among=n("seats"))
    assert set_ == syntax.SetStmt(name="leader", value=n("opener"))
    hand = Dot(subject=n("p"), name="hand")
    assert deal == syntax.ForEachStmt(
        name="p",
        source=n("seats"),
        start=n("leader"),
        body=(syntax.MoveStmt(what=Number(value=6), up_to=False, source=n("bank"), into=hand),),
    )
    draws = Apply(name="draws", args=(n("round"),))
    assert draw == syntax.ForEachStmt(
        name="p",
        source=n("seats"),
        start=None,
        body=(syntax.MoveStmt(what=draws, up_to=True, source=n("bank"), into=hand),),
    )
    assert isinstance(loop, syntax.WhileStmt)
    bet, reveal, card, number, _, everything, branches, *ends = loop.body
    assert bet == syntax.ChooseStmt(
        name="bet",
        by=n("seats"),
        each="q",
        domain=BagOf(low=1, high=3, item=Named(name="emotrion")),
        source=Dot(subject=n("q"), name="hand"),
        needs=Apply(name="may_bet", args=(n("bet"),)),
        secretly=True,
    )
    assert reveal == syntax.RevealStmt(name="bet")
    assert card == syntax.ChooseStmt(
        name="card",
        by=n("leader"),
        each=None,
        domain=Named(name="emotrion"),
        source=None,
        needs=None,
        secretly=False,
    )
    assert isinstance(number, syntax.ChooseStmt)
    assert number.source == ListExpr(items=(Number(value=1), Number(value=2)))
    assert isinstance(everything, syntax.MoveStmt)
    assert (everything.what, everything.up_to) == (None, False)
    assert isinstance(branches, syntax.IfStmt)
    [second] = branches.otherwise
    assert isinstance(second, syntax.IfStmt)
    [third] = second.otherwise
    assert isinstance(third, syntax.IfStmt)
    assert third.then == ()
    assert isinstance(third.otherwise[0], syntax.SetStmt)
    finishes = [end.then[0] for end in ends if isinstance(end, syntax.IfStmt)]
    assert finishes == [
        syntax.FinishStmt(scores=None, winners=None),
        syntax.FinishStmt(scores=n("scores"), winners=None),
        syntax.FinishStmt(scores=None, winners=n("winners")),
    ]
    assert finish == syntax.FinishStmt(
        scores=n("scores"), winners=Apply(name="game_winner", args=(n("scores"),))
    )


# ------------------------------------------------------------------ constructs of an edition


def test_parts_notes_references() -> None:
    file = good("edition.rules")
    assert file.declarations[:7] == (
        syntax.PartDecl(
            heading=Cite(quote="Les cartes"), variants=("standard", "pareo"), options=(), left_out=None
        ),
        syntax.PartDecl(
            heading=Cite(quote="Les opcions", occurrence=2),
            variants=("standard",),
            options=("hidden", "open_style"),
            left_out=None,
        ),
        syntax.PartDecl(
            heading=Cite(quote="L'equip"), variants=(), options=(), left_out="Thanks to the authors."
        ),
        syntax.NoteDecl(name="heading", cites=(Cite(quote="EmotrionsOnCards© - Regles de joc"),), text=""),
        syntax.NoteDecl(
            name="advice", cites=(Cite(quote="Així que", to="al final.", occurrence=2),), text="Advice."
        ),
        syntax.NoteDecl(
            name="quoted",
            cites=(
                Cite(quote='· 4 "tipus" d\'«emotrions» # no comment', occurrence=3),
                Cite(quote="un altre"),
            ),
            text="",
        ),
        syntax.ReferenceDecl(
            name="six_rules", cites=(Cite(quote="les 6 regles"),), to="Les 5 regles bàsiques"
        ),
    )


def test_doubts() -> None:
    file = good("edition.rules")
    passes = named(file, "passes")
    assert isinstance(passes, syntax.DoubtDecl)
    assert (passes.params, passes.type, passes.unsaid) == ((), None, False)
    assert passes.readings[0] == syntax.ReadingDecl(
        name="bet_of_zero", text="a bet that counts 0", value=None
    )
    first = named(file, "first_to_bet")
    assert isinstance(first, syntax.DoubtDecl)
    assert [cite.quote for cite in first.cites] == ["el primer que hagi apostat", "En cas d'empat", "guanya"]
    assert first.params == (Param(name="bets", type=ListOf(low=2, high=6, item=Named(name="bet"))),)
    assert first.type == Named(name="player")
    assert first.asks == "The first of whom?"
    assert first.unders == (Under(doubt="passes", readings=("bet_of_zero", "no_bet")),)
    binder = Binder(names=("b",), source=n("bets"))
    assert first.readings[1].value == Dot(subject=Picked(kind="first", binder=binder), name="player")
    order, order_of = named(file, "order"), named(file, "order_of")
    assert isinstance(order, syntax.DoubtDecl)
    assert (order.unsaid, order.cites, order.type) == (True, (), None)
    assert isinstance(order_of, syntax.DoubtDecl)
    assert (order_of.unsaid, order_of.cites) == (True, (Cite(quote="words"),))
    assert (order_of.params, order_of.type) == ((), Named(name="bool"))


def test_rules() -> None:
    file = good("edition.rules")
    tie = named(file, "tie")
    assert isinstance(tie, syntax.RuleDecl)
    assert tie.cites == (
        Cite(quote="En cas d'empat guanya el primer"),
        Cite(quote="una altra vegada", occurrence=2),
    )
    assert tie.unders == (Under(doubt="passes", readings=("no_bet",)),)
    assert tie.orders == ("shuffling", "dealing", "turning")
    best = Apply(name="size", args=(Apply(name="best", args=(n("bets"),)),))
    assert tie.answers[0] == Answers(
        question="outcome",
        args=(n("bets"), n("holders"), Number(value=6)),
        unders=(Under(doubt="first_to_bet", readings=("tied",)),),
        exceptions=(
            syntax.ExceptionDecl(ground="stated", rules=("most_points", "left_over")),
            syntax.ExceptionDecl(ground="implied", rules=("other",)),
        ),
        conditions=(
            ("when", Binary(op=">", left=best, right=Number(value=1))),
            ("unless", Binary(op="=", left=n("bets"), right=ListExpr(items=()))),
        ),
        verdict="then",
        value=TaggedExpr(
            tag="taken", preposition="by", payload=Apply(name="first_to_bet", args=(n("bets"),))
        ),
    )
    assert [answers.verdict for answers in tie.answers[1:]] == ["any", "never", "permit", "forbid", "aside"]
    assert [answers.value is None for answers in tie.answers[1:]] == [False, False, True, True, True]
    only_orders = named(file, "only_orders")
    assert isinstance(only_orders, syntax.RuleDecl)
    assert (only_orders.answers, only_orders.orders) == ((), ("shuffling",))


def test_consequences() -> None:
    always = named(good("edition.rules"), "always_two")
    assert isinstance(always, syntax.ConsequenceDecl)
    assert [cite.quote for cite in always.cites] == ["Sempre en queden dues.", "una altra vegada"]
    assert always.unders == (Under(doubt="passes", readings=("no_bet",)),)
    assert isinstance(always.claim, syntax.AtClaim) and always.claim.choice == "bet"
    closed = named(good("edition.rules"), "two_options")
    assert isinstance(closed, syntax.ConsequenceDecl)
    assert isinstance(closed.claim, syntax.ForClaim) and closed.claim.params == ()


def test_examples() -> None:
    example = named(good("edition.rules"), "fury_beats_love")
    assert isinstance(example, syntax.ExampleDecl)
    assert example.unders == (Under(doubt="passes", readings=("no_bet",)),)
    assert example.shows[0] == Binary(
        op="=", left=Apply(name="value", args=(n("Furia"),)), right=Unary(op="-", operand=Number(value=5))
    )
    bets = ListExpr(
        items=(
            PairItem(left=n("Anna"), right=Braces(items=(n("Furia"),))),
            PairItem(left=n("Bernat"), right=Braces(items=(n("Amor"),))),
        )
    )
    assert example.shows[1] == Binary(
        op="=",
        left=Apply(name="outcome", args=(bets,)),
        right=TaggedExpr(tag="taken", preposition="by", payload=n("Anna")),
    )


def test_rulings() -> None:
    picks = good("rulings.rules").declarations[:2]
    assert picks == (
        syntax.PickDecl(doubt="first_to_bet", reading="tied", text="The first of those who tie."),
        syntax.PickDecl(doubt="passes", reading="no_bet", text=""),
    )
    fill, settle = (named(good("rulings.rules"), name) for name in ("two_of_them", "negative"))
    assert isinstance(fill, syntax.RulingDecl)
    assert (fill.kind, fill.text, len(fill.answers)) == ("fill", "Nobody takes them.", 2)
    assert isinstance(settle, syntax.RulingDecl)
    assert settle.kind == "settle"


# ------------------------------------------------------------------ expressions


A, B, C = n("a"), n("b"), n("c")
X_IN_XS = Binder(names=("x",), source=n("xs"))
X_WHERE = Binder(names=("x",), source=n("xs"), where=A)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a", A),
        ("12", Number(value=12)),
        ("-12", Unary(op="-", operand=Number(value=12))),
        ("f()", Apply(name="f", args=())),
        ("f(a, b)", Apply(name="f", args=(A, B))),
        ("not a", Unary(op="not", operand=A)),
        ("a and b or c", Binary(op="or", left=Binary(op="and", left=A, right=B), right=C)),
        ("a or b and c", Binary(op="or", left=A, right=Binary(op="and", left=B, right=C))),
        ("a implies b implies c", Binary(op="implies", left=A, right=Binary(op="implies", left=B, right=C))),
        ("a = b", Binary(op="=", left=A, right=B)),
        ("a ≠ b", Binary(op="!=", left=A, right=B)),
        ("a != b", Binary(op="!=", left=A, right=B)),
        ("a ≤ b", Binary(op="<=", left=A, right=B)),
        ("a <= b", Binary(op="<=", left=A, right=B)),
        ("a ≥ b", Binary(op=">=", left=A, right=B)),
        ("a >= b", Binary(op=">=", left=A, right=B)),
        ("a < b", Binary(op="<", left=A, right=B)),
        ("a\n  > b", Binary(op=">", left=A, right=B)),
        ("a in b", Binary(op="in", left=A, right=B)),
        ("a not in b", Binary(op="not in", left=A, right=B)),
        ("a - b - c", Binary(op="-", left=Binary(op="-", left=A, right=B), right=C)),
        ("a + b * c", Binary(op="+", left=A, right=Binary(op="*", left=B, right=C))),
        ("(a + b) * c", Binary(op="*", left=Binary(op="+", left=A, right=B), right=C)),
        ("a is taken", Is(subject=A, tag="taken", negated=False)),
        ("a is not none", Is(subject=A, tag="none", negated=True)),
        ("a.by", Dot(subject=A, name="by")),
        ("a.b.c", Dot(subject=Dot(subject=A, name="b"), name="c")),
        ("a[b]", Subscript(subject=A, index=B)),
        ("taken by a", TaggedExpr(tag="taken", preposition="by", payload=A)),
        ("sent to a.b", TaggedExpr(tag="sent", preposition="to", payload=Dot(subject=A, name="b"))),
        ("[]", ListExpr(items=())),
        ("[a, b: c]", ListExpr(items=(A, PairItem(left=B, right=C)))),
        ("{}", Braces(items=())),
        ("{a, b}", Braces(items=(A, B))),
        ("[a for x in xs]", Comprehension(brackets="[", body=A, binder=X_IN_XS)),
        ("[a: b for x in xs]", Comprehension(brackets="[", body=PairItem(left=A, right=B), binder=X_IN_XS)),
        ("{a for x in xs where a}", Comprehension(brackets="{", body=A, binder=X_WHERE)),
        ("all x in xs: b", Quantifier(kind="all", binder=X_IN_XS, body=B)),
        ("some x in xs where a: b", Quantifier(kind="some", binder=X_WHERE, body=B)),
        ("no a, b in xs: c", Quantifier(kind="no", binder=Binder(names=("a", "b"), source=n("xs")), body=C)),
        ("one x in xs: b", Quantifier(kind="one", binder=X_IN_XS, body=B)),
        (
            "all i in 1..a - 1: b",
            Quantifier(
                kind="all",
                binder=Binder(
                    names=("i",),
                    source=Number(value=1),
                    high=Binary(op="-", left=A, right=Number(value=1)),
                ),
                body=B,
            ),
        ),
        ("sum x in xs of b", AggregateExpr(kind="sum", binder=X_IN_XS, body=B)),
        ("highest x in xs of b", AggregateExpr(kind="highest", binder=X_IN_XS, body=B)),
        ("lowest x in xs where a of b", AggregateExpr(kind="lowest", binder=X_WHERE, body=B)),
        ("count x in xs", Picked(kind="count", binder=X_IN_XS)),
        ("those x in xs where a", Picked(kind="those", binder=X_WHERE)),
        ("the first x in xs", Picked(kind="first", binder=X_IN_XS)),
        ("the last x in xs where a", Picked(kind="last", binder=X_WHERE)),
        ("the only x in xs", Picked(kind="only", binder=X_IN_XS)),
        ("let x = a; b", LetExpr(name="x", value=A, body=B)),
        ("if a then b else c", IfExpr(condition=A, then=B, otherwise=C)),
        (
            "a and not some x in xs: b or c",
            Binary(
                op="and",
                left=A,
                right=Unary(
                    op="not",
                    operand=Quantifier(kind="some", binder=X_IN_XS, body=Binary(op="or", left=B, right=C)),
                ),
            ),
        ),
        (
            "a = sum x in xs of b",
            Binary(op="=", left=A, right=AggregateExpr(kind="sum", binder=X_IN_XS, body=B)),
        ),
    ],
)
def test_expressions(text: str, meant: Expr) -> None:
    assert expression(text) == meant


# ------------------------------------------------------------------ text and places


def test_places_are_those_of_the_file() -> None:
    text = GAME + '\n# a comment\nvariant a "A"\n\ndefine f(x) =\n  a +\n    b\n'
    file, _ = parse_text(text, "spec/x.rules")
    assert file is not None
    variant, define = file.declarations
    assert (variant.span.path, variant.span.line, variant.span.column) == ("spec/x.rules", 4, 1)
    assert (variant.span.end_line, variant.span.end_column) == (4, 14)
    assert isinstance(define, syntax.DefineDecl)
    body = define.body
    assert (body.span.line, body.span.column, body.span.end_line, body.span.end_column) == (7, 3, 8, 6)
    assert isinstance(body, Binary)
    assert (body.right.span.line, body.right.span.column) == (8, 5)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_sort_of_line_end(ends: str, tmp_path: Path) -> None:
    text = GAME + '# a comment\nvariant a "A"\nvariant\n'
    path = tmp_path / "x.rules"
    path.write_bytes(text.replace("\n", ends).encode("utf-8-sig"))
    file, problems = parse_file(path, tmp_path)
    assert file is not None
    assert file.declarations == (syntax.VariantDecl(name="a", text="A"),)
    assert [(p.spans[0].path, p.spans[0].line, p.code) for p in problems] == [
        ("x.rules", 4, "unexpected-end")
    ]


def test_no_break_spaces_are_white_space() -> None:
    file, problems = parse_text(GAME + 'variant\u00a0a\u202f"A\u00a0b"\n', "x.rules")
    assert problems == ()
    assert file is not None
    assert file.declarations == (syntax.VariantDecl(name="a", text="A\u00a0b"),)


def test_decomposed_accents_are_composed() -> None:
    file, problems = parse_text(GAME + 'variant forc\u0327a "Forc\u0327a"\n', "x.rules")
    assert problems == ()
    assert file is not None
    assert file.declarations == (syntax.VariantDecl(name="força", text="Força"),)


def test_each_sort_of_apostrophe_in_a_name_is_the_same() -> None:
    file, problems = parse_text(GAME + "define l'Amor() = l’Amor + l´Amor\n", "x.rules")
    assert problems == ()
    assert file is not None
    [define] = file.declarations
    assert isinstance(define, syntax.DefineDecl)
    assert (define.name, define.body) == ("l'Amor", Binary(op="+", left=n("l'Amor"), right=n("l'Amor")))


def test_a_text_over_several_lines_is_one_paragraph() -> None:
    file, _ = parse_text(
        GAME + 'variant a "one  \n    two \\"three\\" \\\\"\nvariant b «a\n  "b"»\n', "x.rules"
    )
    assert file is not None
    assert [getattr(d, "text", None) for d in file.declarations] == ['one two "three" \\', 'a "b"']
