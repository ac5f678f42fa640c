"""The options Fate Accelerated leaves to the table, and those that settle what its rules leave open.

Names, values and defaults are here; the rules that an option changes read it where they are applied.
"""

from __future__ import annotations

from typing import Literal

from fatetable.mechanics.book.dials import Dial
from fatetable.mechanics.book.pace import PACE_DIALS, Pace


class Dials(Pace, frozen=True, kw_only=True, omit_defaults=True):
    """One table's choices; the defaults are the book's own, or the reading closest to it."""

    stacking: Literal["pair-only", "free-stack"] = "pair-only"
    pool_invoke_pays: Literal["nobody", "bearer"] = "nobody"
    boosts_for_allies: Literal["with-consent", "owner-only"] = "with-consent"
    cost_against_style: Literal["gm-consent", "never"] = "gm-consent"
    contest_advantages: bool = False
    severe_needs_two_sessions: bool = True
    odd_groups: Literal["down", "up"] = "down"
    dice: Literal["fate", "d6", "deck"] = "fate"
    approach_targets: bool = False
    npc_order: Literal["grouped", "individual"] = "grouped"
    open_sheets: bool = True
    starting_stunts: int = 1
    helpers: int = 2
    out_may_invoke: bool = False
    mook_stress: Literal["gm", "smallest"] = "smallest"


DIALS = (
    *PACE_DIALS,
    Dial(
        name="stacking",
        meaning="Invoking one aspect more than once on one roll: only the two free ones made together, "
        "or all free ones and one that is paid for.",
        values=("pair-only", "free-stack"),
        cites=("FAE-ASP-18", "FAE-CAA-10"),
    ),
    Dial(
        name="pool_invoke_pays",
        meaning="Who gains a fate point at the end of the scene when the GM invokes an aspect of a player's character.",
        values=("nobody", "bearer"),
        cites=("FAE-ASP-22",),
    ),
    Dial(
        name="boosts_for_allies",
        meaning="Whether an ally may use a boost if its owner agrees, or only the owner.",
        values=("with-consent", "owner-only"),
        cites=("FAE-ASP-10",),
    ),
    Dial(
        name="cost_against_style",
        meaning="Success at a serious cost when the opposition defended with style: if the GM agrees, or never.",
        values=("gm-consent", "never"),
        cites=("FAE-OVR-03",),
    ),
    Dial(
        name="contest_advantages",
        meaning="Whether a side in a contest may create an advantage beside its roll.",
        values=(False, True),
        cites=("FAE-CONT-02",),
    ),
    Dial(
        name="severe_needs_two_sessions",
        meaning="Whether a severe consequence must be two sessions old before the end of a scenario clears it.",
        values=(True, False),
        cites=("FAE-HARM-20", "FAE-ADV-07"),
    ),
    Dial(
        name="odd_groups",
        meaning="Which way the stress boxes of a group with an odd number of members are rounded.",
        values=("down", "up"),
        cites=("FAE-NPC-08",),
    ),
    Dial(
        name="dice",
        meaning="What is rolled: four Fate dice, four ordinary dice read as Fate dice, or a card from the deck.",
        values=("fate", "d6", "deck"),
        cites=("FAE-SETUP-03", "FAE-SETUP-04", "FAE-SETUP-05"),
        swaps=True,
    ),
    Dial(
        name="approach_targets",
        meaning="Whether the GM may shift a target number by up to two for an approach that fits well or badly.",
        values=(False, True),
        cites=("FAE-GM-10",),
    ),
    Dial(
        name="npc_order",
        meaning="Whether all characters of the GM act together in a conflict, or each in its own place.",
        values=("grouped", "individual"),
        cites=("FAE-TURN-04", "FAE-TURN-05"),
    ),
    Dial(
        name="open_sheets",
        meaning="Whether everybody knows the aspects on players' sheets, or they must be shown or discovered first.",
        values=(True, False),
        cites=("FAE-ASP-36",),
    ),
    Dial(
        name="starting_stunts",
        meaning="How many stunts a new character is expected to have.",
        values=(1, 2, 3),
        cites=("FAE-CHAR-12", "FAE-CHAR-13"),
    ),
    Dial(
        name="helpers",
        meaning="How many characters may help with one roll.",
        values=(1, 2, 3, 4, 5, 6),
        cites=("FAE-HELP-02",),
    ),
    Dial(
        name="out_may_invoke",
        meaning="Whether someone who is out of a conflict may still spend fate points on it.",
        values=(False, True),
        cites=("FAE-HARM-12",),
    ),
    Dial(
        name="mook_stress",
        meaning="Who says which stress box a nameless foe checks: the GM, or nobody: it is the smallest that will do.",
        values=("smallest", "gm"),
        cites=("FAE-NPC-05",),
    ),
)
