"""The language: from files of rules and printed texts to a typed model of a game and its editions.

Text is lexed and parsed (`parse`) to a syntax tree (`syntax`), names are resolved (`resolve`) and types
checked (`typing`), which gives the model (`model`) that everything else works on; `load` does it for a
project.
"""
