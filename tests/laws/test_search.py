"""Law: the search by solver finds what the search by enumeration finds.

For small games with two editions, made at random: findings of the same kinds about the same editions, and
none that enumeration does not have; each with a situation that shows it under every interpretation, or none;
the same claims proved, of nothing, or vacuous; the same clauses that never speak, and the same repetitions.
Where a question asked may be open the solver knows less (see `test_rulebook`), and now and then it leaves a
claim undecided: then what it finds and proves is so, unless it is vacuous.
"""

from collections import Counter

from checker.editions.editions import Editions
from checker.questions.search.explicit import Searched, enumerated
from checker.questions.search.symbolic import SymbolicSearch
from checker.smt.values import NotEncodable
from dsl.text.errors import ArbitreError
from interpreter.rulebook.enumeration import space_size
from tests.laws.editions import two
from tests.laws.seeds import each_seed

GAMES = 200
MOST_SITUATIONS = 60
MOST_WAYS = 6
LEAST = {
    "games": 80,
    "exactly": 60,
    "open questions": 5,
    "gap": 10,
    "contradiction": 5,
    "divergence": 8,
    "ambiguity": 8,
    "open": 4,
    "gap by default": 1,
    "common": 20,
    "proved": 100,
    "empty": 40,
}
"""How often each thing must occur at least."""


def asks_what_is_open(search: SymbolicSearch) -> bool:
    """Whether a question asked may be open somewhere, in some edition. Raises NotEncodable."""
    return any(
        shape_solver.free(name).encoded.footprint.forks
        for shape_solver in search.shape_solvers
        for name in search.names
    )


def same(one: Searched, other: Searched) -> None:
    """Both have found and proved the same."""
    assert set(other.records) <= set(one.records)
    assert {key[:2] for key in one.records} == {key[:2] for key in other.records}
    for key, record in other.records.items():
        assert (record.common is None) == (one.records[key].common is None), key
    assert sorted(one.proved) == sorted(other.proved)
    assert sorted(one.empty) == sorted(other.empty)
    assert sorted(one.vacuous) == sorted(other.vacuous)
    assert sorted(one.silenced) == sorted(other.silenced)
    assert sorted(one.repeated) == sorted(other.repeated)


def test_both_searches_find_the_same() -> None:
    tally: Counter[str] = Counter()

    def law(seed: int) -> None:
        game, other = two(seed)
        all_editions = [Editions(game.game, (game.edition, other)) for _ in range(2)]
        most = max(len(all_editions[0].survivors(name, "top")) for name in ("e", "f"))
        if space_size(game.game, "top", MOST_SITUATIONS) is None or most > MOST_WAYS:
            tally["too large"] += 1
            return
        try:
            due = enumerated(all_editions[0], game.asked)
            search = SymbolicSearch(all_editions[1], game.asked)
            forked = asks_what_is_open(search)
            found = search.run()
        except (ArbitreError, NotEncodable):
            tally["errors"] += 1
            return
        if any(editions.situation_errors.all() for editions in all_editions):
            tally["errors"] += 1  # nothing is known of an edition where it errs
            return
        tally["games"] += 1
        try:
            if forked or found.undecided:
                tally["open questions"] += forked
                assert set(found.records) <= set(due.records)
                vacuous = {pair for pair, _, _ in due.vacuous}
                assert all(c in due.proved or c[0] in vacuous for c in found.proved)
                return
            same(due, found)
        except AssertionError as wrong:
            raise AssertionError(seed) from wrong
        tally["exactly"] += 1
        tally.update(record.kind for record in found.records.values())
        tally["common"] += sum(record.common is not None for record in found.records.values())
        tally["proved"] += len(found.proved)
        tally["empty"] += len(found.empty)

    each_seed(law, GAMES)
    assert {name: n for name, n in LEAST.items() if tally[name] < n} == {}
