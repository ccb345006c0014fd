"""Running the checker for the targets of a command, and wording what it finds."""

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from arbitre.project.project import (
    Named,
    find_editions,
    find_game,
    find_named,
    only_variant,
    require_editions,
    resolve_targets,
    target_of,
)
from arbitre.project.usage import UsageProblem
from arbitre.wording.messages import worded
from checker.findings.findings import KINDS, Comparison, Kind, Report
from dsl.model import Edition, Project
from dsl.text.errors import did_you_mean
from interpreter.play.setting import setting_name

if TYPE_CHECKING:
    from checker.pipeline.progress import ProgressMerger


def run_check(
    project: Project,
    targets: Sequence[str] = (),
    *,
    editions: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    effort: int | None = None,
    workers: int = 1,
    told: "ProgressMerger | None" = None,
) -> Report:
    """The checker's report for the targets, with every message worded. `told` hears how far it is. Raises
    UsageProblem; Interrupted at Ctrl-C, with the report of what is known by then."""
    from checker.findings.concerning import about_pairs, restricted
    from checker.pipeline.check import Interrupted, check

    resolved = resolve_targets(project, targets)
    require_editions(project, resolved.names)
    wanted = None if editions is None else _known_editions(project, resolved.names, editions)
    chosen = None if kinds is None else tuple(kind_of(kind) for kind in kinds)
    budget = {} if effort is None else {"effort": effort}

    def told_of(report: Report) -> Report:
        if resolved.editions:
            report = restricted(report, about_pairs(resolved.editions))
        return worded(report, project)

    try:
        names, every = resolved.names, workers
        report = check(project, names, editions=wanted, kinds=chosen, workers=every, told=told, **budget)
    except Interrupted as stopped:
        raise Interrupted(told_of(stopped.report)) from None
    return told_of(report)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def kind_of(text: str) -> Kind:
    """The kind of finding of that name. Raises UsageProblem."""
    for kind in KINDS:
        if kind == text.strip():
            return kind
    near = did_you_mean(text, KINDS)
    raise UsageProblem(f"`{text}` is not a kind of finding; {near or 'there are: ' + ', '.join(KINDS)}")


def _known_editions(project: Project, names: Sequence[str], editions: Sequence[str]) -> tuple[str, ...]:
    """Those of the editions that the games checked have. Raises UsageProblem for one that none has."""
    games = [find_game(project, name)[0] for name in names] or list(project.games.values())
    known = list(dict.fromkeys(edition for game in games for edition in game.editions))
    for edition in editions:
        if edition not in known:
            near = did_you_mean(edition, known)
            raise UsageProblem(
                f"`{edition}` is not an edition of these games; {near or 'there are: ' + ', '.join(known)}"
            )
    return tuple(edition for edition in known if edition in editions)


def run_compare(
    project: Project, game: str, editions: Sequence[str], *, effort: int | None = None
) -> Comparison:
    """The comparison of editions over a variant (the only one, or the first, where none is named). Raises
    UsageProblem."""
    from checker.reconcile.reconcile import compare

    named = find_named(project, game)
    found, variant = named.game, named.variant
    for name in editions:
        for edition in find_editions(found, name):
            _require_speaking(edition, named)
    if len(dict.fromkeys(editions)) < 2:
        raise UsageProblem("at least two different editions are compared")
    wanted = tuple(name for name in found.editions if name in editions)
    budget = {} if effort is None else {"effort": effort}
    target = target_of(replace(named, variant=variant or only_variant(found)))
    return compare(project, found.name, target.removeprefix(f"{found.name}/"), wanted, **budget)


def _require_speaking(edition: Edition, named: Named) -> None:
    """Raises UsageProblem where an edition says nothing of an option that is named."""
    for option in named.options:
        if named.variant is not None and not edition.speaks_of(named.variant, option):
            whole = setting_name(named.game.name, named.variant, [option])
            raise UsageProblem(f"`{edition.name}` says nothing of `{whole}`")
