"""What is claimed of a game: by its properties, and by the consequences that a text draws."""

from dataclasses import dataclass, field

from dsl.model.expressions import Expr
from dsl.model.questions import Parameter
from dsl.text.source import Citation
from dsl.text.span import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ForAll:
    """For every situation of these parameters that meets `needs`, `claim` holds."""

    parameters: tuple[Parameter, ...]
    needs: tuple[Expr, ...]
    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Always:
    """At every point of play, `claim` holds (it sees the flow's zones and variables)."""

    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class AtChoice:
    """Whenever the choice `choice` is due, `claim` holds (`chooser` bound to who chooses)."""

    choice: str
    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """However a game is played, its flow does not go on for ever."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CanEnd:
    """From wherever play gets to, the game can come to an end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverReturns:
    """No game comes back to where it was."""


Claim = ForAll | Always | AtChoice | Ends | CanEnd | NeverReturns


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """A general claim that a text draws from its own rules. A closed one (`shows`) is about the one situation
    of no parameters. `under` as in Clause: it is claimed only there."""

    name: str
    citations: tuple[Citation, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...]
    claim: Claim
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """What is claimed of a game; `drawn` where the text of an edition claims it."""

    name: str
    text: str
    claim: Claim
    variant: str | None
    option: str | None = None
    drawn: Consequence | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)
