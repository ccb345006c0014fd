"""The interpreter: what an edition answers in a situation, and how a game is played by its rules.

From below: `evaluate` gives expressions their values, `rulebook` hears the clauses on a question, `play`
carries out the flow; `simulate` and `replay` drive it.
"""
