"""Run one side: read inputs as JSON Lines, and write the output of this folder's ``hu`` for each.

This file imports nothing but the standard library, msgspec and that ``hu``, because it runs in old
commits too. It uses the command line and ``import hu``. If it needs more, ``_find`` looks a
function up by its name.
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

import msgspec

#: Values of photos and batches that differ in every run: timings, and the fingerprint of the
#: reader's code.
_TIMINGS: Final = frozenset(("seconds", "reader"))
_LANGUAGES: Final = ("en", "de", "fr", "it", "ja", "zh-Hans", "zh-Hant")
#: Photos of one command.
_PHOTOS_AT_ONCE: Final = 40
#: Hands of one command.
_HANDS_AT_ONCE: Final = 50
#: The name of an input, and its value. The value of a photo or of a hand to find the waits of is a
#: list of two: the options of the command, and the photo or the hand.
Input = tuple[str, Any]
#: Yields the name of each input and its output.
Recorded = Iterator[tuple[str, str]]


def record_read(inputs: list[Input], shared: str) -> Recorded:
    """Run ``hu read --json`` on photos."""
    for options, photo_of in _group_by_options(inputs, _PHOTOS_AT_ONCE):
        paths = [str(Path(shared) / "photos" / photo) for photo in photo_of.values()]
        outputs = _run_hu("read", "--json", *options, *paths)
        for (name, photo), output in zip(photo_of.items(), outputs, strict=True):
            reading = _without_timings(json.loads(output))
            # Name the photo without the folder of the shared data.
            reading["photo"] = photo
            yield name, json.dumps(reading, ensure_ascii=False)


def record_waits(inputs: list[Input], _: str) -> Recorded:
    """Run ``hu waits --json`` on hands."""
    for options, hand_of in _group_by_options(inputs, _HANDS_AT_ONCE):
        outputs = _run_hu("waits", "--json", *options, *hand_of.values())
        yield from zip(hand_of, outputs, strict=True)


def record_score(inputs: list[Input], _: str) -> Recorded:
    """Run ``hu hands --explain`` on requests, and explain the scores in every language."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for _, request in inputs:
            file.write(f"{json.dumps(request, ensure_ascii=False)}\n")
        file.flush()
        outputs = _run_hu("hands", "--explain", file.name)
    for (name, request), output in zip(inputs, outputs, strict=True):
        # An error has the number of its line, which changes if an input is added before it.
        score = re.sub(r'"line \d+: ', '"', output)
        score_and_explanations = {"hands": score, **_explain(request)}
        yield name, json.dumps(score_and_explanations, ensure_ascii=False)


def record_batch(inputs: list[Input], shared: str) -> Recorded:
    """Run ``hu batch`` on some photos with a manifest, and record its files."""
    # This part has a single input.
    [(name, (photos, manifest))] = inputs
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        (folder / "photos").mkdir()
        for number, photo in enumerate(photos):
            source = Path(shared) / "photos" / photo
            copy = folder / "photos" / f"{number:02}{source.suffix}"
            copy.write_bytes(source.read_bytes())
        manifest_path = folder / "manifest.csv"
        manifest_path.write_text(manifest, encoding="utf-8")
        out = folder / "results"
        options = ["--out", str(out), "--manifest", str(manifest_path)]
        _run_hu("batch", str(folder / "photos"), *options)

        files: dict[str, Any] = {}
        for path in sorted(out.rglob("*")):
            if path.is_file():
                files[str(path.relative_to(out))] = _read_file(path, folder_name)
        yield name, json.dumps(files)


def record_page(inputs: list[Input], _: str) -> Recorded:
    """Record the page's view of hands in work, in every language."""
    draft_from_json = _find("draft_from_json")
    assess = _find("assess")
    new_screen = _find("Screen")
    texts_of = _find("texts")
    new_shown = _find("Shown")
    # Old commits have the second name.
    hand_columns = _find("hand_columns", "view")
    # A hand in work belongs to no game here.
    game = None
    for name, draft_value in inputs:
        draft = draft_from_json(json.dumps(draft_value))
        # The draft's score, problems and open questions.
        outcome = assess(draft)
        # The default name of a visit is random, and the page shows it.
        screen = new_screen(visit="")
        views = {}
        for language in _LANGUAGES:
            texts = texts_of(language)
            seat_names = {seat: texts.seat(seat) for seat in draft.seats}
            shown = new_shown(texts, game, draft, outcome, seat_names, screen)
            # Old commits return dictionaries, with their keys in another order.
            views[language] = msgspec.to_builtins(hand_columns(shown))
        yield name, json.dumps(views, ensure_ascii=False, sort_keys=True)


def _run_hu(*words: str) -> list[str]:
    """Run the command ``hu`` of this folder, and return the lines that it prints.

    Args:
        words: the arguments of the command.

    Raises:
        RuntimeError: the command failed, and not because some inputs could not be read or scored.
            That is an exit status of 1, and is recorded.
    """
    process = subprocess.run(
        [sys.executable, "-P", "-m", "hu", *words], capture_output=True, check=False, text=True
    )
    if process.returncode not in (0, 1) or "Traceback" in process.stderr:
        raise RuntimeError(f"hu {' '.join(words)[:200]}: {process.stderr[-2000:]}")
    return process.stdout.splitlines()


def _group_by_options(
    inputs: Iterable[Input], size: int
) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Divide inputs into groups that one command can take together.

    Args:
        inputs: the inputs. Each value is a pair: the options, and a photo or a hand.
        size: the most inputs of a group.

    Yields:
        The options of a command, and its photos or hands by the names of their inputs. Inputs with
        other options come in another group.
    """
    sorted_inputs = sorted(inputs, key=_options_of)
    for options, group in groupby(sorted_inputs, key=_options_of):
        # The name of each input, and its photo or hand.
        arguments: list[tuple[str, str]] = []
        for name, value in group:
            _options, argument = value
            arguments.append((name, argument))
        for start in range(0, len(arguments), size):
            yield options, dict(arguments[start : start + size])


def _options_of(entry: Input) -> list[str]:
    _name, value = entry
    options: list[str] = value[0]
    return options


def _without_timings(reading: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in reading.items() if name not in _TIMINGS}


def _read_file(path: Path, folder: str) -> Any:
    """Read a file of a batch, without the name of its folder and without timings.

    Returns:
        The rows of JSON Lines, the text of a page or table, or the hash of any other file.
    """
    if path.suffix == ".jsonl":
        rows = path.read_text(encoding="utf-8").splitlines()
        return [_without_timings(json.loads(row)) for row in rows]
    if path.suffix in (".csv", ".html"):
        return path.read_text(encoding="utf-8").replace(folder, "FOLDER")
    return f"sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}"


def _explain(request: Mapping[str, Any]) -> dict[str, str]:
    """Write the score of a request of ``hu hands``, or its problems, in every language.

    Returns:
        The text of each language.
    """
    import hu  # noqa: PLC0415

    score_or_problems: Any
    try:
        parsed: Any = hu.from_json(json.dumps(request))
        score_or_problems = hu.score_table(parsed.deal, parsed.rules).score
    except Exception as error:
        is_of_hu = type(error).__module__.startswith("hu.")
        if not is_of_hu:
            raise
        score_or_problems = getattr(error, "problems", ())
    phrases = _collect_phrases(score_or_problems)
    rules = _find("rule_set")(request["rules"])
    explanations = {}
    for language in _LANGUAGES:
        sentences = [_write_phrase(language, rules, phrase) for phrase in phrases]
        explanations[language] = " | ".join(sentences)
    return explanations


def _collect_phrases(value: Any) -> list[Any]:
    """Return every text for people in a value: names in several languages, and problems.

    Names are a dictionary by the language. A problem is a dataclass with the parameters of its
    sentence.
    """
    parts: list[Any] = []
    if is_dataclass(value):
        is_problem = hasattr(value, "parameters")
        if is_problem:
            return [value]
        parts = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, Mapping):
        has_names = "en" in value
        if has_names:
            return [value]
        parts = list(value.values())
    elif isinstance(value, tuple | list):
        parts = list(value)
    phrases: list[Any] = []
    for part in parts:
        phrases += _collect_phrases(part)
    return phrases


#: Sentences by language, rule set and phrase: many scores share them.
_sentences: Final[dict[tuple[str, str, str], str]] = {}


def _write_phrase(language: str, rules: Any, phrase: Any) -> str:
    """Write names or a problem in a language.

    Args:
        language: the language.
        rules: the rule set, whose words are used.
        phrase: names or a problem, as ``_collect_phrases`` returns them.
    """
    key = (language, rules.name, repr(phrase))
    if key not in _sentences:
        texts = _find("texts")(language).of(rules)
        if isinstance(phrase, Mapping):
            _sentences[key] = texts.name(phrase)
        else:
            _sentences[key] = texts.problem(phrase)
    return _sentences[key]


@cache
def _find(*names: str) -> Callable[..., Any]:
    """Return a function or a class, whichever module defines it.

    Args:
        names: the names of the function in the commits that are compared. The first of them that
            this commit defines counts.

    Raises:
        LookupError: no module defines any of these names.
    """
    paths: list[Path] = []
    for folder in ("app", "scoring"):
        paths += sorted(Path(folder).rglob("*.py"))
    for name in names:
        definition = re.compile(rf"^(def|class) {name}\b", re.MULTILINE)
        for path in paths:
            if definition.search(path.read_text(encoding="utf-8")):
                module_path = ("hu", *path.with_suffix("").parts)
                module_name = ".".join(module_path).removesuffix(".__init__")
                module = importlib.import_module(module_name)
                function: Callable[..., Any] = getattr(module, name)
                return function
    raise LookupError(
        f"no function {names[0]} in {Path.cwd()}; "
        "tell measuring/compare/recorder.py what it is called now"
    )


def main() -> None:
    """Record a part. The arguments are the name of the part and the shared data folder.

    The inputs are lines of standard input. The outputs are written to standard output.
    """
    part, shared = sys.argv[1:]
    import hu  # noqa: PLC0415

    if not Path(str(hu.__file__)).is_relative_to(Path.cwd()):
        sys.exit(f"{hu.__file__} is not of {Path.cwd()}")
    inputs: list[Input] = []
    for line in sys.stdin:
        name, value = json.loads(line)
        inputs.append((name, value))
    recorders = {
        "read": record_read,
        "score": record_score,
        "waits": record_waits,
        "page": record_page,
        "batch": record_batch,
    }
    for name, output in recorders[part](inputs, shared):
        sys.stdout.write(f"{json.dumps([name, output])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
