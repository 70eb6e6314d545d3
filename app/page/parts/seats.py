"""The part of a panel that shows the table as the players sit."""

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
        paid: whether it is paid to the player.
        spoken: the amount in words for screen readers. None for 0.
    """

    text: str
    paid: bool
    spoken: str | None


class SeatView(Struct, frozen=True, kw_only=True):
    """A player at the table.

    Attributes:
        seat: the seat.
        at: its place on the screen.
        face: the tile of its wind.
        label: the seat and the player's name.
        name: the player's name. In a hand without a game, the seat.
        won: whether the player won beside the first winner.
        points: the points of the player's hand, with their unit. None if they are unknown, or shown
            in the middle of the table.
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
    """The table as the players sit. Taps choose who won and who discarded.

    Attributes:
        winner: the seat of the winner. None before it is chosen.
        way: ``self-draw``, or the seat of the discarder. None before it is chosen.
        robbed: whether the winner robbed a quad.
        points: the winner's points, shown in the middle of the table. None if they are unknown, or
            if there are several winners.
        figure: these points as they are written. None without points.
        seats: the players in turn order.
        open: the next question. None without one.
        texts: the words of the section ``ask``, and the unit ``points``.
    """

    winner: str | None
    way: str | None
    robbed: bool
    points: int | None
    figure: str | None
    seats: tuple[SeatView, ...]
    open: str | None
    texts: Mapping[str, str]
