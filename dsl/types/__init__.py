"""The types of the language and their values, which are immutable, hashable and totally ordered.

`algebra` is the lattice: which value fits where, the join of two types, and interval arithmetic on bounds.
"""
