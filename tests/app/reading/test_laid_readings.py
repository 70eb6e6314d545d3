"""Tiles laid by rule, seen by perfect or unsure networks: their readings with all reasons."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hu.app.reading.read import read_hand
from hu.vision.detection import Detection
from tests.app.reading.described import reading_text
from tests.app.reading.test_hands import LEFT, NEAR, RIGHT, at
from tests.expected import Expected
from tests.laid_tables import laid, photographed, promoted, unsure
from training.tables.placing import Placed

EXPECTED = Expected(Path(__file__).with_name("laid_readings.md"))


def with_scores(tiles: Sequence[Detection], score: float, *numbers: int) -> list[Detection]:
    """Tiles, those of some numbers with another score of the detector. The first is number 0."""
    scored = []
    for number, tile in enumerate(tiles):
        scored.append(replace(tile, score=score) if number in numbers else tile)
    return scored


def with_faces(
    tiles: Sequence[Detection], faces: dict[str, float], *numbers: int
) -> list[Detection]:
    """Tiles, those of some numbers with these faces by their probabilities."""
    unsure_tiles = []
    for number, tile in enumerate(tiles):
        unsure_tiles.append(unsure(tile, faces) if number in numbers else tile)
    return unsure_tiles


def with_reds(tiles: Sequence[Detection], red_at: dict[int, float]) -> list[Detection]:
    """Tiles of which some fives may be red, with the probability of each by its number."""
    coloured = []
    for number, tile in enumerate(tiles):
        coloured.append(replace(tile, red=red_at.get(number, 0.0)))
    return coloured


def moved(tiles: Sequence[Detection], x: float, y: float) -> list[Detection]:
    """Tiles at another place, in pixels."""
    shift = np.array((x, y), np.float32)
    return [replace(tile, box=tile.box + shift) for tile in tiles]


def photo(*rows: list[Placed], tilt: float = 30.0, around: float = 0.0) -> list[Detection]:
    """The detections in a photo of rows of tiles.

    Args:
        *rows: the tiles.
        tilt: of the camera, in degrees. 0 looks straight down.
        around: degrees by which the photographer stands to the side.
    """
    placed = [tile for row in rows for tile in row]
    return photographed(placed, tilt=tilt, around=around)


STANDING = "1m 2m 3m 4p 5p 6p 7s 8s 2z 2z"
TEN = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z"
QUAD = laid("3p >3p 3p", x=11.5)
BIG_QUAD = [*QUAD, promoted(QUAD[1])]
STACKED_QUAD = [*QUAD, promoted(QUAD[1], is_stacked=True)]

#: The rule set and the detections of each table.
CASES: dict[str, tuple[str, list[Detection]]] = {
    "a row": ("zung-jung", at("near", f"{NEAR} 6z")),
    "a row without its last tile": ("riichi", at("near", NEAR)),
    "a winning tile apart": ("riichi", photo(laid(f"{STANDING} 9s 2z 5z | 5z"))),
    "a winning tile above": (
        "zung-jung",
        photo(laid("1m 2m 3m 4p 5p 6p 7s 8s 2z 2z 5z 5z 5z"), laid("9s", x=5, y=1.6)),
    ),
    "flowers apart": (
        "zung-jung",
        photo(laid(f"{STANDING} 9s 2z 5z 5z"), laid("1f 3g", x=3, y=1.8)),
    ),
    "flowers far away": (
        "zung-jung",
        photo(laid(f"{STANDING} 9s 2z 5z 5z"), laid("1f 3g", x=3, y=8)),
    ),
    "a flower in the row": (
        "zung-jung",
        at("near", "1f 1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 2z 5z 5z"),
    ),
    "melds with sideways tiles": (
        "riichi",
        photo(laid("1m 2m 3m 4p 5p 6p 7s | 7s | >5z 5z 5z | 2s >3s 4s")),
    ),
    "a meld from each player": (
        "zung-jung",
        photo(laid("9p 9p | >1m 1m 1m | 2s >2s 2s | 3p 3p >3p | >4m 5m 6m")),
    ),
    "a meld without a sideways tile": (
        "zung-jung",
        photo(laid(STANDING), laid("5z 5z 5z", x=2, y=1.8), laid("9s", x=8, y=1.8)),
    ),
    "a sequence in its own row": (
        "zung-jung",
        photo(laid(STANDING), laid("3p 4p 5p", x=2, y=-1.8), laid("9s", x=8, y=-1.8)),
    ),
    "a hand shown in melds": (
        "fimj",
        photo(laid("1m 2m 3m | 4p 5p 6p | 7s 8s 9s | 5z 5z 5z | 2z 2z")),
    ),
    "a meld beside a rack of fimj": ("fimj", photo(laid(TEN), laid("5z 5z 5z", x=12))),
    "a sideways tile on a rack of fimj": ("fimj", photo(laid(f"{TEN} | 5z >5z 5z"))),
    "a concealed quad": ("riichi", photo(laid(f"{STANDING} 9s | _5z 5z 5z _5z"))),
    "a quad with its middle face down": (
        "zung-jung",
        photo(laid(f"{STANDING} 9s | 5z _5z _5z 5z")),
    ),
    "a quad face up in a row": ("mcr", photo(laid(f"{STANDING} 9s | 5z 5z 5z 5z"))),
    "a promoted quad": ("riichi", photo([*laid(f"{STANDING} 9s"), *BIG_QUAD])),
    "a claimed quad": (
        "riichi",
        photo(laid("1m 2m 3m 4p 5p 6p 7s 8s 2z 2z 9s | 5z >5z 5z 5z")),
    ),
    "melds that touch and a meld apart": (
        "zung-jung",
        photo(laid("1m 2m 3m 4p 4p | 5z 5z 5z 7s 8s 9s | 2z 2z 2z")),
    ),
    "three odd tiles beside melds": (
        "fimj",
        photo(laid("1m 2m 3m | 4p 5p 6p | 7s 8s 9s | 7z 7z | 1s 5s 2z")),
    ),
    "a wind marker beside the hand": (
        "zung-jung",
        photo(laid("1z 1z 1z 1z 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s 9s 1z")),
    ),
    "a stacked quad": ("riichi", photo([*laid(f"{STANDING} 9s"), *STACKED_QUAD])),
    "sixteen tiles": (
        "taiwanese",
        at("near", "2f | 1s 2s 5s 6s 7s 2m 3m 4m 6p 7p 8p 9p 9p | 5m >5m 5m | 3s"),
    ),
    "North set aside": ("sanma", at("near", "2p 3p 4p 5p 6p 7p 2s 3s 5s 5s 5s 8s 8s | 4s | 4z 4z")),
    "North that may be set aside": (
        "sanma",
        at("near", "1p 1p 1p 4p 5p 6p 7s 8s 9s 6s 4s 6p 6p 4z | 5s"),
    ),
    "a red five of a claimed meld": (
        "riichi",
        with_reds(at("near", "1m 2m 3m 5p 6p 7p 8s 8s 5z 5z | >4p 5p 6p | 8s"), {11: 0.97}),
    ),
    "red fives": ("riichi", with_reds(at("near", f"{NEAR} 6z"), {3: 0.9, 4: 0.4})),
    "two faces of a pair": (
        "zung-jung",
        with_faces(
            at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 9p 9p"), {"9p": 0.6, "1s": 0.4}, 12, 13
        ),
    ),
    "a face that the rules change": (
        "zung-jung",
        with_faces(at("near", f"{NEAR} 6z"), {"4m": 0.7, "3m": 0.25}, 2),
    ),
    "a face that is hardly possible": (
        "zung-jung",
        with_faces(at("near", f"{NEAR} 6z"), {"4m": 0.93, "3m": 0.05}, 2),
    ),
    "five unclear faces": (
        "zung-jung",
        with_faces(at("near", f"{NEAR} 6z"), {"9p": 0.3, "1s": 0.2}, 0, 2, 4, 6, 8),
    ),
    "illegible faces": ("zung-jung", with_faces(at("near", f"{NEAR} 6z"), {"9p": 0.2}, *range(14))),
    "a tile that is hardly a tile": ("zung-jung", with_scores(at("near", f"{NEAR} 6z"), 0.4, 13)),
    "a fifteenth tile": ("zung-jung", with_scores(at("near", f"{NEAR} 6z 9p"), 0.6, 14)),
    "a glaring tile": ("riichi", with_faces(at("near", NEAR), {"5z": 0.5, "back": 0.4}, 12)),
    "tiles face down among faces": (
        "zung-jung",
        photo(laid("1m 2m 3m _5p _5p 5p 7s 8s 9s 2z 2z 2z 6z 6z")),
    ),
    "a wall behind": (
        "riichi",
        [*at("near", f"{NEAR} 6z"), *moved(at("near", "_1m _1m _1m _1m _1m _1m 4s"), 0, -300)],
    ),
    "discards behind": (
        "riichi",
        [*at("near", f"{NEAR} 6z"), *moved(at("near", "2s 9m 1z 4p 8s 3m"), 0, -260)],
    ),
    "another open hand": ("fimj", [*at("near", NEAR), *at("left", LEFT), *at("right", RIGHT)]),
    "another open hand behind": ("zung-jung", [*at("near", f"{NEAR} 6z"), *at("far", RIGHT)]),
    "a second row": (
        "zung-jung",
        photo(laid("1m 2m 3m 4p 5p 6p 7s"), laid("8s 9s 2z 2z 2z 5z 5z", y=1.5)),
    ),
    "a tilted photo": ("zung-jung", photo(laid(f"{STANDING} 9s 2z 5z 5z"), tilt=60.0)),
    "a photo from the side": ("zung-jung", photo(laid(f"{STANDING} 9s 2z 5z 5z"), around=35.0)),
    "tiles upside down": (
        "zung-jung",
        photo(laid("v1m v2m v3m v4p v5p v6p v7s v8s v9s v2z v2z v2z v5z v5z")),
    ),
    "too few tiles": ("zung-jung", at("near", "1m 2m 3m 5z")),
    "a hole in a row": ("zung-jung", photo(laid("1m 2m 3m 4p 5p 6p | 7s 8s 9s 2z 2z 2z 5z 5z"))),
    "a single meld": ("mcr", photo(laid(">5z 5z 5z"))),
    "nothing": ("zung-jung", []),
}


@pytest.mark.parametrize("name", CASES)
def test_a_laid_hand_is_read_for_the_same_reasons(name: str) -> None:
    rules, detections = CASES[name]
    EXPECTED.check(name, reading_text(read_hand(detections, rules), rules))


def test_the_file_has_these_readings() -> None:
    EXPECTED.check_names(list(CASES))
