"""From text to syntax trees: an LALR(1) grammar (Lark) behind a lexer that knows soft keywords.

Recovery is by declaration: a file is cut where one begins in column 1, so that a mistake in one hides no
other.
"""
