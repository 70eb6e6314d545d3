"""Run the steps of the Dockerfile without Docker, and start the page that they install.

Each stage gets a folder in place of its root, and in place of its base image a virtual
environment of the Python that runs this script. Steps that need a user of their own are left to
Docker.
"""

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

_ROOT = Path(__file__).resolve().parent.parent
_START_S = 120


def main() -> None:
    """Build and start; ends with an error where a step fails."""
    with TemporaryDirectory(prefix="hu-docker-") as folder:
        roots: dict[str, Path] = {}
        root = Path(folder)
        for word, rest in _steps((_ROOT / "Dockerfile").read_text()):
            if word == "FROM":
                root = Path(folder) / f"stage{len(roots)}"
                roots[rest.rpartition(" AS ")[2]] = root
                subprocess.run([sys.executable, "-m", "venv", root / "python"], check=True)
            elif word == "COPY":
                _copy(rest, root, roots)
            elif word == "RUN" and "useradd" not in rest:
                print("RUN", rest, flush=True)
                subprocess.run(
                    ["sh", "-ec", _inside(rest, root)], check=True, env=_environment(root)
                )
            elif word == "CMD":
                _start(eval(rest), root)  # noqa: S307  # a list of strings of our own Dockerfile


def _steps(text: str) -> list[tuple[str, str]]:
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [
        (line.split(" ", 1)[0], line.split(" ", 1)[1])
        for line in lines
        if line and not line.startswith("#")
    ]


def _copy(rest: str, root: Path, roots: dict[str, Path]) -> None:
    *source, target = rest.split()
    if source[0].startswith("--from="):
        origin = roots[source[0].removeprefix("--from=")] / source[1].lstrip("/")
        shutil.copytree(origin, root / target.lstrip("/"))
        return
    # What .dockerignore lets through: the names after "!".
    for name in (
        line[1:]
        for line in (_ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    ):
        for path in _ROOT.glob(name):
            goal = root / target.lstrip("/") / path.relative_to(_ROOT)
            goal.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(
                    path, goal, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
                )
            else:
                shutil.copy2(path, goal)


def _inside(step: str, root: Path) -> str:
    return re.sub(r"(?<=[\s=])/(?=src|dist|data)", f"{root}/", step)


def _environment(root: Path) -> dict[str, str]:
    clean = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "VIRTUAL_ENV")
    }
    return clean | {"PATH": f"{root / 'python' / 'bin'}:{os.environ['PATH']}"}


def _start(command: list[str], root: Path) -> None:
    (root / "data").mkdir()
    with socket.socket() as probe:
        probe.bind(("", 0))
        port = str(probe.getsockname()[1])
    line = [_inside(f" {part}", root).strip().replace("8501", port) for part in command]
    print("CMD", shlex.join(line), flush=True)
    with subprocess.Popen(
        line, env=_environment(root), cwd=root, executable=root / "python/bin/hu"
    ) as server:
        try:
            _wait(f"http://localhost:{port}/_stcore/health", server)
        finally:
            server.terminate()
    size = sum(path.stat().st_size for path in (root / "python").rglob("*") if path.is_file())
    print(f"The page answers; what was installed takes {size / 1e6:.0f} MB.")


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(_START_S):
        if server.poll() is not None:
            break
        try:
            with urlopen(address, timeout=1):  # noqa: S310
                return
        except OSError:
            time.sleep(1)
    sys.exit("the page did not start")


if __name__ == "__main__":
    main()
