"""What is done for each effect, by topic. ``perform.perform`` calls these functions."""
