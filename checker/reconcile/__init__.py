"""Reconciliation: under which combinations of interpretations editions agree, in the fewest words.

The condition is a minimal disjunctive normal form over doubts of several values (Quine, McCluskey).
"""
