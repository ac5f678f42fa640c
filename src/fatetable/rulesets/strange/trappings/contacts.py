"""Contacts an aspect before asking around: it says among whom, and costs nothing (SF-NETWORKING-01)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import CHARACTER, borne_by
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.undertakings.code import Code
from fatetable.rulesets.strange.book import Tables

ASKING = ("ask-around", "check-in")


def contacts_of(tables: Tables, state: State, actor: Actor) -> tuple[Choice, ...]:
    """Aspects of one's own, and those of the world that everybody shares."""
    # By their ids, because others may not know what one's own aspects say.
    own = (Choice(card.id, card.text) for card in borne_by(state, actor.id) if card.kind == CHARACTER)
    return (*own, *(Choice(text) for text in tables.aspects.world))


class Contacts(Struct, frozen=True):
    tables: Tables

    def subsystem(self) -> Subsystem:
        return Subsystem(name="asking around")

    def code(self) -> Mapping[str, Code]:
        return dict.fromkeys(ASKING, Code(picks=self._contacts))

    def _contacts(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        return contacts_of(self.tables, state, actor)
