"""Finds the tiles on a photo that answers a question, such as a photo of dora indicators."""

from hu.app.page.photos.photo import SeenPhoto, UploadError
from hu.app.reading.answers import NotIndicatorsError, UnclearIndicatorsError, find_indicators


def find_asked_tiles(photo: SeenPhoto, most: int) -> tuple[str, ...]:
    """Return the faces of the tiles on a photo.

    Args:
        photo: the photo, as it was read.
        most: the most tiles that the question asks for.

    Raises:
        UploadError: the photo shows no tiles, unclear tiles, or too many.
    """
    faces = [tile.face for group in photo.hand.groups for tile in group.tiles]
    try:
        tiles = find_indicators(faces, most, photo.unclear)
    except UnclearIndicatorsError as error:
        raise UploadError("ask.unclear_seen", tiles=error.faces) from error
    except NotIndicatorsError as error:
        shows_no_tiles = error.count == 0
        if shows_no_tiles:
            raise UploadError("snap.no_tiles") from error
        raise UploadError("ask.too_many_seen", count=error.count, most=error.most) from error
    return tuple(tiles)
