"""``hu waits``: what the hands in photos, or given as text, wait for."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from hu.app.commands import options
from hu.app.reading.answers import names_photo
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.errors import HuError, InputError, one_line
from hu.scoring.hand import Hand
from hu.scoring.lines import json_line
from hu.scoring.notation import format_tiles
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.waits import Waits, WaitWorth, find_waits, seen_beside
from hu.scoring.waits import write_waits as waits_to_json


@click.command("waits")
@click.argument("hands", metavar="PHOTO|TEXT...", nargs=-1, required=True)
@options.rules_and_house
@options.questions("winner", "round_wind", "circumstances", "options")
@click.option("--seen", default="", help="Other tiles that are visible, such as '4s 77s 1z'.")
@options.as_json
@options.photos
def command(
    hands: tuple[str, ...],
    rules: RuleSet,
    house: HouseRules,
    seen: str,
    photo_options: options.PhotoOptions,
    as_json: bool,
    **said: tuple[str, ...],
) -> None:
    """Show what a hand of 13 tiles waits for, or what to discard from 14.

    The other tiles in a photo count as seen. The exit status is 1 if something could not be read; the rest is shown all
    the same.
    """
    answers = parse_answers(said, rules)
    answers = replace(answers, options={**house.options, **answers.options})
    try:
        shown = Hand.from_text(seen).tiles
    except InputError as error:
        raise InputError(f"--seen: {error}") from None
    failed = False
    for text in hands:
        try:
            if names_photo(text):
                reading = photo_options.read_hand(Path(text), rules).reading
                hand, others = (
                    reading.hand,
                    (tile.tile for tile in reading.tiles if tile.role == "other"),
                )
                found = find_waits(rules, hand, answers, (*shown, *seen_beside(hand, others)))
            else:
                found = find_waits(rules, Hand.from_text(text), answers, shown)
        except HuError as error:
            failed = True
            if as_json:
                click.echo(
                    json_line({"photo" if names_photo(text) else "hand": text, "error": str(error)})
                )
            else:
                click.echo(one_line(f"{text}: {error}"), err=True)
            continue
        if as_json:
            click.echo(
                json_line(({"photo": text} if names_photo(text) else {}) | waits_to_json(found))
            )
        else:
            click.echo("\n".join(_lines(found)))
    sys.exit(1 if failed else 0)


def _lines(found: Waits) -> Iterator[str]:
    yield f"Hand      {found.hand}"
    if found.discards:
        away = (
            "Wins already"
            if found.away < 0
            else "One discard from waiting"
            if not found.away
            else _away(found.away)
        )
        yield f"{away}; the best discards:"
        for choice in found.discards[:5]:
            # Written as a red five where every copy is red.
            red = 0 < found.hand.standing.count(choice.tile) <= found.hand.red.count(choice.tile)
            tile = f"0{choice.tile[1]}" if red else choice.tile
            yield f"  {tile}  {_away(choice.away)}, {choice.left} left: {format_tiles(choice.accepts)}"
    elif found.away:
        yield f"{_away(found.away)}, nearer with {found.left} left: {format_tiles(found.accepts)}"
    for wait in found.waits:
        ways = {"discard": wait.discard, "self-draw": wait.self_draw}
        worths = ", ".join(f"{how} {_worth(worth)}" for how, worth in ways.items() if worth)
        yield f"Waits     {wait.tile}, {wait.left} left: {worths}"


def _away(tiles: int) -> str:
    return "waits" if tiles == 0 else f"{tiles} away from waiting"


def _worth(worth: WaitWorth) -> str:
    if worth.points is None:
        return "depends on --winner or --round-wind"
    return "below the minimum" if worth.below_minimum else str(worth.points)
