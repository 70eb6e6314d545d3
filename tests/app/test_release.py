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
    """Build the package of a checkout.

    Args:
        folder: the checkout.
        target: ``wheel`` or ``sdist``.
        out: a new folder for the file.

    Returns:
        The file.
    """
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", out],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    (file,) = out.iterdir()
    return file


def _contents(wheel: Path) -> dict[str, bytes]:
    """The contents of the files of a wheel, by their names."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _import(folder: Path) -> list[str]:
    """Score a hand with the package in a folder, and return the files of ``hu`` and its scoring."""
    script = (
        "import hu; from hu.vision.reader import MODELS; import hu.scoring;"
        "assert MODELS.is_dir(), MODELS;"
        "hand = hu.Hand.from_text('234m 567m 55s [777z] 13p +2p');"
        "assert hu.score(hand, hu.Win('S', 'discard', 'W')).points == 10;"
        "print(hu.__file__, hu.scoring.__file__)"
    )
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", script]
    process = subprocess.run(
        command, cwd=folder, env=environment, check=True, capture_output=True, text=True
    )
    return process.stdout.split()


def _files_of_rooms() -> set[str]:
    """The names in the wheel of all files of the three rooms. Git is not needed to list them."""
    names = set()
    for room in ("app", "scoring", "vision"):
        for path in (ROOT / room).rglob("*"):
            parts = path.relative_to(ROOT).parts
            # Tools that run in a room leave folders such as ``.mypy_cache`` there.
            is_left_by_tool = "__pycache__" in parts or any(part.startswith(".") for part in parts)
            if path.is_file() and not is_left_by_tool:
                names.add(f"hu/{path.relative_to(ROOT)}")
    return names


def test_the_wheel_has_one_package_with_all_files_which_can_be_imported(tmp_path: Path) -> None:
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
    for file in _import(tmp_path / "installed"):
        assert Path(file).is_relative_to(tmp_path / "installed")


def _replace_links(checkout: Path) -> None:
    """Write links as text files, as Git on Windows does unless it is configured."""
    for link in [path for path in (checkout / "hu").iterdir() if path.is_symlink()]:
        target = str(link.readlink())
        link.unlink()
        link.write_text(target)


@pytest.mark.long
@pytest.mark.parametrize("has_links", [True, False], ids=["links", "links as text files"])
def test_the_wheel_of_the_sdist_is_the_wheel_of_the_checkout(
    has_links: bool, tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    shutil.copytree(
        ROOT,
        checkout,
        symlinks=True,
        ignore=shutil.ignore_patterns(".git", ".venv", "*_cache", "__pycache__"),
    )
    if not has_links:
        _replace_links(checkout)
        # Hu! can be imported anyway.
        assert _import(checkout)[1] == str(checkout / "scoring" / "__init__.py")
    with tarfile.open(_build(checkout, "sdist", tmp_path / "sdist")) as archive:
        names = archive.getnames()
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    # The names without the folder that holds all.
    files = {name.partition("/")[2] for name in names}
    rooms = {f"{room}/__init__.py" for room in ("scoring", "vision", "training")}
    assert {"app/cli.py", "measuring/__main__.py", *rooms} <= files
    assert not any(name.startswith(("hu/app", "hu/scoring", "hu/vision")) for name in files)
    # Only the checkout has the weights with which a training goes on.
    assert not any(name.endswith(".pt") for name in files)

    wheel_of_checkout = _contents(_build(checkout, "wheel", tmp_path / "first"))
    wheel_of_sdist = _contents(_build(unpacked, "wheel", tmp_path / "second"))
    assert "hu/scoring/__init__.py" in wheel_of_checkout
    for name in wheel_of_checkout:
        assert not {"training", "measuring"} & set(name.split("/")), name
    assert wheel_of_sdist == wheel_of_checkout
