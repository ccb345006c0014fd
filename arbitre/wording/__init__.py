"""Findings, values and conditions in words, in the language of the reader."""
