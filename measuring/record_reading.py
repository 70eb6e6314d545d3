"""Records the networks' detections in photos beside the hand that a person reads in them: fixtures of the tests.

``python -m measuring.record_reading --hand "123m ..." train/images/a001_0.jpg``
writes ``tests/app/reading/fixtures/readings/train-a001_0.json``. Without ``--hand`` the recordings given (or all) are
recorded again with the current networks, and keep the hands that people wrote down.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from hu.app.reading.read import open_photo
from hu.scoring.hand import Hand
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names
from hu.vision.detection import Detection
from hu.vision.reader import Reader
from measuring.recorded import to_record
from training.command import new_parser

#: Where the tests look for recordings.
READINGS: Final = Path("tests/app/reading/fixtures/readings")


def save(
    photo: str, detections: Iterable[Detection], size: tuple[int, int], notes: Mapping[str, str]
) -> Path:
    """Write the networks' detections in a photo, one tile per line."""
    head = {"photo": photo, "size": list(size), **notes}
    lines = [
        f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in head.items()
    ]
    tiles = ",\n".join(f"  {json.dumps(to_record(detection))}" for detection in detections)
    path = READINGS / name_of(photo)
    path.write_text(
        "{\n" + ",\n".join([*lines, ' "tiles": [\n' + tiles + "\n ]"]) + "\n}\n", encoding="utf-8"
    )
    return path


def name_of(photo: str) -> str:
    """The recording's file name: ``train/images/a001_0.jpg`` gives ``train-a001_0.json``."""
    path = Path(photo)
    return "-".join([*(part for part in path.parts[:-1] if part != "images"), path.stem]) + ".json"


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument(
        "photo", nargs="*", help="path below photos/; without any, all recordings are made again"
    )
    parser.add_argument("--rules", choices=rule_names(), default=DEFAULT_RULES)
    parser.add_argument("--hand", help="the hand as a person reads it in the one photo given")
    parser.add_argument("--seen", default="", help="a description of the photo")
    args = parser.parse_args()
    if args.hand is not None and len(args.photo) != 1:
        parser.error("--hand needs exactly one photo")
    given = args.photo or [
        json.loads(path.read_text("utf-8"))["photo"] for path in sorted(READINGS.glob("*.json"))
    ]
    reader = Reader(threads=1)
    for photo in given:
        if args.hand is None:
            old = json.loads((READINGS / name_of(photo)).read_text("utf-8"))
            notes = {
                key: old[key] for key in ("rules", "hand", "seen", "known_failure") if key in old
            }
        else:
            notes = {"rules": args.rules, "hand": str(Hand.from_text(args.hand)), "seen": args.seen}
        decoded = open_photo(args.shared / "photos" / photo)
        print(save(photo, reader.detect(decoded), decoded.size, notes))  # noqa: T201


if __name__ == "__main__":
    main()
