"""Where a game stands, as someone may see it."""

from arbitre.usage import UsageProblem
from dsl.errors import did_you_mean
from interpreter.replay import Replay
from interpreter.views import View, everything, view


def seen(result: Replay, viewer: str | None) -> View | None:
    """The state that a replay came to, as the player called `viewer` may see it; everything that is known,
    without one; None where there is no state. Raises UsageProblem where nobody of that name plays."""
    if result.game is None or result.state is None:
        return None
    flow = result.game.flows[result.variant]
    if viewer is None:
        return everything(flow, result.state)
    names = [player.name for player in result.state.seats]
    if viewer not in names:
        near = did_you_mean(viewer, names)
        raise UsageProblem(f"`{viewer}` is not at the table; {near or 'there are: ' + ', '.join(names)}")
    return view(flow, result.state, result.state.seats[names.index(viewer)])
