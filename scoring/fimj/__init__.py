"""FIMJ, the Italian federation's rules: a whole table's points, doublings, massimi and payments.

Sources: the booklet of the Federazione Italiana Mah-Jong, third printing; the project's rulings 1 to 11 where it is
silent. Every player's hand is scored, not only the winner's.
"""

from hu.scoring.fimj.arrangements import Arrangement
from hu.scoring.fimj.contradictions import problems
from hu.scoring.fimj.rules import BY_ID, DOUBLINGS, RULES, Rule
from hu.scoring.fimj.scores import PlayerScore, TableScore, crowded, score_table
from hu.scoring.fimj.settling import Payment, settle
from hu.scoring.fimj.table import LIMIT, STATUSES, Options, Player, Status, Table
from hu.scoring.fimj.worth import Counted

__all__ = [
    "BY_ID",
    "DOUBLINGS",
    "LIMIT",
    "RULES",
    "STATUSES",
    "Arrangement",
    "Counted",
    "Options",
    "Payment",
    "Player",
    "PlayerScore",
    "Rule",
    "Status",
    "Table",
    "TableScore",
    "crowded",
    "problems",
    "score_table",
    "settle",
]
