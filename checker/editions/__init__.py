"""The editions of a game side by side: the interpretations that are left of each, what they answer, what
erred.

`elimination` tells what examples strike by minimal hitting choices of readings; `combinations` are products
of interpretations that are kept as choices and rarely listed.
"""
