"""The questions by which characters of Skein are made, step by step.

The steps of each kind of character are put together in `creation/procedure.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    ChooseInput,
    FeaturesInput,
    Input,
    ListInput,
    NumberInput,
    Step,
    TellInput,
    TextInput,
)
from fatetable.mechanics.characters.trait_groups import TraitGroup
from fatetable.rulesets.skein.book import Level, Tables, Tale
from fatetable.rulesets.skein.creation.checks.gear import ITEMS, OCCUPATION
from fatetable.rulesets.skein.creation.checks.heroes import COMPANIONS, FIFTH, FREE, WITNESSES, told_tales
from fatetable.rulesets.skein.creation.checks.npcs import LARGEST_ARMY, LARGEST_WARBAND
from fatetable.rulesets.skein.creation.stunt_templates import listed_templates, own_templates, ready_made
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import ARMY_SKILL, COLLECTIVE, COMBAT_SKILL, OATH, SCORES, ownable

ANIMAL_SKILLS = ("agility", "awareness", "brawling", "stealth", "strength", "survival")
"""The skills animals usually have; a sheet may have others."""


NO_SPREADS: Mapping[str, Mapping[str, int]] = MappingProxyType({})


# -- player characters -----------------------------------------------------------------------------------------------


def hero_steps(tables: Tables, dials: Dials) -> tuple[Step, ...]:
    oath = () if dials.starting_oaths == "none" else (_oath_step(tables, dials),)
    fifth = (_fifth_step(),) if dials.fifth_tale else ()
    return (
        _name_step(),
        *(_tale_step(tables, tale) for tale in told_tales(tables)),
        *oath,
        *fifth,
        _free_step(),
        _skill_step(
            tables,
            tables.figures.skills.array,
            *("SK-CHAR-15", "SK-CHAR-24", "SK-CHAR-18", "SK-CHAR-19", "SK-CHAR-21"),
            spreads={row.texts["occupation"]: row.skills for row in tables.characters},
        ),
        _language_step(tables),
        _stunt_step(
            tables, "hero", dials, hero_slots(tables, dials), tables.figures.stunts.start, tables.figures.stunts.start
        ),
        _stress_step(tables),
        _point_step(tables),
        _resource_step(tables, dials),
    )


def hero_slots(tables: Tables, dials: Dials) -> tuple[Choice, ...]:
    """The Aspects a stunt may rest on."""
    tales = tuple(Choice(tale.slot, f"of the tale {tale.name!r}") for tale in told_tales(tables))
    oath = () if dials.starting_oaths == "none" else (Choice(OATH, "of the oath"),)
    fifth = (Choice(FIFTH, "of the fifth tale"),) if dials.fifth_tale else ()
    return (*tales, *oath, *fifth, Choice(FREE, "the free one"))


def _name_step() -> Step:
    return Step(
        id="name",
        title="Name and looks",
        help="Characters are best made together: the tales that follow tie them to each other.",
        inputs=(TextInput("name", "Name"), TextInput("description", "Looks", "May stay blank", optional=True)),
        cites=("SK-CHAR-02",),
    )


def _tale_step(tables: Tables, tale: Tale) -> Step:
    minutes = tables.figures.tales.minutes
    inputs: list[Input] = []
    if tale.is_shared_event:
        inputs.append(TextInput("texts.event", "The event", "The Storyteller names it", optional=True))
    inputs += [
        TextInput(f"texts.{tale.slot}", "The tale", f"A few sentences, {minutes} minutes at most", optional=True),
        TextInput(f"aspects.{tale.slot}", "The Aspect drawn from it", "Best if it can both help and hinder"),
    ]
    if tale.companions:
        hint = "Player characters who had a part in it, with their players' consent"
        inputs.append(ListInput(f"lists.{COMPANIONS}", "Companions", hint, tale.companions))
    return Step(
        id=tale.slot,
        title=f"Tale: {tale.name}",
        help=" ".join((tale.text, *tale.prompts)),
        inputs=tuple(inputs),
        cites=("SK-CHAR-03", *tale.cites),
    )


def _oath_step(tables: Tables, dials: Dials) -> Step:
    tale = tables.tale(OATH)
    assert tale is not None
    return Step(
        id=OATH,
        title=f"Tale: {tale.name}",
        help=f"{tale.text} It brings no Fate Point now, and a trivial one may be refused.",
        inputs=(
            TextInput(f"aspects.{OATH}", "The oath", "In the words it was sworn in; blank for none", optional=True),
            TextInput(f"texts.{OATH}", "The tale", "Why it was sworn, and by what", optional=True),
            ListInput(f"lists.{WITNESSES}", "Witnesses", "At least one grown person, if there is an oath"),
        ),
        optional=dials.starting_oaths == "optional",
        cites=(*tale.cites, "SK-OATH-03"),
    )


def _fifth_step() -> Step:
    return Step(
        id=FIFTH,
        title="A fifth tale",
        help="Who has sworn no oath may tell a fifth tale instead, of anything.",
        inputs=(
            TextInput(f"texts.{FIFTH}", "The tale", "", optional=True),
            TextInput(f"aspects.{FIFTH}", "The Aspect drawn from it", "Blank for none", optional=True),
        ),
        optional=True,
        cites=("SK-CHAR-04",),
    )


def _free_step() -> Step:
    return Step(
        id="free-aspect",
        title="One more Aspect",
        help="Anything the tales have not told: a bond, a secret, a treasured thing that is part of the character.",
        inputs=(TextInput(f"aspects.{FREE}", "Free Aspect"),),
        cites=("SK-CHAR-11", "SK-CHAR-14"),
    )


def _skill_step(
    tables: Tables, array: tuple[int, ...], *cites: str, spreads: Mapping[str, Mapping[str, int]] = NO_SPREADS
) -> Step:
    """`spreads` are ready-made ways to hand the levels out, by the trade they suit."""
    levels = ", ".join(f"{array.count(level)} at {level}" for level in sorted(set(array), reverse=True))
    return Step(
        id="skills",
        title="Skills",
        help=f"Choose {len(array)} skills: {levels}. Begin with the best. Magical skills need an Aspect and a calling.",
        inputs=(
            AllocateInput(
                "traits",
                "Skills",
                tuple(Choice(skill.id, skill.name) for skill in tables.skills if not skill.is_group),
                array,
                templates=spreads,
                hints={skill.id: skill.text for skill in tables.skills},
                groups=tuple(
                    TraitGroup(skill.id, skill.name, skill.asks, skill.examples)
                    for skill in tables.skills
                    if skill.is_group
                ),
            ),
        ),
        cites=cites,
    )


def _language_step(tables: Tables) -> Step:
    forms = tuple(Choice(form) for form in tables.magic.shapechanging.forms)
    return Step(
        id="languages",
        title="Languages and forms",
        help="Your own tongue is free; each level of Languages brings a further one, or an alphabet and reading it. "
        "A shapechanger knows one animal form for each level.",
        inputs=(
            TextInput("texts.mother-tongue", "The language of your people", "", optional=True),
            ListInput("lists.languages", "Further languages"),
            ListInput("lists.alphabets", "Alphabets", "Such as the Runes"),
            ChooseInput("lists.forms", "Animal forms", forms, "Only for shapechangers", own_words=True),
        ),
        optional=True,
        cites=("SK-CHAR-20", "SK-SKILL-35", "SK-SKILL-47"),
    )


def _stunt_step(tables: Tables, kind: str, dials: Dials, slots: tuple[Choice, ...], least: int, most: int) -> Step:
    wanted = str(least) if least == most else f"{least} to {most}"
    return Step(
        id="stunts",
        title="Stunts",
        help=f"Take {wanted} stunts from the list, or compose your own of these types if the table agrees.",
        inputs=(
            FeaturesInput(
                "features",
                "Stunts",
                own_templates(tables, slots),
                ready_made(tables, kind, dials),
                least=least,
                most=most,
                listed=listed_templates(tables, kind, dials, slots),
            ),
        ),
        cites=("SK-CHAR-26", "SK-STUNT-01"),
    )


def _stress_step(tables: Tables) -> Step:
    figures = tables.figures.stress
    return Step(
        id="stress",
        title="Stress scores",
        help=f"Both start at {figures.base}; every {figures.levels_per_point} levels of Strength add a point to Health "
        "and as many of Willpower one to Composure, begun ones counted.",
        inputs=tuple(TellInput(f"numbers.{score}", score.capitalize()) for score in SCORES),
        cites=("SK-CHAR-28", "SK-CHAR-29", "SK-CHAR-30"),
    )


def _point_step(tables: Tables) -> Step:
    start = tables.figures.refresh.start
    return Step(
        id="fate-points",
        title="Fate Points",
        help=f"The Refresh Rate is {start}, and more with Extra Refresh; you start with as many Fate Points.",
        inputs=(TellInput("numbers.refresh", "Refresh Rate"),),
        cites=("SK-CHAR-31",),
    )


def _resource_step(tables: Tables, dials: Dials) -> Step:
    most = tables.figures.gear.occupation_cost
    plain = tuple(Choice(name, _priced(name, cost)) for name, cost in ownable(tables) if cost <= most)
    priced = tuple(Choice(name, _priced(name, cost)) for name, cost in ownable(tables))
    fine = " A fine piece costs 1 more and has an Aspect: Broad sword: Drinker of Kings." if dials.fine_items else ""
    return Step(
        id="resources",
        title="Belongings",
        help=f"The plain gear of your occupation, nothing dearer than {most}; then as many further items as your "
        f"Wealth, none dearer than that.{fine}",
        inputs=(
            TextInput("texts.occupation", "Occupation", "", optional=True),
            ChooseInput(f"lists.{OCCUPATION}", "Gear of the occupation", plain, repeats=True, own_words=True),
            TellInput("items", "How many further items, and the most one may cost"),
            ChooseInput(f"lists.{ITEMS}", "Further items", priced, repeats=True, own_words=True),
        ),
        cites=("SK-CHAR-32", "SK-CHAR-33", "SK-EQUIP-12"),
    )


def _priced(name: str, cost: int) -> str:
    """An item and its cost, unless its name already states the cost."""
    return name if name.endswith(f"(cost {cost})") else f"{name}, cost {cost}"


# -- the Storyteller's characters ------------------------------------------------------------------------------------


def npc_steps(tables: Tables, kind: str, dials: Dials) -> tuple[Step, ...]:
    person = tables.person_class(kind)
    if person is None:
        return _animal_steps(tables, dials)
    peer = tables.people.peer
    can_be_peer = kind == "major" and dials.peers
    extra = peer.phases * peer.aspects_per_phase if can_be_peer else 0
    oath = (TextInput(f"aspects.{OATH}", "Oath", "Blank unless an equal of the heroes", True),) if can_be_peer else ()
    slots = tuple(Choice(f"aspect-{number}", f"Aspect {number}") for number in range(1, person.aspects + extra + 1))
    least, most = person.stunts
    stunts = _stunt_step(tables, kind, dials, slots, least, peer.stunts if can_be_peer else most)
    return (
        Step(
            id="name",
            title="Name and Aspects",
            help=f"A {person.name.lower()} has {person.aspects} of its own."
            + (f" The equal of a player character has {extra} more and an oath." if can_be_peer else ""),
            inputs=(
                TextInput("name", "Name"),
                TextInput("description", "Looks", "May stay blank", optional=True),
                *(
                    TextInput(f"aspects.{slot.value}", slot.label, optional=place >= person.aspects)
                    for place, slot in enumerate(slots)
                ),
                *oath,
            ),
            cites=person.cites,
        ),
        _skill_step(tables, person.array, *person.cites),
        *((stunts,) if most else ()),
        _gear_step(tables, *person.cites),
        _stress_step(tables),
    )


def _gear_step(tables: Tables, *cites: str) -> Step:
    priced = tuple(Choice(name, name) for name, _ in ownable(tables))
    return Step(
        id="gear",
        title="Gear",
        help="Whatever fits their part in the story; Wealth does not bound it.",
        inputs=(ChooseInput("lists.gear", "Gear", priced, repeats=True, own_words=True),),
        optional=True,
        cites=cites,
    )


def _animal_steps(tables: Tables, dials: Dials) -> tuple[Step, ...]:
    highest = tables.figures.skills.highest
    names = {skill.id: skill.name for skill in tables.skills}
    return (
        Step(
            id="name",
            title="What it is",
            help="An animal usually has one Aspect: what it is.",
            inputs=(TextInput("name", "Name"), TextInput("aspects.aspect-1", "Aspect")),
            cites=("SK-NPC-01",),
        ),
        Step(
            id="skills",
            title="Skills",
            help="The few things it is good at; 0 for none.",
            inputs=tuple(NumberInput(f"traits.{skill}", names[skill], 0, highest, "", 0) for skill in ANIMAL_SKILLS),
            cites=("SK-NPC-01",),
        ),
        _stunt_step(tables, "animal", dials, (), 0, 10),
        Step(
            id="figures",
            title="Stress, hide and claws",
            help="These follow from Strength and stunts.",
            inputs=(
                TellInput("numbers.stress", "Stress"),
                TellInput("numbers.absorption", "Absorption"),
                TellInput("numbers.damage", "Damage"),
            ),
            cites=("SK-NPC-01",),
        ),
    )


def force_steps(tables: Tables, kind: str) -> tuple[Step, ...]:
    """A warband, or an army: what they are called, how many, how good (SK-WARB-02, SK-BATTLE-02)."""
    is_army = kind == "army"
    skill, largest = (ARMY_SKILL, LARGEST_ARMY) if is_army else (COMBAT_SKILL, LARGEST_WARBAND)
    levels = tables.battle.army_skills if is_army else tables.combat.warband_skills
    most = tables.battle.figures.aspects[1] if is_army else len(levels) - 1
    bound = f"One to {most} Aspects." if is_army else "No more Aspects than levels of combat skill."
    cites = ("SK-BATTLE-02", "SK-BATTLE-06") if is_army else ("SK-WARB-02", "SK-WARB-03")
    numbers = (
        NumberInput("numbers.size", "How many are they?", 1, largest, "", 100 if is_army else 6),
        NumberInput(f"traits.{skill}", COLLECTIVE[skill], 0, tables.figures.skills.highest, _levels(levels), 1),
    )
    told: tuple[Input, ...] = () if is_army else (TellInput("stress", "Stress of each member"),)
    aspects = tuple(
        TextInput(f"aspects.aspect-{number}", f"Aspect {number}", "May stay blank", optional=True)
        for number in range(1, most + 1)
    )
    strength = Step(
        id="strength", title="Numbers and skill", help="All are alike.", inputs=(*numbers, *told), cites=cites
    )
    return (
        Step(
            id="name", title="Name and Aspects", help=bound, inputs=(TextInput("name", "Name"), *aspects), cites=cites
        ),
        strength,
        *(() if is_army else (_gear_step(tables, "SK-WARB-02"),)),
    )


def _levels(levels: tuple[Level, ...]) -> str:
    return ", ".join(f"{each.level} {each.meaning.lower()}" for each in levels)
