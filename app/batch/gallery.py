"""``index.html``: every photo with its hand, score and doubts.

The page needs no server. Without scripts it still shows its contents.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import IO, Final

from hu.app.batch.rows import BatchRow
from hu.app.records.doubt import Doubt
from hu.app.records.scores import ScoreRecord
from hu.app.records.words import reading_words
from hu.app.tiles.svg import tile_style_sheet
from hu.scoring.errors import HuError, one_line
from hu.scoring.hand import Hand, write_reds
from hu.scoring.lines import quantity

_HERE: Final = Path(__file__).parent
#: The filters of the page, each with its value and its label. A photo's card has these values as
#: classes, one for each filter that shows the card.
_FILTERS: Final = (
    ("all", "All"),
    ("check", "To check"),
    ("failed", "Not read or scored"),
    ("scored", "Scored"),
)
_SAVE_HINT: Final = "Then: hu batch --out (this folder) --corrections corrections.csv"


def write_gallery(rows: Iterable[BatchRow], file: IO[str]) -> None:
    """Write the page of a batch.

    Args:
        rows: in their order.
        file: gets the page. It must be beside the folders of overlays and thumbnails.
    """
    file.write(_head())
    for row in rows:
        for part in _card(row):
            file.write(part)
        file.write("\n")
    script = (_HERE / "gallery.js").read_text(encoding="utf-8")
    file.write(f"</main><script>{script}</script></body></html>\n")


def _head() -> str:
    """Return the page up to the first card."""
    style = (_HERE / "gallery.css").read_text(encoding="utf-8") + tile_style_sheet()
    filters = "".join(_filter(value, label) for value, label in _FILTERS)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Hu! photos</title><style>{style}</style></head><body>"
        f"<header><h1><b>Hu!</b> photos</h1><fieldset><legend>Show</legend>{filters}</fieldset>"
        '<label><span class="away">Search</span>'
        '<input type="search" placeholder="Name, hand or doubt"></label>'
        f'<button disabled title="{_SAVE_HINT}">'
        "Save corrections</button></header><main>\n"
    )


def _filter(value: str, label: str) -> str:
    checked = " checked" if value == "all" else ""
    return f'<label><input type="radio" name="show" value="{value}"{checked}>{label}</label>'


def _card(row: BatchRow) -> Iterator[str]:
    """Yield the parts of a photo's card."""
    yield f'<article class="{_card_classes(row)}" data-photo="{_attribute(row.photo)}">'
    if row.thumbnail:
        picture = f'<img loading="lazy" src="{_attribute(row.thumbnail)}" alt="">'
        yield f'<a href="{_attribute(row.overlay)}">{picture}</a>'
    yield f'<div class="text"><h2>{escape(one_line(row.photo))}</h2>'
    if row.size is not None:
        yield _hand(row.hand)
    if row.score is not None:
        yield _score(row.score)
    if row.error:
        # The heading has the name already.
        error = one_line(row.error).removeprefix(f"{one_line(row.photo)}: ")
        yield f'<p class="error">{escape(error)}</p>'
    remarks = [_question(doubt) for doubt in row.doubts]
    remarks += row.notes
    if remarks:
        list_class = "doubts" if row.check else "doubts settled"
        items = "".join(f"<li>{escape(remark)}</li>" for remark in remarks)
        yield f'<ul class="{list_class}">{items}</ul>'
    if row.size is not None:
        field = f'<input type="text" spellcheck="false" value="{_attribute(row.hand)}">'
        yield f"<label>Hand{field}</label>"
    yield "</div></article>"


def _card_classes(row: BatchRow) -> str:
    """Return the classes of a photo's card: the filters that show it, besides "all"."""
    classes = []
    if row.check:
        classes.append("check")
    if row.error:
        classes.append("failed")
    if row.score is not None:
        classes.append("scored")
    return " ".join(classes)


def _score(score: ScoreRecord) -> str:
    """Write the value of a hand, its limit, and the points that each seat receives."""
    unit, value = score.worth
    worth = f"{value} {unit}"
    if unit == "points":
        worth = quantity(value, "point")
    shares = " ".join(f"{seat} {share:+d}" for seat, share in score.shares.items())
    details = escape(f"{score.limit_name} {shares}".strip())
    return f'<p class="score">{worth} <small>{details}</small></p>'


def _question(doubt: Doubt) -> str:
    """Write a doubt as a sentence. Tiles are counted from 1."""
    words = reading_words("en")
    if doubt.as_read is not None:
        return words.doubt_as_read(doubt.why, doubt.as_read, changes_score=doubt.changes_score)
    if doubt.tile is not None:
        return f"{words.numbers([doubt.tile + 1])}: {doubt.why}"
    return doubt.why


def _hand(text: str) -> str:
    """Draw a hand, or write it if it is not a legal hand."""
    try:
        hand = Hand.from_text(text)
    except HuError:
        return f"<p>{escape(text)}</p>"
    melds = []
    for meld in hand.melds:
        kind = "hidden" if meld.concealed else "meld"
        melds.append(_tile_group(write_reds(meld.tiles, meld.red), kind))
    winning_tile = ""
    if hand.winning:
        winning_red = (hand.winning,) if hand.is_winning_red else ()
        winning_tile = _tile_group(write_reds((hand.winning,), winning_red), "won")
    standing_tiles = _tile_group(write_reds(hand.concealed, hand.concealed_red), kind="")
    groups = [standing_tiles, *melds, _tile_group(hand.bonus, kind=""), winning_tile]
    return f'<p class="hand" aria-label="{_attribute(text)}">{"".join(groups)}</p>'


def _tile_group(codes: Sequence[str], kind: str) -> str:
    """Draw tiles side by side.

    Args:
        codes: the codes of the faces, such as ``0m`` for a red five.
        kind: the CSS class of the group, or empty.
    """
    if not codes:
        return ""
    pictures = [f'<i class="t hu-t-{code}"></i>' for code in codes]
    return f'<span class="set {kind}">{"".join(pictures)}</span>'


def _attribute(text: str) -> str:
    """Escape text for a quoted attribute. A browser would change bare line ends."""
    return escape(text).replace("\n", "&#10;").replace("\r", "&#13;")
