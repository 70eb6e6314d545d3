"""A reading of a photo as lines of text: the hand, its tiles, and the reasons and the doubts."""

from collections.abc import Mapping

from hu.app.reading.model import HandReading
from hu.app.reading.runner_up import find_runner_up
from hu.app.reading.to_record import doubt_records, explanation_of, tile_records
from hu.app.records.doubt import Doubt
from hu.app.records.explanation import Explanation
from hu.app.records.tile import Tile
from hu.vision.layout.evidence import Evidence

#: Terms of fewer nats are left out, whether they speak for a candidate or against it.
_LEAST_NATS = 0.05


def reading_text(reading: HandReading, rules: str) -> str:
    """A reading as lines of text. Nats and lengths have one digit after the point."""
    lines = [f"hand {reading.text}, legal {reading.is_legal}"]
    lines += _tile_lines(reading)
    why = explanation_of(reading)
    for group in why.groups:
        numbers = " ".join(map(str, group.tiles))
        evidence = "; ".join(_evidence_text(item) for item in group.evidence) or "no gap"
        lines.append(f"{group.kind} {numbers}: {evidence}")
    lines += _left_out_lines(why)
    for candidate in why.candidates:
        # Most causes cost nothing.
        terms = [item for item in candidate.terms if abs(item.log_odds) >= _LEAST_NATS]
        text = "; ".join(map(_evidence_text, terms)) or "nothing"
        lines.append(f"candidate {candidate.hand} costs {candidate.cost:.1f}: {text}")
    lines += [_doubt_line(doubt) for doubt in doubt_records(reading)]
    runner_up = find_runner_up(reading, rules)
    if runner_up is not None:
        reason = _evidence_text(runner_up.deciding)
        lines.append(f"runner-up {runner_up.reading.text}: {reason}")
    return "\n".join(lines)


def _left_out_lines(why: Explanation) -> list[str]:
    """The tiles that were left out, with a line for each reason."""
    numbers_by_reason: dict[str, list[str]] = {}
    for left_out in why.left_out:
        reason = f"{left_out.reason.id}{_values_text(left_out.reason.parameters)}"
        numbers_by_reason.setdefault(reason, []).append(str(left_out.tile))
    lines = []
    for reason, numbers in numbers_by_reason.items():
        lines.append(f"left out, {reason}: {' '.join(numbers)}")
    return lines


def _tile_lines(reading: HandReading) -> list[str]:
    """The tiles. A new line begins whenever the role, the row or the group changes."""
    lines: list[str] = []
    heading = ""
    for number, tile in enumerate(tile_records(reading.tiles)):
        new_heading = f"{tile.role} in row {tile.row}, group {tile.group}:"
        if new_heading != heading:
            lines.append(new_heading)
            heading = new_heading
        lines[-1] += f" {number}.{_tile_text(tile)}"
    return lines


def _tile_text(tile: Tile) -> str:
    text = f"{tile.tile}:{tile.confidence:.2f}"
    if tile.sideways:
        text += ">"
    if tile.inferred:
        text += "!"
    if tile.red is not None:
        text += f" red {tile.red:.1f}"
    alternatives = [f"{face}:{share:.2f}" for face, share in tile.alternatives if share >= 0.05]
    if alternatives:
        text += f"({' '.join(alternatives)})"
    return text


def _evidence_text(evidence: Evidence) -> str:
    return f"{evidence.id}{_values_text(evidence.parameters)} {evidence.log_odds:.1f}"


def _values_text(parameters: Mapping[str, object]) -> str:
    if not parameters:
        return ""
    values = []
    for name, value in parameters.items():
        text = f"{value:.1f}" if isinstance(value, float) else str(value)
        values.append(f"{name} {text}")
    return f" ({', '.join(values)})"


def _doubt_line(doubt: Doubt) -> str:
    line = (
        f"doubt {doubt.id} about {doubt.about}, tile {doubt.tile}{_values_text(doubt.parameters)}"
    )
    if doubt.tiles:
        line += f", tiles {' '.join(map(str, doubt.tiles))}"
    if doubt.as_read is not None:
        line += f", read as {doubt.as_read}"
    return line
