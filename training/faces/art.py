"""Tile faces of the shared artwork as ink on transparency, without the bodies that they were drawn on."""

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

#: Sources that share no drawing with another one, and families of sources by the rest.
_ALONE: Final = """
ffalt-classic gleitz gnome-postmodern kde-bamboo kde-traditional pysol-amber pysol-crystal pysol-etheral
pysol-golden pysol-ivory pysol-kyushu pysol-maple xmahjongg-real
"""
_SHARED: Final = {
    "cangjie6": "cangjie6-oblique-face cangjie6-oblique-full",
    "unicode-chart": "ffalt-uni ffalt-unib",
    "fluffystuff": "fluffystuff-black fluffystuff-regular xhokir",
    "hanazono": "font-hanazono-color",
    "notosymbols": "font-notosymbols2-color",
    "smooth": "gnome-smooth smooth-tileset",
    "imahjong": " ".join(
        f"imahjong-{place}-{ink}"
        for place in ("can", "hk", "jp", "tw")
        for ink in ("color", "mono")
    ),
    "kde": "kde-default kde-jade",
    "lietxia": "lietxia-default lietxia-flat lietxia-flat2 lietxia-transparent",
    "rutopio": "rutopio-riichi-font",
    "samoheen": "samoheen-hongkong",
    "xmahjongg-dorothys": "xmahjongg-dorothys xmahjongg-dorwhite",
}
#: The family of each source: hold out whole ones when measuring unseen designs.
FAMILY: Final = {name: name for name in _ALONE.split()} | {
    source: family for family, sources in _SHARED.items() for source in sources.split()
}

#: Sources that draw the tile too: the face's left, top, right and bottom in fractions of the picture.
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

#: Faces whose drawing would teach the wrong thing: another picture altogether.
REJECTED: Final = {
    ("pysol-etheral", "5z"),
    ("xmahjongg-dorothys", "5z"),
    ("xmahjongg-dorwhite", "5z"),
}


def fonts(shared: Path) -> tuple[Path, ...]:
    """The font files beside the artwork, sorted by name."""
    return tuple(sorted((shared / "art" / "fonts").glob("*.[to]tf")))


def load_face(shared: Path, source: str, code: str) -> Rgba | None:
    """One face as its source draws it.

    Returns:
        ``(256, w, 4)`` uint8 RGBA, straight alpha, the body transparent and all faces of a source on equal
        canvases; None when the source lacks the face or shows it blank (the white dragon may be blank).
    """
    paths = (shared / "art" / source / f"{code}{suffix}" for suffix in (".svg", ".png"))
    path = next((path for path in paths if path.is_file()), None)
    if path is None or (source, code) in REJECTED:
        return None
    face = _pixels(path)
    if source in CROPS:
        height, width = face.shape[:2]
        left, top, right, bottom = CROPS[source]
        face = face[
            round(top * height) : round(bottom * height), round(left * width) : round(right * width)
        ]
    face = _resize(face)
    face = _ink(face) if source in CROPS else face
    blank = int((face[..., 3] > 100).sum()) < face.shape[0] * face.shape[1] // 400
    return None if blank and not code.startswith("5z") else face


def _pixels(path: Path) -> Rgba:
    """The picture as ``(h, w, 4)`` uint8 RGBA."""
    source: Path | BytesIO = path
    if path.suffix == ".svg":
        import resvg_py  # noqa: PLC0415 - extra "train"; needed only where faces are not cached yet

        # Without a resolution, sizes given in millimetres count as invalid.
        drawn = resvg_py.svg_to_bytes(
            svg_path=str(path), height=HEIGHT, dpi=96.0, skip_system_fonts=True
        )
        source = BytesIO(bytes(drawn))
    with Image.open(source, formats=("PNG",)) as picture:
        return np.asarray(picture.convert("RGBA"))


def _resize(face: Rgba) -> Rgba:
    """At the standard height; alpha is premultiplied meanwhile so that no colour bleeds in from nothing."""
    if face.shape[0] == HEIGHT:
        return np.ascontiguousarray(face)
    width = max(1, round(face.shape[1] * HEIGHT / face.shape[0]))
    alpha = face[..., 3:].astype(np.float32) / 255
    method = cv2.INTER_AREA if face.shape[0] > HEIGHT else cv2.INTER_CUBIC
    scaled = cv2.resize(
        np.concatenate([face[..., :3] * alpha, alpha], axis=2),
        (width, HEIGHT),
        interpolation=method,
    )
    alpha = scaled[..., 3:].clip(0, 1)
    colour = scaled[..., :3] / np.maximum(alpha, 1 / 255)
    return np.concatenate([colour, alpha * 255], axis=2).clip(0, 255).astype(np.uint8)


def _ink(face: Rgba) -> Rgba:
    """What stands out from a smooth background, with soft edges; pixels the source leaves transparent stay so."""
    colour = face[..., :3].astype(np.float32)
    body, noise = _background(colour)
    distance = np.sqrt(np.square(colour - body).sum(axis=2))
    low = max(16.0, 3.0 * noise)
    alpha = ((distance - low) / max(40.0, 2.0 * low)).clip(0, 1)
    # The edge pixels mix ink and body: take the body out again, or every stroke gets a light rim.
    pure = body + (colour - body) / np.maximum(alpha, 0.2)[..., None]
    alpha *= face[..., 3] / 255
    alpha = _without_rims(alpha)
    return np.concatenate([pure, alpha[..., None] * 255], axis=2).clip(0, 255).astype(np.uint8)


def _without_rims(alpha: NDArray[np.float32]) -> NDArray[np.float32]:
    """Without the thin lines along the picture's edges that the drawn tile's own edges leave."""
    height, width = alpha.shape
    _, parts, boxes, _ = cv2.connectedComponentsWithStats((alpha > 0.04).astype(np.uint8))
    x, y, wide, high = (np.asarray(boxes)[:, k] for k in range(4))
    at_edge = (x <= 1) | (y <= 1) | (x + wide >= width - 1) | (y + high >= height - 1)
    rim = at_edge & (np.minimum(wide / width, high / height) < 0.06)
    rim[0] = False
    return np.where(rim[np.asarray(parts)], np.float32(0), alpha)


def _background(colour: NDArray[np.float32]) -> tuple[NDArray[np.float32], float]:
    """The body's colour everywhere (a quadratic surface through the lightest half) and its noise."""
    height, width = colour.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)
    flat = colour.reshape(-1, 3)
    edge = (np.maximum(abs(x), abs(y)) > 0.85).ravel()
    body = np.broadcast_to(np.median(flat[edge], axis=0), flat.shape)
    reach = 60.0
    noise = reach
    for _ in range(4):
        near = np.sqrt(np.square(flat - body).sum(axis=1)) < reach
        weights = np.linalg.lstsq(terms[near][::7], flat[near][::7], rcond=None)[0]
        body = (terms @ weights).astype(np.float32)
        noise = float(np.sqrt(np.square(flat[near] - body[near]).sum(axis=1)).mean())
        reach = max(20.0, 3.0 * noise)
    return body.reshape(colour.shape).astype(np.float32), noise


@dataclass(frozen=True, slots=True)
class Art:
    """The artwork of one shared data folder, extracted once and kept in the user's cache folder and in memory."""

    shared: Path

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the sources found that this version knows, in order.

        Raises:
            InputError: the folder holds no artwork.
        """
        folder = self.shared / "art"
        found = tuple(sorted(name for name in FAMILY if (folder / name).is_dir()))
        if not found:
            raise InputError(
                f"no artwork in {folder}: point --shared or HU_SHARED at the shared data folder"
            )
        return found

    def faces(self, source: str) -> dict[str, Rgba]:
        """Every face of a source that can be used, by code; see ``load_face``."""
        return _faces(self.shared, source)

    def check(self, hold_out: frozenset[str]) -> None:
        """Refuse names of families that do not exist: a typing mistake would train on what should be unseen.

        Raises:
            InputError: naming the unknown families and the known ones.
        """
        unknown = hold_out - set(FAMILY.values())
        if unknown:
            known = ", ".join(sorted(set(FAMILY.values())))
            raise InputError(
                f"unknown art families {', '.join(sorted(unknown))}: choose from {known}"
            )


@cache
def _faces(shared: Path, source: str) -> dict[str, Rgba]:
    folder = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hu-mahjong" / "art"
    store = folder / f"{source}-{CACHE_VERSION}.npz"
    if not store.is_file():
        drawn: dict[str, Any] = {
            code: load_face(shared, source, code) for code in (*FACES, *EXTRAS)
        }
        folder.mkdir(parents=True, exist_ok=True)
        # Several workers may extract the same source at once.
        with whole_file(store, many_writers=True) as file:
            np.savez_compressed(
                file, **{code: face for code, face in drawn.items() if face is not None}
            )
    with np.load(store) as packed:
        return {code: packed[code] for code in packed.files}
