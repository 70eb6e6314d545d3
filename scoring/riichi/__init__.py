"""Riichi, Japanese mahjong, as the library ``mahjong`` scores it."""
