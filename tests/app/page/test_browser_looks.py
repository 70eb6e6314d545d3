"""The page's look in numbers: contrast, accessible names, sizes of touch targets, and widths."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from hu.app.i18n import texts
from hu.app.page.parts.charts import curves_html
from tests.app.page.driving import Table, Visit, Visitor
from tests.app.page.servers import Server

#: All rules run. axe describes every element that violates a rule, and one of those that pass. It
#: takes a quarter of the time that it takes to describe them all.
_AXE_OPTIONS = "{ resultTypes: ['violations'] }"
LOOKS = (Path(__file__).parent / "looks.js").read_text(encoding="utf-8")


def check(page: Visitor) -> None:
    """Measure the screen as it is, in light and in dark colours."""
    page.wait_for_selector(".stApp button")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.settle()
        looks = page.evaluate(LOOKS)
        assert looks["controls"]
        for control in looks["controls"]:
            assert control["name"], f"a control without a name: {control}"
            size = min(control["width"], control["height"])
            assert size >= 44, f"too small for a finger: {control}"
            assert control["left"] >= -0.5, f"outside the screen: {control}"
            assert control["right"] <= looks["width"] + 0.5, f"outside the screen: {control}"
        assert looks["paleTexts"] == []
        assert looks["coveredWords"] == []
        assert looks["spilledTiles"] == []
        assert looks["repeatedIds"] == []
        assert looks["unnamedPictures"] == 0
        assert looks["excessWidth"] <= 0
        # A change of colours keeps the script in the page.
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        judgement = page.call(f"() => axe.run({_AXE_OPTIONS})")
        assert judgement["passes"]
        violations = []
        for rule in judgement["violations"]:
            elements = [node["html"] for node in rule["nodes"]]
            violations.append((rule["id"], elements))
        assert violations == []


@pytest.mark.parametrize("is_desktop", [False, True])
def test_every_screen_can_be_read_and_touched(
    server: Server, visitor: Visit, is_desktop: bool
) -> None:
    locale = "en-GB" if is_desktop else "it-IT"
    sheet = "Sheet" if is_desktop else "Foglio"
    south = "South · Bruno" if is_desktop else "Sud · Bruno"
    page = visitor(server.address, is_desktop=is_desktop, locale=locale)
    check(page)
    page.locator(".st-key-new-game button").click()
    page.wait_for_selector(".st-key-player-E input")
    check(page)
    page.locator(".st-key-cancel-game button").click()
    page.begin_game()
    check(page)
    page.read("misread.jpg")
    check(page)
    page.locator(".hu-rack .hu-t-6s").click()
    expect(page.locator(".hu-sheet")).to_be_visible()
    check(page)
    page.locator("[data-focus=close]").click()
    page.tap_seat(south)
    page.tap_self_drawn()
    expect(page.locator(".hu-problems")).to_be_visible()
    check(page)
    page.answer("view", sheet)
    check(page)
    page.locator(".st-key-payment button").click()
    page.wait_for_selector("[role=dialog] .st-key-payer")
    check(page)


def test_a_result_the_sheet_and_a_saved_hand_can_be_read_and_touched(
    server: Server, visitor: Visit
) -> None:
    names = [
        "Anna Maria Bernardini de Pace",
        "Bruno",
        "Carla",
        "Donaudampfschifffahrtsgesellschaft",
    ]
    page = visitor(server.address, game=server.new_game(names=names), locale="it-IT")
    page.win("Sud · Bruno", "Ovest · Carla")
    expect(page.locator(".hu-points")).to_be_visible()
    check(page)
    page.save()
    check(page)
    page.get_by_role("button", name="Apri la mano 1").click()
    page.wait_for_selector("[role=dialog]")
    check(page)


def test_home_the_settings_and_the_statistics_can_be_read_and_touched(
    server: Server, visitor: Visit
) -> None:
    page = visitor(server.address, game=server.new_game(), locale="it-IT")
    page.win_hand("Sud · Bruno", None)
    page.locator("[data-focus=leave]").click()
    page.wait_for_selector(".hu-drop")
    page.get_by_text("Apri un'altra partita").click()
    check(page)
    page.open_settings()
    check(page)
    page.keyboard.press("Escape")
    page.locator(".st-key-statistics button").click()
    page.wait_for_selector(".hu-bars")
    check(page)
    page.locator(".st-key-leave-statistics button").click()
    page.locator(".st-key-new-game button").click()
    page.wait_for_selector(".st-key-same-players")
    check(page)


@pytest.mark.parametrize("is_desktop", [False, True])
def test_the_racks_of_the_other_players_can_be_read_and_touched(
    server: Server, visitor: Visit, is_desktop: bool
) -> None:
    page = visitor(server.address, game=server.new_game("fimj"), is_desktop=is_desktop)
    page.win("South · Bruno", "West · Carla")
    expect(page.locator(".is-rack-E")).to_be_visible()
    check(page)


def test_a_hand_that_another_phone_has_saved_can_be_read_and_touched(table: Table) -> None:
    one, two = table
    two.win("North · Dario", "West · Carla")
    one.win_hand("South · Bruno", "West · Carla")
    expect(two.locator(".hu-conflict")).to_be_visible()
    check(two)


def test_points_count_up_unless_the_device_asks_for_less_motion(
    server: Server, visitor: Visit
) -> None:
    keep_figures = """() => { window.figures = new Set(); new MutationObserver(() => {
      const points = document.querySelector('.hu-points strong');
      if (points) window.figures.add(points.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true }) }"""
    figures = {}
    for motion in ("no-preference", "reduce"):
        page = visitor(server.address, reduced_motion=motion)
        page.read()
        page.evaluate(keep_figures)
        page.tap_seat("South")
        page.tap_self_drawn()
        page.expect_points(12)
        figures[motion] = page.evaluate("[...window.figures]")
        animation = "getComputedStyle(document.querySelector('.hu-patterns li')).animationName"
        page.wait_for_selector(".hu-patterns li")
        assert page.evaluate(animation) == ("none" if motion == "reduce" else "hu-arrive")
    assert len(figures["no-preference"]) > 2
    assert figures["reduce"] == ["12"]


def test_nothing_moves_on_a_device_that_asks_for_less_motion(
    server: Server, visitor: Visit
) -> None:
    page = visitor(server.address, reduced_motion="reduce")
    page.evaluate("""() => {
      window.moves = [];
      const note = (event) => {
        const style = getComputedStyle(event.target, event.pseudoElement || null);
        const name = event.propertyName || event.animationName;
        const isTransition = event.type === 'transitionrun';
        const duration = isTransition ? style.transitionDuration : style.animationDuration;
        if (!/^0s(, 0s)*$/.test(duration)) {
          window.moves.push(`${name} ${duration} ${event.target.className}`);
        }
      };
      document.addEventListener('transitionrun', note, true);
      document.addEventListener('animationstart', note, true);
    }""")
    page.begin_game()
    page.win("Bruno", "Carla")
    page.save()
    page.tap("[data-focus=next]")
    page.read()
    # The offer to undo goes away by an animation.
    page.tap("[data-focus=over]")
    expect(page.locator("[data-focus=undo-offer]")).to_be_visible()
    page.tap("[data-focus=leave]")
    page.tap("[data-focus=statistics]")
    assert page.evaluate("window.moves") == []
    expect(page.locator("[data-focus=undo-offer]")).to_be_hidden()


def test_a_hand_can_be_read_and_touched_on_the_smallest_phone(
    server: Server, visitor: Visit
) -> None:
    page = visitor(
        server.address,
        game=server.new_game(),
        locale="it-IT",
        viewport={"width": 360, "height": 640},
    )
    page.win_hand("Sud · Bruno", "Ovest · Carla")
    check(page)


def test_the_buttons_of_the_first_screen_have_one_width(desk: Visitor) -> None:
    picker = desk.bounds(".hu-drop")
    new_game = desk.bounds(".st-key-new-game button")
    assert picker["left"] == pytest.approx(new_game["left"], abs=1)
    assert picker["right"] == pytest.approx(new_game["right"], abs=1)


@pytest.mark.parametrize("is_desktop", [False, True])
def test_the_mark_of_east_is_nearest_to_its_own_amount(
    server: Server, visitor: Visit, is_desktop: bool
) -> None:
    game = visitor(server.address, game=server.new_game(), is_desktop=is_desktop)
    game.win_hand("South · Bruno", "West · Carla")
    game.to_hand()
    game.note_drawn()
    assert game.bounds(".hu-table td .hu-tile")["width"] >= 16
    owners = """() => [...document.querySelectorAll('.hu-table td .hu-tile')].map(mark => {
      const middle = box => (box.left + box.right) / 2;
      const amounts = [...mark.closest('tr').querySelectorAll('td')].map(cell => {
        const range = document.createRange();
        range.selectNodeContents([...cell.childNodes].find(node => node.nodeType === 3));
        return range.getBoundingClientRect();
      });
      const at = middle(mark.getBoundingClientRect());
      const distances = amounts.map(box => Math.abs(middle(box) - at));
      const nearest = distances.indexOf(Math.min(...distances));
      return nearest === mark.closest('td').cellIndex - 1;
    })"""
    assert game.evaluate(owners) == [True, True]


def test_long_names_in_large_letters_leave_room_for_the_camera(
    server: Server, visitor: Visit
) -> None:
    names = [
        "Konstantinos Papadopoulo",
        "Bartholomäus Schwarzenbe",
        "W" * 24,
        "Friedrich-Karl von Hohen",
    ]
    game = visitor(server.address, game=server.new_game(names=names))
    game.add_style_tag(content=":root { font-size: 32px !important; }")
    camera = game.bounds("[data-pick=take], .hu-drop button, .hu-drop label")
    assert camera["bottom"] <= 844
    game.answer("view", "Sheet")
    cut_off = """() => {
      const heading = document.querySelector('.hu-head .hu-heading');
      return heading.scrollHeight - heading.clientHeight;
    }"""
    assert game.evaluate(cut_off) <= 0


@pytest.mark.parametrize("is_desktop", [False, True])
def test_a_wide_screen_shows_the_answers_beside_the_tiles(
    server: Server, visitor: Visit, is_desktop: bool
) -> None:
    page = visitor(server.address, is_desktop=is_desktop)
    page.read()
    tiles = page.bounds(".hu-rack")
    answers = page.bounds(".hu-seating")
    beside = tiles["right"] <= answers["left"]
    below = tiles["bottom"] <= answers["top"]
    assert beside == is_desktop
    assert below == (not is_desktop)


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_no_word_of_a_name_is_broken_at_the_table(
    server: Server, visitor: Visit, width: int
) -> None:
    names = ["Konstantinos", "Bartholomäus Schwarzenbe", "Wilhelmina Roth", "Friedrich-Karl"]
    size = {"width": width, "height": 900}
    page = visitor(server.address, game=server.new_game(names=names), viewport=size)
    page.win("South · Bartholomäus", "West · Wilhelmina")
    broken_words = """() => [...document.querySelectorAll('.hu-seat-name > span:last-child')]
      .flatMap((line) => [...line.textContent.matchAll(/[^\\s-]+-?/g)].map((word) => {
        const range = document.createRange();
        range.setStart(line.firstChild, word.index);
        range.setEnd(line.firstChild, word.index + word[0].length);
        return [word[0], range.getClientRects().length];
      }))
      .filter(([, lines]) => lines > 1)"""
    assert page.evaluate(broken_words) == []


def test_a_desktop_shows_fourteen_tiles_in_a_line(desk: Visitor) -> None:
    desk.read("dear.jpg")
    upper_edges = """() => [...document.querySelectorAll('.hu-rack .hu-key')]
      .map((key) => key.getBoundingClientRect().top)"""
    edges: list[float] = desk.evaluate(upper_edges)
    assert len(edges) == 14
    assert len(set(edges)) == 1


@pytest.mark.parametrize("letters", ["100%", "200%"])
def test_the_keyboard_has_rows_of_the_same_number_of_blocks(desk: Visitor, letters: str) -> None:
    desk.add_style_tag(content=f":root {{ font-size: {letters} !important; }}")
    desk.read("misread.jpg")
    desk.locator(".hu-rack .hu-t-6s").click()
    expect(desk.locator(".hu-sheet")).to_be_visible()
    upper_edges = """() => [...document.querySelectorAll('.hu-sheet .hu-block:not(.is-wide)')]
      .map((block) => block.getBoundingClientRect().top)"""
    blocks_of_rows = Counter(desk.evaluate(upper_edges))
    assert len(set(blocks_of_rows.values())) == 1
    # The likely faces keep a distance from the picture of the tile.
    assert desk.bounds(".hu-sheet .hu-close-up")["bottom"] + 6 <= desk.bounds(".hu-likely")["top"]


@pytest.mark.parametrize("zoomed", ["page", "text"])
def test_twice_as_large_nothing_is_cut_off(server: Server, visitor: Visit, zoomed: str) -> None:
    # A browser's zoom of 200 % halves the page's width in its own pixels.
    size = {"width": 195, "height": 422} if zoomed == "page" else {"width": 390, "height": 844}
    page = visitor(server.address, viewport=size)
    if zoomed == "text":
        page.add_style_tag(content=":root { font-size: 32px !important; }")
    page.read()
    cut_off = """() => {
      const selector = '.stApp button, .stApp h1, .hu-sheet button, .hu-sheet h2';
      const isVisible = (e) => e.checkVisibility({ checkVisibilityCSS: true })
        && e.getBoundingClientRect().width > 0;
      const isOutside = (e) => e.getBoundingClientRect().left < -1
        || e.getBoundingClientRect().right > innerWidth + 1;
      const out = [...document.querySelectorAll(selector)].filter(isVisible).filter(isOutside);
      if (document.documentElement.scrollWidth > innerWidth) out.push(document.documentElement);
      return out.map((e) => e.outerHTML.slice(0, 120));
    }"""
    assert page.evaluate(cut_off) == []
    # No name of a seat is broken or shortened.
    broken_names = """() => [...document.querySelectorAll('.hu-seat-name > span:last-child')]
      .filter((e) => {
        const range = document.createRange();
        range.selectNodeContents(e);
        return range.getClientRects().length > 1 || e.scrollWidth > e.clientWidth + 1;
      })
      .map((e) => e.textContent)"""
    assert page.evaluate(broken_names) == []
    page.locator(".hu-rack .hu-t-2p").click()
    expect(page.locator(".hu-sheet")).to_be_visible()
    assert page.evaluate(cut_off) == []


def test_twice_as_large_the_amounts_of_the_sheet_do_not_overlap(
    server: Server, visitor: Visit
) -> None:
    page = visitor(server.address, game=server.new_game("riichi"))
    page.add_style_tag(content=":root { font-size: 32px !important; }")
    page.tap("[data-focus=drawn]")
    page.save()
    overflowing = """() => [...document.querySelectorAll('.hu-table td')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent)"""
    assert page.evaluate(overflowing) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_chosen_shows_in_the_colours_of_the_system(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, forced_colors="active")
    page.locator(".st-key-new-game button").click()
    page.locator(".st-key-new-rules").get_by_role("radio", name="FIMJ").click()
    page.settle()
    ground = "button => getComputedStyle(button).backgroundColor"
    chosen = page.locator(".st-key-new-rules [aria-checked=true]")
    other = page.locator(".st-key-new-rules [aria-checked=false]").first
    assert chosen.evaluate(ground) != other.evaluate(ground)

    # The knob of a switch is at its other side once it is on.
    knob = "button => getComputedStyle(button, '::after').backgroundImage"
    switch = page.locator(".st-key-new-three .hu-option")
    off = switch.evaluate(knob)
    assert off != "none"
    switch.click()
    page.settle()
    assert switch.evaluate(knob) not in (off, "none")


def test_the_bar_of_a_game_stays_in_one_line_in_large_letters(game: Visitor) -> None:
    game.add_style_tag(content=":root { font-size: 32px !important; }")
    brand = game.bounds(".hu-brand")
    settings = game.bounds(".st-key-settings button")
    assert settings["top"] < brand["bottom"]
    assert settings["right"] <= 390
    assert game.bounds("[data-focus=leave]")["right"] <= settings["left"]


def test_large_letters_leave_room_for_names_in_a_ranking(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, game=server.new_game("riichi"))
    page.tap("[data-focus=drawn]")
    page.save()
    page.locator(".st-key-finish button").click()
    page.wait_for_selector(".hu-evening")
    page.add_style_tag(content=":root { font-size: 32px !important; }")
    lines = """() => [...document.querySelectorAll('.hu-evening li > span:first-child')]
      .map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return range.getClientRects().length;
      })"""
    assert max(page.evaluate(lines)) == 1


def test_the_labels_of_curves_end_within_the_drawing(phone: Visitor) -> None:
    courses = [("Konstantinos", [0, -134_000]), ("Maximilian", [0, 134_000])]
    page = curves_html("Totals", courses, texts("en").signed)
    source = page.partition('src="')[2].partition('"')[0]
    right_edges = """async (source) => {
      const response = await fetch(source);
      const drawing = document.createElement('div');
      drawing.style.width = '640px';
      drawing.innerHTML = await response.text();
      document.body.append(drawing);
      const texts = [...drawing.querySelectorAll('text')];
      return texts.map((text) => text.getBBox().x + text.getBBox().width);
    }"""
    edges = phone.call(right_edges, source)
    assert len(edges) == 2
    assert max(edges) <= 640


def test_a_screen_reader_hears_the_tiles_the_next_question_and_the_points(phone: Visitor) -> None:
    spoken = phone.locator("body > .hu-spoken")
    phone.read()
    expect(spoken).to_have_text("15 tiles. Who won?")
    # Where the picker of photos was, the question has the focus.
    expect(phone.locator(".hu-seating")).to_be_focused()
    expect(phone.locator(".hu-seating")).to_have_attribute("aria-label", "Who won?")
    phone.locator("[data-focus=seatS]").click()
    expect(spoken).to_have_text("Who discarded?")
    phone.locator("[data-focus=seatW]").click()
    expect(spoken).to_contain_text("12 points. East pays 12. South receives 36.")
    levels = "() => [...document.querySelectorAll('h1, h2, h3')].map((e) => Number(e.tagName[1]))"
    headings = phone.evaluate(levels)
    assert headings[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(headings))


def test_whoever_closes_the_first_keyboard_goes_on_at_adding_a_tile(desk: Visitor) -> None:
    desk.locator("[data-focus=by-hand]").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator(".hu-sheet")).to_be_visible()
    desk.settle()
    desk.keyboard.press("Escape")
    expect(desk.locator("[data-focus=add]")).to_be_focused()


def test_the_keyboard_works_without_a_finger(desk: Visitor) -> None:
    desk.read()
    desk.locator("[data-focus=tile2]").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator(".hu-sheet")).to_be_visible()
    desk.locator(".hu-keyboard [data-face='9m']").focus()
    desk.keyboard.press("Enter")
    desk.expect_tiles("9m", 1)
    expect(desk.locator(".hu-sheet")).not_to_be_visible()
    desk.locator("[data-focus=tile2]").focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Escape")
    expect(desk.locator(".hu-sheet")).not_to_be_visible()
