"""What the checker reports, as data: findings, proofs and their like, and their identifiers."""
