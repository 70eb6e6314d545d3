"""The source archive has each folder once, and makes the same wheel as the checkout."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _build(folder: Path, target: str, out: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", out],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    (built,) = out.iterdir()
    return built


def _contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _import(folder: Path) -> list[str]:
    """Score a hand with the package that lies in a folder; returns where its parts are."""
    script = (
        "import hu; from hu.vision.reader import MODELS; import hu.scoring;"
        "assert MODELS.is_dir(), MODELS;"
        "hand = hu.Hand.from_text('234m 567m 55s [777z] 13p +2p');"
        "assert hu.score(hand, hu.Win('S', 'discard', 'W')).points == 10;"
        "print(hu.__file__, hu.scoring.__file__)"
    )
    place = {**os.environ, "PYTHONPATH": str(folder)}
    line = [sys.executable, "-c", script]
    return subprocess.run(
        line, cwd=folder, env=place, check=True, capture_output=True, text=True
    ).stdout.split()


def _files_of_rooms() -> set[str]:
    """The names in the wheel of all files of the three rooms. Git is not needed to list them."""
    names = set()
    for room in ("app", "scoring", "vision"):
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                names.add(f"hu/{path.relative_to(ROOT)}")
    return names


def test_the_wheel_holds_one_package_which_can_be_imported(tmp_path: Path) -> None:
    wheel = _build(ROOT, "wheel", tmp_path / "wheel")
    assert wheel.stat().st_size <= 12_000_000
    names = [name for name in _contents(wheel) if ".dist-info/" not in name]
    assert {name.split("/")[0] for name in names} == {"hu"}
    rooms = {name.split("/")[1] for name in names}
    assert rooms == {"__init__.py", "__main__.py", "py.typed", "app", "scoring", "vision", "models"}
    models = {name.removeprefix("hu/models/") for name in names if name.startswith("hu/models/")}
    assert models == {
        "SHA256SUMS",
        "classifier.onnx",
        "detector.onnx",
        "fitted.json",
        "index.onnx",
        "letters.onnx",
        "modern.onnx",
    }
    assert _files_of_rooms() <= set(names)
    with zipfile.ZipFile(wheel) as files:
        files.extractall(tmp_path / "installed")  # noqa: S202  # it was built a moment ago
    assert all(
        Path(part).is_relative_to(tmp_path / "installed")
        for part in _import(tmp_path / "installed")
    )


def _without_links(checkout: Path) -> None:
    """Write links as text files, as Git does where it is told so."""
    for link in [path for path in (checkout / "hu").iterdir() if path.is_symlink()]:
        target = str(link.readlink())
        link.unlink()
        link.write_text(target)


@pytest.mark.long
@pytest.mark.parametrize("links", [True, False], ids=["links", "links as text files"])
def test_the_wheel_of_the_sdist_is_the_wheel_of_the_checkout(links: bool, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    shutil.copytree(
        ROOT,
        checkout,
        symlinks=True,
        ignore=shutil.ignore_patterns(".git", ".venv", "*_cache", "__pycache__"),
    )
    if not links:
        _without_links(checkout)
        # Git on Windows writes links as files unless it is configured. Hu! can be imported anyway.
        assert _import(checkout)[1] == str(checkout / "scoring" / "__init__.py")
    with tarfile.open(_build(checkout, "sdist", tmp_path / "sdist")) as archive:
        names = archive.getnames()
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    inside = {name.partition("/")[2] for name in names}
    rooms = {f"{room}/__init__.py" for room in ("scoring", "vision", "training")}
    assert {"app/cli.py", "measuring/__main__.py", *rooms} <= inside
    assert not any(name.startswith(("hu/app", "hu/scoring", "hu/vision")) for name in inside)
    assert not any(name.endswith(".pt") for name in inside), (
        "weights to train on from are for the checkout"
    )
    first = _contents(_build(checkout, "wheel", tmp_path / "first"))
    second = _contents(_build(unpacked, "wheel", tmp_path / "second"))
    assert "hu/scoring/__init__.py" in first
    assert not any(part in name.split("/") for name in first for part in ("training", "measuring"))
    assert first == second
