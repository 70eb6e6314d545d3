"""Versions of a photo show the same tiles, and are the same in every run."""

from pathlib import Path

import numpy as np
from PIL import Image

from hu.vision.photo.decoding import Photo
from measuring.answers import Options
from measuring.cases import LOOSE_VERSIONS, VERSIONS, Case, version_cases
from measuring.hands import versions


def photo(path: Path) -> Path:
    pixels = np.random.default_rng(1).integers(60, 120, (48, 64, 3), dtype=np.uint8)
    Image.fromarray(pixels.repeat(8, axis=0).repeat(8, axis=1)).save(path)
    return path


def test_every_version_is_another_picture_with_the_truth_of_its_photo(tmp_path: Path) -> None:
    case = Case("a.png", "tables", photo(tmp_path / "a.png"), ("1m", "2m"))
    first, again = ({one.kind: one for one in version_cases([case], VERSIONS)} for _ in range(2))
    assert list(first) == list(VERSIONS)
    pictures = {}
    for name, one in first.items():
        assert isinstance(one.source, Photo)
        assert isinstance((other := again[name].source), Photo)
        assert np.array_equal(one.source.image, other.image)
        assert (one.tiles, one.name) == (case.tiles, f"a.png {name}")
        pictures[name] = one.source.image
    assert len({picture.tobytes() for picture in pictures.values()}) == len(VERSIONS)
    light = {name: picture.mean() for name, picture in pictures.items()}
    assert light["darker"] < light["as it is"] < light["brighter"]
    assert pictures["smaller"].shape == (269, 358, 3)
    # Askew, the corners of the photo are still there.
    assert pictures["askew"].shape > pictures["as it is"].shape


def test_loose_and_tables_are_counted_by_version(tmp_path: Path) -> None:
    for folder in ("loose/images", "loose/labels", "tables"):
        (tmp_path / "photos" / folder).mkdir(parents=True)
    photo(tmp_path / "photos" / "loose" / "images" / "a.png")
    photo(tmp_path / "photos" / "tables" / "t.png")
    (tmp_path / "photos" / "loose" / "labels" / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    table = "photo\thand\tothers\nt.png\t123m\t\n"
    (tmp_path / "photos" / "tables" / "tables.tsv").write_text(table)
    answer = versions(Options(tmp_path, only=("darker", "hazy")))
    figures = {row.measure: row.figures for row in answer.rows}
    assert list(figures) == ["loose, darker", "loose, all", "tables, darker", "tables, hazy", "tables, all"]
    assert figures["loose, all"] == ("0 of 1", "1 of 1", "0")
    assert figures["tables, all"] == ("0 of 2", "6 of 6", "0")
    assert "hazy" not in LOOSE_VERSIONS
