"""The hand on the page: its tiles, the questions about it, its result."""
