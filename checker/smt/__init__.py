"""The symbolic evaluator and the solver: satisfiability modulo theories (Z3), incrementally, one solver a
shape.

`formulas` are hash-consed and folded; `expressions` and `rules` mirror the interpreter construct by
construct; models are decoded to situations (`situations`), which the interpreter evaluates again. Effort is
counted in Z3's deterministic units (`budget`), never by a clock.
"""
