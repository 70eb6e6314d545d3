"""Shown: the facts about a hand that a screen shows, collected once for all parts of the screen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hu.app.i18n import Texts
from hu.app.ledger.values import Game
from hu.app.page.draft.racks import SeenHand
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft, Rack
from hu.app.page.parts.components import note_text
from hu.app.page.parts.panel import MarkupPart
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.state import Screen
from hu.app.page.view.problems import problems_html
from hu.scoring.problems import Problem
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set


@dataclass(frozen=True, slots=True)
class Shown:
    """The facts about a hand that a screen shows.

    Attributes:
        t: the words of the language.
        game: the game that the hand belongs to. None for a hand without a game.
        draft: the hand.
        outcome: its score, problems and open questions.
        who: the names of the seats, such as "East · Anna".
        screen: the state of the screen.
        photo: the photo of the tiles on the screen. None without a photo.
        other_hands: the other open hands on that photo, if it is the winner's photo.
        is_conflicting: whether the hand conflicts with changes of the sheet by other phones.
    """

    t: Texts
    game: Game | None
    draft: Draft
    outcome: Outcome
    who: Mapping[str, str]
    screen: Screen = field(default_factory=Screen)
    photo: SeenPhoto | None = None
    other_hands: tuple[SeenHand, ...] = ()
    is_conflicting: bool = False

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return rule_set(self.draft.rules)

    def rack_at(self, seat: str) -> Rack:
        """Return the rack of a player other than the winner. It is empty if nothing was entered."""
        return self.draft.others.get(seat, Rack())


def notice_text(shown: Shown, place: str) -> str | None:
    """Return the notice at a place of the hand's screen as text. None without a notice."""
    note = shown.screen.notices.get(place)
    if note is None:
        return None
    return note_text(shown.t, note)


def problem_parts(shown: Shown, problems: Sequence[Problem]) -> Iterator[MarkupPart]:
    """List problems of the hand. Nothing is shown without problems."""
    if problems:
        yield MarkupPart(problems_html(shown.t.of(shown.rules), problems))
