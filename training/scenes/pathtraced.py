"""Path-traced photos: the scenes of ``scenes``, lit and shaded by Blender's Cycles (package ``bpy``).

Layouts, tile sets, cameras and things about are those of the software renderer; light, materials, contact shadows,
reflections and depth of field are computed. An experiment: ``models/records/experiments.md`` has what was measured.
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import bpy
import numpy as np

from hu.scoring.tiles import BACK
from hu.vision.photo.decoding import decode_photo
from training.faces.designs import Design
from training.faces.ink import Colour
from training.scenes import surfaces
from training.scenes.camera import Camera, Points, aim
from training.scenes.optics import photograph
from training.scenes.scenes import GRAZING, Scene, Seen, Settings, framed_points, seen_tile, things_about
from training.scenes.solids import Picture, Solid, block, outline
from training.tables.placing import Placed

#: Paths for each pixel: the remaining noise is like a phone's, and the denoiser takes twice as long as the rendering.
_SAMPLES: Final = 40
_THREADS: Final = 2
#: Points along a quarter of a rounding, of the outline and of the edges.
_STEPS: Final = 5
#: Rays for each side of a face that say how much of it is in sight.
_RAYS: Final = 7
#: How often a set's sides are clear plastic.
_CLEAR: Final = 0.08
#: Height of the faces' pictures in pixels.
_FACE_PX: Final = 160


def pathtrace(
    placed: Sequence[Placed], design: Design, settings: Settings, rng: np.random.Generator, size: tuple[int, int]
) -> Scene:
    """A photo of tiles, see ``scenes.render``; the lens neither squeezes nor bends it."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    blocks = [block(tile, design.body) for tile in placed]
    points = framed_points(placed, blocks)
    camera = aim(replace(settings.view, squeeze=1.0, distortion=0.0), points, size)
    tiles = _TileSet(design, rng)
    for number, (tile, solid) in enumerate(zip(placed, blocks, strict=True)):
        _add_solid(solid, tiles.materials(tile.tile), f"tile {number}")
    for number, solid in enumerate(things_about(settings, blocks, points, design.fonts, rng)):
        # No two faces in one plane: Cycles shows those black.
        raised = replace(solid, center=solid.center + np.array([0, 0, 0.001 * (number + 1)]))
        _add_solid(raised, [_solid_material(solid, rng)] * 4, "thing")
    _add_ground(settings, points, rng)
    for _ in range(settings.hands):
        _add_hand(points, rng)
    focus = float(np.linalg.norm(points.mean(axis=0) - camera.position))
    _add_camera(camera, focus, rng)
    _add_lights(points.mean(axis=0), camera, rng)
    image = _render(size)
    # Mirrored lamps are in the picture already.
    optics = replace(settings.optics, glare=0.0, gradient=0.0)
    image = photograph(image, np.zeros(image.shape[:2], np.uint8), optics, rng)
    return Scene(image, tuple(_truth(placed, blocks, camera)), camera, optics)


# --- shapes ----------------------------------------------------------------------------------------------------


def _add_solid(solid: Solid, materials: Sequence[Any], name: str) -> None:
    """A rounded block; materials of its face, the face's layer, the back's layer and the back."""
    placed = bpy.data.objects.new(name, _mesh(solid))
    placed.matrix_world = _matrix(solid.axes.T, solid.center)
    for slot, material in zip(placed.material_slots, materials, strict=True):
        # Of the object: all tiles of a set share one mesh.
        slot.link, slot.material = "OBJECT", material
    bpy.context.scene.collection.objects.link(placed)


def _matrix(axes: Points, center: Points) -> list[list[float]]:
    """4 x 4 rows from columns of axes and a place."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = axes, center
    return [[float(value) for value in line] for line in matrix.T]


def _mesh(solid: Solid) -> Any:
    width, height, depth = solid.size
    bevel = min(solid.bevel, depth * 0.3)
    corner = max(solid.corner, bevel * 1.01)
    name = f"{width:.3f} {height:.3f} {depth:.3f} {bevel:.3f} {corner:.3f} {solid.split:.2f}"
    if name in bpy.data.meshes:
        return bpy.data.meshes[name]
    edge, out = outline(width, height, corner, _STEPS)
    split = -depth / 2 + float(np.clip(depth * solid.split, bevel, depth - bevel))
    # From the back's rim to the face's: inset of the outline and place along the depth.
    rounding = [(bevel * (1 - np.sin(a)), bevel * (1 - np.cos(a))) for a in np.linspace(0, np.pi / 2, _STEPS)]
    rings = [(inset, -depth / 2 + along) for inset, along in rounding] + [(0.0, split)]
    rings += [(inset, depth / 2 - along) for inset, along in reversed(rounding)]
    count, vertices = len(edge), []
    for inset, along in rings:
        vertices += [(float(x), float(y), along) for x, y in edge - out * inset]
    faces = [
        [ring * count + k, ring * count + (k + 1) % count, (ring + 1) * count + (k + 1) % count, (ring + 1) * count + k]
        for ring in range(len(rings) - 1)
        for k in range(count)
    ]
    layers = [2 if ring < _STEPS else 1 for ring in range(len(rings) - 1) for _ in range(count)]
    last = (len(rings) - 1) * count
    faces += [list(range(count))[::-1], list(range(last, last + count))]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    # Pictures lie on the face, and on the back as seen from behind.
    layer = mesh.uv_layers.new()
    for polygon, kind in zip(mesh.polygons, [*layers, 3, 0], strict=True):
        polygon.material_index, polygon.use_smooth = kind, kind in (1, 2)
        for loop in polygon.loop_indices:
            x, y, _ = mesh.vertices[mesh.loops[loop].vertex_index].co
            layer.data[loop].uv = (0.5 + (-x if kind == 3 else x) / width, 0.5 + y / height)
    for _ in range(4):
        mesh.materials.append(None)
    return mesh


def _add_ground(settings: Settings, points: Points, rng: np.random.Generator) -> None:
    """The table, with an edge where the settings say so, above a floor."""
    (left, near, _), (right, far, _) = points.min(axis=0), points.max(axis=0)
    area = (left - 60, near - (rng.uniform(0.5, 3.0) if settings.rail else 60), right + 60, far + settings.far)
    if settings.automatic:
        area = (-settings.automatic, -settings.automatic, settings.automatic, settings.automatic)
    cloth = surfaces.random_light_cloth(rng) if settings.light_cloth else surfaces.random_surface(rng)
    material = _material((0.5, 0.5, 0.5), roughness=float(rng.choice([0.25, 0.5, 0.9], p=[0.2, 0.2, 0.6])))
    _paint(material, cloth, bump=float(rng.uniform(0.0, 0.4)))
    floor = _material(tuple(rng.uniform(0.03, 0.5, 3)), roughness=0.6)
    spans = ((area, 0.0, material), ((-300.0, -300.0, 300.0, 300.0), -28.0, floor))
    for number, ((x0, y0, x1, y1), z, cover) in enumerate(spans):
        mesh = bpy.data.meshes.new(f"ground {number}")
        mesh.from_pydata([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], [], [[0, 1, 2, 3]])
        turn, scale = rng.uniform(0, 2 * np.pi), surfaces.SPAN * rng.uniform(0.6, 1.6)
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) / scale
        for loop, corner in zip(mesh.uv_layers.new().data, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], strict=True):
            loop.uv = [float(value) for value in turned @ corner]
        mesh.materials.append(cover)
        bpy.context.scene.collection.objects.link(bpy.data.objects.new(mesh.name, mesh))


def _add_hand(points: Points, rng: np.random.Generator) -> None:
    """Fingers and a palm that reach for a tile from the player's side."""
    tip = points[rng.integers(len(points))] * [1, 1, 0] + [0, 0, 1.0]
    way = np.array([rng.normal(0, 0.4), -1.0, rng.uniform(0.15, 0.5)])
    across, thick = np.array([1.0, 0.0, 0.0]), float(rng.uniform(0.45, 0.6))
    tone = np.array([0.78, 0.52, 0.40]) * rng.uniform(0.3, 1.05)
    skin = _material(tuple(tone), roughness=0.5, subsurface=0.25)

    def add_limb(name: str, balls: Sequence[tuple[Points, float]]) -> None:
        # Balls of one name melt into one another; each finger has its own.
        limb = bpy.data.metaballs.new(name)
        limb.resolution = limb.render_resolution = 0.12
        for place, radius in balls:
            ball = limb.elements.new(type="BALL")
            ball.co, ball.radius = place.tolist(), radius
        limb.materials.append(skin)
        bpy.context.scene.collection.objects.link(bpy.data.objects.new(name, limb))

    number = len(bpy.data.metaballs)
    for finger in range(4):
        length = (3.4, 3.9, 3.7, 3.0)[finger]
        steps = [(step, 1.2 * np.sin(np.pi * step)) for step in np.linspace(0, 1, 24)]
        root = tip + across * (finger - 1.5) * thick * 1.15 + way * (4.0 - length)
        balls = [(root + way * step * length + [0, 0, lift], thick * (0.95 + 0.25 * step)) for step, lift in steps]
        add_limb(f"finger{number}{finger}x", balls)
    palm = [
        (tip + way * (3.9 + along) + across * side * thick, thick * 1.7)
        for along in np.linspace(0, 6, 10)
        for side in (-1.2, -0.4, 0.4, 1.2)
    ]
    add_limb(f"palm{number}x", palm)


# --- materials -------------------------------------------------------------------------------------------------


class _TileSet:
    """The materials of a tile set, made as they are needed."""

    def __init__(self, design: Design, rng: np.random.Generator) -> None:
        body = design.body
        self.design = design
        self.roughness = float(np.clip(0.55 - 0.45 * body.gloss + rng.normal(0, 0.05), 0.08, 0.7))
        self.coat = float(body.gloss * rng.uniform(0.2, 1.0))
        self.subsurface = float(rng.uniform(0.0, 0.3))
        self.carving = float(rng.uniform(0.0, 0.6)) * (-1 if body.dark else 1)
        clear = rng.random() < _CLEAR
        self.sides = [self._plastic(colour, 0.7 if clear else 0.0) for colour in (body.face, body.back)]
        self.made: dict[str, Any] = {}

    def materials(self, code: str) -> list[Any]:
        """Of the face, the face's layer, the back's layer and the back."""
        for name in (code, BACK):
            if name not in self.made:
                self.made[name] = self._plastic(self.design.body.face)
                _paint(self.made[name], self.design.face(name, _FACE_PX), bump=self.carving if name != BACK else 0.0)
        return [self.made[code], *self.sides, self.made[BACK]]

    def _plastic(self, colour: Colour, clear: float = 0.0) -> Any:
        return _material(
            colour,
            roughness=self.roughness,
            coat=self.coat,
            subsurface=self.subsurface if not clear else 0,
            clear=clear,
        )


def _solid_material(solid: Solid, rng: np.random.Generator) -> Any:
    material = _material(solid.colours[0], roughness=float(np.clip(0.8 - 0.6 * solid.gloss, 0.1, 0.9)))
    picture = solid.face if solid.face is not None else solid.back
    if picture is not None:
        _paint(material, picture, bump=float(rng.uniform(0, 0.05)))
    return material


def _material(
    colour: Sequence[float], *, roughness: float, coat: float = 0.0, subsurface: float = 0.0, clear: float = 0.0
) -> Any:
    """A material of one sRGB colour."""
    material = bpy.data.materials.new("m")
    material.use_nodes = True
    linear = np.clip(np.asarray(colour, float), 0, 1) ** 2.2
    shader = material.node_tree.nodes["Principled BSDF"].inputs
    shader["Base Color"].default_value = (*(float(value) for value in linear), 1.0)
    for name, value in (
        ("Roughness", roughness),
        ("Coat Weight", coat),
        ("Coat Roughness", 0.06),
        ("Subsurface Weight", subsurface),
        ("Subsurface Scale", 0.08),
        ("Transmission Weight", clear),
    ):
        shader[name].default_value = value
    return material


def _paint(material: Any, picture: Picture, bump: float) -> None:
    """Lay a picture on a material; what is darker lies lower, with ``bump`` below 0 higher."""
    height, width = picture.shape[:2]
    image = bpy.data.images.new("p", width, height)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = picture[::-1] / np.float32(255)
    image.pixels.foreach_set(rgba.ravel())
    nodes, links = material.node_tree.nodes, material.node_tree.links
    texture, shader = nodes.new("ShaderNodeTexImage"), nodes["Principled BSDF"]
    texture.image, texture.extension = image, "MIRROR"
    links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    if bump:
        carve = nodes.new("ShaderNodeBump")
        carve.inputs["Strength"].default_value, carve.inputs["Distance"].default_value = abs(bump), 0.04
        carve.invert = bump < 0
        links.new(texture.outputs["Color"], carve.inputs["Height"])
        links.new(carve.outputs["Normal"], shader.inputs["Normal"])


# --- light and camera ------------------------------------------------------------------------------------------


def _add_lights(middle: Points, camera: Camera, rng: np.random.Generator) -> None:
    """A room's light, and a lamp, a window, the sun, a flash or two of them."""
    share = float(rng.uniform(0.25, 0.85))
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    tint = np.clip(rng.normal(1, 0.08, 3), 0.7, 1.3)
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (*(float(value) for value in tint), 1.0)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 1 - share
    bpy.context.scene.world = world

    def area(side: float, away: float, elevation: float, part: float, warm: float, shape: str = "DISK") -> None:
        azimuth = rng.uniform(0, 2 * np.pi)
        toward = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
        # As much falls on what lies flat as makes white plastic white.
        power = np.pi**2 * away**2 / max(toward[2], 0.35) * part
        _add_light("AREA", middle + toward * away, middle, power, warm, size=side, shape=shape)

    def flash(part: float) -> None:
        away = float(np.linalg.norm(camera.position - middle))
        _add_light("AREA", camera.position + 0.4 * camera.axes[0], middle, np.pi**2 * away**2 * part, 0.0, size=0.4)

    kinds: list[Callable[[float], None]] = [
        lambda part: area(rng.uniform(1, 8), rng.uniform(15, 45), rng.uniform(0.6, 1.5), part, rng.uniform(0, 0.5)),
        lambda part: area(rng.uniform(12, 30), rng.uniform(25, 50), rng.uniform(0.3, 0.8), part, -0.15, "SQUARE"),
        lambda part: area(rng.uniform(0.2, 0.8), rng.uniform(40, 80), rng.uniform(0.4, 1.3), part, 0.1),
        flash,
    ]
    chosen = rng.choice(4, size=1 if rng.random() < 0.6 else 2, p=[0.4, 0.3, 0.18, 0.12])
    for kind in chosen:
        kinds[kind](share / len(chosen))


def _add_light(
    kind: str, place: Points, target: Points, power: float, warm: float, *, size: float, shape: str = "DISK"
) -> None:
    light = bpy.data.lights.new("light", kind)
    light.energy, light.shape, light.size = float(power), shape, float(size)
    light.color = (1.0, 1 - 0.25 * max(warm, 0), 1 - 0.6 * max(warm, 0)) if warm >= 0 else (1 + warm, 1 + warm / 2, 1)
    forward = (target - place) / np.linalg.norm(target - place)
    right = np.cross(forward, [0.0, 0.0, 1.0] if abs(forward[2]) < 0.99 else [0.0, 1.0, 0.0])
    right = right / np.linalg.norm(right)
    lamp = bpy.data.objects.new("light", light)
    lamp.matrix_world = _matrix(np.column_stack([right, np.cross(right, forward), -forward]), place)
    bpy.context.scene.collection.objects.link(lamp)


def _add_camera(camera: Camera, focus: float, rng: np.random.Generator) -> None:
    lens = bpy.data.cameras.new("camera")
    width, height = camera.size
    lens.sensor_fit, lens.sensor_width = "HORIZONTAL", 36.0
    lens.lens = camera.focal[0] * 36.0 / width
    lens.shift_x, lens.shift_y = (0.5 - camera.center[0] / width), (camera.center[1] - height / 2) / width
    lens.clip_end = 1000.0
    lens.dof.use_dof, lens.dof.focus_distance = bool(rng.random() < 0.6), focus
    # A phone's opening is a twentieth of a tile wide; its radius in Blender is the lens's millimetres over twice this.
    lens.dof.aperture_fstop = lens.lens / 1000 / (2 * float(rng.uniform(0.02, 0.12)))
    placed = bpy.data.objects.new("camera", lens)
    right, down, forward = camera.axes
    placed.matrix_world = _matrix(np.column_stack([right, -down, -forward]), camera.position)
    bpy.context.scene.collection.objects.link(placed)
    bpy.context.scene.camera = placed


def _render(size: tuple[int, int]) -> Picture:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.threads_mode, scene.render.threads = "FIXED", _THREADS
    scene.cycles.samples, scene.cycles.use_denoising = _SAMPLES, False
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.sample_clamp_indirect = 5, 2, 3.0
    scene.view_settings.view_transform = "Standard"
    # White plastic in full light stays below white: the phone brightens the picture.
    scene.view_settings.exposure = -0.8
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "picture.png")
        bpy.ops.render.render(write_still=True)
        return np.ascontiguousarray(decode_photo(Path(scene.render.filepath)).image)


# --- truth -----------------------------------------------------------------------------------------------------


def _truth(placed: Sequence[Placed], blocks: Sequence[Solid], camera: Camera) -> list[Seen]:
    """What is where: outlines from the corners, the share in sight from rays to the camera."""
    graph = bpy.context.evaluated_depsgraph_get()
    steps = np.linspace(0.08, 0.92, _RAYS)
    tiles = []
    for index, (tile, solid) in enumerate(zip(placed, blocks, strict=True)):
        seen = seen_tile(index, tile, solid, camera)
        if seen.facing < GRAZING:
            continue
        top, right, _, left = solid.face_corners(back=seen.tile == BACK)
        normal = np.cross(left - top, right - top)
        spots = np.array([top + (right - top) * u + (left - top) * v for u in steps for v in steps])
        spots = spots + normal / np.linalg.norm(normal) * 0.02
        pixels = camera.project(spots)
        inside = ((pixels >= 0) & (pixels < camera.size)).all(axis=1)
        free = 0
        for spot in spots[inside]:
            way = camera.position - spot
            away = float(np.linalg.norm(way))
            free += not bpy.context.scene.ray_cast(graph, spot.tolist(), (way / away).tolist(), distance=away)[0]
        if free:
            tiles.append(replace(seen, visible=free / len(spots)))
    return tiles
