"""``python -m measuring.compare COMMIT`` shows the differences of the working tree from a commit.

Both get the same inputs in processes of their own. Everything that they print or show is compared
byte for byte, timings aside. The exit status is 1 if anything differs.
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
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final

from hu.scoring.rule_set.registry import rule_names
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
#: The parts with their inputs, the longest last.
PARTS: Final = {
    "waits": "hands of 13 and 14 tiles in every rule set",
    "page": "what the page shows of hands in work",
    "batch": "the files of a batch",
    "score": (
        "golden hands and random deals in every rule set, explained in every language: "
        "about a minute"
    ),
    "read": "the shared photos in two rule sets: minutes",
}
#: Without ``--every``, every third photo is read.
_USUAL_EVERY: Final = 3
#: Inputs of each photo: one for each of its rule sets.
_INPUTS_OF_PHOTO: Final = 2
#: Different outputs that are shown.
_SHOWN: Final = 5
#: Lines of each output that are shown.
_LINES: Final = 12
#: Letters of each line that are shown.
_WIDTH: Final = 240
#: Exit status for wrong arguments.
_USAGE: Final = 2


@dataclass(frozen=True, slots=True)
class _Difference:
    """An output that differs.

    Attributes:
        input_name: the name of the input.
        lines: the lines that differ, as in a unified diff.
    """

    input_name: str
    lines: list[str]


def main(words: Sequence[str] | None = None) -> int:
    """Compare, print the differences, and return the exit status."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument(
        "commit", help="what to compare the working tree with, such as HEAD or main"
    )
    parser.add_argument(
        "--only", action="append", choices=PARTS, help="this part alone; may be repeated"
    )
    parser.add_argument(
        "--every", type=int, metavar="N", help="take every Nth input (default: 1, and 3 for photos)"
    )
    options = parser.parse_args(words)
    parts = [part for part in PARTS if part in (options.only or PARTS)]
    if not _is_commit(options.commit):
        parser.exit(_USAGE, f"compare: no commit is called {options.commit!r}\n")
    needs_photos = "read" in parts or "batch" in parts
    if needs_photos and not (options.shared / "photos" / "train").is_dir():
        message = f"no photos in {options.shared}; name the shared data folder with --shared"
        parser.exit(_USAGE, f"compare: {message}\n")

    difference_count = 0
    with tempfile.TemporaryDirectory(prefix="hu-compare-") as folder:
        commit_tree = Path(folder) / "commit"
        working_tree = Path(folder) / "working-tree"
        _unpack_commit(options.commit, commit_tree)
        _copy_working_tree(working_tree)
        trees = {options.commit: commit_tree, "the working tree": working_tree}
        # Rule sets that the commit does not have cannot be compared.
        rule_sets = [name for name in rule_names() if _has_rule_set(commit_tree, name)]
        for part in parts:
            inputs = make_inputs(part, options.shared, options.every, rule_sets)
            difference_count += compare(part, trees, inputs, options.shared.resolve())
    return 1 if difference_count else 0


def _is_commit(name: str) -> bool:
    process = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return process.returncode == 0


def _unpack_commit(commit: str, folder: Path) -> None:
    archive = _git("archive", commit).stdout
    _unpack(archive, folder)


def _copy_working_tree(folder: Path) -> None:
    """Copy the working tree, so that it may change during the comparison."""
    # The paths, in bytes, with a zero byte after each.
    paths = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard").stdout
    # Git lists deleted files too; tar skips them.
    command = ["tar", "-c", "-C", str(ROOT), "--ignore-failed-read", "--null", "--files-from=-"]
    archive = subprocess.run(command, input=paths, capture_output=True, check=False).stdout
    _unpack(archive, folder)


def _unpack(archive: bytes, folder: Path) -> None:
    """Unpack an archive of tar into a new folder."""
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in this checkout. A failure shows in the return code alone."""
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, check=False)


def _has_rule_set(tree: Path, name: str) -> bool:
    return (tree / "scoring" / name.replace("-", "_") / "rule_set.py").is_file()


def make_inputs(
    part: str, shared: Path, every: int | None, rule_sets: Sequence[str]
) -> list[Input]:
    """Make the inputs that both sides get for a part.

    Args:
        part: the name of the part.
        shared: the shared data folder.
        every: take every Nth input, of ``read`` every Nth photo. None takes the usual number. The
            single input of ``batch`` is always taken.
        rule_sets: the names of the rule sets.
    """
    golden_folder = ROOT / "tests" / "scoring"
    if part == "read":
        step = every or _USUAL_EVERY
        photo_inputs = list_photos(shared / "photos")
        # The inputs of a photo, one for each of two rule sets, follow each other and stay together.
        inputs = []
        for index, photo_input in enumerate(photo_inputs):
            photo_number = index // _INPUTS_OF_PHOTO
            if photo_number % step == 0:
                inputs.append(photo_input)
        return inputs
    if part == "batch":
        return [make_batch(shared / "photos")]
    if part == "score":
        inputs = make_deals(golden_folder, rule_sets)
    elif part == "waits":
        inputs = make_waits(rule_sets)
    else:
        inputs = make_drafts(golden_folder, rule_sets)
    return inputs[:: every or 1]


def compare(part: str, trees: Mapping[str, Path], inputs: Sequence[Input], shared: Path) -> int:
    """Record a part on both sides, and print the differences.

    Args:
        part: the name of the part.
        trees: the root of each side, by its name, the commit's first.
        inputs: the inputs that both sides get.
        shared: the shared data folder.

    Returns:
        The number of outputs that differ. If a side fails, all outputs count.
    """
    print(f"{part}: {PARTS[part]}; {len(inputs)} inputs", flush=True)
    # The sides run at the same time. Each thread only waits for the process of its side.
    with ThreadPoolExecutor(len(trees)) as pool:
        recordings = {}
        for side, tree in trees.items():
            recordings[side] = pool.submit(record, tree, part, inputs, shared)

    has_failed = False
    for side, recording in recordings.items():
        if recording.exception():
            has_failed = True
            print(f"  failed: {part} in {side}: {recording.exception()}")
    if has_failed:
        return len(inputs)
    # The outputs of the commit and of the working tree, by the names of the inputs.
    old, new = (recording.result() for recording in recordings.values())
    return report(part, [(name, old[name], new[name]) for name, _value in inputs])


def record(tree: Path, part: str, inputs: Sequence[Input], shared: Path) -> dict[str, str]:
    """Run a side in a process of its own.

    Args:
        tree: the root of the side.
        part: the name of the part.
        inputs: the inputs.
        shared: the shared data folder.

    Returns:
        The output for each input, by the input's name.

    Raises:
        RuntimeError: the process failed. The message is the last line of its error output.
    """
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    # The recorder runs a ``hu`` command for some inputs. Compiled modules are kept, so that each of
    # these commands need not compile them all again.
    environment["PYTHONDONTWRITEBYTECODE"] = ""
    lines = [f"{json.dumps(name_and_value)}\n" for name_and_value in inputs]
    process = subprocess.run(
        [sys.executable, "-P", str(RECORDER), part, str(shared)],
        cwd=tree,
        env=environment,
        input="".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        error_lines = process.stderr.strip().splitlines() or ["ended"]
        raise RuntimeError(error_lines[-1])
    outputs: dict[str, str] = {}
    for line in process.stdout.splitlines():
        name, output = json.loads(line)
        outputs[name] = output
    return outputs


def report(part: str, outputs: Sequence[tuple[str, str, str]]) -> int:
    """Print the differences: the values that differ most often, and lines of the first outputs.

    Args:
        part: the name of the part.
        outputs: for each input its name, the commit's output and the working tree's.

    Returns:
        The number of outputs that differ.
    """
    differences: list[_Difference] = []
    for name, old, new in outputs:
        if old != new:
            differences.append(_Difference(name, _differing_lines(old, new)))
    if not differences:
        print("  no difference")
        return 0

    print(f"  {len(differences)} of {len(outputs)} differ")
    # The number of outputs in which a value differs, by the name of the value.
    counts = Counter[str]()
    for difference in differences:
        value_names = set()
        for line in difference.lines:
            value_names.update(re.findall(r'^[-+] *"([^"]+)":', line))
        counts.update(value_names)
    shown_counts = [f"{value_name} ({count})" for value_name, count in counts.most_common(_SHOWN)]
    print(f"  where: {', '.join(shown_counts)}")

    for difference in differences[:_SHOWN]:
        print(f"  {difference.input_name}")
        for line in difference.lines[:_LINES]:
            print(f"    {line[:_WIDTH]}")
    if len(differences) > _SHOWN:
        print(f"  and {len(differences) - _SHOWN} more outputs of {part}")
    return len(differences)


def _differing_lines(old: str, new: str) -> list[str]:
    """Return two outputs' differing lines as a unified diff, without its heading of two lines."""
    lines = unified_diff(_lines_of(old), _lines_of(new), n=0, lineterm="")
    return list(lines)[2:]


def _lines_of(output: str) -> list[str]:
    """Write an output as lines: a value of JSON on each, and an element of HTML on each."""
    text = json.dumps(_parse(output), indent=1, ensure_ascii=False)
    return text.replace("><", ">\n<").splitlines()


def _parse(text: str) -> Any:
    """Read a text that is an object or a list of JSON. Any other text is returned as it is.

    Texts that are values of an object are read in the same way.
    """
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, dict):
        for name, inner_value in value.items():
            if isinstance(inner_value, str):
                value[name] = _parse(inner_value)
    if isinstance(value, dict | list):
        return value
    return text


if __name__ == "__main__":
    sys.exit(main())
