"""Tile faces of the shared artwork as ink on transparency, without the drawn bodies."""

import os
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.scoring.errors import InputError
from hu.scoring.tiles import FACES
from hu.vision.photo.files import whole_file

Rgba = NDArray[np.uint8]

#: Height of a loaded face in pixels.
HEIGHT: Final = 256
#: Raised when the extraction changes, so that faces cached by an older version are not used.
CACHE_VERSION: Final = 4
#: Faces that some sources draw besides the 42.
EXTRAS: Final = ("0m", "0p", "0s", "1s-alt", "5z-alt")

#: Sources that share no drawing with another source.
_SINGLE_SOURCES: Final = (
    "ffalt-classic",
    "gleitz",
    "gnome-postmodern",
    "kde-bamboo",
    "kde-traditional",
    "pysol-amber",
    "pysol-crystal",
    "pysol-etheral",
    "pysol-golden",
    "pysol-ivory",
    "pysol-kyushu",
    "pysol-maple",
    "xmahjongg-real",
)
#: Families of sources that share drawings, and families whose only source has another name.
_FAMILIES: Final = {
    "cangjie6": ("cangjie6-oblique-face", "cangjie6-oblique-full"),
    "unicode-chart": ("ffalt-uni", "ffalt-unib"),
    "fluffystuff": ("fluffystuff-black", "fluffystuff-regular", "xhokir"),
    "hanazono": ("font-hanazono-color",),
    "notosymbols": ("font-notosymbols2-color",),
    "smooth": ("gnome-smooth", "smooth-tileset"),
    "imahjong": (
        "imahjong-can-color",
        "imahjong-can-mono",
        "imahjong-hk-color",
        "imahjong-hk-mono",
        "imahjong-jp-color",
        "imahjong-jp-mono",
        "imahjong-tw-color",
        "imahjong-tw-mono",
    ),
    "kde": ("kde-default", "kde-jade"),
    "lietxia": ("lietxia-default", "lietxia-flat", "lietxia-flat2", "lietxia-transparent"),
    "rutopio": ("rutopio-riichi-font",),
    "samoheen": ("samoheen-hongkong",),
    "xmahjongg-dorothys": ("xmahjongg-dorothys", "xmahjongg-dorwhite"),
}


def _families_of_sources() -> dict[str, str]:
    """The family of each source. A source that shares no drawing is its own family."""
    families = {source: source for source in _SINGLE_SOURCES}
    for family, sources in _FAMILIES.items():
        for source in sources:
            families[source] = family
    return families


#: The family of each source. Hold out whole families when measuring unseen designs.
FAMILY: Final = _families_of_sources()

#: Sources that draw the tile too: the face's left, top, right and bottom in shares of the picture.
CROPS: Final = {
    "cangjie6-oblique-full": (0.08, 0.22, 0.80, 0.93),
    "gleitz": (0.02, 0.01, 0.98, 0.99),
    "gnome-postmodern": (0.14, 0.05, 0.95, 0.89),
    "gnome-smooth": (0.14, 0.08, 0.93, 0.88),
    "lietxia-default": (0.05, 0.05, 0.95, 0.95),
    "lietxia-flat": (0.05, 0.05, 0.95, 0.95),
    "lietxia-flat2": (0.05, 0.05, 0.95, 0.95),
    "pysol-amber": (0.08, 0.06, 0.92, 0.94),
    "pysol-crystal": (0.09, 0.06, 0.93, 0.95),
    "pysol-etheral": (0.07, 0.05, 0.94, 0.95),
    "pysol-golden": (0.06, 0.05, 0.94, 0.96),
    "pysol-ivory": (0.04, 0.03, 0.96, 0.97),
    "pysol-kyushu": (0.06, 0.04, 0.94, 0.96),
    "pysol-maple": (0.13, 0.12, 0.87, 0.88),
    "xmahjongg-dorothys": (0.05, 0.03, 0.78, 0.83),
    "xmahjongg-dorwhite": (0.05, 0.03, 0.78, 0.84),
    "xmahjongg-real": (0.05, 0.04, 0.95, 0.96),
}

#: Faces that show another picture altogether and would teach the wrong thing.
REJECTED: Final = {
    ("pysol-etheral", "5z"),
    ("xmahjongg-dorothys", "5z"),
    ("xmahjongg-dorwhite", "5z"),
}


def fonts(shared: Path) -> tuple[Path, ...]:
    """The font files beside the artwork, sorted by name."""
    return tuple(sorted((shared / "art" / "fonts").glob("*.[to]tf")))


def load_face(shared: Path, source: str, code: str) -> Rgba | None:
    """Load a face as its source draws it.

    Args:
        shared: the shared data folder.
        source: a folder of the artwork.
        code: a tile's code, or one of ``EXTRAS``.

    Returns:
        ``(256, w, 4)`` uint8 RGBA, straight alpha, the body transparent. None if the source lacks
        the face, if the face is in ``REJECTED``, or if the source shows it blank. The white dragon
        may be blank.
    """
    path = _path_of(shared, source, code)
    if path is None or (source, code) in REJECTED:
        return None
    face = _load_pixels(path)
    has_body = source in CROPS
    if has_body:
        height, width = face.shape[:2]
        left, top, right, bottom = CROPS[source]
        rows = slice(round(top * height), round(bottom * height))
        columns = slice(round(left * width), round(right * width))
        face = face[rows, columns]
    face = _resize(face)
    if has_body:
        face = _extract_ink(face)
    drawn_count = int((face[..., 3] > 100).sum())
    pixel_count = face.shape[0] * face.shape[1]
    is_blank = drawn_count < pixel_count // 400
    if is_blank and not code.startswith("5z"):
        return None
    return face


def _path_of(shared: Path, source: str, code: str) -> Path | None:
    """The file of a face, if the source has it."""
    for suffix in (".svg", ".png"):
        path = shared / "art" / source / f"{code}{suffix}"
        if path.is_file():
            return path
    return None


def _load_pixels(path: Path) -> Rgba:
    """The picture as ``(h, w, 4)`` uint8 RGBA."""
    source: Path | BytesIO = path
    if path.suffix == ".svg":
        import resvg_py  # noqa: PLC0415 - extra "train"; needed only if faces are not cached yet

        # Without a resolution, sizes given in millimetres count as invalid.
        png = resvg_py.svg_to_bytes(
            svg_path=str(path), height=HEIGHT, dpi=96.0, skip_system_fonts=True
        )
        source = BytesIO(bytes(png))
    with Image.open(source, formats=("PNG",)) as picture:
        return np.asarray(picture.convert("RGBA"))


def _resize(face: Rgba) -> Rgba:
    """The face at the standard height.

    The colours are multiplied by alpha while they are resized, so that no colour bleeds in from
    empty pixels.
    """
    if face.shape[0] == HEIGHT:
        return np.ascontiguousarray(face)
    width = max(1, round(face.shape[1] * HEIGHT / face.shape[0]))
    alpha = face[..., 3:].astype(np.float32) / 255
    method = cv2.INTER_AREA if face.shape[0] > HEIGHT else cv2.INTER_CUBIC
    premultiplied = np.concatenate([face[..., :3] * alpha, alpha], axis=2)
    scaled = cv2.resize(premultiplied, (width, HEIGHT), interpolation=method)
    alpha = scaled[..., 3:].clip(0, 1)
    colour = scaled[..., :3] / np.maximum(alpha, 1 / 255)
    return np.concatenate([colour, alpha * 255], axis=2).clip(0, 255).astype(np.uint8)


def _extract_ink(face: Rgba) -> Rgba:
    """Return the parts that stand out from a smooth background, with soft edges.

    Pixels that the source leaves transparent stay transparent.

    Args:
        face: ``(h, w, 4)`` uint8 RGBA, a picture of a tile's face with the tile's body.
    """
    colour = face[..., :3].astype(np.float32)
    body, noise = _fit_background(colour)
    distance = np.sqrt(np.square(colour - body).sum(axis=2))
    # Up to this distance from the body's colour, in levels, a pixel has no ink. Over the next
    # ``rise`` levels its ink grows to the full amount.
    least_distance = max(16.0, 3.0 * noise)
    rise = max(40.0, 2.0 * least_distance)
    alpha = ((distance - least_distance) / rise).clip(0, 1)
    # The edge pixels mix ink and body. Remove the body again, or every stroke gets a light rim.
    ink_colour = body + (colour - body) / np.maximum(alpha, 0.2)[..., None]
    alpha *= face[..., 3] / 255
    alpha = _remove_rims(alpha)
    ink = np.concatenate([ink_colour, alpha[..., None] * 255], axis=2)
    return ink.clip(0, 255).astype(np.uint8)


def _remove_rims(alpha: NDArray[np.float32]) -> NDArray[np.float32]:
    """Remove thin lines along the picture's edges, which the drawn tile's own edges leave."""
    height, width = alpha.shape
    _, parts, boxes, _ = cv2.connectedComponentsWithStats((alpha > 0.04).astype(np.uint8))
    boxes = np.asarray(boxes)
    x = boxes[:, 0]
    y = boxes[:, 1]
    part_width = boxes[:, 2]
    part_height = boxes[:, 3]
    touches_left_or_top = (x <= 1) | (y <= 1)
    touches_right_or_bottom = (x + part_width >= width - 1) | (y + part_height >= height - 1)
    is_thin = np.minimum(part_width / width, part_height / height) < 0.06
    is_rim = (touches_left_or_top | touches_right_or_bottom) & is_thin
    # Part 0 is the background.
    is_rim[0] = False
    return np.where(is_rim[np.asarray(parts)], np.float32(0), alpha)


def _fit_background(colour: NDArray[np.float32]) -> tuple[NDArray[np.float32], float]:
    """Fit a quadratic surface to the colour of the tile's body, which most of the pixels show.

    Each round fits the surface to the pixels near the surface of the round before.

    Args:
        colour: ``(h, w, 3)`` float32 RGB in levels, 0 to 255.

    Returns:
        ``(h, w, 3)`` float32 RGB in levels, the body's colour at every pixel, and the mean distance
        of the body's pixels from it in levels.
    """
    height, width = colour.shape[:2]
    pixels = colour.reshape(-1, 3)
    # Places in the picture, from -1 to 1 along each side, and the six terms of a quadratic surface
    # at each of them: ``(h * w, 6)``.
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)

    # Before the first round the body has one colour, that of the picture's border.
    is_border = (np.maximum(abs(x), abs(y)) > 0.85).ravel()
    surface = np.broadcast_to(np.median(pixels[is_border], axis=0), pixels.shape)
    # Pixels farther than this from the surface are ink.
    limit = 60.0
    noise = limit
    for _ in range(4):
        is_body = np.sqrt(np.square(pixels - surface).sum(axis=1)) < limit
        body_pixels = pixels[is_body]
        # Every seventh pixel is enough for six coefficients.
        coefficients = np.linalg.lstsq(terms[is_body][::7], body_pixels[::7], rcond=None)[0]
        surface = (terms @ coefficients).astype(np.float32)
        noise = float(np.sqrt(np.square(body_pixels - surface[is_body]).sum(axis=1)).mean())
        limit = max(20.0, 3.0 * noise)
    return surface.reshape(colour.shape).astype(np.float32), noise


@dataclass(frozen=True, slots=True)
class Art:
    """The artwork of a shared data folder.

    Faces are extracted once and kept in the user's cache folder and in memory.
    """

    shared: Path  # the shared data folder

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the sources in the folder that this version knows, in order.

        Raises:
            InputError: the folder holds no artwork.
        """
        folder = self.shared / "art"
        names = tuple(sorted(name for name in FAMILY if (folder / name).is_dir()))
        if not names:
            raise InputError(
                f"no artwork in {folder}: point --shared or HU_SHARED at the shared data folder"
            )
        return names

    def faces(self, source: str) -> dict[str, Rgba]:
        """Every usable face of a source by code, as ``load_face`` loads it."""
        return _cached_faces(self.shared, source)

    def check(self, hold_out: frozenset[str]) -> None:
        """Refuse names of families that do not exist.

        A typing mistake would train on faces that should be unseen.

        Raises:
            InputError: naming the unknown families and all that exist.
        """
        families = set(FAMILY.values())
        unknown = sorted(hold_out - families)
        if unknown:
            choices = ", ".join(sorted(families))
            raise InputError(f"unknown art families {', '.join(unknown)}: choose from {choices}")


@cache
def _cached_faces(shared: Path, source: str) -> dict[str, Rgba]:
    """Every usable face of a source by code. The first call extracts them and writes the cache."""
    cache_folder = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    folder = cache_folder / "hu-mahjong" / "art"
    store = folder / f"{source}-{CACHE_VERSION}.npz"
    if not store.is_file():
        faces: dict[str, Any] = {}
        for code in (*FACES, *EXTRAS):
            face = load_face(shared, source, code)
            if face is not None:
                faces[code] = face
        folder.mkdir(parents=True, exist_ok=True)
        # Several workers may extract the same source at once.
        with whole_file(store, has_many_writers=True) as file:
            np.savez_compressed(file, **faces)
    with np.load(store) as packed:
        return {code: packed[code] for code in packed.files}
