"""The text and the picture of a result that is shared."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hu.app.page.draft.editing.hand import EditedHand, Group, Tile
from hu.app.page.parts.panel import SharePart
from hu.app.page.view.hand import hand_columns
from hu.app.page.view.shown import Shown
from tests.app.page.described import part_lines
from tests.app.page.view import test_hand_screens as screens
from tests.app.page.view.shown_hands import game_of, photo_named, shown, won
from tests.expected import Expected

EXPECTED = Expected(Path(__file__).with_name("shared_results.md"))


def with_photo(size: tuple[int, int], box: tuple[float, float, float, float]) -> Shown:
    """A hand whose photo shows a tile with this outline, another player's tile, and a tapped tile.

    Args:
        size: width and height of the photo.
        box: left, top, right and bottom of the tile.
    """
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    groups = (
        Group(1, "standing", (Tile(2, "1m", corners), Tile(3, "2m"))),
        Group(4, "aside", (Tile(5, "9p", ((0, 0), (1, 0), (1, 1), (0, 1))),)),
    )
    photo = replace(photo_named("perfect"), size=size, hand=EditedHand(groups))
    return shown(won("zung-jung", screens.PLAIN, "S W"), photo=photo)


def long_names() -> Shown:
    game = game_of("zung-jung", title="A club <of> friends")
    names = ("A player with a long name", "Bruno the second of that name", "Carla", "Dario")
    return shown(won("zung-jung", screens.PLAIN, "S W"), replace(game, players=names))


def chinese() -> Shown:
    draft = won("mcr", "123456789p 99s 13p 1f2f +2p", "E")
    return shown(
        draft, game_of("mcr", title="一二三四五六七八九十一二三四五六七八九十"), language="zh-Hans"
    )


def quads_and_many_tiles() -> Shown:
    hand = "9s [1111m] (2222p) [3333s] [4444z] 1f2f3f4f +9s"
    return shown(won("zung-jung", hand, "S"))


#: Makes the contents of each screen.
CASES: dict[str, Callable[[], Shown]] = {
    "a discard in a game": screens.discard_in_a_game,
    "doublings": screens.fimj_with_all_racks,
    "two winners": screens.riichi_with_two_winners,
    "dora that count twice": screens.riichi_with_all_its_answers,
    "figures": screens.figures_of_a_self_draw,
    "an assumed winning tile": screens.winning_tile_that_does_not_matter,
    "long names": long_names,
    "Chinese": chinese,
    "quads and many tiles": quads_and_many_tiles,
    "a photo of a row": lambda: with_photo((1000, 800), (100, 300, 900, 400)),
    "a photo of a high hand": lambda: with_photo((1000, 800), (300, 0, 600, 800)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_shared_result(name: str) -> None:
    parts = [part for column in hand_columns(CASES[name]()) for part in column]
    (share,) = [part for part in parts if isinstance(part, SharePart)]
    EXPECTED.check(name, "\n".join(part_lines(share)))


def test_a_photo_without_the_hand_is_not_shared() -> None:
    contents = with_photo((1000, 800), (100, 300, 900, 400))
    assert contents.photo is not None
    aside = replace(contents.photo.hand, groups=contents.photo.hand.groups[1:])
    for hand in (aside, EditedHand()):
        changed = replace(contents, photo=replace(contents.photo, hand=hand))
        parts = [part for column in hand_columns(changed) for part in column]
        (share,) = [part for part in parts if isinstance(part, SharePart)]
        assert share.strip is None


def test_the_file_has_these_results() -> None:
    EXPECTED.check_names(list(CASES))
