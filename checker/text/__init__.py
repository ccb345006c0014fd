"""What reading the text alone shows: references to nothing, sentences without a rule, names, citations,
examples.
"""
