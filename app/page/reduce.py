"""The reducer: ``apply`` makes the next state from a state and an event.

``apply`` is pure, and no other function matches all kinds of events.

A gesture that was processed before changes nothing. Neither does a gesture that was made for
another hand, unless it is a ``GestureForGame`` and the hands belong to the same game. The draft
notes the number of the last gesture that was processed, and is stored together with the change.
So no gesture works twice, even if an answer is lost, the browser repeats the gesture, or the server
is restarted.
"""

from dataclasses import replace

from hu.app.page.draft.state import with_taken
from hu.app.page.effects.games import (
    ChangeName,
    ContinueGame,
    EndGame,
    FindGame,
    ForgetGame,
    ReadHouseRules,
    TakeInGames,
)
from hu.app.page.effects.hand import PlaceHand
from hu.app.page.effects.photos import KeepOriginal
from hu.app.page.effects.sheet import NoteWhyDrawn, OpenEntry, WithdrawEntry
from hu.app.page.effects.teaching import ReadTeachingPhoto
from hu.app.page.effects.tile_sets import (
    ChangeSetInUse,
    DeleteFaces,
    DeleteSet,
    ForgetFace,
    TakeInSet,
    WriteFaces,
)
from hu.app.page.events.event import Event
from hu.app.page.events.games import GameBegun, GameFound, GamesFileCame, HouseFileCame, HouseRead
from hu.app.page.events.hand import (
    DraftOpened,
    EntryOpened,
    HandBegun,
    HandMoved,
    HandSaved,
    HandTakenOff,
    SheetRead,
)
from hu.app.page.events.page import FileCame, NoticeCame, Undoable
from hu.app.page.events.photos import (
    HandsFound,
    OriginalCame,
    OriginalNeeded,
    PhotoDone,
    PhotoFileCame,
    PhotoLinedUp,
    PhotoRead,
    PhotoReadAgain,
    PhotoRefused,
    ReadingFound,
    TilesRead,
)
from hu.app.page.events.teaching import LessonRead, SetTaught, TeachingPhotoCame, TeachingPhotoRead
from hu.app.page.events.tile_sets import SetChosen, SetFileCame
from hu.app.page.gestures.answers import (
    AnswerQuestion,
    AnswerRack,
    AnswerSeats,
    ChooseOption,
    ChooseRules,
)
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
from hu.app.page.gestures.new_game import BeginGame, NewGameField
from hu.app.page.gestures.payment import AddPayment, OpenPayment, PaymentField
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
    ChangeEntry,
    CloseDialog,
    DeleteEntry,
    FinishGame,
    OpenNames,
    RemoveGame,
    RenamePlayer,
    ReopenGame,
    SayWhyDrawn,
    ShowEntry,
)
from hu.app.page.gestures.tap import Refused, Tap
from hu.app.page.gestures.teaching import (
    DropTeachingPhoto,
    LearnTaughtTiles,
    NameSet,
    NameTaughtTile,
    ReadTeachingPhotos,
    TeachSet,
)
from hu.app.page.gestures.tile_sets import (
    ForgetSet,
    GiveFaces,
    PlayWithSet,
    TakeBackGivenFaces,
    UnlearnFace,
)
from hu.app.page.gestures.tiles import EditTiles, RedoStep, UndoStep, WinWith
from hu.app.page.reducing import (
    answers,
    hand,
    new_game,
    payment,
    photos,
    rereading,
    screens,
    sheet,
    teaching,
    tiles,
    undo,
)
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import State, hand_name, with_notice
from hu.app.page.teaching import Teaching


def apply(state: State, event: Event) -> Transition:  # noqa: C901, PLR0911, PLR0912, PLR0915  # a line for each event
    """Apply an event.

    Args:
        state: the state before the event.
        event: a tap, the gesture of a tap, the result of an effect, or a file that has come.

    Returns:
        The state after the event, and the effects to perform.
    """
    match event:
        case Tap():
            return _apply_tap(state, event)

        # Gestures on the tiles
        case EditTiles():
            return tiles.edit_tiles(state, event)
        case UndoStep():
            return tiles.undo_step(state, event)
        case RedoStep():
            return tiles.redo_step(state, event)
        case WinWith():
            return tiles.complete_hand(state, event)

        # Gestures on the photo
        case TakePhotoAgain():
            return with_screen(state, taking="again"), ()
        case TapIn():
            return photos.tap_in(state), ()
        case AskForPhoto():
            # Every gesture is answered with a screen, which shows whether the photo has arrived.
            return state, ()
        case CancelPhoto():
            return photos.cancel(state, event)
        case TurnPhoto() | CropPhoto() | ReadRow():
            return rereading.request_rereading(state, event)
        case TakeHand():
            return rereading.request_hand(state, event)
        case TakeReading():
            return rereading.request_reading(state, event)
        case GivePhoto():
            return photos.give(state, event), ()
        case RememberFaces():
            return tiles.remember_faces(state)

        # Answers
        case AnswerSeats():
            return answers.answer_who_won(state, event)
        case AnswerQuestion():
            return answers.answer_question(state, event), ()
        case AnswerRack():
            return answers.answer_about_rack(state, event), ()
        case ChooseRules():
            return answers.choose_rules(state, event)
        case ChooseOption():
            return answers.choose_option(state, event), ()

        # Gestures on the hand in work
        case OpenRack():
            return screens.open_rack(state, event), ()
        case Save():
            return hand.request_save(state, event)
        case NoteDrawn():
            return hand.note_drawn(state, event)
        case StartOver():
            return hand.start_over(state)
        case UndoSave():
            return hand.undo_save(state)
        case KeepMine():
            return hand.keep_mine(state, event)
        case MoveHand():
            return state, (PlaceHand(event.code, state.draft),)

        # Gestures that lead to other screens
        case ShowView():
            return screens.show_view(state, event), ()
        case GoTo():
            return screens.go_to(state, event), ()
        case PickGame():
            return replace(state, goes_to=event.code), ()
        case EnterCode():
            return state, (FindGame(event.code),)
        case Leave():
            return screens.leave(state), ()
        case ChooseLanguage():
            return with_screen(state, language=event.language), ()
        case ChooseStatistics():
            return with_screen(state, statistics=event.rules), ()
        case Undo():
            return undo.undo(state, event)

        # The form of a new game
        case NewGameField():
            return new_game.fill_in_game(state, event), ()
        case BeginGame():
            return new_game.request_game(state)

        # Gestures on the sheet
        case ShowEntry():
            return with_screen(state, dialog=event.entry), ()
        case CloseDialog():
            return with_screen(state, dialog=None), ()
        case ChangeEntry():
            return state, (OpenEntry(event.entry),)
        case DeleteEntry():
            return with_screen(state, dialog=None, undo=None), (WithdrawEntry(event),)
        case SayWhyDrawn():
            return state, (NoteWhyDrawn(event),)
        case OpenNames():
            return with_screen(state, dialog="names"), ()
        case RenamePlayer():
            return state, (ChangeName(event.player, event.name),)
        case FinishGame():
            return with_screen(hand.forget_saved(state), undo=None), (EndGame(),)
        case ReopenGame():
            return hand.forget_saved(state), (ContinueGame(),)
        case RemoveGame():
            return screens.leave(state), (ForgetGame(),)

        # The form of a payment
        case OpenPayment():
            return payment.open_payment(state), ()
        case PaymentField():
            return payment.fill_in_payment(state, event), ()
        case AddPayment():
            return payment.request_payment(state, event)

        # Gestures on the tile sets
        case PlayWithSet():
            return state, (ChangeSetInUse(event.name),)
        case UnlearnFace():
            return state, (ForgetFace(event),)
        case GiveFaces():
            return state, (WriteFaces(event.name),)
        case TakeBackGivenFaces():
            return state, (DeleteFaces(event.name),)
        case ForgetSet():
            return state, (DeleteSet(event.name),)

        # Gestures that teach a new tile set
        case TeachSet():
            return with_screen(state, teaching=Teaching() if event.begins else None), ()
        case NameSet():
            return teaching.change_teaching(state, name=event.name), ()
        case DropTeachingPhoto():
            return teaching.drop_teaching_photo(state, event)
        case ReadTeachingPhotos():
            return teaching.request_lesson(state)
        case NameTaughtTile():
            return teaching.name_taught_tile(state, event), ()
        case LearnTaughtTiles():
            return teaching.send_answers(state)

        # Events about any part of the page
        case FileCame():
            return _count_file(state, event.uploader), ()
        case NoticeCame():
            screen = with_notice(state.screen, event.place, event.note)
            return replace(state, screen=screen), ()
        case Undoable():
            return undo.offer_undo(state, event.note, event.reversal), ()

        # Events about photos
        case PhotoFileCame():
            return photos.send_to_line(state, event)
        case PhotoLinedUp():
            return photos.wait_for(state, event), ()
        case PhotoDone():
            return photos.request_tiles(state, event)
        case PhotoRead():
            return photos.show_tiles(state, event), ()
        case TilesRead():
            return photos.answer_with_tiles(state, event), ()
        case PhotoRefused():
            after = photos.stop_waiting(state, event.uploader, number=event.number, note=event.note)
            return after, ()
        case OriginalNeeded():
            return with_screen(state, photo=None, original=event.number), ()
        case OriginalCame():
            return state, (KeepOriginal(event.photo, event.content),)
        case PhotoReadAgain():
            return rereading.show_tiles_again(state, event), ()
        case HandsFound():
            return rereading.show_hands(state, event), ()
        case ReadingFound():
            return rereading.show_reading(state, event), ()

        # Events about the hand in work and the sheet
        case DraftOpened():
            return hand.open_draft(state, event), ()
        case SheetRead():
            return sheet.follow_sheet(state, event)
        case HandSaved():
            return sheet.show_new_entry(state, event)
        case HandBegun():
            return hand.begin_draft(state, event.draft), ()
        case HandTakenOff():
            return hand.go_on_with_entry(state, event), ()
        case EntryOpened():
            return hand.change_entry(state, event), ()
        case HandMoved():
            return hand.follow_to_game(state, event), ()

        # Events about games
        case GameBegun():
            return new_game.enter_game(state, event)
        case GameFound():
            return replace(state, goes_to=event.code), ()
        case GamesFileCame():
            return state, (TakeInGames(event.file),)
        case HouseFileCame():
            return state, (ReadHouseRules(event.rules, event.file),)
        case HouseRead():
            return new_game.take_house_rules(state, event), ()

        # Events about tile sets
        case SetChosen():
            return with_screen(state, tile_set=event.name), ()
        case SetFileCame():
            return state, (TakeInSet(event.file),)
        case TeachingPhotoCame():
            return state, (ReadTeachingPhoto(event.file),)
        case TeachingPhotoRead():
            return teaching.add_teaching_photo(state, event), ()
        case LessonRead():
            return with_screen(state, teaching=event.teaching), ()
        case SetTaught():
            return with_screen(state, teaching=None), (ChangeSetInUse(event.name),)


def is_for(tap: Tap, state: State) -> bool:
    """Whether a tap may change the state.

    The tap must have been made for the hand in work. For a ``GestureForGame`` it is enough that the
    tap was made for a hand of the same game, or for a hand without a game if no game is open.
    """
    if tap.hand == hand_name(state):
        return True
    # The name of a hand is the code of its game, a slash, and the hand's token.
    is_for_same_game = tap.hand.partition("/")[0] == (state.game_code or "")
    return is_for_same_game and isinstance(tap.gesture, GestureForGame)


def _apply_tap(state: State, tap: Tap) -> Transition:
    """Apply the gesture of a tap once, if the tap may change the state (see ``is_for``)."""
    is_repetition = tap.number <= state.draft.taken.get(tap.load, 0)
    if is_repetition:
        return state, ()
    # A tap that changes nothing is noted as processed too, so that the browser stops sending it.
    after = replace(state, draft=with_taken(state.draft, {tap.load: tap.number}))
    if not is_for(tap, state) or isinstance(tap.gesture, Refused):
        return after, ()
    return apply(after, tap.gesture)


def _count_file(state: State, uploader: str) -> State:
    """Count a file that has come.

    The count is part of the uploader's name, so the next file gets a new, empty uploader.
    """
    files = dict(state.screen.files)
    files[uploader] = files.get(uploader, 0) + 1
    return with_screen(state, files=files)
