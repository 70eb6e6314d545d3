"""Records the networks' detections in photos beside the hand that a person reads in them: fixtures of the tests.

``python -m measuring.record_reading --photos ../shared/photos --hand "123m ..." train/images/a001_0.jpg``
writes ``tests/app/reading/fixtures/readings/train-a001_0.json``. Without ``--hand`` the recordings given (or all) are
recorded again with the current networks, and keep the hands that people wrote down.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from hu.app.reading.read import open_photo
from hu.scoring.hand import Hand
from hu.scoring.rules import DEFAULT, rule_names
from hu.vision.reader import MODELS, Reader
from hu.vision.recorded import to_record
from training.command import SHARED, new_parser

#: Where the tests look for recordings.
READINGS: Final = Path("tests/app/reading/fixtures/readings")


def recording(photo: str, photos: Path, reader: Reader, notes: Mapping[str, str]) -> dict[str, object]:
    """Record the networks' detections in a photo."""
    decoded = open_photo(photos / photo)
    tiles = [to_record(detection) for detection in reader.detect(decoded)]
    return {"photo": photo, "size": list(decoded.size), **notes, "tiles": tiles}


def save(record: Mapping[str, object], folder: Path) -> Path:
    """Write a recording, one tile per line."""
    head = {key: value for key, value in record.items() if key != "tiles"}
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    detections = record["tiles"]
    assert isinstance(detections, list)  # noqa: S101  # as ``recording`` makes it
    tiles = ",\n".join(f"  {json.dumps(tile)}" for tile in detections)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name_of(str(record["photo"]))
    path.write_text("{\n" + ",\n".join([*lines, ' "tiles": [\n' + tiles + "\n ]"]) + "\n}\n", encoding="utf-8")
    return path


def name_of(photo: str) -> str:
    """The recording's file name: ``train/images/a001_0.jpg`` gives ``train-a001_0.json``."""
    path = Path(photo)
    return "-".join([*(part for part in path.parts[:-1] if part != "images"), path.stem]) + ".json"


def main(arguments: Iterable[str] | None = None) -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument("photo", nargs="*", help="path below --photos; without any, all recordings are made again")
    parser.add_argument("--photos", type=Path, default=SHARED / "photos")
    parser.add_argument("--out", type=Path, default=READINGS)
    parser.add_argument("--weights", type=Path, default=MODELS)
    parser.add_argument("--rules", choices=rule_names(), default=DEFAULT)
    parser.add_argument("--hand", help="the hand as a person reads it in the one photo given")
    parser.add_argument("--seen", default="", help="a description of the photo")
    args = parser.parse_args(None if arguments is None else list(arguments))
    if args.hand is not None and len(args.photo) != 1:
        parser.error("--hand needs exactly one photo")
    given = args.photo or [json.loads(path.read_text("utf-8"))["photo"] for path in sorted(args.out.glob("*.json"))]
    reader = Reader(args.weights, threads=1)
    for photo in given:
        if args.hand is None:
            old = json.loads((args.out / name_of(photo)).read_text("utf-8"))
            notes = {key: old[key] for key in ("rules", "hand", "seen", "known_failure") if key in old}
        else:
            notes = {"rules": args.rules, "hand": str(Hand.from_text(args.hand)), "seen": args.seen}
        print(save(recording(photo, args.photos, reader, notes), args.out))  # noqa: T201


if __name__ == "__main__":
    main()
