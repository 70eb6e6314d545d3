"""Begins games, finds them, changes them and ends them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from hu.app.ledger.exchange import read_sent_games
from hu.app.ledger.values import GOES_ON, Game, LedgerError, normalise_text
from hu.app.page.draft.next_hand import is_finished, is_playable
from hu.app.page.effects.games import (
    ChangeName,
    FindGame,
    ListGame,
    ReadHouseRules,
    StartGame,
    TakeInGames,
    UnendGame,
)
from hu.app.page.effects.offers import OfferToTable
from hu.app.page.events.event import Event
from hu.app.page.events.games import GameBegun, GameFound, HouseRead
from hu.app.page.events.page import NoticeCame, Undoable
from hu.app.page.game.player_names import default_name, with_default_names
from hu.app.page.game.taking_in import take_in_games
from hu.app.page.parts.names import rules_title
from hu.app.page.parts.outside import read_apart
from hu.app.page.performing.offers import offer_to_table
from hu.app.page.photos.photo import Note
from hu.app.page.services import Visit, find_game
from hu.app.page.session import session
from hu.scoring.errors import InputError
from hu.scoring.rule_set.house import read_house

#: The most letters of a typed code, and of a file's name, that a message repeats. A browser may
#: send codes and names of any length.
_LONGEST_CODE: Final = 12
_LONGEST_FILE_NAME: Final = 40


def start_game(effect: StartGame, visit: Visit) -> Sequence[Event]:
    """Begin a game. Players without a name are called by numbers."""
    players = []
    for number, name in enumerate(effect.players, 1):
        players.append(name or default_name(visit.t, number))
    game = visit.ledger.create_game(effect.rules, players, effect.title, effect.options)
    # A game that this browser has visited opens even after many wrong codes from its address.
    visit.ledger.visit(visit.browser, game.code)
    return [GameBegun(game.code)]


def change_name(effect: ChangeName, visit: Visit) -> Sequence[Event]:
    """Change the name of a player. An empty name calls the player by a number."""
    game = open_game(visit)
    players = list(game.players)
    has_player = effect.player < len(players)
    if not has_player:
        return ()
    name = normalise_text(effect.name)
    players[effect.player] = name or default_name(visit.t, effect.player + 1)
    visit.ledger.change_game(replace(game, players=tuple(players)))
    return ()


def end_game(visit: Visit) -> Sequence[Event]:
    """Finish the game, and offer the table to undo that."""
    game = open_game(visit)
    visit.ledger.change_game(replace(game, ended=datetime.now(UTC)))
    return offer_to_table(OfferToTable(Note("sheet.finished"), UnendGame(game.code)), visit)


def unend_game(effect: UnendGame, visit: Visit) -> Sequence[Event]:
    """Undo that a game was finished."""
    game = visit.ledger.game(effect.code)
    if game is not None:
        visit.ledger.change_game(replace(game, ended=None))
    return ()


def continue_game(visit: Visit) -> Sequence[Event]:
    """Open a finished game again, even if it has been played out."""
    game = replace(open_game(visit), ended=None)
    options = dict(game.options)
    # ``ended`` is None now. If the game still counts as finished, it has been played out. It goes
    # on only with this option.
    has_been_played_out = is_finished(game, visit.ledger.entries(game.code))
    if has_been_played_out:
        options[GOES_ON] = True
    visit.ledger.change_game(replace(game, options=options))
    return ()


def forget_game(visit: Visit) -> Sequence[Event]:
    """Take the game off this browser's list. Other browsers keep it, and its code still works."""
    game = visit.game
    if game is None:
        return ()
    visit.ledger.forget_visit(visit.browser, game.code)
    # A game that is opened is put on the list, unless it is the game that was opened last. No game
    # counts as that from now on, so this game is put on the list when it is opened again.
    session().last_game_code = ""
    note = Note("game.removed", {"game": with_default_names(game, visit.t).heading})
    return [Undoable(note, ListGame(game.code))]


def list_again(effect: ListGame, visit: Visit) -> Sequence[Event]:
    """Put a game on this browser's list again."""
    visit.ledger.visit(visit.browser, effect.code)
    return ()


def find_by_code(effect: FindGame, visit: Visit) -> Sequence[Event]:
    """Find the game of a code that a player typed.

    Raises:
        LedgerError: no game has the code, or too many wrong codes have come from this address.
    """
    game = find_game(visit.ledger, effect.code)
    if game is None:
        raise LedgerError("code-unknown", code=effect.code[:_LONGEST_CODE])
    return [GameFound(game.code)]


def take_in_games_file(effect: TakeInGames, visit: Visit) -> Sequence[Event]:
    """Add the games of a file that the page or ``hu games export`` wrote.

    Returns:
        The event that leads to the last game that was added. If a game of the file is refused, the
        games before it stay, and a message with the reason follows. If the file cannot be read, the
        message alone.
    """
    events: list[Event] = []
    try:
        sheets = read_apart(InputError, read_sent_games, effect.file.content)
        for game in take_in_games(visit.ledger, visit.browser, sheets):
            events = [GameFound(game.code)]
    except LedgerError as error:
        return [*events, NoticeCame("code", Note(f"problem.{error.key}", error.values))]
    except InputError as error:
        return [*events, NoticeCame("code", _file_problem(effect.file.name, error))]
    return events


def read_house_rules(effect: ReadHouseRules, visit: Visit) -> Sequence[Event]:
    """Read a file of house rules.

    Returns:
        The house rules. A message if the file is damaged, or if it is for another rule set than
        that of the new game.
    """
    name = effect.file.name[:_LONGEST_FILE_NAME]
    content = effect.file.content.decode(errors="replace")
    try:
        house = read_apart(InputError, read_house, content, name)
    except InputError as error:
        return [NoticeCame("house", _file_problem(name, error))]
    if house.rules == effect.rules:
        return [HouseRead(house)]
    values = {"name": name, "rules": rules_title(visit.t, house.rules)}
    return [NoticeCame("house", Note("game.house_other", values))]


def _file_problem(name: str, error: InputError) -> Note:
    """Return the message that a file cannot be used, with the reason."""
    short_name = name[:_LONGEST_FILE_NAME]
    return Note("problem.file", {"name": short_name, "reason": str(error)})


def open_game(visit: Visit) -> Game:
    """Return the game that is open and can be played.

    Raises:
        LedgerError: no game is open, or its rules are not installed.
    """
    if visit.game is None or not is_playable(visit.game):
        raise LedgerError("code-unknown", code=visit.game_code)
    return visit.game
