"""Names that are bound: by a parameter, a binder, `let`, a fold, a part of a shape, or the flow of play.

None may hide what it would be read as elsewhere, and none may stand there for nothing.
"""

from dsl import syntax as s
from dsl.syntax.printing import inside
from dsl.text.errors import Collector
from dsl.text.span import Span
from dsl.types.algebra import plain
from dsl.types.types import Type
from dsl.typing.scope import Scope

CONSTANTS = ("none", "true", "false")


def refuse_hiding(name: str, type: Type | None, span: Span, scope: Scope, problems: Collector) -> None:
    """Notes a name bound in `scope` that means something there already. Of cases, those of the `type` of what
    is bound count (None: those of all types); others are not mistaken for it."""
    if name in CONSTANTS:
        problems.add("reserved-name", f"`{name}` has a meaning of its own", span)
        return
    hidden = _meaning(name, type, scope)
    if hidden is not None:
        message = f"`{name}` is {hidden}, and a name bound here would hide it"
        problems.add("hidden-name", message, span, help="give what is bound here another name")


def _meaning(name: str, type: Type | None, scope: Scope) -> str | None:
    """What a name means before it is bound; None where it means nothing."""
    types = [each for each in scope.layer.with_case(name) if type is None or plain(type) == each]
    doubt = scope.layer.doubt(name)
    if types:
        return " and ".join(f"a case of `{each.name}`" for each in types)
    zone = None if scope.places is None else scope.places.zones.get(name)
    if zone is not None and zone.of is None:
        return "a zone"
    if scope.places is not None and name == "seats":
        return "all players at the table"
    if name in scope.locals:
        return "bound already"
    if doubt is not None and not doubt.params:
        return "a doubt"
    if scope.players and name in scope.layer.game.players:
        return "a player"
    return None


def refuse_unused(name: str, span: Span, bodies: tuple[s.Node, ...], problems: Collector) -> None:
    """Notes a name given to a value that none of `bodies` uses."""
    if not is_used(name, bodies):
        problems.add("unused-name", f"`{name}` is bound here, and not used", span)


def is_used(name: str, bodies: tuple[s.Node, ...]) -> bool:
    """Whether the name stands somewhere in them."""
    return any(isinstance(node, s.Name) and node.name == name for body in bodies for node in inside(body))
