"""How many taps a hand takes on a phone, from its photo to the sheet; none needs scrolling."""

import pytest

from tests.app.page.driving import Visit
from tests.app.page.servers import Server

_IN_REACH = """selector => {
  const found = document.querySelector(selector), box = found.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && found.contains(top);
}"""
#: The camera's own button is no tap of the page's.
PHOTO = "photo: "
SOUTH = "[data-name='South · Bruno']"
WEST = "[data-name='West · Carla']"
SELF_DRAWN = "[data-focus=self-draw]"
SAVE = "[data-focus=save]"
ON = ".is-next-rack"
RIICHI = ".hu-choice-of.is-special button"
ADD = ".hu-choice-of.is-dora_indicators summary"
DONE = ".hu-choice-of.is-dora_indicators .hu-sheet-head .hu-tool"
INDICATOR = ".hu-choice-of.is-dora_indicators details .hu-key[data-face='4p']"


@pytest.mark.parametrize(
    ("rules", "taps"),
    [
        ("zung-jung", [PHOTO + "perfect.jpg", SOUTH, SELF_DRAWN, SAVE]),
        ("zung-jung", [PHOTO + "perfect.jpg", SOUTH, WEST, SAVE]),
        (
            "zung-jung",
            [PHOTO + "mistaken.jpg", ".hu-rack .hu-t-6s", ".hu-sheet .hu-t-5s", SOUTH, WEST, SAVE],
        ),
        ("fimj", [PHOTO + "four-hands.jpg", SOUTH, WEST, ".hu-rack .hu-t-6z", SAVE]),
        (
            "riichi",
            [
                PHOTO + "dear.jpg",
                SOUTH,
                WEST,
                ".hu-rack .hu-t-9m",
                RIICHI,
                ADD,
                INDICATOR,
                DONE,
                SAVE,
            ],
        ),
        ("fimj", [PHOTO + "perfect.jpg", SOUTH, WEST, ON, *(f"{PHOTO}ready.jpg", ON) * 3, SAVE]),
    ],
)
def test_a_hand_is_saved_in_few_taps_and_without_scrolling(
    server: Server, visitor: Visit, rules: str, taps: list[str]
) -> None:
    phone = visitor(server.address, game=server.new_game(rules))
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
