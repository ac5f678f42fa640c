"""Curse barriers and runewards on a map: a barrier curses people who cross it, a runeward keeps some beings out.

`magic.wards` has barriers, and `magic.runes` runewards, for tables without a map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_awaited
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, address_of, controls, name_of, whose
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.presence import is_active, people_there
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ZoneId, place_of
from fatetable.rulesets.skein.magic.enchantments import BARRIER, RUNEWARD, Enchantment, enchantment_of, in_effect
from fatetable.rulesets.skein.magic.wards import Wards
from fatetable.rulesets.skein.rolls import WayIsFree, ZoneEntered


class MarkGround(Command, frozen=True, kw_only=True, tag="mark-ground"):
    """Say which zone a barrier or a ward protects, or on which border a barrier is."""

    enchantment: str
    zone: ZoneId
    beyond: ZoneId = NOWHERE


class JudgeKind(Command, frozen=True, kw_only=True, tag="judge-kind"):
    """The Storyteller says whether a ward keeps somebody out."""

    enchantment: str
    actor: ActorId
    is_kept_out: bool


class Ground(Struct, frozen=True, omit_defaults=True):
    """One zone, or the two at a border; `judged` says of some whether the ward keeps them out."""

    zones: tuple[ZoneId, ...] = ()
    judged: Mapping[ActorId, bool] = {}


Grounds: TypeAlias = Mapping[str, Ground]
GROUNDS: Key[Grounds] = Key("guarded-ground", dict[str, Ground], {})


class GroundSet(Event, frozen=True, tag="ground-set/1"):
    enchantment: str
    zones: tuple[ZoneId, ...]


class KindJudged(Event, frozen=True, tag="kind-judged/1"):
    """Told to the player of the one it is about, since not everybody knows what they are."""

    enchantment: str
    actor: ActorId
    is_kept_out: bool


class KeptOut(PromptContext, frozen=True, kw_only=True, tag="kept-out"):
    """Whether a runeward keeps somebody out of a zone."""

    kept_out: ActorId
    ward: str
    zone: ZoneId


def _set(grounds: Grounds, event: GroundSet) -> Grounds:
    ground = grounds.get(event.enchantment, Ground())
    return {**grounds, event.enchantment: msgspec.structs.replace(ground, zones=event.zones)}


def _judged(grounds: Grounds, event: KindJudged) -> Grounds:
    ground = grounds.get(event.enchantment, Ground())
    judged = {**ground.judged, event.actor: event.is_kept_out}
    return {**grounds, event.enchantment: msgspec.structs.replace(ground, judged=judged)}


# -- questions -------------------------------------------------------------------------------------------------------


def ground_of(state: State, enchantment: str) -> Ground:
    return state.get(GROUNDS).get(enchantment, Ground())


def guards(state: State, actor: ActorId, here: ZoneId, there: ZoneId) -> Iterator[Enchantment]:
    """The barriers and wards that somebody meets on the way from one zone into another."""
    for found in in_effect(state, BARRIER, RUNEWARD):
        zones = ground_of(state, found.id).zones
        is_met = zones == (there,) or (len(zones) > 1 and set(zones) == {here, there})
        concerns = found.maker != actor if found.kind == BARRIER else _may_keep_out(state, found, actor)
        if is_met and concerns:
            yield found


def _may_keep_out(state: State, ward: Enchantment, actor: ActorId) -> bool:
    return actor not in ward.passed_by and ground_of(state, ward.id).judged.get(actor, True)


def _keeps_out(state: State, ward: Enchantment, actor: ActorId) -> bool:
    return actor not in ward.passed_by and ground_of(state, ward.id).judged.get(actor, False)


def _cannot_pass(state: State, actor: Actor, here: ZoneId, there: ZoneId) -> Refusal | None:
    """Why somebody cannot go there: a ward has to be defied first (SK-STUNT-44)."""
    found = tuple(guards(state, actor.id, here, there))
    if any(each.kind == RUNEWARD and _keeps_out(state, each, actor.id) for each in found):
        return Refusal("warded", f"A runeward keeps {actor.name} out, who has to defy it first.")
    if found and (a_roll_is_open(state) or is_awaited(state, "kept_out", actor.id)):
        return Refusal("still-waiting", "A roll or a question about a ward has to be settled first.")
    return None


def powers_are_held(state: State, actor: Actor) -> Refusal | None:
    """Within a ward those it is set against have no power either (SK-STUNT-44)."""
    here = place_of(state, actor.id)
    for ward in in_effect(state, RUNEWARD):
        if here != NOWHERE and ground_of(state, ward.id).zones == (here,) and _keeps_out(state, ward, actor.id):
            return Refusal("warded", f"A runeward holds the powers of {actor.name}, who has to defy it first.")
    return None


def _asks_first(decision: Decision, actor: Actor, here: ZoneId, there: ZoneId) -> bool:
    """Ask the Storyteller first, if there is a ward that may be set against somebody."""
    for ward in guards(decision.state, actor.id, here, there):
        if ward.kind == RUNEWARD:
            ask(
                decision,
                KeptOut(kept_out=actor.id, ward=ward.id, zone=there),
                (GM,),
                f"Does the runeward keep {actor.name} out?",
                (Option("yes", "Keep them out"), Option("no", "Let them pass")),
                detail=f"It is against {ward.name}.",
                cites=decision.cites("runeward"),
                secret_to=(GM,),
            )
            return True
    return False


class WardedWays(Struct, frozen=True):
    """What movement asks about wards and barriers."""

    def cannot_pass(self, state: State, actor: Actor, here: ZoneId, there: ZoneId) -> Refusal | None:
        return _cannot_pass(state, actor, here, there)

    def is_guarded(self, state: State, actor: ActorId, here: ZoneId, there: ZoneId) -> bool:
        return any(guards(state, actor, here, there))

    def asks_first(self, decision: Decision, actor: Actor, here: ZoneId, there: ZoneId) -> bool:
        return _asks_first(decision, actor, here, there)


class WardedZones(Struct, frozen=True, kw_only=True):
    wards: Wards
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="guarded ground",
            decides={MarkGround: self._mark, JudgeKind: self._judge},
            evolves=folds(GROUNDS, {GroundSet: _set, KindJudged: _judged}),
            answers={KeptOut: self._ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ZoneEntered, SceneEnds),
        )

    # -- where ---------------------------------------------------------------------------------------------------

    def _cannot_mark(self, state: State, seat: Seat, found: Enchantment) -> Refusal | None:
        maker = state.get(CAST).get(found.maker)
        if not seat.is_gm and (maker is None or not controls(seat, maker)):
            return Refusal("not-yours", "That is for the Storyteller and the player of its maker to say.")
        if a_roll_is_open(state):
            return Refusal("not-yours", "Finish the open roll first.")
        return None

    def _shown(self, state: State) -> dict[ZoneId, str]:
        return {zone.id: zone.name for zone in state.get(ZONES).zones.values() if not zone.is_hidden}

    def _mark(self, decision: Decision, command: MarkGround) -> None:
        found = enchantment_of(decision, command.enchantment, BARRIER, RUNEWARD)
        decision.require_allowed(self._cannot_mark(decision.state, decision.seat, found))
        shown = self._shown(decision.state)
        zones = (command.zone, command.beyond) if command.beyond else (command.zone,)
        decision.require(set(zones) <= set(shown), "no-such-zone", "There is no such zone.")
        is_border = len(zones) > 1
        decision.require(
            not is_border
            or (found.kind == BARRIER and decision.state.get(ZONES).border(command.zone, command.beyond) is not None),
            "no-such-way",
            "There is no such border to guard.",
            "curse-barrier",
        )
        decision.emit(GroundSet(found.id, zones))

    # -- whom ----------------------------------------------------------------------------------------------------

    def _judge(self, decision: Decision, command: JudgeKind) -> None:
        decision.require_gm()
        ward = enchantment_of(decision, command.enchantment, RUNEWARD)
        actor = actor_of(decision, command.actor)
        decision.require(is_active(decision.state, actor.id), "not-there", f"{actor.name} is not there.")
        self._write(decision, ward.id, actor.id, is_kept_out=command.is_kept_out)

    def _write(self, decision: Decision, ward: str, actor: ActorId, *, is_kept_out: bool) -> None:
        told = tuple(dict.fromkeys((*address_of(decision.state, actor), GM)))
        decision.emit(KindJudged(ward, actor, is_kept_out), to=told)

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(KeptOut)
        self._write(decision, asked.ward, asked.kept_out, is_kept_out=answer.option == "yes")
        if answer.option == "no":
            decision.moment(WayIsFree(asked.kept_out, asked.zone))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ZoneEntered(actor, here, there):
                for found in tuple(guards(decision.state, actor, here, there)):
                    if found.kind == BARRIER:
                        self.wards.spring(decision, found, actor)
            case SceneEnds():
                for enchantment, ground in decision.state.get(GROUNDS).items():
                    if ground.zones:
                        decision.emit(GroundSet(enchantment, ()))
            case _:
                pass

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        shown = self._shown(state)
        for found in in_effect(state, BARRIER, RUNEWARD):
            topic = "curse-barrier" if found.kind == BARRIER else "runeward"
            if shown and self._cannot_mark(state, seat, found) is None:
                yield from self._marks(state, found, shown, self.cites(topic))
            if seat.is_gm and found.kind == RUNEWARD and (there := people_there(state)):
                for is_kept_out, words in ((True, "keeps out"), (False, "does not concern")):
                    yield Offer(
                        command=JudgeKind(enchantment=found.id, actor=ActorId(""), is_kept_out=is_kept_out),
                        label=f"The runeward against {found.name} {words} somebody",
                        verb="change",
                        target=Target("actor"),
                        holes=(ChoiceHole("actor", "whom", there),),
                        cites=self.cites(topic),
                        group="gm",
                    )

    def _marks(
        self, state: State, found: Enchantment, shown: Mapping[ZoneId, str], cites: tuple[str, ...]
    ) -> Iterator[Offer]:
        name = f"{whose(name_of(state, found.maker))} {found.kind} ({found.name})"
        zones = tuple(Choice(zone, label) for zone, label in shown.items())
        yield Offer(
            command=MarkGround(enchantment=found.id, zone=NOWHERE),
            **one_of_a_family("Choose the zone of …", name),
            verb="place",
            target=Target("zone"),
            holes=(ChoiceHole("zone", "zone", zones),),
            cites=cites,
            group="table",
        )
        for zone, label in shown.items() if found.kind == BARRIER else ():
            others = tuple(
                Choice(beyond, shown[beyond])
                for border in state.get(ZONES).borders
                if zone in (border.one, border.other) and (beyond := border.beyond(zone)) in shown
            )
            if others:
                yield Offer(
                    command=MarkGround(enchantment=found.id, zone=zone),
                    **one_of_a_family(f"Place {name} on a border of …", label),
                    verb="place",
                    target=Target("zone", zone),
                    holes=(ChoiceHole("beyond", "which", others),),
                    cites=cites,
                    group="table",
                )
