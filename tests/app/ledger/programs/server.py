"""A server to be killed: saves hands, opens the games file again and copies it meanwhile.

It sends the code of its game, then the number of each hand once the ledger has acknowledged it.
"""

from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread

from hu.app.ledger.backups import back_up
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry

SEATS = ("E", "S", "W", "N")


def main(path: Path, test: Connection) -> None:
    ledger = Ledger(path)
    game = ledger.create_game("zung-jung", ["A", "B", "C", "D"])
    test.send(game.code)
    Thread(target=_open_and_copy, args=(path,), daemon=True).start()
    for number in range(100_000):
        amounts = (3 * number, -number, -number, -number)
        entry = Entry("won", amounts, SEATS, note="x" * 2000)
        # So many hands are on the sheet before this hand.
        ledger.add(game.code, entry, expected=number)
        test.send(number)


def _open_and_copy(path: Path) -> None:
    """Do as a server does beside saving: a visitor opens the file, and a copy is due."""
    while True:
        with closing(Ledger(path)) as second:
            second.save_draft("browser", "", "content")
        back_up(path)
