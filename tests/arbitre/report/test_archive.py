"""After many logs: how many came to what, and which are bad."""

import json
from pathlib import Path

from arbitre.commands.replaying import Under, replay_files
from arbitre.report.archive import MOST_NAMED, Archive
from arbitre.report.as_json.replay import replay_lines
from tests.dsl.test_fingerprint import made

GOOD = (
    "arbitre: 1\ngame: g/plain\nedition: en\nplayers: [Anna, Bernat]\nevents:\n  - {player: Anna, guess: 1}\n"
)
BAD = GOOD.replace("guess: 1", "guess: 5")


def test_logs_are_counted_as_they_pass(tmp_path: Path) -> None:
    log = tmp_path / "many.yaml"
    log.write_text("---\n".join([GOOD, *[BAD] * (MOST_NAMED + 3)]), "utf-8")
    archive = Archive()
    replayed = replay_files(made(tmp_path / "g"), [str(log)], Under())
    lines = list(replay_lines(archive.counted(replayed), archive))
    assert archive.statuses == {"valid": 1, "invalid": MOST_NAMED + 3}
    assert archive.codes == {"illegal-move": MOST_NAMED + 3}
    assert archive.named["illegal-move"][0] == (str(log), 2, 13)
    assert len(archive.named["illegal-move"]) == MOST_NAMED
    assert json.loads(lines[0])["status"] == "valid"
    assert json.loads(lines[-1])["summary"] == {"valid": 1, "invalid": MOST_NAMED + 3}
