"""People's answers about a deal: one vocabulary and one parser for every door."""
