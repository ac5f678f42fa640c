"""Skills as ranks make them, and what everybody can roll with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from fatetable.engine.identity import remembered
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.ranks import RankRules
from fatetable.mechanics.characters.trait_groups import TraitGroup, group_and_name
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.rulesets.fate2.book import Skill, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet.kinds import MINION, MINOR

FIGHTING, ELSE = "fighting", "else"
SKILLED = "skilled"
"""What a minion is good at, if it is not fighting."""


@remembered(limit=4096, has_texts=True)
def skill_of(tables: Tables, trait: str) -> Skill | None:
    """The skill a trait is, or the one it is a member of."""
    found = group_and_name(trait)
    skill = tables.skill(found[0] if found else trait)
    return skill if skill is not None and bool(skill.asks) == (found is not None) else None


def skill_name(tables: Tables, trait: str) -> str:
    found, skill = group_and_name(trait), skill_of(tables, trait)
    if skill is None:
        return trait
    return found[1] if found else skill.name


def start_of(tables: Tables, skill: Skill) -> int:
    """Where a skill stands before any rank (F2-PYR-04, F2-PYR-11)."""
    return tables.ladder.parse(skill.begins)


def choices(tables: Tables) -> tuple[Choice, ...]:
    return tuple(Choice(skill.id, skill.name) for skill in tables.skills if not skill.asks)


def groups(tables: Tables) -> tuple[TraitGroup, ...]:
    return tuple(skill.group for skill in tables.skills if skill.asks)


def hints(tables: Tables) -> dict[str, str]:
    """What a skill is for, where its name does not say it."""
    return {skill.id: f"{skill.covers[:1].upper()}{skill.covers[1:]}." for skill in tables.skills if skill.covers}


def rank_rules(tables: Tables, dials: Dials, traits: Iterable[str] = ()) -> RankRules:
    """What ranks make of these and all other traits (F2-PYR-02, F2-PYR-05, F2-PYR-10, F2-PYR-11)."""
    figures = tables.figures.skills
    known = {skill.id: skill for skill in tables.skills}
    known |= {trait: skill for trait in traits if (skill := skill_of(tables, trait)) is not None}
    starts = {trait: start_of(tables, skill) for trait, skill in known.items()}
    return RankRules(
        shape=dials.skill_structure,
        start=figures.start,
        bottom=figures.bottom,
        starts={trait: start for trait, start in starts.items() if start != figures.start},
        apart={trait: _pyramid(skill) for trait, skill in known.items() if skill.pyramid},
    )


def _pyramid(skill: Skill) -> str:
    """The pyramid of its own that it stands in; no name where it stands in none (F2-EXT-06)."""
    return "" if skill.pyramid == "none" else skill.pyramid


@remembered(limit=2048)
def traits_of(tables: Tables, actor: Actor) -> tuple[Trait, ...]:
    """What somebody can roll with: their skills from the best down, and every other at the level it begins with."""
    sheet, figures = actor.sheet, tables.figures
    if actor.kind == MINION:
        trade, level = sheet.texts.get(SKILLED, "Fighting"), sheet.numbers.get(FIGHTING, figures.minions.fighting)
        return (
            _trait(tables, FIGHTING, trade, level),
            _trait(tables, ELSE, "Anything else", figures.minions.other),
        )
    if actor.kind == MINOR:
        named = (_trait(tables, slot, text, sheet.levels.get(slot, 1)) for slot, text in sheet.aspects.items())
        return (*named, _trait(tables, ELSE, "Anything else", figures.bare.other))
    held = (_trait(tables, trait, skill_name(tables, trait), rating) for trait, rating in sheet.traits.items())
    foreign = _in_languages(tables, sheet.traits)
    unlearnt = (
        _trait(tables, skill.id, skill.name, start_of(tables, skill))
        for skill in tables.skills
        if skill.id not in sheet.traits
    )
    return (*held, *foreign, *unlearnt)


def _in_languages(tables: Tables, traits: Mapping[str, int]) -> Iterator[Trait]:
    """What one says in a foreign language, where the command of it is a limit (F2-SKL-06)."""
    tongues = {trait: rating for trait, rating in traits.items() if _gives(tables, trait) == "fluency"}
    for trait, rating in traits.items():
        skill = skill_of(tables, trait)
        if skill is None or not skill.speaks:
            continue
        for tongue, command in tongues.items():
            name = f"{skill_name(tables, trait)} in {skill_name(tables, tongue)}"
            yield _trait(tables, f"{trait} in {tongue}", name, min(rating, command), trait)
        name = f"{skill_name(tables, trait)} in a language not learnt"
        yield _trait(tables, f"{trait} in none", name, min(rating, tables.figures.skills.start), trait)


def _gives(tables: Tables, trait: str) -> str:
    skill = skill_of(tables, trait)
    return skill.gives if skill is not None else ""


def _trait(tables: Tables, trait: str, name: str, rating: int, skill: str = "") -> Trait:
    return Trait(trait, f"{name}, {tables.ladder.label(rating)}", rating, name, skill)


def is_of_combat(tables: Tables, trait: str) -> bool:
    skill = skill_of(tables, trait)
    return trait == FIGHTING or (skill is not None and skill.category == "combat")
