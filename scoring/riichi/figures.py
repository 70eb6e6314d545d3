"""Han and fu without tiles: which combinations exist, and what they are worth.

After Japanese Mahjong Wiki, "Japanese mahjong scoring rules", "Fu" and "Scoring table".
"""

from collections.abc import Mapping
from typing import Final

from hu.scoring.deal import Deal
from hu.scoring.errors import InputError
from hu.scoring.hand import Win
from hu.scoring.problems import InvalidHandError, make_problem
from hu.scoring.riichi.patterns import YAKU
from hu.scoring.riichi.presets import Preset
from hu.scoring.riichi.scores import MANGAN, YAKUMAN_POINTS, YakuWorth, basic_points
from hu.scoring.rule_set.figures import figure
from hu.scoring.texts import Names, Parameter, Text

_PACKAGE: Final = "hu.scoring.riichi"
#: The basic points of each limit.
_LIMIT_POINTS: Final[Mapping[str, int]] = {
    "mangan": MANGAN,
    "haneman": 3_000,
    "baiman": 4_000,
    "sanbaiman": 6_000,
    "yakuman": YAKUMAN_POINTS,
    "double-yakuman": 2 * YAKUMAN_POINTS,
    "triple-yakuman": 3 * YAKUMAN_POINTS,
}
#: The most fu of a hand that is no yakuman: three concealed quads of honors, and a pair.
_MOST_FU: Final = 130
#: The most fu of a hand with 1 han. More fu need three quads, which are 2 han.
_MOST_FU_OF_ONE_HAN: Final = 110
FIGURES: Final = (
    figure("han", least=1, most=99),
    figure("fu", least=20, most=_MOST_FU, step=5),
    figure("limit", choices={name: Text(f"limit.{name}", _PACKAGE) for name in _LIMIT_POINTS}),
)
#: From this number of han on, the fu make no difference.
_LIMIT_HAN: Final = 5


def count_figures(deal: Deal, win: Win, preset: Preset) -> YakuWorth:
    """Compute the worth of a hand from its han and fu, or from its limit.

    Args:
        deal: the deal, with the figures in ``entered``.
        win: how the hand was won.
        preset: the rules of the table.

    Raises:
        InvalidHandError: a figure is missing, or no hand has these figures.
        InputError: a limit is given beside han or fu, or is not played at this table.
    """
    limit = deal.entered.get("limit")
    han = deal.entered.get("han")
    fu = deal.entered.get("fu")
    if limit is not None:
        if han is not None or fu is not None:
            raise InputError("limit: entered beside han or fu; give the limit or the han and fu")
        if str(limit).endswith("-yakuman") and not preset.several_yakuman:
            raise InputError(f"limit={limit}: at this table several yakuman count as one")
        return YakuWorth(base=_LIMIT_POINTS[str(limit)], han=0, fu=0, items=(), fu_details=())
    if han is None:
        raise _impossible("han-missing")
    han = int(han)
    if fu is None:
        if han < _LIMIT_HAN:
            raise _impossible("fu-missing", han=han)
        # The basic points of this many han do not depend on the fu.
        fu = 0
    else:
        fu = int(fu)
        _check_combination(han, fu, win)
    base = basic_points(han, fu, preset)
    return YakuWorth(base=base, han=han, fu=fu, items=(), fu_details=())


def _check_combination(han: int, fu: int, win: Win) -> None:
    """Refuse han and fu that no hand has.

    Args:
        han: the han.
        fu: the fu, as they were entered.
        win: how the hand was won.

    Raises:
        InvalidHandError: there is no such hand. The message gives the reason.
    """
    if fu != 25 and fu % 10 != 0:
        raise _impossible("fu-not-rounded", han=han, fu=fu)
    if fu == 20 and not win.drawn:
        raise _impossible("twenty-fu-on-discard", han=han, fu=fu)
    least_han, names_of_yaku = _least_han(fu, win)
    if han < least_han:
        raise _impossible("too-few-han", han=han, fu=fu, least=least_han, patterns=names_of_yaku)
    if han == 1 and fu > _MOST_FU_OF_ONE_HAN:
        raise _impossible("too-many-fu", han=han, fu=fu, most=_MOST_FU_OF_ONE_HAN)


def _impossible(name: str, **values: Parameter) -> InvalidHandError:
    """Make the error about figures that no hand has, or of which some are missing."""
    return InvalidHandError((make_problem(name, package=_PACKAGE, **values),))


def _least_han(fu: int, win: Win) -> tuple[int, tuple[Names, ...]]:
    """Return the fewest han of a hand with these fu, and the names of the yaku that it must have.

    Args:
        fu: the fu. 20 only if the win is drawn.
        win: how the hand was won.
    """
    yaku_ids = []
    if "double-riichi" in win.circumstances:
        yaku_ids.append("daburu-riichi")
    elif "riichi" in win.circumstances:
        yaku_ids.append("riichi")
    has_riichi = bool(yaku_ids)

    # 25 fu are those of seven pairs. 20 fu are those of a drawn pinfu alone.
    is_concealed = has_riichi or fu in (20, 25)
    if fu == 25:
        yaku_ids.append("chiitoitsu")
    if is_concealed and win.drawn:
        yaku_ids.append("tsumo")
    # A concealed hand has so few fu only if its melds, pair and wait earn none.
    fu_of_pinfu = 20 if win.drawn else 30
    if is_concealed and fu == fu_of_pinfu:
        yaku_ids.append("pinfu")
    least_han = sum(YAKU[yaku_id].worth for yaku_id in yaku_ids)
    names = tuple([YAKU[yaku_id].names for yaku_id in yaku_ids])
    return max(1, least_han), names
