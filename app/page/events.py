"""What taps do to a hand: each is a numbered event, and ``apply`` is pure.

The browser numbers the events of a page load and sends each until the draft has taken it in. The last number taken in
is a part of the draft, so that a lost answer, a repetition or a restart of the server never does an event's work twice.
Events come from a browser and may say anything: one that makes no sense changes nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from hu.app.page.draft.editing.hand import lacks_one, to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import (
    NOBODY,
    Claim,
    Draft,
    Rack,
    Said,
    with_claim,
    with_rack,
    with_taken,
    with_winner,
)
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.screen import SNAP, Screen
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.tiles import KINDS

#: Of one message; a browser sends what has not been taken in yet.
_MOST_EVENTS: Final = 200
_LONGEST_NAME: Final = 64
#: No more counters than these lie on a table, and no rack is worth more points.
MOST_COUNTERS: Final = 99
MOST_POINTS: Final = 100_000
#: Events that concern a game and its screens, whichever hand is in work.
_OF_NO_HAND: Final = (["view"], ["entry"], ["save"], ["undo"], ["leave"])
#: Finds a photo of this browser by its key.
PhotoOf = Callable[[str | None], SeenPhoto | None]


@dataclass(frozen=True, slots=True)
class Event:
    """One gesture."""

    load: str  # names the page load that it was made in
    number: int  # counts the events of that page load
    hand: str  # names the hand that it was made for, see ``name_of``
    # What was done: its name, then what it is about; see ``apply``, and ``take_in_tap`` for what needs a photo.
    op: list[Any]


def name_of(place: str, draft: Draft) -> str:
    """Name a hand, so that a tap which comes late changes no other one."""
    return f"{place}/{draft.token}"


def new_events(log: object, taken: Mapping[str, int]) -> list[Event]:
    """Parse a browser's message: its new events, at most a person's taps."""
    events = log.get("events") if isinstance(log, Mapping) else None
    fresh, last = list[Event](), dict(taken)
    for event in events[:_MOST_EVENTS] if isinstance(events, list) else ():
        match event:
            case {"load": str(load), "n": int(number), "hand": str(hand), "op": list(op)} if (
                0 < len(load) <= _LONGEST_NAME
                and is_event_number(number)
                and number > last.get(load, 0)
            ):
                last[load] = number
                fresh.append(Event(load, number, hand, op))
    return fresh


def is_event_number(value: object) -> bool:
    """Whether a value numbers an event: one of JavaScript's whole numbers."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 53


def is_for(event: Event, place: str, draft: Draft) -> bool:
    """Whether an event concerns the hand in work, or its game."""
    of_this_place = event.hand.partition("/")[0] == place
    return event.hand == name_of(place, draft) or (of_this_place and event.op[:1] in _OF_NO_HAND)


def take_in(
    screen: Screen, draft: Draft, event: Event, place: str, photo_of: PhotoOf
) -> tuple[Screen, Draft]:
    """Do an event's work and note it; one for another hand is only noted."""
    if is_for(event, place, draft):
        screen, draft = apply(screen, draft, event.op, photo_of)
    return screen, with_taken(draft, {event.load: event.number})


def apply(screen: Screen, draft: Draft, op: list[Any], photo_of: PhotoOf) -> tuple[Screen, Draft]:
    """Do an event's work: some lead elsewhere, the others change the hand."""
    match op:
        case ["rules", str(rules)] if rules in rule_names() and not draft.seating:
            # The same hand, whose questions by the other rules have not been answered.
            claim, options = (
                replace(draft.claim, circumstances=frozenset()),
                screen.options_alone.get(rules, {}),
            )
            asked = Draft(
                rules, options, draft.rack, draft.winner, claim, round_wind=draft.round_wind
            )
            asked = replace(asked, token=draft.token, taken=draft.taken)
            return replace(screen, rules=rules, rack=None), with_racks(asked, photo_of)
        case ["option", str(name), str(value)] if not draft.seating:
            asked_alone = [option for option in rule_set(draft.rules).options if option.asked_alone]
            if any(option.name == name and value in option.choices for option in asked_alone):
                alone = {**screen.options_alone.get(draft.rules, {}), name: value}
                screen = replace(screen, options_alone={**screen.options_alone, draft.rules: alone})
                draft = replace(draft, options=alone)
            return screen, draft
        case ["photo", "cancel", int(number)] if is_event_number(number):
            # A player who did not want to wait; the photo may have been read meanwhile.
            seat, rack = rack_on_screen(screen, draft)
            if rack.photo and screen.last_taken == (number, rack.photo):
                draft = with_rack(draft, seat, replace(rack, history=History(), photo=None))
            return replace(screen, photo=None, answered=max(number, screen.answered)), draft
    return _go(screen, draft, op), _change_hand(draft, op, photo_of)


def _go(screen: Screen, draft: Draft, op: list[Any]) -> Screen:  # noqa: PLR0911  # one line for each way to another screen
    match op:
        case ["tile", _, "retake"]:
            return replace(screen, taking="again")
        case ["open", None | str() as seat, bool(onward)]:
            _, shown = rack_on_screen(screen, draft)
            # Who has just photographed a hand goes on to photograph the next one.
            return replace(
                screen, rack=seat, taking="camera" if onward and shown.photo else "photo"
            )
        case ["view", ("hand" | "sheet") as view]:
            return replace(screen, view=view, saved=None if view == "hand" else screen.saved)
        case ["entry", int(number)]:
            return replace(screen, dialog=number)
        case ["by-hand"]:
            taking: Literal["photo", "tapping"] = "photo" if screen.taking == "again" else "tapping"
            return replace(screen, taking=taking, photo=None).notice(SNAP, None)
        case ["keep", str(key), bool(wanted)] if key in {
            draft.rack.photo,
            *(r.photo for r in draft.others.values()),
        }:
            return replace(screen, kept=screen.kept | {key} if wanted else screen.kept - {key})
    return screen


def rack_on_screen(screen: Screen, draft: Draft) -> tuple[str | None, Rack]:
    """Return whose tiles are on the screen: a seat, or None for the winner; and the tiles."""
    seat = screen.rack
    if seat is None or not is_open(draft, seat):
        return None, draft.rack
    return seat, draft.others.get(seat) or Rack()


def is_picking(screen: Screen, draft: Draft) -> bool:
    """Whether a photo of the tiles on the screen is to be taken."""
    seat, rack = rack_on_screen(screen, draft)
    empty = draft.empty if seat is None else not rack.history.now.groups and rack.photo is None
    return screen.taking == "again" or (empty and screen.taking != "tapping")


def _change_hand(draft: Draft, op: list[Any], photo_of: PhotoOf) -> Draft:  # noqa: PLR0911  # one line for each kind of tap
    match op:
        case ["tile", None, *step]:
            return with_rack(draft, None, _with_step(draft.rack, step, wins=True))
        case ["tile", str(seat), *step] if is_open(draft, seat):
            return with_rack(
                draft,
                seat,
                _with_step(draft.others.get(seat, Rack()), step, wins=seat in draft.claims),
            )
        case ["seat", winner, way]:
            return with_racks(answer_seats(draft, winner, way), photo_of)
        case ["wait", str(face)] if lacks_one(to_hand(draft.rack.history.now)):
            return with_rack(
                draft,
                None,
                replace(draft.rack, history=draft.rack.history.then("complete", face, None, None)),
            )
        case ["ask", str(name), said]:
            return answer(draft, name, said)
        case ["rack", str(seat), str(name), said] if is_open(draft, seat) or name == "won-too":
            return answer_rack(draft, seat, name, said)
    return draft


def answer(draft: Draft, name: str, said: object) -> Draft:  # noqa: PLR0911  # one for each kind of question
    """Take in the answer to a question about the deal; the names are those of ``hand/answers_view.py``."""
    rules, many = rule_set(draft.rules), _texts(said)
    seats = tuple(seat for seat in draft.seats if seat in many)
    match name:
        case "round_wind":
            return replace(draft, round_wind=_one_of(said, SEATS))
        case "earlier":
            return replace(draft, earlier=_one_of(said, draft.seats) or NOBODY)
        case "special" if draft.claim.win is not None:
            win = (
                "robbed-kong"
                if "robbed" in many
                else "self-draw"
                if draft.claim.win == "self-draw"
                else "discard"
            )
            return replace(
                draft,
                claim=replace(draft.claim, win=win, circumstances=_circumstances(draft, many)),
            )
        case "waived":
            return replace(
                draft, waived=frozenset(many) & {pattern.id for pattern in rules.patterns}
            )
        case "winners":
            others = [seat for seat in seats if seat not in (draft.winner, draft.claim.source)]
            claims = {
                seat: draft.claims.get(seat) or Claim(draft.claim.win, draft.claim.source)
                for seat in others
            }
            # Who won declares by a circumstance of the win; tiles stay.
            asked = {
                name: tuple(part for part in map(str, told) if part not in claims)
                if isinstance(told, tuple)
                else told
                for name, told in draft.asked.items()
            }
            return replace(draft, claims=claims, asked=asked)
    status = name.removeprefix("status-")
    if status != name and status in rules.statuses:
        return _with_status(draft, status, seats)
    question = next((question for question in rules.questions if question.id == name), None)
    if question is None:
        return draft
    found: Said = tuple(sorted(seats)) if question.kind == "seats" else _one_of(said, SEATS) or ""
    if question.kind == "tiles":
        found = tuple(face for face in _texts(said, alike=True) if face in KINDS)[: question.most]
    elif question.kind == "number":
        found = min(_count(said), question.most or MOST_COUNTERS, MOST_COUNTERS)
    return replace(draft, asked={**draft.asked, name: found})


def _with_status(draft: Draft, status: str, seats: tuple[str, ...]) -> Draft:
    for seat in draft.seats:
        rack = draft.others.get(seat, Rack())
        if seat in seats or rack.status == status:
            draft = with_rack(draft, seat, replace(rack, status=status if seat in seats else None))
    return draft


def answer_rack(draft: Draft, seat: str, name: str, said: object) -> Draft:
    """Apply an answer about another player's tiles."""
    rules, rack = rule_set(draft.rules), draft.others.get(seat, Rack())
    match name:
        case "won-too":
            others = [other for other in draft.claims if other != seat]
            return answer(draft, "winners", [*others, seat] if said else others)
        case "special" if seat in draft.claims:
            claim = replace(draft.claims[seat], circumstances=_circumstances(draft, _texts(said)))
            return replace(draft, claims={**draft.claims, seat: claim})
        case "status":
            return with_rack(draft, seat, replace(rack, status=_one_of(said, rules.statuses)))
        case "points":
            points = None if said is None else min(_count(said), MOST_POINTS)
            return with_rack(draft, seat, replace(rack, points=points))
    return draft


def _texts(said: object, *, alike: bool = False) -> tuple[str, ...]:
    """The texts of a list; each once, unless some may be alike."""
    texts = [text for text in said if isinstance(text, str)] if isinstance(said, list) else []
    return tuple(texts if alike else dict.fromkeys(texts))


def _one_of(said: object, choices: Iterable[str]) -> str | None:
    return said if isinstance(said, str) and said in choices else None


def _count(said: object) -> int:
    return max(said, 0) if isinstance(said, int) and not isinstance(said, bool) else 0


def _circumstances(draft: Draft, many: Iterable[str]) -> frozenset[str]:
    return frozenset(many) & {
        info.name for info in rule_set(draft.rules).circumstances_at(draft.options)
    }


def is_open(draft: Draft, seat: str | None) -> bool:
    """Whether another player's tiles can be entered."""
    counts = rule_set(draft.rules).scores_every_hand or seat in draft.claims
    return counts and seat in draft.seats and seat != draft.winner


def _with_step(rack: Rack, step: list[Any], *, wins: bool) -> Rack:
    """Change a rack's tiles; a tile added to the 13 of a photo wins, unless the photo shows where it lay."""
    match step:
        case ["add", face, group, None] if (
            wins and rack.photo and lacks_one(to_hand(rack.history.now))
        ):
            step = ["complete", face, group, None]
    return replace(rack, history=apply_step(rack.history, step))


def apply_step(history: History, step: list[Any]) -> History:
    """Change a hand's tiles, or take the last change back."""
    match step:
        case ["undo"]:
            return history.undo()
        case ["redo"]:
            return history.redo()
    return history.then(*step)


def answer_seats(draft: Draft, winner: object, way: object) -> Draft:
    """Take in who won and how: a winning seat or None; ``self-draw``, the discarder's seat or None."""
    if winner is not None and winner not in draft.seats:
        return draft
    told = with_winner(draft, None if winner is None else str(winner))
    if way == told.claim.source and way is not None:
        return told
    if winner is None or way is None:
        return with_claim(told, None)
    if way == "self-draw":
        return with_claim(told, "self-draw")
    return with_claim(told, "discard", str(way)) if way in told.seats and way != winner else draft


def other_hands(photo: SeenPhoto | None, photo_of: PhotoOf) -> tuple[SeenPhoto, ...]:
    """The other open hands on a photo, each as a photo of its own."""
    keys = () if photo is None else (_photo_of(photo.key), *map(photo.key_at, range(len(SEATS))))
    return tuple(found for key in keys if photo and key != photo.key and (found := photo_of(key)))


def with_hand(draft: Draft, photo: SeenPhoto, photo_of: PhotoOf) -> Draft:
    """Take over the winner's hand from a photo, and with it the racks that it shows.

    Earlier steps had their outlines in another photo: undoing does not lead back to them.
    """
    rack = replace(draft.rack, history=History(photo.hand), photo=photo.key)
    return with_racks(replace(_without_racks(draft), rack=rack), photo_of)


def with_racks(draft: Draft, photo_of: PhotoOf) -> Draft:
    """Give the other players the hands that the winner's photo shows: the seats go round counter-clockwise.

    What was corrected, counted or photographed alone stays.
    """
    photo = photo_of(draft.rack.photo)
    if photo is None or draft.winner not in SEATS or not rule_set(draft.rules).scores_every_hand:
        return draft
    cleared = _without_racks(draft)
    racks = dict(cleared.others)
    for hand in other_hands(photo, photo_of):
        seat = SEATS[(SEATS.index(draft.winner) + hand.side - photo.side) % len(SEATS)]
        if seat in draft.seats and seat not in racks:
            racks[seat] = Rack(History(replace(hand.hand, winning=None)), hand.key)
    return replace(cleared, others=racks)


def _without_racks(draft: Draft) -> Draft:
    """The draft without racks that came with the winner's photo and were left as they were."""
    own = draft.rack.photo or ""

    def came_along(rack: Rack) -> bool:
        key = rack.photo or ""
        return (
            "-" in own + key
            and _photo_of(key) == _photo_of(own)
            and not (rack.history.steps or rack.status)
        )

    return replace(
        draft, others={seat: rack for seat, rack in draft.others.items() if not came_along(rack)}
    )


def _photo_of(key: str | None) -> str:
    """The key that all hands of one photo share."""
    return (key or "").partition("-")[0]
