"""Gestures that change the tile sets that players taught."""

from hu.app.page.draft.editing.steps import Face
from hu.app.page.gestures.fields import GestureForGame, NonNegative, TypedText


class PlayWithSet(GestureForGame, frozen=True, tag="set-use"):
    """Play with a tile set from now on. An empty name stands for no tile set."""

    name: TypedText


class UnlearnFace(GestureForGame, frozen=True, tag="set-face"):
    """Take back a face that a tile set has learned.

    Attributes:
        name: the name of the tile set.
        index: the index of the learned face among the examples of the tile set.
        face: the face itself. If the example at the index has another face by now, nothing is taken
            back.
    """

    name: TypedText
    index: NonNegative
    face: Face


class GiveFaces(GestureForGame, frozen=True, tag="set-give"):
    """Give a tile set's faces for training."""

    name: TypedText


class TakeBackGivenFaces(GestureForGame, frozen=True, tag="set-take"):
    """Take back the faces that were given for training."""

    name: TypedText


class ForgetSet(GestureForGame, frozen=True, tag="set-forget"):
    """Forget a tile set."""

    name: TypedText


TileSetGesture = PlayWithSet | UnlearnFace | GiveFaces | TakeBackGivenFaces | ForgetSet
