"""Tile sets on the page: the set in use, its learning, and teaching a new set."""
