"""Taiwanese mahjong with sixteen tiles (台灣十六張麻將), counted in tai.

Nobody publishes an official book. ``rules.toml`` names the lists that were compared, and each
ruling with its sources. If lists differ, the commoner rule is used, and the others are options or
presets.
"""
