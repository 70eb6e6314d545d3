"""Which set a photo is read with, as the page hands it to the processes that read photos."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hu.app.sets.store import SetStore, TileSetError
from hu.vision.taught.tile_set import TileSet


@dataclass(frozen=True, slots=True)
class SetChoice:
    """A folder of sets, and the one in use.

    Attributes:
        folder: where the sets lie; None where there are none.
        name: the set in use; empty for none.
        offers: whether a photo that shows another of them is read with that one, where none is in use.
    """

    folder: Path | None = None
    name: str = ""
    offers: bool = True

    def chosen(self) -> TileSet | None:
        """The set in use; None if none is, or it was forgotten meanwhile."""
        if not self.folder or not self.name:
            return None
        try:
            return SetStore(self.folder).load(self.name)
        except (TileSetError, OSError):
            return None

    def known(self) -> Iterator[TileSet]:
        """Every set of the folder that can be read, where one may be offered."""
        return SetStore(self.folder).sets() if self.folder and self.offers else iter(())


#: For photos that are read without a set.
NO_SETS: Final = SetChoice()
