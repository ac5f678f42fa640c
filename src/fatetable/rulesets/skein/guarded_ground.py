"""Curse barriers and runewards on a map: whoever walks across the one is cursed, the other keeps some beings out.

Without a map people say who comes to which of them.  How a curse is laid, or a ward defied, is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_awaited
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, address_of, controls, name_of, whose
from fatetable.mechanics.checks import Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.zones import NOWHERE, ZONES, ZoneId, place_of
from fatetable.rulesets.skein.enchantments import BARRIER, RUNEWARD, Enchantment, enchantment_of, in_effect
from fatetable.rulesets.skein.spellwork import people_there


class MarkGround(Command, frozen=True, kw_only=True, tag="mark-ground"):
    """Say which zone a barrier or a ward protects, or which border a barrier lies on."""

    enchantment: str
    zone: ZoneId
    beyond: ZoneId = NOWHERE


class JudgeKind(Command, frozen=True, kw_only=True, tag="judge-kind"):
    """The Storyteller says whether somebody is one of those whom a ward keeps out."""

    enchantment: str
    actor: ActorId
    is_kept_out: bool


class Ground(Struct, frozen=True, omit_defaults=True):
    """One zone, or the two at a border; `judged` says of whom it is known whether the ward keeps them out."""

    zones: tuple[ZoneId, ...] = ()
    judged: Mapping[ActorId, bool] = {}


Grounds: TypeAlias = Mapping[str, Ground]
GROUNDS: Key[Grounds] = Key("guarded-ground", dict[str, Ground], {})


class GroundSet(Event, frozen=True, tag="ground-set/1"):
    enchantment: str
    zones: tuple[ZoneId, ...]


class KindJudged(Event, frozen=True, tag="kind-judged/1"):
    """Told to whoever plays the one it is about: what somebody is, not everybody knows."""

    enchantment: str
    actor: ActorId
    is_kept_out: bool


class ZoneEntered(Struct, frozen=True):
    """The moment after somebody has walked into a zone."""

    actor: ActorId
    here: ZoneId
    there: ZoneId


class WayIsFree(Struct, frozen=True):
    """The moment in which it turns out that a ward does not concern somebody on their way."""

    actor: ActorId
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
    """What somebody would have to do with who goes from one zone into another."""
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


def cannot_pass(state: State, actor: Actor, here: ZoneId, there: ZoneId) -> Refusal | None:
    """Why somebody cannot go there: a ward has to be defied first (SK-STUNT-44)."""
    found = tuple(guards(state, actor.id, here, there))
    if any(each.kind == RUNEWARD and _keeps_out(state, each, actor.id) for each in found):
        return Refusal("warded", f"A runeward keeps {actor.name} out.")
    if found and (a_roll_is_open(state) or is_awaited(state, "kept_out", actor.id)):
        return Refusal("still-waiting", "Something else has to be settled first.")
    return None


def powers_are_held(state: State, actor: Actor) -> Refusal | None:
    """Within a ward those it is set against have no power either (SK-STUNT-44)."""
    here = place_of(state, actor.id)
    for ward in in_effect(state, RUNEWARD):
        if here != NOWHERE and ground_of(state, ward.id).zones == (here,) and _keeps_out(state, ward, actor.id):
            return Refusal("warded", f"A runeward holds the powers of {actor.name}.")
    return None


def ask_whether_kept_out(decision: Decision, actor: Actor, here: ZoneId, there: ZoneId) -> bool:
    """Whether the Storyteller has to say first if a ward is set against somebody."""
    for ward in guards(decision.state, actor.id, here, there):
        if ward.kind == RUNEWARD:
            ask(
                decision,
                "kept-out",
                (GM,),
                f"{actor.name} comes to a runeward against {ward.name}. Does it keep them out?",
                (Option("yes", "It does"), Option("no", "It is not against their like")),
                about={"kept_out": actor.id, "ward": ward.id, "zone": there},
                cites=decision.cites("runeward"),
                secret_to=(GM,),
            )
            return True
    return False


Curse: TypeAlias = Callable[[Decision, Enchantment, ActorId], None]


class GuardedGround(Struct, frozen=True, kw_only=True):
    """`curse` lays the curse of a barrier on whoever crosses it."""

    curse: Curse
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="guarded ground",
            decides={MarkGround: self._mark, JudgeKind: self._judge},
            evolves=folds(GROUNDS, {GroundSet: _set, KindJudged: _judged}),
            answers={"kept-out": self._ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ZoneEntered, SceneEnds),
        )

    # -- where ---------------------------------------------------------------------------------------------------

    def _may_mark(self, state: State, seat: Seat, found: Enchantment) -> bool:
        maker = state.get(CAST).get(found.maker)
        return not a_roll_is_open(state) and (seat.is_gm or (maker is not None and controls(seat, maker)))

    def _shown(self, state: State) -> dict[ZoneId, str]:
        return {zone.id: zone.name for zone in state.get(ZONES).zones.values() if not zone.is_hidden}

    def _mark(self, decision: Decision, command: MarkGround) -> None:
        found = enchantment_of(decision, command.enchantment, BARRIER, RUNEWARD)
        decision.require(
            self._may_mark(decision.state, decision.seat, found), "not-yours", "That is not yours to say now."
        )
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
        there = {choice.value for choice in people_there(decision.state)}
        decision.require(actor.id in there, "not-there", f"{actor.name} is not there.")
        self._write(decision, ward.id, actor.id, is_kept_out=command.is_kept_out)

    def _write(self, decision: Decision, ward: str, actor: ActorId, *, is_kept_out: bool) -> None:
        told = tuple(dict.fromkeys((*address_of(decision.state, actor), GM)))
        decision.emit(KindJudged(ward, actor, is_kept_out), to=told)

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor, zone = ActorId(str(prompt.about["kept_out"])), ZoneId(str(prompt.about["zone"]))
        self._write(decision, str(prompt.about["ward"]), actor, is_kept_out=answer.option == "yes")
        if answer.option == "no":
            decision.moment(WayIsFree(actor, zone))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ZoneEntered(actor, here, there):
                for found in tuple(guards(decision.state, actor, here, there)):
                    if found.kind == BARRIER:
                        self.curse(decision, found, actor)
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
            if shown and self._may_mark(state, seat, found):
                yield from self._marks(state, found, shown, self.cites(topic))
            if seat.is_gm and found.kind == RUNEWARD and (there := people_there(state)):
                for is_kept_out, words in ((True, "keeps out"), (False, "does not concern")):
                    yield Offer(
                        command=JudgeKind(enchantment=found.id, actor=ActorId(""), is_kept_out=is_kept_out),
                        label=f"The runeward against {found.name} {words} somebody",
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
            label=f"Say which zone {name} protects",
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
                    label=f"Lay {name} between {label} and another zone",
                    holes=(ChoiceHole("beyond", "which", others),),
                    cites=cites,
                    group="table",
                )
