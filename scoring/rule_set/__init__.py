"""Rule sets: their interface, their declarations, and the registry."""
