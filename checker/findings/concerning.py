"""What of a report concerns some editions.

An edition is examined beside all its siblings, whichever are asked about: what is found and proved is the
same then, and what concerns none of those asked about is left out at the end.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from checker.findings.findings import Entry, Finding, Report

Concerns = Callable[[str, Iterable[str]], bool]
"""Whether a game and editions of it (none: the game itself) are asked about."""


def about(editions: Iterable[str]) -> Concerns:
    """What these editions, of any game, take part in."""
    kept = frozenset(editions)

    def concerns(game: str, names: Iterable[str]) -> bool:
        return not kept.isdisjoint(names)

    return concerns


def about_pairs(editions: Iterable[tuple[str, str]]) -> Concerns:
    """What these editions (pairs of game and edition) take part in; and all games that none of them is of."""
    kept = frozenset(editions)
    games = {game for game, _ in kept}

    def concerns(game: str, names: Iterable[str]) -> bool:
        return game not in games or any((game, name) in kept for name in names)

    return concerns


def restricted(report: Report, concerns: Concerns) -> Report:
    """The report without what concerns none of the editions asked about. An entry stays whole."""
    return replace(
        _with(
            report,
            (e for e in report.entries if concerns(e.game, e.editions)),
            (f for f in report.exceptions if concerns(f.game, f.editions)),
        ),
        proved=tuple(p for p in report.proved if concerns(p.game, p.editions)),
        empty=tuple(e for e in report.empty if concerns(e.game, e.editions)),
        vacuous=tuple(v for v in report.vacuous if concerns(v.game, v.editions)),
        undecided=tuple(u for u in report.undecided if concerns(u.game, u.editions)),
        checked=tuple(c for c in report.checked if concerns(c.game, c.editions)),
        harmless=tuple(h for h in report.harmless if concerns(h.game, (h.edition,))),
        repetitions=tuple(r for r in report.repetitions if concerns(r.game, (r.edition,))),
        eliminated=tuple(e for e in report.eliminated if concerns(e.game, (e.edition,))),
        concrete=tuple(c for c in report.concrete if concerns(c.game, c.editions)),
        clauses=tuple(c for c in report.clauses if concerns(c.game, (c.edition,))),
        unexamined_clauses=tuple(c for c in report.unexamined_clauses if concerns(c.game, (c.edition,))),
    )


def of_kinds(report: Report, kinds: Iterable[str]) -> Report:
    """The report with those entries alone that have a record of these kinds."""
    kept = frozenset(kinds)
    return _with(
        report,
        (e for e in report.entries if not kept.isdisjoint(e.kinds)),
        (f for f in report.exceptions if f.kind in kept),
    )


def _with(report: Report, entries: Iterable[Entry], exceptions: Iterable[Finding]) -> Report:
    """The report with these entries and exceptions, and the findings that are in them."""
    told, apart = tuple(entries), tuple(exceptions)
    kept = {f.id for f in apart} | {f.id for e in told for f in e.records}
    return replace(
        report, entries=told, exceptions=apart, findings=tuple(f for f in report.findings if f.id in kept)
    )
