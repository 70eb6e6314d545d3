"""Hands drawn for notebooks."""

import re

import pytest

from hu.app.tiles.drawing import hand_html
from hu.scoring.hand import Hand


@pytest.mark.parametrize(
    ("hand", "drawn_tiles"),
    [
        ("123m 5p +5p", "1m 2m 3m 5p 5p"),
        ("055m 5p +0p", "0m 5m 5m 5p 0p"),
        ("055m 0p +5p", "0m 5m 5m 0p 5p"),
        ("[067s] 5s +5s", "0s 6s 7s 5s 5s"),
        ("(0555p) 5s +5s", "back 0p 5p back 5s 5s"),
    ],
)
def test_red_fives_are_drawn_where_they_are(hand: str, drawn_tiles: str) -> None:
    html = hand_html(Hand.from_text(hand))
    assert re.findall(r'alt="([^"]*)"', html) == drawn_tiles.split()
