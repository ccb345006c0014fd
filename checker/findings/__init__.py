"""What the checker reports, as data: findings, proofs and their like, their identifiers, conditions in
words.
"""
