"""The exact optimizer behind `best … using`: branch and bound over sets of solutions, with arrays (decision
0009).

`optimizer` is the only door; contexts are handed it. `planning` turns a clause into a problem, `search`
solves it.
"""
