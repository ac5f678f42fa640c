"""The options Strange Fate leaves to the table, and those that settle what its missing chapters leave open.

Names, values and defaults are here; the rules that an option changes read it where they are applied.
"""

from __future__ import annotations

from typing import Literal

from fatetable.mechanics.book.dials import Dial
from fatetable.mechanics.book.pace import PACE_DIALS, Pace


class Dials(Pace, frozen=True, kw_only=True, omit_defaults=True):
    """One table's choices; the defaults are the book's own, or the reading closest to it."""

    dice: Literal["fate", "extra-dice", "flat-bonus"] = "fate"
    common_skills: bool = True
    era: Literal["early", "middle", "late"] = "middle"
    refresh_floor: Literal[0, 1] = 1
    stress: Literal["one-box", "box-for-each"] = "one-box"
    aspects_last: Literal["by-shifts", "until-removed"] = "by-shifts"
    free_tags: bool = True
    rerolls: bool = True
    conviction_compels: Literal["as-others", "opens-at-two"] = "as-others"
    other_weapons: bool = False
    partial_repair: bool = False
    gift_drawbacks: bool = False
    npc_order: Literal["individual", "grouped"] = "individual"
    open_sheets: bool = True
    helpers: int = 2


DIALS = (
    *PACE_DIALS,
    Dial(
        name="dice",
        meaning="What tiers do to the dice: Fate dice become six-siders, or d6-d6 gets more dice or +3 for each tier.",
        values=("fate", "extra-dice", "flat-bonus"),
        cites=("SF-TIER-03", "SF-TIER-10", "SF-TIER-11"),
        swaps=True,
    ),
    Dial(
        name="common_skills",
        meaning="Whether characters may take the common skills, or build every skill themselves.",
        values=(True, False),
        cites=("SF-SKILL-09",),
    ),
    Dial(
        name="era",
        meaning="In which part of the century the campaign is set: how much refresh characters begin with.",
        values=("middle", "early", "late"),
        cites=("SF-CHAR-03",),
        is_common=True,
    ),
    Dial(
        name="refresh_floor",
        meaning="How little refresh a character may be left with.",
        values=(1, 0),
        cites=("SF-CHAR-05",),
    ),
    Dial(
        name="stress",
        meaning="Whether a hit marks one box, the one of its number, or as many boxes as it deals stress.",
        values=("one-box", "box-for-each"),
        cites=("SF-STRESS-02",),
    ),
    Dial(
        name="aspects_last",
        meaning="Whether an aspect made with few shifts is gone after its first use, or all stay until removed.",
        values=("by-shifts", "until-removed"),
        cites=("SF-ROLL-05",),
    ),
    Dial(
        name="free_tags",
        meaning="Whether the first use of an aspect that somebody has made or found out is free.",
        values=(True, False),
        cites=("SF-ROLL-05",),
    ),
    Dial(
        name="rerolls",
        meaning="Whether an invoked aspect may buy a new throw of all dice instead of its bonus.",
        values=(True, False),
        cites=("SF-ROLL-03",),
    ),
    Dial(
        name="conviction_compels",
        meaning="Whether the offer for a conviction opens at one fate point like any other, or at two.",
        values=("as-others", "opens-at-two"),
        cites=("SF-ASP-02",),
    ),
    Dial(
        name="other_weapons",
        meaning="Whether there are weapons against Composure and Reputation, and armor against them.",
        values=(False, True),
        cites=("SF-WEAP-05",),
    ),
    Dial(
        name="partial_repair",
        meaning="Whether a repair that fails may mend a part of the damage.",
        values=(False, True),
        cites=("SF-REPAIR-05",),
    ),
    Dial(
        name="gift_drawbacks",
        meaning="Whether a gift may have a drawback for one more improvement.",
        values=(False, True),
        cites=("SF-EQUIP-04",),
    ),
    Dial(
        name="npc_order",
        meaning="Whether each character of the GM has a place of its own in the turn order, or all act together.",
        values=("individual", "grouped"),
        cites=("SF-INITIATIVE-01",),
    ),
    Dial(
        name="open_sheets",
        meaning="Whether everybody knows the aspects on players' sheets, or they must be shown or discovered first.",
        values=(True, False),
        cites=("SF-ASP-01",),
    ),
    Dial(
        name="helpers",
        meaning="How many characters may help with one roll.",
        values=(1, 2, 3, 4, 5, 6),
        cites=("SF-ROLL-05",),
    ),
)
