"""Whether play ends: proved by lexicographic ranking functions, refuted by a lasso.

`ranking` proves of a loop that something gets less with every pass. A lasso is a game that comes back to
where it was; `lasso` looks for one at random and breadth first, `stationary` by strategies that never change,
`null_pass` by passes that come to nought.
"""
