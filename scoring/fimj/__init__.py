"""FIMJ, the Italian federation's rules: a whole table's points, doublings, massimi and payments.

Sources: the booklet of the Federazione Italiana Mah-Jong, third printing; the project's rulings 1 to 11 where it is
silent. Every player's hand is scored, not only the winner's.
"""
