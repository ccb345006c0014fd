"""The editions of a game side by side: what interpretations are left of each, what they answer.

`elimination` tells what examples strike in the smallest choices of readings; `combinations` are products of
interpretations that are kept as choices and rarely listed.
"""
