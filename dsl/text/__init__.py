"""Places in files, errors that show them, printed texts and their sentences.

Errors are collected, not raised at the first: all that is wrong with a file is told at once.
"""
