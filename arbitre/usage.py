"""What is wrong with a command line, as an exception."""


class UsageProblem(Exception):
    """A command line that asks for what there is not: an unknown game, question, edition, option."""
