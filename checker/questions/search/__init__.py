"""The search for defects: by enumeration (`explicit`) or by solver (`symbolic`), recorded alike.

By solver it is all-classes enumeration with blocking clauses, in a loop of counterexample-guided refinement
(CEGAR): a model that the interpreter does not bear out refines the query.
"""
