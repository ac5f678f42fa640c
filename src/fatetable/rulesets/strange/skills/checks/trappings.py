"""Trappings of a skill with their extras, and which Tier Benefits it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem
from fatetable.rulesets.strange.book import HeldTrapping
from fatetable.rulesets.strange.sheet import (
    BENEFITS,
    DUPLICATES,
    MINIONS,
    PSYCHIC,
    TERMS,
    TRAPPINGS,
    UNUSUAL,
    box_of,
    possible_benefits,
)
from fatetable.rulesets.strange.skills.checks.places import SkillPlace
from fatetable.rulesets.strange.skills.price import name_of_box

HERE = f"entries.{TRAPPINGS}"


def trapping_problems(place: SkillPlace) -> Iterator[Problem]:
    if place.skill.kind == "common":
        yield from _of_a_common_skill(place)
    elif not place.skill.bought:
        fix = "Press a box of the diagram."
        yield place.error("no-trappings", "it has no trapping.", fix, "SF-SKILL-01", "SF-BUILD-02", at=HERE)
    yield from _unknown(place)
    yield from _taken_again(place)
    yield from _psychic(place)
    for number, held in enumerate(place.skill.bought):
        yield from _extras(place, number, held)
        yield from _minions(place, number, held)
        yield from _about(place, number, held)


def benefit_problems(place: SkillPlace) -> Iterator[Problem]:
    """SF-BEN-01: no more benefits than the rating, each of a trapping that has one on this tier."""
    tables, skill = place.tables, place.skill
    chosen = place.entry.lists.get(BENEFITS, ())
    possible = possible_benefits(tables, skill.trappings, skill.tier)
    at = f"lists.{BENEFITS}"
    for name in chosen:
        if name not in possible:
            message = f"{name_of_box(tables, name)[:60]} brings it no Tier Benefit."
            yield place.error("benefit-unknown", message, "Choose others.", "SF-BEN-01", "SF-BEN-03", at=at)
    if len(set(chosen)) < len(chosen):
        yield place.error("benefit-twice", "a Tier Benefit is chosen twice.", "Take one off.", "SF-BEN-01", at=at)
    if len(chosen) > skill.rating:
        message = f"it has {len(chosen)} Tier Benefits, more than its rating of {skill.rating}."
        yield place.error("too-many-benefits", message, "Take some off.", "SF-BEN-01", at=at)
    missing = min(len(possible), skill.rating) - len(skill.benefits)
    if missing > 0 and not (chosen and len(chosen) > skill.rating):
        names = ", ".join(name_of_box(tables, name) for name in possible)
        message = f"it may have {missing} more of these Tier Benefits: {names}."
        yield place.error("benefits-open", message, "Choose now; they do not change later.", "SF-BEN-01", at=at)


def _of_a_common_skill(place: SkillPlace) -> Iterator[Problem]:
    """SF-SKILL-03: extras may come on top of its trappings, other trappings may not."""
    printed = next((skill for skill in place.tables.skills if skill.name == place.skill.name), None)
    own = {box_of(place.tables, held) for held in printed.trappings} if printed else set()
    for number, held in enumerate(place.skill.bought):
        at = f"{HERE}.{number}"
        if box_of(place.tables, held) not in own:
            message = f"{_name(place, held)} is none of its trappings, and those are fixed."
            yield place.error("trapping-not-its-own", message, "Take it off.", "SF-SKILL-03", at=at)
        elif not held.extras:
            message = f"it has {_name(place, held)} anyway."
            yield place.error("extra-missing", message, "Choose an extra, or take it off.", "SF-SKILL-12", at=at)


def _unknown(place: SkillPlace) -> Iterator[Problem]:
    for number, held in enumerate(place.skill.bought):
        at, box = f"{HERE}.{number}", place.tables.box(box_of(place.tables, held))
        if box is None:
            message = f"there is no trapping {box_of(place.tables, held)[:60]!r}."
            yield place.error("unknown-trapping", message, "Take it off.", "SF-TRAP-01", at=at)
        elif place.tables.trapping(held.id).is_typed and not held.of:
            message = f"{_name(place, held)} does not say of which type."
            yield place.error("type-missing", message, "Name one, such as Urban.", "SF-BUILD-12", at=f"{at}.texts.of")


def _taken_again(place: SkillPlace) -> Iterator[Problem]:
    """Only a box that says so may be taken again, and of types each once (SF-BUILD-12)."""
    seen: Counter[tuple[str, str]] = Counter()
    for number, held in enumerate(place.skill.bought):
        box = place.tables.box(box_of(place.tables, held))
        key = (held.id, held.of.casefold())
        seen[key] += 1
        is_another = box is not None and box.repeats and not place.tables.trapping(held.id).is_typed
        if seen[key] > 1 and not is_another and place.skill.kind != "common":
            at = f"{HERE}.{number}"
            yield place.error(
                "trapping-twice", f"it has {_name(place, held)} twice.", "Take one off.", "SF-BUILD-12", at=at
            )


def _psychic(place: SkillPlace) -> Iterator[Problem]:
    """SF-EXT-03."""
    without = [held for held in place.skill.trappings if PSYCHIC not in held.extras]
    if without and any(PSYCHIC in held.extras for held in place.skill.bought):
        names = ", ".join(dict.fromkeys(_name(place, held) for held in without))
        message = f"a skill is Psychic as a whole or not at all, and these are not: {names}."
        yield place.error("partly-psychic", message, "Put Psychic on each, or on none.", "SF-EXT-03", at=HERE)


def _extras(place: SkillPlace, number: int, held: HeldTrapping) -> Iterator[Problem]:
    """SF-EXT-15: Range and Unusual may be put on a trapping again, others once."""
    at = f"{HERE}.{number}.lists.extras"
    for extra_id, often in Counter(held.extras).items():
        extra = place.tables.extra(extra_id)
        if extra is None:
            message = f"there is no extra {extra_id[:60]!r}."
            yield place.error("unknown-extra", message, "Take it off.", "SF-EXT-01", at=at)
        elif often > 1 and not extra.repeats:
            message = f"{extra.name} is on {_name(place, held)} {often} times."
            yield place.error("extra-twice", message, "Take one off.", "SF-EXT-15", at=at)
    if UNUSUAL in held.extras and not held.note.strip():
        message = f"it is not said what is unusual about {_name(place, held)}."
        fix = "Say it in a few words, such as Flight."
        yield place.error("unusual-unworded", message, fix, "SF-EXT-10", at=f"{HERE}.{number}.texts.note")


def _minions(place: SkillPlace, number: int, held: HeldTrapping) -> Iterator[Problem]:
    """SF-MINIONS-01, SF-MINIONS-07."""
    at = f"{HERE}.{number}"
    if held.id == MINIONS and len(set(held.terms)) > held.extras.count(UNUSUAL):
        message = f"{_name(place, held)} changes more of its terms than it has Unusual."
        yield place.error("unusual-missing", message, "Take Unusual for each.", "SF-MINIONS-01", at=f"{at}.lists.terms")
    if held.of == DUPLICATES and place.skill.kind != "strange":
        message = "only a Strange skill makes duplicates."
        yield place.error("duplicates-not-strange", message, "Make it a Strange skill.", "SF-MINIONS-07", at=at)


def _about(place: SkillPlace, number: int, held: HeldTrapping) -> Iterator[Problem]:
    """SF-ENVIRONMENT-04: types that take a tier; SF-TRANSPORT-01: one field and no more."""
    at = f"{HERE}.{number}.lists.{TERMS}"
    if not place.tables.has_trapping(held.id):
        return
    row, opened = place.tables.trapping(held.id), place.tables.opened(held.id)
    if row.fields and (len(held.terms) != 1 or held.terms[0] not in row.fields):
        message = f"{_name(place, held)} is for one of these alone: {', '.join(row.fields)}."
        yield place.error("field-open", message, "Choose one.", "SF-TRANSPORT-01", at=at)
    for term in held.terms if row.is_typed else ():
        if place.skill.tier < opened.get(term, 0) or term not in opened:
            message = f"{_name(place, held)} of a type {term[:60]} takes a higher tier."
            yield place.error(
                "type-beyond-tier", message, "Raise the tier, or choose another.", "SF-ENVIRONMENT-04", at=at
            )


def _name(place: SkillPlace, held: HeldTrapping) -> str:
    return name_of_box(place.tables, box_of(place.tables, held))[:60]
