"""Records the networks' detections in photos, with the hand that a person reads: fixtures of tests.

``python -m measuring.record_reading --hand "123m ..." train/images/a001_0.jpg``
writes ``tests/app/reading/fixtures/readings/train-a001_0.json``. Without ``--hand`` the recordings
of the photos (or all recordings) are made again with the current networks, and keep the hands that
people wrote down.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from hu.app.reading.read import open_photo
from hu.scoring.hand import Hand
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names
from hu.vision.detection import Detection
from hu.vision.reader import Reader
from measuring.recorded import to_record
from training.command import new_parser

#: The folder in which the tests look for recordings.
READINGS: Final = Path("tests/app/reading/fixtures/readings")
#: The keys of the texts that people wrote into a recording.
_NOTES: Final = ("rules", "hand", "seen", "known_failure")


def save(
    photo: str, detections: Iterable[Detection], size: tuple[int, int], notes: Mapping[str, str]
) -> Path:
    """Write the recording of a photo, with a line for each detected tile.

    Args:
        photo: the path of the photo below ``photos/``.
        detections: the detections.
        size: width and height of the photo in pixels.
        notes: the rule set, the hand and the description that a person wrote.

    Returns:
        The file of the recording.
    """
    head = {"photo": photo, "size": list(size), **notes}
    # The text of each key with its value.
    members: list[str] = []
    for key, value in head.items():
        members.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    tiles = ",\n".join(f"  {json.dumps(to_record(detection))}" for detection in detections)
    members.append(f' "tiles": [\n{tiles}\n ]')
    path = READINGS / name_of(photo)
    path.write_text("{\n" + ",\n".join(members) + "\n}\n", encoding="utf-8")
    return path


def name_of(photo: str) -> str:
    """Return the file name of a photo's recording.

    ``train/images/a001_0.jpg`` gives ``train-a001_0.json``.

    Args:
        photo: the photo's path below ``photos/``.
    """
    path = Path(photo)
    words = [folder for folder in path.parts[:-1] if folder != "images"]
    words.append(path.stem)
    return "-".join(words) + ".json"


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument(
        "photo", nargs="*", help="path below photos/; without any, all recordings are made again"
    )
    parser.add_argument("--rules", choices=rule_names(), default=DEFAULT_RULES)
    parser.add_argument("--hand", help="the hand as a person reads it in the one photo given")
    parser.add_argument("--seen", default="", help="a description of the photo")
    arguments = parser.parse_args()
    if arguments.hand is not None and len(arguments.photo) != 1:
        parser.error("--hand needs exactly one photo")

    photos = arguments.photo
    if not photos:
        photos = [_read_json(path)["photo"] for path in sorted(READINGS.glob("*.json"))]
    reader = Reader(threads=1)
    for photo in photos:
        if arguments.hand is None:
            notes = _read_notes(photo)
        else:
            hand = str(Hand.from_text(arguments.hand))
            notes = {"rules": arguments.rules, "hand": hand, "seen": arguments.seen}
        decoded = open_photo(arguments.shared / "photos" / photo)
        path = save(photo, reader.detect(decoded), decoded.size, notes)
        print(path)  # noqa: T201


def _read_notes(photo: str) -> dict[str, str]:
    """Return the texts that people wrote into the recording of a photo."""
    recording = _read_json(READINGS / name_of(photo))
    return {key: recording[key] for key in _NOTES if key in recording}


def _read_json(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


if __name__ == "__main__":
    main()
