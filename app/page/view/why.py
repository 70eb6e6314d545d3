"""Explains in words why a photo was read as it was: each tile, each group, and the whole hand."""

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

#: The evidence about claims. Positive log-odds support a claimed meld, and negative log-odds
#: support a concealed meld.
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
#: A face whose rounded probability in percent is below this is not shown.
_LEAST_PERCENT: Final = 1
#: The most faces that are shown for a tile.
_MOST_FACES: Final = 4


def why_view(t: Texts, photo: SeenPhoto | None, rack: Rack) -> PhotoWhy | None:
    """Explain how the tiles of a rack were read.

    Args:
        t: the words of the language.
        photo: the photo of the rack.
        rack: the rack.

    Returns:
        The explanation. None for a rack without a photo, and if no tile was read on its photo.
    """
    if photo is None or photo.reading is None:
        return None
    words = ReadingWords(t, names_tiles=True, on_page=True)
    history = rack.history
    # The hand before the corrections that can be undone. It is one of the two readings, unless
    # older corrections cannot be undone any more. Without corrections, ``base`` has no meaning.
    first_hand = history.base if history.steps else history.now
    reading = photo.reading
    shows_runner_up = False
    if photo.runner_up is not None and _is_hand_of(photo.runner_up, first_hand):
        reading = photo.runner_up
        shows_runner_up = True

    tiles: dict[str, TileWhy] = {}
    for position, number in enumerate(reading.numbers):
        tiles[str(number)] = _explain_tile(reading, position, words)
    likeliest = _describe_choice(photo.reading, "likeliest", words, is_shown=not shows_runner_up)
    choices = [likeliest]
    if photo.runner_up is not None:
        runner_up = _describe_choice(photo.runner_up, "runner-up", words, is_shown=shows_runner_up)
        choices.append(runner_up)
    return PhotoWhy(
        tiles=tiles,
        choices=tuple(choices),
        sections=_explain_choice(photo, reading, words),
        texts=t.section("explain"),
    )


def _is_hand_of(reading: SeenReading, hand: EditedHand) -> bool:
    """Whether a hand has the groups of a reading. The winning tile may differ."""
    return hand.groups == reading.hand.groups


def _explain_tile(reading: SeenReading, position: int, words: ReadingWords) -> TileWhy:
    """Explain a tile: its likely faces, remarks on the tile, its groups and open questions.

    The remarks are, for example, that the tile was left out of the hand, or is turned sideways.

    Args:
        reading: the reading that the rack shows.
        position: the index of the tile in ``reading.tiles``.
        words: writes the parts of a reading in the language.
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
    # A doubt names one tile or several tiles by their positions.
    doubts = [doubt for doubt in reading.doubts if position in (doubt.tile, *doubt.tiles)]
    sections += _explain_doubts(doubts, words)
    return TileWhy(faces=_likely_faces(tile, words), sections=tuple(sections))


def _likely_faces(tile: TileRecord, words: ReadingWords) -> tuple[FaceChance, ...]:
    """List up to four faces of a tile, the likeliest first.

    Faces whose probability rounds to 0 % are left out.
    """
    faces_and_probabilities = [(tile.tile, tile.confidence), *tile.alternatives]
    faces_and_probabilities.sort(key=_probability_of, reverse=True)
    faces = []
    for face, probability in faces_and_probabilities[:_MOST_FACES]:
        percent = round(100 * probability)
        if percent >= _LEAST_PERCENT:
            chance = FaceChance(
                face=face,
                name=words.face(face),
                share=probability,
                text=words.t("number.percent", share=percent),
            )
            faces.append(chance)
    return tuple(faces)


def _probability_of(face_and_probability: tuple[str, float]) -> float:
    """Return the second item, by which the faces of a tile are sorted."""
    _face, probability = face_and_probability
    return probability


def _groups_with(reading: SeenReading, position: int) -> list[Group]:
    """Return the groups that contain a tile.

    Args:
        reading: the reading.
        position: the index of the tile in ``reading.tiles``.
    """
    return [group for group in reading.why.groups if position in group.tiles]


def _explain_group(group: Group, words: ReadingWords) -> WhySection:
    """Explain why tiles were read as a group of a kind: the evidence for the kind and against it.

    If there is no evidence, the reason is that no gap divides the tiles.
    """
    title = words.t("explain.read_as", kind=words.group(group.kind))
    lines = [_evidence_line(evidence, group, words) for evidence in group.evidence]
    if not lines:
        lines.append(WhyLine(_capitalize(words.t("explain.no_gap"))))
    return WhySection(title, tuple(lines))


def _evidence_line(evidence: Evidence, group: Group, words: ReadingWords) -> WhyLine:
    """Write an observation, and whether it speaks for the kind of the group or against it.

    Args:
        evidence: the observation.
        group: the group.
        words: writes the parts of a reading in the language.
    """
    # Positive log-odds support the group's kind. Only evidence about claims is different: its
    # positive log-odds support a claimed meld, and so they speak against a concealed meld.
    support = evidence.log_odds
    if evidence.id in _CLAIM_EVIDENCE and group.kind == "concealed":
        support = -support
    return WhyLine(
        text=_capitalize(words.evidence(evidence)),
        weight=_write_nats(support, words.t),
        speaks="for" if support > 0 else "against",
    )


def _explain_doubts(doubts: Sequence[Doubt], words: ReadingWords) -> list[WhySection]:
    """List doubts as open questions, in a section. Empty without doubts."""
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
    """Describe one of the two readings that the player can put on the rack.

    Args:
        reading: the reading.
        name: which of the two readings it is.
        words: writes the parts of a reading in the language.
        is_shown: whether the rack shows this reading already. Then it needs no button.
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
    photo: SeenPhoto, reading: SeenReading, words: ReadingWords
) -> tuple[WhySection, ...]:
    """Explain why the likeliest reading is likelier than the runner-up, or that there is no other.

    After that come the open questions about the whole photo.

    Args:
        photo: the photo.
        reading: the reading that the rack shows.
        words: writes the parts of a reading in the language.
    """
    if photo.deciding is None:
        section = WhySection(words.t("explain.runner-up"), (WhyLine(words.t("explain.no_other")),))
    else:
        line = WhyLine(
            text=_capitalize(words.evidence(photo.deciding)),
            # Its log-odds are a cost of the runner-up. The sign is turned, so that the number
            # speaks against the runner-up.
            weight=_write_nats(-photo.deciding.log_odds, words.t),
            speaks="against",
        )
        section = WhySection(words.t("explain.decided"), (line,))
    doubts = [doubt for doubt in reading.doubts if doubt.about == "photo"]
    return (section, *_explain_doubts(doubts, words))


def _write_nats(nats: float, t: Texts) -> str:
    """Write log-odds in nats with their sign."""
    sign = "−" if nats < 0 else "+"
    return sign + t.decimal(abs(nats))


def _capitalize(text: str) -> str:
    """Begin a text with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"
