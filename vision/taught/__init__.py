"""Tile sets that users teach."""
