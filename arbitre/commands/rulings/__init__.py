"""Rulings of a house: written into a file of theirs, and what they have settled so far."""
