"""The words for readings: every id has its sentence in every language."""

from typing import get_args

import pytest

from hu.app.i18n import LANGUAGES, texts
from hu.app.records.doubt import DoubtId
from hu.app.records.words import ReadingWords, reading_words
from hu.vision.layout.evidence import Evidence, EvidenceId, EvidenceValue, Reason, ReasonId

#: Parameters of every reason.
_PARAMETERS: dict[str, EvidenceValue] = {
    "tile_widths": 1.25,
    "times": 2.0,
    "degrees": 24.4,
    "count": 3,
    "tile": "1z",
}
#: Doubts that name their faces, and nothing else.
_OF_FACES = ("unclear-face", "other-winning-face")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_has_its_words(language: str) -> None:
    words = reading_words(language)
    for evidence_id in get_args(EvidenceId):
        assert words.evidence(Evidence(evidence_id, 1.0, {"tile_widths": 0.9}))
    for reason_id in get_args(ReasonId):
        assert words.reason(Reason(reason_id, _PARAMETERS))
    for doubt_id in get_args(DoubtId):
        keys = [key for key in texts(language).messages if key.startswith(f"doubts.{doubt_id}")]
        # Rows of older versions have the sentence itself.
        assert keys or doubt_id in (*_OF_FACES, "unnamed")


def test_numbers_are_written_as_the_language_writes_them() -> None:
    gap = Evidence("gap", 1.0, {"tile_widths": 0.94})
    assert reading_words("en").evidence(gap) == "a gap of 0.9 tile widths"
    assert reading_words("de").evidence(gap) == "eine Lücke von 0,9 Steinbreiten"
    turned = Reason("turned", {"degrees": 24.4, "tile_widths": 1.0})
    assert "turned 24 degrees" in reading_words("en").reason(turned)


@pytest.mark.parametrize(
    ("doubt_id", "parameters", "sentence"),
    [
        ("unclear-face", {"faces": ("6s",)}, "6s?"),
        ("unclear-face", {"faces": ("6s", "5s", "8s")}, "6s or 5s or 8s"),
        ("other-winning-face", {"faces": ("6s", "")}, "6s or no tile of the hand"),
        ("claimed-or-concealed", {"tiles": ("7z", "7z", "7z")}, "777z: claimed or concealed"),
        ("no-win", {"count": 1}, "no winning hand: 1 tile, flowers not counted"),
        ("no-win", {"count": 2}, "no winning hand: 2 tiles, flowers not counted"),
        ("no-win", {"case": "flowers-only"}, "flowers only: no hand to score"),
        ("light", {"case": "too-dark"}, "the photo is too dark: take it with more light"),
        (
            "light",
            {"case": "too-dark", "hides_hand": True},
            "no hand found: the photo is too dark: take it with more light",
        ),
    ],
)
def test_doubts_are_asked_in_english(
    doubt_id: DoubtId, parameters: dict[str, str | int | tuple[str, ...]], sentence: str
) -> None:
    assert reading_words("en").doubt(doubt_id, parameters) == sentence


def test_tiles_are_named_or_written_in_the_notation() -> None:
    words = ReadingWords(texts("en"))
    assert words.faces(("7z", "7z", "1m")) == "77z 1m"
    naming_words = ReadingWords(words.t, names_tiles=True)
    assert naming_words.faces(("7z", "7z", "1m")) == "2 × Red dragon, 1 of characters"
    assert naming_words.face("") == "no tile of the hand"


def test_neighbouring_numbers_are_written_as_a_span() -> None:
    words = reading_words("en")
    assert words.numbers([3]) == "tile 3"
    assert words.numbers([3, 5, 6, 7]) == "tiles 3, 5 to 7"
