"""Applies events to a visit, by topic. ``reduce.apply`` calls these functions."""
