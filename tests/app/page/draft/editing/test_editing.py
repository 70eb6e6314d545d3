"""The edited hand: every correction is a pure function, and undoing it restores the hand."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.app.codec import decode_json, encode_json
from hu.app.page.draft.editing import hand as editing
from hu.app.page.draft.editing.from_photo import from_reading
from hu.app.page.draft.editing.hand import EditedHand, Group, Kind, Tile, melds_with, to_hand
from hu.app.page.draft.editing.history import History, take_step
from hu.app.page.draft.editing.steps import Step
from hu.scoring.hand import Hand
from hu.scoring.tiles import BACK, CLASSES
from tests.app.page.laid import add, from_hand
from tests.app.page.laid import step as parsed
from tests.app.page.recorded import as_reading, claimed_or_not, far_flower

HANDS = [
    "123m 44p 678s 34p [555z] 1f 3g +5p",
    "123m (1111s) [2222p] [345s] 5z +5z",
    "19m19p19s1234567z +7z",
    "123456m 19p 2255s 4z",
    "",
]


def text(edited: EditedHand) -> str:
    """The hand in work as text, in the notation."""
    return str(to_hand(edited))


def number_of(edited: EditedHand, face: str) -> int:
    """The number of the first tile with a face."""
    return next(tile.id for tile in edited.tiles if tile.face == face)


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_as_text_comes_back(hand: str) -> None:
    assert to_hand(from_hand(Hand.from_text(hand))) == Hand.from_text(hand)


def test_replacing_a_face_keeps_what_was_read_among_the_alternatives() -> None:
    edited = from_hand(Hand.from_text("123m +4m"))
    number = number_of(edited, "2m")
    changed = editing.replace_face(edited, number, "7s")
    tile = changed.tile(number)
    assert text(changed) == "13m 7s +4m"
    assert tile is not None
    assert (tile.alternatives, tile.doubtful) == (("2m",), False)
    again = editing.replace_face(changed, number, "2m").tile(number)
    assert again is not None
    assert again.alternatives == ("7s",)


def test_no_face_is_offered_twice_for_a_tile_that_was_corrected_twice() -> None:
    edited = EditedHand(groups=(Group(1, "standing", (Tile(2, "2m", alternatives=("3m", "4m")),)),))
    for code, alternatives in [("3m", ("2m", "4m")), ("4m", ("3m", "2m")), ("2m", ("4m", "3m"))]:
        edited = editing.replace_face(edited, 2, code)
        assert edited.tiles[0].alternatives == alternatives


def test_confirming_a_face_settles_the_doubt() -> None:
    edited = from_reading(as_reading(READING))
    number = next(tile.id for tile in edited.tiles if tile.doubtful)
    tile = editing.replace_face(edited, number, "3p").tile(number)
    assert tile is not None
    assert not tile.doubtful
    assert tile.alternatives == ("2p",)


def test_a_removed_tile_of_the_photo_lies_aside_and_can_come_back() -> None:
    edited = from_reading(as_reading(READING))
    tile = edited.tiles[0]
    without = editing.remove(edited, tile.id)
    group = without.group_of(tile.id)
    assert group is not None
    assert group.kind == "aside"
    assert tile in editing.move(without, tile.id, "standing").tiles


def test_a_removed_tile_that_was_added_vanishes() -> None:
    edited = editing.add_tile(from_reading(as_reading(READING)), "9s", None)
    added = edited.tiles[-1]
    assert editing.remove(edited, added.id).tile(added.id) is None


#: A correction of a hand.
Change = Callable[[EditedHand], EditedHand]


def move(face: str, place: int | Kind) -> Change:
    """Move the first tile of a face to a group.

    Args:
        face: the face.
        place: the place of the group among the groups, from 0, or the kind of a new group.
    """

    def change(hand: EditedHand) -> EditedHand:
        group = hand.groups[place].id if isinstance(place, int) else place
        return editing.move(hand, number_of(hand, face), group)

    return change


def win(face: str | None) -> Change:
    """Mark the first tile of a face as the winning tile. None for no winning tile."""

    def change(hand: EditedHand) -> EditedHand:
        return editing.mark_winning(hand, None if face is None else number_of(hand, face))

    return change


def lay_down(*faces: str) -> Change:
    """Lay down the first tile of each face, as one meld."""
    return lambda hand: editing.lay_down(hand, [number_of(hand, face) for face in faces])


@pytest.mark.parametrize(
    ("hand", "change", "expected"),
    [
        pytest.param("1234m [555z]", move("5z", 0), "1234m 5z [55z]", id="to another set"),
        pytest.param("1234m 5z [55z]", move("5z", 1), "1234m [555z]", id="to its own"),
        pytest.param("1m", move("1m", 0), "1m", id="a lone tile to its own group"),
        pytest.param(
            "1m [5z]",
            move("5z", "standing"),
            "1m 5z",
            id="the last tile of a set takes the set with it",
        ),
        pytest.param(
            "1m", lambda hand: editing.move(hand, 999, hand.groups[0].id), "1m", id="no tile"
        ),
        pytest.param(
            "1m", lambda hand: editing.move(hand, hand.tiles[0].id, 999), "1m", id="to no group"
        ),
        pytest.param(
            "1m [5555z]",
            lambda hand: editing.turn(hand, hand.groups[1].id, "quad"),
            "1m (5555z)",
            id="quad",
        ),
        pytest.param(
            "1m [5555z]",
            lambda hand: editing.turn(hand, hand.groups[1].id, "standing"),
            "1m 5555z",
            id="standing",
        ),
        pytest.param("123m 5z", win("2m"), "13m 5z +2m", id="the winning tile is marked"),
        pytest.param("13m 5z +2m", win(None), "123m 5z", id="and unmarked"),
        pytest.param(
            "5z [123m]", win("3m"), "12m 5z +3m", id="a set that holds the winning tile stands"
        ),
        pytest.param(
            "12m 5z +3m",
            lay_down("1m", "2m", "3m"),
            "5z [123m]",
            id="a set that is laid down has no mark",
        ),
        pytest.param(
            "12m 5z +3m", move("3m", 0), "12m 5z +3m", id="a mark stays among standing tiles"
        ),
    ],
)
def test_tiles_are_moved_marked_and_laid_down(hand: str, change: Change, expected: str) -> None:
    changed = change(from_hand(Hand.from_text(hand)))
    assert text(changed) == expected
    assert all(group.tiles for group in changed.groups)


@pytest.mark.parametrize(
    ("face", "melds"), [("3m", ["1m2m3m", "2m3m4m"]), ("5z", ["5z5z5z"]), ("9p", [])]
)
def test_a_tile_can_be_laid_down_in_each_meld_of_standing_tiles(
    face: str, melds: list[str]
) -> None:
    edited = from_hand(Hand.from_text("12334m 555z [345m] +9p"))
    face_of = {tile.id: tile.face for tile in edited.tiles}
    meld_texts = []
    for numbers in melds_with(edited, number_of(edited, face)):
        meld_texts.append("".join(sorted(face_of[number] for number in numbers)))
    assert meld_texts == melds


def test_the_backs_of_a_concealed_quad_are_not_face_down() -> None:
    edited = add(EditedHand(), ("back", "1s", "1s", "back"), kind="quad")
    assert text(edited) == "(1111s)"
    assert editing.face_down(edited) == ()


def test_a_back_among_standing_tiles_is_face_down() -> None:
    quad = add(EditedHand(), ("back", "1s", "1s", "back"), kind="quad")
    edited = add(quad, ("back", "2m"))
    assert text(edited) == "2m (1111s)"
    assert [tile.face for tile in editing.face_down(edited)] == ["back"]


def test_a_meld_whose_tiles_are_all_face_down_is_left_out() -> None:
    hidden_meld = Group(1, "exposed", (Tile(2, BACK), Tile(3, BACK), Tile(4, BACK)))
    pair = Group(5, "standing", (Tile(6, "1m"), Tile(7, "1m")))
    edited = EditedHand(groups=(hidden_meld, pair))
    assert text(edited) == "11m"
    assert [tile.id for tile in editing.face_down(edited)] == [2, 3, 4]


def test_a_tile_face_down_among_tiles_set_aside_is_not_forgotten() -> None:
    norths = Group(1, "bonus", (Tile(2, "4z"), Tile(3, BACK)))
    pair = Group(4, "standing", (Tile(5, "1m"), Tile(6, "1m")))
    edited = EditedHand(groups=(norths, pair))
    assert to_hand(edited).bonus == ("4z",)
    assert [tile.id for tile in editing.face_down(edited)] == [3]


def test_a_hidden_meld_beside_a_flower_is_not_forgotten() -> None:
    meld = Group(1, "exposed", (Tile(2, BACK), Tile(3, BACK), Tile(4, BACK), Tile(5, "1f")))
    edited = EditedHand(groups=(meld,))
    assert to_hand(edited).melds == ()
    assert [tile.id for tile in editing.face_down(edited)] == [2, 3, 4]


def test_undo_and_redo() -> None:
    first = from_hand(Hand.from_text("123m"))
    number = first.tiles[0].id
    second = editing.replace_face(first, number, "9m")
    nine = parsed("face", number, "9m")
    history = History(first).then(nine).then(nine)
    assert history.now == second
    assert history.undo().now == first
    assert history.undo().undo().now == first
    assert history.undo().redo() == history
    assert history.redo() == history
    assert history.undo().then(parsed("remove", number)).redo().now == editing.remove(first, number)


def test_a_hundred_steps_can_be_taken_back() -> None:
    history = History(from_hand(Hand.from_text("123m")))
    for number in range(105):
        history = history.then(parsed("face", 2, f"{number % 9 + 1}p"))
    for _ in range(200):
        history = history.undo()
    assert text(history.now) == "23m 5p"


TILE = {"confidence": 0.99, "alternatives": [], "row": 0, "sideways": False, "inferred": False}


def tile_read(tile: str, group: int, role: str = "concealed") -> dict[str, object]:
    """A tile of a reading, as ``hu read --json`` prints it.

    Args:
        tile: its face.
        group: the number of its group. -1 for none.
        role: its role in the hand.
    """
    box = [[0, 0], [40, 0], [40, 60], [0, 60]]
    return {**TILE, "tile": tile, "group": group, "role": role, "box": box}


READING = {
    "hand": "12m 3p [555z] (1111s) 1f +3m",
    "tiles": [
        tile_read("1m", 0),
        tile_read("2m", 0),
        {**tile_read("3p", 1), "alternatives": [["2p", 0.3]]},
        *(tile_read("5z", 2, "meld") for _ in range(3)),
        *(tile_read(tile, 3, "meld") for tile in ("back", "1s", "1s", "back")),
        tile_read("1f", 4, "bonus"),
        tile_read("3m", 5, "winning"),
        tile_read("9p", -1, "other"),
        tile_read("9s", -1, "other"),
    ],
    "doubts": [{"tile": 2, "why": "3p or 2p"}, {"tile": None, "why": "which way up"}],
}


def test_a_photo_s_reading_becomes_the_same_hand() -> None:
    edited = from_reading(as_reading(READING))
    assert text(edited) == READING["hand"]
    assert [tile.face for tile in edited.tiles if tile.doubtful] == ["3p"]
    assert [group.kind for group in edited.groups].count("aside") == 1


def test_the_tiles_and_groups_of_a_photo_have_different_numbers() -> None:
    numbers = numbers_of(from_reading(as_reading(READING)))
    assert len(numbers) == 14 + 7
    assert len(set(numbers)) == len(numbers)


def numbers_of(edited: EditedHand) -> list[int]:
    """The numbers of all groups, and of their tiles."""
    numbers = []
    for group in edited.groups:
        numbers.append(group.id)
        numbers += [tile.id for tile in group.tiles]
    return numbers


def test_a_flower_that_may_be_another_player_s_leaves_its_place_open_and_not_its_face() -> None:
    edited = from_reading(as_reading(far_flower()))
    (flower,) = [tile for tile in edited.tiles if tile.face == "1f"]
    assert edited.unsettled == ((flower.id,),)
    assert not flower.doubtful


def test_a_quad_that_the_reader_found_among_standing_tiles_is_a_quad() -> None:
    tiles = [tile_read(tile, 0) for tile in ("1m", "1s", "1s", "1s", "1s", "5z")]
    reading = {"hand": "1m 5z (1111s)", "tiles": tiles, "doubts": []}
    assert text(from_reading(as_reading(reading))) == "1m 5z (1111s)"


def test_a_set_that_the_photo_leaves_open_is_settled_either_way() -> None:
    edited = from_reading(as_reading(claimed_or_not()))
    (dragons,) = edited.unsettled
    assert not [tile for tile in edited.tiles if tile.doubtful]
    claimed = editing.resolve_claim(edited, dragons, is_claimed=True)
    assert "[777z]" in text(claimed)
    concealed = editing.resolve_claim(claimed, dragons, is_claimed=False)
    assert "777z" in text(concealed)
    assert "[777z]" not in text(concealed)
    assert "[777z]" in text(editing.resolve_claim(concealed, dragons, is_claimed=True))
    assert claimed.unsettled == concealed.unsettled == ()


faces = st.sampled_from(CLASSES)
steps = st.lists(
    st.tuples(
        st.sampled_from(["face", "remove", "add", "move", "turn", "win", "lay"]),
        st.integers(1, 30),
        faces,
    ),
    max_size=12,
)


def step(action: str, number: int, face: str) -> Step:
    """A step of any kind.

    Args:
        action: its kind.
        number: the tile or the group that it changes. It need not exist.
        face: the face, if the step has one.
    """
    match action:
        case "face":
            return parsed(action, number, face)
        case "add":
            return parsed(action, face, number, None)
        case "move":
            return parsed(action, number, 1 + number % 7 if number % 2 else "exposed")
        case "turn":
            return parsed(action, number, "quad")
        case "lay":
            return parsed(action, [number, number + 1, number + 2])
    return parsed(action, number)


@given(st.sampled_from(HANDS), steps)
def test_no_correction_loses_or_doubles_a_tile_and_all_can_be_undone(
    hand: str, corrections: list[tuple[str, int, str]]
) -> None:
    history = History(from_hand(Hand.from_text(hand)))
    for action, number, face in corrections:
        history = history.then(step(action, number, face))
        now = history.now
        numbers = numbers_of(now)
        assert len(numbers) == len(set(numbers))
        assert all(number < now.fresh for number in numbers)
        assert all(group.tiles for group in now.groups)
        assert isinstance(to_hand(now), Hand)
        if now.winning is not None:
            owner = now.group_of(now.winning)
            assert owner is not None
            assert owner.kind == "standing"
    assert decode_json(encode_json(history), History, most=100_000) == history
    while history.steps:
        history = history.undo()
    assert text(history.now) == str(Hand.from_text(hand))


def test_a_hand_as_text_comes_back_with_its_red_fives() -> None:
    edited = from_hand(Hand.from_text("1m 055p [40s6s] +5p"))
    assert [tile.code for tile in edited.tiles] == ["1m", "0p", "5p", "5p", "5p", "4s", "0s", "6s"]
    assert str(to_hand(edited)) == "1m 055p [406s] +5p"


def test_a_tile_can_be_corrected_to_a_red_five_and_back() -> None:
    edited = from_hand(Hand.from_text("1m 055p [40s6s] +5p"))
    number = edited.tiles[0].id
    red = editing.replace_face(edited, number, "0m")
    assert red.tiles[0].code == "0m"
    assert red.tiles[0].alternatives == ("1m",)
    assert to_hand(editing.replace_face(red, number, "5m")).red == ("5p", "5s")
    assert decode_json(encode_json(red), EditedHand, most=100_000) == red


def test_a_red_five_of_a_meld_stays_in_the_meld() -> None:
    edited = from_hand(Hand.from_text("55p 123m [067p] (0555s) +5p"))
    assert str(to_hand(edited)) == "123m 55p [067p] (0555s) +5p"


def test_a_flower_that_lies_aside_is_taken_in_or_left_where_it_is() -> None:
    flower = editing.Tile(90, "1f", ((0, 0), (1, 0), (1, 1), (0, 1)))
    hand = from_hand(Hand.from_text("123m 55z"))
    aside = editing.Group(91, "aside", (flower,))
    doubtful = replace(hand, groups=(*hand.groups, aside), fresh=92, unsettled=((90,),))
    assert to_hand(editing.resolve_flowers(doubtful, (90,), are_own=True)).bonus == ("1f",)
    assert to_hand(editing.resolve_flowers(doubtful, (90,), are_own=False)).bonus == ()
    # The steps that the browser sends do the same.
    own = take_step(doubtful, parsed("settle", [90], True))
    assert to_hand(own).bonus == ("1f",)
    of_others = take_step(doubtful, parsed("settle", [90], False))
    assert to_hand(of_others).bonus == ()
    # The flower lies aside, so it is taken in otherwise.
    question = editing.PlaceQuestion((90,), "flowers")
    assert to_hand(editing.resolve_otherwise(doubtful, question)).bonus == ("1f",)


def test_north_of_which_the_photo_leaves_open_whether_it_was_set_aside() -> None:
    hand = from_hand(Hand.from_text("123m 44z {44z}"))
    norths = [tile.id for tile in hand.tiles if tile.face == "4z"]
    standing = tuple(norths[:2])
    aside = tuple(norths[2:])
    doubtful = replace(hand, unsettled_aside=(standing, aside))
    assert doubtful.place_questions == (
        editing.PlaceQuestion(standing, "set-aside"),
        editing.PlaceQuestion(aside, "set-aside"),
    )
    all_aside = editing.resolve_set_aside(doubtful, standing, are_set_aside=True)
    assert str(to_hand(all_aside)) == "123m {4444z}"
    assert all_aside.unsettled_aside == (aside,)
    in_hand = editing.resolve_set_aside(doubtful, aside, are_set_aside=False)
    assert str(to_hand(in_hand)) == "123m 4444z"
    as_shown = editing.resolve_set_aside(doubtful, standing, are_set_aside=False)
    assert to_hand(as_shown) == to_hand(hand)
    for place in doubtful.place_questions:
        assert to_hand(editing.resolve_otherwise(doubtful, place)) != to_hand(hand)
    # A tile that turned out to be another one is not asked about any more.
    corrected = editing.replace_face(doubtful, standing[0], "5z")
    assert corrected.place_questions == (editing.PlaceQuestion(aside, "set-aside"),)
