"""Games played by programs, many of them: how they end, and where readings and editions differ."""
