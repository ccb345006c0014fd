"""Games at the checker's own table: played at random, or explored position by position (explicit-state
reachability).

`admission` carries out the start of the flow, to know how many may play.
"""
