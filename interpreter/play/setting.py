"""Under what a game is played: the game with its variant, options and values, the edition and the rulings
that names stand for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dsl.fingerprint import together
from dsl.model import OPTIONS, Edition, Flow, Game, Option, Project, Rulings
from dsl.text.errors import ArbitreError, Collector, did_you_mean, fail, fold
from dsl.text.span import Span
from dsl.types.types import EnumType, OptionalType, SetType, Type
from dsl.types.values import Case, Value, ValueSet, set_of
from interpreter.rulebook.situations import ValueReader, printable
from interpreter.runtime.yamltext import Node, Scalar, parse_document
from interpreter.values.show import players_in

# ------------------------------------------------------------------ what GAME means


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What GAME/VARIANT+OPTION+NAME=VALUE stands for. `options` are in the order of the game; `parameters`
    are the values given to the flow, the options chosen among them."""

    game: Game
    variant: str
    options: tuple[str, ...] = ()
    parameters: Mapping[str, Value] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """GAME/VARIANT+OPTION, as logs and reports write it."""
        return setting_name(self.game.name, self.variant, self.options)

    @property
    def given(self) -> Mapping[str, Value]:
        """The values given, but for the options."""
        return {name: value for name, value in self.parameters.items() if name != OPTIONS}


def setting_name(game: str, variant: str, options: Iterable[str] = ()) -> str:
    """GAME/VARIANT+OPTION."""
    return "+".join((f"{game}/{variant}", *options))


def settle_game(
    project: Project, text: str, span: Span | None = None, *, options: Iterable[tuple[str, Span]] = ()
) -> Setting:
    """What `text` means, which is GAME/VARIANT (or GAME, where one variant can be played), with further
    parts after `+`: names of options, in any language of the game and whatever the case and accents, and
    NAME=VALUE for other parameters of the flow. `options`: further names of options, with their places.

    Raises ArbitreError with everything that is wrong, at `span`: `unknown-name` with the nearest there is;
    and what values cannot be.
    """
    head, *parts = (part.strip() for part in text.split("+"))
    game, variant = _game_and_variant(project, head, span)
    spans = () if span is None else (span,)
    named = [(part, spans) for part in parts if "=" not in part]
    named += [(name, (place,)) for name, place in options]
    values = [part for part in parts if "=" in part]
    return settled(game, variant, named, [(value, spans) for value in values])


def settled(
    game: Game,
    variant: str,
    options: Iterable[tuple[str, tuple[Span, ...]]],
    values: Iterable[tuple[str, tuple[Span, ...]]] = (),
) -> Setting:
    """As `settle_game`, of a game and variant that are known; `values` as NAME=VALUE."""
    flow = game.flows.get(variant)
    problems = Collector()
    chosen: list[str] = []
    for name, spans in options:
        with problems:
            chosen.append(_option(game, variant, name, spans))
    parameters: dict[str, Value] = {}
    for text, spans in values:
        name = text.partition("=")[0].strip()
        with problems:
            value = _value(game, variant, flow, text, spans)
            if name in parameters:
                raise fail("malformed", f"`{name}` is given twice", *spans)
            parameters[name] = value
    problems.check()
    in_order = tuple(name for name in game.variants[variant].options if name in chosen)
    if in_order:
        parameters[OPTIONS] = option_set(game, variant, in_order)
    return Setting(game=game, variant=variant, options=in_order, parameters=parameters)


def option_set(game: Game, variant: str, options: Iterable[str]) -> ValueSet:
    """These options of a variant as the value of the flow's parameter. Raises ArbitreError where its flow
    has none, since it could make no difference there."""
    flow = game.flows.get(variant)
    type = _types(flow).get(OPTIONS)
    if not isinstance(type, SetType) or not isinstance(type.item, EnumType):
        raise fail("unknown-name", f"play of `{game.name}/{variant}` knows no options")
    enum = type.item
    return set_of(Case(enum.name, name, enum.cases.index(name)) for name in options)


def options_in(parameters: Mapping[str, Value]) -> tuple[str, ...]:
    """The names of the options chosen among the parameters of a flow."""
    found = parameters.get(OPTIONS)
    return tuple(c.name for c in found.items if isinstance(c, Case)) if isinstance(found, ValueSet) else ()


def _game_and_variant(project: Project, text: str, span: Span | None) -> tuple[Game, str]:
    name, variant = text, ""
    if text not in project.games:
        name, _, variant = text.rpartition("/")
        name = name or text
    if not variant and name in project.games and len(project.games[name].flows) == 1:
        variant = next(iter(project.games[name].flows))
    return find_game(project, name, variant, span), variant


def _option(game: Game, variant: str, text: str, spans: tuple[Span, ...]) -> str:
    """The option of that name. Raises ArbitreError."""
    known = game.variants[variant].options
    sought = fold(text)
    for option in known.values():
        if sought in map(fold, _names(option)):
            return option.name
    elsewhere = next(
        (
            other.name
            for other in game.variants.values()
            if any(sought in map(fold, _names(option)) for option in other.options.values())
        ),
        None,
    )
    names = [name for option in known.values() for name in _names(option)]
    listed = ", ".join(f"`{name}`" for name in known)
    help = did_you_mean(text, names) or (f"there are: {listed}" if known else None)
    if elsewhere is not None:
        help = f"it is an option of `{game.name}/{elsewhere}`"
    raise fail("unknown-name", f"`{game.name}/{variant}` has no option `{text}`", *spans, help=help)


def _names(option: Option) -> tuple[str, ...]:
    return (option.name, *(name for names in option.names.values() for name in names))


def _types(flow: Flow | None) -> dict[str, Type]:
    return {} if flow is None else {parameter.name: parameter.type for parameter in flow.parameters}


def _value(game: Game, variant: str, flow: Flow | None, text: str, spans: tuple[Span, ...]) -> Value:
    """The value that NAME=VALUE gives to a parameter of the flow. Raises ArbitreError."""
    name, _, written = (part.strip() for part in text.partition("="))
    known = {each: type for each, type in _types(flow).items() if each != OPTIONS}
    if name not in known:
        listed = ", ".join(f"`{each}`" for each in known)
        help = did_you_mean(name, known) or (f"there are: {listed}" if known else None)
        message = f"`{game.name}/{variant}` has no option `{name}` that takes a value"
        raise fail("unknown-name", message, *spans, help=help)
    try:
        return read_parameter(game, parse_document(written, name), known[name])
    except ArbitreError as error:
        problems = [replace(p, message=f"`{name}`: {p.message}", spans=spans) for p in error.problems]
        raise ArbitreError(*problems) from None


def read_parameter(game: Game, node: Node, type: Type, players: tuple[str, ...] | None = None) -> Value:
    """The value that `node` gives to a parameter of a flow; the word `none` means that there is none, unless
    one of the `players` has that name. Raises ArbitreError."""
    optional = isinstance(type, OptionalType) and "none" not in (players or ())
    if optional and isinstance(node, Scalar) and node.plain and node.text == "none":
        return None
    return ValueReader(game, players).read(node, type)


def check_seated(parameters: Mapping[str, Value], players: Iterable[str], span: Span | None = None) -> None:
    """Raises ArbitreError where one who is not among the players is named in the parameters of a flow."""
    known = tuple(players)
    for player in players_in(parameters.values()):
        if player.name not in known:
            message = f"`{printable(player.name)}` is not at the table"
            help = did_you_mean(player.name, known) or f"there are: {', '.join(map(printable, known))}"
            raise fail("unknown-player", message, *(() if span is None else (span,)), help=help)


# ------------------------------------------------------------------ games, editions, rulings


def find_game(project: Project, game: str, variant: str, span: Span | None = None) -> Game:
    """The game, which has that variant with a flow. Raises ArbitreError."""
    spans = () if span is None else (span,)
    found = project.games.get(game)
    if found is None:
        raise fail(
            "unknown-name", f"there is no game `{game}`", *spans, help=did_you_mean(game, project.games)
        )
    if variant not in found.flows:
        message = f"`{game}` has no variant `{variant}` that can be played"
        raise fail("unknown-name", message, *spans, help=did_you_mean(variant, found.flows))
    return found


def find_edition(game: Game, edition: str, span: Span | None = None) -> Edition:
    """The edition of that name. Raises ArbitreError."""
    found = game.editions.get(edition)
    if found is None:
        spans = () if span is None else (span,)
        help = did_you_mean(edition, game.editions) or f"there are: {', '.join(game.editions)}"
        raise fail("unknown-name", f"`{game.name}` has no edition `{edition}`", *spans, help=help)
    return found


def find_rulings(
    game: Game, edition: str, rulings: Sequence[str | Rulings], span: Span | None = None
) -> Rulings | None:
    """The rulings of these names for the edition, taken together; None for no names. Raises ArbitreError."""
    found: list[Rulings] = []
    for each in rulings:
        if isinstance(each, Rulings):
            if each.edition != edition:
                message = f"the rulings `{each.name}` are for the edition `{each.edition}`, not `{edition}`"
                raise fail("unknown-name", message)
            found.append(each)
            continue
        known = {r.name: r for r in game.rulings if r.edition == edition}
        if each not in known:
            spans = () if span is None else (span,)
            message = f"there are no rulings `{each}` for the edition `{edition}`"
            raise fail("unknown-name", message, *spans, help=did_you_mean(each, known))
        found.append(known[each])
    if not found:
        return None
    first, *others = found
    for other in others:
        first = replace(
            first,
            name=f"{first.name}+{other.name}",
            picks=first.picks + other.picks,
            clauses=first.clauses + other.clauses,
            digest=together(first.digest, other.digest),
        )
    return first
