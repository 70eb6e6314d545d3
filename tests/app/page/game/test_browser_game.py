"""Games in a real browser: the sheet, a killed server, several people, mistakes and bad input."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import (
    at_one_table,
    begin_game,
    expect_sheet,
    expect_tiles,
    open_settings,
    press,
    press_button,
    read,
    self_drawn,
    settle,
    tap_seat,
    to_hand,
    upload,
    win_hand,
    winner_of,
)
from tests.app.page.servers import Server

Visit = Callable[..., Any]

NAMES = ["Anna", "Bruno", "Carla", "Dario"]
AFTER_THREE = [
    ["1", "−12", "+36", "−12", "−12"],
    ["2", "0", "0", "0", "0"],
    ["3", "+36", "−12", "−12", "−12"],
    ["Giro 1", "+24", "+24", "−24", "−24"],
    ["Totale", "+24", "+24", "−24", "−24"],
]


def test_a_game_of_three_hands_survives_a_kill_in_the_middle_of_the_fourth(tmp_path: Path, visitor: Visit) -> None:
    server = Server(tmp_path / "games.sqlite").start()
    try:
        page = visitor(server.address, locale="it-IT")
        begin_game(page, NAMES, "Club")
        win_hand(page, "Sud · Bruno", "Ovest · Carla")
        to_hand(page)
        expect(page.locator(".hu-hint").first).to_have_text("Mano 2 di 16 · Giro 1 · Est è Dario")
        page.locator("[data-focus=drawn]").click()
        page.wait_for_selector(".hu-table table")
        to_hand(page)
        win_hand(page, "Ovest · Anna", None)
        expect_sheet(page, AFTER_THREE)
        to_hand(page)
        read(page, "misread.jpg")
        tap_seat(page, "Est · Bruno")
        server.kill()
        server.start()
        page.reload()
        page.wait_for_selector(".hu-rack")
        expect_tiles(page, "6s", 1)
        expect(winner_of(page)).to_have_attribute("data-name", "Est · Bruno")
        expect(page.locator(".hu-note", has_text="non è più nella memoria")).to_be_visible()
        press(page, "view", "Foglio")
        expect_sheet(page, AFTER_THREE)
    finally:
        server.kill()


def test_a_hand_is_changed_and_deleted_with_the_totals_following(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    win_hand(page, "South · Bruno", "West")
    to_hand(page)
    page.locator("[data-focus=drawn]").click()
    page.wait_for_selector(".hu-table table")
    page.get_by_role("button", name="Open hand 1").click()
    page.get_by_role("button", name="Change this hand").click()
    page.wait_for_selector(".hu-rack")
    settle(page)
    tap_seat(page, "South · Bruno")
    tap_seat(page, "North · Dario")
    self_drawn(page)
    page.locator("[data-focus=save]").click()
    page.wait_for_selector(".hu-table table")
    settle(page)
    changed = ["−12", "−12", "−12", "+36"]
    after = [["1", *changed], ["2", "0", "0", "0", "0"], ["Round 1", *changed], ["Total", *changed]]
    expect_sheet(page, after)
    page.get_by_role("button", name="Open hand 1").click()
    page.get_by_role("button", name="Delete it").click()
    expect_sheet(page, [["1", "0", "0", "0", "0"], ["Round 1", "0", "0", "0", "0"], ["Total", "0", "0", "0", "0"]])
    page.locator("[class*=st-key-undoing-] button").click()
    expect_sheet(page, after)


def test_a_payment_by_hand_and_the_csv(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    begin_game(page, NAMES)
    press(page, "view", "Sheet")
    page.locator(".st-key-payment button").click()
    page.locator(".st-key-payer").get_by_role("radio", name="Carla").click()
    page.locator(".st-key-payee").get_by_role("radio", name="Anna").click()
    page.fill(".st-key-amount input", "50")
    page.press(".st-key-amount input", "Enter")
    page.locator(".st-key-save-payment button:not([disabled])").click()
    expect(page.locator(".hu-table tbody tr")).to_have_count(3)
    expect_sheet(page, [[name, "+50", "0", "−50", "0"] for name in ("±", "Round 1", "Total")])
    with page.expect_download() as download:
        page.locator(".st-key-csv button").click()
    content = download.value.path().read_text(encoding="utf-8-sig")
    assert content.splitlines()[1].endswith(",50,0,-50,0,,,")
    page.locator(".st-key-finish button").click()
    expect(page.locator(".hu-hint:visible", has_text="ended")).to_be_visible()


def test_a_payment_that_is_being_entered_outlasts_what_another_phone_saves(server: Server, visitor: Visit) -> None:
    page, other = at_one_table(server.address, visitor, NAMES)
    press(page, "view", "Sheet")
    page.locator(".st-key-payment button").click()
    page.locator(".st-key-payer").get_by_role("radio", name="Carla").click()
    page.fill(".st-key-amount input", "50")
    page.press(".st-key-amount input", "Enter")
    win_hand(other, "South · Bruno", "West · Carla")
    expect(page.locator(".hu-table tbody tr")).to_have_count(3)
    page.locator(".st-key-payee").get_by_role("radio", name="Anna").click()
    page.locator(".st-key-save-payment button:not([disabled])").click()
    expect(page.locator(".st-key-save-payment")).to_have_count(0)
    expect(page.locator(".hu-table tbody tr").nth(1).locator("th, td")).to_have_text(["±", "+50", "0", "−50", "0"])


def test_a_hand_that_is_looked_at_outlasts_what_another_phone_saves(server: Server, visitor: Visit) -> None:
    page, other = at_one_table(server.address, visitor, NAMES)
    win_hand(page, "South · Bruno", "West · Carla")
    page.get_by_role("button", name="Open hand 1").click()
    page.get_by_role("button", name="Delete it").wait_for()
    page.keyboard.press("Escape")
    settle(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Open hand 1").click()
    page.get_by_role("button", name="Delete it").wait_for()
    other.reload()
    other.locator("[data-focus=drawn]").click()
    expect(page.locator(".hu-table tbody tr")).to_have_count(4)
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".hu-table tbody tr")).to_have_count(3)


def test_a_saved_hand_and_a_finished_game_are_shown_from_their_top(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, viewport={"width": 844, "height": 390})
    begin_game(page, NAMES)
    win_hand(page, "South · Bruno", "West · Carla")
    top = "document.querySelector('[data-testid=stMain]').scrollTop"
    assert page.evaluate(top) == 0
    page.locator(".st-key-finish button").scroll_into_view_if_needed()
    assert page.evaluate(top) > 0
    press_button(page, "Finish the game")
    expect(page.locator(".st-key-finish")).to_have_text("Go on playing")
    page.wait_for_function(f"{top} === 0")


def test_a_dialog_that_was_left_is_not_open_again_when_its_game_is(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    press(page, "view", "Sheet")
    page.locator(".st-key-payment button").click()
    page.get_by_role("dialog").wait_for()
    page.go_back()
    page.wait_for_selector(".hu-photo-hints")
    settle(page)
    page.go_forward()
    page.wait_for_selector(".st-key-payment")
    settle(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_photo_is_still_there_after_a_look_at_the_sheet(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    read(page, "misread.jpg")
    page.locator(".hu-rack .hu-t-6s").click()
    page.locator(".hu-likely [data-face='5s']").click()
    expect(page.locator(".hu-rack .hu-t-5s")).to_have_count(2)
    press(page, "view", "Sheet")
    expect(page.locator(".hu-photo")).to_have_count(0)
    press(page, "view", "Hand")
    expect(page.locator(".hu-photo image").first).to_be_visible()


def test_two_browsers_never_see_each_other_s_hand_photo_or_game(server: Server, visitor: Visit) -> None:
    one, two = visitor(server.address), visitor(server.address, desktop=True)
    code = begin_game(one, NAMES, "Only mine")
    read(one, "misread.jpg")
    read(two, "perfect.jpg")
    expect_tiles(one, "6s", 1)
    expect_tiles(two, "5s", 2)
    expect_tiles(two, "6s", 0)
    two.reload()
    two.wait_for_selector(".hu-rack")
    expect_tiles(two, "5s", 2)
    expect_tiles(two, "6s", 0)
    third = visitor(server.address)
    expect(third.locator(".hu-drop")).to_be_visible()
    expect(third.get_by_text("Only mine")).to_have_count(0)
    third.goto(f"{server.address}/?game={code}")
    expect(third.get_by_role("heading", name="Only mine")).to_be_visible()
    expect(third.locator(".hu-drop")).to_be_visible()


def test_a_game_is_opened_by_its_code(server: Server, visitor: Visit) -> None:
    code = begin_game(visitor(server.address), NAMES, "By code")
    page = visitor(server.address)
    page.get_by_text("Open another game").click()
    page.get_by_role("textbox", name="Code of the game").fill("nosuchgame")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".hu-alert")).to_contain_text("No game has the code")
    page.get_by_role("textbox", name="Code of the game").fill(f" {code.lower()[:4]} {code[4:]}")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="By code")).to_be_visible()
    page.locator("[data-focus=leave]").click()
    expect(page.locator(f".st-key-open-{code}")).to_be_visible()


def test_markup_in_names_is_shown_and_not_run(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    names = ["<img src=x onerror=window.bad=1>", "**bold** [a](javascript:bad)", "$x^2$ :red[no]", "<script>bad"]
    begin_game(page, names, "<b>title</b>")
    expect(page.get_by_role("heading", name="<b>title</b>")).to_be_visible()
    read(page)
    for name in names:
        expect(page.locator(".hu-seating").get_by_role("button", name=name)).to_be_visible()
    tap_seat(page, "South · **bold** [a](javascript:bad)")
    self_drawn(page)
    expect(page.locator(".hu-seating")).to_contain_text(names[0])
    page.locator("[data-focus=save]").click()
    page.wait_for_selector(".hu-table table")
    expect(page.locator(".hu-table thead")).to_contain_text(names[0])
    page.get_by_role("button", name="Open hand 1").click()
    expect(page.get_by_role("dialog")).to_contain_text(names[3])
    assert page.evaluate("window.bad") is None
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize(
    ("name", "content", "kind", "message"),
    [
        ("hand.jpg", b"%PDF-1.7 not a photo", "image/jpeg", "hand.jpg is not a picture that can be read"),
        ("<b>x</b>.jpg", b"", "image/jpeg", "<b>x</b>.jpg is empty"),
        ("huge.jpg", b"\xff\xd8" + bytes(60_000_000), "image/jpeg", "This photo has 61 MB; the limit is 40 MB"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(
    server: Server, visitor: Visit, tmp_path: Path, name: str, content: bytes, kind: str, message: str
) -> None:
    page = visitor(server.address)
    if len(content) > 50_000_000:  # too large for the browser's remote control: by way of the disk
        path = tmp_path / name
        path.write_bytes(content)
        page.set_input_files("[data-pick=pick]", path)
    else:
        upload(page, name, content, kind)
    expect(page.locator(".hu-alert")).to_contain_text(message)
    assert "Traceback" not in page.inner_text("body")
    read(page)
    expect(page.locator(".hu-rack .hu-tile")).to_have_count(15)


def test_a_picture_without_tiles_says_how_to_take_it_again(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, locale="it-IT")
    upload(page, "table.jpg")
    expect(page.locator(".hu-note.is-warning")).to_contain_text("Nessuna tessera trovata")


def test_a_reload_in_the_middle_loses_nothing(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page, "misread.jpg")
    page.locator(".hu-rack .hu-t-6s").click()
    page.locator(".hu-likely [data-face='5s']").click()
    expect(page.locator(".hu-rack .hu-t-5s")).to_have_count(2)
    tap_seat(page, "South")
    page.reload()
    page.wait_for_selector(".hu-photo, .hu-strip")
    expect_tiles(page, "5s", 2)
    expect(winner_of(page)).to_have_attribute("data-name", "South")
    page.locator("[data-focus=undo]").click()
    expect(page.locator(".hu-rack .hu-t-6s")).to_have_count(1)


def test_the_language_follows_the_browser_and_can_be_switched(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, locale="it-IT")
    expect(page.locator(".hu-tagline")).to_have_text(re.compile("Fotografa"))
    expect(page.locator("html")).to_have_attribute("lang", "it")
    open_settings(page)
    press(page, "language", "English")
    expect(page.locator(".hu-tagline")).to_have_text(re.compile("Photograph"))
    page.reload()
    expect(page.locator(".hu-tagline")).to_have_text(re.compile("Photograph"))
    expect(visitor(server.address, locale="de-DE").locator("html")).to_have_attribute("lang", "de")
    expect(visitor(server.address, locale="fi-FI").locator(".hu-tagline")).to_have_text(re.compile("Photograph"))


def test_a_photo_is_kept_only_when_the_player_says_so(tmp_path: Path, visitor: Visit) -> None:
    server = Server(tmp_path / "games.sqlite").start()
    try:
        page = visitor(server.address)
        read(page)
        page.locator("[data-focus=over]").click()
        page.wait_for_selector(".hu-drop")
        assert not (tmp_path / "photos").exists()
        read(page)
        open_settings(page)
        page.locator("[data-focus^=keep]").click()
        settle(page)
        page.keyboard.press("Escape")
        page.locator("[data-focus=over]").click()
        page.wait_for_selector(".hu-drop")
        assert len(list((tmp_path / "photos" / "images").iterdir())) == 1
        assert len(list((tmp_path / "photos" / "labels").iterdir())) == 1
    finally:
        server.kill()


def test_the_last_game_is_one_tap_away_and_its_players_are_remembered(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    code = begin_game(page, NAMES, "Tuesday")
    page.locator("[data-focus=leave]").click()
    page.locator(".st-key-go-on button").click()
    expect(page.get_by_role("heading", name="Tuesday")).to_be_visible()
    assert code in page.url
    page.locator("[data-focus=leave]").click()
    page.locator(".st-key-new-game button").click()
    page.locator(".st-key-same-players button").click()
    for seat, name in zip("ESWN", NAMES, strict=True):
        expect(page.locator(f".st-key-player-{seat} input")).to_have_value(name)
    known = page.locator(".st-key-known")
    for name in ("Bruno", "Anna"):
        known.get_by_role("button", name=name).click()
        settle(page)
    expect(page.locator(".st-key-player-E input")).to_have_value("")
    known.get_by_role("button", name="Bruno").click()
    expect(page.locator(".st-key-player-E input")).to_have_value("Bruno")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_home_shows_a_good_photo_beside_a_bad_one_and_what_the_rules_are(
    server: Server, visitor: Visit, locale: str
) -> None:
    page = visitor(server.address, locale=locale)
    expect(page.locator(".hu-photo-hints figure")).to_have_count(2)
    loaded = "[...document.querySelectorAll('.hu-photo-hints img')].every(picture => picture.naturalWidth > 100)"
    page.wait_for_function(loaded)
    lines = [page.locator(".hu-hint").filter(has_text=words).count() for words in ("Sixteen", "Sedici")]
    assert lines == ([1, 0] if locale == "en-GB" else [0, 1])


def test_a_wide_screen_shows_the_games_beside_the_photo(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    photo = page.locator(".hu-drop").bounding_box()
    games = page.get_by_role("heading", name="Your games").bounding_box()
    assert games["x"] > photo["x"] + photo["width"]
    assert games["y"] < photo["y"] + photo["height"]


def test_a_game_is_downloaded_and_opened_elsewhere_with_all_its_hands(
    server: Server, visitor: Visit, tmp_path: Path
) -> None:
    page = visitor(server.address)
    code = begin_game(page, NAMES, "To keep")
    win_hand(page, "South · Bruno", "West · Carla")
    files = {}
    for key in ("file", "csv"):
        with page.expect_download() as download:
            page.locator(f".st-key-{key} button").click()
        files[key] = tmp_path / download.value.suggested_filename
        download.value.save_as(files[key])
    assert files["file"].suffix == ".json"
    other = Server(tmp_path / "other.sqlite").start()
    try:
        page = visitor(other.address)
        won = ["−12", "+36", "−12", "−12"]
        page.get_by_text("Open another game").click()
        page.set_input_files(".hu-game-file input", files["file"])
        page.wait_for_selector(".hu-choice-of.is-view")
        assert code not in page.url
        press(page, "view", "Sheet")
        expect_sheet(page, [["1", *won], ["Round 1", *won], ["Total", *won]])
        page.locator("[data-focus=leave]").click()
        page.get_by_text("Open another game").click()
        wrong = {"name": "wrong.json", "mimeType": "application/json", "buffer": b"[1, 2"}
        page.set_input_files(".hu-game-file input", wrong)
        expect(page.locator(".hu-alert")).to_contain_text("wrong.json could not be taken in: line 1: not a file")
    finally:
        other.kill()


def test_statistics_add_up_the_games_of_this_browser(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    win_hand(page, "South · Bruno", "West · Carla")
    to_hand(page)
    win_hand(page, "West · Bruno", None)
    page.locator("[data-focus=leave]").click()
    # Rules without a played hand are not offered, and not shown first.
    begin_game(page, NAMES, rules="FIMJ")
    page.locator("[data-focus=leave]").click()
    page.locator(".st-key-statistics button").click()
    first = page.locator(".hu-bars").first.locator("li").first.locator("p")
    facts = "2 of 2 hands won (100 %) · 1 self-drawn · 0 discarded to others · best hand 12 · 1 game"
    expect(first).to_have_text(["Bruno+72", facts])
    pattern = page.locator(".hu-bars").nth(1).locator("li", has_text="Value Honor")
    expect(pattern).to_contain_text("2")
    expect(pattern).to_contain_text("Most often: Bruno (2)")
    page.locator(".st-key-leave-statistics button").click()
    expect(page.locator(".hu-drop")).to_be_visible()


#: Milliseconds after a tap at which the server is still at work on it.
SOON = (20, 40, 60, 90, 130)
TAP_BOTH = """([first, second, gap]) => {
  const both = [first, second].map(selector => document.querySelector(selector));
  both[0].click();
  return new Promise(done => setTimeout(() => done(both[1].click()), gap));
}"""


def test_a_second_tap_on_nobody_won_notes_one_hand(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    drawn = "[data-focus=drawn]"
    for number, gap in enumerate(SOON, 1):
        page.wait_for_selector(drawn)
        page.evaluate(TAP_BOTH, [drawn, drawn, gap])
        settle(page)
        press(page, "view", "Sheet")
        expect(page.locator(".hu-table .hu-open")).to_have_count(number)
        press(page, "view", "Hand")


def test_a_phone_that_has_begun_nothing_counts_what_another_one_saves(server: Server, visitor: Visit) -> None:
    first, second = at_one_table(server.address, visitor, NAMES)
    first.locator("[data-focus=drawn]").click()
    expect(second.get_by_text("Hand 2 of 16")).to_be_visible()
    settle(second)
    second.locator("[data-focus=drawn]").click()
    expect(second.locator(".hu-table .hu-open")).to_have_count(2)
    to_hand(first)
    expect(first.get_by_text("Hand 3 of 16")).to_be_visible()
    # The photo of the third hand is no other phone's second one.
    read(first)
    expect(first.locator(".hu-conflict")).to_have_count(0)
    tap_seat(first, "· Bruno")
    tap_seat(first, "· Carla")
    first.locator("[data-focus=save]").click()
    expect(first.locator(".hu-table .hu-open")).to_have_count(3)


def test_two_phones_that_note_the_same_hand_as_drawn_note_one(server: Server, visitor: Visit) -> None:
    first, second = at_one_table(server.address, visitor, NAMES)
    for page in (first, second):
        page.evaluate("document.querySelector('[data-focus=drawn]').click()")
    for page in (first, second):
        expect(page.get_by_text("Hand 2 of 16")).to_be_visible()
        settle(page)
        press(page, "view", "Sheet")
        expect(page.locator(".hu-table .hu-open")).to_have_count(1)


def test_the_sheet_prints_on_one_page(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES, "On paper")
    for _ in range(16):
        page.locator("[data-focus=drawn]").click()
        page.wait_for_selector(".st-key-next, .hu-invite")
        settle(page)
        if page.locator(".st-key-next").count():
            to_hand(page)
    expect(page.locator(".hu-table tbody tr")).to_have_count(21)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="On paper · Zung Jung")).to_be_visible()
    expect(page.locator(".st-key-bar, .st-key-sheet-tools").first).not_to_be_visible()
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1
