"""Why a photo was read as it was: ``hu read --why``, in every language.

Evidence is a list of observations, each with its log-odds. Costs are in nats.
"""

from hu.app.reading.build import hand_of
from hu.app.reading.model import DecodedCandidate, HandReading
from hu.app.reading.to_record import positions_of
from hu.app.records.words import ReadingWords
from hu.vision.layout.evidence import Evidence
from hu.vision.layout.model import TileGroup


def why_lines(reading: HandReading, words: ReadingWords) -> list[str]:
    """Write the evidence for each group, and the candidates, a line each.

    Between them are the tiles that were read by their numerals, and the tiles left out.
    """
    lines = [_group_line(group, reading, words) for group in reading.layout.groups]
    lines += _numeral_lines(reading, words)
    lines += _left_out_lines(reading, words)
    return [*lines, *candidate_lines(reading, words)]


def evidence_lines(group: TileGroup, words: ReadingWords) -> list[str]:
    """Write the evidence of a group, such as ``a sideways tile +2.3``, a line each."""
    lines = []
    for evidence in group.evidence:
        lines.append(f"{words.evidence(evidence)} {_write_log_odds(evidence, words)}")
    return lines


def _group_line(group: TileGroup, reading: HandReading, words: ReadingWords) -> str:
    """Write the faces, the numbers and the evidence of a group. Tiles are counted from 1."""
    tile_of = reading.by_index
    faces = " ".join(tile_of[tile].code for tile in group.tiles)
    positions = positions_of(reading.tiles)
    numbers = sorted(positions[tile] + 1 for tile in group.tiles)
    parts = []
    for evidence in group.evidence:
        parts.append(f"{words.evidence(evidence)} ({_write_log_odds(evidence, words)})")
    # Most evidence is a wide gap at an end of the group. A group without evidence is mostly a whole
    # row: no gap divides it.
    text = ", ".join(parts) if parts else words.t("why.no_gap")
    label = f"{words.group(group.kind)} {faces}, {words.numbers(numbers)}"
    return words.t.with_label(label, text)


def _write_log_odds(evidence: Evidence, words: ReadingWords) -> str:
    """Write the log-odds of evidence with their sign, such as ``+2.3``."""
    sign = "-" if evidence.log_odds < 0 else "+"
    return sign + words.t.decimal(abs(evidence.log_odds))


def _numeral_lines(reading: HandReading, words: ReadingWords) -> list[str]:
    """Write the tiles that were read by a numeral, a line for each numeral. Tiles count from 1."""
    numbers_by_numeral: dict[str, list[int]] = {}
    for number, tile in enumerate(reading.tiles, start=1):
        numeral = tile.laid.detection.numeral
        if numeral:
            numbers_by_numeral.setdefault(numeral, []).append(number)
    lines = []
    for numeral, numbers in sorted(numbers_by_numeral.items()):
        lines.append(words.t("why.numeral", numeral=numeral, numbers=words.numbers(numbers)))
    return lines


def _left_out_lines(reading: HandReading, words: ReadingWords) -> list[str]:
    """Write the tiles left out, those with the same reason in one line. Tiles count from 1."""
    numbers_by_reason: dict[str, list[int]] = {}
    for number, tile in enumerate(reading.tiles, start=1):
        if tile.laid.reason is not None:
            reason = words.reason(tile.laid.reason)
            numbers_by_reason.setdefault(reason, []).append(number)
    lines = []
    for reason, numbers in numbers_by_reason.items():
        lines.append(words.t("why.left_out", numbers=words.numbers(numbers), reason=reason))
    return lines


def candidate_lines(reading: HandReading, words: ReadingWords) -> list[str]:
    """Write the candidates with their costs, a line each, the chosen candidate first."""
    lines = []
    for number, candidate in enumerate(reading.candidates, start=1):
        lines.append(_candidate_line(number, candidate, words))
    return lines


def _candidate_line(number: int, candidate: DecodedCandidate, words: ReadingWords) -> str:
    """Write a candidate's hand, its cost, and the evidence that costs something.

    Args:
        number: its place among the candidates, from 1 for the chosen candidate.
        candidate: the candidate.
        words: the words of a language.
    """
    hand = str(hand_of(candidate)) or words.t("why.no_tiles")
    cost = words.t.decimal(candidate.cost)
    if number == 1:
        line = words.t("why.chosen", hand=hand, cost=cost)
    else:
        line = words.t("why.candidate", number=number, hand=hand, cost=cost)
    terms = []
    for term in candidate.terms:
        if round(term.log_odds, 1) > 0:
            terms.append(f"{words.evidence(term)} {words.t.decimal(term.log_odds)}")
    if terms:
        line += f" = {' + '.join(terms)}"
    return line
