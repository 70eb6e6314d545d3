"""``hu hands``: score hands given as JSON Lines, one answer a line."""

import json
import math
import sys
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO, Final, NoReturn

import click

from hu.app.commands import options
from hu.scoring.errors import HuError, InputError
from hu.scoring.lines import json_line
from hu.scoring.requests import answer_request
from hu.scoring.rule_set.house import HouseRules, at_house

#: Bytes of a line; a longer one holds no request, and is not kept while it goes on.
LONGEST_LINE: Final = 1_000_000
_LONGEST_ERROR: Final = 1_000


@click.command("hands")
@click.argument("requests", type=click.File("rb"), default="-")
@click.option(
    "--explain", is_flag=True, help="Add each pattern's names and the tiles that earn it."
)
@options.house
def command(requests: BinaryIO, explain: bool, house: HouseRules | None) -> None:
    """Score hands given as JSON Lines, from a file or the standard input.

    Each line in gives one line out, in the same order. A line that cannot be scored gives an "error" that says why; the
    others are scored all the same, and the exit status is 1.
    """
    lines = failed = 0
    for reply in answers(requests, explain=explain, house=house):
        lines += 1
        failed += "error" in reply
        sys.stdout.buffer.write(f"{json_line(reply)}\n".encode())
        # A program that asks line by line waits for each answer.
        sys.stdout.buffer.flush()
    if failed:
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
    for number, line in enumerate(read_lines(requests), 1):
        identity: object = None
        try:
            request = _parse(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
            identity = request.get("id")
            yield {"id": identity, **answer_request(at_house(request, house), explain=explain)}
        except HuError as error:
            message = f"line {number}: {error}"
            short = message if len(message) <= _LONGEST_ERROR else message[:_LONGEST_ERROR] + "..."
            yield {"id": identity, "error": short}


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream as they come; of one that is too long only as much as shows it."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line.removesuffix(b"\n")
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE + 1)


def _parse(line: bytes) -> dict[str, object]:
    if len(line) > LONGEST_LINE:
        raise InputError(f"more than {LONGEST_LINE} bytes are too many for a request")
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
        raise InputError(
            'not a JSON object; a request looks like {"id": 1, "rules": "zung-jung", ...}'
        )
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
        twice = next(
            name for name, count in Counter(name for name, _ in pairs).items() if count > 1
        )
        raise InputError(f"key {twice[:40]!r} occurs twice")
    return found


# Made once: making one costs as much as a line of JSON.
_DECODER: Final = json.JSONDecoder(
    parse_float=_finite, parse_constant=_refuse_constant, object_pairs_hook=_unique
)
