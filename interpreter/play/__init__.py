"""The flow of play as a step machine: immutable states, what is due at each, who sees what, and programs that
play.

`machine` is the one path of code for playing, replaying and checking; whoever drives it decides what is due.
"""
