import pytest
from hypothesis import given

from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Meld
from hu.scoring.notation import format_meld, format_tiles, parse_tile
from tests.scoring.hand_strategies import any_hands, winning_hands


@given(any_hands())
def test_a_hand_is_read_back_from_its_text(hand: Hand) -> None:
    assert Hand.from_text(str(hand)) == hand


@given(winning_hands())
def test_white_space_is_free(hand: Hand) -> None:
    text = str(hand)
    assert Hand.from_text(text.replace(" ", "")) == hand
    assert Hand.from_text("\t".join(text)) == hand


def test_the_notation_of_the_interface() -> None:
    hand = Hand.from_text("123m 44p [555z] (1111s) 1f 3g +5p")
    assert hand == Hand(
        concealed=("1m", "2m", "3m", "4p", "4p"),
        melds=(Meld(("5z",) * 3), Meld(("1s",) * 4, concealed=True)),
        bonus=("1f", "3g"),
        winning="5p",
    )
    assert str(hand) == "123m 44p [555z] (1111s) 1f 3g +5p"


def test_the_order_of_the_text_does_not_matter() -> None:
    assert Hand.from_text("+5p 3g (1111s) 4p [555z] 21m 1f 3m 4p") == Hand.from_text(
        "123m 44p [555z] (1111s) 1f 3g +5p"
    )


def test_an_empty_text_is_an_empty_hand() -> None:
    assert Hand.from_text(" \n") == Hand()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12 3", "column 4: '123' has no suit after it"),
        ("1x", "column 2: unknown tile '1x'"),
        ("8z", "column 2: unknown tile '8z'"),
        ("5f", "column 2: unknown tile '5f'"),
        ("0z", "column 2: '0' is no tile's number"),
        ("m", "column 1: 'm' without a number before it"),
        ("1M", "column 2: unknown tile '1M'"),
        ("1m]", "column 3: ']' closes nothing"),
        ("[123m", "column 1: '[' is never closed by ']'"),
        ("[123m)", "column 6: ')' inside a meld that '[' opened at column 1"),
        ("[1m(2m)]", "column 4: '(' inside a meld"),
        ("[12m +3m]", "column 6: '+' inside a meld"),
        ("1m +", "column 4: '+' needs the winning tile after it"),
        ("+[1m]", "column 1: '+' needs the winning tile after it"),
        ("+1m +2m", "column 5: a second winning tile, +2m; +1m came before"),
        ("+12m", "column 1: one winning tile only after '+'"),
        ("3b", "column 2: unknown tile '3b'"),
        ("中", "column 1: '中' without a number before it"),
        ("１m", "column 1: '１' is no tile's number"),
        ("back", "column 1: 'b' without a number before it"),
    ],
)
def test_what_is_no_hand_says_where_and_why(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Hand.from_text(text)
    assert f"hand, {message}" in str(caught.value)


def test_tiles_and_melds_alone() -> None:
    assert parse_tile("5z") == "5z"
    assert format_tiles(("1m", "2m", "1s", "1m")) == "12m 1s 1m"
    assert format_meld(Meld(("3m", "1m", "2m"))) == "[123m]"
    with pytest.raises(InputError, match="unknown tile 'back'"):
        parse_tile("back")


@pytest.mark.parametrize(
    ("tiles", "kind"),
    [
        ("123m", "sequence"),
        ("555z", "triplet"),
        ("1111s", "quad"),
        ("123z", "other"),
        ("135m", "other"),
        ("12m 3p", "other"),
    ],
)
def test_a_meld_knows_its_kind(tiles: str, kind: str) -> None:
    (meld,) = Hand.from_text(f"[{tiles}]").melds
    assert meld.kind == kind


def test_a_hand_keeps_bonus_tiles_apart() -> None:
    with pytest.raises(InputError, match="'1f' misplaced"):
        Hand(concealed=("1f",))
    with pytest.raises(InputError, match="'1m' misplaced"):
        Hand(bonus=("1m",))
    with pytest.raises(InputError, match="unknown tile 'back'"):
        Hand(concealed=("back",))
