"""``hu waits``: what the hands in photos, or given as text, wait for."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
from msgspec import structs

from hu.app.commands import options
from hu.app.commands.question_options import question_options
from hu.app.reading.answers import names_photo
from hu.app.records.schema import SCHEMA_VERSION, record_to_json
from hu.app.records.scores import RefusalRecord
from hu.app.records.waits import make_waits_record
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.answers.value import Answers
from hu.scoring.errors import HuError, InputError, one_line
from hu.scoring.hand import Hand
from hu.scoring.notation import format_tiles
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.waits import (
    DiscardChoice,
    Wait,
    Waits,
    WaitWorth,
    find_waits,
    seen_beside,
)
from hu.vision.photo.files import PhotoError

#: Discards that are shown, the best first.
_MOST_DISCARDS: Final = 5
#: Why a hand may not win, by the id of its problem. Other ids are shown with blanks for hyphens.
_REFUSALS: Final = {"below-minimum": "below the minimum"}


@click.command("waits")
@click.argument("hands", metavar="PHOTO|TEXT...", nargs=-1, required=True)
@options.rules_and_house
@question_options("winner", "round_wind", "circumstances", "options")
@click.option("--seen", default="", help="Other tiles that are visible, such as '4s 77s 1z'.")
@options.print_json
@options.photos
def command(
    hands: tuple[str, ...],
    rules: RuleSet,
    house: HouseRules,
    seen: str,
    photo_options: options.PhotoOptions,
    as_json: bool,
    **answer_texts: tuple[str, ...],
) -> None:
    """Show what a waiting hand waits for, or what to discard from a hand with one tile more.

    The other tiles in a photo count as seen. The exit status is 1 if something could not be read.
    The rest is shown all the same.
    """
    answers = parse_answers(answer_texts, rules)
    answers = replace(answers, options={**house.options, **answers.options})
    try:
        seen_tiles = Hand.from_text(seen).tiles
    except InputError as error:
        raise InputError(f"--seen: {error}") from None
    has_failed = False
    for text in hands:
        try:
            if names_photo(text):
                waits = _waits_in_photo(text, rules, answers, seen_tiles, photo_options)
            else:
                waits = find_waits(rules, _parse_hand(text), answers, seen_tiles)
        except HuError as error:
            has_failed = True
            _print_error(text, error, as_json=as_json)
            continue
        if as_json:
            photo = text if names_photo(text) else None
            click.echo(record_to_json(make_waits_record(waits, rules, photo)))
        else:
            click.echo("\n".join(_lines(waits)))
    sys.exit(1 if has_failed else 0)


def _parse_hand(text: str) -> Hand:
    """Parse a hand.

    Raises:
        InputError: it is no hand, but perhaps the name of a folder.
    """
    try:
        return Hand.from_text(text)
    except InputError:
        # Unlike pathlib's, this function takes any text.
        if os.path.isdir(text):  # noqa: PTH112
            raise InputError("is a folder; name a photo, or write a hand") from None
        raise


def _waits_in_photo(
    photo: str,
    rules: RuleSet,
    answers: Answers,
    seen_tiles: tuple[str, ...],
    photo_options: options.PhotoOptions,
) -> Waits:
    """Find what the hand in a photo waits for. The photo's other tiles count as seen.

    Args:
        photo: a file.
        rules: the rule set.
        answers: the answers about the win.
        seen_tiles: tiles that are visible outside the photo.
        photo_options: how photos are read.

    Raises:
        HuError: the photo cannot be read, or shows no hand that can wait.
    """
    reading = photo_options.read_hand(Path(photo), rules).reading
    other_tiles = [tile.tile for tile in reading.tiles if tile.role == "other"]
    all_seen = (*seen_tiles, *seen_beside(reading.hand, other_tiles))
    return find_waits(rules, reading.hand, answers, all_seen)


def _print_error(text: str, error: HuError, *, as_json: bool) -> None:
    if as_json:
        refusal = RefusalRecord(schema=SCHEMA_VERSION, error=str(error))
        if names_photo(text):
            refusal = structs.replace(refusal, photo=text)
        else:
            refusal = structs.replace(refusal, hand=text)
        click.echo(record_to_json(refusal))
    elif isinstance(error, PhotoError):
        # The message names the photo already.
        click.echo(str(error), err=True)
    else:
        name = text if text.strip() else "an empty hand"
        click.echo(one_line(f"{name}: {error}"), err=True)


def _lines(waits: Waits) -> Iterator[str]:
    """Write the hand, then its best discards, the tiles that bring it nearer, or its waits."""
    yield f"Hand      {waits.hand}"
    if waits.discards:
        yield f"{_distance_before_discard(waits.away)}; the best discards:"
        for choice in waits.discards[:_MOST_DISCARDS]:
            yield _discard_line(choice, waits.hand)
    elif waits.away:
        accepts = format_tiles(waits.accepts)
        yield f"{_distance(waits.away)}, nearer with {waits.left} left: {accepts}"
    for wait in waits.waits:
        yield _wait_line(wait)


def _discard_line(choice: DiscardChoice, hand: Hand) -> str:
    """Write a tile to discard, and the tiles that are useful then, with the number of copies left.

    Args:
        choice: the discard.
        hand: the hand before the discard.
    """
    tile = choice.tile
    copies = hand.standing.count(tile)
    # If every copy in the hand is a red five, the tile is written as a red five.
    if 0 < copies <= hand.red.count(tile):
        tile = f"0{tile[1]}"
    accepts = format_tiles(choice.accepts)
    return f"  {tile}  {_distance(choice.away)}, {choice.left} left: {accepts}"


def _wait_line(wait: Wait) -> str:
    """Write a tile that completes the hand, the copies that are left, and the value of the win."""
    worths = []
    if wait.discard:
        worths.append(f"discard {_worth(wait.discard)}")
    if wait.self_draw:
        worths.append(f"self-draw {_worth(wait.self_draw)}")
    return f"Waits     {wait.tile}, {wait.left} left: {', '.join(worths)}"


def _distance_before_discard(away: int) -> str:
    """Write how far a hand is from waiting if it has a tile to discard.

    Args:
        away: how many tiles are missing after the best discard. -1 if the hand is complete before
            the discard.
    """
    if away < 0:
        return "Wins already"
    if away == 0:
        return "One discard from waiting"
    return _distance(away)


def _distance(away: int) -> str:
    """Write how far a hand without a tile to discard is from waiting.

    Args:
        away: how many tiles are missing.
    """
    if away == 0:
        return "waits"
    return f"{away} away from waiting"


def _worth(worth: WaitWorth) -> str:
    """Write the value of a win. Otherwise write why it is unknown, or why the hand may not win."""
    if worth.points is None:
        return "depends on --winner or --round-wind"
    if worth.is_below_minimum:
        # The id of a problem consists of words, such as "no-yaku".
        return _REFUSALS.get(worth.problem, worth.problem.replace("-", " "))
    return str(worth.points)
