"""The renderer.

The same seed gives the same pixels, and the truth agrees with the picture, in hard scenes too.
"""

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

if os.environ.get("CI") != "true":
    # Drawing needs the extra "train"; where everything must be tested, its absence is an error.
    pytest.importorskip("resvg_py")
    pytest.importorskip("fontTools")

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES, FACES
from training.faces.art import CROPS, FAMILY, Art, fonts, load_face
from training.faces.designs import Design, random_design
from training.render import SCENES_PER_DESIGN, Run, is_labelled, main, render_set
from training.render import scene as scene_of
from training.scenes.camera import View, aim, fill
from training.scenes.hard import HARD, blank_whites
from training.scenes.optics import Optics
from training.scenes.prints import PRINTS, Printer
from training.scenes.scenes import Scene, Settings, random_scene, render
from training.scenes.solids import block
from training.tables.layouts import pile
from training.tables.placing import Placed, Pose

Picture = NDArray[np.uint8]

PLAIN = Settings(
    view=View(elevation=60, distance=20, tile_px=(10, 200)), optics=Optics(defocus=0.0)
)
SIZE = (320, 320)


@cache
def design(shared: Path, seed: int = 5) -> Design:
    """A random design of tiles."""
    return random_design(np.random.default_rng(seed), Art(shared))


def render_tiles(shared: Path, placed: list[Placed], settings: Settings = PLAIN) -> Scene:
    """Render tiles as the camera sees them.

    Args:
        shared: the shared data folder, which has the artwork.
        placed: the tiles on the table.
        settings: the camera and its optics.
    """
    return render(placed, design(shared), settings, np.random.default_rng(1), SIZE)


def row(tiles: str, pose: Pose = "up") -> list[Placed]:
    """Lay tiles in a row, a tile width from middle to middle."""
    return [Placed(tile, float(x), 0.0, pose=pose) for x, tile in enumerate(tiles.split())]


def test_every_source_listed_has_a_family(shared: Path) -> None:
    assert set(Art(shared).sources) == set(FAMILY)
    assert set(CROPS) <= set(FAMILY)


@pytest.mark.parametrize("source", ["xhokir", "pysol-maple", "kde-jade", "cangjie6-oblique-full"])
def test_faces_are_ink_on_transparency(shared: Path, source: str) -> None:
    face = load_face(shared, source, "5m")
    assert face is not None
    assert face.dtype == np.uint8
    assert face.shape[0] == 256
    assert face.shape[2] == 4
    assert 0.03 < (face[..., 3] > 128).mean() < 0.6


def test_blank_faces_count_as_missing_except_the_white_dragon(shared: Path) -> None:
    assert load_face(shared, "lietxia-transparent", "5z") is None
    assert load_face(shared, "pysol-golden", "7z") is None
    white = load_face(shared, "fluffystuff-regular", "5z")
    assert white is not None
    assert white[..., 3].max() == 0


def test_designs_repeat_with_the_seed_and_have_all_faces(shared: Path) -> None:
    first = design(shared)
    second = random_design(np.random.default_rng(5), Art(shared))
    assert set(first.pictures) == set(CLASSES)
    for code in CLASSES:
        assert (first.pictures[code] == second.pictures[code]).all(), code


def test_faces_of_a_design_differ(shared: Path) -> None:
    pictures = {code: design(shared).pictures[code].tobytes() for code in FACES}
    assert len(set(pictures.values())) == len(FACES)


def test_families_held_out_are_never_used(shared: Path) -> None:
    hold_out = frozenset(FAMILY.values()) - {"samoheen", "imahjong"}
    sources: set[str] = set()
    for seed in range(12):
        rng = np.random.default_rng(seed)
        recipe = random_design(rng, Art(shared), hold_out, height=48).recipe
        sources |= FAMILY.keys() & set(recipe.values())
    assert sources
    assert {FAMILY[source] for source in sources} <= {"samoheen", "imahjong"}


def test_a_misspelt_family_is_refused(shared: Path) -> None:
    with pytest.raises(InputError, match="unknown art families imajong"):
        random_design(np.random.default_rng(1), Art(shared), frozenset({"imajong"}))


def test_the_same_seed_gives_the_same_pixels(shared: Path) -> None:
    first = random_scene(np.random.default_rng(3), SIZE, design(shared))
    second = random_scene(np.random.default_rng(3), SIZE, design(shared))
    assert (first.image == second.image).all()
    assert [tile.tile for tile in first.tiles] == [tile.tile for tile in second.tiles]


def test_every_visible_tile_is_labelled(shared: Path) -> None:
    scene = render_tiles(shared, row("1m 5p 9s 1z 7z 2f"))
    assert [tile.tile for tile in scene.tiles] == ["1m", "5p", "9s", "1z", "7z", "2f"]
    assert all(tile.visible > 0.9 for tile in scene.tiles)
    assert all(is_labelled(tile) for tile in scene.tiles)


def test_boxes_agree_with_the_projected_tiles(shared: Path) -> None:
    placed = [
        Placed("1m", 0, 0, 0.4),
        Placed("2m", 2, 1, -2.0),
        Placed("3m", 4, 0, pose="standing"),
    ]
    scene = render_tiles(shared, placed)
    for tile in scene.tiles:
        corners = block(placed[tile.index], design(shared).body).face_corners()
        assert np.abs(scene.camera.project(corners) - tile.box).max() < 0.01


@pytest.mark.parametrize("pose", ["up", "down", "standing"])
def test_boxes_run_clockwise_in_the_picture(shared: Path, pose: Pose) -> None:
    scene = render_tiles(shared, row("1m 5p", pose=pose))
    for tile in scene.tiles:
        top = tile.box[1] - tile.box[0]
        right = tile.box[2] - tile.box[1]
        assert top[0] * right[1] - top[1] * right[0] > 0


def test_the_first_corner_is_the_faces_own_top_left(shared: Path) -> None:
    upright, turned = render_tiles(shared, [Placed("7z", 0, 0), Placed("7z", 2, 0, np.pi)]).tiles
    assert upright.box[0].sum() < upright.box[2].sum()
    assert turned.box[0].sum() > turned.box[2].sum()


def test_the_face_is_where_its_box_says(shared: Path) -> None:
    steep = replace(PLAIN, view=replace(PLAIN.view, elevation=90.0, distance=40.0))
    codes = ["1m", "7p", "9s", "3z", "6z", "4g"]
    scene = render_tiles(shared, row(" ".join(codes)), steep)
    faces = {code: _normalised(design(shared).face(code, 64)) for code in codes}
    for tile in scene.tiles:
        crop = _normalised(_crop(scene.image, tile.box, faces[tile.tile].shape))
        # The crop resembles its own face more than any other.
        likeness = {code: float((face * crop).sum()) for code, face in faces.items()}
        assert max(codes, key=lambda code: likeness[code]) == tile.tile


def _crop(image: Picture, box: NDArray[np.float32], shape: tuple[int, ...]) -> Picture:
    """Cut a tile out of a picture, upright.

    Args:
        image: the picture.
        box: the ``(4, 2)`` corners of the tile.
        shape: the height and width of the crop come first.
    """
    height, width = shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(box, corners)
    return np.asarray(cv2.warpPerspective(image, matrix, (width, height)), np.uint8)


def _normalised(picture: Picture) -> NDArray[np.float64]:
    """The picture as a vector of unit length, each channel with a mean of 0."""
    values = picture.astype(float)
    values = values - values.mean(axis=(0, 1))
    return np.asarray(values / np.linalg.norm(values))


def test_tiles_lying_face_down_show_their_back(shared: Path) -> None:
    scene = render_tiles(shared, [Placed("1m", 0, 0, pose="down"), Placed("2m", 2, 0)])
    assert [tile.tile for tile in scene.tiles] == [BACK, "2m"]


def test_standing_tiles_seen_from_behind_show_their_back(shared: Path) -> None:
    behind = replace(PLAIN, view=replace(PLAIN.view, elevation=30.0))
    scene = render_tiles(
        shared,
        [Placed("1m", 0, 0, np.pi, pose="standing"), Placed("2m", 2, 0, pose="standing")],
        behind,
    )
    assert [tile.tile for tile in scene.tiles] == [BACK, "2m"]


def test_a_tile_under_another_one_is_not_seen(shared: Path) -> None:
    steep = replace(PLAIN, view=replace(PLAIN.view, elevation=90.0))
    scene = render_tiles(
        shared, [Placed("1m", 0, 0), Placed("2m", 0, 0, level=1), Placed("3m", 3, 0)], steep
    )
    assert [tile.tile for tile in scene.tiles if tile.visible > 0.3] == ["2m", "3m"]


def test_half_hidden_tiles_get_no_label(shared: Path) -> None:
    scene = render_tiles(shared, [Placed("1m", 0, 0), Placed("2m", 0.2, 0, level=1)])
    assert sum(is_labelled(tile) for tile in scene.tiles) == 1


def test_the_camera_frames_the_tiles() -> None:
    points = np.array([[0, 0, 0], [14, 0, 0], [14, 1.3, 0.7], [0, 1.3, 0.7]], float)
    for elevation in (20, 45, 70, 90):
        camera = aim(View(elevation=elevation, roll=30, azimuth=50), points, (640, 480))
        pixels = camera.project(points)
        assert (pixels >= 0).all()
        assert (pixels <= [640, 480]).all()


def test_the_homography_agrees_with_the_projection() -> None:
    points = np.array([[0, 0, 0], [14, 0, 0], [14, 5, 0], [0, 5, 0]], float)
    camera = aim(View(elevation=50, roll=10), points, (640, 480))
    mapped = cv2.perspectiveTransform(points[None, :, :2], camera.plane_to_pixels())[0]
    assert np.abs(mapped - camera.project(points)).max() < 1e-6


@pytest.mark.long
def test_a_run_writes_the_same_files_however_many_workers_and_after_a_stop(
    shared: Path, tmp_path: Path
) -> None:
    once = Run(shared, tmp_path / "once", scenes=5, seed=4, size=(160, 160))
    assert render_set(once) == 5
    half = replace(once, out=tmp_path / "half", scenes=3)
    assert render_set(half, workers=2) == 3
    # Stopped between a picture and its truth.
    (half.out / "truth" / "000002.json").unlink()
    assert render_set(replace(half, scenes=5)) == 3
    for path in sorted(once.out.rglob("*.*")):
        assert path.read_bytes() == (half.out / path.relative_to(once.out)).read_bytes(), path.name


@pytest.mark.parametrize(("dark", "modern"), [(1.0, 0.0), (0.0, 0.2)])
def test_hands_are_laid_with_tiles_of_usual_proportions(
    shared: Path, tmp_path: Path, dark: float, modern: float
) -> None:
    run = Run(
        shared, tmp_path, 4, seed=6, size=(80, 60), draws_hands=True, dark=dark, modern=modern
    )
    for number in range(0, run.scenes, SCENES_PER_DESIGN):
        tile_set = scene_of(run, number)[1]
        assert tile_set.body.has_usual_proportions


def test_another_run_in_the_folder_is_refused(shared: Path, tmp_path: Path) -> None:
    arguments = ["--shared", str(shared), "--out", str(tmp_path), "--scenes", "1", "--size", "96"]
    main(arguments)
    with pytest.raises(InputError, match="other settings"):
        main([*arguments, "--seed", "2"])


def test_missing_artwork_is_refused_before_anything_is_rendered(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no artwork in "):
        main(["--shared", str(tmp_path), "--out", str(tmp_path / "out")])


def test_a_table_that_reaches_behind_the_camera_covers_the_picture_below_the_horizon() -> None:
    points = np.array([[0, 0, 0], [14, 0, 0], [14, 1.3, 0.7], [0, 1.3, 0.7]], float)
    camera = aim(View(elevation=60, distance=12), points, (320, 320))
    outline = camera.project_polygon(
        np.array([[-60, -60, 0], [74, -60, 0], [74, 60, 0], [-60, 60, 0]], float)
    )
    assert outline is not None
    mask = np.zeros((320, 320), np.uint8)
    fill(mask, outline, 255)
    assert mask.all()


def test_scattered_tiles_do_not_lie_in_one_another() -> None:
    for seed in range(8):
        tiles = pile(np.random.default_rng(seed), 1.3)
        outlines = []
        for tile in tiles:
            rectangle = ((tile.x, tile.y), (1.0, 1.3), float(np.degrees(tile.turn)))
            outlines.append(cv2.boxPoints(rectangle))
        for number, outline in enumerate(outlines):
            for other in outlines[:number]:
                assert cv2.intersectConvexConvex(outline, other)[0] < 0.12


@pytest.mark.parametrize("kind", HARD)
def test_a_hard_scene_is_the_same_for_the_same_seed(
    shared: Path, tmp_path: Path, kind: str
) -> None:
    run = Run(shared, tmp_path, 1, 4, SIZE, hard=kind)
    first = scene_of(run, 0)[0]
    second = scene_of(run, 0)[0]
    assert first.image.shape == (*SIZE, 3)
    assert (first.image == second.image).all()
    assert bool(first.tiles) == (kind != "room")


def test_standing_tiles_are_seen_at_a_slant(shared: Path, tmp_path: Path) -> None:
    run = Run(shared, tmp_path, 1, 6, SIZE, hard="slanted")
    slants: list[float] = []
    for number in range(4):
        tiles = scene_of(run, number)[0].tiles
        standing = [tile for tile in tiles if tile.pose == "standing"]
        slants += [float(np.degrees(np.arccos(tile.facing))) for tile in standing]
    assert 45 <= np.median(slants) <= 75


def test_a_blank_white_dragon_shows_hardly_any_contrast(shared: Path) -> None:
    plain = 0
    for seed in range(12):
        whites = blank_whites(design(shared), np.random.default_rng(seed))
        if float(whites.pictures["5z"].std(axis=(0, 1)).max()) < 8:
            plain += 1
    assert plain >= 4


@pytest.mark.parametrize("kind", PRINTS)
def test_things_carry_print(shared: Path, kind: str) -> None:
    printer = Printer((3.0, 4.0), (0.9, 0.9, 0.9), fonts(shared), np.random.default_rng(2))
    PRINTS[kind](printer)
    assert printer.picture.std() > 5
