"""Why a photo was read as it was, in words: for each tile, for each group, and for the hand."""

from collections.abc import Sequence
from typing import Final, Literal

from hu.app.i18n import Texts
from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.state import Rack
from hu.app.page.parts.reasons import (
    FaceChance,
    HandChoice,
    PhotoWhy,
    TileWhy,
    WhyLine,
    WhySection,
)
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.photos.readings import SeenReading
from hu.app.records.doubt import Doubt
from hu.app.records.explanation import Group
from hu.app.records.tile import Tile as TileRecord
from hu.app.records.words import ReadingWords
from hu.vision.layout.evidence import Evidence, EvidenceId

#: Evidence that speaks for a claimed meld if its log-odds are positive, and for a concealed meld if
#: they are negative.
_CLAIM_EVIDENCE: Final[frozenset[EvidenceId]] = frozenset(
    (
        "others-stand",
        "pair-stands",
        "shown-in-melds",
        "own-row",
        "row-of-melds",
        "touches-meld",
        "quad-in-row",
        "tiles-on-both-sides",
        "other-meld-marked",
        "equal-tiles",
    )
)
#: Faces of fewer percent, as they are written, are not shown.
_LEAST_PERCENT: Final = 1
#: The most faces that are shown of a tile.
_MOST_FACES: Final = 4


def why_view(t: Texts, photo: SeenPhoto | None, rack: Rack) -> PhotoWhy | None:
    """Explain how the tiles of a rack were read.

    Args:
        t: the words of the language.
        photo: the photo of the rack.
        rack: the rack.

    Returns:
        The explanation, or None if the rack has no photo that was read.
    """
    if photo is None or photo.reading is None:
        return None
    words = ReadingWords(t, names_tiles=True, on_page=True)
    history = rack.history
    # The hand before the player's corrections.
    first_hand = history.base if history.steps else history.now
    # The reading that the rack shows.
    shown = photo.reading
    shows_runner_up = False
    if photo.runner_up is not None and _is_hand_of(photo.runner_up, first_hand):
        shown = photo.runner_up
        shows_runner_up = True

    tiles: dict[str, TileWhy] = {}
    for position, number in enumerate(shown.numbers):
        tiles[str(number)] = _explain_tile(shown, position, words)
    likeliest = _describe_choice(photo.reading, "likeliest", words, is_shown=not shows_runner_up)
    choices = [likeliest]
    if photo.runner_up is not None:
        runner_up = _describe_choice(photo.runner_up, "runner-up", words, is_shown=shows_runner_up)
        choices.append(runner_up)
    return PhotoWhy(
        tiles=tiles,
        choices=tuple(choices),
        sections=_explain_choice(photo, shown, words),
        texts=t.section("explain"),
    )


def _is_hand_of(reading: SeenReading, hand: EditedHand) -> bool:
    """Whether a hand has the groups of a reading. The winning tile may differ."""
    return hand.groups == reading.hand.groups


def _explain_tile(reading: SeenReading, position: int, words: ReadingWords) -> TileWhy:
    """Explain a tile: its likely faces, its role and orientation, its groups and open questions.

    Args:
        reading: the reading that is shown.
        position: the index of the tile among the tiles of the reading.
        words: the words of the language.
    """
    tile = reading.tiles[position]
    own_lines = []
    for left_out in reading.why.left_out:
        if left_out.tile == position:
            own_lines.append(WhyLine(words.t("explain.left_out")))
            own_lines.append(WhyLine(_capitalize(words.reason(left_out.reason))))
    for numeral_tile in reading.why.numerals:
        if numeral_tile.tile == position:
            own_lines.append(WhyLine(words.t("explain.numeral", numeral=numeral_tile.numeral)))
    if tile.inferred:
        own_lines.append(WhyLine(words.t("explain.inferred", face=words.face(tile.tile))))
    if tile.sideways and tile.role != "other":
        own_lines.append(WhyLine(words.t("explain.sideways")))
    sections = []
    if own_lines:
        sections.append(WhySection(words.t("explain.tile"), tuple(own_lines)))
    sections += [_explain_group(group, words) for group in _groups_with(reading, position)]
    # A doubt may be about a tile, or about several. All hold positions among the tiles.
    doubts = [doubt for doubt in reading.doubts if position in (doubt.tile, *doubt.tiles)]
    sections += _explain_doubts(doubts, words)
    return TileWhy(faces=_likely_faces(tile, words), sections=tuple(sections))


def _likely_faces(tile: TileRecord, words: ReadingWords) -> tuple[FaceChance, ...]:
    """List the likeliest faces of a tile, the likeliest first. Faces below 1 % are left out."""
    shares = [(tile.tile, tile.confidence), *tile.alternatives]
    shares.sort(key=_share_of, reverse=True)
    faces = []
    for face, share in shares[:_MOST_FACES]:
        share_in_percent = round(100 * share)
        if share_in_percent >= _LEAST_PERCENT:
            percent = words.t("number.percent", share=share_in_percent)
            faces.append(FaceChance(face, words.face(face), share, percent))
    return tuple(faces)


def _share_of(face_and_share: tuple[str, float]) -> float:
    """Return the share of a face, by which faces are sorted."""
    _face, share = face_and_share
    return share


def _groups_with(reading: SeenReading, position: int) -> list[Group]:
    """Return the groups that a tile is part of, by its index among the tiles of the reading."""
    return [group for group in reading.why.groups if position in group.tiles]


def _explain_group(group: Group, words: ReadingWords) -> WhySection:
    """Explain why tiles are a group of their kind: the evidence for and against it.

    A group without evidence is one whole because no gap divides its tiles.
    """
    title = words.t("explain.read_as", kind=words.group(group.kind))
    lines = [_evidence_line(evidence, group, words) for evidence in group.evidence]
    if not lines:
        lines.append(WhyLine(_capitalize(words.t("explain.no_gap"))))
    return WhySection(title, tuple(lines))


def _evidence_line(evidence: Evidence, group: Group, words: ReadingWords) -> WhyLine:
    """Write an observation, and whether it speaks for the kind of the group.

    Most evidence has positive log-odds if it speaks for the group's own kind. Evidence about claims
    has positive log-odds if it speaks for a claimed meld. So its sign is turned for a concealed
    meld.
    """
    support = evidence.log_odds
    if evidence.id in _CLAIM_EVIDENCE and group.kind == "concealed":
        support = -support
    return WhyLine(
        text=_capitalize(words.evidence(evidence)),
        weight=_write_nats(support, words.t),
        speaks="for" if support > 0 else "against",
    )


def _explain_doubts(doubts: Sequence[Doubt], words: ReadingWords) -> list[WhySection]:
    """List questions that are still open. Empty without any."""
    if not doubts:
        return []
    lines = []
    for doubt in doubts:
        question = words.doubt(doubt.id, doubt.parameters)
        if doubt.as_read is not None:
            question = words.doubt_as_read(
                question, doubt.as_read, changes_score=doubt.changes_score
            )
        lines.append(WhyLine(_capitalize(question)))
    return [WhySection(words.t("explain.open"), tuple(lines))]


def _describe_choice(
    reading: SeenReading,
    name: Literal["likeliest", "runner-up"],
    words: ReadingWords,
    *,
    is_shown: bool,
) -> HandChoice:
    """Describe a reading that the player can take.

    Args:
        reading: the reading.
        name: whether it is the likeliest reading or the runner-up.
        words: the words of the language.
        is_shown: whether the rack shows it already. It has no button then.
    """
    groups = []
    for group in reading.hand.groups:
        if group.kind != "aside":
            groups.append(tuple(tile.code for tile in group.tiles))
    return HandChoice(
        reading=name,
        title=words.t(f"explain.{name}"),
        groups=tuple(groups),
        label="" if is_shown else words.t("explain.take"),
    )


def _explain_choice(
    photo: SeenPhoto, shown: SeenReading, words: ReadingWords
) -> tuple[WhySection, ...]:
    """Explain the evidence that decided against the runner-up, and list the open questions.

    Args:
        photo: the photo.
        shown: the reading that the rack shows.
        words: the words of the language.
    """
    if photo.deciding is None:
        section = WhySection(words.t("explain.runner-up"), (WhyLine(words.t("explain.no_other")),))
    else:
        line = WhyLine(
            text=_capitalize(words.evidence(photo.deciding)),
            # Its log-odds are the nats that it costs the runner-up.
            weight=_write_nats(-photo.deciding.log_odds, words.t),
            speaks="against",
        )
        section = WhySection(words.t("explain.decided"), (line,))
    doubts = [doubt for doubt in shown.doubts if doubt.about == "photo"]
    return (section, *_explain_doubts(doubts, words))


def _write_nats(nats: float, t: Texts) -> str:
    """Write a weight in nats with its sign. Positive weights support the reading."""
    sign = "−" if nats < 0 else "+"
    return sign + t.decimal(abs(nats))


def _capitalize(text: str) -> str:
    """Begin a text with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"
