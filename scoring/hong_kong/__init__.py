"""Hong Kong, old style (香港舊章): the table that most published lists share; what differs among them is an option.

No body publishes these rules. Sources: Wikipedia, "Hong Kong mahjong scoring rules"; github.com/HSKPeter/hk-mahjong;
for payments github.com/yawnoc/mahjong-scorer. Sixteen lists were compared; where they split, the commoner reading
stands.
"""
