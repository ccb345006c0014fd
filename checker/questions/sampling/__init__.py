"""Situations for questions that are never encoded: from examples and games, small ones, random ones."""
