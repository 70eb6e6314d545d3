"""Tile sets that were taught, kept in files."""
