"""Save the pictures that ``--overlay`` and ``--sheet`` ask for."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hu.scoring.errors import one_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image


def check_picture_file(
    context: click.Context, option: click.Parameter, path: Path | None
) -> Path | None:
    """Check that a picture can have this name, before any photo is read.

    Raises:
        click.BadParameter: it is a folder, its folder is missing, or no format of pictures has its
            ending.
    """
    if path is None:
        return None
    from PIL import Image  # noqa: PLC0415  # only these options need it

    fault = ""
    # This call also fills ``Image.SAVE``, the formats that can be saved.
    picture_format = Image.registered_extensions().get(path.suffix.lower())
    if path.is_dir():
        fault = "is a folder; name a picture, such as why.png"
    elif picture_format not in Image.SAVE:
        fault = "not the ending of a picture; name it .png or .jpg"
    elif not path.parent.is_dir():
        fault = f"no such folder as {path.parent}; make it, or name another"
    if fault:
        raise click.BadParameter(one_line(f"{path}: {fault}"), context, option)
    return path


def refuse_photo_itself(path: Path | None, photos: Iterable[Path], option: str) -> None:
    """Refuse to save a picture in place of a photo that is read.

    Raises:
        click.UsageError: the name is a photo's.
    """
    if path is None or not path.exists():
        return
    for photo in photos:
        if photo.exists() and path.samefile(photo):
            text = f"{option} {path}: is the photo itself; name another file"
            raise click.UsageError(one_line(text))


def save_picture(picture: "NDArray[np.uint8] | Image.Image", path: Path, option: str) -> None:
    """Save the picture that ``--overlay`` or ``--sheet`` asks for.

    Args:
        picture: an image, or an array of (height, width, 3), RGB.
        path: its ending names the format.
        option: the name of the option, for messages.

    Raises:
        click.ClickException: the file cannot be written.
    """
    from PIL import Image  # noqa: PLC0415

    image = picture
    if not isinstance(image, Image.Image):
        image = Image.fromarray(image)
    try:
        image.save(path, quality=88)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.ClickException(one_line(f"{option} {path}: {reason}")) from None


def save_sheet(faces: Sequence["tuple[NDArray[np.uint8], str, str]"], path: Path) -> None:
    """Save the picture of faces that ``--sheet`` asks for.

    Args:
        faces: crops of (height, width, 3), RGB, each with its name and a note.
        path: its ending names the format.

    Raises:
        click.ClickException: the file cannot be written.
    """
    from PIL import Image  # noqa: PLC0415

    from hu.vision.photo.contact_sheet import contact_sheet  # noqa: PLC0415

    cells = [(Image.fromarray(crop), name, note) for crop, name, note in faces]
    save_picture(contact_sheet(cells), path, "--sheet")
