"""A hand with the steps that corrected it, so that each step can be undone.

Steps come from a browser. A step that does not fit the hand, for example because its tile is gone,
changes nothing.
"""

from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final

from hu.app.page.draft.editing import hand as editing
from hu.app.page.draft.editing.hand import Corner, EditedHand, span
from hu.app.page.draft.editing.steps import (
    MOST_TILES,
    AddTile,
    CompleteHand,
    LayDown,
    MarkWinning,
    MoveTile,
    RemoveTile,
    ResolveClaimOrFlowers,
    ResolveSetAside,
    SetFace,
    Step,
    TurnGroup,
)

#: The most steps that can be undone.
_MOST_STEPS: Final = 100


@dataclass(frozen=True, slots=True)
class History:
    """A hand with the steps that can be undone and redone.

    Attributes:
        now: the hand as it is.
        base: the hand before the first of the steps. Without steps it has no meaning.
        steps: the steps that led from ``base`` to ``now``, the latest last.
        taken_back: the steps that were undone. The last of them is redone first.
        was_corrected: whether a player corrected the tiles by steps that are no longer known. A
            hand of the sheet is stored without its steps.
    """

    now: EditedHand = field(default_factory=EditedHand)
    base: EditedHand = field(default_factory=EditedHand)
    steps: tuple[Step, ...] = ()
    taken_back: tuple[Step, ...] = ()
    was_corrected: bool = False

    @property
    def is_corrected(self) -> bool:
        """Whether the tiles differ from those that were read because a player corrected them."""
        return bool(self.steps) or self.was_corrected

    def without_steps(self) -> "History":
        """Return the same tiles with no step that can be undone or redone."""
        return History(self.now, was_corrected=self.is_corrected)

    def then(self, step: Step) -> "History":
        """Return the history after another step. A step that changes nothing is not added.

        After any other step, the steps that were undone before can no longer be redone.
        """
        changed = take_step(self.now, step)
        if changed == self.now:
            return self
        # If this is the first step, the present hand is the hand before it.
        base = self.base if self.steps else self.now
        steps = (*self.steps, step)
        was_corrected = self.was_corrected
        if len(steps) > _MOST_STEPS:
            # The oldest step becomes a part of the base, and can no longer be undone.
            base = take_step(base, steps[0])
            steps = steps[1:]
            was_corrected = True
        return History(now=changed, base=base, steps=steps, was_corrected=was_corrected)

    def undo(self) -> "History":
        """Undo the last step: take all steps before it again, from the base."""
        if not self.steps:
            return self
        *earlier_steps, last_step = self.steps
        now = self.base
        for step in earlier_steps:
            now = take_step(now, step)
        return replace(
            self,
            now=now,
            steps=tuple(earlier_steps),
            taken_back=(*self.taken_back, last_step),
        )

    def redo(self) -> "History":
        """Redo the step that was undone last."""
        if not self.taken_back:
            return self
        *other_steps, next_step = self.taken_back
        after = self.then(next_step)
        # ``then`` drops all steps that were undone, but the others can still be redone.
        return replace(after, taken_back=tuple(other_steps))


def take_step(edited: EditedHand, step: Step) -> EditedHand:  # noqa: C901, PLR0911  # a line for each
    """Return the hand after a step. A step that does not fit it changes nothing."""
    match step:
        case SetFace():
            return editing.replace_face(edited, step.tile, step.face)
        case AddTile():
            return _add(edited, step)
        case CompleteHand():
            return _complete(edited, step)
        case RemoveTile():
            return editing.remove(edited, step.tile)
        case MoveTile():
            return editing.move(edited, step.tile, step.target)
        case LayDown():
            return editing.lay_down(edited, step.tiles, step.kind)
        case ResolveClaimOrFlowers() if editing.are_flowers(edited, step.tiles):
            return editing.resolve_flowers(edited, step.tiles, are_own=step.is_yes)
        case ResolveClaimOrFlowers():
            return editing.resolve_claim(edited, step.tiles, is_claimed=step.is_yes)
        case ResolveSetAside():
            return editing.resolve_set_aside(edited, step.tiles, are_set_aside=step.are_set_aside)
        case TurnGroup():
            return editing.turn(edited, step.group, step.kind)
        case MarkWinning():
            return editing.mark_winning(edited, step.tile)


def _add(edited: EditedHand, step: AddTile | CompleteHand) -> EditedHand:
    """Add a tile to the group that the step names.

    If the step names no group, the tile joins the longest group of standing tiles. A hand that has
    the most tiles already stays as it is.
    """
    if len(edited.tiles) >= MOST_TILES:
        return edited
    group_number = step.group
    if not group_number:
        # A short group of standing tiles is often the winning tile alone. A tile that was not read
        # belongs to the long group.
        standing_groups = [group for group in edited.groups if group.kind == "standing"]
        longest = max(standing_groups, key=lambda group: len(group.tiles), default=None)
        group_number = None if longest is None else longest.id
    box = _box_at(edited, step.point) if step.point else None
    return editing.add_tile(edited, step.face, group_number, box)


def _complete(edited: EditedHand, step: CompleteHand) -> EditedHand:
    """Add a tile, and mark it as the winning tile."""
    added = _add(edited, step)
    if added == edited:
        return edited
    # The added tile got the number that ``edited`` had for its next new tile.
    return editing.mark_winning(added, number=edited.fresh)


def _box_at(edited: EditedHand, point: Corner) -> tuple[Corner, ...] | None:
    """Return an upright outline around a point, with the median size of the tiles of the hand.

    None if no tile of the hand has an outline.
    """
    boxes = [tile.box for tile in edited.tiles if tile.box]
    if not boxes:
        return None
    x, y = point
    half_width = _median_length(boxes, axis=0) / 2
    half_height = _median_length(boxes, axis=1) / 2
    return (
        (x - half_width, y - half_height),
        (x + half_width, y - half_height),
        (x + half_width, y + half_height),
        (x - half_width, y + half_height),
    )


def _median_length(boxes: list[tuple[Corner, ...]], axis: int) -> float:
    """Return the median width or height of outlines, in pixels of the photo.

    Args:
        boxes: the outlines.
        axis: 0 for the width, 1 for the height.
    """
    lengths = []
    for box in boxes:
        least, most = span(box, axis)
        lengths.append(most - least)
    return median(lengths)
