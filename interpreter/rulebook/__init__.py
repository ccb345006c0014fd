"""An edition under one interpretation: it answers questions in situations, and says why.

`memo` shares answers between interpretations by the readings that they rest on: the labels of an
assumption-based truth maintenance system (de Kleer). `elimination` strikes interpretations by printed
examples; what they strike together are nogoods.
"""
