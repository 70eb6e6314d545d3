"""Zung Jung 3.3: the patterns, the value of a hand, and the contradictions of a win.

Sources: "Sistema Zung Jung di punteggio del Mahjong (v 3.3)", copyright Kwan Alan Shiu Ho, Italian
by Fabio Consonni. The English sheet of version 3.3. The miscellaneous rules of version 3.2. The
project's rulings 1 to 9 apply if those disagree or are silent.
"""
