"""The figures of photos as people take them."""

from pathlib import Path

import pytest

from hu.app.evaluation.labelled import load_labelled
from hu.app.reading.hands import hands_of
from hu.app.reading.model import HandReading
from hu.app.reading.read import read_hand
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from measuring.asking import Asked
from measuring.questions.field import Others, figures, judge, roles_settled
from measuring.questions.whole import whole
from tests.app.reading.test_hands import at
from tests.laid_tables import laid, photographed

#: A set in front of the others, and its distance from them.
SET = ("8p 8p 8p", 0.0)


def read(*rows: tuple[str, float]) -> HandReading:
    placed = [tile for text, y in rows for tile in laid(text, 0.0, y)]
    return read_hand(photographed(placed), "zung-jung")


def test_tiles_count_once_each() -> None:
    row = judge(
        "a.jpg", Hand.from_text("1133355777p [888p]"), read(("1p 1p 3p 3p 3p 5p 5p 7p 7p 9p", 1.8), ("8p 8p 8p", 0))
    )
    assert (row.tiles, row.right, row.exact, row.roles) == (13, 12, False, True)


def test_a_set_that_is_asked_about_is_settled_and_one_that_is_not_is_wrong() -> None:
    asked = read(("1p 1p 3p 3p 3p 5p 5p 7p 7p 7p", 1.8), SET)
    silent = read(("1p 1p 3p 3p 3p 5p 5p 7p 7p 7p 8p 8p 8p", 0.0))
    concealed, claimed = Hand.from_text("1133355777888p"), Hand.from_text("1133355777p [888p]")
    assert roles_settled(claimed, asked)
    assert roles_settled(concealed, asked)
    assert roles_settled(concealed, silent)
    assert not roles_settled(claimed, silent)


def test_the_table_sums_up() -> None:
    row = judge(
        "a.jpg", Hand.from_text("1133355777p [888p]"), read(("1p 1p 3p 3p 3p 5p 5p 7p 7p 7p", 1.8), ("8p 8p 8p", 0))
    )
    assert [(figure.measure, *figure.figures) for figure in figures([row], ("", "", ""))] == [
        ("tiles found and right", "100.0 % of 13"),
        ("photos exact", "1 of 1"),
        ("photos with their roles right or asked", "1 of 1"),
    ]


def test_true_hands_are_read_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "field.tsv").write_text("photo\thand\tnote\nf.jpg\t123m [888p]\tclaimed\n", "utf-8")
    (photo,) = load_labelled(tmp_path)
    assert (photo.path, photo.hand) == (tmp_path / "f.jpg", Hand.from_text("123m [888p]"))
    (tmp_path / "field.tsv").write_text("photo\thand\nf.jpg\t12x\n", "utf-8")
    with pytest.raises(InputError, match=r"field\.tsv, line 2"):
        load_labelled(tmp_path)


def test_the_other_players_hands_are_compared_at_their_sides() -> None:
    right, left = "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p 9m 9m 9m", "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z"
    table = [*at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z"), *at("right", right), *at("left", left)]
    hands = hands_of(read_hand(table, "fimj"), "fimj")
    truth = {"right": Hand.from_text("2344678s 123p 999m"), "far": Hand.from_text("123m")}
    assert Others.of(truth, hands, frozenset()) == Others(open=2, found=1, exact=1, invented=1)
    assert Others.of(truth, hands, frozenset({"left"})).invented == 0


def test_whole_tables_are_read_from_the_near_player_s_seat() -> None:
    answer = whole(Asked(scenes=2))
    assert [row.figures for row in answer.rows[:1]] == [("100.0 % of 2 (34 to 100 %)",)]
    assert [row.measure for row in answer.rows][-1] == "other hands read where none lies open"
