"""Where a game stands and what is wrong with it, as someone may see it."""

from arbitre.project.usage import UsageProblem
from arbitre.wording.catalogue import _
from dsl.text.errors import did_you_mean
from dsl.types.values import Player
from interpreter.play.views import View, everything, view
from interpreter.replay.replay import Replay, ReplayProblem


def seen(result: Replay, viewer: str | None) -> View | None:
    """The state that a replay came to, as the player called `viewer` may see it; everything that is known,
    without one; None where there is no state. Raises UsageProblem where nobody of that name plays."""
    if result.game is None or result.shared is None:
        return None
    flow, known = result.game.flows[result.variant], result.shared
    if viewer is None:
        return everything(flow, known.state, known)
    check_viewer(result, viewer)
    return view(flow, known.state, Player(viewer), known)


def check_viewer(result: Replay, viewer: str) -> None:
    """Raises UsageProblem where nobody called `viewer` plays the game that was replayed."""
    names = [] if result.state is None else [player.name for player in result.state.seats]
    if names and viewer not in names:
        near = did_you_mean(viewer, names)
        raise UsageProblem(f"`{viewer}` is not at the table; {near or 'there are: ' + ', '.join(names)}")


def told(problem: ReplayProblem, viewer: str | None) -> ReplayProblem:
    """The problem as `viewer` may be told of it (None: whoever may see everything). Of what is not his own he
    is told where it is, of what kind and whose: any word more could tell cards that he does not see."""
    if viewer is None or problem.player == viewer:
        return problem
    return ReplayProblem(
        event=problem.event,
        line=problem.line,
        code=problem.code,
        message=_("what is wrong is not told to `{viewer}`", viewer=viewer),
        player=problem.player,
    )
