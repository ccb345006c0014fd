"""Games at the checker's own table: at random, or all positions (explicit-state reachability).

`admission` carries out the start of the flow, to know how many may play.
"""
