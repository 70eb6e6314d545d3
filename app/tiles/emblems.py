"""The pictures that no other face shares: both aces, the dragons, the flowers and the seasons."""

from typing import Final

from hu.app.tiles import strokes
from hu.app.tiles.shapes import (
    BLUE,
    GOLD,
    GREEN,
    IVORY,
    RED,
    draw_character,
    draw_path,
    draw_petals,
    fill_path,
    repeat_around,
)
from hu.app.tiles.suits import draw_dot, draw_stick


def _ace_of_dots() -> str:
    disc = f'<circle cx="30" cy="47" r="21" fill="{BLUE}"/>'
    pearl_tag = f'<circle cx="30" cy="33" r="4" fill="{IVORY}"'
    pearls = repeat_around(pearl_tag, 8, centre="30 47")
    return disc + pearls + draw_dot(30, 47, 8.5, RED)


def _ace_of_bamboo() -> str:
    """Draw a small bird on a shoot."""
    return "".join(
        [
            # The tail, the body, the wing and the head with its eye.
            draw_path("M27,52 Q14,60 9,74 M28,54 Q19,62 17,75 M31,55 Q26,64 26,74", RED, 3.4),
            fill_path(
                "M44,27 Q36,24 32,33 Q22,38 21,49 Q23,60 35,58 Q48,54 48,40 Q48,31 44,27 Z", GREEN
            ),
            draw_path("M27,46 Q35,38 42,44 M28,51 Q35,45 41,49", IVORY, 2.2),
            f'<circle cx="42" cy="26" r="7.5" fill="{BLUE}"/>',
            f'<circle cx="43.5" cy="25" r="1.8" fill="{IVORY}"/>',
            # The beak and the crest.
            fill_path("M49,24 L56,28 L48,30 Z", GOLD),
            draw_path("M40,18 L38,12 M44,18 L45,12", RED, 2),
            # The feet on the shoot.
            draw_path("M36,58 V70 M42,55 V70 M31,71 H48", GOLD, 2.4),
        ]
    )


def _white_dragon() -> str:
    """Draw the white dragon as a double frame."""
    outer = (
        f'<rect x="13" y="15" width="34" height="50" rx="3" fill="none" stroke="{BLUE}" '
        'stroke-width="4.5"/>'
    )
    inner = (
        f'<rect x="20" y="22" width="20" height="36" rx="1.5" fill="none" stroke="{BLUE}" '
        'stroke-width="2"/>'
    )
    return outer + inner + draw_path("M13,27 L25,15 M47,53 L35,65", BLUE, 2.4)


def _orchid() -> str:
    leaves = draw_path(
        "M30,74 Q28,52 10,42 M30,74 Q32,54 50,44 M30,74 Q22,64 12,62 M30,74 Q38,64 49,64", GREEN, 3
    )
    blossom = fill_path(
        "M30,52 Q20,44 24,32 Q30,38 30,52 Q40,44 36,32 Q30,38 30,52 "
        "Q14,52 16,42 M30,52 Q46,52 44,42",
        RED,
    )
    return leaves + blossom + f'<circle cx="30" cy="50" r="3" fill="{GOLD}"/>'


def _bamboo_plant() -> str:
    tall = draw_stick(22, 50, angle=0, length=46, colour=GREEN)
    short = draw_stick(37, 55, angle=0, length=36, colour=GREEN)
    leaves = draw_path("M26,42 Q36,34 40,30 M26,56 Q14,50 9,44 M41,48 Q50,44 53,38", GREEN, 3.4)
    return tall + short + leaves


def _sprout() -> str:
    leaves = fill_path("M30,56 Q10,56 9,36 Q28,36 30,56 Q32,32 52,31 Q52,52 30,56 Z", GREEN)
    return leaves + draw_path("M30,56 V74 M20,75 H40", GOLD, 3.6)


def _sun() -> str:
    ray_tag = f'<path d="M30,29 V35" stroke="{RED}" stroke-width="4"'
    rays = repeat_around(ray_tag, 8, centre="30 51")
    return rays + f'<circle cx="30" cy="51" r="12.5" fill="{RED}"/>'


def _leaf() -> str:
    outline = fill_path(
        "M30,30 L35,40 L44,34 L42,46 L53,46 L45,55 L49,62 L36,61 L30,66 "
        "L24,61 L11,62 L15,55 L7,46 L18,46 L16,34 L25,40 Z",
        GOLD,
    )
    return outline + draw_path("M30,44 V76 M30,58 L22,50 M30,58 L38,50", RED, 2.2)


def _snowflake() -> str:
    arm_tag = f'<path d="M30,51 V29 M30,38 L24,32 M30,38 L36,32" stroke="{BLUE}" stroke-width="3"'
    return repeat_around(arm_tag, 6, centre="30 51")


#: The picture by face.
EMBLEMS: Final = {
    "1p": _ace_of_dots(),
    "1s": _ace_of_bamboo(),
    "5z": _white_dragon(),
    "6z": draw_character(strokes.GREEN_DRAGON, GREEN, (8, 14, 44, 52), 9),
    "7z": draw_character(strokes.RED_DRAGON, RED, (8, 14, 44, 52), 9),
    # Plum, orchid, chrysanthemum, bamboo.
    "1f": draw_petals(5, 12.5, 7.5, colour=RED, centre_colour=GOLD),
    "2f": _orchid(),
    "3f": draw_petals(12, 14, 3.6, colour=GOLD, centre_colour=RED),
    "4f": _bamboo_plant(),
    # Spring, summer, autumn, winter.
    "1g": _sprout(),
    "2g": _sun(),
    "3g": _leaf(),
    "4g": _snowflake(),
}
