"""``hu hands``: score hands given as JSON Lines, with one answer for each line."""

import json
import math
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final, NoReturn, TypeVar

import click
from msgspec import structs

from hu.app.commands import options
from hu.app.records.requests import answer_request
from hu.app.records.schema import SCHEMA_VERSION, record_to_json
from hu.app.records.scores import AnswerRecord, RefusalRecord
from hu.scoring.errors import HuError, InputError
from hu.scoring.json_object import JsonObject
from hu.scoring.rule_set.house import HouseRules, add_house_options

#: Bytes of the longest request. The rest of a longer line is skipped, not kept in memory.
LONGEST_LINE: Final = 1_000_000
#: Characters of the longest error. A longer error is cut.
_LONGEST_ERROR: Final = 1_000
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_Value = TypeVar("_Value")


@click.command("hands")
@click.argument("requests", type=click.File("rb"), default="-")
@click.option(
    "--explain", is_flag=True, help="Add each pattern's names and the tiles that earn it."
)
@options.house
def command(requests: BinaryIO, explain: bool, house: HouseRules | None) -> None:
    """Score hands given as JSON Lines, from a file or the standard input.

    Each line in gives one line out, in the same order. A line that cannot be scored gives an
    "error" with the reason. The others are scored all the same, and the exit status is 1.
    """
    line_count = 0
    error_count = 0
    for answer in answer_lines(requests, explain=explain, house=house):
        line_count += 1
        if isinstance(answer, RefusalRecord):
            error_count += 1
        sys.stdout.buffer.write(f"{record_to_json(answer)}\n".encode())
        # A program that asks line by line waits for each answer.
        sys.stdout.buffer.flush()
    if error_count:
        click.echo(f"hu hands: {error_count} of {line_count} lines could not be scored", err=True)
        sys.exit(1)


def answer_lines(
    requests: BinaryIO, *, explain: bool = False, house: HouseRules | None = None
) -> Iterator[AnswerRecord]:
    """Answer JSON Lines one by one.

    Args:
        requests: lines in UTF-8, each of which is one request.
        explain: whether to add names and reasons.
        house: house rules, whose options are added to requests for the same rule set. A request's
            own options take precedence.

    Yields:
        For each line its id with the answer, or with an ``error`` that names the line.
    """
    for number, line in enumerate(read_lines(requests), 1):
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)  # noqa: PLW2901
        answer: AnswerRecord
        identity: object = None
        try:
            request = _parse_request(line)
            identity = request.spell_key("id").value("id")
            answer = answer_request(add_house_options(request, house), explain=explain)
        except HuError as error:
            message = f"line {number}: {error}"
            if len(message) > _LONGEST_ERROR:
                message = f"{message[:_LONGEST_ERROR]}..."
            answer = RefusalRecord(schema=SCHEMA_VERSION, error=message)
        yield structs.replace(answer, id=identity)


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream as they come, without their ends.

    A line of more than ``LONGEST_LINE`` bytes is cut. One byte too many is kept, so that
    ``_parse_request`` refuses the line.
    """
    while line := stream.readline(LONGEST_LINE + 1):
        yield line.removesuffix(b"\n")
        # Skip the rest of a line that was cut.
        part = line
        while part and not part.endswith(b"\n"):
            part = stream.readline(LONGEST_LINE + 1)


def _parse_request(line: bytes) -> JsonObject:
    """Parse a line as one JSON object.

    Raises:
        InputError: the line is too long, or holds something else.
    """
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
    return JsonObject(request)


def _parse_float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise InputError(f"{text[:20]} is too large a number")
    return number


def _refuse_constant(name: str) -> NoReturn:
    """Refuse Infinity and NaN, which Python's decoder would accept."""
    raise InputError(f"not JSON: {name} is no JSON number")


def _make_object(pairs: list[tuple[str, _Value]]) -> dict[str, _Value]:
    """Make an object of its pairs, and refuse a key that occurs twice."""
    value_of = dict(pairs)
    if len(value_of) < len(pairs):
        keys = set()
        for key, _ in pairs:
            if key in keys:
                raise InputError(f"key {key[:40]!r} occurs twice")
            keys.add(key)
    return value_of


# Made once, because making a decoder costs as much as a line of JSON.
_DECODER: Final = json.JSONDecoder(
    parse_float=_parse_float, parse_constant=_refuse_constant, object_pairs_hook=_make_object
)
