"""Modern sets: numerals in the corners, free drawings, dark bodies, jokers."""

import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest

if os.environ.get("CI") != "true":
    # Drawing needs the extra "train". Where everything must be tested, its absence is an error.
    pytest.importorskip("resvg_py")
    pytest.importorskip("fontTools")

from hu.scoring.tiles import CLASSES, FACES
from training.data.crops import NEGATIVE
from training.data.flats import load_flats, write_flats
from training.data.unseen import modern_crops
from training.faces.art import Art, fonts
from training.faces.blanks import USUAL, random_body
from training.faces.canvas import Canvas
from training.faces.corner.bodies import NEARLY_BLACK, brightness, free_colour, random_finish
from training.faces.corner.designs import corner_design, dark_design
from training.faces.corner.designs import corner_set as corner_set_with_letters
from training.faces.corner.numerals import HELD_FONTS, Corner, Numerals, print_numeral
from training.faces.corner.style import (
    FITTED_DRAWINGS,
    HELD_DRAWINGS,
    UNSEEN_DRAWINGS,
    Purpose,
)
from training.faces.designs import Design, new_maker
from training.faces.emblems import (
    Emblem,
    draw_beast,
    draw_bird,
    draw_cartouche,
    draw_crown,
    draw_fish,
    draw_lattice,
    draw_lion,
    draw_logo,
    draw_medallion,
    draw_ornament,
    draw_plate,
    draw_rosette,
    draw_serpent,
    draw_strokes,
    draw_wreath,
)
from training.faces.ink import empty
from training.faces.labels import random_labels
from training.faces.motifs import LONG_MOTIFS, ROUND_MOTIFS
from training.render import Run, render_set, scene

_HEIGHT = 48
_RED = (0.8, 0.1, 0.1)
_BLUE = (0.1, 0.2, 0.8)
_EMBLEMS = (
    draw_beast,
    draw_bird,
    draw_cartouche,
    draw_crown,
    draw_fish,
    draw_lattice,
    draw_lion,
    draw_logo,
    draw_medallion,
    draw_ornament,
    draw_plate,
    draw_rosette,
    draw_serpent,
    draw_strokes,
    draw_wreath,
)


@cache
def corner_set(shared: Path, seed: int, *, purpose: Purpose = "classifier") -> Design:
    rng = np.random.default_rng(seed)
    return corner_design(rng, Art(shared), frozenset(), _HEIGHT, purpose=purpose)


def test_a_modern_set_repeats_with_its_seed_and_has_all_faces_and_jokers(shared: Path) -> None:
    first = corner_set(shared, 7)
    second = corner_design(np.random.default_rng(7), Art(shared), frozenset(), _HEIGHT)
    assert set(first.pictures) == {*CLASSES, "joker-1", "joker-2"}
    for code, picture in first.pictures.items():
        assert (picture == second.pictures[code]).all(), code


def test_every_number_of_a_suit_looks_different(shared: Path) -> None:
    for seed in range(12):
        pictures = corner_set(shared, seed).pictures
        for suit in "mps":
            faces = {pictures[f"{number}{suit}"].tobytes() for number in range(1, 10)}
            assert len(faces) == 9, (seed, suit)


def test_drawings_and_typefaces_held_out_are_only_in_the_sets_that_measure(shared: Path) -> None:
    training_names: set[str] = set()
    measuring_names: set[str] = set()
    for seed in range(25):
        training_names |= set(corner_set(shared, seed).recipe.values())
        measuring_names |= set(corner_set(shared, seed, purpose="measuring").recipe.values())
    held = HELD_DRAWINGS | HELD_FONTS
    assert not training_names & held
    # Only the dragons have other drawings too, for sets of one ink.
    for seed in range(25):
        recipe = corner_set(shared, seed, purpose="measuring").recipe
        for part in ("m", "p", "s", "z", "index"):
            assert recipe[part] in held
    assert measuring_names >= HELD_DRAWINGS


def test_some_drawings_for_the_weights_are_not_seen_by_the_classifier(shared: Path) -> None:
    names_of: dict[Purpose, set[str]] = {"classifier": set(), "index": set(), "weights": set()}
    for purpose, names in names_of.items():
        for seed in range(25):
            names.update(corner_set(shared, seed, purpose=purpose).recipe.values())
    assert not names_of["classifier"] & UNSEEN_DRAWINGS
    assert names_of["weights"] >= FITTED_DRAWINGS
    assert names_of["index"] & UNSEEN_DRAWINGS
    assert not names_of["index"] & HELD_DRAWINGS


def test_the_letters_of_winds_are_known_with_their_reach(shared: Path) -> None:
    art = Art(shared)
    texts = set()
    for seed in range(12):
        rng = np.random.default_rng(seed)
        letters = corner_set_with_letters(rng, art, frozenset(), _HEIGHT, purpose="index").letters
        assert letters["3p"].text == ""
        for code, letter in letters.items():
            assert (letter.reach > 0) == (letter.text != "")
            if code[1] == "z" and letter.text:
                texts.add((code, letter.text))
    winds = {("1z", "E"), ("2z", "S"), ("3z", "W"), ("4z", "N")}
    assert winds <= texts <= winds | {("5z", "W"), ("6z", "G"), ("7z", "R")}


def test_a_flower_differs_from_the_season_of_the_same_number_by_more_than_its_plant(
    shared: Path,
) -> None:
    rng = np.random.default_rng(3)
    maker = new_maker(rng, Art(shared), frozenset(), random_body(rng), _HEIGHT)
    shown = set()
    for _ in range(60):
        shown.add(random_labels(maker, is_number_enough=False).shown)
    assert shown == {"both", "character", "word"}


@pytest.mark.parametrize("name", [*ROUND_MOTIFS, *LONG_MOTIFS])
def test_a_motif_stays_near_its_area_and_repeats(name: str) -> None:
    motif = {**ROUND_MOTIFS, **LONG_MOTIFS}[name]
    inks = []
    for _ in range(2):
        canvas = Canvas(60, 80)
        motif(canvas, canvas.area.part(0, 0, 0.4, 0.4), (_RED, _BLUE), np.random.default_rng(3))
        inks.append(canvas.ink())
    assert (inks[0] == inks[1]).all()
    alpha = inks[0][..., 3]
    assert alpha.max() > 0.9
    assert alpha[:, :8].max() == 0
    assert alpha[:14].max() == 0


@pytest.mark.parametrize("draw", _EMBLEMS)
def test_an_emblem_draws_ink_and_repeats(draw: Emblem) -> None:
    inks = []
    for _ in range(2):
        canvas = Canvas(60, 80)
        draw(canvas, canvas.area, (_RED, _BLUE), 5)
        inks.append(canvas.ink())
    assert (inks[0] == inks[1]).all()
    assert inks[0][..., 3].mean() > 0.02


def test_later_shapes_cover_earlier_ones_and_none_removes_ink() -> None:
    canvas = Canvas(20, 20)
    canvas.disc((10, 10), 8, _RED)
    canvas.disc((10, 10), 4, None)
    ink = canvas.ink()
    assert ink[10, 10, 3] == 0
    assert ink[10, 4, 3] == 1
    assert ink[10, 4, :3] == pytest.approx(_RED, abs=0.01)


def test_a_numeral_is_printed_into_each_corner_over_a_free_margin(shared: Path) -> None:
    font = next(font for font in fonts(shared) if font.stem == "NotoSansCJK-Bold-3")
    corners = (Corner(False, False, False), Corner(True, True, True))
    numerals = Numerals(font, corners, height=0.3, margin=0.06, stretch=1.0)
    top = empty(80, 60)
    top[...] = (0, 0, 1, 1)
    print_numeral(top, "7", numerals, _RED)
    is_red = top[..., 0] > 0.5
    assert is_red[:25, :20].any()
    assert is_red[-25:, -20:].any()
    assert not is_red[:25, -20:].any()
    # The blue ink next to the strokes is gone.
    assert (top[:25, :20, 3] < 0.1).any()
    # The lower numeral is the upper one upside down.
    assert (is_red == is_red[::-1, ::-1]).mean() > 0.99


def test_free_colours_show_on_their_bodies() -> None:
    for seed in range(60):
        rng = np.random.default_rng(seed)
        body = random_finish(rng, is_dark=seed % 3 == 0).body
        ink = free_colour(rng, body)
        assert abs(brightness(ink) - brightness(body.face)) > 0.2
    assert brightness(NEARLY_BLACK) < 0.1


def test_dark_sets_have_dark_bodies_with_bright_ink_or_nearly_black_ink(shared: Path) -> None:
    dark = 0
    for seed in range(12):
        design = dark_design(np.random.default_rng(seed), Art(shared), frozenset(), _HEIGHT)
        grey = design.pictures["1z"].mean(axis=2)
        ground = float(np.median(grey))
        assert np.abs(grey - ground).max() > 50
        if ground < 90:
            dark += 1
    assert 5 <= dark < 12


def test_a_set_can_be_drawn_on_tiles_of_usual_proportions(shared: Path) -> None:
    rng = np.random.default_rng(2)
    design = corner_design(rng, Art(shared), frozenset(), _HEIGHT, aspect=USUAL.aspect)
    assert design.body.aspect == USUAL.aspect


def test_jokers_are_stored_beside_the_faces_and_read_as_no_tile(
    shared: Path, tmp_path: Path
) -> None:
    write_flats(shared, tmp_path, designs=1, seed=3, hold_out=frozenset(), kind="corner")
    crops = list(load_flats(tmp_path))
    jokers = [crop.name for crop in crops if crop.label == NEGATIVE]
    assert jokers == ["00000:joker-1", "00000:joker-2"]
    assert {crop.label for crop in crops} >= set(range(len(FACES)))


def test_scenes_can_be_rendered_with_modern_sets_alone(shared: Path, tmp_path: Path) -> None:
    run = Run(shared, tmp_path, scenes=1, seed=5, size=(160, 160), modern=1.0)
    assert render_set(run) == 1
    design = scene(run, 0)[1]
    assert "joker-1" in design.pictures or design.body.is_dark or "index" in design.recipe
    hands = Run(shared, tmp_path, scenes=1, seed=5, size=(160, 120), draws_hands=True, modern=1.0)
    assert scene(hands, 0)[1].body.aspect == pytest.approx(4 / 3)


def test_unseen_modern_sets_are_the_same_in_every_run(shared: Path) -> None:
    first = list(modern_crops(shared, "corner", designs=1))
    second = list(modern_crops(shared, "corner", designs=1))
    assert len(first) == len(FACES)
    for crop, again in zip(first, second, strict=True):
        assert (crop.image == again.image).all()
