"""``hu read``, ``hu score`` and ``hu waits`` from file to text, good photos and bad ones alike."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from hu.app.cli import cli
from hu.app.i18n import LANGUAGES, texts
from hu.scoring.errors import HuError
from hu.vision.detection import Detection
from hu.vision.reader import Reader
from tests.app.reading.test_hands import at
from tests.laid_tables import laid, photographed

SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "images" / "hand.jpg"
FIMJ = ["--rules", "fimj", "--round-wind", "E", "--winner", "S", "--win", "self-draw"]


def hu(*words: str | Path) -> Result:
    """Run ``hu`` with these words."""
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A photo of a plain green, 400 x 300 pixels."""
    path = tmp_path / "plain.jpg"
    Image.fromarray(np.full((300, 400, 3), (20, 120, 60), dtype=np.uint8)).save(path)
    return path


def test_reading_as_json_has_every_field_that_others_build_on() -> None:
    row = json.loads(hu("read", "--json", SAMPLE).stdout)
    assert row["photo"] == str(SAMPLE)
    assert row["size"] == [1600, 1200]
    assert len(row["tiles"]) >= 15
    keys = {"tile", "confidence", "alternatives", "box", "row", "group", "sideways", "role"}
    assert keys <= set(row["tiles"][0])
    assert np.array(row["tiles"][0]["box"]).shape == (4, 2)
    assert {"hand", "doubts", "seconds"} <= set(row)


def test_all_hands_are_read_as_json_and_as_text() -> None:
    row = json.loads(hu("read", "--all", "--json", SAMPLE).stdout)
    assert [(hand["side"], hand["hand"]) for hand in row["hands"]] == [("near", row["hand"])]
    assert all(tile["role"] != "other" for tile in row["hands"][0]["tiles"])
    assert hu("read", "--all", SAMPLE).stdout == hu("read", SAMPLE).stdout


def test_flowers_are_not_left_out_silently() -> None:
    line = "flowers and seasons left out: 1, because these rules are played without them"
    read = hu("read", SAMPLE, "--rules", "riichi", "--why").stdout
    assert f"\n  {line}\n" in read
    assert "left out tile 15: a flower or season, and these rules are played without them" in read
    win = ("--winner", "E", "--win", "self-draw", "--round-wind", "E")
    assert f"Note      {line}\n" in hu("score", SAMPLE, "--rules", "riichi", *win).stdout
    assert "left out" not in hu("score", SAMPLE, "--rules", "zung-jung", *win).stdout


def test_hands_that_are_listed_are_not_to_be_cropped_away(shared: Path) -> None:
    output = hu("read", "--all", shared / "photos" / "tables" / "Sanchahou.jpg").stdout
    assert "\n  left: " in output
    assert "crop" not in output


def test_one_bad_photo_does_not_stop_the_others(tmp_path: Path, plain: Path) -> None:
    (tmp_path / "cut.jpg").write_bytes(SAMPLE.read_bytes()[:5000])
    result = hu("read", "--json", tmp_path / "cut.jpg", tmp_path / "none.jpg", plain, SAMPLE)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert ["error" in row for row in rows] == [True, True, False, False]
    assert rows[2]["tiles"] == []


@pytest.mark.parametrize(
    "words",
    [
        ["read"],
        ["score", "--winner", "S", "--win", "self-draw"],
        ["waits"],
        ["teach", "--set", "club"],
    ],
)
def test_a_photo_above_the_limit_names_an_option_that_the_command_has(
    words: list[str], plain: Path
) -> None:
    result = hu(*words, plain, "--max-megapixels", "0.1")
    message = f"{result.output}{result.exception}"
    assert "300 pixels are more than the limit of 0.1 megapixels" in message
    assert "raise --max-megapixels" in message


def test_why_adds_the_evidence_for_groups_and_the_chosen_candidate(tmp_path: Path) -> None:
    output = hu("read", "--why", SAMPLE, "--overlay", tmp_path / "why.png").stdout
    evidence = r"a gap of 0\.\d tile widths \(\+\d.*a sideways tile \(\+\d"
    assert re.search(rf"claimed 7z 7z 7z, tiles 12 to 14: {evidence}", output)
    assert re.search(r"chosen 234567m 13p 55s \[777z\] 1f \+2p: cost 0\.\d = ", output)
    output_without = hu("read", SAMPLE, "--overlay", tmp_path / "plain.png").stdout
    assert output.startswith(output_without)
    assert (tmp_path / "why.png").read_bytes() != (tmp_path / "plain.png").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_is_written_in_every_language(language: str) -> None:
    lines = hu("read", "--why", "--language", language, SAMPLE).stdout.splitlines()
    words = texts(language)
    claimed = words("group.claimed")
    assert any(f"  {claimed} 7z 7z 7z, " in line for line in lines)
    assert any(words("evidence.sideways-tile") in line for line in lines)
    assert lines[0].endswith(": 234567m 13p 55s [777z] 1f +2p")


def test_why_as_json_names_the_terms_of_the_chosen_candidate_and_the_next_two(shared: Path) -> None:
    photo = shared / "photos" / "tables" / "T_open_baiman.webp"
    row = json.loads(hu("read", "--why", "--json", photo).stdout)
    why = row["why"]
    tiles = row["tiles"]
    assert [group["kind"] for group in why["groups"]].count("claimed") == 3
    for left_out in why["left_out"]:
        assert tiles[left_out["tile"]]["role"] == "other"
        assert left_out["reason"]
    assert len(why["candidates"]) == 3
    for candidate in why["candidates"]:
        costs = {term["id"]: term["log_odds"] for term in candidate["terms"]}
        assert candidate["cost"] == pytest.approx(sum(costs.values()), abs=0.05)
        assert {"count", "order", "faces", "legality"} <= costs.keys()
    assert why["candidates"][0]["hand"] == row["hand"]


def test_an_overlay_is_drawn_at_the_photos_size(tmp_path: Path) -> None:
    assert hu("read", SAMPLE, "--overlay", tmp_path / "seen.png").exit_code == 0
    with Image.open(tmp_path / "seen.png") as overlay:
        assert overlay.size == (1600, 1200)


def test_an_overlay_in_an_unknown_format_is_refused(tmp_path: Path) -> None:
    result = hu("read", SAMPLE, "--overlay", tmp_path / "seen.nothing")
    assert result.exit_code == 2
    assert "--overlay" in result.stderr


def test_a_photo_is_scored_with_patterns_and_payments() -> None:
    result = hu("score", SAMPLE, "--winner", "S", "--win", "discard", "--from", "E", "--json")
    row = json.loads(result.stdout)
    # Red dragons 10 and a guest flower 2 (rules 3.1 and 11.1.1). Up to 25 points everybody pays the
    # same.
    assert row["points"] == 12
    assert [pattern["id"] for pattern in row["patterns"]] == ["3.1", "11.1.1"]
    assert row["payments"] == {"E": -12, "S": 36, "W": -12, "N": -12}


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["--win", "self-draw"], "--winner"),
        (["--winner", "S"], "--win"),
        (["--winner", "S", "--win", "discard"], "--from"),
        (["--winner", "S", "--win", "self-draw", "--rules", "fimj"], "--round-wind"),
    ],
)
def test_an_answer_that_a_photo_cannot_give_is_never_guessed(words: list[str], option: str) -> None:
    result = hu("score", SAMPLE, *words)
    assert result.exit_code == 2
    assert f"{option} is missing" in result.stderr


def detect_always(table: list[Detection], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the networks detect these tiles in any photo, at the first look alone."""
    monkeypatch.setattr(Reader, "detect", lambda *_: table)
    monkeypatch.setattr(Reader, "detect_at_scale", lambda *_: None)


@pytest.mark.parametrize(
    ("standing", "sets", "matters"),
    [
        # Claimed or not, the hand has four triplets. Concealed ones are worth points.
        ("1p 1p 3p 3p 3p 5p 5p 5p 7p 7p 7p", "8p 8p 8p", True),
        # With one meld claimed the hand is not concealed. Nothing else depends on a claimed
        # sequence.
        ("2m 3m 4m 5p 6p 7p 5s 5s", ">7z 7z 7z | 1m 2m 3m", False),
    ],
)
def test_a_set_that_may_be_claimed_says_whether_the_score_depends_on_it(
    plain: Path, monkeypatch: pytest.MonkeyPatch, standing: str, sets: str, matters: bool
) -> None:
    table = photographed([*laid(standing, 0.0, 0.0), *laid(sets, 0.0, 1.8)])
    detect_always(table, monkeypatch)
    row = json.loads(hu("score", plain, "--winner", "S", "--win", "self-draw", "--json").stdout)
    asked = [doubt for doubt in row["doubts"] if doubt.get("as_read")]
    assert [doubt["changes_score"] for doubt in asked] == [matters]


def test_a_hand_that_does_not_win_has_its_problems_and_the_nearest_hands() -> None:
    hand = ["--hand", "123m 456p 789s 12z [777z]", "--winner", "S", "--win", "self-draw"]
    result = hu("score", *hand, "--json")
    row = json.loads(result.stdout)
    assert result.exit_code == 1
    assert {problem["id"] for problem in row["problems"]} == {"no-pair", "no-winning-shape"}
    assert "123m 456p 789s 11z [777z]" in row["nearest"]


def test_a_win_that_contradicts_itself_is_no_losing_hand() -> None:
    hand = ["--hand", "123m 456p 789s 11z [777z]", "--winner", "S", "--win", "self-draw"]
    text = hu("score", *hand, "--circumstance", "heaven").stdout
    assert "contradicts itself" in text
    assert "one tile away" not in text


DISCARD = ["--winner", "S", "--win", "discard", "--from", "W"]


def test_the_winning_tile_is_not_asked_for_if_it_does_not_matter() -> None:
    result = hu("score", "--hand", "234m 567m 55s [777z] 123p", *DISCARD)
    assert "Value     10" in result.stdout


def test_the_winning_tile_is_asked_for_if_it_matters() -> None:
    words = ["score", "--hand", "111m 222p 345s 678s 99s", *DISCARD]
    with pytest.raises(HuError, match="add --winning TILE"):
        CliRunner().invoke(cli, words, catch_exceptions=False)
    assert hu(*words, "--winning", "9s").exit_code == 0


def test_a_photo_without_tiles_is_refused_in_one_line(plain: Path) -> None:
    words = ["score", str(plain), "--winner", "S", "--win", "self-draw"]
    with pytest.raises(HuError, match=r"plain\.jpg: no mahjong tiles found"):
        CliRunner().invoke(cli, words, catch_exceptions=False)


def test_a_fimj_table_is_explained_pair_by_pair() -> None:
    others = [
        "[222p] 55z 789s 1m 4m 7p 9p 9p 1f",
        "[333z] 234p 6s 6s 6s 1m 4m 7p 8p",
        "123456m 19p 2255s 4z",
    ]
    words = ["--other", f"E={others[0]}", "--other", f"W={others[1]}", "--other", f"N={others[2]}"]
    text = hu("score", "--hand", "111z 555p 234m 678s 9m +9m", *FIMJ, *words).stdout
    assert "East pays South the win: 128 x 2 (East) = 256, rounded to 260" in text
    assert "Totals    East -230, South +520, West -110, North -180" in text


def test_one_photo_of_the_table_fills_all_racks(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = [
        *at("near", "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z"),
        *at("right", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z"),
    ]
    detect_always(table, monkeypatch)
    result = hu("score", "--table", plain, *FIMJ, "--winning", "6z", "--json")
    assert result.stderr == f"{plain}: E sits near, S sits right\n"
    row = json.loads(result.stdout)
    assert row["hand"] == "123m 555p 789s 2226z +6z"
    assert row["missing"] == ["W", "N"]
    (rack,) = row["table"].values()
    assert list(row["table"]) == ["E"]
    assert rack["side"] == "near"
    assert rack["hand"] == "1147m 258p 369s 135z"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rules", "riichi"], "--table: riichi scores the winner's hand alone"),
        (["--rules", "fimj", "--nobody"], "does not show who sits where"),
    ],
)
def test_a_photo_of_the_table_that_is_of_no_use_is_refused(words: list[str], message: str) -> None:
    result = hu("score", "--table", "table.jpg", *words)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--other", "E"], "others E: expected"),
        (["--other", "E=123m", "--other", "E=123m"], "E is given twice"),
        (["--other", "E=none.jpg"], "No such file"),
        (["--status", "false-win"], "statuses false-win: expected"),
    ],
)
def test_the_error_about_a_mistake_in_another_hand_names_the_place(
    options: list[str], message: str
) -> None:
    words = ["score", "--hand", "111z 555p 234m 678s 9m +9m", *FIMJ, *options]
    with pytest.raises(HuError, match=message):
        CliRunner().invoke(cli, words, catch_exceptions=False)


def test_complete_hands_of_real_photos_are_read(shared: Path) -> None:
    photos = shared / "photos" / "val" / "images"
    result = hu("read", photos / "h024.jpg", photos / "h027.jpg")
    assert "111m 777p 222777s 33z 14f" in result.stdout
    assert "123456789s 33377z 1f" in result.stdout


def waits(*words: str | Path) -> Result:
    """Run ``hu waits``, which must not be refused."""
    return CliRunner().invoke(cli, ["waits", *map(str, words)], catch_exceptions=False)


def test_every_hand_has_a_line_with_its_waits_its_discards_or_its_error() -> None:
    hands = ["123m 456p 789s 11z 56s", "123m 456p 789s 11z 5s", "123m 3456p 578s 1122z", "x"]
    result = waits("--json", *hands)
    waiting, short, fourteen, nonsense = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 1
    assert [wait["tile"] for wait in waiting["waits"]] == ["4s", "7s"]
    assert "12 tiles where 13 wait" in short["error"]
    assert fourteen["discards"][0]["left"] == 12
    assert nonsense["hand"] == "x"
    assert "without a number" in nonsense["error"]


def test_the_other_tiles_of_a_photo_are_not_left(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 5s 6s")
    table = photographed([*standing, *laid("4s 7s 9m", 3.0, 5.0)])
    detect_always(table, monkeypatch)
    (row,) = map(json.loads, waits("--json", plain).stdout.splitlines())
    assert [(wait["tile"], wait["left"]) for wait in row["waits"]] == [("4s", 3), ("7s", 2)]
    assert row["photo"] == str(plain)


def test_a_wait_is_printed_with_its_points() -> None:
    riichi = ["--rules", "riichi", "--winner", "S", "--round-wind", "E"]
    lines = waits(*riichi, "123m 456p 789s 11z 56s", "--seen", "44s").stdout.splitlines()
    assert lines[1] == "Waits     4s, 2 left: discard no yaku, self-draw 1100"


def test_a_wait_whose_points_depend_on_an_answer_is_printed_with_it() -> None:
    assert "depends on" in waits("222z 456p 789s 11m 56s").stdout


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("123m 3456p 578s 1122z", "1 away from waiting; the best discards:"),
        ("147m 258p 369s 1234z", "6 away from waiting, nearer with"),
        ("123m 456p 789s 11z 56s +4s", "Wins already; the best discards:"),
    ],
)
def test_a_hand_that_does_not_wait_is_printed_with_its_distance(hand: str, line: str) -> None:
    assert waits(hand).stdout.splitlines()[1].startswith(line)


def test_only_tiles_can_have_been_seen() -> None:
    result = CliRunner().invoke(cli, ["waits", "123m 456p 789s 11z 56s", "--seen", "9x"])
    assert str(result.exception).startswith("--seen: hand, column 2")


#: A table of Hong Kong at which seven pairs win.
WITH_SEVEN_PAIRS = [
    *["--rules", "hong-kong", "--winner", "S", "--win", "self-draw", "--round-wind", "E"],
    *["--option", "seven_pairs=true"],
]


def test_the_options_of_the_table_decide_whether_a_hand_wins() -> None:
    pairs = ["--hand", "1122m 3344p 5566s 7m +7m", "--circumstance", "heaven"]
    # The hand wins, but heaven is East's.
    assert "contradicts itself" in hu("score", *pairs, *WITH_SEVEN_PAIRS).stdout


def test_the_options_of_the_table_decide_which_hands_are_near() -> None:
    output = hu("score", "--hand", "1122m 3344p 5566s 7m +8m", *WITH_SEVEN_PAIRS).stdout
    assert "one tile away: 11227m 3344p 5566s +7m" in output
