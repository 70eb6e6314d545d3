"""What a screen shows of a hand, gathered once for all of its parts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hu.app.i18n import Texts
from hu.app.ledger.values import Game
from hu.app.page.draft.racks import SeenHand
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft, Rack
from hu.app.page.parts.components import Part, markup, note_text
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.state import Screen
from hu.app.page.view.problems import problems_html
from hu.scoring.problems import Problem
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set


@dataclass(frozen=True, slots=True)
class Shown:
    """What a screen shows of a hand.

    Attributes:
        t: the words of the language.
        game: the game that it belongs to; None for a hand alone.
        draft: the hand.
        outcome: what can be said of it.
        who: the seats' names, such as "East · Anna".
        screen: where the visit is.
        photo: the photo of the tiles on the screen.
        table: the other open hands on the winner's photo.
        conflicting: whether others have changed the sheet meanwhile.
    """

    t: Texts
    game: Game | None
    draft: Draft
    outcome: Outcome
    who: Mapping[str, str]
    screen: Screen = field(default_factory=Screen)
    photo: SeenPhoto | None = None
    table: tuple[SeenHand, ...] = ()
    conflicting: bool = False

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return rule_set(self.draft.rules)

    def rack_at(self, seat: str) -> Rack:
        """Return another player's tiles."""
        return self.draft.others.get(seat, Rack())


def notice_text(shown: Shown, place: str) -> str | None:
    """Return what has to be said at a place of the hand's screen."""
    note = shown.screen.notices.get(place)
    return None if note is None else note_text(shown.t, note)


def problem_parts(shown: Shown, problems: Sequence[Problem]) -> Iterator[Part]:
    """Describe problems, if there are any."""
    if problems:
        yield markup(problems_html(shown.t.of(shown.rules), problems))
