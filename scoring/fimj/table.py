"""A table at the end of a hand: who sits where, what everybody holds, who won and how."""

from dataclasses import dataclass, field
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.fimj.rules import DOUBLINGS
from hu.scoring.hand import SEATS, Hand, Win

_DOUBLINGS: Final[frozenset[str]] = frozenset(rule.id for rule in DOUBLINGS)
#: The limit that the booklet advises ("Limite").
LIMIT: Final = 1000


@dataclass(frozen=True, slots=True)
class Status:
    """An irregularity ("Irregolarità di gioco e relative penalità").

    Attributes:
        id: its name in the interface.
        italian: its name in the booklet.
        english: its name in English.
        counts: whether the player's own points count.
        out: whether the player is out of the hand.
        reason_italian: what follows from it, in Italian.
        reason_english: what follows from it, in English.
    """

    id: str
    italian: str
    english: str
    counts: bool
    out: bool
    reason_italian: str
    reason_english: str


_OUT: Final = (
    "escluso dalla mano: stecca a zero punti, paga il Mah-Jong e le stecche degli altri",
    "out of the hand: no points, pays the winner and the others' points",
)
#: The irregularities by name.
STATUSES: Final = {
    status.id: status
    for status in (
        Status("small-lord", "Piccolo signore", "Small lord", True, False,
               "12 pedine o meno: non può chiudere, i punti di stecca valgono",
               "12 tiles or fewer: cannot win, the points count"),
        Status("great-lord", "Grande signore", "Great lord", False, False,
               "14 pedine o più: non può chiudere, stecca a zero punti, paga il Mah-Jong e le stecche degli altri",
               "14 tiles or more: cannot win, no points, pays the winner and the others' points"),
        Status("false-win", "Mah-Jong falso", "False Mah-Jong", False, True, *_OUT),
        Status("false-richi", "Richi falso", "False richi", False, True, *_OUT),
        Status("fallen-rack", "Calo della stecca", "Fallen rack", False, True, *_OUT),
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Player:
    """One player at the end of a hand.

    Attributes:
        seat: the seat, one of ``SEATS``.
        hand: the tiles; None only for a player whose points do not count, or who is the last one left.
        win: how the player won; None for the others.
        status: the name of an irregularity, one of ``STATUSES``, or None.
    """

    seat: str
    hand: Hand | None
    win: Win | None = None
    status: str | None = None

    def __post_init__(self) -> None:
        if self.seat not in SEATS:
            raise InputError(f"{self.seat[:20]!r} is no seat; seats are E S W N")
        if self.status is not None and self.status not in STATUSES:
            known = ", ".join(STATUSES)
            raise InputError(f"{self.seat}: unknown status {self.status[:40]!r}; known are {known}")
        if self.win is not None and self.win.winner != self.seat:
            raise InputError(f"{self.seat}: the win is {self.win.winner[:20]}'s")

    @property
    def out(self) -> bool:
        """Whether the player is out of the hand."""
        return self.status is not None and STATUSES[self.status].out

    @property
    def counts(self) -> bool:
        """Whether the player's own points count."""
        return self.status is None or STATUSES[self.status].counts


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may agree on.

    Attributes:
        limit: what no total exceeds, before East's doubling; an even number (ruling 11).
        waive: doublings of the winners that do not count; in a tournament those forgotten when more than four had
            to be declared.
        settle_without_winner: whether differences are paid when nobody won (ruling 5).
    """

    limit: int = LIMIT
    waive: frozenset[str] = frozenset()
    settle_without_winner: bool = False

    def __post_init__(self) -> None:
        if self.limit < 2 or self.limit % 2:
            raise InputError(f"limit: {str(self.limit)[:20]} is no even number from 2 on")
        if unknown := self.waive - _DOUBLINGS:
            raise InputError(f"waive: {min(unknown)[:40]!r} is no doubling")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of three or four at the end of a hand.

    Attributes:
        round_wind: the wind of the round, one of ``SEATS``.
        players: the players, sorted in turn order; at a table of three the missing seat is the dead one.
        options: what the table has agreed on.
        winners: the players who won.
        last_left: the player whom all the others have left alone by their irregularities, nobody having won.

    Raises:
        InputError: the round wind is not a wind, a seat is taken twice, or there are not three or four players.
    """

    round_wind: str
    players: tuple[Player, ...]
    options: Options = field(default_factory=Options)
    winners: tuple[Player, ...] = field(init=False, repr=False, compare=False)
    last_left: Player | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.round_wind not in SEATS:
            raise InputError(f"round wind: {self.round_wind[:20]!r} is no wind; it is one of E S W N")
        seats = [player.seat for player in self.players]
        if twice := [seat for seat in SEATS if seats.count(seat) > 1]:
            raise InputError(f"{twice[0]}: sits at the table twice")
        if len(seats) not in (3, 4):
            raise InputError(f"{len(seats)} players at the table ({' '.join(seats)}); three or four play")
        players = tuple(sorted(self.players, key=lambda player: SEATS.index(player.seat)))
        winners = tuple(player for player in players if player.win is not None)
        left = [player for player in players if not player.out]
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "winners", winners)
        object.__setattr__(self, "last_left", left[0] if len(left) == 1 and not winners else None)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that are taken, in turn order."""
        return tuple([player.seat for player in self.players])

    @property
    def opener(self) -> str:
        """The seat that begins: East, or South where East is the dead seat."""
        return self.players[0].seat
