"""All events as a type."""

from hu.app.page.events.games import GameEvent
from hu.app.page.events.hand import HandEvent
from hu.app.page.events.page import PageEvent
from hu.app.page.events.photos import PhotoEvent
from hu.app.page.events.teaching import TeachingEvent
from hu.app.page.events.tile_sets import TileSetEvent
from hu.app.page.gestures.tap import Gesture, Tap

#: The events that are no gestures.
ResultEvent = PageEvent | PhotoEvent | HandEvent | GameEvent | TileSetEvent | TeachingEvent
#: All that ``reduce.apply`` takes: a tap, the gesture of a tap, or another event.
Event = Tap | Gesture | ResultEvent
