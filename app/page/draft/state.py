"""What the page knows of one hand: its tiles, what the players answered. Frozen; saved as JSON after every change."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe
from typing import Final

from hu.app.codec import decode_json, encode_json
from hu.app.ledger.values import Option
from hu.app.page.draft.editing.history import History
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names, rule_set

#: Characters of the longest draft that is written or read. Four full racks with all their steps have 270,000.
_LONGEST: Final = 500_000
#: Page loads of one browser that may still send events: its tabs.
_MOST_LOADS: Final = 8
#: An answer to a rule set's own question; tiles and seats are a tuple.
Said = tuple[str, ...] | int | str
#: In place of a seat: nobody discarded the winning tile before; as the winner: the hand was drawn.
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class Rack:
    """One player's tiles."""

    history: History = field(default_factory=History)  # the hand in work
    photo: str | None = (
        None  # the name of its photo in the photo store; None for tiles that were tapped in
    )
    status: str | None = None  # the irregularity that the player committed, if any
    points: int | None = None  # the points, where the players have counted them themselves


@dataclass(frozen=True, slots=True)
class Claim:
    """How a player won."""

    win: str | None = None  # one of ``hu.scoring.hand.WINS``; None while it has not been said
    source: str | None = None  # the discarder or the robbed player
    circumstances: frozenset[str] = frozenset()  # the rule set's names


@dataclass(frozen=True, slots=True)
class Draft:
    """One hand on its way from the photo to the sheet."""

    rules: str = DEFAULT_RULES
    options: Mapping[str, Option] = field(default_factory=dict)
    rack: Rack = field(default_factory=Rack)  # the winner's tiles
    winner: str | None = (
        None  # the winner's seat; ``NOBODY`` for a drawn hand, whose racks may have to be settled
    )
    claim: Claim = Claim()  # how it was won
    # The seat that first discarded the winning tile since the winner's last discard, or ``NOBODY``; None while it has
    # not been asked.
    earlier: str | None = None
    round_wind: str | None = None
    others: Mapping[str, Rack] = field(default_factory=dict)  # the other players' tiles, by seat
    claims: Mapping[str, Claim] = field(
        default_factory=dict
    )  # how other players won with the same discard, by seat
    waived: frozenset[str] = frozenset()  # patterns that the winner forgot to declare, by name
    seats: tuple[str, ...] = SEATS
    # Each player's seat when the answers were given, in the game's order of players; None for one who sat out; empty
    # without a game. Seats pass on when a hand is saved: the answers are about these players.
    seating: tuple[str | None, ...] = ()
    entry: int = 0  # the ledger's number of the hand that is being changed; 0 for a new one
    known: int = 0  # how many entries the sheet had when this hand was begun, so that no hand is saved by two browsers
    version: int = 0  # the version of the saved hand that is being changed; 0 for a new one
    # The answers to the rule set's own questions, by their ids; seats are a tuple.
    asked: Mapping[str, Said] = field(default_factory=dict)
    token: str = (
        ""  # names this hand, so that it is put on the sheet once however often that is asked for
    )
    # The number of the last event taken in, by page load; written with what the event changed, so that no restart
    # repeats one.
    taken: Mapping[str, int] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether nothing has been read or tapped yet."""
        return (
            not self.drawn
            and not self.rack.history.now.groups
            and not self.rack.history.steps
            and self.rack.photo is None
        )

    @property
    def drawn(self) -> bool:
        """Whether nobody won."""
        return self.winner == NOBODY


def new_token() -> str:
    """Name a hand; nobody else makes the same name."""
    return token_urlsafe(9)


def with_winner(draft: Draft, seat: str | None) -> Draft:
    """Say who won; answers that no longer fit are forgotten."""
    if seat == draft.winner:
        return draft
    others = {other: rack for other, rack in draft.others.items() if other != seat}
    claims = {other: claim for other, claim in draft.claims.items() if other != seat}
    told = replace(draft, winner=seat, claim=Claim(), earlier=None, others=others, claims=claims)
    return replace(told, waived=frozenset())


def with_claim(draft: Draft, win: str | None, source: str | None = None) -> Draft:
    """Say how it was won; circumstances and other winners of another way are forgotten."""
    if (win, source) == (draft.claim.win, draft.claim.source):
        return draft
    return replace(draft, claim=Claim(win, source), earlier=None, claims={})


def with_rack(draft: Draft, seat: str | None, rack: Rack) -> Draft:
    """Replace a player's tiles; ``seat`` None is the winner's rack."""
    if seat is None:
        return replace(draft, rack=rack)
    return replace(draft, others={**draft.others, seat: rack})


def reseat(draft: Draft, seating: tuple[str | None, ...], round_wind: str | None) -> Draft:
    """Give every player of a draft the seat of another seating: answers stay with the players, not with the winds."""
    moved = replace(
        draft,
        round_wind=round_wind,
        seats=tuple(seat for seat in SEATS if seat in seating),
        seating=seating,
    )
    if not draft.seating or draft.seating == seating:
        return moved
    seats = dict(zip(draft.seating, seating, strict=True))

    def new(seat: str | None) -> str | None:
        return seat if seat is None or seat == NOBODY else seats.get(seat)

    claims = {
        new(seat): replace(claim, source=new(claim.source)) for seat, claim in draft.claims.items()
    }
    others = {new(seat): rack for seat, rack in draft.others.items()}
    asked = {**draft.asked}
    for question in rule_set(draft.rules).questions if draft.rules in rule_names() else ():
        if question.kind in ("seat", "seats") and (said := asked.get(question.id)) is not None:
            now = tuple(
                filter(None, map(new, map(str, said if isinstance(said, tuple) else (said,))))
            )
            asked[question.id] = now if isinstance(said, tuple) else "".join(now)
    return replace(
        moved,
        asked=asked,
        winner=new(draft.winner),
        claim=replace(draft.claim, source=new(draft.claim.source)),
        earlier=new(draft.earlier),
        others={seat: rack for seat, rack in others.items() if seat},
        claims={seat: claim for seat, claim in claims.items() if seat},
    )


def with_taken(draft: Draft, taken: Mapping[str, int]) -> Draft:
    """Note events as taken in; numbers of earlier ones change nothing, and the oldest page loads are forgotten."""
    latest = {load: max(number, draft.taken.get(load, 0)) for load, number in taken.items()}
    known = {load: number for load, number in draft.taken.items() if load not in latest} | latest
    return replace(draft, taken=dict(list(known.items())[-_MOST_LOADS:]))


def without_steps(draft: Draft) -> Draft:
    """The hand as it goes on the sheet: what was tapped on the way is not kept."""
    for seat, rack in ((None, draft.rack), *draft.others.items()):
        draft = with_rack(draft, seat, replace(rack, history=History(rack.history.now)))
    return replace(draft, taken={})


def draft_to_json(draft: Draft) -> str:
    """Write a draft.

    Raises:
        InputError: it is longer than any hand, or a text in it is no valid Unicode.
    """
    content = encode_json(draft).decode()
    if len(content) > _LONGEST:
        raise InputError(
            f"a hand in work has at most {_LONGEST} characters, this one {len(content)}"
        )
    return content


def draft_from_json(content: str) -> Draft:
    """Read what ``draft_to_json`` wrote.

    Raises:
        InputError: it is something else.
    """
    return decode_json(content, Draft, most=_LONGEST)
