"""The judge compares a reading with what people, or the scene, say of the hand."""

from pathlib import Path

from hu.scoring.hand import Hand
from hu.vision.detection import Detection
from measuring.cases import Case, photo_cases, table_cases
from measuring.judge import Judgement, Others, judge, read
from measuring.lookers import Look
from tests.app.reading.test_hands import at
from tests.laid_tables import laid, photographed

#: A set in front of the others, and its distance from them.
SET = ("8p 8p 8p", 0.0)
ROW = "1p 1p 3p 3p 3p 5p 5p 7p 7p 7p"
CLAIMED, CONCEALED = Hand.from_text("1133355777p [888p]"), Hand.from_text("1133355777888p")


def judged(case: Case, detections: list[Detection], rules: str = "zung-jung") -> Judgement:
    reading, look, _ = read(iter([Look(detections, [-1] * len(detections))]), rules)
    return judge(case, reading, look, rules)


def of(truth: Hand, *rows: tuple[str, float]) -> Judgement:
    placed = [tile for text, y in rows for tile in laid(text, 0.0, y)]
    return judged(Case("a.jpg", "field", Path("a.jpg"), truth.tiles, truth), photographed(placed))


def test_tiles_count_once_each() -> None:
    one = of(CLAIMED, (ROW[:-2] + "9p", 1.8), SET)
    assert (one.tiles, one.right, one.corrections, one.exact, one.settled) == (13, 12, 1, False, True)
    assert one.invented == 1


def test_a_set_that_is_asked_about_is_settled_and_one_that_is_not_is_wrong() -> None:
    asked, silent = ((ROW, 1.8), SET), ((f"{ROW} 8p 8p 8p", 0.0),)
    assert [of(truth, *asked).settled for truth in (CLAIMED, CONCEALED)] == [True, True]
    assert [of(truth, *silent).settled for truth in (CLAIMED, CONCEALED)] == [False, True]
    assert of(CLAIMED, *asked).asked
    assert not of(CLAIMED, *silent).is_right


def test_true_hands_are_read_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "field.tsv").write_text("photo\thand\tnote\nf.jpg\t123m [888p]\tclaimed\n", "utf-8")
    (case,) = photo_cases(tmp_path)
    assert (case.source, case.hand) == (tmp_path / "f.jpg", Hand.from_text("123m [888p]"))


def test_the_other_players_hands_are_read_from_the_table(tmp_path: Path) -> None:
    others = "12305m (left), a few tiles at the far side"
    (tmp_path / "tables.tsv").write_text(f"photo\thand\tothers\nt.jpg\t123m\t{others}\n", "utf-8")
    (case,) = table_cases(tmp_path)
    assert case.others == {"left": Hand.from_text("12355m")}
    assert case.unread == {"left", "far"}


def test_the_other_players_hands_are_compared_at_their_sides() -> None:
    right, left = "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p 9m 9m 9m", "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z"
    table = [*at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z"), *at("right", right), *at("left", left)]
    truth = {"right": Hand.from_text("2344678s 123p 999m"), "far": Hand.from_text("123m")}
    case = Case("a.jpg", "tables", Path("a.jpg"), others=truth)
    assert judged(case, table, "fimj").others == Others(open=2, found=1, exact=1, invented=1)
    case = Case("a.jpg", "tables", Path("a.jpg"), others=truth, unread=frozenset({"left"}))
    assert judged(case, table, "fimj").others == Others(open=2, found=1, exact=1, invented=0)
