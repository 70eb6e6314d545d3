"""What the rule books set: one preset for each.

Sources, with what was taken from each:

- ``ema``: Japanese Mahjong Wiki, "EMA Riichi Competition Rules", on the 2016 edition of the European Mahjong
  Association's "Rules for Japanese Mahjong" (github.com/MahjongRepository/mahjong_wiki): no red fives, open tanyao,
  renhou a mangan that nothing is added to, one yakuman at most, a sanbaiman from 11 han on, 4 han 30 fu not rounded
  up, uma 15,000 and 5,000, shared by players who tie, several winners of one discard.
- ``wrc``: the same page's differences from the "World Riichi Championship Rules", 2015 edition (4 han 30 fu is rounded
  up, one winner at most, sticks left at the end are lost), and riichi.wiki, "World Riichi Championship rules": 30,000
  points at the start, uma 15,000 and 5,000, shared, every yakuman single and one at most, 13 han of ordinary yaku a
  sanbaiman, open tanyao.
- ``tenhou``: arcturus.su, "Tenhou.net rules", a translation of the server's manual: 25,000 points at the start and
  30,000 to return, one red five in each suit, several yakuman add up, a player of an earlier seat wins a tie, two
  winners of one discard. That no single pattern is a double yakuman: the rules of kobalab's Majiang, which list it
  among their differences from Tenhou. That renhou and the rounding up of 4 han 30 fu are off: release notes of
  MahjongRepository's ronin 0.19.0, "aligned with Tenhou's rules". The uma of 20,000 and 10,000 is the wiki's example
  on "Oka and uma", which shows results of that server.

A pair of the wind that is both the round's and the player's own counts 4 fu in every preset, as the library
``mahjong`` counts it; the World Riichi Championship's book was not found to say.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Preset:
    """What a rule book sets. Open tanyao counts in all of them, and no pattern is a double yakuman.

    Attributes:
        red_fives: how many red fives each suit has.
        kiriage: whether 30 fu 4 han and 60 fu 3 han are rounded up to a mangan.
        kazoe: whether 13 han of ordinary yaku make a yakuman; else they are a sanbaiman.
        one_yakuman: whether several yakuman at once pay as one.
        renhou: whether a win on a discard before the first turn is worth a mangan.
        most_winners: how many players can win with one discard.
        uma: what the places add at the end of a game, in points.
        start, target: the points at the start, and those subtracted at the end; the difference is the winner's oka.
        sticks_to_first: whether riichi sticks that lie on the table at the end go to the first place.
        ties_share: whether players who tie share the uma of their places; else the one seated earlier is ahead.
    """

    red_fives: int
    kiriage: bool
    kazoe: bool
    one_yakuman: bool
    renhou: bool
    most_winners: int
    uma: tuple[int, int, int, int]
    start: int
    target: int
    ties_share: bool
    sticks_to_first: bool

    @property
    def oka(self) -> int:
        """What the first place adds: the difference between target and start, of all four players."""
        return 4 * (self.target - self.start)


PRESETS: Final[Mapping[str, Preset]] = {
    "ema": Preset(
        red_fives=0,
        kiriage=False,
        kazoe=False,
        one_yakuman=True,
        renhou=True,
        most_winners=3,
        uma=(15_000, 5_000, -5_000, -15_000),
        start=30_000,
        target=30_000,
        ties_share=True,
        sticks_to_first=True,
    ),
    "wrc": Preset(
        red_fives=0,
        kiriage=True,
        kazoe=False,
        one_yakuman=True,
        renhou=True,
        most_winners=1,
        uma=(15_000, 5_000, -5_000, -15_000),
        start=30_000,
        target=30_000,
        ties_share=True,
        sticks_to_first=False,
    ),
    "tenhou": Preset(
        red_fives=1,
        kiriage=False,
        kazoe=True,
        one_yakuman=False,
        renhou=False,
        most_winners=2,
        uma=(20_000, 10_000, -10_000, -20_000),
        start=25_000,
        target=30_000,
        ties_share=False,
        sticks_to_first=True,
    ),
}
