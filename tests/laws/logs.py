"""Logs of games played by programs, made poorer and broken: what the laws on replaying are tried on.

A log is kept as its head, by key, and the events, each with the number it had in the whole log.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from dsl.model import OPTIONS, Project
from dsl.text.errors import ArbitreError
from interpreter.logs.log import document_text, flow_text, read_log
from interpreter.play.machine import items_of
from interpreter.play.setting import settle_game
from interpreter.play.state import is_unknown
from interpreter.replay.replay import Replay, replay
from interpreter.rulebook.situations import to_json
from interpreter.simulate.result import Plan
from interpreter.simulate.simulate import _Game, _Table

BREACHES = frozenset(
    {
        "malformed",
        "unknown-card",
        "out-of-turn",
        "illegal-move",
        "impossible-card",
        "wrong-claim",
        "after-end",
    }
)
NOT_A_CARD = "Xyzzy"
TRIES = 8  # settings that are drawn until one may be played


@dataclass(frozen=True)
class Written:
    """A log: `head` by key, and events with their numbers in the log that it was made of. `done`: what was
    done to it."""

    head: dict[str, Any]
    events: tuple[tuple[int, dict[str, Any]], ...]
    done: tuple[str, ...] = ()
    finished: bool = False

    @property
    def text(self) -> str:
        """The log as it is read."""
        head = "".join(f"{key}: {flow_text(value)}\n" for key, value in self.head.items())
        return document_text(head + "events:\n", [event for _, event in self.events])

    def number(self, place: int) -> int:
        """The number in the whole log of the event at this place, from 1; 0 for the head."""
        return 0 if place == 0 else self.events[place - 1][0]


def drawn_setting(project: Project, chance: Random, games: tuple[str, ...] = ()) -> dict[str, Any]:
    """A variant with some of its options, an edition, a number of players, rulings or none, bots, a seed."""
    named = [
        (game, name) for game in project.games.values() for name in game.flows if game.editions
    ]  # fmt: skip
    named = [each for each in named if not games or f"{each[0].name}/{each[1]}" in games] or named
    game, variant = chance.choice(named)
    options = [name for name in game.variants[variant].options if chance.random() < 0.25]
    edition = chance.choice(list(game.editions))
    rulings = [r.name for r in game.rulings if r.edition == edition]
    low, high = game.players
    return {
        "game": game.name,
        "variant": variant,
        "options": options,
        "edition": edition,
        "players": chance.randint(low, high),
        "rulings": chance.sample(rulings, 1) if rulings and chance.random() < 0.7 else [],
        "bots": [chance.choice(["random", "sensible"])],
        "seed": chance.getrandbits(40),
    }


def played(project: Project, said: dict[str, Any], most: int = 10_000) -> Written | None:
    """The log of one game played so, at most its first events; None where it may not be played so, or the
    options cannot be chosen together."""
    from interpreter.play.bots import BOTS
    from interpreter.play.setting import find_rulings

    game = project.games[said["game"]]
    text = "+".join([f"{said['game']}/{said['variant']}", *said["options"]])
    try:
        setting = settle_game(project, text)
        together = find_rulings(game, said["edition"], said["rulings"])
        plan = Plan(
            game=said["game"],
            variant=said["variant"],
            edition=said["edition"],
            players=tuple(game.names[: said["players"]]),
            games=1,
            rulings=() if together is None else (together,),
            bots=tuple(bot if bot in BOTS else "random" for bot in said["bots"]),
            logs=True,
            parameters=dict(setting.parameters),
            deck=game.deck_in_logs,
        )
        table = _Table(project, plan)
        if table.refusal() is not None:
            return None
    except ArbitreError:
        return None
    player = _Game(table, 0, said["seed"])
    result = player.played()
    head: dict[str, Any] = {"arbitre": 1, "game": text, "edition": plan.edition}
    if said["rulings"]:
        head["rulings"] = list(said["rulings"])
    if plan.deck is not None:
        head["deck"] = plan.deck
    head |= {"players": list(plan.players)}
    given = {n: to_json(v, game) for n, v in plan.parameters.items() if n != OPTIONS}
    if given:
        head["given"] = given
    head |= {"seed": said["seed"], "rng": 1}
    events = tuple(enumerate(player.events, 1))[:most]
    whole = result.end == "finished" and len(events) == len(player.events)
    return Written(head=head, events=events, finished=whole)


def replayed(project: Project, log: Written) -> Replay:
    """What comes of it."""
    return replay(project, read_log(log.text))


# ------------------------------------------------------------------ less


def hands_of(project: Project, log: Written) -> dict[str, list[Any]]:
    """The hands that were dealt, as far as the seed tells them."""
    found = replay(project, read_log(log.text), at=1)
    if found.state is None or found.game is None:
        return {}
    flow = found.game.flows[found.variant]
    zones = [z for z in flow.zones if z.of_player and z.seen_by == "owner"]
    if not zones:
        return {}
    hands: dict[str, list[Any]] = {}
    for key, cards in found.state.zones.items():
        _, name, player = [*key.split(":", 2), "", ""][:3]
        if name == zones[0].name and player:
            items = list(items_of(cards))
            if items and not any(is_unknown(card) for card in items):
                hands[player] = [to_json(card, found.game) for card in items]
    return hands


def weakened(project: Project, log: Written, chance: Random) -> Written:
    """The log with less in it: without the seed (and instead perhaps some hands, in another order), rulings,
    claims, events from some place on, or several of these."""
    acts = chance.sample(("seed", "hands", "rulings", "claims", "end", "all"), chance.randint(1, 3))
    for act in acts:
        log = _weaken(project, log, act, chance)
    return log


def _weaken(project: Project, log: Written, act: str, chance: Random) -> Written:
    head = dict(log.head)
    events = log.events
    finished = log.finished
    match act:
        case "seed":
            _unseeded(head)
        case "hands":
            known = hands_of(project, log) if "seed" in head else {}
            _unseeded(head)
            hands = {p: chance.sample(c, len(c)) for p, c in known.items() if chance.random() < 0.6}
            if hands:
                head["hands"] = hands
        case "rulings":
            head.pop("rulings", None)
        case "claims":
            events = tuple(each for each in events if not is_claim(each[1]) or chance.random() < 0.5)
        case "end":
            events = events[: chance.randint(0, len(events))]
            finished = False
        case _:
            _unseeded(head)
            head.pop("rulings", None)
            events = tuple(each for each in events if not is_claim(each[1]))
    return replace(log, head=head, events=events, done=(*log.done, act), finished=finished)


def is_claim(event: dict[str, Any]) -> bool:
    """Whether the event says what the table says; a choice may be called `claim`, too."""
    return "claim" in event and "player" not in event


def _unseeded(head: dict[str, Any]) -> None:
    for key in ("seed", "rng", "hands"):
        head.pop(key, None)


def more_guilty(log: Written, found: Replay) -> str | None:
    """How the law is broken by what came of a log without a breach; None where it holds."""
    if found.failed or found.status in ("unreadable", "invalid"):
        return "; ".join(f"{p.event} {p.code}: {p.message}" for p in found.problems) or found.status
    return None


# ------------------------------------------------------------------ breaches


@dataclass(frozen=True)
class Planted:
    """A log with one breach: its code, and the number of its event in the whole log."""

    log: Written
    code: str
    event: int


def planted(log: Written, code: str, chance: Random) -> Planted | None:
    """The log with one breach of the code; None where it has no place for one."""
    moves = [place for place, (_, event) in enumerate(log.events) if "player" in event]
    claims = [
        place
        for place, (_, event) in enumerate(log.events)
        if event.get("claim") == "score" and isinstance(event.get("is"), int)
    ]
    match code:
        case "after-end" if log.finished and moves:
            number = log.events[-1][0] + 1
            event = log.events[moves[-1]][1]
            return Planted(replace(log, events=(*log.events, (number, event))), code, number)
        case "wrong-claim" if log.finished and claims:
            place = chance.choice(claims)
            number, event = log.events[place]
            changed = {**event, "is": event["is"] + chance.choice((-1, 1, 2))}
            return Planted(_put(log, place, changed), code, number)
        case "malformed" if moves:
            place = chance.choice(moves)
            number, event = log.events[place]
            changed = chance.choice(({"player": event["player"]}, {**event, "also": 1}, {}))
            return Planted(_put(log, place, changed), code, number)
        case "unknown-card":
            places = [p for p in moves if any(isinstance(v, list) and v for v in log.events[p][1].values())]
            if not places:
                return None
            place = chance.choice(places)
            number, event = log.events[place]
            changed = {k: [NOT_A_CARD, *v[1:]] if isinstance(v, list) else v for k, v in event.items()}
            return Planted(_put(log, place, changed), code, number)
        case "out-of-turn" if moves and not set(log.head["game"].split("+")) & {"hidden"}:
            place = chance.choice(moves)
            number, event = log.events[place]
            others = [name for name in log.head["players"] if name != event["player"]]
            return Planted(_put(log, place, {**event, "player": chance.choice(others)}), code, number)
        case "impossible-card":
            places = [p for p in moves if any(isinstance(v, list) and v for v in log.events[p][1].values())]
            if not places:
                return None
            place = chance.choice(places)
            number, event = log.events[place]
            changed = {k: [v[0]] * 9 if isinstance(v, list) else v for k, v in event.items()}
            return Planted(_put(log, place, changed), code, number)
        case _:
            return None


def _put(log: Written, place: int, event: dict[str, Any]) -> Written:
    number = log.events[place][0]
    return replace(log, events=(*log.events[:place], (number, event), *log.events[place + 1 :]))


ALIKE = {
    # what a breach may be told as: who is not to move is told so before what he holds is looked at
    "impossible-card": {"impossible-card", "illegal-move", "unknown-card"},
    "out-of-turn": {"out-of-turn", "illegal-move"},
    "unknown-card": {"unknown-card", "malformed"},
}


def unnamed(planted: Planted, found: Replay, *, whole: bool) -> str | None:
    """How the other half of the law is broken: the whole log names the breach at its event; one with less in
    it the same, or nothing before."""
    told = [p for p in found.problems if p.code in BREACHES]
    codes = ALIKE.get(planted.code, {planted.code})
    text = "; ".join(f"{p.event} {p.code}: {p.message}" for p in found.problems) or found.status
    if found.failed or (found.status == "unreadable" and not told):
        return text
    if not told:
        doubt = found.status in ("disputed", "undecided")
        return f"not named ({text})" if whole and not doubt else None
    first = told[0]
    number = planted.log.number(first.event)
    if number < planted.event:
        return f"accused before: {text}"
    if number == planted.event and first.code not in codes:
        return f"told as something else: {text}"
    if whole and number > planted.event and found.status != "disputed" and first is found.problems[0]:
        return f"named later: {text}"
    return None


def _drawn(
    project: Project, chance: Random, most: int, games: tuple[str, ...]
) -> tuple[dict[str, Any], Written | None]:
    """A setting that may be played, and the log of a game played so."""
    for _ in range(TRIES):
        said = drawn_setting(project, chance, games)
        log = played(project, said, most)
        if log is not None and log.events:
            return said, log
    return said, None


def law_of_less(
    project: Project, seed: int, most: int, games: tuple[str, ...] = ()
) -> tuple[str, str | None]:
    """One log, made poorer: what became of it, and how the law is broken (None: it holds)."""
    chance = Random(seed)
    said, log = _drawn(project, chance, most, games)
    if log is None or not log.events:
        return "not played", None
    whole = replayed(project, log)
    fault = more_guilty(log, whole)
    if fault is not None:
        return whole.status, f"{_named(said)} whole: {fault}"
    poorer = weakened(project, log, chance)
    found = replayed(project, poorer)
    fault = more_guilty(poorer, found)
    return found.status, None if fault is None else f"{_named(said)} less {poorer.done}: {fault}"


def law_of_breaches(
    project: Project, seed: int, most: int, games: tuple[str, ...] = ()
) -> tuple[str, str | None]:
    """One log with a breach, and a poorer one: the code, and how the law is broken (None: it holds)."""
    chance = Random(seed)
    said, log = _drawn(project, chance, most, games)
    code = chance.choice(sorted(BREACHES - {"illegal-move"}))
    broken = None if log is None else planted(log, code, chance)
    if broken is None:
        return "not played", None
    fault = unnamed(broken, replayed(project, broken.log), whole=True)
    if fault is not None:
        return code, f"{_named(said)} {code} at {broken.event} whole: {fault}"
    poorer = weakened(project, broken.log, chance)
    fault = unnamed(replace(broken, log=poorer), replayed(project, poorer), whole=False)
    return (
        code,
        None if fault is None else f"{_named(said)} {code} at {broken.event} less {poorer.done}: {fault}",
    )


def _named(said: dict[str, Any]) -> str:
    return (
        "+".join([f"{said['game']}/{said['variant']}", *said["options"]])
        + f" {said['edition']} {said['players']} players {'ruled' if said['rulings'] else ''}"
    )
