"""The change that an event makes to a visit, in lines of text."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from msgspec import Struct, structs

from hu.app.ledger.values import Entry
from hu.app.page.draft.editing.hand import EditedHand, Tile
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Claim, Draft, Rack, RackTiles
from hu.app.page.effects.sheet import UndoNewEntry
from hu.app.page.state import Offer, State

#: Fields that are drawn at random, or change with every event.
_LEFT_OUT = frozenset(("screen.visit", "draft.taken", "screen.new_game.names_by_tap"))


def _tile_text(tile: Tile) -> str:
    text = f"{tile.id}.{tile.code}"
    if tile.doubtful:
        text += "?"
    if tile.alternatives:
        text += f"({','.join(tile.alternatives)})"
    if tile.box is not None:
        (left, top), _, (right, bottom), _ = tile.box
        text += f"@{left:g},{top:g},{right:g},{bottom:g}"
    return text


#: Values that say nothing about a new rack or claim. They are left out.
_USUAL = frozenset(("None", "none", "()", "0 and 0 taken back"))
#: The value of ``steps`` after the first correction. It is left out, because the tiles show it.
_ONE_STEP = "1 and 0 taken back"


def change_lines(before: State, after: State, effects: Iterable[object]) -> list[str]:
    """The fields that an event changed, with their new values, and the effects that follow.

    Args:
        before: the state before the event.
        after: the state after the event.
        effects: the effects of the event.
    """
    old_values = dict(_values(before, ""))
    new_values = dict(_values(after, ""))
    lines: list[str] = []
    for name in sorted({*old_values, *new_values}):
        line = _field_line(name, old_values, new_values)
        # All fields of a rack that is gone have the same line.
        if line is not None and line not in lines:
            lines.append(line)
    lines += [f"effect {_effect_text(effect)}" for effect in effects]
    return lines


def _field_line(
    name: str, old_values: Mapping[str, str], new_values: Mapping[str, str]
) -> str | None:
    """The line of a field that has changed or is gone. None if the field is left out.

    Args:
        name: the name of the field.
        old_values: all values before the event, by their names.
        new_values: all values after the event, by their names.
    """
    if name in _LEFT_OUT or old_values.get(name) == new_values.get(name):
        return None
    if name in new_values:
        if _says_nothing(name, new_values[name], old_values):
            return None
        return f"{name} = {new_values[name]}"
    whole = _whole_that_is_gone(name, new_values)
    if whole is None or old_values[name] in _USUAL:
        return None
    return f"{whole} is gone"


def _says_nothing(name: str, new_value: str, old_values: Mapping[str, str]) -> bool:
    """Whether a changed value is left out: the first correction, or a usual value of a new field.

    Args:
        name: the name of the field.
        new_value: its value after the event.
        old_values: all values before the event, by their names.
    """
    if new_value == _ONE_STEP:
        return True
    # A field such as a rack had parts before if it has now become a simple value.
    beginnings_of_parts = (f"{name}.", f"{name}[")
    had_parts = any(other.startswith(beginnings_of_parts) for other in old_values)
    is_new = name not in old_values and not had_parts
    return is_new and new_value in _USUAL


def _whole_that_is_gone(name: str, new_values: Mapping[str, str]) -> str | None:
    """The item of a collection that is gone with a field, or else the field itself.

    None if a whole that the field was part of is now a simple value. That value has a line of its
    own.

    Args:
        name: the name of a field that is gone, such as ``draft.others[E].points``.
        new_values: the values that are left, by their names.
    """
    for other in new_values:
        if name.startswith((f"{other}.", f"{other}[")):
            return None
    item = name[: name.rfind("]") + 1]
    is_item_gone = not any(other.startswith(item) for other in new_values)
    if item and is_item_gone:
        return item
    return name


def _values(value: object, name: str) -> Iterable[tuple[str, str]]:  # noqa: C901  # a line for each kind
    """Yield the name of each field inside a value, and what the field holds, as text.

    Args:
        value: any part of a state.
        name: the name of that part. Empty for the state itself.
    """
    match value:
        case History():
            yield f"{name} steps", f"{len(value.steps)} and {len(value.taken_back)} taken back"
            yield from _hand_values(value.now, name)
        case Claim():
            circumstances = " ".join(sorted(value.circumstances)) or "nothing"
            yield name, f"{value.win} from {value.source} with {circumstances}"
        case Entry():
            yield name, _entry_text(value)
        case Offer():
            yield name, f"{value.note.key}, {type(value.reversal).__name__}"
        case (RackTiles(), *_) as all_tiles:
            counts = [_rack_tiles_text(tiles) for tiles in all_tiles]
            yield f"{name} tiles", ", ".join(counts)
        case Mapping() if not value:
            yield name, "none"
        case Mapping():
            for key, item in value.items():
                yield from _values(item, f"{name}[{key}]")
        case frozenset():
            yield name, " ".join(sorted(value)) or "none"
        case _ if is_dataclass(value) or isinstance(value, Struct):
            prefix = f"{name}." if name else ""
            for field in _field_names(value):
                yield from _values(getattr(value, field), f"{prefix}{field}")
        case _:
            yield name, str(value)


def _rack_tiles_text(tiles: Any) -> str:
    return f"{len(tiles.history.now.tiles)} of {tiles.photo}"


def _entry_text(entry: Entry) -> str:
    return f"entry {entry.id} of {entry.token}, version {entry.version}"


def _hand_values(hand: EditedHand, name: str) -> Iterable[tuple[str, str]]:
    """The groups of a hand in work, its winning tile, and its open questions."""
    for group in hand.groups:
        tiles = " ".join(_tile_text(tile) for tile in group.tiles)
        yield f"{name}.{group.id}", f"{group.kind}: {tiles}"
    yield f"{name}.winning", str(hand.winning)
    questions = [f"{question.about} {question.tiles}" for question in hand.place_questions]
    yield f"{name}.questions", ", ".join(questions) or "none"


def _field_names(value: object) -> list[str]:
    if isinstance(value, Struct):
        return [field.name for field in structs.fields(value)]
    return [field.name for field in fields(value)]  # type: ignore[arg-type]  # a dataclass


def _effect_text(effect: Any) -> str:
    """An effect with its fields.

    Some values are too long for a line. A draft is given by its token, an edited hand by its size,
    an entry by its id, and a rack by the key of its photo.
    """
    parts = []
    for name in _field_names(effect):
        value = getattr(effect, name)
        if isinstance(value, Draft):
            parts.append(f"{name} of {value.token or 'no token'}")
        elif isinstance(value, EditedHand):
            parts.append(f"{name} of {len(value.tiles)} tiles")
        elif isinstance(value, Entry):
            parts.append(f"{name} {_entry_text(value)}")
        elif isinstance(value, UndoNewEntry):
            # The effect of a tap on Undo.
            parts.append(f"{name} UndoNewEntry of {_entry_text(value.entry)}")
        elif isinstance(value, Rack):
            parts.append(f"{name} {value.photo}")
        else:
            parts.append(f"{name}={value}")
    return f"{type(effect).__name__}({', '.join(parts)})"
