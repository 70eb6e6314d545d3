"""Indicators in a photo: what lies face up, if it can be that many."""

import pytest

from hu.app.reading.indicators import NotIndicatorsError, indicators


def test_backs_flowers_and_seasons_are_passed_over() -> None:
    assert indicators(["back", "4s", "1f", "9m", "back", "3g"], 5) == ("4s", "9m")


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ([], "shows no tile face up"),
        (["back"] * 5, "shows no tile face up"),
        (["1m"] * 6, "shows 6 tiles face up, and there are at most 5 indicators"),
    ],
)
def test_a_photo_of_something_else_is_refused(faces: list[str], message: str) -> None:
    with pytest.raises(NotIndicatorsError, match=message):
        indicators(faces, 5)
