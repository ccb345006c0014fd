"""The flow of play as a step machine: immutable states, what is due, who sees what, bots.

`machine` is the one path of code for playing, replaying and checking; whoever drives it decides what is due.
"""
