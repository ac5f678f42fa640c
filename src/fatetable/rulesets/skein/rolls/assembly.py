"""The parts of a Test, from declaration to degree."""

from __future__ import annotations

from functools import partial

from fatetable.mechanics.aspects.lending import Lending
from fatetable.mechanics.aspects.lifetimes import AspectLifetimes, TransientAspects, may_be_removed
from fatetable.mechanics.kit import Part
from fatetable.mechanics.modifiers.support import Supporting
from fatetable.mechanics.rolls.actions import DEFEND, NEW, Actions
from fatetable.mechanics.rolls.effort_rulings import EffortRulings
from fatetable.mechanics.rolls.efforts import Defences
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.invocations import Invocations
from fatetable.mechanics.rolls.may_declare import MayAttack
from fatetable.mechanics.rolls.opposition import KnownOpposition, Opposition
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.rolls.stepping_in import SteppingIn
from fatetable.mechanics.rolls.throwing import Throwing, has_opposition
from fatetable.mechanics.time.lengthy_work import LengthyWork
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.rolls.assistance import Assistance
from fatetable.rulesets.skein.rolls.called_by_storyteller import CalledByStoryteller
from fatetable.rulesets.skein.rolls.contacts import Contacts
from fatetable.rulesets.skein.rolls.cover import Cover
from fatetable.rulesets.skein.rolls.ignored_hindrances import IgnoredHindrances
from fatetable.rulesets.skein.rolls.resistance import advice, best
from fatetable.rulesets.skein.rolls.spin import Spin, give_spin, give_spin_or_time
from fatetable.rulesets.skein.rolls.stunt_uses import StuntUses
from fatetable.rulesets.skein.rolls.support_skills import NEEDS, may_support, supporting_skills
from fatetable.rulesets.skein.sheet import skill_name, usual_time


def parts(
    kit: SkeinKit,
    *,
    rights: InvocationRights,
    defences: Defences,
    known_opposition: KnownOpposition,
    may_attack: MayAttack,
) -> tuple[Part, ...]:
    tables, checks, turns, cites = kit.tables, kit.checks, kit.turns, kit.cites
    is_shortened = kit.dials.degrees_shorten_time
    opposition = Opposition(
        rules=checks,
        turns=turns,
        cites=cites,
        defences=defences,
        known_opposition=known_opposition,
        advice=partial(advice, tables),
        best=partial(best, tables),
    )
    return (
        Actions(
            rules=checks,
            turns=turns,
            words=kit.words,
            cites=cites,
            modes=(NEW,),
            may_attack=may_attack,
            may_remove=may_be_removed,
            aspects_of_zones=True,
            overcome_words="make a Test",
            create_words="manoeuvre to place an Aspect",
        ),
        opposition,
        EffortRulings(opposition=opposition, cites=cites),
        SteppingIn(rules=checks, defences=defences, cites=cites),
        Throwing(rules=checks, rights=rights, is_complete=has_opposition, cites=cites),
        Invocations(rules=checks, rights=rights, pool_pays_bearer=False, cites=cites),
        Lending(may_lend=rights.may_lend, cites=cites),
        Resolution(
            rules=checks,
            table=tables.actions,
            defence=DEFEND,
            may_cost=lambda _: False,
            gives={"spin": give_spin_or_time if is_shortened else give_spin},
        ),
        Supporting(
            skills=partial(supporting_skills, tables),
            name=partial(skill_name, tables),
            amount=tables.rolling.figures.support,
            needs=NEEDS,
            cites=cites,
            may_support=may_support,
        ),
        Assistance(tables=tables, rules=checks, turns=turns, cites=cites),
        LengthyWork(
            track=tables.time, is_shortened=is_shortened, usual=partial(usual_time, tables), cites=cites, called="Test"
        ),
        StuntUses(tables, cites),
        Contacts(tables=tables),
        AspectLifetimes(),
        TransientAspects(),
        Spin(),
        Cover(tables, cites),
        CalledByStoryteller(tables=tables, rules=checks, cites=cites),
        IgnoredHindrances(tables, cites),
    )
