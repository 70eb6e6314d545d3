"""The games and their score sheets, kept in one SQLite file."""
