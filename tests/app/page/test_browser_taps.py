"""How many taps a hand takes on a phone, from its photo to the sheet; none needs scrolling."""

import pytest

from tests.app.page.driving import Visitor

_IN_REACH = """selector => {
  const found = document.querySelector(selector), box = found.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && found.contains(top);
}"""
#: The camera's own button is no tap of the page's.
PHOTO = "photo: "
SOUTH, WEST = "[data-name='South · Bruno']", "[data-name='West · Carla']"
SELF_DRAWN, SAVE, ON = "[data-focus=self-draw]", "[data-focus=save]", ".is-next-rack"
RIICHI, ADD = ".hu-choice-of.is-special button", ".hu-choice-of.is-dora_indicators summary"
DONE = ".hu-choice-of.is-dora_indicators .hu-sheet-head .hu-tool"
INDICATOR = ".hu-choice-of.is-dora_indicators details .hu-key[data-face='4p']"


@pytest.mark.parametrize(
    ("rules", "taps"),
    [
        ("", [PHOTO + "perfect.jpg", SOUTH, SELF_DRAWN, SAVE]),
        ("", [PHOTO + "perfect.jpg", SOUTH, WEST, SAVE]),
        ("", [PHOTO + "mistaken.jpg", ".hu-rack .hu-t-6s", ".hu-sheet .hu-t-5s", SOUTH, WEST, SAVE]),
        ("FIMJ", [PHOTO + "four-hands.jpg", SOUTH, WEST, ".hu-rack .hu-t-6z", SAVE]),
        ("Riichi", [PHOTO + "dear.jpg", SOUTH, WEST, ".hu-rack .hu-t-9m", RIICHI, ADD, INDICATOR, DONE, SAVE]),
        ("FIMJ", [PHOTO + "perfect.jpg", SOUTH, WEST, ON, *(f"{PHOTO}ready.jpg", ON) * 3, SAVE]),
    ],
)
def test_a_hand_is_saved_in_few_taps_and_without_scrolling(phone: Visitor, rules: str, taps: list[str]) -> None:
    phone.begin_game(rules=rules)
    for tap in taps:
        if tap.startswith(PHOTO):
            phone.read(tap.removeprefix(PHOTO))
            continue
        phone.wait_for_selector(tap)
        phone.settle()
        assert phone.evaluate(_IN_REACH, tap), tap
        phone.click(tap)
        phone.settle()
    phone.wait_for_selector(".hu-table table")
