"""What is wrong with a command line, as an exception."""

from dsl.text.errors import Portable


class UsageProblem(Portable):
    """A command line that asks for what there is not: an unknown game, question, edition, option."""
