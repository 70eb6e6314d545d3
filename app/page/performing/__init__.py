"""Performs effects, by topic. ``perform.perform`` calls these functions."""
