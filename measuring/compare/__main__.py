"""``python -m measuring.compare COMMIT``: what the working tree does differently from a commit.

Both are given the same inputs in processes of their own; everything they print or show is compared byte for byte,
timings aside. The exit status is 1 when anything differs.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final

from measuring.compare.inputs import (
    Input,
    list_photos,
    make_batch,
    make_deals,
    make_drafts,
    make_waits,
)
from training.command import new_parser

ROOT: Final = Path(__file__).parents[2]
RECORDER: Final = Path(__file__).with_name("recorder.py")
#: The parts, and what each takes; the longest last.
PARTS: Final = {
    "waits": "hands of 13 and 14 tiles in every rule set",
    "page": "what the page shows of hands in work",
    "batch": "the files of a batch",
    "score": "golden hands and random deals in every rule set, explained in every language: about a minute",
    "read": "the shared photos in two rule sets: minutes",
}
#: Of all shared photos, every third is read where nothing else is said.
_USUAL_EVERY: Final = 3
#: Outputs that are shown, lines of each, and letters of each line.
_SHOWN, _LINES, _WIDTH = 5, 12, 240


def main(words: Sequence[str] | None = None) -> int:
    """Compare, and print what differs."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument(
        "commit", help="what to compare the working tree with, such as HEAD or main"
    )
    parser.add_argument(
        "--only", action="append", choices=PARTS, help="this part alone; may be repeated"
    )
    parser.add_argument(
        "--every", type=int, metavar="N", help="take every Nth input (default: 1, and 3 for photos)"
    )
    given = parser.parse_args(words)
    parts = [part for part in PARTS if part in (given.only or PARTS)]
    if _git("rev-parse", "--verify", "--quiet", f"{given.commit}^{{commit}}").returncode:
        parser.exit(2, f"compare: no commit is called {given.commit!r}\n")
    if {"read", "batch"} & {*parts} and not (given.shared / "photos" / "train").is_dir():
        parser.exit(
            2, f"compare: no photos in {given.shared}; name the shared data folder with --shared\n"
        )
    differing = 0
    with tempfile.TemporaryDirectory(prefix="hu-compare-") as name:
        folder = Path(name)
        trees = {given.commit: folder / "commit", "the working tree": folder / "working-tree"}
        # A copy, since the working tree may change meanwhile. Git lists deleted files too; tar skips them.
        files = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard").stdout
        pack = ["tar", "-c", "-C", str(ROOT), "--ignore-failed-read", "--null", "--files-from=-"]
        packed = [
            _git("archive", given.commit),
            subprocess.run(pack, input=files, capture_output=True, check=False),
        ]
        for archive, where in zip(packed, trees.values(), strict=True):
            where.mkdir()
            subprocess.run(["tar", "-x", "-C", where], input=archive.stdout, check=True)
        for part in parts:
            inputs = make_inputs(part, given.shared, given.every)
            differing += compare(part, trees, inputs, given.shared.resolve())
    return 1 if differing else 0


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, check=False)


def make_inputs(part: str, shared: Path, every: int | None) -> list[Input]:
    """What both sides are given for a part."""
    golden = ROOT / "tests" / "scoring"
    if part == "read":
        # A photo's two rule sets stand side by side.
        step = every or _USUAL_EVERY
        return [
            each
            for index, each in enumerate(list_photos(shared / "photos"))
            if index // 2 % step == 0
        ]
    if part == "batch":
        return [make_batch(shared / "photos")]
    found = (
        make_deals(golden)
        if part == "score"
        else make_waits()
        if part == "waits"
        else make_drafts(golden)
    )
    return found[:: every or 1]


def compare(part: str, trees: Mapping[str, Path], inputs: Sequence[Input], shared: Path) -> int:
    """Record a part on both sides, the commit's first, and print what differs; how many outputs do."""
    print(f"{part}: {PARTS[part]}; {len(inputs)} inputs", flush=True)
    # Both at once: each is one process that mostly computes.
    with ThreadPoolExecutor(2) as pool:
        sides = {
            name: pool.submit(record, tree, part, inputs, shared) for name, tree in trees.items()
        }
    failed = [
        f"  failed: {part} in {name}: {side.exception()}"
        for name, side in sides.items()
        if side.exception()
    ]
    if failed:
        print("\n".join(failed))
        return len(inputs)
    old, new = (side.result() for side in sides.values())
    return report(part, [(key, old[key], new[key]) for key, _ in inputs])


def record(where: Path, part: str, inputs: Sequence[Input], shared: Path) -> dict[str, str]:
    """Run one side in a process of its own; returns its output for each input, by key."""
    environment = os.environ | {"PYTHONPATH": str(where), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    # Otherwise each command would compile every module again where Python is set to keep none.
    environment["PYTHONDONTWRITEBYTECODE"] = ""
    done = subprocess.run(
        [sys.executable, "-P", str(RECORDER), part, str(shared)],
        cwd=where,
        env=environment,
        input="".join(f"{json.dumps(each)}\n" for each in inputs),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["ended"])[-1])
    return dict(map(json.loads, done.stdout.splitlines()))


def report(part: str, outputs: Sequence[tuple[str, str, str]]) -> int:
    """Print what differs: the names of the values that do most often, and the lines of the first outputs."""
    differing = [(key, _find_lines(before, now)) for key, before, now in outputs if before != now]
    if not differing:
        print("  no difference")
        return 0
    print(f"  {len(differing)} of {len(outputs)} differ")
    named = Counter[str]()
    for _, lines in differing:
        named.update({name for line in lines for name in re.findall(r'^[-+] *"([^"]+)":', line)})
    print(f"  where: {', '.join(f'{name} ({count})' for name, count in named.most_common(_SHOWN))}")
    for key, lines in differing[:_SHOWN]:
        print(f"  {key}", *(line[:_WIDTH] for line in lines[:_LINES]), sep="\n    ")
    if differing[_SHOWN:]:
        print(f"  and {len(differing) - _SHOWN} more outputs of {part}")
    return len(differing)


def _find_lines(before: str, now: str) -> list[str]:
    """The lines of two outputs that differ."""
    old, new = (
        json.dumps(_parse(text), indent=1, ensure_ascii=False).replace("><", ">\n<").splitlines()
        for text in (before, now)
    )
    return list(unified_diff(old, new, n=0, lineterm=""))[2:]


def _parse(text: str) -> Any:
    """An output as the values that it writes down, down to JSON in a text."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, dict):
        return {
            name: _parse(part) if isinstance(part, str) else part for name, part in value.items()
        }
    return value if isinstance(value, list) else text


if __name__ == "__main__":
    sys.exit(main())
