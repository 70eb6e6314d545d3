"""``hu score``: one photo, or a hand given as text, to points and payments."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec import UNSET, structs

from hu.app.commands import options
from hu.app.commands.pictures import refuse_photo_itself
from hu.app.commands.question_options import QuestionCommand, question_options
from hu.app.commands.report import score_report
from hu.app.reading.answers import names_photo, parse_photos, photos_in
from hu.app.records.schema import SCHEMA_VERSION, record_to_json
from hu.app.records.scores import (
    RackRecord,
    RefusalRecord,
    ScoreRecord,
    make_problem_record,
    make_score_record,
)
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.answers.questions import check_answers, find_open_questions
from hu.scoring.answers.value import NOBODY, Answers, with_winning
from hu.scoring.deal import Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand
from hu.scoring.near_hands import find_hands_one_tile_away
from hu.scoring.notation import parse_tile
from hu.scoring.payments import DealScore
from hu.scoring.problems import BelowMinimumError, InvalidHandError
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.unknowns import WhichTile, first_legal_deal, possible_winning_hands, score_answers

if TYPE_CHECKING:
    from hu.app.reading.hands import TableHand
    from hu.app.reading.model import HandReading
    from hu.app.records.doubt import Doubt

#: A hand of more tiles is not compared with winning hands.
_MOST_TILES_OF_NEAR_HANDS: Final = 24
#: At most this many winning hands one tile away are shown.
_MOST_NEAR_HANDS: Final = 3


@dataclass(frozen=True, slots=True)
class _Scorer:
    """Scores a hand with all answers, and finds out which doubts about the hands change the score.

    Attributes:
        rules: the rule set.
        answers: every answer, with the other players' hands.
        winning: the winning tile that was given with ``--winning``, or None.
    """

    rules: RuleSet
    answers: Answers
    winning: str | None

    def score(self, hand: Hand) -> DealScore:
        """Score the winner's hand.

        Raises:
            InputError: the hand cannot be scored, or its winning tile must be known.
        """
        score = score_answers(self.rules, self.answers, hand)
        if isinstance(score, WhichTile):
            raise InputError(f"{score.message}: add --winning TILE")
        return score

    def with_winner_impact(self, reading: "HandReading") -> "HandReading":
        """Add to the doubts about the winner's hand whether they change anybody's points."""
        from hu.app.reading.score_impact import add_score_impact  # noqa: PLC0415  # a hand given as text needs no networks

        def worth(candidate: Hand) -> object:
            """Return the points and payments with a candidate as the winner's hand."""
            if self.winning is not None:
                candidate = with_winning(candidate, self.winning)
            return _points_and_payments(self.score(candidate))

        return add_score_impact(reading, worth)

    def with_rack_impact(self, reading: "HandReading", seat: str, hand: Hand) -> "HandReading":
        """Add to the doubts about another player's hand whether they change anybody's points.

        Args:
            reading: the reading of the other player's hand.
            seat: the seat of that player.
            hand: the winner's hand.
        """
        from hu.app.reading.score_impact import add_score_impact  # noqa: PLC0415  # a hand given as text needs no networks

        def worth(candidate: Hand) -> object:
            """Return the points and payments with a candidate as the other player's hand."""
            others = dict(self.answers.others)
            others[seat] = replace(others[seat], hand=candidate)
            scorer = replace(self, answers=replace(self.answers, others=others))
            return _points_and_payments(scorer.score(hand))

        return add_score_impact(reading, worth)


def _points_and_payments(score: DealScore) -> object:
    points = {seat: player.points for seat, player in score.players.items()}
    return points, score.payments


def _refuse_empty_hand(
    context: click.Context, option: click.Parameter, text: str | None
) -> str | None:
    if text is not None and not text.strip():
        raise click.BadParameter(
            "it is empty; write a hand, such as 234567m13p55s777z+2p", context, option
        )
    return text


@click.command("score", cls=QuestionCommand)
@click.argument("photo", required=False, type=click.Path(path_type=Path))
@click.option(
    "--hand",
    "hand_text",
    callback=_refuse_empty_hand,
    help="The hand as text. It replaces the hand in the photo.",
)
@question_options("winner", "win", "from", "round_wind", "circumstances")
@click.option("--winning", help="The winning tile, such as 5p, if the photo does not show it.")
@options.rules_and_house
@question_options("others", "statuses", "also", "absent", "void", "waive", "options")
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="A photo of the whole table, with all open hands.",
)
@click.option(
    "--near",
    type=click.Choice(SEATS),
    help="The seat at the near edge of --table. Default: the hand that wins is the winner's.",
)
@click.option(
    "--nobody",
    is_flag=True,
    help="Nobody won. --other and --status give the hands and irregularities.",
)
@options.overlay
@options.print_json
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
    **answer_texts: tuple[str, ...],
) -> None:
    """Score the hand in PHOTO: points, and who pays whom.

    What a photo cannot show is never guessed: give it with --winner, --win and --from. Wherever
    tiles or a hand are asked for, a photo of them will do.
    """
    if nobody or (answer_texts["void"] and not answer_texts["winner"]):
        # ``--void`` gives the reason why nobody won. So both options mean ``--winner nobody``.
        answer_texts["winner"] = (*answer_texts["winner"], NOBODY)
    winner_texts = answer_texts["winner"]
    # Figures are points without tiles, such as the value of ``--han``.
    has_figures = any(answer_texts[figure.id] for figure in rules.figures)
    has_hand = photo is not None or hand_text is not None or has_figures
    _check_arguments(winner_texts, has_hand=has_hand, table=table, near=near, rules=rules)
    _check_overlay(overlay, photo, table, answer_texts)
    answers = _read_answers(answer_texts, rules, house, photo_options)
    # Empty if nobody won.
    winner_seat = answers.winner or ""

    # Read the hands in the photos.
    racks: dict[str, TableHand] = {}
    if table is not None:
        racks = _read_racks(table, near, answers, rules, photo_options)
    # The racks that remain are those of the other players.
    winner_rack = racks.pop(winner_seat, None)
    reading: HandReading | None = None
    if photo is not None:
        # PHOTO shows the winner's hand alone. It replaces that hand in the photo of the table.
        reading = _read_photo(
            photo, rules, overlay, photo_options, is_hand_given=hand_text is not None
        )
    elif winner_rack is not None:
        reading = winner_rack.reading
    if hand_text is not None:
        # The text replaces the hand that was read, so doubts about that hand do not matter.
        reading = None
    winning_tile = None if winning is None else _parse_winning_tile(winning)
    hand = _choose_hand(reading, hand_text, winning_tile)
    racks = _without_given_hands(racks, answers)
    answers = _with_racks(answers, racks)

    # Score the hand, and find out which doubts change the score.
    scorer = _Scorer(rules, answers, winning_tile)
    try:
        score = scorer.score(hand)
    except InvalidHandError as error:
        _print_problems(error, hand=hand, scorer=scorer, reading=reading, as_json=as_json)
        sys.exit(1)
    if reading is not None:
        reading = scorer.with_winner_impact(reading)
    for seat, rack in racks.items():
        racks[seat] = replace(rack, reading=scorer.with_rack_impact(rack.reading, seat, hand))

    # Print the score.
    if as_json:
        table_racks = None if table is None else racks
        record = _make_record(
            scorer, hand, photo=photo or table, reading=reading, racks=table_racks
        )
        click.echo(record_to_json(record))
    else:
        lines = _hand_lines(hand, answers, racks)
        lines += _house_lines(house, rules)
        lines.append(score_report(score, winner_seat))
        lines += _reading_lines(reading)
        lines += _rack_reading_lines(racks)
        click.echo("\n".join(lines))


def _check_overlay(
    overlay: Path | None,
    photo: Path | None,
    table: Path | None,
    answer_texts: Mapping[str, Sequence[str]],
) -> None:
    """Refuse ``--overlay`` without PHOTO, or if it would replace another photo that is read.

    Args:
        overlay: where the picture is saved, or None.
        photo: the photo of the winner's hand, or None.
        table: the photo of the table, or None.
        answer_texts: the values of each question's option, which may name photos.
    """
    if overlay is not None and photo is None:
        raise click.UsageError("--overlay draws the tiles of the winner's photo; name a PHOTO")
    other_photos = [Path(name) for name in photos_in(answer_texts)]
    if table is not None:
        other_photos.append(table)
    refuse_photo_itself(overlay, other_photos, "--overlay")


def _check_arguments(
    winner_texts: Sequence[str],
    *,
    has_hand: bool,
    table: Path | None,
    near: str | None,
    rules: RuleSet,
) -> None:
    """Check that there is something to score, and that the rules use a photo of the table.

    Args:
        winner_texts: the values of ``--winner``.
        has_hand: whether ``PHOTO``, a hand, or points without tiles were given.
        table: the photo of the table, or None.
        near: the seat at the near edge of that photo, or None.
        rules: the rule set.

    Raises:
        click.UsageError: something is missing, or options contradict each other.
    """
    nobody_won = _is_nobody(winner_texts)
    has_winner = any(text.casefold() != NOBODY for text in winner_texts)
    if nobody_won and has_winner:
        raise click.UsageError("--nobody and --winner contradict each other")
    if nobody_won and has_hand:
        raise click.UsageError("nobody won, so no winner has a hand; give the others' as --other")
    if table is None:
        if near is not None:
            raise click.UsageError("--near names a seat in the photo of --table, which is missing")
        if not has_hand and not nobody_won:
            raise click.UsageError("give a photo, a hand with --hand, or the points without tiles")
        return
    if not rules.scores_every_hand:
        raise click.UsageError(
            f"--table: {rules.name} scores the winner's hand alone; give its photo as PHOTO"
        )
    if nobody_won:
        raise click.UsageError(
            "--table and --nobody: a photo does not show who sits where; give the hands as --other"
        )


def _is_nobody(winner_texts: Sequence[str]) -> bool:
    """Whether the values of ``--winner`` say that nobody won."""
    return any(text.casefold() == NOBODY for text in winner_texts)


def _read_answers(
    answer_texts: Mapping[str, Sequence[str]],
    rules: RuleSet,
    house: HouseRules,
    photo_options: options.PhotoOptions,
) -> Answers:
    """Parse the answers, and read the photos that they name.

    Tiles that photos show are printed on the standard error.

    Args:
        answer_texts: the values of each question's option.
        rules: the rule set.
        house: house rules. Options on the command line take precedence.
        photo_options: how photos are read.

    Raises:
        click.UsageError: something is missing that a photo cannot show.
        HuError: an answer has no valid value, or its photo cannot be read.
    """

    def read(photo: str) -> "HandReading":
        return photo_options.read(Path(photo), rules).reading

    texts_without_photos = parse_photos(answer_texts, rules, read)
    for question_id, texts in answer_texts.items():
        photos = [text for text in texts if names_photo(text)]
        # The other players' hands are part of the report.
        if photos and question_id != "others":
            tiles = " ".join(texts_without_photos[question_id])
            click.echo(f"{', '.join(photos)}: {tiles}", err=True)
    answers = parse_answers(texts_without_photos, rules)
    nobody_won = _is_nobody(answer_texts["winner"])
    questions = find_open_questions(rules, answers, nobody_won=nobody_won)
    if questions:
        option = questions[0].id.replace("_", "-")
        meaning = questions[0].meaning["en"]
        raise click.UsageError(f"--{option} is missing: {meaning} cannot be seen in a photo")
    return check_answers(replace(answers, options={**house.options, **answers.options}), rules)


def _read_racks(
    photo: Path,
    near: str | None,
    answers: Answers,
    rules: RuleSet,
    photo_options: options.PhotoOptions,
) -> "dict[str, TableHand]":
    """Read the open hands in a photo of the whole table, and print who sits where.

    Args:
        photo: a photo of the table.
        near: the seat at the near edge, or None: the hand that wins is then the winner's.
        answers: name the winner, and a seat that is absent.
        rules: the rule set.
        photo_options: how photos are read.

    Returns:
        The hands by seat, the winner's included.

    Raises:
        HuError: the photo cannot be read, or shows a hand at an absent player's seat.
    """
    from hu.app.reading.hands import hands_of, seat_hands  # noqa: PLC0415  # a hand given as text needs no networks

    reading = photo_options.read_hand(photo, rules).reading
    hands = seat_hands(hands_of(reading, rules.name), answers.winner or "", near)
    for seat, hand in hands.items():
        if seat not in answers.seats:
            raise InputError(
                f"{photo}: there is an open hand at {hand.side}, where {seat} would sit, "
                "who is absent"
            )
    places = [f"{seat} sits {hand.side}" for seat, hand in hands.items()]
    click.echo(f"{photo}: {', '.join(places)}", err=True)
    return hands


def _read_photo(
    photo: Path,
    rules: RuleSet,
    overlay: Path | None,
    photo_options: options.PhotoOptions,
    *,
    is_hand_given: bool,
) -> "HandReading":
    """Read the photo of the winner's hand.

    Args:
        photo: a file.
        rules: the rule set.
        overlay: where the photo is saved with its tiles drawn over it, or None.
        photo_options: how photos are read.
        is_hand_given: whether ``--hand`` replaces the hand, so that the photo need not show a hand.

    Raises:
        PhotoError: it cannot be read, or shows no hand.
    """
    if is_hand_given:
        return photo_options.read(photo, rules, overlay).reading
    return photo_options.read_hand(photo, rules, overlay).reading


def _parse_winning_tile(text: str) -> str:
    try:
        return parse_tile(text)
    except InputError as error:
        raise InputError(f"--winning {text}: {error}") from None


def _choose_hand(
    reading: "HandReading | None", hand_text: str | None, winning_tile: str | None
) -> Hand:
    """Return the winner's hand. It is empty without a reading and without ``--hand``.

    Args:
        reading: the reading of the winner's hand, or None. It must be None with ``--hand``.
        hand_text: the value of ``--hand``, or None.
        winning_tile: the value of ``--winning``, or None.

    Raises:
        InputError: the text is no hand, or the hand does not hold the winning tile.
    """
    hand = Hand()
    if hand_text is not None:
        hand = Hand.from_text(hand_text)
    elif reading is not None:
        hand = reading.hand
    if winning_tile is not None:
        hand = with_winning(hand, winning_tile)
    return hand


def _without_given_hands(
    racks: "Mapping[str, TableHand]", answers: Answers
) -> "dict[str, TableHand]":
    """Return the hands in a photo of the table that ``--other`` does not replace."""
    remaining_racks = {}
    for seat, rack in racks.items():
        player = answers.others.get(seat, Player())
        if player.hand is None:
            remaining_racks[seat] = rack
    return remaining_racks


def _with_racks(answers: Answers, racks: "Mapping[str, TableHand]") -> Answers:
    """Add the hands in a photo of the table to the answers."""
    others = dict(answers.others)
    for seat, rack in racks.items():
        player = others.get(seat, Player())
        others[seat] = replace(player, hand=rack.reading.hand)
    return replace(answers, others=others)


def _hand_lines(hand: Hand, answers: Answers, racks: "Mapping[str, TableHand]") -> list[str]:
    """Write the winner's hand, and the other players' hands in a photo of the table."""
    lines = []
    if answers.winner is not None and hand.tiles:
        lines.append(f"Hand      {hand}")
    for seat, rack in racks.items():
        lines.append(f"{seat:9} {rack.reading.text} ({rack.side})")
    return lines


def _house_lines(house: HouseRules, rules: RuleSet) -> list[str]:
    """Write the house rules that the hand is scored by."""
    lines = [f"House     {line['en']}" for line in rules.house_lines(house.options)]
    if house.title:
        lines.insert(0, f"House     {house.title}")
    return lines


def _print_problems(
    error: InvalidHandError,
    *,
    hand: Hand,
    scorer: _Scorer,
    reading: "HandReading | None",
    as_json: bool,
) -> None:
    """Print why a hand cannot be scored, and winning hands that are one tile away.

    Args:
        error: the error, with the problems.
        hand: the winner's hand. It may be empty.
        scorer: the scorer, with the rules and the table's options.
        reading: the reading of the hand, or None if the hand was not read from a photo.
        as_json: whether to print JSON.
    """
    is_winning = _is_winning(hand, scorer)
    near_hands = [] if is_winning else _find_near_hands(hand, scorer)
    if as_json:
        record = RefusalRecord(
            schema=SCHEMA_VERSION,
            hand=str(hand),
            doubts=_doubt_records(reading),
            error=str(error),
            problems=tuple([make_problem_record(problem) for problem in error.problems]),
            nearest=tuple(near_hands),
        )
        click.echo(record_to_json(record))
        return
    lines = []
    if hand.tiles:
        lines.append(f"Hand      {hand}")
    lines.append(_verdict(error, hand=hand, rules=scorer.rules, is_winning=is_winning))
    lines += [f"  - {problem.text}" for problem in error.problems]
    lines += [f"  one tile away: {text}" for text in near_hands]
    lines += _reading_lines(reading)
    click.echo("\n".join(lines))


def _is_winning(hand: Hand, scorer: _Scorer) -> bool:
    """Whether a hand is complete by the rules and the table's options. An empty hand is not."""
    if not hand.tiles:
        return False
    # Any tile may be taken as the winning tile here, because a hand is complete with each of them
    # or with none.
    marked_hand = possible_winning_hands(hand)[0]
    return not scorer.rules.hand_problems(marked_hand, scorer.answers.options)


def _find_near_hands(hand: Hand, scorer: _Scorer) -> list[str]:
    """Find winning hands that are one tile away from a hand.

    Returns:
        At most ``_MOST_NEAR_HANDS`` hands in the notation. Empty if the hand has no tiles, or too
        many to be compared.
    """
    if not 0 < len(hand.tiles) <= _MOST_TILES_OF_NEAR_HANDS:
        return []
    shapes = scorer.rules.shapes_of(scorer.answers.options)
    near_hands = find_hands_one_tile_away(hand, shapes, scorer.rules.hand_shape)
    return [str(near_hand.hand) for near_hand in near_hands[:_MOST_NEAR_HANDS]]


def _verdict(error: InvalidHandError, *, hand: Hand, rules: RuleSet, is_winning: bool) -> str:
    """Write the line above the problems.

    Args:
        error: the error, with the problems.
        hand: the winner's hand. It has no tiles if nobody won.
        rules: the rule set.
        is_winning: whether the hand is complete.
    """
    if isinstance(error, BelowMinimumError):
        return "This hand may not win:"
    # Nobody won if the hand has no tiles.
    is_drawn = not hand.tiles
    # If every hand is scored and the winner's hand is complete, the problems are about other hands.
    is_about_others = is_winning and rules.scores_every_hand
    if is_drawn or is_about_others:
        return "This table cannot be scored:"
    if is_winning:
        return "This win contradicts itself:"
    return "This hand does not win:"


def _make_record(
    scorer: _Scorer,
    hand: Hand,
    *,
    photo: Path | None,
    reading: "HandReading | None",
    racks: "Mapping[str, TableHand] | None",
) -> ScoreRecord:
    """Make the record of the points and payments, with the photo and the doubts about it.

    Args:
        scorer: the scorer, with the rules and the answers.
        hand: the winner's hand.
        photo: the photo of the winner's hand, or else the photo of the table, or None.
        reading: the reading of the hand, or None if the hand was not read from a photo.
        racks: the other players' hands in a photo of the table, by seat. None without such a photo.
    """
    deal = first_legal_deal(scorer.rules, scorer.answers, hand)
    record = make_score_record(deal, scorer.rules, explain=True)
    return structs.replace(
        record,
        photo=None if photo is None else str(photo),
        hand=str(hand),
        doubts=_doubt_records(reading),
        table=UNSET if racks is None else _rack_records(racks),
    )


def _rack_records(racks: "Mapping[str, TableHand]") -> dict[str, RackRecord]:
    records = {}
    for seat, rack in racks.items():
        records[seat] = RackRecord(
            side=rack.side, hand=rack.reading.text, doubts=_doubt_records(rack.reading)
        )
    return records


def _doubt_records(reading: "HandReading | None") -> "tuple[Doubt, ...]":
    """Return the records of the doubts about a hand, none if it was not read from a photo."""
    if reading is None:
        return ()
    from hu.app.reading.to_record import doubt_records  # noqa: PLC0415  # a hand given as text needs no networks

    return doubt_records(reading)


def _reading_lines(reading: "HandReading | None", prefix: str = "") -> list[str]:
    """Write which flowers a hand leaves out, and the doubts about it that may change its score.

    Args:
        reading: the reading of the hand, or None if the hand was not read from a photo.
        prefix: the text before each of them, which names the player.
    """
    if reading is None:
        return []
    from hu.app.records.words import reading_words  # noqa: PLC0415  # a hand given as text needs no networks

    words = reading_words("en")
    lines = []
    if reading.unused_flowers:
        lines.append(f"Note      {prefix}{words.unused_flowers(len(reading.unused_flowers))}")
    for doubt in reading.doubts:
        # ``changes_score`` is None if the effect is not known. Such a doubt is shown.
        is_harmless = doubt.changes_score is False
        if is_harmless:
            continue
        # ``why`` is the doubt as a question to the user.
        question = doubt.why
        if doubt.as_read is not None:
            question = words.doubt_as_read(
                question, doubt.as_read, changes_score=doubt.changes_score
            )
        lines.append(f"In doubt  {prefix}{question}")
    return lines


def _rack_reading_lines(racks: "Mapping[str, TableHand]") -> list[str]:
    lines: list[str] = []
    for seat, rack in racks.items():
        lines += _reading_lines(rack.reading, f"{seat}: ")
    return lines
