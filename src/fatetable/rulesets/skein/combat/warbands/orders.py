"""What is ordered of warbands: to split up and come together, to follow somebody, to lock shields, to rally.

How many stand and fall is in `state`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, Price, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, AspectCard, AspectId
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    ActorJoined,
    actor_of,
    controls,
    require_control,
)
from fatetable.mechanics.characters.sheet import SIZE
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import ENCOUNTER, EncounterSet, Place, conflict_of
from fatetable.mechanics.harm.groups import (
    Group,
    GroupChanged,
    bring_back,
    change_group,
    group_of,
    leader_of,
    whole_of,
)
from fatetable.mechanics.harm.state import STRESS, Condition, ConditionSet, unchecked
from fatetable.mechanics.moments import ConflictEnds, RollIsOver
from fatetable.mechanics.points.accounts import BANK, move
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.departures import leave_game
from fatetable.mechanics.scenes.joining import outside
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import SIDES, SidesNamed, are_allies, side_of
from fatetable.mechanics.scenes.state import SCENE, PresenceChanged, is_present
from fatetable.mechanics.scenes.zones import ActorPlaced, place_of
from fatetable.mechanics.undertakings.undertaking import ended, margin_of, undertake
from fatetable.rulesets.skein.book import RecoverForce, Tables
from fatetable.rulesets.skein.combat.map.steps import StepsTaken, steps_of
from fatetable.rulesets.skein.combat.stances import stance_of, take_stance
from fatetable.rulesets.skein.combat.warbands.state import (
    is_band,
)
from fatetable.rulesets.skein.points import account_of, can_pay
from fatetable.rulesets.skein.rolls import has_turn, on_their_turn
from fatetable.rulesets.skein.sheet import Taken, all_effects, has_shield, price_of, single_stress

RALLY = "rally"


class SplitBand(Command, frozen=True, tag="split-band"):
    """Split this many fighters off a warband into a group of their own."""

    actor: ActorId
    number: int


class JoinBands(Command, frozen=True, tag="join-bands"):
    """A group goes back into another one like it."""

    actor: ActorId
    into: ActorId


class NameLeader(Command, frozen=True, tag="name-leader"):
    """The Storyteller says who leads a warband; nobody, if empty."""

    band: ActorId
    leader: ActorId


class FormShieldWall(Command, frozen=True, tag="form-shield-wall"):
    """Block instead of attacking; `aspect` is what shows that they were trained for it."""

    actor: ActorId
    aspect: AspectId


class RallyBand(Command, frozen=True, tag="rally-band"):
    """Bring the beaten back into the fight, once in it."""

    actor: ActorId
    band: ActorId


RALLIED: Key[tuple[ActorId, ...]] = Key("rallied", tuple[ActorId, ...], ())


class RalliesCounted(Event, frozen=True, tag="rallies-counted/1"):
    """Who has rallied a warband in this fight."""

    actors: tuple[ActorId, ...]


class WarbandOrders(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="warband orders",
            decides={
                SplitBand: self._split,
                JoinBands: self._join,
                NameLeader: self._name_leader,
                FormShieldWall: self._form_wall,
                RallyBand: self._rally,
            },
            evolves=folds(RALLIED, {RalliesCounted: set_to("actors")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ConflictEnds, RollIsOver),
        )

    # -- groups --------------------------------------------------------------------------------------------------

    def _is_free(self, state: State, actor: Actor) -> Refusal | None:
        """Orders are given on a group's own turn, before it acts, or outside of fights."""
        if not is_band(actor) or not is_active(state, actor.id):
            return Refusal("no-warband", f"{actor.name} is no warband that is there.")
        if conflict_of(state) is not None:
            return has_turn(state, actor.id)
        is_busy = state.get(ENCOUNTER) is not None or a_roll_is_open(state)
        return Refusal("not-finished", "A contest or a roll is still under way; finish it first.") if is_busy else None

    def _band(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._is_free(decision.state, actor))
        return actor

    def _split(self, decision: Decision, command: SplitBand) -> None:
        actor = self._band(decision, command.actor)
        band = group_of(decision.state, actor)
        decision.require(
            1 <= command.number < band.standing,
            "bad-number",
            f"{actor.name} cannot spare {command.number}: at least one has to go, and one to stay.",
        )
        group = self._new_group(decision, actor, command.number)
        change_group(
            decision, actor.id, "split", size=band.size - command.number, standing=band.standing - command.number
        )
        self._line_up(decision, actor, group)

    def _new_group(self, decision: Decision, actor: Actor, number: int) -> Actor:
        """Alike in everything but the number, and in the same zone (SK-WARB-06); named after the whole warband."""
        state = decision.state
        band, count = group_of(state, actor), 2
        whole = state.get(CAST).get(band.part_of, actor)
        while (group_id := ActorId(f"{whole.id}-{count}")) in state.get(CAST):
            count += 1
        sheet = msgspec.structs.replace(
            actor.sheet, name=f"{whole.name} ({count})", numbers={**actor.sheet.numbers, "size": number}
        )
        group = Actor(id=group_id, sheet=sheet, controller=actor.controller, patron=actor.patron)
        decision.emit(ActorJoined(group), to=(GM,), face=ActorJoined(outside(group, {group.kind: (SIZE,)})))
        tracks = unchecked({STRESS: single_stress(self.tables, sheet)})
        decision.emit(ConditionSet(group.id, Condition(tracks=tracks), "split"))
        part = Group(number, number, leader=band.leader, part_of=whole_of(state, actor))
        decision.emit(GroupChanged(group.id, part, "split"))
        return group

    def _line_up(self, decision: Decision, actor: Actor, group: Actor) -> None:
        """The new group stands where the old one does, on its side, and acts right after it."""
        state = decision.state
        decision.emit(PresenceChanged((*state.get(SCENE).present, group.id)))
        if zone := place_of(state, actor.id):
            decision.emit(ActorPlaced(group.id, zone))
        if state.get(SIDES):
            sides = state.get(SIDES)
            decision.emit(SidesNamed({**sides, group.id: side_of(state, actor.id)}))
        conflict = conflict_of(state)
        if conflict is None:
            return
        decision.emit(StepsTaken(group.id, steps_of(state, actor.id)))
        after = conflict.turn + 1
        own = Place((group.id,), conflict.order[conflict.turn].value)
        order = (*conflict.order[:after], own, *conflict.order[after:])
        decision.emit(EncounterSet(msgspec.structs.replace(conflict, order=order), f"{actor.name} splits up"))

    def _twins(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        """Groups that somebody could go into: alike in skill and gear, and in the same place."""
        if conflict_of(state) is not None or not group_of(state, actor).part_of:
            return ()  # The warband itself keeps its Aspects; its groups come back to it.
        return tuple(
            other
            for other in state.get(CAST).values()
            if other.id != actor.id
            and self._is_free(state, other) is None
            and (other.sheet.traits, other.sheet.lists) == (actor.sheet.traits, actor.sheet.lists)
            and place_of(state, other.id) == place_of(state, actor.id)
        )

    def _join(self, decision: Decision, command: JoinBands) -> None:
        actor = self._band(decision, command.actor)
        other = actor_of(decision, command.into)
        decision.require(
            other in self._twins(decision.state, actor),
            "not-alike",
            "Only a group that split off goes back, into one of its kind in the same place, and not during a fight.",
        )
        one, into = group_of(decision.state, actor), group_of(decision.state, other)
        counts = {name: getattr(one, name) + getattr(into, name) for name in ("size", "standing", "fallen", "fled")}
        change_group(decision, other.id, "joined", **counts)
        leave_game(decision, actor, other.id, "joined")

    # -- leaders and walls ---------------------------------------------------------------------------------------

    def _leaders(self, state: State, band: Actor) -> tuple[Actor, ...]:
        return tuple(
            actor
            for actor in state.get(CAST).values()
            if is_active(state, actor.id)
            and not is_band(actor)
            and (not state.get(SIDES) or are_allies(state, actor.id, band.id))
        )

    def _nameable(self, state: State, band: Actor) -> tuple[Choice, ...]:
        """Who may be said to lead a warband that is there: somebody with it, or nobody any longer."""
        leaders = tuple(Choice(actor.id, actor.name) for actor in self._leaders(state, band))
        if not is_present(state, band.id) or not (leaders or leader_of(state, band)):
            return ()
        return (Choice(NOBODY, "nobody"), *leaders)

    def _name_leader(self, decision: Decision, command: NameLeader) -> None:
        decision.require_gm()
        band = actor_of(decision, command.band)
        decision.require(is_band(band), "no-warband", f"{band.name} is no warband.")
        named = [choice.value for choice in self._nameable(decision.state, band)]
        decision.require(
            command.leader in named,
            "no-leader",
            "A warband is led by somebody on its side who is there with it and no warband themselves.",
        )
        change_group(decision, band.id, "led", leader=command.leader)

    def _drills(self, state: State, actor: Actor) -> tuple[AspectCard, ...]:
        """The Aspects one of which may show that a group can form a shield wall (SK-WARB-13)."""
        if not has_shield(self.tables, actor.sheet) or has_turn(state, actor.id) is not None or not is_band(actor):
            return ()
        if stance_of(state, actor.id) == "offensive":
            return ()
        whole = whole_of(state, actor)
        return tuple(c for c in state.get(ASPECTS).values() if c.bearer == whole and c.kind == CHARACTER)

    def _form_wall(self, decision: Decision, command: FormShieldWall) -> None:
        actor, conflict = on_their_turn(decision, command.actor)
        drills = [card.id for card in self._drills(decision.state, actor)]
        decision.require(
            command.aspect in drills, "no-shield-wall-training", f"{actor.name} has not learned to form a shield wall."
        )
        take_stance(decision, conflict, actor.id, "wall")
        decision.service(Conflicts).spend_action(decision, conflict, actor.id)

    # -- rallying ------------------------------------------------------------------------------------------------

    def _call(self, actor: Actor) -> tuple[Taken, RecoverForce] | None:
        return next(((t, e) for t, e in all_effects(self.tables, actor.sheet) if isinstance(e, RecoverForce)), None)

    def _cannot_rally(self, state: State, actor: Actor) -> Refusal | None:
        found = self._call(actor)
        if found is None:
            return Refusal("cannot-rally", f"{actor.name} has no stunt to rally anybody by.")
        if actor.id in state.get(RALLIED):
            return Refusal("cannot-rally", f"{actor.name} has rallied a warband in this fight; it is done once.")
        price = price_of(found[0])
        points = price.points if price else 0
        if not can_pay(state, actor, points):
            return Refusal("cannot-rally", f"{found[0].feature.name} costs {points} Fate Point{'s' * (points != 1)}.")
        return has_turn(state, actor.id)

    def _beaten(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        bands = (
            other for other in state.get(CAST).values() if is_band(other) and are_allies(state, actor.id, other.id)
        )
        return tuple(b for b in bands if group_of(state, b).standing < group_of(state, b).size and b.id != NOBODY)

    def _rally(self, decision: Decision, command: RallyBand) -> None:
        actor, _ = on_their_turn(decision, command.actor)
        decision.require_allowed(self._cannot_rally(decision.state, actor))
        found = self._call(actor)
        assert found is not None
        band = actor_of(decision, command.band)
        decision.require(
            band in self._beaten(decision.state, actor),
            "nobody-to-rally",
            "Nobody of that warband is out who could be rallied.",
        )
        stunt, effect = found
        price = price_of(stunt)
        move(decision, account_of(actor), BANK, price.points if price else 0, stunt.feature.name, "rally")
        decision.emit(RalliesCounted((*decision.state.get(RALLIED), actor.id)))
        words = f"{actor.name} rallies {band.name}"
        test = effect.test
        undertake(decision, self.rules, actor, test.skill, RALLY, words, difficulty=test.difficulty, target=band.id)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ConflictEnds) and decision.state.get(RALLIED):
            decision.emit(RalliesCounted(()))
        if (roll := ended(decision, moment, RALLY)) and margin_of(roll) > 0:
            found = self._call(decision.state.get(CAST)[roll.actor])
            number = margin_of(roll) * (found[1].per_degree if found else 0)
            band = decision.state.get(CAST)[roll.declaration.target]
            each = single_stress(self.tables, band.sheet)
            bring_back(decision, band.id, number, each, "stunned", "fallen", "fled")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            if is_band(actor) and seat.is_gm and not actor.is_hidden:
                yield from self._leader_offers(state, actor)
            if not controls(seat, actor):
                continue
            if self._is_free(state, actor) is None:
                yield from self._group_offers(state, actor)
            if drills := self._drills(state, actor):
                yield Offer(
                    command=FormShieldWall(actor.id, AspectId("")),
                    label="form a shield wall",
                    actor=actor.id,
                    verb="defend",
                    target=Target("aspect"),
                    holes=(ChoiceHole("aspect", "trainer", tuple(Choice(c.id, c.text) for c in drills)),),
                    cites=self.cites("shield-wall"),
                    group="act",
                )
            if self._cannot_rally(state, actor) is None and (beaten := self._beaten(state, actor)):
                found = self._call(actor)
                price = price_of(found[0]) if found else None
                yield Offer(
                    command=RallyBand(actor.id, NOBODY),
                    label="rally a warband",
                    actor=actor.id,
                    verb="help",
                    target=Target("actor"),
                    holes=(ChoiceHole("band", "whom", tuple(Choice(b.id, b.name) for b in beaten)),),
                    price=Price(price.points, account_of(actor)) if price else None,
                    cites=self.cites("rally"),
                    group="act",
                )

    def _leader_offers(self, state: State, band: Actor) -> Iterator[Offer]:
        if named := self._nameable(state, band):
            yield Offer(
                command=NameLeader(band.id, NOBODY),
                **one_of_a_family("Name the leader of …", band.name),
                verb="change",
                target=Target("actor", band.id),
                holes=(ChoiceHole("leader", "leader", named),),
                cites=self.cites("rout"),
                group="gm",
            )

    def _group_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        standing = group_of(state, actor).standing
        if standing > 1:
            yield Offer(
                command=SplitBand(actor.id, 1),
                label="split into two groups",
                actor=actor.id,
                verb="use",
                holes=(NumberHole("number", "number", 1, standing - 1),),
                cites=self.cites("split"),
                group="act",
            )
        if twins := self._twins(state, actor):
            yield Offer(
                command=JoinBands(actor.id, NOBODY),
                label="rejoin another group",
                actor=actor.id,
                verb="use",
                target=Target("actor"),
                holes=(ChoiceHole("into", "which", tuple(Choice(t.id, t.name) for t in twins)),),
                cites=self.cites("split"),
                group="act",
            )
