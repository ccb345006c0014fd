"""What is wrong, in a sentence or two: the message of each finding, as a good editor would put it.

Written from a finding's data alone, so that text and JSON say the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, assert_never

from arbitre.wording import values
from arbitre.wording.catalogue import _, _n, edition_name, later, listed, say
from checker.findings.details import (
    Apart,
    BadRuling,
    BrokenClaim,
    ChangedWords,
    ClashingExamples,
    Details,
    Doing,
    Doubted,
    FailedExample,
    FailingGame,
    IdleException,
    ImpliedException,
    InPlay,
    InSituation,
    Lasso,
    LeftOpen,
    MissingReference,
    MissingStep,
    NoEnd,
    Relation,
    SeveralNames,
    ShortStep,
    Shut,
    SpecFailure,
    Unanswered,
    UncoveredSentence,
    log_of,
)
from checker.findings.findings import Answered, Entry, Finding, Report
from dsl.model import Clause, Game, Project
from interpreter.rulebook.rulebook import Outcome, Status

LONGEST_QUOTE = 160
"""How many characters of a printed sentence a message quotes at most."""


def worded(report: Report, project: Project) -> Report:
    """The report with the message of every finding and entry filled in, and what other editions answer in
    words."""
    told = {f.id: _worded(f, project.games[f.game]) for f in report.findings}
    return replace(
        report,
        findings=tuple(told[f.id] for f in report.findings),
        entries=tuple(_worded_entry(e, told, project.games[e.game]) for e in report.entries),
        exceptions=tuple(told[f.id] for f in report.exceptions),
    )


def _worded_entry(entry: Entry, told: Mapping[str, Finding], game: Game) -> Entry:
    records = tuple(told[record.id] for record in entry.records)
    return replace(entry, records=records, message=message(_side_by_side(records), game))


def _side_by_side(records: Sequence[Finding]) -> Finding:
    """The first record, with all the editions of which the same is to be said."""
    first = records[0]
    alike = [r for r in records if _sort(r) == _sort(first)]
    if first.kind == "dangling":
        return replace(first, details=MissingReference(to=tuple(name for r in alike for name in _missing(r))))
    if first.kind not in ("ambiguity", "gap", "divergence", "property"):
        return first
    others = sorted({e for r in alike for e in r.editions} - set(first.editions))
    wider = _wider(first)
    if wider is not None:
        less = sorted({e for r in alike for e in r.editions} - {wider})
        return replace(first, editions=(wider, *less), details=Apart(relation="wider"))
    named = (*first.editions, *others)
    return replace(first, editions=named if first.doubts else tuple(sorted(named)))


def _sort(record: Finding) -> tuple[object, ...]:
    doubts = tuple(doubt.partition(".")[2] for doubt in record.doubts)
    relation = _wider(record) or _relation(record)
    return (record.kind, type(record.details), _sort_of(record.details), relation, record.question, doubts)


def _sort_of(details: Details) -> object:
    """By what details of one class are told in other words."""
    match details:
        case Unanswered(by_default=by_default):
            return by_default
        case Doubted(unsaid=unsaid):
            return unsaid
        case BrokenClaim(shown=shown):
            return type(shown)
        case FailedExample(derivable=derivable):
            return derivable
        case ChangedWords(sort=sort):
            return sort
        case _:
            return None


def _relation(record: Finding) -> Relation | None:
    """How the answers of its two editions lie to each other."""
    return record.details.relation if isinstance(record.details, Apart) else None


def _missing(record: Finding) -> tuple[str, ...]:
    return record.details.to if isinstance(record.details, MissingReference) else ()


def _wider(record: Finding) -> str | None:
    """The edition of two that allows more answers than the other; None where neither does."""
    match _relation(record):
        case "wider":
            return record.editions[0]
        case "narrower":
            return record.editions[1]
        case _:
            return None


def _worded(finding: Finding, game: Game) -> Finding:
    told = replace(finding, answered_by=_in_words(finding, game))
    return replace(told, message=message(told, game))


def _in_words(finding: Finding, game: Game) -> tuple[tuple[str, str], ...]:
    """What each edition that answers says, as its witness has it."""
    if finding.witness is None or not finding.answered_by:
        return finding.answered_by
    question = game.questions[finding.witness.question]
    said: list[tuple[str, str]] = []
    for edition in dict.fromkeys(edition for edition, _shown in finding.answered_by):
        sort, outcomes = _how_answered(finding, edition)
        answers = [
            values.outcome(each, question, game, values.language_of(game, edition)) for each in outcomes
        ]
        if sort == "apart":
            first, *others = answers
            apart = (_("{answer} by another", answer=each) for each in others)
            said.append((edition, ", ".join((_("{answer} by one reading", answer=first), *apart))))
        elif answers:
            said.append((edition, listed(answers, _("or"))))
    return tuple(said) or finding.answered_by


_Sort = Literal["answered", "partly", "apart", "open"]
"""Whether an edition answers however it is read; by some reading only; so or so by its readings; or leaves it
open at most, which is no answer."""


def _how_answered(finding: Finding, edition: str) -> tuple[_Sort, list[Outcome]]:
    """How an edition answers the witness, and what."""
    assert finding.witness is not None
    every = [each.outcome for each in _outcomes(finding.witness.answers, edition)]
    settled = [outcome for outcome in every if outcome.status is Status.SETTLED]
    if not settled:
        left = [outcome for outcome in every if outcome.status is Status.OPEN]
        return ("open" if left else "answered"), left
    if len(settled) > 1:
        return "apart", settled
    return ("partly" if len(every) > 1 else "answered"), settled


def message(finding: Finding, game: Game) -> str:
    """What is wrong, in the language of the messages."""
    said = _SENTENCES[finding.kind](finding, game)
    parts = (said, _only_if(finding, game), _if_agreed(finding, game), _leans_on(finding, game))
    return " ".join(part for part in (*parts, _rests_on(finding)) if part)


def editions(names: Sequence[str]) -> str:
    """`the Catalan edition`, `the Catalan and the French editions`."""
    known = [edition_name(name) for name in names]
    if len(known) == 1:
        return _("the {name} edition", name=known[0])
    return _("the {names} editions", names=listed(known))


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def quoted(text: str) -> str:
    """Printed words in quotation marks, on one line, shortened in the middle where they are long."""
    line = " ".join(text.split())
    if len(line) > LONGEST_QUOTE:
        half = LONGEST_QUOTE // 2
        line = f"{line[:half].rsplit(' ', 1)[0]} … {line[-half:].split(' ', 1)[-1]}"
    return f"«{line}»"


# ------------------------------------------------------------------ one a kind


def _contradiction(finding: Finding, game: Game) -> str:
    who = editions(finding.editions)
    exception = finding.details
    if isinstance(exception, ImpliedException):
        return sentence(
            _(
                "{who} contradicts itself on “{question}”, unless {special} is meant as an exception to "
                "{general}, which it does not say.",
                who=who,
                question=_question(finding, game),
                special=_words_of(game, exception.clause),
                general=listed(_words_of(game, target) for target in exception.targets),
            )
        )
    return sentence(
        _(
            "{who} contradicts itself on “{question}”: {n} of its rules apply, and no answer satisfies all.",
            who=who,
            question=_question(finding, game),
            n=len(finding.class_) or len(finding.rules),
        )
    )


def _gap(finding: Finding, game: Game) -> str:
    match finding.details:
        case MissingStep() as missing:
            return _no_step(finding, missing)
        case Doubted():
            return _unsaid(finding, game)
        case Unanswered(by_default=by_default):
            return _unanswered(finding, game, by_default)
        case _:
            raise AssertionError("a gap is of a step, a doubt or a question")


def _no_step(finding: Finding, missing: MissingStep) -> str:
    """A step that no words order."""
    one = len(finding.editions) == 1
    said = sentence(
        _(
            "{who} has no words that order this step of the game: {step}"
            if one
            else "{who} have no words that order this step of the game: {step}",
            who=editions(finding.editions),
            step=_stop(missing.text or missing.step),
        )
    )
    others = list(dict.fromkeys(edition for edition, _text in finding.answered_by))
    if not others:
        return said
    has = _n("{who} does have them.", "{who} do have them.", len(others), who=editions(others))
    return f"{said} {sentence(has)}"


def _unsaid(finding: Finding, game: Game) -> str:
    """A point for which there are no words."""
    doubt = game.editions[finding.editions[0]].doubts[_local(finding.doubts[0], finding.editions[0])]
    said = sentence(
        _(
            "{who} has no words for this point: {asks} {n} answers make sense."
            if len(finding.editions) == 1
            else "{who} have no words for this point: {asks} {n} answers make sense.",
            who=editions(finding.editions),
            asks=_stop(doubt.asks),
            n=_left(finding, len(doubt.readings)),
        )
    )
    return f"{said} {_answered_by(finding)}".strip()


def _unanswered(finding: Finding, game: Game, by_default: bool) -> str:
    """A question that no rule answers, or only a default."""
    who, one = editions(finding.editions), len(finding.editions) == 1
    if by_default:
        said = _(
            "{who} has no rule that answers “{question}” here, and only the default does."
            if one
            else "{who} have no rule that answers “{question}” here, and only the default does.",
            who=who,
            question=_question(finding, game),
        )
    else:
        said = _(
            "{who} does not answer “{question}” here." if one else "{who} do not answer “{question}” here.",
            who=who,
            question=_question(finding, game),
        )
    return f"{sentence(said)} {_answered_by(finding)}".strip()


def _answered_by(finding: Finding) -> str:
    """Which editions do answer, and what."""
    by_answer: dict[tuple[str, _Sort], list[str]] = {}
    for edition, what in finding.answered_by:
        sort = "answered" if finding.witness is None else _how_answered(finding, edition)[0]
        known = by_answer.setdefault((what, sort), [])
        if edition not in known:
            known.append(edition)
    said = [_does(what, sort, who) for (what, sort), who in by_answer.items()]
    return sentence("; ".join(said)) + "." if said else ""


def _does(what: str, sort: _Sort, who: Sequence[str]) -> str:
    """That these editions answer, where another does not."""
    named = editions(who)
    match sort:
        case "answered" | "apart":
            return _n("{who} does: {answer}", "{who} do: {answer}", len(who), who=named, answer=what)
        case "partly":
            return _n(
                "{who} does by one reading: {answer}",
                "{who} do by one reading: {answer}",
                len(who),
                who=named,
                answer=what,
            )
        case "open":
            return f"{named} {what}" if len(who) == 1 else "; ".join(f"{editions([e])} {what}" for e in who)
        case _:
            assert_never(sort)


def _ambiguity(finding: Finding, game: Game) -> str:
    name = finding.editions[0]
    who = sentence(editions(finding.editions))
    asks = [
        doubt.asks
        for each in finding.doubts
        if (doubt := game.editions[name].doubts.get(_local(each, name))) is not None
    ]
    if isinstance(finding.details, LeftOpen) or not asks:
        return _(
            "{who} leaves several answers open to “{question}”.", who=who, question=_question(finding, game)
        )
    readings = max(
        _left(finding, len(game.editions[name].doubts[_local(each, name)].readings))
        for each in finding.doubts
        if _local(each, name) in game.editions[name].doubts
    )
    if len(asks) == 1 and len(finding.editions) > 1:
        return _("{who} can each be read in {n} ways. {asks}", who=who, n=readings, asks=_stop(asks[0]))
    if len(asks) == 1:
        return _n(
            "{who} can be read in one way: {asks}",
            "{who} can be read in {n} ways. {asks}",
            readings,
            who=who,
            asks=_stop(asks[0]),
        )
    return _(
        "{who} can be read in several ways, where these doubts meet: {asks}",
        who=who,
        asks=" ".join(_stop(text) for text in asks),
    )


def _left(finding: Finding, readings: int) -> int:
    """How many readings of a doubt are left, of so many."""
    left = finding.details.left if isinstance(finding.details, Doubted) else None
    return readings if left is None else left


def _divergence(finding: Finding, game: Game) -> str:
    who = sentence(editions(finding.editions))
    question = _question(finding, game)
    relation = _relation(finding) or "apart"
    if relation == "apart" and finding.certainty == "possible":
        relation = "overlap"
    match relation:
        case "wider" | "narrower":
            wider = _wider(finding)
            assert wider is not None
            said = _(
                "{more} allows more answers to “{question}” than {less}.",
                more=editions([wider]),
                question=question,
                less=editions([name for name in finding.editions if name != wider]),
            )
            return sentence(said)
        case "overlap":
            return _("{who} may answer “{question}” differently.", who=who, question=question)
        case _:
            groups = _groups(finding, game)
            if not groups:
                return _("{who} answer “{question}” differently.", who=who, question=question)
            return _(
                "{who} answer “{question}” differently: {groups}.", who=who, question=question, groups=groups
            )


def _groups(finding: Finding, game: Game) -> str:
    """`taken by Anna (Spanish), discarded (French)`; empty where an edition has several answers."""
    if finding.witness is None:
        return ""
    question = game.questions[finding.witness.question]
    language = values.language_of(game, finding.editions[0])
    said: dict[str, list[str]] = {}
    for name in finding.editions:
        own = _outcomes(finding.witness.answers, name)
        if len(own) != 1 or own[0].outcome.status is not Status.SETTLED:
            return ""
        said.setdefault(values.outcome(own[0].outcome, question, game, language), []).append(
            edition_name(name)
        )
    return ", ".join(f"{what} ({listed(who)})" for what, who in said.items())


def _outcomes(answers: Sequence[Answered], edition: str) -> list[Answered]:
    """The answers of an edition with different outcomes."""
    found: dict[object, Answered] = {}
    for each in answers:
        if each.edition == edition:
            found.setdefault(each.outcome, each)
    return list(found.values())


def _failed_example(finding: Finding, game: Game) -> str:
    who, instead = editions(finding.editions), ""
    match finding.details:
        case BrokenClaim() as claim:
            return _consequence(finding, claim)
        case FailedExample(derivable=False, shows=shows, instead=instead):
            said = _(
                "a printed example of {who} says `{shows}`, which does not follow from its rules.",
                who=who,
                shows=shows,
            )
        case FailedExample(shows=shows, instead=instead):
            said = _(
                "a printed example of {who} says `{shows}`, which its rules contradict.", who=who, shows=shows
            )
        case ClashingExamples(shows=shows):
            said = _("printed examples of {who} cannot all hold together: `{shows}`.", who=who, shows=shows)
        case _:
            raise AssertionError("an example fails by itself, with others, or as a claim")
    said = sentence(said)
    return said if not instead else f"{said} {_('By the rules, {instead}.', instead=instead)}"


def _consequence(finding: Finding, drawn: BrokenClaim) -> str:
    """A general claim that the text draws, and its rules do not bear out."""
    who, claim = editions(finding.editions), drawn.text
    words = quoted(finding.citations[0].citation.quote)
    if isinstance(drawn.shown, InSituation) and not drawn.shown.derivable:
        said = _(
            "{who} says {words}, and `{claim}` does not follow from its rules.",
            who=who,
            words=words,
            claim=claim,
        )
    else:
        said = _(
            "{who} says {words}, and by its rules `{claim}` does not hold.", who=who, words=words, claim=claim
        )
    return f"{sentence(said)} {_how(drawn)}".strip()


def _unreachable(finding: Finding, game: Game) -> str:
    who = editions(finding.editions)
    return _("A rule of {who} never applies.", who=who)


def _infeasible(finding: Finding, game: Game) -> str:
    short = finding.details
    assert isinstance(short, ShortStep)
    with_ = _n(
        "With {players} players, by {who}, this cannot be carried out: {step}",
        "With {players} players, by {who}, this cannot be carried out: {step}",
        len(short.players),
        players=listed([str(number) for number in short.players], _("or")),
        who=editions(finding.editions),
        step=_stop(short.text or short.step),
    )
    if finding.certainty == "possible" and not finding.under:
        with_ = f"{with_} {_('So it was in all games that were tried.')}"
    needed, there = short.needed, short.there
    if short.card is None:
        return f"{with_} {_('It takes {needed} cards, and {there} are there.', needed=needed, there=there)}"
    taken = _(
        "It takes {needed} of {card}, and {there} are there.",
        needed=needed,
        card=_named(str(short.card), finding, game),
        there=there,
    )
    return f"{with_} {taken}"


def _named(case: str, finding: Finding, game: Game) -> str:
    """A case of an enumeration, as it is called in the language of the finding's edition."""
    called = [d.names[case] for d in game.enums.values() if case in d.names]
    known = called[0].get(finding.editions[0], ()) if called else ()
    return known[0] if known else case


def _dangling(finding: Finding, game: Game) -> str:
    named = listed(_("“{name}”", name=each) for each in _missing(finding))
    return sentence(
        _("{who} refers to {to}, which its text does not contain.", who=editions(finding.editions), to=named)
    )


def _uncovered(finding: Finding, game: Game) -> str:
    who = editions(finding.editions)
    uncovered = finding.details
    assert isinstance(uncovered, UncoveredSentence)
    left = [quoted(passage) for passage in uncovered.left]
    if uncovered.partly and left:
        return _("In a sentence of {who}, nothing takes up {words}.", who=who, words=listed(left))
    return _("No rule, example, doubt or note takes up this sentence of {who}.", who=who)


def _stale(finding: Finding, game: Game) -> str:
    """What cites words that have changed, where, and what has become of them."""
    changed = finding.details
    assert isinstance(changed, ChangedWords)
    citing = _CITING.get(changed.sort, _CITING["rule"])
    named = _(citing, name=changed.name)
    said = _(
        "{what} of {who} ({place}) cites words that have changed: {message}.",
        what=sentence(named),
        who=editions(finding.editions),
        place=f"{changed.path}:{changed.line}",
        message=say(changed.message),
    )
    help = say(changed.help)
    return f"{said} {sentence(help)}." if help else said


_CITING = {
    "part": later("the heading `{name}`"),
    "rule": later("the rule `{name}`"),
    "doubt": later("the doubt `{name}`"),
    "example": later("the example `{name}`"),
    "consequence": later("the consequence `{name}`"),
    "note": later("the note `{name}`"),
    "reference": later("the reference `{name}`"),
}


def _rests_on(finding: Finding) -> str:
    """On which clauses and doubts it rests whose words have changed."""
    if not finding.stale:
        return ""
    names = listed(f"`{name}`" for name in finding.stale)
    return _("It rests on words that have changed: {names}.", names=names)


def _property(finding: Finding, game: Game) -> str:
    broken = finding.details
    assert isinstance(broken, BrokenClaim)
    said = sentence(
        _(
            "by {who}, this does not hold: {text}",
            who=editions(finding.editions),
            text=_stop(broken.text or broken.name),
        )
    )
    return f"{said} {_how(broken)}".strip()


def _how(broken: BrokenClaim) -> str:
    """How a claim fails: where a game comes back to, what the rules give."""
    by_rules = _("By the rules, {instead}.", instead=broken.instead) if broken.instead else ""
    match broken.shown:
        case InSituation() | InPlay():
            return by_rules
        case Lasso() as lasso:
            return _returning(lasso)
        case NoEnd():
            never = _("Whatever is chosen, drawn and answered, play never gets to an end.")
            return f"{never} {by_rules}".strip()
        case Shut() as shut:
            return f"{_shut(shut)} {by_rules}".strip()
        case _:
            assert_never(broken.shown)


def _shut(shut: Shut) -> str:
    """From where nothing leads to an end."""
    if shut.stuck:
        return _("After event {event} of a game, it cannot go on ({why}).", event=shut.event, why=shut.stuck)
    return _(
        "After event {event} of a game, nothing that can be chosen, drawn or agreed brings it to an end.",
        event=shut.event,
    )


def _returning(lasso: Lasso) -> str:
    """How a game comes back to where it was: who does what again and again, and what is shuffled back."""
    first, last = lasso.first, lasso.last
    if first == last:
        return _("Play comes back to where it was by itself, and goes round for ever.")
    said = [
        _("{who} may go on so for ever", who=listed(_doings(lasso.done)))
        if lasso.done
        else _("play may go on so for ever"),
    ]
    drawn = [f"`{name}`" for name in lasso.drawn]
    if drawn:
        said.append(_("by the luck of {names}", names=listed(drawn)))
    shuffled = [f"`{name}`" for name in lasso.shuffled]
    if shuffled:
        said.append(_("as {zones} is shuffled back", zones=listed(shuffled)))
    agreed = [f"`{question}`" for question in lasso.agreed]
    if agreed:
        names = [*agreed[:MOST_AGREED], *(["…"] if len(agreed) > MOST_AGREED else [])]
        said.append(_("if the table agrees on {questions}, which is not said", questions=listed(names)))
    back = _("after event {last} all is as after event {first}", first=first, last=last)
    return sentence(f"{', '.join(said)}: {_stop(back)}")


def _doings(doings: Sequence[Doing]) -> list[str]:
    """`Anna (deed: passing; thrown: 8)`, for each player."""
    found: dict[str, list[str]] = {}
    for each in doings:
        values = [_value(value) for value in each.values]
        kept = values[0] if len(values) == 1 else "…"
        found.setdefault(each.player, []).append(f"`{each.choice}`: {kept}")
    return [f"{player} ({'; '.join(what)})" for player, what in found.items()]


def _value(value: object) -> str:
    """A value of a log, in short."""
    if value is None or value == []:
        return _("nothing")
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONGEST_VALUE else "…"


LONGEST_VALUE = 40
"""Letters of a value that is told."""


def _error(finding: Finding, game: Game) -> str:
    """Where the specification fails, in a situation or in a game."""
    failure, who = finding.details, editions(finding.editions)
    assert isinstance(failure, SpecFailure)
    said = [
        sentence(
            _(
                "by {who}, the specification cannot be followed at {place}: {message}.",
                who=who,
                place=failure.place,
                message=failure.message,
            )
            if failure.place
            else _(
                "by {who}, the specification cannot be followed: {message}.",
                who=who,
                message=failure.message,
            )
        )
    ]
    if failure.asked:
        said.append(_("So it is when `{question}` is asked.", question=failure.asked))
    if isinstance(failure.met, FailingGame):
        game_of = _n(
            "A game of {n} player gets there.", "A game of {n} players gets there.", failure.met.players
        )
        said += [game_of, *_agreed_on(finding, failure.met)]
    return " ".join(said)


def _agreed_on(finding: Finding, met: FailingGame) -> list[str]:
    """On what the table had agreed in a game, since the text does not say it."""
    calls = [f"`{call}`" for call in dict.fromkeys(met.agreed_on)]
    if not calls:
        return []
    return [
        _(
            "The table had agreed on {questions} by then, to which {who} gives no single answer.",
            questions=listed([*calls[:MOST_AGREED], *(["…"] if len(calls) > MOST_AGREED else [])]),
            who=editions(finding.editions),
        )
    ]


MOST_AGREED = 4
"""Questions on which the table agreed that are told."""


def _idle(finding: Finding, game: Game) -> str:
    """An implied exception that prevents nothing."""
    idle = finding.details
    assert isinstance(idle, IdleException)
    return sentence(
        _(
            "of {who}, {special} is taken as an exception to {general}, which is not said, and prevents no "
            "contradiction: it is better left out.",
            who=editions(finding.editions),
            special=_words_of(game, idle.exception),
            general=listed(_words_of(game, target) for target in idle.targets),
        )
    )


def _ruling(finding: Finding, game: Game) -> str:
    """Something that is wrong with the rulings of a house."""
    bad = finding.details
    assert isinstance(bad, BadRuling)
    return _(
        "The rulings `{rulings}` for {who} do what rulings may not: {message}.",
        rulings=bad.rulings,
        who=editions(finding.editions),
        message=say(bad.message),
    )


def _two_names(finding: Finding, game: Game) -> str:
    """What a text calls by names that are not one."""
    several = finding.details
    assert isinstance(several, SeveralNames)
    return sentence(
        _(
            "{who} calls {case} by several names: {names}.",
            who=editions(finding.editions),
            case=f"`{several.case}`",
            names=listed(_("“{name}”", name=each) for each in several.names),
        )
    )


_SENTENCES = {
    "contradiction": _contradiction,
    "gap": _gap,
    "ambiguity": _ambiguity,
    "divergence": _divergence,
    "failed-example": _failed_example,
    "unreachable": _unreachable,
    "infeasible": _infeasible,
    "dangling": _dangling,
    "uncovered": _uncovered,
    "stale": _stale,
    "property": _property,
    "error": _error,
    "idle": _idle,
    "ruling": _ruling,
    "two-names": _two_names,
}


# ------------------------------------------------------------------ parts of sentences


def _only_if(finding: Finding, game: Game) -> str:
    """Under which readings a possible finding arises."""
    if finding.certainty == "firm" or finding.kind == "ambiguity":
        return ""
    if finding.kind == "divergence" and finding.doubts:
        doubts = listed(f"`{doubt}`" for doubt in finding.doubts)
        return _n(
            "It hangs on the doubt {doubts}.",
            "It hangs on the doubts {doubts}.",
            len(finding.doubts),
            doubts=doubts,
        )
    if isinstance(finding.details, ImpliedException):
        return ""
    said = []
    for interpretation in finding.under[:3]:
        parts = [
            values.reading_text(game.editions[edition], doubt, [reading])
            for name, reading in interpretation.items()
            for edition, doubt in [_whose(name, finding, game)]
            if edition is not None
        ]
        if parts:
            said.append(listed(parts))
    if not said:
        tried = isinstance(finding.details, BrokenClaim) and log_of(finding.details)
        return _("So it is at least in one game, as the text is read in its log.") if tried else ""
    more = _(", or in other ways") if len(finding.under) > 3 else ""
    if log_of(finding.details) is not None:
        return _("It is so at least if {readings}{more}.", readings=_(", or if ").join(said), more=more)
    return _("Only if {readings}{more}.", readings=_(", or if ").join(said), more=more)


def _if_agreed(finding: Finding, game: Game) -> str:
    """On what the table has to agree, since no edition of the finding says whether its situation is one."""
    if finding.certainty == "firm" or not finding.if_agreed:
        return ""
    asked = [_("“{name}”", name=" ".join(game.questions[name].text.split())) for name in finding.if_agreed]
    return _("Only if the table agrees on {questions}, which is not said.", questions=listed(asked))


def _leans_on(finding: Finding, game: Game) -> str:
    """That its witness is answered by what is assumed of the deck."""
    assumed = () if game.deck is None else {clause.id for clause in game.deck.assumptions}
    if not any(name in assumed for name in finding.assumptions):
        return ""
    return _("It is shown with what is assumed of the deck.")


def _whose(name: str, finding: Finding, game: Game) -> tuple[str | None, str]:
    """The edition and the name of a doubt, which may be written with the edition in front."""
    edition, dot, local = name.partition(".")
    if dot and edition in game.editions and local in game.editions[edition].doubts:
        return edition, local
    for each in (*finding.editions, *game.editions):
        if name in game.editions[each].doubts:
            return each, name
    return None, name


def _local(doubt: str, edition: str) -> str:
    return doubt.removeprefix(f"{edition}.")


def _question(finding: Finding, game: Game) -> str:
    """The question's text, or its name."""
    if finding.question is None or finding.question not in game.questions:
        return finding.question or ""
    return " ".join(game.questions[finding.question].text.split())


def _words_of(game: Game, clause: str) -> str:
    """The printed words of a clause, quoted; its identifier where there is no such clause."""
    found = clause_of(game, clause)
    if found is None or not found.citations:
        return f"`{clause}`"
    return quoted(found.citations[0].quote)


def clause_of(game: Game, identifier: str) -> Clause | None:
    """The clause of any edition (or assumption, or ruling) with this identifier; None where none has it."""
    for clauses in (
        *(edition.clauses for edition in game.editions.values()),
        game.assumptions,
        *(rulings.clauses for rulings in game.rulings),
    ):
        for clause in clauses:
            if clause.id == identifier:
                return clause
    return None


def _stop(text: str) -> str:
    """The text, with a stop at its end."""
    line = " ".join(text.split())
    return line if line.endswith((".", "?", "!", "…")) else line + "."
