"""A player's photos: kept, and read in turn."""
