"""The effects that stunts of Skein are made of; the lists of stunts in the folder `data` say which has which.

Each effect is applied in the folder it is about.  Durations are steps of the time track, or a turn, a scene or a
battle.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

AttackKind = Literal["hand-to-hand", "ranged", "composure", "curse", "magic"]
Score = Literal["health", "composure"]
Until = Literal["first-turn", "scene", "event"]


class SkillTest(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll a stunt asks for: against a number, or against the other side."""

    skill: str
    difficulty: int | None = None


# -- rolls and damage ------------------------------------------------------------------------------------------------


class RollBonus(Struct, frozen=True, kw_only=True, tag="roll-bonus", forbid_unknown_fields=True):
    """A number added to rolls.

    Of these `skills` (empty: any) or the one that the blank `skill_from` names, in these `actions` (empty: any), under
    a circumstance people judge.  With `mode` it applies only if its owner chose that mode; a `trigger` must have
    happened first, and `uses` is how many rolls it then serves.
    """

    amount: int
    actions: tuple[Literal["attack", "defend"], ...] = ()
    skills: tuple[str, ...] = ()
    category: str = ""
    skill_from: str = ""
    circumstance: str = ""
    circumstance_from: str = ""
    mode: str = ""
    trigger: Literal["", "composure-damage", "own-death"] = ""
    uses: int | None = None
    until: Until | None = None


class DamageBonus(Struct, frozen=True, kw_only=True, tag="damage-bonus", forbid_unknown_fields=True):
    """A number added to the damage of a successful attack, each time the stunt was taken."""

    amount: int
    attacks: tuple[AttackKind, ...] = ("hand-to-hand",)
    skills: tuple[str, ...] = ()
    is_unarmed: bool = False
    first_attack_of_charge: bool = False
    against_named_enemy: bool = False
    until: Until | None = None


class StrikeBack(Struct, frozen=True, kw_only=True, tag="strike-back", forbid_unknown_fields=True):
    """A successful defence does damage by its margin; with `counts_gear` weapon and armour count as for an attack."""

    against: tuple[AttackKind, ...]
    needs_shield: bool = False
    counts_gear: bool = False


class AttackWith(Struct, frozen=True, tag="attack-with", forbid_unknown_fields=True):
    """A skill that normally cannot may attack; its margin is the damage, without weapon and armour."""

    skill: str
    attacks: tuple[AttackKind, ...] = ("hand-to-hand", "ranged")
    counts_gear: bool = False


class DefendWith(Struct, frozen=True, kw_only=True, tag="defend-with", forbid_unknown_fields=True):
    """A skill that normally cannot may defend.

    It defends somebody else too, for points or, with `action_for_others`, for the main action.
    """

    skill: str
    against: tuple[AttackKind, ...]
    price_for_others: int | None = None
    action_for_others: bool = False


class Inspire(Struct, frozen=True, kw_only=True, tag="inspire", forbid_unknown_fields=True):
    """Everybody under the owner's command adds this on combat skills; a general's army on its first attack."""

    test: SkillTest
    amount: int
    army_attack: int
    until: Until


class Ignore(Struct, frozen=True, tag="ignore", forbid_unknown_fields=True):
    """Something that would hinder does not: `warband-numbers`, `darkness`, `cover`, `animal-skin`, or in words."""

    what: str
    skill: str = ""


# -- figures of a character ------------------------------------------------------------------------------------------


class StressPerLevel(Struct, frozen=True, kw_only=True, tag="stress-per-level", forbid_unknown_fields=True):
    """A stress score gains this for each level of a skill, instead of one for every two; taken again, as much again."""

    score: Score
    skill: str
    number: int


class Multiply(Struct, frozen=True, tag="multiply", forbid_unknown_fields=True):
    """A benefit of a skill counts several times: `languages`, `load`, `travel`, or one in words."""

    what: str
    factor: int
    skill: str = ""


class ExtraZones(Struct, frozen=True, tag="extra-zones", forbid_unknown_fields=True):
    """More zones each turn, on top of the free move and of the most one may move."""

    zones: int


class ExtraRefresh(Struct, frozen=True, tag="extra-refresh", forbid_unknown_fields=True):
    """A higher Refresh Rate; on a character of the Storyteller's, points for the pool in each scene it appears in."""

    points: int


class NaturalArmour(Struct, frozen=True, tag="natural-armour", forbid_unknown_fields=True):
    """Absorption without any armour, added to what is worn."""

    absorption: int


class UnlockSkill(Struct, frozen=True, tag="unlock-skill", forbid_unknown_fields=True):
    """Opens a magical skill to somebody with a relevant Aspect."""

    skill: str


class TwinSkill(Struct, frozen=True, kw_only=True, tag="twin-skill", forbid_unknown_fields=True):
    """One more skill of a group, always at the level of one that its owner has; both rise together."""

    group: str


class LendSkill(Struct, frozen=True, kw_only=True, tag="lend-skill", forbid_unknown_fields=True):
    """Any skill its owner lacks, for a while; not of these categories."""

    level: int
    until: Until
    never: tuple[str, ...]


class Possess(Struct, frozen=True, kw_only=True, tag="possess", forbid_unknown_fields=True):
    """An item above its owner's Wealth: by how much, for each time the stunt was taken for it."""

    above_wealth: tuple[int, ...]


# -- battles ---------------------------------------------------------------------------------------------------------


class BattleMagic(Struct, frozen=True, tag="battle-magic", forbid_unknown_fields=True):
    """A skill may be used in the magic phase before a mass battle."""

    skill: str


class RecoverForce(Struct, frozen=True, kw_only=True, tag="recover-force", forbid_unknown_fields=True):
    """For each degree of success the force gets back one stress or one warrior, never more than it began with."""

    test: SkillTest
    per_degree: int


# -- magic -----------------------------------------------------------------------------------------------------------


class CallTheDead(Struct, frozen=True, kw_only=True, tag="call-the-dead", forbid_unknown_fields=True):
    """A spirit is called, harder for each step of the time track that it has been dead longer than `since`."""

    test: SkillTest
    since: str
    harder_per_step: int


class Obscure(Struct, frozen=True, kw_only=True, tag="obscure", forbid_unknown_fields=True):
    """Divinations aimed at the owner are harder by a share of a skill, rounded up, and noticed."""

    skill: str
    divided_by: int


class CurseBarrier(Struct, frozen=True, kw_only=True, tag="curse-barrier", forbid_unknown_fields=True):
    """A place or border curses people who cross it; somebody who tampers with its signs cannot resist."""

    places: tuple[Literal["portal", "zone", "border"], ...]
    time: str


class StrongAspect(Struct, frozen=True, kw_only=True, tag="strong-aspect", forbid_unknown_fields=True):
    """An Aspect placed in this way gives more than usual; on rolls of these skills, if any are named."""

    amount: int
    of: Literal["curse", "infusion"]
    on_skills: tuple[str, ...] = ()


class Ward(Struct, frozen=True, tag="ward", forbid_unknown_fields=True):
    """The result of a roll counts as somebody else's defence against physical attacks until one exceeds it."""

    skill: str
    until: Until


class PlaceAspect(Struct, frozen=True, kw_only=True, tag="place-aspect", forbid_unknown_fields=True):
    """A roll gives oneself or an ally an Aspect with free uses, which vanishes with the last of them."""

    test: SkillTest
    free_uses: int


class HealWith(Struct, frozen=True, kw_only=True, tag="heal-with", forbid_unknown_fields=True):
    """A skill heals others as Healing does, in this time, without any materials."""

    skill: str
    time: str


class SolidGlamour(Struct, frozen=True, kw_only=True, tag="solid-glamour", forbid_unknown_fields=True):
    """Illusions that can be touched and last longer for each degree; `ends_by` is what destroys them."""

    lasts: str
    steps_per_degree: int
    ends_by: str


class Disguise(Struct, frozen=True, kw_only=True, tag="disguise", forbid_unknown_fields=True):
    """Somebody looks like another person; people who know that person well see through it more easily."""

    aspect: str
    lasts: str
    ends_by: str
    familiar: int


class Poison(Struct, frozen=True, kw_only=True, tag="poison", forbid_unknown_fields=True):
    """An infusion harms by the margin of its maker's roll over the victim's, and leaves an Aspect."""

    test: SkillTest
    score: Score
    aspect: str
    free_uses: int


class SenseMagic(Struct, frozen=True, kw_only=True, tag="sense-magic", forbid_unknown_fields=True):
    """The owner feels magic, and a roll recognises a glamour, though not what it hides.

    An ointment is prepared by a roll first and lasts, longer for each degree.
    """

    glamour: SkillTest
    prepared: SkillTest | None = None
    lasts: str = ""
    steps_per_degree: int = 0


class FreeUse(Struct, frozen=True, tag="free-use", forbid_unknown_fields=True):
    """The Aspect of an item may be brought into play without a point so many times per scene."""

    uses: int
    items: int


class RuneWard(Struct, frozen=True, tag="rune-ward", forbid_unknown_fields=True):
    """Beings of one kind must win a roll against the ward before they pass it or use their powers there."""

    test: SkillTest
    resisted_with: str


class FormPrice(Struct, frozen=True, tag="form-price", forbid_unknown_fields=True):
    """What changing into or out of one chosen form costs."""

    points: int


# -- animals and the rest --------------------------------------------------------------------------------------------


class Fly(Struct, frozen=True, tag="fly", forbid_unknown_fields=True):
    """Flying as fast as others of its size run; with a stunt that multiplies travel, so much faster."""

    skill: str
    swift_factor: int


class Swim(Struct, frozen=True, tag="swim", forbid_unknown_fields=True):
    """In water as fast as a human on land, holding its breath this long, or breathing water instead of air."""

    breath: str
    in_doubt: str


class NewUse(Struct, frozen=True, tag="new-use", forbid_unknown_fields=True):
    """Something a skill could not do before, in words; people judge its effect."""

    text: str
    skill: str = ""
    test: SkillTest | None = None


StuntEffect: TypeAlias = (
    RollBonus
    | DamageBonus
    | StrikeBack
    | AttackWith
    | DefendWith
    | Inspire
    | Ignore
    | StressPerLevel
    | Multiply
    | ExtraZones
    | ExtraRefresh
    | NaturalArmour
    | UnlockSkill
    | TwinSkill
    | LendSkill
    | Possess
    | BattleMagic
    | RecoverForce
    | CallTheDead
    | Obscure
    | CurseBarrier
    | StrongAspect
    | Ward
    | PlaceAspect
    | HealWith
    | SolidGlamour
    | Disguise
    | Poison
    | SenseMagic
    | FreeUse
    | RuneWard
    | FormPrice
    | Fly
    | Swim
    | NewUse
)
