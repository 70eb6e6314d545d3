"""Reads photos in processes of their own.

Python runs one thread of a process at a time. If the server's own process read photos, every tap
would have to wait for them. And if reading a photo ends its process, the server goes on.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from hu.app.memory import give_back_memory
from hu.app.page.photos.line import at_once
from hu.app.page.photos.photo import Adjustment, SeenPhoto, TileReader, read_upload
from hu.app.pool import LONGEST_PHOTO_S, Pool

#: Megabytes of memory for a process. HEIC and WebP photos of 50 megapixels can be read with 1,000,
#: but not with 600.
_MEGABYTES: Final = 1_000
#: The niceness of the processes, so that the work for taps has priority.
_NICENESS: Final = 5
#: The only item is the reader of this process. Empty in the server's own process.
_readers: Final[list[TileReader]] = []


class ReadingProcesses:
    """Reads photos in processes of their own.

    Each process reads one photo at a time.
    """

    def __init__(self, weights: Path) -> None:
        self.pool: Final = Pool(partial(_begin, weights), _MEGABYTES, niceness=_NICENESS)
        # The processes load the networks while the first player takes a photo.
        self.pool.warm()

    def __call__(
        self,
        data: bytes,
        name: str,
        rules: str,
        adjustment: Adjustment,
        tile_set: Path | None = None,
        most_red_fives: Mapping[str, int] | None = None,
    ) -> SeenPhoto:
        """Decode an uploaded photo, turn and crop it, and read its tiles, in a process of the pool.

        Args:
            data: the bytes of the file.
            name: the name of the file.
            rules: the name of the rule set.
            adjustment: how the photo is turned and cropped before it is read.
            tile_set: the file of the tile set in use. None if no tile set is in use.
            most_red_fives: how many red fives of each suit the table's tiles have, by plain fives.
                None if that is unknown.

        Raises:
            OriginalNeededError: the file is a smaller copy, and its tiles are too small to be read.
            UploadError: it is no picture that can be read.
            WorkerError: the process failed or ended.
        """
        without_file = self.pool.run(
            LONGEST_PHOTO_S,
            _read_photo,
            data=data,
            name=name,
            rules=rules,
            adjustment=adjustment,
            tile_set=tile_set,
            most_red_fives=most_red_fives,
        )
        return _with_file(without_file, data)


def _begin(weights: Path) -> None:
    """Prepare a process of the pool: make the reader that reads all its photos."""
    from hu.app.page.photos.reader import network_reader  # noqa: PLC0415  # loads the inference engine

    # All processes together use at most one thread for each processor.
    processors = os.cpu_count() or 1
    threads = max(processors // at_once(), 1)
    _readers.append(network_reader(weights, threads))


def _read_photo(
    data: bytes,
    name: str,
    rules: str,
    adjustment: Adjustment,
    tile_set: Path | None,
    most_red_fives: Mapping[str, int] | None,
) -> SeenPhoto:
    """Read a photo in a process of the pool.

    The result is sent to the server without the file, because the server has the file.
    """
    reader = _readers[0]
    seen_photo = read_upload(reader, data, name, rules, adjustment, tile_set, most_red_fives)
    give_back_memory()
    return _with_file(seen_photo, b"")


def _with_file(seen_photo: SeenPhoto, data: bytes) -> SeenPhoto:
    """Return a photo with other bytes as its file. Its other hands get the same bytes.

    Args:
        seen_photo: the photo.
        data: the bytes of the file. Empty for no file.
    """
    # Each of the other hands is a ``SeenPhoto`` too: the same photo, read for that hand.
    other_photos = tuple(replace(photo, data=data) for photo in seen_photo.other_hands)
    return replace(seen_photo, data=data, other_hands=other_photos)
