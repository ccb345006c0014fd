"""An edition under one interpretation, which answers questions in situations: reading, enumerating,
explaining them.

`memo` shares answers between interpretations by the readings that they rest on: the labels of an
assumption-based truth maintenance system (de Kleer). `elimination` strikes interpretations by printed
examples; what they strike together are nogoods.
"""
