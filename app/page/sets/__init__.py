"""Tile sets on the page: which one is in use, what it learns, teaching a new one."""
