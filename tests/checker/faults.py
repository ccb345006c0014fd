"""Faults of transcription planted in the files of a specification, at random: what a hasty writer does.

Each sort of fault is a pattern of the language and what is put in its place; no name of a game is known here.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random

Files = Mapping[str, str]
"""The texts of `.rules` files, by path."""
Change = tuple[int, int, str]
"""What stands from here to there in a text, and what takes its place."""


def planted(files: Files, seed: int, number: int = 1) -> tuple[dict[str, str], list[str]]:
    """The files with so many faults in them, always the same for a seed; and what was done, for messages."""
    chance = Random(seed)
    texts, done = dict(files), []
    for _ in range(number):
        sort = chance.choice(sorted(SORTS))
        places = [(p, change) for p in sorted(texts) for change in SORTS[sort](texts[p], chance)]
        if not places:
            continue
        path, (start, end, new) = chance.choice(places)
        line = texts[path].count("\n", 0, start) + 1
        done.append(f"{sort} at {path}:{line}: {texts[path][start:end]!r} becomes {new!r}")
        texts[path] = texts[path][:start] + new + texts[path][end:]
    return texts, done


def _code(text: str, pattern: str) -> Iterator[re.Match[str]]:
    """Where a pattern stands in a text, but for what is in quotation marks or a comment."""
    quoted = [m.span() for m in re.finditer(r'"[^"\n]*"|#[^\n]*', text)]
    for match in re.finditer(pattern, text, re.MULTILINE):
        if not any(start <= match.start() < end for start, end in quoted):
            yield match


def _number(text: str, chance: Random) -> Iterator[Change]:
    """A number is another."""
    for match in _code(text, r"(?<![\w.])\d+(?![\w.])"):
        yield *match.span(), str(max(0, int(match.group()) + chance.choice((-1, 1, 3))))


def _range(text: str, chance: Random) -> Iterator[Change]:
    """A type has fewer values."""
    for match in _code(text, r"(-?\d+)\.\.(\d+)"):
        low, high = int(match.group(1)), int(match.group(2))
        if high > low:
            yield match.start(2), match.end(2), str(chance.randint(low, high - 1)) if low >= 0 else "0"


def _swapped(text: str, chance: Random) -> Iterator[Change]:
    """Two answers in neighbouring lines are swapped."""
    pattern = r"^(.*\bthen )(\S+)\n(.*\bthen )(\S+)$"
    for match in _code(text, pattern):
        one, first, other, second = match.groups()
        yield *match.span(), f"{one}{second}\n{other}{first}"


def _turned(text: str, chance: Random) -> Iterator[Change]:
    """A printed example is turned round: the first name takes the place of the last, or the other way."""
    for match in _code(text, r"^  shows .*[=<>].*$"):
        names = re.findall(r"\b[A-Z]\w+\b", match.group())
        if len(set(names)) > 1:
            last = names[-1]
            other = next(name for name in names if name != last)
            at = match.group().rindex(last)
            yield match.start() + at, match.start() + at + len(last), other


def _compared(text: str, chance: Random) -> Iterator[Change]:
    """A comparison is turned round."""
    turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
    for match in _code(text, r"(?<= )(<=|>=|<|>)(?= )"):
        yield *match.span(), turned[match.group()]


def _line(*beginnings: str) -> Callable[[str, Random], Iterator[Change]]:
    """A line that begins so is left out."""

    def left_out(text: str, chance: Random) -> Iterator[Change]:
        for match in _code(text, rf"^ +(?:{'|'.join(beginnings)}) [^\n]*\n"):
            yield *match.span(), ""

    return left_out


def _pattern(pattern: str, new: str) -> Callable[[str, Random], Iterator[Change]]:
    """What stands so becomes something else."""

    def changed(text: str, chance: Random) -> Iterator[Change]:
        for match in _code(text, pattern):
            yield *match.span(), new

    return changed


SORTS: Mapping[str, Callable[[str, Random], Iterator[Change]]] = {
    "another number": _number,
    "a shorter range": _range,
    "answers swapped": _swapped,
    "an example turned round": _turned,
    "a comparison turned round": _compared,
    "a line left out": _line("answers", "when", "needs", "given", "among", "shows"),
    "an exception left out": _pattern(r" (?:stated |implied )?exception to [\w, ]+?(?= when| then|$)", ""),
    "an exception made implied": _pattern(r"\bstated exception\b", "implied exception"),
    "allowed": _pattern(r"\bforbid\b", "permit"),
    "forbidden": _pattern(r"\bpermit\b", "forbid"),
    "always": _pattern(r"\bwhen [^\n]*?(?= then| permit| forbid)", "when true"),
    "all for some": _pattern(r"\bsome (?=\w+ in )", "all "),
    "an answer twice": _pattern(r"(?<= then )(?=\d)", "1 + "),
}
