"""``hu score``: one photo, or a hand given as text, to points and payments."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from hu.app.commands import options
from hu.app.commands.report import report
from hu.app.reading.answers import names_photo, parse_photos
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.answers.questions import check_answers, find_open_questions
from hu.scoring.answers.value import NOBODY, Answers, with_winning
from hu.scoring.deal import Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand
from hu.scoring.lines import json_line
from hu.scoring.near_hands import find_hands_one_tile_away
from hu.scoring.notation import parse_tile
from hu.scoring.payments import DealScore
from hu.scoring.problems import BelowMinimumError, InvalidHandError
from hu.scoring.requests import answer_deal
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.unknowns import WhichTile, first_legal_deal, possible_winning_hands, score_answers

if TYPE_CHECKING:
    from hu.app.reading.hands import TableHand
    from hu.app.reading.model import HandReading

_SEAT = click.Choice(SEATS)
_UNKNOWN: Final = Player()


@click.command("score", cls=options.QuestionCommand)
@click.argument("photo", required=False, type=click.Path(path_type=Path))
@click.option("--hand", "hand_text", help="The hand as text; it replaces the one in the photo.")
@options.questions("winner", "win", "from", "round_wind", "circumstances")
@click.option("--winning", help="The winning tile, such as 5p, where the photo does not show it.")
@options.rules_and_house
@options.questions("others", "statuses", "also", "absent", "waive", "options")
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="A photo of the whole table, with all open hands.",
)
@click.option(
    "--near",
    type=_SEAT,
    help="The seat at the near edge of --table; default: the hand that wins is the winner's.",
)
@click.option("--nobody", is_flag=True, help="Nobody won: settle what --other and --status say.")
@options.overlay
@options.as_json
@options.photos
def command(
    photo: Path | None,
    hand_text: str | None,
    winning: str | None,
    rules: RuleSet,
    house: HouseRules,
    table: Path | None,
    near: str | None,
    nobody: bool,
    photo_options: options.PhotoOptions,
    overlay: Path | None,
    as_json: bool,
    **said: tuple[str, ...],
) -> None:
    """Score the hand in PHOTO: points, and who pays whom.

    What a photo cannot show is never guessed: give it with --winner, --win and --from. Wherever tiles or a hand are
    asked for, a photo of them will do.
    """
    if nobody:
        said["winner"] = (*said["winner"], NOBODY)
    _check_photos(photo or hand_text, table, rules, said["winner"])
    answers = _answers(said, rules, house, photo_options)
    racks = {} if table is None else _racks(table, near, answers, rules, photo_options)
    reading = racks.pop(str(answers.winner)).reading if answers.winner in racks else None
    if photo is not None:
        read = photo_options.read_hand if hand_text is None else photo_options.read
        reading = read(photo, rules, overlay).reading
    hand = reading.hand if reading else Hand()
    if hand_text is not None:
        hand, reading = Hand.from_text(hand_text), None
    won = None if winning is None else parse_tile(winning)
    hand = hand if won is None else with_winning(hand, won)
    racks = {
        seat: rack
        for seat, rack in racks.items()
        if answers.others.get(seat, _UNKNOWN).hand is None
    }
    seen = {
        seat: replace(answers.others.get(seat, _UNKNOWN), hand=rack.reading.hand)
        for seat, rack in racks.items()
    }
    scoring = _Scoring(rules, replace(answers, others={**answers.others, **seen}), won)
    try:
        score = scoring.score(hand)
    except InvalidHandError as error:
        _print_problems(rules, hand, error, reading, as_json)
        sys.exit(1)
    reading = scoring.with_impact(reading, hand) if reading else None
    open_racks = {
        seat: scoring.with_impact(rack.reading, hand, seat) for seat, rack in racks.items()
    }
    if as_json:
        head: dict[str, object] = {
            "photo": str(photo or table) if photo or table else None,
            "hand": str(hand),
            "doubts": _doubts_to_json(reading),
        }
        if table:
            head["table"] = {
                seat: {
                    "side": rack.side,
                    "hand": rack.reading.text,
                    "doubts": _doubts_to_json(open_racks[seat]),
                }
                for seat, rack in racks.items()
            }
        deal = first_legal_deal(rules, scoring.answers, hand)
        click.echo(json_line(head | answer_deal(deal, rules, explain=True)))
        return
    lines = [
        *([] if answers.winner is None else [f"Hand      {hand}"]),
        *(f"{seat:9} {rack.reading.text} ({rack.side})" for seat, rack in racks.items()),
        *([f"House     {house.title}"] if house.title else []),
        *(f"House     {line['en']}" for line in rules.house_lines(house.options)),
        report(score, str(answers.winner)),
        *_doubt_lines(reading),
        *(line for seat, found in open_racks.items() for line in _doubt_lines(found, f"{seat}: ")),
    ]
    click.echo("\n".join(lines))


def _answers(
    said: Mapping[str, Sequence[str]],
    rules: RuleSet,
    house: HouseRules,
    photo_options: options.PhotoOptions,
) -> Answers:
    """What was said, photos read; what a photo cannot tell must be there."""
    shown = parse_photos(said, rules, lambda photo: photo_options.read(Path(photo), rules).reading)
    for name, parts in said.items():
        if name != "others" and (named := [part for part in parts if names_photo(part)]):
            click.echo(f"{', '.join(named)}: {' '.join(shown[name])}", err=True)
    answers = parse_answers(shown, rules)
    for question in find_open_questions(rules, answers):
        if NOBODY not in map(str.casefold, said["winner"]) or question.id == "round_wind":
            option = question.id.replace("_", "-")
            raise click.UsageError(
                f"--{option} is missing: {question.meaning['en']} cannot be seen in a photo"
            )
    return check_answers(replace(answers, options={**house.options, **answers.options}), rules)


def _check_photos(
    given: Path | str | None, table: Path | None, rules: RuleSet, winner: Sequence[str]
) -> None:
    """What is scored must have been said, and a photo of the table must be of use."""
    nobody = NOBODY in map(str.casefold, winner)
    if nobody and len(winner) > 1:
        raise click.UsageError("--nobody and --winner contradict each other")
    if given is None and table is None and not nobody:
        raise click.UsageError("give a photo, or a hand with --hand")
    if table and not rules.scores_every_hand:
        raise click.UsageError(
            f"--table: {rules.name} scores the winner's hand alone; give its photo as PHOTO"
        )
    if table and nobody:
        raise click.UsageError(
            "--table and --nobody: a photo does not tell who sits where; give the hands as --other"
        )


def _racks(
    photo: Path,
    near: str | None,
    answers: Answers,
    rules: RuleSet,
    photo_options: options.PhotoOptions,
) -> "dict[str, TableHand]":
    """What a photo of the whole table shows, by seat; says on stderr who sits where."""
    from hu.app.reading.hands import hands_of, seat_hands  # noqa: PLC0415  # scoring text needs no networks

    reading = photo_options.read_hand(photo, rules).reading
    found = seat_hands(hands_of(reading, rules.name), str(answers.winner), near)
    for seat, hand in found.items():
        if seat not in answers.seats:
            raise InputError(
                f"{photo}: an open hand lies at {hand.side}, where {seat} would sit, who is absent"
            )
    click.echo(
        f"{photo}: {', '.join(f'{seat} sits {hand.side}' for seat, hand in found.items())}",
        err=True,
    )
    return found


class _Scoring(NamedTuple):
    """Scores a hand with everything that is known, and with what may have been misread in its place."""

    rules: RuleSet
    answers: Answers
    won: str | None

    def score(self, hand: Hand) -> DealScore:
        """Score the winner's hand."""
        score = score_answers(self.rules, self.answers, hand)
        if isinstance(score, WhichTile):
            raise InputError(f"{score.message}: add --winning TILE")
        return score

    def with_impact(
        self, reading: "HandReading", hand: Hand, seat: str | None = None
    ) -> "HandReading":
        """The reading of the winner's hand, or of a rack; its doubts say whether they change anybody's points."""
        from hu.app.reading.score_impact import add_score_impact  # noqa: PLC0415  # scoring text needs no networks

        def worth(read: Hand) -> object:
            others = self.answers.others
            if seat is not None:
                others = {**others, seat: replace(others[seat], hand=read)}
            won = (
                hand
                if seat is not None
                else read
                if self.won is None
                else with_winning(read, self.won)
            )
            found = self._replace(answers=replace(self.answers, others=others)).score(won)
            return {seat: player.points for seat, player in found.players.items()}, found.payments

        return add_score_impact(reading, worth)


def _print_problems(
    rules: RuleSet,
    hand: Hand,
    error: InvalidHandError,
    reading: "HandReading | None",
    as_json: bool,
) -> None:
    wins = bool(hand.tiles) and not rules.hand_problems(possible_winning_hands(hand)[0])
    near: list[str] = []
    if not wins and 0 < len(hand.tiles) <= 24:
        near = [
            str(other.hand) for other in find_hands_one_tile_away(hand, rules.shapes_of({}))[:3]
        ]
    if as_json:
        listed = [
            {"id": found.id, "tiles": list(found.tiles), "text": found.text}
            for found in error.problems
        ]
        found = {"hand": str(hand), "error": str(error), "problems": listed, "nearest": near}
        click.echo(json_line(found | {"doubts": _doubts_to_json(reading)}))
        return
    verdict = "This hand does not win:"
    if not hand.tiles or (wins and rules.scores_every_hand):
        verdict = "This table cannot be scored:"
    elif wins:
        verdict = "This win contradicts itself:"
    if isinstance(error, BelowMinimumError):
        verdict = "This hand may not win:"
    lines = [f"Hand      {hand}", verdict] if hand.tiles else [verdict]
    lines += [f"  - {found.text}" for found in error.problems]
    lines += [f"  one tile away: {text}" for text in near]
    click.echo("\n".join([*lines, *_doubt_lines(reading)]))


def _doubts_to_json(reading: "HandReading | None") -> list[dict[str, object]]:
    from hu.app.reading.as_json import doubts_to_json  # noqa: PLC0415  # scoring text needs no networks

    return doubts_to_json(reading) if reading else []


def _doubt_lines(reading: "HandReading | None", whose: str = "") -> list[str]:
    lines = []
    for doubt in reading.doubts if reading else ():
        differs = "; the score would differ" if doubt.changes_score else ""
        as_read = "" if doubt.as_read is None else f" (read as {doubt.as_read}{differs})"
        if doubt.changes_score is not False:
            lines.append(f"In doubt  {whose}{doubt.why}{as_read}")
    return lines
