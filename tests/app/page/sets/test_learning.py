"""What the page teaches a tile set: corrections, undone with them, and faces of finished hands."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from hu.app.i18n import texts
from hu.app.ledger.values import Game
from hu.app.page.draft.editing.hand import EditedHand, remove, replace_face
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Rack
from hu.app.page.effects.tile_sets import BeginSet
from hu.app.page.events.event import Event
from hu.app.page.events.tile_sets import SetChosen
from hu.app.page.perform import perform
from hu.app.page.photos.photo import Adjustment, SeenPhoto
from hu.app.page.sets.learning import corrections, with_changes, with_confirmed_faces
from hu.app.page.state import State
from hu.app.sets.packing import pack_detections, unpack_detections
from hu.app.sets.store import TileSetStore
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.tile_set import TileSet
from tests.app.page.laid import add

FACES = ("1m", "2m", "3m", "1f")


def _look(face: str) -> Detection:
    """A tile that is surely of this face, with features as those of all tiles of the face."""
    rng = np.random.default_rng(CLASSES.index(face))
    features = rng.normal(size=(1, 64)).astype(np.float32)
    both = np.repeat(features / np.linalg.norm(features), 2, axis=0)
    probabilities = np.eye(len(CLASSES), dtype=np.float32)[CLASSES.index(face)]
    return Detection(
        np.zeros((4, 2), np.float32),
        0.9,
        probabilities,
        features=both,
        crop=rng.integers(0, 255, (64, 64, 3), np.uint8),
    )


@pytest.fixture
def photo() -> SeenPhoto:
    """A photo of ``FACES``, whose tiles have the numbers of their detections, from 1 on."""
    hand = add(EditedHand(), FACES)
    [group] = hand.groups
    tiles = tuple(replace(tile, id=number) for number, tile in enumerate(group.tiles, 1))
    hand = replace(hand, groups=(replace(group, tiles=tiles),))
    packed_detections = pack_detections([_look(face) for face in FACES])
    return SeenPhoto(
        "key", b"", "hand.jpg", Adjustment(), (1, 1), b"", hand, packed_detections=packed_detections
    )


def test_only_faces_said_otherwise_are_corrections(photo: SeenPhoto) -> None:
    assert corrections(photo.hand, photo.hand) == {}
    assert corrections(photo.hand, remove(photo.hand, 1)) == {}
    # A back teaches no face.
    with_back = replace_face(photo.hand, 1, "back")
    assert corrections(photo.hand, replace_face(with_back, 4, "2f")) == {4: "2f"}


def test_a_correction_is_learned_changed_and_undone(photo: SeenPhoto) -> None:
    once = with_changes(TileSet("club"), photo, {4: ("1f", "2f")})
    assert [(example.tile, example.source) for example in once.examples] == [
        ("2f", "hand.jpg key#4")
    ]
    other = with_changes(once, photo, {4: ("2f", "3f")})
    assert [example.tile for example in other.examples] == ["3f"]
    assert with_changes(other, photo, {4: ("3f", "1f")}).examples == ()


def test_a_photo_sent_again_adds_to_what_it_taught(photo: SeenPhoto) -> None:
    club = with_changes(TileSet("club"), photo, {4: ("1f", "2f"), 1: ("1m", "9m")})
    again = replace(photo, hand=replace_face(replace_face(photo.hand, 4, "2f"), 1, "9m"))
    more = with_changes(club, again, {2: ("2m", "8m"), 4: ("2f", "4f")})
    assert more.faces == ("8m", "9m", "2f", "4f")
    assert [example.tile for example in more.uncontradicted_examples()] == ["9m", "8m", "4f"]
    undone = with_changes(more, again, {4: ("4f", "2f")}).uncontradicted_examples()
    assert undone[-1].tile == "8m"
    assert "2f" in [example.tile for example in undone]


def test_finished_hands_add_what_was_read_surely_and_the_set_did_not_know(photo: SeenPhoto) -> None:
    corrected = replace_face(photo.hand, 4, "2f")
    club = with_confirmed_faces(TileSet("club"), photo, corrected)
    assert club.faces == ("1m", "2m", "3m")
    assert len(with_confirmed_faces(club, photo, corrected).examples) == len(FACES) - 1


def test_finished_hands_add_nothing_that_was_read_unsurely(photo: SeenPhoto) -> None:
    unsure = [
        replace(look, probabilities=look.probabilities * 0.9 + 0.1 / len(CLASSES))
        for look in unpack_detections(photo.packed_detections)
    ]
    unsure_photo = replace(photo, packed_detections=pack_detections(unsure))
    assert with_confirmed_faces(TileSet("club"), unsure_photo, photo.hand).examples == ()


GAME = Game(
    code="CODE2345",
    rules="zung-jung",
    title="Evening",
    players=("Anna", "Bruno", "Carla", "Dario"),
    options={},
    started=datetime(2026, 5, 1, 18, tzinfo=UTC),
)


def begin_set(
    sets: TileSetStore, photo: SeenPhoto | None, *, game: Game | None = None
) -> tuple[Sequence[Event], list[Game]]:
    """Correct the flower of a photo, and begin a tile set with that.

    Args:
        sets: the tile sets.
        photo: the photo. None if the server has forgotten it.
        game: the open game.

    Returns:
        The events that follow, and the games that were changed.
    """
    changed_games: list[Game] = []
    visit = SimpleNamespace(
        load_photo=lambda _: photo,
        tile_sets=sets,
        game=game,
        t=texts("en"),
        ledger=SimpleNamespace(change_game=changed_games.append),
    )
    hand = EditedHand() if photo is None else replace_face(photo.hand, 4, "2f")
    effect = BeginSet(Rack(History(hand), photo="key"))
    return perform(effect, cast("Any", visit), State()), changed_games


def test_a_set_is_begun_with_the_corrections_under_the_first_name_that_is_free(
    photo: SeenPhoto, tmp_path: Path
) -> None:
    sets = TileSetStore(tmp_path)
    for name in ("Set 1", "Set 2"):
        following, _ = begin_set(sets, photo)
        assert following == [SetChosen(name)]
        assert [example.tile for example in sets.load(name).examples] == ["2f"]


def test_a_set_that_is_begun_in_a_game_has_its_title_and_is_used_there(
    photo: SeenPhoto, tmp_path: Path
) -> None:
    sets = TileSetStore(tmp_path)
    following, changed_games = begin_set(sets, photo, game=GAME)
    assert list(following) == []
    assert changed_games == [replace(GAME, tile_set="Evening")]
    assert sets.names() == ("Evening",)


def test_no_set_is_begun_with_a_photo_that_was_forgotten(tmp_path: Path) -> None:
    sets = TileSetStore(tmp_path)
    following, _ = begin_set(sets, None)
    assert list(following) == []
    assert not sets.names()
