"""Files of many logs: what parts them, and what a slip of the pen costs."""

import pytest

from interpreter.logs.log import BadEvent, Log, read_logs

HEAD = "arbitre: 1\ngame: g/plain\nplayers: [Anna, Bernat]\nevents:\n"
EVENT = "  - {player: Anna, guess: 1}\n"
GAME = HEAD + EVENT
JSON = (
    '{"arbitre": 1, "game": "g/plain", "players": ["Anna", "Bernat"], '
    '"events": [{"player": "Anna", "guess": 1}]}\n'
)


def logs(text: str) -> list[Log]:
    found = list(read_logs(text.splitlines(keepends=True), "x.yaml"))
    assert all(isinstance(each, Log) for each in found), found
    return [each for each in found if isinstance(each, Log)]


@pytest.mark.parametrize(
    "text",
    [
        f"{GAME}---\n{GAME}",
        f"{GAME}...\n{GAME}",
        f"%YAML 1.2\n---\n{GAME}...\n%YAML 1.2\n---\n{GAME}...\n",
        f"\ufeff{GAME}---\n\ufeff{GAME}",
        JSON + JSON,
        f"{JSON}\n{JSON}\n",
    ],
)
def test_what_parts_documents(text: str) -> None:
    first, second = logs(text)
    assert len(first.events) == len(second.events) == 1
    assert (first.cut, second.cut, second.strange) == (None, None, ())


def test_a_second_game_run_together_is_a_log_and_told() -> None:
    first, second = logs(GAME + GAME)
    assert (len(first.events), len(second.events), first.strange) == (1, 1, ())
    (problem,) = second.strange
    assert (problem.code, problem.spans[0].line) == ("malformed", 6)


@pytest.mark.parametrize(
    "slip", ["{player: Anna, guess: 1}}", "{player: Anna, guess: [1}", "{player: Anna", "]"]
)
def test_a_stray_brace_costs_one_event(slip: str) -> None:
    (log,) = logs(f"{HEAD}{EVENT}  - {slip}\n{EVENT}{EVENT}")
    assert [isinstance(event, BadEvent) for event in log.events] == [False, True, False, False]
    assert [event.span.line for event in log.events] == [5, 6, 7, 8]
    assert log.cut is None


def test_a_text_that_breaks_off_is_cut() -> None:
    (log,) = logs(f"{HEAD}{EVENT}  - {{player: An")
    assert len(log.events) == 1 and log.cut is not None
