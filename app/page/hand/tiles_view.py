"""The tiles on the page: what the browser is shown of them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from hu.app.i18n import Texts
from hu.app.page.draft.editing.hand import EditedHand, Group, sets_with, to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.photos.photo import SeenPhoto
from hu.scoring.problems import Problem
from hu.scoring.tiles import CLASSES, RED_FIVES


def hand_view(
    history: History,
    problems: Iterable[Problem],
    photo: SeenPhoto | None,
    t: Texts,
    *,
    winnable: bool = True,
    asks: Iterable[tuple[int, ...]] = (),
    choices: Mapping[str, tuple[int, int]] = MappingProxyType({}),
    red_fives: bool = False,
    table: Iterable[SeenPhoto] = (),
) -> dict[str, Any]:
    """Describe a hand for the editor in the browser.

    ``asks`` are the numbers of tiles that are asked about: sets that may be claimed or concealed, flowers that may be
    another player's. ``choices`` are the faces that may have won, each with its points and the number of its result;
    faces of one number give the same. ``table`` are the other open hands on the photo, which a tap makes the hand.
    """
    edited = history.now
    found = tuple(problems)
    groups = [_group_view(edited, group, found, t) for group in edited.groups]
    asked = [list(numbers) for numbers in asks]
    # Where nothing speaks of a misread tile, a phone folds the photo away; too few points do not.
    wrong = any(problem.id not in ("below-minimum", "flowers-apart") for problem in found)
    return {
        "photo": photo and {"key": photo.key, "width": photo.size[0], "height": photo.size[1]},
        "groups": groups,
        "table": [{"side": other.side, "boxes": [tile.box for tile in other.hand.tiles]} for other in table],
        "winning": edited.winning,
        "winnable": winnable,
        "asks": asked,
        "choices": {**choices, **{red: choices[face] for red, face in RED_FIVES.items() if face in choices}},
        "settled": bool(edited.tiles) and not (asked or wrong or any(tile.doubtful for tile in edited.tiles)),
        "count": len(edited.tiles),
        "undo": bool(history.steps),
        "redo": bool(history.taken_back),
        "names": {face: t.tile(face) for face in (*CLASSES, *(RED_FIVES if red_fives else ()))},
        "texts": t.section("hand"),
    }


def _group_view(edited: EditedHand, group: Group, problems: tuple[Problem, ...], t: Texts) -> dict[str, Any]:
    of_melds = [problem for problem in problems if problem.id in ("illegal-meld", "concealed-meld")]
    melds = [meld.tiles for meld in to_hand(EditedHand((group,))).melds]
    wrong = [problem for problem in of_melds if problem.tiles in melds]
    faces = {face for problem in problems if problem not in of_melds for face in problem.tiles}
    return {
        "id": group.id,
        "kind": group.kind,
        "label": t(f"hand.label_{group.kind}"),
        "bad": " ".join(t.problem(problem) for problem in wrong) or None,
        "tiles": [
            {
                "id": tile.id,
                "face": tile.code,
                "name": t.tile(tile.code),
                "alternatives": tile.alternatives[:3],
                "doubt": tile.doubtful,
                "bad": tile.face in faces and group.kind != "aside",
                "box": tile.box,
                "sets": sets_with(edited, tile.id),
            }
            for tile in group.tiles
        ],
    }
