"""What findings and proofs stand on: sentences to blame, passages, bounds, premises that no text states."""
