"""From detections to hands."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from hu.app.reading.advice import Advice, advise
from hu.app.reading.candidate import decode_candidate
from hu.app.reading.compare import find_second_hand
from hu.app.reading.context import ReadingContext
from hu.app.reading.explain import why_lines
from hu.app.reading.hands import add_runners_up
from hu.app.reading.model import HandReading
from hu.app.reading.photo_doubts import add_photo_doubts
from hu.app.reading.read import read_hand, read_opened
from hu.app.reading.red_fives import with_fewer_red_fives
from hu.app.reading.runner_up import find_runner_up
from hu.app.reading.score_impact import add_score_impact, changes_score, read_otherwise
from hu.app.reading.search_budget import MOST_STEPS, SearchBudget
from hu.app.reading.to_record import doubt_records
from hu.app.records.doubt import Doubt
from hu.app.records.words import reading_words
from hu.scoring.hand import Hand
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.tiles import CLASSES, KINDS
from hu.vision.detection import Detection
from hu.vision.layout.evidence import Reason
from hu.vision.layout.layout import Scene, hand_candidates, measure_scene
from hu.vision.layout.model import Candidate
from hu.vision.layout.settings import ReadingSettings
from hu.vision.photo.decoding import Photo
from measuring.cases import way_cases
from measuring.lookers import pinhole
from tests.laid_tables import laid, photographed, unsure


def read(detections: list[Detection], rules: str = "zung-jung") -> HandReading:
    """Lay detections out and decode them."""
    return read_hand(detections, rules)


def seen(
    tile: str, x: float, y: float, *, sure: float = 0.97, other: str | None = None
) -> Detection:
    """Detect an upright tile of 30 x 40 pixels.

    Args:
        tile: its likeliest face.
        x: the x of its centre in pixels.
        y: the y of its centre in pixels.
        sure: the probability of the face.
        other: a second face, which gets the remaining probability. Without it all other classes
            share the rest.
    """
    corners = [[x - 15, y - 20], [x + 15, y - 20], [x + 15, y + 20], [x - 15, y + 20]]
    if other is None:
        probabilities = np.full(len(CLASSES), (1 - sure) / 42, dtype=np.float32)
    else:
        probabilities = np.zeros(len(CLASSES), dtype=np.float32)
        probabilities[CLASSES.index(other)] = 1 - sure
    probabilities[CLASSES.index(tile)] = sure
    return Detection(np.array(corners, dtype=np.float32), 0.9, probabilities)


def row(text: str, x: float = 50, y: float = 500) -> list[Detection]:
    """Detect upright tiles side by side.

    Args:
        text: their faces.
        x: the x of the first tile's centre in pixels.
        y: the y of their centres in pixels.
    """
    return [seen(tile, x + 31 * place, y) for place, tile in enumerate(text.split())]


WINNING = "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z"


def rescored(tiles: list[Detection], score: float) -> list[Detection]:
    """The same tiles, each with this score of the detector."""
    return [replace(tile, score=score) for tile in tiles]


def askew(tile: Detection, degrees: float) -> Detection:
    """The same tile, turned clockwise about its centre."""
    angle = np.radians(degrees)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    box = (tile.box - tile.center) @ matrix + tile.center
    return replace(tile, box=box.astype(np.float32))


NINE = "1m 2m 3m 4m 5m 6m 7m 8m 9m"
STRAYS = [
    seen(tile, 80 + 190 * place, 60, sure=0.4, other="back")
    for place, tile in enumerate(("2p", "9s", "4z"))
]
#: Barely a tile, at the end of a triplet. It lies on its side.
EDGE = replace(
    seen("5z", 484, 500, sure=0.24), score=0.5, box=np.roll(seen("5z", 484, 500).box, 1, axis=0)
)
FAR_SETS = laid(">8p 8p 8p | 5s >6s 7s | 3p 3p >3p | >5z 5z 5z", x=14.0, y=1.0)
#: Four claimed melds, and a faint tile that waits for its pair.
WAITING = photographed(laid("2p | >1p 2p 3p | 7m >7m 7m | >1z 1z 1z | 9p 9p >9p"))
WAITING[0] = replace(WAITING[0], score=0.7)


@pytest.mark.parametrize(
    ("detections", "text", "legal"),
    [
        pytest.param(row(WINNING), "123m 555p 789s 22266z", True, id="a row is one concealed hand"),
        pytest.param(
            [*row(NINE), *STRAYS],
            "123456789m", False, id="tiles that are no hand are read without strays",
        ),
        pytest.param(
            [*rescored(row(NINE), 0.998), *rescored(row("2s 2s 2s 7z 7z", x=365), 0.85)],
            "123456789m", False, id="doubtful tiles do not complete a hand",
        ),
        pytest.param(
            [*rescored(row(NINE), 0.998), *rescored(row("2s 2s 2s 7z 7z", x=365), 0.99)],
            "123456789m 222s 77z", True, id="clear tiles complete a hand",
        ),
        pytest.param(
            [*row("2p 2p 2p 3p 3p 3p 6p 6p 6p 8p 8p 5z 5z 5z"), seen("2p", 515, 500)],
            "33366688p 555z (2222p)", True, id="the fourth tile of a quad is not the winning one",
        ),
        # Sides of tiles are taken for backs now and then.
        pytest.param(
            [*row(WINNING)[:13], seen("back", 453, 500), seen("6z", 484, 500)],
            "123m 555p 789s 2226z +6z", True,
            id="a back between the row and the winning tile hides nothing",
        ),
        pytest.param(
            [*row("1m 2m 3m 5p 5p 5p 7s 8s 9s 6z 6z 2z 2z 2z"), EDGE],
            "123m 555p 789s 22266z", True, id="a doubtful detection beside a triplet makes no quad",
        ),
        pytest.param(
            row("1m 1m 3m 3m 5p 5p 5z 4p 4p 5z 7s 7s 2z 2z"),
            "1133m 4455p 77s 2255z", True, id="white dragons around two tiles stay white dragons",
        ),
        pytest.param(
            row("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 6z 7z back"),
            "123m 555p 789s 2267z", False, id="a back that completes no legal hand stays a back",
        ),
        pytest.param(
            [*row(WINNING)[:13], askew(seen("6z", 484, 500), 32)],
            "123m 555p 789s 2226z +6z", True, id="a winning tile askew belongs to the hand",
        ),
        pytest.param(
            [*row(WINNING)[:12], seen("6z", 600, 500)],
            "123m 555p 789s 2226z", False, id="a hand of thirteen has no winning tile",
        ),
        pytest.param(
            photographed([*FAR_SETS, *laid("6s", x=4.0), *laid("6s", x=8.0)]),
            "6s [333p] [888p] [567s] [555z] +6s", True,
            id="the last two tiles may be far from the melds",
        ),
        pytest.param(
            WAITING,
            "2p [777m] [123p] [999p] [111z]", False,
            id="a faint tile that a waiting hand needs is kept",
        ),
    ],
)  # fmt: skip
def test_detections_are_read_as_a_hand(detections: list[Detection], text: str, legal: bool) -> None:
    reading = read(detections)
    assert (reading.text, reading.is_legal) == (text, legal)


def test_tiles_left_out_for_the_same_reason_share_a_line() -> None:
    reading = read(
        [*row("1s 9s 2z 4p", y=100), *row("back back back", x=300, y=250), *row(WINNING)]
    )
    lines = why_lines(reading, reading_words("en"))
    left_out = [line for line in lines if line.startswith("left out")]
    assert len(left_out) == 2
    assert left_out[0].startswith("left out tiles 15 to 18: 4 tiles together, ")
    assert left_out[1].startswith("left out tiles 19 to 21: face down, ")


@pytest.mark.parametrize(
    ("language", "label", "cost"),
    [
        ("en", "tiles 1 to 14: ", "0.0"),
        ("de", "Steine 1 bis 14: ", "0,0"),
        ("fr", "tuiles 1 à 14 : ", "0,0"),
        ("ja", "牌1から14：", "0.0"),
    ],
)
def test_the_reasons_are_punctuated_as_their_language_is(
    language: str, label: str, cost: str
) -> None:
    group, chosen = why_lines(read(row(WINNING)), reading_words(language))
    assert label in group
    assert chosen.endswith(cost)


def test_evidence_that_costs_nothing_is_not_listed() -> None:
    reading = read(row(WINNING))
    assert all(round(term.log_odds, 1) == 0 for term in reading.candidates[0].terms)
    assert "=" not in why_lines(reading, reading_words("en"))[-1]


def test_tiles_far_from_the_row_are_not_in_the_hand() -> None:
    around = [seen("9p", 100, 100), seen("1z", 300, 130), seen("back", 330, 60)]
    reading = read([*around, *row(WINNING)])
    assert reading.text == "123m 555p 789s 22266z"
    assert [tile.role for tile in reading.tiles[14:]] == ["other"] * 3
    assert all(tile.laid.reason for tile in reading.tiles[14:])


def test_the_rules_correct_an_unsure_tile() -> None:
    detections = row(WINNING)
    detections[7] = seen("7s", 50 + 31 * 7, 500, sure=0.6, other="8s")
    reading = read(detections)
    assert reading.text == "123m 555p 789s 22266z"
    assert [place for place, tile in enumerate(reading.tiles) if tile.is_inferred] == [7]


def test_an_unclear_face_that_only_this_hand_fits_is_not_asked_about() -> None:
    detections = row(WINNING)
    detections[7] = seen("8s", 50 + 31 * 7, 500, sure=0.4)
    reading = read(detections)
    assert (reading.text, reading.is_legal) == ("123m 555p 789s 22266z", True)
    assert [doubt.id for doubt in reading.doubts if doubt.about == "face"] == []


def test_a_tile_face_up_is_no_blank_white_dragon() -> None:
    detections = row("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 5z 5z 9m")
    detections[13] = unsure(detections[13], {"9m": 0.64, "back": 0.359})
    reading = read(detections)
    assert not reading.is_legal
    assert reading.hand.tiles.count("5z") == 2


@pytest.mark.parametrize("detections", [[], [seen("1m", 10, 10)], row("1m 5p 9s 2z 6z")])
def test_tiles_that_are_no_hand_are_read_as_they_look(detections: list[Detection]) -> None:
    reading = read(detections)
    assert not reading.is_legal
    assert [tile.tile for tile in reading.tiles] == [detection.tile for detection in detections]


def test_faces_that_are_hard_to_read_give_a_doubt() -> None:
    # The networks are unsure of every face, as in a mirrored photo.
    unsure = [
        seen(tile, 50 + 31 * place, 500, sure=0.2) for place, tile in enumerate(WINNING.split())
    ]
    reading = read(unsure)
    assert any("mirrored" in doubt.why for doubt in reading.doubts)


def test_of_two_hands_the_larger_one_is_read_and_the_other_gives_a_doubt() -> None:
    # Farther away, at seven tenths of the size.
    other_hand = []
    for tile in row("1s 2s 3s 4s 5s 6s 7s 8s 9s 1p 1p 3p 3p"):
        box = (tile.box - (0, 350)) * 0.7 + (100, 0)
        other_hand.append(replace(tile, box=box.astype(np.float32)))
    reading = read([*other_hand, *row(WINNING)])
    assert reading.text == "123m 555p 789s 22266z"
    assert any("another hand" in doubt.why for doubt in reading.doubts)


def test_sixty_legible_tiles_are_read_as_they_are() -> None:
    # Three rows of twenty.
    grid = []
    for number, tile in enumerate((KINDS * 2)[:60]):
        grid.append(seen(tile, x=50 + 31 * (number % 20), y=100 + 41 * (number // 20)))
    reading = read(grid)
    assert not reading.is_legal
    assert len(reading.tiles) == 60


def test_a_faint_detection_between_two_melds_does_not_join_them() -> None:
    parts = ("1m 2m 3m", "5p 5p 5p", "7s 8s 9s", "2z 2z 2z", "6z 6z")
    tiles: list[Detection] = []
    for number, text in enumerate(parts):
        tiles += row(text, 50 + number * 120)
    between = replace(seen("4f", 50 + 31 * 2 + 30, 500, sure=0.3), score=0.5)
    reading = read([*tiles, between])
    assert reading.text == "123m 555p 789s 22266z"
    assert [len(group.tiles) for group in reading.layout.groups] == [3, 3, 3, 3, 2]
    (stray,) = (tile for tile in reading.tiles if tile.role == "other")
    assert stray.laid.reason == Reason("stray")


def test_no_tile_of_a_claimed_meld_is_face_down() -> None:
    upright = seen("5p", 50 + 31 * 13 + 36, 505)
    quarter_turn = np.array([[-20, 15], [-20, -15], [20, -15], [20, 15]], dtype=np.float32)
    sideways = replace(upright, box=(quarter_turn + upright.center).astype(np.float32))
    claimed = [sideways, *row("back 5p", 50 + 31 * 13 + 72)]
    reading = read([*row("1m 2m 3m 7s 8s 9s 2z 2z 2z 6z 6z"), *claimed])
    assert (reading.text, reading.is_legal) == ("123m 789s 22266z [555p]", True)
    assert [(tile.tile, tile.is_inferred) for tile in reading.tiles[11:]] == [
        ("5p", False),
        ("5p", True),
        ("5p", False),
    ]


def test_face_down_tiles_that_complete_a_legal_hand_are_blank_white_dragons() -> None:
    reading = read(row("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z back back back"))
    assert (reading.text, reading.is_legal) == ("123m 555p 789s 22555z", True)
    assert [tile.is_inferred for tile in reading.tiles] == [False] * 11 + [True] * 3
    assert [decoded.candidate.backs_belong for decoded in reading.candidates].count(True) == 1


class FakeReader:
    """Detects given tiles in any photo: some at first, others at each scale.

    Attributes:
        scales: the scales that were asked for.
    """

    retry_scales = (1.25, 0.85, 0.7)

    def __init__(self, first: list[Detection], *further: list[Detection] | None) -> None:
        self._first = first
        self._further = dict(zip(self.retry_scales, further, strict=False))
        self.scales: list[float] = []

    def detect(self, photo: Photo) -> list[Detection]:
        del photo
        return self._first

    def detect_at_scale(
        self, photo: Photo, detections: Sequence[Detection], scale: float
    ) -> list[Detection] | None:
        del photo
        assert detections == self._first
        self.scales.append(scale)
        return self._further[scale]

    def read(self) -> HandReading:
        photo = Photo.of(np.full((1200, 1600, 3), 128, np.uint8))
        return read_opened(photo, self, "zung-jung").reading


#: Thirteen tiles that neither win nor wait.
NO_HAND = "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 6z 7z"


def test_another_scale_is_tried_if_two_tiles_were_detected_as_one() -> None:
    whole = row(WINNING)
    middle_box = np.float32(0.5) * (whole[3].box + whole[4].box)
    two_as_one = replace(whole[4], box=middle_box, score=0.6)
    first = [*whole[:3], two_as_one, *whole[5:]]
    assert not read(first).is_legal
    reader = FakeReader(first, first[:-1], whole, first)
    reading = reader.read()
    assert (reading.text, reading.is_legal) == ("123m 555p 789s 22266z", True)
    assert reader.scales == [1.25, 0.85]


def test_the_first_reading_stays_if_no_scale_shows_a_legal_hand() -> None:
    first = [*row(WINNING)[:12], seen("9m", 50 + 31 * 12, 500, sure=0.6, other="1m")]
    reading = FakeReader(first, row(NO_HAND), None, None).read()
    assert (reading.text, reading.is_legal) == ("1239m 555p 789s 222z", False)


@pytest.mark.parametrize(
    ("faces", "text"), [(WINNING, "123m 555p 789s 22266z"), ("1m 2m 3m", "123m")]
)
def test_no_other_scale_is_tried_for_a_legal_hand_or_few_tiles(faces: str, text: str) -> None:
    reader = FakeReader(row(faces))
    assert reader.read().text == text
    assert reader.scales == []


@pytest.mark.parametrize(("count", "scales"), [(6, []), (7, [1.25])])
def test_another_scale_is_tried_if_half_of_the_tiles_were_detected(
    count: int, scales: list[float]
) -> None:
    reader = FakeReader(row(WINNING)[:count], row(WINNING))
    reader.read()
    assert reader.scales == scales


def test_no_more_scales_are_tried_after_the_same_reading_twice() -> None:
    reader = FakeReader(row(NO_HAND), row(NO_HAND), row(WINNING))
    assert reader.read().text == "123m 555p 789s 2267z"
    assert reader.scales == [1.25]


def test_a_scale_that_shows_too_few_tiles_is_skipped() -> None:
    reader = FakeReader(row(NO_HAND), None, row(WINNING))
    assert reader.read().text == "123m 555p 789s 22266z"
    assert reader.scales == [1.25, 0.85]


@pytest.mark.parametrize(
    ("rules", "quad", "text"),
    [("zung-jung", "(5555z)", "back 5z 5z back"), ("fimj", "[5555z]", "5z 5z 5z 5z")],
)
@pytest.mark.parametrize("seen_as", ["back back 5z back", "back 5z back back"])
def test_four_tiles_apart_that_show_nothing_are_white_dragons(
    rules: str, quad: str, text: str, seen_as: str
) -> None:
    hand = [*row("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z"), *row(seen_as, 50 + 31 * 12)]
    reading = read(hand, rules)
    assert (reading.text, reading.is_legal) == (f"123m 555p 789s 22z {quad}", True)
    assert " ".join(tile.tile for tile in reading.tiles[11:]) == text
    assert {tile.role for tile in reading.tiles[11:]} == {"meld"}


def test_a_flower_read_as_another_tile_is_recognised_among_flowers() -> None:
    # Only flowers may be as far from the row as this.
    flowers = [
        seen("2f", 50 - 31 * 8, 500),
        seen("1s", 50 - 31 * 7, 500, sure=0.6, other="4g"),
        seen("3g", -136, 500),
    ]
    reading = read([*row(WINNING), *flowers])
    assert (reading.text, reading.is_legal) == ("123m 555p 789s 22266z 2f 34g", True)
    assert [tile.role for tile in reading.tiles[:3]] == ["bonus"] * 3


def test_a_rule_can_be_switched_off_by_its_name() -> None:
    tiles = row("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z back back back")
    without_rule = ReadingSettings(without=frozenset(["backs-of-hand"]))
    assert read_hand(tiles, "zung-jung").is_legal
    assert not read_hand(tiles, "zung-jung", without_rule).is_legal


def test_a_rule_that_does_not_exist_cannot_be_switched_off() -> None:
    message = r"without: expected names of LAYOUT_RULES, got \['no rule'\]"
    with pytest.raises(ValueError, match=message):
        ReadingSettings(without=frozenset(["no rule"]))  # type: ignore[list-item]


def red_fives(*probabilities: float) -> list[Detection]:
    """``WINNING``, whose three 5p are red with these probabilities."""
    detections = row(WINNING)
    for place, probability in enumerate(probabilities, start=3):
        detections[place] = replace(detections[place], red=probability)
    return detections


def test_red_fives_are_read_by_rules_that_have_them() -> None:
    reading = read(red_fives(0.0, 0.97, 0.4), "riichi")
    assert reading.text == "123m 055p 789s 22266z"
    assert [tile.code for tile in reading.tiles[3:6]] == ["5p", "0p", "5p"]
    assert [doubt.why for doubt in reading.doubts if doubt.about == "face"] == [
        "0p or 5p: the ink's colour does not tell"
    ]


def test_red_fives_are_plain_fives_by_rules_without_them() -> None:
    reading = read(red_fives(0.0, 0.97, 0.4))
    assert reading.text == "123m 555p 789s 22266z"
    assert all(tile.red_probability is None for tile in reading.tiles)


def test_no_more_fives_are_red_than_any_table_has() -> None:
    reading = read(red_fives(0.8, 0.97, 0.9), "riichi")
    assert [tile.code for tile in reading.tiles[3:6]] == ["5p", "0p", "0p"]
    assert reading.hand.red == ("5p", "5p")
    # The colours contradict the rules, so the uncertain fives are asked about.
    asked = [doubt.tile for doubt in reading.doubts if doubt.id == "red-or-plain"]
    assert reading.tiles[3].index in asked


@pytest.mark.parametrize("options", [{"preset": "tenhou"}, {}])
def test_no_more_fives_are_red_than_the_tiles_of_a_table_have(options: dict[str, str]) -> None:
    reading = read(red_fives(0.8, 0.97, 0.9), "riichi")
    limited = with_fewer_red_fives(reading, rule_set("riichi").most_red_fives(options))
    assert [tile.code for tile in limited.tiles[3:6]] == ["5p", "0p", "5p"]
    assert limited.hand.red == ("5p",)
    probabilities = [tile.red_probability for tile in limited.tiles[3:6]]
    assert sum(probability or 0 for probability in probabilities) <= 1
    asked = [doubt.tile for doubt in limited.doubts if doubt.id == "red-or-plain"]
    assert limited.tiles[4].index in asked


def test_two_fives_of_dots_can_be_red_at_a_table_with_four_red_fives() -> None:
    reading = read(red_fives(0.8, 0.97, 0.9), "riichi")
    most = rule_set("riichi").most_red_fives({"preset": "tenhou", "red_fives": "4"})
    assert with_fewer_red_fives(reading, most) == reading


def test_rules_without_red_fives_have_none_at_most() -> None:
    assert rule_set("mcr").most_red_fives({}) == {}


def test_a_sliver_at_the_edge_of_the_photo_is_asked_about() -> None:
    whole = row(WINNING)
    sliver = replace(whole[-1], box=whole[-1].box.copy())
    sliver.box[1:3, 0] -= 16
    photo = Photo("cut.jpg", np.zeros((600, 474, 3), np.uint8), (right_edge(sliver), 600))
    doubt = add_photo_doubts(read([*whole[:-1], sliver]), photo).doubts[0]
    assert doubt.why == "6z, cut off by the photo's edge, or no tile of the hand"
    assert doubt.tile is not None

    wider_photo = replace(photo, size=(right_edge(whole[-1]), 600))
    assert add_photo_doubts(read(whole), wider_photo).doubts == read(whole).doubts


def test_a_small_tile_away_from_the_edge_of_the_photo_is_not_cut_off() -> None:
    tiles = row(WINNING)
    small_box = 0.7 * (tiles[-1].box - tiles[-1].center) + tiles[-1].center
    tiles[-1] = replace(tiles[-1], box=small_box.astype(np.float32))
    reading = read(tiles)
    assert reading.text == "123m 555p 789s 22266z"
    photo = Photo("small.jpg", np.full((600, 800, 3), 128, np.uint8), (800, 600))
    assert add_photo_doubts(reading, photo).doubts == reading.doubts


def test_a_tile_outside_the_hand_may_be_cut_off() -> None:
    neighbours_tile = seen("9p", 5, 100)
    reading = read([*row(WINNING), neighbours_tile])
    photo = Photo.of(np.full((600, 800, 3), 128, np.uint8))
    assert reading.tiles[14].role == "other"
    assert add_photo_doubts(reading, photo).doubts == reading.doubts
    assert advise(photo, reading) == ()


def test_advice_is_about_tiles_in_doubt_and_tiles_cut_off() -> None:
    # Every face of the grey photo is blurred, but only one is unclear.
    tiles = row(NO_HAND)
    tiles[4] = unsure(tiles[4], {"5p": 0.6, "6p": 0.35})
    whole = Photo("grey.jpg", np.full((600, 800, 3), 128, np.uint8), (800, 600))
    assert advise(whole, read(tiles)) == (Advice("blurred", (4,)),)
    narrow = replace(whole, size=(right_edge(tiles[-1]), 600))
    assert advise(narrow, read(tiles)) == (Advice("cut", (12,)), Advice("blurred", (4,)))


def test_bad_light_is_named_if_a_face_is_in_doubt_or_no_hand_wins() -> None:
    dark = Photo.of(np.full((600, 800, 3), 4, np.uint8))
    unclear = row(WINNING)
    unclear[1] = seen("9p", 81, 500, sure=0.97, other="2m")
    for tiles in (unclear, row(NO_HAND)):
        assert add_photo_doubts(read(tiles), dark).doubts[-1].id == "light"


def right_edge(tile: Detection) -> int:
    return int(tile.box[:, 0].max())


def whys(reading: HandReading) -> list[str]:
    """The sentences of a reading's doubts."""
    return [doubt.why for doubt in reading.doubts]


def test_a_flower_left_out_beside_the_hand_is_asked_about_if_flowers_count() -> None:
    flower = seen("3f", 300, 350)
    sideways_flower = replace(flower, box=flower.box[[1, 2, 3, 0]])
    table = [*row(WINNING), sideways_flower]
    why = "3f beside the hand: the winner's, another player's or no tile"
    assert why in whys(read(table))
    assert why not in whys(read(table, "riichi"))


def asks_about_flower(flower: Detection, *others: Detection) -> bool:
    """Whether a flower that lies across is asked about beside a winning hand."""
    sideways_flower = replace(flower, box=flower.box[[1, 2, 3, 0]])
    reading = read([*row(WINNING), *others, sideways_flower])
    return "flower-aside" in [doubt.id for doubt in reading.doubts]


def test_only_clear_flowers_near_the_hand_that_it_lacks_are_asked_about() -> None:
    assert asks_about_flower(seen("3f", 300, 350))
    assert not asks_about_flower(seen("3f", 300, 200))
    assert not asks_about_flower(seen("3f", 300, 350, sure=0.45))
    assert not asks_about_flower(replace(seen("3f", 300, 350), score=0.4))
    own_flower = seen("3f", 50 - 31 * 2, 500)
    assert not asks_about_flower(seen("3f", 300, 350), own_flower)


def test_of_an_unclear_tile_only_faces_that_it_may_show_are_offered() -> None:
    tiles = row(NO_HAND)
    tiles[12] = unsure(tiles[12], {"7z": 0.6, "9p": 0.38, "1s": 0.01})
    doubts = [doubt for doubt in read(tiles).doubts if doubt.id == "unclear-face"]
    assert [doubt.parameters["faces"] for doubt in doubts] == [("7z", "9p")]


def test_no_more_than_four_unclear_faces_are_asked_about() -> None:
    tiles = [
        unsure(tile, {tile.tile: 0.6}) for tile in row("1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z 6z")
    ]
    reading = read(tiles)
    assert len(reading.hand.tiles) == 13
    assert [doubt.id for doubt in reading.doubts].count("unclear-face") == 4


def test_a_second_row_that_neither_wins_nor_waits_is_no_second_hand() -> None:
    far_row = row("1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z 6z", y=100)
    reading = read([*far_row, *row(WINNING)])
    assert reading.text == "123m 555p 789s 22266z"
    assert reading.second_hand == ()


def test_no_more_than_three_candidates_are_tried_for_a_second_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [row("1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z 6z", y=200 * number) for number in range(6)]
    table = [tile for tiles in rows for tile in tiles]
    context = ReadingContext(rule_set("zung-jung"), ReadingSettings(), SearchBudget())
    scene = measure_scene(table)
    best = decode_candidate(scene, next(hand_candidates(scene)), context)
    decoded: list[Candidate | None] = []

    def decode(scene: Scene, candidate: Candidate | None, context: ReadingContext) -> object:
        decoded.append(candidate)
        return decode_candidate(scene, candidate, context)

    monkeypatch.setattr("hu.app.reading.compare.decode_candidate", decode)
    assert find_second_hand(scene, best, context) == ()
    assert len(decoded) == 3


def test_an_unlikely_face_of_a_winning_hand_is_asked_about_once() -> None:
    detections = row(WINNING)
    detections[1] = seen("9p", 81, 500, sure=0.97, other="2m")
    doubts_about_tiles = [doubt for doubt in read(detections).doubts if doubt.tile is not None]
    (doubt,) = doubts_about_tiles
    assert doubt.why == "2m for the winning hand, though it looks like 9p"


@pytest.mark.parametrize("claimed", [">1p 2p 3p", "1p >2p 3p"])
def test_a_tile_beside_four_claimed_melds_waits_for_a_pair_whoever_discarded(claimed: str) -> None:
    table = laid(f"2p | {claimed} | 7m >7m 7m | >1z 1z 1z | 9p 9p >9p")
    scene = measure_scene(photographed(table))
    context = ReadingContext(rule_set("zung-jung"), ReadingSettings(), SearchBudget())
    first_candidate = next(hand_candidates(scene))
    assert decode_candidate(scene, first_candidate, context).is_hand


def test_a_missing_tile_is_looked_for_in_the_widest_gap_but_not_beside_a_flower() -> None:
    # One 5s is hidden by glare. The flower is nearly a tile's width from the hand.
    hand = [*row("2m 3m 4m 5m 6m 7m"), *row("5s 1p 2p 3p 7z 7z 7z", x=50 + 31 * 7)]
    flower = seen("1f", 50 - 31 * 1.9, 500, sure=0.994, other="5s")
    reading = read([flower, *hand])
    assert reading.hand.bonus == ("1f",)
    assert "no winning hand: a tile may be missing between 7m and 5s" in whys(reading)
    assert not any("1f, or 5s" in why for why in whys(reading))


def test_no_tile_is_missing_among_as_many_tiles_as_win() -> None:
    hand = [*row("2m 3m 4m 5m 6m 7m"), *row("5s 1p 2p 3p 7z 7z 7z 9s", x=50 + 31 * 7)]
    assert "no winning hand: 14 tiles, flowers not counted" in whys(read(hand))


@pytest.mark.parametrize(("level", "light"), [(253, "overexposed"), (4, "too dark")])
def test_bad_light_that_hides_the_tiles_is_named_instead_of_the_distance(
    level: int, light: str
) -> None:
    photo = Photo("light.jpg", np.full((600, 800, 3), level, np.uint8), (800, 600))
    (doubt,) = add_photo_doubts(read([]), photo).doubts
    assert light in doubt.why
    assert "closer" not in doubt.why


@pytest.mark.parametrize("level", [253, 4])
def test_a_hand_without_a_doubt_about_a_face_needs_no_other_light(level: int) -> None:
    photo = Photo("light.jpg", np.full((600, 800, 3), level, np.uint8), (800, 600))
    winning = read(row(WINNING))
    assert add_photo_doubts(winning, photo).doubts == winning.doubts


def test_a_flower_within_a_row_that_lacks_a_tile_may_be_a_tile_in_glare() -> None:
    reading = read(row("2m 3m 4m 5m 6m 7m 4f 5s 1p 2p 3p 7z 7z 7z"))
    assert "4f between 7m and 5s, or a tile in glare" in whys(reading)


@pytest.mark.parametrize(
    "faces",
    [
        "1m 2m 3m 4f 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z",
        "4f 2m 3m 4m 5m 6m 7m 5s 1p 2p 3p 7z 7z 7z",
    ],
    ids=["within a hand that wins", "at the end of a row"],
)
def test_another_flower_is_no_tile_in_glare(faces: str) -> None:
    assert not any("glare" in why for why in whys(read(row(faces))))


# With the smaller probability, the faces of the winning hand cost less than the limit of hands that
# wait. But the hand has all its tiles, and waits for none.
@pytest.mark.parametrize("sure", [0.8, 0.68])
def test_clear_faces_are_likelier_than_a_win_with_two_unlikely_faces(sure: float) -> None:
    hand = row(WINNING)
    hand[1] = seen("9m", 50 + 31 * 1, 500, sure=sure, other="2m")
    hand[7] = seen("3s", 50 + 31 * 7, 500, sure=sure, other="8s")
    reading = read(hand)
    assert (reading.text, reading.is_legal) == ("139m 555p 379s 22266z", False)
    assert "9m, or 2m, which would make a winning hand" in whys(reading)
    # One unlikely face is a likelier mistake than a hand that does not win.
    hand[7] = row(WINNING)[7]
    assert read(hand).text == "123m 555p 789s 22266z"


# Without its stray, the hand is laid out again as a further candidate. That is no other hand.
@pytest.mark.parametrize("strays", [[], [EDGE]])
def test_a_second_hand_is_the_runner_up_of_a_hand_with_or_without_a_stray(
    strays: list[Detection],
) -> None:
    hand = row("1m 2m 3m 5p 5p 5p 7s 8s 9s 6z 6z 2z 2z 2z")
    far_hand = row("1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 1s 1s 3s 3s", y=200)
    reading = read([*hand, *strays, *far_hand])
    assert reading.text == "123m 555p 789s 22266z"
    runner_up = find_runner_up(reading, "zung-jung")
    assert runner_up is not None
    assert runner_up.reading.text == "123456789p 11133s"


def test_the_runner_up_is_the_likeliest_of_all_candidates_not_of_the_nearest_tiles() -> None:
    hand = row("1m 2m 3m 5p 5p 5p 7s 8s 9s 6z 6z 2z 2z 2z", y=900)
    # The row of loose tiles is nearer to the place of a hand than the far hand.
    loose = row("1p 3p 6p 8p 9m 1s 4s 7s 1z 2z 3z 4z 5z 7z", y=500)
    far_hand = row("1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 1s 1s 3s 3s", y=200)
    runner_up = find_runner_up(read([*hand, *loose, *far_hand]), "zung-jung")
    assert runner_up is not None
    assert runner_up.reading.text == "123456789p 11133s"


def doubtful(count: int) -> list[Detection]:
    """Detections in rows of twenty, each of which may be any of five tiles."""
    rng = np.random.default_rng(count)
    detections = []
    for number in range(count):
        detection = seen("1m", x=50 + 31 * (number % 20), y=100 + 41 * (number // 20))
        probabilities = np.zeros(len(CLASSES), dtype=np.float32)
        probabilities[rng.choice(len(KINDS), 5, replace=False)] = 0.2
        detections.append(replace(detection, probabilities=probabilities, score=0.3))
    return detections


@pytest.mark.parametrize(
    ("detections", "why"),
    [
        ([], "no mahjong tiles found"),
        (row("1m"), "no hand among them: crop the photo to the hand"),
        (row(WINNING)[:13], "no winning hand: 13 tiles"),
        ([*row(WINNING), *row(WINNING, y=541)], "28 tiles are two hands: crop the photo to one"),
        (doubtful(200), "no mahjong tiles found"),
        (doubtful(300), "no mahjong tiles found"),
    ],
    ids=["none", "one", "thirteen", "two-hands", "200", "300"],
)
def test_bad_input_is_answered_in_few_lines_within_the_step_budget(
    detections: list[Detection], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[SearchBudget] = []

    def make_budget() -> SearchBudget:
        budget = SearchBudget()
        budgets.append(budget)
        return budget

    monkeypatch.setattr("hu.app.reading.read.SearchBudget", make_budget)
    reading = read(detections)
    assert why in reading.doubts[-1].why or why in reading.doubts[0].why
    assert len(reading.doubts) <= 6
    assert all("\n" not in doubt.why for doubt in reading.doubts)
    # Work that has begun may end a little beyond the bound.
    (budget,) = budgets
    assert budget.steps > -0.1 * MOST_STEPS


def test_the_budget_is_enough_if_several_candidates_are_no_hand() -> None:
    (case,) = way_cases("ahead", range(901, 902))
    readings = [read(look.detections) for look in pinhole()(case)]
    assert str(readings[0].hand) == str(case.hand)


def read_rows(*rows: tuple[str, float]) -> HandReading:
    """Read rows of tiles, each given with its distance from the player."""
    placed = []
    for text, y in rows:
        placed += laid(text, 0.0, y)
    return read_hand(photographed(placed), "zung-jung")


@pytest.mark.parametrize(
    ("claimed", "meld"),
    [(">2p 2p 2p", "[123p]"), ("2p >2p 2p", "[222p]"), ("2p 2p >2p", "[222p]")],
)
def test_a_sequence_was_rather_claimed_from_the_left(claimed: str, meld: str) -> None:
    # The outer tiles look a little more like the ends of a sequence.
    detections = photographed(laid(f"1m 2m 3m 4m 5m 6m 7s 8s 9s 2z 2z | {claimed}"))
    detections[11] = unsure(detections[11], {"1p": 0.55, "2p": 0.44})
    detections[13] = unsure(detections[13], {"3p": 0.55, "2p": 0.44})
    assert read(detections).text == f"123456m 789s 22z {meld}"


@pytest.mark.parametrize("claimed", ["1p >2p 3p", "1p 2p >3p"])
def test_a_clear_sequence_claimed_from_another_player_is_read_and_asked_about(claimed: str) -> None:
    reading = read(photographed(laid(f"1m 2m 3m 4m 5m 6m 7s 8s 9s 2z 2z | {claimed}")))
    assert (reading.text, reading.is_legal) == ("123456m 789s 22z [123p]", True)
    assert [doubt.id for doubt in reading.doubts if doubt.about == "role"] == ["claimed-from"]


@pytest.mark.parametrize("claimed", ["2p >2p 2p", ">1p 2p 3p"])
def test_no_other_claim_is_asked_about(claimed: str) -> None:
    reading = read(photographed(laid(f"1m 2m 3m 4m 5m 6m 7s 8s 9s 2z 2z | {claimed}")))
    assert "claimed-from" not in [doubt.id for doubt in reading.doubts]


def test_a_meld_in_a_row_of_its_own_is_asked_about_with_its_tiles() -> None:
    reading = read_rows(("1p 1p 3p 3p 3p 5p 5p 7p 7p 7p", 1.8), ("8p 8p 8p", 0.0))
    assert reading.text == "1133355777p [888p]"
    assert doubt_records(reading)[0] == Doubt(
        id="claimed-or-concealed",
        tile=10,
        tiles=(10, 11, 12),
        why="888p: claimed or concealed",
        parameters={"tiles": ("8p", "8p", "8p")},
        about="role",
        as_read="claimed",
    )


def test_a_doubt_says_whether_the_score_depends_on_it() -> None:
    reading = read_rows(("1p 1p 3p 3p 3p 5p 5p 7p 7p 7p", 1.8), ("8p 8p 8p", 0.0))
    # One scorer counts melds on the table, the other one does not look at them.
    by_melds = add_score_impact(reading, lambda hand: len(hand.melds))
    assert by_melds.doubts[0].changes_score is True
    by_tiles = add_score_impact(reading, lambda hand: sorted(hand.tiles))
    assert by_tiles.doubts[0].changes_score is False


@pytest.mark.parametrize(
    ("hand", "faces", "as_read", "other"),
    [
        ("123m 55p 888p", "8p 8p 8p", "concealed", "123m 55p [888p]"),
        ("123m 55p [888p]", "8p 8p 8p", "claimed", "123m 55888p"),
        ("55p (8888p)", "8p 8p 8p 8p", "concealed", "55p [8888p]"),
        ("55p [8888p]", "8p 8p 8p 8p", "claimed", "55p (8888p)"),
        ("55p 88p", "8p 8p 8p", "concealed", None),
        ("55p 888p", "8p 8p 8p", "claimed", None),
    ],
)
def test_a_hand_can_be_read_the_other_way(
    hand: str, faces: str, as_read: str, other: str | None
) -> None:
    other_hand = read_otherwise(Hand.from_text(hand), faces.split(), as_read)  # type: ignore[arg-type]
    text = None if other_hand is None else str(other_hand)
    assert text == other


def test_the_score_may_change_if_the_hand_cannot_be_read_the_other_way() -> None:
    assert changes_score(Hand.from_text("55p 88p"), ["8p"] * 3, "concealed", str)


def test_the_face_of_the_runner_up_is_asked_about_first() -> None:
    # The pair is of 9p or of 1s, and the hand wins with either.
    detections = row("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 9p 9p")
    for place in (12, 13):
        detections[place] = seen("9p", 50 + 31 * place, 500, sure=0.6, other="1s")
    reading = read(detections)
    assert len(reading.candidates[0].search.hands) == 2
    first_doubts = [(doubt.id, doubt.tile, doubt.why) for doubt in reading.doubts[:2]]
    assert first_doubts == [
        ("other-winning-face", 12, "9p or 1s"),
        ("other-winning-face", 13, "9p or 1s"),
    ]


def test_a_runner_up_that_is_much_less_likely_is_not_asked_about() -> None:
    detections = row("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 9p 9p")
    for place in (12, 13):
        detections[place] = seen("9p", 50 + 31 * place, 500, sure=0.97, other="1s")
    assert "other-winning-face" not in [doubt.id for doubt in read(detections).doubts]


def test_runners_up_are_added_to_a_hand_that_was_compared_with_none() -> None:
    table = [*row(WINNING), *row("2s 9m 1z 4p 8s 3m 6p", y=100), *row("3s 8m 2z 5p", y=900)]
    reading = read(table)
    assert len(reading.candidates) == 1
    explained = add_runners_up(reading, "zung-jung")
    assert len(explained.candidates) == 3
    assert explained.candidates[0] is reading.candidates[0]
    assert explained.candidates[1].cost <= explained.candidates[2].cost
    assert explained.doubts == reading.doubts


def test_readings_describe_themselves_in_a_line() -> None:
    many = [tile for y in range(100, 900, 100) for tile in row(WINNING, y=y)]
    reading = read(many)
    assert len(repr(reading)) < 2_000
    assert "\n" not in repr(reading)
    assert repr(reading).startswith(f"<HandReading '{reading.text}', {len(many)} tiles")
    for value in (*reading.tiles, *reading.doubts):
        assert len(repr(value)) < 2_000
