"""Stunts of Skein as features of a sheet: taken from the list or composed from one of its types.

A sheet holds the entry and what its owner chose; the list says what the stunt does, so that no sheet differs from it.
Whether a sheet may have a stunt is checked in `creation/checks/stunts.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.identity import remembered
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.effects import Bonus, Catalogued, Effect, Feature, When
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.book import (
    AttackKind,
    AttackWith,
    DefendWith,
    Ignore,
    Multiply,
    NewUse,
    Price,
    RollBonus,
    StrikeBack,
    Stunt,
    StuntEffect,
    StuntType,
    Tables,
)
from fatetable.rulesets.skein.sheet.skills import skill_name, trait_of

YES = "yes"
ATTACKS: Mapping[str, tuple[AttackKind, ...]] = {
    "hand-to-hand": ("hand-to-hand",),
    "ranged": ("ranged",),
    "both": ("hand-to-hand", "ranged"),
}


class Taken(Struct, frozen=True):
    """A stunt on a sheet: a feature, the entry of the list or the type it was composed from, and its choices."""

    feature: Feature
    entry: Stunt | StuntType
    choices: Mapping[str, str]

    @property
    def stunt(self) -> Stunt | None:
        return self.entry if isinstance(self.entry, Stunt) else None

    def choice(self, name: str) -> str:
        return self.choices.get(name, "")

    def is_chosen(self, name: str) -> bool:
        return self.choices.get(name) == YES


def taken(tables: Tables, feature: Feature) -> Taken | None:
    """A feature as a stunt; `None` if it names no entry that there is."""
    mark = next((effect for effect in feature.effects if isinstance(effect, Catalogued)), None)
    entry = entry_of(tables, mark.entry) if mark else None
    return Taken(feature, entry, mark.choices) if mark and entry else None


@functools.lru_cache(maxsize=1024)
def entry_of(tables: Tables, entry_id: str) -> Stunt | StuntType | None:
    """An entry of the list, or a type that players may compose stunts of."""
    if stunt := tables.stunt(entry_id):
        return stunt
    own = tables.stunt_type(entry_id)
    return own if own is not None and own.own else None


@remembered(limit=2048)
def stunts_of(tables: Tables, sheet: Sheet) -> tuple[Taken, ...]:
    return tuple(found for feature in sheet.features if (found := taken(tables, feature)))


def times_taken(tables: Tables, sheet: Sheet, stunt_id: str) -> int:
    return sum(each.entry.id == stunt_id for each in stunts_of(tables, sheet))


def named(tables: Tables, words: str) -> Stunt | None:
    """The stunt of the list that is called so."""
    wanted = " ".join(words.split()).casefold()
    return next(
        (
            stunt
            for stunt in tables.stunts
            if wanted in (stunt.id, stunt.name.casefold(), *(alias.casefold() for alias in stunt.aliases))
        ),
        None,
    )


# -- making ----------------------------------------------------------------------------------------------------------


def compose(tables: Tables, entry_id: str, values: Mapping[str, str]) -> Feature:
    """The stunt of this entry with these choices; missing choices show up among the problems of the sheet."""
    entry = entry_of(tables, entry_id)
    if entry is None:
        known = ", ".join(each.id for each in tables.stunt_types if each.own)
        message = f'There is no stunt "{entry_id[:60]}" in the list, and no type of that name: {known}.'
        raise MalformedCommand("unknown-template", message)
    chosen = {name: " ".join(value.split()) for name, value in values.items() if value.strip()}
    return _listed(tables, entry, chosen) if isinstance(entry, Stunt) else _own(tables, entry, chosen)


def _listed(tables: Tables, stunt: Stunt, chosen: Mapping[str, str]) -> Feature:
    words = {blank.name: _word(tables, chosen.get(blank.name, "")) for blank in stunt.blanks}
    found = Taken(Feature(name=stunt.name), stunt, chosen)
    return Feature(
        name=(stunt.shown_as or stunt.name).format(**words),
        text=stunt.text.format(**words),
        effects=_written(tables, found),
        limit=stunt.limit,
    )


def _own(tables: Tables, kind: StuntType, chosen: Mapping[str, str]) -> Feature:
    name = chosen.get("name", "")
    choices = {
        key: trait_of(tables, value) if key == "skill" else value for key, value in chosen.items() if key != "name"
    }
    found = Taken(Feature(name=name), kind, choices)
    return Feature(name=name, text=_own_text(tables, found), effects=_written(tables, found))


def _written(tables: Tables, found: Taken) -> tuple[Effect, ...]:
    """The effects written on the sheet: the entry, and the plain bonuses that shared code adds to a roll."""
    return (Catalogued(found.entry.id, dict(found.choices)), *_plain_bonuses(tables, found))


def _plain_bonuses(tables: Tables, found: Taken) -> Iterator[Bonus]:
    if price_of(found) is not None:
        return
    for effect in effects_of(tables, found):
        if isinstance(effect, RollBonus) and effect.skills and not effect.trigger:
            yield Bonus(effect.amount, When(effect.actions, effect.skills, effect.circumstance))


def _word(tables: Tables, value: str) -> str:
    if not value:
        return "…"
    return skill_name(tables, value) if tables.skill(value) else value


def _own_text(tables: Tables, found: Taken) -> str:
    skill = skill_name(tables, found.choice("skill")) if found.choice("skill") else "…"
    costs = price_of(found)
    price = f" It costs {_points(costs)}." if costs else ""
    match found.entry.id:
        case "specialism":
            text = f"{signed(specialism_bonus(tables, found))} to {skill} when {found.choice('use') or '…'}."
        case "new-skill-use":
            text = f"{skill} can also {found.choice('use') or '…'}."
        case "new-combat-application":
            text = f"{skill} {_MODES.get(found.choice('mode'), '…')}: {found.choice('how') or '…'}."
        case "extra-capacity":
            factor = _type(tables, "extra-capacity").factor
            text = f"{skill} counts {factor} times for {found.choice('benefit') or '…'}."
        case _:
            text = f"{skill} is not hindered by {found.choice('what') or '…'}."
    return text + price


_MODES = {"attack": "attacks", "defend": "defends", "strike-back": "strikes back when a defence succeeds"}


def _points(price: Price) -> str:
    number = "a Fate Point" if price.points == 1 else f"{price.points} Fate Points"
    return f"{number} per use" if price.per == "use" else f"{number} in every scene that sees it used"


def _type(tables: Tables, type_id: str) -> StuntType:
    return next(each for each in tables.stunt_types if each.id == type_id)


def specialism_bonus(tables: Tables, found: Taken) -> int:
    """One more for an especially narrow use (SK-STYPE-01)."""
    kind = _type(tables, "specialism")
    return kind.narrow_bonus if found.is_chosen("narrow") else kind.bonus


# -- what a stunt does and costs -------------------------------------------------------------------------------------


def price_of(found: Taken) -> Price | None:
    if isinstance(found.entry, Stunt):
        return found.entry.price
    if found.entry.id == "new-combat-application":
        return found.entry.strike_back_price if found.choice("mode") == "strike-back" else None
    return found.entry.strong_price if found.is_chosen("strong") else None


def effects_of(tables: Tables, found: Taken) -> tuple[StuntEffect, ...]:
    """What a stunt does, with the choices of its owner put in."""
    if isinstance(found.entry, Stunt):
        return tuple(_chosen(effect, found) for effect in found.entry.effects if _applies(effect, found))
    return _own_effects(tables, found)


def _applies(effect: StuntEffect, found: Taken) -> bool:
    return not (isinstance(effect, RollBonus) and effect.mode and effect.mode != found.choice("mode"))


def _chosen(effect: StuntEffect, found: Taken) -> StuntEffect:
    if not isinstance(effect, RollBonus):
        return effect
    skill = found.choice(effect.skill_from)
    return msgspec.structs.replace(
        effect,
        skills=(skill,) if skill else effect.skills,
        circumstance=found.choice(effect.circumstance_from) or effect.circumstance,
    )


def _own_effects(tables: Tables, found: Taken) -> tuple[StuntEffect, ...]:
    skill = found.choice("skill")
    match found.entry.id:
        case "specialism":
            skills = (skill,) if skill else ()
            return (RollBonus(amount=specialism_bonus(tables, found), skills=skills, circumstance=found.choice("use")),)
        case "new-skill-use":
            return (NewUse(found.choice("use"), skill),)
        case "new-combat-application":
            return _combat_effects(found, skill)
        case "extra-capacity":
            return (Multiply(found.choice("benefit"), _type(tables, "extra-capacity").factor, skill),)
        case _:
            return (Ignore(found.choice("what"), skill),)


def _combat_effects(found: Taken, skill: str) -> tuple[StuntEffect, ...]:
    kinds = ATTACKS.get(found.choice("range"), ())
    match found.choice("mode"):
        case "attack":
            return (AttackWith(skill, kinds),)
        case "defend":
            return (DefendWith(skill=skill, against=kinds),)
        case "strike-back":
            return (StrikeBack(against=kinds),)
        case _:
            return ()


@remembered(limit=2048)
def all_effects(tables: Tables, sheet: Sheet) -> tuple[tuple[Taken, StuntEffect], ...]:
    """Every effect of every stunt on a sheet, those of a stunt taken twice two times."""
    return tuple((found, effect) for found in stunts_of(tables, sheet) for effect in effects_of(tables, found))


def recomposed(tables: Tables, features: Iterable[Feature]) -> tuple[Feature, ...]:
    """The features as the list has them now; one that only bears the name of a listed stunt becomes that stunt."""
    return tuple(_recomposed(tables, feature) for feature in features)


def _recomposed(tables: Tables, feature: Feature) -> Feature:
    if found := taken(tables, feature):
        choices = dict(found.choices)
        return compose(tables, found.entry.id, choices if found.stunt else {**choices, "name": feature.name})
    stunt = named(tables, feature.name) if not feature.effects else None
    return compose(tables, stunt.id, {}) if stunt else feature


def power(tables: Tables, actor: Actor, kind: type[StuntEffect]) -> tuple[Taken, StuntEffect] | None:
    """The stunt with an effect of this kind, and that effect."""
    return next(iter(powers(tables, actor, kind)), None)


@remembered(limit=8192)
def powers(tables: Tables, actor: Actor, kind: type[StuntEffect]) -> tuple[tuple[Taken, StuntEffect], ...]:
    return tuple((found, effect) for found, effect in all_effects(tables, actor.sheet) if isinstance(effect, kind))
