"""Mahjong hands and their value: tiles, notation, readings, rule sets, payments.

Standard library only; knows nothing of photos.
"""
