"""Riichi, Japanese mahjong, as the library ``mahjong`` scores it.

Not in the registry yet: the page does not ask its questions, and its presets are not checked against the rule books.
"""
