"""Why a photo was read as it was, as the page says it."""

from dataclasses import replace

import pytest
from msgspec import structs
from playwright.sync_api import expect

from hu.app.i18n import LANGUAGES, texts
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.editing.steps import SetFace
from hu.app.page.draft.state import Draft, Rack
from hu.app.page.effects.photos import FindReading
from hu.app.page.events.photos import ReadingFound
from hu.app.page.gestures.parsing import parse_gesture
from hu.app.page.gestures.photos import TakeReading
from hu.app.page.parts.reasons import PhotoWhy, TileWhy, WhyLine
from hu.app.page.photos.photo import SeenPhoto, read_upload
from hu.app.page.photos.reader import network_reader
from hu.app.page.reduce import apply
from hu.app.page.state import State
from hu.app.page.view.why import why_view
from hu.app.reading.build import hand_of
from hu.app.reading.hands import new_context
from hu.app.reading.model import HandReading
from hu.app.reading.read import read_hand
from hu.app.reading.runner_up import find_runner_up, find_runner_up_at_side
from hu.app.records.doubt import Doubt
from tests.app.page.driving import Visitor
from tests.app.page.recorded import SAMPLE
from tests.app.page.test_browser_looks import check
from tests.app.reading.test_hands import at
from tests.laid_tables import laid, photographed, unsure

RULES = "zung-jung"


@pytest.fixture(scope="module")
def sample() -> SeenPhoto:
    """The sample as the networks read it."""
    return read_upload(network_reader(), SAMPLE.read_bytes(), SAMPLE.name, RULES)


def explain(photo: SeenPhoto, rack: Rack | None = None, language: str = "en") -> PhotoWhy:
    """The explanation of a photo.

    Args:
        photo: the photo.
        rack: the rack that it was taken for. None for the hand as it was read.
        language: the language of the texts.
    """
    if rack is None:
        rack = Rack(History(photo.hand), photo.key)
    why = why_view(texts(language), photo, rack)
    assert why is not None
    return why


def of_face(photo: SeenPhoto, why: PhotoWhy, face: str) -> TileWhy:
    """The explanation of the first tile with a face.

    Args:
        photo: the photo.
        why: its explanation.
        face: the face.
    """
    number = next(tile.id for tile in photo.hand.tiles if tile.face == face)
    return why.tiles[str(number)]


def titles(why: TileWhy) -> list[str]:
    """The titles of the sections about a tile."""
    return [section.title for section in why.sections]


def test_a_claimed_meld_says_what_made_it_one(sample: SeenPhoto) -> None:
    why = of_face(sample, explain(sample), "7z")
    assert why.faces[0].name == "Red dragon"
    assert why.faces[0].share > 0.9
    section = next(part for part in why.sections if part.title == "Read as: claimed")
    lines = {line.text: line for line in section.lines}
    assert lines["A sideways tile"].speaks == "for"
    assert float(lines["A sideways tile"].weight) > 0


def test_a_probability_is_written_as_its_language_writes_it(sample: SeenPhoto) -> None:
    english = of_face(sample, explain(sample), "7z").faces[0]
    german = of_face(sample, explain(sample, language="de"), "7z").faces[0]
    assert english.text == f"{round(100 * english.share)}%"
    assert german.text == f"{round(100 * english.share)} %"


def test_the_winning_tile_says_that_it_lies_apart(sample: SeenPhoto) -> None:
    why = of_face(sample, explain(sample), "2p")
    section = next(part for part in why.sections if part.title == "Read as: winning")
    assert "gap of" in section.lines[0].text


def test_a_tile_left_out_says_why() -> None:
    around = photographed(laid("9p", 20.0, 8.0))
    hand = photographed(laid("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z"))
    reading = read_hand([*hand, *around], RULES)
    photo = _photo_of(reading)
    why = explain(photo).tiles["15"]
    assert titles(why) == ["This tile"]
    assert why.sections[0].lines[0].text == "It is not part of the hand:"


def test_a_tile_that_lies_sideways_says_so() -> None:
    photo = _photo_of(read_hand(photographed(laid("1m 2m 3m 7s 8s 9s 6z 6z | >2z 2z 2z")), RULES))
    line = texts("en")("explain.sideways")
    tiles = explain(photo).tiles.items()
    assert [number for number, why in tiles if line in lines_of(why)] == ["9"]


def test_a_tile_that_was_read_by_a_numeral_says_so() -> None:
    tiles = photographed(laid("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z"))
    tiles[3] = replace(tiles[3], numeral="5")
    photo = _photo_of(read_hand(tiles, RULES))
    line = "It was read by the numeral 5 in the corner of its face."
    explained = explain(photo).tiles.items()
    assert [number for number, why in explained if line in lines_of(why)] == ["4"]


def _photo_of(reading: HandReading) -> SeenPhoto:
    """A photo with this reading and its runner-up."""
    photo = read_upload(lambda *_: (reading, ()), SAMPLE.read_bytes(), SAMPLE.name, RULES)
    assert photo.reading is not None
    return photo


def test_evidence_for_a_claimed_meld_speaks_against_a_concealed_one() -> None:
    # A hand shown in melds: nothing stands, so that no meld was claimed.
    melds = "1m 2m 3m", "5p 5p 5p", "7s 8s 9s", "2z 2z 2z", "6z 6z"
    detections = []
    for number, meld in enumerate(melds):
        detections += laid(meld, number * 5.0)
    photo = _photo_of(read_hand(photographed(detections), RULES))
    why = of_face(photo, explain(photo), "5p")
    line = lines_of(why)["The whole hand is shown in melds"]
    assert line.speaks == "for"
    assert line.weight.startswith("+")
    assert "What the photo leaves open" in titles(why)


def lines_of(why: TileWhy) -> dict[str, WhyLine]:
    """The reasons for a tile, by their texts."""
    lines = {}
    for section in why.sections:
        for line in section.lines:
            lines[line.text] = line
    return lines


def test_a_meld_beside_a_fimj_rack_says_what_made_it_a_claimed_one() -> None:
    rack = laid("1m 2m 3m 5p 5p 5p 9s 9s 7s 8s")
    photo = _photo_of(read_hand(photographed([*rack, *laid("2z 2z 2z", 12.0)]), "fimj"))
    lines = lines_of(of_face(photo, explain(photo), "2z"))
    for reason in ("Other tiles stand together", "A triplet or quad that lies apart"):
        assert lines[reason].speaks == "for"
    assert of_face(photo, explain(photo), "2z").faces[0].name == "South wind"


def test_a_sequence_of_a_fimj_hand_shown_in_melds_says_why_it_is_concealed() -> None:
    melds = "1m 2m 3m", "5p 6p 7p", "7s 8s 9s", "2s 3s 4s", "6z 6z"
    detections = []
    for number, meld in enumerate(melds):
        detections += laid(meld, number * 5.0)
    photo = _photo_of(read_hand(photographed(detections), "fimj"))
    lines = lines_of(of_face(photo, explain(photo), "5p"))
    assert lines["The whole hand is shown in melds"].speaks == "for"


def test_a_sideways_tile_on_a_fimj_rack_says_that_it_marks_a_concealed_meld() -> None:
    rack = laid("1m 2m 3m 5p 5p 5p 9s 9s 7s 8s")
    photo = _photo_of(read_hand(photographed([*rack, *laid("2z >2z 2z", 12.0)]), "fimj"))
    why = of_face(photo, explain(photo), "2z")
    assert "Read as: concealed" in titles(why)
    line = lines_of(why)["A sideways tile, which marks a concealed meld on a rack"]
    assert line.speaks == "for"


def test_the_same_tiles_without_a_winning_tile_are_no_runner_up() -> None:
    hand = laid("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z | 6z")
    reading = read_hand(photographed(hand), RULES)
    chosen = reading.candidates[0]
    assert reading.hand.winning == "6z"
    tiles = []
    for tile in chosen.layout.tiles:
        role = "concealed" if tile.role == "winning" else tile.role
        tiles.append(replace(tile, role=role))
    layout = replace(chosen.layout, tiles=tuple(tiles))
    other = replace(chosen, layout=layout)
    assert hand_of(other) != hand_of(chosen)
    two_candidates = replace(reading, candidates=(chosen, other))
    assert find_runner_up_at_side(two_candidates, RULES) is None


def test_the_rack_of_another_player_on_a_photo_of_the_table_has_a_runner_up() -> None:
    winners = at("left", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z")
    others = at("right", "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p | | | 9m 9m 9m")
    reading = read_hand([*winners, *others], "fimj")
    photo = read_upload(lambda *_: (reading, ()), SAMPLE.read_bytes(), SAMPLE.name, "fimj")
    (rack,) = photo.other_hands
    assert rack.runner_up is not None
    assert [tile.face for tile in rack.runner_up.hand.tiles] == [
        "2s", "3s", "4s", "4s", "6s", "7s", "8s", "1p", "2p", "3p",
    ]  # fmt: skip
    why = explain(rack)
    assert [choice.reading for choice in why.choices] == ["likeliest", "runner-up"]
    assert why.sections[0].lines[0].text == "Number of tiles"


def test_the_hand_names_its_runner_up_and_what_speaks_against_it(sample: SeenPhoto) -> None:
    why = explain(sample)
    assert [choice.reading for choice in why.choices] == ["likeliest", "runner-up"]
    assert [bool(choice.label) for choice in why.choices] == [False, True]
    decided = why.sections[0]
    assert decided.title == "Against the runner-up"
    assert decided.lines[0].speaks == "against"
    assert decided.lines[0].weight.startswith("−")


def test_with_the_runner_up_on_the_rack_the_likeliest_can_be_had_back(sample: SeenPhoto) -> None:
    assert sample.runner_up is not None
    rack = Rack(History(sample.runner_up.hand), sample.key)
    assert [bool(choice.label) for choice in explain(sample, rack).choices] == [True, False]
    # A correction does not change which reading it was.
    tile = sample.runner_up.hand.tiles[0]
    corrected = replace(rack, history=rack.history.then(SetFace(tile.id, "9m")))
    assert [bool(choice.label) for choice in explain(sample, corrected).choices] == [True, False]


def test_a_hand_without_a_runner_up_says_so() -> None:
    reading = read_hand(photographed(laid("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z")), RULES)
    assert find_runner_up(reading, RULES) is None
    why = explain(_photo_of(reading))
    assert why.sections[0].lines[0].text == "No other hand came close."


def test_another_winning_hand_of_the_same_tiles_is_the_runner_up() -> None:
    detections = photographed(laid("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 9p 9p"))
    for place in (12, 13):
        detections[place] = unsure(detections[place], {"9p": 0.6, "1s": 0.4})
    runner_up = find_runner_up(read_hand(detections, RULES), RULES)
    assert runner_up is not None
    assert runner_up.reading.text == "123m 555p 11789s 222z"
    assert runner_up.deciding.id == "faces"
    assert runner_up.deciding.log_odds > 0
    assert new_context(RULES).rules.name == RULES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_no_option_of_a_command(sample: SeenPhoto, language: str) -> None:
    doubt = Doubt(id="second-hand", tile=None, why="", about="photo", parameters={"count": 13})
    assert sample.reading is not None
    photo = replace(sample, reading=replace(sample.reading, doubts=(doubt,)))
    text = explain(photo, language=language).sections[-1].lines[0].text
    assert "13" in text
    assert "--all" not in text


def test_a_face_of_no_percent_is_not_shown(sample: SeenPhoto) -> None:
    assert sample.reading is not None
    tile = structs.replace(sample.reading.tiles[0], alternatives=(("4g", 0.005), ("9m", 0.006)))
    tiles = (tile, *sample.reading.tiles[1:])
    photo = replace(sample, reading=replace(sample.reading, tiles=tiles))
    why = explain(photo).tiles[str(sample.reading.numbers[0])]
    assert [face.text for face in why.faces][1:] == ["1%"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_explains(sample: SeenPhoto, language: str) -> None:
    why = explain(sample, language=language)
    english = explain(sample)
    assert why.tiles.keys() == english.tiles.keys()
    for number, tile in why.tiles.items():
        assert len(tile.sections) == len(english.tiles[number].sections)
    if language != "en":
        assert why.sections[0].title != english.sections[0].title


def test_tiles_without_a_photo_have_no_explanation(sample: SeenPhoto) -> None:
    assert why_view(texts("en"), None, Rack()) is None
    assert why_view(texts("en"), replace(sample, reading=None), Rack()) is None


# The gesture


def test_another_reading_of_the_photo_is_one_tap_away(sample: SeenPhoto) -> None:
    assert sample.runner_up is not None
    state = State(draft=Draft(rack=Rack(History(sample.hand), sample.key), token="t"))  # noqa: S106
    gesture = parse_gesture(["photo-reading", None, "runner-up"])
    assert gesture == TakeReading(None, "runner-up")
    state, effects = apply(state, gesture)
    assert effects == (FindReading(sample.key, None, is_runner_up=True),)
    found = ReadingFound(sample.key, None, sample.runner_up.hand)
    after, _ = apply(state, found)
    assert after.draft.rack.history.now == sample.runner_up.hand
    assert after.draft.rack.photo == sample.key
    # The hand before can be had back.
    assert after.screen.undo is not None


def test_the_reading_of_a_photo_that_is_gone_changes_nothing(sample: SeenPhoto) -> None:
    assert sample.runner_up is not None
    state = State(draft=Draft(rack=Rack(History(sample.hand), sample.key), token="t"))  # noqa: S106
    late, _ = apply(state, ReadingFound("another", None, sample.runner_up.hand))
    assert late == state


def test_a_rack_without_a_photo_has_no_other_reading() -> None:
    state = State()
    assert apply(state, TakeReading(None, "runner-up")) == (state, ())


# In a browser


@pytest.mark.browser
def test_why_is_told_on_a_phone_and_the_runner_up_is_taken(phone: Visitor) -> None:
    phone.read("two-ways.jpg")
    before = phone.rack()
    phone.locator(".hu-rack .hu-t-5p").first.click()
    phone.locator(".hu-sheet .is-why").click()
    sheet = phone.locator(".hu-sheet")
    expect(sheet.get_by_role("heading", level=2)).to_have_text("5 of dots: Why?")
    expect(sheet.locator(".hu-close-up")).to_be_visible()
    expect(sheet.locator(".hu-chances li").first).to_contain_text("5 of dots")
    expect(sheet).to_contain_text("Read as:")
    check(phone)
    phone.locator("[data-focus=why-back]").click()
    expect(sheet.locator(".hu-keyboard")).to_be_visible()
    phone.locator("[data-focus=close]").click()

    phone.locator("[data-focus=why-hand]").click()
    expect(sheet.get_by_role("heading", level=2)).to_have_text("Why this hand?")
    check(phone)
    phone.tap("[data-focus=take-runner-up]")
    assert phone.rack() != before
    phone.locator("[data-focus=why-hand]").click()
    phone.tap("[data-focus=take-likeliest]")
    assert phone.rack() == before
