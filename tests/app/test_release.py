"""What is uploaded holds each folder once, and the wheel built from it is the wheel of the checkout."""

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
        ROOT, checkout, symlinks=True, ignore=shutil.ignore_patterns(".git", ".venv", "*_cache", "__pycache__")
    )
    if not links:
        _without_links(checkout)
    with tarfile.open(_build(checkout, "sdist", tmp_path / "sdist")) as archive:
        names = archive.getnames()
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    inside = {name.partition("/")[2] for name in names}
    assert {
        "app/cli.py",
        "scoring/__init__.py",
        "vision/__init__.py",
        "training/__init__.py",
        "measuring/__main__.py",
    } <= inside
    assert not any(name.startswith(("hu/app", "hu/scoring", "hu/vision")) for name in inside)
    assert not any(name.endswith(".pt") for name in inside), "weights to train on from are for the checkout"
    first = _contents(_build(checkout, "wheel", tmp_path / "first"))
    second = _contents(_build(unpacked, "wheel", tmp_path / "second"))
    assert "hu/scoring/__init__.py" in first
    assert not any(part in name.split("/") for name in first for part in ("training", "measuring"))
    assert first == second
