"""Mahjong hands and their value: tiles, notation, readings, Zung Jung 3.3, FIMJ, payments.

Standard library only; knows nothing of photos.
"""
