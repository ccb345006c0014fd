"""How often findings arise in play: counting for `simulate --findings`, ranking for `check --frequency`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from arbitre.commands.checking import run_check
from arbitre.commands.replaying import only_flow
from arbitre.project.project import find_named, target_of
from arbitre.project.rulings import rulings_of
from arbitre.project.usage import UsageProblem
from checker.findings.findings import Finding, Frequency, Report
from checker.pipeline.entries import by_weight
from dsl.model import Edition, Project
from dsl.text.errors import fail
from dsl.text.span import Span

SCHEMA = "arbitre.simulation/1"


def findings_in_play(
    project: Project, game: str, edition: Edition, *, rulings: str | None, games: int, seed: int
) -> tuple[Finding, ...]:
    """The findings of the check of a variant, each with the share of games, played by one edition and its
    rulings, in which it arises; the most frequent first. `game`: GAME/VARIANT, with one option at most.
    Raises ArbitreError, and UsageProblem where there is no such."""
    from checker.editions.options import aspect
    from checker.play.reach.frequency import frequency
    from checker.questions.search.strike import prepared_editions

    target = counted_target(project, game)
    game_named = find_named(project, target).game
    examined = target.removeprefix(f"{game_named.name}/")
    found = aspect(game_named, examined)
    assert found is not None, f"{target} was found"
    if edition.name not in found.editions:
        raise UsageProblem(f"`{edition.name}` says nothing of `{target}`: there are no findings to count")
    report = run_check(project, (target,))
    editions, _ = prepared_editions(found, examined, tuple(found.editions.values()))
    ruled = rulings_of(project, game_named, rulings, edition)
    counted = frequency(
        editions, examined, report.findings, edition=edition.name, rulings=ruled, games=games, seed=seed
    )
    return tuple(sorted((f for f in counted if f.frequency is not None), key=by_frequency))


def counted_target(project: Project, game: str) -> str:
    """GAME/VARIANT, or GAME/VARIANT+OPTION, under which what GAME means is examined. Raises UsageProblem
    where it is not examined as it is played: with several options, or with values."""
    named = find_named(project, game)
    return target_of(
        replace(named, variant=only_flow(named.game) if named.variant is None else named.variant)
    )


def by_frequency(finding: Finding) -> tuple[float, str]:
    """A key that puts the most frequent findings first, those not counted last."""
    each = finding.frequency
    share = -1.0 if each is None else each.numerator / max(1, each.denominator)
    return (-share, finding.id)


def as_json(findings: Sequence[Finding]) -> list[dict[str, object]]:
    """The shares, by finding, as `check --frequency` reads them."""
    return [
        {
            "id": f.id,
            "numerator": f.frequency.numerator,
            "denominator": f.frequency.denominator,
            "low": f.frequency.low,
            "high": f.frequency.high,
            "driver": f.frequency.driver,
        }
        for f in findings
        if f.frequency is not None
    ]


def read_frequency(path: Path) -> dict[str, Frequency]:
    """The shares in a file that `simulate --findings --format json` wrote, by finding; of several
    simulations the first that counted it. Raises ArbitreError where it is none."""
    where = Span(str(path), 1, 1, 1, 1)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise fail("missing-file", f"there is no file `{path}`", where) from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise fail("not-frequencies", f"`{path}` cannot be read as JSON: {error}", where) from None
    except ValueError:
        raise fail("not-frequencies", f"`{path}` has a number of too many digits", where) from None
    found: dict[str, Frequency] = {}
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise fail("not-frequencies", f"`{path}` is not what `simulate --format json` writes", where)
    try:
        for simulation in data["simulations"]:
            for one in simulation.get("findings", ()):
                found.setdefault(
                    str(one["id"]),
                    Frequency(
                        numerator=int(one["numerator"]),
                        denominator=int(one["denominator"]),
                        low=float(one["low"]),
                        high=float(one["high"]),
                        driver=str(one["driver"]),
                    ),
                )
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        raise fail("not-frequencies", f"`{path}` has no shares of findings as expected", where) from None
    if not found:
        raise fail(
            "not-frequencies",
            f"`{path}` counts no findings",
            where,
            help="write it with `arbitre simulate … --findings --format json`",
        )
    return found


def ranked(report: Report, shares: Mapping[str, Frequency]) -> Report:
    """The report with the share of each finding that was counted, its entries ranked by them."""

    def counted(found: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(replace(f, frequency=shares.get(f.id, f.frequency)) for f in found)

    entries = (replace(e, records=counted(e.records)) for e in report.entries)
    return replace(
        report,
        findings=counted(report.findings),
        entries=tuple(by_weight(entries)),
        exceptions=counted(report.exceptions),
    )
