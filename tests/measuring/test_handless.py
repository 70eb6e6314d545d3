"""Photos of books, keyboards, screens, walls and two hands get a clear message and no tile."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray
from PIL import Image

from hu.app.cli import cli
from hu.app.page.photos.reader import network_reader
from hu.app.records.words import reading_words
from hu.scoring.rule_set.registry import DEFAULT_RULES
from hu.vision.photo.decoding import Photo, decode_photo
from hu.vision.reader import Reader
from measuring.cases import Case, handless_cases
from measuring.hands import is_refused_clearly
from measuring.judge import judge, read
from measuring.lookers import networks
from training.faces.art import Art
from training.scenes.handless import HANDLESS


@pytest.fixture(scope="module")
def art(shared: Path) -> Art:
    return Art(shared)


def case_of(kind: str, number: int, art: Art) -> Case:
    (case,) = handless_cases(kind, range(number, number + 1), art)
    return case


def picture(kind: str, number: int, art: Art) -> NDArray[np.uint8]:
    source = case_of(kind, number, art).source
    assert isinstance(source, Photo)
    return source.image


@pytest.mark.long
@pytest.mark.parametrize("kind", HANDLESS)
def test_no_hand_is_invented_and_one_line_says_so(kind: str, art: Art) -> None:
    case = case_of(kind, 0, art)
    reading, look, _ = read(networks(Reader(threads=1))(case), DEFAULT_RULES)
    judgement = judge(case, reading, look, DEFAULT_RULES)
    assert is_refused_clearly(judgement), judgement
    assert judgement.invented_count == 0


@pytest.mark.parametrize(
    ("kind", "case", "note"),
    [("wall", "only-backs", "only_backs"), ("playing cards", "no-tiles", "no_tiles")],
)
def test_such_a_photo_is_never_scored(
    kind: str, case: str, note: str, art: Art, tmp_path: Path
) -> None:
    path = tmp_path / "photo.jpg"
    Image.fromarray(picture(kind, 0, art)).save(path)
    read = CliRunner().invoke(cli, ["read", str(path)])
    why = reading_words("en").doubt("no-hand", {"case": case})
    assert read.stdout.splitlines() == [f"{path}: no hand", f"  in doubt: {why}"]
    score = CliRunner().invoke(cli, ["score", str(path), "--winner", "S", "--win", "self-draw"])
    assert (score.exit_code, score.stdout) == (1, "")
    assert why in str(score.exception)
    _, notes = network_reader()(decode_photo(path), "zung-jung", None)
    assert [given.key for given in notes] == [f"snap.{note}"]


def test_a_number_gives_the_same_picture_each_time(art: Art) -> None:
    first, second = (picture("playing cards", 3, art) for _ in range(2))
    assert np.array_equal(first, second)
