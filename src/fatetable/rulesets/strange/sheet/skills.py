"""The skills of a character: what each is rated, on which tier, and what its trappings let people do with it.

Common skills have the trappings of the book; what a sheet says of others is an entry with the trappings inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import HeldDrawback, HeldTrapping, Tables

SKILLS = "skills"
"""The list of entries on a sheet."""
TRAPPINGS, DRAWBACKS, BENEFITS, RATING, TIER = "trappings", "drawbacks", "benefits", "rating", "tier"
EXTRA = "extra"
"""The kind of a part of a common skill that puts extras on one of its trappings."""
MINIONS, SIMPLE, ADVANCED, DUPLICATES, TERMS = "minions", "simple", "advanced", "duplicates", "terms"
"""A trapping and its kinds: duplicates are a special form in the box of simple minions (SF-MINIONS-07)."""
RANGE, SPRAY, ZONE, PSYCHIC, UNUSUAL = "range", "spray", "zone", "psychic", "unusual"
"""Extras of trappings."""
COPIED = "copied"
"""The number of a part that a Variable trapping stands in for: how many of them it takes (SF-VARIABLE-03)."""
SKILL_KINDS = ("common", "unique", "strange")
MADE, MADE_SKILL = "made", "skills"
"""The list of what was made in play, and the kind of an entry in it that is a device of skills (SF-CRAFT-10)."""
MUNDANE, EXTRAORDINARY, SUPERHUMAN, ASCENDANT, GODLIKE = range(5)
"""Tiers, by their place in the table."""


class Skill(Struct, frozen=True, kw_only=True):
    """`benefits` are the trappings whose tier benefit it brings, `means` what it is done with (fire, mind).

    `bought` are the trappings that are paid for: all of a built skill, of a common one those with extras.  One that
    `has_to_be_readied` is off until somebody has done so.
    """

    id: str
    name: str
    kind: Literal["common", "unique", "strange"]
    rating: int
    tier: int = 0
    trappings: tuple[HeldTrapping, ...] = ()
    bought: tuple[HeldTrapping, ...] = ()
    drawbacks: tuple[HeldDrawback, ...] = ()
    benefits: tuple[str, ...] = ()
    means: tuple[str, ...] = ()
    has_to_be_readied: bool = False
    helps: tuple[str, ...] = ()
    """The skills it has a theme in common with, whose attacks its benefit makes heavier (SF-BEN-05)."""

    @property
    def is_strange(self) -> bool:
        """A common skill is strange too from Superhuman up (SF-SKILL-08)."""
        return self.kind == "strange" or (self.kind == "common" and self.tier > EXTRAORDINARY)

    def having(self, trapping: str, of: str = "") -> Iterator[HeldTrapping]:
        """This trapping, each time the skill has it; of one kind, if one is named."""
        return (held for held in self.trappings if held.id == trapping and of in ("", held.of))

    def has(self, trapping: str, of: str = "") -> bool:
        return any(self.having(trapping, of))

    def benefit(self, trapping: str, of: str = "") -> int:
        """The tier whose benefit the skill brings by a trapping; 0 for none."""
        chosen = any(benefit_of(held) in self.benefits for held in self.having(trapping, of))
        return self.tier if chosen else 0


def benefit_of(held: HeldTrapping) -> str:
    """What the benefit of a trapping is called on a sheet; each kind of a trapping has one of its own."""
    return f"{held.id} {SIMPLE if held.of == DUPLICATES else held.of}".strip()


def skill_id(name: str) -> str:
    """How a skill of this name is called in traits."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split())


# -- on the sheet ----------------------------------------------------------------------------------------------------


@remembered(limit=2048)
def skills_of(tables: Tables, sheet: Sheet) -> tuple[Skill, ...]:
    """The skills that somebody has, best first, with those of devices that were made in play."""
    made = (part for each in sheet.entries.get(MADE, ()) for part in each.entries.get(SKILLS, ()))
    found = (skill_of(tables, entry) for entry in (*sheet.entries.get(SKILLS, ()), *made))
    return tuple(sorted(found, key=lambda skill: (-skill.tier, -skill.rating)))


@remembered(limit=2048)
def bought_skills(tables: Tables, sheet: Sheet) -> tuple[Skill, ...]:
    """Those that cost refresh."""
    return tuple(skill_of(tables, entry) for entry in sheet.entries.get(SKILLS, ()))


@remembered(limit=2048)
def unrated_skills(tables: Tables, sheet: Sheet) -> tuple[Skill, ...]:
    """The common skills that somebody has not learned: everybody has them at Mediocre (SF-CHAR-08)."""
    known = {skill.id for skill in skills_of(tables, sheet)}
    return tuple(
        Skill(
            id=each.id, name=each.name, kind="common", rating=tables.figures.ratings.unrated, trappings=each.trappings
        )
        for each in tables.skills
        if each.id not in known
    )


def skills_with(tables: Tables, sheet: Sheet, trapping: str, of: str = "") -> tuple[Skill, ...]:
    """The skills somebody has with a trapping; if there is none, the first common one that has it (SF-SKILL-01)."""
    found = tuple(skill for skill in skills_of(tables, sheet) if skill.has(trapping, of))
    return found or tuple(skill for skill in unrated_skills(tables, sheet) if skill.has(trapping, of))[:1]


def skill_of(tables: Tables, entry: Entry) -> Skill:
    common = next((each for each in tables.skills if each.name == entry.name), None)
    bought = tuple(_held(part) for part in entry.entries.get(TRAPPINGS, ()) if not part.numbers.get(COPIED))
    copied = tuple(_held(part) for part in entry.entries.get(TRAPPINGS, ()) if part.numbers.get(COPIED))
    own = (*(common.trappings if common is not None and entry.kind == "common" else ()), *bought)
    drawbacks = tuple(_drawback(part) for part in entry.entries.get(DRAWBACKS, ()))
    return Skill(
        id=skill_id(entry.name),
        name=entry.name,
        kind=_kind(entry),
        rating=entry.numbers.get(RATING, 0),
        tier=min(max(0, entry.numbers.get(TIER, 0)), len(tables.tiers) - 1),
        trappings=(*own, *copied),
        bought=bought,
        drawbacks=drawbacks,
        has_to_be_readied=any(_takes_readying(tables, held, entry.numbers.get(TIER, 0)) for held in drawbacks),
        benefits=_benefits(tables, entry, own, copied),
        means=entry.lists.get("means", ()),
        helps=tuple(skill_id(name) for name in entry.lists.get("helps", ())),
    )


def _takes_readying(tables: Tables, held: HeldDrawback, tier: int) -> bool:
    """A delay or a transformation, or points to set aside, of which a mundane skill takes none."""
    row = tables.drawback(held.id)
    return row is not None and (row.kind in ("delay", "transform") or (row.kind == "profane" and tier > MUNDANE))


def is_on(actor: Actor, skill: Skill) -> bool:
    """Can a skill be used just now?"""
    return actor.switches.get(skill.id, not skill.has_to_be_readied)


def possible_benefits(tables: Tables, trappings: Iterable[HeldTrapping], tier: int) -> tuple[str, ...]:
    """The trappings that bring a benefit on a tier and count among those of a skill (SF-BEN-01, SF-BEN-04)."""
    found = ((benefit_of(held), tables.benefit(held.id, tier)) for held in trappings)
    return tuple(dict.fromkeys(name for name, row in found if row is not None and not row.is_gate))


def _benefits(
    tables: Tables, entry: Entry, own: tuple[HeldTrapping, ...], copied: tuple[HeldTrapping, ...]
) -> tuple[str, ...]:
    """What was chosen; and those of copied trappings too, as long as the rating allows more (SF-VARIABLE-04)."""
    chosen = entry.lists.get(BENEFITS, ()) or _benefits_by_themselves(tables, entry, own)
    more = possible_benefits(tables, copied, entry.numbers.get(TIER, 0))
    left = max(0, entry.numbers.get(RATING, 0) - len(chosen))
    return (*chosen, *[name for name in more if name not in chosen][:left])


def _benefits_by_themselves(tables: Tables, entry: Entry, trappings: tuple[HeldTrapping, ...]) -> tuple[str, ...]:
    """Where a skill may have every benefit that it could, nothing needs to be chosen."""
    possible = possible_benefits(tables, trappings, entry.numbers.get(TIER, 0))
    return possible if len(possible) <= entry.numbers.get(RATING, 0) else ()


def _kind(entry: Entry) -> Literal["common", "unique", "strange"]:
    match entry.kind:
        case "common":
            return "common"
        case "unique":
            return "unique"
        case _:
            return "strange"


def _held(part: Entry) -> HeldTrapping:
    trapping, _, of = (part.name if part.kind == EXTRA else part.kind).partition(" ")
    return HeldTrapping(
        id=trapping,
        of=DUPLICATES if part.numbers.get(DUPLICATES) else of or part.texts.get("of", "").strip(),
        extras=part.lists.get("extras", ()),
        note=part.texts.get("note", ""),
        terms=part.lists.get(TERMS, ()),
    )


def _drawback(part: Entry) -> HeldDrawback:
    return HeldDrawback(
        id=part.name,
        text=part.texts.get("text", ""),
        aspect=next(iter(part.lists.get("aspect", ())), ""),
        becomes=part.texts.get("becomes", ""),
        can_fail=bool(part.numbers.get("can-fail")),
        each_use=bool(part.numbers.get("each-use")),
        spares=next(iter(part.lists.get("spares", ())), ""),
        broken_by=part.texts.get("broken-by", "").strip().casefold(),
    )


def box_of(tables: Tables, held: HeldTrapping) -> str:
    """The box of the diagram that a trapping stands in; all types of one share a box."""
    is_typed = tables.has_trapping(held.id) and tables.trapping(held.id).is_typed
    return held.id if is_typed else benefit_of(held)


def fields_of(skill: Skill) -> tuple[str, ...]:
    """The kind of transport that a skill is for (SF-TRANSPORT-01)."""
    return tuple(term for held in skill.having("transport") for term in held.terms)


def riding(field: str) -> str:
    """The switch that says of a character that they are on a mount or vehicle of this kind."""
    return f"rides {field}"


def is_riding(actor: Actor, skill: Skill) -> bool:
    return any(actor.switches.get(riding(field)) for field in fields_of(skill))
