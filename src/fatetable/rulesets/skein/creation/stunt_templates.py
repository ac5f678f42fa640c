"""What the builder offers for stunts of Skein: those of the list with their blanks, and the types to compose from.

`sheet/stunts.py` makes the stunt from the answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import FeatureTemplate, TemplateField
from fatetable.mechanics.characters.effects import Feature
from fatetable.rulesets.skein.book import Blank, Stunt, Tables
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import YES, compose, skill_name

NO = "no"
_SKILL = Blank("skill", "Which skill, such as Stealth or Lore [History]")
_OWN_BLANKS: dict[str, tuple[Blank, ...]] = {
    "specialism": (
        _SKILL,
        Blank("use", "when … (the one way of using it)"),
        Blank("narrow", "Is that especially narrow?", (NO, YES)),
        Blank("strong", "Does it cost a Fate Point in every scene that sees it used?", (NO, YES)),
    ),
    "new-skill-use": (
        _SKILL,
        Blank("use", "It can also …"),
        Blank("magic", "Is that magic?", (NO, YES)),
        Blank("strong", "Is it so strong that each use costs a Fate Point?", (NO, YES)),
    ),
    "new-combat-application": (
        _SKILL,
        Blank("mode", "Does it attack, defend, or strike back after a defence?", ("attack", "defend", "strike-back")),
        Blank("range", "Hand to hand, at range, or both?", ("hand-to-hand", "ranged", "both")),
        Blank("how", "How does that look?"),
    ),
    "extra-capacity": (_SKILL, Blank("benefit", "Which benefit of the skill is doubled?")),
    "ignore-restriction": (
        _SKILL,
        Blank("what", "It is not hindered by …"),
        Blank("strong", "Is that so strong that each use costs a Fate Point?", (NO, YES)),
    ),
}
_PATTERNS = {
    "specialism": "{skill} is better when {use}.",
    "new-skill-use": "{skill} can also {use}.",
    "new-combat-application": "{skill} can {mode} ({range}): {how}.",
    "extra-capacity": "{skill} counts double for {benefit}.",
    "ignore-restriction": "{skill} is not hindered by {what}.",
}


def own_blanks(type_id: str) -> tuple[Blank, ...]:
    """What has to be decided about a stunt of this type."""
    return _OWN_BLANKS[type_id]


def own_templates(tables: Tables, slots: tuple[Choice, ...]) -> tuple[FeatureTemplate, ...]:
    """The types that stunts can be composed of (SK-CHAR-26, SK-STYPE-01 to SK-STYPE-05)."""
    aspect = TemplateField("aspect", "If it is magic: the Aspect it rests on", slots, optional=True)
    return tuple(
        FeatureTemplate(
            id=kind.id,
            label=f"{kind.name}: {kind.text}",
            pattern=_PATTERNS[kind.id],
            fields=(
                TemplateField("name", "Name of the stunt"),
                *(_field(tables, blank, slots) for blank in own_blanks(kind.id)),
                *((aspect,) if kind.magic_needs_aspect else ()),
            ),
        )
        for kind in tables.stunt_types
        if kind.own
    )


def listed_templates(tables: Tables, kind: str, dials: Dials, slots: tuple[Choice, ...]) -> tuple[FeatureTemplate, ...]:
    """Stunts of the list that leave something to their owner."""
    return tuple(
        FeatureTemplate(
            id=stunt.id,
            label=f"{stunt.name} ({stunt.group})",
            pattern=stunt.text,
            fields=_fields(tables, stunt, kind, slots),
        )
        for stunt in offered(tables, kind, dials)
        if _fields(tables, stunt, kind, slots)
    )


def ready_made(tables: Tables, kind: str, dials: Dials) -> tuple[Feature, ...]:
    """Stunts of the list that leave nothing open."""
    return tuple(
        compose(tables, stunt.id, {}) for stunt in offered(tables, kind, dials) if not _fields(tables, stunt, kind, ())
    )


def offered(tables: Tables, kind: str, dials: Dials) -> tuple[Stunt, ...]:
    """The stunts of the list that this kind of character may take at this table."""
    return tuple(
        stunt
        for stunt in tables.stunts
        if (kind == "animal" or not stunt.reserved_for_creatures or dials.flying_heroes)
        and (stunt.id != "heroic-inspiration" or dials.heroic_inspiration)
    )


def _fields(tables: Tables, stunt: Stunt, kind: str, slots: tuple[Choice, ...]) -> tuple[TemplateField, ...]:
    fields = [_field(tables, blank, slots) for blank in stunt.blanks]
    if stunt.needs_aspect and kind != "animal":
        fields.append(TemplateField("aspect", f"Your Aspect that tells of {stunt.aspect}", slots))
        if kind == "hero":
            tales = tuple(Choice(tale.slot, tale.name) for tale in tables.tales)
            label = "The tale that tells of it, if the Aspect comes from none"
            fields.append(TemplateField("tale", label, tales, optional=True))
    if kind != "animal":
        fields += _divine_fields(tables, stunt, slots)
    return tuple(fields)


def _divine_fields(tables: Tables, stunt: Stunt, slots: tuple[Choice, ...]) -> Iterator[TemplateField]:
    """Which god grants the stunt, if any does, and by which Aspect (SK-GOD-02)."""
    gods = tuple(Choice(god.name, god.name) for god in tables.gods if stunt.id in god.stunts)
    if gods:
        yield TemplateField("god", "The god who grants it, if any", gods, optional=True)
        if not stunt.needs_aspect:
            yield TemplateField("aspect", "Your Aspect of that god", slots, optional=True)


def _field(tables: Tables, blank: Blank, slots: tuple[Choice, ...]) -> TemplateField:
    if "aspects" in blank.options:
        return TemplateField(blank.name, blank.label, slots, blank.optional)
    options = tuple(
        Choice(option, skill_name(tables, option) if tables.skill(option) else option) for option in blank.options
    )
    return TemplateField(blank.name, blank.label, options, blank.optional)
