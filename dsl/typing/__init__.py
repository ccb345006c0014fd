"""The type checker: bidirectional typing (Pierce and Turner), from syntax to typed expressions of the model.

Types flow both ways: `infer` gives an expression the type it has, with a hint; `check` holds it against one.
"""
