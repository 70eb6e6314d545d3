"""What both sides are given: golden hands, random deals, waiting hands, drafts and photos. Nothing here imports hu."""

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

RULES: Final = ("zung-jung", "fimj", "riichi", "mcr", "hong-kong")
SEATS: Final = "ESWN"
#: Of each rule set.
DEALS, WAITS, DRAFTS = 2000, 40, 20
_KINDS: Final = tuple(f"{number}{suit}" for suit in "mpsz" for number in range(1, 8 if suit == "z" else 10))
_ORPHANS: Final = tuple(tile for tile in _KINDS if tile[1] == "z" or tile[0] in "19")
_BONUS: Final = tuple(f"{number}{suit}" for suit in "fg" for number in range(1, 5))
_CIRCUMSTANCES: Final[Mapping[str, tuple[str, ...]]] = {
    "zung-jung": ("last-tile", "kong-replacement", "heaven", "earth"),
    "fimj": ("richi", "roof", "golden-rooster", "last-tile", "last-piece", "within-fifteen", "first-turn"),
    "riichi": ("riichi", "double-riichi", "ippatsu", "last-tile", "kong-replacement", "first-turn"),
    "mcr": ("last-tile", "last-of-kind", "kong-replacement"),
    "hong-kong": ("last-tile", "kong-replacement", "double-kong", "heaven", "earth"),
}
_PRESETS: Final = ("ema", "ema-2016", "wrc", "tenhou", "mahjong-soul", "m-league")
_BOOK: Final = ("book_kongs", "book_all_green", "book_all_terminals", "book_drawn_pairs")


@dataclass(frozen=True, slots=True)
class Input:
    """One thing that both sides are given."""

    key: str  # what to call it
    value: Any  # what the recorder takes, as JSON
    digest: str  # of the value and of the files that it names; recordings are kept under it


def make_input(key: str, value: Any, *files: Path) -> Input:
    """Name an input by its content."""
    digest = hashlib.sha256(json.dumps(value, ensure_ascii=False).encode())
    for path in files:
        digest.update(path.read_bytes())
    return Input(key, value, digest.hexdigest()[:16])


def list_photos(folder: Path) -> list[Input]:
    """Every shared photo under two rule sets: one claims with a sideways tile, the other has red fives besides."""
    found = sorted(path for path in folder.rglob("*.jpg") if path.parent.name != "tiles")
    return [
        make_input(f"{path.relative_to(folder)} {rules}", [rules, str(path.relative_to(folder))], path)
        for path in found
        for rules in ("zung-jung", "riichi")
    ]


def make_deals(golden_folder: Path) -> list[Input]:
    """Requests of ``hu hands``: the golden hands, then random deals from a fixed seed."""
    found = [make_input(f"golden {name}", request) for name, request in read_golden(golden_folder)]
    for rules in RULES:
        dice = random.Random(f"deals {rules}")
        found += [make_input(f"{rules} deal {number}", _draw_deal(dice, rules)) for number in range(DEALS)]
    return found


def make_waits() -> list[Input]:
    """Hands of 13 and 14 tiles, every other one with a seat and the round's wind."""
    found = []
    for rules in RULES:
        dice = random.Random(f"waits {rules}")
        for number in range(WAITS):
            hand = _draw_hand(dice, rules)
            text = hand.text if number % 3 == 0 else hand.without_winning
            options = ["--winner", dice.choice(SEATS), "--round-wind", dice.choice(SEATS)] if number % 2 else []
            found.append(make_input(f"{rules} {text} {' '.join(options)}", [rules, options, text.replace(" +", " ")]))
    return found


def make_drafts(golden_folder: Path) -> list[Input]:
    """Hands in work on the page, as it keeps them, from complete to empty."""
    requests = [request for _, request in read_golden(golden_folder)][::10]
    for rules in RULES:
        dice = random.Random(f"drafts {rules}")
        requests += [_draw_deal(dice, rules) for _ in range(DRAFTS)]
    found = []
    for number, request in enumerate(requests):
        missing = number % 6
        draft = _make_draft(request, answered=missing not in (1, 2), marked=missing != 3)
        found.append(make_input(f"{draft['rules']} draft {number}", draft))
    return found


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand by its parts; sets and flowers are texts in the notation."""

    standing: tuple[str, ...]
    sets: tuple[str, ...]
    bonus: tuple[str, ...]
    winning: str

    @property
    def without_winning(self) -> str:
        return " ".join((*self.standing, *self.sets, *self.bonus))

    @property
    def text(self) -> str:
        return f"{self.without_winning} +{self.winning}"


def _draw_deal(dice: random.Random, rules: str) -> dict[str, Any]:
    """A deal that wins more often than not, with answers that may contradict it."""
    request: dict[str, Any] = {"rules": rules, "round_wind": dice.choice(SEATS)}
    request["options"] = _draw_options(dice, rules)
    seats = dice.sample(SEATS, 4)
    if rules == "fimj" or (rules in ("riichi", "hong-kong") and dice.random() < 0.15):
        winners = seats[: dice.choice((1, 1, 1, 1, 1, 1, 2, 0))]
        hand = _draw_hand(dice, rules)
        won = {"hand": hand.text, **_draw_win(dice, rules, winners[0] if winners else "", hand)}
        if winners[1:]:
            won |= {"win": "discard", "from": seats[3], "circumstances": []}
        request["winners"] = dict.fromkeys(winners, won)
        statuses = {"fimj": ("small-lord", "great-lord", "false-win", "fallen-rack"), "riichi": ("tenpai", "chombo")}
        request["others"] = {
            seat: {"hand": _draw_hand(dice, rules).without_winning}
            if dice.random() < 0.9
            else {"status": dice.choice(statuses.get(rules, ("false-win",)))}
            for seat in seats
            if seat not in winners and (rules == "fimj" or dice.random() < 0.4)
        }
    else:
        hand = _draw_hand(dice, rules)
        request |= {"hand": hand.text, "winner": seats[0], **_draw_win(dice, rules, seats[0], hand)}
    if rules == "zung-jung" and dice.random() < 0.3:
        request["recent_discards"] = [[dice.choice(SEATS), dice.choice(_KINDS)] for _ in range(dice.randrange(1, 5))]
    if rules == "riichi":
        request["dora_indicators"] = dice.sample(_KINDS, dice.choice((0, 1, 1, 2)))
        request["ura_indicators"] = dice.sample(_KINDS, len(request["dora_indicators"]))
        request["counters"] = {"honba": dice.choice((0, 0, 1, 3)), "sticks": dice.choice((0, 0, 1, 2))}
    if rules in ("riichi", "hong-kong") and dice.random() < 0.05:
        request["liable"] = dice.choice(SEATS)
    return request


def _draw_win(dice: random.Random, rules: str, winner: str, hand: _Hand) -> dict[str, Any]:
    """How the hand was won, and now and then with something that contradicts it."""
    how = dice.choices(("self-draw", "discard", "robbed-kong"), (20, 20, 1))[0]
    source = None if how == "self-draw" else dice.choice([seat for seat in SEATS if seat != winner])
    concealed, quads = all(text[0] == "(" for text in hand.sets), any(len(text) == 7 for text in hand.sets)
    fits = {
        "kong-replacement": quads and how == "self-draw",
        "double-kong": quads and how == "self-draw",
        "roof": (quads or hand.bonus) and how == "self-draw",
        "heaven": not hand.sets and winner == "E" and how == "self-draw",
        "earth": not hand.sets and source == "E" and how == "discard",
        "riichi": concealed,
        "richi": concealed,
    } | dict.fromkeys(("first-turn", "golden-rooster", "last-of-kind", "ippatsu", "double-riichi"), False)
    circumstances = [name for name in _CIRCUMSTANCES[rules] if dice.random() < (0.35 if fits.get(name, True) else 0.02)]
    return {"win": how, "from": source, "circumstances": circumstances}


def _draw_options(dice: random.Random, rules: str) -> dict[str, Any]:
    choices: Mapping[str, Callable[[], dict[str, Any]]] = {
        "zung-jung": lambda: {"half_flowers": dice.random() < 0.5, "minimum": dice.choice((0, 5, 10))},
        "fimj": lambda: {"limit": dice.choice((500, 1000, 2000)), "settle_without_winner": dice.random() < 0.5},
        "riichi": lambda: {"preset": dice.choice(_PRESETS)},
        "mcr": lambda: dict.fromkeys(_BOOK, dice.random() < 0.5) | {"minimum": dice.choice((0, 8))},
        "hong-kong": lambda: {
            "minimum": dice.choice((0, 1, 3)),
            "responsibility": dice.choice(("half", "full")),
            "rise": dice.choice(("half-spicy", "spicy")),
            "seven_pairs": dice.random() < 0.5,
        },
    }
    return choices[rules]() if dice.random() < 0.7 else {}


def _draw_hand(dice: random.Random, rules: str) -> _Hand:
    """A winning hand, one in ten with a tile changed."""
    while True:
        standing, sets = dice.choices(
            (_draw_regular, _draw_pairs, _draw_orphans, _draw_knitted), (40, 4, 1, 2 * (rules == "mcr"))
        )[0](dice)
        if dice.random() < 0.1:
            standing[dice.randrange(len(standing))] = dice.choice(_KINDS)
        shown = [f"{number}{text[-2]}" for text in sets for number in text[1:-2]]
        if all((standing + shown).count(tile) <= 4 for tile in standing + shown):
            break
    dice.shuffle(standing)
    winning, rest = standing[0], sorted(standing[1:], key=lambda tile: (tile[1], tile[0]))
    if rules == "riichi":
        rest = [f"0{tile[1]}" if tile in ("5m", "5p", "5s") and dice.random() < 0.15 else tile for tile in rest]
    flowers = 0 if rules == "riichi" else dice.choice((0, 0, 1, 2, 4))
    return _Hand(tuple(rest), tuple(sets), tuple(dice.sample(_BONUS, flowers)), winning)


def _draw_regular(dice: random.Random) -> tuple[list[str], list[str]]:
    # Few suits and few numbers make hands that can be read in several ways.
    suits, highest = dice.choice(("m", "mz", "mp", "mps", "mpsz", "mpsz", "z")), dice.choice((4, 9, 9))
    kinds = [tile for tile in _KINDS if tile[1] in suits and int(tile[0]) <= highest]
    claimed = dice.choice((0, 0, 1, 2, 3, 4))
    standing, sets = [dice.choice(kinds)] * 2, []
    for index in range(4):
        number, suit = int((first := dice.choice(kinds))[0]), first[1]
        sequence = suit != "z" and number <= 7 and dice.random() < 0.6
        size = 3 if sequence else dice.choice((3, 3, 3, 4))
        numbers = [number + step * sequence for step in range(size)]
        if index < claimed or size == 4:
            marks = "()" if size == 4 and dice.random() < 0.5 else "[]"
            sets.append(f"{marks[0]}{''.join(map(str, numbers))}{suit}{marks[1]}")
        else:
            standing += [f"{each}{suit}" for each in numbers]
    return standing, sets


def _draw_pairs(dice: random.Random) -> tuple[list[str], list[str]]:
    kinds = [tile for tile in _KINDS if tile[1] in dice.choice(("m", "mz", "mpsz", "z"))]
    return [tile for tile in dice.choices(kinds, k=7) for _ in range(2)], []


def _draw_orphans(dice: random.Random) -> tuple[list[str], list[str]]:
    return [*_ORPHANS, dice.choice(_ORPHANS)], []


def _draw_knitted(dice: random.Random) -> tuple[list[str], list[str]]:
    """Honours and tiles of 1-4-7, 2-5-8 and 3-6-9 in three suits."""
    suits = dice.sample("mps", 3)
    knitted = [f"{start + step}{suit}" for start, suit in enumerate(suits, 1) for step in (0, 3, 6)]
    return dice.sample(knitted + [f"{number}z" for number in range(1, 8)], 14), []


def read_golden(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The golden hands of the tests, as requests of ``hu hands``."""
    for rules in RULES:
        text = (folder / f"golden_{rules.replace('-', '_')}.txt").read_text(encoding="utf-8")
        if rules == "hong-kong":
            rows = [
                [cell.strip() for cell in line.split("|")]
                for line in text.splitlines()
                if line and not line.startswith("#")
            ]
            yield from ((f"{rules}: {row[0]}", _parse_row(row)) for row in rows)
            continue
        for block in (block.strip() for block in text.split("\n\n") if not block.startswith("#")):
            title, *lines = block.splitlines()
            words = [line.split(maxsplit=1) for line in lines]
            pairs = [(line[0], line[1] if line[1:] else "") for line in words]
            request = _parse_table(pairs) if rules == "fimj" else _parse_block(dict(pairs))
            yield f"{rules}: {title}", {"rules": rules, **request}


def _parse_win(words: Sequence[str]) -> dict[str, Any]:
    how, *rest = words
    return {"win": how, "from": rest.pop(0) if rest and rest[0] in SEATS else None, "circumstances": rest}


def _parse_options(text: str) -> dict[str, Any]:
    known = {"true": True, "false": False}
    pairs = (word.partition("=") for word in text.split() if "." not in word)
    return {name: known.get(value, int(value) if value.isdecimal() else value) for name, _, value in pairs}


def _parse_block(lines: Mapping[str, str]) -> dict[str, Any]:
    winner, *win = lines["win"].split()
    text = lines.get("options", "")
    options = _parse_options({"half_flowers": "half_flowers=true", "minimum 5": "minimum=5"}.get(text, text))
    if "preset" in lines:
        options["preset"] = lines["preset"]
    request: dict[str, Any] = {"hand": lines["hand"], "winner": winner, **_parse_win(win)}
    request["round_wind"] = lines.get("round", "E")
    if "discards" in lines:
        request["recent_discards"] = [turn.split() for turn in lines["discards"].split(", ")]
    if "dora" in lines or "table" in lines or "declared" in lines:
        honba, sticks = map(int, lines.get("table", "0 0").split())
        request |= {
            "dora_indicators": lines.get("dora", "").split(),
            "ura_indicators": lines.get("ura", "").split(),
            "counters": {"honba": honba, "sticks": sticks},
            "declared": lines.get("declared", "").split(),
        }
    return {**request, "options": options}


def _parse_row(row: Sequence[str]) -> dict[str, Any]:
    winner, *win = row[3].split()
    options = _parse_options(row[4])
    liable = options.pop("liable", None)
    request = {"rules": "hong-kong", "hand": row[2], "winner": winner, **_parse_win(win), "round_wind": "E"}
    return {**request, "options": options, "liable": liable}


def _parse_table(lines: Sequence[tuple[str, str]]) -> dict[str, Any]:
    winners, others, wind = {}, {}, "W"
    options: dict[str, Any] = {}
    dead = [text for word, text in lines if word == "dead"]
    for word, text in lines:
        head, _, hand = text.partition(":")
        if word == "won":
            seat, *win = head.split()
            winners[seat] = {"hand": hand.strip(), **_parse_win(win)}
        elif word == "lost":
            seat, *status = head.split()
            others[seat] = {"hand": hand.strip() or None, "status": status[0] if status else None}
        elif word == "round":
            wind = text
        elif word == "options":
            name, _, value = text.partition(" ")
            if name == "limit":
                options[name] = int(value)
            elif name == "settle":
                options["settle_without_winner"] = True
            else:
                options[name] = value.split(",")
    rest = [seat for seat in SEATS if seat not in winners and seat not in others and seat not in dead]
    others |= {seat: {"hand": "147m 258p 369s 1234z"} for seat in rest}
    return {"round_wind": wind, "winners": winners, "others": others, "options": options}


def _make_draft(request: Mapping[str, Any], *, answered: bool, marked: bool) -> dict[str, Any]:
    """A request as the page keeps it while people answer; without the answers where they have given none yet."""
    winners = request.get("winners") or ({request["winner"]: request} if "winner" in request else {})
    seats = list(winners)
    others = {seat: other for seat, other in request.get("others", {}).items() if seat not in winners}
    claims = {
        seat: {"win": win["win"], "source": win.get("from"), "circumstances": win.get("circumstances", [])}
        for seat, win in winners.items()
    }
    first = winners[seats[0]]["hand"] if seats else ""
    asked: dict[str, Any] = {
        name: request[name] for name in ("dora_indicators", "ura_indicators", "liable") if request.get(name)
    }
    nothing: dict[str, Any] = {"win": None, "source": None, "circumstances": []}
    return {
        "rules": request["rules"],
        "options": {name: value for name, value in request.get("options", {}).items() if not isinstance(value, list)},
        "rack": _make_rack(first, marked=marked),
        "winner": (seats[0] if seats else "nobody") if answered else None,
        "claim": claims[seats[0]] if seats and answered else nothing,
        "round_wind": request.get("round_wind"),
        "others": {
            **{seat: _make_rack(other.get("hand") or "", status=other.get("status")) for seat, other in others.items()},
            **{seat: _make_rack(winners[seat]["hand"]) for seat in seats[1:]},
        },
        "claims": {seat: claims[seat] for seat in seats[1:]} if answered else {},
        "asked": {**asked, **request.get("counters", {})},
    }


def _make_rack(text: str, *, marked: bool = True, status: str | None = None) -> dict[str, Any]:
    """A hand as the editor keeps it: a group of standing tiles, the sets, the flowers; every tile has its number."""
    kinds = {"[": "exposed", "(": "quad"}
    groups: dict[str, list[list[str]]] = {"standing": [], "exposed": [], "quad": [], "bonus": []}
    standing: list[str] = []
    winning = ""
    for part in text.split():
        digits, suit = part.strip("[]()+")[:-1], part.strip("[]()+")[-1]
        faces = [f"{digit}{suit}" for digit in digits]
        if part[0] in kinds:
            groups[kinds[part[0]]].append(faces)
        elif suit in "fg":
            groups["bonus"].append(faces)
        else:
            standing += faces
            winning = faces[0] if part[0] == "+" else winning
    groups["standing"] = [standing] if standing else []
    number, shown, won = 1, [], None
    for kind, rows in groups.items():
        for faces in rows:
            tiles = []
            group, number = number, number + 1
            for face in faces:
                red = face[0] == "0"
                tiles.append({"id": number, "face": f"5{face[1]}" if red else face, "red": red})
                won = number if marked and kind == "standing" and face == winning else won
                number += 1
            shown.append({"id": group, "kind": "standing" if kind == "bonus" else kind, "tiles": tiles})
    return {"history": {"now": {"groups": shown, "winning": won, "fresh": number}}, "status": status}
