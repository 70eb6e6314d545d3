"""Hong Kong, old style (香港舊章): the table of most published lists. Differences are options.

No body publishes these rules. Sources: Wikipedia, "Hong Kong mahjong scoring rules";
github.com/HSKPeter/hk-mahjong; for payments github.com/yawnoc/mahjong-scorer. Sixteen lists were
compared. If they differ, the commoner rule is used.
"""
