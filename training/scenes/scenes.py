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
from training.scenes.ground import cast_shadows, draw_ground
from training.scenes.optics import Optics, photograph, random_optics
from training.scenes.painting import painting_order
from training.scenes.solids import (
    Light,
    PartMap,
    Picture,
    Solid,
    block,
    draw,
    hull,
    mip,
    on_table,
)
from training.tables.hands import Rules, hand_scene
from training.tables.layouts import random_layout
from training.tables.placing import Placed, Pose

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
    thing_count: int = 0  # how many groups of other things lie about, at most
    has_rail: bool = False  # whether the table ends in a rail before the player
    hand_count: int = 0  # how many people's hands reach into the picture
    # how far a table that is not automatic goes on behind the tiles, in tile widths
    depth_behind: float = 30.0
    holder: desk.Holder = "none"  # a tray around the tiles, or a rack before them
    # centres (x, y) of wind and dealer markers, in tile widths
    markers: tuple[tuple[float, float], ...] = ()
    has_light_cloth: bool = False  # whether the table is covered with a light, patterned cloth
    # half of the side of an automatic table around the origin, in tile widths; 0 for other tables
    automatic_half_side: float = 0.0
    has_shelf: bool = False  # whether there are books behind the table


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The truth about one tile in a picture."""

    index: int  # of the tile in the list that was rendered
    tile: str  # the face's code, or ``back`` if the back is seen
    pose: Pose  # face up, face down or standing
    # ``(4, 2)`` float32 pixels, corners of the face, or of the back seen from behind. They run
    # clockwise from the top left of that side, however the tile is turned
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
    # the tiles in the order of the placed tiles; left out are those whose face or back is outside
    # the frame, wholly hidden, or seen at too flat an angle to be read
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
        design: the tile set of the tiles.
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
    framed_corners = np.concatenate([solid.corners() for solid in framed_blocks])
    camera = aim(settings.view, framed_corners, size)
    light = random_light(rng)
    things = _things_around(blocks, framed_corners, design, settings, rng)
    fine_camera = camera.scaled(_oversampling(size))
    textured_blocks = _texture_blocks(placed, blocks, design, fine_camera)
    # The tiles come first, so a tile and its block have the same number.
    solids = [*textured_blocks, *things]
    image, part_map = _photograph(
        solids, camera, settings, light=light, polish=design.body.gloss, rng=rng
    )
    return Scene(image, _truth(placed, blocks, camera, part_map), camera)


def _things_around(
    blocks: Sequence[Solid],
    framed_corners: Points,
    design: Design,
    settings: Settings,
    rng: np.random.Generator,
) -> list[Solid]:
    """Make the markers, the holder, the automatic table, the books and the things around tiles.

    Args:
        blocks: the tiles.
        framed_corners: ``(n, 3)`` corners of the tiles that the camera frames.
        design: the tile set, whose fonts are used for print.
        settings: which of these there are.
        rng: decides the rest.
    """
    things = [desk.thing("marker", np.array(spot), design.fonts, rng) for spot in settings.markers]
    if settings.holder != "none":
        things += desk.holder(settings.holder, framed_corners, rng)
    is_automatic = settings.automatic_half_side > 0
    if is_automatic:
        things += automatic_table(settings.automatic_half_side, design.fonts, rng)
    if settings.has_shelf:
        # Behind the automatic table, or else behind the farthest tile.
        far = settings.automatic_half_side if is_automatic else float(framed_corners[:, 1].max())
        things += desk.shelf(far + float(rng.uniform(1.5, 5.0)), design.fonts, rng)
    framed_spots = framed_corners[:, :2]
    area = (framed_spots.min(axis=0) - 7, framed_spots.max(axis=0) + 7)
    obstacles = [*blocks, *things]
    things += desk.lay_things(settings.thing_count, obstacles, area, design.fonts, rng)
    return things


def render_things(
    things: Sequence[Solid],
    reach: Points,
    settings: Settings,
    rng: np.random.Generator,
    size: tuple[int, int],
) -> Scene:
    """Render a photo of a table with things and no tiles. The result has no ``tiles``.

    Args:
        things: the things.
        reach: ``(2,)`` half of the width and half of the depth of the area that the camera frames,
            in tile widths. The middle of the area is the origin.
        settings: camera, phone and table.
        rng: decides light and noise.
        size: width and height of the picture in pixels.
    """
    x, y = reach
    corners = np.array([[-x, -y, 0.0], [-x, y, 0.0], [x, -y, 0.0], [x, y, 0.0]])
    camera = aim(settings.view, corners, size)
    area = on_table((0, 0), size=(2 * x, 2 * y, 0.01), colour=(0.5, 0.5, 0.5))
    image, _part_map = _photograph(
        things, camera, settings, light=random_light(rng), polish=0.3, rng=rng, area=area
    )
    return Scene(image, (), camera)


def _oversampling(size: tuple[int, int]) -> int:
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
    area: Solid | None = None,
) -> tuple[Picture, PartMap]:
    """Photograph some blocks on a table.

    Args:
        solids: the blocks. They may be empty only if there is an ``area``.
        camera: the camera.
        settings: phone and table.
        light: the light on the table.
        polish: of the tiles, 0 to 1.
        rng: decides ground, gloss, fingers and noise.
        area: the table reaches beyond this block, which is not painted. By default it reaches
            beyond ``solids``.

    Returns:
        The photo, and the part of a block that each of its pixels shows.
    """
    size = camera.size
    fine_camera = camera.scaled(_oversampling(size))
    ground = draw_ground(
        camera,
        [area] if area else solids,
        rng,
        has_rail=settings.has_rail,
        depth_behind=settings.depth_behind,
        has_light_cloth=settings.has_light_cloth,
        half_side=settings.automatic_half_side,
    )
    canvas = np.asarray(cv2.resize(ground, fine_camera.size), np.uint8)
    if solids:
        cast_shadows(canvas, solids, fine_camera, light)
    part_map = _paint(canvas, solids, fine_camera, light, rng)
    gloss = _gloss(part_map, solids, polish, rng)
    for _ in range(settings.hand_count):
        desk.paint_fingers(canvas, part_map, gloss, rng)
    picture = np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)
    gloss = np.asarray(cv2.resize(gloss, size, interpolation=cv2.INTER_AREA), np.uint8)
    part_map = np.asarray(cv2.resize(part_map, size, interpolation=cv2.INTER_NEAREST), np.int16)
    return photograph(picture, gloss, settings.optics, rng), part_map


def _texture_blocks(
    placed: Sequence[Placed], blocks: Sequence[Solid], design: Design, camera: Camera
) -> list[Solid]:
    """Return the blocks with pictures of faces and backs, about as large as the camera sees them.

    Args:
        placed: the tiles.
        blocks: the block of each tile, without pictures.
        design: the tile set.
        camera: the camera of the picture that is painted.
    """
    # Of each code, the pictures by their height in pixels.
    pictures: dict[str, dict[int, Picture]] = {}
    textured_blocks = []
    for tile, solid in zip(placed, blocks, strict=True):
        for code in (tile.tile, BACK):
            if code not in pictures:
                full = design.pictures[code].shape[0]
                heights = (full // 4, full // 2, full)
                pictures[code] = {height: design.face(code, height) for height in heights}
        # No side of a face is longer than the diagonal of the face's bounding box.
        corners = camera.project(solid.face_corners())
        diagonal_px = float(np.linalg.norm(np.ptp(corners, axis=0)))
        face = mip(pictures[tile.tile], diagonal_px)
        back = mip(pictures[BACK], diagonal_px)
        textured_blocks.append(replace(solid, face=face, back=back))
    return textured_blocks


def random_light(rng: np.random.Generator) -> Light:
    """Draw a lamp or window somewhere above, and the room's light."""
    # Radians above the table, and around it.
    elevation = rng.uniform(0.45, 1.5)
    azimuth = rng.uniform(0, 2 * np.pi)
    direction = np.array(
        [
            np.cos(azimuth) * np.cos(elevation),
            np.sin(azimuth) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    direct_share = rng.uniform(0.2, 0.65)
    tint = np.clip(1 + rng.normal(0, 0.04, 3), 0.85, 1.15)
    # A flat surface gets about as much light in every room. So low lamps are brighter, to a limit.
    brightness = min(direct_share / direction[2], 1.1)
    return Light(
        direction=direction,
        colour=brightness * tint,
        ambient=(1 - direct_share) * np.ones(3),
        softness=float(rng.uniform(0, 1)),
    )


def _paint(
    canvas: Picture, solids: Sequence[Solid], camera: Camera, light: Light, rng: np.random.Generator
) -> PartMap:
    """Paint all blocks.

    Args:
        canvas: ``(h, w, 3)`` uint8 RGB, changed in place.
        solids: the blocks.
        camera: the camera of the canvas.
        light: the light on the table.
        rng: decides small differences of brightness.

    Returns:
        The part of a block that each pixel of the canvas shows.
    """
    part_map = np.full(canvas.shape[:2], -1, np.int16)
    # Polished faces mirror the room. Neighbours lie a little differently and differ in brightness.
    # A face is darker than the sides of its block by ``face_gains``.
    has_sheen = rng.random() < 0.4
    sheen = rng.uniform(0.05, 0.4) if has_sheen else 0.03
    side_gains = rng.normal(1, 0.025, len(solids))
    face_gains = 1 - sheen * rng.random(len(solids)) ** 2
    numbers_in_sight = [
        number for number, solid in enumerate(solids) if _is_in_sight(solid, camera)
    ]
    solids_in_sight = [solids[number] for number in numbers_in_sight]
    for place in painting_order(solids_in_sight, camera):
        number = numbers_in_sight[place]
        solid = solids[number]
        # The middle of a block that lies flat on the table is at half of its thickness. A thin
        # block that stands counts as raised too.
        is_raised = solid.center[2] > solid.size[2]
        if is_raised:
            _darken_below(canvas, solid, camera)
        side_gain = float(side_gains[number])
        face_gain = float(side_gains[number] * face_gains[number])
        draw(canvas, solid, camera, light, side_gain=side_gain, face_gain=face_gain)
        fill(part_map, hull(camera.project(solid.corners())), 2 * number)
        face = solid.face_corners(of_back=_shows_back(solid, camera))
        fill(part_map, camera.project(face), 2 * number + 1)
    return part_map


def _is_in_sight(solid: Solid, camera: Camera) -> bool:
    """Whether a block lies before the camera and may be in the frame."""
    corners = solid.corners()
    reaches_camera = camera.depth(corners).min() < 1.0
    if reaches_camera:
        return False
    pixels = camera.project(corners)
    return bool((pixels.max(axis=0) > 0).all() and (pixels.min(axis=0) < camera.size).all())


def _darken_below(canvas: Picture, solid: Solid, camera: Camera) -> None:
    """Paint a faint shadow around the base of a block, in place. The block is painted later."""
    corners = solid.corners()
    base = corners.copy()
    base[:, 2] = corners[:, 2].min()
    enlarged_base = solid.center + (base - solid.center) * [1.1, 1.1, 1.0]
    outline = hull(camera.project(enlarged_base))
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
    """Whether the camera is on the back's side of a block."""
    return bool(solid.axes[2] @ (camera.position - solid.center) < 0)


def _gloss(
    part_map: PartMap, solids: Sequence[Solid], polish: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """``(h, w)`` uint8, how mirror-like each pixel is: 0 for matt, 255 for a mirror.

    The gloss of blocks of one set differs by chance, as each catches the lamp differently.

    Args:
        part_map: the part of a block that each pixel shows.
        solids: the blocks.
        polish: of the tiles, 0 to 1. A table under polished tiles is glossier too.
        rng: decides.
    """
    # The gloss of each number in the map. The table has no block, so its number is -1, which picks
    # the last entry.
    gloss_of = np.zeros(2 * len(solids) + 1, np.uint8)
    solid_gloss = np.array([solid.gloss for solid in solids])
    face_gloss = rng.uniform(0.3, 1.0, len(solids)) * solid_gloss * 255
    gloss_of[0:-1:2] = face_gloss * 0.6
    gloss_of[1::2] = face_gloss
    gloss_of[-1] = int(rng.uniform(0, 90) * (0.4 + polish))
    return gloss_of[part_map]


def _truth(
    placed: Sequence[Placed],
    blocks: Sequence[Solid],
    camera: Camera,
    part_map: PartMap,
) -> tuple[Seen, ...]:
    """Find the tiles whose face or back can be read in the picture, in the order of ``placed``.

    Args:
        placed: the tiles.
        blocks: the block of each tile.
        camera: the camera of the picture.
        part_map: the part of a block that each pixel shows. Block i is that of tile i.
    """
    # The number of pixels that show each part.
    counts = np.bincount(part_map[part_map >= 0].ravel(), minlength=2 * len(blocks))
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
            seen = Seen(index, code, tile.pose, box=box, visible=share, facing=facing)
            tiles.append(seen)
    return tuple(tiles)


def random_settings(rng: np.random.Generator) -> Settings:
    """Draw camera, phone and table of a training scene."""
    # Mostly from the player's seat, in a quarter of the scenes from any side, and at any height
    # from 25 degrees to straight down.
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
    if design.body.has_usual_proportions and rng.random() < 0.45:
        rules: Rules = "fimj" if rng.random() < 0.3 else "zung-jung"
        placed = list(hand_scene(int(rng.integers(2**31)), rules).placed)
    else:
        placed = random_layout(rng, design.body.aspect)
    settings = random_settings(rng)
    if any(tile.pose == "standing" and tile.group >= 0 for tile in placed):
        # Standing tiles may stand on a rack. A tray holds only lying tiles.
        settings = replace(settings, holder="rack" if rng.random() < 0.4 else "none")
    return render(placed, design, settings, rng, size)
