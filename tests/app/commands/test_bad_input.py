"""Mistakes on the command line: a line names the fault, the place and the remedy."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hu.app.cli import cli
from hu.scoring.errors import HuError, InputError

SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "images" / "hand.jpg"
REMEDY = "name the folder of the networks, or reinstall"


def hu(*words: str | Path) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("folder", "is a folder; name a picture, such as why.png"),
        ("why.txt", "not the ending of a picture; name it .png or .jpg"),
        ("why", "not the ending of a picture; name it .png or .jpg"),
        ("missing/why.png", "no such folder as"),
    ],
)
@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["read", SAMPLE], "--overlay"),
        (["score", SAMPLE, "--winner", "S", "--win", "self-draw"], "--overlay"),
        (["teach", SAMPLE, "--set", "club"], "--sheet"),
        (["evaluate", SAMPLE.parents[1]], "--sheet"),
    ],
)
def test_a_picture_that_cannot_be_saved_is_refused_before_photos_are_read(
    words: list[str | Path], option: str, name: str, fault: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    result = hu(*words, option, tmp_path / name)
    assert result.exit_code == 2
    assert result.stdout == ""
    last_line = result.stderr.splitlines()[-1]
    assert last_line.startswith(f"Error: Invalid value for '{option}': {tmp_path / name}: ")
    assert fault in last_line


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["read", "PHOTO"], "--overlay"),
        (["score", "PHOTO", "--winner", "S", "--win", "self-draw"], "--overlay"),
        (["teach", "PHOTO", "--set", "club"], "--sheet"),
    ],
)
def test_a_picture_never_replaces_the_photo_that_was_read(
    words: list[str], option: str, tmp_path: Path
) -> None:
    photo = tmp_path / "hand.jpg"
    shutil.copy(SAMPLE, photo)
    arguments = [word.replace("PHOTO", str(photo)) for word in words]
    result = hu(*arguments, option, tmp_path / "." / "hand.jpg")
    assert result.exit_code == 2
    assert f"{option} {photo}: is the photo itself; name another file" in result.stderr
    assert photo.read_bytes() == SAMPLE.read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--corrections", "list"], "list: expected the columns file, box and tile in line 1"),
        (["--only", "list"], "--only list: names none of the photos in samples"),
    ],
)
def test_a_list_that_is_another_file_is_named(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLE.parents[1], "samples")
    Path("list").write_text("dear diary,\n", encoding="utf-8")
    result = hu("evaluate", "samples", *words)
    assert isinstance(result.exception, InputError)
    assert str(result.exception).startswith(message)


def test_a_number_of_worst_photos_is_not_negative() -> None:
    result = hu("evaluate", SAMPLE.parents[1], "--worst", "-1")
    assert result.exit_code == 2
    assert "--worst" in result.stderr


@pytest.mark.parametrize("words", ["waits 123m456p789s11z22z", "rules", "hands /dev/null"])
def test_closed_output_is_one_line(words: str) -> None:
    command = f"exec {sys.executable} -m hu {words} >&-"
    process = subprocess.run(["/bin/sh", "-c", command], stderr=subprocess.PIPE, check=False)
    assert process.returncode == 1
    assert process.stderr == b"hu: the output is closed; send it to a file or to /dev/null\n"


def test_closed_input_is_no_requests() -> None:
    command = f"exec {sys.executable} -m hu hands <&-"
    process = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)
    assert process.returncode == 0
    assert process.stdout == b""
    assert process.stderr == b""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["waits", "none.jpg"], "none.jpg: No such file or directory"),
        (["waits", "folder"], "folder: is a folder; name a photo, or write a hand"),
        (["games", "import", "none"], "none: No such file or directory"),
    ],
)
def test_a_message_begins_with_the_name_of_its_file(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    result = hu(*words)
    assert result.exit_code != 0
    text = result.stderr.strip() or str(result.exception)
    assert text.startswith(message)


def test_the_folder_of_results_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    shutil.copy(SAMPLE, tmp_path / "photos")
    (tmp_path / "results").touch()
    result = hu("batch", tmp_path / "photos", "--out", tmp_path / "results")
    assert isinstance(result.exception, InputError)
    assert str(result.exception) == (
        f"--out {tmp_path / 'results'}: is a file; name a folder for the results"
    )


def test_a_wrong_tile_is_named_with_its_option() -> None:
    riichi = "--rules riichi --round-wind E --hand 234567m13p555s777z+2p"
    win = "--winner S --win discard --from W"
    for words, place in (
        (f"score {win} {riichi} --dora 10p", "dora_indicators 10p: "),
        (f"score {win} --hand 234567m13p555s777z+2p --discard W=9x", "recent_discards W=9x: "),
        (f"score {win} --hand 234567m13p555s777z2p --winning 9z", "--winning 9z: "),
        (f"teach {SAMPLE} --set club --face 1=9z", "--face 1=9z: "),
    ):
        fault = hu(*words.split()).exception
        assert isinstance(fault, InputError)
        assert str(fault).startswith(f"{place}unknown tile"), fault


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--weights FOLDER", f"FOLDER/detector.onnx: No such file or directory; {REMEDY}"),
        (
            "--certificate FILE --key FILE",
            "FILE, FILE: not a certificate and its key in PEM format; mkcert makes both files",
        ),
    ],
)
def test_the_page_does_not_start_with_files_that_it_cannot_use(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hu.app.page.serving.server.serve", _refuse_start)
    (tmp_path / "file").write_text("dear diary,\n", encoding="utf-8")
    places = {"FOLDER": str(tmp_path), "FILE": str(tmp_path / "file")}
    for word, place in places.items():
        words = words.replace(word, place)
        message = message.replace(word, place)
    result = hu(
        "app", "--port", "8599", "--local", "--games", tmp_path / "games.sqlite", *words.split()
    )
    assert isinstance(result.exception, HuError)
    assert str(result.exception) == message
    assert result.stdout == ""


def _refuse_start(*_: object, **__: object) -> None:
    raise AssertionError("the page was started")


@pytest.mark.parametrize("host", ["https://hu.example.org", "a b", "hu.example.org/page", ""])
def test_the_name_of_a_server_is_a_name_alone(host: str) -> None:
    result = hu("app", "--host", host)
    assert result.exit_code == 2
    last_line = result.stderr.splitlines()[-1]
    assert last_line == f"Error: --host {host}: write the name alone, such as hu.example.org"


def test_a_manifest_without_columns_is_named(tmp_path: Path) -> None:
    manifest = tmp_path / "list.txt"
    manifest.write_text("dear diary,\n", encoding="utf-8")
    result = hu(
        "batch", SAMPLE.parent, "--out", tmp_path / "out", "--manifest", manifest, "--workers", "1"
    )
    assert str(result.exception) == (
        f"manifest {manifest}: its first line must name the columns, 'photo' among them, "
        "but it reads: dear diary, "
    )


def test_an_empty_manifest_is_named(tmp_path: Path) -> None:
    manifest = tmp_path / "list.csv"
    for content in ("", "\n", ",,\n"):
        manifest.write_text(content, encoding="utf-8")
        result = hu("batch", SAMPLE.parent, "--out", tmp_path / "out", "--manifest", manifest)
        assert str(result.exception) == (
            f"manifest {manifest}: its first line must name the columns, 'photo' among them, "
            "but it is empty"
        )


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_hand_is_refused(text: str) -> None:
    result = hu("score", "--hand", text, "--winner", "S", "--win", "self-draw")
    assert result.exit_code == 2
    last_line = result.stderr.splitlines()[-1]
    assert last_line == (
        "Error: Invalid value for '--hand': it is empty; write a hand, such as 234567m13p55s777z+2p"
    )
    assert hu("waits", text).stderr.startswith("an empty hand: 0 tiles where 13 wait")


def test_a_picture_never_replaces_the_photo_of_the_table_or_a_labelled_photo(
    tmp_path: Path,
) -> None:
    samples = tmp_path / "samples"
    shutil.copytree(SAMPLE.parents[1], samples)
    photo = samples / "images" / SAMPLE.name
    win = ["--winner", "S", "--win", "self-draw", "--rules", "fimj"]
    other_photos = tmp_path / "names"
    other_photos.write_text("riichi.jpg\n", encoding="utf-8")
    for result in (
        hu("score", SAMPLE, *win, "--table", photo, "--overlay", photo),
        hu("score", SAMPLE, *win, "--other", f"E={photo}", "--overlay", photo),
        hu("evaluate", samples, "--sheet", photo),
        hu("evaluate", samples, "--only", other_photos, "--sheet", photo),
    ):
        assert result.exit_code == 2
        assert "is the photo itself; name another file" in result.stderr
        assert photo.read_bytes() == SAMPLE.read_bytes()


def test_an_overlay_without_a_photo_to_draw_is_refused(tmp_path: Path) -> None:
    words = ["score", "--hand", "234m 567m 55s [777z] 13p +2p", "--winner", "S"]
    result = hu(*words, "--win", "self-draw", "--overlay", tmp_path / "overlay.png")
    assert result.exit_code == 2
    last_line = result.stderr.splitlines()[-1]
    assert last_line == "Error: --overlay draws the tiles of the winner's photo; name a PHOTO"


def test_an_unknown_way_to_win_is_named_before_the_discarder_is_asked_for() -> None:
    result = hu("score", "--hand", "234m 567m 55s [777z] 13p +2p", "--winner", "S", "--win", "zzz")
    error = result.exception
    assert isinstance(error, InputError)
    assert str(error) == "zzz is no way to win; it is self-draw, discard or robbed-kong"


_INTERRUPTED_IMPORT = """
import os, signal, sys
from hu.app import cli

def import_module(name):
    # As compiled modules do that are interrupted while they are imported.
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError(f"{name} failed to import") from None

signal.signal(signal.SIGINT, signal.default_int_handler)
cli.importlib.import_module = import_module
sys.argv = ["hu", "read", "a.jpg"]
cli.main()
"""


def test_an_interrupt_while_modules_are_imported_ends_the_command_without_a_traceback() -> None:
    process = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED_IMPORT], capture_output=True, check=False, timeout=60
    )
    assert process.returncode == -signal.SIGINT
    assert process.stderr == b""
