"""A game on the page: home, the score sheet, saving, the end."""
