"""What each effect does to the games, the photos and the tile sets, and which events come of it."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hu.app.i18n import texts
from hu.app.ledger.exchange import game_file
from hu.app.ledger.guessing import GuessLimit
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import GOES_ON, Entry, Game, LedgerError
from hu.app.page import services
from hu.app.page.draft.editing.hand import EditedHand, replace_face, to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.next_hand import is_finished, next_draft
from hu.app.page.draft.state import Claim, Draft, Rack, draft_from_json
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
from hu.app.page.events.games import GameBegun, GameFound, HouseRead
from hu.app.page.events.hand import EntryOpened, HandBegun, HandMoved, HandSaved, HandTakenOff
from hu.app.page.events.page import NoticeCame, Undoable
from hu.app.page.events.photos import (
    HandsFound,
    OriginalNeeded,
    PhotoLinedUp,
    PhotoRead,
    PhotoRefused,
    TilesRead,
)
from hu.app.page.events.teaching import LessonRead, SetTaught, TeachingPhotoRead
from hu.app.page.events.tile_sets import SetChosen
from hu.app.page.gestures.sheet import DeleteEntry, SayWhyDrawn
from hu.app.page.gestures.tile_sets import UnlearnFace
from hu.app.page.perform import perform
from hu.app.page.performing import games as performing_games
from hu.app.page.photos.line import PhotoLine
from hu.app.page.photos.photo import (
    Adjustment,
    Note,
    OriginalNeededError,
    SeenPhoto,
    UploadError,
    read_upload,
)
from hu.app.page.photos.photo_store import PhotoStore
from hu.app.page.sent_files import SentFile, WaitingPhoto
from hu.app.page.services import Visit
from hu.app.page.session import Session
from hu.app.page.sets.lessons import Lessons
from hu.app.page.state import Screen, State
from hu.app.page.table_offers import TableOffers
from hu.app.page.teaching import Teaching, TeachingPhoto
from hu.app.sets.packing import pack_detections
from hu.app.sets.set_files import write_tile_set
from hu.app.sets.store import TileSetStore
from hu.scoring.errors import HuError
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.tile_set import Example, TileSet, TileSetError
from tests.app.page.laid import add, rack_of
from tests.app.page.recorded import SAMPLE, reader

NAMES = ("Anna", "Bruno", "Carla", "Dario")
FACES = ("1m", "2m", "3m", "1f")


def detection_of(face: str, probability: float = 1.0) -> Detection:
    """A tile as the networks see it, with features that no other face has.

    Args:
        face: its likeliest face.
        probability: the probability of the face. All other classes share the rest.
    """
    rng = np.random.default_rng(CLASSES.index(face))
    features = rng.normal(size=(1, 64)).astype(np.float32)
    # The two vectors of a tile are the same here.
    features = np.repeat(features / np.linalg.norm(features), 2, axis=0)
    share_of_others = (1 - probability) / (len(CLASSES) - 1)
    probabilities = np.full(len(CLASSES), share_of_others, np.float32)
    probabilities[CLASSES.index(face)] = probability
    crop = rng.integers(0, 255, (64, 64, 3), np.uint8)
    box = np.zeros((4, 2), np.float32)
    return Detection(box, 0.9, probabilities, features=features, crop=crop)


def photo_of(key: str = "photo-0", probability: float = 1.0, **fields: Any) -> SeenPhoto:
    """A photo of four tiles, numbered from 1.

    Args:
        key: the key of the photo.
        probability: the probability of each tile's face.
        fields: other fields of the photo.
    """
    hand = add(EditedHand(), FACES)
    groups = []
    for group in hand.groups:
        tiles = [replace(tile, id=number) for number, tile in enumerate(group.tiles, 1)]
        groups.append(replace(group, tiles=tuple(tiles)))
    hand = replace(hand, groups=tuple(groups))
    packed_detections = pack_detections([detection_of(face, probability) for face in FACES])
    return SeenPhoto(
        key, b"file", "hand.jpg", Adjustment(), (1, 1), b"preview", hand,
        packed_detections=packed_detections, has_detections=True, **fields,
    )  # fmt: skip


class World:
    """A visit with its stores, outside of Streamlit.

    Attributes:
        photo: the result of reading any photo, or the error that it raises.
        asked: the arguments of each photo that was read.
        visit: the visit, without a game until ``open``.
        state: the state of the visit.
    """

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        self.photo: SeenPhoto | Exception = photo_of()
        self.asked: list[tuple[Any, ...]] = []
        self.visit = Visit(
            browser="anna",
            t=texts("en"),
            ledger=ledger,
            photos=PhotoStore(),
            line=PhotoLine(),
            reader=self.read,
            tile_sets=TileSetStore(folder / "sets"),
            lessons=Lessons(),
            offers=TableOffers(),
            given_folder=folder / "photos",
            game=None,
        )
        self.state = State(game_code="")

    def read(self, *asked: Any) -> SeenPhoto:
        self.asked.append(asked)
        if isinstance(self.photo, Exception):
            raise self.photo
        return self.photo

    def open(self, rules: str = "zung-jung", **options: Any) -> Game:
        """Begin a game and open it."""
        game = self.visit.ledger.create_game(rules, NAMES, "Club", options)
        self.follow(game.code)
        draft = next_draft(self.visit.ledger, game, rules)
        self.state = State(draft=draft, game_code=game.code)
        return game

    def follow(self, code: str) -> None:
        """Read the open game anew, as each run of the page does."""
        self.visit = replace(self.visit, game=self.visit.ledger.game(code))

    @property
    def game(self) -> Game:
        game = self.visit.ledger.game(self.visit.game_code)
        assert game is not None
        return game

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.visit.ledger.entries(self.visit.game_code)

    def do(self, effect: Effect) -> list[Event]:
        """Perform an effect, and return the events that follow."""
        return list(perform(effect, self.visit, self.state))

    def line_up(self) -> str:
        """Put photo 3 of the hand into the line, and return its ticket."""
        (came,) = self.do(LineUpPhoto("snap", SentFile("a.jpg", b"file", 3)))
        assert isinstance(came, PhotoLinedUp)
        return came.ticket

    def complete(self, **fields: Any) -> Draft:
        """The hand in work, complete: South wins from West."""
        rack = rack_of("234m 567m 55s [777z] 13p +2p")
        draft = replace(self.state.draft, rack=rack, winner="S", claim=Claim("discard", "W"))
        return replace(draft, **fields)

    def save(self, draft: Draft) -> Entry:
        """Put a hand on the sheet."""
        (saved,) = self.do(SaveHand(draft.token, draft))
        assert isinstance(saved, HandSaved)
        return saved.entry

    def teach(self, name: str = "Club") -> TileSet:
        """Keep a tile set that knows one face."""
        crop = np.full((64, 64, 3), 90, np.uint8)
        example = Example("1f", np.ones((2, 8), np.float32), crop, "a.jpg")
        tile_set = TileSet(name, (example,))
        self.visit.tile_sets.save(tile_set)
        return tile_set


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A visit of the browser ``anna``, with empty stores."""
    session = Session(browser="anna")
    monkeypatch.setattr(services, "session", lambda: session)
    monkeypatch.setattr(performing_games, "session", lambda: session)
    with closing(Ledger(tmp_path / "games.sqlite")) as ledger:
        yield World(tmp_path, ledger)


# Photos


def test_a_photo_joins_the_line_and_is_taken_from_it(world: World) -> None:
    (came,) = world.do(LineUpPhoto("snap", SentFile("a.jpg", b"file", 3, 4000)))
    assert isinstance(came, PhotoLinedUp)
    assert (came.uploader, came.number) == ("snap", 3)
    take = UseReadPhoto(WaitingPhoto("snap", None, 3, came.ticket), question="", is_stored=True)
    (read,) = world.do(take)
    assert isinstance(read, PhotoRead)
    assert read.number == 3
    assert [hand.key for hand in read.hands] == ["photo-0"]
    assert world.visit.find_photo("photo-0") is not None
    ((content, name, rules, adjustment, tile_set, most_red_fives),) = world.asked
    assert (content, name, rules, tile_set) == (b"file", "a.jpg", world.state.draft.rules, None)
    assert adjustment == Adjustment(original_px=4000)
    # The default rules have no red fives.
    assert most_red_fives == {}
    # It is no longer in the line.
    assert world.do(take) == [PhotoRefused("snap", 3, Note("snap.busy"))]


def test_a_photo_is_read_with_the_tile_set_in_use(world: World) -> None:
    world.teach()
    world.state = State(game_code="", screen=Screen(tile_set="Club"))
    photo = WaitingPhoto("snap", None, 3, world.line_up())
    world.do(UseReadPhoto(photo, question="", is_stored=True))
    ((*_, tile_set, _most_red_fives),) = world.asked
    assert tile_set == world.visit.tile_sets.file("Club")


def test_a_photo_is_read_without_a_tile_set_that_was_forgotten(world: World) -> None:
    world.state = State(game_code="", screen=Screen(tile_set="Club"))
    photo = WaitingPhoto("snap", None, 3, world.line_up())
    world.do(UseReadPhoto(photo, question="", is_stored=True))
    ((*_, tile_set, _most_red_fives),) = world.asked
    assert tile_set is None


def test_a_photo_of_another_rack_is_not_kept(world: World) -> None:
    photo = WaitingPhoto("snap", None, 3, world.line_up())
    world.do(UseReadPhoto(photo, question="", is_stored=False))
    assert world.visit.find_photo("photo-0") is None


@pytest.mark.parametrize(
    ("error", "result"),
    [
        (UploadError("snap.empty"), PhotoRefused("snap", 3, Note("snap.empty"))),
        (OriginalNeededError("snap.small"), OriginalNeeded(3)),
    ],
)
def test_a_photo_that_cannot_be_read_is_answered(
    world: World, error: Exception, result: Event
) -> None:
    world.photo = error
    photo = WaitingPhoto("snap", None, 3, world.line_up())
    assert world.do(UseReadPhoto(photo, question="", is_stored=True)) == [result]
    assert world.visit.line.find(photo.ticket) is None


def test_a_full_line_refuses_a_photo(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise UploadError("snap.busy")

    monkeypatch.setattr(world.visit.line, "join", refuse)
    refused = PhotoRefused("snap", 3, Note("snap.busy"))
    assert world.do(LineUpPhoto("snap", SentFile("a.jpg", b"file", 3))) == [refused]


def test_the_tiles_of_a_photo_answer_a_question(world: World) -> None:
    world.state = State(draft=Draft("riichi"), game_code="")
    world.photo = replace(photo_of(), hand=add(EditedHand(), ["4s"]))
    uploader = "ask-dora_indicators"
    (came,) = world.do(LineUpPhoto(uploader, SentFile("a.jpg", b"file")))
    assert isinstance(came, PhotoLinedUp)
    take = UseReadPhoto(
        WaitingPhoto(uploader, None, 0, came.ticket), question="dora_indicators", is_stored=False
    )
    assert world.do(take) == [TilesRead(uploader, "dora_indicators", ("4s",))]


def test_hands_and_readings_are_found_on_kept_photos_alone(world: World) -> None:
    assert world.do(FindHands("photo-0", 1)) == []
    assert world.do(FindReading("photo-0", "E", is_runner_up=True)) == []
    world.visit.photos.put("anna", photo_of())
    (hands,) = world.do(FindHands("photo-0", 1))
    assert isinstance(hands, HandsFound)
    assert (hands.side, hands.hands[0].key) == (1, "photo-0")
    # This photo has neither a reading nor a runner-up.
    assert world.do(FindReading("photo-0", "E", is_runner_up=True)) == []


def test_a_photo_that_is_given_up_is_forgotten(world: World) -> None:
    world.visit.photos.put("anna", photo_of())
    assert world.do(DropPhoto("photo-0")) == []
    assert world.visit.find_photo("photo-0") is None


def test_the_photo_itself_takes_the_place_of_its_copy(world: World) -> None:
    assert world.do(KeepOriginal("photo-0", b"large")) == []
    small = replace(photo_of(), adjustment=Adjustment(original_px=4000))
    world.visit.photos.put("anna", small)
    assert world.do(KeepOriginal("photo-0", b"large")) == []
    photo = world.visit.load_photo("photo-0")
    assert photo is not None
    assert (photo.data, photo.adjustment.original_px) == (b"large", 0)


def test_a_given_photo_is_written_with_its_labels(world: World) -> None:
    photo = replace(photo_of(), data=SAMPLE.read_bytes())
    world.visit.photos.put("anna", photo)
    assert world.do(WriteGivenPhoto(Rack(History(photo.hand), "photo-0"))) == []
    assert (world.visit.given_folder / "images" / "photo-0.jpg").exists()
    assert (world.visit.given_folder / "labels" / "photo-0.txt").exists()
    assert world.do(WriteGivenPhoto(Rack(photo="another"))) == []


def test_a_given_file_that_is_no_picture_is_reported(world: World) -> None:
    world.visit.photos.put("anna", photo_of())
    (notice,) = world.do(WriteGivenPhoto(Rack(photo="photo-0")))
    assert isinstance(notice, NoticeCame)
    assert notice.place == "snap"


# Tile sets


def test_the_set_in_use_learns_a_correction(world: World) -> None:
    world.visit.photos.put("anna", photo_of())
    learn = LearnCorrection("photo-0", {4: ("1f", "2f")})
    assert world.do(learn) == []
    assert world.visit.tile_sets.names() == ()
    world.visit.tile_sets.save(TileSet("Club"))
    world.state = replace(world.state, screen=Screen(tile_set="Club"))
    assert world.do(learn) == []
    assert world.visit.tile_sets.load("Club").faces == ("2f",)


def test_the_set_in_use_learns_the_faces_of_a_saved_hand(world: World) -> None:
    photo = photo_of()
    world.visit.photos.put("anna", photo)
    rack = Rack(History(photo.hand), "photo-0")
    learn = LearnFromHand(Draft(others={"E": rack}))
    assert world.do(learn) == []
    world.visit.tile_sets.save(TileSet("Club"))
    world.state = replace(world.state, screen=Screen(tile_set="Club"))
    assert world.do(learn) == []
    assert set(world.visit.tile_sets.load("Club").faces) == set(FACES)


def test_a_set_is_begun_under_a_free_name(world: World) -> None:
    photo = photo_of()
    world.visit.photos.put("anna", photo)
    corrected = replace_face(photo.hand, 4, "2f")
    begin = BeginSet(Rack(History(corrected), "photo-0"))
    assert world.do(begin) == [SetChosen("Set 1")]
    assert world.do(begin) == [SetChosen("Set 2")]
    assert world.visit.tile_sets.load("Set 2").faces == ("2f",)
    world.open()
    assert world.do(begin) == []
    assert world.game.tile_set == "Club"
    assert world.do(BeginSet(Rack(photo="another"))) == []


def test_a_game_plays_with_a_set_whatever_other_phones_change(world: World) -> None:
    assert world.do(ChangeSetInUse("Club")) == [SetChosen("Club")]
    game = world.open()
    for title in ("One", "Two"):
        world.visit.ledger.change_game(replace(world.game, title=title))
    # The visit has read the game before these changes.
    assert world.visit.game == game
    assert world.do(ChangeSetInUse("Club")) == []
    assert (world.game.tile_set, world.game.title) == ("Club", "Two")


def test_a_game_that_others_change_at_each_moment_is_left_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open()
    change_game = world.visit.ledger.change_game

    def change_twice(game: Game) -> Game:
        change_game(replace(world.game, title=world.game.title + "x"))
        return change_game(game)

    monkeypatch.setattr(world.visit.ledger, "change_game", change_twice)
    with pytest.raises(LedgerError):
        world.do(ChangeSetInUse("Club"))


def test_a_face_is_taken_back_if_it_is_still_there(world: World) -> None:
    world.teach()
    # The only example is 1f in place 0.
    for place, face in ((0, "2f"), (1, "1f")):
        world.do(ForgetFace(UnlearnFace("Club", place, face)))
        assert world.visit.tile_sets.load("Club").faces == ("1f",)
    world.do(ForgetFace(UnlearnFace("Club", 0, "1f")))
    assert world.visit.tile_sets.load("Club").faces == ()


def test_faces_are_given_and_taken_back(world: World) -> None:
    world.teach()
    (undoable,) = world.do(WriteFaces("Club"))
    note = Note("sets.given", {"count": 1})
    assert undoable == Undoable(note, DeleteFaces("Club"))
    assert list(world.visit.given_folder.glob("*/set-Club*"))
    assert world.do(DeleteFaces("Club")) == []
    assert not list(world.visit.given_folder.glob("*/set-Club*"))


def test_a_set_is_forgotten_and_put_back(world: World) -> None:
    world.teach()
    (undoable,) = world.do(DeleteSet("Club"))
    assert isinstance(undoable, Undoable)
    assert undoable.note == Note("sets.forgotten", {"name": "Club"})
    assert world.visit.tile_sets.names() == ()
    assert isinstance(undoable.reversal, PutBackSet)
    assert world.do(undoable.reversal) == []
    assert world.visit.tile_sets.load("Club").faces == ("1f",)


def in_teaching(world: World, **fields: Any) -> None:
    world.state = replace(world.state, screen=Screen(teaching=Teaching(**fields)))


def test_photos_of_a_new_set_are_read_one_by_one(world: World) -> None:
    effect = ReadTeachingPhoto(SentFile("a.jpg", b"file"))
    # The dialog was closed meanwhile.
    assert world.do(effect) == []
    in_teaching(world)
    (read,) = world.do(effect)
    assert isinstance(read, TeachingPhotoRead)
    assert read.photo.name == "a.jpg"
    assert world.visit.lessons.photos.find(read.photo.ticket) == photo_of().packed_detections
    assert world.do(ForgetTeachingPhoto(read.photo.ticket)) == []
    assert world.visit.lessons.photos.find(read.photo.ticket) is None


def test_a_fifth_photo_of_a_set_and_a_broken_photo_are_refused(world: World) -> None:
    photos = tuple(TeachingPhoto(f"{number}.jpg", str(number)) for number in range(4))
    in_teaching(world, photos=photos)
    with pytest.raises(TileSetError):
        world.do(ReadTeachingPhoto(SentFile("a.jpg", b"file")))
    in_teaching(world, photos=photos[:3])
    world.photo = UploadError("snap.empty")
    with pytest.raises(UploadError):
        world.do(ReadTeachingPhoto(SentFile("a.jpg", b"")))
    assert not world.visit.line._by_ticket


def test_a_set_without_photos_begins_empty(world: World) -> None:
    assert world.do(ReadLesson(" Club ", ())) == [SetTaught("Club")]
    assert world.visit.tile_sets.load("Club").faces == ()
    with pytest.raises(TileSetError):
        world.do(ReadLesson("Club", ()))


def test_a_set_is_taught_by_photos_without_doubts(world: World) -> None:
    photos = []
    for name in ("a.jpg", "b.jpg"):
        photos.append(
            TeachingPhoto(name, world.visit.lessons.photos.put(photo_of().packed_detections))
        )
    assert world.do(ReadLesson("Club", tuple(photos))) == [SetTaught("Club")]
    tile_set = world.visit.tile_sets.load("Club")
    assert set(tile_set.faces) == set(FACES)
    assert {example.source for example in tile_set.examples} == {"a.jpg, b.jpg"}
    assert world.visit.lessons.photos.find(photos[0].ticket) is None
    # The photos are forgotten.
    again = ReadLesson("Other", tuple(photos))
    assert world.do(again) == [LessonRead(Teaching("Other"))]


def test_doubtful_tiles_are_asked_about_and_settled(world: World) -> None:
    ticket = world.visit.lessons.photos.put(photo_of(probability=0.6).packed_detections)
    (asked,) = world.do(ReadLesson("Club", (TeachingPhoto("a.jpg", ticket),)))
    assert isinstance(asked, LessonRead)
    teaching = asked.teaching
    assert (teaching.name, teaching.source) == ("Club", "a.jpg")
    # One tile gets another face, one is left out. The faces of the others are right.
    answer = AnswerLesson("Club", "a.jpg", teaching.ticket, {3: "2f", 0: ""})
    assert world.do(answer) == [SetTaught("Club")]
    assert set(world.visit.tile_sets.load("Club").faces) == {"2m", "3m", "2f"}
    # The lesson is forgotten.
    assert world.do(answer) == [LessonRead(Teaching())]


def test_the_file_of_a_set_is_taken_in(world: World, tmp_path: Path) -> None:
    tile_set = world.teach()
    world.visit.tile_sets.forget("Club")
    path = tmp_path / "club.huset"
    write_tile_set(tile_set, path)
    assert world.do(TakeInSet(SentFile("club.huset", path.read_bytes()))) == []
    assert world.visit.tile_sets.load("Club").faces == ("1f",)
    with pytest.raises(HuError):
        world.do(TakeInSet(SentFile("club.huset", b"junk")))


# The sheet


def test_a_hand_is_saved_once(world: World) -> None:
    draft = world.complete()
    assert world.do(SaveHand(draft.token, draft)) == []
    world.open()
    draft = world.complete()
    (saved,) = world.do(SaveHand(draft.token, draft))
    (entry,) = world.entries
    assert saved == HandSaved(entry, None, 1)
    (again,) = world.do(SaveHand(draft.token, draft))
    assert again == HandSaved(entry, None, 1, is_saved_now=False)
    assert world.entries == (entry,)


def test_a_changed_hand_is_undone_with_the_entry_as_it_was(world: World) -> None:
    world.open()
    old = world.save(world.complete())
    (opened,) = world.do(OpenEntry(old.id))
    assert isinstance(opened, EntryOpened)
    draft = replace(opened.draft, winner="E", taken={"load": 7})
    world.do(KeepDraft(world.visit.game_code, replace(draft, taken={"load": 6})))
    (saved,) = world.do(SaveHand(draft.token, draft))
    assert isinstance(saved, HandSaved)
    assert saved.replaced_entry == old
    assert world.entries[0].winners == (0,)
    # The hand that is kept knows the entry as it was, and not yet the tap on Save.
    content = world.visit.ledger.draft("anna", world.visit.game_code)
    kept = draft_from_json(content or "")
    assert kept.replaced_entry == old
    assert kept.taken == {"load": 6}
    take_off = TakeHandOff(world.visit.game_code, saved.entry, saved.replaced_entry)
    assert world.do(take_off) == []
    (entry,) = world.entries
    assert replace(entry, version=old.version) == old


def test_a_hand_that_was_opened_before_the_last_hand_is_changed_after_it(world: World) -> None:
    world.open()
    old = world.save(world.complete())
    (opened,) = world.do(OpenEntry(old.id))
    assert isinstance(opened, EntryOpened)
    for number in range(1, 16):
        seats = next_draft(world.visit.ledger, world.game, "zung-jung").seating
        entry = Entry("drawn", (0, 0, 0, 0), seats, 1 + number // 4, "E")
        world.visit.ledger.add(world.visit.game_code, entry, number)
    assert is_finished(world.game, world.entries)
    draft = replace(opened.draft, winner="E")
    (saved,) = world.do(SaveHand(draft.token, draft))
    assert isinstance(saved, HandSaved)
    assert world.entries[0].winners == (0,)


def test_a_saved_hand_is_taken_off_the_sheet_again(world: World) -> None:
    world.open()
    draft = world.complete()
    entry = world.save(draft)
    (taken_off,) = world.do(TakeHandOff(world.visit.game_code, entry, None))
    assert world.entries == ()
    assert isinstance(taken_off, HandTakenOff)
    assert taken_off.draft is not None
    assert taken_off.draft.rack.history.now == draft.rack.history.now
    assert taken_off.draft.token not in ("", draft.token)


def test_a_hand_that_nobody_won_is_noted(world: World) -> None:
    assert world.do(SaveDrawn(world.state.draft)) == []
    world.open()
    (saved,) = world.do(SaveDrawn(world.state.draft))
    assert isinstance(saved, HandSaved)
    assert saved.is_noted_as_drawn
    assert world.entries == (saved.entry,)
    assert saved.entry.kind == "drawn"


def test_a_game_whose_rules_are_not_installed_takes_no_hand(world: World) -> None:
    game = world.open()
    draft = world.complete()
    world.visit = replace(world.visit, game=replace(game, rules="unknown"))
    assert world.do(SaveHand(draft.token, draft)) == []
    assert world.do(SaveDrawn(draft)) == []
    assert world.entries == ()


def test_the_next_hand_begins_by_the_rules_of_the_game(world: World) -> None:
    world.open("fimj")
    (begun,) = world.do(BeginHand())
    assert isinstance(begun, HandBegun)
    assert (begun.draft.rules, begun.draft.known) == ("fimj", 0)


def test_a_hand_of_the_sheet_is_opened(world: World) -> None:
    world.open()
    entry = world.save(world.complete())
    (opened,) = world.do(OpenEntry(entry.id))
    assert isinstance(opened, EntryOpened)
    draft = opened.draft
    assert (draft.entry, draft.version, draft.seating) == (entry.id, entry.version, entry.seats)
    assert (draft.winner, draft.claim.source) == ("S", "W")
    assert draft.token not in ("", entry.token)
    with pytest.raises(LedgerError):
        world.do(OpenEntry(entry.id + 1))


def test_the_reason_of_a_drawn_hand_opens_with_it(world: World) -> None:
    world.open("riichi")
    entry = Entry("drawn", (0, 0, 0, 0), ("E", "S", "W", "N"), 1, "E", note="nine-terminals")
    entry = world.visit.ledger.add(world.visit.game_code, entry, 0)
    (opened,) = world.do(OpenEntry(entry.id))
    assert isinstance(opened, EntryOpened)
    assert opened.draft.void == "nine-terminals"


@pytest.mark.parametrize("is_payment", [False, True])
def test_a_withdrawn_entry_can_be_put_back_by_the_table(world: World, is_payment: bool) -> None:
    world.open()
    if is_payment:
        world.do(EnterPayment(0, 2, 30, "bet", 0))
        note = Note("sheet.payment_deleted")
    else:
        world.save(world.complete())
        note = Note("sheet.deleted", {"number": 1})
    (entry,) = world.entries
    world.do(WithdrawEntry(DeleteEntry(entry.id, entry.version)))
    assert world.entries == ()
    offer = world.visit.offers.find(world.visit.game_code, "bruno")
    assert offer is not None
    assert offer.effect.note == note
    assert world.do(TakeOffer("another key")) == []
    assert world.entries == ()
    world.do(TakeOffer(offer.key))
    (restored,) = world.visit.ledger.entries(world.visit.game_code)
    assert restored.amounts == entry.amounts


def test_the_reason_of_a_drawn_hand_is_noted(world: World) -> None:
    world.open("riichi")
    entry = Entry("drawn", (0, 0, 0, 0), ("E", "S", "W", "N"), 1, "E")
    entry = world.visit.ledger.add(world.visit.game_code, entry, 0)
    for why, note in (("nonsense", ""), ("nine-terminals", "nine-terminals"), (None, "")):
        version = world.entries[0].version
        world.do(NoteWhyDrawn(SayWhyDrawn(entry.id, version, why)))
        assert world.entries[0].note == note


def test_a_payment_is_entered(world: World) -> None:
    world.open()
    assert world.do(EnterPayment(0, 2, 30, "bet", 0)) == []
    (entry,) = world.entries
    assert (entry.kind, entry.amounts, entry.note) == ("payment", (-30, 0, 30, 0), "bet")
    assert entry.seats == ("E", "S", "W", "N")
    with pytest.raises(LedgerError):
        world.do(EnterPayment(0, 2, 30, "bet", 0))


def test_an_entry_is_removed_and_restored(world: World) -> None:
    world.open()
    entry = world.save(world.complete())
    world.do(UndoNewEntry(world.visit.game_code, entry))
    assert world.entries == ()
    world.do(RestoreEntry(world.visit.game_code, entry))
    (restored,) = world.visit.ledger.entries(world.visit.game_code)
    assert restored.id == entry.id


# Games


def test_a_game_begins_with_the_names_that_were_given(world: World) -> None:
    start = StartGame("zung-jung", ("Anna", "", "Carla", ""), "Evening", {"minimum": 5})
    (begun,) = world.do(start)
    assert isinstance(begun, GameBegun)
    world.follow(begun.code)
    assert world.game.players == ("Anna", "Player 2", "Carla", "Player 4")
    assert (world.game.title, world.game.options["minimum"]) == ("Evening", 5)
    assert world.visit.ledger.has_visited("anna", begun.code)


def test_a_player_is_renamed(world: World) -> None:
    world.open()
    world.do(ChangeName(1, "  Berta "))
    assert world.game.players == ("Anna", "Berta", "Carla", "Dario")


def test_a_player_without_a_name_is_called_by_the_number(world: World) -> None:
    world.open()
    world.do(ChangeName(1, ""))
    assert world.game.players == ("Anna", "Player 2", "Carla", "Dario")


def test_a_player_who_does_not_exist_is_not_renamed(world: World) -> None:
    world.open()
    world.do(ChangeName(7, "X"))
    assert world.game.players == NAMES


def test_a_hand_without_a_game_becomes_the_next_hand_of_a_game(world: World) -> None:
    game = world.open()
    earlier = replace(world.complete(), taken={"earlier": 5})
    world.do(KeepDraft(game.code, earlier))
    world.visit = replace(world.visit, game=None, browser="anna")
    hand = Draft("riichi", rack=rack_of("9s"), winner="W", taken={"load": 3}, asked={"uma": 1})
    (moved,) = world.do(PlaceHand(game.code, hand))
    assert isinstance(moved, HandMoved)
    assert moved.code == game.code
    assert moved.before is not None
    assert moved.before.rack.history.now == earlier.rack.history.now
    assert moved.fresh.is_empty
    kept = draft_from_json(world.visit.ledger.draft("anna", game.code) or "")
    assert (kept.rules, kept.winner, kept.known) == ("zung-jung", "W", 0)
    # Events of the game that were processed before are not processed again.
    assert kept.taken == {"earlier": 5}
    assert kept.rack.history.now == hand.rack.history.now
    assert kept.seating == ("E", "S", "W", "N")
    with pytest.raises(LedgerError):
        world.do(PlaceHand("NOSUCHGAME", hand))


def test_a_hand_keeps_no_answers_that_the_rules_of_its_new_game_do_not_know(world: World) -> None:
    game = world.open()
    claim = Claim("self-draw", circumstances=frozenset({"riichi"}))
    hand = Draft("riichi", rack=rack_of("9s"), winner="W", claim=claim, asked={"declared": ("N",)})
    world.do(PlaceHand(game.code, hand))
    moved = draft_from_json(world.visit.ledger.draft("anna", game.code) or "")
    assert (moved.rules, moved.winner, moved.claim) == ("zung-jung", "W", Claim("self-draw"))
    assert moved.asked == {}


def test_a_hand_of_a_photo_brings_the_other_racks_to_a_game_that_scores_them(world: World) -> None:
    game = world.open("fimj")
    photo = read_upload(reader(), SAMPLE.read_bytes(), "four-hands.jpg", "zung-jung")
    world.visit.photos.put("anna", photo)
    hand = Draft(rack=Rack(History(photo.hand), photo.key), winner="S", claim=Claim("self-draw"))
    world.do(PlaceHand(game.code, hand))
    moved = draft_from_json(world.visit.ledger.draft("anna", game.code) or "")
    assert set(moved.others) == {"E", "W", "N"}
    assert to_hand(moved.others["W"].history.now).tiles


def test_a_game_is_finished_and_goes_on_if_the_table_undoes_that(world: World) -> None:
    game = world.open()
    assert world.do(EndGame()) == []
    assert world.game.ended is not None
    offer = world.visit.offers.find(game.code, "bruno")
    assert offer is not None
    assert offer.effect == OfferToTable(Note("sheet.finished"), UnendGame(game.code))
    world.do(TakeOffer(offer.key))
    assert world.game.ended is None
    assert world.do(UnendGame("NOSUCHGAME")) == []


def test_a_game_that_is_played_out_goes_on(world: World) -> None:
    world.open()
    world.do(EndGame())
    world.follow(world.game.code)
    world.do(ContinueGame())
    assert world.game.ended is None
    assert GOES_ON not in world.game.options
    for number in range(16):
        seats = next_draft(world.visit.ledger, world.game, "zung-jung").seating
        entry = Entry("drawn", (0, 0, 0, 0), seats, 1 + number // 4, "E")
        world.visit.ledger.add(world.visit.game_code, entry, number)
    world.follow(world.game.code)
    world.do(ContinueGame())
    assert world.game.options[GOES_ON] is True


def test_a_game_leaves_the_list_of_one_browser(world: World) -> None:
    assert world.do(ForgetGame()) == []
    game = world.open()
    world.visit.ledger.visit("anna", game.code)
    world.visit.ledger.visit("bruno", game.code)
    (undoable,) = world.do(ForgetGame())
    note = Note("game.removed", {"game": "Club"})
    assert undoable == Undoable(note, ListGame(game.code))
    assert world.visit.ledger.games_of("anna") == ()
    assert world.visit.ledger.games_of("bruno") == (game,)
    world.do(ListGame(game.code))
    assert world.visit.ledger.games_of("anna") == (game,)


def test_a_game_is_found_by_its_code(world: World) -> None:
    game = world.open()
    assert world.do(FindGame(game.code.lower())) == [GameFound(game.code)]
    with pytest.raises(LedgerError) as refusal:
        world.do(FindGame("NOSUCHGAMEATALL"))
    assert refusal.value.values == {"code": "NOSUCHGAMEAT"}


def test_codes_that_lead_to_a_game_are_no_guesses(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "_WRONG_CODES", GuessLimit())
    ledger = world.visit.ledger
    for _ in range(12):
        game = ledger.create_game("zung-jung", NAMES)
        assert services.find_game(ledger, game.code) == game
    # The page runs again after every tap, with the same code in its address. That is one guess.
    for _ in range(12):
        assert services.find_game(ledger, "NOSUCHGAME") is None
    # Ten guesses are allowed.
    for number in range(9):
        assert services.find_game(ledger, f"NOSUCHGAME{number}") is None
    with pytest.raises(LedgerError):
        services.find_game(ledger, "NOSUCHGAME9")


def test_the_games_of_a_file_are_taken_in(world: World) -> None:
    game = world.open()
    world.save(world.complete())
    content = game_file(game, world.entries)
    (found,) = world.do(TakeInGames(SentFile("game.json", content)))
    assert isinstance(found, GameFound)
    assert found.code == game.code
    assert world.visit.ledger.has_visited("anna", game.code)


def test_a_file_that_is_no_game_is_reported(world: World) -> None:
    (notice,) = world.do(TakeInGames(SentFile("game.json", b"junk")))
    assert isinstance(notice, NoticeCame)
    assert (notice.place, notice.note.key) == ("code", "problem.file")


def test_house_rules_are_read_for_their_own_rules(world: World) -> None:
    content = b'rules = "riichi"\ntitle = "Home"\n'
    (read,) = world.do(ReadHouseRules("riichi", SentFile("house.toml", content)))
    assert isinstance(read, HouseRead)
    assert (read.house.rules, read.house.title) == ("riichi", "Home")
    (notice,) = world.do(ReadHouseRules("fimj", SentFile("house.toml", content)))
    assert isinstance(notice, NoticeCame)
    assert (notice.place, notice.note.key) == ("house", "game.house_other")


def test_a_file_that_is_no_house_rules_is_reported(world: World) -> None:
    (notice,) = world.do(ReadHouseRules("fimj", SentFile("house.toml", b"junk")))
    assert isinstance(notice, NoticeCame)
    assert notice.note.key == "problem.file"


def test_a_hand_in_work_is_kept(world: World) -> None:
    assert world.do(KeepDraft("", Draft("fimj", winner="N"))) == []
    kept = draft_from_json(world.visit.ledger.draft("anna", "") or "")
    assert (kept.rules, kept.winner) == ("fimj", "N")


# What can be undone


def test_an_offer_to_the_others_is_withdrawn_by_the_next_change(world: World) -> None:
    game = world.open()
    entry = world.save(world.complete())
    removal = UndoNewEntry(game.code, entry)
    world.do(OfferToTable(Note("sheet.drawn_told"), removal, is_for_others_only=True))
    assert world.visit.offers.find(game.code, "anna") is None
    assert world.visit.offers.find(game.code, "bruno") is not None
    world.do(WithdrawOffer())
    assert world.visit.offers.find(game.code, "bruno") is None


@pytest.mark.parametrize(
    "effect",
    [
        EnterPayment(0, 2, 30, "bet", 0),
        ChangeName(1, "Berta"),
        EndGame(),
        ContinueGame(),
    ],
    ids=lambda effect: type(effect).__name__,
)
def test_effects_on_a_game_are_refused_without_a_game(world: World, effect: Effect) -> None:
    with pytest.raises(LedgerError):
        world.do(effect)
