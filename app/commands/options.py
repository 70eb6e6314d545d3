"""Options that several commands share."""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from hu.scoring.errors import InputError, one_line
from hu.scoring.hand import SEATS, WINS
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, Question
from hu.scoring.rule_set.house import HouseRules, read_house
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names, rule_set
from hu.vision.photo.files import MAX_MEGAPIXELS, PhotoError, contents

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    from hu.app.reading.model import PhotoReading
    from hu.vision.reader import Reader

Item = TypeVar("Item")
_Command = TypeVar("_Command", bound=Callable[..., Any])


class RuleSetName(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """The name of a rule set, which becomes the rule set."""

    name = "rules"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """The names that can be given."""
        del param, ctx
        return f"[{'|'.join(rule_names())}]"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> RuleSet:
        """Look the rule set up."""
        if isinstance(value, RuleSet):
            return value
        try:
            return rule_set(str(value))
        except InputError as error:
            self.fail(str(error), param, ctx)


def questions(*names: str) -> Callable[[_Command], _Command]:
    """Add an option for each of these questions of ``COMMON``; the command gets its answers as a tuple of texts."""

    def add(command: _Command) -> _Command:
        for question in reversed(
            [question for question in COMMON_QUESTIONS if question.id in names]
        ):
            command = click.option(*_spellings(question), **_looks(question))(command)
        return command

    return add


class QuestionCommand(click.Command):
    """A command with an option for every question that some rule set asks, beside its own."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own options, then one for each question."""
        questions = {
            question.id: question for name in rule_names() for question in rule_set(name).questions
        }
        asked = [
            click.Option(_spellings(question), **_looks(question))
            for question in questions.values()
        ]
        return [*super().get_params(ctx), *asked]


def _spellings(question: Question) -> list[str]:
    names = [f"--{name.replace('_', '-')}" for name in (question.id, *question.short)]
    # The shortest name, which people type, is the one that messages and help begin with.
    return [*sorted(names, key=len), question.id]


def _looks(question: Question) -> dict[str, Any]:
    kinds = {"seat": f"[{'|'.join(SEATS)}]", "win": f"[{'|'.join(WINS)}]"}
    meaning = question.meaning["en"]
    return {
        "multiple": True,
        "metavar": kinds.get(question.kind, question.kind.upper()),
        "help": f"{meaning[0].upper()}{meaning[1:]}.",
    }


def _read_house(
    context: click.Context, option: click.Parameter, file: Path | None
) -> HouseRules | None:
    del context, option
    if file is None:
        return None
    try:
        text = contents(file, f"house rules {file}", InputError).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"house rules {file}: not UTF-8 from byte {error.start + 1} on; save it as UTF-8"
        ) from None
    return read_house(text, file.name)


def _check_megapixels(context: click.Context, option: click.Parameter, value: float) -> float:
    if not 0 < value < math.inf:
        raise click.BadParameter("give a number above 0.", context, option)
    return value


_FILE = click.Path(path_type=Path)
rules = click.option(
    "--rules", type=RuleSetName(), default=DEFAULT_RULES, show_default=True, help="The rule set."
)
#: The command gets the file's ``HouseRules``, or None without a file.
house = click.option(
    "--house",
    type=_FILE,
    callback=_read_house,
    help="A TOML file of house rules (docs/house-rules.md).",
)
weights = click.option("--weights", type=_FILE, help="Folder of other networks.")
overlay = click.option(
    "--overlay", type=_FILE, help="Save the photo with the tiles read drawn over it."
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, one object for each photo or hand."
)
sheet = click.option("--sheet", type=_FILE, help="Save a picture of the faces, each with its name.")
max_megapixels = click.option(
    "--max-megapixels",
    type=float,
    default=MAX_MEGAPIXELS,
    show_default=True,
    callback=_check_megapixels,
    help="Refuse larger photos.",
)


def rules_and_house(command: _Command) -> _Command:
    """Add ``--rules`` and ``--house``; the command gets the rule set and ``HouseRules``, empty ones without a file.

    A file of house rules names its rule set, so ``--rules`` may be left out; naming another one is an error.
    """

    @wraps(command)
    def call(rules: RuleSet, house: HouseRules | None, **given: Any) -> Any:
        house = house or HouseRules(rules.name, "", {})
        named = (
            click.get_current_context().get_parameter_source("rules") is not ParameterSource.DEFAULT
        )
        if named and house.rules != rules.name:
            raise click.UsageError(f"--house is for {house.rules}, but --rules names {rules.name}")
        return command(rules=rule_set(house.rules), house=house, **given)

    return cast("_Command", rules(house(call)))


@dataclass(frozen=True)
class PhotoOptions:
    """How photos are read: ``--set``, ``--weights`` and ``--max-megapixels``."""

    set_name: str | None
    weights: Path | None
    max_megapixels: float

    @cached_property
    def reader(self) -> "Reader":
        """The networks, with the taught tile set; raises ``TileSetError`` if no set has this name."""
        from hu.app.sets.store import SetStore  # noqa: PLC0415  # text needs neither arrays nor networks
        from hu.vision.reader import MODELS, Reader  # noqa: PLC0415

        tile_set = None if self.set_name is None else SetStore.default().load(self.set_name)
        return Reader(self.weights or MODELS, tile_set=tile_set)

    def read(self, photo: Path, rules: RuleSet, overlay: Path | None = None) -> "PhotoReading":
        """Read one photo and save its overlay; raises ``PhotoError`` where it cannot be read."""
        from hu.app.reading.pictures import overlay_of  # noqa: PLC0415  # text needs no networks
        from hu.app.reading.read import read_photo  # noqa: PLC0415

        result = read_photo(photo, self.reader, rules.name, max_megapixels=self.max_megapixels)
        if overlay is not None:
            save_picture(overlay_of(result), overlay, "--overlay")
        return result

    def read_hand(self, photo: Path, rules: RuleSet, overlay: Path | None = None) -> "PhotoReading":
        """Read one photo, which must show a hand."""
        result = self.read(photo, rules, overlay)
        if not result.hand.tiles:
            raise PhotoError(f"{photo}: {result.reading.doubts[0].why}")
        return result


def photos(command: _Command) -> _Command:
    """Add the options of ``PhotoOptions``, which the command gets as ``photo_options``."""

    @wraps(command)
    def call(
        set_name: str | None, weights: Path | None, max_megapixels: float, **given: Any
    ) -> Any:
        return command(photo_options=PhotoOptions(set_name, weights, max_megapixels), **given)

    set_option = click.option(
        "--set", "set_name", metavar="NAME", help="A tile set you have taught (hu sets)."
    )
    return cast("_Command", set_option(weights(max_megapixels(call))))


def with_progress(items: Sequence[Item]) -> Iterator[Item]:
    """Several photos, with a bar on the standard error where that is a terminal."""
    from tqdm import tqdm  # noqa: PLC0415  # most commands need no bar

    # ``disable=None`` is tqdm's word for 'unless it is a terminal'.
    disable = None if len(items) > 1 else True
    yield from tqdm(
        items, unit="photo", leave=False, disable=disable, dynamic_ncols=True, file=sys.stderr
    )


def save_picture(picture: "NDArray[np.uint8] | Image.Image", path: Path, option: str) -> None:
    """Save what ``--overlay`` or ``--sheet`` asks for.

    Raises:
        click.ClickException: the file cannot be written, or its ending is no picture's.
    """
    from PIL import Image  # noqa: PLC0415

    try:
        (picture if isinstance(picture, Image.Image) else Image.fromarray(picture)).save(
            path, quality=88
        )
    except (OSError, ValueError) as error:
        raise click.ClickException(one_line(f"{option} {path}: {error}")) from None


def save_sheet(faces: "Sequence[tuple[NDArray[np.uint8], str, str]]", path: Path) -> None:
    """Save what ``--sheet`` asks for: faces, each with its name and a note."""
    from PIL import Image  # noqa: PLC0415

    from hu.vision.photo.contact_sheet import contact_sheet  # noqa: PLC0415

    cells = [(Image.fromarray(crop), name, note) for crop, name, note in faces]
    save_picture(contact_sheet(cells), path, "--sheet")
