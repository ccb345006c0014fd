"""Name resolution in two passes: all names are declared first, then each declaration is read.

So the order of declarations and files is free. What comes of it are the game and its editions of `dsl.model`.
"""
