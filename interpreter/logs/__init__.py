"""Logs of games: reading and writing their text. What the events mean is the concern of
`interpreter.replay`.
"""
