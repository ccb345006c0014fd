"""A game as it is with one option chosen, or with none.

With an option, a variant is examined by itself under the name `VARIANT+OPTION`: the questions that belong
to the option, the parts of the texts that speak of it, the editions that have such parts, and play with
the option chosen. With none, what belongs to options is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dsl import model as m
from dsl.types.types import EnumType, SetType
from dsl.types.values import Case, ValueSet


def aspects(game: m.Game, variant: str) -> Iterator[tuple[m.Game, str]]:
    """The variant with no option chosen, then with each of its options: the game as it is so, and the name
    under which it is examined."""
    yield _plain(game, variant), variant
    for option in game.variants[variant].options.values():
        yield _chosen(game, variant, option), f"{variant}+{option.name}"


def aspect(game: m.Game, name: str) -> m.Game | None:
    """The game as it is examined under a name, `VARIANT` or `VARIANT+OPTION`; None where it has no such."""
    variant, plus, option = name.partition("+")
    if variant not in game.variants:
        return None
    options = game.variants[variant].options
    if not plus:
        return _plain(game, variant)
    return _chosen(game, variant, options[option]) if option in options else None


def is_first(game: m.Game, variant: str) -> bool:
    """Whether questions that belong to no variant are examined with this one."""
    return variant == next(iter(game.variants), None)


def _plain(game: m.Game, variant: str) -> m.Game:
    asked = tuple(
        q
        for q in game.variants[variant].questions
        if game.questions[q].variant is not None or is_first(game, variant)
    )
    return replace(
        game,
        variants={**game.variants, variant: replace(game.variants[variant], questions=asked)},
        properties=tuple(p for p in game.properties if p.option is None),
        editions={
            name: replace(edition, texts=texts)
            for name, edition in game.editions.items()
            if (texts := _texts_of_plain(edition, variant, game.variants))
        },
    )


def _chosen(game: m.Game, variant: str, option: m.Option) -> m.Game:
    name = f"{variant}+{option.name}"
    flow = game.flows.get(variant)
    return replace(
        game,
        variants={**game.variants, name: m.Variant(name=name, text=option.text, questions=option.questions)},
        flows=game.flows if flow is None else {**game.flows, name: _playing(flow, name, option)},
        properties=tuple(_of_option(game, variant, option, name)),
        editions={
            edition.name: replace(edition, texts=texts)
            for edition in game.editions.values()
            if (texts := _texts_of_chosen(edition, variant, option, game.variants))
        },
    )


# ------------------------------------------------------------------ what belongs to what


def _texts_of_plain(
    edition: m.Edition, variant: str, variants: Mapping[str, m.Variant]
) -> tuple[m.Printed, ...]:
    """The texts of which a part is about the variant, and not about options of it only; or that have none."""
    texts = (_named(text, variants) for text in edition.texts)
    return tuple(text for text in texts if text.speaks_of(variant))


def _texts_of_chosen(
    edition: m.Edition, variant: str, option: m.Option, variants: Mapping[str, m.Variant]
) -> tuple[m.Printed, ...]:
    """The texts of which a part is about the variant with the option."""
    return tuple(_named(text, variants) for text in edition.texts if text.speaks_of(variant, option.name))


def _named(text: m.Printed, variants: Mapping[str, m.Variant]) -> m.Printed:
    """The text, each part about what it is about by the names under which that is examined: about options of
    a variant only, where it names some."""
    return replace(
        text,
        parts=tuple(
            replace(part, variants=tuple(name for v in part.variants for name in _names(part, variants[v])))
            for part in text.parts
        ),
    )


def _names(part: m.Part, variant: m.Variant) -> list[str]:
    """The names under which a variant, as a part is about it, is examined."""
    return [f"{variant.name}+{option}" for option in part.options if option in variant.options] or [
        variant.name
    ]


def _of_option(game: m.Game, variant: str, option: m.Option, name: str) -> Iterator[m.Property]:
    """The properties of the option, and those of the variant's play, which must hold so too: whether it
    ends, only where the option does not say so itself."""
    own = [p for p in game.properties if p.option == option.name]
    said = tuple({type(p.claim) for p in own} & {m.Ends, m.CanEnd, m.NeverReturns})
    for prop in game.properties:
        if prop.option == option.name:
            yield replace(prop, variant=name, option=None)
        elif prop.variant in (None, variant) and prop.option is None and _is_of_play(prop, said):
            yield replace(prop, variant=name)


def _is_of_play(prop: m.Property, said: tuple[type, ...]) -> bool:
    """Whether it is about play, and nothing that the option says itself."""
    return not isinstance(prop.claim, (m.ForAll, *said))


def _playing(flow: m.Flow, name: str, option: m.Option) -> m.Flow:
    """The flow with the option chosen."""
    parameters = []
    for parameter in flow.parameters:
        if parameter.name == m.OPTIONS and isinstance(parameter.type, SetType):
            item = parameter.type.item
            assert isinstance(item, EnumType)
            chosen = ValueSet((Case(item.name, option.name, item.cases.index(option.name)),))
            parameter = replace(parameter, default=m.Literal(type=parameter.type, value=chosen))
        parameters.append(parameter)
    return replace(flow, variant=name, parameters=tuple(parameters))


def belongs(step: m.Step, variant: str) -> bool:
    """Whether a step is examined under this name: those of an option with it alone, others with none."""
    _, _, option = variant.partition("+")
    return set(step.options) == ({option} if option else set())
