"""Fights to test at: maps of zones in a row, turns that come round, sheets with other gear."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.engine.messages import Event
from fatetable.engine.offers import ChoiceHole
from fatetable.engine.prompts import Prompt
from fatetable.mechanics.acting import Attack
from fatetable.mechanics.cast import CAST, Actor, ActorId
from fatetable.mechanics.conflicts import BeginConflict, EndConflict, EndTurn, NextExchange, StartConflict
from fatetable.mechanics.encounters import Conflict, conflict_of
from fatetable.mechanics.moving import Move
from fatetable.mechanics.rolls import ROLLS, Roll
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.staging import DrawZone, PlaceActor
from fatetable.mechanics.zones import ZONES, ZoneId, place_of
from fatetable.rulesets.skein.finishing import finish
from fatetable.rulesets.skein.passages import SetIndoors, SetPassage
from fatetable.rulesets.skein.ruleset import build
from fatetable.rulesets.skein.stunts import compose, stunts_of
from fatetable.rulesets.skein.tests.playing import Game
from fatetable.rulesets.skein.warbands import Band, band_of

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
    for found in stunts_of(sheet):
        if found.entry.id in styles:
            features.append(compose("fighting-style", styles[found.entry.id]))
        elif found.entry.id in swap:
            features.append(compose(swap[found.entry.id], {"aspect": "tale-2"}))
        else:
            features.append(found.feature)
    for field in ("traits", "numbers", "lists", "aspects", "texts"):
        if field in changes:
            merged = {**getattr(sheet, field), **changes[field]}
            changes[field] = {name: value for name, value in merged.items() if value is not None}
    return finish(msgspec.structs.replace(sheet, features=tuple(features), **changes))


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
        before: tuple[ZoneId, ...] = ()
        for name in zones:
            self.do("gm", DrawZone(name=name, next_to=before))
            before = (self.zone(name),)
        if indoors:
            self.do("gm", SetIndoors(tuple(self.zone(name) for name in zones)))
        for actor in self.table.state.get(CAST):
            if zones:
                self.place(actor, (places or {}).get(actor, zones[0]))
        if begin:
            self.begin(against)

    def begin(self, against: tuple[str, ...] = ()) -> None:
        """Everybody of the Storyteller's is an enemy, or only those named; ties go to whoever was there first."""
        foes = against or tuple(actor.id for actor in self.table.state.get(CAST).values() if not actor.is_pc)
        self.do("gm", StartConflict("combat", foes))  # type: ignore[arg-type]
        while self.prompt("tie"):
            self.answer("gm", "tie", "0")
        self.do("gm", BeginConflict())

    def choices(self, prompt: Prompt, key: str = "trait") -> set[str]:
        """Everything that may be filled in for one thing a prompt asks."""
        holes = [hole for option in prompt.options for hole in option.holes if hole.key == key]
        return {choice.value for hole in holes if isinstance(hole, ChoiceHole) for choice in hole.options}

    # -- maps ----------------------------------------------------------------------------------------------------

    def zone(self, name: str) -> ZoneId:
        return next(zone.id for zone in self.table.state.get(ZONES).zones.values() if zone.name == name)

    def place(self, actor: str, zone: str) -> None:
        self.do("gm", PlaceActor(actor, self.zone(zone)))  # type: ignore[arg-type]

    def where(self, actor: str) -> str:
        return self.table.state.get(ZONES).zones[place_of(self.table.state, actor)].name  # type: ignore[arg-type]

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
        return SEATS.get(actor, "gm")

    def actor(self, actor: str) -> Actor:
        return self.table.state.get(CAST)[actor]  # type: ignore[index]

    @property
    def conflict(self) -> Conflict:
        found = conflict_of(self.table.state)
        assert found is not None
        return found

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

    def turn_to_act(self, actor: str) -> None:
        """The next turn in which this one still has an action."""
        if self.acting == actor and actor in self.conflict.acted:
            self.do(self.seat(actor), EndTurn(actor))  # type: ignore[arg-type]
        self.turn_of(actor)

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
        self.turn_to_act(actor)
        attack = Attack(actor=actor, target=target, trait=trait, description="strikes", **more)  # type: ignore[arg-type]
        self.do(self.seat(actor), attack)
        return self.throw(self.seat(actor), dice)

    def cannot_strike(self, actor: str, target: str, trait: str) -> str:
        self.turn_to_act(actor)
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

    @property
    def last_roll(self) -> Roll:
        return list(self.table.state.get(ROLLS).values())[-1]

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
        return int(prompt.about["damage"])

    def band(self, actor: str) -> Band:
        return band_of(self.table.state, self.actor(actor))
