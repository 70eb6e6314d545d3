"""What ``import hu`` offers: hands and tables to points, photos to hands, values to JSON and back."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hu.app.codec import decode_json
from hu.scoring.answers.fields import Fields
from hu.scoring.answers.from_json import check_deal, check_options, read_deal
from hu.scoring.answers.to_json import write_deal
from hu.scoring.answers.value import Answers
from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.options import OptionValue
from hu.scoring.patterns import ScoreItem
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import Problem
from hu.scoring.problems import find_problems as general_problems
from hu.scoring.requests import answer_deal
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names, rule_set
from hu.scoring.waits import Waits
from hu.scoring.waits import find_waits as waits_of

if TYPE_CHECKING:
    from hu.app.reading.model import PhotoReading, UnreadPhoto
    from hu.vision.reader import Reader

__all__ = [
    "Hand",
    "PhotoRecord",
    "Request",
    "ScoredDeal",
    "from_json",
    "problems",
    "read_photo",
    "read_photos",
    "score",
    "score_table",
    "to_json",
    "waits",
]

_UNKNOWN: Final = Player()


def draw_in_notebooks() -> None:
    """Have notebooks draw hands as tiles; they have imported IPython long before."""
    if (ipython := sys.modules.get("IPython")) and (shell := ipython.get_ipython()):
        from hu.app.tiles.drawing import hand_html  # noqa: PLC0415  # only notebooks draw

        shell.display_formatter.formatters["text/html"].for_type(Hand, hand_html)


draw_in_notebooks()


@dataclass(frozen=True, slots=True)
class Request:
    """A deal to be scored, as ``hu hands`` takes it.

    Attributes:
        rules: the name of the rule set.
        deal: who held what, who won and how.
        id: what to call it in the answer.
    """

    rules: str
    deal: Deal
    id: str | int | None = None


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """What a deal is worth.

    Attributes:
        request: what was scored.
        score: every player's points, and the payments.
    """

    request: Request = field(repr=False)
    score: DealScore

    @property
    def winner(self) -> PlayerScore | None:
        """The winner's score, of several winners' the first in turn order; None when nobody won."""
        return next((self.score.players[seat] for seat in self.request.deal.winners), None)

    @property
    def points(self) -> int:
        """The winner's points; 0 when nobody won."""
        return self.winner.points if self.winner else 0

    @property
    def patterns(self) -> tuple[ScoreItem, ...]:
        """What the winner's points come from."""
        return self.winner.items if self.winner else ()

    @property
    def reading(self) -> str:
        """The winner's hand as it was counted, in the notation."""
        return self.winner.reading if self.winner else ""

    @property
    def payments(self) -> Mapping[str, int] | None:
        """What each seat receives (negative: pays); None while hands that decide are unknown."""
        return self.score.payments


@dataclass(frozen=True, slots=True)
class PhotoRecord:
    """A photo as a line of ``hu read --json`` or of a batch's results holds it.

    Attributes:
        photo: its name.
        hand: the hand that was read; None when the photo could not be read.
        tiles: every tile seen, in reading order.
        doubts: what is in doubt, in English.
        error: why it could not be read or scored; empty otherwise.
    """

    photo: str
    hand: Hand | None
    tiles: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    error: str = ""


def score(
    hand: Hand,
    win: Win,
    rules: str = DEFAULT_RULES,
    *,
    options: Mapping[str, OptionValue] | None = None,
    round_wind: str | None = None,
) -> ScoredDeal:
    """Score a winning hand.

    >>> import hu
    >>> scored = hu.score(hu.Hand.from_text("234m 567m 55s [777z] 13p +2p"), hu.Win("S", "discard", "W"))
    >>> scored.points, scored.payments
    (10, {'E': -10, 'S': 30, 'W': -10, 'N': -10})
    >>> [item.pattern.names["en"] for item in scored.patterns]
    ['Value Honor']

    Args:
        hand: the hand, with its winning tile.
        win: who won and how.
        rules: the name of a rule set.
        options: what the table has agreed on.
        round_wind: the wind of the round, in rules that have one.

    Returns:
        The points and payments; the latter are None where they depend on the other players' hands.

    Raises:
        InvalidHandError: the hand does not win, or the win contradicts it; every problem is listed.
        InputError: no such rule set, or an option or the round wind has no valid value.
    """
    return score_table(_deal(hand, win, options, round_wind), rules)


def score_table(deal: Deal, rules: str | None = None) -> ScoredDeal:
    """Score every player's hand at a table and settle the payments.

    >>> import hu
    >>> players = {
    ...     "E": hu.Player(hu.Hand.from_text("[222p] 55z 789s 1m 4m 7p 9p 9p 1f")),
    ...     "S": hu.Player(hu.Hand.from_text("111z 555p 234m 678s 9m +9m"), hu.Win("S", "self-draw")),
    ...     "W": hu.Player(hu.Hand.from_text("[333z] 234p 6s 6s 6s 1m 4m 7p 8p")),
    ...     "N": hu.Player(hu.Hand.from_text("123456m 19p 2255s 4z")),
    ... }
    >>> hu.score_table(hu.Deal(players, round_wind="E")).payments
    {'E': -230, 'S': 520, 'W': -110, 'N': -180}

    Args:
        deal: who held what, who won and how.
        rules: the name of a rule set; None for the first one that scores every hand.

    Raises:
        InvalidHandError: something is wrong at the table; every problem is listed.
        InputError: no such rule set, or an option or the round wind has no valid value.
    """
    name = rules or next(
        (name for name in rule_names() if rule_set(name).scores_every_hand), DEFAULT_RULES
    )
    chosen = rule_set(name)
    deal = check_deal(deal, chosen)
    return ScoredDeal(Request(name, deal), chosen.score(deal))


def problems(
    hand: Hand, win: Win | None = None, rules: str = DEFAULT_RULES, *, round_wind: str | None = None
) -> tuple[Problem, ...]:
    """Find everything that is wrong with a hand, and with the win if one is given.

    >>> import hu
    >>> for problem in hu.problems(hu.Hand.from_text("123m 456p 789s 12z [777z]")):
    ...     print(problem.id, "-", problem.text.split(" (")[0])
    tile-count - 14 tiles where 13 are needed

    Args:
        hand: the hand.
        win: who won and how; without it only the tiles are checked, by what holds in any rules.
        rules: the name of a rule set.
        round_wind: the wind of the round, in rules that have one.

    Returns:
        The problems; empty for a hand without fault.
    """
    if win is None:
        return general_problems(hand)
    chosen = rule_set(rules)
    return chosen.problems(check_deal(_deal(hand, win, None, round_wind), chosen))


def waits(
    hand: Hand,
    rules: str = DEFAULT_RULES,
    *,
    winner: str | None = None,
    round_wind: str | None = None,
    circumstances: Iterable[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    seen: Iterable[str] = (),
) -> Waits:
    """Find what 13 tiles wait for and what each tile is worth; of 14, what to discard.

    >>> import hu
    >>> found = hu.waits(hu.Hand.from_text("123m 456p 789s 11z 56s"), seen=["4s"])
    >>> [(wait.tile, wait.left, wait.discard.points) for wait in found.waits]
    [('4s', 3, 10), ('7s', 3, 10)]
    >>> hu.waits(hu.Hand.from_text("123m 3456p 578s 1122z")).discards[0].accepts
    ('6s', '9s', '1z', '2z')

    Args:
        hand: the hand; a quad counts as three tiles.
        rules: the name of a rule set.
        winner: the player's seat; points that depend on it are None without.
        round_wind: the wind of the round, likewise.
        circumstances: what accompanies the win, such as ``last-tile``.
        options: what the table has agreed on.
        seen: other tiles that lie open.

    Raises:
        InvalidHandError: neither 13 nor 14 tiles, five copies of one, an illegal set.
        InputError: no such rule set, or an option has no valid value.
    """
    chosen = rule_set(rules)
    agreed = check_options(options or {}, chosen)
    answers = Answers(
        winner, circumstances=frozenset(circumstances), round_wind=round_wind, options=agreed
    )
    return waits_of(chosen, hand, answers, tuple(seen))


def _deal(
    hand: Hand, win: Win, options: Mapping[str, OptionValue] | None, round_wind: str | None
) -> Deal:
    players = dict.fromkeys(SEATS, _UNKNOWN) | {win.winner: Player(hand, win)}
    return Deal(players, round_wind, options or {})


def read_photo(
    path: str | Path,
    rules: str = DEFAULT_RULES,
    set: str | None = None,  # noqa: A002
) -> "PhotoReading":
    """Read the hand in a photo.

    >>> import hu
    >>> reading = hu.read_photo("datasets/samples/images/hand.jpg")
    >>> str(reading.hand)
    '234567m 13p 55s [777z] 1f +2p'

    Args:
        path: the photo: JPEG, PNG, WebP or HEIC.
        rules: the name of the rule set that is played; a sideways tile means different things.
        set: the name of a tile set that was taught.

    Raises:
        PhotoError: it cannot be decoded.
        TileSetError: no set has this name.
        WeightsError: the networks cannot be loaded.
    """
    from hu.app.reading import read  # noqa: PLC0415  # scoring needs no networks

    return read.read_photo(Path(path), _reader(set), rules)


def read_photos(
    paths: Iterable[str | Path],
    rules: str = DEFAULT_RULES,
    set: str | None = None,  # noqa: A002
) -> "Iterator[PhotoReading | UnreadPhoto]":
    """Read photos one after the other; one that cannot be read yields why, and the others are still read.

    >>> import hu
    >>> [type(reading).__name__ for reading in hu.read_photos(["datasets/samples/images/hand.jpg", "none.jpg"])]
    ['PhotoReading', 'UnreadPhoto']

    Raises:
        InputError: a single path was given, or no rule set has this name.
        TileSetError: no set has this name.
    """
    if isinstance(paths, str | Path):
        raise InputError(
            f"read_photos takes a list of paths; for one photo did you mean read_photo({str(paths)!r})?"
        )
    rule_set(rules)
    from hu.app.reading import read  # noqa: PLC0415

    return read.read_photos(map(Path, paths), _reader(set), rules)


def _reader(set_name: str | None) -> "Reader | None":
    """A reader that knows a taught set; None for the usual one."""
    if set_name is None:
        return None
    from hu.app.sets.store import TileSetStore  # noqa: PLC0415
    from hu.vision.reader import Reader  # noqa: PLC0415

    return Reader(tile_set=TileSetStore.default().load(set_name))


def to_json(value: "Hand | Request | ScoredDeal | PhotoReading", *, explain: bool = False) -> str:
    """Write a value in the formats that the commands read and print.

    >>> import hu
    >>> win = hu.Win("S", "self-draw")
    >>> deal = hu.score(hu.Hand.from_text("234m 567m 55s [777z] 13p +2p"), win)
    >>> hu.to_json(deal.request)
    '{"rules": "zung-jung", "hand": "234567m 13p 55s [777z] +2p", "winner": "S", "win": "self-draw"}'
    >>> hu.to_json(deal)[:22]
    '{"points": 10, "limit"'

    Args:
        value: a hand (its notation as a JSON text), a request or an answer of ``hu hands``, or a photo that was
            read (an object of ``hu read --json``).
        explain: whether an answer has names and reasons.
    """
    return json.dumps(_as_json(value, explain=explain), ensure_ascii=False)


def _as_json(value: "Hand | Request | ScoredDeal | PhotoReading", *, explain: bool) -> object:
    if isinstance(value, Hand):
        return str(value)
    if isinstance(value, Request):
        head = {} if value.id is None else {"id": value.id}
        return {**head, "rules": value.rules, **write_deal(value.deal, rule_set(value.rules))}
    if isinstance(value, ScoredDeal):
        request = value.request
        head = {} if request.id is None else {"id": request.id}
        return {**head, **answer_deal(request.deal, rule_set(request.rules), explain=explain)}
    from hu.app.reading.as_json import photo_to_json  # noqa: PLC0415

    return photo_to_json(value)


#: Characters of the longest text that ``from_json`` reads; a photo's line is far below.
_LONGEST_JSON: Final = 5_000_000


def from_json(text: str) -> Hand | Request | PhotoRecord:
    """Read a hand, a request of ``hu hands``, or a photo's line of ``hu read --json``.

    >>> import hu
    >>> hu.from_json('{"rules": "zung-jung", "hand": "55s +5s", "winner": "S", "win": "self-draw"}').rules
    'zung-jung'
    >>> hu.from_json('{"photo": "a.jpg", "hand": "123m", "tiles": [], "doubts": []}')
    PhotoRecord(photo='a.jpg', hand=Hand(concealed=('1m', '2m', '3m'), melds=(), bonus=(), winning=None, red=()), \
tiles=(), doubts=(), error='')

    Raises:
        InputError: it is in no such format; the message says what is wrong and where.
    """
    value: Any = decode_json(text, object, most=_LONGEST_JSON)
    if isinstance(value, str):
        return Hand.from_text(value)
    if not isinstance(value, dict):
        raise InputError("not a hand, a request or a photo: a JSON text or object was expected")
    return _photo(Fields(value)) if "photo" in value else _request(value)


def _request(value: Mapping[str, object]) -> Request:
    fields = Fields(value)
    rules, identity = fields.text("rules"), value.get("id")
    return Request(
        rules,
        read_deal(fields, rule_set(rules)),
        identity if isinstance(identity, str | int) else None,
    )


def _photo(fields: Fields) -> PhotoRecord:
    hand = fields.optional_text("hand")
    tiles = tuple(tile.text("tile") for tile in fields.objects("tiles"))
    doubts = tuple(doubt.text("why") for doubt in fields.objects("doubts"))
    error = fields.optional_text("error") or ""
    return PhotoRecord(
        fields.text("photo"), None if hand is None else Hand.from_text(hand), tiles, doubts, error
    )
