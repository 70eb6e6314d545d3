"""The two networks: weights, inference engine, outlines, faces."""
