"""Compare a commit with the working tree: the same inputs through both, byte for byte."""
