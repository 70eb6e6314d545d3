"""All gestures as a type, and the tap: a gesture with its number."""

from msgspec import Struct

from hu.app.page.gestures.answers import AnswerGesture
from hu.app.page.gestures.hand import HandGesture
from hu.app.page.gestures.new_game import NewGameGesture
from hu.app.page.gestures.payment import PaymentGesture
from hu.app.page.gestures.photos import PhotoGesture
from hu.app.page.gestures.screens import ScreenGesture
from hu.app.page.gestures.sheet import SheetGesture
from hu.app.page.gestures.teaching import TeachingGesture
from hu.app.page.gestures.tile_sets import TileSetGesture
from hu.app.page.gestures.tiles import TilesGesture

Gesture = (
    TilesGesture
    | PhotoGesture
    | AnswerGesture
    | HandGesture
    | ScreenGesture
    | NewGameGesture
    | SheetGesture
    | PaymentGesture
    | TileSetGesture
    | TeachingGesture
)


class Refused(Struct, frozen=True, tag=True):
    """Replaces a gesture that cannot be parsed."""


class Tap(Struct, frozen=True, tag=True):
    """A gesture with the number that the browser gave it.

    Attributes:
        load: names the page load in which it was made.
        number: its number among the gestures of that page load, from 1.
        hand: names the hand for which it was made: the code of the game, a slash, and the token of
            the hand.
        gesture: the gesture itself.
    """

    load: str
    number: int
    hand: str
    gesture: Gesture | Refused
