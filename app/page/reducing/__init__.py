"""What each event does to a visit, by topic. ``reduce.apply`` calls these functions."""
