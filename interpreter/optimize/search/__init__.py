"""The exact search for the best arrangement of cards that two sides of one value make (decision 0009).

It knows nothing of what cards, signs and games there are: `problem` says what it is given.
"""
