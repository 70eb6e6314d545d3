"""The reasons of a reading, in the form in which the browser shows them under "Why?"."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct


class FaceChance(Struct, frozen=True):
    """How likely a tile shows a face.

    Attributes:
        face: the code of the face.
        name: its name.
        share: the probability, from 0 to 1.
        text: the probability as a text, such as ``97%``.
    """

    face: str
    name: str
    share: float
    text: str


class WhyLine(Struct, frozen=True):
    """A reason.

    Attributes:
        text: the reason.
        weight: its log-odds, such as ``+7.1``. Empty for a reason without a weight.
        speaks: whether it speaks for the reading or against it. Empty without a weight.
    """

    text: str
    weight: str = ""
    speaks: Literal["", "for", "against"] = ""


class WhySection(Struct, frozen=True):
    """Reasons under a title.

    Attributes:
        title: the title.
        lines: the reasons.
    """

    title: str
    lines: tuple[WhyLine, ...]


class TileWhy(Struct, frozen=True):
    """Why a tile was read as it was.

    Attributes:
        faces: the likeliest faces, or ``back``, the likeliest first. Empty if the probability of
            each rounds to 0 %.
        sections: remarks on the tile, the reasons for the kind of its group, and the open questions
            about the tile.
    """

    faces: tuple[FaceChance, ...]
    sections: tuple[WhySection, ...]


class HandChoice(Struct, frozen=True):
    """A reading of the whole photo.

    Attributes:
        reading: its name in a gesture.
        title: its title.
        groups: the faces of the tiles of each group of the hand. Tiles beside the hand are left
            out.
        label: the text of the button that puts it on the rack. Empty for the reading that is on the
            rack already.
    """

    reading: Literal["likeliest", "runner-up"]
    title: str
    groups: tuple[tuple[str, ...], ...]
    label: str


class PhotoWhy(Struct, frozen=True):
    """Why a photo was read as it was.

    Attributes:
        tiles: the reasons for each tile, by its number.
        choices: the likeliest reading, and the runner-up if there is one.
        sections: the evidence that decided between them, and the open questions.
        texts: the words of the section ``explain``.
    """

    tiles: Mapping[str, TileWhy]
    choices: tuple[HandChoice, ...]
    sections: tuple[WhySection, ...]
    texts: Mapping[str, str]
