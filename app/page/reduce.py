"""What each event does to a visit. ``apply`` is pure, and the only place that tells events apart.

A gesture that came before, or that was made for another hand, changes nothing. The number of the
last gesture taken in is a part of the draft and is written with the change: a lost answer, a
repetition or a restart of the server never does a gesture's work twice.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hu.app.ledger.values import HOUSE_TITLE, Entry
from hu.app.page import effects as do
from hu.app.page import events
from hu.app.page.draft.answers import answer, answer_rack, answer_seats
from hu.app.page.draft.editing.hand import lacks_one, to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.editing.steps import AddTile, CompleteHand
from hu.app.page.draft.next_hand import caught_up
from hu.app.page.draft.racks import SeenHand, is_open, picture_of, with_hand, with_racks
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import (
    NOBODY,
    Draft,
    Rack,
    with_claim,
    with_rack,
    with_taken,
    with_winner,
    without_saved,
)
from hu.app.page.draft.to_sheet import find_same
from hu.app.page.effects import Effect
from hu.app.page.events import Event
from hu.app.page.gestures.answers import Answer, AnswerRack, AnswerSeats, ChooseOption, ChooseRules
from hu.app.page.gestures.fields import GestureForGame
from hu.app.page.gestures.hand import (
    KeepMine,
    MoveHand,
    NoteDrawn,
    OpenRack,
    Save,
    StartOver,
    UndoSave,
)
from hu.app.page.gestures.new_game import (
    BeginGame,
    ChooseNewRules,
    DropHouse,
    GiveNames,
    NameGame,
    NamePlayer,
    SeatThree,
    SetOption,
)
from hu.app.page.gestures.photos import (
    AskForPhoto,
    CancelPhoto,
    CropPhoto,
    GivePhoto,
    ReadRow,
    RememberFaces,
    TakeHand,
    TakePhotoAgain,
    TakeReading,
    TapIn,
    TurnPhoto,
)
from hu.app.page.gestures.screens import (
    ChooseLanguage,
    ChooseStatistics,
    EnterCode,
    GoTo,
    Leave,
    PickGame,
    ShowView,
    Undo,
)
from hu.app.page.gestures.sheet import (
    AddPayment,
    ChangeEntry,
    ChoosePayee,
    ChoosePayer,
    ClosePanel,
    DeleteEntry,
    EnterAmount,
    EnterReason,
    FinishGame,
    OpenNames,
    OpenPayment,
    RemoveGame,
    RenamePlayer,
    ReopenGame,
    SayWhyDrawn,
    ShowEntry,
)
from hu.app.page.gestures.tap import Refused, Tap
from hu.app.page.gestures.tile_sets import (
    LEFT_OUT,
    DropTeachingPhoto,
    ForgetSet,
    GiveFaces,
    LearnTaughtTiles,
    NameSet,
    NameTaughtTile,
    ReadTeachingPhotos,
    TakeFaceBack,
    TakeFacesBack,
    TeachSet,
    UseSet,
)
from hu.app.page.gestures.tiles import EditTiles, RedoStep, UndoStep, WinWith
from hu.app.page.new_game import (
    NewGame,
    Payment,
    options_of_form,
    players_of,
    with_name,
    with_names,
    with_option,
)
from hu.app.page.photos.photo import Note
from hu.app.page.state import (
    ASK,
    SNAP,
    UNDO_S,
    Deed,
    GoOnWith,
    Offer,
    SavedHand,
    State,
    WaitingPhoto,
    name_of,
    offer_of,
    rack_on_screen,
    with_notice,
    without_photo,
)
from hu.app.page.teaching import Teaching
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set

#: A state and what has to be done beside it.
Outcome = tuple[State, tuple[Effect, ...]]
#: Gestures that fill in a part of a form.
FormGesture = ChooseNewRules | SeatThree | NamePlayer | NameGame | SetOption | GiveNames | DropHouse
PaymentGesture = ChoosePayer | ChoosePayee | EnterAmount | EnterReason
#: More tiles than four teaching photos show.
_MOST_TAUGHT_TILES: Final = 1000
#: The notices that stay when the next hand is begun.
_LASTING_NOTICES: Final = ("page", "told")


def apply(state: State, event: Event) -> Outcome:  # noqa: C901, PLR0911, PLR0912, PLR0915  # a line for each event
    """Apply an event.

    Args:
        state: the visit before it.
        event: a gesture, numbered or of a button, or the result of an effect.

    Returns:
        The visit after it, and what has to be done beside that.
    """
    match event:
        case Tap():
            return _take_in(state, event)

        # The tiles
        case EditTiles():
            return _edit_tiles(state, event)
        case UndoStep():
            return _undo_step(state, event)
        case RedoStep():
            return _redo_step(state, event)
        case WinWith():
            return _win_with(state, event)

        # The photo
        case TakePhotoAgain():
            return _on_screen(state, taking="again"), ()
        case TapIn():
            return _tap_in(state), ()
        case AskForPhoto():
            return state, ()
        case CancelPhoto():
            return _cancel_photo(state, event)
        case TurnPhoto() | CropPhoto() | ReadRow():
            return _read_again(state, event)
        case TakeHand():
            return _take_hand(state, event)
        case TakeReading():
            return _find_reading(state, event)
        case GivePhoto():
            return _give_photo(state, event), ()
        case RememberFaces():
            _, rack = rack_on_screen(state.screen, state.draft)
            return state, (do.BeginSet(rack),)

        # The answers
        case AnswerSeats():
            draft = answer_seats(state.draft, event.winner, event.way)
            return _with_neighbours(replace(state, draft=draft))
        case Answer():
            return replace(state, draft=answer(state.draft, event.question, event.said)), ()
        case AnswerRack():
            return _answer_rack(state, event), ()
        case ChooseRules():
            return _choose_rules(state, event)
        case ChooseOption():
            return _choose_option(state, event), ()

        # Screens
        case OpenRack():
            return _open_rack(state, event), ()
        case ShowView():
            after = _without_saved(state) if event.view == "hand" else state
            return _on_screen(after, view=event.view), ()
        case ShowEntry():
            return _on_screen(state, dialog=event.entry), ()
        case ChooseStatistics():
            return _on_screen(state, statistics=event.rules), ()
        case ClosePanel():
            return _on_screen(state, dialog=None), ()
        case GoTo():
            return _go_to(state, event), ()
        case PickGame():
            return replace(state, goes_to=event.code), ()
        case EnterCode():
            return state, (do.FindGame(event.code),)
        case Leave():
            return _leave(state), ()
        case ChooseLanguage():
            return _on_screen(state, language=event.language), ()

        # The hand and its game
        case Save():
            return state, (do.SaveHand(event.token, state.draft),) if state.place else ()
        case NoteDrawn():
            return _note_drawn(state, event)
        case StartOver():
            return _start_over(state)
        case UndoSave():
            return _undo_save(state)
        case KeepMine():
            return _keep_mine(state, event)
        case MoveHand():
            return state, (do.PlaceHand(event.code, state.draft),)
        case BeginGame():
            return _begin_game(state)
        case (
            ChooseNewRules()
            | SeatThree()
            | NamePlayer()
            | NameGame()
            | SetOption()
            | GiveNames()
            | DropHouse()
        ):
            return _on_screen(state, new_game=_fill_in_game(state, event)), ()

        # The sheet
        case OpenPayment():
            return _on_screen(state, dialog="payment", payment=Payment()), ()
        case ChoosePayer() | ChoosePayee() | EnterAmount() | EnterReason():
            return _on_screen(state, payment=_fill_in_payment(state, event)), ()
        case AddPayment():
            return _add_payment(state, event)
        case ChangeEntry():
            return state, (do.OpenEntry(event.entry),)
        case DeleteEntry():
            return _on_screen(state, dialog=None, undo=None), (do.WithdrawEntry(event),)
        case SayWhyDrawn():
            return state, (do.NoteWhyDrawn(event),)
        case OpenNames():
            return _on_screen(state, dialog="names"), ()
        case RenamePlayer():
            return state, (do.NamePlayer(event.player, event.name),)
        case FinishGame():
            return _on_screen(_without_saved(state), undo=None), (do.EndGame(),)
        case ReopenGame():
            return _without_saved(state), (do.ContinueGame(),)
        case RemoveGame():
            return _leave(state), (do.ForgetGame(),)

        # Tile sets
        case UseSet():
            return state, (do.UseTileSet(event.name),)
        case TakeFaceBack():
            return state, (do.ForgetFace(event),)
        case GiveFaces():
            return state, (do.WriteFaces(event.name),)
        case TakeFacesBack():
            return state, (do.DeleteFaces(event.name),)
        case ForgetSet():
            return state, (do.DeleteSet(event.name),)

        case TeachSet():
            return _on_screen(state, teaching=Teaching() if event.begins else None), ()
        case NameSet():
            return _change_teaching(state, name=event.name), ()
        case DropTeachingPhoto():
            return _drop_teaching_photo(state, event)
        case ReadTeachingPhotos():
            return _read_lesson(state)
        case NameTaughtTile():
            return _name_taught_tile(state, event), ()
        case LearnTaughtTiles():
            return _answer_lesson(state)

        case Undo():
            return _undo(state, event)

        # Where the visit is
        case events.DraftOpened():
            opened = replace(state, place=event.place, draft=event.draft)
            return _on_screen(opened, rack=None), ()
        case events.SheetRead():
            return _follow_sheet(state, event)

        # Photos and files
        case events.FileCame():
            return _count_file(state, event.uploader), ()
        case events.SetFileCame():
            return state, (do.TakeInSet(event.name, event.content),)
        case events.GamesFileCame():
            return state, (do.TakeInGames(event.name, event.content),)
        case events.HouseFileCame():
            return state, (do.ReadHouseRules(event.rules, event.name, event.content),)
        case events.PhotoFileCame():
            return _line_up_photo(state, event)
        case events.PhotoReady():
            return _take_read_photo(state, event)
        case events.PhotoCame():
            return _wait_for_photo(state, event), ()
        case events.PhotoRead():
            return _take_photo(state, event), ()
        case events.TilesRead():
            answered = replace(state, draft=answer(state.draft, event.question, event.faces))
            return _close_photo(answered, event.uploader, 0, None), ()
        case events.PhotoRefused():
            return _close_photo(state, event.uploader, event.number, event.note), ()
        case events.OriginalNeeded():
            return _on_screen(state, photo=None, original=event.number), ()
        case events.OriginalCame():
            return state, (do.KeepOriginal(event.photo, event.content),)
        case events.PhotoReadAgain():
            return _take_reading(state, event), ()
        case events.HandsFound():
            return _take_hands(state, event), ()
        case events.ReadingFound():
            return _take_other_reading(state, event), ()

        # Results about the hand and its game
        case events.HandSaved():
            return _show_new_entry(state, event)
        case events.HandBegun():
            return _lay_begun(state, event.draft), ()
        case events.HandTakenOff():
            return _go_on_with_entry(state, event), ()
        case events.EntryOpened():
            changing = replace(state, draft=replace(event.draft, taken=state.draft.taken))
            return _on_screen(changing, view="hand", rack=None, dialog=None), ()
        case events.HandMoved():
            return _follow_hand(state, event), ()
        case events.GameBegun():
            return _enter_game(state, event)
        case events.GameFound():
            return replace(state, goes_to=event.code), ()
        case events.HouseRead():
            form = replace(state.screen.new_game, house=event.house)
            return _on_screen(state, new_game=form), ()
        case events.SetChosen():
            return _on_screen(state, tile_set=event.name), ()
        case events.TeachingPhotoCame():
            return state, (do.ReadTeachingPhoto(event.name, event.content),)
        case events.TeachingPhotoRead():
            return _add_teaching_photo(state, event), ()
        case events.LessonRead():
            return _on_screen(state, teaching=event.teaching), ()
        case events.SetTaught():
            return _on_screen(state, teaching=None), (do.UseTileSet(event.name),)
        case events.Told():
            screen = with_notice(state.screen, event.place, event.note)
            return replace(state, screen=screen), ()
        case events.Undoable():
            return _offer(state, event.note, event.deed), ()


def is_for(tap: Tap, state: State) -> bool:
    """Whether a gesture concerns the hand in work, or its game."""
    if tap.hand == name_of(state):
        return True
    is_of_game = tap.hand.partition("/")[0] == (state.place or "")
    return is_of_game and isinstance(tap.gesture, GestureForGame)


def _take_in(state: State, tap: Tap) -> Outcome:
    """Take in a numbered gesture once, if it is for the hand in work or its game."""
    if tap.number <= state.draft.taken.get(tap.load, 0):
        return state, ()
    noted = replace(state, draft=with_taken(state.draft, {tap.load: tap.number}))
    if not is_for(tap, state) or isinstance(tap.gesture, Refused):
        return noted, ()
    return apply(noted, tap.gesture)


def _on_screen(state: State, **changes: object) -> State:
    """Return the state with other values on its screen."""
    return replace(state, screen=replace(state.screen, **changes))  # type: ignore[arg-type]  # the fields of Screen


# The tiles


def _rack_at(draft: Draft, seat: str | None) -> Rack | None:
    """Return a rack whose tiles can be changed."""
    if seat is None:
        return draft.rack
    if not is_open(draft, seat):
        return None
    return draft.others.get(seat, Rack())


def _with_history(state: State, seat: str | None, rack: Rack, history: History) -> Outcome:
    """Change the tiles of a rack, and teach the set in use the faces that were corrected."""
    after = replace(state, draft=with_rack(state.draft, seat, replace(rack, history=history)))
    changed = _changed_faces(rack.history, history)
    if not changed or rack.photo is None:
        return after, ()
    return after, (do.Learn(rack.photo, changed),)


def _changed_faces(before: History, after: History) -> Mapping[int, tuple[str, str]]:
    """Return the face before and after of each tile whose face has changed, by its number."""
    faces = {tile.id: tile.face for group in before.now.groups for tile in group.tiles}
    changed = {}
    for group in after.now.groups:
        for tile in group.tiles:
            face = faces.get(tile.id, tile.face)
            if face != tile.face:
                changed[tile.id] = (face, tile.face)
    return changed


def _edit_tiles(state: State, edit: EditTiles) -> Outcome:
    rack = _rack_at(state.draft, edit.seat)
    if rack is None:
        return state, ()
    step = edit.step
    if isinstance(step, AddTile) and _adds_winning(state.draft, edit.seat, rack, step):
        step = CompleteHand(step.face, step.group, None)
    return _with_history(state, edit.seat, rack, rack.history.then(step))


def _adds_winning(draft: Draft, seat: str | None, rack: Rack, step: AddTile) -> bool:
    """Return whether an added tile is the winning tile of a photographed hand that waits for it."""
    is_winner = seat is None or seat in draft.claims
    if not is_winner or rack.photo is None:
        return False
    # With a point, the photo shows the tile. The reader missed it.
    if step.point is not None:
        return False
    return lacks_one(to_hand(rack.history.now), rule_set(draft.rules).hand_shape)


def _undo_step(state: State, undo: UndoStep) -> Outcome:
    rack = _rack_at(state.draft, undo.seat)
    if rack is None:
        return state, ()
    return _with_history(state, undo.seat, rack, rack.history.undo())


def _redo_step(state: State, redo: RedoStep) -> Outcome:
    rack = _rack_at(state.draft, redo.seat)
    if rack is None:
        return state, ()
    return _with_history(state, redo.seat, rack, rack.history.redo())


def _win_with(state: State, wait: WinWith) -> Outcome:
    rack = state.draft.rack
    hand_shape = rule_set(state.draft.rules).hand_shape
    if not lacks_one(to_hand(rack.history.now), hand_shape):
        return state, ()
    step = CompleteHand(wait.face, None, None)
    return _with_history(state, None, rack, rack.history.then(step))


# The photo


def _tap_in(state: State) -> State:
    """Tap the tiles in, or keep the photo that was to be taken again."""
    taking = "photo" if state.screen.taking == "again" else "tapping"
    after = _on_screen(state, taking=taking, photo=None)
    return replace(after, screen=with_notice(after.screen, SNAP, None))


def _cancel_photo(state: State, cancel: CancelPhoto) -> Outcome:
    """Wait no longer for a photo. If it has been read meanwhile, its tiles go."""
    screen = state.screen
    seat, rack = rack_on_screen(screen, state.draft)
    answered = max(cancel.number, screen.answered)
    after = _on_screen(state, photo=None, answered=answered)
    if rack.photo is None or screen.last_taken != (cancel.number, rack.photo):
        return after, ()
    draft = with_rack(state.draft, seat, without_photo(rack))
    return replace(after, draft=draft), (do.DropPhoto(rack.photo),)


def _read_again(state: State, change: TurnPhoto | CropPhoto | ReadRow) -> Outcome:
    seat, rack = rack_on_screen(state.screen, state.draft)
    if change.seat != seat or rack.photo is None:
        return state, ()
    again = do.ReadAgain(rack.photo, state.draft.rules, change, rack.history.now)
    return state, (again,)


def _take_hand(state: State, other: TakeHand) -> Outcome:
    photo = state.draft.rack.photo
    if photo is None:
        return state, ()
    return state, (do.FindHands(photo, other.side),)


def _find_reading(state: State, choice: TakeReading) -> Outcome:
    rack = _rack_at(state.draft, choice.seat)
    if rack is None or rack.photo is None:
        return state, ()
    is_runner_up = choice.reading == "runner-up"
    return state, (do.FindReading(rack.photo, choice.seat, is_runner_up),)


def _give_photo(state: State, give: GivePhoto) -> State:
    photos = {rack.photo for rack in _racks_of(state.draft)}
    if give.photo not in photos:
        return state
    kept = set(state.screen.kept)
    if give.is_given:
        kept.add(give.photo)
    else:
        kept.discard(give.photo)
    return _on_screen(state, kept=frozenset(kept))


def _count_file(state: State, uploader: str) -> State:
    files = dict(state.screen.files)
    files[uploader] = files.get(uploader, 0) + 1
    return _on_screen(state, files=files)


def _racks_of(draft: Draft) -> tuple[Rack, ...]:
    return (draft.rack, *draft.others.values())


def _line_up_photo(state: State, file: events.PhotoFileCame) -> Outcome:
    """Have a photo read, unless it has come before: a browser sends it again without an answer."""
    if 0 < file.number <= state.screen.received:
        return state, ()
    # Only the picker of a rack's photo sends the photo itself if its copy is too small.
    original_px = file.original_px if file.uploader == SNAP else 0
    line_up = do.LineUpPhoto(
        uploader=file.uploader,
        number=file.number,
        original_px=original_px,
        name=file.name,
        content=file.content,
    )
    return state, (line_up,)


def _take_read_photo(state: State, ready: events.PhotoReady) -> Outcome:
    """Take a photo that was read out of the line."""
    waiting = state.screen.photo
    if waiting is None or waiting.ticket != ready.ticket:
        return state, ()
    seat, _ = rack_on_screen(state.screen, state.draft)
    is_for_rack = waiting.uploader == SNAP
    take = do.TakePhoto(
        ticket=waiting.ticket,
        uploader=waiting.uploader,
        number=waiting.number,
        question="" if is_for_rack else waiting.uploader.removeprefix(ASK),
        is_kept=is_for_rack and waiting.seat == seat,
    )
    return state, (take,)


def _wait_for_photo(state: State, came: events.PhotoCame) -> State:
    seat, _ = rack_on_screen(state.screen, state.draft)
    waiting = WaitingPhoto(came.uploader, seat, came.number, came.ticket)
    return _on_screen(state, photo=waiting)


def _close_photo(state: State, uploader: str, number: int, note: Note | None) -> State:
    """Let go of a photo that was read or refused, with what has to be said of it."""
    screen = with_notice(state.screen, uploader, note)
    answered = max(number, screen.answered)
    return replace(state, screen=replace(screen, photo=None, answered=answered))


def _take_photo(state: State, photo: events.PhotoRead) -> State:
    """Put what a photo shows on the rack for which it was taken, if that is still on the screen."""
    waiting = state.screen.photo
    seat, _ = rack_on_screen(state.screen, state.draft)
    if waiting is not None and waiting.seat == seat:
        state = _with_photo(state, photo.hands)
        last_taken = (photo.number, photo.hands[0].key)
        state = _on_screen(state, last_taken=last_taken, taking="photo")
    return _close_photo(state, SNAP, photo.number, None)


def _with_photo(state: State, hands: tuple[SeenHand, ...]) -> State:
    """Put what a photo shows on the rack on the screen."""
    seat, rack = rack_on_screen(state.screen, state.draft)
    if seat is None:
        return replace(state, draft=with_hand(state.draft, hands))
    history = History(replace(hands[0].hand, winning=None))
    rack = replace(rack, history=history, photo=hands[0].key)
    return replace(state, draft=with_rack(state.draft, seat, rack))


def _take_reading(state: State, again: events.PhotoReadAgain) -> State:
    """Take over a photo that was read again. The hand before can be had back."""
    return _offer_back(_with_photo(state, again.hands), state.draft)


def _take_hands(state: State, found: events.HandsFound) -> State:
    """Take over another hand of the winner's photo, or give the other players their hands."""
    if picture_of(found.hands[0].key) != picture_of(state.draft.rack.photo):
        return state
    if found.side is None:
        # The winner's hand stays. The other players get theirs.
        return replace(state, draft=with_racks(state.draft, found.hands))
    for hand in found.hands[1:]:
        if hand.side == found.side:
            others = tuple(other for other in found.hands if other is not hand)
            draft = with_hand(state.draft, (hand, *others))
            return _offer_back(replace(state, draft=draft), state.draft)
    return state


def _take_other_reading(state: State, found: events.ReadingFound) -> State:
    """Put another reading of its photo on a rack. The hand before can be had back."""
    rack = _rack_at(state.draft, found.seat)
    if rack is None or rack.photo != found.photo:
        return state
    hand = found.hand if found.seat is None else replace(found.hand, winning=None)
    draft = with_rack(state.draft, found.seat, replace(rack, history=History(hand)))
    return _offer_back(replace(state, draft=draft), state.draft)


def _with_neighbours(state: State) -> Outcome:
    """Give the other players the hands that the winner's photo shows, in rules that score them."""
    draft = state.draft
    if draft.rack.photo is None or draft.winner in (None, NOBODY):
        return state, ()
    if not rule_set(draft.rules).scores_every_hand:
        return state, ()
    return state, (do.FindHands(draft.rack.photo),)


# The answers


def _answer_rack(state: State, reply: AnswerRack) -> State:
    # Whoever has not won yet can win too, in rules that do not score every hand.
    if not is_open(state.draft, reply.seat) and reply.question != "won-too":
        return state
    draft = answer_rack(state.draft, reply.seat, reply.question, reply.said)
    return replace(state, draft=draft)


def _choose_rules(state: State, choice: ChooseRules) -> Outcome:
    """Score the same hand by other rules, whose questions have not been answered."""
    before = state.draft
    if choice.rules not in rule_names() or before.seating:
        return state, ()
    seats = rule_set(choice.rules).seats
    if before.winner not in (*seats, NOBODY):
        before = with_winner(before, None)
    elif before.claim.source not in (*seats, None):
        before = with_claim(before, None)
    draft = Draft(
        rules=choice.rules,
        seats=seats,
        options=state.screen.options_alone.get(choice.rules, {}),
        rack=before.rack,
        winner=before.winner,
        claim=replace(before.claim, circumstances=frozenset()),
        round_wind=before.round_wind if before.round_wind in seats else None,
        entered=_figures_by_other_rules(before, choice.rules),
        token=before.token,
        taken=before.taken,
    )
    after = _on_screen(replace(state, draft=draft), rules=choice.rules, rack=None)
    return _with_neighbours(after)


def _figures_by_other_rules(draft: Draft, rules: str) -> Mapping[str, int | str] | None:
    """Forget the figures that were entered. Other figures can be entered by the other rules."""
    if draft.entered is None or not rule_set(rules).figures:
        return None
    return {}


def _choose_option(state: State, choice: ChooseOption) -> State:
    """Choose an option that a hand without a game is asked for."""
    draft = state.draft
    if draft.seating:
        return state
    for option in rule_set(draft.rules).options:
        is_it = option.asked_alone and option.name == choice.option
        if is_it and choice.value in option.choices:
            alone = state.screen.options_alone
            options = {**alone.get(draft.rules, {}), choice.option: choice.value}
            after = replace(state, draft=replace(draft, options=options))
            return _on_screen(after, options_alone={**alone, draft.rules: options})
    return state


# Screens


def _go_to(state: State, going: GoTo) -> State:
    # A form that was left is empty when it is opened again.
    after = _on_screen(state, page=going.page, new_game=NewGame(), teaching=None)
    return _on_screen(after, rack=None) if going.page == "statistics" else after


def _leave(state: State) -> State:
    after = _on_screen(state, view="hand", taking="photo")
    return replace(after, draft=without_saved(after.draft), goes_to="")


def _open_rack(state: State, opening: OpenRack) -> State:
    _, shown = rack_on_screen(state.screen, state.draft)
    # Who has just photographed a hand goes on to photograph the next one.
    taking = "camera" if opening.onward and shown.photo else "photo"
    return _on_screen(state, rack=opening.seat, taking=taking)


# The hand and its game


def _note_drawn(state: State, drawn: NoteDrawn) -> Outcome:
    """Note a hand that nobody won. Something may have to be paid first."""
    draft = state.draft
    if not state.place:
        return state, ()
    rules = rule_set(draft.rules)
    options = {name: value for name, value in draft.options.items() if value is not None}
    if rules.scores_every_hand or rules.pays_without_winner(options):
        return replace(state, draft=with_winner(draft, NOBODY)), ()
    # If the numbers differ, another phone has noted a hand meanwhile.
    if draft.known != drawn.known:
        return state, ()
    return state, (do.SaveDrawn(draft),)


def _start_over(state: State) -> Outcome:
    """Clear the table. The hand can be had back for a while."""
    before = state.draft
    if not before.empty or before.drawn:
        note = Note("hand.left_as_it_was" if before.entry else "hand.started_over")
        state = _offer(state, note, GoOnWith(state.place or "", before))
    return _begin_next(state)


def _begin_next(state: State) -> Outcome:
    """Clear the table for the next hand, and keep the photos that the player gives."""
    before = state.screen.notices
    notices = {place: note for place, note in before.items() if place in _LASTING_NOTICES}
    given = [rack for rack in _racks_of(state.draft) if rack.photo in state.screen.kept]
    kept = [do.KeepPhoto(rack) for rack in given]
    after = _on_screen(state, rack=None, taking="photo", photo=None, notices=notices)
    return after, (*kept, do.BeginHand())


def _lay_begun(state: State, begun: Draft) -> State:
    """Put an empty hand on the table. It keeps in mind which hand was saved just before."""
    saved = state.screen.saved
    draft = replace(begun, taken={**begun.taken, **state.draft.taken})
    if saved is not None and saved.code == state.place:
        draft = replace(draft, saved=saved.entry.id, replaced_entry=saved.replaced_entry)
    return replace(state, draft=draft)


def _without_saved(state: State) -> State:
    """Say no longer which hand was saved last."""
    after = _on_screen(state, saved=None)
    return replace(after, draft=without_saved(after.draft))


def _undo_save(state: State) -> Outcome:
    saved = state.screen.saved
    if saved is None:
        return state, ()
    take_off = do.TakeOff(saved.code, saved.entry, saved.replaced_entry)
    return _without_saved(state), (take_off,)


def _go_on_with_entry(state: State, result: events.HandTakenOff) -> State:
    """Go on with a hand that was taken off the sheet again."""
    if result.draft is None:
        return state
    draft = replace(result.draft, taken=state.draft.taken)
    return _on_screen(replace(state, draft=draft), view="hand")


def _keep_mine(state: State, keep: KeepMine) -> Outcome:
    """Go on with this hand beside another phone's hand, or in its place.

    A complete hand is saved at once.
    """
    was_entry = state.draft.entry
    draft = replace(state.draft, known=keep.known, entry=keep.entry, version=keep.version)
    state = replace(state, draft=draft)
    if not assess(draft).final:
        note = Note("conflict.incomplete")
    elif was_entry and not draft.entry:
        # A hand that was deleted gets the seats of the next one first, and is saved by the player.
        note = Note("conflict.moved")
    else:
        return state, (do.SaveHand(draft.token, draft),)
    return replace(state, screen=with_notice(state.screen, "told", note)), ()


def _new_rules(state: State) -> RuleSet:
    """Return the rules of the new game that the form describes."""
    return rule_set(state.screen.new_game.rules or state.draft.rules)


def _fill_in_game(state: State, event: FormGesture) -> NewGame:  # noqa: PLR0911  # a line for each field
    """Fill in a part of the form of a new game."""
    form = state.screen.new_game
    match event:
        case ChooseNewRules():
            return replace(form, rules=event.rules) if event.rules in rule_names() else form
        case SeatThree():
            return replace(form, is_three=event.is_three)
        case NamePlayer():
            return with_name(form, event.seat, event.name)
        case NameGame():
            return replace(form, title=event.title)
        case SetOption():
            return with_option(form, _new_rules(state), event.option, event.value)
        case GiveNames():
            return with_names(form, event.names)
        case DropHouse():
            return replace(form, house=None)


def _begin_game(state: State) -> Outcome:
    """Begin the game that the form describes."""
    form = state.screen.new_game
    rules = _new_rules(state)
    options = options_of_form(form, rules)
    # Whoever begins a game by house rules has chosen them for good.
    if form.house is not None and form.house.rules == rules.name:
        options |= form.house.options
        if form.house.title:
            options[HOUSE_TITLE] = form.house.title
    start = do.StartGame(rules.name, players_of(form, rules), form.title, options)
    return state, (start,)


def _enter_game(state: State, begun: events.GameBegun) -> Outcome:
    """Go to a game that was begun, with the hand that was in work if the game is for it."""
    takes_hand = state.screen.page == "move"
    after = _on_screen(state, page="", new_game=NewGame(), view="hand")
    if takes_hand:
        return after, (do.PlaceHand(begun.code, state.draft),)
    return replace(after, goes_to=begun.code), ()


def _follow_hand(state: State, moved: events.HandMoved) -> State:
    """Go to the game whose next hand the hand in work has become."""
    fresh = replace(moved.fresh, taken=state.draft.taken)
    after = replace(state, draft=fresh)
    after = _on_screen(after, view="hand", rack=None, taking="photo", saved=None)
    if moved.before is not None and not moved.before.empty:
        after = _offer(after, Note("hand.started_over"), GoOnWith(moved.code, moved.before))
    return replace(after, goes_to=moved.code)


# The sheet


def _fill_in_payment(state: State, event: PaymentGesture) -> Payment:
    """Fill in a part of the form of a payment."""
    form = state.screen.payment
    match event:
        case ChoosePayer():
            return replace(form, payer=event.player)
        case ChoosePayee():
            return replace(form, payee=event.player)
        case EnterAmount():
            return replace(form, amount=event.amount)
        case EnterReason():
            return replace(form, reason=event.reason)


def _add_payment(state: State, add: AddPayment) -> Outcome:
    form = state.screen.payment
    if form.payer is None or form.payee is None or form.amount is None or not form.is_complete:
        return state, ()
    payment = do.EnterPayment(form.payer, form.payee, form.amount, form.reason, add.known)
    return _on_screen(state, dialog=None, payment=Payment()), (payment,)


def _follow_sheet(state: State, sheet: events.SheetRead) -> Outcome:
    """Bring the hand in work up to date with the sheet, on which it may already be."""
    hand_entries = [entry for entry in sheet.entries if entry.kind != "payment"]
    token = state.draft.token
    for number, entry in enumerate(hand_entries, 1):
        # The server ended just after the hand was put on the sheet, before the next one was begun.
        if token and entry.token == token:
            return _show_entry(state, entry, number)
    state = _reseat(state, sheet)
    same = find_same(state.draft, sheet.entries)
    if same is not None:
        return _show_entry(state, same, hand_entries.index(same) + 1)
    return _show_saved_again(state, hand_entries), ()


def _show_saved_again(state: State, hand_entries: list[Entry]) -> State:
    """Show which hand was saved if the server ended before it could show that."""
    if not state.draft.saved or not state.draft.empty or state.screen.saved is not None:
        return state
    for number, entry in enumerate(hand_entries, 1):
        if entry.id == state.draft.saved:
            replaced_entry = _entry_before(state.draft, entry)
            saved = SavedHand(state.place or "", entry, replaced_entry, number)
            return _on_screen(state, view="sheet", saved=saved)
    return replace(state, draft=without_saved(state.draft))


def _entry_before(draft: Draft, entry: Entry) -> Entry | None:
    """Return an entry as it was before it was changed, if the hand in work has noted that."""
    replaced_entry = draft.replaced_entry
    if replaced_entry is None or replaced_entry.id != entry.id:
        return None
    return replaced_entry


def _reseat(state: State, sheet: events.SheetRead) -> State:
    """Seat the players of the hand in work where the sheet seats them now."""
    before = state.draft
    begun = not before.empty or state.screen.photo is not None
    draft = caught_up(before, sheet.game, sheet.entries, begun=begun)
    state = replace(state, draft=draft)
    if draft.seating != before.seating:
        # The rack on the screen was named by its seat.
        return _on_screen(state, rack=None)
    return state


def _show_entry(state: State, entry: Entry, number: int) -> Outcome:
    """Show the hand in work on the sheet, where it was found, and begin the next one."""
    saved = SavedHand(state.place or "", entry, _entry_before(state.draft, entry), number)
    state, effects = _show_saved(state, saved)
    state, begin_effects = _begin_next(state)
    return state, (*effects, *begin_effects)


def _show_saved(state: State, saved: SavedHand) -> Outcome:
    """Go to the sheet, which says which hand has been saved until the next one is begun."""
    return _on_screen(state, undo=None, view="sheet", saved=saved), (do.WithdrawOffer(),)


def _show_new_entry(state: State, result: events.HandSaved) -> Outcome:
    """Show a saved hand on the sheet. If it was the hand in work, begin the next one."""
    draft = state.draft
    code = state.place or ""
    saved = SavedHand(code, result.entry, result.replaced_entry, result.number)
    state, effects = _show_saved(state, saved)

    was_in_work = result.is_new or result.entry.token == draft.token
    if was_in_work:
        state, begin_effects = _begin_next(state)
        effects += begin_effects

    changed_an_entry = result.replaced_entry is not None
    if result.is_new and not changed_an_entry:
        effects += (do.LearnFromHand(draft),)

    if result.is_drawn_tap:
        note = Note("sheet.drawn_told", {"number": result.number})
        removal = do.RemoveEntry(code, result.entry)
        effects += (do.OfferToTable(note, removal, only_others=True),)
    return state, effects


# Tile sets


def _change_teaching(state: State, **changes: object) -> State:
    """Return the state with changes to the tile set that is being taught, if there is one."""
    teaching = state.screen.teaching
    if teaching is None:
        return state
    return _on_screen(state, teaching=replace(teaching, **changes))  # type: ignore[arg-type]  # the fields of Teaching


def _add_teaching_photo(state: State, read: events.TeachingPhotoRead) -> State:
    teaching = state.screen.teaching
    if teaching is None or read.photo in teaching.photos:
        return state
    return _change_teaching(state, photos=(*teaching.photos, read.photo))


def _drop_teaching_photo(state: State, drop: DropTeachingPhoto) -> Outcome:
    teaching = state.screen.teaching
    if teaching is None:
        return state, ()
    photos = tuple(photo for photo in teaching.photos if photo.ticket != drop.photo)
    if photos == teaching.photos:
        return state, ()
    return _change_teaching(state, photos=photos), (do.DropTeachingPhoto(drop.photo),)


def _read_lesson(state: State) -> Outcome:
    teaching = state.screen.teaching
    if teaching is None or teaching.ticket:
        return state, ()
    return state, (do.ReadLesson(teaching.name, teaching.photos),)


def _name_taught_tile(state: State, naming: NameTaughtTile) -> State:
    teaching = state.screen.teaching
    # A lesson asks about a few tiles.
    if teaching is None or not teaching.ticket or naming.position >= _MOST_TAUGHT_TILES:
        return state
    return _change_teaching(state, faces={**teaching.faces, naming.position: naming.face})


def _answer_lesson(state: State) -> Outcome:
    teaching = state.screen.teaching
    if teaching is None or not teaching.ticket:
        return state, ()
    faces = {}
    for position, reply in teaching.faces.items():
        faces[position] = "" if reply in LEFT_OUT else reply
    lesson = do.AnswerLesson(teaching.name, teaching.source, teaching.ticket, faces)
    return state, (lesson,)


# Undoing


def _offer(state: State, note: Note, deed: Deed) -> State:
    """Offer to undo something for a while."""
    offer = Offer(note, deed, key=str(round(state.now * 1e9)), until=state.now + UNDO_S)
    return _on_screen(state, undo=offer)


def _offer_back(state: State, before: Draft) -> State:
    """Offer the hand as it was before it was taken from the photo in another way."""
    deed = GoOnWith(state.place or "", before, keeps_begun=False)
    return _offer(state, Note("hand.read_again"), deed)


def _undo(state: State, undo: Undo) -> Outcome:
    """Undo what this browser was offered, or else what the table's phones were offered."""
    offer = offer_of(state)
    if offer is None or offer.key != undo.key:
        return state, () if offer else (do.TakeOffer(undo.key),)
    state = _on_screen(state, undo=None)
    if isinstance(offer.deed, GoOnWith):
        return _go_on_with(state, offer.deed)
    return state, (offer.deed,)


def _go_on_with(state: State, deed: GoOnWith) -> Outcome:
    """Put a hand back on the table. A hand that was begun since can be had back in turn."""
    if deed.place != (state.place or ""):
        return state, (do.KeepDraft(deed.place, deed.draft),)
    begun = state.draft
    if deed.keeps_begun:
        if not begun.empty or begun.drawn:
            note = Note("hand.started_over")
            state = _offer(state, note, GoOnWith(deed.place, begun))
        state = _on_screen(state, view="hand")
    draft = replace(deed.draft, taken={**deed.draft.taken, **begun.taken})
    return replace(state, draft=draft), ()
