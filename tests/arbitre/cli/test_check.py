"""`check` and `compare` on small rules: one project with every fault, and one with none."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FINE, FOUND
from tests.arbitre.cli.test_cli import ROOT, in_process
from tests.goldens import check_golden

FAULTY = Path(__file__).parents[1] / "faulty"
GOLDENS = Path(__file__).parents[1] / "golden"
Ran = tuple[int, str, str]


@pytest.fixture
def arbitre(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs the command line on the rules with every fault."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(FAULTY))
    monkeypatch.chdir(ROOT)

    def call(*arguments: object) -> Ran:
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return call


EXPECTED = {
    "tokens/plain/ambiguity/en/-/en.first_to_show": "firm",
    "tokens/plain/contradiction/es/points/es.as_numbered.points+es.token_one.points": "firm",
    "tokens/plain/dangling/en/-/en.table": "firm",
    "tokens/plain/divergence/en+es/points/en.others+es.seven": "firm",
    "tokens/plain/divergence/en+es/rounds/en.six_rounds+es.five_rounds": "firm",
    "tokens/plain/failed-example/en/points/en.two+points(2)=3": "firm",
    "tokens/plain/gap/es/outcome/en.tie": "firm",
    "tokens/plain/uncovered/en/-/sentence.9aa3e52b": "firm",
}
EXCEPTION = "tokens/plain/contradiction/es/points/es.seven.points+es.as_numbered.points"
GAP = "tokens/plain/gap/es/outcome/en.tie"
ENTRIES = {
    "tokens/plain/en.first_to_show": "firm",
    "tokens/plain/points/es.as_numbered.points+es.token_one.points": "firm",
    "tokens/plain/dangling/en": "firm",
    "tokens/plain/points/en.others+es.seven": "firm",
    "tokens/plain/rounds/en.six_rounds+es.five_rounds": "firm",
    "tokens/plain/failed-example/points/en.two": "firm",
    "tokens/plain/outcome/en.tie": "firm",
    "tokens/plain/uncovered/sentence.9aa3e52b": "audit",
}
"""The entries with their tiers."""
SILENCE = "tokens/plain/outcome/en.tie"


class TestText:
    @pytest.mark.parametrize("language", ["en", "ca", "es", "fr"])
    def test_golden(self, arbitre: Callable[..., Ran], language: str) -> None:
        status, out, err = arbitre("check", "--lang", language)
        assert (status, err) == (FOUND, "")
        check_golden(GOLDENS / f"faulty-{language}.txt", out)

    def test_every_entry_is_there_with_its_facts(self, arbitre: Callable[..., Ran]) -> None:
        out = arbitre("check")[1]
        for identifier in (*ENTRIES, EXCEPTION):
            assert f"\n  {identifier}\n" in out
        assert "The Spanish edition does not answer “Who takes the point?” here." in out
        assert "edition does: taken by Anna." in out
        assert "es → says nothing" in out
        assert "«If several show the highest, the first to show takes it.»" in out
        assert re.search(r"rounds +en, es +consistent, complete, unambiguous", out)
        assert re.search(r"where exactly en\.others +equivalent", out)

    def test_the_same_under_every_hash_seed(self) -> None:
        seen = {
            in_process("check", "--format", form, "--project", str(FAULTY), PYTHONHASHSEED=seed)[1]
            for seed in ("0", "1", "2")
            for form in ("text",)
        }
        assert len(seen) == 1


class TestJson:
    def test_findings(self, arbitre: Callable[..., Ran]) -> None:
        status, out, err = arbitre("check", "--format", "json")
        assert (status, err) == (FOUND, "")
        data = json.loads(out)
        records = [record for entry in data["entries"] for record in entry["records"]]
        assert {f["id"]: f["certainty"] for f in records} == EXPECTED
        assert {e["id"]: e["tier"] for e in data["entries"]} == ENTRIES
        assert [f["id"] for f in data["exceptions"]] == [EXCEPTION]
        assert data["bounds"] == {"tokens/plain": {"players": [2, 3]}}
        gap = next(f for f in records if f["id"] == GAP)
        assert (gap["kind"], gap["game"], gap["variant"], gap["question"]) == (
            "gap",
            "tokens",
            "plain",
            "outcome",
        )
        assert gap["answered_by"] == [{"edition": "en", "answer": "taken by Anna"}]
        assert gap["witness"]["confirmed"] is True
        assert gap["witness"]["situation"] == {
            "shown": [{"player": "Anna", "token": 1}, {"player": "Bernat", "token": 1}]
        }
        proved = {(p["question"], tuple(p["editions"]), p["holds"]) for p in data["proved"]}
        assert ("rounds", ("en",), "consistent") in proved
        assert ("outcome", ("en", "es"), "compatible") in proved
        assert ("rounds", ("en", "es"), "equivalent") not in proved
        assert data["undecided"] == []

    def test_it_is_the_same_from_elsewhere(self, arbitre: Callable[..., Ran], tmp_path: Path) -> None:
        here = arbitre("check", "--format", "json")[1]
        ran = in_process("check", "--format", "json", str(FAULTY), cwd=tmp_path)
        assert ran == (FOUND, here, "")


class TestOptions:
    def test_kinds(self, arbitre: Callable[..., Ran]) -> None:
        data = json.loads(arbitre("check", "--kind", "gap,dangling", "--format", "json")[1])
        assert {e["kind"] for e in data["entries"]} == {"gap", "dangling"}
        assert arbitre("check", "--kind", "infeasible")[0] == FINE

    def test_editions(self, arbitre: Callable[..., Ran]) -> None:
        whole = json.loads(arbitre("check", "--format", "json")[1])
        for edition in ("en", "es"):
            data = json.loads(arbitre("check", "--edition", edition, "--format", "json")[1])
            for listed in ("entries", "exceptions", "proved"):
                assert data[listed] == [f for f in whole[listed] if edition in f["editions"]]

    def test_a_file_restricts_the_report_to_its_edition(self, arbitre: Callable[..., Ran]) -> None:
        data = json.loads(arbitre("check", FAULTY / "spec/tokens/es.rules", "--format", "json")[1])
        found = {e["id"] for e in data["entries"]}
        assert SILENCE in found and "tokens/plain/rounds/en.six_rounds+es.five_rounds" in found
        assert not any(e["editions"] == ["en"] for e in data["entries"])

    def test_fail_on(self, arbitre: Callable[..., Ran]) -> None:
        assert arbitre("check", "--fail-on", "none")[0] == FINE
        assert arbitre("check", "--fail-on", "infeasible,property")[0] == FINE
        assert arbitre("check", "--fail-on", "gap")[0] == FOUND

    def test_baseline(self, arbitre: Callable[..., Ran], tmp_path: Path) -> None:
        path = tmp_path / "baseline.json"
        assert arbitre("check", "--write-baseline", path)[0] == FOUND
        assert {d["id"] for d in json.loads(path.read_text("utf-8"))["dismissed"]} == set(ENTRIES)
        status, out, _ = arbitre("check", "--baseline", path)
        assert status == FINE
        assert "0 entries." in out and "8 entries are dismissed." in out
        assert "Nothing is new, changed or gone." in out
        data = json.loads(path.read_text("utf-8"))
        data["dismissed"] = [d for d in data["dismissed"] if d["id"] != SILENCE] + [{"id": "tokens/plain/x"}]
        path.write_text(json.dumps(data), encoding="utf-8")
        status, out, _ = arbitre("check", "--baseline", path)
        assert status == FOUND
        assert "1 entry (1 record): 1 gap; 1 firm." in out
        assert f"new: {SILENCE}" in out and "gone: tokens/plain/x" in out

    def test_rules_without_fault(self, tmp_path: Path, arbitre: Callable[..., Ran]) -> None:
        arbitre("init", tmp_path / "mine")
        status, out, err = arbitre("check", tmp_path / "mine")
        assert (status, err) == (FINE, "")
        assert "0 entries. 9 claims proved, 0 undecided." in out


class TestCompare:
    def test_text(self, arbitre: Callable[..., Ran]) -> None:
        status, out, err = arbitre("compare", "tokens/plain", "es", "en")
        assert (status, err) == (FOUND, "")
        check_golden(GOLDENS / "faulty-compare.txt", out)
        assert "The English and Spanish editions differ, however they are read." in out
        assert "rounds    irreconcilable" in out

    def test_json(self, arbitre: Callable[..., Ran]) -> None:
        data = json.loads(arbitre("compare", "tokens", "en", "es", "--format", "json")[1])
        assert data["schema"] == "arbitre.comparison/1"
        assert (data["game"], data["variant"], data["editions"]) == ("tokens", "plain", ["en", "es"])
        assert data["whole"] == {"status": "irreconcilable", "under": None}
        assert {q["question"]: q["status"] for q in data["questions"]} == {
            "may_join": "equivalent",
            "rounds": "irreconcilable",
            "points": "irreconcilable",
            "outcome": "compatible",
        }
        rounds = next(q for q in data["questions"] if q["question"] == "rounds")
        assert [a["answer"] for a in rounds["witness"]["answers"]] == [6, 5]

    def test_an_edition_with_its_own_copy(self, arbitre: Callable[..., Ran], tmp_path: Path) -> None:
        arbitre("init", tmp_path / "mine")
        game = tmp_path / "mine/spec/tokens/game.rules"
        game.write_text(game.read_text("utf-8").replace("languages en", "languages en, de"), "utf-8")
        copied = (tmp_path / "mine/spec/tokens/en.rules").read_text("utf-8")
        (tmp_path / "mine/spec/tokens/de.rules").write_text(
            copied.replace("edition en of", "edition de of"), encoding="utf-8"
        )
        status, out, err = arbitre("compare", "tokens", "en", "de", "--project", tmp_path / "mine")
        assert (status, err) == (FINE, "")
        assert "The German and English editions say the same in every situation." in out


class TestExplain:
    def test_a_finding(self, arbitre: Callable[..., Ran]) -> None:
        status, out, _ = arbitre("explain", GAP)
        assert status == FINE
        assert "The Spanish edition does not answer" in out
        assert "· en.tie.outcome applies" in out
        assert "· es.highest_takes.outcome does not apply" in out

    def test_json(self, arbitre: Callable[..., Ran]) -> None:
        data = json.loads(arbitre("explain", GAP, "--format", "json")[1])
        (explained,) = data["explained"]
        assert explained["sort"] == "finding" and explained["finding"]["id"] == GAP
        assert {c["edition"] for c in explained["courses"]} == {"en", "es"}
        (whole,) = json.loads(arbitre("explain", SILENCE, "--format", "json")[1])["explained"]
        assert whole["sort"] == "entry" and [r["id"] for r in whole["entry"]["records"]] == [GAP]
        assert whole["courses"] == explained["courses"]
        steps = next(c["steps"] for c in explained["courses"] if c["edition"] == "es")
        assert steps[-1]["outcome"] == {"status": "silent"}
