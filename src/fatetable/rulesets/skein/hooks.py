"""Where folders of Skein meet: rules of one that a mechanism of another asks for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TypedDict

from fatetable.engine.engine import Engine
from fatetable.engine.errors import Refusal
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.encounters.state import ENCOUNTER, conflict_of
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.reading import the_same_for_all
from fatetable.mechanics.rolls.efforts import Defences
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.may_declare import MayAttack
from fatetable.mechanics.rolls.opposition import KnownOpposition
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.lifecycle import NOT_FINISHED
from fatetable.mechanics.undertakings.code import code_of
from fatetable.mechanics.undertakings.procedures import Procedures
from fatetable.mechanics.view.presenting import Presenting
from fatetable.rulesets.skein.battle import (
    BATTLE,
    BattleDefences,
    holds_up_conflicts,
    waited_for_in_battle,
)
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat import (
    Modifiers,
    PersonalDefences,
    ScoreRules,
    ambush_modifiers,
    ambush_pending,
    attack_modifiers,
    barrier,
    defence_modifiers,
    first_rank,
    inspired_modifiers,
    may_attack,
    may_claim,
    riding_damage,
    riding_modifiers,
    steps_now,
    stunt_damage,
    waited_for_in_ambush,
    who_opposes,
    wrong_space,
)
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.magic import amount_of, asked_about_form, form_damage, usable
from fatetable.rulesets.skein.points import account_of, free_for
from fatetable.rulesets.skein.rolls import (
    BANDS,
    amendments,
    complications,
    once_per_test,
    one_specialism,
    retorts,
    standing,
    traits_of,
)
from fatetable.rulesets.skein.sheet import NAMED_KINDS, refresh_of
from fatetable.rulesets.skein.view import headcount, notes, underway


def check_rules(tables: Tables, dials: Dials, dice: DicePool) -> CheckRules:
    return CheckRules(
        bands=BANDS,
        pool=the_same_for_all(dice.pool),
        pool_after=dice.pool_after,
        after_throw=dice.after_throw,
        traits=partial(traits_of, tables),
        amendments=amendments(tables),
        may_join=once_per_test,
        difficulties=tuple(
            Choice(str(step.number), f"{step.name}: {step.meaning} ({complications(tables, step.number)})")
            for step in tables.rolling.difficulties
        ),
        help_bonus=0,
        helpers=0,
        difficulty_shift=0,
        pace=dials,
        named_kinds=NAMED_KINDS,
        sides_take_turns=True,
        standing=lambda *roll: (*standing(tables, *roll), *retorts(tables, *roll)),
        may_claim=lambda *claim: may_claim(tables, *claim) and one_specialism(tables, *claim),
        amount=amount_of,
        usable=usable,
    )


def modifiers(kit: SkeinKit) -> Modifiers:
    """What the fight adds to attacks, answers and damage, in this order."""
    tables = kit.tables
    riding, inspired = partial(riding_modifiers, tables), partial(inspired_modifiers, tables)
    return Modifiers(
        acting=(partial(attack_modifiers, tables), riding, inspired, ambush_modifiers),
        answering=(partial(defence_modifiers, tables), riding, inspired),
        damage=(partial(riding_damage, tables), partial(stunt_damage, tables), partial(form_damage, tables)),
    )


def procedures(kit: SkeinKit, parts: Iterable[Part]) -> Procedures:
    """What is done by rows of a table, with the code that these parts have for some of them."""
    return Procedures(
        rows=kit.tables.procedures,
        rules=kit.checks,
        track=kit.tables.time,
        may_declare=kit.may_declare,
        cites=kit.cites,
        code=code_of(parts),
    )


def invocation_rights(kit: SkeinKit) -> InvocationRights:
    return InvocationRights(
        rules=kit.checks,
        may_lend=lambda _: False,
        out_may_invoke=False,
        also_asked=asked_about_form,
        free_for=free_for,
        account_of=account_of,
    )


class OppositionHooks(TypedDict):
    defences: Defences
    known_opposition: KnownOpposition
    may_attack: MayAttack


def opposition(kit: SkeinKit, found: Modifiers) -> OppositionHooks:
    """What opposes a roll, and which attacks reach whom."""
    tables, checks = kit.tables, kit.checks
    return {
        "defences": BattleDefences(tables, checks, otherwise=PersonalDefences(tables, checks, found)),
        "known_opposition": partial(who_opposes, tables),
        "may_attack": partial(may_attack, tables),
    }


def cannot_start_fight(dials: Dials, state: State, code: str) -> Refusal | None:
    """Why no fight can be started, or why one that is started cannot begin."""
    if conflict_of(state) is not None:
        return ambush_pending(state, code)
    return holds_up_conflicts(state, code) or wrong_space(state, dials, code)


def holds_up_scenes(state: State) -> Refusal | None:
    """No scene ends in the middle of an encounter, a battle or a roll."""
    is_busy = state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None or a_roll_is_open(state)
    return NOT_FINISHED if is_busy else None


def presenting(kit: SkeinKit, engine: Engine) -> Presenting:
    tables, harm = kit.tables, ScoreRules(kit.tables, kit.dials)
    return Presenting(
        rules=kit.checks,
        is_answerable=engine.is_answerable,
        ladder=Ladder(()),
        harm=lambda _: harm,
        refresh=lambda actor: refresh_of(tables, actor.sheet),
        victories=0,
        scenario=lambda _: (),
        waited_for=lambda state: waited_for_in_ambush(state) or waited_for_in_battle(state),
        barrier=barrier,
        steps=partial(steps_now, tables),
        place_value=first_rank,
        underway=partial(underway, tables),
        notes=partial(notes, tables),
        headcount=headcount,
    )
