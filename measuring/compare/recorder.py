"""Run one side: read inputs as JSON Lines, write what the ``hu`` of the current folder makes of each.

A file of its own that imports nothing but the standard library and that ``hu``: it runs in old commits too. It uses
the command line and ``import hu``; where it needs more, ``_find`` looks a function up by its name.
"""

import contextlib
import hashlib
import importlib
import io
import json
import re
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
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
    done = subprocess.run([sys.executable, "-P", "-m", "hu", *words], capture_output=True, check=False, text=True)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise RuntimeError(f"hu {' '.join(words)[:200]}: {done.stderr[-2000:]}")
    return done.stdout.splitlines()


def _make_batches(lines: Iterable[Line], size: int) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Inputs that one command takes together: keys, the command's words, photos or hands."""
    batch: tuple[list[str], list[str], list[str]] = ([], [], [])
    for key, (rules, *options, text) in sorted(lines, key=lambda line: line[1][:-1]):
        words = ["--rules", rules, *(options[0] if options else ())]
        if batch[1] != words or len(batch[0]) == size:
            if batch[0]:
                yield batch
            batch = ([], words, [])
        batch[0].append(key)
        batch[2].append(text)
    if batch[0]:
        yield batch


def record_read(lines: list[Line], shared: str) -> Recorded:
    """``hu read --json`` of photos."""
    for keys, words, photos in _make_batches(lines, _PHOTOS_AT_ONCE):
        found = _run_hu("read", "--json", *words, *(str(Path(shared) / "photos" / photo) for photo in photos))
        for key, photo, line in zip(keys, photos, found, strict=True):
            value = {name: part for name, part in json.loads(line).items() if name not in _TIMINGS}
            yield key, json.dumps(value | {"photo": photo}, ensure_ascii=False)


def record_waits(lines: list[Line], _: str) -> Recorded:
    """``hu waits --json`` of hands."""
    for keys, words, hands in _make_batches(lines, _HANDS_AT_ONCE):
        yield from zip(keys, _run_hu("waits", "--json", *words, *hands), strict=True)


def record_score(lines: list[Line], _: str) -> Recorded:
    """``hu hands --explain`` of requests, ``hu score --json`` of the golden ones, explanations in every language."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(request, ensure_ascii=False)}\n" for _, request in lines)
        file.flush()
        answers = _run_hu("hands", "--explain", file.name)
    for (key, request), answer in zip(lines, answers, strict=True):
        parts = {"hands": re.sub(r'"line \d+: ', '"', answer)}
        if key.startswith("golden"):
            parts["score"] = _run_hu_here("score", "--json", *_make_options(request))
        parts |= _explain(request)
        yield key, json.dumps(parts, ensure_ascii=False)


def _run_hu_here(*words: str) -> str:
    """Run a command in this process: what it prints, and its exit status."""
    out, err, before = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO(), sys.argv
    sys.argv = ["hu", *words]
    status: object = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            runpy.run_module("hu", run_name="__main__")
    except SystemExit as end:
        status = end.code
    finally:
        sys.argv = before
    out.flush()
    return f"{out.buffer.getvalue().decode()}{err.getvalue()}exit status {status}"


def _make_options(request: Mapping[str, Any]) -> Iterator[str]:
    """A request of ``hu hands`` as the options of ``hu score``."""
    winners = request.get("winners", {})
    first = next(iter(winners), request.get("winner"))
    win = winners.get(first, request)
    yield from ("--rules", request["rules"])
    yield from ("--nobody",) if first is None else ("--winner", first, "--win", win["win"], "--hand", win["hand"])
    named = {"--from": win.get("from") if first else None, "--round-wind": request.get("round_wind")}
    yield from (word for name, value in named.items() if value for word in (name, value))
    for name in win.get("circumstances", ()):
        yield from ("--circumstance", name)
    for seat, tile in request.get("recent_discards", ()):
        yield from ("--discard", f"{seat}={tile}")
    for seat, other in request.get("others", {}).items():
        yield from ("--other", f"{seat}={other['hand']}") if other.get("hand") else ()
        yield from ("--status", f"{seat}={other['status']}") if other.get("status") else ()
    for name, value in request.get("options", {}).items():
        if isinstance(value, list):
            yield from (word for pattern in value for word in ("--waive", pattern))
        else:
            yield from ("--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}")
    asked = dict(request.get("counters", {}))
    asked |= {name: request.get(name) for name in ("liable", "dora_indicators", "ura_indicators", "declared")}
    for name, value in asked.items():
        if value:
            text = ",".join(value) if isinstance(value, list) else str(value)
            yield from (f"--{name.replace('_', '-')}", text)


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
    return {language: " | ".join(_say(language, rules, phrase) for phrase in said) for language in _LANGUAGES}


def _collect_phrases(value: Any) -> list[Any]:
    """Every text for people in a value: those in several languages, and problems."""
    if is_dataclass(value):
        if hasattr(value, "parameters"):
            return [value]
        return [phrase for field in fields(value) for phrase in _collect_phrases(getattr(value, field.name))]
    if isinstance(value, Mapping):
        return [value] if "en" in value else [phrase for part in value.values() for phrase in _collect_phrases(part)]
    if isinstance(value, tuple | list):
        return [phrase for part in value for phrase in _collect_phrases(part)]
    return []


_said: Final[dict[tuple[str, str, str], str]] = {}


def _say(language: str, rules: Any, phrase: Any) -> str:
    key = (language, rules.name, repr(phrase))
    if key not in _said:
        words = _load_words(language, rules)
        _said[key] = words.name(phrase) if isinstance(phrase, Mapping) else words.problem(phrase)
    return _said[key]


@cache
def _load_words(language: str, rules: Any) -> Any:
    return _find("texts")(language).of(rules)


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
        _run_hu("batch", str(folder / "photos"), "--out", str(out), "--manifest", str(folder / "manifest.csv"))
        files = sorted(path for path in out.rglob("*") if path.is_file())
        yield key, json.dumps({str(path.relative_to(out)): _read_file(path, name) for path in files})


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
            module = importlib.import_module(".".join(("hu", *path.with_suffix("").parts)).removesuffix(".__init__"))
            found: Callable[..., Any] = getattr(module, name)
            return found
    raise LookupError(f"no function {name} in {Path.cwd()}; tell measuring/compare/recorder.py what it is called now")


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
