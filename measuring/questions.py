"""The table of questions: the subject of each, its answer, and the targets of its rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from measuring import hands, photos, teaching
from measuring.answers import Answer, Options


@dataclass(frozen=True, slots=True)
class Question:
    """A question that ``python -m measuring`` answers.

    Attributes:
        about: the subject, in one line, as it is published.
        ask: answers the question.
        targets: the figures that are wanted, by the names of the rows.
    """

    about: str
    ask: Callable[[Options], Answer]
    targets: Mapping[str, str] = field(default_factory=dict)


QUESTIONS: Final[Mapping[str, Question]] = {
    "reading": Question(
        "179 unseen photos; others publish mAP50 0.914 and 3.26 corrections a hand on this "
        "collection.",
        photos.reading,
        {
            "tile precision": "99.0 %",
            "tile recall": "99.0 %",
            "exact photos, networks alone": "85 %",
            "exact photos, layout and decoding": "95 % of complete hands",
            "corrections per photo, layout and decoding": "0.15 for complete hands",
            "mAP50, 43 classes": "0.97",
            "right among the surest 90 % of tiles": "99.5 %",
        },
    ),
    "loose": Question(
        "63 unseen photos of loose and standing tiles before book shelves.", photos.loose
    ),
    "unseen": Question(
        "Faces of unseen designs, boxes given; the strongest peer reads 78.6 % of an unseen set.",
        photos.unseen,
        {"single tiles, each design left out of a training (classifier.json)": "98 %, 99.5 %"},
    ),
    "modern": Question(
        "Rendered faces of modern and dark sets, drawings, typefaces and artwork unseen, boxes "
        "given.",
        photos.modern,
        {
            "numerals in the corners, flat": "95 %",
            "numerals in the corners, as in photos": "92 %",
        },
    ),
    "designer": Question(
        "5 photos of modern sets in free colours and drawings; the tiles that a person can read.",
        photos.designer,
        {"tiles found and read right": "90 %"},
    ),
    "hard": Question("Hard rendered scenes with unseen art.", photos.hard),
    "field": Question(
        "Phone photos of hands, written down by eye, and pictures without tiles.",
        hands.field,
        {
            "tiles found and right": "98 %",
            "photos exact": "7 of 9",
            "tiles of a hand invented where there are none": "0",
        },
    ),
    "tables": Question(
        "Photos of whole tables; the hand to read was written down by eye.",
        hands.tables,
        {"other hands read where none lies open": "0"},
    ),
    "versions": Question(
        "Photos of `loose` in eight versions, of `tables` in twelve (darker, blurred, askew "
        "...): compares networks.",
        hands.versions,
    ),
    "handless": Question(
        "Rendered pictures without one hand to read, from books to two hands.",
        hands.handless,
        {"pictures of every kind": "all, 0"},
    ),
    "ways": Question(
        "Rendered hands laid as players lay them.",
        hands.ways,
        {"roles right or asked": "92 % in each"},
    ),
    "shapes": Question(
        "Hands of sixteen tiles, and hands of three players with North set aside, laid by rule.",
        hands.shapes,
    ),
    "rules": Question(
        "Corrections that each rule of reading saves and costs, in hands, and its "
        "milliseconds; photos and laid hands.",
        hands.rules,
    ),
    "layout": Question(
        "Hands laid by rule, seen from any side and up to 45 degrees from above.",
        hands.layout,
        {"roles and groups": "99 %, by the networks 92 %"},
    ),
    "bending": Question(
        "Rendered hands that lack one tile to win.",
        hands.bending,
        {"one tile exchanged": "0.5 %"},
    ),
    "teaching": Question(
        "Tile sets taught from one picture of their faces; with `--real`, seven real sets "
        "from photos of hands.",
        teaching.teaching,
        {
            "top-1 per tile on a taught design": "99.7 %",
            "errors removed by one teaching photo": "80 %",
            "flowers and seasons on a taught design": "99 %",
            "errors removed by five corrections, hands saved": "60 %",
            "questions while teaching a whole set, mean and most": "6",
            "tiles made worse by another design's set": "0.1 %",
            "milliseconds for a photo of 14 tiles": "10",
            "faces learned wrongly without a question, from 1 to 4 hands": "0",
            "misread after two photos of an evening, taught": "20 %",
            "hands right without a set, wrong with their own": "0",
            "hands right without a set, wrong with another's": "0",
        },
    ),
    "classifier": Question(
        "Single tiles, each read by the fold whose training left its design out, and art "
        "families that all left out.",
        photos.classifier,
    ),
}
