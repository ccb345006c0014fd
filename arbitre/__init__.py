"""Arbitre: the printed rules of a game, in every language they were printed in, made formal.

    >>> import arbitre
    >>> project = arbitre.load()

The functions are those of the command line. Each loads what it needs when it is called.
"""

from arbitre.api import ask, check, compare, load, replay, simulate
from arbitre.project.version import version as version

__all__ = ["ask", "check", "compare", "load", "replay", "simulate", "version"]
