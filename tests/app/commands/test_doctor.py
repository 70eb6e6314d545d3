"""``hu doctor`` finds what is wrong, a line each, and changes nothing."""

import json
import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hu.app.cli import cli
from hu.app.ledger.ledger import Ledger
from hu.vision.networks.weights import WeightsError, check_weights
from hu.vision.reader import MODELS

CHECKS = ["versions", "networks", "games", "space", "camera", "sample photo"]


def doctor(*words: object) -> Result:
    return CliRunner().invoke(cli, ["doctor", *map(str, words)])


def found(result: Result) -> dict[str, tuple[bool, str]]:
    return {
        each["check"]: (each["ok"], each["found"]) for each in json.loads(result.stdout)["checks"]
    }


def test_a_sound_installation_is_all_well(tmp_path: Path) -> None:
    result = doctor("--games", tmp_path / "games.sqlite")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert [line[6:20].strip() for line in lines] == CHECKS
    assert all(line.startswith("ok ") for line in lines)
    names = "detector.onnx, classifier.onnx, index.onnx, letters.onnx, modern.onnx"
    assert lines[1].endswith(f"{names}: checksums are right")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    shutil.copytree(MODELS, tmp_path / "models", ignore=shutil.ignore_patterns("records", "*.md"))
    with (tmp_path / "models" / "classifier.onnx").open("r+b") as file:
        file.seek(800_000)
        file.write(b"\x00\x01\x02\x03")
    return tmp_path / "models"


def test_damaged_networks_are_named_and_the_other_checks_still_made(
    tmp_path: Path, damaged: Path
) -> None:
    result = doctor("--games", tmp_path / "games.sqlite", "--weights", damaged, "--json")
    checks = found(result)
    assert result.exit_code == 1
    assert list(checks) == CHECKS
    assert [name for name, (ok, _) in checks.items() if not ok] == ["networks", "sample photo"]
    assert "classifier.onnx: damaged" in checks["networks"][1]


def test_networks_for_modern_sets_may_be_absent(tmp_path: Path, damaged: Path) -> None:
    shutil.copy(MODELS / "classifier.onnx", damaged)
    (damaged / "modern.onnx").unlink()
    result = doctor("--games", tmp_path / "games.sqlite", "--weights", damaged, "--json")
    is_right, text = found(result)["networks"]
    assert is_right
    assert "detector.onnx, classifier.onnx, index.onnx, letters.onnx: checksums are right" in text
    assert text.endswith("without modern.onnx, numerals of modern sets are not read")


def test_a_changed_network_is_checked_again(tmp_path: Path) -> None:
    (tmp_path / "a.onnx").write_bytes(b"a")
    digest = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    (tmp_path / "SHA256SUMS").write_text(f"{digest}  a.onnx\n")
    assert check_weights(tmp_path / "a.onnx")
    (tmp_path / "a.onnx").write_bytes(b"ab")
    with pytest.raises(WeightsError, match="damaged"):
        check_weights(tmp_path / "a.onnx")
    (tmp_path / "own.onnx").write_bytes(b"x")
    assert not check_weights(tmp_path / "own.onnx")


def test_games_are_counted_and_faults_found(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(Ledger(path)):
        pass
    before = path.read_bytes()
    assert "whole, " in found(doctor("--games", path, "--json"))["games"][1]
    assert path.read_bytes() == before
    path.write_bytes(before[:4096] + b"\xff" * 3000 + before[7096:])
    ok, text = found(doctor("--games", path, "--json"))["games"]
    assert (ok, "backups" in text) == (False, True)


def test_the_games_that_the_page_uses_are_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    with closing(Ledger(path)):
        pass
    monkeypatch.setenv("HU_GAMES", str(path))
    assert found(doctor("--json"))["games"][1].startswith(f"{path}: whole")
    monkeypatch.setenv("HU_GAMES", "postgresql+psycopg://hu:secret@db.example.org/hu")
    ok, text = found(doctor("--json"))["games"]
    assert ok
    assert "db.example.org/hu: a database" in text
    assert "secret" not in text


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    paths = folder / f"{name}.pem", folder / f"{name}.key"
    words = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        f"/CN={name}",
    ]
    command = [*words, "-out", str(paths[0]), "-keyout", str(paths[1])]
    subprocess.run(command, check=True, capture_output=True)
    return paths


def test_a_certificate_must_fit_its_key(tmp_path: Path) -> None:
    first = certificate(tmp_path, "first")
    second = certificate(tmp_path, "second")
    games = ["--games", tmp_path / "games.sqlite", "--json"]
    assert found(doctor(*games, "--certificate", first[0], "--key", first[1]))["camera"][0]
    for pair in ((first[0], second[1]), (tmp_path / "none.pem", first[1])):
        assert not found(doctor(*games, "--certificate", pair[0], "--key", pair[1]))["camera"][0]
    assert doctor("--certificate", first[0]).exit_code == 2
