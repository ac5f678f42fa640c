"""The skills of the book, and which of them a campaign has (F2-SKL-03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from fatetable.mechanics.characters.trait_groups import TraitGroup
from fatetable.rulesets.fate2.dials import Dials

Category = Literal[
    "academic",
    "artistic",
    "athletic",
    "combat",
    "criminal",
    "magical",
    "perception",
    "professional",
    "social",
    "survival",
    "other",
]
Start = Literal["mediocre", "poor", "terrible", "abysmal"]
Gift = Literal["", "languages", "scripts", "fluency"]
OTHER = "other"
OTHER_SKILL_EXAMPLES = ("Herb Lore", "Boating")


class Skill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A skill of the book or of a campaign's own list.

    `lists` are the divisions of its category that have it; one that is in none of them is always there.  One that
    `asks` is a skill for each name it is given, such as a language.  `begins` is where it stands before any rank, if
    it is difficult.  `pyramid` names a pyramid of its own, or says `none` where its ranks need no support.  `gives` is
    what ranks bring besides: languages one speaks, scripts one reads, or fluency in the one language that it is.  What
    one `speaks` in a foreign language is no better than the command of it (F2-SKL-06).  Wounds by one that is `mild`
    heal quickly (F2-WND-12).
    """

    id: str
    name: str
    category: Category
    lists: tuple[str, ...] = ()
    covers: str = ""
    asks: str = ""
    examples: tuple[str, ...] = ()
    begins: Start = "mediocre"
    pyramid: str = ""
    magic: str = ""
    gives: Gift = ""
    speaks: bool = False
    mild: bool = False

    @property
    def is_easy(self) -> bool:
        return self.begins == "mediocre"

    @property
    def group(self) -> TraitGroup:
        return TraitGroup(self.id, self.name, self.asks, self.examples)


OWN_SKILL = Skill(
    id=OTHER, name="Another skill", category="other", asks="Which skill is it", examples=OTHER_SKILL_EXAMPLES
)
"""What is not in the list, if the GM agrees to it (F2-PYR-02)."""


def chosen_skills(skills: Iterable[Skill], dials: Dials) -> tuple[Skill, ...]:
    """The list of a campaign: from each category the division that was chosen, and what stands in no division."""
    own = (OWN_SKILL,) if dials.own_skills == "with-consent" else ()
    return (*_chosen(skills, dials), *own)


def _chosen(skills: Iterable[Skill], dials: Dials) -> Iterator[Skill]:
    for skill in skills:
        if skill.magic not in ("", dials.magic) or (skill.lists and division(skill.category, dials) not in skill.lists):
            continue
        if skill.category == "social" and dials.language_cap and dials.academic == "specific":
            skill = msgspec.structs.replace(skill, speaks=True)
        is_magical = skill.category == "magical" and skill.begins == "mediocre"
        yield msgspec.structs.replace(skill, begins=dials.magic_skills_begin) if is_magical else skill


def division(category: str, dials: Dials) -> str:
    """How a category is divided at this table."""
    field = "combat_skills" if category == "combat" else category
    return str(getattr(dials, field, ""))
