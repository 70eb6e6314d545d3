"""The roles of tiles in a hand. Records of rows need them without arrays."""

from typing import Literal

#: The role of a tile in a hand. ``other`` belongs to no hand.
Role = Literal["concealed", "meld", "winning", "bonus", "other"]
