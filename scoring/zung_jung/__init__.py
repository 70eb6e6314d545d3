"""Zung Jung 3.3: the patterns, the value of a hand, and what contradicts it.

Sources: "Sistema Zung Jung di punteggio del Mahjong (v 3.3)", copyright Kwan Alan Shiu Ho, Italian by Fabio Consonni;
the English sheet of version 3.3; the miscellaneous rules of version 3.2; the project's rulings 1 to 9 where those
disagree or are silent.
"""
