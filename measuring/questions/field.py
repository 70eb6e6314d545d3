"""Photos as people take them, whose hands were written down by eye, and pictures without a single tile.

These photos are for measuring only: nothing is trained on them, and nothing is tuned to ``photos/field``.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from hu.app.evaluation.labelled import load_labelled
from hu.app.reading.hands import TableHand, hands_of
from hu.app.reading.model import HandReading, UnreadPhoto
from hu.app.reading.read import read_photo, read_photos
from hu.scoring.hand import Hand, in_order
from hu.vision.photo.files import is_photo
from measuring.asking import Answer, Asked, Row, share

#: A set that lies apart: its tiles in order, and whether it is concealed.
_Set = tuple[tuple[str, ...], bool]
#: Another player's hand, as the tables' column ``others`` tells it.
_OTHER_HAND: Final = re.compile(r"([0-9mpszfg()\[\]+ ]+?) \((left|right|far)\b")
_SIDE: Final = re.compile(r"\b(left|right|far)\b(?! right| near)")
#: Red fives are told like the others.
_RED: Final = re.compile(r"0(?=\d*[mps]| )")


def field(asked: Asked) -> Answer:
    """Phone photos of hands on tables, written down by eye, and pictures without tiles, which must give no hand."""
    hands = _read(asked.photos / "field", asked)
    empty = invented(asked.photos / "empty", asked)
    pictures = f"{sum(empty.values())} in {sum(map(bool, empty.values()))} of {len(empty)} pictures"
    rows = (
        *figures(hands, ("98 %", "7 of 9", "")),
        Row("tiles of a hand invented where there are none", (pictures,), "0"),
    )
    return Answer(("figure",), rows, _details(hands))


def tables(asked: Asked) -> Answer:
    """Photos of whole tables with several players' tiles; the hand written down by eye is the one to read."""
    folder, hands, others = asked.photos / "tables", [], []
    written = {row["photo"]: row["others"] for row in csv.DictReader((folder / "tables.tsv").open(), delimiter="\t")}
    for row, reading in _readings(folder, asked):
        hands.append(row)
        told = (written[row.name] or "").lower()
        truth = {side: Hand.from_text(_RED.sub("5", text)) for text, side in _OTHER_HAND.findall(told)}
        others.append(Others.of(truth, hands_of(reading, asked.rules), frozenset(_SIDE.findall(told))))
        asked.say(f"{row.name}: {others[-1]}")
    return Answer(("figure",), (*figures(hands, ("", "", "")), *others_figures(others)), _details(hands))


def _read(folder: Path, asked: Asked) -> list["FieldRow"]:
    return [row for row, _ in _readings(folder, asked)]


def _readings(folder: Path, asked: Asked) -> Iterator[tuple["FieldRow", HandReading]]:
    for photo in asked.each(load_labelled(folder), folder.name):
        assert photo.hand is not None  # noqa: S101  # these folders hold hands
        reading = read_photo(photo.path, asked.reader, asked.rules).reading
        row = judge(photo.path.name, photo.hand, reading)
        if not (row.exact and row.roles):
            asked.say(f"{row.name}: {row.truth}  read as {row.read or 'no hand'}")
        yield row, reading


def _details(rows: Sequence["FieldRow"]) -> object:
    return {row.name: {"hand": row.truth, "read": row.read, "right": row.right, "roles": row.roles} for row in rows}


def figures(rows: Sequence["FieldRow"], targets: Sequence[str]) -> tuple[Row, ...]:
    """What is read of the hands, with the targets for tiles, photos and roles."""
    shares = (
        ("tiles found and right", share(sum(row.right for row in rows), sum(row.tiles for row in rows))),
        ("photos exact", f"{sum(row.exact for row in rows)} of {len(rows)}"),
        ("photos with their roles right or asked", f"{sum(row.roles for row in rows)} of {len(rows)}"),
    )
    return tuple(Row(name, (figure,), target) for (name, figure), target in zip(shares, targets, strict=True))


@dataclass(frozen=True, slots=True)
class Others:
    """What is read of the other players' open hands in one photo.

    Attributes:
        open: how many there are.
        found: of how many more than half of the tiles were read at their side.
        exact: how many were read without an error.
        invented: how many hands were read at sides that show none.
    """

    open: int
    found: int
    exact: int
    invented: int

    @classmethod
    def of(cls, truth: Mapping[str, Hand], hands: Sequence[TableHand], unread: frozenset[str]) -> "Others":
        """Compare the hands read beside the photographed one with those that a person reads.

        Args:
            truth: by their sides.
            hands: as they were read, the photographed one first.
            unread: sides where tiles lie open that a person may not read, too.
        """
        read: dict[str, Counter[str]] = {hand.side: Counter(hand.reading.hand.tiles) for hand in hands[1:]}
        right = [(Counter(hand.tiles), read.get(side, Counter())) for side, hand in truth.items()]
        return cls(
            len(truth),
            sum((tiles & seen).total() > tiles.total() / 2 for tiles, seen in right),
            sum(tiles == seen for tiles, seen in right),
            len(read.keys() - truth.keys() - unread),
        )


def others_figures(photos: Sequence[Others]) -> tuple[Row, ...]:
    """What is read of the other players' hands."""
    count, found, exact, invented = (sum(getattr(photo, part.name) for photo in photos) for part in fields(Others))
    return (
        Row("other players' open hands found", (f"{found} of {count}",)),
        Row("other players' open hands exact", (f"{exact} of {count}",)),
        Row("other hands read where none lies open", (str(invented),), "0"),
    )


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
        return Counter(Hand.from_text(self.truth).tiles) == Counter(Hand.from_text(self.read).tiles)


def judge(name: str, truth: Hand, reading: HandReading) -> FieldRow:
    """Compare a reading with what a person reads in the photo."""
    read = Counter(reading.hand.tiles)
    return FieldRow(
        name,
        str(truth),
        reading.text,
        len(truth.tiles),
        (Counter(truth.tiles) & read).total(),
        roles_settled(truth, reading),
    )


def roles_settled(truth: Hand, reading: HandReading) -> bool:
    """Whether the sets read apart are those that lie apart, but for sets that the reading asks about."""
    tiles = reading.by_index
    asked = {in_order(tuple(tiles[index].tile for index in doubt.tiles)) for doubt in reading.doubts if doubt.as_read}
    different = _sets(truth) ^ _sets(reading.hand)
    return all(tiles in asked for tiles, _ in different)


def _sets(hand: Hand) -> frozenset[_Set]:
    return frozenset((in_order(meld.tiles), meld.concealed) for meld in hand.melds)


def invented(folder: Path, asked: Asked) -> dict[str, int]:
    """How many tiles of a hand are read in each picture of a folder without tiles."""
    pictures = sorted(path for path in folder.iterdir() if is_photo(path.name))
    read = asked.each(read_photos(pictures, asked.reader), folder.name)
    return {
        picture.name: 0 if isinstance(reading, UnreadPhoto) else len(reading.reading.hand.tiles)
        for picture, reading in zip(pictures, read, strict=True)
    }
