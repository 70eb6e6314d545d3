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
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from measuring.compare.inputs import Input, list_photos, make_batch, make_deals, make_drafts, make_waits
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
_SHOWN, _PLACES, _WIDTH = 5, 4, 160
_NOTHING: Final = "(nothing)"


def main(words: Sequence[str] | None = None) -> int:
    """Compare, and print what differs."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument("commit", help="what to compare the working tree with, such as HEAD or main")
    parser.add_argument("--only", action="append", choices=PARTS, help="this part alone; may be repeated")
    parser.add_argument("--every", type=int, metavar="N", help="take every Nth input (default: 1, and 3 for photos)")
    given = parser.parse_args(words)
    parts = [part for part in PARTS if part in (given.only or PARTS)]
    found = _git("rev-parse", "--verify", "--quiet", f"{given.commit}^{{commit}}")
    if found.returncode:
        parser.exit(2, f"compare: no commit is called {given.commit!r}\n")
    if {"read", "batch"} & {*parts} and not (given.shared / "photos" / "train").is_dir():
        parser.exit(2, f"compare: no photos in {given.shared}; name the shared data folder with --shared\n")
    commit = found.stdout.decode().strip()
    differing = 0
    with tempfile.TemporaryDirectory(prefix="hu-compare-") as folder:
        old, new = Path(folder) / commit[:12], Path(folder) / "working-tree"
        _unpack(_git("archive", commit).stdout, old)
        # A copy: the working tree may change while it is compared.
        names = _git("ls-files", "--cached", "--others", "--exclude-standard", "-z").stdout.split(b"\0")
        present = b"\0".join(name for name in names if name and os.path.lexists(ROOT / os.fsdecode(name)))
        packed = subprocess.run(
            ["tar", "-c", "-C", ROOT, "--null", "-T", "-"], input=present, stdout=subprocess.PIPE, check=True
        )
        _unpack(packed.stdout, new)
        for part in parts:
            inputs = make_inputs(part, given.shared, given.every)
            differing += compare(part, (commit[:7], "the working tree"), (old, new), inputs, given.shared.resolve())
    return 1 if differing else 0


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, check=False)


def _unpack(archive: bytes, folder: Path) -> None:
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)


def make_inputs(part: str, shared: Path, every: int | None) -> list[Input]:
    """What both sides are given for a part."""
    golden = ROOT / "tests" / "scoring"
    if part == "read":
        # A photo's two rule sets stand side by side.
        step = every or _USUAL_EVERY
        return [each for index, each in enumerate(list_photos(shared / "photos")) if index // 2 % step == 0]
    if part == "batch":
        return [make_batch(shared / "photos")]
    found = make_deals(golden) if part == "score" else make_waits() if part == "waits" else make_drafts(golden)
    return found[:: every or 1]


def compare(part: str, names: Sequence[str], trees: Sequence[Path], inputs: Sequence[Input], shared: Path) -> int:
    """Record a part on both sides, the commit's first, and print what differs; how many outputs do."""
    print(f"{part}: {PARTS[part]}; {len(inputs)} inputs", flush=True)
    # Both at once: each is one process that mostly computes.
    with ThreadPoolExecutor(2) as pool:
        sides = [pool.submit(record, tree, part, inputs, shared) for tree in trees]
    failed = [
        f"{part} in {name}: {side.exception()}" for name, side in zip(names, sides, strict=True) if side.exception()
    ]
    if failed:
        print("\n".join(f"  failed: {line}" for line in failed))
        return len(inputs)
    old, new = (side.result() for side in sides)
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
    """Print where outputs differ, the commonest places first, then the first outputs that do."""
    differing = [
        (key, [*_find_differences(*map(_parse, (before, now)))]) for key, before, now in outputs if before != now
    ]
    if not differing:
        print("  no difference")
        return 0
    print(f"  {len(differing)} of {len(outputs)} differ")
    places = Counter(place for _, found in differing for place in {re.sub(r"\d+", "*", where) for where, *_ in found})
    common = [f"{place or 'order of keys'} ({count})" for place, count in places.most_common(2 * _PLACES)]
    print(f"  where: {', '.join(common)}")
    for key, found in differing[:_SHOWN]:
        print(f"  {key}")
        for where, old, new in found[:_PLACES]:
            print(f"    {where or 'the order of keys'}\n      - {old}\n      + {new}")
        if found[_PLACES:]:
            print(f"    and {len(found) - _PLACES} more")
    if differing[_SHOWN:]:
        print(f"  and {len(differing) - _SHOWN} more outputs of {part}")
    return len(differing)


def _parse(text: str) -> Any:
    """An output as the values that it writes down, down to JSON in a text."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, dict):
        return {name: _parse(part) if isinstance(part, str) else part for name, part in value.items()}
    return text if isinstance(value, str | int | float) else value


def _sort(values: list[Any]) -> list[str]:
    return sorted(map(json.dumps, values))


def _find_differences(old: Any, new: Any, where: str = "") -> Iterator[tuple[str, str, str]]:
    """Every place in which two outputs differ, with what stands there."""
    if old == new:
        # The same values, written otherwise.
        yield from [("", json.dumps(old)[:_WIDTH], json.dumps(new)[:_WIDTH])] if not where else []
    elif isinstance(old, dict) and isinstance(new, dict):
        for name in [*old, *(name for name in new if name not in old)]:
            if old.get(name, _NOTHING) != new.get(name, _NOTHING):
                yield from _find_differences(
                    old.get(name, _NOTHING), new.get(name, _NOTHING), f"{where}.{name}".strip(".")
                )
    elif isinstance(old, list) and isinstance(new, list) and _sort(old) == _sort(new):
        first = next(index for index, (before, now) in enumerate(zip(old, new, strict=True)) if before != now)
        shown = [json.dumps(each[first], ensure_ascii=False)[:_WIDTH] for each in (old, new)]
        yield f"{where} in another order from [{first}]", shown[0], shown[1]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (before, now) in enumerate(zip(old, new, strict=True)):
            if before != now:
                yield from _find_differences(before, now, f"{where}[{index}]")
    else:
        before, now = (each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in (old, new))
        same = next((at for at, (one, other) in enumerate(zip(before, now, strict=False)) if one != other), 0)
        start = max(0, same - _WIDTH // 3)
        shown = [f"{'...' if start else ''}{text[start : start + _WIDTH]!r}" for text in (before, now)]
        yield where or "output", shown[0], shown[1]


if __name__ == "__main__":
    sys.exit(main())
