"""Claims of a game's properties and of the consequences that an edition draws."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.resolve.flow import FlowReader
from dsl.resolve.questions import property_for_all
from dsl.resolve.types import TypeReader
from dsl.syntax.printing import suggest
from dsl.text.span import Span
from dsl.types.types import PlayerType
from dsl.typing.checker import Typer
from dsl.typing.scope import Layer, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimReader:
    """Reads what `name` claims, in a layer. `flows` are those of the variants that it is about."""

    name: str
    span: Span
    layer: Layer
    types: TypeReader
    typer: Typer
    flows: Sequence[FlowReader]

    def read(self, claim: s.Claim) -> m.Claim:
        """The claim."""
        match claim:
            case s.ForClaim():
                return property_for_all(claim, self.layer, self.types, self.typer)
            case s.AlwaysClaim(claim=expr):
                return m.Always(claim=self.typer.check_bool(expr, self._points()))
            case s.AtClaim(choice=choice, claim=expr):
                scope = self._choice(choice).bind("chooser", PlayerType())
                return m.AtChoice(choice=choice, claim=self.typer.check_bool(expr, scope))
            case s.EndsClaim():
                self._points()
                return m.Ends()
            case s.CanEndClaim():
                self._points()
                return m.CanEnd()
            case s.NeverReturnsClaim():
                self._points()
                return m.NeverReturns()
            case _:
                assert_never(claim)

    def _points(self) -> Scope:
        """The scope of what holds at every point of play."""
        if not self.flows:
            message = f"`{self.name}` speaks of play, and there is no flow of play"
            self.typer.problems.add("no-flow", message, self.span)
            return Scope(layer=self.layer)
        return replace(self.flows[0].start, layer=self.layer)

    def _choice(self, choice: str) -> Scope:
        """The scope at a choice."""
        for reader in self.flows:
            if choice in reader.chosen:
                return replace(reader.chosen[choice], layer=self.layer)
        known = [name for reader in self.flows for name in reader.chosen]
        message = f"`{choice}` is no choice of the flow of play"
        self.typer.problems.add("unknown-name", message, self.span, help=suggest(choice, known))
        return self._points() if self.flows else Scope(layer=self.layer)
