"""Measures reading on phone photos as people take them, and on pictures without a single tile.

``python -m hu.app.evaluation.measure_field --photos ../shared/photos/field`` reads every photo that ``field.tsv`` names
(photo and hand in the notation, tab-separated) and the pictures of the folder ``empty`` beside it. These photos are
for measuring only: nothing is trained on them or tuned to them.
"""

import argparse
import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hu.app.reading.model import HandReading
from hu.app.reading.photos import UnreadPhoto, read_photos
from hu.scoring.hand import Hand, in_order
from hu.scoring.notation import format_hand, parse_hand
from hu.vision.reader import MODELS, Reader

#: A set that lies apart: its tiles in order, and whether it is concealed.
_Set = tuple[tuple[str, ...], bool]


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One photo.

    Attributes:
        name: of its file.
        truth: the hand that a person reads in it.
        read: the hand that was read.
        tiles: how many tiles the true hand has.
        right: how many of them were read.
        roles: whether every set is read as claimed or concealed as it is, or asked about.
    """

    name: str
    truth: str
    read: str
    tiles: int
    right: int
    roles: bool

    @property
    def exact(self) -> bool:
        """Whether all tiles are right, with nothing more."""
        return Counter(parse_hand(self.truth).tiles) == Counter(parse_hand(self.read).tiles)


def judge(name: str, truth: Hand, reading: HandReading) -> FieldRow:
    """Compare a reading with what a person reads in the photo."""
    read = Counter(reading.hand.tiles)
    return FieldRow(
        name,
        format_hand(truth),
        reading.text,
        len(truth.tiles),
        (Counter(truth.tiles) & read).total(),
        roles_settled(truth, reading),
    )


def roles_settled(truth: Hand, reading: HandReading) -> bool:
    """Whether the sets read apart are those that lie apart, but for sets that the reading asks about."""
    asked = {
        in_order(tuple(reading.tiles[index].tile for index in doubt.tiles)) for doubt in reading.doubts if doubt.as_read
    }
    different = _sets(truth) ^ _sets(reading.hand)
    return all(tiles in asked for tiles, _ in different)


def _sets(hand: Hand) -> frozenset[_Set]:
    return frozenset((in_order(meld.tiles), meld.concealed) for meld in hand.melds)


def true_hands(folder: Path) -> dict[str, Hand]:
    """The hand in each photo of a folder by the photo's name, from its ``field.tsv``."""
    with (folder / "field.tsv").open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        return {row["photo"]: parse_hand(row["hand"]) for row in rows}


def field_rows(folder: Path, reader: Reader) -> Iterator[FieldRow]:
    """Read and judge every photo of a folder."""
    truth = true_hands(folder)
    for name, reading in zip(truth, read_photos([folder / name for name in truth], reader), strict=True):
        if isinstance(reading, UnreadPhoto):
            raise SystemExit(f"{name}: {reading.error}")
        yield judge(name, truth[name], reading.reading)


def invented(folder: Path, reader: Reader) -> dict[str, int]:
    """How many tiles of a hand are read in each picture of a folder without tiles."""
    pictures = sorted(path for path in folder.iterdir() if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
    return {
        picture.name: 0 if isinstance(reading, UnreadPhoto) else len(reading.reading.hand.tiles)
        for picture, reading in zip(pictures, read_photos(pictures, reader), strict=True)
    }


def table(rows: Sequence[FieldRow], empty: dict[str, int]) -> Iterator[str]:
    """The figures as lines of text."""
    tiles, right = sum(row.tiles for row in rows), sum(row.right for row in rows)
    yield f"tiles found and right   {right} of {tiles} ({right / max(tiles, 1):.1%})"
    yield f"photos exact            {sum(row.exact for row in rows)} of {len(rows)}"
    yield f"roles right or asked    {sum(row.roles for row in rows)} of {len(rows)}"
    pictures = sum(count > 0 for count in empty.values())
    yield f"tiles of a hand invented  {sum(empty.values())} in {pictures} of {len(empty)} pictures without tiles"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True, help="folder with photos and field.tsv")
    parser.add_argument("--empty", type=Path, help="folder of pictures without tiles; default: empty beside --photos")
    parser.add_argument("--weights", type=Path, default=MODELS, help="folder with the networks")
    args = parser.parse_args()
    reader = Reader(args.weights)
    rows = list(field_rows(args.photos, reader))
    for row in rows:
        marks = ("exact" if row.exact else f"{row.right} of {row.tiles}", "" if row.roles else "roles wrong")
        print(row.name, *filter(None, marks), row.truth, row.read or "no hand", sep="  ")  # noqa: T201
    empty = invented(args.empty or args.photos.parent / "empty", reader)
    print(*table(rows, empty), sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
