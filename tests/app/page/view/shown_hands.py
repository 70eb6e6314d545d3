"""Hands in work in many states, as a screen shows them."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

from hu.app.i18n import texts
from hu.app.ledger.values import Game
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import NOBODY, Claim, Draft, Rack, reseat
from hu.app.page.photos.hands import hands_on
from hu.app.page.photos.photo import SeenPhoto, read_upload
from hu.app.page.state import Screen
from hu.app.page.view.game import players_at
from hu.app.page.view.shown import Shown
from hu.scoring.rule_set.registry import rule_set
from tests.app.page.laid import rack_of
from tests.app.page.recorded import SAMPLE, reader

SEATED = ("E", "S", "W", "N")
PLAYERS = ("Anna", "Bruno", "Carla", "Dario")
STARTED = datetime(2026, 5, 1, 18, tzinfo=UTC)


def game_of(rules: str, title: str = "", **options: Any) -> Game:
    """A game of Anna, Bruno, Carla and Dario."""
    return Game("CODE2345", rules, title, PLAYERS, options, STARTED)


def won(rules: str, hand: str, by: str, **fields: Any) -> Draft:
    """A hand that was won.

    Args:
        rules: the rule set.
        hand: the winner's tiles.
        by: the seats of the winner and of the discarder, such as ``S W``. The winner's seat alone
            for a self-draw.
        fields: other fields of the draft.
    """
    winner, _space, source = by.partition(" ")
    claim = Claim("discard", source) if source else Claim("self-draw")
    wind = "E" if rule_set(rules).has_round_wind else None
    seats = rule_set(rules).seats
    values = {"claim": claim, "round_wind": wind, "seats": seats, **fields}
    return Draft(rules, rack=rack_of(hand), winner=winner, token="token", **values)  # noqa: S106


def drawn(rules: str, **fields: Any) -> Draft:
    """A hand that nobody won."""
    wind = "E" if rule_set(rules).has_round_wind else None
    return Draft(rules, winner=NOBODY, round_wind=wind, token="token", **fields)  # noqa: S106


def with_circumstances(draft: Draft, *names: str, win: str | None = None) -> Draft:
    """The same hand with other circumstances of the win.

    Args:
        draft: a hand that was won.
        names: the ids of the circumstances.
        win: the way in which it was won. None for the way of ``draft``.
    """
    claim = replace(draft.claim, win=win or draft.claim.win, circumstances=frozenset(names))
    return replace(draft, claim=claim)


def shown(draft: Draft, game: Game | None = None, language: str = "en", **fields: Any) -> Shown:
    """The contents of the screen of a hand.

    Args:
        draft: the hand in work.
        game: the game that it belongs to. None for a hand alone.
        language: the language of the texts.
        fields: other contents of the screen.
    """
    t = texts(language)
    who = {seat: t.seat(seat) for seat in draft.seats}
    if game is not None:
        seating = draft.seating or SEATED[: len(game.players)]
        draft = reseat(draft, seating, draft.round_wind)
        names = players_at(draft.seating, game)
        who = {seat: t("seat.named", seat=t.seat(seat), name=name) for seat, name in names.items()}
        t = t.with_players(names)
    values = {"screen": Screen(visit="visit"), **fields}
    return Shown(t, game, draft, assess(draft), who, **values)


@cache
def photo_named(name: str, rules: str = "zung-jung") -> SeenPhoto:
    """A photo of which the recorded reader knows the tiles by its name, such as ``misread``."""
    return read_upload(reader(), SAMPLE.read_bytes(), f"{name}.jpg", rules)


def of_photo(name: str, by: str = "", rules: str = "zung-jung", **fields: Any) -> Shown:
    """A hand that was read from a photo, without corrections.

    Args:
        name: the name of the photo.
        by: the seats of the winner and of the discarder, such as ``S W``. The winner's seat alone
            for a self-draw. Empty if nobody has said yet who won.
        rules: the rule set.
        fields: other contents of the screen.
    """
    photo = photo_named(name, rules)
    draft = Draft(rules, token="token")  # noqa: S106
    if by:
        draft = won(rules, "", by)
    draft = replace(draft, rack=Rack(History(photo.hand), photo=photo.key))
    photos: dict[str | None, SeenPhoto] = {hand.key: hand for hand in (photo, *photo.other_hands)}
    # The first hand is that of the photo itself.
    others = hands_on(photo, lambda key: photos.get(key))[1:]  # noqa: PLW0108  # overloaded
    return shown(draft, photo=photo, other_hands=others, **fields)
