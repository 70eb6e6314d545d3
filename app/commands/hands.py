"""``hu hands``: score hands given as JSON Lines, one answer a line."""

import json
import math
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, NoReturn

import click

from hu.app.commands.options import house_of, house_option
from hu.scoring.errors import HuError, InputError
from hu.scoring.house import HouseRules, at_house
from hu.scoring.lines import json_line
from hu.scoring.rules import answer

#: Longer lines hold no hand; they are refused, and not kept while they go on.
_LONGEST_LINE: Final = 1_000_000
_LONGEST_ERROR: Final = 1_000


@click.command("hands")
@click.argument("requests", type=click.File("rb"), default="-")
@click.option("--explain", is_flag=True, help="Add each pattern's names and the tiles that earn it.")
@house_option
def command(requests: BinaryIO, explain: bool, house: Path | None) -> None:
    """Score hands given as JSON Lines, from a file or the standard input.

    Each line in gives one line out, in the same order. A line that cannot be scored gives an "error" that says
    why, and the rest is still scored; the exit status is then 1.
    """
    output = sys.stdout.buffer
    lines = failed = 0
    for reply in answers(requests, explain=explain, house=house_of(house)):
        lines += 1
        is_failed = "error" in reply
        failed += is_failed
        output.write(json_line(reply).encode() + b"\n")
        if is_failed:
            # Of a line that never ends this is all that will ever be said.
            output.flush()
    if failed:
        output.flush()
        click.echo(f"hu hands: {failed} of {lines} lines could not be scored", err=True)
        sys.exit(1)


def answers(
    requests: BinaryIO, *, explain: bool = False, house: HouseRules | None = None
) -> Iterator[dict[str, object]]:
    """Answer JSON Lines one by one.

    Args:
        requests: UTF-8 lines, each one request.
        explain: whether to add names and reasons.
        house: what requests by these rules are scored with, where they say nothing else.

    Yields:
        For each line its id with the answer, or with an ``error`` that names the line.
    """
    for number, line in enumerate(_lines(requests), start=1):
        identity: object = None
        try:
            request = _parse(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
            identity = request.get("id")
            yield {"id": identity, **answer(at_house(request, house), explain=explain)}
        except HuError as error:
            message = f"line {number}: {error}"
            yield {
                "id": identity,
                "error": message if len(message) <= _LONGEST_ERROR else message[:_LONGEST_ERROR] + "...",
            }


def _lines(requests: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long only as much as shows it, at once, before the rest of it has come."""
    while line := requests.readline(_LONGEST_LINE + 1):
        yield line
        while len(line) > _LONGEST_LINE and not line.endswith(b"\n"):
            line = requests.readline(_LONGEST_LINE + 1)


def _parse(line: bytes) -> dict[str, object]:
    if len(line) > _LONGEST_LINE:
        raise InputError(f"more than {_LONGEST_LINE} bytes are too many for a request")
    if not line.strip():
        raise InputError("empty; each line must hold one JSON object")
    try:
        request = _DECODER.decode(line.decode("utf-8").strip())
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 from byte {error.start + 1} on") from None
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise InputError("not a request: nested too deeply") from None
    except ValueError:
        # Python refuses whole numbers of thousands of digits.
        raise InputError("not a request: a number has too many digits") from None
    if not isinstance(request, dict):
        raise InputError('not a JSON object; a request looks like {"id": 1, "rules": "zung-jung", ...}')
    return request


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise InputError(f"{text[:20]} is too large a number")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"not JSON: {name} is no JSON number")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise InputError(f"key {twice[:40]!r} occurs twice")
    return found


# Made once: making one costs as much as a line of JSON.
_DECODER: Final = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse_constant, object_pairs_hook=_unique)
