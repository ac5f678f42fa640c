"""How characters come to the table, and the scenes they come into."""

from __future__ import annotations

from fatetable.mechanics.characters.sheet import SIZE
from fatetable.mechanics.harm.state import HarmRules
from fatetable.mechanics.kit import Part
from fatetable.mechanics.scene_parts import scene_parts
from fatetable.mechanics.scenes.joining import Joining, opponent_offers
from fatetable.mechanics.scenes.lifecycle import WhyBusy
from fatetable.rulesets.skein.creation.quick_opponents import quick_foes
from fatetable.rulesets.skein.kit import SkeinKit

HERO = "hero"
OTHERS = ("major", "significant", "minor", "animal", "warband", "army")


def parts(kit: SkeinKit, *, harm: HarmRules, why_busy: WhyBusy) -> tuple[Part, ...]:
    opponents = tuple(sheet for sheet in kit.creation.samples if sheet.kind != HERO)
    joining = Joining(
        pace=kit.checks.pace,
        ruleset=kit.ruleset,
        problems=kit.creation.problems,
        matters_of_consent=lambda _: (),
        hero_kinds=(HERO,),
        kinds=OTHERS,
        shows={"warband": (SIZE,)},
        harm=dict.fromkeys((HERO, *OTHERS), harm),
        open_sheets=True,
        ready_opponents=opponent_offers(kit.ruleset, opponents, kit.cites),
        cites=kit.cites,
    )
    return scene_parts(
        kit,
        joining=joining,
        why_busy=why_busy,
        quick=quick_foes(kit.tables),
        most_on_zone=kit.tables.figures.aspects.of_things[1],
    )
