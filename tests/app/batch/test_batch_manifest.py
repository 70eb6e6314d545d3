"""A manifest's every fault is named by its line, and costs no other line."""

from pathlib import Path

import pytest

from hu.app.batch.manifest import load_manifest, match_names
from hu.app.batch.scoring import answers_in_cells
from hu.scoring.errors import InputError
from tests.app.batch.workshop import Workshop


def manifest(folder: Path, text: str | bytes) -> Path:
    """Write a manifest into a folder, and return its path."""
    file = folder / "m.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_may_be_parted_as_spreadsheets_do(tmp_path: Path, separator: str) -> None:
    text = (
        "photo,Winner,Win,From,Round Wind,circumstances\r\n"
        "a.jpg,s,Self_Draw,,e,last-tile;heaven\r\n"
    )
    if separator != ",":
        # The circumstances of a cell may be parted by other signs too.
        text = text.replace(";", "|").replace(",", separator)
    loaded = load_manifest(manifest(tmp_path, "\ufeff" + text))
    assert loaded.problems == []
    assert loaded.lines["a.jpg"].cells == {
        "winner": "S", "win": "self-draw", "round_wind": "E", "circumstances": "last-tile heaven",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must name the columns"),
        ("name,winner\na.jpg,S\n", "must name the columns"),
        ("photo,winner,winner\n", "'winner' occurs twice"),
        (b"photo\n\xff\xfe.jpg\n", "not UTF-8 from byte 7"),
        ('photo\n"a.jpg\n', "not a CSV file"),
    ],
)
def test_a_file_that_is_no_manifest_is_refused_in_one_line(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    with pytest.raises(InputError, match=message) as refusal:
        load_manifest(manifest(tmp_path, text))
    assert "\n" not in str(refusal.value)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.csv: No such file"):
        load_manifest(tmp_path / "none.csv")


def test_unknown_columns_are_named_and_results_columns_are_not(tmp_path: Path) -> None:
    loaded = load_manifest(
        manifest(tmp_path, "photo,winer,points,error,weather\na.jpg,S,3,,rain\n")
    )
    assert [problem.partition(";")[0] for problem in loaded.problems] == [
        "manifest: unknown column 'winer' is ignored",
        "manifest: unknown column 'weather' is ignored",
    ]
    assert "it is written 'winner'" in loaded.problems[0]


@pytest.mark.parametrize(
    ("columns", "remainder"),
    [
        (20, None),
        (21, "manifest: 1 more unknown column is ignored"),
        (22, "manifest: 2 more unknown columns are ignored"),
    ],
)
def test_twenty_unknown_columns_are_named_and_the_others_are_counted(
    tmp_path: Path, columns: int, remainder: str | None
) -> None:
    header = ",".join(f"weather{number}" for number in range(columns))
    loaded = load_manifest(manifest(tmp_path, f"photo,{header}\n"))
    assert all("unknown column 'weather" in problem for problem in loaded.problems[:20])
    assert loaded.problems[20:] == ([] if remainder is None else [remainder])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a.jpg,X,,", "line 2: winner: 'X' is not one of E S W N nobody"),
        ("a.jpg,S,luck,", "line 2: win: 'luck' is not one of self-draw discard robbed-kong"),
        ("a.jpg,S,discard,Q", "line 2: from: 'Q' is not one of"),
        ("a.jpg,S,discard,W,more", "line 2: 5 cells, but the first line names 4 columns"),
    ],
)
def test_a_wrong_cell_is_named_by_its_line(tmp_path: Path, line: str, message: str) -> None:
    loaded = load_manifest(manifest(tmp_path, f"photo,winner,win,from\n{line}\n"))
    assert message in loaded.lines["a.jpg"].problem


def test_two_lines_about_one_photo_must_agree(tmp_path: Path) -> None:
    text = "photo,winner\na.jpg,S\nb.jpg,E\n\na.jpg,S\nb.jpg,W\n,N\n"
    loaded = load_manifest(manifest(tmp_path, text))
    assert loaded.lines["a.jpg"].problem == ""
    assert loaded.lines["b.jpg"].cells == {}
    assert (
        loaded.lines["b.jpg"].problem == "manifest, line 6: contradicts line 3 about the same photo"
    )
    assert loaded.problems == [
        "manifest, line 5: a.jpg is on line 2 already",
        "manifest, line 6: b.jpg is on line 3 already",
        "manifest, line 7: names no photo",
    ]


def test_a_third_line_does_not_settle_what_two_disagree_about(tmp_path: Path) -> None:
    loaded = load_manifest(manifest(tmp_path, "photo,winner\na.jpg,S\na.jpg,E\na.jpg,\n"))
    assert (
        loaded.lines["a.jpg"].problem == "manifest, line 4: contradicts line 3 about the same photo"
    )


def test_a_photo_under_two_spellings_is_scored_if_they_agree(shop: Workshop) -> None:
    for name in ("agree.jpg", "differ.jpg"):
        shop.add(name, 1)
    lines = "agree.jpg,S\n./agree.jpg,S\ndiffer.jpg,S\n./differ.jpg,E\n"
    summary = shop.run(shop.manifest("photo,winner,win\n" + lines.replace("\n", ",self-draw\n")))
    assert summary.problems == [
        "manifest, line 3: agree.jpg is on line 2 already",
        "manifest, line 5: differ.jpg is on line 4 already",
    ]
    assert shop.row("agree.jpg")["score"]["points"] == 20
    assert (
        shop.row("differ.jpg")["error"]
        == "manifest, line 5: contradicts line 4 about the same photo"
    )


def test_names_that_cannot_be_files_are_photos_that_are_not_there(shop: Workshop) -> None:
    shop.add("a.jpg", 1)
    summary = shop.run(shop.manifest(f"photo\n{'x' * 300}.jpg\na.jpg/b.jpg\na.jpg\n"))
    errors = [row["error"].partition(": ")[2] for row in shop.rows() if "error" in row]
    assert errors == [
        "Not a directory; the manifest names it on line 3",
        "File name too long; the manifest names it on line 2",
    ]
    assert summary.done == 3
    assert summary.failed == 2


def test_a_name_with_a_line_end_counts_its_lines(tmp_path: Path) -> None:
    loaded = load_manifest(manifest(tmp_path, 'photo,winner\n"a\nb.jpg",S\nc.jpg,X\n'))
    assert loaded.lines["a\nb.jpg"].number == 2
    assert "line 4" in loaded.lines["c.jpg"].problem


@pytest.mark.parametrize(
    ("listed", "photo"),
    [
        ("a/b.jpg", "a/b.jpg"),
        ("./a/b.jpg", "a/b.jpg"),
        ("a\\b.jpg", "a/b.jpg"),
        (" a/b.jpg ", "a/b.jpg"),
        ("citta\u0300.jpg", "citt\u00e0.jpg"),
        ("\\udcff.jpg", "\udcff.jpg"),
        ("b.jpg", None),
    ],
)
def test_listed_names_find_their_photos(listed: str, photo: str | None) -> None:
    photos = ["a/b.jpg", "citt\u00e0.jpg", "\udcff.jpg"]
    assert list(match_names([listed], photos)) == [(listed, photo)]


def test_a_line_without_its_photo_gets_the_nearest_that_no_line_names(shop: Workshop) -> None:
    for name in ("IMG_0012.jpg", "IMG_0013.jpg"):
        shop.add(name, 1)
    shop.run(shop.manifest("photo,winner\nimg-0013.jpg,S\nIMG_0012.jpg,S\n"))
    assert shop.row("img-0013.jpg")["error"].endswith(
        "names it on line 2; did you mean 'IMG_0013.jpg'?"
    )


def test_a_batch_names_every_fault_of_its_manifest_and_scores_the_rest(shop: Workshop) -> None:
    for name in ("good.jpg", "seat.jpg", "twice.jpg", "partly.jpg", "read.jpg"):
        shop.add(name, 1)
    summary = shop.run(
        shop.manifest(
            "photo,winner,win,from,colour\n"
            "good.jpg,S,self-draw,,red\n"
            "seat.jpg,Z,self-draw,,\n"
            "twice.jpg,S,self-draw,,\n"
            "twice.jpg,W,self-draw,,\n"
            "partly.jpg,S,discard,,\n"
            "ghost.jpg,S,self-draw,,\n"
            "../escape.jpg,S,self-draw,,\n"
        )
    )
    errors = {row["photo"]: row.get("error") for row in shop.rows()}
    assert errors == {
        "ghost.jpg": "ghost.jpg: No such file or directory; the manifest names it on line 7",
        "good.jpg": None,
        "partly.jpg": (
            "not scored: from is missing (who discarded the winning tile): a photo cannot show it"
        ),
        "read.jpg": None,
        "seat.jpg": "manifest, line 3: winner: 'Z' is not one of E S W N nobody",
        "twice.jpg": "manifest, line 5: contradicts line 4 about the same photo",
    }
    assert shop.row("good.jpg")["score"]["payments"] == {"E": -20, "S": 60, "W": -20, "N": -20}
    assert [problem.partition(";")[0] for problem in summary.problems] == [
        "manifest: unknown column 'colour' is ignored",
        "manifest, line 5: twice.jpg is on line 4 already",
        "manifest, line 8: ../escape.jpg is outside the folder of photos",
    ]
    assert summary.exit_status == 1


def test_a_photo_of_another_ending_is_read_when_the_manifest_names_it(shop: Workshop) -> None:
    shop.add("a.jpg")
    shop.add("scan.img", 1)
    shop.run(shop.manifest("photo\nscan.img\n"))
    assert [row["photo"] for row in shop.rows()] == ["a.jpg", "scan.img"]


def test_spaces_divide_the_answers_of_a_cell_except_hands_and_single_answers() -> None:
    cells = {
        "winner": "S",
        "dora_indicators": "4s dora.jpg",
        "others": "E=123m 55p | N = north.jpg",
    }
    assert answers_in_cells(cells) == {
        "winner": ["S"],
        "dora_indicators": ["4s", "dora.jpg"],
        "others": ["E=123m 55p", "N = north.jpg"],
    }
