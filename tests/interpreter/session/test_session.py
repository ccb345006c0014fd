"""A game in play: what is due, what is kept, what is taken back."""

from dsl.types.values import Player
from interpreter.logs.log import read_log
from interpreter.play import interpretations
from interpreter.play.bots import BOTS
from interpreter.play.setting import Setting
from interpreter.play.state import ChoiceDue, Ended
from interpreter.replay.replay import replay
from interpreter.session.session import Parted, Session
from tests.interpreter import tiny

THREE = ("Anna", "Bernat", "Carla")


def begun(seed=3, **more):
    return Session(
        Setting(game=tiny.GAME, variant="plain"), tiny.GAME.editions["xx"], THREE, seed=seed, **more
    )


def played(session):
    """The game played to its end by chance, the table reading doubts in the first way."""
    while not isinstance(session.due, Ended):
        if isinstance(session.due, ChoiceDue):
            player = session.position.waiting[0]
            (value,) = session.bot_choice(player, BOTS["random"], 1000)
            session.choose(player, value, by_person=True)
        else:
            assert isinstance(session.due, Parted)
            session.read(session.due.doubt.name, session.due.ways[0][0])
    return session


def verdict(session):
    return replay(tiny.project(), read_log(session.log(), "game.yaml"))


def test_its_log_replays_to_the_same_end():
    for seed in range(5):
        session = played(begun(seed))
        result = verdict(session)
        assert result.status == "valid"
        assert result.state.ended == session.due


def test_what_is_taken_back_is_as_before():
    session = begun()
    before = session.position
    assert not session.can_undo
    player = session.position.waiting[0]
    (value,) = session.bot_choice(player, BOTS["random"], 1000)
    session.choose(player, value, by_person=True)
    session.undo()
    assert session.position == before
    assert session.events[-1] == {"undo": len(session.events) - 1}
    assert verdict(played(session)).status == "valid"


def test_readings_that_were_given_are_not_asked():
    session = played(begun(readings={"tie": "last"}))
    assert session.position.readings == {"tie": "last"}
    assert "readings: {tie: last}" in session.log()


def test_players_are_those_at_the_table():
    assert begun().machine.seats == tuple(map(Player, THREE))


def test_doubts_that_are_too_many_to_be_heard_together_are_settled_one_by_one(monkeypatch):
    monkeypatch.setattr(interpretations, "MAX_INTERPRETATIONS", 1)
    session = begun()
    asked = []
    while not isinstance(session.due, Ended):
        if isinstance(session.due, Parted):
            asked.append((session.due.key, session.due.doubt.name))
            session.read("tie", "first")
        else:
            player = session.position.waiting[0]
            (value,) = session.bot_choice(player, BOTS["sensible"], 1000)
            session.choose(player, value, by_person=True)
    assert asked == [(None, "tie")]
    assert verdict(session).status == "valid"


def test_every_bot_plays_where_readings_differ():
    for name, bot in BOTS.items():
        session = begun()
        while not isinstance(session.due, Ended):
            if isinstance(session.due, Parted):
                session.read("tie", "last")
            else:
                player = session.position.waiting[0]
                (value,) = session.bot_choice(player, bot, 1000)
                session.choose(player, value, by_person=False)
        assert verdict(session).status == "valid", name
