"""One situation: the matrix of verdicts, editions by interpretations, and the occurrences that it shows."""
