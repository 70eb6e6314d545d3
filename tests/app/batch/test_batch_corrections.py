"""A corrected table goes back in: hands are scored again, changes told, and later runs keep them."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from hu.app.batch.corrections import correct
from hu.scoring.errors import InputError
from tests.app.batch.workshop import Workshop

MANIFEST = "photo,winner,win,from\n000.jpg,S,self-draw,\n001.jpg,S,self-draw,\n=2.jpg,S,self-draw,\n"
GOOD = "222m 123789p 55777z"


@pytest.fixture
def scored(shop: Workshop) -> Workshop:
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
    done = correct(scored.out, edit(scored, lambda _: None))
    assert (done.changes, done.problems, scored.lines()) == ([], [], before)


def test_a_corrected_hand_is_scored_again_and_told(scored: Workshop) -> None:
    def mend(row: dict[str, str]) -> None:
        if row["photo"] == "001.jpg":
            row["hand"] = "777z 55z 789p 123p 222m"

    done = correct(scored.out, edit(scored, mend))
    assert done.changes == [f"001.jpg: hand 124m 555p 789s -> {GOOD}; points none -> 20"]
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

    done = correct(scored.out, edit(scored, mend))
    assert done.changes[0].startswith("000.jpg: winner S -> E; win self-draw -> discard; from none -> W")
    assert done.changes[1] == "=2.jpg: winner S -> none; win self-draw -> none; points 20 -> none"


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


def test_corrections_of_no_use_are_named_and_change_nothing(scored: Workshop) -> None:
    (scored.photos / "cut.jpg").write_bytes(b"")
    scored.resume()
    before = scored.lines()
    done = scored.correct(
        "photo,hand,winner,rules\nnone.jpg,1m,,\n000.jpg,1x,S,zung-jung\n001.jpg,,Q,\n=2.jpg,,S,fimj\ncut.jpg,1m,,\n"
    )
    assert scored.lines() == before
    assert [problem.removeprefix("corrections, line ")[:22] for problem in sorted(done.problems)] == [
        "2: none.jpg is not amo",
        "3: 000.jpg: hand, colu",
        "4: winner: 'Q' is not ",
        "5: =2.jpg: under other",
        "6: cut.jpg: the photo ",
    ]


def test_a_table_that_was_changed_by_hand_is_put_aside_not_lost(scored: Workshop) -> None:
    path = edit(scored, lambda row: row.update(hand=GOOD))
    changed = path.read_bytes()
    summary = scored.run(scored.given, resume=True)
    assert summary.aside is not None
    assert summary.aside.read_bytes() == changed
    assert scored.run(scored.given, resume=True).aside is None


def test_without_results_there_is_nothing_to_correct(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no results to correct"):
        correct(tmp_path, tmp_path / "c.csv")
