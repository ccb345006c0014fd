"""The project that is worked on: where it is, and what the words of a command line mean in it."""
