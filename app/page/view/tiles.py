"""The tiles on the page: what the browser is shown of them."""

from msgspec import to_builtins

from hu.app.i18n import Texts
from hu.app.page.draft.editing.hand import EditedHand, Group, sets_with, to_hand
from hu.app.page.parts.components import Part
from hu.app.page.state import rack_on_screen
from hu.app.page.view.problems import problems_at
from hu.app.page.view.shown import Shown
from hu.app.page.view.why import why_view
from hu.scoring.problems import Problem
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.tiles import BONUS, CLASSES, RED_FIVES


def hand_view(shown: Shown) -> Part:
    """Describe the tiles of the rack on the screen for the editor in the browser."""
    t, outcome, photo = shown.t, shown.outcome, shown.photo
    seat, rack = rack_on_screen(shown.screen, shown.draft)
    edited, problems = rack.history.now, problems_at(outcome, shown.draft, seat)
    asks = [list(numbers) for numbers in outcome.unsettled.get(seat, ())]
    # Where nothing speaks of a misread tile, a phone folds the photo away; too few points do not.
    wrong = any(problem.id not in ("below-minimum", "flowers-apart") for problem in problems)
    # The faces that may have won, each with its points and the number of its result; those of one
    # number give the same.
    same = dict(outcome.same_choices)
    choices = (
        {face: (points, same[face]) for face, points in outcome.choices} if seat is None else {}
    )
    table = shown.table if seat is None else ()
    return {
        "kind": "editor",
        "name": f"editor {shown.game.code if shown.game else ''} {seat}",
        "seat": seat,
        "photo": photo and {"key": photo.key, "width": photo.size[0], "height": photo.size[1]},
        "groups": [_group_view(edited, group, problems, t) for group in edited.groups],
        # The other open hands on the photo, which a tap makes the hand.
        "table": [
            {"side": other.side, "boxes": [tile.box for tile in other.hand.tiles]}
            for other in table
        ],
        "winning": edited.winning,
        "winnable": seat is None or seat in shown.draft.claims,
        "asks": asks,
        "choices": {
            **choices,
            **{red: choices[face] for red, face in RED_FIVES.items() if face in choices},
        },
        "settled": bool(edited.tiles)
        and not (asks or wrong or any(tile.doubtful for tile in edited.tiles)),
        "count": len(edited.tiles),
        # A hand that was tapped in cannot grow any more.
        "largest": shown.rules.hand_shape.largest,
        "why": to_builtins(why_view(t, photo, rack)),
        "undo": bool(rack.history.steps),
        "redo": bool(rack.history.taken_back),
        "names": {face: t.tile(face) for face in _faces_of(shown.rules)},
        # The tiles that players set aside as dora.
        "set_aside": list(shown.rules.hand_shape.set_aside),
        "texts": t.section("hand"),
        # Who wants to tap in the tiles gets the keyboard at once.
        "begins": shown.screen.taking == "tapping" and not edited.groups and not rack.history.steps,
    }


def _faces_of(rules: RuleSet) -> list[str]:
    """Return the faces of the tiles that a rule set is played with."""
    missing_kinds = rules.hand_shape.missing_kinds
    faces = []
    for face in CLASSES:
        is_foreign = face in BONUS and face not in rules.bonus_tiles
        if not is_foreign and face not in missing_kinds:
            faces.append(face)
    if rules.has_red_fives:
        faces += [red_five for red_five, five in RED_FIVES.items() if five not in missing_kinds]
    return faces


def _group_view(edited: EditedHand, group: Group, problems: list[Problem], t: Texts) -> Part:
    of_melds = [problem for problem in problems if problem.id in ("illegal-meld", "concealed-meld")]
    melds = [meld.tiles for meld in to_hand(EditedHand((group,))).melds]
    wrong = [problem for problem in of_melds if problem.tiles in melds]
    # Several melds of the same tiles have a problem each, with the same words.
    lines = dict.fromkeys(t.problem(problem) for problem in wrong)
    faces = {face for problem in problems if problem not in of_melds for face in problem.tiles}
    return {
        "id": group.id,
        "kind": group.kind,
        "label": t(f"hand.label_{group.kind}"),
        "bad": " ".join(lines) or None,
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
