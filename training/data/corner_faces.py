"""Rendered faces of modern sets for both of their networks, with the numeral in each corner.

``python -m training.data.corner_faces --shared ../shared --designs 560 --out CORNERS`` writes an
``.npz`` for each design. A run that was stopped continues when it is started again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES, FACES, WINDS
from hu.vision.geometry import oriented_box
from hu.vision.networks.numerals import LETTERS, NUMERAL_CLASSES, SYMBOLS
from training.command import new_parser, run
from training.data.crops import Box, Image
from training.data.design_files import design_files, write_design_files
from training.faces.art import Art
from training.faces.corner.designs import corner_set
from training.faces.corner.numerals import Corner
from training.faces.corner.style import Letter, Purpose
from training.render import parse_families

#: Height of a face in pixels, at which numerals are read.
HEIGHT: Final = 112
#: The least and the greatest height of numerals in tile widths. The least is below that of
#: ``NUMERAL_HEIGHTS``, because numerals look smaller in photos than on most drawn sets.
_NUMERAL_HEIGHTS: Final = (0.14, 0.36)
#: The corners clockwise from top left, by whether they are right and low.
_CORNER_NUMBERS: Final = {
    (False, False): 0,
    (True, False): 1,
    (True, True): 2,
    (False, True): 3,
}
#: The letters that count as symbols: of winds, and of the white dragon. Those of the other dragons
#: do not.
_LETTERS: Final = {**dict(zip(WINDS, "ESWN", strict=True)), "5z": "W"}
#: An outline reaches beyond its face by up to this share of a side.
_MOST_WIDENED: Final = 0.2
#: How often an outline reaches beyond the left edge and beyond the top edge, and how often beyond
#: the right edge and beyond the bottom edge.
_WIDENED_FIRST: Final = 0.6
_WIDENED_LAST: Final = 0.4
#: Faces are seen at a slant of up to this many degrees from straight above.
_MOST_SLANT_DEG: Final = 68
#: A letter can still be read if this much of its area is cut off, in shares of the way from the
#: middle of the face to its edge. A letter does not fill all of its area.
_CUT_OFF: Final = 0.06
_NOTHING: Final = NUMERAL_CLASSES.index("nothing")
_OTHER: Final = NUMERAL_CLASSES.index("other")


@dataclass(frozen=True, slots=True, eq=False)
class CornerFace:
    """A rendered face whose corners are known.

    Attributes:
        face: ``(112, w, 3)`` uint8 RGB, the flat top of the tile.
        labels: for each corner, clockwise from top left, the index in ``NUMERAL_CLASSES``.
        letter: the letter in the middle. None if it is not known whether there is a letter.
    """

    face: Image
    labels: tuple[int, ...]
    letter: Letter | None

    @property
    def has_symbol(self) -> bool:
        """Whether any corner has a numeral or a letter."""
        return any(label != _NOTHING for label in self.labels)


def corner_labels(text: str, corners: Sequence[Corner]) -> tuple[int, ...]:
    """The index in ``NUMERAL_CLASSES`` for each corner of a face, clockwise from top left.

    Args:
        text: the numeral or letter in its corners. Empty for none.
        corners: in which it is printed.
    """
    labels = [_NOTHING] * len(_CORNER_NUMBERS)
    if not text:
        return tuple(labels)
    for corner in corners:
        number = _CORNER_NUMBERS[corner.is_right, corner.is_low]
        # A corner is cut out of a face that was turned counter-clockwise by as many quarter turns
        # as the corner's number says. Its symbol is turned with it.
        turn = (number + 2) % 4 if corner.is_turned else number
        if text in SYMBOLS:
            labels[number] = NUMERAL_CLASSES.index(f"{text}/{turn}")
        else:
            labels[number] = _OTHER
    return tuple(labels)


def middle_label(letter: Letter | None, side: int) -> int | None:
    """The index in ``NUMERAL_CLASSES`` for a square in the middle of an upright face.

    Args:
        letter: in the middle of the face. None if it is not known whether there is a letter.
        side: of the square, in pixels of a face of ``HEIGHT``.

    Returns:
        None if the letter is not known, or if the square cuts off too much of it.
    """
    if letter is None:
        return None
    if not letter.text:
        return _NOTHING
    if letter.reach > side / HEIGHT + _CUT_OFF:
        return None
    if letter.text not in LETTERS:
        return _OTHER
    return NUMERAL_CLASSES.index(f"{letter.text}/0")


def allowed_outputs(label: int) -> NDArray[np.bool_]:
    """``(54,)`` which outputs may be right in a corner or the middle, if only the face is known.

    Args:
        label: the face's index in ``CLASSES``.
    """
    face = CLASSES[label]
    symbol = face[0] if face[1] in "mps" else _LETTERS.get(face, "")
    allowed = np.zeros(len(NUMERAL_CLASSES), dtype=bool)
    for index, name in enumerate(NUMERAL_CLASSES):
        is_own_symbol = symbol != "" and name.startswith(f"{symbol}/")
        allowed[index] = is_own_symbol or name in ("nothing", "other")
    return allowed


def slant(box: Box, rng: np.random.Generator) -> Box:
    """Return the outline that the detector would draw around a face if it was seen at a slant.

    Args:
        box: ``(4, 2)`` pixels of the face, seen flat.
        rng: decides direction and degree of the slant.

    Returns:
        ``(4, 2)`` float32 pixels of the same flat picture.
    """
    center = box.mean(axis=0)
    # The face is seen shorter along a direction, as much as the cosine of the slant says.
    angle = rng.uniform(0, 2 * np.pi)
    shortening = np.cos(np.radians(rng.uniform(0, _MOST_SLANT_DEG)))
    cos = np.cos(angle)
    sin = np.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    view = np.diag([1, shortening]) @ turn
    # The detector draws a rectangle around the slanted face. Lay this rectangle back onto the flat
    # face.
    seen_box = oriented_box(((box - center) @ view.T).astype(np.float32))
    flat_box = seen_box @ np.linalg.inv(view).T + center
    return np.asarray(flat_box, dtype=np.float32)


def widen(box: Box, rng: np.random.Generator) -> Box:
    """Move some edges outwards. The detector's outlines often enclose a side of the tile too.

    Numerals are then smaller, and farther from the corners. Some real sets print them like that.

    Args:
        box: ``(4, 2)`` pixels, clockwise from top left.
        rng: decides which edges move and how far.
    """
    wide = box.copy()
    right = (box[1] - box[0] + box[2] - box[3]) / 2
    down = (box[3] - box[0] + box[2] - box[1]) / 2
    # Each direction, the corners at its beginning and the corners at its end.
    for direction, first_corners, last_corners in (
        (right, (0, 3), (1, 2)),
        (down, (0, 1), (3, 2)),
    ):
        if rng.random() < _WIDENED_FIRST:
            distance = float(rng.uniform(0, _MOST_WIDENED))
            for corner in first_corners:
                wide[corner] -= direction * distance
        if rng.random() < _WIDENED_LAST:
            distance = float(rng.uniform(0, _MOST_WIDENED))
            for corner in last_corners:
                wide[corner] += direction * distance
    return np.asarray(wide, np.float32)


def write_corner_faces(
    shared: Path,
    out: Path,
    designs: int,
    seed: int,
    hold_out: frozenset[str],
    purpose: Purpose = "classifier",
) -> None:
    """Draw sets of ``corner_set`` and store their faces, with the labels of the known corners.

    Args:
        shared: the shared data folder.
        out: where the files go. Files of an earlier run stay as they are.
        designs: how many designs the folder holds at the end.
        seed: decides the designs.
        hold_out: families of artwork that are not used.
        purpose: decides which drawings the sets may have.
    """
    art = Art(shared)

    def draw_faces(rng: np.random.Generator) -> dict[str, NDArray[Any]]:
        tile_set = corner_set(
            rng, art, hold_out, HEIGHT, purpose=purpose, numeral_heights=_NUMERAL_HEIGHTS
        )
        arrays: dict[str, NDArray[Any]] = {}
        for code in CLASSES:
            arrays[code] = tile_set.design.face(code, HEIGHT)
            if code in tile_set.symbols:
                labels = corner_labels(tile_set.symbols[code], tile_set.corners)
                arrays[f"{code}-labels"] = np.array(labels)
            if code in tile_set.letters:
                letter = tile_set.letters[code]
                arrays[f"{code}-letter"] = np.array(letter.text)
                arrays[f"{code}-reach"] = np.array(letter.reach)
        return arrays

    write_design_files(out, designs, seed, draw_faces)


def load_corner_faces(folder: Path) -> Iterator[CornerFace]:
    """Yield every stored face whose corners are known."""
    for path in design_files(folder):
        with np.load(path) as arrays:
            for code in CLASSES:
                if f"{code}-labels" in arrays:
                    yield _stored_face(arrays, code)


def _stored_face(arrays: Mapping[str, NDArray[Any]], code: str) -> CornerFace:
    """A face whose corners are known, from the arrays that ``write_corner_faces`` stored."""
    labels = tuple(int(label) for label in arrays[f"{code}-labels"])
    letter = None
    if f"{code}-letter" in arrays:
        letter = Letter(text=str(arrays[f"{code}-letter"]), reach=float(arrays[f"{code}-reach"]))
    return CornerFace(arrays[code], labels, letter)


def load_sets(folder: Path) -> Iterator[dict[str, Image]]:
    """Yield the faces of every stored set by their codes, without the back."""
    for path in design_files(folder):
        with np.load(path) as arrays:
            yield {code: arrays[code] for code in FACES}


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--designs", type=int, default=560)
    parser.add_argument("--seed", type=int, default=81)
    parser.add_argument(
        "--hold-out",
        type=parse_families,
        default=frozenset(),
        help="art families to leave out: A,B",
    )
    parser.add_argument(
        "--purpose",
        choices=["classifier", "index"],
        default="classifier",
        help="the network to train, which decides the drawings",
    )
    args = parser.parse_args()
    write_corner_faces(args.shared, args.out, args.designs, args.seed, args.hold_out, args.purpose)


if __name__ == "__main__":
    run(main)
