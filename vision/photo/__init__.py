"""Photo files: reading, decoding, pixels, quality and labels."""
