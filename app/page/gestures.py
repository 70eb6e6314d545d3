"""Everything that a browser can say: each gesture as a typed event, parsed once.

The browser numbers the gestures of a page load and sends each until the draft has taken it in, see
``parts/log.js``. A gesture is a list of its name and its fields, such as ``["seat", "S", null]``.
Anything that is no gesture, is too long or was sent by an older version of the page becomes
``Refused``: it is noted as taken in, so that the browser stops sending it and shows what the server
holds.
"""

import logging
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from hu.app.page.draft.editing.steps import FACE_PATTERN, Face, Step
from hu.scoring.errors import one_line

_LOG: Final = logging.getLogger("hu.page")
#: The most events of one message. A browser sends those that have not been taken in yet.
_MOST_EVENTS: Final = 200
#: JavaScript counts exactly up to this number.
_LARGEST_COUNT: Final = 2**53 - 1

#: An id: of a rule set, an option, a question, a hand, a photo.
Name = Annotated[str, Meta(max_length=64, pattern=r"^[0-9A-Za-z_.,+-]*\Z")]
#: What a player wrote: anything but halves of characters.
Text = Annotated[str, Meta(max_length=200, pattern=r"^[^\ud800-\udfff]*\Z")]
#: The two answers about a tile of a teaching photo that leave the tile out.
LEFT_OUT: Final = ("no-tile", "leave-out")
#: The answer about a tile of a teaching photo: its face, or an answer that leaves the tile out.
TaughtFace = Annotated[str, Meta(pattern=rf"^({FACE_PATTERN}|{'|'.join(LEFT_OUT)})\Z")]
Seat = Annotated[str, Meta(pattern=r"^[ESWN]\Z")]
#: How a hand was won: by a draw, or from the player at a seat.
Way = Annotated[str, Meta(pattern=r"^([ESWN]|self-draw)\Z")]
#: A share of a photo's width or height. A finger may leave the photo, so it is cut to 0 to 1 later.
Share = Annotated[float, Meta(ge=-1000, le=1000)]
Count = Annotated[int, Meta(ge=0, le=_LARGEST_COUNT)]
#: A player of a game.
Player = Annotated[int, Meta(ge=0, le=3)]
#: A number that an option can take.
OptionNumber = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
#: The largest payment that can be entered by hand.
MOST_PAID: Final = 100_000
#: An answer to a question: yes or no, a number, an id, several ids, or None to take an answer back.
Said = (
    bool
    | Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
    | Name
    | Annotated[tuple[Name, ...], Meta(max_length=64)]
    | None
)


class _Gesture(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A gesture."""


# The tiles


class EditTiles(_Gesture, frozen=True, tag="tile"):
    """Correct the tiles of a rack. The seat is None for the winner's rack, here and below."""

    seat: Seat | None
    step: Step


class UndoStep(_Gesture, frozen=True, tag="tile-undo"):
    """Take the last correction of a rack back."""

    seat: Seat | None


class RedoStep(_Gesture, frozen=True, tag="tile-redo"):
    """Make a correction again that was taken back."""

    seat: Seat | None


class WinWith(_Gesture, frozen=True, tag="wait"):
    """Complete the winner's hand with a tile that it waits for."""

    face: Face


# The photo


class TakePhotoAgain(_Gesture, frozen=True, tag="retake"):
    """Take another photo of the tiles on the screen."""


class TapIn(_Gesture, frozen=True, tag="by-hand"):
    """Tap in the tiles without a photo, or keep the photo instead of a new one."""


class AskForPhoto(_Gesture, frozen=True, tag="photo-ask"):
    """Ask whether the photo that was sent has arrived. The answer is what every screen says."""


class CancelPhoto(_Gesture, frozen=True, tag="photo-cancel"):
    """Wait no longer for a photo, by its number."""

    number: Count


class TurnPhoto(_Gesture, frozen=True, tag="photo-turn"):
    """Turn the photo of a rack by a quarter, and read it again."""

    seat: Seat | None


class CropPhoto(_Gesture, frozen=True, tag="photo-crop"):
    """Read a part of the photo of a rack: left, top, right and bottom in shares of what is seen."""

    seat: Seat | None
    part: tuple[Share, Share, Share, Share]


class ReadRow(_Gesture, frozen=True, tag="photo-row"):
    """Make the row at a point of the photo the hand, in shares of what is seen."""

    seat: Seat | None
    point: tuple[Share, Share]


class TakeHand(_Gesture, frozen=True, tag="photo-hand"):
    """Make another open hand on the photo the winner's, by the side of the table where it lies."""

    side: Annotated[int, Meta(ge=0, le=3)]


class TakeReading(_Gesture, frozen=True, tag="photo-reading"):
    """Put one of a photo's readings on a rack: the likeliest, or the runner-up."""

    seat: Seat | None
    reading: Literal["likeliest", "runner-up"]


class GivePhoto(_Gesture, frozen=True, tag="keep"):
    """Give a photo for training, or keep it back."""

    photo: Name
    is_given: bool


class RememberFaces(_Gesture, frozen=True, tag="remember"):
    """Begin a tile set with the corrected faces of the photo on the screen."""


# The answers


class AnswerSeats(_Gesture, frozen=True, tag="seat"):
    """Say who won, and how: ``self-draw``, the seat of the discarder, or None."""

    winner: Seat | None
    way: Way | None


class Answer(_Gesture, frozen=True, tag="ask"):
    """Answer a question about the deal."""

    question: Name
    said: Said


class AnswerRack(_Gesture, frozen=True, tag="rack"):
    """Answer a question about another player's tiles."""

    seat: Seat
    question: Name
    said: Said


class ChooseRules(_Gesture, frozen=True, tag="rules"):
    """Choose the rules of a hand without a game."""

    rules: Name


class ChooseOption(_Gesture, frozen=True, tag="option"):
    """Choose an option of the rules of a hand without a game."""

    option: Name
    value: Name


# Screens


class OpenRack(_Gesture, frozen=True, tag="open"):
    """Show a rack.

    ``onward`` goes on to photograph it if the rack on the screen was photographed.
    """

    seat: Seat | None
    onward: bool


class ShowView(_Gesture, frozen=True, tag="view"):
    """Show the hand or the sheet of a game."""

    view: Literal["hand", "sheet"]


class ShowEntry(_Gesture, frozen=True, tag="entry"):
    """Show a hand or a payment of the sheet, by its number in the ledger."""

    entry: Count


class Leave(_Gesture, frozen=True, tag="leave"):
    """Go home."""


class GoTo(_Gesture, frozen=True, tag="page"):
    """Show a screen that covers home and the games, or with an empty name none."""

    page: Literal["", "new game", "move", "tile sets", "statistics"]


class PickGame(_Gesture, frozen=True, tag="game"):
    """Open one of the browser's games."""

    code: Name


class EnterCode(_Gesture, frozen=True, tag="code"):
    """Open a game by the code that a player typed."""

    code: Text


class ChooseLanguage(_Gesture, frozen=True, tag="language"):
    """Choose the language of the page."""

    language: Name


class ChooseStatistics(_Gesture, frozen=True, tag="statistics"):
    """Choose the rules whose statistics are shown."""

    rules: Name


class ClosePanel(_Gesture, frozen=True, tag="close"):
    """Close the dialog of the sheet."""


# The hand and its game


class Save(_Gesture, frozen=True, tag="save"):
    """Put a hand on the sheet, by its token."""

    token: Name


class NoteDrawn(_Gesture, frozen=True, tag="drawn"):
    """Note a hand that nobody won, tapped when the sheet had ``known`` entries."""

    known: Count


class StartOver(_Gesture, frozen=True, tag="over"):
    """Take the hand away and clear the table."""


class UndoSave(_Gesture, frozen=True, tag="undo-saved"):
    """Take the hand that was saved last off the sheet again."""


class KeepMine(_Gesture, frozen=True, tag="keep-mine"):
    """Go on with the hand in work although others have changed the sheet.

    Attributes:
        known: how many entries the sheet had.
        entry: the number of the entry that the hand replaces, 0 to add it.
        version: the version of that entry.
    """

    known: Count
    entry: Count
    version: Count


class MoveHand(_Gesture, frozen=True, tag="move"):
    """Make a hand without a game the next hand of a game."""

    code: Name


class ChooseNewRules(_Gesture, frozen=True, tag="new-rules"):
    """Choose the rules of a new game."""

    rules: Name


class SeatThree(_Gesture, frozen=True, tag="new-three"):
    """Say whether three players sit at the new table."""

    is_three: bool


class NamePlayer(_Gesture, frozen=True, tag="player"):
    """Fill in the name of a player of a new game."""

    seat: Seat
    name: Text


class NameGame(_Gesture, frozen=True, tag="new-title"):
    """Fill in what the table calls the evening."""

    title: Text


class SetOption(_Gesture, frozen=True, tag="new-option"):
    """Choose an option of a new game. A switch says yes or no."""

    option: Name
    value: bool | OptionNumber | Name


class BeginGame(_Gesture, frozen=True, tag="begin"):
    """Begin the game that the form describes."""


class GiveNames(_Gesture, frozen=True, tag="names"):
    """Put names into the fields of a new game, by seat."""

    names: Annotated[Mapping[Seat, Text], Meta(max_length=4)]


class DropHouse(_Gesture, frozen=True, tag="house-drop"):
    """Begin the new game without the house rules that were chosen."""


# The sheet


class OpenPayment(_Gesture, frozen=True, tag="payment"):
    """Ask for a payment to be entered by hand."""


class ChoosePayer(_Gesture, frozen=True, tag="payer"):
    """Say who pays, counted from 0."""

    player: Player | None


class ChoosePayee(_Gesture, frozen=True, tag="payee"):
    """Say who is paid, counted from 0."""

    player: Player | None


class EnterAmount(_Gesture, frozen=True, tag="amount"):
    """Say how much is paid."""

    amount: Annotated[int, Meta(ge=1, le=MOST_PAID)] | None


class EnterReason(_Gesture, frozen=True, tag="reason"):
    """Say what is paid for."""

    reason: Text


class AddPayment(_Gesture, frozen=True, tag="pay"):
    """Put the payment on the sheet that was filled in when the sheet had ``known`` entries."""

    known: Count


class ChangeEntry(_Gesture, frozen=True, tag="change"):
    """Open a hand of the sheet to change it."""

    entry: Count


class DeleteEntry(_Gesture, frozen=True, tag="delete"):
    """Take an entry off the sheet, as it was at a version."""

    entry: Count
    version: Count


class SayWhyDrawn(_Gesture, frozen=True, tag="why"):
    """Say why nobody won a hand of the sheet. None if the wall was used up."""

    entry: Count
    version: Count
    why: Name | None


class OpenNames(_Gesture, frozen=True, tag="open-names"):
    """Ask for the players' names."""


class RenamePlayer(_Gesture, frozen=True, tag="rename"):
    """Change the name of a player of the game. An empty name takes the name away."""

    player: Player
    name: Text


class FinishGame(_Gesture, frozen=True, tag="finish"):
    """Finish the game."""


class ReopenGame(_Gesture, frozen=True, tag="reopen"):
    """Go on with a game that is finished."""


class RemoveGame(_Gesture, frozen=True, tag="remove-game"):
    """Take the game off this browser's list."""


# Tile sets


class UseSet(_Gesture, frozen=True, tag="set-use"):
    """Play with a tile set, or with an empty name with none."""

    name: Text


class TakeFaceBack(_Gesture, frozen=True, tag="set-face"):
    """Take back a face that a set has learned, by its place among the examples and its tile."""

    name: Text
    place: Count
    face: Face


class GiveFaces(_Gesture, frozen=True, tag="set-give"):
    """Give a set's faces for training."""

    name: Text


class TakeFacesBack(_Gesture, frozen=True, tag="set-take"):
    """Take back the faces that were given for training."""

    name: Text


class TeachSet(_Gesture, frozen=True, tag="teach"):
    """Begin to teach a new set, or end that."""

    begins: bool


class NameSet(_Gesture, frozen=True, tag="teach-name"):
    """Fill in the name of the set that is being taught."""

    name: Text


class DropTeachingPhoto(_Gesture, frozen=True, tag="teach-drop"):
    """Leave out a photo of the set that is being taught, by its ticket."""

    photo: Name


class ReadTeachingPhotos(_Gesture, frozen=True, tag="teach-read"):
    """Find the faces on the photos of the set that is being taught."""


class NameTaughtTile(_Gesture, frozen=True, tag="teach-face"):
    """Name a doubtful tile of the teaching photos, by its position, or leave it out."""

    position: Count
    face: TaughtFace


class LearnTaughtTiles(_Gesture, frozen=True, tag="teach-save"):
    """Save the set that is being taught, with its doubtful tiles as they are named now."""


class ForgetSet(_Gesture, frozen=True, tag="set-forget"):
    """Forget a set."""

    name: Text


# Undoing


class Undo(_Gesture, frozen=True, tag="undo"):
    """Undo what is offered under a key."""

    key: Name


Gesture = (
    EditTiles
    | UndoStep
    | RedoStep
    | WinWith
    | TakePhotoAgain
    | TapIn
    | AskForPhoto
    | CancelPhoto
    | TurnPhoto
    | CropPhoto
    | ReadRow
    | TakeHand
    | TakeReading
    | GivePhoto
    | RememberFaces
    | AnswerSeats
    | Answer
    | AnswerRack
    | ChooseRules
    | ChooseOption
    | OpenRack
    | ShowView
    | ShowEntry
    | Leave
    | GoTo
    | PickGame
    | EnterCode
    | ChooseLanguage
    | ChooseStatistics
    | ClosePanel
    | Save
    | NoteDrawn
    | StartOver
    | UndoSave
    | KeepMine
    | MoveHand
    | ChooseNewRules
    | SeatThree
    | NamePlayer
    | NameGame
    | SetOption
    | BeginGame
    | GiveNames
    | DropHouse
    | OpenPayment
    | ChoosePayer
    | ChoosePayee
    | EnterAmount
    | EnterReason
    | AddPayment
    | ChangeEntry
    | DeleteEntry
    | SayWhyDrawn
    | OpenNames
    | RenamePlayer
    | FinishGame
    | ReopenGame
    | RemoveGame
    | UseSet
    | TakeFaceBack
    | GiveFaces
    | TakeFacesBack
    | TeachSet
    | NameSet
    | DropTeachingPhoto
    | ReadTeachingPhotos
    | NameTaughtTile
    | LearnTaughtTiles
    | ForgetSet
    | Undo
)
#: Gestures that concern a game and its screens, whichever hand is in work.
OF_NO_HAND: Final = (
    ShowView,
    ShowEntry,
    ClosePanel,
    Leave,
    GoTo,
    PickGame,
    EnterCode,
    ChooseLanguage,
    ChooseStatistics,
    Save,
    UndoSave,
    Undo,
    ChooseNewRules,
    SeatThree,
    NamePlayer,
    NameGame,
    SetOption,
    BeginGame,
    GiveNames,
    DropHouse,
    OpenNames,
    RenamePlayer,
    OpenPayment,
    ChoosePayer,
    ChoosePayee,
    EnterAmount,
    EnterReason,
    AddPayment,
    ChangeEntry,
    DeleteEntry,
    SayWhyDrawn,
    FinishGame,
    ReopenGame,
    RemoveGame,
    UseSet,
    TakeFaceBack,
    GiveFaces,
    TakeFacesBack,
    TeachSet,
    NameSet,
    DropTeachingPhoto,
    ReadTeachingPhotos,
    NameTaughtTile,
    LearnTaughtTiles,
    ForgetSet,
)


class Refused(Struct, frozen=True, tag=True):
    """In place of a gesture that is none."""


class Tap(Struct, frozen=True, tag=True):
    """A gesture as the browser numbered it.

    Attributes:
        load: names the page load in which it was made.
        number: counts the gestures of that page load, from 1.
        hand: names the hand that it was made for: the code of the game, a slash, and the token of
            the hand.
        gesture: what was done.
    """

    load: str
    number: int
    hand: str
    gesture: Gesture | Refused


class _Envelope(Struct, frozen=True):
    """An event as it comes from the browser, its gesture not parsed yet."""

    load: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[0-9A-Za-z*]*\Z")]
    n: Annotated[int, Meta(ge=1, le=_LARGEST_COUNT)]
    hand: Annotated[str, Meta(max_length=128, pattern=r"^[0-9A-Za-z_/-]*\Z")]
    op: Any


#: The most characters of a refusal in the log.
_LONGEST_REASON: Final = 200
#: The errors of msgspec about a value that is no event. A lone surrogate cannot be encoded.
_UNREADABLE: Final = (msgspec.ValidationError, RecursionError, UnicodeEncodeError)


def parse_log(log: object, taken: Mapping[str, int]) -> list[Tap]:
    """Parse a browser's message.

    Args:
        log: the message, as Streamlit hands it over: ``{"events": [...]}`` from a browser of ours.
        taken: the number of the last event taken in, by page load.

    Returns:
        The new events in their order. A gesture that is none is ``Refused``, with a line in the
        log.
    """
    events = log.get("events") if isinstance(log, Mapping) else None
    if not isinstance(events, list):
        return []
    taps = []
    last = dict(taken)
    for event in events[:_MOST_EVENTS]:
        try:
            envelope = msgspec.convert(event, _Envelope)
        except _UNREADABLE as error:
            _LOG.warning("an event of a browser is refused: %s", _reason(error))
            continue
        if envelope.n <= last.get(envelope.load, 0):
            continue
        last[envelope.load] = envelope.n
        gesture = parse_gesture(envelope.op)
        taps.append(Tap(envelope.load, envelope.n, envelope.hand, gesture))
    return taps


def parse_gesture(op: object) -> Gesture | Refused:
    """Parse one gesture: a list of its name and its fields.

    Anything else is refused, with a line in the log.
    """
    try:
        gesture: Gesture = msgspec.convert(op, Gesture)
    except _UNREADABLE as error:
        _LOG.warning("a gesture of a browser is refused: %s", _reason(error))
        return Refused()
    return gesture


def _reason(error: Exception) -> str:
    """Describe a refusal in one short line. The error may quote a value of any length."""
    reason = one_line(str(error))
    if len(reason) > _LONGEST_REASON:
        return f"{reason[:_LONGEST_REASON]}..."
    return reason
