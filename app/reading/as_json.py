"""Readings as JSON and as pictures, for the command line, files and browsers; inside the program they stay values."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hu.app.reading.candidate import hand_of
from hu.app.reading.hands import TableHand
from hu.app.reading.model import Doubt, HandReading, PhotoReading

#: What JSON can hold, by key.
Json = dict[str, object]


def photo_to_json(reading: PhotoReading, name: str | None = None) -> Json:
    """The object that ``hu read --json`` prints for a photo, under the name that the user gave it, or its own."""
    head: Json = {
        "photo": name if name is not None else reading.photo.name,
        "size": list(reading.photo.size),
    }
    return head | reading_to_json(reading.reading) | {"seconds": round(reading.seconds, 3)}


def reading_to_json(reading: HandReading) -> Json:
    """``hand``, ``tiles`` and ``doubts`` as ``hu read --json`` prints them."""
    return {
        "hand": reading.text,
        "tiles": tiles_to_json(reading),
        "doubts": doubts_to_json(reading),
    }


def hand_to_json(hand: TableHand) -> Json:
    """One of the ``hands`` of ``hu read --all``: its side, its text, its tiles and what is in doubt about them."""
    own = replace(hand.reading, tiles=hand.reading.tiles[: len(hand.reading.layout.hand)])
    return {"side": hand.side} | reading_to_json(hand.reading) | {"tiles": tiles_to_json(own)}


def tiles_to_json(reading: HandReading) -> list[Json]:
    """Every tile, an object each."""
    return [
        {
            "tile": tile.tile,
            "confidence": round(tile.confidence, 4),
            "alternatives": [
                [face, round(probability, 4)] for face, probability in tile.alternatives
            ],
            "box": [[round(float(x), 1), round(float(y), 1)] for x, y in tile.laid.detection.box],
            "row": tile.laid.row,
            "group": tile.laid.group,
            "sideways": tile.laid.sideways,
            "role": tile.role,
            "inferred": tile.inferred,
            **({} if tile.red is None else {"red": round(tile.red, 4)}),
        }
        for tile in reading.tiles
    ]


def doubts_to_json(reading: HandReading) -> list[Json]:
    """What is in doubt, an object each; it names tiles by their position in ``tiles``.

    A doubt about a meld has ``tiles`` and ``as_read``, and ``matters`` where that is known; any other has ``tile``.
    """
    position = {tile.index: k for k, tile in enumerate(reading.tiles)}

    def to_json(doubt: Doubt) -> Json:
        if doubt.as_read is None:
            tile = None if doubt.tile is None else position[doubt.tile]
            return {"tile": tile, "why": doubt.why, "about": doubt.about}
        tiles = [position[tile] for tile in doubt.tiles]
        claim: Json = {
            "tiles": tiles,
            "why": doubt.why,
            "about": doubt.about,
            "as_read": doubt.as_read,
        }
        return claim if doubt.changes_score is None else claim | {"matters": doubt.changes_score}

    return [to_json(doubt) for doubt in reading.doubts]


def why_to_json(reading: HandReading) -> Json:
    """What ``hu read --why --json`` adds: the evidence for each group, for each tile left out, and for the choice.

    Evidence is a list of what was seen and its log-odds; costs are in nats. Tiles are positions in ``tiles``.
    """
    position = {tile.index: k for k, tile in enumerate(reading.tiles)}
    groups = [
        {
            "tiles": [position[tile] for tile in group.tiles],
            "kind": group.kind,
            "evidence": [[what, round(log_odds, 2)] for what, log_odds in group.evidence],
        }
        for group in reading.layout.groups
    ]
    left_out = [
        {"tile": position[tile.index], "reason": tile.laid.reason}
        for tile in reading.tiles
        if tile.role == "other"
    ]
    candidates = [
        {
            "hand": str(hand_of(one.layout, one.best)),
            "cost": round(one.cost, 2),
            "terms": [[name, round(nats, 2)] for name, nats in one.terms],
        }
        for one in reading.candidates
    ]
    return {"groups": groups, "left_out": left_out, "candidates": candidates}


def why_lines(reading: HandReading) -> list[str]:
    """The same in words, a line each."""
    tiles, lines = reading.by_index, list[str]()
    for group in reading.layout.groups:
        faces = " ".join(tiles[tile].code for tile in group.tiles)
        seen = [f"{what} ({log_odds:+.1f})" for what, log_odds in group.evidence] or [
            "no gap divides it"
        ]
        lines.append(f"{group.kind} {faces}: {', '.join(seen)}")
    left_out: dict[str, list[int]] = {}
    for number, tile in enumerate(reading.tiles, 1):
        if tile.role == "other":
            left_out.setdefault(tile.laid.reason, []).append(number)
    for reason, numbers in left_out.items():
        spans = [(numbers[0], numbers[0])]
        for number in numbers[1:]:
            spans[-1:] = (
                [(spans[-1][0], number)]
                if number == spans[-1][1] + 1
                else [spans[-1], (number, number)]
            )
        named = [str(first) if first == last else f"{first} to {last}" for first, last in spans]
        lines.append(f"left out tile{'s' * (len(numbers) > 1)} {', '.join(named)}: {reason}")
    for place, one in enumerate(reading.candidates):
        terms = [f"{name} {nats:.1f}" for name, nats in one.terms if round(nats, 1) > 0]
        hand = str(hand_of(one.layout, one.best)) or "no tiles"
        told = "chosen" if place == 0 else f"candidate {place + 1}"
        lines.append(
            f"{told} {hand}: cost {one.cost:.1f}{' = ' if terms else ''}{' + '.join(terms)}"
        )
    return lines


def overlay_of(reading: PhotoReading, *, why: bool = False) -> NDArray[np.uint8]:
    """The photo with outlines, names and doubts, ``(h, w, 3)`` uint8 RGB.

    ``why`` also writes the evidence under each group, the number of each tile left out, and the candidates in a corner.
    """
    scale = 1 / reading.photo.scale
    drawn = draw_reading(reading.photo.image, reading.reading, scale)
    if not why:
        return drawn
    from hu.vision.overlay import write_notes  # noqa: PLC0415  # JSON needs no pictures

    layout = reading.reading.layout
    notes = {
        group.tiles: [f"{what} {log_odds:+.1f}" for what, log_odds in group.evidence]
        for group in layout.groups
    }
    notes |= {
        (tile.index,): [str(k)] for k, tile in enumerate(reading.tiles, 1) if tile.role == "other"
    }
    choice = [
        line for line in why_lines(reading.reading) if line.startswith(("chosen", "candidate"))
    ]
    return write_notes(drawn, layout, notes, choice, scale)


def draw_reading(image: NDArray[np.uint8], reading: HandReading, scale: float) -> NDArray[np.uint8]:
    """Draw outlines, names and doubts over a photo, or a copy that has ``scale`` pixels for each of its pixels."""
    from hu.vision.overlay import draw_layout  # noqa: PLC0415  # JSON needs no pictures

    names = {tile.index: tile.tile for tile in reading.tiles}
    doubted = {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    return draw_layout(image, reading.layout, names, doubted, scale)
