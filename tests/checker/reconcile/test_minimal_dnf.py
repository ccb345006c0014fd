"""The shortest expression over doubts: it says what it should, and nothing shorter does."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.reconcile.minimal_dnf import (
    ALWAYS,
    MOST_POINTS,
    NEVER,
    TooLong,
    _cover,
    _Space,
    _WorkBudget,
    _write,
    all_of,
    shortest,
)

Point = dict[str, str]
Terms = Sequence[Mapping[str, frozenset[str]]]
THREE = {"ca.a": ["x", "y"], "ca.b": ["p", "q", "r"], "es.c": ["u", "v"]}


def holds(text: str, point: Mapping[str, str]) -> bool:
    """Whether an expression holds at a point."""
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    at = 0

    def take(*wanted: str) -> bool:
        nonlocal at
        if at < len(words) and words[at] in wanted:
            at += 1
            return True
        return False

    def either() -> bool:
        found = both()
        while take("or"):
            found = both() or found
        return found

    def both() -> bool:
        found = one()
        while take("and"):
            found = one() and found
        return found

    def one() -> bool:
        nonlocal at
        if take("not"):
            return not one()
        if take("("):
            found = either()
            assert take(")"), text
            return found
        if take(ALWAYS):
            return True
        if take(NEVER):
            return False
        doubt, word, reading = words[at : at + 3]
        assert word == "is", text
        at += 3
        return point.get(doubt) == reading

    found = either()
    assert at == len(words), text
    return found


def conditions(text: str) -> int:
    return text.split().count("is")


def every(domains: Mapping[str, list[str]]) -> list[Point]:
    return [dict(zip(domains, way, strict=True)) for way in product(*domains.values())]


def parted(domains: Mapping[str, list[str]], mask: int) -> tuple[list[Point], list[Point]]:
    points = every(domains)
    return (
        [p for k, p in enumerate(points) if mask >> k & 1],
        [p for k, p in enumerate(points) if not mask >> k & 1],
    )


def said(domains: Mapping[str, list[str]], wanted: str) -> str:
    """What is written for the points where `wanted` holds."""
    points = every(domains)
    on = [p for p in points if holds(wanted, p)]
    return shortest(domains, on, [p for p in points if p not in on])


@pytest.mark.parametrize(
    "text",
    [
        "ca.a is x",
        "ca.b is q",
        "not ca.b is q",
        "ca.a is x and es.c is v",
        "ca.a is x or es.c is v",
        "ca.a is x and (ca.b is p or es.c is v)",
        "(ca.a is x and es.c is u) or (ca.a is y and es.c is v)",
        "ca.a is y and not ca.b is p",
    ],
)
def test_what_is_shortest_is_written_as_it_is(text: str) -> None:
    assert said(THREE, text) == text


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("(ca.a is x and es.c is u) or (ca.a is x and es.c is v)", "ca.a is x"),
        ("ca.b is p or ca.b is q", "not ca.b is r"),
        ("ca.a is x or ca.a is y and es.c is u", "ca.a is x or es.c is u"),
        ("ca.a is x or not ca.a is x", ALWAYS),
        ("ca.a is x and ca.a is y", NEVER),
    ],
)
def test_what_is_longer_is_shortened(long: str, short: str) -> None:
    assert said(THREE, long) == short


def test_independent_groups_are_kept_apart() -> None:
    four = {"ca.a": ["x", "y"], "es.a": ["x", "y"], "ca.b": ["p", "q"], "es.b": ["p", "q"]}
    text = (
        "((ca.a is x and es.a is x) or (ca.a is y and es.a is y))"
        " and ((ca.b is p and es.b is p) or (ca.b is q and es.b is q))"
    )
    assert said(four, text) == text


def test_what_must_hold_together_is_written_as_such_if_that_is_shorter() -> None:
    five = {f"ca.{d}": ["x", "y"] for d in "abcde"}
    text = (
        "(ca.a is x or ca.b is x or ca.c is x) and (ca.a is y or ca.c is y) and (ca.b is y or ca.c is y)"
        " and (ca.c is x or ca.d is x) and (ca.d is x or ca.e is x)"
    )
    assert said(five, text) == text


def test_parts_without_a_doubt_in_common_are_joined() -> None:
    x, y, p, q = {"ca.a": "x"}, {"ca.a": "y"}, {"ca.b": "p"}, {"ca.b": "q"}
    both = {"ca.b": "p", "es.c": "u"}, {"ca.b": "q", "es.c": "v"}, {"ca.b": "q", "es.c": "u"}
    assert all_of(THREE, []) == all_of(THREE, [([x, y], [])]) == ALWAYS
    assert all_of(THREE, [([x], [y]), ([p], [q])]) == "ca.a is x and ca.b is p"
    assert all_of(THREE, [([x], [y]), ([p, q], [])]) == "ca.a is x"
    assert all_of(THREE, [([x], [y]), ([], [q])]) == NEVER
    either = all_of(THREE, [([x], [y]), (both[:2], both[2:])])
    assert either == "ca.a is x and (ca.b is p or es.c is v)"


def test_of_four_readings_two() -> None:
    four = {"ca.a": ["w", "x", "y", "z"], "ca.b": ["p", "q"]}
    assert said(four, "(ca.a is w or ca.a is y) and ca.b is p") == "(ca.a is w or ca.a is y) and ca.b is p"
    assert said(four, "not (ca.a is w)") == "not ca.a is w"


def test_what_cannot_be_is_left_to_what_is_shortest() -> None:
    on = [{"ca.a": "x", "ca.b": "p", "es.c": "u"}]
    off = [{"ca.a": "y", "ca.b": "q", "es.c": "v"}, {"ca.a": "y", "ca.b": "q", "es.c": "u"}]
    assert shortest(THREE, on, off) == "ca.a is x"


def test_a_doubt_that_does_not_exist_is_not_asked() -> None:
    domains = {"ca.a": ["x", "y"], "ca.b": ["p", "q"]}
    gone, first, second = {"ca.a": "x"}, {"ca.a": "y", "ca.b": "p"}, {"ca.a": "y", "ca.b": "q"}
    assert shortest(domains, [gone, first], [second]) == "ca.a is x or ca.b is p"
    assert shortest(domains, [first], [gone, second]) == "ca.a is y and ca.b is p"
    assert shortest(domains, [gone], [first, second]) == "ca.a is x"
    assert shortest(domains, [first, second], [gone]) == "ca.a is y"


def disjunctions(domains: Mapping[str, list[str]], terms: int) -> Iterator[Terms]:
    """Every disjunction of so many terms: a term gives some doubts the readings that they may have."""
    ways = []
    for readings in domains.values():
        sets = [frozenset(c) for n in range(1, len(readings) + 1) for c in combinations(readings, n)]
        ways.append(sets)
    every_term = [dict(zip(domains, way, strict=True)) for way in product(*ways)]
    yield from combinations(every_term, terms)


def fewest_terms(domains: Mapping[str, list[str]], on: list[Point], off: list[Point]) -> int:
    def covers(term: Mapping[str, frozenset[str]], point: Point) -> bool:
        return all(point[d] in readings for d, readings in term.items())

    for count in range(1, 9):
        for chosen in disjunctions(domains, count):
            if all(any(covers(t, p) for t in chosen) for p in on) and not any(
                covers(t, p) for t in chosen for p in off
            ):
                return count
    raise AssertionError


def test_no_disjunction_has_fewer_terms() -> None:
    domains = {"ca.a": ["x", "y"], "ca.b": ["p", "q", "r"]}
    for mask in range(1, 2**6 - 1):
        on, off = parted(domains, mask)
        space = _Space(domains, (*on, *off))
        cubes = _cover(space, space.coded(on), space.coded(off), _WorkBudget())
        assert len(cubes) == fewest_terms(domains, on, off)
        text = _write(space, cubes).text
        assert conditions(shortest(domains, on, off)) <= conditions(text)
        for point in every(domains):
            assert holds(text, point) == (point in on), text


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(["on", "off", "neither"]), min_size=24, max_size=24))
def test_it_says_exactly_what_it_should(sorts: list[str]) -> None:
    domains = {"ca.a": ["x", "y"], "ca.b": ["p", "q", "r"], "es.c": ["u", "v"], "es.d": ["s", "t"]}
    points = every(domains)
    on = [p for p, sort in zip(points, sorts, strict=True) if sort == "on"]
    off = [p for p, sort in zip(points, sorts, strict=True) if sort == "off"]
    text = shortest(domains, on, off)
    assert all(holds(text, p) for p in on)
    assert not any(holds(text, p) for p in off)
    assert text == shortest(domains, list(reversed(on)), list(reversed(off)))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**12 - 1), st.integers(0, 2**12 - 1))
def test_doubts_that_hang_on_others(mask: int, there: int) -> None:
    """`ca.b` hangs on `ca.a`, `es.d` on `es.c`; what is read where they are not there does not matter."""
    domains = {"ca.a": ["x", "y"], "ca.b": ["p", "q"], "es.c": ["u", "v"], "es.d": ["s", "t"]}
    points = []
    for point in every(domains):
        kept = {d: r for d, r in point.items() if not (d == "ca.b" and point["ca.a"] == "x")}
        kept = {d: r for d, r in kept.items() if not (d == "es.d" and point["es.c"] == "u")}
        if kept not in points:
            points.append(kept)
    on = [p for k, p in enumerate(points) if mask >> k & 1]
    off = [p for k, p in enumerate(points) if there >> k & 1 and not mask >> k & 1]
    text = shortest(domains, on, off)
    for chosen, wanted in ((on, True), (off, False)):
        for point in chosen:
            assert holds(text, point) == wanted, text
            for filled in every(domains):
                if point.items() <= filled.items():
                    assert holds(text, filled) == wanted, text


def test_beyond_the_bound_it_is_not_sought() -> None:
    domains = {f"ca.d{i}": ["x", "y"] for i in range(13)}
    assert MOST_POINTS < 2**13
    with pytest.raises(TooLong):
        said(domains, "ca.d0 is x")


def test_up_to_the_bound_it_is_found() -> None:
    domains = {f"ca.d{i}": ["x", "y"] for i in range(12)}
    text = "(ca.d0 is x or ca.d3 is y) and (ca.d1 is x or ca.d2 is y) and ca.d5 is y"
    assert sorted(said(domains, text).split()) == sorted(text.split())
