"""Tiles laid on tables: random layouts, and hands as players lay them."""
