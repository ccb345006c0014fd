"""The check from beginning to end: what is run, in which order, and how findings become entries."""
