"""The animal forms that shapechangers know, the skins they have, and what they left behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.folds import update
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.rulesets.skein.book import FormPrice, Ignore, Tables
from fatetable.rulesets.skein.magic.enchantments import FORM, Enchantment, upon
from fatetable.rulesets.skein.sheet import powers

SKILL = "shapechanging"
SKIN = "animal-skin"


class LeftBehind(Struct, frozen=True):
    """What somebody had on them before they changed, and the figures of their own body."""

    lists: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, int]


class Shapes(Struct, frozen=True, omit_defaults=True):
    """`skins` holds characters whose skins changed since the beginning; `left` is what people left behind."""

    skins: Mapping[ActorId, tuple[str, ...]] = {}
    left: Mapping[ActorId, LeftBehind] = {}


SHAPES: Key[Shapes] = Key("shapes", Shapes, Shapes())


class SkinsChanged(Event, frozen=True, tag="skins-changed/1"):
    actor: ActorId
    skins: tuple[str, ...]


class ThingsLeft(Event, frozen=True, tag="things-left/1"):
    """What everybody has left behind from now on."""

    left: Mapping[ActorId, LeftBehind]


def _skins(shapes: Shapes, event: SkinsChanged) -> Shapes:
    return msgspec.structs.replace(shapes, skins={**shapes.skins, event.actor: event.skins})


SHAPE_FOLDS = folds(SHAPES, {SkinsChanged: _skins, ThingsLeft: update("left")})


Forms: TypeAlias = tuple[str, ...]


def with_article(form: str) -> str:
    """A form as a sentence names it.

    >>> [with_article(form) for form in ("wolf", "otter", "ewe", "Unicorn")]
    ['a wolf', 'an otter', 'a ewe', 'a Unicorn']
    """
    name = form.lower()
    begins_with_vowel = name.startswith(tuple("aeiou")) and not name.startswith(("ewe", "eu", "uni"))
    return f"an {form}" if begins_with_vowel else f"a {form}"


def forms_of(actor: Actor) -> Forms:
    return tuple(form.strip() for form in actor.sheet.lists.get("forms", ()) if form.strip())


def skins_of(state: State, actor: Actor) -> tuple[str, ...]:
    """The skins somebody has: one for each form to begin with (SK-SKILL-47)."""
    return state.get(SHAPES).skins.get(actor.id, forms_of(actor))


def needs_skin(tables: Tables, actor: Actor) -> bool:
    return not any(isinstance(e, Ignore) and e.what == SKIN for _, e in powers(tables, actor, Ignore))


def price_of_form(tables: Tables, actor: Actor, form: str) -> int:
    """The price of each change, which a stunt lowers for a favoured form (SK-SHAPE-01, SK-STUNT-47)."""
    for found, effect in powers(tables, actor, FormPrice):
        if isinstance(effect, FormPrice) and found.choice("form").casefold() == form.casefold():
            return effect.points
    return tables.magic.shapechanging.price


def form_of(state: State, actor: ActorId) -> Enchantment | None:
    return upon(state, actor, FORM)
