"""Findings about an edition that stands in several files, each with a source of its own."""

from checker.editions.editions import Editions
from checker.editions.options import aspects
from checker.pipeline.check import check
from checker.text import dangling, uncovered
from dsl.load import load_project
from tests.checker.small import Small
from tests.details import fields

NOTE = 'note ranks "See the Table of Ranks."'


def second(small: Small, text: str, rules: str = "", about: str = "") -> None:
    """A second file of the edition `aa`, with these words as its source."""
    for folder in ("rules-src", "spec/shells"):
        (small.root / folder).mkdir(parents=True, exist_ok=True)
    head = f'edition aa of shells {about}\nsource "rules-src/more.txt"\n\n'
    (small.root / "rules-src" / "more.txt").write_text(text, "utf-8")
    (small.root / "spec" / "shells" / "more.rules").write_text(head + rules, "utf-8")


def test_what_is_left_is_told_of_each_source(small: Small) -> None:
    small.texts["aa"] += "\nNobody cheats.\n"
    second(small, "Nobody cheats. Nobody.\n", 'note cheats "Nobody."\n')
    found = uncovered.findings(small.editions(), "plain")
    assert [(f.citations[0].citation.source, fields(f)["left"]) for f in found] == [
        ("rules-src/aa.txt", ["Nobody cheats."]),
        ("rules-src/more.txt", ["Nobody cheats."]),
    ]
    assert found[1].id == f"{found[0].id}.2"


def test_a_text_about_another_variant_is_not_of_this_one(small: Small) -> None:
    small.game_text += '\nvariant other "other shells"\n'
    second(
        small,
        "Nobody cheats.\nSee the ranks.\n",
        'reference to_ranks "See the ranks." to "Ranks"',
        "for other",
    )
    editions = small.editions()
    assert uncovered.findings(editions, "plain") == dangling.findings(editions, "plain") == []
    assert [fields(f)["sentence"] for f in uncovered.findings(editions, "other")] == ["Nobody cheats."]
    assert [f.class_ for f in dangling.findings(editions, "other")] == [("aa.to_ranks",)]


def test_a_reference_is_sought_in_its_own_source(small: Small) -> None:
    small.change("aa", NOTE, 'reference ranks "See the Table of Ranks." to "Table of Ranks"')
    second(small, "Table of Ranks\n", 'note table "Table of Ranks"\n')
    assert [f.class_ for f in dangling.findings(small.editions(), "plain")] == [("aa.ranks",)]


def test_a_text_that_says_nothing_of_an_option_is_not_examined_with_it(small: Small) -> None:
    small.game_with("property nothing_lost", 'option open "Open" of plain\n\nproperty nothing_lost')
    small.game_with("flow plain()", "flow plain(options: set of option = {})")
    second(small, "Open\nAll lies open.\n", "", "for plain with open")
    game = small.game()
    views = {name: view for view, name in aspects(game, "plain")}
    assert [text.source.path for text in views["plain"].editions["aa"].texts] == ["rules-src/aa.txt"]
    chosen = views["plain+open"]
    assert list(chosen.editions) == ["aa"]
    assert [text.source.path for text in chosen.editions["aa"].texts] == ["rules-src/more.txt"]
    editions = Editions(chosen, tuple(chosen.editions.values()))
    assert [fields(f)["sentence"] for f in uncovered.findings(editions, "plain+open")] == [
        "Open",
        "All lies open.",
    ]


def test_a_rule_of_one_text_is_an_exception_to_one_of_another(small: Small) -> None:
    second(
        small,
        "But Grey is worth two.\n",
        'rule grey "But Grey is worth two." answers value(Grey) stated exception to worth then 2\n',
    )
    small.game()
    report = check(load_project(small.root))
    grey = [f for f in report.findings if f.kind == "divergence" and f.question == "value"]
    assert len(grey) == 1 and "aa.grey" in grey[0].class_
    assert {c.citation.source for c in grey[0].citations} >= {"rules-src/more.txt", "rules-src/bb.txt"}
