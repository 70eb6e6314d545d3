"""The words for readings: evidence, reasons and doubts, in every language."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from hu.app.i18n import Texts, texts
from hu.app.records.doubt import ClaimReading, DoubtId, DoubtValue
from hu.scoring.notation import format_tiles
from hu.vision.layout.evidence import Evidence, EvidenceValue, Reason

if TYPE_CHECKING:
    from hu.vision.layout.model import GroupKind

#: The parameters that are written with one decimal. All others are rounded to whole numbers.
_WITH_DECIMAL: Final = frozenset(("tile_widths", "times"))


@dataclass(frozen=True, slots=True)
class ReadingWords:
    """The words for readings in one language.

    Attributes:
        t: the words of the language.
        names_tiles: whether tiles are named, such as ``Red dragon``. Otherwise they are written in
            the notation, such as ``7z``.
        on_page: whether the words are for the page. Otherwise they are for a terminal, and may name
            options of a command.
    """

    t: Texts
    names_tiles: bool = False
    on_page: bool = False

    def evidence(self, evidence: Evidence) -> str:
        """Describe an observation, without its weight."""
        return self.t(f"evidence.{evidence.id}", **self._values(evidence.parameters))

    def reason(self, reason: Reason) -> str:
        """Describe why a tile belongs to no hand."""
        return self.t(f"left_out.{reason.id}", **self._values(reason.parameters))

    def group(self, kind: "GroupKind | ClaimReading") -> str:
        """Name what tiles were taken for."""
        return self.t(f"group.{kind}")

    def doubt(self, doubt_id: DoubtId, parameters: Mapping[str, DoubtValue]) -> str:
        """Ask the question of a doubt.

        Args:
            doubt_id: the kind of question.
            parameters: the values for the places of the sentence. ``case`` is no such value: it
                chooses among several sentences.
        """
        if doubt_id in ("unclear-face", "other-winning-face"):
            return self._question_of_faces(parameters["faces"])
        values: dict[str, str | int] = {}
        for name, value in parameters.items():
            if name != "case":
                values[name] = self._doubt_value(value)
        case = parameters.get("case")
        if doubt_id == "light" and parameters.get("hides_hand"):
            return self.t("doubts.light-hides-hand", light=self.t(f"doubts.light-{case}"))
        key = f"doubts.{doubt_id}"
        if self.on_page and doubt_id == "second-hand":
            # The page has no options.
            key = f"{key}-on-page"
        if case is not None:
            key = f"{key}-{case}"
        return self.t(key, **values)

    def doubt_as_read(
        self, doubt: str, as_read: ClaimReading, *, changes_score: bool | None
    ) -> str:
        """Add to the question about a meld how the meld was read.

        If the score depends on the answer, that is added too.
        """
        remark = self.t("doubts.as_read", kind=self.group(as_read))
        if changes_score:
            remark = f"{remark}; {self.t('doubts.differs')}"
        return f"{doubt} ({remark})"

    def unused_flowers(self, count: int) -> str:
        """Say that flowers or seasons are left out because the rules are played without them."""
        return self.t("why.flowers", count=count)

    def numbers(self, numbers: Sequence[int]) -> str:
        """Write ascending numbers of tiles, such as ``tiles 3, 5 to 8``."""
        spans: list[tuple[int, int]] = []
        for number in numbers:
            if spans and number == spans[-1][1] + 1:
                spans[-1] = (spans[-1][0], number)
            else:
                spans.append((number, number))
        parts = []
        for first, last in spans:
            if first == last:
                parts.append(str(first))
            else:
                parts.append(self.t("why.span", first=first, last=last))
        key = "why.numbers_one" if len(numbers) == 1 else "why.numbers"
        return self.t(key, numbers=", ".join(parts))

    def face(self, face: str) -> str:
        """Name a face, or write it in the notation. An empty text is no tile of the hand."""
        if not face:
            return self.t("doubts.no-tile")
        if self.names_tiles:
            return self.t.tile(face)
        return face

    def faces(self, faces: tuple[str, ...]) -> str:
        """Name several faces, such as ``3 × Red dragon``, or write them in the notation."""
        if not self.names_tiles:
            return format_tiles(faces)
        names = []
        for face, count in Counter(faces).items():
            name = self.face(face)
            names.append(name if count == 1 else f"{count} × {name}")
        return ", ".join(names)

    def _question_of_faces(self, faces: DoubtValue) -> str:
        """Ask which of some faces a tile shows, such as ``4s or 5s or 6s``.

        A single face gets a question mark. Several faces are a choice, which needs none.
        """
        assert isinstance(faces, tuple)  # noqa: S101  # every such doubt has a tuple of faces
        first_face, *other_faces = faces
        choice = self.face(first_face)
        if not other_faces:
            return f"{choice}?"
        for face in other_faces:
            choice = self.t("doubts.or", first=choice, second=self.face(face))
        return choice

    def _values(self, parameters: Mapping[str, EvidenceValue]) -> dict[str, str | int]:
        """Write the parameters of evidence for a sentence. A text is a face."""
        values: dict[str, str | int] = {}
        for name, value in parameters.items():
            if isinstance(value, float) and name in _WITH_DECIMAL:
                values[name] = self.t.decimal(value)
            elif isinstance(value, float):
                values[name] = round(value)
            elif isinstance(value, str):
                values[name] = self.face(value)
            else:
                values[name] = value
        return values

    def _doubt_value(self, value: DoubtValue) -> str | int:
        """Write a parameter of a doubt for a sentence. A text is a face, a tuple has several."""
        if isinstance(value, tuple):
            return self.faces(value)
        if isinstance(value, str):
            return self.face(value)
        return value


@cache
def reading_words(language: str) -> ReadingWords:
    """Load the words for readings, with tiles in the notation.

    Args:
        language: one of ``hu.app.i18n.LANGUAGES``.
    """
    return ReadingWords(texts(language))
