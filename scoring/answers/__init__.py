"""What people say about a deal: one vocabulary and one parser for every door."""
