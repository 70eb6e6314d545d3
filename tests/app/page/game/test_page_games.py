"""A game on the page, without a browser: its rules, its end, what can be undone, and its table."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from io import StringIO
from pathlib import Path

import pytest

from hu.app.i18n import LANGUAGES, texts
from hu.app.ledger.exchange import game_file, read_sent_games
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.sheet_csv import to_csv
from hu.app.ledger.values import GOES_ON, Entry, Game
from hu.app.page.draft.next_hand import is_finished
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Claim, draft_to_json
from hu.app.page.game.taking_in import take_in_games
from hu.app.page.view import sheet
from hu.app.page.view.finish import share_summary, standing_of, summary_html, summary_of
from hu.app.page.view.house import house_html
from hu.app.page.view.scored_hand import describe_hand, note_html, sheet_facts
from hu.app.page.view.sheet import sheet_view
from hu.scoring.rule_set.house import read_house
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set, unregister
from tests.app.page.page_apps import App
from tests.app.page.recorded import TRUTH
from tests.app.page.servers import NAMES

SEATS = ("E", "S", "W", "N")
CLUB = (Path(__file__).parents[4] / "docs" / "house" / "tuesday-club.toml").read_text(
    encoding="utf-8"
)


@pytest.fixture
def zung_jung(app: App) -> App:
    """The first hand of a game of Zung Jung."""
    return app.run().begin()


@pytest.fixture
def game(zung_jung: App, ledger: Ledger) -> Game:
    """The game of ``zung_jung``."""
    assert zung_jung
    return ledger.games()[0]


@pytest.fixture
def riichi(app: App) -> App:
    """The first hand of a game of Riichi."""
    return app.run().begin("riichi")


#: What another phone saves.
THEIRS = Entry(
    "won",
    (-12, 36, -12, -12),
    SEATS,
    1,
    None,
    (1,),
    12,
    "[777z] 234567m 13p 55s 1f +2p",
    token="theirs",  # noqa: S106
)


def win(app: App) -> App:
    """Let South win by West's discard."""
    return app.change("234567m 13p 55s [777z] +2p", winner="S", claim=Claim("discard", "W"))


def reload(ledger: Ledger, game: Game) -> Game:
    found = ledger.game(game.code)
    assert found is not None
    return found


def test_leaving_one_game_leaves_no_other(zung_jung: App, ledger: Ledger) -> None:
    zung_jung.send({"load": "test", "n": 7, "hand": "ANOTHER/x", "op": ["leave"]})
    assert zung_jung.offers("drawn")
    assert ledger.games()


def test_the_first_screen_leads_back_to_a_game_in_progress_older_than_a_finished_one(
    zung_jung: App, game: Game
) -> None:
    zung_jung.tap("leave").begin()
    zung_jung.tap("view", "sheet").click("finish").tap("leave")
    zung_jung.click("go-on")
    assert zung_jung.visit.state.game_code == game.code


def test_a_game_that_has_been_played_out_is_finished_until_it_is_opened_again(
    zung_jung: App, game: Game, ledger: Ledger
) -> None:
    for number in range(16):
        zung_jung.note_drawn()
        if number < 15:
            zung_jung.click("next")
    entries = ledger.entries(game.code)
    assert len(entries) == 16
    assert is_finished(game, entries)
    assert summary_of(game, entries) is not None
    assert "next" not in zung_jung.button_keys()
    assert "go-on" not in zung_jung.tap("leave").button_keys()
    assert not zung_jung.click(f"open-{game.code}").offers("drawn")
    zung_jung.click("finish")
    opened = reload(ledger, game)
    assert opened.options[GOES_ON]
    assert not is_finished(opened, entries)
    assert summary_of(opened, entries) is None
    assert zung_jung.offers("drawn")


def test_the_end_of_a_game_can_be_undone(zung_jung: App, game: Game, ledger: Ledger) -> None:
    zung_jung.note_drawn().click("finish")
    assert reload(ledger, game).ended is not None
    assert "next" not in zung_jung.button_keys()
    assert not zung_jung.show("hand").offers("drawn")
    zung_jung.show().undo()
    assert reload(ledger, game).ended is None
    assert zung_jung.click("next").offers("drawn")


def test_a_hand_that_was_given_up_for_another_phones_can_be_had_back(
    zung_jung: App, game: Game, ledger: Ledger
) -> None:
    win(zung_jung)
    ledger.add(game.code, Entry("drawn", (0,) * 4, SEATS, 1, "E", token="theirs"), 0)  # noqa: S106
    assert zung_jung.run().click("discard-mine").draft.is_empty
    assert zung_jung.undo().draft.winner is not None
    assert "discard-mine" in zung_jung.button_keys()


def test_one_undo_stands_at_a_time_the_latest(zung_jung: App, game: Game, ledger: Ledger) -> None:
    win(zung_jung).save().show(dialog=ledger.entries(game.code)[0].id).click("delete")
    assert zung_jung.labels().count("Undo") == 1
    win(zung_jung.click("next")).save()
    assert zung_jung.labels().count("Undo") == 1
    assert "undo-saved" in zung_jung.button_keys()
    assert len(ledger.entries(game.code)) == 1


def test_undoing_the_clearing_of_a_hand_keeps_the_one_that_was_begun_since(zung_jung: App) -> None:
    win(zung_jung).tap("over").change("11m")
    assert zung_jung.undo().draft.winner == "S"
    assert len(zung_jung.undo().draft.rack.history.now.tiles) == 2


def test_the_same_hand_saved_on_two_phones_is_not_asked_about(
    zung_jung: App, game: Game, ledger: Ledger
) -> None:
    win(zung_jung)
    ledger.add(
        game.code,
        replace(THEIRS, amounts=(-10, 30, -10, -10), points=10, note="[777z] 234567m 13p 55s +2p"),
        0,
    )
    assert zung_jung.run().draft.is_empty
    assert "discard-mine" not in zung_jung.button_keys()
    assert "Hand 1 is on the sheet." in zung_jung.markup()
    assert len(ledger.entries(game.code)) == 1


@pytest.fixture
def conflict(zung_jung: App, game: Game, ledger: Ledger) -> App:
    """A hand won by Bruno as South, which another phone has read otherwise and saved meanwhile."""
    ledger.add(game.code, replace(THEIRS, draft=draft_to_json(win(zung_jung).draft)), 0)
    return zung_jung.run()


def test_a_hand_that_another_phone_saves_meanwhile_stays_with_its_winner(conflict: App) -> None:
    for text in ("Another phone has saved hand 1", "Bruno won: 12 points", "Bruno won: 10 points"):
        assert text in conflict.markup()
    # The winds have passed: Bruno is West now.
    assert conflict.draft.winner == "W"
    assert not conflict.offers("save")


def test_both_hands_are_saved_when_the_player_says_so(
    conflict: App, game: Game, ledger: Ledger
) -> None:
    conflict.click("keep-mine")
    assert [(entry.points, entry.winners) for entry in ledger.entries(game.code)] == [
        (12, (1,)),
        (10, (1,)),
    ]


def test_all_hands_that_were_saved_while_a_phone_was_away_are_shown(
    conflict: App, game: Game, ledger: Ledger
) -> None:
    ledger.add(
        game.code,
        replace(THEIRS, amounts=(-12, -12, -12, 36), winners=(3,), token="more"),  # noqa: S106
        1,
    )
    markup = conflict.run().markup()
    assert markup.count('class="hu-side"') == 3
    assert all(text in markup for text in ("hands 1 to 2", "Bruno won", "Dario won"))


def test_the_other_phone_s_hand_is_opened_to_be_changed(conflict: App) -> None:
    assert "You are changing hand 1" in conflict.click("edit-theirs").markup()
    assert conflict.draft.winner == "S"


@pytest.fixture
def changing(zung_jung: App, game: Game, ledger: Ledger) -> App:
    """The first hand, taken off the sheet again to be changed."""
    win(zung_jung).save()
    return zung_jung.show(dialog=ledger.entries(game.code)[0].id).click("change")


def delete(ledger: Ledger, game: Game) -> None:
    """Delete the only hand, as another phone does."""
    (entry,) = ledger.entries(game.code)
    ledger.remove(game.code, entry)


def test_a_hand_that_another_phone_deletes_meanwhile_is_saved_as_a_new_one_or_let_go(
    changing: App, game: Game, ledger: Ledger
) -> None:
    delete(ledger, game)
    assert "Another phone has deleted this hand" in changing.run().markup()
    assert not changing.offers("save")
    assert changing.click("keep-mine").draft.winner == "S"
    changing.save()
    (kept,) = ledger.entries(game.code)
    changing.show(dialog=kept.id).click("change")
    delete(ledger, game)
    assert changing.run().click("discard-mine").draft.is_empty
    assert ledger.entries(game.code) == ()


def test_a_hand_changed_by_two_phones_takes_the_place_of_the_other_when_the_player_says_so(
    changing: App, game: Game, ledger: Ledger
) -> None:
    (entry,) = ledger.entries(game.code)
    ledger.change(game.code, replace(entry, note="theirs", token="theirs"))  # noqa: S106
    changing.change(claim=Claim("self-draw"))
    assert "Another phone has changed this hand" in changing.markup()
    changing.click("keep-mine")
    (kept,) = ledger.entries(game.code)
    assert kept.version == 3
    assert kept.amounts == (-10, 30, -10, -10)
    assert kept.note != "theirs"


def test_a_hand_that_cannot_be_saved_beside_another_one_says_what_is_missing(
    changing: App, game: Game, ledger: Ledger
) -> None:
    changing.change("234567m 13p 5s [777z] +2p")
    delete(ledger, game)
    markup = changing.run().click("keep-mine").markup()
    assert "not saved yet: 13 tiles" in markup
    # The hand that was deleted has no number.
    assert "hand 0" not in markup
    changing.tap("over").change(TRUTH)
    ledger.add(game.code, THEIRS, 0)
    assert "not saved yet: Who won?" in changing.run().click("keep-mine").markup()
    assert "keep-mine" not in changing.button_keys()
    assert len(changing.draft.rack.history.now.tiles) == 15


def test_a_phone_that_has_begun_nothing_counts_what_another_one_saves(
    zung_jung: App, game: Game, ledger: Ledger
) -> None:
    ledger.add(game.code, THEIRS, 0)
    assert "Hand 2 of 16" in zung_jung.run().markup()
    win(zung_jung).save()
    assert len(ledger.entries(game.code)) == 2


def test_a_hand_is_changed_and_deleted_with_the_totals_following(
    changing: App, game: Game, ledger: Ledger
) -> None:
    changing.change(winner="N", claim=Claim("self-draw")).save()
    (entry,) = ledger.entries(game.code)
    assert (entry.amounts, entry.winners) == ((-10, -10, -10, 30), (3,))
    changing.show(dialog=entry.id).click("delete")
    assert ledger.entries(game.code) == ()
    changing.undo()
    assert ledger.entries(game.code) == (entry,)


def test_the_last_game_is_one_tap_away_and_its_players_are_remembered(zung_jung: App) -> None:
    assert zung_jung.tap("leave").click("go-on").offers("drawn")
    zung_jung.tap("leave").click("new-game").click("same-players")
    assert [zung_jung.field(f"player-{seat}")["value"] for seat in SEATS] == [*NAMES]
    # A tap on a name takes it away or gives it the first free place.
    assert zung_jung.click("known-1").click("known-0").field("player-E")["value"] == ""
    assert zung_jung.click("known-1").field("player-E")["value"] == "Bruno"


@pytest.mark.parametrize("rules", ["fimj", "riichi", "zung-jung"])
def test_the_last_table_s_rules_and_options_come_with_its_players(
    app: App, ledger: Ledger, rules: str
) -> None:
    options: dict[str, bool | int | str] = {}
    for option in rule_set(rules).options:
        if option.values is not None:
            options[option.name] = option.values[1]
        elif isinstance(option.default, bool):
            options[option.name] = not option.default
        elif isinstance(option.default, int):
            options[option.name] = option.least + option.step
        else:
            options[option.name] = option.choices[-1]
    if rules == "fimj":
        app.run().begin(rules, NAMES[:3], "new-three")
    else:
        app.run().begin(rules)
    (first,) = ledger.games()
    first = ledger.change_game(replace(first, options=options))
    app.tap("leave").click("new-game").click("same-players").click("begin")
    (second,) = [game for game in ledger.games() if game.code != first.code]
    assert second.rules == rules
    assert second.players == first.players
    assert second.options == options


@pytest.mark.parametrize(
    ("rules", "hand", "winner", "claim", "amounts", "then"),
    [
        # Two faan are one short of the minimum: a discard would not win.
        # East has won and stays the dealer.
        (
            "hong-kong",
            TRUTH,
            "E",
            Claim("self-draw"),
            (48, -16, -16, -16),
            "Hand 2 · Round of East · East is Anna",
        ),
        (
            "mcr",
            "147m 258p 39s 12346z +5z",
            "S",
            Claim("discard", "W"),
            (-8, 36, -20, -8),
            "Hand 2 of 16 · Round of East · East is Bruno",
        ),
    ],
)
def test_a_hand_of_hong_kong_and_of_mcr_goes_to_the_sheet(
    app: App,
    ledger: Ledger,
    rules: str,
    hand: str,
    winner: str,
    claim: Claim,
    amounts: tuple[int, ...],
    then: str,
) -> None:
    app.run().begin(rules).change(hand, winner=winner, claim=Claim("discard", "W"))
    assert app.offers("save") == (rules == "mcr")
    app.change(claim=claim)
    assert app.amounts() == {
        seat: texts("en").signed(amount) for seat, amount in zip(SEATS, amounts, strict=True)
    }
    app.save()
    assert [entry.amounts for entry in ledger.entries(ledger.games()[0].code)] == [amounts]
    assert then in app.click("next").markup()


def test_the_names_of_players_change_while_they_play_and_after_the_end(
    app: App, ledger: Ledger
) -> None:
    app.run().begin(names=("Anna", "", "", ""))
    game = ledger.games()[0]
    assert game.players == ("Anna", "Player 2", "Player 3", "Player 4")
    app.show().click("names").enter("name-1", "Bruno")
    assert reload(ledger, game).players[1] == "Bruno"
    # Two players of one name could not be told apart.
    assert "Two players are called anna" in app.enter("name-2", "anna").markup()
    app.click("names-done").click("finish").click("names").enter("name-0", "")
    assert reload(ledger, game).players == ("Player 1", "Bruno", "Player 3", "Player 4")


def test_payments_and_problems_name_the_players(riichi: App) -> None:
    riichi.change(
        "234567m 13p 55s 678s +2p",
        winner="S",
        claim=Claim("discard", "W", frozenset(("riichi",))),
        asked={"declared": ("N",)},
    )
    assert "Bruno receives 2,300: 1,300 from Carla, 1,000 in sticks." in riichi.markup()
    riichi.change(claim=Claim("discard", "W"), asked={"declared": ("S",)})
    assert "Bruno is listed among those who declared riichi" in riichi.markup()


def test_statistics_add_up_the_games_that_were_played(zung_jung: App) -> None:
    win(zung_jung).save().click("next").change(
        "234567m 13p 55s [777z] +2p", winner="W", claim=Claim("self-draw")
    ).save()
    # Rules without a played hand are not offered, and not shown first.
    markup = zung_jung.tap("leave").begin("fimj").tap("leave").click("statistics").markup()
    line = "won 2 of 2 (100%) · 1 self-drawn · dealt in 0 times (0%) · best hand 10 · 1 game"
    assert line in markup
    assert "Most often: Bruno (2)" in markup


@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_of_a_single_hand_use_no_plural(language: str) -> None:
    t = texts(language)
    line = t("statistics.won_of", won=1, hands=1, share=100)
    for plural in ("hands", "Händen", "mains", "mani"):
        assert plural not in line


def test_statistics_hold_places_and_riichi_of_a_games_file(riichi: App, ledger: Ledger) -> None:
    riichi.change(
        "234567m 13p 55s 678s +2p",
        winner="S",
        claim=Claim("discard", "W", frozenset(("riichi",))),
        asked={"declared": ("N",)},
    )
    riichi.save().click("finish")
    (game,) = ledger.games()
    sheets = read_sent_games(game_file(game, ledger.entries(game.code)))
    # The file of the same table on another evening.
    later = [
        (replace(game, started=game.started + timedelta(days=7)), entries)
        for game, entries in sheets
    ]
    list(take_in_games(ledger, riichi.visit.browser, later))
    markup = riichi.tap("leave").click("statistics").markup()
    assert "dealt in 2 times (100%)" in markup
    assert "riichi 2 times (100%)" in markup
    assert "1st × 2 · average place 1.0" in markup
    assert "4th × 2 · average place 4.0" in markup


def test_a_game_begins_without_typing(app: App, ledger: Ledger) -> None:
    app.run().begin("riichi", names=())
    game = ledger.games()[0]
    assert game.rules == "riichi"
    assert game.players == ("Player 1", "Player 2", "Player 3", "Player 4")


def test_both_screens_of_a_game_show_the_honba_and_sticks_on_the_table(
    riichi: App, ledger: Ledger
) -> None:
    app = riichi
    game = ledger.games()[0]
    ledger.add(game.code, Entry("drawn", (-1_000, 0, 0, 0), SEATS, 1, "E", pot=1_000), 0)
    for screen in (app.run(), app.show()):
        assert "Honba: 1 · Riichi sticks on the table: 1" in screen.markup()
        # The first honba of a game is explained.
        assert "A honba counts each repeated deal" in screen.markup()


def test_the_list_of_games_shows_the_result_with_uma_as_the_end_of_the_game_does(
    app: App, ledger: Ledger
) -> None:
    app.run().begin("riichi", names=())
    game = ledger.games()[0]
    ledger.add(game.code, Entry("won", (8_000, -8_000, 0, 0), SEATS, 1, "E", (0,)), 0)
    note = note_of_game(app.tap("leave"), game)
    assert f"{game.started:%Y-%m-%d %H:%M}" in note
    assert "Player 1 38,000" in note
    markup = app.click(f"open-{game.code}").show().click("finish").markup()
    assert '<small>Total</small> <span class="">With uma</span>' in markup
    assert "Uma: points that the last places pay" in markup
    # The figure with uma in the row of the first place.
    first_row = markup.split('class="is-first"')[1]
    result = first_row.split('<span class="">')[2].split("<")[0]
    assert f"Player 1 {result}" in note_of_game(app.tap("leave"), game)


def note_of_game(app: App, game: Game) -> str:
    """The note beside the button that opens a game of the list."""
    name = f"open-{game.code}"
    (button,) = [part for part in app.parts() if part.get("name") == name]
    return str(button["note"])


def test_a_payment_offers_the_players_by_their_names_as_they_were_entered(app: App) -> None:
    names = ("Anna-Lena", "B. *Bruno*", "Carla", "Dario")
    app.run().begin(names=names).show(dialog="payment")
    for key in ("payer", "payee"):
        assert [name for _player, name in app.field(key)["options"]] == [*names]


def test_a_finished_game_takes_no_payment_and_no_change(
    zung_jung: App, game: Game, ledger: Ledger
) -> None:
    assert "payment" in win(zung_jung).save().button_keys()
    (entry,) = ledger.entries(game.code)
    assert "change" in zung_jung.show(dialog=entry.id).button_keys()
    assert "payment" not in zung_jung.show().click("finish").button_keys()
    assert not {"change", "delete"} & {*zung_jung.show(dialog=entry.id).button_keys()}


def test_a_payment_is_opened_without_the_number_of_a_hand(
    zung_jung: App, game: Game, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    win(zung_jung).save()
    payment = Entry("payment", (10, -10, 0, 0), SEATS, 1, "E")
    opened = ledger.add(game.code, payment, 1)
    titles: list[str] = []
    monkeypatch.setattr(sheet, "show_dialog", lambda title, *_, **__: titles.append(title))
    for entry in (opened, ledger.entries(game.code)[0]):
        zung_jung.show(dialog=entry.id)
    assert titles == ["Payment", "Hand 1"]


def test_players_do_not_pay_themselves(zung_jung: App) -> None:
    refusal = texts("en")("problem.payment-same")
    zung_jung.show().click("payment").enter("payer", 1)
    assert refusal not in zung_jung.markup()
    assert refusal in zung_jung.enter("payee", 1).markup()
    assert refusal not in zung_jung.enter("payee", 2).markup()


def test_a_hand_that_was_saved_in_another_game_is_not_named(zung_jung: App) -> None:
    zung_jung.note_drawn()
    assert "undo-saved" in zung_jung.button_keys()
    saved = zung_jung.state.screen.saved
    assert saved is not None
    zung_jung.show(saved=replace(saved, code="ELSEWHERE"))
    assert "undo-saved" not in zung_jung.button_keys()


def test_a_game_can_be_removed_from_the_list_and_had_back(
    zung_jung: App, game: Game, ledger: Ledger
) -> None:
    assert f"open-{game.code}" not in zung_jung.show().click("remove").button_keys()
    assert reload(ledger, game)
    assert f"open-{game.code}" in zung_jung.undo().button_keys()


def test_the_standing_fills_the_screen_of_the_next_hand(zung_jung: App) -> None:
    standing = win(zung_jung).save().click("next").markup().split("hu-standing")[1]
    assert standing.index("Bruno") < standing.index("Anna")
    assert "hu-standing" in win(zung_jung).markup()


def test_a_hand_without_a_game_is_saved_to_a_game_that_is_played_or_to_a_new_one(
    zung_jung: App, game: Game, ledger: Ledger
) -> None:
    win(zung_jung.tap("leave").change(round_wind="E")).click(f"move-{game.code}")
    assert (zung_jung.state.game_code, zung_jung.draft.winner) == (game.code, "S")
    zung_jung.save()
    assert [entry.winners for entry in ledger.entries(game.code)] == [(1,)]
    assert zung_jung.tap("leave").draft.is_empty
    win(zung_jung).click("move-new").click("begin").save()
    (new,) = (found for found in ledger.games() if found.code != game.code)
    assert [entry.winners for entry in ledger.entries(new.code)] == [(1,)]


def test_a_game_whose_rules_are_missing_keeps_its_sheet(app: App, ledger: Ledger) -> None:
    game = ledger.create_game("poker", NAMES, "An old evening", {"limit": 3})
    ledger.add(
        game.code, Entry("won", (12, -4, -4, -4), SEATS, winners=(0,), points=4, note="55z"), 0
    )
    app.query_params["game"] = game.code
    app.run()
    assert "This game is played by the rules “poker”, which are not installed here." in app.markup()
    assert "hu-alert" in app.markup()
    assert "An old evening · poker" in app.markup()
    assert not {"payment", "names", "next", "finish"} & {*app.button_keys()}
    assert [button.label for button in app.get("download_button")] == [
        "Download as CSV",
        "Download the game",
    ]
    app.tap("leave")
    assert "new-game" in app.button_keys()
    assert any("An old evening" in label and "poker" in label for label in app.labels())
    app.click("statistics")
    kept = reload(ledger, game)
    assert kept.rules == "poker"
    assert dict(kept.options) == {"limit": 3}
    assert len(ledger.entries(game.code)) == 1


def test_a_game_whose_rule_set_was_removed_since_keeps_its_place(
    app: App, ledger: Ledger, tiny: RuleSet
) -> None:
    game = ledger.create_game(tiny.name, NAMES)
    unregister("tiny")
    app.query_params["game"] = game.code
    assert "tiny" in app.run().markup()
    assert reload(ledger, game)


def test_a_game_is_played_by_house_rules_and_its_sheet_says_so(app: App, ledger: Ledger) -> None:
    app.run().click("new-game")
    form = replace(app.state.screen.new_game, house=read_house(CLUB))
    app.put(screen=replace(app.state.screen, new_game=form))
    assert "House rules: Tuesday club" in app.run().markup()
    app.click("begin").change(TRUTH, winner="S")
    game = ledger.games()[0]
    assert game.options["minimum"] == 5
    assert "3.1" in str(game.options["house"])
    assert "Value Honor (3.1): 15 instead of 10" in house_html(game, texts("en"))
    assert "Minimo per vincere: 5" in house_html(game, texts("it"))


def test_the_sheet_of_a_game_by_the_published_rules_names_no_house_rules(ledger: Ledger) -> None:
    assert house_html(ledger.create_game("zung-jung", NAMES), texts("en")) == ""


def test_options_of_one_name_do_not_mix_between_rules(app: App, ledger: Ledger) -> None:
    app.run().click("new-game")
    app.enter("zung-jung-minimum", value=True).enter("new-rules", "mcr")
    assert app.field("mcr-minimum")["value"] == 8
    app.enter("mcr-minimum", 6).click("begin")
    game = ledger.games()[0]
    assert (game.rules, game.options["minimum"]) == ("mcr", 6)
    assert "Minimum to win: 6" in house_html(game, texts("en"))


def draw(app: App, tenpai: Sequence[str], declared: Sequence[str]) -> None:
    """Note a drawn hand of Riichi.

    Args:
        app: the page, before a hand of the game.
        tenpai: the seats of the players who wait.
        declared: the seats of the players who declared riichi.
    """
    app.note_drawn().tap("ask", "status-tenpai", [*tenpai]).tap("ask", "declared", [*declared])
    assert "On the table" in app.markup()
    app.save()


def test_the_sticks_of_a_drawn_hand_and_the_counters_go_to_the_next_winner(
    riichi: App, ledger: Ledger
) -> None:
    draw(riichi, "EW", "W")
    game = ledger.games()[0]
    (entry,) = ledger.entries(game.code)
    assert (entry.kind, entry.amounts, entry.pot) == ("drawn", (1500, -1500, 500, -1500), 1000)
    assert entry.statuses == ("tenpai", None, "tenpai", None)
    riichi.click("next")
    assert riichi.draft.asked == {"honba": 1, "sticks": 1}
    assert riichi.draft.seating == SEATS
    riichi.change("234m 45789p 45688s +3p", winner="S", claim=Claim("discard", "W"))
    riichi.tap("ask", "special", ["riichi"]).tap("ask", "declared", ["N"]).save()
    _, entry = ledger.entries(game.code)
    # Riichi and pinfu 2,000, one honba 300, three sticks of which one is the winner's own.
    assert entry.amounts == (0, 2000 + 300 + 2000, -2300, -1000)
    assert (entry.pot, entry.points) == (-1000, 2300)


def test_a_player_who_declared_riichi_waits_by_definition(riichi: App) -> None:
    riichi.note_drawn().tap("ask", "declared", ["W"])
    score = assess(riichi.draft).score
    assert score is not None
    assert score.payments == {"E": -1000, "S": -1000, "W": 2000, "N": -1000}
    riichi.tap("ask", "status-tenpai", [])
    assert "On the table" not in riichi.markup()
    assert "declared riichi and must show a waiting hand" in riichi.markup()


def test_an_abortive_draw_is_entered_and_pays_nobody(app: App, ledger: Ledger) -> None:
    app.run().click("new-game").enter("new-rules", "riichi").enter("riichi-preset", "tenhou")
    app.click("begin").note_drawn().tap("ask", "declared", ["W"])
    assert "Who was waiting?" in app.questions()
    app.tap("ask", "void", "nine-terminals")
    assert "Who was waiting?" not in app.questions()
    app.save()
    game = ledger.games()[0]
    (entry,) = ledger.entries(game.code)
    assert (entry.kind, entry.note, entry.statuses) == ("drawn", "nine-terminals", ())
    assert (entry.amounts, entry.pot) == ((0, 0, -1000, 0), 1000)
    # East stays, with one honba more.
    app.click("next")
    assert (app.draft.seating, app.draft.asked) == (SEATS, {"honba": 1, "sticks": 1})
    # The reason is changed with the hand, because payments hang on it.
    app.show(dialog=entry.id)
    assert "Nine kinds of terminals and honors" in app.markup()
    app.click("change").tap("ask", "void", None).tap("ask", "status-tenpai", ["W"]).save()
    (entry,) = ledger.entries(game.code)
    assert (entry.note, entry.amounts) == ("", (-1000, -1000, 2000, -1000))


def test_answers_about_a_drawn_hand_are_forgotten_once_somebody_won(
    riichi: App, ledger: Ledger
) -> None:
    riichi.note_drawn().tap("ask", "status-tenpai", ["E", "N"]).tap("ask", "nagashi", ["N"])
    riichi.change("234m 45789p 45688s +3p")
    riichi.tap("seat", "S", "W").save()
    (entry,) = ledger.entries(ledger.games()[0].code)
    assert entry.amounts == (0, 1_000, -1_000, 0)
    assert entry.statuses in ((), (None,) * 4)


def test_rules_for_three_forget_answers_about_the_fourth_player(app: App) -> None:
    app.work_on("234s 45789p 45688s +3p", rules="riichi", winner="N", round_wind="N")
    app.tap("rules", "sanma")
    assert (app.draft.winner, app.draft.round_wind) == (None, None)
    assert list(app.draft.seats) == ["E", "S", "W"]
    app.work_on("234s 45789p 45688s +3p", rules="riichi", winner="S", claim=Claim("discard", "N"))
    app.tap("rules", "sanma")
    assert (app.draft.winner, app.draft.claim) == ("S", Claim())
    app.tap("rules", "riichi")
    assert list(app.draft.seats) == [*SEATS]


def test_a_false_win_of_mcr_is_paid_beside_another_player_s_win(app: App, ledger: Ledger) -> None:
    app.run().begin("mcr").change("[222m] [222p] 222s 444s 6m +6m").tap("seat", "S", "W")
    plain = app.amounts()
    app.tap("ask", "status-false-win", ["N", "S"])
    assert app.amounts() != plain
    app.save()
    (entry,) = ledger.entries(ledger.games()[0].code)
    assert entry.statuses == (None, None, None, "false-win")
    assert sum(entry.amounts) == 0
    app.click("next").note_drawn().tap("ask", "status-false-win", ["E"]).save()
    _, entry = ledger.entries(ledger.games()[0].code)
    assert sorted(entry.amounts) == [-30, 10, 10, 10]


@pytest.mark.parametrize(("rules", "has_flowers"), [("riichi", False), ("zung-jung", True)])
def test_the_keyboard_has_the_tiles_of_the_rules(app: App, rules: str, has_flowers: bool) -> None:
    app.work_on("123m 55p", rules=rules)
    (editor,) = [part for part in app.parts() if part["kind"] == "editor"]
    assert ("1f" in editor["names"]) == has_flowers
    assert "2m" in editor["names"]
    assert editor["set_aside"] == []


def test_the_keyboard_of_three_leaves_out_what_they_do_not_play_with(app: App) -> None:
    app.work_on("199m 55p", rules="sanma", seats=("E", "S", "W"))
    (editor,) = [part for part in app.parts() if part["kind"] == "editor"]
    characters = [face for face in editor["names"] if face.endswith("m")]
    assert characters == ["1m", "9m"]
    assert {"0p", "0s"} < editor["names"].keys()
    assert editor["set_aside"] == ["4z"]


def test_three_cannot_tap_in_an_indicator_that_they_do_not_play_with(app: App) -> None:
    app.work_on("234s 45789p 45688s +3p", rules="sanma", seats=("E", "S", "W"), round_wind="E")
    app.tap("seat", "S", "E")
    questions = [part for part in app.parts() if part["kind"] == "tiles"]
    assert questions
    for question in questions:
        characters = [face for face in question["names"] if face.endswith("m")]
        assert characters == ["1m", "9m"]


#: A hand with two North, as it is tapped in.
TAPPED = (
    *("4z", "2p", "3p", "4p", "5p", "6p", "7p"),
    *("2s", "3s", "5s", "5s", "5s", "8s", "8s", "4z", "4s"),
)


def test_a_game_of_three_is_played_to_its_end(app: App, ledger: Ledger) -> None:
    """Riichi for three by Tenhou's rules, East alone, with every kind of ending."""
    app.run().click("new-game").enter("new-rules", "sanma").enter("sanma-rounds", "1")
    for seat, name in zip("ESW", NAMES, strict=False):
        app.enter(f"player-{seat}", name)
    assert ["player", "N"] not in [part.get("op") for part in app.parts()]
    app.click("begin")
    game = ledger.games()[0]
    assert app.draft.seats == ("E", "S", "W")

    # Bruno draws 4 han 30 fu in the South. The tiles are tapped in, two North are set aside.
    for face in TAPPED:
        group = app.draft.rack.history.now.groups
        app.tap("tile", None, ["add", face, group[0].id if group else None, None])
    for tile in app.draft.rack.history.now.tiles:
        if tile.face == "4z":
            app.tap("tile", None, ["move", tile.id, "bonus"])
    assert [group.kind for group in app.draft.rack.history.now.groups] == ["standing", "bonus"]
    last = app.draft.rack.history.now.groups[0].tiles[-1]
    app.tap("tile", None, ["win", last.id]).tap("seat", "S", "self-draw")
    assert app.amounts() == {"E": "−3,900", "S": "+5,900", "W": "−2,000"}
    app.save()

    # Bruno, now East, and Anna in the West wait after a drawn hand. Anna had declared riichi.
    app.click("next")
    assert app.draft.seating == ("W", "E", "S")
    app.note_drawn().tap("ask", "declared", ["W"]).tap("ask", "status-tenpai", ["E", "W"]).save()

    # An abortive draw. East deals again with a second honba.
    app.click("next")
    assert (app.draft.seating, app.draft.asked) == (("W", "E", "S"), {"honba": 1, "sticks": 1})
    app.note_drawn().tap("ask", "void", "nine-terminals").save()

    # Carla wins 3 han 40 fu from Anna: 5200, two honba of 200 and the stick.
    app.click("next")
    assert app.draft.asked == {"honba": 2, "sticks": 1}
    hand = "[555z] 999p 234s 67s 55s {44z} +8s"
    app.change(hand, winner="S", claim=Claim("discard", "W")).save()

    # Bruno draws a mangan in the West. Nobody follows Carla as East.
    app.click("next")
    assert app.draft.seating == ("S", "W", "E")
    app.change("234567p 23555s 88s {444z} +4s", winner="W", claim=Claim("self-draw")).save()

    entries = ledger.entries(game.code)
    assert [entry.amounts for entry in entries] == [
        (-3_900, 5_900, -2_000),
        (0, 1_000, -2_000),
        (0, 0, 0),
        (-5_600, 0, 6_600),
        (-2_000, 6_000, -4_000),
    ]
    assert [entry.pot for entry in entries] == [0, 1_000, 0, -1_000, 0]
    assert is_finished(game, entries)
    # Anna 35,000 - 11,500, Bruno 35,000 + 12,900, Carla 35,000 - 1,400. Bruno returns 40,000 of
    # 47,900 and adds the uma of 20,000 and the oka of 15,000. Carla: 33,600 - 40,000. Anna:
    # 23,500 - 40,000 - 20,000.
    summary = summary_of(game, entries)
    assert summary is not None
    assert [(ranked.player, ranked.total, ranked.result) for ranked in summary.ranking] == [
        (1, 12_900, 42_900),
        (2, -1_400, -6_400),
        (0, -11_500, -36_500),
    ]


def test_the_wind_of_the_round_is_asked_once(app: App) -> None:
    app.work_on("234567m 13p 55s 678s +2p", rules="riichi", winner="S", claim=Claim("discard", "W"))
    (seats,) = [part for part in app.parts() if part["kind"] == "seats"]
    assert app.questions().count("Wind of the round") == 1
    assert seats["open"] is None


def test_an_option_that_is_as_the_preset_has_it_says_what_that_is(app: App) -> None:
    app.run().click("new-game")
    app.enter("new-rules", "riichi")
    assert app.field("riichi-start")["options"][0][1] == "as above: 30,000"
    app.enter("riichi-uma", "20-10").enter("riichi-preset", "m-league")
    for key, option in (("red_fives", "three"), ("open_tanyao", "yes"), ("uma", "30-10")):
        assert app.field(f"riichi-{key}")["options"][0][1] == f"as above: {option}"
    # The preset itself depends on nothing.
    assert not any(":" in name for _value, name in app.field("riichi-preset")["options"])
    assert app.field("riichi-uma")["chosen"] == ["20-10"]


RIICHI_GAME = Game(
    "CODE2345", "riichi", "", NAMES, {"preset": "tenhou"}, datetime(2026, 5, 1, 18, tzinfo=UTC)
)
DRAWN = Entry(
    "drawn", (1500, -1500, 500, -1500), SEATS, 1, "E", pot=1000,
    statuses=("tenpai", None, "tenpai", None), saved=RIICHI_GAME.started,
)  # fmt: skip


def ranking_of(game: Game, entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """The final ranking: ``1. Anna`` for each player, with the result."""
    summary = summary_of(game, entries)
    assert summary is not None
    ranking = []
    for ranked in summary.ranking:
        name = game.players[ranked.player]
        ranking.append((f"{ranked.place}. {name}", texts("en").signed(ranked.result)))
    return ranking


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_csv_of_a_drawn_hand_has_the_sticks_and_the_players_who_wait(language: str) -> None:
    row = to_csv(RIICHI_GAME, [DRAWN], texts(language), UTC).splitlines()[1].split(",")
    amounts = row[9:13]
    sticks, statuses, *further_cells = row[13:]
    assert amounts == ["1500", "-1500", "500", "-1500"]
    assert sticks == "1000"
    assert statuses == "Anna:tenpai Carla:tenpai"
    assert further_cells == ["", "", ""]


def test_a_game_that_ended_with_payments_alone_has_no_result() -> None:
    ended = replace(RIICHI_GAME, ended=RIICHI_GAME.started)
    payment = replace(DRAWN, kind="payment", amounts=(1000, -1000, 0, 0), pot=0, statuses=())
    assert summary_of(ended, [payment]) is None
    assert summary_of(ended, [DRAWN, payment]) is not None


def test_the_final_ranking_adds_up_all_rounds() -> None:
    ended = replace(RIICHI_GAME, ended=RIICHI_GAME.started)
    paid_back = replace(DRAWN, amounts=(-1500, 1500, -500, 1500), pot=-1000, round=2, id=2)
    # 25,000 - 30,000 each, and the uma in the order of the seats. Anna adds the oka of 20,000.
    assert ranking_of(ended, [DRAWN, paid_back]) == [
        ("1. Anna", "+35,000"),
        ("2. Bruno", "+5,000"),
        ("3. Carla", "−15,000"),
        ("4. Dario", "−25,000"),
    ]


def test_a_game_that_goes_on_has_no_final_ranking() -> None:
    assert summary_of(RIICHI_GAME, [DRAWN]) is None


def test_the_final_ranking_adds_uma_and_oka() -> None:
    ended = replace(RIICHI_GAME, ended=RIICHI_GAME.started)
    # 25,000 at the start, 30,000 to return.
    # Anna: 26,500 + 20,000 oka + 20,000 uma + the stick that is left.
    assert ranking_of(ended, [DRAWN]) == [
        ("1. Anna", "+37,500"),
        ("2. Carla", "+5,500"),
        ("3. Bruno", "−16,500"),
        ("4. Dario", "−26,500"),
    ]
    summary = summary_of(ended, [DRAWN])
    assert summary is not None
    cell = '<small>26,500</small> <span class="">+37,500</span>'
    assert cell in summary_html(ended, summary, texts("en"))


def test_the_courses_of_the_totals_are_those_before_uma_and_oka() -> None:
    summary = summary_of(replace(RIICHI_GAME, ended=RIICHI_GAME.started), [DRAWN])
    assert summary is not None
    courses = [course for _, course in summary.courses]
    assert courses == [(0, 1500), (0, -1500), (0, 500), (0, -1500)]


def test_a_game_of_drawn_hands_has_no_best_hand() -> None:
    summary = summary_of(replace(RIICHI_GAME, ended=RIICHI_GAME.started), [DRAWN])
    assert summary is not None
    assert summary.best is None


def test_a_result_without_uma_has_the_points_at_the_start() -> None:
    options = {"preset": "tenhou", "uma": "0-0", "start": "25000", "target": "25000"}
    ended = replace(RIICHI_GAME, ended=RIICHI_GAME.started, options=options)
    # No riichi stick is left on the table, which would go to the first place.
    deal = replace(DRAWN, amounts=(1500, -500, 500, -1500), pot=0)
    standing = [text for _total, text in standing_of(ended, [deal], texts("en"))]
    assert standing == ["26,500", "24,500", "25,500", "23,500"]
    summary = summary_of(ended, [deal])
    assert summary is not None
    cell = '<strong class=""><span class="">26,500</span></strong>'
    assert cell in summary_html(ended, summary, texts("en"))
    assert "1. Anna 26,500" in share_summary(ended, summary, texts("en"), UTC).text


def test_a_shared_evening_has_the_day_of_the_reader_s_time_zone() -> None:
    ended = replace(RIICHI_GAME, ended=RIICHI_GAME.started)
    summary = summary_of(ended, [DRAWN])
    assert summary is not None
    # In Tokyo the game began after midnight.
    late = replace(ended, started=datetime(2026, 12, 23, 20, tzinfo=UTC))
    shared = share_summary(late, summary, texts("en"), timezone(timedelta(hours=9)))
    assert shared.text.startswith("Score sheet · 2026-12-24")


@pytest.mark.parametrize(("preset", "has_oka"), [("tenhou", True), ("ema", False)])
def test_the_end_explains_oka_if_it_is_paid(preset: str, has_oka: bool) -> None:
    ended = replace(RIICHI_GAME, ended=RIICHI_GAME.started, options={"preset": preset})
    summary = summary_of(ended, [DRAWN])
    assert summary is not None
    end = summary_html(ended, summary, texts("en"))
    assert ("counted from 30,000 points" in end) == has_oka
    assert ("20,000 points (oka)" in end) == has_oka


def test_players_who_tie_share_their_place() -> None:
    game = replace(RIICHI_GAME, ended=RIICHI_GAME.started, options={"preset": "ema"})
    tied = replace(DRAWN, amounts=(1000, 1000, -1000, -1000), pot=0)
    ranking = ranking_of(game, [tied])
    assert [place for place, _ in ranking] == ["1. Anna", "1. Bruno", "3. Carla", "3. Dario"]


def test_a_chombo_is_settled_after_the_game() -> None:
    game = replace(RIICHI_GAME, ended=RIICHI_GAME.started, options={"preset": "wrc"})
    chombo = replace(DRAWN, amounts=(0, 0, 0, 0), pot=0, statuses=(None, None, "chombo", None))
    assert [result for _, result in ranking_of(game, [chombo])] == ["0", "0", "0", "−30,000"]


@pytest.mark.parametrize(
    ("statuses", "note", "line"),
    [
        ((), "", "Drawn"),
        ((None, None, "chombo", None), "", "Drawn · Chombo: Carla"),
        (("tenpai", None, "tenpai", None), "", "Drawn · Waiting hand: Anna, Carla"),
        ((), "four-riichi", "Four riichi"),
        ((None, None, "gone", None), "unknown", "Drawn"),
    ],
)
def test_a_hand_that_nobody_won_says_why_and_who_has_a_status(
    statuses: tuple[str | None, ...], note: str, line: str
) -> None:
    t = texts("en")
    entry = replace(DRAWN, statuses=statuses, note=note)
    assert describe_hand(entry, RIICHI_GAME, t) == line
    assert line in note_html(entry, RIICHI_GAME, t)
    assert describe_hand(entry, replace(RIICHI_GAME, rules="gone"), t) == "Drawn"


def test_a_waiting_hand_that_pays_its_stick_is_no_fault() -> None:
    statuses = ("tenpai",) * 4
    everybody_waits = replace(DRAWN, amounts=(-1000, 0, 0, 0), pot=1000, statuses=statuses, id=6)
    rows = sheet_view(RIICHI_GAME, [everybody_waits], texts("en")).rows
    assert [cell.fault for cell in rows[1].cells] == [None] * 4


#: A game by the rules of WRC, with a drawn hand and a hand with a chombo of Carla.
WRC_GAME = replace(RIICHI_GAME, options={"preset": "wrc"})
CHOMBO = replace(DRAWN, amounts=(0, 0, 0, 0), pot=0, statuses=(None, None, "chombo", None), id=7)
DRAWN_AND_CHOMBO = (replace(DRAWN, id=6), CHOMBO)


def test_the_sheet_shows_the_cost_of_a_chombo() -> None:
    rows = sheet_view(WRC_GAME, DRAWN_AND_CHOMBO, texts("en")).rows
    cells = [[cell.text for cell in row.cells] for row in rows]
    assert cells == [
        ["30,000"] * 4,
        ["+1,500", "−1,500", "+500", "−1,500"],
        ["0", "0", "−30,000", "0"],
        ["+1,500", "−1,500", "−29,500", "−1,500"],
        ["31,500", "28,500", "500", "28,500"],
    ]
    assert [cell.fault for cell in rows[2].cells] == [None, None, "Chombo", None]


def test_the_standing_includes_the_cost_of_a_chombo() -> None:
    standing = [text for _total, text in standing_of(WRC_GAME, [CHOMBO], texts("en"))]
    assert standing == ["30,000", "30,000", "0", "30,000"]


def test_the_csv_has_the_cost_of_a_chombo() -> None:
    facts = sheet_facts(texts("en"), WRC_GAME, DRAWN_AND_CHOMBO)
    table = to_csv(WRC_GAME, DRAWN_AND_CHOMBO, texts("en"), UTC, facts)
    rows = list(csv.reader(StringIO(table)))
    # The amounts, the sticks on the table and the statuses.
    assert [row[9:15] for row in rows[1:]] == [
        ["30000", "30000", "30000", "30000", "", ""],
        ["1500", "-1500", "500", "-1500", "1000", "Anna:Waiting hand Carla:Waiting hand"],
        ["0", "0", "-30000", "0", "0", "Carla:Chombo"],
        ["1500", "-1500", "-29500", "-1500", "1000", ""],
        ["31500", "28500", "500", "28500", "1000", ""],
    ]


def test_a_chombo_that_is_paid_at_once_costs_nothing_after_the_game() -> None:
    # By the rules of Tenhou a chombo is paid as a mangan.
    game = replace(RIICHI_GAME, options={"preset": "tenhou"})
    assert standing_of(game, [CHOMBO], texts("de"))[2] == (0, "25.000")


def test_the_csv_lists_who_declared_riichi(riichi: App, ledger: Ledger) -> None:
    riichi.change(
        "234567m 13p 55s 678s +2p",
        winner="S",
        claim=Claim("discard", "W", frozenset(("riichi",))),
        asked={"declared": ("N",)},
    )
    riichi.save()
    game = ledger.games()[0]
    entries = ledger.entries(game.code)
    facts = sheet_facts(texts("en"), game, entries)
    heads, _, hand, *_ = csv.reader(StringIO(to_csv(game, entries, texts("en"), UTC, facts)))
    assert dict(zip(heads, hand, strict=True))["Declared riichi"] == "Bruno, Dario"


def test_the_options_of_a_hand_without_a_game_are_kept_for_each_rule_set(app: App) -> None:
    app.run().tap("rules", "riichi").tap("option", "preset", "wrc").tap("option", "preset", "none")
    assert app.draft.options == {"preset": "wrc"}
    app.tap("rules", "mcr").tap("rules", "riichi")
    assert app.draft.options == {"preset": "wrc"}
    (preset,) = [part for part in app.parts() if part.get("op") == ["option", "preset"]]
    assert preset["chosen"] == ["wrc"]
