"""The parts of a panel about a hand, other than its tiles: photos, waits and saving."""

from collections.abc import Mapping

from msgspec import Struct

from hu.app.page.parts.panel import EventStart, PanelPart


class SnapPart(PanelPart, frozen=True, kw_only=True, tag="snap"):
    """The picker of a photo: the camera, and the photos of the device.

    Attributes:
        texts: the words of the section ``snap``, and ``stop``.
        limit: megabytes of the largest photo.
        answered: the number of the last photo of a rack that was read or refused. 0 if there was
            none.
        received: the number of the last photo of a rack that has come from this browser. 0 if none
            has come.
        original: the number of the photo that the browser must send as it was taken, because the
            tiles in its smaller copy are too small. 0 for none.
        visit: names the visit. By another name the browser notices that the server was restarted.
        problem: why the last photo was refused. None if it was not refused.
        open: whether the camera opens at once.
    """

    texts: Mapping[str, str]
    limit: int
    answered: int
    received: int
    original: int
    visit: str
    problem: str | None
    open: bool


class TilesPart(PanelPart, frozen=True, kw_only=True, tag="tiles"):
    """A question that is answered with tiles, such as dora indicators: tapped in or photographed.

    Attributes:
        op: the first fields of the event that sends the faces.
        label: the question.
        faces: the answer.
        most: the most tiles of an answer.
        limit: megabytes of the largest photo.
        names: the names of the faces that have a key.
        problem: why the last photo was refused. None if it was not refused.
        texts: the words of the part.
    """

    op: EventStart
    label: str
    faces: tuple[str, ...]
    most: int
    limit: int
    names: Mapping[str, str]
    problem: str | None
    texts: Mapping[str, str]


class WaitView(Struct, frozen=True):
    """A tile that completes the hand.

    Attributes:
        face: its face.
        label: its name, its points and the number of tiles that are left.
    """

    face: str
    label: str


class WaitsPart(PanelPart, frozen=True, tag="waits"):
    """The tiles that complete the hand. A tap on a tile adds it as the winning tile.

    Attributes:
        question: the heading, such as "Anna waits for".
        waits: the tiles.
    """

    question: str
    waits: tuple[WaitView, ...]


class SavePart(PanelPart, frozen=True, kw_only=True, tag="save"):
    """The button that puts the hand on the sheet.

    Attributes:
        token: names the hand, so that it is saved only once (``Draft.token``).
        text: the text of the button.
        saving: the text after a tap, until the hand is on the sheet.
        open: the questions that the photos leave open, as markup. Empty without any.
    """

    token: str
    text: str
    saving: str
    open: str
