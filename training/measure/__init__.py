"""How well networks read designs and scenes that no training saw."""
