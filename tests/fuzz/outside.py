"""Foreign data: made hostile in each place, and drawn, written and read again."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from hu.app.i18n import texts
from hu.app.ledger.exchange import game_file, read_games, read_sent_games
from hu.app.ledger.player_records import add_up_games
from hu.app.ledger.sheet_csv import to_csv
from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.editing.hand import to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.editing.steps import AddTile
from hu.app.page.draft.next_hand import is_playable
from hu.app.page.draft.scoring import Outcome, assess
from hu.app.page.draft.state import (
    NOBODY,
    Claim,
    Draft,
    OwnAnswer,
    Rack,
    draft_from_json,
    draft_to_json,
    without_steps,
)
from hu.app.page.gestures.parsing import parse_log
from hu.app.page.reduce import apply
from hu.app.page.serving.origins import is_own_host, is_own_origin
from hu.app.page.state import State
from hu.app.page.view.finish import share_summary, summary_html, summary_of
from hu.app.page.view.house import house_html
from hu.app.page.view.problems import floating_html, open_html
from hu.app.page.view.result import result_html
from hu.app.page.view.scored_hand import details_of, entry_html
from hu.app.page.view.sheet import print_head_html, sheet_view, times_html
from hu.app.page.view.shown import Shown
from hu.app.page.view.standings import played_game, statistics_html
from hu.app.page.view.tiles import hand_view
from hu.app.sets.set_files import parse_tile_set, write_tile_set
from hu.scoring.hand import SEATS, Hand
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.vision.taught.tile_set import Example, TileSet
from tests.fuzz.corpus import JUNK, spoilt

_WHEN: Final = datetime(2025, 3, 1, 20, 15, tzinfo=UTC)
_T: Final = texts("en")
#: A gesture without its operation.
_GESTURE: Final = {"load": "a", "n": 1, "hand": "/"}


#: One in this many changes to the draft of a rule set is tried. This number and the number of kinds
#: of junk have no common factor, so that every kind of junk is tried.
_EVERY: Final = 11


def _draft() -> Draft:
    history = History()
    for face in Hand.from_text("123m 456p 789s 11222z").concealed:
        history = history.then(AddTile(face, None, None))
    return draft_from_json(draft_to_json(Draft(winner="S", rack=Rack(history))))


def _entry() -> Entry:
    return Entry(
        kind="won",
        amounts=(-10, 30, -10, -10),
        seats=SEATS,
        round=1,
        round_wind=None,
        winners=(1,),
        points=10,
        note="55z",
        draft=draft_to_json(without_steps(_draft())),
        saved=_WHEN,
    )


def _game() -> bytes:
    game = Game(
        code="ABCDEFGH",
        rules="zung-jung",
        title="Tuesday",
        players=("Anna", "Bruno", "Carla", "Dario"),
        options={"minimum": 5},
        started=_WHEN,
        ended=_WHEN,
    )
    return game_file(game, (_entry(),))


def games() -> Iterator[bytes]:
    """Files of games. Some are nested more deeply than any parser can follow."""
    whole = _game()
    yield whole
    for changed in spoilt(json.loads(whole)):
        yield json.dumps(changed).encode()
    entry = json.loads(whole)["games"][0]["entries"][0]
    for changed in spoilt(json.loads(entry["draft"])):
        content = json.loads(whole)
        content["games"][0]["entries"][0]["draft"] = json.dumps(changed)
        yield json.dumps(content).encode()
    yield b"[" * 100_000
    yield whole.replace(b'"draft":"', b'"draft":"' + b"[" * 50_000)


def drafts() -> Iterator[bytes]:
    """Stored hands in work: JSON of drafts of every rule set, and changes of them."""
    first, *others = _drafts()
    content = draft_to_json(first)
    yield content.encode()
    for changed in spoilt(json.loads(content)):
        yield json.dumps(changed).encode()
    for draft in others:
        content = draft_to_json(draft)
        yield content.encode()
        whole = json.loads(content)
        # The tiles were changed in the first draft already, so only the answers are changed here.
        # The same code reads most answers of all rule sets, so only some of the changes are tried.
        answers = {name: value for name, value in whole.items() if name != "rack"}
        for changed in islice(spoilt(answers), 0, None, _EVERY):
            if isinstance(changed, dict):
                yield json.dumps({**changed, "rack": whole["rack"]}).encode()
            else:
                # Junk has taken the place of all answers.
                yield json.dumps(changed).encode()


def _drafts() -> Iterator[Draft]:
    """A hand of Zung Jung, then hands of each rule set.

    These are a hand with two winners, a hand that nobody won, and a hand for each figure that can
    be entered in place of the tiles.
    """
    first = _draft()
    yield first
    for name in sorted(rule_names()):
        rules = rule_set(name)
        winner, discarder, *rest = rules.seats
        answers: dict[str, OwnAnswer] = {}
        for question in rules.questions:
            answer = _answer(question, rest)
            if answer is not None:
                answers[question.id] = answer
        # Some rule sets have no status.
        statuses = [*rules.statuses, None]
        others = {seat: Rack(status=statuses[0], points=8) for seat in rest}
        draft = Draft(name, seats=rules.seats, round_wind=winner, asked=answers)
        claim = Claim("discard", discarder, frozenset([*rules.circumstances][:1]))
        won = replace(draft, winner=winner, claim=claim, others=others)
        yield replace(won, rack=first.rack, claims={rest[0]: Claim("discard", discarder)})
        yield replace(draft, winner=NOBODY, others=others)
        for figure in rules.figures:
            value: int | str = figure.least
            if figure.choices:
                value = next(iter(figure.choices))
            yield replace(won, entered={figure.id: value})


def _answer(question: Question, seats: Sequence[str]) -> OwnAnswer | None:
    """An answer to a question of a rule set. None if its kind has no example here."""
    match question.kind:
        case "tiles":
            return ("4m",)
        case "number":
            return 1
        case "seats":
            return tuple(seats)
        case "seat":
            return seats[0]
    return None


def events() -> Iterator[bytes]:
    """Messages with gestures on a hand, and with junk in each place of a gesture."""
    steps: tuple[list[Any], ...] = (
        ["face", 1, "9m"],
        ["add", "1m", 1, None],
        ["add", "1m", None, [3.5, 4]],
        ["move", 1, 1],
        ["win", 1],
        ["lay", [1, 2, 3]],
        ["turn", 1, "quad"],
        ["remove", 1],
        ["complete", "1m", None, None],
        ["settle", [1], True],
        ["settle-aside", [1], True],
    )
    operations: list[list[Any]] = [["tile", None, step] for step in steps]
    operations += [
        ["tile-undo", None],
        ["seat", "E", "W"],
        ["ask", "special", ["x"]],
        ["rack", "E", "points", 3],
    ]
    for operation in operations:
        for changed in spoilt(operation):
            yield _message(changed)
        for changed in _with_junk(operation):
            yield _message(changed)
    for step in steps:
        for changed in _with_junk(step):
            yield _message(["tile", None, changed])
    # A browser may repeat its events, here far more often than there are events.
    for changed in spoilt({**_GESTURE, "op": ["tile-undo", None]}):
        yield json.dumps({"events": [changed] * 200}).encode()


def _with_junk(words: list[Any]) -> Iterator[list[Any]]:
    """The words after the first, each replaced by every piece of junk."""
    for place in range(1, len(words)):
        for junk in JUNK:
            yield [*words[:place], junk, *words[place + 1 :]]


def _message(operation: object) -> bytes:
    return json.dumps({"events": [{**_GESTURE, "op": operation}]}).encode()


def sets() -> Iterator[bytes]:
    """Files of tile sets."""
    features = np.eye(2, 8, dtype=np.float32)
    crop = np.full((64, 64, 3), 7, np.uint8)
    examples = tuple(
        Example(tile, features=features, crop=crop, source="a.jpg", certainty=0.9)
        for tile in ("1m", "3f")
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.huset"
        write_tile_set(TileSet("club", examples), path)
        whole = path.read_bytes()
    yield whole
    for length in range(0, len(whole), 97):
        yield whole[:length]
    # An archive with another method of compression, and an archive with two ends.
    yield whole.replace(b"\x08\x00", b"\x0c\x00")
    yield whole.replace(b"PK\x05\x06", b"PK\x06\x07PK\x05\x06")


_HOSTS: Final = (
    b"localhost:8501",
    b"[::1]:8501",
    b"evil.example",
    b"[",
    b"",
    b"\xff",
    b"a" * 5_000,
    b"10.0.0.1:99999999",
    b"x@localhost",
    b"localhost/evil.example",
)
_ORIGINS: Final = (
    *_HOSTS,
    b"http://[",
    b"null",
    b"http://localhost:8501",
    b"http://a:b:c",
    b"://",
)


def hosts() -> Iterator[bytes]:
    """Pairs of the headers ``Host`` and ``Origin``."""
    for host in _HOSTS:
        for origin in _ORIGINS:
            yield host + b"\n" + origin


def check_game(data: bytes) -> None:
    """Check that a game that was read is drawn on every screen, and comes back the same."""
    for game, entries in read_games(BytesIO(data)):
        _draw(game, entries)
        assert read_games(BytesIO(game_file(game, entries))) == ((game, entries),)
    read_sent_games(data)


def _draw(game: Game, entries: tuple[Entry, ...]) -> None:
    """Draw every screen of a game in two languages."""
    for language in ("en", "it"):
        t = texts(language)
        to_csv(game, entries, t, UTC)
        sheet_view(game, entries, t)
        print_head_html(game, t, UTC)
        times_html(game, t, UTC)
        if not is_playable(game):
            continue
        for entry in entries:
            entry_html(game, entry, t)
        summary = summary_of(game, entries)
        if summary:
            summary_html(game, summary, t)
            share_summary(game, summary, t, UTC)
        house_html(game, t)
        records = add_up_games([played_game(game, entries)], details_of)
        if records.hands:
            statistics_html(t, records, rule_set(game.rules).patterns)


def check_draft(data: bytes) -> None:
    """Check that a hand in work that was read is scored and drawn, and comes back the same."""
    draft = draft_from_json(data.decode(errors="replace"))
    outcome = assess(draft)
    seat_names = {seat: seat for seat in SEATS}
    hand_view(Shown(_T, game=None, draft=draft, outcome=outcome, who=seat_names))
    floating_html(_T, draft, outcome, seat_names)
    open_html(_T, draft, outcome, seat_names)
    result_html(_T, draft, outcome, seat_names)
    assert draft_from_json(draft_to_json(draft)) == draft


def check_events(data: bytes) -> None:
    """Check that after any message the hand can be drawn, and all its corrections undone."""
    try:
        log = json.loads(data)
    except (ValueError, RecursionError):
        return
    draft = _draft()
    # The tiles without the steps that led to them, so that only the message's steps are undone.
    history_before = History(draft.rack.history.now)
    state = State(draft=replace(draft, rack=Rack(history_before)), game_code="")
    for tap in parse_log(log, taken={}):
        state, _ = apply(state, tap)
    history = state.draft.rack.history
    outcome = Outcome(to_hand(history.now))
    hand_view(Shown(_T, game=None, draft=state.draft, outcome=outcome, who={}))
    assert draft_from_json(draft_to_json(state.draft)) == state.draft
    # The page adds no tile to a hand of 60 tiles.
    assert len(history.now.tiles) <= 60
    while history.steps:
        history = history.undo()
    assert history.now == history_before.now


def check_set(data: bytes) -> None:
    """Check that a tile set that was read is written, and comes back with the same faces."""
    tile_set = parse_tile_set(data, "a.huset")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.huset"
        write_tile_set(tile_set, path)
        again = parse_tile_set(path.read_bytes(), "a.huset")
    faces_again = [(example.tile, example.certainty) for example in again.examples]
    assert faces_again == [(example.tile, example.certainty) for example in tile_set.examples]


def check_host(data: bytes) -> None:
    """Check that only this server's own names pass, and only origins that name the host."""
    host, _, origin = data.partition(b"\n")
    if is_own_origin({b"host": host, b"origin": origin}):
        assert origin.lower().endswith(b"://" + host.lower())
    if is_own_host(host, ()):
        assert b"evil.example" not in host
