"""FIMJ, the Italian federation's rules: a whole table's points, doublings, massimi and payments.

Sources: the booklet of the Federazione Italiana Mah-Jong, third printing; the project's rulings 1 to 11 where it is
silent. Every player's hand is scored, not only the winner's.
"""

from scoring.fimj.arrangements import Arrangement
from scoring.fimj.contradictions import CIRCUMSTANCES, problems
from scoring.fimj.rules import BY_ID, DOUBLINGS, RULES, Rule
from scoring.fimj.scores import PlayerScore, TableScore, crowded, score_table
from scoring.fimj.settling import Payment, settle
from scoring.fimj.table import LIMIT, STATUSES, Options, Player, Status, Table
from scoring.fimj.worth import Counted

__all__ = [
    "BY_ID",
    "CIRCUMSTANCES",
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
