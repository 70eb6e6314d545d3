"""The tiles of a rack as the editor in the browser shows them."""

from collections.abc import Sequence
from typing import Final

from hu.app.i18n import Texts
from hu.app.page.draft.editing.hand import EditedHand, Group, Tile, melds_with, to_hand
from hu.app.page.parts.editor import (
    EditorGroup,
    EditorPart,
    EditorPhoto,
    EditorTile,
    TableHandOutline,
)
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.state import rack_on_screen, seat_on_screen
from hu.app.page.view.problems import problems_at
from hu.app.page.view.shown import Shown
from hu.app.page.view.why import why_view
from hu.scoring.problems import Problem
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.tiles import BONUS, CLASSES, RED_FIVES

#: Problems that do not suggest a misread tile.
_WITHOUT_MISREAD_TILE: Final = frozenset(("below-minimum", "flowers-apart"))
#: Problems of a meld. They are written below the meld.
_MELD_PROBLEMS: Final = frozenset(("illegal-meld", "concealed-meld"))
#: The other possible faces of a tile that the browser gets.
_MOST_ALTERNATIVES: Final = 3


def hand_view(shown: Shown) -> EditorPart:
    """Describe the tiles of the rack on the screen for the editor in the browser."""
    t = shown.t
    photo = shown.photo
    seat = seat_on_screen(shown.screen, shown.draft)
    rack = rack_on_screen(shown.screen, shown.draft)
    hand = rack.history.now
    problems = problems_at(shown.outcome, shown.draft, seat)
    questions = shown.outcome.photo_questions.get(seat, ())
    shape = shown.rules.hand_shape
    # A player who begins to tap in the tiles gets the keyboard at once.
    is_untouched = not hand.groups and not rack.history.steps
    begins = shown.screen.taking == "tapping" and is_untouched
    game_code = "" if shown.game is None else shown.game.code
    return EditorPart(
        name=f"editor {game_code} {seat}",
        seat=seat,
        photo=_editor_photo(photo),
        groups=tuple(_editor_group(hand, group, problems, t) for group in hand.groups),
        others=_other_hands(shown) if seat is None else (),
        winning=hand.winning,
        winnable=seat is None or seat in shown.draft.claims,
        questions=questions,
        choices=_winning_choices(shown) if seat is None else {},
        settled=not questions and _seems_well_read(hand, problems),
        count=len(hand.tiles),
        largest=shape.largest_size,
        why=why_view(t, photo, rack),
        undo=rack.can_undo,
        redo=rack.can_redo,
        names={face: t.tile(face) for face in _faces_of(shown.rules)},
        set_aside=tuple(shape.set_aside),
        texts=t.section("hand"),
        begins=begins,
    )


def _editor_photo(photo: SeenPhoto | None) -> EditorPhoto | None:
    """Describe the photo of the tiles. None without a photo."""
    if photo is None:
        return None
    width, height = photo.size
    return EditorPhoto(key=photo.key, width=width, height=height)


def _other_hands(shown: Shown) -> tuple[TableHandOutline, ...]:
    """Outline the other open hands on the photo. A tap on a hand makes it the winner's."""
    outlines = []
    for other in shown.other_hands:
        boxes = tuple(tile.box for tile in other.hand.tiles)
        outlines.append(TableHandOutline(other.side, boxes))
    return tuple(outlines)


def _winning_choices(shown: Shown) -> dict[str, tuple[str, int]]:
    """Return the faces that may have won.

    Returns:
        For each face, the value of the hand in the rule set's unit, as text, and the number of the
        result. Faces with the same number give the same result. A red five has the values of the
        plain five.
    """
    result_of = dict(shown.outcome.choice_results)
    choices = {}
    for face, value in shown.outcome.choices:
        choices[face] = (shown.t.number(value), result_of[face])
    for red_five, five in RED_FIVES.items():
        if five in choices:
            choices[red_five] = choices[five]
    return choices


def _seems_well_read(hand: EditedHand, problems: Sequence[Problem]) -> bool:
    """Whether nothing suggests that a tile was misread. A phone then folds the photo away.

    False for a hand without tiles.
    """
    has_doubtful_tile = any(tile.doubtful for tile in hand.tiles)
    if not hand.tiles or has_doubtful_tile:
        return False
    return all(problem.id in _WITHOUT_MISREAD_TILE for problem in problems)


def _faces_of(rules: RuleSet) -> list[str]:
    """Return the faces of the tiles that a rule set is played with."""
    missing_kinds = rules.hand_shape.missing_kinds
    faces = []
    for face in CLASSES:
        # Some rule sets have no flowers and seasons, or lack other kinds of tiles.
        is_unused_bonus = face in BONUS and face not in rules.bonus_tiles
        is_unused_kind = face in missing_kinds
        if not is_unused_bonus and not is_unused_kind:
            faces.append(face)
    if rules.has_red_fives:
        faces += [red_five for red_five, five in RED_FIVES.items() if five not in missing_kinds]
    return faces


def _editor_group(
    hand: EditedHand, group: Group, problems: Sequence[Problem], t: Texts
) -> EditorGroup:
    """Describe a group of tiles.

    Args:
        hand: the hand.
        group: the group.
        problems: the problems of the hand.
        t: the words of the language.
    """
    # A meld's own problems are written below it, so they mark no tiles. Tiles aside are no part of
    # the hand, so no problem marks them.
    bad_faces: set[str] = set()
    if group.kind != "aside":
        for problem in problems:
            if problem.id not in _MELD_PROBLEMS:
                bad_faces.update(problem.tiles)
    return EditorGroup(
        id=group.id,
        kind=group.kind,
        label=t(f"hand.label_{group.kind}"),
        bad=_describe_meld_problems(group, problems, t),
        tiles=tuple(_editor_tile(hand, tile, bad_faces, t) for tile in group.tiles),
    )


def _describe_meld_problems(group: Group, problems: Sequence[Problem], t: Texts) -> str | None:
    """Return the problems of a meld in words. None without any."""
    # ``to_hand`` makes a meld of the group, with the order of tiles by which problems name it. It
    # makes no meld of standing tiles or of tiles aside.
    hand_of_group = to_hand(EditedHand((group,)))
    tiles_of_melds = [meld.tiles for meld in hand_of_group.melds]
    lines = []
    for problem in problems:
        if problem.id in _MELD_PROBLEMS and problem.tiles in tiles_of_melds:
            line = t.problem(problem)
            # If several melds have the same tiles, each has a problem with the same words.
            if line not in lines:
                lines.append(line)
    return " ".join(lines) or None


def _editor_tile(hand: EditedHand, tile: Tile, bad_faces: set[str], t: Texts) -> EditorTile:
    """Describe a tile.

    Args:
        hand: the hand.
        tile: the tile.
        bad_faces: the faces of the tiles to mark as bad. As in ``Tile.face``, a red five has the
            face of other fives.
        t: the words of the language.
    """
    return EditorTile(
        id=tile.id,
        face=tile.code,
        name=t.tile(tile.code),
        alternatives=tile.alternatives[:_MOST_ALTERNATIVES],
        doubt=tile.doubtful,
        bad=tile.face in bad_faces,
        box=tile.box,
        melds=melds_with(hand, tile.id),
    )
