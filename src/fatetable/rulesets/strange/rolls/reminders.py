"""What the GM is reminded of who sets what a roll is against."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.rolls.state import Roll
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import DEVICE, PSYCHIC, QUALITY, skill_rolled


def advice(kit: StrangeKit, state: State, roll: Roll) -> str:
    """How well made the device is that it is about (SF-DISMANTLE-02), and what its being psychic means."""
    words = list(_of_the_mind(kit.tables, state, roll))
    target = state.get(CAST).get(roll.declaration.target)
    if target is not None and target.kind == DEVICE:
        quality = kit.tables.ladder.label(target.sheet.numbers.get(QUALITY, 0))
        words.append(f"quality of {target.name}: {quality}")
    return f" ({'; '.join(words)})" if words else ""


def _of_the_mind(tables: Tables, state: State, roll: Roll) -> Iterator[str]:
    """SF-EXT-02: of the trapping that is rolled, or of all that the skill has if none is named."""
    skill = skill_rolled(tables, state.get(CAST)[roll.actor].sheet, roll.declaration.trait)
    used = roll.efforts[0].action.partition(" ")[0]
    held = {each.id for each in skill.trappings if PSYCHIC in each.extras} if skill is not None else set()
    held = held & {used} if tables.has_trapping(used) else held
    categories = {tables.trapping(each).category for each in held}
    for row in tables.psychic:
        if held.intersection(row.trappings) or categories.intersection(row.categories):
            yield row.says
