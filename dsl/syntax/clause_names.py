"""What the clauses of a rule are called: by what they say, never by where they stand.

A rule's only clause on a question is EDITION.RULE.QUESTION. Of several, each has a last word of its own:
what they are asked about, or what they answer, where that is a word that tells all of them apart
(`es.worth.value.Red`, `es.eliminated.stays_in.forbid`); else a key of four hexadecimal digits, made of the
words of the clause, whatever their layout and the order of its conditions.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import zip_longest

from dsl import syntax as s

_DIGITS = 4
_WORD = re.compile(r"[\w'·-]+")


def identifiers(head: str, answers: Sequence[s.Answers]) -> tuple[str, ...]:
    """The identifiers of the clauses of one rule, assumption or ruling, which begin with `head`."""
    by_question: dict[str, list[s.Answers]] = {}
    for one in answers:
        by_question.setdefault(one.question, []).append(one)
    lasts = {question: iter(_last_words(own)) for question, own in by_question.items()}
    return tuple(f"{head}.{one.question}{next(lasts[one.question])}" for one in answers)


def _last_words(answers: Sequence[s.Answers]) -> list[str]:
    if len(answers) == 1:
        return [""]
    for told in (_asked_about(answers), [_answered(one) for one in answers]):
        if len(set(told)) == len(told) and all(_WORD.fullmatch(each) for each in told):
            return [f".{each}" for each in told]
    keys = [hashlib.sha256(_text(one).encode()).hexdigest() for one in answers]
    digits = next(n for n in range(_DIGITS, 65) if len({k[:n] for k in keys}) == len(set(keys)))
    seen: Counter[str] = Counter()
    found = []
    for key in keys:
        seen[key] += 1
        found.append(f".{key[:digits]}" + (f".{seen[key]}" if seen[key] > 1 else ""))
    return found


def _asked_about(answers: Sequence[s.Answers]) -> list[str]:
    """The arguments of each, but for those which all of them have."""
    rows = [[" ".join(_words(arg)) for arg in one.args] for one in answers]
    columns = [set(column) for column in zip_longest(*rows)]
    return [
        "_".join(arg for arg, column in zip(row, columns, strict=False) if len(column) > 1) for row in rows
    ]


def _answered(answers: s.Answers) -> str:
    """What the clause answers."""
    return answers.verdict if answers.value is None else " ".join(_words(answers.value))


def _text(answers: s.Answers) -> str:
    """The words of a clause, its conditions in an order of their own."""
    conditions = sorted(
        " ".join((word, *_words(part))) for word, expr in answers.conditions for part in _joined(word, expr)
    )
    unders = sorted(" ".join(_words(under)) for under in answers.unders)
    rest = (answers.args, answers.exceptions, answers.verdict, answers.value)
    return "\n".join((*unders, *conditions, " ".join(_words(rest))))


def _joined(word: str, expr: s.Expr) -> Iterator[s.Expr]:
    """The conditions that `and` joins to one."""
    if word == "when" and isinstance(expr, s.Binary) and expr.op == "and":
        yield from _joined(word, expr.left)
        yield from _joined(word, expr.right)
    else:
        yield expr


def _words(written: object) -> Iterator[str]:
    """The words of what is written, in order, without its place."""
    if isinstance(written, s.Node):
        for field in fields(written):
            if field.name != "span":
                yield from _words(getattr(written, field.name))
    elif isinstance(written, Iterable) and not isinstance(written, str):
        for each in written:
            yield from _words(each)
    elif written is not None:
        yield str(written)
