"""The names of tile sets."""

from typing import Final
from unicodedata import category, normalize

from hu.scoring.errors import one_line
from hu.vision.taught.tile_set import TileSetError

SET_NAME_LENGTH: Final = 40


def check_name(name: str) -> str:
    """Normalise a tile set's name.

    >>> check_name("  club  green ")
    'club green'

    Raises:
        TileSetError: it is empty, too long or has characters that cannot be seen.
    """
    normal_name = " ".join(normalize("NFKC", name).split())
    # Categories that begin with C are those of control, format and unassigned characters.
    is_visible = all(category(character)[0] != "C" for character in normal_name)
    if not normal_name or len(normal_name) > SET_NAME_LENGTH or not is_visible:
        shown_name = one_line(name[:SET_NAME_LENGTH])
        raise TileSetError(
            f"{shown_name!r} is no name for a tile set; use 1 to {SET_NAME_LENGTH} letters",
            "name",
            name=shown_name,
        )
    return normal_name
