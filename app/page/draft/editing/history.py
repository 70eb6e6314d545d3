"""A hand with the steps that made it what it is, so that each can be taken back.

Steps come from a browser and may say anything: one that makes no sense changes nothing.
"""

from dataclasses import dataclass, field
from functools import reduce
from statistics import median
from typing import Any, Final

from hu.app.page.draft.editing import hand as editing
from hu.app.page.draft.editing.hand import Corner, EditedHand, span
from hu.scoring.tiles import CLASSES, RED_FIVES

#: What one tap does, as the browser sends it: its name, then what it is about.
Step = tuple[Any, ...]
#: Steps that can be taken back.
_MOST_STEPS: Final = 100
#: Of a hand in work, misread tiles and other players' rows among them.
_MOST_TILES: Final = 60
#: What a tile can be said to be.
_CODES: Final = frozenset((*CLASSES, *RED_FIVES))


@dataclass(frozen=True, slots=True)
class History:
    """A hand in work."""

    now: EditedHand = field(default_factory=EditedHand)  # the hand as it is
    # The hand before the first of the steps; it means nothing without steps.
    base: EditedHand = field(default_factory=EditedHand)
    steps: tuple[Step, ...] = ()  # what led from there to ``now``, the latest last
    taken_back: tuple[Step, ...] = ()  # steps that were undone, the next one last

    def then(self, *step: Any) -> "History":
        """Take a step, unless it changes nothing."""
        changed = take_step(self.now, step)
        if changed == self.now:
            return self
        base, steps = self.base if self.steps else self.now, (*self.steps, step)
        if len(steps) > _MOST_STEPS:
            base, steps = take_step(base, steps[0]), steps[1:]
        return History(changed, base, steps)

    def undo(self) -> "History":
        """Take the last step back."""
        if not self.steps:
            return self
        steps, last = self.steps[:-1], self.steps[-1]
        return History(
            reduce(take_step, steps, self.base), self.base, steps, (*self.taken_back, last)
        )

    def redo(self) -> "History":
        """Take a step again."""
        if not self.taken_back:
            return self
        left, step = self.taken_back[:-1], self.taken_back[-1]
        again = self.then(*step)
        return History(again.now, again.base, again.steps, left)


def take_step(edited: EditedHand, step: Step) -> EditedHand:  # noqa: PLR0911  # one line for each kind of tap
    """Take a step; one that makes no sense changes nothing."""
    match step:
        case ("face", int(tile), str(face)) if face in _CODES:
            return editing.replace_face(edited, tile, face)
        case ("add", str(face), int() | None as group, point) if (
            face in _CODES and len(edited.tiles) < _MOST_TILES
        ):
            # The winning tile often lies apart, in a group of its own, to which no missed tile belongs.
            standing = [one for one in edited.groups if one.kind == "standing"]
            longest = max(standing, key=lambda one: len(one.tiles)).id if standing else None
            return editing.add_tile(edited, face, group or longest, _box_at(edited, point))
        case ("complete", *rest):
            added = take_step(edited, ("add", *rest))
            return added if added == edited else editing.mark_winning(added, edited.fresh)
        case ("remove", int(tile)):
            return editing.remove(edited, tile)
        case ("move", int(tile), (int() | "standing" | "exposed" | "quad" | "aside") as target):
            return editing.move(edited, tile, target)
        case ("lay", list(tiles), *kind) if kind in ([], ["quad"]):
            return editing.lay_down(
                edited, [tile for tile in tiles if isinstance(tile, int)], *kind
            )
        case ("settle", list(tiles), bool(claimed)):
            return editing.resolve_claim(
                edited, [tile for tile in tiles if isinstance(tile, int)], claimed=claimed
            )
        case ("turn", int(group), ("standing" | "exposed" | "quad") as kind):
            return editing.turn(edited, group, kind)
        case ("win", int() | None as tile):
            return editing.mark_winning(edited, tile)
    return edited


def _box_at(edited: EditedHand, point: object) -> tuple[Corner, ...] | None:
    """An upright outline as large as the other tiles, where the finger said that a tile was missed."""
    boxes = [tile.box for tile in edited.tiles if tile.box]
    match point:
        case [int() | float() as x, int() | float() as y] if boxes:
            spans = ([span(box, axis) for box in boxes] for axis in (0, 1))
            wide, high = (median(most - least for least, most in sizes) / 2 for sizes in spans)
            return (
                (x - wide, y - high),
                (x + wide, y - high),
                (x + wide, y + high),
                (x - wide, y + high),
            )
    return None
