"""Tile pictures: one for each face, well formed, self-contained, told apart by more than colour."""

from xml.etree import ElementTree as ET

import pytest

from hu.app.tiles.svg import tile_data_uri, tile_style_sheet, tile_svg
from hu.scoring.tiles import CLASSES


@pytest.mark.parametrize("tile", CLASSES)
def test_a_picture_is_well_formed_and_needs_nothing_from_outside(tile: str) -> None:
    picture = tile_svg(tile)
    assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314  # our own text
    assert "<text" not in picture, "a font would be needed"
    assert "href" not in picture
    assert len(picture) < 4000


def test_pictures_differ() -> None:
    assert len({tile_svg(tile) for tile in CLASSES}) == len(CLASSES)


def test_the_west_wind_carries_the_letter_of_the_language() -> None:
    assert tile_svg("3z", "it") != tile_svg("3z", "en")
    assert tile_svg("1z", "it") == tile_svg("1z", "en")


def test_an_unknown_tile_is_named() -> None:
    with pytest.raises(ValueError, match="'0z'"):
        tile_svg("0z")


def test_the_style_sheet_has_every_tile() -> None:
    sheet = tile_style_sheet()
    assert all(f".hu-t-{tile}{{" in sheet and tile_data_uri(tile) in sheet for tile in CLASSES)
