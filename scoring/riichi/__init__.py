"""Riichi, Japanese mahjong. The library ``mahjong`` counts the yaku and fu."""
