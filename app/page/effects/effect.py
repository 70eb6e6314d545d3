"""All effects as a type."""

from hu.app.page.effects.games import GameEffect
from hu.app.page.effects.hand import HandEffect
from hu.app.page.effects.offers import OfferEffect
from hu.app.page.effects.photos import PhotoEffect
from hu.app.page.effects.sheet import SheetEffect
from hu.app.page.effects.teaching import TeachingEffect
from hu.app.page.effects.tile_sets import TileSetEffect

Effect = (
    PhotoEffect
    | TileSetEffect
    | TeachingEffect
    | HandEffect
    | SheetEffect
    | GameEffect
    | OfferEffect
)
