"""What is wrong with the answers to a question: contradictions, gaps, ambiguities, divergences.

`verdicts` says what is wrong in one situation, `search` looks for the situations, by enumeration or by
solver; `sampling` makes those up that nothing can enumerate.
"""
