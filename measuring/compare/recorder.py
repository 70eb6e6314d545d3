"""Run one side: read inputs as JSON Lines, write what the ``hu`` of the current folder makes of each.

A file of its own that imports nothing but the standard library and that ``hu``: it runs in old commits too. It uses
the command line and ``import hu``; where it needs more, ``_find`` looks a function up by its name.
"""

import hashlib
import importlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

#: Of a photo's or a batch's lines: what no two runs have in common, and the fingerprint of the reader's code.
_TIMINGS: Final = frozenset(("seconds", "reader"))
_LANGUAGES: Final = ("en", "de", "fr", "it", "ja", "zh-Hans", "zh-Hant")
_PHOTOS_AT_ONCE, _HANDS_AT_ONCE = 40, 50
Line = tuple[str, Any]
Recorded = Iterator[tuple[str, str]]


def _run_hu(*words: str) -> list[str]:
    """Run a command; an exit status of 1 says that some inputs could not be read or scored, which is recorded."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "hu", *words], capture_output=True, check=False, text=True
    )
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise RuntimeError(f"hu {' '.join(words)[:200]}: {done.stderr[-2000:]}")
    return done.stdout.splitlines()


def _group_by_options(lines: Iterable[Line], size: int) -> Iterator[tuple[list[str], list[Line]]]:
    """Inputs that one command takes together, with the command's options."""
    for options, group in groupby(
        sorted(lines, key=lambda line: line[1][0]), key=lambda line: line[1][0]
    ):
        some = list(group)
        for start in range(0, len(some), size):
            yield options, some[start : start + size]


def record_read(lines: list[Line], shared: str) -> Recorded:
    """``hu read --json`` of photos."""
    for options, some in _group_by_options(lines, _PHOTOS_AT_ONCE):
        photos = [str(Path(shared) / "photos" / photo) for _, (_, photo) in some]
        for (key, (_, photo)), line in zip(
            some, _run_hu("read", "--json", *options, *photos), strict=True
        ):
            value = {name: part for name, part in json.loads(line).items() if name not in _TIMINGS}
            yield key, json.dumps(value | {"photo": photo}, ensure_ascii=False)


def record_waits(lines: list[Line], _: str) -> Recorded:
    """``hu waits --json`` of hands."""
    for options, some in _group_by_options(lines, _HANDS_AT_ONCE):
        found = _run_hu("waits", "--json", *options, *(hand for _, (_, hand) in some))
        yield from zip((key for key, _ in some), found, strict=True)


def record_score(lines: list[Line], _: str) -> Recorded:
    """``hu hands --explain`` of requests, and explanations in every language."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(request, ensure_ascii=False)}\n" for _, request in lines)
        file.flush()
        answers = _run_hu("hands", "--explain", file.name)
    for (key, request), answer in zip(lines, answers, strict=True):
        parts = {"hands": re.sub(r'"line \d+: ', '"', answer)}
        yield key, json.dumps(parts | _explain(request), ensure_ascii=False)


def _explain(request: Mapping[str, Any]) -> dict[str, str]:
    """What a deal is worth, or what is wrong with it, in every language."""
    import hu  # noqa: PLC0415

    found: Any
    try:
        parsed: Any = hu.from_json(json.dumps(request))
        found = hu.score_table(parsed.deal, parsed.rules).score
    except Exception as error:
        if not type(error).__module__.startswith("hu."):
            raise
        found = getattr(error, "problems", ())
    said = _collect_phrases(found)
    rules = _find("rule_set")(request["rules"])
    return {
        language: " | ".join(_say(language, rules, phrase) for phrase in said)
        for language in _LANGUAGES
    }


def _collect_phrases(value: Any) -> list[Any]:
    """Every text for people in a value: those in several languages, and problems."""
    if is_dataclass(value):
        if hasattr(value, "parameters"):
            return [value]
        return [
            phrase
            for field in fields(value)
            for phrase in _collect_phrases(getattr(value, field.name))
        ]
    if isinstance(value, Mapping):
        return (
            [value]
            if "en" in value
            else [phrase for part in value.values() for phrase in _collect_phrases(part)]
        )
    if isinstance(value, tuple | list):
        return [phrase for part in value for phrase in _collect_phrases(part)]
    return []


_said: Final[dict[tuple[str, str, str], str]] = {}


def _say(language: str, rules: Any, phrase: Any) -> str:
    key = (language, rules.name, repr(phrase))
    if key not in _said:
        words = _find("texts")(language).of(rules)
        _said[key] = words.name(phrase) if isinstance(phrase, Mapping) else words.problem(phrase)
    return _said[key]


def record_batch(lines: list[Line], shared: str) -> Recorded:
    """The files of ``hu batch`` over some photos with a manifest."""
    ((key, (photos, manifest)),) = lines
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "photos").mkdir()
        for number, photo in enumerate(photos):
            source = Path(shared) / "photos" / photo
            (folder / "photos" / f"{number:02}{source.suffix}").write_bytes(source.read_bytes())
        (folder / "manifest.csv").write_text(manifest, encoding="utf-8")
        out = folder / "results"
        _run_hu(
            "batch",
            str(folder / "photos"),
            "--out",
            str(out),
            "--manifest",
            str(folder / "manifest.csv"),
        )
        files = sorted(path for path in out.rglob("*") if path.is_file())
        yield (
            key,
            json.dumps({str(path.relative_to(out)): _read_file(path, name) for path in files}),
        )


def _read_file(path: Path, folder: str) -> Any:
    if path.suffix == ".jsonl":
        rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        return [{name: part for name, part in row.items() if name not in _TIMINGS} for row in rows]
    if path.suffix in (".csv", ".html"):
        return path.read_text(encoding="utf-8").replace(folder, "FOLDER")
    return f"sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}"


def record_page(lines: list[Line], _: str) -> Recorded:
    """What the page shows of hands in work, in every language."""
    for key, draft in lines:
        found = _find("draft_from_json")(json.dumps(draft))
        outcome = _find("assess")(found)
        # Each process has another name for the visit.
        screen = _find("Screen")(visit="")
        parts = {}
        for language in _LANGUAGES:
            t = _find("texts")(language)
            who = {seat: t.seat(seat) for seat in found.seats}
            parts[language] = _find("view")(_find("Shown")(t, None, found, outcome, who, screen))
        yield key, json.dumps(parts, ensure_ascii=False)


@cache
def _find(name: str) -> Callable[..., Any]:
    """The function or class of this name, whichever module defines it."""
    for path in [path for room in ("app", "scoring") for path in sorted(Path(room).rglob("*.py"))]:
        if re.search(rf"^(def|class) {name}\b", path.read_text(encoding="utf-8"), re.MULTILINE):
            module = importlib.import_module(
                ".".join(("hu", *path.with_suffix("").parts)).removesuffix(".__init__")
            )
            found: Callable[..., Any] = getattr(module, name)
            return found
    raise LookupError(
        f"no function {name} in {Path.cwd()}; tell measuring/compare/recorder.py what it is called now"
    )


def main() -> None:
    """Record a part: its name and the shared data folder are the arguments."""
    part, shared = sys.argv[1:]
    import hu  # noqa: PLC0415

    if not Path(str(hu.__file__)).is_relative_to(Path.cwd()):
        sys.exit(f"{hu.__file__} is not of {Path.cwd()}")
    lines = [(key, value) for key, value in map(json.loads, sys.stdin)]
    parts = {
        "read": record_read,
        "score": record_score,
        "waits": record_waits,
        "page": record_page,
        "batch": record_batch,
    }
    for key, value in parts[part](lines, shared):
        sys.stdout.write(f"{json.dumps([key, value])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
