"""Static analysis of the model: what depends on what, what statements contain, which questions are concrete.

Nothing is evaluated here; dependencies are the transitive closure of what expressions mention.
"""
