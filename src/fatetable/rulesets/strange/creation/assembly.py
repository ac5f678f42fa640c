"""How characters come to the table, and the story they come into."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import SIZE, Sheet
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scene_parts import scene_parts
from fatetable.mechanics.scenes.joining import Joining, opponent_offers
from fatetable.mechanics.scenes.lifecycle import NOT_FINISHED
from fatetable.mechanics.scenes.premise import Premise
from fatetable.mechanics.scenes.scenario import Scenarios
from fatetable.rulesets.strange.combat import all_harm
from fatetable.rulesets.strange.creation.checks.whole_sheet import HERO, KINDS, matters_of_consent
from fatetable.rulesets.strange.creation.quick_opponents import quick_foes
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.rolls import RUMOR
from fatetable.rulesets.strange.sheet import DEVICE, DEVICE_SHOWS, MINION_GROUP


def parts(kit: StrangeKit, *, goes_along: Callable[[Actor], bool]) -> tuple[Part, ...]:
    """`goes_along` tells of followers whether they come and go with their patron."""
    opponents = tuple(sheet for sheet in kit.creation.samples if sheet.kind != HERO)
    joining = Joining(
        pace=kit.checks.pace,
        ruleset=kit.ruleset,
        problems=kit.creation.problems,
        matters_of_consent=partial(_to_agree_to, kit),
        hero_kinds=(HERO,),
        kinds=tuple(kind for kind in KINDS if kind != HERO),
        harm=all_harm(kit.tables, kit.dials),
        open_sheets=kit.dials.open_sheets,
        ready_opponents=opponent_offers(kit.ruleset, opponents, kit.cites),
        cites=kit.cites,
        shows={MINION_GROUP: (SIZE,), DEVICE: DEVICE_SHOWS},
    )
    return (
        Scenarios(cites=kit.cites),
        Premise(cites=kit.cites),
        *scene_parts(
            kit,
            joining=joining,
            why_busy=_why_busy,
            quick=quick_foes(kit.tables, kit.dials),
            goes_along=goes_along,
            outlasts=lambda card: card.slot == RUMOR,
        ),
    )


def _to_agree_to(kit: StrangeKit, sheet: Sheet) -> tuple[str, ...]:
    """Of a ready-made character as it is, everything is agreed to."""
    return () if sheet in kit.creation.samples else matters_of_consent(kit.tables, kit.dials, sheet)


def _why_busy(state: State) -> Refusal | None:
    return NOT_FINISHED if state.get(ENCOUNTER) is not None or a_roll_is_open(state) else None


def forms(kit: StrangeKit, form: str) -> tuple[Struct, ...]:
    """Sample values for what a builder would otherwise fill in."""
    return tuple(sheet for sheet in kit.creation.samples if (sheet.kind == HERO) == (form == HERO))
