"""`arbitre.coverage/1`: each source, sentence by sentence, as JSON."""

from collections.abc import Sequence
from typing import Any

from arbitre.commands.covering import SourceCoverage
from dsl.model.coverage import State


def coverage(covered: Sequence[SourceCoverage]) -> dict[str, Any]:
    """The sources with their sentences, and how many are in which state."""
    return {"schema": "arbitre.coverage/1", "sources": [_source(source) for source in covered]}


def _source(source: SourceCoverage) -> dict[str, Any]:
    return {
        "game": source.game,
        "edition": source.edition.name,
        "source": source.source.path,
        "summary": {state.value: source.count(state) for state in State},
        "sentences": [
            {
                "line": c.sentence.line,
                "text": c.sentence.text,
                "state": c.state.value,
                "part": None if c.part is None else c.part.heading.quote or None,
                "cited_by": [{"kind": citer.kind, "name": citer.name} for citer in c.cited_by],
                "left": list(c.left),
            }
            for c in source.sentences
        ],
    }
