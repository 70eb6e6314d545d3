"""How well the networks do on rendered scenes of what they find hard, drawn with art that no training used."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from measuring.asking import Answer, Asked, Row, share
from training.measure.slices import Looked, look, unseen_run
from training.scenes.hard import HARD

#: Seed of the scenes; nothing is trained on it.
_SEED: Final = 907
_TITLES: Final = ("faces found", "of those read right", "white dragons found and read", "false detections a picture")


def hard(asked: Asked) -> Answer:
    """Rendered scenes of what the networks find hard, with art that no training used."""
    numbers, columns = asked.seeds(40), {}
    for kind in asked.parts(HARD):
        drawing = replace(unseen_run(asked.shared, numbers.stop, _SEED), hard=kind)
        pictures = list(asked.each(look(drawing, numbers, asked.reader), kind))
        faces = [face for looked, _ in pictures for face in looked]
        columns[kind] = (*_shares(faces), f"{sum(false for _, false in pictures) / len(pictures):.2f}")
    cells = zip(*columns.values(), strict=True)
    return Answer(tuple(columns), tuple(Row(title, row) for title, row in zip(_TITLES, cells, strict=True)))


def _shares(faces: Sequence[Looked]) -> tuple[str, ...]:
    found = [face for face in faces if face.found]
    blanks = [face for face in faces if face.seen.tile == "5z"]
    return (
        share(len(found), len(faces)),
        share(sum(face.read for face in found), len(found)),
        share(sum(face.read for face in blanks), len(blanks)),
    )
