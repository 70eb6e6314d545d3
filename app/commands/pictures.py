"""Save the pictures that ``--overlay`` and ``--sheet`` ask for."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hu.scoring.errors import one_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image


def save_picture(picture: "NDArray[np.uint8] | Image.Image", path: Path, option: str) -> None:
    """Save the picture that ``--overlay`` or ``--sheet`` asks for.

    Args:
        picture: an image, or an array of (height, width, 3), RGB.
        path: its ending names the format.
        option: the name of the option, for messages.

    Raises:
        click.ClickException: the file cannot be written, or its ending is no picture's.
    """
    from PIL import Image  # noqa: PLC0415

    image = picture
    if not isinstance(image, Image.Image):
        image = Image.fromarray(image)
    try:
        image.save(path, quality=88)
    except (OSError, ValueError) as error:
        raise click.ClickException(one_line(f"{option} {path}: {error}")) from None


def save_sheet(faces: Sequence["tuple[NDArray[np.uint8], str, str]"], path: Path) -> None:
    """Save the picture of faces that ``--sheet`` asks for.

    Args:
        faces: crops of (height, width, 3), RGB, each with its name and a note.
        path: its ending names the format.

    Raises:
        click.ClickException: the file cannot be written, or its ending is no picture's.
    """
    from PIL import Image  # noqa: PLC0415

    from hu.vision.photo.contact_sheet import contact_sheet  # noqa: PLC0415

    cells = [(Image.fromarray(crop), name, note) for crop, name, note in faces]
    save_picture(contact_sheet(cells), path, "--sheet")
