"""Photos of tiles on tables, rendered with the truth about every tile."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK
from training.faces.designs import Design
from training.scenes import desk
from training.scenes.camera import Camera, Points, View, aim, fill
from training.scenes.desk import automatic_table
from training.scenes.ground import cast_shadows, surroundings
from training.scenes.optics import Optics, photograph, random_optics
from training.scenes.solids import Light, Picture, Solid, block, draw, hull, mip, on_table, order
from training.tables.hands import Rules, hand_scene
from training.tables.layouts import random_layout
from training.tables.placing import LENGTH, Placed, Pose

#: Pictures are painted with this many times the pixels in each direction and then averaged, unless they are larger
#: than a phone's screen.
_OVERSAMPLING: Final = 2
_LARGE: Final = 2000
#: Faces seen at flatter angles than this (cosine) show nothing that could be read.
_GRAZING: Final = 0.2


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything about a photo but the tiles."""

    view: View = field(default_factory=View)  # where the camera stands
    optics: Optics = field(default_factory=Optics)  # what the phone does
    things: int = 0  # how many other things, or groups of them, lie about
    rail: bool = False  # whether the table ends in a rail before the player
    hands: int = 0  # how many hands reach into the picture
    far: float = 30.0  # how far the table goes on behind the tiles, in tile widths
    holder: desk.Holder = "none"  # a tray around the tiles, or a rack before them
    markers: tuple[
        tuple[float, float], ...
    ] = ()  # centres (x, y) of wind and dealer markers, in tile widths
    light_cloth: bool = False  # whether the table is covered with a light, patterned cloth
    # half of the side of an automatic table around the origin, in tile widths; 0 for any other table
    automatic: float = 0.0
    shelf: bool = False  # whether books stand behind the table


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The truth about one tile in a picture."""

    index: int  # of the tile in the list that was rendered
    tile: str  # what can be read: the face's code, or ``back`` where the back is seen
    pose: Pose  # face up, face down or standing
    # ``(4, 2)`` float32 pixels, corners of the face, clockwise from its own top left (of the back, seen from behind,
    # where ``tile`` is ``back``)
    box: NDArray[np.float32]
    visible: float  # share of the face inside the frame and not hidden
    facing: float  # cosine of the angle between the face's normal and the line to the camera

    @property
    def width(self) -> float:
        """Mean length of the short edges in pixels."""
        return (
            float(
                np.linalg.norm(self.box[1] - self.box[0])
                + np.linalg.norm(self.box[2] - self.box[3])
            )
            / 2
        )


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rendered photo."""

    image: Picture  # ``(h, w, 3)`` uint8 RGB
    # what is where, in the order of the placed tiles; tiles that show neither face nor back to the camera, or lie
    # wholly outside the frame, are left out
    tiles: tuple[Seen, ...]
    camera: Camera  # the camera that took it


def render(
    placed: Sequence[Placed],
    design: Design,
    settings: Settings,
    rng: np.random.Generator,
    size: tuple[int, int],
) -> Scene:
    """A photo of tiles; those with role ``other`` do not decide what the camera frames, if there are more."""
    blocks = [block(p, design.body) for p in placed]
    main = [b for p, b in zip(placed, blocks, strict=True) if p.group >= 0 or p.role != "other"]
    framed = np.concatenate([b.corners() for b in main or blocks])
    camera = aim(settings.view, framed, size)
    light = random_light(rng)
    things = [desk.thing("marker", np.array(spot), design.fonts, rng) for spot in settings.markers]
    if settings.holder != "none":
        things += desk.holder(settings.holder, framed, rng)
    if settings.automatic:
        things += automatic_table(settings.automatic, design.fonts, rng)
    if settings.shelf:
        edge = settings.automatic or float(framed[:, 1].max())
        things += desk.shelf(edge + float(rng.uniform(1.5, 5.0)), design.fonts, rng)
    area = (framed[:, :2].min(axis=0) - 7, framed[:, :2].max(axis=0) + 7)
    things += desk.things(settings.things, [*blocks, *things], area, design.fonts, rng)
    solids = [*_texture_blocks(placed, blocks, design, camera.scaled(_scale(size))), *things]
    image, seen = _photograph(solids, camera, settings, light, design.body.gloss, rng)
    return Scene(image, _truth(placed, blocks, camera, seen), camera)


def render_things(
    things: Sequence[Solid],
    reach: Points,
    settings: Settings,
    rng: np.random.Generator,
    size: tuple[int, int],
) -> Scene:
    """A photo of some things on a table without tiles."""
    corners = np.array([[x, y, 0.0] for x in (-reach[0], reach[0]) for y in (-reach[1], reach[1])])
    camera = aim(settings.view, corners, size)
    ground = on_table((0, 0), (2 * reach[0], 2 * reach[1], 0.01), (0.5,) * 3)
    image, _ = _photograph(things, camera, settings, random_light(rng), 0.3, rng, ground=ground)
    return Scene(image, (), camera)


def _scale(size: tuple[int, int]) -> int:
    return _OVERSAMPLING if max(size) <= _LARGE else 1


def _photograph(
    solids: Sequence[Solid],
    camera: Camera,
    settings: Settings,
    light: Light,
    polish: float,
    rng: np.random.Generator,
    *,
    ground: Solid | None = None,
) -> tuple[Picture, NDArray[np.int16]]:
    """The photo of some blocks on a table, and what each pixel shows (see ``_paint``)."""
    size = camera.size
    fine = camera.scaled(_scale(size))
    extent = [ground] if ground else solids
    around = surroundings(
        camera,
        extent,
        rng,
        rail=settings.rail,
        far=settings.far,
        light_cloth=settings.light_cloth,
        half=settings.automatic,
    )
    canvas = np.asarray(cv2.resize(around, fine.size), np.uint8)
    if solids:
        cast_shadows(canvas, solids, fine, light)
    seen = _paint(canvas, solids, fine, light, rng)
    gloss = _gloss(seen, solids, polish, rng)
    for _ in range(settings.hands):
        desk.hand(canvas, seen, gloss, rng)
    small = np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)
    shine = np.asarray(cv2.resize(gloss, size, interpolation=cv2.INTER_AREA), np.uint8)
    seen = np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_NEAREST), np.int16)
    return photograph(small, shine, settings.optics, rng), seen


def _texture_blocks(
    placed: Sequence[Placed], blocks: Sequence[Solid], design: Design, camera: Camera
) -> list[Solid]:
    """The blocks with face and back pictures about as large as they will be seen."""
    pictures: dict[str, dict[int, Picture]] = {}
    solids = []
    for tile, solid in zip(placed, blocks, strict=True):
        height = float(np.linalg.norm(np.ptp(camera.project(solid.face_corners()), axis=0)))
        for code in (tile.tile, BACK):
            if code not in pictures:
                full = design.pictures[code].shape[0]
                pictures[code] = {
                    size: design.face(code, size) for size in (full // 4, full // 2, full)
                }
        face, back = (mip(pictures[code], height) for code in (tile.tile, BACK))
        solids.append(replace(solid, face=face, back=back))
    return solids


def random_light(rng: np.random.Generator) -> Light:
    """A lamp or window somewhere above, and the room's light."""
    elevation, azimuth = rng.uniform(0.45, 1.5), rng.uniform(0, 2 * np.pi)
    direction = np.array(
        [
            np.cos(azimuth) * np.cos(elevation),
            np.sin(azimuth) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    share = rng.uniform(0.2, 0.65)
    tint = np.clip(1 + rng.normal(0, 0.04, 3), 0.85, 1.15)
    # Whatever lies flat gets about as much light in every room.
    direct = share / direction[2]
    return Light(
        direction, min(direct, 1.1) * tint, (1 - share) * np.ones(3), float(rng.uniform(0, 1))
    )


def _paint(
    canvas: Picture, solids: Sequence[Solid], camera: Camera, light: Light, rng: np.random.Generator
) -> NDArray[np.int16]:
    """Paint all blocks; returns per pixel ``2 i`` on block i, ``2 i + 1`` on its face or back, -1 elsewhere."""
    seen = np.full(canvas.shape[:2], -1, np.int16)
    # Polished faces mirror the room: lying a little differently, neighbours differ in brightness.
    sheen = rng.uniform(0.05, 0.4) if rng.random() < 0.4 else 0.03
    gains = np.column_stack(
        [rng.normal(1, 0.025, len(solids)), 1 - sheen * rng.random(len(solids)) ** 2]
    )
    drawn = [k for k, solid in enumerate(solids) if _in_sight(solid, camera)]
    for k in (drawn[n] for n in order([solids[n] for n in drawn], camera)):
        solid = solids[k]
        if solid.center[2] > solid.size[2]:
            _darken_below(canvas, solid, camera)
        draw(canvas, solid, camera, light, (float(gains[k, 0]), float(gains[k].prod())))
        fill(seen, hull(camera.project(solid.corners())), 2 * k)
        fill(seen, camera.project(solid.face_corners(back=_shows_back(solid, camera))), 2 * k + 1)
    return seen


def _in_sight(solid: Solid, camera: Camera) -> bool:
    """Whether a block lies before the camera and may be in the frame."""
    corners = solid.corners()
    if camera.depth(corners).min() < 1.0:
        return False
    pixels = camera.project(corners)
    return bool((pixels.max(axis=0) > 0).all() and (pixels.min(axis=0) < camera.size).all())


def _darken_below(canvas: Picture, solid: Solid, camera: Camera) -> None:
    """A faint shadow around a block that lies on others."""
    corners = solid.corners()
    base = corners.copy()
    base[:, 2] = corners[:, 2].min()
    outline = hull(camera.project(solid.center + (base - solid.center) * [1.1, 1.1, 1.0]))
    low = np.maximum(outline.min(axis=0).astype(int) - 2, 0)
    high = np.minimum(outline.max(axis=0).astype(int) + 3, canvas.shape[1::-1])
    if (high > low).all():
        mask: NDArray[Any] = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
        fill(mask, outline - low, 110)
        mask = cv2.blur(mask, (5, 5))
        region = canvas[low[1] : high[1], low[0] : high[0]]
        region[:] = (region * (1 - mask[..., None] / np.float32(255))).astype(np.uint8)


def _shows_back(solid: Solid, camera: Camera) -> bool:
    return bool(solid.axes[2] @ (camera.position - solid.center) < 0)


def _gloss(
    seen: NDArray[np.int16], solids: Sequence[Solid], polish: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """How mirror-like each pixel is: every tile catches the lamp a little differently."""
    values = np.zeros(2 * len(solids) + 1, np.uint8)
    shine = rng.uniform(0.3, 1.0, len(solids)) * np.array([s.gloss for s in solids]) * 255
    values[1::2], values[:-1:2] = shine, shine * 0.6
    # The last entry is the table's: -1 picks it.
    values[-1] = int(rng.uniform(0, 90) * (0.4 + polish))
    return values[seen]


def _truth(
    placed: Sequence[Placed], blocks: Sequence[Solid], camera: Camera, seen: NDArray[np.int16]
) -> tuple[Seen, ...]:
    counts = np.bincount(seen[seen >= 0].ravel(), minlength=2 * len(blocks) + 2)
    tiles = []
    for index, (tile, solid) in enumerate(zip(placed, blocks, strict=True)):
        back = _shows_back(solid, camera)
        box = camera.project(solid.face_corners(back=back)).astype(np.float32)
        toward = camera.position - solid.center
        facing = abs(float(solid.axes[2] @ toward) / float(np.linalg.norm(toward)))
        visible = min(1.0, float(counts[2 * index + 1]) / max(float(cv2.contourArea(box)), 1.0))
        if facing >= _GRAZING and visible > 0:
            tiles.append(Seen(index, BACK if back else tile.tile, tile.pose, box, visible, facing))
    return tuple(tiles)


def random_settings(rng: np.random.Generator) -> Settings:
    """Camera, phone and table of one training scene."""
    # Mostly from the player's seat, at any height from flat to straight down, sometimes from anywhere.
    free = rng.random() < 0.25
    steep = rng.random() < 0.35
    view = View(
        elevation=float(rng.uniform(72, 90) if steep else rng.uniform(25, 75)),
        azimuth=float(rng.uniform(-180, 180) if free else rng.normal(0, 14)),
        roll=float(rng.uniform(-180, 180) if rng.random() < 0.15 else rng.normal(0, 5)),
        distance=float(np.exp(rng.uniform(np.log(9), np.log(45)))),
        fill=float(rng.choice([rng.uniform(0.6, 0.98), rng.uniform(0.98, 1.25)], p=[0.88, 0.12])),
        tile_px=(14.0, float(rng.uniform(60, 95))),
        squeeze=float(rng.choice([1.0, rng.uniform(0.75, 1.34)], p=[0.65, 0.35])),
        distortion=float(rng.normal(0, 0.015)),
        offset=(float(rng.normal(0, 0.05)), float(rng.normal(0, 0.12))),
    )
    return Settings(
        view=view,
        optics=random_optics(rng),
        things=int(rng.integers(1, 8)) if rng.random() < 0.5 else 0,
        rail=bool(rng.random() < 0.3),
        hands=int(rng.choice([0, 1, 2], p=[0.85, 0.11, 0.04])),
        far=float(rng.uniform(3, 60)),
        holder="tray" if rng.random() < 0.12 else "none",
    )


def random_scene(rng: np.random.Generator, size: tuple[int, int], design: Design) -> Scene:
    """A training scene: tiles at random, or a winning hand as players lay it where the tiles have usual proportions."""
    if abs(design.body.aspect - LENGTH) < 0.07 and rng.random() < 0.45:
        rules: Rules = "fimj" if rng.random() < 0.3 else "zung-jung"
        placed = list(hand_scene(int(rng.integers(2**31)), rules).placed)
    else:
        placed = random_layout(rng, design.body.aspect)
    settings = random_settings(rng)
    if any(tile.pose == "standing" and tile.group >= 0 for tile in placed):
        settings = replace(settings, holder="rack" if rng.random() < 0.4 else "none")
    return render(placed, design, settings, rng, size)
