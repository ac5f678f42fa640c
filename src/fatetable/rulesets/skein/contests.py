"""Contests in Skein: saying what one does each turn, choosing Aspects and throwing again in turn.

What the results of a turn do, and how a contest ends, is worked out elsewhere.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import EVERYONE, GM
from fatetable.engine.prompts import Answer, Prompt, ask, is_blocked
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import CREATE, OVERCOME, effort_for, feature_sets
from fatetable.mechanics.amending import Amending
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, address_of, require_control, seat_of
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.contests import Contend, EndContest
from fatetable.mechanics.efforts import Variants, effort_options, features_of, in_place_of
from fatetable.mechanics.encounters import EncounterEnded, EncounterSet, contest_of
from fatetable.mechanics.moments import ActorIsOut, DiceAreThrown, NothingToAdd, RollIsChanged
from fatetable.mechanics.rolls import (
    ROLLS,
    Declaration,
    EffortChanged,
    EffortId,
    Roll,
    RollDeclared,
    RollId,
    SideTurned,
    a_roll_is_open,
    open_rolls,
    set_waiting,
)
from fatetable.mechanics.sides import SidesNamed
from fatetable.rulesets.skein.contest_commands import (
    ContestManoeuvre,
    InterruptContest,
    LeaveContest,
    ResumeContest,
)
from fatetable.rulesets.skein.contest_offers import contest_offers
from fatetable.rulesets.skein.contest_outcomes import ContestOutcomes
from fatetable.rulesets.skein.contest_setup import ContestSetup
from fatetable.rulesets.skein.contest_state import (
    BOUT,
    Bout,
    BoutSet,
    Entry,
    bout_set,
    change,
    commit_order,
    name_sides,
    next_to_throw_again,
    rollers,
    running,
    show,
    side_in,
    sides_left,
    still_in,
)
from fatetable.rulesets.skein.skills import skill_name


class Contests(Struct, frozen=True, kw_only=True):
    setup: ContestSetup
    rules: CheckRules
    amending: Amending
    outcomes: ContestOutcomes
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="contests",
            decides={
                **self.setup.decides(),
                Contend: self._contend,
                ContestManoeuvre: self._manoeuvre,
                LeaveContest: self._leave,
                InterruptContest: self._interrupt,
                ResumeContest: self._resume,
                EndContest: self._end,
            },
            evolves=folds(BOUT, {BoutSet: bout_set}),
            answers={"contend": self._contended_again, **self.outcomes.answers()},
            offers=lambda state, seat: contest_offers(self, state, seat),
            on_moment=self._on_moment,
            moments=(ActorIsOut, NothingToAdd, DiceAreThrown, RollIsChanged),
        )

    # -- saying what one does ------------------------------------------------------------------------------------

    def may_enter(self, state: State, actor: ActorId) -> Bout | None:
        bout = running(state)
        if bout is None or a_roll_is_open(state) or is_blocked(state):
            return None
        return bout if actor in rollers(state, bout) and actor not in bout.entries else None

    def variants(self, bout: Bout, actor: Actor, *, is_manoeuvre: bool) -> Variants:
        """What somebody may roll with: the skills that were agreed on, or any at all for a manoeuvre (SK-CONT-08)."""
        if is_manoeuvre:
            return feature_sets(actor, self.rules, CREATE)
        sets = feature_sets(actor, self.rules, OVERCOME)
        allowed = (
            (features, tuple(trait for trait in traits if trait.value in bout.skills), suffix)
            for features, traits, suffix in sets
        )
        return tuple(variant for variant in allowed if variant[1])

    def targets(self, state: State, bout: Bout, actor: ActorId) -> tuple[ActorId, ...]:
        own = side_in(state, bout, actor)
        return tuple(other for other in still_in(state, bout) if side_in(state, bout, other) != own)

    def _contend(self, decision: Decision, command: Contend) -> None:
        actor, bout = self._entering(decision, command.actor)
        decision.require(
            command.trait in bout.skills,
            "skill-not-agreed",
            f"{skill_name(command.trait)} does not serve in this contest, except to manoeuvre.",
        )
        self._enter(decision, actor, command.trait, command.features, command.description)

    def _manoeuvre(self, decision: Decision, command: ContestManoeuvre) -> None:
        actor, bout = self._entering(decision, command.actor)
        decision.require(bool(command.words.strip()), "no-words", "Word the Aspect you want to place.")
        decision.require(
            not command.target or command.target in self.targets(decision.state, bout, actor.id),
            "bad-target",
            "A manoeuvre is aimed at an opponent in the contest, or at nobody.",
        )
        self._enter(
            decision,
            actor,
            command.trait,
            command.features,
            command.description,
            words=command.words.strip(),
            target=command.target,
        )

    def _entering(self, decision: Decision, actor_id: ActorId) -> tuple[Actor, Bout]:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        bout = self.may_enter(decision.state, actor.id)
        if bout is None:
            raise decision.violation("cannot-contend", f"{actor.name} has no roll to make in a contest now.")
        return actor, bout

    def _enter(
        self,
        decision: Decision,
        actor: Actor,
        trait: str,
        features: tuple[str, ...],
        description: str,
        words: str = "",
        target: ActorId = NOBODY,
    ) -> None:
        action = CREATE if words else OVERCOME
        effort = effort_for(decision, self.rules, actor, EffortId(""), action, trait, features, description)
        bout = decision.state.get(BOUT)
        assert bout is not None
        entry = Entry(effort=effort, words=words, target=target)
        bout = change(decision, entries={**bout.entries, actor.id: entry})
        show(decision)
        if set(bout.entries) == set(rollers(decision.state, bout)):
            self._open_roll(decision, bout)

    def _open_roll(self, decision: Decision, bout: Bout) -> None:
        """Everybody has said what they do; Aspects come next, in turn, and whoever comes last throws for all."""
        roll_id = RollId(decision.new_id("r"))
        order = commit_order(decision.state, bout)
        efforts = tuple(
            msgspec.structs.replace(bout.entries[actor].effort, id=EffortId(f"{roll_id}.{index}"))
            for index, actor in enumerate(order)
        )
        first = efforts[0]
        declaration = Declaration(
            actor=first.actor, action=first.action, mode="contest", trait=first.trait, description=first.description
        )
        decision.emit(
            RollDeclared(Roll(id=roll_id, declaration=declaration, efforts=efforts, is_contest=True, active=0))
        )
        contest = contest_of(decision.state)
        assert contest is not None
        decision.emit(EncounterSet(msgspec.structs.replace(contest, roll=roll_id)))
        change(decision, throws=0, passed=(), last=-1)
        set_waiting(decision, roll_id, (seat_of(decision.state, first.actor),), "declared")

    def contend_again(self, decision: Decision, roll: Roll, index: int, objection: str) -> None:
        """The Storyteller wants one side's effort described differently."""
        bout = decision.state.get(BOUT)
        assert bout is not None
        actor = decision.state.get(CAST)[roll.efforts[index].actor]
        variants = self.variants(bout, actor, is_manoeuvre=bool(bout.entries[actor.id].words))
        ask(
            decision,
            "contend",
            address_of(decision.state, actor.id),
            f"How else does {actor.name} compete? ({objection})",
            effort_options("contend", "Compete", variants),
            about={"roll": roll.id, "effort": index, "actor": actor.id},
            cites=decision.cites("contest-skills"),
            secret_to=EVERYONE if actor.is_pc else (GM,),
            hides_question=False,
        )

    def _contended_again(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        bout = decision.state.get(BOUT)
        assert bout is not None
        roll_id, index = RollId(str(prompt.about["roll"])), int(prompt.about["effort"])
        old = decision.state.get(ROLLS)[roll_id].efforts[index]
        actor = decision.state.get(CAST)[old.actor]
        features = features_of(answer, self.variants(bout, actor, is_manoeuvre=bool(bout.entries[actor.id].words)))
        new = effort_for(
            decision,
            self.rules,
            actor,
            old.id,
            old.action,
            answer.text("trait"),
            features,
            answer.text("description"),
        )
        invoked = tuple(modifier for modifier in old.modifiers if modifier.source == "invoke")
        effort = in_place_of(old, new)
        kept = msgspec.structs.replace(effort, modifiers=(*effort.modifiers, *invoked), uses=old.uses)
        decision.emit(EffortChanged(roll_id, index, kept))

    # -- in turn -------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        contest = contest_of(decision.state)
        bout = running(decision.state)
        roll = decision.state.get(ROLLS).get(contest.roll) if contest else None
        if bout is None:
            return
        if isinstance(moment, ActorIsOut) and moment.actor in bout.actors:
            self._lose(decision, bout, ActorId(moment.actor))
        if roll is None:
            return
        match moment:
            case NothingToAdd(roll_id) if roll_id == roll.id:
                self._next_to_commit(decision, roll)
            case DiceAreThrown() if all(effort.throws for effort in roll.efforts):
                change(decision, throws=len(roll.efforts))
                self._turn_to_next(decision, roll)
            case RollIsChanged(roll_id) if roll_id == roll.id and roll.stage == "thrown":
                self._after_change(decision, bout, roll)
            case _:
                pass

    def _lose(self, decision: Decision, bout: Bout, actor: ActorId) -> None:
        """Something outside the contest takes somebody out of it; a turn that is being rolled is played to its end."""
        bout = change(decision, dropped=(*(a for a in bout.dropped if a != actor), actor))
        if any(roll.is_contest for roll in open_rolls(decision.state)):
            return
        entries = {
            # What was aimed at them is aimed at nobody now.
            entrant: msgspec.structs.replace(entry, target=NOBODY) if entry.target == actor else entry
            for entrant, entry in bout.entries.items()
            if entrant != actor
        }
        change(decision, entries=entries)
        self.outcomes.go_on(decision, (actor,))
        left = running(decision.state)
        if left is not None and left.entries and set(left.entries) == set(rollers(decision.state, left)):
            self._open_roll(decision, left)

    def _next_to_commit(self, decision: Decision, roll: Roll) -> None:
        following = roll.active + 1
        decision.emit(SideTurned(roll.id, following))
        if following < len(roll.efforts) - 1:
            set_waiting(decision, roll.id, (seat_of(decision.state, roll.efforts[following].actor),), "declared")

    def _after_change(self, decision: Decision, bout: Bout, roll: Roll) -> None:
        """Who has thrown again lets the others have their turn; one whose new throw is taken back has it again."""
        throws = sum(len(effort.throws) for effort in roll.efforts)
        if throws > bout.throws:
            change(decision, throws=throws, passed=(), last=roll.active)
            self._turn_to_next(decision, roll)
        elif throws < bout.throws:
            decision.emit(SideTurned(roll.id, bout.last))
            change(decision, throws=throws, passed=(), last=-1)

    def _turn_to_next(self, decision: Decision, roll: Roll) -> bool:
        bout = decision.state.get(BOUT)
        assert bout is not None
        found = next_to_throw_again(decision.state, bout, roll)
        if found is not None and found != roll.active:
            decision.emit(SideTurned(roll.id, found))
        return found is not None

    def settle(self, decision: Decision, roll_id: RollId) -> None:
        """Whoever had the turn passes; the outcome is read once everybody has."""
        while True:
            roll, bout = decision.state.get(ROLLS)[roll_id], decision.state.get(BOUT)
            assert bout is not None
            change(decision, passed=(*bout.passed, roll.active))
            if not self._turn_to_next(decision, roll):
                break
            waiting = self.amending.entitled(decision.state, decision.state.get(ROLLS)[roll_id])
            if waiting:
                set_waiting(decision, roll_id, waiting, "thrown")
                return
        self.outcomes.read_turn(decision, roll_id)

    # -- leaving, interrupting, ending ---------------------------------------------------------------------------

    def between_turns(self, state: State) -> Bout | None:
        bout = running(state)
        is_busy = bout is None or bool(bout.entries) or a_roll_is_open(state) or is_blocked(state)
        return None if is_busy else bout

    def _leave(self, decision: Decision, command: LeaveContest) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        bout = self.between_turns(decision.state)
        if bout is None or actor.id not in still_in(decision.state, bout):
            raise decision.violation("cannot-leave", f"{actor.name} cannot give up a contest now.", "contest-drop-out")
        change(decision, f"{actor.name} gives up", dropped=(*bout.dropped, actor.id))
        self.outcomes.go_on(decision, (actor.id,))

    def _interrupt(self, decision: Decision, command: InterruptContest) -> None:
        decision.require_gm()
        decision.require(
            self.between_turns(decision.state) is not None,
            "cannot-interrupt",
            "A contest is interrupted between two turns.",
        )
        decision.require(bool(command.reason.strip()), "no-reason", "Say what comes between.")
        change(decision, is_interrupted=True)
        decision.emit(SidesNamed({}))
        decision.emit(EncounterEnded(f"Interrupted: {command.reason.strip()}"))

    def may_resume(self, state: State) -> bool:
        bout = state.get(BOUT)
        return (
            bout is not None and bout.is_interrupted and self.setup.is_quiet(state) and len(sides_left(state, bout)) > 1
        )

    def _resume(self, decision: Decision, _: ResumeContest) -> None:
        decision.require_gm()
        decision.require(
            self.may_resume(decision.state), "cannot-resume", "There is no interrupted contest to go on with now."
        )
        change(decision, is_interrupted=False)
        name_sides(decision)
        show(decision, "The contest goes on")

    def may_end(self, state: State) -> bool:
        return state.get(BOUT) is not None and not a_roll_is_open(state) and not is_blocked(state)

    def _end(self, decision: Decision, command: EndContest) -> None:
        decision.require_gm()
        decision.require(
            self.may_end(decision.state), "cannot-end", "There is no contest that could be broken off now."
        )
        decision.require(bool(command.reason.strip()), "no-reason", "Say why it ends.")
        self.outcomes.end(decision, command.reason.strip())
