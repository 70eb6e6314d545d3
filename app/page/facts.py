"""Facts: the data that a run of the page shows in addition to its state.

They are read once, before anything is drawn. ``view/`` gets the games, photos and tile sets that it
shows from here alone.
"""

from dataclasses import dataclass

from hu.app.i18n import Texts
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page.draft.next_hand import is_finished
from hu.app.page.draft.racks import SeenHand
from hu.app.page.game.player_names import with_default_names
from hu.app.page.photos.hands import hands_on
from hu.app.page.photos.photo import Note, SeenPhoto
from hu.app.page.services import Visit, failure_of, name_of_tile_set_in_use
from hu.app.page.state import State, rack_on_screen, seat_on_screen
from hu.app.page.table_offers import TableOffer
from hu.app.sets.faces import find_labelled
from hu.vision.taught.lessons import Lesson
from hu.vision.taught.tile_set import TileSet, TileSetError


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list of the browser.

    Attributes:
        game: the game.
        entries: its sheet. Empty if the sheet cannot be read.
        problem: why its sheet cannot be read. None if it can.
    """

    game: Game
    entries: tuple[Entry, ...] = ()
    problem: Note | None = None

    @property
    def is_over(self) -> bool:
        """Whether it takes no further hand. Unknown, and so False, if its sheet is damaged."""
        return self.problem is None and is_finished(self.game, self.entries)


@dataclass(frozen=True, slots=True)
class ListedTileSet:
    """A tile set as its screen shows it.

    Attributes:
        name: its name.
        tile_set: its faces. None if its file is damaged.
        problem: why it cannot be read. None if it can.
        content: the bytes of its file.
        is_given: whether its faces were given for training.
    """

    name: str
    tile_set: TileSet | None
    problem: Note | None
    content: bytes
    is_given: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """The data that a run shows in addition to its state.

    Attributes:
        t: the words of the language.
        game: the game that is open. None on the home screen and for a hand without a game. A player
            without a name is called by a number, such as "Player 1", in the page's language. The
            same holds for ``games``.
        stored_players: the names of the open game's players as they are stored. A player without a
            name may be stored as "Player 1" in another language.
        entries: the sheet of the open game.
        games: the games that the browser has opened. The game that was opened last comes first.
            Empty while a game is open, unless the form of a new game is shown.
        tile_set_names: the names of all tile sets.
        tile_set_in_use: the name of the tile set in use. Empty for none.
        tile_sets: the tile sets, while their screen is shown.
        lesson: the faces on the photos of the tile set that is being taught, while some of them are
            in doubt. None if none are, or if no tile set is being taught.
        table_offer: the last action at the table of the game, if this browser can undo it.
        photo: the photo of the tiles on the screen. None without a photo.
        preview: the picture of that photo.
        other_hands: the other open hands on that photo, if it is the winner's photo.
    """

    t: Texts
    game: Game | None = None
    stored_players: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    games: tuple[ListedGame, ...] = ()
    tile_set_names: tuple[str, ...] = ()
    tile_set_in_use: str = ""
    tile_sets: tuple[ListedTileSet, ...] = ()
    lesson: Lesson | None = None
    table_offer: TableOffer | None = None
    photo: SeenPhoto | None = None
    preview: bytes | None = None
    other_hands: tuple[SeenHand, ...] = ()


def read_facts(visit: Visit, state: State) -> Facts:
    """Read the data that a run shows in addition to its state.

    Raises:
        LedgerError: the sheet of the open game cannot be read.
    """
    screen = state.screen
    # Home lists the games. The form of a new game offers the names of their players.
    needs_games = visit.game is None or screen.page in ("new game", "move")
    rack = rack_on_screen(screen, state.draft)
    photo = visit.find_photo(rack.photo)
    other_hands: tuple[SeenHand, ...] = ()
    if photo is not None and seat_on_screen(screen, state.draft) is None:
        # The winner's own hand comes first.
        other_hands = hands_on(photo, visit.find_photo)[1:]
    return Facts(
        t=visit.t,
        game=None if visit.game is None else with_default_names(visit.game, visit.t),
        stored_players=() if visit.game is None else visit.game.players,
        entries=() if visit.game is None else tuple(visit.ledger.entries(visit.game.code)),
        games=_games(visit) if needs_games else (),
        tile_set_names=visit.tile_sets.names(),
        tile_set_in_use=name_of_tile_set_in_use(visit, state),
        tile_sets=_tile_sets(visit) if screen.page == "tile sets" else (),
        lesson=_lesson(visit, state),
        table_offer=visit.offers.find(visit.game_code, visit.browser),
        photo=photo,
        preview=visit.photos.preview(visit.browser, rack.photo),
        other_hands=other_hands,
    )


def _lesson(visit: Visit, state: State) -> Lesson | None:
    """Return the faces on the photos of the tile set that is being taught.

    They are kept only while some of them are in doubt, so that the player can name these. None if
    none are in doubt, if the server has forgotten them, or if no tile set is being taught.
    """
    teaching = state.screen.teaching
    if teaching is None:
        return None
    return visit.lessons.in_doubt.find(teaching.ticket)


def _games(visit: Visit) -> tuple[ListedGame, ...]:
    """Read the sheets of the browser's games."""
    games = []
    for stored_game in visit.ledger.games_of(visit.browser):
        game = with_default_names(stored_game, visit.t)
        try:
            entries = tuple(visit.ledger.entries(game.code))
        except LedgerError as error:
            # A damaged sheet must not hide the other games.
            games.append(ListedGame(game, problem=failure_of(error)))
        else:
            games.append(ListedGame(game, entries))
    return tuple(games)


def _tile_sets(visit: Visit) -> tuple[ListedTileSet, ...]:
    """Read all tile sets. A tile set that another browser has just forgotten is left out."""
    tile_sets = []
    for name in visit.tile_sets.names():
        try:
            content = visit.tile_sets.file(name).read_bytes()
        except (TileSetError, FileNotFoundError):
            continue
        tile_set = None
        problem = None
        try:
            tile_set = visit.tile_sets.load(name)
        except Exception as error:  # noqa: BLE001  # a damaged set must leave the others usable
            problem = failure_of(error)
        listed = ListedTileSet(
            name=name,
            tile_set=tile_set,
            problem=problem,
            content=content,
            is_given=bool(find_labelled(name, visit.given_folder)),
        )
        tile_sets.append(listed)
    return tuple(tile_sets)
