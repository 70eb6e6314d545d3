"""Sets that may be claimed or concealed: how they are asked about, and whether it matters."""

import pytest

from hu.app.reading.as_json import doubts_to_json
from hu.app.reading.doubts import changes_score, read_otherwise, with_score_impact
from hu.app.reading.model import HandReading
from hu.app.reading.read import read_hand
from hu.scoring.hand import Hand
from tests.laid_tables import laid, photographed


def read(*rows: tuple[str, float]) -> HandReading:
    """Tiles in rows, each with its distance from the player."""
    placed = [tile for text, y in rows for tile in laid(text, 0.0, y)]
    return read_hand(photographed(placed), "zung-jung")


def test_a_set_in_a_row_of_its_own_is_asked_about_with_its_tiles() -> None:
    reading = read(("1p 1p 3p 3p 3p 5p 5p 7p 7p 7p", 1.8), ("8p 8p 8p", 0.0))
    assert reading.text == "1133355777p [888p]"
    assert doubts_to_json(reading)[0] == {
        "tiles": [10, 11, 12],
        "why": "888p: claimed or concealed",
        "about": "role",
        "as_read": "claimed",
    }


def test_a_doubt_says_whether_the_score_depends_on_it() -> None:
    reading = read(("1p 1p 3p 3p 3p 5p 5p 7p 7p 7p", 1.8), ("8p 8p 8p", 0.0))
    assert with_score_impact(reading, lambda hand: len(hand.melds)).doubts[0].changes_score is True
    assert with_score_impact(reading, lambda hand: sorted(hand.tiles)).doubts[0].changes_score is False


@pytest.mark.parametrize(
    ("hand", "faces", "as_read", "other"),
    [
        ("123m 55p 888p", "8p 8p 8p", "concealed", "123m 55p [888p]"),
        ("123m 55p [888p]", "8p 8p 8p", "claimed", "123m 55888p"),
        ("55p (8888p)", "8p 8p 8p 8p", "concealed", "55p [8888p]"),
        ("55p [8888p]", "8p 8p 8p 8p", "claimed", "55p (8888p)"),
        ("55p 88p", "8p 8p 8p", "concealed", None),
        ("55p 888p", "8p 8p 8p", "claimed", None),
    ],
)
def test_a_hand_can_be_read_the_other_way(hand: str, faces: str, as_read: str, other: str | None) -> None:
    found = read_otherwise(Hand.from_text(hand), faces.split(), as_read)  # type: ignore[arg-type]
    assert (None if found is None else str(found)) == other


def test_a_hand_that_cannot_be_read_the_other_way_matters() -> None:
    assert changes_score(Hand.from_text("55p 88p"), ["8p"] * 3, "concealed", str)
