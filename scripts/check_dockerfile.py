"""Run the steps of the Dockerfile without Docker, and start the page that they install.

Each stage gets a folder in place of its root, and in place of its base image a virtual environment
of the Python that runs this script. The step that adds a user is left out.
"""

import json
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
#: Seconds in which the page must start.
_START_S = 120
#: The port of the page in the Dockerfile.
_PORT = "8501"


def main() -> None:
    """Run the steps. Exit with an error if a step fails."""
    with TemporaryDirectory(prefix="hu-docker-") as folder:
        # The folder of each stage, by the name of the stage.
        roots: dict[str, Path] = {}
        root = Path(folder)
        for instruction, arguments in _steps((_ROOT / "Dockerfile").read_text()):
            if instruction == "FROM":
                root = Path(folder) / f"stage{len(roots)}"
                stage = arguments.rpartition(" AS ")[2]
                roots[stage] = root
                subprocess.run([sys.executable, "-m", "venv", root / "python"], check=True)
            elif instruction == "COPY":
                _copy(arguments, root, roots)
            elif instruction == "RUN" and "useradd" not in arguments:
                print("RUN", arguments, flush=True)
                command = ["sh", "-ec", _with_root(arguments, root)]
                subprocess.run(command, check=True, env=_environment(root))
            elif instruction == "CMD":
                _start(json.loads(arguments), root)


def _steps(dockerfile: str) -> list[tuple[str, str]]:
    """Return the instructions of a Dockerfile with their arguments."""
    # A backslash at the end of a line continues it.
    lines = re.sub(r"\\\n\s*", "", dockerfile).splitlines()
    steps = []
    for line in lines:
        if line and not line.startswith("#"):
            instruction, arguments = line.split(" ", 1)
            steps.append((instruction, arguments))
    return steps


def _copy(arguments: str, root: Path, roots: dict[str, Path]) -> None:
    """Copy files into a stage.

    Args:
        arguments: the arguments of ``COPY``: ``--from=STAGE SOURCE TARGET``, or ``. TARGET`` for
            the files of the checkout that ``.dockerignore`` lets through.
        root: the folder of the stage.
        roots: the folder of each stage, by the name of the stage.
    """
    *sources, target_name = arguments.split()
    target = root / target_name.lstrip("/")
    if sources[0].startswith("--from="):
        stage = sources[0].removeprefix("--from=")
        shutil.copytree(roots[stage] / sources[1].lstrip("/"), target)
        return
    for line in (_ROOT / ".dockerignore").read_text().splitlines():
        # Everything is ignored but the patterns after "!".
        if line.startswith("!"):
            for path in _ROOT.glob(line.removeprefix("!")):
                _copy_path(path, target / path.relative_to(_ROOT))


def _copy_path(path: Path, copy: Path) -> None:
    """Copy a file, or a folder without compiled modules."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        compiled = shutil.ignore_patterns("__pycache__")
        shutil.copytree(path, copy, symlinks=True, ignore=compiled)
    else:
        shutil.copy2(path, copy)


def _with_root(text: str, root: Path) -> str:
    """Write the paths in a text below the folder of a stage. A path follows a blank or ``=``."""
    return re.sub(r"(?<=[\s=])/(?=src|dist|data)", f"{root}/", text)


def _environment(root: Path) -> dict[str, str]:
    """Return the environment variables for the Python of a stage."""
    variables = dict(os.environ)
    variables.pop("PYTHONPATH", None)
    variables.pop("VIRTUAL_ENV", None)
    variables["PATH"] = f"{root / 'python' / 'bin'}:{os.environ['PATH']}"
    return variables


def _start(command: list[str], root: Path) -> None:
    """Start the page at a free port, wait until it answers, and end it.

    Args:
        command: the command of the image.
        root: the folder of the last stage.
    """
    # In the image, the step that adds a user makes this folder.
    (root / "data").mkdir()
    with socket.socket() as probe:
        probe.bind(("", 0))
        port = str(probe.getsockname()[1])
    words = []
    for word in command:
        words.append(_with_root(f" {word}", root).strip().replace(_PORT, port))
    print("CMD", shlex.join(words), flush=True)
    with subprocess.Popen(
        words, env=_environment(root), cwd=root, executable=root / "python/bin/hu"
    ) as server:
        try:
            _wait(f"http://localhost:{port}/_stcore/health", server)
        finally:
            server.terminate()
    size = sum(path.stat().st_size for path in (root / "python").rglob("*") if path.is_file())
    print(f"The page answers; what was installed takes {size / 1e6:.0f} MB.")


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers. Exit with an error if it ends or takes too long."""
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
