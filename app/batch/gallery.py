"""``index.html``: every photo with its hand, score and doubts; works without a server and without scripts."""

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import IO, Final

from hu.app.batch.rows import Json, Row
from hu.app.tiles.svg import tile_style_sheet
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.lines import counted, one_line

_HERE: Final = Path(__file__).parent
_FILTERS: Final = (("all", "All"), ("check", "To check"), ("failed", "Not read or scored"), ("scored", "Scored"))


def write_gallery(rows: Iterable[Row], file: IO[str]) -> None:
    """Write the page of a batch, row by row.

    Args:
        rows: the results, in their order.
        file: where to; it stands beside the folders of overlays and thumbnails.
    """
    style = (_HERE / "gallery.css").read_text(encoding="utf-8") + tile_style_sheet()
    file.write(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Hu! photos</title><style>{style}</style></head><body>{_head()}<main>\n"
    )
    for row in rows:
        file.write("".join(_card(row)) + "\n")
    script = (_HERE / "gallery.js").read_text(encoding="utf-8")
    file.write(f"</main><script>{script}</script></body></html>\n")


def _head() -> str:
    filters = "".join(
        f'<label><input type="radio" name="show" value="{value}"{" checked" if value == "all" else ""}>{label}</label>'
        for value, label in _FILTERS
    )
    return (
        f"<header><h1><b>Hu!</b> photos</h1><fieldset><legend>Show</legend>{filters}</fieldset>"
        '<label><span class="away">Search</span><input type="search" placeholder="Name, hand or doubt"></label>'
        '<button disabled title="Then: hu batch --out (this folder) --corrections corrections.csv">'
        "Save corrections</button></header>"
    )


def _card(row: Row) -> Iterator[str]:
    states = {"check": row.check, "failed": bool(row.error), "scored": row.score is not None}
    classes = " ".join(state for state, holds in states.items() if holds)
    yield f'<article class="{classes}" data-photo="{_attribute(row.photo)}">'
    if row.read and row.read.thumbnail:
        picture = f'<img loading="lazy" src="{_attribute(row.read.thumbnail)}" alt="">'
        yield f'<a href="{_attribute(row.read.overlay)}">{picture}</a>'
    yield f'<div class="text"><h2>{escape(one_line(row.photo))}</h2>'
    if row.read:
        yield _hand(row.hand)
    yield _score(row)
    if row.error:
        # The heading has said the name.
        error = one_line(row.error).removeprefix(f"{one_line(row.photo)}: ")
        yield f'<p class="error">{escape(error)}</p>'
    if row.doubts:
        settled = "" if row.check else " settled"
        doubts = "".join(f"<li>{escape(_doubt(doubt))}</li>" for doubt in row.doubts)
        yield f'<ul class="doubts{settled}">{doubts}</ul>'
    if row.read:
        yield f'<label>Hand<input type="text" spellcheck="false" value="{_attribute(row.hand)}"></label>'
    yield "</div></article>"


def _hand(text: str) -> str:
    try:
        hand = Hand.from_text(text)
    except HuError:
        return f"<p>{escape(text)}</p>"
    return f'<p class="hand" aria-label="{_attribute(text)}">{"".join(_sets(hand))}</p>'


def _sets(hand: Hand) -> Iterator[str]:
    # Which of equal fives is red changes nothing: the first ones are, as in the notation.
    red = Counter(hand.red)
    yield _set(hand.concealed, red)
    for meld in hand.melds:
        yield _set(meld.tiles, red, "hidden" if meld.concealed else "meld")
    yield _set(hand.bonus, red)
    yield _set((hand.winning,) if hand.winning else (), red, "won")


def _set(tiles: tuple[str, ...], red: Counter[str], kind: str = "") -> str:
    shown = []
    for tile in tiles:
        is_red = red[tile] > 0
        red[tile] -= is_red
        shown.append(f"0{tile[1:]}" if is_red else tile)
    pictures = "".join(f'<i class="t hu-t-{tile}"></i>' for tile in shown)
    return f'<span class="set {kind}">{pictures}</span>' if tiles else ""


def _score(row: Row) -> str:
    if row.score is None:
        return ""
    shares = " ".join(f"{seat} {share:+d}" for seat, share in row.score.payments.items())
    details = escape(f"{row.score.limit} {shares}".strip())
    return f'<p class="score">{counted(row.score.points, "point")} <small>{details}</small></p>'


def _doubt(doubt: Json) -> str:
    tile, why = doubt.get("tile"), str(doubt["why"])
    if "as_read" in doubt:
        differs = "; the score would differ" if doubt.get("matters") else ""
        return f"{why} (read as {doubt['as_read']}{differs})"
    return f"tile {tile + 1}: {why}" if isinstance(tile, int) else why


def _attribute(text: str) -> str:
    """Text for a quoted attribute; a browser would turn bare line ends into others."""
    return escape(text).replace("\n", "&#10;").replace("\r", "&#13;")
