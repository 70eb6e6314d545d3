"""Hands whose claimed melds no sideways tile marks, laid in each of the ways of ``training.tables.ways``."""

from collections.abc import Iterator, Sequence

from hu.app.reading.model import HandReading
from measuring.asking import Answer, Asked, Row, share
from measuring.questions.field import FieldRow, judge
from measuring.questions.layout import Look, looking, read_scene
from training.tables.ways import OPEN_WAYS, WAYS, Way, way_scene


def ways(asked: Asked) -> Answer:
    """Rendered hands laid in ways that players use; the way held out is measured only if --only names it."""
    look, columns, details = looking(asked), [], {}
    for way in asked.parts(WAYS, OPEN_WAYS):
        read = list(asked.each(read_ways(way, asked.seeds(60), look, asked.rules), way))
        for row, _ in read:
            if not (row.exact and row.roles):
                asked.say(f"{row.name}: {row.truth}  read as {row.read}")
        columns.append(_figures([row for row, _ in read]))
        details[way] = {
            "all as laid": sum(row.truth == row.read for row, _ in read),
            "asked": sum(any(doubt.as_read for doubt in reading.doubts) for _, reading in read),
        }
    titles = (("tiles right", ""), ("exact", ""), ("roles right or asked", "92 % in each"))
    rows = (
        Row(title, cells, target) for (title, target), cells in zip(titles, zip(*columns, strict=True), strict=True)
    )
    return Answer(tuple(details), tuple(rows), details)


def read_ways(way: Way, seeds: range, look: Look, rules: str) -> Iterator[tuple[FieldRow, HandReading]]:
    """Lay, look at and read one hand for each seed."""
    for seed in seeds:
        scene = way_scene(seed, way)
        reading, _, _ = read_scene(rules, look(scene, f"camera {way} {seed}"))
        yield judge(f"{way} {seed}", scene.hand, reading), reading


def _figures(rows: Sequence[FieldRow]) -> tuple[str, str, str]:
    tiles = share(sum(row.right for row in rows), sum(row.tiles for row in rows))
    exact, roles = sum(row.exact for row in rows), sum(row.roles for row in rows)
    return tiles, share(exact, len(rows), drawn=True), share(roles, len(rows), drawn=True)
