"""The symbolic evaluator and the incremental solver: satisfiability modulo theories (Z3).

`formulas` are hash-consed and folded; `expressions` and `rules` mirror the interpreter construct by
construct; models are decoded to situations (`situations`), which the interpreter evaluates again. Effort is
counted in Z3's deterministic units (`budget`), never by a clock.
"""
