"""Feed mutated inputs to every reader of foreign text or files, and report broken promises.

Run ``python -m tests.fuzz.fuzzing --seconds 3600 [--target photos] [--seed 7]`` for hours by hand.
A case that fails is written to ``--keep``. ``--target NAME --seed SEED --case NUMBER`` runs it
again. The promises: only ``HuError`` is raised, messages are one safe line, what is read comes back
the same, and no case makes more calls than its target allows.
"""

import argparse
import io
import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import hu
from hu.app.batch.manifest import load_manifest
from hu.app.batch.rows import row_from_line, row_to_line
from hu.app.reading.read import read_hand
from hu.app.records.schema import SCHEMA_VERSION
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.lines import json_line
from hu.scoring.rule_set.house import read_house
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.photo.decoding import decode_photo
from hu.vision.photo.labels import read_corrections, read_labels
from tests.answers import answer_lines, answer_request
from tests.counting import count_calls
from tests.fuzz import corpus, deals, outside

#: Pieces that parsers stumble over.
_TOKENS = (
    *(b"\0", b"\r", b"\n", b'"', b"'", b",", b";", b"\\", b"{", b"}", b"[", b"]", b"(", b")"),
    *(b"+", b"-", b"=", b"null", b"true", b"NaN", b"1e999", b"-1", b"9999999999999999999"),
    *(b"\xff", b"\xef\xbb\xbf", "\u202e".encode(), b"\xed\xa0\x80"),
    *(b"1m", b"9z", b"5f", b"back", b"fimj", b"zung-jung", b"self-draw", b"robbed-kong", b"E"),
    *(b"\xff\xda", b"\xff\xd9"),
)


@dataclass(frozen=True, slots=True)
class Target:
    """A reader to fuzz.

    Attributes:
        seeds: gives the first inputs, which the others are made from.
        check: reads an input, and raises ``AssertionError`` if a promise is broken.
        calls: checking an input takes fewer calls of functions than this.
    """

    seeds: Callable[[], Iterable[bytes]]
    check: Callable[[bytes], None]
    calls: int = 200_000


def check_lines(data: bytes) -> None:
    """Check that every line has an answer, payments or an error, which is safe to print."""
    replies = list(answer_lines(io.BytesIO(data)))
    line_count = data.count(b"\n")
    if data and not data.endswith(b"\n"):
        line_count += 1
    assert len(replies) == line_count
    for reply in replies:
        assert json_line(reply).isprintable()
        assert ("payments" in reply) != ("error" in reply)
        _check_message(str(reply.get("error", "")))


def check_hand(data: bytes) -> None:
    """Check that a hand that was read is written as text that reads the same."""
    with _expected():
        hand = Hand.from_text(data.decode("utf-8", "replace"))
        assert Hand.from_text(str(hand)) == hand


def check_house(data: bytes) -> None:
    """Check that house rules can be described and played, or are refused in one line."""
    with _expected():
        house = read_house(data.decode("utf-8", "replace"), "club.toml")
        rules = rule_set(house.rules)
        assert all("en" in texts for texts in rules.house_lines(house.options))
        line = json.dumps(deals.LINES[house.rules]).encode()
        (reply,) = answer_lines(io.BytesIO(line), house=house)
        _check_message(str(reply.get("error", "")))


def check_deal(data: bytes) -> None:
    """Check a random deal, of which the input is the seed.

    Its payments and the points that stay on the table add up to 0, or it is refused in one line.
    It is written as JSON that gives the same answer.
    """
    request = deals.request(Random(data))
    with _expected():
        reply = answer_request(request)
        payments = reply["payments"]
        # Under rules that score every hand, nobody pays while a hand is unknown.
        if payments is not None:
            assert isinstance(payments, dict)
            assert sum(payments.values()) + int(str(reply.get("pot", 0))) == 0, request
        read: Any = hu.from_json(json.dumps(request))
        again = json.loads(hu.to_json(read))
        assert answer_request(again) == reply, request


def check_manifest(data: bytes) -> None:
    """Check that each problem of a manifest is one line."""
    with _expected(), _file(data) as path:
        manifest = load_manifest(path)
        for message in manifest.problems:
            _check_message(message)
        for line in manifest.lines.values():
            _check_message(line.problem)


def check_row(data: bytes) -> None:
    """Check that a row that was read is written as one line, in the newest version.

    Apart from its version, the line reads the same.
    """
    row = None
    with _expected():
        row = row_from_line(data)
    if row is not None:
        assert row_from_line(row_to_line(row)) == replace(row, schema=SCHEMA_VERSION)
        assert row_to_line(row).count(b"\n") == 1


def check_labels(data: bytes) -> None:
    """Check that labels are read or refused, and that corrections are too."""
    with _file(data) as path:
        for read in (read_labels, read_corrections):
            with _expected():
                read(path)


def check_photo(data: bytes) -> None:
    """Check that a picture is decoded or refused."""
    with _expected():
        photo = decode_photo(data, "a\n.jpg")
        assert photo.image.ndim == 3
        assert photo.image.dtype == np.uint8


def check_detections(data: bytes) -> None:
    """Check that any detections are read, by every rule set."""
    detections = _detections(data)
    for rules in rule_names():
        read_hand(detections, rules)


#: Bytes that describe a detection: class, x, y, width, confidence and angle.
_DETECTION_SIZE: Final = 6
#: The most detections of a photo.
_MOST_DETECTIONS: Final = 300


def _detections(data: bytes) -> list[Detection]:
    """Make a detection of each six bytes, 300 at most. Fewer bytes at the end are left out."""
    count = min(len(data) // _DETECTION_SIZE, _MOST_DETECTIONS)
    detections = []
    for number in range(count):
        start = number * _DETECTION_SIZE
        detections.append(_detection(data[start : start + _DETECTION_SIZE]))
    return detections


def _detection(data: bytes) -> Detection:
    tile, x, y, width, confidence, angle = data
    sine = np.sin(angle / 40)
    cosine = np.cos(angle / 40)
    rotation = np.array([[cosine, -sine], [sine, cosine]])
    upright_corners = np.array([[-1, -1.4], [1, -1.4], [1, 1.4], [-1, 1.4]])
    corners = upright_corners * (width / 8 + 0.5)
    box = corners @ rotation.T + (6 * x, 6 * y)
    score = confidence / 256
    other_classes = len(CLASSES) - 1
    probabilities = np.full(len(CLASSES), (1 - score) / other_classes, dtype=np.float32)
    probabilities[tile % len(CLASSES)] = score
    return Detection(box.astype(np.float32), score, probabilities)


def _as_bytes(*, tile: int, x: int, y: int, width: int, confidence: int) -> bytes:
    """The bytes of an upright detection, each value from 0 to 255."""
    return bytes([tile, x, y, width, confidence, 0])


def arrangements() -> Iterator[bytes]:
    """Detections as bytes: single rows, 300 in rows with low probabilities, and 300 at random."""
    for tile_count in (14, 17):
        row = b""
        for number in range(tile_count):
            row += _as_bytes(tile=number, x=10 + 4 * number, y=60, width=60, confidence=250)
        yield row
    rows = b""
    for number in range(_MOST_DETECTIONS):
        row_number, place = divmod(number, 60)
        rows += _as_bytes(tile=number % 34, x=3 * place, y=30 * row_number, width=40, confidence=6)
    yield rows
    yield Random(1).randbytes(_MOST_DETECTIONS * _DETECTION_SIZE)


def _refusing(check: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Make a check that also accepts a refusal in one line."""

    def checked(data: bytes) -> None:
        with _expected():
            check(data)

    return checked


TARGETS = {
    "lines": Target(corpus.lines, check_lines, 5_000_000),
    "hands": Target(corpus.hands, check_hand),
    "manifests": Target(corpus.manifests, check_manifest, 5_000_000),
    "houses": Target(corpus.houses, check_house),
    "deals": Target(deals.seeds, check_deal),
    "rows": Target(corpus.rows, check_row),
    "labels": Target(corpus.labels, check_labels),
    "photos": Target(corpus.photos, check_photo),
    "games": Target(outside.games, _refusing(outside.check_game)),
    "drafts": Target(outside.drafts, _refusing(outside.check_draft)),
    "events": Target(outside.events, outside.check_events),
    "sets": Target(outside.sets, _refusing(outside.check_set)),
    "hosts": Target(outside.hosts, outside.check_host),
    "detections": Target(arrangements, check_detections, 20_000_000),
}


@contextmanager
def _expected() -> Iterator[None]:
    """Accept a refusal, which is a ``HuError`` with a message of one safe line."""
    try:
        yield
    except HuError as error:
        _check_message(str(error))


@contextmanager
def _file(data: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "input"
        path.write_bytes(data)
        yield path


def _check_message(message: str) -> None:
    """Check that a message is one line that is safe to print. An empty text is no message."""
    assert message == "" or message.isprintable(), message


def mutated(dice: Random, seeds: Sequence[bytes]) -> bytes:
    """One of the seeds with a few changes."""
    data = dice.choice(seeds)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        data = _replace_part(dice, data, seeds)
    return data


def _replace_part(dice: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Replace a random part of the data, of up to 64 bytes.

    The part may be empty. Then its replacement is inserted.
    """
    start = dice.randrange(len(data) + 1)
    end = min(len(data), start + dice.choice((0, 1, 2, 8, 64)))
    part = data[start:end]
    other_seed = dice.choice(seeds)
    other_start = dice.randrange(len(other_seed) + 1)
    replacements = (
        b"",
        dice.choice(_TOKENS),
        dice.randbytes(len(part)),
        part * dice.choice((2, 3, 50)),
        other_seed[other_start : other_start + 64],
    )
    return data[:start] + dice.choice(replacements) + data[end:]


def cases(name: str, seed: int) -> Iterator[bytes]:
    """The first inputs of a target, then mutations of those that are short, without end."""
    seeds = list(TARGETS[name].seeds())
    yield from seeds
    short = [data for data in seeds if len(data) < 100_000]
    for number in count(len(seeds)):
        yield mutated(Random(f"{name} {seed} {number}"), short)


def run_case(name: str, data: bytes) -> None:
    """Check one case.

    Raises:
        AssertionError: a promise is broken.
    """
    calls = count_calls(lambda: TARGETS[name].check(data))
    assert calls < TARGETS[name].calls, f"{calls:,} calls"


def fuzz(name: str, seconds: float, seed: int, keep: Path) -> int:
    """Run the first inputs of a target, then mutations until the time is over.

    Args:
        name: the target.
        seconds: how long to run.
        seed: the seed of the mutations.
        keep: the folder for a case that breaks a promise.

    Returns:
        The number of cases that were run.

    Raises:
        AssertionError: a case broke a promise. The message has the path where it is kept.
    """
    end = time.monotonic() + seconds
    first_inputs = len(list(TARGETS[name].seeds()))
    for number, data in enumerate(cases(name, seed)):
        if number >= first_inputs and time.monotonic() > end:
            break
        try:
            run_case(name, data)
        except Exception as error:
            keep.mkdir(parents=True, exist_ok=True)
            path = keep / f"{name}-{seed}-{number}"
            path.write_bytes(data)
            raise AssertionError(
                f"{name}, seed {seed}, case {number}, kept as {path}: {error!r}"
            ) from error
    # This case was not run. As many cases were run before it, because the first is number 0.
    return number


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60, help="for all targets together")
    parser.add_argument("--target", action="append", choices=TARGETS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", type=int, help="run this case alone")
    parser.add_argument(
        "--keep", type=Path, default=Path("fuzz-cases"), help="folder for cases that fail"
    )
    args = parser.parse_args()
    names = args.target or list(TARGETS)
    if args.case is not None:
        run_case(names[0], next(islice(cases(names[0], args.seed), args.case, None)))
        return
    for name in names:
        number = fuzz(name, args.seconds / len(names), args.seed, args.keep)
        print(f"{name}: {number} cases", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
