"""The exact optimizer behind `best … using`: states layer by layer, and two sides that meet (decision 0009).

`optimizer` is the only door; contexts are handed it. `planning` turns a clause into a problem, `search`
solves it.
"""
