"""How well photos are read, measured."""
