"""The folder of taught tile sets: one ``.huset`` file for each."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final
from urllib.parse import quote, unquote

from platformdirs import user_data_path

from hu.app.sets.names import check_name
from hu.app.sets.set_files import SUFFIX, read_tile_set, write_tile_set
from hu.vision.photo.files import whole_file
from hu.vision.taught.tile_set import TileSet, TileSetError

#: Is held while a tile set changes, so that of two corrections at once neither is lost.
_CHANGING: Final = Lock()


@dataclass(frozen=True, slots=True)
class TileSetStore:
    """Taught tile sets in a folder.

    Attributes:
        folder: the folder. It is made when the first tile set is saved.
    """

    folder: Path

    @classmethod
    def default(cls) -> "TileSetStore":
        """The tile sets in the user's data folder."""
        return cls(user_data_path("hu-mahjong") / "sets")

    def names(self) -> tuple[str, ...]:
        """The names of all tile sets, in alphabetical order."""
        return tuple(sorted(unquote(path.stem) for path in self.folder.glob(f"*{SUFFIX}")))

    def load(self, name: str) -> TileSet:
        """Read a tile set.

        Raises:
            TileSetError: no tile set has this name, or its file is damaged.
        """
        return read_tile_set(self.file(name))

    def file(self, name: str) -> Path:
        """Find the file of a tile set.

        Raises:
            TileSetError: no tile set has this name.
        """
        path = self._path(name)
        if not path.is_file():
            names = ", ".join(self.names()) or "none"
            raise TileSetError(
                f"no tile set is called {name!r}; taught so far: {names}", "unknown", name=name
            )
        return path

    def new_file(self, name: str) -> Path:
        """Return the path for the file of a new tile set, and make the folder.

        The file itself is not made.

        Raises:
            TileSetError: the name is not valid, or a tile set of this name exists.
        """
        path = self._path(name)
        if path.exists():
            raise TileSetError(
                f"a tile set called {name!r} exists already; "
                "choose another name, or forget it first",
                "taken",
                name=name,
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        return path

    def save(self, tile_set: TileSet) -> None:
        """Write a new tile set.

        Raises:
            TileSetError: the name is not valid, or a tile set of this name exists.
        """
        write_tile_set(tile_set, self.new_file(tile_set.name))

    def change(self, name: str, change: Callable[[TileSet], TileSet]) -> None:
        """Change a tile set, one change at a time.

        Args:
            name: the tile set's name.
            change: makes the new tile set. If it returns the old tile set, nothing is written.

        Raises:
            TileSetError: no tile set has this name, or its file is damaged.
            OSError: it cannot be written. The tile set is unchanged.
        """
        with _CHANGING:
            before = self.load(name)
            after = change(before)
            if after is not before:
                write_tile_set(after, self.file(name))

    def forget(self, name: str) -> bytes:
        """Delete a tile set.

        Returns:
            The contents of its file, which ``put_back`` takes.

        Raises:
            TileSetError: no tile set has this name.
        """
        path = self.file(name)
        content = path.read_bytes()
        path.unlink(missing_ok=True)
        return content

    def put_back(self, name: str, content: bytes) -> None:
        """Put a forgotten tile set back into use.

        Args:
            name: its name.
            content: the contents of its file, as ``forget`` returned them.

        Raises:
            TileSetError: another tile set has got its name meanwhile.
        """
        with whole_file(self.new_file(name)) as file:
            file.write(content)

    def _path(self, name: str) -> Path:
        return self.folder / f"{quote(check_name(name), safe=' ')}{SUFFIX}"
