"""What reading the text alone shows: references to nothing, sentences without a rule, examples that fail."""
