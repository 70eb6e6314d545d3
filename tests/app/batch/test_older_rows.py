"""Rows that an older or a newer version of the program wrote."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from hu.app.batch.rows import row_from_line, row_to_line
from hu.app.records.schema import SCHEMA_VERSION, NewerSchemaError
from hu.app.records.sentences import SentenceRecord
from hu.scoring.errors import InputError
from tests.app.batch.workshop import Workshop

#: A line as version 1 wrote it, with doubts of every form.
_OLDER: dict[str, Any] = {
    "photo": "a.jpg",
    "size": [4, 3],
    "rules": "zung-jung",
    "hand": "123m",
    "tiles": [],
    "doubts": [
        {"id": "unclear-face", "tile": 4, "why": "6s or 5s", "about": "face"},
        {
            "id": "claimed-or-concealed",
            "tiles": [10, 11, 12],
            "why": "888p: claimed or concealed",
            "about": "role",
            "as_read": "claimed",
            "matters": True,
        },
        {"tile": None, "why": "which tile won: no tile lies apart"},
    ],
    "check": True,
    "sha256": "d1",
    "reader": "r1",
}


def _older_line(**changes: Any) -> bytes:
    """The line of version 1 with other values."""
    return json.dumps(_OLDER | changes).encode() + b"\n"


def test_an_older_row_is_understood() -> None:
    row = row_from_line(_older_line())
    assert row is not None
    assert row.schema == 1
    assert row.reader == ""
    assert row.sha256 == "d1"
    assert [doubt.id for doubt in row.doubts] == ["unclear-face", "claimed-or-concealed", "unnamed"]
    assert [doubt.tile for doubt in row.doubts] == [4, 10, None]
    assert [doubt.changes_score for doubt in row.doubts] == [None, True, None]


def test_an_older_row_is_written_in_the_newest_form() -> None:
    row = row_from_line(_older_line())
    assert row is not None
    written = json.loads(row_to_line(row))
    assert written["schema"] == SCHEMA_VERSION
    assert written["doubts"][1]["changes_score"] is True
    assert "matters" not in written["doubts"][1]


@pytest.mark.parametrize("doubts", [None, [3], [{"id": "no-win"}], [{"why": 3}]])
def test_an_older_row_with_other_doubts_is_damaged(doubts: object) -> None:
    assert row_from_line(_older_line(doubts=doubts)) is None


def test_a_newer_row_is_no_damaged_row() -> None:
    newer = SCHEMA_VERSION + 1
    with pytest.raises(NewerSchemaError, match=f"version {newer} is newer than {SCHEMA_VERSION}"):
        row_from_line(_older_line(schema=SCHEMA_VERSION + 1))


def test_a_row_of_version_2_needs_no_new_reading() -> None:
    note = {"en": "pays 20,000 points after the game"}
    score = {"points": 0, "patterns": [], "reading": None, "notes": {"E": note}}
    row = row_from_line(_older_line(schema=2, rules="riichi", doubts=[], score=score))
    assert row is not None
    assert row.schema == SCHEMA_VERSION
    assert row.reader == "r1"
    assert row.score is not None
    assert row.score.notes == {"E": SentenceRecord(text=note)}
    assert row_from_line(row_to_line(row)) == row


def _rewrite(shop: Workshop, change: Callable[[dict[str, Any]], None]) -> None:
    """Change every row of the results."""
    lines = []
    for line in shop.lines():
        row = json.loads(line)
        change(row)
        lines.append(json.dumps(row).encode() + b"\n")
    (shop.out / "results.jsonl").write_bytes(b"".join(lines))


def _as_version_1(row: dict[str, Any]) -> None:
    """Take from a row what version 1 did not have."""
    del row["schema"]
    for doubt in row["doubts"]:
        doubt.pop("parameters", None)


def test_older_rows_are_read_again_and_keep_their_corrections(
    shop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.fill(3)
    shop.run()
    shop.correct("photo,hand\n001.jpg,123m\n")
    newest = shop.lines()
    _rewrite(shop, _as_version_1)
    capsys.readouterr()
    summary = shop.run(resume=True)
    assert summary.kept == 0
    assert summary.done == 3
    messages = capsys.readouterr().err
    assert "3 rows of an older version: the photos are read again" in messages
    assert shop.lines() == newest
    assert shop.run(resume=True).kept == 3


def test_newer_rows_are_left_alone(shop: Workshop) -> None:
    shop.fill(2)
    shop.run()
    _rewrite(shop, lambda row: row.update(schema=SCHEMA_VERSION + 1))
    newer = shop.lines()
    with pytest.raises(
        InputError,
        match=rf"results\.jsonl: schema: version {SCHEMA_VERSION + 1} is newer .* update Hu",
    ):
        shop.run(resume=True)
    assert shop.lines() == newer


def test_a_correction_of_an_older_row_keeps_its_check(shop: Workshop) -> None:
    shop.add("000.jpg", 1)
    shop.run()

    def without_ids(row: dict[str, Any]) -> None:
        _as_version_1(row)
        row["check"] = False
        row["doubts"] = [{"tile": None, "why": "which tile won: no tile lies apart"}]

    _rewrite(shop, without_ids)
    shop.correct("photo,winner,win\n000.jpg,S,self-draw\n")
    row = shop.row("000.jpg")
    assert row["schema"] == SCHEMA_VERSION
    assert not row["check"]
    # The next run reads the photo, so that the doubts get their ids.
    shop.resume()
    assert "unnamed" not in {doubt["id"] for doubt in shop.row("000.jpg")["doubts"]}
