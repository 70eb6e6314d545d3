"""MCR, the Chinese official rules (Mahjong Competition Rules), as the library ``PyMahjongGB`` scores them."""
