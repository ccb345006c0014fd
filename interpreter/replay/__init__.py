"""Replaying logs: nondeterministic execution with hidden information.

All worlds (interpretations and deals) that a log leaves are carried along jointly; worlds that are equal but
for the names of unknown cards are merged. A log is invalid where no world is left.
"""
