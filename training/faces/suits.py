"""The parts of a set that the program draws itself, in a style drawn once per set."""

from hu.scoring.tiles import BONUS
from training.faces import drawings, plants
from training.faces.ink import Ink, empty
from training.faces.maker import NUMERALS, PARTS, Maker, add_labels, any_ink, labels_of


def own(part: str, maker: Maker) -> dict[str, Ink]:
    """The faces of a part (a key of ``PARTS``), drawn by the program; the bamboos without their bird."""
    draw = {
        "m": _characters,
        "p": _dots,
        "s": _bamboos,
        "z": _honours,
        "w": _white,
        "f": _bonus,
        "g": _bonus,
    }
    return {code: ink for code, ink in draw[part](maker).items() if code in PARTS[part]}


def _characters(maker: Maker) -> dict[str, Ink]:
    suit = str(maker.rng.choice(["萬", "萬", "萬", "万"]))
    five = str(maker.rng.choice(["伍", "五"]))
    numerals = NUMERALS[:4] + five + NUMERALS[5:]
    font = maker.font(numerals + suit)
    other = maker.font(suit) if maker.chance(0.2) else font
    upper = maker.palette.dark if maker.chance(0.5) else maker.palette.blue
    lower = maker.palette.red if maker.chance(0.85) else upper
    share = float(maker.rng.uniform(0.38, 0.5))
    width = maker.inner[0] * maker.rng.uniform(0.75, 1.0)
    size = (round(width), maker.inner[1])
    return {
        f"{n}m": drawings.character(size, (font, other), (numeral, suit), (upper, lower), share)
        for n, numeral in enumerate(numerals, 1)
    }


def _roles(maker: Maker) -> dict[drawings.Role, drawings.Role]:
    """Which ink a set uses where others use red, green or blue."""
    usual: list[drawings.Role] = ["red", "green", "blue"]
    kind = maker.rng.random()
    if kind < 0.55:
        return dict(zip(usual, usual, strict=True))
    if kind < 0.8:
        if kind < 0.7:
            return {"red": "red", "green": "green", "blue": "green"}
        return {role: usual[k] for role, k in zip(usual, maker.rng.permutation(3), strict=True)}
    return (
        {"red": "red", "green": "blue", "blue": "dark"}
        if kind < 0.9
        else dict.fromkeys(usual, usual[kind < 0.95])
    )


def _dots(maker: Maker) -> dict[str, Ink]:
    rng, band = maker.rng, drawings.Band
    line = float(rng.uniform(0.14, 0.3))
    core = float(rng.uniform(0.12, 0.4))
    petals = int(rng.choice([0, 0, 4, 5, 6, 8]))
    middle = band(1 - line * 1.6, core * 1.1, petals, bool(rng.random() < 0.3))
    bands = (
        band(1.0, 1 - line),
        *([middle] if petals or maker.chance(0.3) else []),
        band(core, 0.0),
    )
    if maker.chance(0.15):
        bands = (band(1.0, core, petals), band(core * 0.6, 0.0, 0, True))
    spokes = int(rng.choice([0, 8, 10, 12, 16, 20, 24]))
    great = (
        band(1.0, 0.9),
        band(
            float(rng.uniform(0.8, 0.87)),
            float(rng.uniform(0.55, 0.7)),
            spokes,
            bool(rng.random() < 0.3),
        ),
        band(0.5, float(rng.uniform(0.3, 0.42)), 0, bool(rng.random() < 0.5)),
        band(float(rng.uniform(0.15, 0.28)), 0.0, int(rng.choice([0, 5])), True),
    )
    one = great if maker.chance(0.8) else bands
    share, roles = float(rng.uniform(0.84, 1.0)), _roles(maker)
    return {
        f"{n}p": drawings.dots(
            n, maker.inner, one if n == 1 else bands, share, maker.palette, roles
        )
        for n in range(1, 10)
    }


def _bamboos(maker: Maker) -> dict[str, Ink]:
    style = drawings.StickStyle(
        width=float(maker.rng.uniform(0.13, 0.24)),
        knobs=int(maker.rng.choice([2, 3, 3, 3, 4, 5])),
        waist=float(maker.rng.uniform(0.5, 0.95)),
        core=float(maker.rng.choice([0.0, maker.rng.uniform(0.25, 0.6)])),
        flipped=maker.chance(0.25),
    )
    roles = _roles(maker)
    if maker.chance(0.6):
        roles["blue"] = "green"
    return {
        f"{n}s": drawings.bamboos(n, maker.inner, style, maker.palette, roles) for n in range(2, 10)
    }


def _honours(maker: Maker) -> dict[str, Ink]:
    green = str(maker.rng.choice(["發", "發", "発"]))
    chars = f"東南西北{green}中"
    font = maker.font(chars)
    wind = maker.palette.dark if maker.chance(0.6) else maker.palette.blue
    colours = [wind] * 4 + [maker.palette.green, maker.palette.red]
    size = (maker.inner[0], round(maker.inner[1] * maker.rng.uniform(0.75, 1.0)))
    stretch = float(maker.rng.uniform(1.0, 1.35))
    drawn = zip(PARTS["z"], chars, colours, strict=True)
    return {code: drawings.text(size, font, char, colour, stretch) for code, char, colour in drawn}


def _white(maker: Maker) -> dict[str, Ink]:
    kinds: list[drawings.FrameKind] = [
        "blank",
        "single",
        "double",
        "cut",
        "notched",
        "chain",
        "letter",
    ]
    kind = kinds[maker.rng.choice(7, p=[0.22, 0.22, 0.18, 0.14, 0.08, 0.08, 0.08])]
    text = (
        str(maker.rng.choice(["B", "W", "P", "白"]))
        if kind == "letter" or maker.chance(0.1)
        else ""
    )
    style = drawings.FrameStyle(
        kind=kind,
        thickness=float(maker.rng.uniform(0.02, 0.09)),
        inset=float(maker.rng.uniform(0.0, 0.12)),
        text="" if kind == "blank" else text,
        font=maker.font(text) if text else None,
    )
    colour = maker.palette.blue if maker.chance(0.65) else any_ink(maker)
    return {"5z": drawings.white_dragon(maker.inner, style, colour)}


def _bonus(maker: Maker) -> dict[str, Ink]:
    """Flowers and seasons: plants with characters and numbers, or characters alone."""
    plain, potted, labels = maker.chance(0.15), maker.chance(0.2), labels_of(maker)
    # Where labels tell, sets draw what they like: any plant may stand for any other.
    free = labels.shown != "word" and maker.chance(0.25)
    inks = {}
    for code in BONUS:
        kind = str(maker.rng.choice(BONUS)) if free else code
        plant = (
            empty(*maker.inner[::-1])
            if plain
            else plants.plant(kind, maker.inner, maker.palette, maker.rng, potted=potted)
        )
        inks[code] = add_labels(code, plant, labels, plain=plain)
    return inks
