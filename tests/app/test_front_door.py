"""``import hu`` is fast, and gives the same as the commands. Its examples are run."""

import doctest
import importlib
import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import hu
from hu.app.front_door import draw_in_notebooks
from hu.app.records.schema import SCHEMA_VERSION
from tests.answers import answer_request
from tests.scoring.hand_strategies import random_win

ROOT = Path(__file__).parents[2]


PUBLIC = [
    *("hu", "hu.app.front_door", "hu.app.records.requests"),
    *(
        f"hu.scoring.{name}"
        for name in (
            "hand",
            "notation",
            "options",
            "near_hands",
            "patterns",
            "problems",
            "rule_set.declared",
            "rule_set.registry",
            "unknowns",
        )
    ),
]


def run(*words: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """Run a program that has to succeed.

    Args:
        *words: the program and its arguments.
        cwd: the working folder. None for that of the tests.
        **environment: variables for it besides those of the tests. PYTHONPATH is left out.

    Returns:
        What it prints.
    """
    known = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    process = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=known | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr[-2000:]
    return process.stdout


@pytest.mark.parametrize("name", PUBLIC)
def test_the_examples_of_public_functions_hold(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_function_of_the_front_door_has_an_example() -> None:
    for name in (
        "score",
        "score_table",
        "problems",
        "read_photo",
        "read_photos",
        "to_json",
        "from_json",
    ):
        assert ">>>" in getattr(hu, name).__doc__, name


def test_the_front_door_lists_its_names() -> None:
    assert set(hu.__all__) <= set(dir(hu))


def test_the_front_door_has_no_other_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hu.nothing  # noqa: B018


def test_importing_loads_no_networks_and_no_images() -> None:
    libraries = {"cv2", "numpy", "onnxruntime", "PIL", "streamlit"}
    assert not loaded_modules("import hu") & {*libraries, "hu.scoring"}
    hand = "hu.Hand.from_text('55s 111z 222z 333z 44z +4z')"
    scoring = f"import hu; hu.score({hand}, hu.Win('S', 'self-draw'))"
    assert not loaded_modules(scoring) & libraries
    # The process that runs a batch reads no photo itself.
    batch = "import hu.app.batch.run, hu.app.batch.settings"
    assert not loaded_modules(batch) & libraries


def loaded_modules(program: str) -> set[str]:
    """Run a program, and return the modules that it has loaded."""
    output = run(
        sys.executable, "-c", f"{program}; import sys; print(*sys.modules)", PYTHONPATH=str(ROOT)
    )
    return set(output.split())


def test_a_table_gives_what_hu_hands_prints() -> None:
    line = {
        "rules": "fimj",
        "round_wind": "E",
        "winners": {"S": {"hand": "111z 555p 234m 678s 9m +9m", "win": "self-draw"}},
        "others": {
            "E": {"hand": "[222p] 55z 789s 1m 4m 7p 9p 9p 1f"},
            "W": {"hand": "[333z] 234p 6s 6s 6s 1m 4m 7p 8p"},
            "N": {"status": "false-win"},
        },
        "options": {"limit": 2000, "waive": ["all-drawn"]},
    }
    request = hu.from_json(json.dumps(line))
    assert isinstance(request, hu.Request)
    assert hu.from_json(hu.to_json(request)) == request
    scored = hu.score_table(request.deal)
    assert json.loads(hu.to_json(scored)) == {"schema": SCHEMA_VERSION, **answer_request(line)}
    assert scored.points == scored.score.players["S"].points


@pytest.mark.parametrize("rules", ["riichi", "fimj"])
def test_the_order_of_the_players_changes_no_score(rules: str) -> None:
    players = {
        "E": hu.Player(
            hu.Hand.from_text("123m 456p 789s 99m 23s +4s"), hu.Win("E", "discard", "S")
        ),
        "S": hu.Player(hu.Hand.from_text("1147m 258p 369s 135z")),
        "W": hu.Player(hu.Hand.from_text("234m 567m 55p 345p 33s"), None),
        "N": hu.Player(
            hu.Hand.from_text("666z 777m 88p 567p 56s +4s"), hu.Win("N", "discard", "S")
        ),
    }
    expected = hu.score_table(hu.Deal(players, round_wind="E"), rules)
    assert expected.winner == expected.score.players["E"]
    for seats in itertools.permutations(players):
        deal = hu.Deal({seat: players[seat] for seat in seats}, round_wind="E")
        scored = hu.score_table(deal, rules)
        assert scored.winner == expected.winner
        assert list(scored.score.players) == list(expected.score.players)
        assert list(scored.payments or {}) == list(expected.payments or {})
        assert scored == expected


def test_a_request_keeps_its_id_in_any_spelling() -> None:
    line = {"Id": 5, "rules": "zung-jung", "hand": "55s +5s", "winner": "S", "win": "self-draw"}
    request = hu.from_json(json.dumps(line))
    assert json.loads(hu.to_json(request))["id"] == 5


def test_values_are_rebuilt_from_their_text() -> None:
    hand = hu.Hand.from_text("123m 44p [555z] (1111s) 1f 3g +5p")
    names = {"Hand": hu.Hand, "Meld": hu.Meld, "Win": hu.Win}
    assert eval(repr(hand), names) == hand == hu.Hand.from_text(str(hand))  # noqa: S307
    win = hu.Win("S", "discard", "W", frozenset({"last-tile"}))
    assert eval(repr(win), names) == win  # noqa: S307
    assert hu.from_json(hu.to_json(hand)) == hand


def test_notebooks_draw_the_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: dict[type, Callable[[hu.Hand], str]] = {}
    html = SimpleNamespace(for_type=drawn.__setitem__)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": html}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    draw_in_notebooks()
    markup = drawn[hu.Hand](hu.Hand.from_text("123m [555z] +5p"))
    assert markup.count("<img") == 7
    assert 'alt="5z"' in markup


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("1", "not a hand, a request or a photo"),
        ('{"hand": "123m"}', "rules is missing"),
        ('{"photo": "a.jpg", "tiles": [1]}', r"tiles\[0\]: expected an object"),
        ('"12x"', "column"),
    ],
)
def test_json_of_another_kind_is_refused(text: str, message: str) -> None:
    with pytest.raises(hu.InputError, match=message):
        hu.from_json(text)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: hu.read_photos("x.jpg"),
            r"takes a list of paths; for one photo did you mean read_photo\('x.jpg'\)",
        ),
        (lambda: hu.read_photos(["x.jpg"], "fijm"), "unknown rule set 'fijm': did you mean 'fimj'"),
        (
            lambda: hu.score(*random_win(random.Random(1)), options={"minimun": 200}),
            "did you mean 'minimum'",
        ),
        (
            lambda: hu.score(*random_win(random.Random(1)), options={"uma": 3}),
            "options.uma: unknown key; known are ",
        ),
    ],
)
def test_what_does_not_exist_is_told_with_the_nearest_that_does(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(hu.InputError, match=message):
        call()


def test_a_photo_whose_name_is_no_text_comes_back_from_json() -> None:
    line = hu.to_json(hu.PhotoRecord("bad\udcff.jpg", hu.Hand.from_text("123m")))
    photo = hu.from_json(line)
    assert isinstance(photo, hu.PhotoRecord)
    assert photo.photo == "bad\udcff.jpg"


@pytest.mark.parametrize("text", ["NaN", '{"photo": Infinity}', "[" * 100_000, "1" * 5_000])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(hu.InputError):
        hu.from_json(text)
