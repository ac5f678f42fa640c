"""How FATE rolls: four dice and a level on the ladder, and who reaches a difficulty succeeds."""

from __future__ import annotations

import msgspec

from fatetable.engine.identity import remembered
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import AspectCard
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.check_rules import (
    CheckRules,
    ClaimableModifiers,
    DifficultyRange,
    StandingModifiers,
    Trait,
)
from fatetable.mechanics.rolls.comparing.reading import the_same_for_all
from fatetable.mechanics.rolls.state import Use
from fatetable.mechanics.scenes.followers import helps_its_bearer
from fatetable.rulesets.fate2 import aspects, magic, organisations
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.rolls.amendments import amendments
from fatetable.rulesets.fate2.rolls.guides import Guide
from fatetable.rulesets.fate2.rolls.margins import DYNAMIC, Margins, bands_of
from fatetable.rulesets.fate2.rolls.sixes import Sixes, nothing_is_added, thrown_again
from fatetable.rulesets.fate2.sheet import HERO, MINOR, NAMED, ORGANISATION, is_of_combat

LOWEST, HIGHEST = -8, 20
"""The levels a difficulty may have."""


def check_rules(
    tables: Tables, dials: Dials, dice: DicePool, standing: StandingModifiers, menu: ClaimableModifiers
) -> CheckRules:
    def traits(actor: Actor, action: str) -> tuple[Trait, ...]:
        if actor.kind == ORGANISATION:
            return organisations.traits(tables, actor)
        if action == ATTACK:
            return _to_strike_with(tables, dials, actor)
        found = magic.traits(tables, dials, actor, action)
        # A sheet lists aspects by themselves, and nobody strikes with one.
        return found if not action else (*found, *aspects.aspect_traits(tables, dials, actor))

    usual = CheckRules(
        bands=DYNAMIC,
        bands_of=bands_of,
        degree=Margins(tables.margins).degree,
        pool=the_same_for_all(dice.pool),
        pool_after=dice.pool_after,
        after_throw=dice.after_throw,
        traits=traits,
        amendments=amendments(dials, tables.sixes),
        may_join=_any_number,
        difficulties=Guide(tables, dials).difficulties(),
        difficulty_range=DifficultyRange(
            lowest=LOWEST, highest=HIGHEST, likely=tuple(number for number, _ in tables.ladder.rungs)
        ),
        help_bonus=0,
        helpers=0,
        difficulty_shift=0,
        pace=dials,
        named_kinds=(HERO, NAMED),
        standing=standing,
        menu=menu,
        usable=_gives_rerolls,
    )
    return _with_sixes(usual, tables, dials) if dials.dice == "fate-d6" else usual


@remembered(limit=2048)
def _to_strike_with(tables: Tables, dials: Dials, actor: Actor) -> tuple[Trait, ...]:
    """Skills of combat that somebody has learnt come first; any other may serve in a fight of another kind."""
    learnt, found = actor.sheet.traits, magic.traits(tables, dials, actor, ATTACK)
    return tuple(sorted(found, key=lambda trait: not (trait.id in learnt and is_of_combat(tables, trait.id))))


def _with_sixes(usual: CheckRules, tables: Tables, dials: Dials) -> CheckRules:
    """The same checks with six-sided dice, which are added up (F2-D6-01)."""
    sixes, numbers = Sixes(tables.sixes), Guide(tables, dials).numbers()
    return msgspec.structs.replace(
        usual,
        pool=sixes.pool,
        again=thrown_again,
        read=sixes.read,
        is_added=nothing_is_added,
        totals=Ladder(()),
        difficulties=numbers,
        difficulty_range=DifficultyRange(lowest=0, highest=60, likely=tuple(int(each.value) for each in numbers)),
    )


def _gives_rerolls(state: State, card: AspectCard, party: ActorId) -> bool:
    """Bare aspects are rolled with, and change no roll (F2-GM-02)."""
    bearer = state.get(CAST).get(card.bearer)
    return helps_its_bearer(state, card, party) and (bearer is None or bearer.kind != MINOR)


def _any_number(_used: tuple[Use, ...], _use: Use) -> bool:
    """As many boxes as there are, of one aspect or of several (F2-INV-04)."""
    return True
