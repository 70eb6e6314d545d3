"""How well photos are read and hands are scored, measured: every published figure."""
