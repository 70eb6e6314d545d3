"""The ledger: what is saved stays saved, games keep apart, errors name what is wrong."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hu.app.ledger import draft_limits
from hu.app.ledger import ledger as ledgers
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.scoring.errors import HuError

NAMES = ("Anna", "Bruno", "Carla", "Dario")
SEATS = ("E", "S", "W", "N")
HAND = Entry("won", (-20, 60, -20, -20), SEATS, 1, None, (1,), 20, "123m 55z", "{}")


def test_a_game_comes_back_as_it_was_made(ledger: Ledger) -> None:
    game = ledger.create_game(
        "zung-jung", [" Anna ", "Bruno", "Carla", "D  ario"], "Club", {"half_flowers": True}
    )
    assert game.players == ("Anna", "Bruno", "Carla", "D ario")
    assert ledger.game(game.code) == game
    assert ledger.game(f" {game.code[:4].lower()}-{game.code[4:]} ") == game
    assert ledger.game("NONE") is None
    with pytest.raises(LedgerError, match="No game has the code NOSUCH"):
        ledger.entries("no such")


def test_a_game_of_three_takes_entries_of_three(ledger: Ledger) -> None:
    game = ledger.create_game("fimj", NAMES[:3])
    ledger.add(game.code, Entry("drawn", (0, 0, 0), ("E", "S", "W")), 0)
    with pytest.raises(LedgerError, match="amounts do not fit"):
        ledger.add(game.code, HAND, 1)


def test_an_entry_comes_back_as_it_was_saved(ledger: Ledger, game: Game) -> None:
    saved = ledger.add(game.code, HAND, 0)
    assert replace(saved, id=0, saved=None) == HAND
    # Without a token nothing says that it is the same hand.
    with pytest.raises(LedgerError, match="Somebody else has changed the sheet"):
        ledger.add(game.code, HAND, 0)
    assert ledger.entries(game.code) == (saved,)


def test_a_hand_sent_again_is_saved_once(ledger: Ledger, game: Game) -> None:
    hand = replace(HAND, token="a1")  # noqa: S106  # names a hand
    saved = ledger.add(game.code, hand, 0)
    assert ledger.add(game.code, hand, 0) == saved
    # Another hand is still refused, because it was entered before the first was on the sheet.
    other = replace(HAND, token="b2")  # noqa: S106  # names a hand
    with pytest.raises(LedgerError, match="Somebody else has changed the sheet"):
        ledger.add(game.code, other, 0)
    assert ledger.entries(game.code) == (saved,)


def test_a_change_sent_again_is_made_once(ledger: Ledger, game: Game) -> None:
    saved = ledger.add(game.code, HAND, 0)
    change = replace(saved, note="changed", token="c3")  # noqa: S106  # names a hand
    changed = ledger.change(game.code, change)
    assert ledger.change(game.code, change) == changed
    assert ledger.entries(game.code) == (changed,)


def test_a_finished_game_is_locked_until_it_is_opened_again(ledger: Ledger, game: Game) -> None:
    saved = ledger.add(game.code, HAND, 0)
    ended = ledger.change_game(replace(game, ended=datetime.now(UTC)))
    for work in (
        lambda: ledger.add(game.code, HAND, 1),
        lambda: ledger.change(game.code, saved),
        lambda: ledger.remove(game.code, saved),
        lambda: ledger.restore(game.code, saved),
    ):
        with pytest.raises(LedgerError, match="finished"):
            work()
    ledger.change_game(replace(ended, ended=None))
    ledger.remove(game.code, saved)
    assert ledger.entries(game.code) == ()


def test_amounts_that_do_not_add_up_are_refused(ledger: Ledger, game: Game) -> None:
    with pytest.raises(LedgerError, match="add up to 5"):
        ledger.add(game.code, replace(HAND, amounts=(5, 0, 0, 0)), 0)
    assert ledger.entries(game.code) == ()


def test_a_deleted_hand_is_put_back_in_its_place(ledger: Ledger, game: Game) -> None:
    first = ledger.add(game.code, HAND, 0)
    ledger.add(game.code, HAND, 1)
    before = ledger.entries(game.code)
    ledger.remove(game.code, first)
    ledger.restore(game.code, first)
    assert ledger.entries(game.code) == before
    with pytest.raises(LedgerError) as error:
        ledger.restore(game.code, first)
    assert error.value.key == "sheet-changed"
    assert ledger.entries(game.code) == before


def test_a_hand_is_added_after_a_deletion_by_whoever_has_seen_it(
    ledger: Ledger, game: Game
) -> None:
    elsewhere = ledger.create_game("zung-jung", NAMES)
    ledger.add(elsewhere.code, HAND, 0)
    first = ledger.add(game.code, HAND, 0)
    second = ledger.add(game.code, HAND, 1)
    ledger.remove(game.code, first)
    # One entry is left, whose number is 3.
    for expected in (0, 2, 3):
        with pytest.raises(LedgerError) as error:
            ledger.add(game.code, HAND, expected)
        assert error.value.key == "sheet-changed"
    third = ledger.add(game.code, replace(HAND, note="after the deletion"), 1)
    assert ledger.entries(game.code) == (second, third)


def test_a_hand_is_changed_and_a_deleted_hand_is_not(ledger: Ledger, game: Game) -> None:
    first = ledger.add(game.code, HAND, 0)
    second = ledger.add(game.code, HAND, 1)
    changed = replace(first, amounts=(30, -10, -10, -10), winners=(0,), points=10)
    changed = ledger.change(game.code, changed)
    ledger.remove(game.code, second)
    ledger.remove(game.code, second)
    assert ledger.entries(game.code) == (changed,)
    with pytest.raises(LedgerError, match="deleted"):
        ledger.change(game.code, second)


def test_two_tables_cannot_touch_each_others_hands(ledger: Ledger) -> None:
    mine = ledger.create_game("zung-jung", NAMES)
    other = ledger.create_game("zung-jung", NAMES)
    entry = ledger.add(mine.code, HAND, 0)
    ledger.remove(other.code, entry)
    with pytest.raises(LedgerError, match="deleted"):
        ledger.change(other.code, entry)
    assert ledger.entries(mine.code) == (entry,)


def test_a_browser_sees_the_games_it_opened_and_no_others(ledger: Ledger) -> None:
    mine = ledger.create_game("zung-jung", NAMES)
    other = ledger.create_game("fimj", NAMES)
    ledger.visit("me", mine.code)
    ledger.visit("me", mine.code)
    assert ledger.games_of("me") == (mine,)
    assert ledger.games_of("you") == ()
    assert ledger.games() == (other, mine)


def test_a_browser_lists_the_game_that_it_opened_last_first(ledger: Ledger) -> None:
    first = ledger.create_game("fimj", NAMES)
    second = ledger.create_game("fimj", NAMES)
    for game in (first, second, first):
        ledger.visit("me", game.code)
    assert ledger.games_of("me") == (first, second)


def test_a_game_is_taken_off_the_list_of_one_browser_alone(ledger: Ledger) -> None:
    removed = ledger.create_game("fimj", NAMES)
    kept = ledger.create_game("fimj", NAMES)
    for browser in ("me", "you"):
        ledger.visit(browser, removed.code)
    ledger.visit("me", kept.code)
    ledger.forget_visit("me", removed.code)
    assert ledger.games_of("me") == (kept,)
    assert ledger.games_of("you") == (removed,)
    assert not ledger.has_visited("me", removed.code)
    assert ledger.has_visited("me", kept.code)


def test_names_of_earlier_rules_stay_until_they_are_changed(ledger: Ledger) -> None:
    earlier = Game(
        "CODE2345", "fimj", "", ("Anna", "anna", "Carla", "Dario"), {}, datetime.now(UTC)
    )
    ledger.import_game(earlier, ())
    ended = ledger.change_game(replace(earlier, ended=datetime.now(UTC)))
    assert ended.players == earlier.players
    with pytest.raises(LedgerError, match="Two players"):
        ledger.change_game(replace(ended, players=("Anna", "anna", "Carla", "Dora")))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"winners": (4,)}, "winners"),
        ({"seats": ("E", "S", "W", None), "winners": (3,)}, "winners"),
        ({"seats": ("E", "S", "W", "W")}, "seats"),
        ({"statuses": ("tenpai",)}, "statuses"),
    ],
)
def test_an_entry_that_makes_no_sense_is_refused(
    ledger: Ledger, game: Game, changes: dict[str, Any], fault: str
) -> None:
    with pytest.raises(LedgerError) as error:
        ledger.add(game.code, replace(HAND, **changes), 0)
    assert error.value.key == "entry-nonsense"
    assert error.value.values["what"] == fault
    assert ledger.entries(game.code) == ()


def test_a_game_is_named_by_its_title_or_its_players(game: Game) -> None:
    assert replace(game, title="Club").heading == "Club"
    assert replace(game, title="").heading == ", ".join(game.players)


@pytest.mark.parametrize(
    "changes", [{"seats": ("E", "S", "W")}, {"amounts": (0, 0, 0)}, {"seats": (*"ESWN", None)}]
)
def test_an_entry_has_amounts_and_seats_for_each_player(
    ledger: Ledger, game: Game, changes: dict[str, Any]
) -> None:
    with pytest.raises(LedgerError) as error:
        ledger.add(game.code, replace(HAND, **changes), 0)
    assert error.value.key == "amounts-count"


def test_a_browser_keeps_its_latest_drafts(ledger: Ledger) -> None:
    for number in range(30):
        ledger.save_draft("me", f"GAME{number}", "hand")
    ledger.save_draft("you", "GAME0", "hand")
    kept = [number for number in range(30) if ledger.draft("me", f"GAME{number}")]
    assert kept == list(range(10, 30))
    assert ledger.draft("you", "GAME0")


def test_of_drafts_written_together_only_the_surplus_is_dropped(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledgers, "_WRITES_BETWEEN_COUNTS", 1)
    monkeypatch.setattr(draft_limits, "MOST_OF_A_BROWSER", 4)
    # A busy database takes no draft, so that six wait and are written with the next draft.
    monkeypatch.setattr(Ledger, "_write_drafts", lambda _: None)
    for number in range(6):
        ledger.save_draft("me", f"GAME{number}", "hand")
    monkeypatch.undo()
    monkeypatch.setattr(ledgers, "_WRITES_BETWEEN_COUNTS", 1)
    monkeypatch.setattr(draft_limits, "MOST_OF_A_BROWSER", 4)
    ledger.save_draft("me", "GAME6", "hand")
    kept = [number for number in range(7) if ledger.draft("me", f"GAME{number}")]
    assert len(kept) == 4
    monkeypatch.setattr(draft_limits, "MOST_OF_ALL", 8)
    ledger.save_draft("you", "", "hand")
    kept = [number for number in range(7) if ledger.draft("me", f"GAME{number}")]
    assert len(kept) == 1
    assert ledger.draft("you", "") == "hand"


def test_all_drafts_together_are_bounded(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft_limits, "MOST_OF_ALL", 1_000)
    monkeypatch.setattr(ledgers, "_WRITES_BETWEEN_COUNTS", 1)
    for number in range(20):
        ledger.save_draft(f"browser{number}", "", "x" * 100)
    kept = [number for number in range(20) if ledger.draft(f"browser{number}", "")]
    assert kept == list(range(10, 20))


def test_drafts_take_little_more_disk_than_they_have_characters(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path / "games.sqlite")) as ledger:
        for number in range(60):
            ledger.save_draft(f"browser{number}", "", "x" * 100_000)
        size = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert size < 60 * 100_000 + 2_000_000


def test_drafts_of_one_address_are_bounded() -> None:
    limit = draft_limits.DraftLimit(most=1_000)
    for number in range(10):
        limit.admit("10.0.0.1", f"browser{number}", "", 100)
    with pytest.raises(LedgerError, match="unfinished hands"):
        limit.admit("10.0.0.1", "browser10", "", 100)
    with pytest.raises(LedgerError):
        limit.admit("10.0.0.1", "browser1", "", 101)
    limit.admit("10.0.0.1", "browser1", "", 50)
    limit.admit("10.0.0.1", "browser10", "", 50)
    limit.admit("10.0.0.2", "browser11", "", 900)


def test_drafts_of_an_address_count_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limit = draft_limits.DraftLimit(most=1_000)
    limit.admit("10.0.0.1", "me", "", 1_000)
    # A hand that is full may be kept again as it is.
    limit.admit("10.0.0.1", "me", "", 1_000)
    now += 24 * 3600 - 1
    with pytest.raises(LedgerError, match="unfinished hands"):
        limit.admit("10.0.0.1", "you", "", 1)
    now += 2
    limit.admit("10.0.0.1", "you", "", 1_000)


def test_networks_without_drafts_of_the_last_day_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limit = draft_limits.DraftLimit()
    limit.admit("10.0.0.1", "me", "", 100)
    now += 12 * 3600
    limit.admit("10.0.0.2", "you", "", 100)
    now += 13 * 3600
    limit.admit("10.0.0.3", "she", "", 100)
    assert list(limit._drafts) == ["10.0.0.2", "10.0.0.3"]


def test_drafts_belong_to_one_browser_and_one_place(ledger: Ledger) -> None:
    ledger.save_draft("me", "", "one")
    ledger.save_draft("me", "", "two")
    ledger.save_draft("me", "GAME", "three")
    assert ledger.draft("me", "") == "two"
    assert ledger.draft("me", "GAME") == "three"
    assert ledger.draft("you", "") is None


def test_the_file_holds_no_browser_key(file_ledger: Ledger, path: Path) -> None:
    file_ledger.save_draft("a-secret-key", "", "content")
    file_ledger.close()
    assert b"a-secret-key" not in path.read_bytes()


def test_a_game_can_be_closed_and_opened_again(ledger: Ledger, game: Game) -> None:
    closed = replace(game, ended=datetime.now(UTC), title="Final")
    saved = ledger.change_game(closed)
    assert saved == replace(closed, version=2)
    assert ledger.game(game.code) == saved
    with pytest.raises(LedgerError, match="number of players"):
        ledger.change_game(replace(saved, players=NAMES[:3]))


def test_a_file_that_is_no_ledger_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    content = b"not a database, but long enough to look like one" * 40
    path.write_bytes(content)
    with pytest.raises(HuError, match=r"photo\.jpg.*--games"):
        Ledger(path)
    assert path.read_bytes() == content


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Ledger(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(HuError, match="later version"):
        Ledger(path)


#: A program that prints the code of its game, then the number of each hand once it is saved.
_WRITER = """
import sys
from pathlib import Path
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry
ledger = Ledger(Path(sys.argv[1]))
game = ledger.create_game("zung-jung", ["A", "B", "C", "D"])
print(game.code, flush=True)
for number in range(100_000):
    amounts = (3 * number, -number, -number, -number)
    entry = Entry("won", amounts, ("E", "S", "W", "N"), note="x" * 2000)
    ledger.add(game.code, entry, number)
    print(number, flush=True)
"""


@pytest.mark.parametrize("hands", [1, 7, 40])
def test_acknowledged_hands_survive_a_kill_in_the_middle_of_writing(
    tmp_path: Path, hands: int
) -> None:
    path = tmp_path / "games.sqlite"
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, path], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        code = writer.stdout.readline().strip()
        acknowledged = [int(writer.stdout.readline()) for _ in range(hands)]
        os.kill(writer.pid, signal.SIGKILL)
        # The last line may be cut.
        acknowledged += [int(line) for line in writer.stdout if line.endswith("\n")]
    ledger = Ledger(path)
    kept = [entry.amounts[0] // 3 for entry in ledger.entries(code)]
    assert kept[: len(acknowledged)] == acknowledged, "an acknowledged hand is missing"
    # The hand that was being written may have been saved too.
    assert len(kept) <= len(acknowledged) + 1
    ledger.add(code, HAND, len(kept))
    ledger.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_what_was_read_before_is_read_again_after_any_change(
    ledger: Ledger, game: Game, place: Path | str
) -> None:
    with closing(Ledger(place)) as elsewhere:
        first = elsewhere.add(game.code, HAND, 0)
        assert ledger.entries(game.code) == (first,)
        changed = elsewhere.change(game.code, replace(first, note="changed"))
        assert ledger.entries(game.code) == (changed,)
        # SQLite gives the number of a deleted last entry to the next one.
        elsewhere.remove(game.code, changed)
        second = elsewhere.add(game.code, replace(HAND, note="another"), 0)
        elsewhere.change(game.code, replace(second, note="another"))
        assert [entry.note for entry in ledger.entries(game.code)] == ["another"]
        elsewhere.change_game(replace(game, title="changed"))
        named = ledger.game(game.code)
        assert named is not None
        assert named.title == "changed"


def test_more_games_than_are_kept_in_memory_keep_apart(file_ledger: Ledger) -> None:
    codes = [file_ledger.create_game("zung-jung", NAMES).code for _ in range(70)]
    for code in codes:
        file_ledger.add(code, replace(HAND, note=code), 0)
    assert [file_ledger.entries(code)[0].note for code in codes] == codes
