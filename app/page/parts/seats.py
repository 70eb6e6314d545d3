"""The part of a panel that shows the table with the players at their seats."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from hu.app.page.parts.panel import PanelPart

#: The place of a player on the screen.
TablePlace = Literal["bottom", "right", "top", "left"]


class SeatAmount(Struct, frozen=True):
    """The amount that a player gets or pays.

    Attributes:
        text: the amount with its sign.
        gain: whether the player gets it.
        spoken: the amount in words for screen readers. None for the amount 0.
    """

    text: str
    gain: bool
    spoken: str | None


class SeatView(Struct, frozen=True, kw_only=True):
    """A player at the table.

    Attributes:
        seat: the seat.
        at: its place on the screen.
        face: the code of the tile that shows its wind.
        label: the seat and the player's name.
        name: the player's name. Without a game, the name of the seat.
        won: whether the player won with the same discard as the winner.
        points: the points of the player's hand, with their unit. None if they are unknown, or if
            they are shown in the middle of the table.
        amount: the amount that the player gets or pays. None if it is unknown.
    """

    seat: str
    at: TablePlace
    face: str
    label: str
    name: str
    won: bool
    points: str | None
    amount: SeatAmount | None


class SeatsPart(PanelPart, frozen=True, kw_only=True, tag="seats"):
    """The table with the players at their seats. Taps choose who won and who discarded.

    Attributes:
        winner: the seat of the winner. None before the choice.
        way: ``self-draw``, or the seat of the discarder. None before the choice.
        robbed: whether the winner robbed a quad.
        points: the winner's points, which are shown in the middle of the table. None if they are
            unknown, or if there are several winners.
        figure: these points as text. None without points.
        seats: the players in turn order.
        open: the next open question, which is shown in the middle of the table. None without one.
        texts: the words of the section ``ask``. ``points`` is the unit of the points.
    """

    winner: str | None
    way: str | None
    robbed: bool
    points: int | None
    figure: str | None
    seats: tuple[SeatView, ...]
    open: str | None
    texts: Mapping[str, str]
