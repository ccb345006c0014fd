"""Claims about play: proved by abstract interpretation and induction, refuted by a game, or tested in games.

`abstract` carries the flow out on unknown values, `invariants` and `termination` prove with it, `reach` looks
for games that get to a situation.
"""
