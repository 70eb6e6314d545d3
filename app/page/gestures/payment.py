"""Gestures that fill in the form of a payment, and enter it."""

from typing import Annotated, Final

from msgspec import Meta

from hu.app.page.gestures.fields import GestureForGame, NonNegative, PlayerNumber, TypedText

#: The largest payment that can be entered by hand.
MOST_PAID: Final = 100_000


class PaymentField(GestureForGame, frozen=True):
    """Fills in a part of the form of a payment."""


class OpenPayment(GestureForGame, frozen=True, tag="payment"):
    """Open the form of a payment."""


class ChoosePayer(PaymentField, frozen=True, tag="payer"):
    """Choose the player who pays. None to take the choice back."""

    player: PlayerNumber | None


class ChoosePayee(PaymentField, frozen=True, tag="payee"):
    """Choose the player who is paid. None to take the choice back."""

    player: PlayerNumber | None


class EnterAmount(PaymentField, frozen=True, tag="amount"):
    """Fill in the points that are paid. None for an empty field."""

    amount: Annotated[int, Meta(ge=1, le=MOST_PAID)] | None


class EnterReason(PaymentField, frozen=True, tag="reason"):
    """Fill in the reason of a payment."""

    reason: TypedText


class AddPayment(GestureForGame, frozen=True, tag="pay"):
    """Put the payment of the form on the sheet.

    Attributes:
        known: how many entries the sheet had when the form was filled in.
    """

    known: NonNegative


#: Every part of the form.
PaymentFieldGesture = ChoosePayer | ChoosePayee | EnterAmount | EnterReason
PaymentGesture = OpenPayment | PaymentFieldGesture | AddPayment
