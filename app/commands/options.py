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

from hu.app.commands.pictures import check_picture_file, refuse_photo_itself, save_picture
from hu.scoring.errors import InputError
from hu.scoring.rule_set.house import HouseRules, read_house
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names, rule_set
from hu.vision.photo.files import MAX_MEGAPIXELS, PhotoError, contents

if TYPE_CHECKING:
    from hu.app.reading.model import PhotoReading
    from hu.vision.reader import Reader

_Item = TypeVar("_Item")
_Command = TypeVar("_Command", bound=Callable[..., Any])


class RuleSetName(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """The name of a rule set, which becomes the rule set."""

    name = "rules"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the names that can be given, for the command's help."""
        del param, ctx
        return f"[{'|'.join(rule_names())}]"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> RuleSet:
        """Return the rule set of a name. Click may call this again with the rule set itself."""
        if isinstance(value, RuleSet):
            return value
        try:
            return rule_set(str(value))
        except InputError as error:
            self.fail(str(error), param, ctx)


#: The games of the commands that read or change them. ``parse_location`` reads the value.
games = click.option(
    "--games",
    envvar="HU_GAMES",
    help="File of the games (SQLite), or a database's address (postgresql+psycopg://...). "
    "Default: HU_GAMES, or a file in the user's data folder.",
)


def _read_house(
    context: click.Context, option: click.Parameter, file: Path | None
) -> HouseRules | None:
    """Read a file of house rules."""
    del context, option
    if file is None:
        return None
    title = f"house rules {file}"
    try:
        text = contents(file, title, InputError).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        position = error.start + 1
        raise InputError(f"{title}: not UTF-8 from byte {position} on; save it as UTF-8") from None
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
    "--overlay",
    type=_FILE,
    callback=check_picture_file,
    help="Save the photo with the tiles read drawn over it.",
)
#: The command gets ``as_json``.
print_json = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, one object for each photo or hand."
)
sheet = click.option(
    "--sheet",
    type=_FILE,
    callback=check_picture_file,
    help="Save a picture of the faces, each with its name.",
)
max_megapixels = click.option(
    "--max-megapixels",
    type=float,
    default=MAX_MEGAPIXELS,
    show_default=True,
    callback=_check_megapixels,
    help="Refuse larger photos.",
)


def rules_and_house(command: _Command) -> _Command:
    """Add ``--rules`` and ``--house``.

    The command gets the rule set, and ``HouseRules``, which are empty without a file. The file
    names its rule set, so ``--rules`` may be left out. It is an error if ``--rules`` names another
    rule set.
    """

    @wraps(command)
    def call(rules: RuleSet, house: HouseRules | None, **arguments: Any) -> Any:
        if house is None:
            house = HouseRules(rules.name, "", {})
        source = click.get_current_context().get_parameter_source("rules")
        is_rules_given = source is not ParameterSource.DEFAULT
        if is_rules_given and house.rules != rules.name:
            raise click.UsageError(f"--house is for {house.rules}, but --rules names {rules.name}")
        return command(rules=rule_set(house.rules), house=house, **arguments)

    # ``house`` and ``rules`` are the decorators above, which add the options.
    with_house = house(call)
    with_rules_and_house = rules(with_house)
    return cast("_Command", with_rules_and_house)


@dataclass(frozen=True)
class PhotoOptions:
    """How photos are read.

    Attributes:
        set_name: the taught tile set of ``--set``, or None.
        weights: the folder of ``--weights``, or None for the project's own networks.
        max_megapixels: larger pictures are refused.
    """

    set_name: str | None
    weights: Path | None
    max_megapixels: float

    @cached_property
    def reader(self) -> "Reader":
        """The reader, which has the networks and the taught tile set.

        Raises:
            TileSetError: no tile set has this name.
            WeightsError: the networks cannot be loaded.
        """
        from hu.app.sets.store import TileSetStore  # noqa: PLC0415  # a hand given as text needs no networks
        from hu.vision.reader import MODELS, Reader  # noqa: PLC0415

        tile_set = None
        if self.set_name is not None:
            tile_set = TileSetStore.default().load(self.set_name)
        return Reader(self.weights or MODELS, tile_set=tile_set)

    def read(self, photo: Path, rules: RuleSet, overlay: Path | None = None) -> "PhotoReading":
        """Read a photo, and save it with its tiles drawn over it if ``overlay`` is given.

        Args:
            photo: a file.
            rules: the rule set that is played.
            overlay: where the drawn photo is saved, or None.

        Raises:
            PhotoError: it cannot be read.
            HuError: the networks or the tile set cannot be loaded.
            click.ClickException: the picture cannot be saved.
            click.UsageError: the picture would replace the photo.
        """
        refuse_photo_itself(overlay, [photo], "--overlay")
        from hu.app.reading.pictures import overlay_of  # noqa: PLC0415  # a hand given as text needs no networks
        from hu.app.reading.read import read_photo  # noqa: PLC0415

        photo_reading = read_photo(
            photo, self.reader, rules.name, max_megapixels=self.max_megapixels
        )
        if overlay is not None:
            save_picture(overlay_of(photo_reading), overlay, "--overlay")
        return photo_reading

    def read_hand(self, photo: Path, rules: RuleSet, overlay: Path | None = None) -> "PhotoReading":
        """Read a photo that must show a hand. Otherwise the same as ``read``.

        Args:
            photo: a file.
            rules: the rule set that is played.
            overlay: where the drawn photo is saved, or None.

        Raises:
            PhotoError: it cannot be read, or shows no hand.
            HuError: the networks or the tile set cannot be loaded.
            click.ClickException: the picture cannot be saved.
            click.UsageError: the picture would replace the photo.
        """
        photo_reading = self.read(photo, rules, overlay)
        if not photo_reading.hand.tiles:
            # If there is no hand, the first doubt gives the reason.
            raise PhotoError(f"{photo}: {photo_reading.reading.doubts[0].why}")
        return photo_reading


def photos(command: _Command) -> _Command:
    """Add the options of ``PhotoOptions``, which the command gets as ``photo_options``."""

    @wraps(command)
    def call(
        set_name: str | None, weights: Path | None, max_megapixels: float, **arguments: Any
    ) -> Any:
        photo_options = PhotoOptions(set_name, weights, max_megapixels)
        return command(photo_options=photo_options, **arguments)

    set_option = click.option(
        "--set", "set_name", metavar="NAME", help="A tile set you have taught (hu sets)."
    )
    return cast("_Command", set_option(weights(max_megapixels(call))))


def with_progress(items: Sequence[_Item]) -> Iterator[_Item]:
    """Yield items. Several items get a bar on the standard error, if that is a terminal."""
    from tqdm import tqdm  # noqa: PLC0415  # most commands need no bar

    # tqdm shows the bar on terminals only if ``disable`` is None, and never if it is True.
    disable = None if len(items) > 1 else True
    yield from tqdm(
        items, unit="photo", leave=False, disable=disable, dynamic_ncols=True, file=sys.stderr
    )
