"""The networks: weights, inference engine, outlines, faces, numerals."""
