"""Conflicts: sides, turn order, exchanges, one turn and one action each, until one side is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Die
from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptWithdrawn, ask, is_blocked, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, name_of, require_control, whose
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.effects import ActFirst
from fatetable.mechanics.encounters import ENCOUNTER, Conflict, EncounterEnded, EncounterSet, Place, conflict_of
from fatetable.mechanics.features import spend_use, uses_left
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.helping import drop_helper, take_help
from fatetable.mechanics.moments import (
    ActorIsOut,
    ConflictEnds,
    ConsequencesTaken,
    HelpGiven,
    RollIsDeclared,
    RollIsOver,
    TurnEnds,
    TurnLost,
)
from fatetable.mechanics.rolls import ROLLS, RollId, a_roll_is_open, open_rolls
from fatetable.mechanics.scenes import SCENE
from fatetable.mechanics.sides import HEROES, OPPOSITION, SidesNamed, side_of
from fatetable.mechanics.turns import can_walk_on, is_game_master, later_allies, nothing_against_it, on_turn


class StartConflict(Command, frozen=True, tag="start-conflict"):
    """`second_side` stands against everybody else present."""

    kind: str
    second_side: tuple[ActorId, ...]


class JoinConflict(Command, frozen=True, tag="join-conflict"):
    """Someone arrives and is placed in the order at the next exchange."""

    actor: ActorId
    side: str


class ActFirstNow(Command, frozen=True, tag="act-first"):
    """A feature puts its owner ahead of everybody, while the turn order is being made."""

    actor: ActorId
    feature: str


class BeginConflict(Command, frozen=True, tag="begin-conflict"):
    pass


class PledgeHelp(Command, frozen=True, tag="pledge-help"):
    """Give up this turn's action to help an ally who acts later in the exchange."""

    actor: ActorId
    ally: ActorId


class EndTurn(Command, frozen=True, tag="end-turn"):
    actor: ActorId


class NextExchange(Command, frozen=True, tag="next-exchange"):
    pass


class EndConflict(Command, frozen=True, tag="end-conflict"):
    """Both sides stop; possible between two exchanges."""


class Conflicts(Struct, frozen=True, kw_only=True):
    """`turn_value(actor, kind)` ranks actors; `kinds` are the sorts of conflict the ruleset knows.

    `may_move_on` says who can still move once their action is spent; `may_call` who runs the sequence.
    `cannot_start_now` is a reason of the ruleset's own why none can begin; `bystanders` are kinds that never take part.
    """

    kinds: tuple[Choice, ...]
    turn_value: Callable[[Actor, str], int]
    groups_npcs: bool
    rules: CheckRules
    cites: Cites
    may_move_on: Callable[[State, Conflict, ActorId], bool] = can_walk_on
    may_call: Callable[[State, Seat], bool] = is_game_master
    cannot_start_now: Callable[[State], str] = nothing_against_it
    dice_break_ties: bool = False
    bystanders: tuple[str, ...] = ()

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="conflicts",
            decides={
                StartConflict: self._start,
                JoinConflict: self._join,
                ActFirstNow: self._act_first,
                BeginConflict: self._begin,
                PledgeHelp: self._pledge,
                EndTurn: self._end_turn,
                NextExchange: self._next_exchange,
                EndConflict: self._end,
            },
            answers={"tie": self._tie_broken},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsDeclared, HelpGiven, RollIsOver, ConsequencesTaken, TurnLost, ActorIsOut),
        )

    # -- setting up ----------------------------------------------------------------------------------------------

    def _start(self, decision: Decision, command: StartConflict) -> None:
        decision.require_gm()
        state = decision.state
        refusal = self._cannot_start(state)
        decision.require(not refusal, "encounter-running", refusal)
        decision.require(
            any(kind.value == command.kind for kind in self.kinds), "unknown-kind", f"No conflict is {command.kind!r}."
        )
        able = self._able(state)
        decision.require(
            set(command.second_side) < {actor.id for actor in able} and bool(command.second_side),
            "bad-sides",
            "A conflict needs two sides of people who are there.",
        )
        self.open(decision, command.kind, {a.id: (HEROES, OPPOSITION)[a.id in command.second_side] for a in able})

    def open(self, decision: Decision, kind: str, sides: Mapping[ActorId, str]) -> None:
        """Let those who are named fight, each for a side; others stay out of it until they join."""
        decision.emit(SidesNamed(sides))
        order = self._order(tuple(decision.state.get(CAST)[actor] for actor in sides), kind, {})
        self._set(decision, Conflict(kind=kind, order=order), "A conflict begins")
        self._ask_ties(decision)

    def _able(self, state: State) -> tuple[Actor, ...]:
        there = (state.get(CAST).get(actor) for actor in state.get(SCENE).present if not is_out(state, actor))
        return tuple(actor for actor in there if actor and actor.kind not in self.bystanders)

    def _cannot_start(self, state: State) -> str:
        if not state.get(SCENE).is_open:
            return "A conflict needs a scene."
        if state.get(ENCOUNTER) is not None or a_roll_is_open(state) or is_blocked(state):
            return "Something else is still under way."
        return self.cannot_start_now(state)

    def _order(self, actors: tuple[Actor, ...], kind: str, ranks: Mapping[ActorId, int]) -> tuple[Place, ...]:
        """Highest value first.  What the game master runs shares one place, at the best value among them."""
        values = {actor.id: ranks.get(actor.id, self.turn_value(actor, kind)) for actor in actors}
        together = tuple(actor.id for actor in actors if not actor.is_pc) if self.groups_npcs else ()
        places = [Place((actor,), value) for actor, value in values.items() if actor not in together]
        if together:
            places.append(Place(together, max(values[actor] for actor in together)))
        return tuple(sorted(places, key=lambda place: -place.value))

    def rank(self, decision: Decision, actor: ActorId, value: int) -> None:
        """Someone's value is ruled on: make the order anew while it is being made, or keep it for a newcomer."""
        conflict = conflict_of(decision.state)
        assert conflict is not None
        ranks = {**conflict.ranks, actor: value}
        order = conflict.order
        if not conflict.is_running:
            cast = decision.state.get(CAST)
            first = tuple(place for place in order if place.is_first)
            rest = tuple(cast[other] for place in order if not place.is_first for other in place.actors)
            order = first + self._order(rest, conflict.kind, ranks)
        self._reorder(decision, msgspec.structs.replace(conflict, ranks=ranks, order=order))

    def _reorder(self, decision: Decision, conflict: Conflict, news: str = "") -> None:
        self._withdraw_ties(decision)
        self._set(decision, conflict, news)
        if not conflict.is_running:
            self._ask_ties(decision)

    def _withdraw_ties(self, decision: Decision) -> None:
        for prompt in tuple(open_about(decision.state, turn_order="yes")):
            decision.emit(PromptWithdrawn(prompt.id))

    def _ask_ties(self, decision: Decision) -> None:
        """One question for every run of places that nothing has put in order yet."""
        conflict = conflict_of(decision.state)
        assert conflict is not None
        settled = 0
        for _, run in groupby(conflict.order, key=lambda place: (place.is_first, place.value)):
            tied = tuple(run)
            if len(tied) > 1:
                self._ask_tie(decision, settled, len(tied))
            settled += len(tied)

    def _ask_tie(self, decision: Decision, start: int, number: int) -> None:
        conflict = conflict_of(decision.state)
        assert conflict is not None
        tied = conflict.order[start : start + number]
        options = tuple(
            Option(str(index), " and ".join(name_of(decision.state, actor) for actor in place.actors))
            for index, place in enumerate(tied)
        )
        if self.dice_break_ties:
            options += (Option("dice", "Let the dice decide"),)
        ask(
            decision,
            "tie",
            (GM,),
            "Equally fast: who goes first?",
            options,
            about={"start": start, "number": number, "turn_order": "yes"},
            cites=decision.cites("turn-ties"),
        )

    def _tie_broken(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        conflict = conflict_of(decision.state)
        assert conflict is not None
        start, number = int(prompt.about["start"]), int(prompt.about["number"])
        tied = list(conflict.order[start : start + number])
        if answer.option == "dice":
            faces = tuple(range(number))
            chosen = decision.throw((Die(f"d{number}", tuple(face + 1 for face in faces), faces),)).total
        else:
            chosen = int(answer.option)
        tied.insert(0, tied.pop(chosen))
        order = conflict.order[:start] + tuple(tied) + conflict.order[start + number :]
        self._set(decision, msgspec.structs.replace(conflict, order=order))
        if number > 2:
            self._ask_tie(decision, start + 1, number - 1)

    def _act_first(self, decision: Decision, command: ActFirstNow) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        conflict = conflict_of(decision.state)
        if conflict is None or not self._may_act_first(decision.state, conflict, actor, command.feature):
            raise decision.violation("cannot-act-first", f"{actor.name} cannot change the turn order now.")
        spend_use(decision, actor.id, command.feature)
        value = self.turn_value(actor, conflict.kind)
        rest = []
        for place in conflict.order:
            others = tuple(other for other in place.actors if other != actor.id)
            if others:
                rest.append(msgspec.structs.replace(place, actors=others))
        rest.append(Place((actor.id,), value, is_first=True))
        order = tuple(sorted(rest, key=lambda place: (not place.is_first, -place.value)))
        self._reorder(decision, msgspec.structs.replace(conflict, order=order), f"{actor.name} acts first")

    def _may_act_first(self, state: State, conflict: Conflict, actor: Actor, feature_name: str) -> bool:
        feature = actor.sheet.feature(feature_name)
        return (
            not conflict.is_running
            and feature is not None
            and any(isinstance(e, ActFirst) and e.conflict == conflict.kind for e in feature.effects)
            and uses_left(state, actor, feature) != 0
            and actor.id in conflict.actors
        )

    def _cannot_begin(self, state: State) -> str:
        return "A roll is still on the table." if a_roll_is_open(state) else self.cannot_start_now(state)

    def _begin(self, decision: Decision, _: BeginConflict) -> None:
        self._require_caller(decision)
        conflict = conflict_of(decision.state)
        if conflict is None or conflict.is_running:
            raise decision.violation("no-conflict", "There is no conflict waiting to begin.")
        decision.require(not is_blocked(decision.state), "questions-open", "Some questions are still open.")
        refusal = self._cannot_begin(decision.state)
        decision.require(not refusal, "not-finished", refusal)
        self._start_exchange(decision, msgspec.structs.replace(conflict, is_running=True))

    def _join(self, decision: Decision, command: JoinConflict) -> None:
        decision.require_gm()
        conflict = conflict_of(decision.state)
        if conflict is None:
            raise decision.violation("no-conflict", "There is no conflict to join.")
        actor = actor_of(decision, command.actor)
        decision.require(
            self._may_join(decision.state, conflict, actor), "cannot-join", f"{actor.name} cannot join the conflict."
        )
        sides = {side_of(decision.state, other) for other in conflict.actors}
        decision.require(command.side in sides, "bad-sides", f"There is no side {command.side!r}.")
        everyone = {other: side_of(decision.state, other) for other in (*conflict.actors, *conflict.newcomers)}
        decision.emit(SidesNamed({**everyone, actor.id: command.side}))
        self._set(decision, msgspec.structs.replace(conflict, newcomers=(*conflict.newcomers, actor.id)))

    def _may_join(self, state: State, conflict: Conflict, actor: Actor) -> bool:
        return actor in self._able(state) and not conflict.involves(actor.id)

    # -- exchanges and turns -------------------------------------------------------------------------------------

    def _start_exchange(self, decision: Decision, conflict: Conflict) -> None:
        order = conflict.order
        for newcomer in conflict.newcomers:
            order = self._insert(decision.state, conflict, newcomer, order)
        fresh = msgspec.structs.replace(
            conflict,
            order=order,
            newcomers=(),
            exchange=conflict.exchange + 1,
            turn=0,
            acting=NOBODY,
            acted=(),
            done=(),
            moved=(),
            pledges={},
        )
        self._set(decision, fresh, f"Exchange {fresh.exchange}")
        self.advance(decision)

    def _insert(
        self, state: State, conflict: Conflict, newcomer: ActorId, order: tuple[Place, ...]
    ) -> tuple[Place, ...]:
        """By its value, behind those who are there already; among the game master's others if they act together."""
        cast = state.get(CAST)
        actor = cast[newcomer]
        if self.groups_npcs and not actor.is_pc:
            for index, place in enumerate(order):
                if not place.is_first and not any(cast[other].is_pc for other in place.actors):
                    joined = msgspec.structs.replace(place, actors=(*place.actors, newcomer))
                    return (*order[:index], joined, *order[index + 1 :])
        own = Place((newcomer,), conflict.ranks.get(newcomer, self.turn_value(actor, conflict.kind)))
        return tuple(sorted((*order, own), key=lambda p: (not p.is_first, -p.value)))

    def advance(self, decision: Decision) -> None:
        """Come to the next actor who still has a turn; past the last, the exchange is over."""
        conflict = conflict_of(decision.state)
        if conflict is None or not conflict.is_running:
            return
        turn = conflict.turn
        while turn < len(conflict.order):
            able = [
                actor
                for actor in conflict.order[turn].actors
                if actor not in conflict.done and not is_out(decision.state, actor)
            ]
            idle = [
                actor
                for actor in able
                if actor in conflict.acted and not self.may_move_on(decision.state, conflict, actor)
            ]
            if idle:
                conflict = msgspec.structs.replace(conflict, done=(*conflict.done, *idle))
                continue
            if able:
                acting = able[0] if len(able) == 1 else NOBODY
                if conflict.acting in able:
                    acting = conflict.acting
                self._set(decision, msgspec.structs.replace(conflict, turn=turn, acting=acting))
                return
            turn += 1
        self._set(decision, msgspec.structs.replace(conflict, turn=turn, acting=NOBODY))

    def _turn_of(self, decision: Decision, actor_id: ActorId) -> tuple[Actor, Conflict]:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        conflict = conflict_of(decision.state)
        if conflict is None:
            raise decision.violation("no-conflict", "There is no conflict.")
        refusal = on_turn(decision.state, conflict, actor.id)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        return actor, conflict

    def _end_turn(self, decision: Decision, command: EndTurn) -> None:
        actor, conflict = self._turn_of(decision, command.actor)
        changed = msgspec.structs.replace(conflict, done=(*conflict.done, actor.id), acting=NOBODY)
        self._set(decision, changed)
        self.advance(decision)

    def _pledge(self, decision: Decision, command: PledgeHelp) -> None:
        actor, conflict = self._turn_of(decision, command.actor)
        decision.require(actor.id not in conflict.acted, "already-acted", f"{whose(actor.name)} action is spent.")
        decision.require(
            command.ally in self._allies_to_help(decision.state, conflict, actor.id),
            "not-an-ally",
            "Help can be pledged to an ally who acts later in this exchange.",
        )
        pledges = {**conflict.pledges, actor.id: command.ally}
        self.spend_action(decision, msgspec.structs.replace(conflict, pledges=pledges), actor.id)

    def _allies_to_help(self, state: State, conflict: Conflict, actor: ActorId) -> tuple[ActorId, ...]:
        """Nobody, where an action given up is of no help to anybody else's roll."""
        return later_allies(state, conflict, actor) if self.rules.help_bonus else ()

    def spend_action(self, decision: Decision, conflict: Conflict, actor: ActorId) -> None:
        """The action is gone; the turn ends with it unless a free move is left."""
        acted = conflict.acted if actor in conflict.acted else (*conflict.acted, actor)
        conflict = msgspec.structs.replace(conflict, acted=acted)
        on_turn_now = conflict.turn < len(conflict.order) and actor in conflict.order[conflict.turn].actors
        if on_turn_now:
            stays = self.may_move_on(decision.state, conflict, actor) and not is_out(decision.state, actor)
            if stays:
                conflict = msgspec.structs.replace(conflict, acting=actor)
            else:
                conflict = msgspec.structs.replace(conflict, done=(*conflict.done, actor), acting=NOBODY)
        self._set(decision, conflict)
        self.advance(decision)

    def _require_caller(self, decision: Decision) -> None:
        decision.require(
            self.may_call(decision.state, decision.seat), "gm-only", "Only whoever runs the conflict may do that."
        )

    def _next_exchange(self, decision: Decision, _: NextExchange) -> None:
        self._require_caller(decision)
        conflict = self._between_exchanges(decision)
        self._start_exchange(decision, conflict)

    def _end(self, decision: Decision, _: EndConflict) -> None:
        decision.require_gm()
        self._between_exchanges(decision)
        self._finish(decision, "Both sides stop")

    def _between_exchanges(self, decision: Decision) -> Conflict:
        conflict = conflict_of(decision.state)
        if conflict is None or not self._exchange_is_over(decision.state, conflict):
            raise decision.violation("exchange-running", "The exchange is not over yet.")
        return conflict

    def _exchange_is_over(self, state: State, conflict: Conflict) -> bool:
        return (
            conflict.is_running
            and conflict.turn >= len(conflict.order)
            and not is_blocked(state)
            and not a_roll_is_open(state)
        )

    def _finish(self, decision: Decision, result: str) -> None:
        self._withdraw_ties(decision)
        decision.emit(EncounterEnded(result))
        decision.emit(SidesNamed({}))
        decision.moment(ConflictEnds())

    def end_if_one_side_left(self, decision: Decision) -> bool:
        conflict = conflict_of(decision.state)
        if conflict is None:
            return False
        everyone = (*conflict.actors, *conflict.newcomers)
        sides = {side_of(decision.state, actor) for actor in everyone if not is_out(decision.state, actor)}
        has_open_terms = any(open_about(decision.state, conceding="yes"))
        if len(sides) > 1 or has_open_terms or a_roll_is_open(decision.state):
            return False
        self._finish(decision, "One side is left")
        return True

    def _set(self, decision: Decision, conflict: Conflict, news: str = "") -> None:
        if conflict != decision.state.get(ENCOUNTER):
            before = conflict_of(decision.state)
            decision.emit(EncounterSet(conflict, news))
            for actor in conflict.done:
                if before is not None and actor not in before.done:
                    decision.moment(TurnEnds(actor))

    # -- what others do ------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        conflict = conflict_of(decision.state)
        if conflict is None:
            return
        match moment:
            case RollIsDeclared(roll):
                self._redeem_pledges(decision, conflict, RollId(roll))
            case HelpGiven(actor):
                acted = conflict.acted if actor in conflict.acted else (*conflict.acted, ActorId(actor))
                pledges = {helper: ally for helper, ally in conflict.pledges.items() if helper != actor}
                self._set(decision, msgspec.structs.replace(conflict, acted=acted, pledges=pledges))
            case RollIsOver(roll, was_cancelled):
                self._roll_is_over(decision, conflict, RollId(roll), was_cancelled=was_cancelled)
            case ConsequencesTaken(actor, number):
                taken = conflict.consequences.get(ActorId(actor), 0) + number
                counts = {**conflict.consequences, ActorId(actor): taken}
                self._set(decision, msgspec.structs.replace(conflict, consequences=counts))
            case TurnLost(actor):
                if actor in conflict.actors and actor not in conflict.acted and conflict.is_running:
                    self.spend_action(decision, conflict, ActorId(actor))
            case ActorIsOut(actor):
                self._lose_help_of(decision, ActorId(actor))
                # What takes somebody out need not be a roll: poison does, or a fall.
                if not a_roll_is_open(decision.state) and not self.end_if_one_side_left(decision):
                    self.advance(decision)
            case _:
                pass

    def _redeem_pledges(self, decision: Decision, conflict: Conflict, roll_id: RollId) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        for helper, ally in conflict.pledges.items():
            if ally == roll.actor and not is_out(decision.state, helper):
                take_help(decision, self.rules, roll_id, 0, helper)

    def _lose_help_of(self, decision: Decision, actor: ActorId) -> None:
        """Who is out helps nobody any more; once the dice have fallen, the help has been given."""
        for roll in tuple(open_rolls(decision.state)):
            if roll.stage == "declared" and actor in roll.helpers:
                drop_helper(decision, roll.id, actor)

    def _roll_is_over(self, decision: Decision, conflict: Conflict, roll_id: RollId, *, was_cancelled: bool) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        if was_cancelled:
            # Help given to a roll that does not happen is given back: the action, or the standing pledge.
            pledges: dict[ActorId, ActorId] = dict(conflict.pledges)
            back = set()
            for helper, index in roll.helpers.items():
                if helper in conflict.done or helper == conflict.acting:
                    pledges[helper] = roll.efforts[index].actor
                else:
                    back.add(helper)
            acted = tuple(actor for actor in conflict.acted if actor not in back)
            self._set(decision, msgspec.structs.replace(conflict, acted=acted, pledges=pledges))
        elif roll.takes_action and roll.actor in conflict.actors:
            self.spend_action(decision, conflict, roll.actor)
        self.end_if_one_side_left(decision)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        conflict = conflict_of(state)
        if conflict is None:
            if seat.is_gm and not self._cannot_start(state):
                yield from self._start_offer(state)
            return
        if not conflict.is_running:
            yield from self._ordering_offers(state, seat, conflict)
        elif self.may_call(state, seat) and self._exchange_is_over(state, conflict):
            yield Offer(command=NextExchange(), label="Next exchange", cites=self.cites("exchange"), group="moment")
            if seat.is_gm:
                ends = self.cites("conflict-end")
                yield Offer(command=EndConflict(), label="End the conflict here", cites=ends, group="moment")
        if seat.is_gm:
            yield from self._join_offers(state, conflict)
        for actor in state.get(CAST).values():
            if controls(seat, actor) and on_turn(state, conflict, actor.id) is None:
                yield from self._turn_offers(state, conflict, actor)

    def _start_offer(self, state: State) -> Iterator[Offer]:
        able = tuple(Choice(actor.id, actor.name) for actor in self._able(state))
        if len(able) > 1:
            second = ManyHole("second_side", "the other side", able, least=1, most=len(able) - 1)
            yield Offer(
                command=StartConflict("", ()),
                label="Start a conflict",
                holes=(ChoiceHole("kind", "kind", self.kinds), second),
                cites=self.cites("conflict"),
                group="moment",
            )

    def _ordering_offers(self, state: State, seat: Seat, conflict: Conflict) -> Iterator[Offer]:
        if self.may_call(state, seat) and not is_blocked(state) and not self._cannot_begin(state):
            yield Offer(
                command=BeginConflict(), label="Begin the first exchange", cites=self.cites("conflict"), group="moment"
            )
        for actor in state.get(CAST).values():
            if controls(seat, actor):
                for feature in actor.sheet.features:
                    if self._may_act_first(state, conflict, actor, feature.name):
                        yield Offer(
                            command=ActFirstNow(actor.id, feature.name),
                            label=f"{actor.name}: act first ({feature.name})",
                            cites=self.cites("act-first"),
                            group="react",
                        )

    def _join_offers(self, state: State, conflict: Conflict) -> Iterator[Offer]:
        sides = tuple(Choice(side) for side in sorted({side_of(state, actor) for actor in conflict.actors}))
        for actor in self._able(state):
            if self._may_join(state, conflict, actor):
                yield Offer(
                    command=JoinConflict(actor.id, ""),
                    label=f"{actor.name} joins the conflict",
                    holes=(ChoiceHole("side", "side", sides),),
                    cites=self.cites("turn-order"),
                    group="gm",
                )

    def _turn_offers(self, state: State, conflict: Conflict, actor: Actor) -> Iterator[Offer]:
        yield Offer(
            command=EndTurn(actor.id),
            label=f"{actor.name}: end the turn" if actor.id in conflict.acted else f"{actor.name}: pass",
            cites=self.cites("turn"),
            group="act",
        )
        if actor.id in conflict.acted:
            return
        allies = self._allies_to_help(state, conflict, actor.id)
        if allies:
            choices = tuple(Choice(ally, name_of(state, ally)) for ally in allies)
            yield Offer(
                command=PledgeHelp(actor.id, NOBODY),
                label=f"{actor.name}: give the action to help an ally",
                holes=(ChoiceHole("ally", "ally", choices),),
                cites=self.cites("help"),
                group="act",
            )
