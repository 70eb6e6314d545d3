"""Fills in the form of a payment, and enters it."""

from dataclasses import replace

from hu.app.page.effects.sheet import EnterPayment
from hu.app.page.gestures.payment import (
    AddPayment,
    ChoosePayee,
    ChoosePayer,
    EnterAmount,
    EnterReason,
    PaymentFieldGesture,
)
from hu.app.page.new_game import Payment
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import State


def open_payment(state: State) -> State:
    """Open the empty form of a payment."""
    return with_screen(state, dialog="payment", payment=Payment())


def fill_in_payment(state: State, event: PaymentFieldGesture) -> State:
    """Fill in a part of the form."""
    return with_screen(state, payment=_fill_in(state.screen.payment, event))


def _fill_in(form: Payment, event: PaymentFieldGesture) -> Payment:
    """Return the form with a part filled in."""
    match event:
        case ChoosePayer():
            return replace(form, payer=event.player)
        case ChoosePayee():
            return replace(form, payee=event.player)
        case EnterAmount():
            return replace(form, amount=event.amount)
        case EnterReason():
            return replace(form, reason=event.reason)


def request_payment(state: State, gesture: AddPayment) -> Transition:
    """Ask to put the payment of the form on the sheet, if the form is complete."""
    form = state.screen.payment
    if not form.is_complete:
        return state, ()
    # This is never true of a complete form. It tells the type checker that the values are there.
    if form.payer is None or form.payee is None or form.amount is None:
        return state, ()
    payment = EnterPayment(
        payer=form.payer,
        payee=form.payee,
        amount=form.amount,
        reason=form.reason,
        known=gesture.known,
    )
    return with_screen(state, dialog=None, payment=Payment()), (payment,)
