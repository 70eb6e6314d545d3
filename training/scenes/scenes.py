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
from training.scenes.automatic import automatic_table
from training.scenes.camera import Camera, Points, View, aim, fill
from training.scenes.ground import cast_shadows, surroundings
from training.scenes.optics import Optics, photograph, random_optics
from training.scenes.painting import order
from training.scenes.solids import Light, Picture, Solid, block, draw, hull, mip, on_table
from training.tables.hands import Rules, hand_scene
from training.tables.layouts import random_layout
from training.tables.placing import LENGTH, Placed, Pose

#: Pictures are painted with this many times the pixels in each direction, and then averaged.
_OVERSAMPLING: Final = 2
#: Pictures whose longer side has more pixels than this are painted in their own size.
_LARGE: Final = 2000
#: Faces seen at flatter angles than this (cosine) show nothing that could be read.
_GRAZING: Final = 0.2


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything about a photo but the tiles."""

    view: View = field(default_factory=View)  # where the camera is
    optics: Optics = field(default_factory=Optics)  # how the phone changes the picture
    thing_count: int = 0  # how many other things, or groups of them, lie about
    has_rail: bool = False  # whether the table ends in a rail before the player
    hand_count: int = 0  # how many hands reach into the picture
    depth_behind: float = 30.0  # how far the table goes on behind the tiles, in tile widths
    holder: desk.Holder = "none"  # a tray around the tiles, or a rack before them
    # centres (x, y) of wind and dealer markers, in tile widths
    markers: tuple[tuple[float, float], ...] = ()
    has_light_cloth: bool = False  # whether the table is covered with a light, patterned cloth
    # half of the side of an automatic table around the origin, in tile widths; 0 for other tables
    automatic: float = 0.0
    has_shelf: bool = False  # whether there are books behind the table


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The truth about one tile in a picture."""

    index: int  # of the tile in the list that was rendered
    tile: str  # the face's code, or ``back`` if the back is seen
    pose: Pose  # face up, face down or standing
    # ``(4, 2)`` float32 pixels, corners of the face (or of the back seen from behind), clockwise
    # from its own top left
    box: NDArray[np.float32]
    visible: float  # share of the face inside the frame and not hidden
    facing: float  # cosine of the angle between the face's normal and the line to the camera

    @property
    def width(self) -> float:
        """Mean length of the short edges in pixels."""
        upper = np.linalg.norm(self.box[1] - self.box[0])
        lower = np.linalg.norm(self.box[2] - self.box[3])
        return float(upper + lower) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rendered photo."""

    image: Picture  # ``(h, w, 3)`` uint8 RGB
    # the tiles in the order of the placed tiles; left out are those that show neither face nor back
    # to the camera, and those outside the frame
    tiles: tuple[Seen, ...]
    camera: Camera  # the camera that took it


def render(
    placed: Sequence[Placed],
    design: Design,
    settings: Settings,
    rng: np.random.Generator,
    size: tuple[int, int],
) -> Scene:
    """Render a photo of tiles.

    Args:
        placed: the tiles. The camera frames those that have a group or another role than
            ``other``, or all tiles if none has.
        design: their tile set.
        settings: camera, phone and table.
        rng: decides light, things and noise.
        size: width and height of the picture in pixels.
    """
    blocks = [block(tile, design.body) for tile in placed]
    framed_blocks = []
    for tile, solid in zip(placed, blocks, strict=True):
        if tile.group >= 0 or tile.role != "other":
            framed_blocks.append(solid)
    if not framed_blocks:
        framed_blocks = blocks
    framed = np.concatenate([solid.corners() for solid in framed_blocks])
    camera = aim(settings.view, framed, size)
    light = random_light(rng)
    things = _things_around(blocks, framed, design, settings, rng)
    textured = _texture_blocks(placed, blocks, design, camera.scaled(_scale(size)))
    image, visible = _photograph(
        [*textured, *things], camera, settings, light=light, polish=design.body.gloss, rng=rng
    )
    return Scene(image, _truth(placed, blocks, camera, visible), camera)


def _things_around(
    blocks: Sequence[Solid],
    framed: Points,
    design: Design,
    settings: Settings,
    rng: np.random.Generator,
) -> list[Solid]:
    """Markers, holders, an automatic table, books and other things around tiles."""
    things = [desk.thing("marker", np.array(spot), design.fonts, rng) for spot in settings.markers]
    if settings.holder != "none":
        things += desk.holder(settings.holder, framed, rng)
    if settings.automatic:
        things += automatic_table(settings.automatic, design.fonts, rng)
    if settings.has_shelf:
        edge = settings.automatic
        if not edge:
            edge = float(framed[:, 1].max())
        things += desk.shelf(edge + float(rng.uniform(1.5, 5.0)), design.fonts, rng)
    area = (framed[:, :2].min(axis=0) - 7, framed[:, :2].max(axis=0) + 7)
    obstacles = [*blocks, *things]
    things += desk.things(settings.thing_count, obstacles, area, design.fonts, rng)
    return things


def render_things(
    things: Sequence[Solid],
    reach: Points,
    settings: Settings,
    rng: np.random.Generator,
    size: tuple[int, int],
) -> Scene:
    """Render a photo of things on a table without tiles.

    Args:
        things: the things.
        reach: ``(2,)`` how far the frame goes to the right and away from the origin, in tile
            widths.
        settings: camera, phone and table.
        rng: decides light and noise.
        size: width and height of the picture in pixels.
    """
    right, away = reach
    corners = np.array(
        [[-right, -away, 0.0], [-right, away, 0.0], [right, -away, 0.0], [right, away, 0.0]]
    )
    camera = aim(settings.view, corners, size)
    ground = on_table((0, 0), (2 * right, 2 * away, 0.01), (0.5, 0.5, 0.5))
    image, _ = _photograph(
        things, camera, settings, light=random_light(rng), polish=0.3, rng=rng, ground=ground
    )
    return Scene(image, (), camera)


def _scale(size: tuple[int, int]) -> int:
    """How many pixels are painted for each pixel of the picture, in each direction."""
    return _OVERSAMPLING if max(size) <= _LARGE else 1


def _photograph(
    solids: Sequence[Solid],
    camera: Camera,
    settings: Settings,
    *,
    light: Light,
    polish: float,
    rng: np.random.Generator,
    ground: Solid | None = None,
) -> tuple[Picture, NDArray[np.int16]]:
    """The photo of some blocks on a table.

    Returns:
        The photo, and ``(h, w)`` the part of a block that each of its pixels shows: ``2 i`` is a
        side of block i, ``2 i + 1`` its face or back, and -1 no block.
    """
    size = camera.size
    fine = camera.scaled(_scale(size))
    extent = [ground] if ground else solids
    around = surroundings(
        camera,
        extent,
        rng,
        has_rail=settings.has_rail,
        depth_behind=settings.depth_behind,
        has_light_cloth=settings.has_light_cloth,
        half_side=settings.automatic,
    )
    canvas = np.asarray(cv2.resize(around, fine.size), np.uint8)
    if solids:
        cast_shadows(canvas, solids, fine, light)
    visible = _paint(canvas, solids, fine, light, rng)
    gloss = _gloss(visible, solids, polish, rng)
    for _ in range(settings.hand_count):
        desk.paint_fingers(canvas, visible, gloss, rng)
    small = np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)
    shine = np.asarray(cv2.resize(gloss, size, interpolation=cv2.INTER_AREA), np.uint8)
    visible = np.asarray(cv2.resize(visible, size, interpolation=cv2.INTER_NEAREST), np.int16)
    return photograph(small, shine, settings.optics, rng), visible


def _texture_blocks(
    placed: Sequence[Placed], blocks: Sequence[Solid], design: Design, camera: Camera
) -> list[Solid]:
    """The blocks with face and back pictures about as large as they will be seen."""
    pictures: dict[str, dict[int, Picture]] = {}
    solids = []
    for tile, solid in zip(placed, blocks, strict=True):
        corners = camera.project(solid.face_corners())
        height = float(np.linalg.norm(np.ptp(corners, axis=0)))
        for code in (tile.tile, BACK):
            if code not in pictures:
                full = design.pictures[code].shape[0]
                sizes = (full // 4, full // 2, full)
                pictures[code] = {size: design.face(code, size) for size in sizes}
        face = mip(pictures[tile.tile], height)
        back = mip(pictures[BACK], height)
        solids.append(replace(solid, face=face, back=back))
    return solids


def random_light(rng: np.random.Generator) -> Light:
    """Draw a lamp or window somewhere above, and the room's light."""
    elevation = rng.uniform(0.45, 1.5)
    azimuth = rng.uniform(0, 2 * np.pi)
    direction = np.array(
        [
            np.cos(azimuth) * np.cos(elevation),
            np.sin(azimuth) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    share = rng.uniform(0.2, 0.65)
    tint = np.clip(1 + rng.normal(0, 0.04, 3), 0.85, 1.15)
    # A flat surface gets about as much light in every room.
    direct = share / direction[2]
    return Light(
        direction=direction,
        colour=min(direct, 1.1) * tint,
        ambient=(1 - share) * np.ones(3),
        softness=float(rng.uniform(0, 1)),
    )


def _paint(
    canvas: Picture, solids: Sequence[Solid], camera: Camera, light: Light, rng: np.random.Generator
) -> NDArray[np.int16]:
    """Paint all blocks.

    Returns:
        ``(h, w)`` the part of a block that each pixel shows: ``2 i`` is a side of block i,
        ``2 i + 1`` its face or back, and -1 no block.
    """
    visible = np.full(canvas.shape[:2], -1, np.int16)
    # Polished faces mirror the room. Neighbours lie a little differently and differ in brightness.
    has_sheen = rng.random() < 0.4
    sheen = rng.uniform(0.05, 0.4) if has_sheen else 0.03
    side_gains = rng.normal(1, 0.025, len(solids))
    face_gains = 1 - sheen * rng.random(len(solids)) ** 2
    numbers = [number for number, solid in enumerate(solids) if _in_sight(solid, camera)]
    for place in order([solids[number] for number in numbers], camera):
        number = numbers[place]
        solid = solids[number]
        # The middle of a block that lies flat on the table is at half of its thickness.
        is_raised = solid.center[2] > solid.size[2]
        if is_raised:
            _darken_below(canvas, solid, camera)
        side_gain = float(side_gains[number])
        face_gain = float(side_gains[number] * face_gains[number])
        draw(canvas, solid, camera, light, (side_gain, face_gain))
        fill(visible, hull(camera.project(solid.corners())), 2 * number)
        face = solid.face_corners(of_back=_shows_back(solid, camera))
        fill(visible, camera.project(face), 2 * number + 1)
    return visible


def _in_sight(solid: Solid, camera: Camera) -> bool:
    """Whether a block lies before the camera and may be in the frame."""
    corners = solid.corners()
    reaches_camera = camera.depth(corners).min() < 1.0
    if reaches_camera:
        return False
    pixels = camera.project(corners)
    return bool((pixels.max(axis=0) > 0).all() and (pixels.min(axis=0) < camera.size).all())


def _darken_below(canvas: Picture, solid: Solid, camera: Camera) -> None:
    """Paint a faint shadow around a block that lies on others."""
    corners = solid.corners()
    base = corners.copy()
    base[:, 2] = corners[:, 2].min()
    enlarged = solid.center + (base - solid.center) * [1.1, 1.1, 1.0]
    outline = hull(camera.project(enlarged))
    low = np.maximum(outline.min(axis=0).astype(int) - 2, 0)
    high = np.minimum(outline.max(axis=0).astype(int) + 3, canvas.shape[1::-1])
    if not (high > low).all():
        return
    mask: NDArray[Any] = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    fill(mask, outline - low, 110)
    mask = cv2.blur(mask, (5, 5))
    region = canvas[low[1] : high[1], low[0] : high[0]]
    region[:] = (region * (1 - mask[..., None] / np.float32(255))).astype(np.uint8)


def _shows_back(solid: Solid, camera: Camera) -> bool:
    return bool(solid.axes[2] @ (camera.position - solid.center) < 0)


def _gloss(
    visible: NDArray[np.int16], solids: Sequence[Solid], polish: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """``(h, w)`` how mirror-like each pixel is: every tile catches the lamp a little differently.

    Args:
        visible: ``(h, w)`` the part of a block that each pixel shows: ``2 i`` is a side of block i,
            ``2 i + 1`` its face or back, and -1 no block.
        solids: the blocks.
        polish: of the tiles, 0 to 1. The table is about as glossy.
        rng: decides.
    """
    # The gloss of each number in ``visible``. The table has no block, so its number is -1, which
    # picks the last entry.
    gloss_of = np.zeros(2 * len(solids) + 1, np.uint8)
    solid_gloss = np.array([solid.gloss for solid in solids])
    shine = rng.uniform(0.3, 1.0, len(solids)) * solid_gloss * 255
    gloss_of[0:-1:2] = shine * 0.6
    gloss_of[1::2] = shine
    gloss_of[-1] = int(rng.uniform(0, 90) * (0.4 + polish))
    return gloss_of[visible]


def _truth(
    placed: Sequence[Placed],
    blocks: Sequence[Solid],
    camera: Camera,
    visible: NDArray[np.int16],
) -> tuple[Seen, ...]:
    """Find the tiles in the picture.

    Args:
        placed: the tiles.
        blocks: the block of each tile.
        camera: the camera of the picture.
        visible: ``(h, w)`` the part of a block that each pixel shows: ``2 i`` is a side of block i,
            ``2 i + 1`` its face or back, and -1 no block.
    """
    # The number of pixels that show each part.
    counts = np.bincount(visible[visible >= 0].ravel(), minlength=2 * len(blocks) + 2)
    tiles = []
    for index, (tile, solid) in enumerate(zip(placed, blocks, strict=True)):
        is_back = _shows_back(solid, camera)
        box = camera.project(solid.face_corners(of_back=is_back)).astype(np.float32)
        toward = camera.position - solid.center
        facing = abs(float(solid.axes[2] @ toward) / float(np.linalg.norm(toward)))
        area = max(float(cv2.contourArea(box)), 1.0)
        face_px = float(counts[2 * index + 1])
        share = min(1.0, face_px / area)
        if facing >= _GRAZING and share > 0:
            code = BACK if is_back else tile.tile
            tiles.append(Seen(index, code, tile.pose, box, share, facing))
    return tuple(tiles)


def random_settings(rng: np.random.Generator) -> Settings:
    """Draw camera, phone and table of a training scene."""
    # Mostly from the player's seat, at any height from flat to straight down, sometimes from
    # anywhere.
    is_from_anywhere = rng.random() < 0.25
    is_steep = rng.random() < 0.35
    view = View(
        elevation=float(rng.uniform(72, 90) if is_steep else rng.uniform(25, 75)),
        azimuth=float(rng.uniform(-180, 180) if is_from_anywhere else rng.normal(0, 14)),
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
        thing_count=int(rng.integers(1, 8)) if rng.random() < 0.5 else 0,
        has_rail=bool(rng.random() < 0.3),
        hand_count=int(rng.choice([0, 1, 2], p=[0.85, 0.11, 0.04])),
        depth_behind=float(rng.uniform(3, 60)),
        holder="tray" if rng.random() < 0.12 else "none",
    )


def random_scene(rng: np.random.Generator, size: tuple[int, int], design: Design) -> Scene:
    """Render a training scene: tiles at random, or a winning hand as players lay it.

    Args:
        rng: decides everything.
        size: width and height of the picture in pixels.
        design: the tile set. Hands are laid only with tiles of usual proportions.
    """
    is_usual = abs(design.body.aspect - LENGTH) < 0.07
    if is_usual and rng.random() < 0.45:
        rules: Rules = "fimj" if rng.random() < 0.3 else "zung-jung"
        placed = list(hand_scene(int(rng.integers(2**31)), rules).placed)
    else:
        placed = random_layout(rng, design.body.aspect)
    settings = random_settings(rng)
    if any(tile.pose == "standing" and tile.group >= 0 for tile in placed):
        settings = replace(settings, holder="rack" if rng.random() < 0.4 else "none")
    return render(placed, design, settings, rng, size)
