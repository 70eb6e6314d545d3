"""Why a photo was read as it was: ``hu read --why``, as JSON and in words.

Evidence is a list of observations, each with its log-odds. Costs are in nats.
"""

from collections.abc import Sequence

from hu.app.reading.as_json import Json, positions_of
from hu.app.reading.build import hand_of
from hu.app.reading.model import DecodedCandidate, HandReading
from hu.vision.layout.model import TileGroup


def why_to_json(reading: HandReading) -> Json:
    """Make the object that ``hu read --why --json`` adds.

    It has the evidence for each group, the reason for each tile left out, and the costs of the
    candidates. Tiles are positions in ``tiles``.
    """
    positions = positions_of(reading)
    groups: list[Json] = []
    for group in reading.layout.groups:
        evidence = [[observation, round(nats, 2)] for observation, nats in group.evidence]
        tiles = [positions[tile] for tile in group.tiles]
        groups.append({"tiles": tiles, "kind": group.kind, "evidence": evidence})
    left_out = [
        {"tile": positions[tile.index], "reason": tile.laid.reason}
        for tile in reading.tiles
        if tile.role == "other"
    ]
    candidates: list[Json] = []
    for candidate in reading.candidates:
        terms = [[name, round(nats, 2)] for name, nats in candidate.terms]
        hand = str(hand_of(candidate))
        candidates.append({"hand": hand, "cost": round(candidate.cost, 2), "terms": terms})
    return {"groups": groups, "left_out": left_out, "candidates": candidates}


def why_lines(reading: HandReading) -> list[str]:
    """Write the same in English, a line each."""
    lines = [_group_line(group, reading) for group in reading.layout.groups]
    return [*lines, *_left_out_lines(reading), *candidate_lines(reading)]


def _group_line(group: TileGroup, reading: HandReading) -> str:
    """The faces, the numbers and the evidence of a group. Tiles are counted from 1."""
    tile_of = reading.by_index
    faces = " ".join(tile_of[tile].code for tile in group.tiles)
    positions = positions_of(reading)
    numbers = sorted(positions[tile] + 1 for tile in group.tiles)
    evidence = "no gap divides it"
    if group.evidence:
        evidence = ", ".join(f"{observation} ({nats:+.1f})" for observation, nats in group.evidence)
    return f"{group.kind} {faces}, {_format_tiles(numbers)}: {evidence}"


def _left_out_lines(reading: HandReading) -> list[str]:
    """The tiles left out, those with the same reason in one line. Tiles are counted from 1."""
    numbers_by_reason: dict[str, list[int]] = {}
    for number, tile in enumerate(reading.tiles, start=1):
        if tile.role == "other":
            numbers_by_reason.setdefault(tile.laid.reason, []).append(number)
    lines = []
    for reason, numbers in numbers_by_reason.items():
        lines.append(f"left out {_format_tiles(numbers)}: {reason}")
    return lines


def _format_tiles(numbers: Sequence[int]) -> str:
    """Write ascending numbers of tiles, such as ``tiles 3, 5 to 8``."""
    tiles = "tile" if len(numbers) == 1 else "tiles"
    return f"{tiles} {_format_spans(numbers)}"


def _format_spans(numbers: Sequence[int]) -> str:
    """Write ascending numbers, such as ``3, 5 to 8``."""
    spans: list[tuple[int, int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], number)
        else:
            spans.append((number, number))
    texts = []
    for first, last in spans:
        if first == last:
            texts.append(str(first))
        else:
            texts.append(f"{first} to {last}")
    return ", ".join(texts)


def candidate_lines(reading: HandReading) -> list[str]:
    """Write the candidates with their costs in English, a line each, the chosen candidate first."""
    lines = []
    for number, candidate in enumerate(reading.candidates, start=1):
        title = "chosen" if number == 1 else f"candidate {number}"
        lines.append(f"{title} {_format_candidate(candidate)}")
    return lines


def _format_candidate(candidate: DecodedCandidate) -> str:
    hand = str(hand_of(candidate)) or "no tiles"
    text = f"{hand}: cost {candidate.cost:.1f}"
    terms = [f"{name} {nats:.1f}" for name, nats in candidate.terms if round(nats, 1) > 0]
    if terms:
        text += f" = {' + '.join(terms)}"
    return text
