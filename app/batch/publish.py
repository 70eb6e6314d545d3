"""``results.csv`` and ``index.html``, written from the rows whenever a run ends.

The page shows every photo with its hand, score and doubts; it works without a server and without scripts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from html import escape
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Final

from hu.app.batch.manifest import COLUMNS, RESULT_COLUMNS
from hu.app.batch.results import RESULTS, OutputError, rows_of
from hu.app.batch.rows import Json, Row, Score
from hu.app.spreadsheets import guard_cell, table_writer
from hu.app.tiles.svg import tile_style_sheet
from hu.scoring.errors import HuError, one_line
from hu.scoring.hand import SEATS, Hand
from hu.scoring.lines import quantity
from hu.vision.photo.files import whole_file

TABLE: Final = "results.csv"
PAGE: Final = "index.html"
_HEADER: Final = ("photo", *COLUMNS, *RESULT_COLUMNS)
#: Columns that hold numbers and words of this program, which are no formulas; payments begin with a minus.
_SAFE: Final = frozenset(RESULT_COLUMNS) - {"doubts", "error"}
#: The digest of the table as it was written.
_MARK: Final = ".results.csv.sha256"
_HERE: Final = Path(__file__).parent
_FILTERS: Final = (
    ("all", "All"),
    ("check", "To check"),
    ("failed", "Not read or scored"),
    ("scored", "Scored"),
)


def publish(out: Path, *, corrected: bool = False) -> Path | None:
    """Write the table and the page of a folder of results.

    Args:
        out: the folder.
        corrected: whether the rows hold the changes that somebody may have made in the table.

    Returns:
        Where a table was put aside that somebody had changed since it was written; None without one.

    Raises:
        OutputError: they cannot be written.
    """
    table, mark = out / TABLE, out / _MARK
    aside: Path | None = None
    try:
        known = mark.read_text(encoding="ascii") if mark.is_file() else ""
        if not corrected and table.is_file() and known != _digest(table):
            number = 1
            while (free := table.with_name(f"results.changed-{number}.csv")).exists():
                number += 1
            aside = table.replace(free)
        # With a mark at its start: without it Excel takes the table for one in the encoding of its own country.
        _write(out, TABLE, write_table, "utf-8-sig")
        mark.write_text(_digest(table), encoding="ascii")
        _write(out, PAGE, write_gallery)
    except OSError as error:
        raise OutputError.at(Path(error.filename or out), error) from None
    return aside


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _write(
    out: Path, name: str, write: Callable[[Iterable[Row], IO[str]], None], encoding: str = "utf-8"
) -> None:
    with (
        whole_file(out / name) as file,
        TextIOWrapper(file, encoding=encoding, errors="backslashreplace", newline="") as text,
    ):
        write(rows_of(out / RESULTS), text)


def write_table(rows: Iterable[Row], file: IO[str]) -> None:
    """Write results as CSV, in their order; corrected, it goes back in with ``--corrections``."""
    writer = table_writer(file)
    writer.writerow(_HEADER)
    for row in rows:
        score = Score.from_json(row.score) if row.score else None
        cells = [
            row.photo,
            *map(row.cell, COLUMNS),
            str(score.points) if score else "",
            score.limit if score else "",
            *(str(score.payments.get(seat, "")) if score else "" for seat in SEATS),
            " ".join(str(wait["tile"]) for wait in row.waits),
            "yes" if row.check else "",
            "; ".join(str(doubt["why"]) for doubt in row.remarks),
            row.error,
        ]
        # The manifest reads both prefixes back as nothing.
        writer.writerow(
            cell if column in _SAFE else guard_cell(cell, "./" if column == "photo" else " ")
            for column, cell in zip(_HEADER, cells, strict=True)
        )


def write_gallery(rows: Iterable[Row], file: IO[str]) -> None:
    """Write the page of a batch; its file stands beside the folders of overlays and thumbnails."""
    style = (_HERE / "gallery.css").read_text(encoding="utf-8") + tile_style_sheet()
    filters = "".join(
        f'<label><input type="radio" name="show" value="{value}"{" checked" if value == "all" else ""}>{label}</label>'
        for value, label in _FILTERS
    )
    file.write(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Hu! photos</title><style>{style}</style></head><body>"
        f"<header><h1><b>Hu!</b> photos</h1><fieldset><legend>Show</legend>{filters}</fieldset>"
        '<label><span class="away">Search</span><input type="search" placeholder="Name, hand or doubt"></label>'
        '<button disabled title="Then: hu batch --out (this folder) --corrections corrections.csv">'
        "Save corrections</button></header><main>\n"
    )
    for row in rows:
        file.write("".join(_card(row)) + "\n")
    script = (_HERE / "gallery.js").read_text(encoding="utf-8")
    file.write(f"</main><script>{script}</script></body></html>\n")


def _card(row: Row) -> Iterator[str]:
    states = {"check": row.check, "failed": bool(row.error), "scored": row.score is not None}
    classes = " ".join(state for state, holds in states.items() if holds)
    yield f'<article class="{classes}" data-photo="{_attribute(row.photo)}">'
    if row.thumbnail:
        picture = f'<img loading="lazy" src="{_attribute(row.thumbnail)}" alt="">'
        yield f'<a href="{_attribute(row.overlay)}">{picture}</a>'
    yield f'<div class="text"><h2>{escape(one_line(row.photo))}</h2>'
    if row.size is not None:
        yield _hand(row.hand)
    if row.score:
        score = Score.from_json(row.score)
        shares = " ".join(f"{seat} {share:+d}" for seat, share in score.payments.items())
        details = escape(f"{score.limit} {shares}".strip())
        yield f'<p class="score">{quantity(score.points, "point")} <small>{details}</small></p>'
    if row.error:
        # The heading has said the name.
        error = one_line(row.error).removeprefix(f"{one_line(row.photo)}: ")
        yield f'<p class="error">{escape(error)}</p>'
    if row.remarks:
        settled = "" if row.check else " settled"
        doubts = "".join(f"<li>{escape(_sentence(doubt))}</li>" for doubt in row.remarks)
        yield f'<ul class="doubts{settled}">{doubts}</ul>'
    if row.size is not None:
        yield f'<label>Hand<input type="text" spellcheck="false" value="{_attribute(row.hand)}"></label>'
    yield "</div></article>"


def _hand(text: str) -> str:
    try:
        hand = Hand.from_text(text)
    except HuError:
        return f"<p>{escape(text)}</p>"
    red = Counter(hand.red)
    melds = ((meld.tiles, "hidden" if meld.concealed else "meld") for meld in hand.melds)
    won = (hand.winning,) if hand.winning else ()
    sets = "".join(
        _set(*part, red) for part in ((hand.concealed, ""), *melds, (hand.bonus, ""), (won, "won"))
    )
    return f'<p class="hand" aria-label="{_attribute(text)}">{sets}</p>'


def _set(tiles: tuple[str, ...], kind: str, red: Counter[str]) -> str:
    shown = []
    for tile in tiles:
        # Which of equal fives is red changes nothing: the first ones are, as in the notation.
        is_red = red[tile] > 0
        red[tile] -= is_red
        shown.append(f"0{tile[1:]}" if is_red else tile)
    pictures = "".join(f'<i class="t hu-t-{tile}"></i>' for tile in shown)
    return f'<span class="set {kind}">{pictures}</span>' if tiles else ""


def _sentence(doubt: Json) -> str:
    tile, why = doubt.get("tile"), str(doubt["why"])
    if "as_read" in doubt:
        differs = "; the score would differ" if doubt.get("matters") else ""
        return f"{why} (read as {doubt['as_read']}{differs})"
    return f"tile {tile + 1}: {why}" if isinstance(tile, int) else why


def _attribute(text: str) -> str:
    """Text for a quoted attribute; a browser would turn bare line ends into others."""
    return escape(text).replace("\n", "&#10;").replace("\r", "&#13;")
