"""property: play ends, or never returns. Proved, refuted by a game that comes back to where it was, or
undecided.

A loop is proved to end whichever edition is played by (`ranking`). Where one is not, games are looked for
that come back to its head as they were there before, under each reading of each doubt in turn.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, islice

from checker.claims.broken import finding_of
from checker.claims.claimed import claimed
from checker.editions.editions import Editions, TooManyInterpretations
from checker.editions.elimination import smallest_choices
from checker.findings.details import Doing, Lasso
from checker.findings.findings import Finding, Proof, Undecided
from checker.games.admission import is_played, permits, permitted_numbers
from checker.games.driver import Play, completed
from checker.games.table import Table, sit_down
from checker.grounds.blame import Asking
from checker.grounds.premises import of_players
from checker.play.abstract.measures import statements_within
from checker.play.invariants.answers import risks_of, stopping_lines
from checker.play.invariants.risks import Risk
from checker.play.termination.lasso import LassoGame, LassoSearch
from checker.play.termination.null_pass import NullPassSearch, plays
from checker.play.termination.ranking import LoopSite, LoopVerdict, prove
from checker.play.termination.stationary import QUIET, QUIET_SHARE, StationarySearch, habits
from dsl.model import Edition, Ends, NeverReturns, Project, Property
from dsl.text.errors import ArbitreError
from dsl.text.messages import Said, joined
from dsl.types.values import Value
from interpreter.analysis.dependencies import Dependencies
from interpreter.analysis.statements import expressions_in
from interpreter.logs.log import read_log
from interpreter.play.state import Key, State, is_unknown
from interpreter.replay.replay import replay
from interpreter.rulebook.rulebook import Status
from interpreter.runtime.rng import Chance, game_seed

GLANCES = 40
"""Games in which a lasso is looked for that is near."""
NEAR = 3
"""Such games of which one is told: that in which the fewest answers are agreed."""
IDLE, GAMES = 24_000, 20
"""What looking for games that come to nought may cost for each edition, and how many are played."""
BUDGET = 15_000
"""What looking for a game that comes back may cost for each edition (see `returning.Search`)."""
SHARE = 1_500
"""No game costs more."""
MOST_READINGS = 32
"""Interpretations of what decides a game that are told apart where it comes back."""
ROUNDS = 20
"""How often such a game is looked for under each reading, with other cards."""
ENOUGH = 1
"""Games that come back, after which no more are looked for."""
MOST_ROUND = 400
"""Statements of a way round on which nothing is decided."""
MOST_AGAIN = 3
"""Games in which is looked for another that comes back, under another reading."""
MOST_ASKED = 3
"""Questions asked on the way round that are told."""


def of_variant(editions: Editions, variant: str, budget: int = BUDGET) -> list[Finding | Proof | Undecided]:
    """What becomes of the claims about a variant that play ends, or never returns, edition by edition. (What
    gets less with every pass ends a loop, and is less whenever play is there again.) Raises ArbitreError."""
    claims = [
        (inside, edition, prop)
        for edition in editions.members
        for inside, prop in claimed(editions, variant, edition)
        if isinstance(prop.claim, Ends | NeverReturns) and is_played(editions, variant, edition)
    ]
    if not claims or variant not in editions.game.flows:
        return []
    numbers = sorted(
        {n for edition in editions.members for n in permitted_numbers(editions, variant, edition)}
    )
    if not numbers:
        return []
    loops = prove(editions.game, editions.game.flows[variant], numbers)
    found: list[Finding | Proof | Undecided] = []
    told: dict[tuple[int, str], _OfEdition] = {}
    for inside, edition, prop in claims:
        key = (id(inside), edition.name)
        if key not in told:
            told[key] = _OfEdition(inside, variant, edition, prop, loops, numbers)
        told[key].prop = prop
        found.append(told[key].result(budget))
    return found


@dataclass(slots=True)
class _OfEdition:
    """One claim by one edition."""

    editions: Editions
    variant: str
    edition: Edition
    prop: Property
    loops: tuple[LoopVerdict, ...]
    numbers: Sequence[int]
    _searched: "tuple[LassoSearch, LassoGame | None] | None" = None

    def result(self, budget: int) -> Finding | Proof | Undecided:
        """What becomes of it."""
        open_ = [loop for loop in self.loops if not loop.ends]
        if not open_:
            risks = risks_of(self.editions, self.variant, self.edition)
            lines = [risk for risk in risks if not risk.inside]
            return self._may_stop(lines) if lines else self._proof(stopping_lines(risks))
        if self._searched is None:
            self._searched = self._search([loop.site for loop in open_], budget)
        search, lasso = self._searched
        return self._undecided(open_) if lasso is None else self._finding(search, lasso)

    def _search(self, sites: Sequence[LoopSite], budget: int) -> tuple[LassoSearch, LassoGame | None]:
        """A game that comes back to where it was, and who found it."""
        playing = [site for site in sites if plays(site)]
        if playing:
            search = LassoSearch(sites=playing, left=IDLE)
            near = self._near(self._idle(search), NEAR)
        else:
            search = LassoSearch(sites=sites, left=budget)
            near = self._near((self._glance(search, table) for table in self._glances()), NEAR)
        if near is not None:
            return search, near
        search = LassoSearch(sites=sites, left=0 if playing else QUIET)
        quiet = self._near(self._quiet(search), NEAR)
        if quiet is not None:
            return search, quiet
        search = LassoSearch(sites=sites, left=budget // 5 if playing else budget)
        lassos: list[LassoGame] = []
        for turn, table in enumerate(self._games()):
            lasso = self._sought(search, table, turn)
            lassos += [] if lasso is None else [lasso]
            if search.left <= 0 or len(lassos) >= ENOUGH:
                break
        return search, min(lassos, key=self._rank, default=None)

    def _near(self, found: Iterator[LassoGame | None], enough: int) -> LassoGame | None:
        """Of a few games that come back to where they were, that in which the fewest answers are agreed: on
        the way round, then in all; the first in which none is."""
        confirmed = (lasso for lasso in found if lasso is not None and self._is_confirmed(lasso))
        best: LassoGame | None = None
        for lasso in islice(confirmed, enough):
            if best is None or _agreed(lasso) < _agreed(best):
                best = lasso
            if _agreed(lasso) == (0, 0):
                break
        return best

    def _idle(self, search: LassoSearch) -> Iterator[LassoGame | None]:
        """Games that are looked for in which games come to nought, however the text is read."""
        numbers = list(permitted_numbers(self.editions, self.variant, self.edition))[:2]
        for place in count():
            if search.left <= 0 or place >= GAMES:
                return
            number = numbers[place % len(numbers)]
            table = self._begun({}, number, game_seed(number, place))
            yield None if table is None else NullPassSearch(search, search.sites[0]).seek(table)

    def _quiet(self, search: LassoSearch) -> Iterator[LassoGame | None]:
        """Games that are looked for in which all do the same again and again: first where each doubt is read
        as its first reading says, then by readings drawn."""
        numbers = list(permitted_numbers(self.editions, self.variant, self.edition))[:2]
        plainly = {name: doubt.readings[0].name for name, doubt in self.edition.doubts.items()}
        for number, chosen in [(n, read) for read in (plainly, {}) for n in numbers]:
            for place, habit in enumerate(habits()):
                whole = search.left
                table = self._begun(chosen, number, game_seed(number, place)) if whole > 0 else None
                if table is None:
                    continue
                search.left = share = min(whole, QUIET_SHARE)
                quiet = StationarySearch(search, habit)
                yield quiet.seek(table)
                search.left = whole - (share - search.left)
                if not quiet.chose:
                    break  # other habits make no difference

    def _may_stop(self, risks: Sequence[Risk]) -> Undecided:
        """Every loop ends, but a game might fail before its end."""
        lines = ", ".join(str(risk.line) for risk in risks)
        return self._not_decided(
            Said(
                "every loop ends, but it is not proved that what the flow does at line {lines} can be done",
                lines=lines,
            )
        )

    def _not_decided(self, because: str) -> Undecided:
        return Undecided(
            game=self.editions.game.name,
            variant=self.variant,
            question=None,
            editions=(self.edition.name,),
            holds=self.prop.name,
            because=because,
        )

    def _proof(self, may_stop_at: tuple[int, ...]) -> Proof:
        measures = dict.fromkeys(by for loop in self.loops for by in loop.by)
        assumptions, struck = of_players(self.editions, self.variant, self.edition)
        return Proof(
            game=self.editions.game.name,
            variant=self.variant,
            question=None,
            editions=(self.edition.name,),
            holds=self.prop.name,
            bounds={"players": [self.numbers[0], self.numbers[-1]], "less": list(measures)},
            assumptions=assumptions,
            struck=struck,
            may_stop_at=may_stop_at,
        )

    def _undecided(self, loops: Sequence[LoopVerdict]) -> Undecided:
        said: list[str] = [
            Said("of the loop at line {line}, {what}", line=loop.site.loop.span.line, what=loop.because)
            for loop in loops
        ]
        return self._not_decided(
            joined("; ", [*said, Said("and no game was found that comes back to where it was")])
        )

    # -------------------------------------------------------------- games

    def _games(self) -> Iterator[Table]:
        """Games just begun: for each reading of each doubt, of the fewest players and of one more, for each
        loop in turn; then of others."""
        numbers = list(permitted_numbers(self.editions, self.variant, self.edition))
        readings = self._readings()
        loops = sum(not loop.ends for loop in self.loops)
        few = [(n, chosen) for chosen in readings for n in numbers[:2] for _ in range(loops)]
        more = [(n, chosen) for chosen in readings[:2] for n in numbers[2:] for _ in range(loops)]
        for place, (number, chosen) in enumerate((*few, *more) * ROUNDS):
            table = self._begun(chosen, number, game_seed(number, place))
            if table is not None:
                yield table

    def _glances(self) -> Iterator[Table]:
        """Games just begun in which a look is taken: of the fewest players, for each reading of each doubt;
        then of one more."""
        numbers = list(permitted_numbers(self.editions, self.variant, self.edition))[:2]
        games = [(n, chosen) for n in numbers for chosen in self._readings()]
        for place, (number, chosen) in enumerate(games[:GLANCES]):
            table = self._begun(chosen, number, game_seed(number, place))
            if table is not None:
                yield table

    def _readings(self) -> list[dict[str, str]]:
        """Each reading of each doubt that may matter in the loops, one at a time; at first none in
        particular."""
        inside = [s for loop in self.loops if not loop.ends for s in statements_within((loop.site.loop,))]
        exprs = [expr for statement in inside for expr in expressions_in(statement)]
        doubts = Dependencies(self.editions.game, self.edition).doubts_of_exprs(exprs)
        return [{}] + [{d: r.name} for d in doubts for r in self.edition.doubts[d].readings]

    def _begun(self, chosen: Mapping[str, str], number: int, seed: int) -> Table | None:
        """A game in which so many may play, read as `chosen`."""
        whole = completed(self.editions, self.edition, dict(chosen), Chance(seed, "ends readings"))
        if whole is None or not permits(self.editions, self.variant, self.edition, whole, number):
            return None
        return sit_down(self.editions, self.variant, self.edition, number, whole, seed)

    def _is_confirmed(self, lasso: LassoGame) -> bool:
        """Whether replaying the log gets to the same position twice. (Where nothing is to be decided on the
        way round, so that no event tells of it, whether the flow gets back there by itself.)"""
        play = lasso.table.play
        log, first = play.log(), lasso.earlier.events
        if first == len(play.events):
            return self._goes_round(lasso)
        states = [self._replayed(play, log, at=event + 1) for event in (first, len(play.events))]
        return _alike(states[0], states[1], lasso.differ)

    def _goes_round(self, lasso: LassoGame) -> bool:
        """Whether the flow comes back by itself, with nothing to be decided."""
        play, state = lasso.table.play, lasso.earlier.state
        if len(lasso.table.decisions) != lasso.earlier.decisions:
            return False
        heads = [state]
        for _ in range(MOST_ROUND):
            try:
                after = play.machine.step(state, play.judge, [])
            except ArbitreError:
                return False
            if not isinstance(after, State):
                return False
            state = after
            if state.next_statement is lasso.site.loop:
                if any(_alike(visit, state, lasso.differ) for visit in heads):
                    return True
                heads.append(state)
        return False

    def _replayed(self, play: Play, log: str, at: int | None = None) -> State | None:
        """Where the log leads, before an event; None where it breaks a rule."""
        game = self.editions.game
        project = Project(root="", name=game.name, games={game.name: game})
        try:
            found = replay(project, read_log(log), survivors=(play.interpretation,), at=at)
        except ArbitreError:
            return None
        broken = any(p.code not in ("silent", "disputed") for p in found.problems)
        return None if broken or found.status in ("undecided", "unreadable") else found.state

    # -------------------------------------------------------------- the finding

    def _rank(self, lasso: LassoGame) -> tuple[int, int, int]:
        """Of several, the one is told that takes the fewest agreements, then readings, then events."""
        play = lasso.table.play
        kept = self._decisive(lasso.table, play.interpretation)
        return (len(play.state.agreed), len(kept), len(play.events))

    def _finding(self, search: LassoSearch, lasso: LassoGame) -> Finding:
        """Firm if, however the edition is read, a game comes back in which nothing has to be agreed."""
        play = lasso.table.play
        under, firm = self._under(search, lasso)
        book = play.judge.book(play.state.agreed)
        return finding_of(
            self.editions,
            self.variant,
            self.edition,
            self.prop,
            book,
            self._told(lasso, [d for each in under for d in each]),
            firm,
            under,
            self._lasso(lasso),
        )

    def _under(self, search: LassoSearch, lasso: LassoGame) -> tuple[tuple[Mapping[str, str], ...], bool]:
        """How the text is read where a game is known that comes back (empty: in every way); whether that is
        firm."""
        play = lasso.table.play
        kept = self._decisive(lasso.table, play.interpretation)
        mine = {doubt: play.interpretation[doubt] for doubt in kept}
        try:
            survivors = self.editions.readings(self.edition.name, kept)
        except TooManyInterpretations:
            return (mine,), False
        if len(survivors) > MOST_READINGS:
            return (mine,), False
        firm = not play.state.agreed
        back: list[Mapping[str, str]] = []
        for each in survivors:
            other = lasso if each == mine else self._like(search, lasso, each)
            if other is not None:
                back.append(each)
                firm = firm and not other.table.play.state.agreed
                firm = firm and self._decide(kept, other.table, other.table.play.interpretation)
        everywhere = len(back) == len(survivors)
        return () if everywhere else tuple(smallest_choices(back, survivors)), firm and everywhere

    def _decisive(self, table: Table, read: Mapping[str, str]) -> tuple[str, ...]:
        """Doubts such that the game goes the same way whenever they are read so, however others are: all with
        whose readings its questions were answered, less those without which it still does."""
        name = self.edition.name
        met = {
            doubt for key in dict.fromkeys(table.asked) for doubt in self.editions.consulted(name, read, *key)
        }
        kept = [doubt for doubt in self.edition.doubts if doubt in met and doubt in read]
        for doubt in tuple(kept):
            fewer = [each for each in kept if each != doubt]
            if self._decide(fewer, table, read):
                kept = fewer
        return tuple(kept)

    def _decide(self, kept: Sequence[str], table: Table, read: Mapping[str, str]) -> bool:
        """Whether these doubts, read so, decide what all questions of the game are answered."""
        name = self.edition.name
        for question, situation in dict.fromkeys(table.asked):
            own = self.editions.verdict(name, read, question, situation).outcome
            survivors = self.editions.survivors(name, question)
            for other in survivors:
                if any(other.get(doubt, read[doubt]) != read[doubt] for doubt in kept):
                    continue
                if self.editions.verdict(name, other, question, situation).outcome != own:
                    return False
            if own.status is Status.BLOCKED and not set(self.editions.doubts_of(name, question)) <= set(kept):
                return False
        return True

    def _like(self, search: LassoSearch, lasso: LassoGame, chosen: Mapping[str, str]) -> LassoGame | None:
        """A lasso when these doubts are read as chosen: by the same decisions, or else another."""
        play = lasso.table.play
        number = len(play.seats)
        table = self._begun(chosen, number, play.seed)
        found = None if table is None else search.repeated(lasso, table)
        for place in range(0 if plays(lasso.site) else MOST_AGAIN):
            if found is None:
                table = self._begun(chosen, number, game_seed(number, place))
                look = self._glance if lasso.stays else partial(self._sought, turn=place)
                found = None if table is None else look(search, table)
        return found if found is not None and self._is_confirmed(found) else None

    def _glance(self, search: LassoSearch, table: Table) -> LassoGame | None:
        """A lasso that is near in one game; what that takes is not counted."""
        before = search.left
        lasso = search.glance(table)
        search.left = before
        return lasso

    def _sought(self, search: LassoSearch, table: Table, turn: int) -> LassoGame | None:
        """A lasso in one game, within its share of what is left."""
        whole = search.left
        search.left = share = min(whole, SHARE)
        lasso = search.seek(table, turn)
        search.left = whole - (share - search.left)
        return lasso if lasso is not None and self._is_confirmed(lasso) else None

    def _told(self, lasso: LassoGame, doubts: Sequence[str]) -> Asking:
        """What was asked on the way round, and settled: first what hangs on these doubts."""
        play = lasso.table.play
        book = play.judge.book(play.state.agreed)
        depends = Dependencies(self.editions.game, self.edition)
        asked = dict.fromkeys(lasso.table.asked[lasso.earlier.asked :])

        def rank(key: Key) -> bool:
            return not set(doubts) & set(depends.doubts(key[0]))

        settled = [k for k in asked if book.verdict(*k).outcome.status is Status.SETTLED]
        first: dict[str, Key] = {}
        for key in settled:
            first.setdefault(key[0], key)
        return sorted(first.values(), key=rank)[:MOST_ASKED]

    def _lasso(self, lasso: LassoGame) -> Lasso:
        play = lasso.table.play
        way = play.events[lasso.earlier.events :]
        doings = [(e["player"], k, e[k]) for e in way if "player" in e for k in e if k != "player"]
        done: dict[tuple[str, str], list[object]] = {}
        for player, choice, value in doings:
            values = done.setdefault((player, choice), [])
            values += [] if value in values else [value]
        drawn = [next(iter(e)) for e in way if not {"player", "agreed", "shuffle"} & set(e)]
        return Lasso(
            claim="ends" if isinstance(self.prop.claim, Ends) else "never returns",
            players=len(play.seats),
            first=lasso.earlier.events,
            last=len(play.events),
            done=tuple(Doing(player=p, choice=c, values=tuple(values)) for (p, c), values in done.items()),
            drawn=tuple(dict.fromkeys(drawn)),
            shuffled=tuple(dict.fromkeys(str(e["shuffle"]) for e in way if "shuffle" in e)),
            shuffles=play.shuffles - lasso.earlier.shuffles,
            differ=tuple(lasso.differ),
            agreed=tuple(sorted({question for question, _ in play.state.agreed})),
            log=play.log(),
        )


def _agreed(lasso: LassoGame) -> tuple[int, int]:
    """How many of the answers were agreed: on the way round, and in all."""
    agreed = lasso.table.play.state.agreed
    return (len(agreed.keys() & set(lasso.table.asked[lasso.earlier.asked :])), len(agreed))


def _alike(one: State | None, other: State | None, differ: Sequence[str]) -> bool:
    """Whether two positions are the same, but for these counters, and for how cards lie in a zone."""
    if one is None or other is None or (one.place, one.secret) != (other.place, other.secret):
        return False
    if any(_shown(one, zone) != _shown(other, zone) for zone in one.zones):
        return False
    return all(other.values.get(n) == v for n, v in one.values.items() if n not in differ)


def _shown(state: State, zone: str) -> Counter[Value]:
    """The cards of a zone, as far as they are known."""
    return Counter(None if is_unknown(card) else card for card in state.cards(zone))
