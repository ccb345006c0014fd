"""What findings tell beside what all have, as JSON values: by these, tests ask for parts by name; and
an example of each kind."""

from collections.abc import Mapping

from checker.findings.details import (
    Apart,
    BadRuling,
    BrokenClaim,
    ChangedWords,
    Details,
    Doubted,
    FailedExample,
    IdleException,
    InSituation,
    MissingReference,
    Nothing,
    SeveralNames,
    ShortStep,
    SpecFailure,
    Unanswered,
    UncoveredSentence,
    fields_of,
)
from checker.findings.findings import Finding, Kind


def fields(finding: Finding) -> dict[str, object]:
    """The fields of the details, with what the table has to agree on, and whose words have changed."""
    told = fields_of(finding.details)
    told |= {"if_agreed": list(finding.if_agreed)} if finding.if_agreed else {}
    told |= {"stale": list(finding.stale)} if finding.stale else {}
    return told


EXAMPLES: Mapping[Kind, Details] = {
    "contradiction": Nothing(),
    "gap": Unanswered(),
    "ambiguity": Doubted(unsaid=False, questions=("outcome",)),
    "divergence": Apart(relation="apart"),
    "failed-example": FailedExample(
        derivable=True, example="one", shows="value(A) = -3", instead="", sides=None, asked=()
    ),
    "unreachable": Nothing(),
    "infeasible": ShortStep(
        players=(6,), step="drawing", text="", zone="bank", needed=6, there=0, card=None, plays=3
    ),
    "dangling": MissingReference(to=("a table",)),
    "uncovered": UncoveredSentence(sentence="Nobody cheats.", line=1, partly=False, left=()),
    "stale": ChangedWords(sort="rule", name="tie", message="they are not there", help="", path="x", line=1),
    "property": BrokenClaim(
        name="p", drawn=False, text="", instead="", asked=(), shown=InSituation(values={}, situation="")
    ),
    "error": SpecFailure(code="out-of-range", message="it is too much", place=None),
    "idle": IdleException(exception="ca.a.outcome", targets=("ca.b.outcome",), place=None),
    "ruling": BadRuling(code="idle-ruling", rulings="house", message="it changes nothing", place=None),
    "two-names": SeveralNames(case="A", names=("B", "C")),
}
"""What a finding of each kind may tell."""
