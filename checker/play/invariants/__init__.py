"""Inductive invariants: candidates are dropped until those left are preserved by every step (Houdini).

On them rest the proofs that claims hold wherever play waits, and that no statement can fail.
"""
