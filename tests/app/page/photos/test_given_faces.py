"""A photo that is turned, cropped or read again keeps the faces that a person gave."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hu.app.page.draft.editing.hand import EditedHand, Tile, add_tile, replace_face
from hu.app.page.effects.photos import ReadAgain
from hu.app.page.events.photos import PhotoReadAgain
from hu.app.page.gestures.photos import CropPhoto, ReadRow, TurnPhoto
from hu.app.page.perform import perform
from hu.app.page.photos.given_faces import with_given_faces
from hu.app.page.photos.line import PhotoLine
from hu.app.page.photos.photo import (
    Adjustment,
    Note,
    SeenPhoto,
    crop_to,
    read_upload,
    turn_once,
)
from hu.app.page.photos.photo_store import PhotoStore
from hu.app.page.state import State
from hu.app.reading.model import HandReading
from hu.vision.photo.decoding import Photo
from tests.app.page.recorded import SAMPLE, as_reading, misread, mistaken, recorded

AS_IT_CAME = Adjustment()
ONCE = turn_once(AS_IT_CAME)
LEFT = crop_to(AS_IT_CAME, (0.0, 0.0, 0.6, 1.0))


def read_as(
    data: Mapping[str, Any], adjustment: Adjustment = AS_IT_CAME, *, backwards: bool = False
) -> SeenPhoto:
    """Read the sample, whose tiles are where the turned and cropped photo shows them.

    Args:
        data: the recorded reading of the whole sample.
        adjustment: how it is turned and cropped.
        backwards: whether the reader numbers the tiles the other way round.
    """
    tiles = [dict(tile) for tile in data["tiles"]]
    for tile in tiles:
        tile["box"] = [_place_in_view(x / 1600, y / 1200, adjustment) for x, y in tile["box"]]
    if backwards:
        tiles.reverse()

    def reader(
        photo: Photo, rules: str, tile_set: Path | None
    ) -> tuple[HandReading, tuple[Note, ...]]:
        del rules, tile_set
        width, height = photo.size
        tiles_in_view = []
        for tile in tiles:
            box = [[x * width, y * height] for x, y in tile["box"]]
            if all(0 <= x <= width for x, _ in box):
                tiles_in_view.append({**tile, "box": box})
        # Doubts name tiles by their places, which must be those of the recorded reading.
        has_same_places = not backwards and len(tiles_in_view) == len(tiles)
        doubts = data["doubts"] if has_same_places else []
        return as_reading({"hand": "", "tiles": tiles_in_view, "doubts": doubts}), ()

    return read_upload(reader, SAMPLE.read_bytes(), "hand.jpg", "zung-jung", adjustment)


def _place_in_view(x: float, y: float, adjustment: Adjustment) -> list[float]:
    """The place of a point in the turned and cropped photo, as shares of its width and height.

    Args:
        x: the place in the whole photo, as a share of its width.
        y: the place in the whole photo, as a share of its height.
        adjustment: how the photo is turned and cropped.
    """
    for _ in range(adjustment.turns):
        x, y = 1 - y, x
    left, top, right, bottom = adjustment.crop
    return [(x - left) / (right - left), (y - top) / (bottom - top)]


def tile_with(hand: EditedHand, face: str) -> Tile:
    """The first tile with a face."""
    return next(tile for tile in hand.tiles if tile.face == face)


def faces(hand: EditedHand) -> list[str]:
    """The faces of the tiles, sorted."""
    return sorted(tile.code for tile in hand.tiles)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_corrected_face_survives_turns(turns: int, backwards: bool) -> None:
    before = read_as(mistaken())
    corrected = replace_face(before.hand, tile_with(before.hand, "6s").id, "5s")
    corrected = replace_face(corrected, tile_with(corrected, "1f").id, "2g")
    hand = corrected
    photo = before
    for _ in range(turns):
        again = read_as(mistaken(), turn_once(photo.adjustment), backwards=backwards)
        hand = with_given_faces(again, photo, hand)
        photo = again
    assert faces(hand) == faces(corrected)
    assert faces(photo.hand) == faces(before.hand)


def test_the_tiles_that_a_cropped_photo_shows_keep_their_faces() -> None:
    before = read_as(recorded())
    hand = before.hand
    for tile in before.hand.tiles:
        hand = replace_face(hand, tile.id, "9p")
    cropped = read_as(recorded(), LEFT, backwards=True)
    assert 1 < len(cropped.hand.tiles) < len(before.hand.tiles)
    cropped_hand = with_given_faces(cropped, before, hand)
    assert set(faces(cropped_hand)) == {"9p"}
    assert len(cropped_hand.tiles) == len(cropped.hand.tiles)
    # If the whole photo is read again, the tiles that were cut off are as they were read.
    whole = read_as(recorded(), ONCE)
    whole_hand = with_given_faces(whole, cropped, cropped_hand)
    assert faces(whole_hand).count("9p") == len(cropped_hand.tiles)
    assert len(whole_hand.tiles) == len(before.hand.tiles)


def test_a_face_that_was_confirmed_is_in_doubt_no_more() -> None:
    before = read_as(mistaken())
    wrong = tile_with(before.hand, "6s")
    assert wrong.doubtful
    confirmed = replace_face(before.hand, wrong.id, "6s")
    again = read_as(mistaken(), ONCE)
    assert tile_with(again.hand, "6s").doubtful
    assert not tile_with(with_given_faces(again, before, confirmed), "6s").doubtful


def test_a_face_that_nobody_gave_is_taken_from_the_new_reading() -> None:
    before = read_as(mistaken())
    again = read_as(recorded(), ONCE)
    assert faces(again.hand) != faces(before.hand)
    assert with_given_faces(again, before, before.hand) == again.hand


def with_missed_tile(hand: EditedHand) -> EditedHand:
    """The hand of ``misread`` with the 7m that the reader missed, added in its place."""
    missed = tile_with(read_as(recorded()).hand, "7m")
    return add_tile(hand, "7m", None, missed.box)


def test_a_tile_that_the_reader_misses_again_and_again_stays_added() -> None:
    before = read_as(misread())
    hand = with_missed_tile(before.hand)
    once = read_as(misread(), ONCE)
    hand_once = with_given_faces(once, before, hand)
    assert faces(hand_once) == faces(hand)
    twice = read_as(misread(), turn_once(ONCE))
    assert faces(with_given_faces(twice, once, hand_once)) == faces(hand)


def test_a_tile_that_was_added_and_is_found_now_is_there_once() -> None:
    before = read_as(misread())
    again = read_as(recorded(), ONCE)
    hand = with_given_faces(again, before, with_missed_tile(before.hand))
    assert faces(hand).count("7m") == 1


class _Visit(SimpleNamespace):
    """A visit with one photo, which the reader reads the same way again."""

    def load_photo(self, key: str) -> SeenPhoto | None:
        return cast("SeenPhoto | None", self.photos.load("browser", key))

    def find_photo(self, key: str | None) -> SeenPhoto | None:
        return cast("SeenPhoto | None", self.photos.get("browser", key))


@pytest.mark.parametrize("part", [(0.5, 0.0, 0.51, 1.0), (0.0, 0.5, 1.0, 0.51)])
def test_a_part_without_room_for_a_tile_is_not_read(
    part: tuple[float, float, float, float],
) -> None:
    photos = PhotoStore()
    before = read_as(mistaken())
    photos.put("browser", before)
    visit = _Visit(
        browser="browser", photos=photos, line=PhotoLine(), reader=None, game=None, tile_sets=None
    )
    effect = ReadAgain(before.key, CropPhoto(None, part), before.hand)
    assert not perform(effect, cast("Any", visit), State())


@pytest.mark.parametrize(
    "change",
    [TurnPhoto(None), CropPhoto(None, (0.0, 0.0, 1.0, 0.99)), ReadRow(None, (0.5, 0.5))],
    ids=lambda change: type(change).__name__,
)
def test_every_way_to_read_a_photo_again_keeps_a_corrected_face(
    change: TurnPhoto | CropPhoto | ReadRow,
) -> None:
    before = read_as(mistaken())

    def read(
        data: bytes, name: str, rules: str, adjustment: Adjustment, *others: object
    ) -> SeenPhoto:
        del data, name, rules, others
        return replace(read_as(mistaken(), replace(adjustment, taps=())), key="again")

    photos = PhotoStore()
    photos.put("browser", before)
    visit = _Visit(
        browser="browser", photos=photos, line=PhotoLine(), reader=read, game=None, tile_sets=None
    )
    corrected = replace_face(before.hand, tile_with(before.hand, "6s").id, "5s")
    effect = ReadAgain(before.key, change, corrected)
    (event,) = perform(effect, cast("Any", visit), State())
    assert isinstance(event, PhotoReadAgain)
    assert faces(event.hands[0].hand) == faces(corrected)
