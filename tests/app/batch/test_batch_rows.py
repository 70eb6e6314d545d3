"""Rows are completed from a reading, answers and corrections."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import UNSET

from hu.app.batch.corrections import apply_corrections
from hu.app.batch.finishing import finish_row
from hu.app.batch.rows import BatchRow, row_from_line, row_to_line
from hu.app.codec import convert
from hu.app.records.doubt import Doubt
from hu.app.records.scores import PatternRecord
from hu.app.records.waits import WorthRecord
from hu.scoring.errors import InputError
from tests.app.batch.workshop import Workshop

WON = {"winner": "S", "win": "self-draw"}
_DOUBT = {"tile": None, "why": "in English", "about": "photo"}


def read(hand: str, *doubts: str, rules: str = "zung-jung") -> BatchRow:
    """A row with a reading and the doubts of these ids."""
    doubt_records = [convert({"id": doubt, **_DOUBT}, Doubt) for doubt in doubts]
    return BatchRow("a.jpg", (4, 3), rules, hand, hand, doubts=tuple(doubt_records))


def test_a_row_without_answers_is_only_read() -> None:
    row = finish_row(read("222m 123789p 55777z"), {})
    assert row == replace(read("222m 123789p 55777z"), check=False)


def test_a_row_with_answers_is_scored() -> None:
    row = finish_row(read("222m 123789p 55777z", "which-tile-won"), WON)
    assert points(row) == 20
    assert not row.check


def test_a_winning_tile_that_does_not_matter_is_not_asked_for() -> None:
    answers = WON | {"circumstances": "last-tile"}
    row = finish_row(read("234m 567m 55s [777z] 123p", "which-tile-won"), answers)
    assert points(row) > 0


def test_a_winning_tile_that_matters_is_asked_for() -> None:
    answers = WON | {"win": "discard", "from": "E"}
    row = finish_row(read("111222333444p 55z", "which-tile-won"), answers)
    assert "mark it in the hand with +" in row.error
    assert row.check


def test_a_given_hand_takes_the_read_ones_place_and_settles_its_doubts() -> None:
    answers = WON | {"hand": "222m 123789p 5577z +7z"}
    row = finish_row(read("222m 123789p 55677z", "unclear-face"), answers)
    assert row.hand == "222m 123789p 5577z +7z"
    assert row.read == "222m 123789p 55677z"
    assert not row.check
    assert points(row) == 20


def test_a_row_without_a_given_hand_has_the_hand_that_was_read() -> None:
    assert finish_row(read("222m 123789p 55677z"), {}).hand == "222m 123789p 55677z"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"winner": "S"}, "win is missing"),
        ({"win": "self-draw"}, "winner is missing"),
        (WON | {"win": "discard"}, "from is missing"),
        (WON | {"hand": "12x"}, "not scored: "),
        (WON | {"hand": "12m"}, "not scored: "),
        (WON | {"circumstances": "moonlight"}, "moonlight"),
    ],
)
def test_a_row_that_cannot_be_scored_has_the_reason(answers: dict[str, str], message: str) -> None:
    row = finish_row(read("222m 123789p 55777z"), answers)
    assert message in row.error
    assert row.check
    assert row.score is None


def test_a_problem_with_the_answers_is_the_rows_until_somebody_corrects_them() -> None:
    answers = {"winner": "X", "win": "self-draw"}
    row = finish_row(read("222m 123789p 55777z"), answers, "line 3: no seat")
    assert row.error == "line 3: no seat"
    assert row.check
    corrections = {"winner": "S"}
    corrected = finish_row(read("222m 123789p 55777z"), answers, "line 3: no seat", corrections)
    assert points(corrected) == 20
    assert corrected.corrected == {"winner": "S"}


def test_answers_that_cannot_be_used_score_nothing() -> None:
    row = finish_row(read("222m 123789p 55777z"), WON, "line 4: contradicts line 3")
    assert row.error == "line 4: contradicts line 3"
    assert row.score is None


def test_fimj_gives_the_winners_points_and_no_payments() -> None:
    answers = WON | {"round_wind": "E", "hand": "111z 555p 234m 678s 9m +9m"}
    row = finish_row(read("111z 555p 234m 678s 99m", rules="fimj"), answers)
    assert points(row) == 128
    assert row.score is not None
    assert row.score.payments is UNSET


def test_fimj_needs_the_wind_of_the_round() -> None:
    row = finish_row(read("111z 555p 234m 678s 99m", rules="fimj"), WON)
    assert "round_wind is missing" in row.error


def test_finishing_twice_is_finishing_once() -> None:
    photo = read("222m 123789p 55777z", "unclear-face")
    once = finish_row(photo, WON, "", {"hand": "222m 123789p 5577z +7z"})
    assert finish_row(photo, once.answers, "", once.corrected) == once


@pytest.mark.parametrize(
    "row",
    [
        BatchRow("cut.jpg", error="cut.jpg: damaged"),
        finish_row(read("222m 123789p 55777z", "unclear-face"), {}),
        finish_row(
            read("222m 123789p 55677z", "unclear-face"), WON, "", {"hand": "222m 123789p 5577z +7z"}
        ),
        finish_row(read("12m"), WON),
    ],
)
def test_a_row_comes_back_from_its_line(row: BatchRow) -> None:
    assert row_from_line(row_to_line(row)) == row


@pytest.mark.parametrize(
    "change",
    [
        {"photo": 3},
        {"check": "yes"},
        {"tiles": None},
        {"size": [1]},
        {"hand": 1},
        {"doubts": [{}]},
        {"doubts": [{**_DOUBT, "id": "another"}]},
        {"doubts": [{**_DOUBT, "id": "no-win", "matters": True}]},
        {"schema": "two"},
        {"score": []},
        {"score": {"points": "many"}},
        {"answers": "none"},
    ],
)
def test_a_line_that_is_no_row_is_none(change: dict[str, object]) -> None:
    data = json.loads(row_to_line(finish_row(read("222m 123789p 55777z"), WON)))
    line = json.dumps(data | change).encode() + b"\n"
    assert row_from_line(line) is None
    assert row_from_line(row_to_line(BatchRow("a.jpg"))[:-1]) is None


def points(row: BatchRow) -> int:
    """The points of a row that is scored."""
    assert row.score is not None
    assert isinstance(row.score.points, int)
    return row.score.points


def test_a_row_of_thirteen_tiles_has_its_waits() -> None:
    row = finish_row(read("123m 456p 56789s 11z"), {})
    assert [(wait.tile, wait.left) for wait in row.waits] == [("4s", 4), ("7s", 3)]
    assert row_from_line(row_to_line(row)) == row


@pytest.mark.parametrize(
    ("hand", "answers"),
    [
        ("222m 123789p 55777z", {}),
        ("11111m 456p 789s 11z", {}),
        ("123m 456p 56789s 11z", {"options": "nonsense=1"}),
    ],
    ids=["fourteen tiles", "a fifth copy", "a wrong option"],
)
def test_other_rows_have_no_waits(hand: str, answers: dict[str, str]) -> None:
    assert finish_row(read(hand), answers).waits == ()


MANIFEST = (
    "photo,winner,win,from\n000.jpg,S,self-draw,\n001.jpg,S,self-draw,\n=2.jpg,S,self-draw,\n"
)
GOOD = "222m 123789p 55777z"


@pytest.fixture
def scored(shop: Workshop) -> Workshop:
    """The results of three photos. The hand of 001.jpg does not win."""
    shop.add("001.jpg", 3)
    shop.score(MANIFEST)
    return shop


def edit(shop: Workshop, change: Callable[[dict[str, str]], None]) -> Path:
    """Change ``results.csv`` in its place, as a spreadsheet would."""
    path = shop.out / "results.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        change(row)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_an_untouched_table_changes_nothing(scored: Workshop) -> None:
    before = scored.lines()
    report = apply_corrections(scored.out, edit(scored, lambda _: None))
    assert report.changes == []
    assert report.problems == []
    assert scored.lines() == before


def test_a_corrected_hand_is_scored_again_and_reported(scored: Workshop) -> None:
    def mend(row: dict[str, str]) -> None:
        if row["photo"] == "001.jpg":
            row["hand"] = "777z 55z 789p 123p 222m"

    report = apply_corrections(scored.out, edit(scored, mend))
    assert report.changes == [f"001.jpg: hand 124m 555p 789s -> {GOOD}; points none -> 20"]
    assert scored.row("001.jpg")["read"] == "124m 555p 789s"
    with (scored.out / "results.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["photo"]: row["points"] for row in csv.DictReader(file)} == {
            "./=2.jpg": "20", "000.jpg": "20", "001.jpg": "20",
        }  # fmt: skip


def test_corrected_answers_count_and_emptied_ones_are_taken_back(scored: Workshop) -> None:
    def mend(row: dict[str, str]) -> None:
        if row["photo"] == "000.jpg":
            row |= {"winner": "e", "win": "discard", "from": "W"}
        if row["photo"] == "./=2.jpg":
            row |= {"winner": "", "win": ""}

    report = apply_corrections(scored.out, edit(scored, mend))
    assert report.changes[0].startswith(
        "000.jpg: winner S -> E; win self-draw -> discard; from none -> W"
    )
    assert report.changes[1] == "=2.jpg: winner S -> none; win self-draw -> none; points 20 -> none"


def test_corrections_outlive_a_resumed_run_but_not_their_photo(scored: Workshop) -> None:
    assert len(scored.correct(f"photo,hand\n001.jpg,{GOOD}\n000.jpg,{GOOD[:-1]}f\n").problems) == 1
    corrected = scored.lines()
    scored.resume()
    assert scored.lines() == corrected
    scored.train("second")
    scored.resume()
    assert scored.row("001.jpg")["hand"] == GOOD
    scored.add("001.jpg", 3, salt=9)
    scored.resume()
    assert scored.row("001.jpg")["hand"] == "124m 555p 789s"


def test_corrections_that_cannot_be_used_are_named_and_change_nothing(scored: Workshop) -> None:
    (scored.photos / "cut.jpg").write_bytes(b"")
    scored.resume()
    before = scored.lines()
    lines = [
        "photo,hand,winner,rules",
        "none.jpg,1m,,",
        "000.jpg,1x,S,zung-jung",
        "001.jpg,,Q,",
        "=2.jpg,,S,fimj",
        "cut.jpg,1m,,",
    ]
    report = scored.correct("\n".join(lines) + "\n")
    assert scored.lines() == before
    beginnings = [
        "corrections, line 2: none.jpg is not amo",
        "corrections, line 3: 000.jpg: hand, colu",
        "corrections, line 4: winner: 'Q' is not ",
        "corrections, line 5: =2.jpg: under other",
        "corrections, line 6: cut.jpg: the photo ",
    ]
    for problem, beginning in zip(sorted(report.problems), beginnings, strict=True):
        assert problem.startswith(beginning)


def test_corrections_that_contradict_each_other_change_nothing(scored: Workshop) -> None:
    # "./" before a name makes no difference, so these lines are about the same photo.
    before = scored.lines()
    report = scored.correct("photo,hand\n001.jpg,55z\n./001.jpg,66z\n")
    assert report.changes == []
    assert scored.lines() == before
    assert report.problems == [
        "corrections, line 3: 001.jpg is on line 2 already",
        "corrections, line 3: contradicts line 2 about the same photo",
    ]


def test_a_table_that_was_changed_by_hand_is_put_aside_not_lost(scored: Workshop) -> None:
    path = edit(scored, lambda row: row.update(hand=GOOD))
    changed = path.read_bytes()
    summary = scored.run(scored.last_manifest, resume=True)
    assert summary.moved_table is not None
    assert summary.moved_table.read_bytes() == changed
    assert scored.run(scored.last_manifest, resume=True).moved_table is None


def test_without_results_there_is_nothing_to_correct(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no results to correct"):
        apply_corrections(tmp_path, tmp_path / "c.csv")


def _older_row(rules: str, score: dict[str, object], waits: list[object]) -> BatchRow:
    """Read a row of version 1, which called every unit points.

    Args:
        rules: the rule set.
        score: the score as version 1 wrote it.
        waits: the waits as version 1 wrote them.
    """
    row = json.loads(row_to_line(finish_row(read("123m 456p 56789s 11z"), {})))
    del row["schema"]
    row |= {"rules": rules, "doubts": [], "score": score, "waits": waits}
    older_row = row_from_line(json.dumps(row).encode() + b"\n")
    assert older_row is not None
    return older_row


@pytest.mark.parametrize(
    ("rules", "score", "pattern", "worth"),
    [
        (
            "riichi",
            {"points": 3900, "patterns": [{"id": "riichi", "points": 1, "count": 1}]},
            PatternRecord(id="riichi", han=1, count=1),
            ("points", 3900),
        ),
        (
            "hong-kong",
            {"points": 3, "patterns": [{"id": "dragon", "points": 1, "count": 2}]},
            PatternRecord(id="dragon", faan=1, count=2),
            ("faan", 3),
        ),
        (
            "fimj",
            {"points": 128, "base": 32, "doublings": [{"id": "all-drawn", "count": 1}]},
            PatternRecord(id="all-drawn", doublings=1, count=1),
            ("points", 128),
        ),
    ],
)
def test_scores_of_older_rows_get_the_keys_of_their_units(
    rules: str, score: dict[str, object], pattern: PatternRecord, worth: tuple[str, int]
) -> None:
    row = _older_row(rules, score, [{"tile": "4s", "left": 4, "discard": {"points": 8}}])
    assert row.score is not None
    assert row.score.patterns == (pattern,)
    assert row.score.worth == worth
    unit, _ = worth
    assert row.waits[0].discard == WorthRecord(**{unit: 8})  # type: ignore[arg-type]
