"""The interface of ``import hu``.

It scores hands and tables, reads photos, and writes values as JSON and reads them back.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import UNSET, structs

from hu.app.records.photo import FaceRecord, PhotoLineRecord, QuestionOfPhoto
from hu.app.records.rule_sets import rule_set_record
from hu.app.records.schema import Record, record_from_json, record_to_json, value_from_json
from hu.app.records.scores import ScoreRecord, make_problem_record, make_score_record
from hu.app.records.waits import WaitsRecord, make_waits_record
from hu.scoring.answers.from_json import check_deal, check_options, read_deal
from hu.scoring.answers.names import seat_of
from hu.scoring.answers.to_json import write_deal
from hu.scoring.answers.value import Answers
from hu.scoring.arguments import check_names, check_texts, check_type
from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.json_object import JsonObject
from hu.scoring.lines import json_line
from hu.scoring.options import OptionValue
from hu.scoring.patterns import ScoreItem
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import Problem
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names, rule_set
from hu.scoring.tiles import in_order
from hu.scoring.waits import Waits, find_waits

if TYPE_CHECKING:
    from hu.app.reading.model import PhotoReading, UnreadPhoto
    from hu.app.records.reading import Reading
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
    "score_points",
    "score_table",
    "to_json",
    "waits",
]


def draw_in_notebooks() -> None:
    """Let notebooks draw hands as tiles. A notebook has imported IPython before this module."""
    ipython = sys.modules.get("IPython")
    if ipython is None:
        return
    shell = ipython.get_ipython()
    if shell is None:
        return
    from hu.app.tiles.drawing import hand_html  # noqa: PLC0415  # only notebooks draw

    shell.display_formatter.formatters["text/html"].for_type(Hand, hand_html)


draw_in_notebooks()


@dataclass(frozen=True, slots=True)
class Request:
    """A deal to be scored, as ``hu hands`` takes it.

    Attributes:
        rules: the name of the rule set.
        deal: who held what, who won and how.
        id: the request's name in the answer.
    """

    rules: str
    deal: Deal
    id: str | int | None = None


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal with its score.

    Attributes:
        request: the deal.
        score: every player's points, and the payments.
    """

    request: Request = field(repr=False)
    score: DealScore

    @property
    def winner(self) -> PlayerScore | None:
        """The winner's score, or None if nobody won.

        Of several winners it is the first in turn order, which begins with East. The order of the
        players in the deal that was scored does not count.
        """
        winning_seats = list(self.request.deal.winners)
        if not winning_seats:
            return None
        return self.score.players[winning_seats[0]]

    @property
    def points(self) -> int:
        """The winner's points. 0 if nobody won."""
        return self.winner.points if self.winner else 0

    @property
    def patterns(self) -> tuple[ScoreItem, ...]:
        """The parts of the winner's points. Empty if nobody won."""
        return self.winner.items if self.winner else ()

    @property
    def reading(self) -> str:
        """The winner's hand as it was counted, in the notation. Empty if nobody won."""
        return self.winner.arrangement if self.winner else ""

    @property
    def payments(self) -> Mapping[str, int] | None:
        """Each seat's gain, negative if it pays. None while a hand that counts is unknown."""
        return self.score.payments


@dataclass(frozen=True, slots=True)
class PhotoRecord:
    """A photo as a line of ``hu read --json`` or of a batch's results holds it.

    Attributes:
        photo: its name.
        hand: the hand that was read, or None if the photo could not be read.
        tiles: every tile, those of the hand first and in reading order.
        doubts: what is in doubt, in English.
        error: why the photo could not be read or scored, or empty.
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
    >>> hand = hu.Hand.from_text("234m 567m 55s [777z] 13p +2p")
    >>> scored = hu.score(hand, hu.Win("S", "discard", "W"))
    >>> scored.points, scored.payments
    (10, {'E': -10, 'S': 30, 'W': -10, 'N': -10})
    >>> [item.pattern.names["en"] for item in scored.patterns]
    ['Value Honor']

    Args:
        hand: the hand, with its winning tile.
        win: who won and how.
        rules: the name of a rule set.
        options: the table's options.
        round_wind: the wind of the round, in rules that have one.

    Returns:
        The points and payments. Payments are None if they depend on the other players' hands.

    Raises:
        InvalidHandError: the hand does not win, or the win contradicts it. Every problem is listed.
        InputError: no such rule set, or an option or the round wind has no valid value.
        TypeError: an argument has another type.
    """
    check_type("hand", hand, Hand)
    check_type("win", win, Win)
    deal = _deal(hand, win, rule_set(rules), options, round_wind)
    return score_table(deal, rules)


def score_table(deal: Deal, rules: str | None = None) -> ScoredDeal:
    """Score every player's hand at a table and settle the payments.

    >>> import hu
    >>> players = {
    ...     "E": hu.Player(hu.Hand.from_text("[222p] 55z 789s 1m 4m 7p 9p 9p 1f")),
    ...     "S": hu.Player(
    ...         hu.Hand.from_text("111z 555p 234m 678s 9m +9m"), hu.Win("S", "self-draw")
    ...     ),
    ...     "W": hu.Player(hu.Hand.from_text("[333z] 234p 6s 6s 6s 1m 4m 7p 8p")),
    ...     "N": hu.Player(hu.Hand.from_text("123456m 19p 2255s 4z")),
    ... }
    >>> hu.score_table(hu.Deal(players, round_wind="E")).payments
    {'E': -230, 'S': 520, 'W': -110, 'N': -180}

    Args:
        deal: who held what, who won and how.
        rules: the name of a rule set. None means the first rule set that scores every hand.

    Returns:
        The points of every player, and the payments.

    Raises:
        InvalidHandError: something is wrong at the table. Every problem is listed.
        InputError: no such rule set, or an option or the round wind has no valid value.
        TypeError: an argument, or a value in the deal, has another type.
    """
    _check_deal_types(deal)
    if rules is None:
        rules = _first_rules_for_tables()
    chosen_rules = rule_set(rules)
    deal = check_deal(deal, chosen_rules)
    return ScoredDeal(Request(chosen_rules.name, deal), chosen_rules.score(deal))


def score_points(
    win: Win,
    rules: str = DEFAULT_RULES,
    *,
    options: Mapping[str, OptionValue] | None = None,
    **figures: int | str,
) -> ScoredDeal:
    """Score a winning hand by its points, without its tiles.

    >>> import hu
    >>> win = hu.Win("S", "discard", "W")
    >>> hu.score_points(win, "riichi", han=3, fu=40).payments
    {'E': 0, 'S': 5200, 'W': -5200, 'N': 0}
    >>> hu.score_points(hu.Win("E", "self-draw"), "riichi", limit="mangan").points
    12000
    >>> hu.score_points(win, "hong-kong", faan=5).payments
    {'E': -24, 'S': 96, 'W': -48, 'N': -24}

    Args:
        win: who won and how.
        rules: the name of a rule set.
        options: the table's options.
        figures: the figures that the rule set takes: ``han`` and ``fu`` or ``limit``, ``faan``,
            ``fan``, ``tai`` or ``points``.

    Returns:
        The points and payments.

    Raises:
        InvalidHandError: the win contradicts itself.
        InputError: no such rule set, option or figure, or no hand has these figures.
        TypeError: an argument has another type.
    """
    check_type("win", win, Win)
    chosen_rules = rule_set(rules)
    if not figures:
        names = ", ".join(figure.id for figure in chosen_rules.figures)
        raise InputError(f"figures are missing; {chosen_rules.name} takes {names or 'tiles alone'}")
    players = {seat: Player() for seat in chosen_rules.seats}
    players[seat_of(win.winner)] = Player(win=win)
    checked_options = _check_options(options, chosen_rules)
    return score_table(Deal(players, options=checked_options, entered=figures), rules)


def _first_rules_for_tables() -> str:
    """Return the name of the first rule set that scores every hand, or else of the default."""
    for name in rule_names():
        if rule_set(name).scores_every_hand:
            return name
    return DEFAULT_RULES


def problems(
    hand: Hand,
    win: Win | None = None,
    rules: str = DEFAULT_RULES,
    *,
    options: Mapping[str, OptionValue] | None = None,
    round_wind: str | None = None,
) -> tuple[Problem, ...]:
    """Find everything that is wrong with a hand, and with the win if one is given.

    >>> import hu
    >>> for problem in hu.problems(hu.Hand.from_text("123m 456p 789s 12z [777z]")):
    ...     print(problem.id, "-", problem.text.split(" (")[0])
    tile-count - 14 tiles where 13 are needed

    Args:
        hand: the hand.
        win: who won and how. Without it only the tiles are checked.
        rules: the name of a rule set.
        options: the table's options.
        round_wind: the wind of the round, in rules that have one.

    Returns:
        The problems. Empty for a hand without fault.

    Raises:
        InputError: no such rule set, or an option or the round wind has no valid value.
        TypeError: an argument has another type.
    """
    check_type("hand", hand, Hand)
    check_type("win", win, Win, type(None))
    chosen_rules = rule_set(rules)
    if win is None:
        return chosen_rules.hand_problems(hand, _check_options(options, chosen_rules))
    deal = _deal(hand, win, chosen_rules, options, round_wind)
    return chosen_rules.problems(check_deal(deal, chosen_rules))


def waits(
    hand: Hand,
    rules: str = DEFAULT_RULES,
    *,
    winner: str | None = None,
    round_wind: str | None = None,
    circumstances: str | Iterable[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    seen: str | Iterable[str] = (),
) -> Waits:
    """Find what a hand waits for and what each tile is worth, or what to discard.

    >>> import hu
    >>> found = hu.waits(hu.Hand.from_text("123m 456p 789s 11z 56s"), seen=["4s"])
    >>> [(wait.tile, wait.left, wait.discard.points) for wait in found.waits]
    [('4s', 3, 10), ('7s', 3, 10)]
    >>> hu.waits(hu.Hand.from_text("123m 3456p 578s 1122z")).discards[0].accepts
    ('6s', '9s', '1z', '2z')

    Args:
        hand: the hand. A quad counts as three tiles.
        rules: the name of a rule set.
        winner: the player's seat. Without it, points that depend on it are None.
        round_wind: the wind of the round. Without it, points that depend on it are None.
        circumstances: of the win, such as ``last-tile``.
        options: the table's options.
        seen: other tiles that are visible, as a list or in the notation.

    Returns:
        The tiles that complete the hand, those that bring it nearer, or the discards.

    Raises:
        InvalidHandError: a wrong number of tiles, five copies of a tile, an illegal meld.
        InputError: no such rule set, or an option or a seat has no valid value.
        TypeError: an argument has another type.
    """
    check_type("hand", hand, Hand)
    chosen_rules = rule_set(rules)
    if isinstance(seen, str):
        visible_tiles = Hand.from_text(seen).tiles
    else:
        visible_tiles = in_order(check_texts("seen", seen))
    answers = Answers(
        winner=_check_seat("winner", winner, chosen_rules),
        circumstances=frozenset(check_texts("circumstances", circumstances)),
        round_wind=_check_seat("round_wind", round_wind, chosen_rules),
        options=_check_options(options, chosen_rules),
        seats=chosen_rules.seats,
    )
    return find_waits(chosen_rules, hand, answers, visible_tiles)


def _check_seat(argument: str, name: str | None, rules: RuleSet) -> str | None:
    """Return the seat that an argument names. None if the argument is None.

    Args:
        argument: the name of the argument, ``winner`` or ``round_wind``.
        name: the value of the argument.
        rules: the rule set.

    Raises:
        InputError: it names no seat that the argument can have.
        TypeError: it is no text.
    """
    check_type(argument, name, str, type(None))
    if name is None:
        return None
    seat = seat_of(name)
    # A round can have the wind of an absent player.
    seats = SEATS if argument == "round_wind" else rules.seats
    if seat not in seats:
        raise InputError(f"{argument}: {name[:20]!r} is no seat; seats are {' '.join(seats)}")
    return seat


def _check_options(
    options: Mapping[str, OptionValue] | None, rules: RuleSet
) -> Mapping[str, OptionValue]:
    """Check the options that a caller gave for a table, as ``check_options`` does.

    Args:
        options: the options by name. None means no options.
        rules: the rule set.

    Raises:
        InputError: an option or a value of it does not exist.
        TypeError: they are no mapping.
    """
    if options is None:
        return {}
    return check_options(check_names("options", options), rules)


def _check_deal_types(deal: Deal) -> None:
    """Check the types of the values in a deal.

    Raises:
        TypeError: a value has another type.
    """
    check_type("deal", deal, Deal)
    for seat, player in check_names("players", deal.players).items():
        check_type(f"players[{seat!r}]", player, Player)
        check_type(f"players[{seat!r}].hand", player.hand, Hand, type(None))
        check_type(f"players[{seat!r}].win", player.win, Win, type(None))
        check_type(f"players[{seat!r}].status", player.status, str, type(None))
        check_type(f"players[{seat!r}].points", player.points, int, type(None))
        if isinstance(player.points, bool):
            raise TypeError(f"players[{seat!r}].points: expected int, not {player.points}")
    check_type("round_wind", deal.round_wind, str, type(None))
    check_names("options", deal.options)
    check_names("asked", deal.asked)
    check_names("entered", deal.entered)
    check_type("waived", deal.waived, frozenset)
    check_texts("waived", deal.waived)
    check_type("void", deal.void, str)


def _deal(
    hand: Hand,
    win: Win,
    rules: RuleSet,
    options: Mapping[str, OptionValue] | None,
    round_wind: str | None,
) -> Deal:
    """Make the deal of a hand that won, in which nothing is known of the other hands.

    Args:
        hand: the hand.
        win: who won and how.
        rules: the rule set.
        options: the table's options.
        round_wind: the wind of the round.

    Raises:
        TypeError: the round wind is no text, or the options are no mapping.
    """
    players = {seat: Player() for seat in rules.seats}
    players[seat_of(win.winner)] = Player(hand, win)
    check_type("round_wind", round_wind, str, type(None))
    if options is None:
        options = {}
    return Deal(players, round_wind, check_names("options", options))


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
        rules: the name of the rule set that is played. It gives a sideways tile its meaning.
        set: the name of a tile set that was taught.

    Returns:
        The hand with its tiles and doubts.

    Raises:
        PhotoError: it cannot be decoded.
        TileSetError: no tile set has this name.
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this name.
        TypeError: an argument has another type.
    """
    check_type("path", path, str, Path)
    check_type("set", set, str, type(None))
    rule_set(rules)
    from hu.app.reading import read  # noqa: PLC0415  # scoring needs no networks

    return read.read_photo(Path(path), _reader(set), rules)


def read_photos(
    paths: Iterable[str | Path],
    rules: str = DEFAULT_RULES,
    set: str | None = None,  # noqa: A002
) -> "Iterator[PhotoReading | UnreadPhoto]":
    """Read photos one after the other. A photo that cannot be read does not end the others.

    >>> import hu
    >>> readings = hu.read_photos(["datasets/samples/images/hand.jpg", "none.jpg"])
    >>> [type(reading).__name__ for reading in readings]
    ['PhotoReading', 'UnreadPhoto']

    Args:
        paths: the photos.
        rules: the name of the rule set that is played.
        set: the name of a tile set that was taught.

    Yields:
        For each photo its reading, or an ``UnreadPhoto`` with the error.

    Raises:
        InputError: a single path was given, or no rule set has this name.
        TileSetError: no tile set has this name.
        TypeError: an argument has another type.
    """
    if isinstance(paths, str | Path):
        raise InputError(
            "read_photos takes a list of paths; "
            f"for one photo did you mean read_photo({str(paths)!r})?"
        )
    check_type("paths", paths, Iterable)
    check_type("set", set, str, type(None))
    rule_set(rules)
    from hu.app.reading import read  # noqa: PLC0415

    return read.read_photos(_paths(paths), _reader(set), rules)


def _paths(paths: Iterable[str | Path]) -> Iterator[Path]:
    for path in paths:
        check_type("paths", path, str, Path)
        yield Path(path)


def _reader(set_name: str | None) -> "Reader | None":
    """Return a reader that knows a taught tile set, or None for the usual reader."""
    if set_name is None:
        return None
    from hu.app.sets.store import TileSetStore  # noqa: PLC0415
    from hu.vision.reader import Reader  # noqa: PLC0415

    return Reader(tile_set=TileSetStore.default().load(set_name))


def to_json(
    value: "Hand | Request | ScoredDeal | Waits | Problem | RuleSet | PhotoReading | UnreadPhoto "
    "| PhotoRecord | Record",
    *,
    explain: bool = False,
) -> str:
    """Write a value in the formats that the commands read and print.

    >>> import hu
    >>> win = hu.Win("S", "self-draw")
    >>> deal = hu.score(hu.Hand.from_text("234m 567m 55s [777z] 13p +2p"), win)
    >>> print(hu.to_json(deal.request))
    {"rules": "zung-jung", "hand": "234567m 13p 55s [777z] +2p", "winner": "S", "win": "self-draw"}
    >>> hu.to_json(deal)[:35]
    '{"schema": 3, "points": 10, "limit"'
    >>> hu.to_json(hu.problems(hu.Hand.from_text("11111m 22z"))[0])
    '{"id": "fifth-copy", "tiles": ["1m"], "text": "5 copies of 1m; a set of tiles has four"}'

    Args:
        value: a hand (its notation as a JSON text), a request or an answer of ``hu hands``, the
            waits of a hand (``hu waits --json``), a problem as in a refused answer, a rule set
            (``hu rules show --json``), a photo that was read or not (``hu read --json``), or a
            value of ``from_json``.
        explain: whether an answer has names and reasons, and a photo the evidence (``why``).

    Returns:
        A line of JSON.

    Raises:
        TypeError: the value has another type.
    """
    if isinstance(value, Hand):
        return json_line(str(value))
    if isinstance(value, Request):
        check_type("id", value.id, str, int, type(None))
        _check_deal_types(value.deal)
        rules = rule_set(value.rules)
        return json_line({**_id_of(value), "rules": value.rules, **write_deal(value.deal, rules)})
    return record_to_json(_record_of(value, explain=explain))


def _record_of(
    value: (
        "ScoredDeal | Waits | Problem | RuleSet | PhotoReading | UnreadPhoto | PhotoRecord | Record"
    ),
    *,
    explain: bool,
) -> Record:
    """Make the record of a result.

    Args:
        value: the result.
        explain: whether an answer has names and reasons, and a photo the evidence.
    """
    if isinstance(value, Record):
        return value
    if isinstance(value, ScoredDeal):
        request = value.request
        record = make_score_record(request.deal, rule_set(request.rules), explain=explain)
        if request.id is not None:
            record = structs.replace(record, id=request.id)
        return record
    if isinstance(value, Waits):
        return make_waits_record(value, rule_set(value.rules))
    if isinstance(value, Problem):
        return make_problem_record(value)
    if isinstance(value, RuleSet):
        return rule_set_record(value)
    return _record_of_photo(value, explain=explain)


def _record_of_photo(value: "PhotoReading | UnreadPhoto | PhotoRecord", *, explain: bool) -> Record:
    """Make the record of a photo that was read, or that could not be read."""
    if isinstance(value, PhotoRecord):
        return _photo_line(value)
    from hu.app.reading.model import PhotoReading, UnreadPhoto  # noqa: PLC0415  # loads networks
    from hu.app.reading.to_record import photo_record, unread_record  # noqa: PLC0415

    if isinstance(value, UnreadPhoto):
        return unread_record(value, value.source.name)
    # The callers have dealt with all types but ``PhotoReading``. The others are listed for the
    # message, which names every type that ``to_json`` accepts.
    result_types = (ScoredDeal, Waits, Problem, RuleSet, PhotoReading, UnreadPhoto)
    check_type("value", value, Hand, Request, PhotoRecord, Record, *result_types)
    return photo_record(value, why=explain)


def _photo_line(photo: PhotoRecord) -> PhotoLineRecord:
    """Make the record of a photo as ``from_json`` reads it. A batch's line has more keys."""
    return PhotoLineRecord(
        photo=photo.photo,
        hand=UNSET if photo.hand is None else str(photo.hand),
        tiles=tuple(FaceRecord(tile=tile) for tile in photo.tiles),
        doubts=tuple(QuestionOfPhoto(why=doubt) for doubt in photo.doubts),
        error=photo.error or UNSET,
    )


def _id_of(request: Request) -> dict[str, str | int]:
    """Return the key ``id`` with the request's id. Empty if the request has no id."""
    if request.id is None:
        return {}
    return {"id": request.id}


def from_json(
    text: str,
) -> "Hand | Request | Reading | PhotoRecord | ScoreRecord | WaitsRecord":
    """Read a value in the formats that the commands read and print.

    >>> import hu
    >>> request = '{"rules": "zung-jung", "hand": "55s +5s", "winner": "S", "win": "self-draw"}'
    >>> hu.from_json(request).rules
    'zung-jung'
    >>> record = hu.from_json('{"photo": "a.jpg", "hand": "123m", "tiles": [], "doubts": []}')
    >>> record.photo, str(record.hand), record.doubts
    ('a.jpg', '123m', ())
    >>> win = hu.Win("S", "self-draw")
    >>> answer = hu.to_json(hu.score(hu.Hand.from_text("234m 567m 55s [777z] 13p +2p"), win))
    >>> hu.from_json(answer).points
    10

    Args:
        text: a hand in the notation as a JSON text, a request of ``hu hands`` or the score that
            answers it, or a line of ``hu read --json``, ``hu score --json`` or ``hu waits --json``.

    Returns:
        A hand, a request, the record of a reading, of a score or of waits. A line of a batch's
        results, of a photo that could not be read, or of an older version is a ``PhotoRecord``.

    Raises:
        InputError: it has no such format. The message names the fault and its place.
        TypeError: it is no text.
    """
    check_type("text", text, str)
    value = value_from_json(text)
    if isinstance(value, str):
        return Hand.from_text(value)
    if not isinstance(value, dict):
        raise InputError("not a hand, a request or a photo: a JSON text or object was expected")
    # Each format is recognised by keys that only it has. A request comes last.
    if "payments" in value:
        return record_from_json(text, ScoreRecord)
    if "away" in value:
        return record_from_json(text, WaitsRecord)
    if "schema" in value and "seconds" in value:
        from hu.app.records.reading import Reading  # noqa: PLC0415  # scoring needs no networks

        return record_from_json(text, Reading)
    if "photo" in value:
        return _photo(JsonObject(value))
    request = JsonObject(value).spell_key("rules").spell_key("id")
    identity = request.value("id")
    if not isinstance(identity, str | int):
        identity = None
    return _request(request, identity)


def _request(fields: JsonObject, identity: str | int | None) -> Request:
    rules = rule_set(fields.text("rules"))
    return Request(rules.name, read_deal(fields, rules), identity)


def _photo(fields: JsonObject) -> PhotoRecord:
    hand_text = fields.optional_text("hand")
    hand = None if hand_text is None else Hand.from_text(hand_text)
    return PhotoRecord(
        photo=fields.text("photo"),
        hand=hand,
        tiles=tuple(tile.text("tile") for tile in fields.objects("tiles")),
        doubts=tuple(doubt.text("why") for doubt in fields.objects("doubts")),
        error=fields.optional_text("error") or "",
    )
