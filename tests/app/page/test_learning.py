"""What the page teaches a set: corrections at once and undone with them, and what finished hands bear out."""

from dataclasses import replace

import numpy as np
import pytest

from hu.app.page.editing.hand import EditedHand, add, remove, replace_face
from hu.app.page.learning import corrections, with_corrections
from hu.app.page.photo import Adjustment, SeenPhoto
from hu.app.sets.looks import pack, unpack
from hu.app.sets.playing import with_finished
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.tile_set import TileSet

FACES = ("1m", "2m", "3m", "1f")


def _look(face: str) -> Detection:
    rng = np.random.default_rng(CLASSES.index(face))
    features = rng.normal(size=(1, 64)).astype(np.float32)
    both = np.repeat(features / np.linalg.norm(features), 2, axis=0)
    probabilities = np.eye(len(CLASSES), dtype=np.float32)[CLASSES.index(face)]
    return Detection(
        np.zeros((4, 2), np.float32), 0.9, probabilities, features=both, crop=np.zeros((64, 64, 3), np.uint8)
    )


@pytest.fixture
def photo() -> SeenPhoto:
    hand = add(EditedHand(), FACES)
    groups = tuple(replace(g, tiles=tuple(replace(t, id=k + 1) for k, t in enumerate(g.tiles))) for g in hand.groups)
    hand = replace(hand, groups=groups)
    looks = pack([_look(face) for face in FACES])
    return SeenPhoto("key", b"", "hand.jpg", Adjustment(), (1, 1), b"", hand, looks=looks)


def test_only_faces_said_otherwise_are_corrections(photo: SeenPhoto) -> None:
    assert corrections(photo.hand, photo.hand) == {}
    assert corrections(photo.hand, remove(photo.hand, 1)) == {}
    assert corrections(photo.hand, replace_face(replace_face(photo.hand, 4, "2f"), 1, "back")) == {4: "2f"}


def test_a_correction_is_learned_changed_and_undone(photo: SeenPhoto) -> None:
    club = TileSet("club")
    once = with_corrections(club, photo, replace_face(photo.hand, 4, "2f"), "weights")
    assert [(example.tile, example.source, example.classifier) for example in once.examples] == [
        ("2f", "hand.jpg key#4", "weights")
    ]
    assert with_corrections(once, photo, replace_face(photo.hand, 4, "2f"), "weights").examples == once.examples
    other = with_corrections(once, photo, replace_face(photo.hand, 4, "3f"), "weights")
    assert [example.tile for example in other.examples] == ["3f"]
    assert with_corrections(other, photo, photo.hand, "weights").examples == ()


def test_finished_hands_count_and_add_what_the_set_did_not_know(photo: SeenPhoto) -> None:
    looks = unpack(photo.looks)
    seen = [(look, face, f"hand.jpg key#{k + 1}") for k, (look, face) in enumerate(zip(looks, FACES, strict=True))]
    club = with_finished(TileSet("club"), seen, "weights")
    assert club.faces == FACES
    assert {example.right for example in club.examples} == {0}
    assert {example.right for example in with_finished(club, seen, "weights").examples} == {1}
    assert len(with_finished(club, seen, "weights").examples) == len(FACES)


def test_what_a_finished_hand_taught_stays_when_the_hand_is_opened_again(photo: SeenPhoto) -> None:
    seen = [
        (look, face, f"hand.jpg key#{k + 1}")
        for k, (look, face) in enumerate(zip(unpack(photo.looks), FACES, strict=True))
    ]
    club = with_finished(TileSet("club"), seen, "weights")
    assert with_corrections(club, photo, photo.hand, "weights").faces == FACES
    assert with_corrections(club, photo, replace_face(photo.hand, 4, "2f"), "weights").faces == ("1m", "2m", "3m", "2f")
