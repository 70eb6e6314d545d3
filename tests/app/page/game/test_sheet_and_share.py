"""The score sheet's totals and its CSV; a result as text and as picture."""

import csv
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from io import StringIO
from xml.etree import ElementTree as ET

import pytest
from msgspec import structs

from hu.app.i18n import texts
from hu.app.ledger.player_records import PlayedGame, add_up_games
from hu.app.ledger.sheet import HandDetails, SheetFacts, sheet_lines
from hu.app.ledger.sheet_csv import to_csv
from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.next_hand import next_seating
from hu.app.page.draft.scoring import Outcome, assess
from hu.app.page.draft.state import Claim, Draft, Rack, draft_to_json
from hu.app.page.draft.to_sheet import complete_entry
from hu.app.page.parts.charts import curves
from hu.app.page.view import scored_hand
from hu.app.page.view.finish import summary_html, summary_of
from hu.app.page.view.problems import problems_html
from hu.app.page.view.result import result_html
from hu.app.page.view.scored_hand import describe_hand, details_of, entry_html, sheet_facts
from hu.app.page.view.share import INK, LEFT, RIGHT, share_hand, wrap_text
from hu.app.page.view.sheet import sheet_view, times_html
from hu.app.records.sentences import SentenceRecord
from hu.app.tiles.svg import tile_data_uri
from hu.scoring.payments import DealScore
from hu.scoring.rule_set.house import read_house
from tests.app.page.laid import rack_of

NASTY = "<img src=x onerror=alert(1)>"
GAME = Game(
    "CODE2345",
    "zung-jung",
    "",
    (NASTY, "=1+2", "Carla", "Dario"),
    {},
    datetime(2026, 5, 1, 18, tzinfo=UTC),
)
HAND = "234567m 13p 55s [777z] 1f +2p"
SEATS = ("E", "S", "W", "N")
WHO = {"E": f"East · {NASTY}", "S": "South", "W": "West", "N": "North"}


def entries() -> list[Entry]:
    """A won hand, a drawn hand, a payment, and a won hand of the second round."""
    first = Entry(
        "won",
        (-12, 36, -12, -12),
        SEATS,
        winners=(1,),
        points=12,
        note=HAND,
        id=1,
        saved=GAME.started,
    )
    drawn = Entry("drawn", (0, 0, 0, 0), ("S", "W", "N", "E"), 1, None, id=2, saved=GAME.started)
    paid = Entry("payment", (10, -10, 0, 0), SEATS, 1, None, note="@wall", id=3, saved=GAME.started)
    last = replace(first, round=2, id=4)
    return [first, drawn, paid, last]


def score_of(draft: Draft) -> DealScore:
    """The score of a hand that has one."""
    score = assess(draft).score
    assert score is not None
    return score


def test_a_long_line_of_characters_ends_at_the_edge_of_the_picture() -> None:
    size = 24
    markup, _ = wrap_text(texts("ja"), "東" * 100, y=0, size=size, colour=INK)
    lines = [ET.fromstring(line).text or "" for line in markup]  # noqa: S314  # our own markup
    assert "".join(lines) == "東" * 100
    widest = max(len(line) * size for line in lines)
    assert LEFT + widest <= RIGHT


def test_totals_per_round_and_in_all() -> None:
    lines = sheet_lines(entries(), 4)
    assert [(line.kind, line.number) for line in lines] == [
        ("entry", 1),
        ("entry", 2),
        # The payment has no number.
        ("entry", 0),
        ("round", 1),
        ("entry", 3),
        ("round", 2),
        ("total", 0),
    ]
    assert lines[3].amounts == (-2, 26, -12, -12)
    assert lines[-1].amounts == (-14, 62, -24, -24)


def test_the_total_of_an_empty_sheet_is_zero() -> None:
    assert [line.amounts for line in sheet_lines([], 3)] == [(0, 0, 0)]


def test_the_csv_opens_in_a_spreadsheet_and_runs_nothing() -> None:
    rows = list(csv.reader(StringIO(to_csv(GAME, entries(), texts("it"), UTC))))
    assert rows[0][0] == "Mano"
    assert rows[0][9:] == [NASTY, "'=1+2", "Carla", "Dario", "Come", "Chi ha scartato", "Figure"]
    assert rows[1][9:13] == ["-12", "36", "-12", "-12"]
    assert rows[-1] == ["Totale generale", *[""] * 8, "-14", "62", "-24", "-24", "", "", ""]
    for row in rows:
        assert not any(cell.startswith(("=", "@", "+")) for cell in row)
    assert rows[1][5] == "'=1+2"
    assert rows[3][7] == "'@wall"
    assert rows[1][8] == "2026-05-01 18:00+00:00"
    # A payment has no number.
    assert [row[0] for row in rows[1:4]] == ["1", "2", ""]


def test_the_sheet_writes_dates_as_its_reader_does() -> None:
    assert "Begonnen 01.05.2026 18:00" in times_html(GAME, texts("de"), UTC)
    assert "2026年5月1日 18:00" in times_html(GAME, texts("ja"), UTC)


def test_the_csv_has_the_discarder_and_the_patterns_of_each_hand() -> None:
    t = texts("en")
    won = replace(entries()[0], draft=draft_to_json(won_draft()))
    table = to_csv(GAME, [won], t, UTC, sheet_facts(t, GAME, [won]))
    row = list(csv.reader(StringIO(table)))[1]
    assert row[-3:] == ["Discarded", "Carla", "Value Honor, Guest Flower or Season"]
    assert [int(cell) for cell in row[9:13]] == list(won.amounts)


def test_the_csv_has_the_patterns_of_each_of_two_winners() -> None:
    won = replace(entries()[0], winners=(2, 3), points=None)
    details = HandDetails(patterns={2: ("riichi", "dora", "dora"), 3: ("riichi",)})
    names = {"riichi": "Riichi", "dora": "Dora"}
    facts = SheetFacts(details=lambda _entry: details, names=names)
    for language, cell in (
        ("en", "Carla: Riichi, Dora; Dario: Riichi"),
        ("fr", "Carla : Riichi, Dora; Dario : Riichi"),
    ):
        table = to_csv(GAME, [won], texts(language), UTC, facts)
        assert list(csv.reader(StringIO(table)))[1][-1] == cell


def two_winners() -> tuple[Game, Entry]:
    """A hand of riichi that South and North won, with two honba, and its game."""
    draft = Draft(
        "riichi",
        rack=rack_of("234567m 13p 55s [777z] +2p"),
        winner="S",
        claim=Claim("discard", "W"),
        claims={"N": Claim("discard", "W", frozenset({"riichi"}))},
        others={"N": rack_of("123456m 99s 345s 13p +2p")},
        round_wind="E",
        asked={"honba": 2, "declared": ("N",)},
    )
    game = replace(GAME, rules="riichi", players=("Anna", "Bruno", "Carla", "Dario"))
    entry = Entry("won", (0, 0, 0, 0), SEATS, round_wind="E", winners=(1, 3), id=1)
    return game, complete_entry(entry, draft=draft, outcome=assess(draft))


def test_the_csv_has_the_points_and_tiles_of_each_winner() -> None:
    t = texts("en")
    game, won = two_winners()
    table = to_csv(game, [won], t, UTC, sheet_facts(t, game, [won]))
    # The first row has the points at the start.
    row = list(csv.reader(StringIO(table)))[2]
    assert row[6] == "Bruno: 1600; Dario: 1900"
    assert row[7] == "Bruno: 234567m 13p 55s [777z] +2p; Dario: 123456m 13p 34599s +2p"


def test_the_best_hand_counts_without_honba_and_beside_another_winner() -> None:
    t = texts("en")
    game, won = two_winners()
    draft = Draft(
        "riichi",
        rack=rack_of("234567m 13p 55s [777z] +2p"),
        winner="S",
        claim=Claim("discard", "W"),
        round_wind="E",
        asked={"honba": 3},
    )
    repeated = complete_entry(replace(won, id=2), draft=draft, outcome=assess(draft))
    assert repeated.points == 1900
    # North's hand is worth 1,300 points. Two honba make it 1,900.
    assert details_of(won).own_points == {1: 1000, 3: 1300}
    played = PlayedGame(game, [repeated, won])
    players = add_up_games([played], details_of).players
    assert {player.name: player.best for player in players} == {
        "Bruno": 1000,
        "Dario": 1300,
        "Anna": 0,
        "Carla": 0,
    }
    summary = summary_of(replace(game, ended=game.started), [repeated, won])
    assert summary is not None
    assert summary.best is not None
    assert (summary.best.number, summary.best.points) == (2, 1300)
    markup = summary_html(game, summary, t)
    assert "Dario: 1,300 points" in markup


def test_a_saved_hand_shows_its_discarder_points_patterns_and_payments() -> None:
    t = texts("en")
    won = replace(entries()[0], draft=draft_to_json(won_draft()))
    markup = entry_html(GAME, won, t)
    for text in ("on Carla&#x27;s discard", "12 points", "Value Honor", "+36"):
        assert text in markup


def test_a_saved_hand_of_fimj_shows_the_reason_of_each_payment() -> None:
    draft = won_draft("fimj")
    payments = score_of(draft).payments or {}
    amounts = tuple(payments[seat] for seat in SEATS)
    won = replace(entries()[0], amounts=amounts, draft=draft_to_json(draft))
    markup = entry_html(replace(GAME, rules="fimj"), won, texts("en"))
    assert markup.count("pays =1+2 the win") == 3
    for text in ("x 2 (East)", "rounded to", "East · "):
        assert text in markup


def test_a_payment_by_hand_does_not_move_the_winds() -> None:
    assert next_seating(GAME, entries()).number == 4
    assert next_seating(GAME, entries()).seats == ("N", "E", "S", "W")


def test_east_of_fimj_stays_after_winning() -> None:
    game = replace(GAME, rules="fimj")
    won_by_east = replace(entries()[0], winners=(0,))
    assert next_seating(game, [won_by_east]).seats == SEATS
    assert next_seating(game, entries()[:1]).seats == ("N", "E", "S", "W")


def test_east_passes_after_every_hand_in_a_tournament_of_fimj() -> None:
    tournament = replace(GAME, rules="fimj", options={"tournament": True, "first_wind": "W"})
    won_by_east = replace(entries()[0], winners=(0,))
    assert next_seating(tournament, [won_by_east]).seats == ("N", "E", "S", "W")
    assert next_seating(tournament, []).round_wind == "W"


def test_riichi_repeats_a_deal_that_was_broken_off() -> None:
    game = replace(GAME, rules="riichi")
    won_by_south = entries()[0]
    broken_off = replace(won_by_south, kind="drawn", winners=(), note="nine-terminals")
    assert next_seating(game, [broken_off]).seats == SEATS
    assert next_seating(game, [won_by_south]).seats == ("N", "E", "S", "W")


def test_the_table_in_the_browser_gets_plain_text() -> None:
    view = sheet_view(GAME, entries(), texts("en"))
    assert view.names == GAME.players
    assert [cell.text for cell in view.rows[0].cells] == ["−12", "+36", "−12", "−12"]
    assert view.rows[0].cells[1].marks == "is-winner"
    assert view.rows[1].cells[3].east == "East"


def test_the_totals_of_riichi_begin_with_the_points_that_players_get() -> None:
    game = replace(GAME, rules="riichi", options={"preset": "tenhou"})
    rows = sheet_view(game, entries()[:1], texts("en")).rows
    assert [cell.text for cell in rows[0].cells] == ["25,000"] * 4
    assert [cell.text for cell in rows[-1].cells] == ["24,988", "25,036", "24,988", "24,988"]


def test_the_totals_in_the_csv_begin_with_the_points_that_players_get() -> None:
    t = texts("en")
    game = replace(GAME, rules="riichi", options={"preset": "tenhou"})
    hands = entries()[:1]
    rows = list(csv.reader(StringIO(to_csv(game, hands, t, UTC, sheet_facts(t, game, hands)))))
    assert [row[9:13] for row in rows[1:]] == [
        ["25000", "25000", "25000", "25000"],
        ["-12", "36", "-12", "-12"],
        ["-12", "36", "-12", "-12"],
        ["24988", "25036", "24988", "24988"],
    ]


class _Tags(HTMLParser):
    """Collects the names of the elements and attributes of a markup."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.names.update(name for name, _ in attrs)


def won_draft(rules: str = "zung-jung") -> Draft:
    """A hand that South won by West's discard, with all answers that its score needs."""
    rack = rack_of(HAND)
    if rules == "fimj":
        # These rules score the hands of the others too.
        others = {seat: Rack(points=0) for seat in "EWN"}
        return Draft(
            "fimj",
            rack=rack,
            winner="S",
            claim=Claim("discard", "W"),
            round_wind="E",
            others=others,
        )
    return Draft(rack=rack, winner="S", claim=Claim("discard", "W"))


def test_names_with_markup_are_shown_as_text() -> None:
    for draft in (won_draft(), won_draft("fimj")):
        markup = result_html(texts("en"), draft, assess(draft), WHO)
        assert not _Tags(markup).names & {"img", "script", "onerror", "src"}


def test_a_note_with_markup_is_shown_as_text() -> None:
    markup = entry_html(GAME, replace(entries()[2], note=NASTY), texts("en"))
    assert not _Tags(markup).names & {"img", "onerror"}


@pytest.mark.parametrize(
    ("language", "pattern"), [("en", "Value Honor"), ("it", "Onori con valore")]
)
def test_a_result_names_its_patterns_in_the_language_and_in_chinese(
    language: str, pattern: str
) -> None:
    draft = won_draft()
    markup = result_html(texts(language), draft, assess(draft), WHO)
    assert pattern in markup
    assert "番牌" in markup


def test_a_result_marks_the_winning_tile_if_it_is_known() -> None:
    draft = won_draft()
    assert "is-won" in result_html(texts("en"), draft, assess(draft), WHO)
    rack = rack_of("234567m 123p 55s [777z]")
    unknown = replace(draft, rules="riichi", rack=rack, round_wind="E")
    markup = result_html(texts("en"), unknown, assess(unknown), WHO)
    tiles, _, _ = markup.partition("hu-patterns")
    assert "hu-pictures" in tiles
    assert "is-won" not in tiles


def test_a_problem_is_shown_as_a_fault() -> None:
    wrong = replace(won_draft(), rack=rack_of("11111m"))
    markup = problems_html(texts("en"), assess(wrong).problems)
    assert "5 times 1 of characters" in markup
    assert "is-bad" in markup


def test_a_hand_that_has_only_begun_is_no_fault() -> None:
    begun = Draft("zung-jung", rack=rack_of("123m"))
    assert "is-bad" not in problems_html(texts("en"), assess(begun).problems)


def test_the_picture_of_a_counted_hand_shows_the_red_five_that_won() -> None:
    edited = rack_of("234m 3467p 99s [777z] 5p +5p").history.now
    groups = []
    for group in edited.groups:
        tiles = [replace(tile, red=tile.id == edited.winning) for tile in group.tiles]
        groups.append(replace(group, tiles=tuple(tiles)))
    rack = Rack(History(replace(edited, groups=tuple(groups))))
    draft = replace(won_draft(), rules="riichi", round_wind="E", rack=rack)
    outcome = assess(draft)
    assert outcome.hands["S"].reading == "234m 34567p 99s [777z] +0p"
    markup = result_html(texts("en"), draft, outcome, WHO)
    assert markup.count("red 5 of dots") == 1
    won_tile = markup.partition("is-won")[2]
    assert "red 5 of dots" in won_tile


def test_a_note_after_a_win_is_shown() -> None:
    draft = won_draft()
    outcome = assess(draft)
    assert outcome.record is not None
    note = SentenceRecord(text={"en": "10 points less after the game"})
    record = structs.replace(outcome.record, notes={"W": note})
    markup = result_html(texts("en"), draft, replace(outcome, record=record), WHO)
    assert "West: 10 points less after the game" in markup


def test_a_result_as_text_has_no_links() -> None:
    draft = won_draft()
    t = texts("it")
    shared = share_hand(t, assess(draft), draft, {**WHO, "S": "Bruno"}, "Serata")
    lines = shared.text.splitlines()
    assert lines[:3] == ["Serata", "Bruno ha vinto sullo scarto di West", "12 punti"]
    assert "Onori con valore 番牌: 10" in lines
    assert "Bruno +36" in lines
    assert "http" not in "".join(lines)


def test_a_shared_result_lists_the_doubling_patterns_after_the_sum_of_the_others() -> None:
    draft = won_draft("fimj")
    shared = share_hand(texts("en"), assess(draft), draft, WHO, "Evening")
    assert shared.text.splitlines()[2:5] == ["56 points", "Base points: 28", "Dragon triplet: × 2"]


def test_a_result_as_picture_is_whole_and_safe() -> None:
    for draft in (won_draft(), won_draft("fimj")):
        t = texts("en")
        picture = share_hand(t, assess(draft), draft, WHO, NASTY)
        root = ET.fromstring(picture.svg)  # noqa: S314  # our own text
        kinds = {element.tag.split("}")[1] for element in root.iter()}
        assert kinds == {"svg", "rect", "text", "tspan", "path", "image"}
        assert sum(element.tag.endswith("image") for element in root.iter()) == 15
        assert picture.height > 300


def test_a_shared_picture_shows_the_red_five_that_was_red() -> None:
    rack = rack_of("22m 45p 345s [067p] [666z] +6p")
    claim = Claim("discard", "W")
    draft = Draft("riichi", rack=rack, winner="S", claim=claim, round_wind="E")
    shared = share_hand(texts("en"), assess(draft), draft, WHO, "Evening")
    assert "22m 45p 345s [067p] [666z] +6p" in shared.text
    assert shared.svg.count(tile_data_uri("0p", "en")) == 1
    before, _red_five, _after = shared.svg.partition(tile_data_uri("0p", "en"))
    # Seven standing tiles and the winning tile are before it.
    assert before.count("<image") == 8


def test_a_long_name_leaves_room_for_its_amount_at_the_end_of_a_curve() -> None:
    drawing = curves([("Maximilian", [0, -134_000]), ("Eva", [0, 20])], texts("de").signed)
    assert ">Maxim… −134.000<" in drawing
    assert ">Eva +20<" in drawing


def test_a_fault_of_scoring_is_not_taken_for_a_hand_that_was_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(draft: Draft) -> Outcome:
        raise KeyError(draft.winner)

    monkeypatch.setattr(scored_hand, "assess", fail)
    draft = Draft(rack=rack_of(HAND), winner="S", claim=Claim("discard", "W"), saved=7)
    with pytest.raises(KeyError):
        scored_hand.scored_hand(draft_to_json(draft))


def test_a_pattern_that_the_house_changed_shows_the_value_of_the_house() -> None:
    house = read_house('rules = "riichi"\n[points]\nchiitoitsu = 3\n')
    draft = replace(
        won_draft(), rules="riichi", rack=rack_of("2233p 55p 7788s 11z 4z +4z"), round_wind="E"
    )
    published = result_html(texts("en"), draft, assess(draft), WHO)
    assert "house rules" not in published
    changed = replace(draft, options=house.options)
    markup = result_html(texts("en"), changed, assess(changed), WHO)
    assert "By the house rules 3 han · 2 han, concealed only" in markup


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Carla won", "Carla and Dario won"),
        ("de", "Carla hat gewonnen", "Carla und Dario haben gewonnen"),
        ("fr", "Carla a gagné", "Carla et Dario ont gagné"),
        ("it", "Vince Carla", "Vincono Carla e Dario"),
        ("ja", "Carlaの和了", "CarlaとDarioの和了"),
    ],
)
def test_two_winners_are_named_in_a_sentence_for_two(language: str, one: str, two: str) -> None:
    t = texts(language)
    entry = replace(entries()[0], winners=(2,))
    assert describe_hand(entry, GAME, t) == one
    assert describe_hand(replace(entry, winners=(2, 3)), GAME, t) == two
