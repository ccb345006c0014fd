"""Places in files, errors that show them, printed texts and their sentences: what quotation and diagnostics
need.

Errors are collected, not raised at the first: all that is wrong with a file is told at once.
"""
