"""Directed testing: games that arrive at a given situation, and how often play arrives there by itself."""
