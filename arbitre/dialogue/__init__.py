"""Talking with people at a keyboard: games, situations and rulings, line by line."""
