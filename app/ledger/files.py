"""Files of games that somebody sends, which may hold anything."""

from io import BytesIO
from typing import Final

from hu.app.ledger.exchange import Sheet, read_games
from hu.app.ledger.names import checked_names
from hu.app.ledger.table_import import game_from_csv
from hu.app.ledger.values import HOUSE_TITLE
from hu.scoring.errors import InputError
from hu.scoring.fields import Fields
from hu.scoring.requests import read_options
from hu.scoring.rules import rule_set

#: No game is larger than this.
LARGEST_BYTES: Final = 5_000_000


def too_large() -> InputError:
    """Say how large a file may be."""
    return InputError(f"larger than {LARGEST_BYTES // 1_000_000} MB")


def read_file(name: str, content: bytes, rules: str) -> tuple[Sheet, ...]:
    """Read the games of a file that somebody sent, which may hold anything.

    Args:
        name: its name; what ends in ``.csv`` is a sheet as CSV.
        content: the file.
        rules: the rules of a sheet as CSV.

    Raises:
        InputError: it is another file, or a game in it cannot be played on this server.
    """
    if len(content) > LARGEST_BYTES:
        raise too_large()
    if name.lower().endswith(".csv"):
        sheets: tuple[Sheet, ...] = (game_from_csv(content.decode(errors="replace"), rules),)
    else:
        sheets = read_games(BytesIO(content))
    for sheet in sheets:
        _check(sheet)
    return sheets


def _check(sheet: Sheet) -> None:
    game, _ = sheet
    rules = rule_set(game.rules)
    checked_names(game.players)
    options = {name: value for name, value in game.options.items() if name != HOUSE_TITLE}
    read_options(Fields(options, "options"), rules.options)
