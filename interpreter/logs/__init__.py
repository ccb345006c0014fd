"""Logs of games: reading and writing their text. `interpreter.replay` knows what the events mean."""
