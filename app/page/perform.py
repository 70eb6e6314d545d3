"""Performs effects. No other module changes the ledger, the photos or the tile sets.

Each function performs one kind of effect and returns the events that come of it.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial, singledispatch
from itertools import count
from typing import Final

from hu.app.ledger.exchange import read_sent_games
from hu.app.ledger.values import GOES_ON, Conflict, Entry, Game, LedgerError, normalise_text
from hu.app.page import effects as do
from hu.app.page import events
from hu.app.page.draft.next_hand import is_finished, is_playable, next_draft, next_seating
from hu.app.page.draft.state import Draft, draft_from_json, new_token
from hu.app.page.events import Event
from hu.app.page.game.player_names import default_name, with_default_names
from hu.app.page.game.saving import save_drawn, save_hand, take_off
from hu.app.page.game.taking_in import take_in_games
from hu.app.page.gestures.photos import CropPhoto, ReadRow, TurnPhoto
from hu.app.page.parts.names import rules_title
from hu.app.page.parts.outside import read_apart
from hu.app.page.photos.given_faces import with_given_faces
from hu.app.page.photos.hands import hands_on
from hu.app.page.photos.indicators import find_asked_tiles
from hu.app.page.photos.keep import keep_photo
from hu.app.page.photos.photo import (
    Adjustment,
    Note,
    OriginalNeededError,
    SeenPhoto,
    UploadError,
    crop_to,
    turn_once,
)
from hu.app.page.services import (
    Visit,
    failure_of,
    find_game,
    fresh_draft,
    keep_draft,
    set_in_use,
    stored_draft,
)
from hu.app.page.session import session
from hu.app.page.sets.learning import (
    corrections,
    faces_of,
    teach,
    with_changes,
    with_finished,
)
from hu.app.page.state import SNAP, State
from hu.app.page.teaching import Teaching, TeachingPhoto
from hu.app.sets.faces import find_labelled, write_labelled
from hu.app.sets.names import check_name
from hu.app.sets.packing import unpack_detections
from hu.app.sets.set_files import parse_tile_set
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.house import read_house
from hu.scoring.rule_set.registry import rule_set
from hu.vision.taught.lessons import MOST_PHOTOS, Lesson, learn, read_lesson
from hu.vision.taught.tile_set import TileSet, TileSetError

#: Earlier taps on the tiles of a photo that still count.
_MOST_TAPS: Final = 7
#: The smallest part of a photo that is read, as a share of its width and height.
_LEAST_SHARE: Final = 0.02
#: How often a change of a game is tried that other phones change at the same moment.
_MOST_TRIES: Final = 5
_NOTHING: Final[Sequence[Event]] = ()


@singledispatch
def perform(effect: do.Effect, visit: Visit, state: State) -> Sequence[Event]:
    """Perform an effect.

    Args:
        effect: what is to be done.
        visit: what it is done with.
        state: the visit after the event that asked for it.

    Returns:
        What comes of it.

    Raises:
        HuError: it is refused. Nothing has changed then.
    """
    raise TypeError(f"nothing performs {effect!r} for {visit.browser!r} at {state.place!r}")


def _photo_job(
    visit: Visit, state: State, content: bytes, name: str, adjustment: Adjustment
) -> partial[SeenPhoto]:
    """Return the function that reads a photo by the hand's rules and with the tile set in use.

    Args:
        visit: the visit.
        state: its state.
        content: the file.
        name: its name.
        adjustment: how the photo was made smaller, and how it is turned and cropped.
    """
    tile_set = None
    name_of_set = set_in_use(visit, state)
    # A set that was forgotten must not cost the photo.
    with suppress(TileSetError):
        tile_set = visit.sets.file(name_of_set) if name_of_set else None
    return partial(visit.reader, content, name, state.draft.rules, adjustment, tile_set)


def _open_game(visit: Visit) -> Game:
    """Return the game that is open and can be played."""
    if visit.game is None or not is_playable(visit.game):
        raise LedgerError("code-unknown", code=visit.place)
    return visit.game


# Photos


@perform.register
def _find_hands(effect: do.FindHands, visit: Visit, _: State) -> Sequence[Event]:
    photo = visit.photo(effect.photo)
    if photo is None:
        return _NOTHING
    return [events.HandsFound(hands_on(photo, visit.photo), effect.side)]


@perform.register
def _find_reading(effect: do.FindReading, visit: Visit, _: State) -> Sequence[Event]:
    photo = visit.photo(effect.photo)
    if photo is None:
        return _NOTHING
    reading = photo.runner_up if effect.is_runner_up else photo.reading
    if reading is None:
        return _NOTHING
    return [events.ReadingFound(effect.photo, effect.seat, reading.hand)]


@perform.register
def _line_up_photo(effect: do.LineUpPhoto, visit: Visit, state: State) -> Sequence[Event]:
    adjustment = Adjustment(original_px=effect.original_px)
    job = _photo_job(visit, state, effect.content, effect.name, adjustment)
    try:
        waiting = visit.line.join(job)
    except UploadError as error:
        return [events.PhotoRefused(effect.uploader, effect.number, error.note)]
    return [events.PhotoCame(effect.uploader, effect.number, waiting.ticket)]


@perform.register
def _take_photo(effect: do.TakePhoto, visit: Visit, state: State) -> Sequence[Event]:
    try:
        result = _use_photo(effect, visit, state)
    except OriginalNeededError:
        result = events.OriginalNeeded(effect.number)
    except Exception as error:  # noqa: BLE001  # the next photo must be taken after any failure
        result = events.PhotoRefused(effect.uploader, effect.number, failure_of(error))
    visit.line.forget(effect.ticket)
    return [result]


def _use_photo(effect: do.TakePhoto, visit: Visit, state: State) -> Event:
    """Keep the photo of a rack, or answer the question for which a photo was taken.

    Raises:
        OriginalNeededError: the photo is a copy whose tiles are too small.
        UploadError: the photo is no longer in the line, or it cannot be read.
    """
    waiting = visit.line.find(effect.ticket)
    if waiting is None:
        raise UploadError("snap.busy")
    photo = visit.line.wait(waiting)
    if effect.question:
        most = _most_tiles(state.draft.rules, effect.question)
        tiles = find_asked_tiles(photo, most)
        return events.TilesRead(effect.uploader, effect.question, tiles)
    if effect.is_kept:
        visit.photos.put(visit.browser, photo)
    return events.PhotoRead(effect.number, hands_on(photo, visit.photo))


def _most_tiles(rules: str, question_id: str) -> int:
    """Return the most tiles that a question asks for. 0 if the rules have no such question."""
    for question in rule_set(rules).questions:
        if question.id == question_id:
            return question.most
    return 0


@perform.register
def _read_again(effect: do.ReadAgain, visit: Visit, state: State) -> Sequence[Event]:
    photo = visit.load_photo(effect.photo)
    if photo is None:
        return _NOTHING
    adjustment = _adjust(photo.adjustment, effect.change)
    if adjustment is None:
        return _NOTHING
    # If it cannot be read, the photo that can be seen stays.
    try:
        again = _read(visit, state, photo, adjustment)
    except UploadError:
        return _NOTHING
    visit.photos.put(visit.browser, again)
    hand, *others = hands_on(again, visit.photo)
    hand = replace(hand, hand=with_given_faces(again, photo, effect.hand))
    return [events.PhotoReadAgain((hand, *others))]


def _read(visit: Visit, state: State, photo: SeenPhoto, adjustment: Adjustment) -> SeenPhoto:
    """Read a photo again.

    A smaller copy is read as it is, even if its tiles are too small: the browser may have forgotten
    the photo itself.
    """
    reading = visit.line.join(_photo_job(visit, state, photo.data, photo.name, adjustment))
    try:
        return visit.line.wait(reading)
    except OriginalNeededError:
        return _read(visit, state, photo, replace(adjustment, original_px=0))
    finally:
        visit.line.forget(reading.ticket)


def _adjust(before: Adjustment, change: TurnPhoto | CropPhoto | ReadRow) -> Adjustment | None:
    """Return how a photo is to be read. None if nothing would be left of it."""
    match change:
        case TurnPhoto():
            return turn_once(before)
        case ReadRow():
            x, y = change.point
            taps = (*before.taps[-_MOST_TAPS:], (_share(x), _share(y)))
            return replace(before, taps=taps)
        case CropPhoto():
            left, top, right, bottom = map(_share, change.part)
            if right - left < _LEAST_SHARE or bottom - top < _LEAST_SHARE:
                return None
            return crop_to(before, (left, top, right, bottom))


def _share(value: float) -> float:
    return min(max(value, 0.0), 1.0)


@perform.register
def _drop_photo(effect: do.DropPhoto, visit: Visit, _: State) -> Sequence[Event]:
    visit.photos.drop(visit.browser, effect.photo)
    return _NOTHING


@perform.register
def _keep_original(effect: do.KeepOriginal, visit: Visit, _: State) -> Sequence[Event]:
    photo = visit.load_photo(effect.photo)
    if photo is not None:
        adjustment = replace(photo.adjustment, original_px=0)
        visit.photos.put(visit.browser, replace(photo, data=effect.content, adjustment=adjustment))
    return _NOTHING


@perform.register
def _keep_photo(effect: do.KeepPhoto, visit: Visit, _: State) -> Sequence[Event]:
    photo = visit.load_photo(effect.rack.photo)
    if photo is None:
        return _NOTHING
    try:
        keep_photo(visit.keep, photo, effect.rack.history.now)
    except OSError as error:
        reason = error.strerror or str(error)
        return [events.Told(SNAP, Note("snap.not_kept", {"reason": reason}))]
    except UploadError as error:
        # The file that came in place of a smaller copy is no picture.
        return [events.Told(SNAP, error.note)]
    return _NOTHING


# Tile sets


@perform.register
def _learn(effect: do.Learn, visit: Visit, state: State) -> Sequence[Event]:
    name = set_in_use(visit, state)
    photo = visit.load_photo(effect.photo) if name else None
    if photo is not None:
        teach(visit.sets, name, partial(with_changes, photo=photo, changed=effect.changed))
    return _NOTHING


@perform.register
def _learn_from_hand(effect: do.LearnFromHand, visit: Visit, state: State) -> Sequence[Event]:
    name = set_in_use(visit, state)
    if not name:
        return _NOTHING
    for rack in (effect.draft.rack, *effect.draft.others.values()):
        photo = visit.load_photo(rack.photo)
        if photo is not None:
            teach(visit.sets, name, partial(with_finished, photo, rack.history.now))
    return _NOTHING


@perform.register
def _begin_set(effect: do.BeginSet, visit: Visit, _: State) -> Sequence[Event]:
    """Begin a set under the first name that is free."""
    photo = visit.load_photo(effect.rack.photo)
    if photo is None:
        return _NOTHING
    read = faces_of(photo.hand)
    changed = {}
    for number, face in corrections(photo.hand, effect.rack.history.now).items():
        changed[number] = (read[number], face)
    name = visit.game.title if visit.game else ""
    for number in count(1):
        if name:
            with suppress(TileSetError):
                visit.sets.save(with_changes(TileSet(name), photo, changed))
                return _choose_tile_set(visit, name)
        name = visit.t("sets.unnamed", number=number)
    return _NOTHING


@perform.register
def _use_tile_set(effect: do.UseTileSet, visit: Visit, _: State) -> Sequence[Event]:
    return _choose_tile_set(visit, effect.name)


def _choose_tile_set(visit: Visit, name: str) -> Sequence[Event]:
    """Use a tile set from now on, or none if the name is empty."""
    if visit.game is None:
        return [events.SetChosen(name)]
    game: Game | None = visit.game
    for _ in range(_MOST_TRIES):
        if game is None:
            return _NOTHING
        try:
            visit.ledger.change_game(replace(game, tile_set=name))
        except Conflict:
            # Another phone has just changed the game, such as its name. Keep that change.
            game = visit.ledger.game(game.code)
        else:
            return _NOTHING
    raise LedgerError("game-changed")


@perform.register
def _forget_face(effect: do.ForgetFace, visit: Visit, _: State) -> Sequence[Event]:
    place, face = effect.face.place, effect.face.face

    def without_face(tile_set: TileSet) -> TileSet:
        if place >= len(tile_set.examples) or tile_set.examples[place].tile != face:
            return tile_set
        return tile_set.take_back(tile_set.examples[place].crop, face)

    visit.sets.change(effect.face.name, without_face)
    return _NOTHING


@perform.register
def _write_faces(effect: do.WriteFaces, visit: Visit, _: State) -> Sequence[Event]:
    written = write_labelled(visit.sets.load(effect.name), visit.keep)
    note = Note("sets.given", {"count": written})
    return [events.Undoable(note, do.DeleteFaces(effect.name))]


@perform.register
def _delete_faces(effect: do.DeleteFaces, visit: Visit, _: State) -> Sequence[Event]:
    for path in find_labelled(effect.name, visit.keep):
        path.unlink(missing_ok=True)
    return _NOTHING


@perform.register
def _delete_set(effect: do.DeleteSet, visit: Visit, _: State) -> Sequence[Event]:
    content = visit.sets.forget(effect.name)
    note = Note("sets.forgotten", {"name": effect.name})
    return [events.Undoable(note, do.PutBackSet(effect.name, content))]


@perform.register
def _put_back_set(effect: do.PutBackSet, visit: Visit, _: State) -> Sequence[Event]:
    visit.sets.put_back(effect.name, effect.content)
    return _NOTHING


@perform.register
def _read_teaching_photo(
    effect: do.ReadTeachingPhoto, visit: Visit, state: State
) -> Sequence[Event]:
    teaching = state.screen.teaching
    if teaching is None:
        return _NOTHING
    count = len(teaching.photos) + 1
    if count > MOST_PHOTOS:
        raise TileSetError(f"{count} photos are too many", "photos", most=MOST_PHOTOS)
    rules = state.draft.rules
    read = partial(visit.reader, effect.content, effect.name, rules, Adjustment(), None)
    reading = visit.line.join(read)
    try:
        photo = visit.line.wait(reading)
    finally:
        visit.line.forget(reading.ticket)
    ticket = visit.lessons.photos.put(photo.looks)
    return [events.TeachingPhotoRead(TeachingPhoto(effect.name, ticket))]


@perform.register
def _drop_teaching_photo(effect: do.DropTeachingPhoto, visit: Visit, _: State) -> Sequence[Event]:
    visit.lessons.photos.forget(effect.ticket)
    return _NOTHING


@perform.register
def _read_lesson(effect: do.ReadLesson, visit: Visit, _: State) -> Sequence[Event]:
    """Find the faces of a new set. A set without photos begins empty and learns while playing."""
    name = check_name(effect.name)
    # A name that is taken is refused before the doubtful faces are asked about.
    visit.sets.new_file(name)
    if not effect.photos:
        return _teach(visit, TileSet(name))
    tiles_of_photos = []
    for photo in effect.photos:
        packed_tiles = visit.lessons.photos.find(photo.ticket)
        if packed_tiles is None:
            # The server has forgotten the photo. The player sends the photos again.
            return [events.LessonRead(Teaching(name))]
        tiles_of_photos.append(unpack_detections(packed_tiles))
    source = ", ".join(photo.name for photo in effect.photos)
    results = _go_on_teaching(visit, name, source, read_lesson(tiles_of_photos))
    for photo in effect.photos:
        visit.lessons.photos.forget(photo.ticket)
    return results


@perform.register
def _answer_lesson(effect: do.AnswerLesson, visit: Visit, _: State) -> Sequence[Event]:
    lesson = visit.lessons.lessons.find(effect.ticket)
    if lesson is None:
        return [events.LessonRead(Teaching())]
    faces = {}
    for position in lesson.doubtful:
        proposed_face = lesson.tiles[position][1]
        # A player who leaves the proposed face agrees with it.
        faces[position] = effect.faces.get(position, proposed_face)
    results = _go_on_teaching(visit, effect.name, effect.source, lesson.answer(faces))
    visit.lessons.lessons.forget(effect.ticket)
    return results


def _go_on_teaching(visit: Visit, name: str, source: str, lesson: Lesson) -> Sequence[Event]:
    """Ask what is in doubt, or save the set."""
    if lesson.doubtful:
        ticket = visit.lessons.lessons.put(lesson)
        return [events.LessonRead(Teaching(name, source=source, ticket=ticket))]
    return _teach(visit, learn(TileSet(name), lesson, source))


def _teach(visit: Visit, tile_set: TileSet) -> Sequence[Event]:
    visit.sets.save(tile_set)
    return [events.SetTaught(tile_set.name)]


@perform.register
def _take_in_set(effect: do.TakeInSet, visit: Visit, _: State) -> Sequence[Event]:
    """Take over a set from a file, which may hold anything. Nothing is overwritten."""
    visit.sets.save(read_apart(TileSetError, parse_tile_set, effect.content, effect.name))
    return _NOTHING


# The sheet


@perform.register
def _save_hand(effect: do.SaveHand, visit: Visit, _: State) -> Sequence[Event]:
    if visit.game is None or not is_playable(visit.game):
        return _NOTHING
    _note_replaced_entry(visit, visit.game, effect.draft)
    return save_hand(visit.ledger, visit.game, effect.draft, effect.token)


def _note_replaced_entry(visit: Visit, game: Game, draft: Draft) -> None:
    """Keep the entry that a hand is about to replace, so that this can be undone after a restart.

    The hand is kept as it was before the tap on Save: a server that ends now must not take the tap
    for taken in.
    """
    if not draft.entry:
        return
    stored = stored_draft(visit, game.code)
    if stored is None or stored.token != draft.token:
        return
    for entry in visit.ledger.entries(game.code):
        if entry.id == draft.entry:
            keep_draft(visit, game.code, replace(stored, replaced_entry=entry))


@perform.register
def _save_drawn(effect: do.SaveDrawn, visit: Visit, _: State) -> Sequence[Event]:
    if visit.game is None or not is_playable(visit.game):
        return _NOTHING
    return save_drawn(visit.ledger, visit.game, effect.draft)


@perform.register
def _begin_hand(_: do.BeginHand, visit: Visit, state: State) -> Sequence[Event]:
    return [events.HandBegun(fresh_draft(visit, state.screen))]


@perform.register
def _take_off(effect: do.TakeOff, visit: Visit, _: State) -> Sequence[Event]:
    return take_off(visit.ledger, effect.code, effect.entry, effect.replaced_entry)


def _find_entry(visit: Visit, number: int) -> Entry:
    """Find an entry of the game's sheet by the ledger's number.

    Raises:
        LedgerError: it has been deleted.
    """
    for entry in visit.ledger.entries(visit.place):
        if entry.id == number:
            return entry
    raise LedgerError("hand-deleted")


@perform.register
def _open_entry(effect: do.OpenEntry, visit: Visit, state: State) -> Sequence[Event]:
    entry = _find_entry(visit, effect.entry)
    try:
        draft = draft_from_json(entry.draft)
    except InputError:
        seats = tuple(seat for seat in SEATS if seat in entry.seats)
        draft = replace(fresh_draft(visit, state.screen), seats=seats)
    if entry.kind == "drawn":
        # The reason may have been noted on the sheet.
        draft = replace(draft, void=entry.note)
    draft = replace(
        draft, entry=entry.id, version=entry.version, seating=entry.seats, token=new_token()
    )
    return [events.EntryOpened(draft)]


@perform.register
def _withdraw_entry(effect: do.WithdrawEntry, visit: Visit, _: State) -> Sequence[Event]:
    code = visit.place
    number = 0
    for entry in visit.ledger.entries(code):
        if entry.kind != "payment":
            number += 1
        if entry.id != effect.entry.entry:
            continue
        visit.ledger.remove(code, replace(entry, version=effect.entry.version))
        if entry.kind == "payment":
            note = Note("sheet.payment_deleted")
        else:
            note = Note("sheet.deleted", {"number": number})
        _offer(visit, do.OfferToTable(note, do.RestoreEntry(code, entry)))
    return _NOTHING


@perform.register
def _note_why_drawn(effect: do.NoteWhyDrawn, visit: Visit, _: State) -> Sequence[Event]:
    entry = _find_entry(visit, effect.why.entry)
    why = effect.why.why or ""
    if why in ("", *rule_set(_open_game(visit).rules).voids):
        noted = replace(entry, note=why, version=effect.why.version, token=new_token())
        visit.ledger.change(visit.place, noted)
    return _NOTHING


@perform.register
def _enter_payment(effect: do.EnterPayment, visit: Visit, _: State) -> Sequence[Event]:
    game = _open_game(visit)
    entries = visit.ledger.entries(game.code)
    amounts = [0] * len(game.players)
    amounts[effect.payer] -= effect.amount
    amounts[effect.payee] += effect.amount
    seating = next_seating(game, entries)
    entry = Entry(
        "payment",
        tuple(amounts),
        seating.seats,
        round=entries[-1].round if entries else seating.round,
        round_wind=seating.round_wind,
        note=effect.reason,
    )
    visit.ledger.add(game.code, entry, effect.known)
    return _NOTHING


@perform.register
def _remove_entry(effect: do.RemoveEntry, visit: Visit, _: State) -> Sequence[Event]:
    visit.ledger.remove(effect.code, effect.entry)
    return _NOTHING


@perform.register
def _restore_entry(effect: do.RestoreEntry, visit: Visit, _: State) -> Sequence[Event]:
    visit.ledger.restore(effect.code, effect.entry)
    return _NOTHING


# Games


@perform.register
def _start_game(effect: do.StartGame, visit: Visit, _: State) -> Sequence[Event]:
    players = []
    for number, name in enumerate(effect.players, 1):
        players.append(name or default_name(visit.t, number))
    game = visit.ledger.create_game(effect.rules, players, effect.title, effect.options)
    # A game of one's own opens however many wrong codes have come from this address.
    visit.ledger.visit(visit.browser, game.code)
    return [events.GameBegun(game.code)]


@perform.register
def _name_player(effect: do.NamePlayer, visit: Visit, _: State) -> Sequence[Event]:
    game = _open_game(visit)
    players = list(game.players)
    if effect.player >= len(players):
        return _NOTHING
    name = normalise_text(effect.name)
    players[effect.player] = name or default_name(visit.t, effect.player + 1)
    visit.ledger.change_game(replace(game, players=tuple(players)))
    return _NOTHING


@perform.register
def _place_hand(effect: do.PlaceHand, visit: Visit, state: State) -> Sequence[Event]:
    """Make a hand without a game the next hand of a game.

    The players' answers are kept if the hand has the same seats as the game's next hand.
    """
    game = visit.ledger.game(effect.code)
    if game is None:
        raise LedgerError("code-unknown", code=effect.code)
    draft = effect.draft
    before = stored_draft(visit, game.code)
    empty = next_draft(visit.ledger, game, game.rules)
    moved = replace(
        draft if empty.seats == draft.seats else Draft(rack=draft.rack),
        rules=empty.rules,
        options=empty.options,
        round_wind=empty.round_wind,
        seats=empty.seats,
        seating=empty.seating,
        known=empty.known,
        asked={**draft.asked, **empty.asked},
        token=empty.token,
        taken={},
    )
    keep_draft(visit, game.code, moved)
    visit.ledger.visit(visit.browser, game.code)
    return [events.HandMoved(game.code, fresh_draft(visit, state.screen), before)]


@perform.register
def _end_game(_: do.EndGame, visit: Visit, __: State) -> Sequence[Event]:
    game = _open_game(visit)
    visit.ledger.change_game(replace(game, ended=datetime.now(UTC)))
    _offer(visit, do.OfferToTable(Note("sheet.finished"), do.UnendGame(game.code)))
    return _NOTHING


@perform.register
def _unend_game(effect: do.UnendGame, visit: Visit, _: State) -> Sequence[Event]:
    game = visit.ledger.game(effect.code)
    if game is not None:
        visit.ledger.change_game(replace(game, ended=None))
    return _NOTHING


@perform.register
def _continue_game(_: do.ContinueGame, visit: Visit, __: State) -> Sequence[Event]:
    game = replace(_open_game(visit), ended=None)
    options = dict(game.options)
    if is_finished(game, visit.ledger.entries(game.code)):
        options[GOES_ON] = True
    visit.ledger.change_game(replace(game, options=options))
    return _NOTHING


@perform.register
def _forget_game(_: do.ForgetGame, visit: Visit, __: State) -> Sequence[Event]:
    """Take the game off the list of this browser. Others keep it, and its code still opens it."""
    game = visit.game
    if game is None:
        return _NOTHING
    visit.ledger.forget_visit(visit.browser, game.code)
    # If it is opened again, it is listed again.
    session().visited = ""
    players = with_default_names(game, visit.t).players
    note = Note("game.removed", {"game": game.title or ", ".join(players)})
    return [events.Undoable(note, do.ListGame(game.code))]


@perform.register
def _list_game(effect: do.ListGame, visit: Visit, _: State) -> Sequence[Event]:
    visit.ledger.visit(visit.browser, effect.code)
    return _NOTHING


@perform.register
def _find_game(effect: do.FindGame, visit: Visit, _: State) -> Sequence[Event]:
    game = find_game(visit.ledger, effect.code)
    if game is None:
        raise LedgerError("code-unknown", code=effect.code[:12])
    return [events.GameFound(game.code)]


@perform.register
def _take_in_games(effect: do.TakeInGames, visit: Visit, _: State) -> Sequence[Event]:
    """Take in the games of a file that the page or ``hu games export`` wrote."""
    results: list[Event] = []
    try:
        sheets = read_apart(InputError, read_sent_games, effect.content)
        for game in take_in_games(visit.ledger, visit.browser, sheets):
            results = [events.GameFound(game.code)]
    except LedgerError as error:
        return [*results, events.Told("code", Note(f"problem.{error.key}", error.values))]
    except InputError as error:
        return [*results, events.Told("code", _file_problem(effect.name, error))]
    return results


@perform.register
def _read_house_rules(effect: do.ReadHouseRules, visit: Visit, _: State) -> Sequence[Event]:
    name = effect.name[:40]
    try:
        house = read_apart(InputError, read_house, effect.content.decode(errors="replace"), name)
    except InputError as error:
        return [events.Told("house", _file_problem(name, error))]
    if house.rules == effect.rules:
        return [events.HouseRead(house)]
    other = {"name": name, "rules": rules_title(visit.t, house.rules)}
    return [events.Told("house", Note("game.house_other", other))]


def _file_problem(name: str, error: InputError) -> Note:
    return Note("problem.file", {"name": name[:40], "reason": str(error)})


@perform.register
def _keep_draft(effect: do.KeepDraft, visit: Visit, _: State) -> Sequence[Event]:
    keep_draft(visit, effect.place, effect.draft)
    return _NOTHING


# What can be undone


def _offer(visit: Visit, offer: do.OfferToTable) -> None:
    visit.offers.put(visit.place, offer, visit.browser)


@perform.register
def _offer_to_table(effect: do.OfferToTable, visit: Visit, _: State) -> Sequence[Event]:
    _offer(visit, effect)
    return _NOTHING


@perform.register
def _withdraw_offer(_: do.WithdrawOffer, visit: Visit, __: State) -> Sequence[Event]:
    visit.offers.withdraw(visit.place)
    return _NOTHING


@perform.register
def _take_offer(effect: do.TakeOffer, visit: Visit, state: State) -> Sequence[Event]:
    offer = visit.offers.take(visit.place, visit.browser, effect.key)
    if offer is None:
        return _NOTHING
    return perform(offer.deed, visit, state)
