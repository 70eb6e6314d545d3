"""Faces taken from the artwork in the style of a set."""

from collections.abc import Mapping, Sequence

from hu.scoring.tiles import BONUS
from training.faces.ink import Ink, Rgba, bounds, empty, from_rgba, recolour
from training.faces.labels import add_labels, random_labels
from training.faces.maker import INDEXED, LIGHT, UNLABELLED, Maker


def from_art(source: str, codes: Sequence[str], maker: Maker, strength: float) -> dict[str, Ink]:
    """Take faces from a source, cut to their common bounds and fitted into the inked area.

    Args:
        source: a source of the artwork that draws all of the faces.
        codes: the faces.
        maker: the parts of the set that all faces share.
        strength: how far the set's inks replace the colours of the drawings, from 0 (not at all) to
            1 (altogether). White drawings, and those on dark tiles, get the set's inks alone.

    Returns:
        The ink of each face by code. All inks are empty if the source shows all faces blank.
    """
    faces = maker.art.faces(source)
    drawings = {code: _choose_drawing(code, faces, maker) for code in codes}
    box = bounds(list(drawings.values()))
    if box is None:
        return {code: empty(maker.inner[1], maker.inner[0]) for code in codes}

    is_light = source in LIGHT
    if is_light or maker.body.is_dark:
        strength = 1.0
    left, top, right, bottom = box
    # Each face becomes as large as fits into the inked area, and is stretched a little to fill it.
    width, height = maker.inner
    stretch = maker.rng.uniform(1.0, 1.15)
    scale = min(width / (right - left), height / (bottom - top)) * stretch
    fitted_width = max(1, round(min(width, (right - left) * scale)))
    fitted_height = max(1, round(min(height, (bottom - top) * scale)))
    # A bird alone may look to the other side. An index in its corner could not be read then.
    is_bird_alone = codes == ("1s",)
    is_mirrored = is_bird_alone and source not in INDEXED and maker.chance(0.3)
    labels = random_labels(maker)
    inks = {}
    for code, drawing in drawings.items():
        cut = drawing[top:bottom, left:right]
        if strength > 0:
            white_is_dark = is_light and not maker.body.is_dark
            cut = recolour(cut, maker.palette, strength, white_is_dark=white_is_dark)
        if is_mirrored:
            cut = cut[:, ::-1]
        ink = from_rgba(cut, (fitted_width, fitted_height))
        if source in UNLABELLED and code in BONUS:
            ink = add_labels(code, ink, labels)
        inks[code] = ink
    return inks


def _choose_drawing(code: str, faces: Mapping[str, Rgba], maker: Maker) -> Rgba:
    """A face of a source. Now and then its second drawing, or a red five in place of a five."""
    alternatives = [f"{code}-alt"]
    if code[0] == "5":
        alternatives.append(f"0{code[1]}")
    alternatives = [name for name in alternatives if name in faces]
    if alternatives and maker.chance(0.3):
        return faces[str(maker.rng.choice(alternatives))]
    return faces[code]
