"""FIMJ, the Italian federation's rules: a whole table's points, doublings, massimi and payments.

Sources: the booklet of the Federazione Italiana Mah-Jong, third printing. The project's rulings 1
to 11 apply if it is silent. Every player's hand is scored, not only the winner's.
"""
