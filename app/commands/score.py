"""``hu score``: one photo, or a hand given as text, to points and payments."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from hu.app.reading.interpret import Rules
from hu.app.reading.winning_tile import answer_for_any, with_winning
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, WINS, Hand
from hu.scoring.notation import format_hand, parse_hand, parse_tile
from hu.scoring.partial import nearest
from hu.scoring.problems import InvalidHandError, problems
from hu.scoring.rules import answer, rule_names
from hu.vision.photo import PhotoError

_SEAT = click.Choice(SEATS)


@dataclass(frozen=True, slots=True)
class Question:
    """What the command line says of the win: all that a photo cannot tell."""

    rules: Rules
    winner: str
    win: str
    source: str | None
    round_wind: str | None
    circumstances: tuple[str, ...]
    discards: tuple[str, ...]
    statuses: tuple[str, ...]
    options: Mapping[str, Any]


@click.command("score")
@click.argument("photo", required=False, type=click.Path(path_type=Path))
@click.option("--hand", "hand_text", help="The hand as text; overrides what is read from the photo.")
@click.option("--winner", type=_SEAT, help="The winner's seat.")
@click.option("--win", type=click.Choice(WINS), help="How the hand was won.")
@click.option("--from", "source", type=_SEAT, help="The discarder, or the player robbed of the tile.")
@click.option("--winning", help="The winning tile, such as 5p, where the photo does not show it.")
@click.option("--rules", type=click.Choice(rule_names()), default="zung-jung", show_default=True)
@click.option("--round-wind", type=_SEAT, help="FIMJ: the wind of the round.")
@click.option("--circumstance", "circumstances", multiple=True, help="Such as last-tile; may be repeated.")
@click.option("--discard", "discards", multiple=True, help="Zung Jung: recent discards in order, such as S=9m.")
@click.option("--other", "others", multiple=True, help="FIMJ: another player's hand, E=PHOTO or E=TEXT.")
@click.option("--status", "statuses", multiple=True, help="FIMJ: an irregularity, such as N=false-win.")
@click.option("--half-flowers", is_flag=True, help="Zung Jung: flowers and seasons count half.")
@click.option("--minimum", type=int, default=0, help="Zung Jung: the least value that may win.")
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
    rules: Rules,
    round_wind: str | None,
    circumstances: tuple[str, ...],
    discards: tuple[str, ...],
    others: tuple[str, ...],
    statuses: tuple[str, ...],
    half_flowers: bool,
    minimum: int,
    weights: Path | None,
    overlay: Path | None,
    as_json: bool,
) -> None:
    """Read the hand in PHOTO and score it; say who pays whom.

    What a photo cannot tell is never guessed: --winner, --win and --from say it.
    """
    if photo is None and hand_text is None:
        raise click.UsageError("give a photo, or a hand with --hand")
    options = {"half_flowers": half_flowers, "minimum": minimum} if rules == "zung-jung" else {}
    asked = Question(rules, winner or "", win or "", source, round_wind, circumstances, discards, statuses, options)
    _check_answers(asked)
    hand, doubts = _hand(photo, hand_text, asked, weights, overlay)
    if winning is not None:
        hand = with_winning(hand, parse_tile(winning))
    try:
        reply = _score(hand, asked, _other_hands(others, rules, weights))
    except InvalidHandError as error:
        _print_problems(hand, asked, error, doubts, as_json)
        sys.exit(1)
    head = {"photo": str(photo) if photo else None, "hand": format_hand(hand), "doubts": doubts}
    click.echo(json.dumps(head | reply, ensure_ascii=False) if as_json else _text(hand, reply, asked, doubts))


def _check_answers(asked: Question) -> None:
    """What a photo cannot tell must have been said; each rule set needs its own."""
    needed: list[tuple[str, str | None, str]] = [
        ("--winner", asked.winner, "the winner's seat"),
        ("--win", asked.win, "how the hand was won"),
    ]
    if asked.win != "self-draw":
        needed.append(("--from", asked.source, "who discarded the winning tile"))
    if asked.rules == "fimj":
        needed.append(("--round-wind", asked.round_wind, "the wind of the round"))
    for option, value, meaning in needed:
        if not value:
            raise click.UsageError(f"{option} is missing: {meaning} cannot be seen in a photo")


def _hand(
    photo: Path | None, text: str | None, asked: Question, weights: Path | None, overlay: Path | None
) -> tuple[Hand, list[str]]:
    """The hand as told or as read, and what is in doubt about it."""
    reading = _read(photo, asked.rules, weights, overlay) if photo is not None else None
    if text is not None or reading is None:
        return parse_hand(text or ""), []
    if not reading.hand.tiles:
        raise PhotoError(f"{photo}: no hand found: {reading.doubts[0].why}")
    return reading.hand, [doubt.why for doubt in reading.doubts]


def _read(photo: Path, rules: Rules, weights: Path | None, overlay: Path | None) -> Any:
    from hu.app.reading.photos import overlay_of, read_one  # noqa: PLC0415  # scoring text needs no networks
    from hu.vision.reader import MODELS, Reader  # noqa: PLC0415

    result = read_one(photo, Reader(weights or MODELS), rules)
    if overlay is not None:
        from hu.vision.overlay import save_overlay  # noqa: PLC0415

        try:
            save_overlay(overlay_of(result), overlay)
        except (OSError, ValueError) as error:
            raise click.ClickException(f"--overlay {overlay}: {error}") from None
    return result.reading


def _other_hands(others: tuple[str, ...], rules: Rules, weights: Path | None) -> dict[str, str]:
    """The other players' hands as text, by seat, each from a photo or as given."""
    found: dict[str, str] = {}
    for other in others:
        seat, mark, what = other.partition("=")
        if seat not in SEATS or not mark:
            raise InputError(
                f"--other {other}: expected a seat and a photo or hand, such as E=east.jpg or E='123m 44z'"
            )
        if seat in found:
            raise InputError(f"--other: {seat} is given twice")
        # No hand has a dot in it, and every photo's name has.
        found[seat] = format_hand(_read(Path(what), rules, weights, None).hand) if "." in what else what
    return found


def _score(hand: Hand, question: Question, others: Mapping[str, str]) -> dict[str, object]:
    def score(complete: Hand) -> dict[str, object]:
        return answer(_request(complete, question, others), explain=True)

    if hand.winning is not None or len(hand.standing) % 3 != 2:
        return score(hand)
    return answer_for_any(hand, score)


def _request(hand: Hand, question: Question, others: Mapping[str, str]) -> dict[str, object]:
    win: dict[str, object] = {"win": question.win, "circumstances": list(question.circumstances)}
    if question.source is not None:
        win["from"] = question.source
    if question.rules == "fimj":
        return {
            "rules": "fimj",
            "round_wind": question.round_wind,
            "winners": {question.winner: {"hand": format_hand(hand), **win}},
            "others": _others(others, question.statuses),
        }
    return {
        "rules": question.rules,
        "hand": format_hand(hand),
        "winner": question.winner,
        **win,
        "recent_discards": [discard.split("=", 1) for discard in question.discards],
        "options": dict(question.options),
    }


def _others(hands: Mapping[str, str], statuses: tuple[str, ...]) -> dict[str, dict[str, str]]:
    found = {seat: {"hand": text} for seat, text in hands.items()}
    for entry in statuses:
        seat, mark, status = entry.partition("=")
        if seat not in SEATS or not mark:
            raise InputError(f"--status {entry}: expected a seat and an irregularity, such as N=false-win")
        found.setdefault(seat, {})["status"] = status
    return found


def _print_problems(hand: Hand, asked: Question, error: InvalidHandError, doubts: list[str], as_json: bool) -> None:
    wins = not problems(_with_any_winning(hand))
    near = [] if wins or len(hand.tiles) > 24 else [format_hand(one.hand) for one in nearest(hand)[:3]]
    if as_json:
        told = [{"id": one.id, "tiles": list(one.tiles), "text": one.text} for one in error.problems]
        found = {
            "hand": format_hand(hand),
            "error": str(error),
            "problems": told,
            "nearest": near,
            "doubts": doubts,
        }
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    verdict = "This hand does not win:"
    if wins:
        verdict = "This table cannot be scored:" if asked.rules == "fimj" else "This win contradicts itself:"
    lines = [f"Hand      {format_hand(hand)}", verdict]
    lines += [f"  - {one.text}" for one in error.problems]
    lines += [f"  one tile away: {text}" for text in near]
    click.echo("\n".join([*lines, *_doubt_lines(doubts)]))


def _with_any_winning(hand: Hand) -> Hand:
    complete = hand.winning is None and len(hand.standing) % 3 == 2
    return with_winning(hand, hand.standing[0]) if complete else hand


def _doubt_lines(doubts: list[str]) -> list[str]:
    return [f"In doubt  {why}" for why in doubts]


def _text(hand: Hand, reply: Mapping[str, Any], question: Question, doubts: list[str]) -> str:
    from hu.app.commands.report import fimj_report, zung_jung_report  # noqa: PLC0415

    body = fimj_report(reply) if question.rules == "fimj" else zung_jung_report(reply, question.winner)
    return "\n".join([f"Hand      {format_hand(hand)}", body, *_doubt_lines(doubts)])
