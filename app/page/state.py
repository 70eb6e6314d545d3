"""The state of a visit: the screen that it shows, and the hand in work.

A state is frozen. Each event makes the next state. It holds neither functions nor connections, so
it can be written as JSON and read again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from msgspec import Struct

from hu.app.ledger.values import Entry
from hu.app.page.draft.racks import takes_tiles
from hu.app.page.draft.state import Draft, Rack, new_token
from hu.app.page.effects.games import ListGame
from hu.app.page.effects.tile_sets import DeleteFaces, PutBackSet
from hu.app.page.new_game import NewGame, Payment
from hu.app.page.photos.photo import Note
from hu.app.page.sent_files import WaitingPhoto
from hu.app.page.teaching import Teaching
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.registry import DEFAULT_RULES

#: The key of the uploader for photos of a rack. The place of the notices about them has the same
#: name.
SNAP: Final = "snap"
#: The key of the uploader for photos that answer a question is this, followed by the question's id.
ASK: Final = "ask-"
#: Seconds for which something can be undone.
UNDO_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class SavedHand:
    """A hand that has just been put on the sheet.

    Attributes:
        code: the code of the game.
        entry: the entry of the hand on the sheet.
        replaced_entry: the entry before the hand changed it. None for a new entry.
        number: the number of the hand on the sheet, from 1. 0 if another phone has just taken it
            off.
    """

    code: str
    entry: Entry
    replaced_entry: Entry | None
    number: int


class GoOnWith(Struct, frozen=True, tag=True):
    """The reversal that makes an earlier hand the hand in work again.

    Attributes:
        game_code: the code of its game. Empty without a game.
        draft: the earlier hand.
        is_other_reading: whether the earlier and the current hand are two readings of one photo. If
            so, this reversal offers no way back to the current hand.
    """

    game_code: str
    draft: Draft
    is_other_reading: bool = False


#: Undoes an action of this browser: an effect, or a change of the hand in work (``GoOnWith``).
Reversal = GoOnWith | DeleteFaces | PutBackSet | ListGame


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that this browser can undo.

    Attributes:
        note: the message that names the action.
        reversal: undoes the action.
        key: names the offer. A tap on Undo carries it.
        until: when the offer ends, in seconds of the monotonic clock, like ``State.now``.
    """

    note: Note
    reversal: Reversal
    key: str
    until: float


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything that a visit shows, except the hand in work.

    Attributes:
        page: the screen that covers home and the games. Empty for none. ``move`` is the form of a
            new game whose first hand will be the hand in work.
        view: whether the hand or the sheet of the game is shown.
        rack: the seat of the player whose tiles are shown. None for the winner's tiles.
        taking: how the tiles on the screen are entered. ``photo``: by a photo. ``camera``: by a
            photo, and the phone's camera opens at once. ``again``: by another photo in place of the
            first. ``tapping``: by tapping them in.
        dialog: the dialog on the sheet: the number of an entry in the ledger, ``payment`` for the
            form of a payment, ``names`` for the players' names. None if no dialog is open.
        saved: the hand that was saved last, until the player goes on to the next hand.
        photo: the photo that waits to be read. None if none waits.
        answered: the number of the last photo of a rack that was read, refused or cancelled. 0 for
            none.
        original: the number of the photo that the browser must send as it was taken, because the
            tiles in its smaller copy are too small. 0 for none.
        last_taken: the number and the key of the last photo whose tiles were put on a rack. None if
            there is none.
        given_photos: the keys of the photos that the player gives for training.
        notices: messages, by the name of the place where they are shown.
        undo: the action that this browser can undo. It may have ended, see ``offer_of``.
        files: how many files have come from each uploader, by the uploader's key. The count is part
            of the name of Streamlit's widget, so that each file gets a new, empty widget.
        visit: names the visit. By another name the browser notices that the server was restarted.
        language: the language that the player has chosen. Empty for the language of the browser.
        rules: the rule set of the hands without a game.
        options_alone: the options that were chosen for hands without a game: for each rule set, the
            value of each option.
        tile_set: the name of the tile set in use for hands without a game. Empty for none.
        teaching: the tile set that is being taught. None if none is.
        new_game: the form of a new game.
        payment: the form of a payment.
        statistics: the rule set whose statistics are shown. Empty for the rules played last.
    """

    page: Literal["", "new game", "move", "tile sets", "statistics"] = ""
    view: Literal["hand", "sheet"] = "hand"
    rack: str | None = None
    taking: Literal["photo", "camera", "again", "tapping"] = "photo"
    dialog: int | Literal["payment", "names"] | None = None
    saved: SavedHand | None = None
    photo: WaitingPhoto | None = None
    answered: int = 0
    original: int = 0
    last_taken: tuple[int, str] | None = None
    given_photos: frozenset[str] = frozenset()
    notices: Mapping[str, Note] = field(default_factory=dict)
    undo: Offer | None = None
    files: Mapping[str, int] = field(default_factory=dict)
    visit: str = field(default_factory=new_token)
    language: str = ""
    rules: str = DEFAULT_RULES
    options_alone: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    tile_set: str = ""
    teaching: Teaching | None = None
    new_game: NewGame = field(default_factory=NewGame)
    payment: Payment = field(default_factory=Payment)
    statistics: str = ""

    @property
    def received(self) -> int:
        """The number of the last photo of a rack that has come from this browser."""
        waiting = self.photo.number if self.photo else 0
        return max(self.answered, waiting)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a visit.

    Attributes:
        screen: everything that is shown, except the hand in work.
        draft: the hand in work.
        game_code: the code of the game that the hand in work belongs to. Empty without a game. None
            until the first hand is opened.
        now: when the latest event came, in seconds of the monotonic clock.
        goes_to: the code of the game to which the page goes next. Empty to go home, None to stay.
    """

    screen: Screen = field(default_factory=Screen)
    draft: Draft = field(default_factory=Draft)
    game_code: str | None = None
    now: float = 0.0
    goes_to: str | None = None


def hand_name(state: State) -> str:
    """Return the name of the hand in work, such as ``GAMECODE/token``.

    Each tap carries the name of the hand for which it was made. A tap that comes late then changes
    no other hand.
    """
    return f"{state.game_code or ''}/{state.draft.token}"


def seat_on_screen(screen: Screen, draft: Draft) -> str | None:
    """Return the seat of the player whose rack is on the screen. None for the winner's rack."""
    # If the tiles of the chosen rack cannot be entered any more, the winner's rack is shown.
    if not takes_tiles(draft, screen.rack):
        return None
    return screen.rack


def rack_on_screen(screen: Screen, draft: Draft) -> Rack:
    """Return the rack whose tiles are on the screen. It is empty if they are not entered yet."""
    seat = seat_on_screen(screen, draft)
    if seat is None:
        return draft.rack
    return draft.others.get(seat, Rack())


def asks_for_photo(screen: Screen, draft: Draft) -> bool:
    """Whether the screen shows the picker of a photo in place of the tiles of its rack."""
    if screen.taking == "again":
        return True
    if screen.taking == "tapping":
        return False
    if seat_on_screen(screen, draft) is None:
        # A drawn hand and a hand with figures need no photo of the winner's tiles.
        return draft.is_empty
    rack = rack_on_screen(screen, draft)
    return not rack.history.now.groups and rack.photo is None


def with_notice(screen: Screen, place: str, note: Note | None) -> Screen:
    """Return the screen with a message at a place, in place of the message that was there.

    The message None leaves the place without a message.
    """
    notices = dict(screen.notices)
    notices.pop(place, None)
    if note is not None:
        notices[place] = note
    return replace(screen, notices=notices)


def offer_of(state: State) -> Offer | None:
    """Return the action that this browser can undo now. None if there is none, or if it ended."""
    offer = state.screen.undo
    if offer is None or offer.until <= state.now:
        return None
    return offer
