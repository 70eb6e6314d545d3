"""The part of a panel that shows the score sheet as a table."""

from msgspec import Struct

from hu.app.page.parts.panel import PanelPart


class SheetCell(Struct, frozen=True, omit_defaults=True):
    """An amount of a player.

    Attributes:
        text: the amount.
        marks: ``is-winner`` if the player won the hand.
        east: the name of the seat East if the player sat there.
        fault: the fault for which the player pays, such as chombo.
    """

    text: str
    marks: str = ""
    east: str | None = None
    fault: str | None = None


class SheetRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of the sheet.

    Attributes:
        kind: ``won``, ``drawn`` or ``payment`` for an entry, ``round`` for the total of a round and
            for the points at the start, ``total`` for the grand total.
        name: the text of its first cell.
        cells: a cell for each player.
        id: the number of the entry that a tap on ``name`` opens. 0 for a total.
        label: the name of that entry for screen readers.
    """

    kind: str
    name: str
    cells: tuple[SheetCell, ...]
    id: int = 0
    label: str = ""


class SheetPart(PanelPart, frozen=True, kw_only=True, tag="sheet"):
    """The score sheet.

    Attributes:
        title: names the table to screen readers.
        corner: the heading of the first column.
        names: the names of the players, which are the headings of the other columns.
        rows: the rows.
    """

    title: str
    corner: str
    names: tuple[str, ...]
    rows: tuple[SheetRow, ...]
