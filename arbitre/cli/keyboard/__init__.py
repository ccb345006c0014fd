"""Commands that talk with people: they ask for what they are not told."""
