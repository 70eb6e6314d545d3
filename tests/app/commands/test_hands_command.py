import io
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hu.app.commands import hands
from hu.app.commands.hands import command
from hu.app.records.schema import record_to_json

EXAMPLE = (
    '{"id": "a1", "rules": "zung-jung", "hand": "234m 567m 55s [777z] 13p +2p", '
    '"winner": "S", "win": "discard", "from": "W", "circumstances": ["last-tile"], '
    '"recent_discards": [["S", "9m"], ["W", "3z"]], '
    '"options": {"half_flowers": false, "minimum": 0}}'
)
ANSWER = (
    '{"schema": 3, "id": "a1", "points": 20, "limit": null, "patterns": '
    '[{"id": "3.1", "points": 10, "count": 1}, {"id": "9.1.2", "points": 10, "count": 1}], '
    '"reading": "123p 234m 567m 55s [777z]", '
    '"payments": {"E": -20, "S": 60, "W": -20, "N": -20}}'
)


def _run(text: str | bytes, *arguments: str) -> tuple[list[dict[str, Any]], int]:
    """Run ``hu hands`` with an input, and return the answers and the exit status."""
    result = CliRunner().invoke(command, arguments, input=text)
    return [json.loads(line) for line in result.stdout.splitlines()], result.exit_code


def _changed(**changes: object) -> str:
    """The example with changed keys. A key with ``...`` is left out."""
    request = {**json.loads(EXAMPLE), **changes}
    return json.dumps({key: value for key, value in request.items() if value is not ...})


def test_the_example_of_the_interface_is_answered_to_the_letter() -> None:
    result = CliRunner().invoke(command, input=EXAMPLE + "\n")
    assert result.stdout == ANSWER + "\n"
    assert result.exit_code == 0


def test_a_line_that_cannot_be_scored_does_not_stop_the_run() -> None:
    replies, status = _run(f"{EXAMPLE}\n\n[1\n{_changed(id=7, hand='1x')}\n{EXAMPLE}")
    assert [reply["id"] for reply in replies] == ["a1", None, None, 7, "a1"]
    assert ["error" in reply for reply in replies] == [False, True, True, True, False]
    assert status == 1


def test_nothing_in_is_nothing_out() -> None:
    assert _run("") == ([], 0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("   ", "empty; each line must hold one JSON object"),
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ("null", "not a JSON object"),
        ("3", "not a JSON object"),
        (b'{"id": "\xff"}', "not UTF-8 from byte 9 on"),
        (EXAMPLE.encode("utf-16-le"), "not JSON"),
        ('{"id": NaN}', "NaN is no JSON number"),
        ('{"id": -Infinity}', "-Infinity is no JSON number"),
        ('{"id": 1e999}', "1e999 is too large a number"),
        ('{"id": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 200_000, "nested too deeply"),
        ('{"id": 1, "id": 2}', "key 'id' occurs twice"),
        ('{"id": "' + "x" * 1_000_001 + '"}', "too many for a request"),
        ("{}", "rules is missing"),
        (_changed(rules=...), "rules is missing"),
        (_changed(rules="bridge"), "unknown rule set 'bridge': known are zung-jung, fimj"),
        (_changed(rules=["zung-jung"]), "rules: expected a text"),
        (_changed(hand=...), "hand is missing"),
        (_changed(hand=None), "hand is missing"),
        (_changed(hand=5), "hand: expected a text, not 5"),
        (_changed(hand=""), "0 tiles where 13 are needed"),
        (_changed(hand="234m 567m 55s [777z] 13p +0z"), "hand, column 28: '0' is no tile's number"),
        (_changed(hand="222222m 567m 55s [777z] +2p"), "6 copies of 2m"),
        (_changed(winner=...), "winner is missing"),
        (_changed(winner="Left"), "Left is no seat; seats are E S W N"),
        (_changed(winner=1), "winner: expected a text, not 1"),
        (_changed(win="luck"), "luck is no way to win"),
        (_changed(**{"from": ...}), "a win by discard needs the seat it came from ('from')"),
        (_changed(**{"from": "S"}), "S cannot win on their own tile"),
        (_changed(circumstances="last-tile"), "circumstances: expected a list, not 'last-tile'"),
        (_changed(circumstances=[1]), "circumstances[0]: expected a text, not 1"),
        (_changed(circumstances=["luck"]), "luck is no circumstance"),
        (_changed(circumstances=["heaven"]), "heaven (9.4.1) is East's, but the winner is S"),
        (_changed(recent_discards=[["S"]]), "recent_discards[0]: expected a seat and a tile"),
        (_changed(recent_discards=["S9"]), "recent_discards[0]: expected a seat and a tile"),
        (_changed(recent_discards=[["X", "9m"]]), "X is no seat"),
        (_changed(recent_discards=[["S", "9x"]]), "unknown tile 9x among the recent discards"),
        (_changed(options=[]), "options: expected an object, not []"),
        (_changed(options={"minimum": "5"}), "options.minimum: expected a whole number, not '5'"),
        (_changed(options={"minimum": True}), "options.minimum: expected a whole number, not True"),
        (_changed(options={"minimum": 5.5}), "options.minimum: expected a whole number, not 5.5"),
        (_changed(options={"minimum": -1}), "option minimum: '-1' is not between 0 and 320"),
        (_changed(options={"minimum": 10**4000}), "option minimum: '1000"),
        (
            _changed(options={"half_flowers": 1}),
            "options.half_flowers: expected true or false, not 1",
        ),
        (
            _changed(options={"half_flower": True}),
            "options.half_flower: unknown key; did you mean 'half_flowers'?",
        ),
        (_changed(options={"uma": 15}), "options.uma: unknown key; known are half_flowers"),
        (
            _changed(circumstanes=["last-tile"]),
            "circumstanes: unknown key; did you mean 'circumstances'?",
        ),
        (
            _changed(circumstance=["last-tile"]),
            "circumstance: the same as circumstances, which is given too",
        ),
        (_changed(minimum=5), "minimum: unknown key; it is one of the options of zung-jung"),
        (_changed(heaven=True), "heaven: unknown key; it is one of the circumstances of zung-jung"),
        (_changed(kita=2), "kita: unknown key; known are "),
        (_changed(absent="N"), "absent N: zung-jung is played by four, so nobody can be absent"),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, str) else None,
)
def test_each_bad_line_says_what_is_wrong(line: str | bytes, message: str) -> None:
    (reply,), status = _run(line)
    assert list(reply) == ["schema", "id", "error"]
    assert reply["error"].startswith("line 1: ")
    assert message in reply["error"]
    assert len(reply["error"]) < 1100
    assert status == 1


def test_every_problem_of_a_hand_is_in_its_error() -> None:
    (reply,), _ = _run(_changed(hand="[135m] 11f 4p", winner="A", circumstances=["heaven"]))
    for part in (
        "[135m] is no",
        "2 copies of 1f",
        "4 tiles",
        "no winning tile",
        "A is no seat",
        "heaven",
    ):
        assert part in reply["error"]


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (
            _changed(
                circumstances=None,
                recent_discards=None,
                options=None,
                win="self-draw",
                **{"from": None},
            ),
            [10],
        ),
        (_changed(note={"photo": "IMG_0012.jpg"}), [20]),
        (b"\xef\xbb\xbf" + EXAMPLE.encode(), [20]),
        (f"{EXAMPLE}\r\n{EXAMPLE}\r\n", [20, 20]),
    ],
    ids=["null for missing", "a note of another program", "byte order mark", "windows line ends"],
)
def test_lines_with_harmless_differences_are_answered(
    lines: str | bytes, points: list[int]
) -> None:
    replies, status = _run(lines)
    assert [reply["points"] for reply in replies] == points
    assert status == 0


@pytest.mark.parametrize("identity", ["中庸", "\ud800", 1.5, None, ["a", {"b": []}], True])
def test_the_id_comes_back_as_it_went_in(identity: object) -> None:
    (reply,), status = _run(_changed(id=identity))
    assert (reply["id"], status) == (identity, 0)


def test_an_answer_has_reasons_by_an_option_or_a_key() -> None:
    (by_option,), _ = _run(EXAMPLE, "--explain")
    (by_request,), _ = _run(_changed(explain=True))
    assert by_option == by_request
    assert by_option["patterns"][0] == {
        "id": "3.1", "points": 10, "count": 1,
        "names": {"it": "Onori con valore", "en": "Value Honor", "zh": "番牌"},
        "condition": {
            "en": "triplet of dragons or of one's own wind",
            "it": "tris di draghi o del proprio vento",
        },
        "why": ["777z"],
    }  # fmt: skip
    assert by_option["total"] == 20


def test_the_keys_of_a_request_can_be_spelled_in_any_way() -> None:
    by_its_keys = _run(_changed(explain=True))
    request = json.loads(_changed(explain=True))
    in_capitals = {key.title(): value for key, value in request.items()}
    assert _run(json.dumps(in_capitals)) == by_its_keys


def test_a_key_in_two_spellings_is_refused() -> None:
    (reply,), status = _run(_changed(explain=True, Explain=False))
    assert status == 1
    assert reply["error"] == "line 1: Explain: the same as explain, which is given too"


def test_hands_can_come_from_a_file(tmp_path: Any) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(EXAMPLE, encoding="utf-8")
    (reply,), status = _run("", str(path))
    assert (reply["points"], status) == (20, 0)


_HU_HANDS = [sys.executable, "-c", "from hu.app.cli import main; main()", "hands"]
GOOD = {
    "rules": "zung-jung",
    "hand": "55s 111z 222z 333z 44z +4z",
    "winner": "S",
    "win": "self-draw",
}


def _lines(count: int) -> bytes:
    """Requests with the numbers from 1 on as ids. The winner of every hundredth is wrong."""
    lines = []
    for number in range(1, count + 1):
        request = {"id": number, **GOOD}
        if number % 100 == 0:
            request["winner"] = "X"
        lines.append(json.dumps(request).encode() + b"\n")
    return b"".join(lines)


@contextmanager
def _hands() -> Iterator["subprocess.Popen[bytes]"]:
    """Run ``hu hands`` as a program."""
    with subprocess.Popen(
        _HU_HANDS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_long_inputs_are_answered_in_order(tmp_path: Path) -> None:
    content = _lines(6000)
    path = tmp_path / "hands.jsonl"
    path.write_bytes(content)
    expected = [record_to_json(reply) for reply in hands.answer_lines(io.BytesIO(content))]
    with path.open("rb") as file:
        process = subprocess.run(_HU_HANDS, stdin=file, capture_output=True, check=False)
    assert process.stdout.decode().splitlines() == expected
    assert process.stderr.decode() == "hu hands: 60 of 6000 lines could not be scored\n"
    assert process.returncode == 1


def test_an_answer_waits_for_no_later_line() -> None:
    with _hands() as process:
        output = _read_until(b'"id": 5000, "error"', process, [_lines(5000)])
    assert output.count(b"\n") == 5000


def test_an_endless_line_after_many_is_refused_at_once() -> None:
    with _hands() as process:
        pieces = chain([_lines(3000)], repeat(b"x" * 65_536))
        output = _read_until(b"too many for a request", process, pieces)
    assert output.count(b"\n") == 3001


def _read_until(words: bytes, process: "subprocess.Popen[bytes]", pieces: Iterable[bytes]) -> bytes:
    """Send pieces without ever closing the input, and return the output up to some words.

    Args:
        words: the words. The output ends with their line, or after a minute without them.
        process: the program.
        pieces: the input.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    stdin = process.stdin.fileno()
    stdout = process.stdout.fileno()
    is_over = Event()

    def send() -> None:
        for piece in pieces:
            rest = piece
            while rest and not is_over.is_set():
                # The program takes no more until it has read what it has.
                with suppress(BlockingIOError):
                    rest = rest[os.write(stdin, rest) :]
                time.sleep(0.001)
            if is_over.is_set():
                return

    os.set_blocking(stdin, False)
    sender = Thread(target=send)
    sender.start()
    output = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if words in output and output.endswith(b"\n"):
            break
        has_output, _, _ = select.select([stdout], [], [], 0.1)
        if has_output:
            output += os.read(stdout, 1 << 20)
    is_over.set()
    sender.join()
    return output


@given(
    st.lists(
        st.sampled_from([b"a", b"\n", b"bc", b"\r", b"\x0b", b"x" * 7, b"x" * 25]), max_size=30
    )
)
def test_every_line_is_read_once(parts: list[bytes]) -> None:
    content = b"".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hands, "LONGEST_LINE", 20)
        lines = list(hands.read_lines(io.BytesIO(content)))
    whole_lines = content.split(b"\n")
    if whole_lines[-1] == b"":
        # The input ends with a whole line.
        whole_lines.pop()
    assert len(lines) == len(whole_lines)
    for line, whole_line in zip(lines, whole_lines, strict=True):
        if len(whole_line) <= 20:
            assert line == whole_line
        else:
            # Only the beginning is read, which is too long itself.
            assert whole_line.startswith(line)
            assert len(line) > 20
