"""Games in a real browser: the sheet, a killed server, several people, mistakes and bad input."""

import re
from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry
from hu.scoring.hand import SEATS
from tests.app.page.driving import ONE_HAND, WON, Table, Visit, Visitor
from tests.app.page.servers import Server

HOUSE = Path(__file__).parents[4] / "docs" / "house"
NOTHING = ["0"] * 4
UNDO = "[class*=st-key-undoing-]"
ROWS = ".hu-table tbody tr"


def test_a_game_of_three_hands_survives_a_kill_in_the_middle_of_the_fourth(
    own_server: Server, visitor: Visit
) -> None:
    page = visitor(own_server.address, game=own_server.new_game(), locale="it-IT")
    page.win_hand("Sud · Bruno", "Ovest · Carla")
    page.to_hand()
    expect(page.locator(".hu-hint").first).to_have_text("Mano 2 di 16 · Giro 1 · Est è Dario")
    page.note_drawn()
    page.to_hand()
    page.win_hand("Ovest · Anna", None)
    three = ["+36", "−12", "−12", "−12"]
    total = ["+24", "+24", "−24", "−24"]
    sheet = [["1", *WON], ["2", *NOTHING], ["3", *three], ["Giro 1", *total], ["Totale", *total]]
    page.expect_sheet(sheet)
    page.to_hand()
    page.read("misread.jpg")
    page.tap_seat("Est · Bruno")
    own_server.kill()
    own_server.start()
    page.reload()
    page.wait_for_selector(".hu-rack")
    page.expect_tiles("6s", 1)
    expect(page.winner).to_have_attribute("data-name", "Est · Bruno")
    expect(page.locator(".hu-note", has_text="non è più nella memoria")).to_be_visible()
    page.answer("view", "Foglio")
    page.expect_sheet(sheet)


def test_a_payment_that_is_being_entered_outlasts_what_another_phone_saves(table: Table) -> None:
    page, other = table
    page.answer("view", "Sheet")
    page.tap(".st-key-payment button")
    carla = page.locator(".st-key-payer").get_by_role("radio", name="Carla")
    carla.click()
    # The answer draws the dialog anew, so that a field loses the focus.
    page.settle()
    page.fill(".st-key-amount input", "50")
    page.press(".st-key-amount input", "Enter")
    page.settle()
    other.win_hand("South · Bruno", "West · Carla")
    expect(page.locator(ROWS)).to_have_count(3)
    page.settle()
    expect(carla).to_be_checked()
    expect(page.locator(".st-key-amount input")).to_have_value("50")
    anna = page.locator(".st-key-payee").get_by_role("radio", name="Anna")
    anna.click()
    expect(anna).to_be_checked()
    page.locator(".st-key-save-payment button:not([disabled])").click()
    expect(page.locator(".st-key-save-payment")).to_have_count(0)
    page.expect_sheet(
        [
            ["1", *WON],
            ["±", "+50", "0", "−50", "0"],
            *([name, "+38", "+36", "−62", "−12"] for name in ("Round 1", "Total")),
        ]
    )


def _save_two_hands(phone: Visitor, other: Visitor) -> None:
    """Save two hands while a field of a dialog is typed into on the other phone.

    Each save draws the dialog and its fields anew. The first sends the text of the field to the
    server, so that the second draws the field with this text.
    """
    phone.win_hand("South · Bruno", "West · Carla")
    expect(other.locator(ROWS)).to_have_count(3)
    other.settle()
    phone.to_hand()
    phone.note_drawn()
    expect(other.locator(ROWS)).to_have_count(4)
    other.settle()


def test_a_number_is_typed_on_after_another_phone_saves(table: Table) -> None:
    page, other = table
    page.answer("view", "Sheet")
    page.tap(".st-key-payment button")
    amount = page.locator(".st-key-amount input")
    amount.press_sequentially("15")
    _save_two_hands(other, page)
    expect(amount).to_have_attribute("value", "15")
    page.keyboard.type("00")
    expect(amount).to_have_value("1500")
    for seat, name in (("payer", "Carla"), ("payee", "Anna")):
        choice = page.locator(f".st-key-{seat}").get_by_role("radio", name=name)
        choice.click()
        # The answer draws the dialog anew, so the next choice waits for it.
        expect(choice).to_be_checked()
        page.settle()
    page.locator(".st-key-save-payment button:not([disabled])").click()
    expect(page.locator(".st-key-save-payment")).to_have_count(0)
    expect(page.locator(ROWS).nth(2)).to_contain_text("+1,500")


def test_a_name_is_typed_on_after_another_phone_saves(table: Table) -> None:
    page, other = table
    page.answer("view", "Sheet")
    page.locator(".st-key-names button").click()
    name = page.locator(".st-key-name-1 input")
    name.fill("")
    name.press_sequentially("Beat")
    _save_two_hands(other, page)
    expect(name).to_have_attribute("value", "Beat")
    page.keyboard.type("rice")
    expect(name).to_have_value("Beatrice")
    page.locator(".st-key-names-done button").click()
    expect(page.locator("[role=dialog]")).to_have_count(0)
    expect(page.locator(".hu-head")).to_contain_text("Anna, Beatrice, Carla, Dario")


def test_a_name_that_one_phone_changes_shows_on_the_other(table: Table) -> None:
    one, two = table
    one.answer("view", "Sheet")
    one.locator(".st-key-names button").click()
    one.fill(".st-key-name-1 input", "Beatrice")
    one.press(".st-key-name-1 input", "Enter")
    expect(two.locator(".hu-head")).to_contain_text("Anna, Beatrice, Carla, Dario")
    one.locator(".st-key-names-done button").click()
    expect(one.locator("[role=dialog]")).to_have_count(0)
    expect(one.locator(".hu-head")).to_contain_text("Anna, Beatrice, Carla, Dario")


def test_a_name_that_was_entered_stays_in_its_field(game: Visitor) -> None:
    game.answer("view", "Sheet")
    game.locator(".st-key-names button").click()
    game.fill(".st-key-name-1 input", "Beatrice")
    game.press(".st-key-name-1 input", "Enter")
    # A field that shows the old name for a moment sends it with the next tap.
    values = game.evaluate(
        """async () => {
            const values = new Set();
            for (const end = Date.now() + 5000; Date.now() < end; ) {
                const field = document.querySelector(".st-key-name-1 input");
                if (field) values.add(field.value);
                await new Promise((done) => setTimeout(done, 20));
            }
            return [...values];
        }"""
    )
    assert values == ["Beatrice"]


def test_a_hand_that_is_looked_at_outlasts_what_another_phone_saves(table: Table) -> None:
    page, other = table
    page.win_hand("South · Bruno", "West · Carla")
    page.open_hand(1)
    page.keyboard.press("Escape")
    page.settle()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.open_hand(1)
    other.reload()
    other.locator("[data-focus=drawn]").click()
    expect(page.locator(ROWS)).to_have_count(4)
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(ROWS)).to_have_count(3)


def test_saved_changed_and_deleted_hands_show_on_every_phone_by_themselves(table: Table) -> None:
    one, two = table
    two.answer("view", "Sheet")
    expect(two.locator(".hu-hint", has_text="No hands yet.")).to_be_visible()
    one.win_hand("South · Bruno", "West · Carla")
    expect(two.locator(ROWS)).to_have_count(3)
    one.delete_hand(1)
    expect(two.locator(".hu-hint", has_text="No hands yet.")).to_be_visible()
    expect(two.locator(UNDO)).to_contain_text("Hand 1 was deleted.")
    two.tap(f"{UNDO} button")
    expect(one.locator(UNDO)).to_have_count(0)
    expect(one.locator(ROWS)).to_have_count(3)


def test_a_hand_that_nobody_won_is_taken_back_by_another_phone(table: Table) -> None:
    one, two = table
    one.press_button("Nobody won")
    expect(two.locator(UNDO)).to_contain_text("Hand 1: nobody won.")
    expect(one.locator(UNDO)).to_have_count(0)
    two.tap(f"{UNDO} button")
    expect(one.locator(".hu-table")).to_have_count(0)
    expect(one.locator(".st-key-saved")).to_have_count(0)


def test_a_saved_hand_and_a_finished_game_are_shown_from_their_top(
    server: Server, visitor: Visit
) -> None:
    page = visitor(server.address, game=server.new_game(), viewport={"width": 844, "height": 390})
    page.win_hand("South · Bruno", "West · Carla")
    top = "document.querySelector('[data-testid=stMain]').scrollTop"
    assert page.evaluate(top) == 0
    page.locator(".st-key-finish button").scroll_into_view_if_needed()
    assert page.evaluate(top) > 0
    page.press_button("Finish the game")
    expect(page.locator(".st-key-finish")).to_have_text("Go on playing")
    page.wait_for_function(f"{top} === 0")


def test_a_dialog_that_was_left_is_not_open_again_when_its_game_is(phone: Visitor) -> None:
    phone.begin_game()
    phone.answer("view", "Sheet")
    phone.locator(".st-key-payment button").click()
    phone.get_by_role("dialog").wait_for()
    phone.go_back()
    phone.wait_for_selector(".hu-photo-hints")
    phone.settle()
    phone.go_forward()
    phone.wait_for_selector(".st-key-payment")
    phone.settle()
    expect(phone.get_by_role("dialog")).to_have_count(0)


def test_the_photo_and_what_was_tapped_outlast_a_look_at_the_sheet_and_a_reload(
    game: Visitor,
) -> None:
    game.read("misread.jpg")
    game.correct("6s", "5s", ".hu-likely")
    game.expect_tiles("5s", 2)
    game.tap_seat("South · Bruno")
    game.answer("view", "Sheet")
    expect(game.locator(".hu-photo")).to_have_count(0)
    game.answer("view", "Hand")
    expect(game.locator(".hu-photo image").first).to_be_visible()
    game.reload()
    game.wait_for_selector(".hu-photo, .hu-strip")
    game.expect_tiles("5s", 2)
    expect(game.winner).to_have_attribute("data-name", "South · Bruno")
    game.locator("[data-focus=undo]").click()
    game.expect_tiles("6s", 1)


def test_two_browsers_never_see_each_other_s_hand_photo_or_game(
    server: Server, visitor: Visit
) -> None:
    code = server.new_game(title="Only mine")
    one = visitor(server.address, game=code)
    two = visitor(server.address, is_desktop=True)
    one.read("misread.jpg")
    two.read()
    one.expect_tiles("6s", 1)
    two.expect_tiles("5s", 2)
    two.expect_tiles("6s", 0)
    two.reload()
    two.wait_for_selector(".hu-rack")
    two.expect_tiles("5s", 2)
    two.expect_tiles("6s", 0)
    third = visitor(server.address)
    expect(third.locator(".hu-drop")).to_be_visible()
    expect(third.get_by_text("Only mine")).to_have_count(0)
    third.goto(f"{server.address}/?game={code}")
    expect(third.get_by_role("heading", name="Only mine")).to_be_visible()
    expect(third.locator(".hu-drop")).to_be_visible()


def test_a_game_is_opened_by_its_code(server: Server, visitor: Visit) -> None:
    code = server.new_game(title="By code")
    page = visitor(server.address)
    page.get_by_text("Open another game").click()
    # The form opens slowly. A press on a button that moves before the finger leaves it is no click.
    page.wait_until_still()
    page.get_by_role("textbox", name="Code of the game").fill("nosuchgame")
    page.press_button("Open")
    expect(page.locator(".hu-alert")).to_contain_text("No game has the code")
    page.wait_until_still()
    page.get_by_role("textbox", name="Code of the game").fill(f" {code.lower()[:4]} {code[4:]}")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="By code")).to_be_visible()
    page.locator("[data-focus=leave]").click()
    expect(page.locator(f".st-key-open-{code}")).to_be_visible()


def test_markup_in_names_is_shown_and_not_run(phone: Visitor) -> None:
    names = [
        "<img src=x onerror=window.bad=1>",
        "**bold** [a](javascript:bad)",
        "$x^2$ :red[no]",
        "<script>bad",
    ]
    phone.begin_game(names, "<b>title</b>")
    expect(phone.get_by_role("heading", name="<b>title</b>")).to_be_visible()
    phone.read()
    for name in names:
        expect(phone.locator(".hu-seating").get_by_role("button", name=name)).to_be_visible()
    phone.tap_seat("South · **bold** [a](javascript:bad)")
    phone.tap_self_drawn()
    expect(phone.locator(".hu-seating")).to_contain_text(names[0])
    phone.save()
    expect(phone.locator(".hu-table thead")).to_contain_text(names[0])
    phone.open_hand(1)
    expect(phone.get_by_role("dialog")).to_contain_text(names[3])
    assert phone.evaluate("window.bad") is None
    assert phone.locator("img[src=x]").count() == 0


def test_the_language_follows_the_browser_and_can_be_switched(
    server: Server, visitor: Visit
) -> None:
    page = visitor(server.address, locale="it-IT")
    expect(page.locator(".hu-tagline")).to_have_text(re.compile("Fotografa"))
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.open_settings()
    page.answer("language", "English")
    expect(page.locator(".hu-tagline")).to_have_text(re.compile("Photograph"))
    page.reload()
    expect(page.locator(".hu-tagline")).to_have_text(re.compile("Photograph"))
    expect(visitor(server.address, locale="de-DE").locator("html")).to_have_attribute("lang", "de")
    expect(visitor(server.address, locale="fi-FI").locator(".hu-tagline")).to_have_text(
        re.compile("Photograph")
    )


def test_a_photo_is_kept_only_when_the_player_says_so(
    tmp_path: Path, own_server: Server, visitor: Visit
) -> None:
    page = visitor(own_server.address)
    page.read()
    page.locator("[data-focus=over]").click()
    page.wait_for_selector(".hu-drop")
    assert not (tmp_path / "photos").exists()
    page.read()
    page.open_settings()
    page.tap("[data-focus^=keep]")
    page.keyboard.press("Escape")
    page.locator("[data-focus=over]").click()
    page.wait_for_selector(".hu-drop")
    assert len(list((tmp_path / "photos" / "images").iterdir())) == 1
    assert len(list((tmp_path / "photos" / "labels").iterdir())) == 1


def test_a_wide_screen_shows_the_games_beside_the_photo(desk: Visitor) -> None:
    photo = desk.locator(".hu-drop").bounding_box()
    games = desk.get_by_role("heading", name="Your games").bounding_box()
    assert games["x"] > photo["x"] + photo["width"]
    assert games["y"] < photo["y"] + photo["height"]


def test_a_game_is_downloaded_and_opened_elsewhere_with_all_its_hands(
    server: Server, visitor: Visit, tmp_path: Path
) -> None:
    code = server.new_game()
    page = visitor(server.address, game=code)
    page.win_hand("South · Bruno", "West · Carla")
    files = {}
    for key in ("file", "csv"):
        with page.expect_download() as download:
            page.locator(f".st-key-{key} button").click()
        files[key] = tmp_path / download.value.suggested_filename
        download.value.save_as(files[key])
    assert files["file"].suffix == ".json"
    assert ",-12,36,-12,-12," in files["csv"].read_text(encoding="utf-8-sig").splitlines()[1]
    with Server(tmp_path / "other.sqlite") as other:
        page = visitor(other.address)
        page.get_by_text("Open another game").click()
        page.set_input_files(".hu-game-file input", files["file"])
        page.wait_for_selector(".hu-choice-of.is-view")
        assert code not in page.url
        page.answer("view", "Sheet")
        page.expect_sheet(ONE_HAND)
        page.locator("[data-focus=leave]").click()
        page.get_by_text("Open another game").click()
        wrong = {"name": "wrong.json", "mimeType": "application/json", "buffer": b"[1, 2"}
        page.set_input_files(".hu-game-file input", wrong)
        expect(page.locator(".hu-alert")).to_contain_text(
            "wrong.json could not be opened: line 1: not a file"
        )


#: Milliseconds after a tap at which the server is still at work on it.
SOON = (20, 40, 60, 90, 130)
#: Taps two elements, the second one ``gap`` milliseconds after the first.
TAP_BOTH = """([first, second, gap]) => {
  const both = [first, second].map(selector => document.querySelector(selector));
  both[0].click();
  return new Promise(done => setTimeout(() => done(both[1].click()), gap));
}"""


def test_a_second_tap_on_nobody_won_notes_one_hand(game: Visitor) -> None:
    drawn = "[data-focus=drawn]"
    for number, gap in enumerate(SOON, 1):
        game.wait_for_selector(drawn)
        game.call(TAP_BOTH, [drawn, drawn, gap])
        game.settle()
        game.answer("view", "Sheet")
        expect(game.locator(".hu-table .hu-open")).to_have_count(number)
        game.answer("view", "Hand")


def test_two_phones_that_note_the_same_hand_as_drawn_note_one(table: Table) -> None:
    first, second = table
    for page in (first, second):
        page.evaluate("document.querySelector('[data-focus=drawn]').click()")
    for page in (first, second):
        expect(page.get_by_text("Hand 2 of 16")).to_be_visible()
        page.settle()
        page.answer("view", "Sheet")
        expect(page.locator(".hu-table .hu-open")).to_have_count(1)


def test_the_sheet_prints_on_one_page(server: Server, visitor: Visit) -> None:
    code = server.new_game(title="On paper")
    with closing(Ledger(server.games)) as ledger:
        for number in range(16):
            drawn = Entry(
                "drawn", (0,) * 4, SEATS, number // 4 + 1, SEATS[number // 4], token=str(number)
            )
            ledger.add(code, drawn, number)
    phone = visitor(f"{server.address}/?game={code}")
    expect(phone.locator(ROWS)).to_have_count(21)
    phone.emulate_media(media="print")
    expect(phone.get_by_role("heading", name="On paper · Zung Jung")).to_be_visible()
    expect(phone.locator(".st-key-bar, .st-key-sheet-tools").first).not_to_be_visible()
    printed = phone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1


def choose(page: Visitor, name: str, content: bytes) -> None:
    """Choose a file of house rules for a new game, by its name and content."""
    field = page.locator(".st-key-house-file input.hu-file, .hu-game-file input.hu-file").last
    field.set_input_files({"name": name, "mimeType": "application/toml", "buffer": content})


def test_a_game_is_played_by_the_house_rules_of_a_file(phone: Visitor) -> None:
    phone.locator(".st-key-new-game button").click()
    phone.wait_for_selector(".st-key-player-E input")
    phone.get_by_text("Table rules").first.click()
    choose(phone, "wrong.toml", b'rules = "zung-jung"\n[options]\nminimum = 999\n')
    wrong = "wrong.toml, line 3: minimum: '999' is not between 0 and 320"
    expect(phone.locator(".hu-alert").first).to_contain_text(wrong)
    choose(phone, "other.toml", (HOUSE / "mcr-beginners.toml").read_bytes())
    expect(phone.locator(".hu-alert").first).to_contain_text("other.toml is for other rules: MCR")
    choose(phone, "club.toml", (HOUSE / "tuesday-club.toml").read_bytes())
    expect(phone.locator(".hu-house h3")).to_have_text("House rules: Tuesday club")
    phone.begin()
    phone.win("Bruno", "Carla")
    # 15 instead of 10 for the red dragons; the flower counts half of 2.
    phone.expect_points(16)
    phone.save()
    phone.answer("view", "Sheet")
    expect(phone.locator(".hu-house li").first).to_have_text("Flowers count half: yes")
