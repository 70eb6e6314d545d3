"""Rendered whole tables of four players: the near player's hand, its roles, and the other players' open hands."""

from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np

from hu.app.reading.hands import hands_of
from hu.vision.photo.decoding import Photo
from measuring.asking import Answer, Asked, Row, share
from measuring.questions.field import Others, judge, others_figures
from measuring.questions.layout import Seen, read_scene
from training.scenes.hard import photograph_table
from training.scenes.pinhole import camera_at, detect
from training.scenes.rendered_hands import SHOWN, camera_seed, fitting_design, matched
from training.tables.whole import TableScene, table_scene

#: Sides of the pictures in pixels.
_SIZE: Final = (1600, 1200)


def whole(asked: Asked) -> Answer:
    """Rendered tables of four players: the near hand, its roles, and the other players' open hands."""
    hands, others = [], []
    for seed in asked.each(asked.seeds(60)):
        table = table_scene(seed)
        shown, looks = _seen(asked, table, f"camera table {seed}")
        near, *beyond = table.hands
        if not shown.issuperset(near.numbers):
            continue
        reading, _, _ = read_scene(asked.rules, looks)
        hands.append(judge(f"table {seed}", near.hand, reading))
        whole = {str(hand.side): hand.hand for hand in beyond if shown.issuperset(hand.numbers)}
        partly = frozenset(hand.side for hand in beyond if hand.side not in whole)
        others.append(Others.of(whole, hands_of(reading, asked.rules), partly))
        if not (hands[-1].exact and hands[-1].roles) or others[-1].invented or others[-1].exact < others[-1].open:
            asked.say(f"table {seed}: {hands[-1].truth}  read as {hands[-1].read or 'no hand'}; {others[-1]}")
    exact, roles = sum(row.exact for row in hands), sum(row.roles for row in hands)
    rows = (
        Row("near hand exact", (share(exact, len(hands), drawn=True),), "90 %"),
        Row("near hand's roles right or asked", (share(roles, len(hands), drawn=True),), "85 %"),
    )
    return Answer(("figure",), (*rows, *others_figures(others)))


def _seen(asked: Asked, table: TableScene, name: str) -> tuple[frozenset[int], Iterator[Seen]]:
    """The tiles of a table that show from the near player's seat, and what is seen of them.

    Those who look are perfect networks, or those of the project at rendered pictures.
    """
    rng = Random(name)
    if asked.boxes != "networks":
        away = table.half * rng.uniform(2.3, 3.0)
        aim = (rng.uniform(-1, 1), rng.uniform(-0.3, 0.0) * table.half)
        camera = camera_at(aim, away, rng.uniform(28, 60), rng.uniform(-15, 15), rng.uniform(-6, 6))
        seen = Seen(*detect(table.placed, camera, rng, boxes=asked.boxes))
        return frozenset(seen.numbers), iter([seen])
    design = fitting_design(camera_seed(name) // 2, asked.art)
    rendered = photograph_table(table, np.random.default_rng([73, camera_seed(name)]), design, _SIZE)
    photo = Photo(name, rendered.image, (rendered.image.shape[1], rendered.image.shape[0]))
    looks = (Seen(found, matched(found, rendered), image=photo.image) for found in asked.reader.attempts(photo))
    return frozenset(tile.index for tile in rendered.tiles if tile.visible >= SHOWN), looks
