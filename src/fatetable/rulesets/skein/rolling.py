"""How Skein rolls: which skills serve an action, what is added by itself, what Tests are against.

The acting side chooses Aspects, throws and re-throws; only then, knowing that total, does the other side (SK-CBT-10).
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.identity import remembered
from fatetable.engine.state import State
from fatetable.mechanics.acting import ATTACK, CREATE, OVERCOME
from fatetable.mechanics.cast import Actor, ActorId
from fatetable.mechanics.checks import AmendmentRule, Trait
from fatetable.mechanics.outcomes import Bands
from fatetable.mechanics.rolls import Modifier, Roll, Use
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.sides import are_allies
from fatetable.rulesets.skein.arms import (
    UNARMED,
    armour,
    has_shield,
    melee_weapon,
    ranged_weapon,
    weapons_in_hand,
    worn_armour,
)
from fatetable.rulesets.skein.catalogue import MAGICAL, Skill
from fatetable.rulesets.skein.effects import AttackKind, AttackWith, DefendWith
from fatetable.rulesets.skein.skills import (
    ARMY_SKILL,
    COMBAT_SKILL,
    can_attack,
    can_defend,
    level,
    resisting,
    skill_name,
    skill_of,
)
from fatetable.rulesets.skein.spellwork import MAGIC, WORKINGS
from fatetable.rulesets.skein.spin import has_spin
from fatetable.rulesets.skein.stunts import all_effects
from fatetable.rulesets.skein.tables import tables

# SK-TEST-05, SK-TEST-11: equal is enough, three or more is critical.
BANDS = Bands(((None, "fail"), (0, "barely"), (1, "solid"), (2, "great"), (3, "critical")))

AMENDMENTS = (
    # SK-FP-11, SK-TEST-09: before the dice.
    AmendmentRule(id="bonus", label="+2", who="self", stages=("declared",), amount=2),
    # SK-FP-15: a free use may also be a re-roll; SK-FP-12: otherwise a point does it, without any Aspect.
    AmendmentRule(
        id="reroll", label="a re-roll", who="self", stages=("thrown",), rethrows=True, keeps="best", free_only=True
    ),
    AmendmentRule(
        id="reroll-point",
        label="a re-roll",
        who="self",
        stages=("thrown",),
        rethrows=True,
        keeps="best",
        needs_aspect=False,
    ),
)

WORDS = "words"
"""The means of an attack on Composure."""
SPIRITS = "spirits"
"""The means of an attack by magic, met as a curse is (SK-SPIRIT-04)."""
THROWN = " (thrown)"
"""Follows the weapon of a warband that is thrown and not wielded."""
STUNT = "stunt"
"""The means of an attack that a stunt allows; gear plays no part in it (SK-STYPE-03)."""

MENTAL_ATTACKS = ("intimidation", "charm")
BY_CONSENT = "by-consent"
"""The list of what the table lets somebody use besides for words, each entry a role and a skill (SK-CBT-16)."""


def once_per_test(used: tuple[Use, ...], use: Use) -> bool:
    """Each individual Aspect counts once in a Test (SK-FP-11)."""
    return all(other.aspect != use.aspect for other in used)


# -- traits ----------------------------------------------------------------------------------------------------------


@remembered(limit=4096)
def traits_of(actor: Actor, action: str) -> tuple[Trait, ...]:
    base, _, kind = action.partition(":")
    if COMBAT_SKILL in actor.sheet.traits and base == ATTACK:
        return tuple(_attacks_of_band(actor))
    if COMBAT_SKILL in actor.sheet.traits or ARMY_SKILL in actor.sheet.traits:
        return tuple(_trait(name, skill_name(name), rating) for name, rating in actor.sheet.traits.items())
    if base == ATTACK:
        return tuple(_attacks(actor))
    if base == "defend" and kind:
        return tuple(_defences(actor, kind))
    return tuple(_skills(actor))


def _trait(trait_id: str, label: str, rating: int) -> Trait:
    return Trait(trait_id, f"{label} ({rating})", rating)


def _skills(actor: Actor) -> Iterator[Trait]:
    """All skills, those the character lacks at 0; magical ones and kinds of lore only if they have them."""
    owned = actor.sheet.traits
    for name, rating in sorted(owned.items(), key=lambda each: -each[1]):
        yield _trait(name, skill_name(name), rating)
    for skill in tables().skills:
        if skill.id not in owned and not skill.is_group and skill.category != MAGICAL:
            yield _trait(skill.id, skill.name, tables().figures.skills.untrained)


def _attacks(actor: Actor) -> Iterator[Trait]:
    """Each skill with each weapon in hand that it wields, then words, then what stunts allow (SK-CBT-08, SK-CBT-16)."""
    sheet = actor.sheet
    for weapon in (*weapons_in_hand(actor), UNARMED):
        for skill in ("melee-combat", "brawling", "missile-combat"):
            if _wields(skill, weapon):
                rating = level(sheet, skill)
                yield _trait(f"{skill}@{weapon}", f"{skill_name(skill)}, {weapon}", rating)
    for skill in (*MENTAL_ATTACKS, *consented(sheet, ATTACK)):
        yield _trait(f"{skill}@{WORDS}", f"{skill_name(skill)}, in words", level(sheet, skill))
    for skill in sheet.traits:
        if can_attack(skill, "curse"):
            yield _trait(f"{skill}@{SPIRITS}", f"{skill_name(skill)}, by spirits", level(sheet, skill))
    for _, effect in all_effects(sheet):
        if isinstance(effect, AttackWith):
            yield _trait(f"{effect.skill}@{STUNT}", skill_name(effect.skill), level(sheet, effect.skill))


def _wields(skill: str, weapon: str) -> bool:
    if skill == "missile-combat":
        return _flies(weapon)
    melee = melee_weapon(weapon)
    # Any melee weapon can be swung like a club (SK-EQUIP-03), and a shield with either skill (SK-EQUIP-15).
    return _is_shield(weapon) if melee is None else skill == "brawling" or skill in melee.skills


def _flies(weapon: str) -> bool:
    melee = melee_weapon(weapon)
    return bool(melee.thrown) if melee is not None else ranged_weapon(weapon) is not None


def _is_shield(name: str) -> bool:
    found = armour(name)
    return found is not None and found.is_shield


def _attacks_of_band(actor: Actor) -> Iterator[Trait]:
    """The one skill of a warband with each of its weapons (SK-WARB-02)."""
    rating = actor.sheet.traits[COMBAT_SKILL]
    for weapon in (*weapons_in_hand(actor), UNARMED):
        if melee_weapon(weapon) is not None or _is_shield(weapon):
            yield _trait(f"{COMBAT_SKILL}@{weapon}", f"{skill_name(COMBAT_SKILL)}, {weapon}", rating)
        if _flies(weapon):
            thrown = THROWN if melee_weapon(weapon) is not None else ""
            yield _trait(f"{COMBAT_SKILL}@{weapon}{thrown}", f"{skill_name(COMBAT_SKILL)}, {weapon}{thrown}", rating)


def _defences(actor: Actor, kind: str) -> Iterator[Trait]:
    """Skills that meet this kind of attack (SK-CBT-09), own ones or those that stunts allow."""
    sheet = actor.sheet
    if all(tables().skill(skill) for skill in kind.split("|")):
        # Some things are met by certain skills alone, which are then named instead of a kind of attack.
        yield from (trait for trait in _skills(actor) if trait.id in kind.split("|"))
        return
    shield = has_shield(sheet)
    allowed = {e.skill for _, e in all_effects(sheet) if isinstance(e, DefendWith) and kind in e.against}
    if kind == "composure":
        allowed.update(consented(sheet, "defend"))
    for trait in _skills(actor):
        attack: AttackKind = kind  # type: ignore[assignment]  # an action is qualified by a kind of attack only
        if trait.id in allowed or can_defend(trait.id, attack, has_shield=shield):
            yield trait


def consented(sheet: Sheet, role: str) -> tuple[str, ...]:
    """The skills that the table lets somebody attack Composure with, or defend it."""
    entries = (entry.partition(" ") for entry in sheet.lists.get(BY_CONSENT, ()))
    return tuple(skill for found, _, skill in entries if found == role)


def skill_part(trait: str) -> str:
    return trait.partition("@")[0]


def means_of(trait: str) -> str:
    return trait.partition("@")[2].removesuffix(THROWN)


def attack_kind(trait: str) -> AttackKind:
    """What an attack with this trait is, which decides how it is met and which score it hurts."""
    means = means_of(trait)
    if means == WORDS:
        return "composure"
    if means == SPIRITS:
        return "curse"
    if skill_part(trait) == "missile-combat" or trait.endswith(THROWN):
        return "ranged"
    is_shot = skill_part(trait) == COMBAT_SKILL and melee_weapon(means) is None and ranged_weapon(means) is not None
    return "ranged" if is_shot else "hand-to-hand"


def defence_action(roll: Roll) -> str:
    """The action under which the opposing side of a roll answers."""
    if roll.declaration.action == ATTACK:
        return f"defend:{attack_kind(roll.efforts[0].trait)}"
    if roll.declaration.action == MAGIC and roll.declaration.mode:
        return f"defend:{roll.declaration.mode}"
    if roll.declaration.action in (OVERCOME, CREATE) and (found := resisting(skill_part(roll.efforts[0].trait))):
        return f"defend:{'|'.join(skill for skill, _ in found)}"
    return "defend"


# -- what a roll is against ------------------------------------------------------------------------------------------


def known_opposition(state: State, roll: Roll) -> int | ActorId | None:
    """An attack and a manoeuvre against somebody are opposed, other manoeuvres meet 2 (SK-MAN-02, SK-MAN-03).

    Nobody resists what is to help them: for oneself and among allies it is no contest.
    """
    declared = roll.declaration
    figures = tables().rolling.figures
    if declared.action == ATTACK:
        return roll.defender
    if working := state.get(WORKINGS).get(roll.id):
        return declared.target if working.difficulty is None else working.difficulty
    if declared.action == CREATE:
        is_friendly = declared.target == roll.actor or are_allies(state, declared.target, roll.actor)
        return figures.manoeuvre_difficulty if is_friendly or not declared.target else declared.target
    if declared.action == OVERCOME and declared.aspect:
        return figures.removal_difficulty
    return None


# -- what is added by itself -----------------------------------------------------------------------------------------


def standing(state: State, actor: Actor, _action: str, trait: str) -> tuple[Modifier, ...]:
    """Spin, and what armour takes from physical skills that are none of combat (SK-TEST-13, SK-EQUIP-14)."""
    found = []
    if has_spin(state, actor.id):
        found.append(Modifier("spin", "Spin", tables().rolling.figures.spin, ("SK-TEST-13",)))
    worn = worn_armour(actor.sheet)
    skill: Skill | None = skill_of(skill_part(trait))
    if worn is not None and worn.penalty and skill is not None and skill.hindered_by_armour:
        found.append(Modifier("armour", worn.name, worn.penalty, ("SK-EQUIP-14",)))
    return tuple(found)
