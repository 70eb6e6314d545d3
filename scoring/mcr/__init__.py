"""MCR, the Chinese official rules: the table of the 81 fan and the principles that combine them.

Source: "Mahjong Competition Rules" of the World Mahjong Organization (2006, the "Green Book"),
chapter 8 and appendix 1. Options decide the points on which other sources differ
(``options`` explains them).
"""
