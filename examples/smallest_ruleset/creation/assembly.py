"""How characters come to the table, how scenes are set, and the points that go with both."""

from __future__ import annotations

from examples.smallest_ruleset.book.tables import Tables
from examples.smallest_ruleset.combat.assembly import harm_rules
from examples.smallest_ruleset.creation.procedure import FOE, HERO, SAMPLES
from examples.smallest_ruleset.dials import Dials
from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.kit import Kit, Part
from fatetable.mechanics.points.economy import Economy
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scene_parts import scene_parts
from fatetable.mechanics.scenes.joining import Joining, opponent_offers
from fatetable.mechanics.scenes.lifecycle import NOT_FINISHED

REFRESH = 3


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    cites = kit.cites
    economy = Economy(refresh=lambda _: REFRESH, pool_per_hero=1)
    foes = tuple(sheet for sheet in SAMPLES if sheet.kind == FOE)
    joining = Joining(
        ruleset=kit.ruleset,
        problems=kit.creation.problems,
        matters_of_consent=_nothing_to_agree_to,
        hero_kinds=(HERO,),
        kinds=(FOE,),
        harm=dict.fromkeys((HERO, FOE), harm_rules(kit.dials)),
        open_sheets=True,
        ready_opponents=opponent_offers(kit.ruleset, foes, cites),
        cites=cites,
        pace=kit.checks.pace,
    )
    return (economy, *scene_parts(kit, joining=joining, why_busy=_why_busy))


def _why_busy(state: State) -> Refusal | None:
    """No scene ends in the middle of a conflict or a roll."""
    return NOT_FINISHED if state.get(ENCOUNTER) is not None or a_roll_is_open(state) else None


def _nothing_to_agree_to(_sheet: Sheet) -> tuple[str, ...]:
    return ()
