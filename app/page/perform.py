"""Performs effects. No other function than ``perform`` matches all kinds of effects.

Each function in ``performing/`` performs one kind of effect, and returns the events that follow. No
module outside of ``performing/`` changes the games, the photos or the tile sets.
"""

from collections.abc import Sequence

from hu.app.page.effects.effect import Effect
from hu.app.page.effects.games import (
    ChangeName,
    ContinueGame,
    EndGame,
    FindGame,
    ForgetGame,
    ListGame,
    ReadHouseRules,
    StartGame,
    TakeInGames,
    UnendGame,
)
from hu.app.page.effects.hand import (
    BeginHand,
    KeepDraft,
    PlaceHand,
    SaveDrawn,
    SaveHand,
    TakeHandOff,
)
from hu.app.page.effects.offers import OfferToTable, TakeOffer, WithdrawOffer
from hu.app.page.effects.photos import (
    DropPhoto,
    FindHands,
    FindReading,
    KeepOriginal,
    LineUpPhoto,
    ReadAgain,
    UseReadPhoto,
    WriteGivenPhoto,
)
from hu.app.page.effects.sheet import (
    EnterPayment,
    NoteWhyDrawn,
    OpenEntry,
    RestoreEntry,
    UndoNewEntry,
    WithdrawEntry,
)
from hu.app.page.effects.teaching import (
    AnswerLesson,
    ForgetTeachingPhoto,
    ReadLesson,
    ReadTeachingPhoto,
)
from hu.app.page.effects.tile_sets import (
    BeginSet,
    ChangeSetInUse,
    DeleteFaces,
    DeleteSet,
    ForgetFace,
    LearnCorrection,
    LearnFromHand,
    PutBackSet,
    TakeInSet,
    WriteFaces,
)
from hu.app.page.events.event import Event
from hu.app.page.performing import games, hand, offers, photos, sheet, teaching, tile_sets
from hu.app.page.services import Visit
from hu.app.page.state import State


def perform(effect: Effect, visit: Visit, state: State) -> Sequence[Event]:  # noqa: C901, PLR0911, PLR0912  # a line for each effect
    """Perform an effect.

    Args:
        effect: the effect.
        visit: the services of the visit: the games, photos and tile sets.
        state: the state of the visit after the event that caused the effect.

    Returns:
        The events that follow, in most cases the result of the effect.

    Raises:
        HuError: the effect is refused, and nothing has changed.
    """
    match effect:
        # Photos
        case FindHands():
            return photos.find_hands(effect, visit)
        case FindReading():
            return photos.find_reading(effect, visit)
        case LineUpPhoto():
            return photos.line_up(effect, visit, state)
        case UseReadPhoto():
            return photos.take_out_of_line(effect, visit, state)
        case ReadAgain():
            return photos.read_again(effect, visit, state)
        case DropPhoto():
            return photos.forget_photo(effect, visit)
        case KeepOriginal():
            return photos.keep_original(effect, visit)
        case WriteGivenPhoto():
            return photos.write_given_photo(effect, visit)

        # Tile sets
        case LearnCorrection():
            return tile_sets.learn_correction(effect, visit, state)
        case LearnFromHand():
            return tile_sets.learn_from_hand(effect, visit, state)
        case BeginSet():
            return tile_sets.begin_set(effect, visit)
        case ChangeSetInUse():
            return tile_sets.change_set_in_use(effect, visit)
        case ForgetFace():
            return tile_sets.forget_face(effect, visit)
        case WriteFaces():
            return tile_sets.write_faces(effect, visit)
        case DeleteFaces():
            return tile_sets.delete_faces(effect, visit)
        case DeleteSet():
            return tile_sets.delete_set(effect, visit)
        case PutBackSet():
            return tile_sets.put_back_set(effect, visit)
        case TakeInSet():
            return tile_sets.take_in_set_file(effect, visit)

        # A new tile set
        case ReadTeachingPhoto():
            return teaching.read_teaching_photo(effect, visit, state)
        case ForgetTeachingPhoto():
            return teaching.forget_teaching_photo(effect, visit)
        case ReadLesson():
            return teaching.read_faces(effect, visit)
        case AnswerLesson():
            return teaching.answer_doubts(effect, visit)

        # The hand in work
        case SaveHand():
            return hand.save_to_sheet(effect, visit)
        case SaveDrawn():
            return hand.save_drawn_hand(effect, visit)
        case BeginHand():
            return hand.begin_hand(visit, state)
        case TakeHandOff():
            return hand.take_off_sheet(effect, visit)
        case PlaceHand():
            return hand.place_in_game(effect, visit, state)
        case KeepDraft():
            return hand.keep_hand(effect, visit)

        # The sheet
        case OpenEntry():
            return sheet.open_entry(effect, visit, state)
        case WithdrawEntry():
            return sheet.withdraw_entry(effect, visit)
        case NoteWhyDrawn():
            return sheet.note_why_drawn(effect, visit)
        case EnterPayment():
            return sheet.enter_payment(effect, visit)
        case UndoNewEntry():
            return sheet.undo_new_entry(effect, visit)
        case RestoreEntry():
            return sheet.restore_entry(effect, visit)

        # Games
        case StartGame():
            return games.start_game(effect, visit)
        case ChangeName():
            return games.change_name(effect, visit)
        case EndGame():
            return games.end_game(visit)
        case ContinueGame():
            return games.continue_game(visit)
        case UnendGame():
            return games.unend_game(effect, visit)
        case ForgetGame():
            return games.forget_game(visit)
        case ListGame():
            return games.list_again(effect, visit)
        case FindGame():
            return games.find_by_code(effect, visit)
        case TakeInGames():
            return games.take_in_games_file(effect, visit)
        case ReadHouseRules():
            return games.read_house_rules(effect, visit)

        # Offers to undo
        case OfferToTable():
            return offers.offer_to_table(effect, visit)
        case WithdrawOffer():
            return offers.withdraw(visit)
        case TakeOffer():
            return _take_offer(effect, visit, state)


def _take_offer(effect: TakeOffer, visit: Visit, state: State) -> Sequence[Event]:
    """Undo the last action at the table, unless another phone was faster."""
    offer = visit.offers.take(visit.game_code, visit.browser, effect.key)
    if offer is None:
        return ()
    return perform(offer.reversal, visit, state)
