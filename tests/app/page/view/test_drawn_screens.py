"""Sheets, home, forms, tile sets, statistics and conflicts in many states."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hu.app.i18n import texts
from hu.app.ledger.values import GOES_ON, HOUSE_TITLE, Entry, Game
from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.next_hand import is_finished, next_seating
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Claim, Draft, Rack, reseat
from hu.app.page.draft.to_sheet import complete_entry
from hu.app.page.effects.games import ListGame
from hu.app.page.effects.offers import OfferToTable
from hu.app.page.effects.sheet import UndoNewEntry
from hu.app.page.facts import Facts, ListedGame, ListedTileSet
from hu.app.page.new_game import NewGame, Payment
from hu.app.page.photos.photo import Note
from hu.app.page.state import Offer, SavedHand, Screen, State
from hu.app.page.table_offers import TableOffer
from hu.app.page.teaching import Teaching, TeachingPhoto
from hu.app.page.view.conflict import show_conflict
from hu.app.page.view.controls import show_parts
from hu.app.page.view.finish import show_standing
from hu.app.page.view.game import head_parts
from hu.app.page.view.giving import giving_parts, learning_parts
from hu.app.page.view.home import (
    offer_games,
    show_games,
    show_photo_hint,
    show_rules,
    show_settings,
    show_ways_in,
)
from hu.app.page.view.new_game import show_new_game
from hu.app.page.view.sheet import show_sheet, show_sheet_without_rules
from hu.app.page.view.standings import show_statistics
from hu.app.page.view.tile_sets import show_missing_set, show_tile_sets
from hu.app.page.view.undo import show_undo
from hu.scoring.rule_set.house import read_house
from hu.scoring.tiles import CLASSES, FACES
from hu.vision.detection import Detection
from hu.vision.taught.lessons import Lesson
from hu.vision.taught.tile_set import Example, TileSet
from tests.app.page.laid import rack_of, step
from tests.app.page.view.drawn import drawn
from tests.app.page.view.shown_hands import (
    SEATED,
    STARTED,
    game_of,
    photo_named,
    with_circumstances,
    won,
)
from tests.app.page.view.shown_hands import drawn as drawn_hand
from tests.expected import Expected

EXPECTED = Expected(Path(__file__).with_name("drawn_screens.md"))
CLUB = (Path(__file__).parents[4] / "docs/house/tuesday-club.toml").read_text(encoding="utf-8")
#: Makes the description of each screen, by the name of the case.
CASES: dict[str, Callable[[], str]] = {}
ROTATED = ("N", "E", "S", "W")
PLAIN = "234567m 13p 55s [777z] +2p"
#: A time that no test reaches.
LATE = 1e12


def case(make: Callable[[], str]) -> Callable[[], str]:
    """Add a screen to the cases, under the name of the function that describes it."""
    CASES[make.__name__.replace("_", " ")] = make
    return make


def entry(number: int, draft: Draft, seats: Any = SEATED, **fields: Any) -> Entry:
    """A hand on the sheet.

    Args:
        number: its id.
        draft: the hand.
        seats: the seat of each player.
        fields: other fields of the entry.
    """
    seated = reseat(draft, seats, draft.round_wind)
    empty_entry = Entry("won", (), seats, 1, draft.round_wind, id=number, saved=STARTED)
    complete = complete_entry(empty_entry, draft=seated, outcome=assess(seated))
    return replace(complete, **fields)


def payment(number: int, *amounts: int, note: str = "") -> Entry:
    """A payment on the sheet."""
    return Entry("payment", amounts, SEATED, 1, "E", note=note, id=number, saved=STARTED)


def riichi_entries() -> tuple[Entry, ...]:
    """A won hand, a drawn hand with a chombo, a payment, and a hand with two winners."""
    won_hand = with_circumstances(won("riichi", PLAIN.replace("[777z]", "777z"), "S W"), "riichi")
    others = {"N": rack_of("123456m 99s 345s 13p +2p")}
    two_winners = replace(
        won("riichi", PLAIN, "S W", others=others), claims={"N": replace(won_hand.claim)}
    )
    chombo = drawn_hand("riichi", others={"W": Rack(status="chombo")}, options={"preset": "wrc"})
    tenpai = drawn_hand("riichi", others={"E": Rack(status="tenpai")})
    return (
        entry(1, won_hand),
        entry(2, chombo, ROTATED),
        payment(3, 1000, -1000, 0, 0, note="late <again>"),
        entry(4, tenpai, ROTATED),
        entry(5, two_winners, ROTATED, round=2, round_wind="S"),
    )


def facts_of(
    game: Game | None = None, entries: Any = (), language: str = "en", **fields: Any
) -> Facts:
    """The facts of a run of the page, which it shows beside its state.

    Args:
        game: the open game. None for none.
        entries: the entries of its sheet.
        language: the language of the texts.
        fields: other facts.
    """
    stored_players = () if game is None else game.players
    return Facts(texts(language), game, stored_players, tuple(entries), **fields)


def visit(draft: Draft | None = None, **fields: Any) -> State:
    """A visit with a hand in work, of a game if the hand has a seating.

    Args:
        draft: the hand. None for an empty hand of a game.
        fields: the fields of the screen.
    """
    if draft is None:
        draft = Draft(seating=SEATED)
    game_code = "CODE2345" if draft.seating else ""
    return State(Screen(**{"visit": "visit", **fields}), draft, game_code)


def sheet(game: Game, entries: Any, language: str = "en", **fields: Any) -> str:
    """The sheet of a game, or its dialog alone if one is open.

    Args:
        game: the game.
        entries: the entries of its sheet.
        language: the language of the texts.
        fields: fields of the screen.
    """
    facts = facts_of(game, entries, language)
    description = drawn(visit(view="sheet", **fields), lambda: show_sheet(facts, game))
    _before, dialog, after = description.partition("-- dialog")
    if dialog:
        return dialog + after.partition("\n-- sheet-tools")[0]
    return description


def zung_jung_entries() -> tuple[Entry, ...]:
    """Two won hands, of which the second is a dear one, and a payment."""
    first = entry(1, won("zung-jung", PLAIN, "S W"))
    dear = entry(2, won("zung-jung", "234567m 789m 22z 13m +2m", "E W"), ROTATED)
    return (first, dear, payment(3, 10, -10, 0, 0, note="wall"))


WRC = game_of("riichi", title="Friday", preset="wrc")


def ended(game: Game) -> Game:
    """A game that was finished after three hours."""
    return replace(game, ended=STARTED + timedelta(hours=3))


# Sheets


@case
def sheet_of_riichi() -> str:
    return sheet(WRC, riichi_entries())


@case
def sheet_without_hands() -> str:
    return sheet(game_of("fimj"), ())


@case
def sheet_of_house_rules_after_a_save() -> str:
    options: dict[str, Any] = {**read_house(CLUB).options, HOUSE_TITLE: "Tuesday club"}
    entries = zung_jung_entries()
    saved = SavedHand("CODE2345", entries[1], None, 2)
    return sheet(game_of("zung-jung", **options), entries, saved=saved)


@case
def sheet_after_a_change_that_another_offer_follows() -> str:
    entries = zung_jung_entries()
    saved = SavedHand("CODE2345", entries[0], entries[1], 1)
    offer = Offer(Note("hand.started_over"), ListGame("CODE2345"), "1", LATE)
    return sheet(game_of("zung-jung"), entries, saved=saved, undo=offer)


@case
def sheet_after_a_save_in_another_game() -> str:
    entries = zung_jung_entries()
    saved = SavedHand("OTHER", entries[0], None, 1)
    return sheet(game_of("zung-jung"), entries, saved=saved)


@case
def sheet_after_a_deleted_save() -> str:
    entries = zung_jung_entries()
    saved = SavedHand("CODE2345", entries[0], None, 1)
    return sheet(game_of("zung-jung"), entries[1:], saved=saved)


@case
def sheet_of_a_finished_game() -> str:
    return sheet(ended(game_of("zung-jung", title="Evening")), zung_jung_entries())


@case
def sheet_of_a_finished_game_with_uma() -> str:
    return sheet(ended(WRC), riichi_entries(), language="de")


@case
def sheet_of_a_finished_game_with_two_winners() -> str:
    entries = [entry(1, won("zung-jung", PLAIN, "S")), entry(2, won("zung-jung", PLAIN, "E"))]
    return sheet(ended(game_of("zung-jung")), entries)


@case
def hand_of_the_sheet() -> str:
    return sheet(WRC, riichi_entries(), dialog=1)


@case
def hand_of_two_winners_of_the_sheet() -> str:
    return sheet(WRC, riichi_entries()[4:], dialog=5)


@case
def drawn_hand_of_the_sheet() -> str:
    return sheet(game_of("riichi", preset="tenhou"), riichi_entries()[3:4], dialog=4)


@case
def abortive_draw_of_the_sheet() -> str:
    game = game_of("riichi", preset="tenhou")
    void = entry(4, drawn_hand("riichi", void="four-winds", options={"preset": "tenhou"}))
    return sheet(game, [void], dialog=4)


@case
def drawn_hand_of_fimj() -> str:
    hand = entry(4, drawn_hand("fimj", others={"E": Rack(status="false-win")}), version=2)
    return sheet(game_of("fimj"), [hand], dialog=4)


@case
def drawn_hand_of_rules_without_payments() -> str:
    hand = Entry("drawn", (0, 0, 0, 0), SEATED, 1, "E", note="first-winds", id=4, version=2)
    return sheet(game_of("fimj"), [hand], dialog=4)


@case
def drawn_hand_of_a_finished_game() -> str:
    hand = Entry("drawn", (0, 0, 0, 0), SEATED, 1, "E", note="first-winds", id=4)
    return sheet(ended(game_of("fimj")), [hand], dialog=4)


@case
def payment_of_the_sheet() -> str:
    return sheet(WRC, riichi_entries(), dialog=3)


@case
def entry_that_is_gone() -> str:
    return sheet(WRC, riichi_entries(), dialog=9)


@case
def hand_of_which_only_the_line_was_kept() -> str:
    kept = Entry("won", (-12, 36, -12, -12), SEATED, 1, "E", (1,), 12, "han 3, fu 40", id=1)
    return sheet(game_of("riichi"), [kept], dialog=1)


@case
def hand_whose_payments_were_other_ones() -> str:
    others = {seat: Rack(points=8) for seat in "ESN"}
    hand = entry(1, won("fimj", PLAIN, "W", others=others))
    return sheet(game_of("fimj"), [replace(hand, amounts=(-20, -20, 60, -20))], dialog=1)


@case
def fourth_player_of_the_sheet_sat_out() -> str:
    game = game_of("fimj")
    others = {"E": Rack(points=8), "S": Rack(points=8)}
    draft = won("fimj", PLAIN, "W", seats=("E", "S", "W"), others=others)
    return sheet(game, [entry(1, draft, ("E", "S", None, "W"))], dialog=1)


@case
def form_of_a_payment() -> str:
    return sheet(game_of("fimj"), zung_jung_entries(), dialog="payment", payment=Payment(1, 1, 30))


@case
def complete_form_of_a_payment() -> str:
    form = Payment(0, 1, 30, "wall")
    return sheet(game_of("fimj"), (), dialog="payment", payment=form)


@case
def form_of_a_payment_after_the_end() -> str:
    return sheet(ended(game_of("fimj")), (), dialog="payment")


@case
def form_of_the_names() -> str:
    notices = {"names": Note("problem.name-empty")}
    return sheet(game_of("fimj"), (), dialog="names", notices=notices)


@case
def sheet_without_its_rules() -> str:
    game = replace(game_of("zung-jung"), rules="somebody's")
    facts = facts_of(game, zung_jung_entries())
    return drawn(visit(view="sheet"), lambda: show_sheet_without_rules(facts, game))


# The head of a game


def head(game: Game, entries: Any, draft: Draft | None = None, view: Any = "hand") -> str:
    """The head of a game.

    Args:
        game: the game.
        entries: the entries of its sheet.
        draft: the hand in work. None for an empty hand.
        view: the screen that is open, ``hand`` or ``sheet``.
    """
    facts = facts_of(game, entries)
    state = visit(draft, view=view)
    is_over = is_finished(game, entries)
    seating = next_seating(game, entries)

    def draw() -> None:
        parts = head_parts(facts, game, seating, state.draft, is_game_finished=is_over)
        show_parts("head", parts)

    return drawn(state, draw)


@case
def head_of_riichi_with_a_new_counter() -> str:
    return head(WRC, riichi_entries()[3:4])


@case
def head_of_the_sheet() -> str:
    return head(game_of("zung-jung"), zung_jung_entries(), view="sheet")


@case
def head_of_a_changed_hand() -> str:
    draft = Draft("riichi", entry=4, seating=SEATED)
    return head(WRC, riichi_entries(), draft)


@case
def head_of_a_finished_game() -> str:
    return head(ended(WRC), riichi_entries())


def all_hands() -> list[Entry]:
    """The sixteen hands of a game of Zung Jung."""
    entries = []
    for number in range(1, 17):
        draft = won("zung-jung", PLAIN, "S W")
        entries.append(entry(number, draft, round=1 + (number - 1) // 4))
    return entries


@case
def head_of_a_game_that_is_over() -> str:
    return head(game_of("zung-jung"), all_hands())


@case
def head_of_a_game_that_goes_on_after_its_last_hand() -> str:
    game = replace(game_of("zung-jung"), options={GOES_ON: True})
    return head(game, all_hands())


# Home


def listed_games() -> tuple[ListedGame, ...]:
    """A finished game, a game with a damaged sheet, and two games in progress."""
    past_game = ended(replace(game_of("zung-jung", title="Ended"), code="ENDED222"))
    # A damaged sheet is no end, although this game was finished.
    damaged = ended(replace(game_of("fimj", title="Damaged"), code="DAMAGED2"))
    damage = Note("problem.sheet-damaged", {"code": "DAMAGED2", "reason": "x"})
    # Without a hand all players tie.
    tied = replace(game_of("zung-jung"), code="TIED2345", players=("Anna", "Bruno", "Eva", "Finn"))
    return (
        ListedGame(past_game, zung_jung_entries()),
        ListedGame(damaged, problem=damage),
        ListedGame(WRC, riichi_entries()),
        ListedGame(tied),
    )


@case
def home() -> str:
    facts = facts_of(games=listed_games())

    def draw() -> None:
        show_ways_in(facts)
        show_photo_hint(facts)
        show_games(facts)

    return drawn(visit(Draft()), draw)


@case
def home_without_games() -> str:
    facts = facts_of()

    def draw() -> None:
        show_ways_in(facts)
        show_games(facts)

    notice = Note("problem.code-unknown", {"code": "X"})
    return drawn(visit(Draft(), notices={"code": notice}), draw)


@case
def home_with_many_games() -> str:
    games = []
    for number in range(14):
        game = game_of("zung-jung", title=f"Game {number}")
        past_game = ended(replace(game, code=f"CODE{number:04}"))
        games.append(ListedGame(past_game, zung_jung_entries()))
    games.append(ListedGame(game_of("riichi")))
    facts = facts_of(games=tuple(games))

    def draw() -> None:
        show_ways_in(facts)
        show_games(facts)

    return drawn(visit(Draft()), draw)


@case
def rules_of_a_hand_alone() -> str:
    draft = Draft("riichi", options={"preset": "tenhou"})
    return drawn(visit(draft), lambda: show_rules(facts_of(), draft))


@case
def games_for_a_hand_alone() -> str:
    facts = facts_of(games=listed_games() * 3)
    return drawn(visit(Draft()), lambda: offer_games(facts, Draft()))


@case
def settings_with_a_photo() -> str:
    photo = replace(photo_named("perfect"), key="photo-0")
    facts = facts_of(photo=photo)
    state = visit(Draft(), given_photos=frozenset({photo.key}))
    return drawn(state, lambda: show_settings(facts))


@case
def settings_with_a_copy_of_a_photo() -> str:
    photo = replace(photo_named("perfect"), key="photo-0")
    copy = replace(photo, adjustment=replace(photo.adjustment, original_px=4000))
    state = visit(Draft(), last_taken=(7, photo.key))
    return drawn(state, lambda: show_parts("keeping", giving_parts(facts_of(photo=copy))))


@case
def settings_with_a_copy_of_an_earlier_photo() -> str:
    photo = replace(photo_named("perfect"), key="photo-0")
    copy = replace(photo, adjustment=replace(photo.adjustment, original_px=4000))
    state = visit(Draft(), last_taken=(8, "other"))
    return drawn(state, lambda: show_parts("keeping", giving_parts(facts_of(photo=copy))))


# The form of a new game


def new_game(form: NewGame, games: Any = (), language: str = "en") -> str:
    """The form of a new game.

    Args:
        form: its fields.
        games: the games of the list, whose players are offered.
        language: the language of the texts.
    """
    facts = facts_of(language=language, games=games)
    notice = Note("problem.name-twice", {"name": "A"})
    state = visit(Draft(), new_game=form, notices={"begin": notice})
    return drawn(state, lambda: show_new_game(facts))


@case
def new_game_of_zung_jung() -> str:
    return new_game(NewGame())


@case
def new_game_with_earlier_players() -> str:
    return new_game(NewGame(names={"E": "Anna", "S": " "}), listed_games())


@case
def new_game_of_the_same_table() -> str:
    names = dict(zip(SEATED, ("Anna", "Bruno", "Carla", "Dario"), strict=True))
    return new_game(NewGame(names=names), listed_games())


@case
def new_game_of_three_at_fimj() -> str:
    options = {"fimj": {"tournament": True, "limit": 500}}
    return new_game(NewGame(rules="fimj", is_three=True, options=options))


@case
def new_game_of_fimj() -> str:
    return new_game(NewGame(rules="fimj"))


@case
def new_game_by_house_rules() -> str:
    return new_game(NewGame(house=read_house(CLUB)))


@case
def new_game_by_house_rules_of_others() -> str:
    return new_game(NewGame(rules="hong-kong", house=read_house(CLUB)))


# Tile sets


def example(face: str, source: str = "a.jpg") -> Example:
    """An example of a face in a tile set."""
    features = np.zeros((2, 4), np.float32)
    return Example(face, features, np.zeros((64, 64, 3), np.uint8), source)


def tile_sets(
    listed: ListedTileSet,
    used: str = "",
    game: Game | None = None,
    lesson: Lesson | None = None,
    **fields: Any,
) -> str:
    """The screen of the tile sets.

    Args:
        listed: the only tile set.
        used: the name of the tile set in use. Empty for none.
        game: the open game. None for none.
        lesson: what the set is to learn from photos. None for nothing.
        fields: other fields of the screen.
    """
    facts = facts_of(game, tile_sets=(listed,), tile_set_in_use=used, lesson=lesson)
    return drawn(visit(Draft(), page="tile sets", **fields), lambda: show_tile_sets(facts))


@case
def tile_set_in_use() -> str:
    faces = [example(face) for face in FACES[:-2]]
    learned = [example("5m", f"game#{number}") for number in range(9)]
    tile_set = TileSet("club", (*faces, *learned))
    return tile_sets(ListedTileSet("club", tile_set, None, b"x", is_given=True), used="club")


@case
def small_tile_set() -> str:
    tile_set = TileSet("new_one", tuple(example(face) for face in FACES[:3]))
    return tile_sets(ListedTileSet("new_one", tile_set, None, b"x", is_given=False))


@case
def damaged_tile_set() -> str:
    note = Note("problem.set-file", {"name": "club"})
    listed = ListedTileSet("club", None, note, b"x", is_given=False)
    return tile_sets(listed, game=game_of("zung-jung"))


@case
def complete_tile_set() -> str:
    tile_set = TileSet("club", tuple(example(face) for face in FACES))
    listed = ListedTileSet("club", tile_set, None, b"x", is_given=False)
    teaching = Teaching("club", photos=(TeachingPhoto("a.jpg", "first"),))
    return tile_sets(listed, teaching=teaching, notices={"teach": Note("snap.busy")})


@case
def lesson_about_doubtful_tiles() -> str:
    probabilities = np.zeros(len(CLASSES), np.float32)
    box = np.array(((0, 0), (8, 0), (8, 12), (0, 12)), np.float32)
    detection = Detection(box, 0.9, probabilities)
    lesson = Lesson(((detection, "1m"), (detection, "2m"), (detection, "3m")), (2, 0), (1, 1, 1), 1)
    photos = tuple(TeachingPhoto(f"{number}.jpg", str(number)) for number in range(4))
    teaching = Teaching("club", photos=photos, faces={0: "no-tile"}, ticket="ticket")
    listed = ListedTileSet("club", None, None, b"x", is_given=False)
    return tile_sets(listed, teaching=teaching, lesson=lesson)


@case
def form_with_all_its_teaching_photos() -> str:
    photos = tuple(TeachingPhoto(f"{number}.jpg", str(number)) for number in range(4))
    listed = ListedTileSet("club", None, None, b"x", is_given=False)
    return tile_sets(listed, teaching=Teaching("club", photos=photos))


@case
def missing_tile_set() -> str:
    facts = facts_of(game_of("zung-jung"), tile_set_in_use="club", tile_set_names=("home",))
    return drawn(visit(), lambda: show_missing_set(facts))


@case
def tile_set_that_is_there() -> str:
    facts = facts_of(game_of("zung-jung"), tile_set_in_use="club", tile_set_names=("club",))
    return drawn(visit(), lambda: show_missing_set(facts))


def learned_faces(name: str, faces: dict[int, str]) -> str:
    """The faces that a tile set learned from corrections. Or the offer to begin a tile set.

    Args:
        name: the tile set in use, which learns by itself. Empty for none, which gives the offer.
        faces: the corrected faces by the numbers of their tiles.
    """
    photo = replace(photo_named("perfect"), has_detections=True)
    history = rack_history(photo.hand, faces)
    facts = facts_of(tile_set_in_use=name, tile_set_names=("club",))
    return drawn(
        visit(), lambda: show_parts("learning", learning_parts(facts, Rack(history), photo))
    )


def rack_history(hand: EditedHand, faces: dict[int, str]) -> History:
    """A hand with corrected faces, by the numbers of their tiles."""
    history = History(hand)
    for number, face in faces.items():
        history = history.then(step("face", number, face))
    return history


@case
def corrections_for_a_tile_set() -> str:
    return learned_faces("club", {2: "9m", 3: "9m", 4: "1z"})


@case
def corrections_without_a_tile_set() -> str:
    return learned_faces("", {2: "9m"})


@case
def no_corrections() -> str:
    return learned_faces("club", {})


# Statistics


@case
def statistics_of_two_rule_sets() -> str:
    later = ended(replace(WRC, code="LATER222", started=STARTED + timedelta(days=1)))
    games = (ListedGame(later, riichi_entries()), *listed_games())
    facts = facts_of(games=games)
    return drawn(visit(Draft(), page="statistics"), lambda: show_statistics(facts))


@case
def statistics_of_the_chosen_rule_set() -> str:
    facts = facts_of(games=listed_games())
    state = visit(Draft(), page="statistics", statistics="zung-jung")
    return drawn(state, lambda: show_statistics(facts))


@case
def statistics_without_hands() -> str:
    facts = facts_of(games=(ListedGame(WRC, (payment(1, 10, -10, 0, 0),)),))
    return drawn(visit(Draft(), page="statistics"), lambda: show_statistics(facts))


@case
def standing_of_riichi() -> str:
    facts = facts_of(WRC, riichi_entries())
    return drawn(visit(), lambda: show_standing(facts, WRC))


# Conflicts and offers


def conflict(draft: Draft, entries: Any, rules: str = "zung-jung") -> str:
    """The question which of two hands counts.

    Args:
        draft: the hand in work.
        entries: the entries of the sheet, with hands that others have saved meanwhile.
        rules: the rule set.
    """
    game = game_of(rules)
    facts = facts_of(game, entries)
    draft = reseat(draft, SEATED, draft.round_wind)
    outcome = assess(draft)
    return drawn(visit(draft), lambda: show_conflict(facts, game, draft, outcome, entries))


@case
def conflict_with_a_saved_hand() -> str:
    return conflict(won("zung-jung", PLAIN, "S W", known=1), zung_jung_entries())


@case
def conflict_with_two_saved_hands() -> str:
    return conflict(Draft(rack=rack_of(PLAIN)), zung_jung_entries())


@case
def conflict_with_a_changed_hand() -> str:
    draft = won("zung-jung", PLAIN, "S W", entry=2, version=5)
    return conflict(draft, zung_jung_entries())


@case
def conflict_with_a_deleted_hand() -> str:
    draft = won("zung-jung", PLAIN, "S W", entry=9, version=5)
    return conflict(draft, zung_jung_entries())


@case
def conflict_of_figures_with_a_draw() -> str:
    draft = replace(won("riichi", "", "S W", entered={"han": 3, "fu": 40}), rack=Rack())
    return conflict(draft, riichi_entries()[3:4], "riichi")


@case
def conflict_of_a_hand_of_two_winners_with_a_draw() -> str:
    others = {"N": Claim("discard", "W")}
    draft = won("riichi", "234s 45789p 45688s +3p", "S W", claims=others)
    return conflict(draft, riichi_entries()[3:4], "riichi")


@case
def conflict_of_a_drawn_hand_with_figures() -> str:
    kept = Entry("won", (-12, 36, -12, -12), SEATED, 1, "E", (1,), 12, "limit mangan", id=1)
    return conflict(drawn_hand("riichi"), [kept], "riichi")


@case
def offer_of_this_browser() -> str:
    offer = Offer(Note("hand.started_over"), ListGame("CODE2345"), "1", LATE)
    return drawn(visit(undo=offer), lambda: show_undo(facts_of()))


@case
def offer_of_the_table() -> str:
    note = Note("sheet.drawn_told", {"number": 3})
    offer = OfferToTable(note, UndoNewEntry("CODE2345", zung_jung_entries()[0]))
    past = Offer(Note("hand.started_over"), ListGame("CODE2345"), "1", until=0)
    facts = facts_of(table_offer=TableOffer(offer, "other", "7", LATE))
    return drawn(visit(undo=past), lambda: show_undo(facts))


@case
def no_offer() -> str:
    return drawn(visit(), lambda: show_undo(facts_of()))


@pytest.mark.parametrize("name", CASES)
def test_a_drawn_screen(name: str) -> None:
    EXPECTED.check(name, CASES[name]())


def test_the_file_has_these_screens() -> None:
    EXPECTED.check_names(list(CASES))
