"""Zung Jung 3.3: the patterns, the value of a hand, and what contradicts it.

Sources: "Sistema Zung Jung di punteggio del Mahjong (v 3.3)", copyright Kwan Alan Shiu Ho, Italian by Fabio Consonni;
the English sheet of version 3.3; the miscellaneous rules of version 3.2; the project's rulings 1 to 9 where those
disagree or are silent.
"""

from hu.scoring.zung_jung.contradictions import problems
from hu.scoring.zung_jung.patterns import PATTERNS, Pattern
from hu.scoring.zung_jung.scores import CHICKEN, LIMIT, AgreedOptions, PatternCount, ReadingScore, score

__all__ = [
    "CHICKEN",
    "LIMIT",
    "PATTERNS",
    "AgreedOptions",
    "Pattern",
    "PatternCount",
    "ReadingScore",
    "problems",
    "score",
]
