"""The inputs that both sides get: golden hands, random deals, waiting hands, drafts and photos."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from hu.scoring.hand import SEATS, Hand
from hu.scoring.options import OptionInfo
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.tiles import KINDS
from measuring.compare.drafts import make_draft
from measuring.compare.golden import read_golden
from training.tables.dealing import deal

#: Random deals of each rule set.
DEALS: Final = 2000
#: Waiting hands of each rule set.
WAITS: Final = 40
#: Random drafts of each rule set.
DRAFTS: Final = 20
#: Photos of a batch.
_BATCH_PHOTOS: Final = 12
#: Answers for some photos of the batch. The batch has no photo of the last line.
_MANIFEST: Final = """\
photo,rules,winner,win,from,round_wind,circumstances,hand
00.jpg,zung-jung,S,discard,W,,last-tile,234m 567m 55s [777z] 13p +2p
01.jpg,riichi,E,self-draw,,E,,
02.jpg,mcr,N,self-draw,,S,,123m 456m 789m 11p 55z +5z
03.jpg,zung-jung,,,,,,
99.jpg,,,,,,,
"""
#: An input that both sides get: its name, and the value that the recorder takes, as JSON.
Input = tuple[str, Any]


def list_photos(folder: Path) -> list[Input]:
    """List every shared photo twice: under Zung Jung, and under riichi, which has red fives too.

    Photos of single tiles are left out.
    """
    paths = [path for path in folder.rglob("*.jpg") if path.parent.name != "tiles"]
    inputs: list[Input] = []
    for photo in sorted(str(path.relative_to(folder)) for path in paths):
        inputs.append((f"{photo} zung-jung", [["--rules", "zung-jung"], photo]))
        inputs.append((f"{photo} riichi", [["--rules", "riichi"], photo]))
    return inputs


def make_batch(folder: Path) -> Input:
    """Choose a dozen photos, of every kind, and a manifest with the answers for some of them.

    Args:
        folder: the shared photos, in a subfolder for each kind.
    """
    # The last photo of each subfolder, by its name.
    last_of_kind: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.jpg")):
        kind = path.relative_to(folder).parts[0]
        last_of_kind[kind] = path
    photos = list(last_of_kind.values())
    photos += sorted(folder.glob("train/images/*.jpg"))[::120]
    photos += sorted(folder.glob("val/images/*.jpg"))[::60]
    names = [str(path.relative_to(folder)) for path in photos[:_BATCH_PHOTOS]]
    return "batch", [names, _MANIFEST]


def make_deals(golden_folder: Path, rule_sets: Sequence[str]) -> list[Input]:
    """Make requests of ``hu hands``: the golden hands, then random deals from a fixed seed."""
    inputs: list[Input] = []
    for name, request in read_golden(golden_folder, rule_sets):
        inputs.append((f"golden {name}", request))
    for rules in rule_sets:
        dice = Random(f"deals {rules}")
        for number in range(DEALS):
            inputs.append((f"{rules} deal {number}", _draw_deal(dice, rules)))
    return inputs


def make_waits(rule_sets: Sequence[str]) -> list[Input]:
    """Make hands to find the waits of: two of three wait for a tile, one has a tile too many."""
    inputs: list[Input] = []
    for rules in rule_sets:
        dice = Random(f"waits {rules}")
        for number in range(WAITS):
            hand = _draw_hand(dice, rules)
            has_to_discard = number % 3 == 0
            if not has_to_discard:
                hand = replace(hand, winning=None)
            # Every other hand has a seat and the round's wind.
            options: list[str] = []
            if number % 2 == 1:
                options = ["--winner", dice.choice(SEATS), "--round-wind", dice.choice(SEATS)]
            name = f"{rules} {number} {hand} {' '.join(options)}"
            # Remove the mark of the winning tile from a hand that has to discard.
            text = str(hand).replace(" +", " ")
            inputs.append((name, [["--rules", rules, *options], text]))
    return inputs


def make_drafts(golden_folder: Path, rule_sets: Sequence[str]) -> list[Input]:
    """Make hands in work as the page keeps them: every tenth golden hand, and random deals.

    Of six hands, two lack the answers who won and how, one lacks the mark of the winning tile, and
    three are complete.
    """
    golden_requests = [request for _title, request in read_golden(golden_folder, rule_sets)]
    requests = golden_requests[::10]
    for rules in rule_sets:
        dice = Random(f"drafts {rules}")
        requests += [_draw_deal(dice, rules) for _ in range(DRAFTS)]
    inputs: list[Input] = []
    for number, request in enumerate(requests):
        draft = make_draft(
            request,
            has_winner_answers=number % 6 not in (1, 2),
            marks_winning_tile=number % 6 != 3,
        )
        inputs.append((f"{draft['rules']} draft {number}", draft))
    return inputs


def _draw_deal(dice: Random, rules: str) -> dict[str, Any]:
    """Draw a request that can be scored more often than not.

    Its answers may contradict one another, or the hand.
    """
    request: dict[str, Any] = {"rules": rules, "round_wind": dice.choice(SEATS)}
    request["options"] = _draw_options(dice, rules)
    # All seats, the first winner's first.
    seats = dice.sample(SEATS, 4)
    hand = _draw_hand(dice, rules)
    # FIMJ needs the hands of a whole table. Riichi and Hong Kong take a table too, because several
    # players can win. All other rule sets get a single hand here.
    is_table = rules == "fimj"
    if rules in ("riichi", "hong-kong"):
        is_table = dice.random() < 0.15
    if is_table:
        request |= _draw_table(dice, rules, seats, hand)
    else:
        request |= {"hand": str(hand), "winner": seats[0], **_draw_win(dice, rules, seats[0])}

    if rules == "zung-jung" and dice.random() < 0.3:
        discards = []
        for _ in range(dice.randrange(1, 5)):
            discards.append([dice.choice(SEATS), dice.choice(KINDS)])
        request["recent_discards"] = discards
    if rules == "riichi":
        request["dora_indicators"] = dice.sample(KINDS, dice.choice((0, 1, 1, 2)))
        request["ura_indicators"] = dice.sample(KINDS, len(request["dora_indicators"]))
        request["counters"] = {
            "honba": dice.choice((0, 0, 1, 3)),
            "sticks": dice.choice((0, 0, 1, 2)),
        }
    if rules in ("riichi", "hong-kong") and dice.random() < 0.05:
        request["liable"] = dice.choice(SEATS)
    return request


def _draw_options(dice: Random, rules: str) -> dict[str, Any]:
    """Draw some options of a rule set, each with a value."""
    chosen_options = []
    for option in rule_set(rules).options:
        # Half of the hands may win with less than usual, so that they are scored.
        probability = 0.5 if option.name == "minimum" else 0.1
        if dice.random() < probability:
            chosen_options.append(option)
    return {option.name: _draw_value(dice, option) for option in chosen_options}


def _draw_value(dice: Random, option: OptionInfo) -> Any:
    """Draw a value of an option. A number is the least allowed number in two of three cases."""
    if isinstance(option.default, bool):
        return dice.random() < 0.5
    if isinstance(option.default, int):
        return dice.choice((option.least, option.least, option.default))
    return dice.choice(option.choices or (option.default,))


def _draw_table(dice: Random, rules: str, seats: Sequence[str], hand: Hand) -> dict[str, Any]:
    """Draw the hands of a table, with none, one or two winners.

    Args:
        dice: the source of chance.
        rules: the id of the rule set.
        seats: all seats in the order in which they win: a single winner has the first.
        hand: the hand of every winner.
    """
    # Of eight tables, six have a winner, one has two and one has none.
    winners = seats[: dice.choice((1, 1, 1, 1, 1, 1, 2, 0))]
    win = _draw_win(dice, rules, seats[0])
    if len(winners) > 1:
        # Several players can win only with the discard of another player.
        win = {"win": "discard", "from": seats[3], "circumstances": []}
    statuses = list(rule_set(rules).statuses)
    others: dict[str, Any] = {}
    for seat in seats:
        if seat in winners:
            continue
        # Only FIMJ needs all players.
        is_listed = rules == "fimj" or dice.random() < 0.4
        if not is_listed:
            continue
        if dice.random() < 0.9:
            others[seat] = {"hand": str(replace(_draw_hand(dice, rules), winning=None))}
        else:
            others[seat] = {"status": dice.choice(statuses)}
    return {
        "winners": {seat: {"hand": str(hand), **win} for seat in winners},
        "others": others,
    }


def _draw_win(dice: Random, rules: str, winner: str) -> dict[str, Any]:
    """Draw the way in which a hand was won, its source and its circumstances.

    The circumstances may contradict the way.
    """
    (way,) = dice.choices(("self-draw", "discard", "robbed-kong"), weights=(20, 20, 1))
    source = None
    if way != "self-draw":
        source = dice.choice([seat for seat in SEATS if seat != winner])
    (count,) = dice.choices((0, 1, 2), weights=(12, 5, 1))
    circumstances = dice.sample(rule_set(rules).circumstances, count)
    return {"win": way, "from": source, "circumstances": circumstances}


def _draw_hand(dice: Random, rules: str) -> Hand:
    """Draw a winning hand. One hand of ten gets another tile, and may then not win."""
    hand = deal(dice, hand_shape=rule_set(rules).hand_shape).hand(shows_winning_tile=True)
    if dice.random() < 0.1:
        hand = replace(hand, concealed=(dice.choice(KINDS), *hand.concealed[1:]))
    if rules != "riichi":
        return hand
    # Riichi has red fives, and no flowers.
    fives = sorted({tile for tile in hand.tiles if tile in ("5m", "5p", "5s")})
    red = tuple(five for five in fives if dice.random() < 0.3)
    return replace(hand, bonus=(), red=red)
