"""The golden hands of the tests as requests of ``hu hands``."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import rule_names

#: The hand of a seat that a golden table does not mention. It is worth no points.
_WORTHLESS_HAND: Final = "147m 258p 369s 1234z"
#: Fields of a request that a row of a table gives among the options.
_FIELDS_AMONG_OPTIONS: Final = ("liable", "repeats")
#: The prefix of an option that changes the points of a pattern.
_HOUSE: Final = "house."
#: Lines that only blocks of the riichi rule sets have. Indicators of ura dora (``ura``) always come
#: with ``dora`` or ``declared``.
_RIICHI_WORDS: Final = frozenset({"dora", "table", "declared"})


def read_golden(
    folder: Path, rule_sets: Sequence[str] | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the golden hands of the tests.

    Args:
        folder: the folder with the files ``golden_RULES.txt``.
        rule_sets: the names of the rule sets. None means all.

    Yields:
        The title of each hand, and the request.
    """
    if rule_sets is None:
        rule_sets = rule_names()
    for rules in rule_sets:
        path = folder / f"golden_{rules.replace('-', '_')}.txt"
        text = path.read_text(encoding="utf-8")
        # Golden hands are rows of a table, with bars between the cells, or blocks of lines.
        if " | " in text:
            requests = _read_rows(text)
        else:
            requests = _read_blocks(text, is_table=rules == "fimj")
        for title, request in requests:
            yield f"{rules}: {title}", {"rules": rules, **request}


def _read_rows(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the title and the request of each hand that is a line of cells, with bars between them.

    The cells are the title, the source, the hand, the win and the options. The expected scores and
    payments follow.
    """
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        title, _source, hand, win, options_text = cells[:5]
        options = _parse_options(options_text)
        request = {"hand": hand, "round_wind": "E", "options": options}
        for field in _FIELDS_AMONG_OPTIONS:
            if field in options:
                request[field] = options.pop(field)
        yield title, request | _parse_win(win)


def _read_blocks(text: str, *, is_table: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the title and the request of each block of lines.

    The first line of a block is the title. Each other line is a word and its text.

    Args:
        text: the blocks, with an empty line between them.
        is_table: whether the blocks have the hands of all players.
    """
    for block in text.split("\n\n"):
        title, *lines = block.strip().splitlines()
        if title.startswith("#"):
            continue
        # The word of each line, and its text.
        divided_lines = []
        for line in lines:
            word, _, rest = line.partition(" ")
            divided_lines.append((word, rest))
        if is_table:
            yield title, _parse_table(divided_lines)
        else:
            yield title, _parse_hand(dict(divided_lines))


def _parse_win(text: str) -> dict[str, Any]:
    """Read ``winner way [discarder] [circumstance ...]``."""
    winner, way, *circumstances = text.split()
    source = None
    if circumstances and circumstances[0] in SEATS:
        source = circumstances.pop(0)
    return {"winner": winner, "win": way, "from": source, "circumstances": circumstances}


def _parse_options(text: str) -> dict[str, Any]:
    """Read ``name=value ...``. Lists have commas.

    All points of ``house.PATTERN=POINTS`` together become the option ``house``, as JSON.
    """
    points: dict[str, int] = {}
    other_options: dict[str, Any] = {}
    for word in text.split():
        name, value = word.split("=", 1)
        if name.startswith(_HOUSE):
            points[name.removeprefix(_HOUSE)] = int(value)
        else:
            other_options[name] = _parse_value(value)
    options: dict[str, Any] = {}
    if points:
        options["house"] = json.dumps({"points": points})
    return options | other_options


def _parse_value(text: str) -> Any:
    """Read a list of texts, a number, a boolean or a text."""
    if "," in text:
        return text.split(",")
    if text.isdecimal():
        return int(text)
    if text in ("true", "false"):
        return text == "true"
    return text


def _parse_hand(lines: Mapping[str, str]) -> dict[str, Any]:
    """Read a block with one hand.

    Args:
        lines: the text of each line, by the word that begins the line.
    """
    request: dict[str, Any] = {
        "hand": lines["hand"].strip(),
        "round_wind": lines.get("round", "E").strip(),
        "options": _parse_options(lines.get("options", "")),
    }
    if "discards" in lines:
        # Such as "W 9p, N 1z": the seat and the tile of each discard.
        discards = lines["discards"].split(", ")
        request["recent_discards"] = [discard.split() for discard in discards]
    if lines.keys() & _RIICHI_WORDS:
        # Such as "1 2": the honba counter, and the riichi sticks on the table.
        honba, sticks = lines.get("table", "0 0").split()
        request["dora_indicators"] = lines.get("dora", "").split()
        request["ura_indicators"] = lines.get("ura", "").split()
        request["declared"] = lines.get("declared", "").split()
        request["counters"] = {"honba": int(honba), "sticks": int(sticks)}
    return request | _parse_win(lines["win"])


def _parse_table(lines: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Read a block with the hands of all players.

    Args:
        lines: the word that begins each line, and the text after it. ``won`` and ``lost`` come once
            for each player.
    """
    winners: dict[str, Any] = {}
    others: dict[str, Any] = {}
    # The wind of blocks that have no line "round".
    round_wind = "W"
    options: dict[str, Any] = {}
    absent_seats: list[str] = []
    for word, text in lines:
        if word == "won":
            # Such as "S discard W last-tile: 234m 678m". The hand follows the colon.
            win_text, _, hand = text.partition(":")
            win = _parse_win(win_text)
            seat = win.pop("winner")
            winners[seat] = {"hand": hand.strip(), **win}
        elif word == "lost":
            # Such as "N false-win: 234m". The status may be missing, and the hand may be empty.
            player, _, hand = text.partition(":")
            seat, *statuses = player.split()
            status = statuses[0] if statuses else None
            others[seat] = {"hand": hand.strip() or None, "status": status}
        elif word == "round":
            round_wind = text.strip()
        elif word == "options":
            options = _parse_options(text)
        elif word == "dead":
            # Nobody sits at this seat, because three players play.
            absent_seats.append(text.strip())

    for seat in SEATS:
        if seat not in winners and seat not in others and seat not in absent_seats:
            others[seat] = {"hand": _WORTHLESS_HAND}
    return {"round_wind": round_wind, "winners": winners, "others": others, "options": options}
