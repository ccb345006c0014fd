"""Claims about situations: broken by a smallest one, proved for all within the bounds, empty, or undecided.

A claim is refuted iff its negation is satisfiable; a proof is unsatisfiability.
"""
