"""What the networks learn from."""
