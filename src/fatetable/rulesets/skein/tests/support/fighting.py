"""Fights to test at: maps of zones in a row, turns that come round, sheets with other gear."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.engine.messages import Event
from fatetable.engine.offers import ChoiceHole
from fatetable.engine.prompts import Prompt
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.harm.groups import Group, group_of
from fatetable.mechanics.rolls.actions import Attack
from fatetable.rulesets.skein.combat.harm import DamageToTake
from fatetable.rulesets.skein.combat.map.borders import SetIndoors, SetPassage
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.ruleset import build
from fatetable.rulesets.skein.sheet.stunts import compose, stunts_of
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")
GUARD, MILITIA, HEARTH = ActorId("gate-guard"), ActorId("village-militia"), ActorId("hearth-guard")
CADFAN, OSRIC = ActorId("cadfan-wolf-banner"), ActorId("osric-the-reeve")
SAMPLES = build({}).creation.samples
SEATS: dict[str, str] = {BRANNOC: "ana", HESK: "bo"}


def changed(name: str, **changes: Any) -> Sheet:
    """A ready-made sheet with something else on it; `swap` and `styles` exchange stunts; `None` drops."""
    sheet = next(sheet for sheet in SAMPLES if sheet.name == name)
    swap, styles = changes.pop("swap", {}), changes.pop("styles", {})
    features = []
    for found in stunts_of(TABLES, sheet):
        if found.entry.id in styles:
            features.append(compose(TABLES, "fighting-style", styles[found.entry.id]))
        elif found.entry.id in swap:
            features.append(compose(TABLES, swap[found.entry.id], {"aspect": "tale-2"}))
        else:
            features.append(found.feature)
    for field in ("traits", "numbers", "lists", "aspects", "texts"):
        if field in changes:
            merged = {**getattr(sheet, field), **changes[field]}
            changes[field] = {name: value for name, value in merged.items() if value is not None}
    return finish(TABLES, msgspec.structs.replace(sheet, features=tuple(features), **changes))


class Fight(Game):
    """A combat that has begun; `zones` in a row, `places` says who stands in which of them."""

    def __init__(
        self,
        *foes: str | Sheet,
        zones: tuple[str, ...] = (),
        places: dict[str, str] | None = None,
        indoors: bool = False,
        begin: bool = True,
        against: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        super().__init__(foes=foes or ("Gate Guard",), **options)
        self.draw_zones(*zones)
        if indoors:
            self.do("gm", SetIndoors(tuple(self.zone(name) for name in zones)))
        for actor in self.table.state.get(CAST):
            if zones:
                self.place(actor, (places or {}).get(actor, zones[0]))
        if begin:
            self.begin(against)

    def begin(self, against: tuple[str, ...] = ()) -> None:
        """All of the Storyteller's people are enemies, or only those named; ties go to the first in the scene."""
        self.start_combat(second_side=against)

    def choices(self, prompt: Prompt, key: str = "trait") -> set[str]:
        """Everything that may be filled in for one thing a prompt asks."""
        holes = [hole for option in prompt.options for hole in option.holes if hole.key == key]
        return {choice.value for hole in holes if isinstance(hole, ChoiceHole) for choice in hole.options}

    # -- maps ----------------------------------------------------------------------------------------------------

    def bar(self, one: str, other: str, to_open: int, crossed: int = 0, to_close: int = -1, **more: Any) -> None:
        self.do(
            "gm",
            SetPassage(
                one=self.zone(one),
                other=self.zone(other),
                name="door",
                to_open=to_open,
                crossed=crossed,
                to_close=to_close,
                **more,
            ),
        )

    def move(self, actor: str, zone: str) -> tuple[Event, ...]:
        return self.do(self.seat(actor), Move(actor, self.zone(zone)))  # type: ignore[arg-type]

    def cannot_move(self, actor: str, zone: str) -> str:
        return self.refused(self.seat(actor), Move(actor, self.zone(zone)))  # type: ignore[arg-type]

    # -- turns ---------------------------------------------------------------------------------------------------

    def seat(self, actor: str) -> str:
        return self.seat_of(actor)

    @property
    def acting(self) -> str:
        """Whose turn it is; nobody's between two turns of the whole fight."""
        conflict = self.conflict
        return conflict.order[conflict.turn].actors[0] if conflict.turn < len(conflict.order) else ""

    def turn_of(self, actor: str) -> None:
        """Everybody passes until it is this one's turn."""
        for _ in range(50):
            if self.acting == actor:
                return
            if not self.acting:
                self.do("gm", NextExchange())
            else:
                self.do(self.seat(self.acting), EndTurn(self.acting))  # type: ignore[arg-type]
        raise AssertionError(f"{actor} gets no turn")

    def end_fight(self) -> None:
        while self.acting:
            self.do(self.seat(self.acting), EndTurn(self.acting))  # type: ignore[arg-type]
        self.do("gm", EndConflict())

    def next_turn_of(self, actor: str) -> None:
        if self.acting == actor:
            self.do(self.seat(actor), EndTurn(actor))  # type: ignore[arg-type]
        self.turn_of(actor)

    # -- blows ---------------------------------------------------------------------------------------------------

    def strike(self, actor: str, target: str, trait: str, dice: str = "0000", **more: Any) -> tuple[Event, ...]:
        """An attack on the attacker's turn up to its dice; the defender is then asked, unless nobody defends."""
        self.come_to(actor)
        attack = Attack(actor=actor, target=target, trait=trait, description="strikes", **more)  # type: ignore[arg-type]
        self.do(self.seat(actor), attack)
        return self.throw(self.seat(actor), dice)

    def cannot_strike(self, actor: str, target: str, trait: str) -> str:
        self.come_to(actor)
        attack = Attack(actor=actor, target=target, trait=trait, description="strikes")  # type: ignore[arg-type]
        return self.refused(self.seat(actor), attack)

    def ward(
        self, actor: str, trait: str, dice: str = "0000", option: str = "defend", *, holds_back: bool = True
    ) -> tuple[Event, ...]:
        """The answer to an attack; who could strike back then lets it be, unless told otherwise."""
        events = self.defend(self.seat(actor), trait, dice, option)
        if holds_back and self.prompt("strike-back"):
            events += self.answer(self.seat(actor), "strike-back", "hold")
        return events

    def modifiers(self, index: int) -> dict[str, int]:
        """What an effort of the last roll is made of, by where it comes from."""
        found: dict[str, int] = {}
        for modifier in self.last_roll.efforts[index].modifiers:
            found[modifier.source] = found.get(modifier.source, 0) + modifier.amount
        return found

    def damage(self) -> int:
        """What the damage prompt on the table is about."""
        prompt = self.prompt("harm")
        assert prompt is not None, [p.kind for p in self.prompts()]
        return prompt.read(DamageToTake).damage

    def band(self, actor: str) -> Group:
        return group_of(self.table.state, self.actor(actor))
