"""An evening on two phones: sixteen hands with the real networks, added up apart from the page."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import PHOTO, Visit, Visitor
from tests.app.page.recorded import MAIN
from tests.app.page.servers import NAMES, Server

#: A photo of a hand of MCR, and the points of the hand if it is won with a discard, its flower
#: included.
HAND_PHOTO: Final = Path(__file__).parents[4] / "datasets" / "samples" / "images" / "mcr.jpg"
PHOTO_FAN: Final = 14
#: Hands of the game.
HANDS: Final = 16
#: Every other player pays the winner this, by the rules of MCR.
EACH: Final = 8
#: A false win pays this to each other player.
FALSE_WIN: Final = 10
ROWS: Final = ".hu-table tbody tr"
#: Rows of hands have a button that opens the hand. Rows of rounds and totals have none.
HAND_ROWS: Final = f"{ROWS}:has(button)"
#: The first line of each cell. The second line says how the hand was won.
CELLS: Final = """rows => rows.map(
  row => [...row.cells].map(cell => cell.innerText.split("\\n")[0].trim())
)"""


@dataclass(frozen=True)
class Won:
    """A hand that somebody won.

    Attributes:
        winner: the player.
        fan: its points.
        discarder: the player who discarded the last tile. None for a self-draw.
        false_winner: a player who claimed a false win before. Empty if nobody did.
    """

    winner: str
    fan: int
    discarder: str | None
    false_winner: str = ""

    def payments(self) -> dict[str, int]:
        """Return what each player gets. An amount below zero is paid."""
        amounts = {}
        for name in NAMES:
            if name == self.winner:
                continue
            pays_points = self.discarder in (None, name)
            amounts[name] = -EACH - (self.fan if pays_points else 0)
        amounts[self.winner] = -sum(amounts.values())
        if self.false_winner:
            for name in NAMES:
                amounts[name] += FALSE_WIN
            amounts[self.false_winner] -= len(NAMES) * FALSE_WIN
        return amounts


#: What each player gets for a hand that nobody won.
NOTHING: Final = dict.fromkeys(NAMES, 0)


def enter_points(phone: Visitor, hand: Won) -> None:
    """Enter a hand by its points, and save it."""
    phone.press_button("Enter points")
    phone.locator("[data-focus=ask-fan]").fill(str(hand.fan))
    phone.leave_field("[data-focus=ask-fan]")
    tap_players(phone, hand)
    phone.save()


def photograph(phone: Visitor, hand: Won) -> None:
    """Enter a hand by its photo, and save it."""
    phone.upload(HAND_PHOTO.name, HAND_PHOTO.read_bytes())
    phone.wait_for_selector(PHOTO)
    phone.settle()
    tap_players(phone, hand)
    if hand.false_winner:
        question = phone.locator(".hu-choice-of.is-status-false-win")
        question.get_by_role("button", name=hand.false_winner).click()
        phone.settle()
    else:
        phone.expect_points(hand.fan)
    phone.save()


def tap_players(phone: Visitor, hand: Won) -> None:
    """Say who won, and how."""
    phone.tap_seat(hand.winner)
    if hand.discarder is None:
        phone.tap_self_drawn()
    else:
        phone.tap_seat(hand.discarder)


def change_discarder(phone: Visitor, number: int, discarder: str) -> None:
    """Change who discarded the last tile of a hand on the sheet."""
    phone.answer("view", "Sheet")
    phone.open_hand(number)
    phone.locator(".st-key-change button").click()
    phone.wait_for_selector(".hu-seating")
    phone.settle()
    phone.tap_seat(discarder)
    phone.save()


def format_amounts(amounts: Mapping[str, int]) -> list[str]:
    """Return amounts as the sheet shows them, in the order of the players."""
    texts = []
    for name in NAMES:
        amount = amounts[name]
        text = f"{abs(amount):,}"
        if amount > 0:
            text = f"+{text}"
        elif amount < 0:
            text = f"−{text}"
        texts.append(text)
    return texts


class Evening:
    """A game on two phones, and what each hand should pay.

    Args:
        phones: two phones that show the game.
    """

    def __init__(self, *phones: Visitor) -> None:
        self.phones = phones
        #: What each player got, hand by hand.
        self.payments: list[dict[str, int]] = []

    def check_sheets(self, number: int) -> None:
        """Compare both sheets after a phone has saved a hand, and go on to the next hand.

        Args:
            number: the number of the phone that has saved. The other phone shows the hand.
        """
        saver = self.phones[number]
        other = self.phones[1 - number]
        is_over = len(self.payments) == HANDS
        # After the last hand every phone shows the sheet.
        if not is_over:
            other.answer("view", "Sheet")
        self._expect_sheet(saver)
        self._expect_sheet(other)
        if not is_over:
            saver.to_hand()
            other.to_hand()

    def _expect_sheet(self, phone: Visitor) -> None:
        """Compare a sheet with the hands that were played, added up here."""
        total = dict.fromkeys(NAMES, 0)
        for amounts in self.payments:
            for name in NAMES:
                total[name] += amounts[name]
        # A change by another phone shows within two seconds.
        expect(phone.locator(HAND_ROWS)).to_have_count(len(self.payments))
        expect(phone.locator(f"{ROWS} >> nth=-1").locator("td")).to_have_text(format_amounts(total))

        rows = phone.locator(ROWS).evaluate_all(CELLS)
        hands = [row for row in rows if row[0].isdigit()]
        expected = []
        for number, amounts in enumerate(self.payments, 1):
            expected.append([str(number), *format_amounts(amounts)])
        assert hands == expected
        assert rows[-1] == ["Total", *format_amounts(total)]


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_an_evening_of_sixteen_hands_adds_up_on_both_phones(tmp_path: Path, visitor: Visit) -> None:
    anna, bruno, carla, dario = NAMES
    with Server(tmp_path / "games.sqlite", MAIN) as server:
        one = visitor(server.address)
        code = one.begin_game(NAMES, "Evening", "MCR, Chinese official")
        two = visitor(server.address, game=code)
        evening = Evening(one, two)

        hand = Won(bruno, PHOTO_FAN, carla)
        photograph(one, hand)
        evening.payments.append(hand.payments())
        evening.check_sheets(0)

        hand = Won(anna, 12, None)
        enter_points(two, hand)
        evening.payments.append(hand.payments())
        evening.check_sheets(1)

        hand = Won(carla, 24, dario)
        enter_points(one, hand)
        evening.payments.append(hand.payments())
        evening.check_sheets(0)

        two.tap("[data-focus=drawn]")
        two.save()
        evening.payments.append(NOTHING)
        evening.check_sheets(1)

        hand = Won(dario, PHOTO_FAN, anna, false_winner=carla)
        photograph(one, hand)
        evening.payments.append(hand.payments())
        evening.check_sheets(0)

        # The discarder of the third hand was wrong.
        change_discarder(two, 3, bruno)
        evening.payments[2] = Won(carla, 24, bruno).payments()
        evening.check_sheets(1)

        hand = Won(carla, PHOTO_FAN, anna)
        photograph(two, hand)
        evening.payments.append(hand.payments())
        evening.check_sheets(1)

        # A saved hand is taken back. Then the other phone enters it, and the first phone gives way.
        enter_points(one, Won(anna, 9, bruno))
        one.locator(".st-key-undo-saved button").click()
        one.wait_for_selector(".hu-seating")
        one.settle()
        hand = Won(anna, 10, bruno)
        enter_points(two, hand)
        one.press_button("Delete mine")
        evening.payments.append(hand.payments())
        evening.check_sheets(1)

        for number in range(len(evening.payments), HANDS):
            discarder = None if number % 3 == 0 else NAMES[(number + 1) % 4]
            hand = Won(NAMES[number % 4], 8 + number, discarder)
            enter_points(evening.phones[number % 2], hand)
            evening.payments.append(hand.payments())
            evening.check_sheets(number % 2)
