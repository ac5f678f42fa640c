"""How Skein rolls: which skills serve an action, what is added by itself, what Tests are against.

The acting side chooses Aspects, throws and re-throws; only then, knowing that total, does the other side (SK-CBT-10).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.identity import remembered
from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import ATTACK, CREATE, OVERCOME
from fatetable.mechanics.rolls.check_rules import AmendmentRule, Trait
from fatetable.mechanics.rolls.state import Modifier, Roll, Use
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.undertakings.state import UNDERTAKINGS
from fatetable.rulesets.skein.book import MAGICAL, AttackKind, AttackWith, DefendWith, Skill, Tables
from fatetable.rulesets.skein.rolls.spin import has_spin
from fatetable.rulesets.skein.rolls.trait_reference import SPIRITS, STUNT, WORDS, TraitReference, read_trait
from fatetable.rulesets.skein.rolls.workings import MAGIC
from fatetable.rulesets.skein.sheet import (
    ARMY_SKILL,
    COMBAT_SKILL,
    UNARMED,
    all_effects,
    armour,
    can_attack,
    can_defend,
    has_shield,
    level,
    melee_weapon,
    ranged_weapon,
    resisting,
    skill_name,
    skill_of,
    weapons_in_hand,
    worn_armour,
)

ANOTHER_KIND = "[another]"
"""Any kind of a skill that somebody has not learnt (SK-CHAR-16)."""

# SK-TEST-05, SK-TEST-11: equal is enough, three or more is critical.
BANDS = Bands(((None, "fail"), (0, "barely"), (1, "solid"), (2, "great"), (3, "critical")), success="barely")

MENTAL_ATTACKS = ("intimidation", "charm")
_CONSENTED = {"attack": "attack-by-consent", "defend": "defend-by-consent"}
"""The lists of further skills the table allows for attacks in words and against them (SK-CBT-16)."""
_CONSENTED_0_1_0 = "by-consent"
"""The one list that version 0.1.0 kept of both, with the role before each skill."""


def amendments(tables: Tables) -> tuple[AmendmentRule, ...]:
    bonus = tables.fate_points.aspect_bonus
    reroll = AmendmentRule(
        id="reroll", label="a re-roll", short="re-roll", who="self", stages=("thrown",), rethrows=True, keeps="best"
    )
    return (
        # SK-FP-11, SK-TEST-09: before the dice.
        AmendmentRule(id="bonus", label=f"+{bonus}", who="self", stages=("declared",), amount=bonus),
        # SK-FP-15: a free use may also be a re-roll; SK-FP-12: otherwise a point does it, without any Aspect.
        msgspec.structs.replace(reroll, free_only=True),
        msgspec.structs.replace(reroll, id="reroll-point", needs_aspect=False),
    )


def once_per_test(used: tuple[Use, ...], use: Use) -> bool:
    """Each individual Aspect counts once in a Test (SK-FP-11)."""
    return all(other.aspect != use.aspect for other in used)


# -- traits ----------------------------------------------------------------------------------------------------------


@remembered(limit=4096, has_texts=True)
def traits_of(tables: Tables, actor: Actor, action: str) -> tuple[Trait, ...]:
    if COMBAT_SKILL in actor.sheet.traits and action == ATTACK:
        return tuple(_attacks_of_band(tables, actor))
    if action == ATTACK and ARMY_SKILL not in actor.sheet.traits:
        return tuple(_attacks(tables, actor))
    return tuple(_skills(tables, actor))


class Defence(Struct, frozen=True):
    """What an answer to a roll has to meet: an attack of this kind; with `skills`, none but those meet it."""

    against: str = ""
    skills: tuple[str, ...] = ()


def defences_of(tables: Tables, actor: Actor, defence: Defence) -> tuple[Trait, ...]:
    """What somebody may answer with."""
    return _defences_of(tables, actor, defence.against, *defence.skills)


@remembered(limit=4096, has_texts=True)
def _defences_of(tables: Tables, actor: Actor, against: str, *skills: str) -> tuple[Trait, ...]:
    found = tuple(_skills(tables, actor))
    if _has_one_skill(actor):
        return found
    if skills:
        return tuple(trait for trait in found if trait.id in skills)
    return tuple(_meeting(tables, actor, against)) if against else found


def _has_one_skill(actor: Actor) -> bool:
    """Warbands and armies do everything with one skill."""
    return COMBAT_SKILL in actor.sheet.traits or ARMY_SKILL in actor.sheet.traits


def _trait(trait: TraitReference, name: str, rating: int) -> Trait:
    return Trait(trait.stored, f"{name} ({rating})", rating, name, trait.skill)


def _skills(tables: Tables, actor: Actor) -> Iterator[Trait]:
    """All skills, those the character lacks at 0, also kinds they lack; magical ones only if they have them."""
    owned = actor.sheet.traits
    if _has_one_skill(actor):
        yield from (_trait(TraitReference(name), skill_name(tables, name), rating) for name, rating in owned.items())
        return
    for name, rating in sorted(owned.items(), key=lambda each: -each[1]):
        yield _trait(TraitReference(name), skill_name(tables, name), rating)
    for skill in tables.skills:
        lacking = f"{skill.id} {ANOTHER_KIND}" if skill.is_group else skill.id
        # People with one style of divining may try another.
        may_try = skill.category != MAGICAL or any(trait.startswith(f"{skill.id} [") for trait in owned)
        if lacking not in owned and may_try:
            yield _trait(TraitReference(lacking), skill_name(tables, lacking), tables.figures.skills.untrained)


def _attacks(tables: Tables, actor: Actor) -> Iterator[Trait]:
    """Each skill with each weapon in hand that it wields, then words, then what stunts allow (SK-CBT-08, SK-CBT-16)."""
    sheet = actor.sheet
    for weapon in (*weapons_in_hand(tables, actor), UNARMED):
        for skill in ("melee-combat", "brawling", "missile-combat"):
            if _wields(tables, skill, weapon):
                rating = level(tables, sheet, skill)
                yield _trait(TraitReference(skill, weapon), f"{skill_name(tables, skill)}, {weapon}", rating)
    for skill in (*MENTAL_ATTACKS, *consented(sheet, ATTACK)):
        label, rating = f"{skill_name(tables, skill)}, in words", level(tables, sheet, skill)
        yield _trait(TraitReference(skill, WORDS), label, rating)
    for skill in sheet.traits:
        if can_attack(tables, skill, "curse"):
            label, rating = f"{skill_name(tables, skill)}, by spirits", level(tables, sheet, skill)
            yield _trait(TraitReference(skill, SPIRITS), label, rating)
    for _, effect in all_effects(tables, sheet):
        if isinstance(effect, AttackWith):
            rating = level(tables, sheet, effect.skill)
            yield _trait(TraitReference(effect.skill, STUNT), skill_name(tables, effect.skill), rating)


def _wields(tables: Tables, skill: str, weapon: str) -> bool:
    if skill == "missile-combat":
        return _flies(tables, weapon)
    melee = melee_weapon(tables, weapon)
    # Any melee weapon can be swung like a club (SK-EQUIP-03), and a shield with either skill (SK-EQUIP-15).
    return _is_shield(tables, weapon) if melee is None else skill == "brawling" or skill in melee.skills


def _flies(tables: Tables, weapon: str) -> bool:
    melee = melee_weapon(tables, weapon)
    return bool(melee.thrown) if melee is not None else ranged_weapon(tables, weapon) is not None


def _is_shield(tables: Tables, name: str) -> bool:
    found = armour(tables, name)
    return found is not None and found.is_shield


def _attacks_of_band(tables: Tables, actor: Actor) -> Iterator[Trait]:
    """The one skill of a warband with each of its weapons (SK-WARB-02)."""
    rating, name = actor.sheet.traits[COMBAT_SKILL], skill_name(tables, COMBAT_SKILL)
    for weapon in (*weapons_in_hand(tables, actor), UNARMED):
        if melee_weapon(tables, weapon) is not None or _is_shield(tables, weapon):
            yield _trait(TraitReference(COMBAT_SKILL, weapon), f"{name}, {weapon}", rating)
        if _flies(tables, weapon):
            trait = TraitReference(COMBAT_SKILL, weapon, thrown=melee_weapon(tables, weapon) is not None)
            yield _trait(trait, f"{name}, {trait.means}", rating)


def _meeting(tables: Tables, actor: Actor, kind: str) -> Iterator[Trait]:
    """Skills that meet this kind of attack (SK-CBT-09), own ones or those that stunts allow."""
    sheet = actor.sheet
    shield = has_shield(tables, sheet)
    allowed = {e.skill for _, e in all_effects(tables, sheet) if isinstance(e, DefendWith) and kind in e.against}
    if kind == "composure":
        allowed.update(consented(sheet, "defend"))
    for trait in _skills(tables, actor):
        attack: AttackKind = kind  # type: ignore[assignment]  # a defence names a kind of attack only
        if trait.id in allowed or can_defend(tables, trait.id, attack, has_shield=shield):
            yield trait


def consented(sheet: Sheet, role: str) -> tuple[str, ...]:
    """The skills that the table lets somebody attack Composure with, or defend it."""
    stored = (entry.partition(" ") for entry in sheet.lists.get(_CONSENTED_0_1_0, ()))
    return (*sheet.lists.get(_CONSENTED[role], ()), *(skill for found, _, skill in stored if found == role))


def with_consent(sheet: Sheet, role: str, skill: str) -> Sheet:
    name = _CONSENTED[role]
    lists = {**sheet.lists, name: (*sheet.lists.get(name, ()), skill)}
    return msgspec.structs.replace(sheet, lists=lists)


def without_consent(sheet: Sheet) -> Sheet:
    ended = {*_CONSENTED.values(), _CONSENTED_0_1_0}
    lists = {name: entries for name, entries in sheet.lists.items() if name not in ended}
    return msgspec.structs.replace(sheet, lists=lists)


def attack_kind(tables: Tables, trait: str) -> AttackKind:
    """What kind of attack this is, which decides how it is met and which score it hurts."""
    used = read_trait(trait)
    if used.weapon == WORDS:
        return "composure"
    if used.weapon == SPIRITS:
        return "curse"
    if used.skill == "missile-combat" or used.thrown:
        return "ranged"
    is_shot = (
        used.skill == COMBAT_SKILL
        and melee_weapon(tables, used.weapon) is None
        and ranged_weapon(tables, used.weapon) is not None
    )
    return "ranged" if is_shot else "hand-to-hand"


def defence_to(tables: Tables, roll: Roll) -> Defence:
    """What the opposing side of a roll has to meet."""
    declared = roll.declaration
    if declared.action == ATTACK:
        return Defence(attack_kind(tables, roll.efforts[0].trait))
    if declared.action == MAGIC and declared.mode:
        # Some magic is met by one skill alone, which its mode then names.
        return Defence(skills=(declared.mode,)) if tables.skill(declared.mode) else Defence(declared.mode)
    if declared.action in (OVERCOME, CREATE):
        return Defence(skills=tuple(skill for skill, _ in resisting(tables, read_trait(roll.efforts[0].trait).skill)))
    return Defence()


# -- what a roll is against ------------------------------------------------------------------------------------------


def known_opposition(tables: Tables, state: State, roll: Roll) -> int | ActorId | None:
    """An attack and a manoeuvre against somebody are opposed, other manoeuvres meet 2 (SK-MAN-02, SK-MAN-03).

    Nobody resists what is to help them: for oneself and among allies it is no contest.
    """
    declared = roll.declaration
    figures = tables.rolling.figures
    if declared.action == ATTACK:
        return roll.defender
    if working := state.get(UNDERTAKINGS).get(roll.id):
        return declared.target if working.difficulty is None else working.difficulty
    if declared.action == CREATE:
        is_friendly = declared.target == roll.actor or are_allies(state, declared.target, roll.actor)
        return figures.manoeuvre_difficulty if is_friendly or not declared.target else declared.target
    if declared.action == OVERCOME and declared.aspect:
        return figures.removal_difficulty
    return None


# -- what is added by itself -----------------------------------------------------------------------------------------


def standing(tables: Tables, state: State, actor: Actor, _action: str, trait: str) -> tuple[Modifier, ...]:
    """Spin, and the penalty of armour on physical skills other than combat (SK-TEST-13, SK-EQUIP-14)."""
    found = []
    if has_spin(state, actor.id):
        found.append(Modifier("spin", "Spin", tables.rolling.figures.spin, ("SK-TEST-13",)))
    worn = worn_armour(tables, actor.sheet)
    skill: Skill | None = skill_of(tables, read_trait(trait).skill)
    if worn is not None and worn.penalty and skill is not None and skill.hindered_by_armour:
        found.append(Modifier("armour", worn.name, worn.penalty, ("SK-EQUIP-14",)))
    return tuple(found)
