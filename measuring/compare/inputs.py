"""What both sides are given: golden hands, random deals, waiting hands, drafts and photos."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from hu.scoring.hand import SEATS, Hand
from hu.scoring.options import OptionInfo
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.tiles import KINDS
from training.tables.dealing import deal

RULES: Final = rule_names()
#: Of each rule set.
DEALS, WAITS, DRAFTS = 2000, 40, 20
#: The hand of a seat that a golden table does not mention.
_NOTHING: Final = "147m 258p 369s 1234z"
#: One thing that both sides are given: what to call it, and what the recorder takes, as JSON.
Input = tuple[str, Any]


def list_photos(folder: Path) -> list[Input]:
    """Every shared photo under two rule sets: one claims with a sideways tile, the other has red fives besides."""
    found = sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*.jpg")
        if path.parent.name != "tiles"
    )
    return [
        (f"{photo} {rules}", [["--rules", rules], photo])
        for photo in found
        for rules in ("zung-jung", "riichi")
    ]


def make_batch(folder: Path) -> Input:
    """A dozen photos of every kind, and a manifest with the answers of some."""
    known = {path.relative_to(folder).parts[0]: path for path in sorted(folder.rglob("*.jpg"))}
    chosen = (
        sorted(folder.glob("train/images/*.jpg"))[::120]
        + sorted(folder.glob("val/images/*.jpg"))[::60]
    )
    names = [str(path.relative_to(folder)) for path in [*known.values(), *chosen][:12]]
    rows = ["photo,rules,winner,win,from,round_wind,circumstances,hand"]
    rows += [
        "00.jpg,zung-jung,S,discard,W,,last-tile,234m 567m 55s [777z] 13p +2p",
        "01.jpg,riichi,E,self-draw,,E,,",
    ]
    rows += [
        "02.jpg,mcr,N,self-draw,,S,,123m 456m 789m 11p 55z +5z",
        "03.jpg,zung-jung,,,,,,",
        "99.jpg,,,,,,,",
    ]
    return "batch", [names, "\n".join(rows) + "\n"]


def make_deals(golden_folder: Path) -> list[Input]:
    """Requests of ``hu hands``: the golden hands, then random deals from a fixed seed."""
    found: list[Input] = [
        (f"golden {name}", request) for name, request in read_golden(golden_folder)
    ]
    for rules in RULES:
        dice = Random(f"deals {rules}")
        found += [(f"{rules} deal {number}", _draw_deal(dice, rules)) for number in range(DEALS)]
    return found


def make_waits() -> list[Input]:
    """Hands of 13 and 14 tiles, every other one with a seat and the round's wind."""
    found: list[Input] = []
    for rules in RULES:
        dice = Random(f"waits {rules}")
        for number in range(WAITS):
            hand = _draw_hand(dice, rules)
            text = str(hand if number % 3 == 0 else replace(hand, winning=None))
            options = (
                ["--winner", dice.choice(SEATS), "--round-wind", dice.choice(SEATS)]
                if number % 2
                else []
            )
            key = f"{rules} {number} {text} {' '.join(options)}"
            found.append((key, [["--rules", rules, *options], text.replace(" +", " ")]))
    return found


def make_drafts(golden_folder: Path) -> list[Input]:
    """Hands in work on the page, as it keeps them, from complete to empty."""
    requests = [request for _, request in read_golden(golden_folder)][::10]
    for rules in RULES:
        dice = Random(f"drafts {rules}")
        requests += [_draw_deal(dice, rules) for _ in range(DRAFTS)]
    found: list[Input] = []
    for number, request in enumerate(requests):
        missing = number % 6
        draft = _make_draft(request, answered=missing not in (1, 2), marked=missing != 3)
        found.append((f"{draft['rules']} draft {number}", draft))
    return found


def _draw_deal(dice: Random, rules: str) -> dict[str, Any]:
    """A deal that wins more often than not, with answers that may contradict it."""
    request: dict[str, Any] = {"rules": rules, "round_wind": dice.choice(SEATS)}
    # Half of the hands may win with less than usual, so that they are scored.
    options = [
        each
        for each in rule_set(rules).options
        if dice.random() < (0.5 if each.name == "minimum" else 0.1)
    ]
    request["options"] = {option.name: _draw_value(dice, option) for option in options}
    seats, hand = dice.sample(SEATS, 4), _draw_hand(dice, rules)
    if rules == "fimj" or (rules in ("riichi", "hong-kong") and dice.random() < 0.15):
        winners = seats[: dice.choice((1, 1, 1, 1, 1, 1, 2, 0))]
        win = _draw_win(dice, rules, seats[0])
        if winners[1:]:
            win = {"win": "discard", "from": seats[3], "circumstances": []}
        request["winners"] = {seat: {"hand": str(hand), **win} for seat in winners}
        statuses = list(rule_set(rules).statuses)
        request["others"] = {
            seat: {"hand": str(replace(_draw_hand(dice, rules), winning=None))}
            if dice.random() < 0.9
            else {"status": dice.choice(statuses)}
            for seat in seats
            if seat not in winners and (rules == "fimj" or dice.random() < 0.4)
        }
    else:
        request |= {"hand": str(hand), "winner": seats[0], **_draw_win(dice, rules, seats[0])}
    if rules == "zung-jung" and dice.random() < 0.3:
        request["recent_discards"] = [
            [dice.choice(SEATS), dice.choice(KINDS)] for _ in range(dice.randrange(1, 5))
        ]
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


def _draw_win(dice: Random, rules: str, winner: str) -> dict[str, Any]:
    """How the hand was won; circumstances may contradict it."""
    how = dice.choices(("self-draw", "discard", "robbed-kong"), (20, 20, 1))[0]
    source = None if how == "self-draw" else dice.choice([seat for seat in SEATS if seat != winner])
    circumstances = dice.sample(
        rule_set(rules).circumstances, dice.choices((0, 1, 2), (12, 5, 1))[0]
    )
    return {"win": how, "from": source, "circumstances": circumstances}


def _draw_value(dice: Random, option: OptionInfo) -> Any:
    if isinstance(option.default, bool):
        return dice.random() < 0.5
    if isinstance(option.default, int):
        return dice.choice((option.least, option.least, option.default))
    return dice.choice(option.choices or (option.default,))


def _draw_hand(dice: Random, rules: str) -> Hand:
    """A winning hand, one in ten with a tile changed."""
    hand = deal(dice).hand(winning=True)
    if dice.random() < 0.1:
        hand = replace(hand, concealed=(dice.choice(KINDS), *hand.concealed[1:]))
    if rules != "riichi":
        return hand
    fives = {tile for tile in hand.tiles if tile in ("5m", "5p", "5s")}
    return replace(hand, bonus=(), red=tuple(five for five in sorted(fives) if dice.random() < 0.3))


def read_golden(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The golden hands of the tests, as requests of ``hu hands``."""
    for rules in RULES:
        text = (folder / f"golden_{rules.replace('-', '_')}.txt").read_text(encoding="utf-8")
        if rules == "hong-kong":
            for line in text.splitlines():
                if line and not line.startswith("#"):
                    title, _, hand, win, said, *_ = map(str.strip, line.split("|"))
                    options = _parse_options(said)
                    liable = options.pop("liable", None)
                    request = {
                        "rules": rules,
                        "hand": hand,
                        "round_wind": "E",
                        "options": options,
                        "liable": liable,
                    }
                    yield f"{rules}: {title}", request | _parse_win(win)
            continue
        for block in text.split("\n\n"):
            title, *lines = block.strip().splitlines()
            if not title.startswith("#"):
                rows = [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]
                parsed = _parse_table(rows) if rules == "fimj" else _parse_hand(dict(rows))
                yield f"{rules}: {title}", {"rules": rules, **parsed}


def _parse_win(text: str) -> dict[str, Any]:
    winner, how, *circumstances = text.split()
    source = circumstances.pop(0) if circumstances and circumstances[0] in SEATS else None
    return {"winner": winner, "win": how, "from": source, "circumstances": circumstances}


def _parse_options(text: str) -> dict[str, Any]:
    pairs = dict(word.split("=", 1) for word in text.split())
    points = {name[6:]: int(pairs.pop(name)) for name in [*pairs] if name.startswith("house.")}
    options: dict[str, Any] = {"house": json.dumps({"points": points})} if points else {}
    for name, value in pairs.items():
        plain = (
            int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)
        )
        options[name] = value.split(",") if "," in value else plain
    return options


def _parse_hand(lines: Mapping[str, str]) -> dict[str, Any]:
    request: dict[str, Any] = {
        "hand": lines["hand"].strip(),
        "round_wind": lines.get("round", "E").strip(),
        "options": _parse_options(lines.get("options", "")),
    }
    if "discards" in lines:
        request["recent_discards"] = [turn.split() for turn in lines["discards"].split(", ")]
    if lines.keys() & {"dora", "table", "declared"}:
        honba, sticks = map(int, lines.get("table", "0 0").split())
        named = {"dora_indicators": "dora", "ura_indicators": "ura", "declared": "declared"}
        request |= {name: lines.get(word, "").split() for name, word in named.items()}
        request["counters"] = {"honba": honba, "sticks": sticks}
    return request | _parse_win(lines["win"])


def _parse_table(lines: Sequence[tuple[str, str]]) -> dict[str, Any]:
    winners: dict[str, Any] = {}
    others: dict[str, Any] = {}
    request: dict[str, Any] = {
        "round_wind": "W",
        "winners": winners,
        "others": others,
        "options": {},
    }
    for word, text in lines:
        head, _, hand = text.partition(":")
        if word == "won":
            win = _parse_win(head)
            seat = win.pop("winner")
            winners[seat] = {"hand": hand.strip(), **win}
        elif word == "lost":
            seat, *status = head.split()
            others[seat] = {"hand": hand.strip() or None, "status": status[0] if status else None}
        elif word == "round":
            request["round_wind"] = text.strip()
        elif word == "options":
            request["options"] = _parse_options(text)
    absent = [text.strip() for word, text in lines if word == "dead"]
    others |= {
        seat: {"hand": _NOTHING} for seat in SEATS if seat not in (*winners, *others, *absent)
    }
    return request


def _make_draft(request: Mapping[str, Any], *, answered: bool, marked: bool) -> dict[str, Any]:
    """A request as the page keeps it while people answer; without the answers where they have given none yet."""
    winners = request.get("winners") or (
        {request["winner"]: request} if "winner" in request else {}
    )
    claims = {
        seat: {
            "win": win["win"],
            "source": win.get("from"),
            "circumstances": win.get("circumstances", []),
        }
        for seat, win in winners.items()
    }
    first, *also = winners or (None,)
    others = {
        seat: _make_rack(other.get("hand"), status=other.get("status"))
        for seat, other in request.get("others", {}).items()
        if seat not in winners
    }
    asked = {
        name: request[name]
        for name in ("dora_indicators", "ura_indicators", "liable")
        if request.get(name)
    }
    nothing: dict[str, Any] = {"win": None, "source": None, "circumstances": []}
    return {
        "rules": request["rules"],
        "options": {
            name: value
            for name, value in request.get("options", {}).items()
            if not isinstance(value, list)
        },
        "rack": _make_rack(winners[first]["hand"] if first else "", marked=marked),
        "winner": (first or "nobody") if answered else None,
        "claim": claims[first] if first and answered else nothing,
        "round_wind": request.get("round_wind"),
        "others": others | {seat: _make_rack(winners[seat]["hand"]) for seat in also},
        "claims": {seat: claims[seat] for seat in also} if answered else {},
        "asked": {**asked, **request.get("counters", {})},
    }


def _make_rack(
    text: str | None, *, marked: bool = True, status: str | None = None
) -> dict[str, Any]:
    """A hand as the editor keeps it: a group of standing tiles, the sets, the flowers; every tile has its number."""
    hand, shown, number, winning = Hand.from_text(text or ""), list[dict[str, Any]](), 1, None
    melds = [("quad" if meld.concealed else "exposed", meld.tiles) for meld in hand.melds]
    red = list(hand.red)
    for kind, faces in (("standing", hand.standing), *melds, ("standing", hand.bonus)):
        tiles: list[dict[str, Any]] = []
        for tile, face in enumerate(faces, number + 1):
            tiles.append({"id": tile, "face": face, "red": face in red})
            if face in red:
                red.remove(face)
            if marked and face == hand.winning and kind == "standing":
                winning = tile
        if tiles:
            shown.append({"id": number, "kind": kind, "tiles": tiles})
            number += len(tiles) + 1
    return {
        "history": {"now": {"groups": shown, "winning": winning, "fresh": number}},
        "status": status,
    }
