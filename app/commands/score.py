"""``hu score``: one photo, or a hand given as text, to points and payments."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from hu.app.commands.options import house_for, house_option, rules_option, set_option, taught
from hu.app.commands.report import report
from hu.app.reading.told import ReadsPhoto, at_seat, hand_told, is_photo, players_told, tiles_told, won_too
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, WINS, Hand
from hu.scoring.house import HouseRules
from hu.scoring.lines import json_line, one_line
from hu.scoring.notation import parse_tile
from hu.scoring.partial import nearest
from hu.scoring.problems import BelowMinimumError, InvalidHandError
from hu.scoring.requests import parse_asked, parse_options, question_of
from hu.scoring.rule_set import Answer, DealScore, Option, Player, RuleSet
from hu.scoring.unknowns import (
    Answers,
    WhichTile,
    candidates,
    first_legal_deal,
    in_the_rules_words,
    score_hand,
    unanswered,
    with_winning,
)
from hu.vision.photo.files import PhotoError

if TYPE_CHECKING:
    from hu.app.reading.hands import TableHand
    from hu.app.reading.model import Doubt, HandReading

_SEAT = click.Choice(SEATS)
#: The option that answers each question, and what it means.
_ASKED: Final = {
    "winner": ("--winner", "the winner's seat"),
    "how": ("--win", "how the hand was won"),
    "source": ("--from", "who discarded the winning tile"),
    "round_wind": ("--round-wind", "the wind of the round"),
}


class _Networks(NamedTuple):
    """What reads the photos: a folder of networks and a taught tile set, the usual ones where None."""

    weights: Path | None
    set_name: str | None


@click.command("score")
@click.argument("photo", required=False, type=click.Path(path_type=Path))
@click.option("--hand", "hand_text", help="The hand as text; overrides what is read from the photo.")
@click.option("--winner", type=_SEAT, help="The winner's seat.")
@click.option("--win", type=click.Choice(WINS), help="How the hand was won.")
@click.option("--from", "source", type=_SEAT, help="The discarder, or the player robbed of the tile.")
@click.option("--winning", help="The winning tile, such as 5p, where the photo does not show it.")
@rules_option
@house_option
@set_option
@click.option("--round-wind", type=_SEAT, help="The wind of the round, in rules that have one.")
@click.option(
    "--circumstance", "circumstances", multiple=True, help="Such as last-tile, haitei or 海底; may be repeated."
)
@click.option("--discard", "discards", multiple=True, help="Recent discards in order, such as S=9m.")
@click.option("--other", "others", multiple=True, help="Another player's hand, E=PHOTO or E=TEXT.")
@click.option("--table", type=click.Path(path_type=Path), help="A photo of the whole table: every player's open hand.")
@click.option(
    "--near", type=_SEAT, help="Who sits at the near side of --table; default: the hand that wins is the winner's."
)
@click.option("--status", "statuses", multiple=True, help="An irregularity, such as N=false-win.")
@click.option(
    "--also", multiple=True, help="Who else won with the same tile, N or N=CIRCUMSTANCE,...; the hand as --other."
)
@click.option("--nobody", is_flag=True, help="Nobody won: what --other and --status say is settled.")
@click.option("--absent", type=_SEAT, help="The seat that nobody takes at a table of three.")
@click.option("--waive", "waived", multiple=True, help="A pattern that had to be declared and was not.")
@click.option("--option", "options", multiple=True, help="An option of the rules, such as limit=2000.")
@click.option(
    "--ask",
    "asked",
    multiple=True,
    metavar="NAME=VALUE",
    help="The answer to a question of the rules (hu rules show NAME); tiles may be a photo of them.",
)
@click.option("--dora", multiple=True, help="The same as --ask dora_indicators=.")
@click.option("--ura", multiple=True, help="The same as --ask ura_indicators=.")
@click.option("--counter", "counters", multiple=True, help="The same as --ask.")
@click.option("--declared", type=_SEAT, multiple=True, help="The same as --ask declared=.")
@click.option("--half-flowers", is_flag=True, help="The same as --option half_flowers=true.")
@click.option("--minimum", type=int, default=0, help="The same as --option minimum=.")
@click.option("--weights", type=click.Path(path_type=Path), help="Folder with the networks.")
@click.option("--overlay", type=click.Path(path_type=Path), help="Draw what was read over the photo.")
@click.option("--json", "as_json", is_flag=True, help="The same as data.")
def command(
    photo: Path | None,
    hand_text: str | None,
    winner: str | None,
    win: str | None,
    source: str | None,
    winning: str | None,
    rules: RuleSet,
    house: Path | None,
    set_name: str | None,
    round_wind: str | None,
    circumstances: tuple[str, ...],
    discards: tuple[str, ...],
    others: tuple[str, ...],
    table: Path | None,
    near: str | None,
    statuses: tuple[str, ...],
    also: tuple[str, ...],
    nobody: bool,
    absent: str | None,
    waived: tuple[str, ...],
    options: tuple[str, ...],
    asked: tuple[str, ...],
    dora: tuple[str, ...],
    ura: tuple[str, ...],
    counters: tuple[str, ...],
    declared: tuple[str, ...],
    half_flowers: bool,
    minimum: int,
    weights: Path | None,
    overlay: Path | None,
    as_json: bool,
) -> None:
    """Read the hand in PHOTO and score it; say who pays whom.

    What a photo cannot tell is never guessed: --winner, --win and --from say it.
    """
    _check_photos(photo or hand_text, table, rules, nobody=nobody)
    rules, agreed = house_for(house, rules)
    networks = _Networks(weights, set_name)

    def read(photo: str) -> "HandReading":
        reading: HandReading = _read(Path(photo), rules, networks, None)
        return reading

    answers = Answers(
        winner,
        win,
        source,
        frozenset(circumstances),
        tuple(at_seat("--discard", discard, "a seat and a tile, such as S=9m") for discard in discards),
        round_wind,
        waived=frozenset(waived),
        seats=tuple(seat for seat in SEATS if seat != absent),
        options=dict(agreed.options)
        | parse_options(options, rules)
        | _shorthands(rules, half_flowers=half_flowers, minimum=minimum),
        asked=_asked(
            [
                *asked,
                *counters,
                *([f"dora_indicators={','.join(dora)}"] if dora else []),
                *([f"ura_indicators={','.join(ura)}"] if ura else []),
                *([f"declared={','.join(declared)}"] if declared else []),
            ],
            rules,
            read,
        ),
    )
    _check_answers(rules, answers, nobody=nobody)
    answers = in_the_rules_words(rules, answers)
    racks = _racks(table, near, answers, rules, networks)
    hand, reading = _hand(photo, hand_text, rules, networks, overlay)
    own = racks.pop(str(winner), None)
    if own and photo is None and hand_text is None:
        hand, reading = own.reading.hand, own.reading
    won = parse_tile(winning) if winning is not None else None
    if won is not None:
        hand = with_winning(hand, won)
    hands = [at_seat("--other", entry, "a seat and a photo or hand, as E=east.jpg or E='123m 44z'") for entry in others]
    racks = {seat: rack for seat, rack in racks.items() if seat not in dict(hands)}
    told = players_told(
        [(seat, str(rack.reading.hand)) for seat, rack in racks.items()]
        + [(seat, hand_told(what, read)) for seat, what in hands],
        [at_seat("--status", entry, "a seat and an irregularity, such as N=false-win") for entry in statuses],
        [won_too("--also", entry, win, source) for entry in also],
        rules,
    )
    answers = replace(answers, others=told)
    try:
        score = _score(rules, answers, hand)
    except InvalidHandError as error:
        _print_problems(rules, hand, error, reading, as_json)
        sys.exit(1)

    def worth(hand: Hand, others: Mapping[str, Player] = told) -> object:
        deal = replace(answers, others=others)
        found = _score(rules, deal, hand if won is None else with_winning(hand, won))
        return {seat: player.points for seat, player in found.players.items()}, found.payments

    reading = _with_score_impact(reading, worth) if reading else None
    open_racks = {
        seat: _with_score_impact(rack.reading, partial(_with_rack, worth, hand, told, seat))
        for seat, rack in racks.items()
    }
    if as_json:
        shown = photo or table
        head: dict[str, object] = {
            "photo": str(shown) if shown else None,
            "hand": str(hand),
            "doubts": _doubts_to_json(reading),
        }
        if table:
            head["table"] = {
                seat: {"side": rack.side, "hand": rack.reading.text, "doubts": _doubts_to_json(open_racks[seat])}
                for seat, rack in racks.items()
            }
        click.echo(json_line(head | rules.answer_of(first_legal_deal(rules, answers, hand), explain=True)))
    else:
        click.echo(
            "\n".join(
                [
                    *([] if nobody else [f"Hand      {hand}"]),
                    *(f"{seat:9} {rack.reading.text} ({rack.side})" for seat, rack in racks.items()),
                    *_house_lines(rules, agreed),
                    report(score, str(winner)),
                    *_doubt_lines(reading),
                    *(line for seat, found in open_racks.items() for line in _doubt_lines(found, f"{seat}: ")),
                ]
            )
        )


def _with_rack(
    worth: Callable[[Hand, Mapping[str, Player]], object], won: Hand, told: Mapping[str, Player], seat: str, rack: Hand
) -> object:
    """What the table is worth with another rack at a seat."""
    return worth(won, {**told, seat: replace(told[seat], hand=rack)})


def _house_lines(rules: RuleSet, house: HouseRules) -> list[str]:
    """What the house plays differently."""
    lines = [line["en"] for line in rules.house_lines(house.options)]
    return [f"House     {line}" for line in ([house.title] if house.title else []) + lines]


def _check_photos(given: Path | str | None, table: Path | None, rules: RuleSet, *, nobody: bool) -> None:
    """What is scored must have been said, and a photo of the table must be of use."""
    if given is None and table is None and not nobody:
        raise click.UsageError("give a photo, or a hand with --hand")
    if table and not rules.scores_every_hand:
        raise click.UsageError(f"--table: {rules.name} scores the winner's hand alone; give its photo as PHOTO")
    if table and nobody:
        raise click.UsageError("--table and --nobody: a photo does not tell who sits where; give the hands as --other")


def _check_answers(rules: RuleSet, answers: Answers, *, nobody: bool) -> None:
    """What a photo cannot tell must have been said; each rule set needs its own."""
    if nobody and (answers.winner or answers.how):
        raise click.UsageError("--nobody and --winner or --win contradict each other")
    for name in unanswered(rules, answers):
        if nobody and name != "round_wind":
            continue
        option, meaning = _ASKED[name]
        raise click.UsageError(f"{option} is missing: {meaning} cannot be seen in a photo")


def _shorthands(rules: RuleSet, *, half_flowers: bool, minimum: int) -> dict[str, Option]:
    """Options that have a flag of their own."""
    known = {option.name for option in rules.options}
    given: dict[str, Option] = {"half_flowers": half_flowers, "minimum": minimum}
    return {name: value for name, value in given.items() if value and name in known}


def _hand(
    photo: Path | None, text: str | None, rules: RuleSet, networks: _Networks, overlay: Path | None
) -> tuple[Hand, "HandReading | None"]:
    """The hand as given or as read, and the reading of the photo that it comes from."""
    reading = _read(photo, rules, networks, overlay) if photo is not None else None
    if text is not None or reading is None:
        return Hand.from_text(text or ""), None
    if not reading.hand.tiles:
        raise PhotoError(f"{photo}: {reading.doubts[0].why}")
    return reading.hand, reading


def _read(photo: Path, rules: RuleSet, networks: _Networks, overlay: Path | None) -> Any:
    from hu.app.reading.as_json import overlay_of  # noqa: PLC0415  # scoring text needs no networks
    from hu.app.reading.read import read_photo  # noqa: PLC0415  # scoring text needs no networks
    from hu.vision.reader import MODELS, Reader  # noqa: PLC0415

    reader = Reader(networks.weights or MODELS, tile_set=taught(networks.set_name))
    result = read_photo(photo, reader, rules.name)
    if overlay is not None:
        from hu.vision.layout.overlay import save_overlay  # noqa: PLC0415

        try:
            save_overlay(overlay_of(result), overlay)
        except (OSError, ValueError) as error:
            raise click.ClickException(one_line(f"--overlay {overlay}: {error}")) from None
    return result.reading


def _racks(
    photo: Path | None, near: str | None, answers: Answers, rules: RuleSet, networks: _Networks
) -> "dict[str, TableHand]":
    """What a photo of the whole table shows, by seat; says on stderr who sits where."""
    if photo is None:
        return {}
    from hu.app.reading.hands import hands_of, seated  # noqa: PLC0415  # scoring text needs no networks

    reading = _read(photo, rules, networks, None)
    if not reading.hand.tiles:
        raise PhotoError(f"{photo}: {reading.doubts[0].why}")
    found = seated(hands_of(reading, rules.name), str(answers.winner), near)
    for seat, hand in found.items():
        if seat not in answers.seats:
            raise InputError(f"{photo}: an open hand lies at {hand.side}, where {seat} would sit, who is absent")
    click.echo(f"{photo}: {', '.join(f'{seat} sits {hand.side}' for seat, hand in found.items())}", err=True)
    return found


def _asked(texts: Sequence[str], rules: RuleSet, read: ReadsPhoto) -> dict[str, Answer]:
    """The answers to the rule set's own questions; tiles may be told by a photo that shows them."""
    told = []
    for text in texts:
        name, _, value = text.partition("=")
        photos = [part for part in value.split(",") if is_photo(part)]
        if photos and (question := question_of(name, rules)).kind == "tiles":
            value = tiles_told(value.split(","), question, read)
            click.echo(f"{', '.join(photos)}: {value}", err=True)
        told.append(f"{name}={value}")
    return parse_asked(told, rules)


def _score(rules: RuleSet, answers: Answers, hand: Hand) -> DealScore:
    score = score_hand(rules, answers, hand)
    if isinstance(score, WhichTile):
        raise InputError(f"{score.message}: add --winning TILE")
    return score


def _print_problems(
    rules: RuleSet, hand: Hand, error: InvalidHandError, reading: "HandReading | None", as_json: bool
) -> None:
    wins = not rules.hand_problems(candidates(hand)[0])
    near = [] if wins or len(hand.tiles) > 24 else [str(other.hand) for other in nearest(hand, rules.shapes_of({}))[:3]]
    if as_json:
        listed = [{"id": found.id, "tiles": list(found.tiles), "text": found.text} for found in error.problems]
        found = {"hand": str(hand), "error": str(error), "problems": listed, "nearest": near}
        click.echo(json_line(found | {"doubts": _doubts_to_json(reading)}))
        return
    verdict = "This hand does not win:"
    if wins:
        verdict = "This table cannot be scored:" if rules.scores_every_hand else "This win contradicts itself:"
    if isinstance(error, BelowMinimumError):
        verdict = "This hand may not win:"
    lines = [f"Hand      {hand}", verdict]
    lines += [f"  - {found.text}" for found in error.problems]
    lines += [f"  one tile away: {text}" for text in near]
    click.echo("\n".join([*lines, *_doubt_lines(reading)]))


def _with_score_impact(reading: "HandReading", worth: Callable[[Hand], object]) -> "HandReading":
    from hu.app.reading.doubts import with_score_impact  # noqa: PLC0415  # scoring text needs no networks

    return with_score_impact(reading, worth)


def _doubts_to_json(reading: "HandReading | None") -> list[dict[str, object]]:
    from hu.app.reading.as_json import doubts_to_json  # noqa: PLC0415  # scoring text needs no networks

    return doubts_to_json(reading) if reading else []


def _doubt_lines(reading: "HandReading | None", whose: str = "") -> list[str]:
    doubts = reading.doubts if reading else ()
    return [f"In doubt  {whose}{doubt.why}{_as_read(doubt)}" for doubt in doubts if doubt.changes_score is not False]


def _as_read(doubt: "Doubt") -> str:
    if doubt.as_read is None:
        return ""
    return f" (read as {doubt.as_read}{'; the score would differ' if doubt.changes_score else ''})"
