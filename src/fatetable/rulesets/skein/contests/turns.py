"""The turns of a contest: saying what one does, choosing Aspects and throwing again in turn.

What the results of a turn do, and how a contest ends, is in `outcomes`.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import EVERYONE, GM
from fatetable.engine.prompts import Answer, Prompt, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    require_control,
    seat_of,
)
from fatetable.mechanics.encounters.contests import Contend, ContendAgain
from fatetable.mechanics.encounters.state import EncounterSet, contest_of
from fatetable.mechanics.moments import ActorIsOut, DiceAreThrown, EffortSentBack, NothingToAdd, RollIsChanged
from fatetable.mechanics.rolls.actions import CREATE, OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import (
    EffortVariant,
    Variants,
    effort_for,
    effort_options,
    feature_sets,
    features_of,
    in_place_of,
)
from fatetable.mechanics.rolls.holding import held_by
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.procedure import StageHandler, declare_roll, new_roll_id
from fatetable.mechanics.rolls.resolution import UNNAMED_ADVANTAGE
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Declaration,
    EffortChanged,
    EffortId,
    Roll,
    RollId,
    SideTurned,
    effort_id,
    open_rolls,
    set_waiting,
)
from fatetable.mechanics.rolls.waiting import WaitingPolicy
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.contests.commands import (
    ContestManoeuvre,
)
from fatetable.rulesets.skein.contests.course import ContestCourse, is_held_up
from fatetable.rulesets.skein.contests.offers import contest_offers
from fatetable.rulesets.skein.contests.outcomes import ContestOutcomes
from fatetable.rulesets.skein.contests.setup import ContestSetup
from fatetable.rulesets.skein.contests.state import (
    BOUT,
    BOUT_EVOLVES,
    Bout,
    Entry,
    change,
    commit_order,
    next_to_throw_again,
    rollers,
    running,
    show,
    side_in,
    still_in,
)
from fatetable.rulesets.skein.sheet import skill_name


class ContestTurns(Struct, frozen=True, kw_only=True):
    tables: Tables
    setup: ContestSetup
    rules: CheckRules
    rights: InvocationRights
    outcomes: ContestOutcomes
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="contests",
            decides={
                **self.setup.decides(),
                Contend: self._contend,
                ContestManoeuvre: self._manoeuvre,
                **self.course.decides(),
            },
            evolves=BOUT_EVOLVES,
            answers={ContendAgain: self._contended_again, **self.outcomes.answers()},
            offers=lambda state, seat: contest_offers(self, state, seat),
            on_moment=self._on_moment,
            moments=(ActorIsOut, EffortSentBack, NothingToAdd, DiceAreThrown, RollIsChanged),
        )

    @property
    def course(self) -> ContestCourse:
        return ContestCourse(self.setup, self.outcomes)

    # -- saying what one does ------------------------------------------------------------------------------------

    def cannot_enter(self, state: State, actor: Actor) -> Refusal | None:
        """Why somebody has no roll to make now."""
        code, bout = "cannot-contend", running(state)
        if bout is None:
            return Refusal(code, f"No contest is under way for {actor.name} to roll in.")
        if actor.id not in rollers(state, bout):
            why = "they are not in it, or somebody else rolls for them"
            return Refusal(code, f"{actor.name} has no roll to make in this contest: {why}.")
        if actor.id in bout.entries:
            return Refusal(code, f"{actor.name} has said what they do this turn; the others have still to.")
        return is_held_up(state, code)

    def variants(self, bout: Bout, actor: Actor, *, is_manoeuvre: bool) -> Variants:
        """What somebody may roll with: the skills that were agreed on, or any at all for a manoeuvre (SK-CONT-08)."""
        if is_manoeuvre:
            return feature_sets(actor, self.rules, CREATE)
        sets = feature_sets(actor, self.rules, OVERCOME)
        allowed = (
            EffortVariant(features, tuple(trait for trait in traits if trait.value in bout.skills), suffix)
            for features, traits, suffix in sets
        )
        return tuple(variant for variant in allowed if variant.traits)

    def targets(self, state: State, bout: Bout, actor: ActorId) -> tuple[ActorId, ...]:
        own = side_in(state, bout, actor)
        return tuple(other for other in still_in(state, bout) if side_in(state, bout, other) != own)

    def _contend(self, decision: Decision, command: Contend) -> None:
        actor, bout = self._entering(decision, command.actor)
        decision.require(
            command.trait in bout.skills,
            "skill-not-agreed",
            f"{skill_name(self.tables, command.trait)} does not serve in this contest, except to manoeuvre.",
        )
        self._enter(decision, actor, command.trait, command.features, command.description)

    def _manoeuvre(self, decision: Decision, command: ContestManoeuvre) -> None:
        actor, bout = self._entering(decision, command.actor)
        words = decision.described(command.words, UNNAMED_ADVANTAGE, "no-words", "Word the Aspect you want to place.")
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
            words=words,
            target=command.target,
        )

    def _entering(self, decision: Decision, actor_id: ActorId) -> tuple[Actor, Bout]:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self.cannot_enter(decision.state, actor))
        bout = running(decision.state)
        assert bout is not None
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
        """Everybody has said what they do; Aspects come next, in turn, and the last one throws for all."""
        roll_id = new_roll_id(decision)
        order = commit_order(self.tables, decision.state, bout)
        efforts = tuple(
            msgspec.structs.replace(bout.entries[actor].effort, id=effort_id(roll_id, index))
            for index, actor in enumerate(order)
        )
        first = efforts[0]
        declaration = Declaration(
            actor=first.actor, action=first.action, mode="contest", trait=first.trait, description=first.description
        )
        declare_roll(decision, roll_id, declaration, *efforts, is_contest=True, announce=False)
        contest = contest_of(decision.state)
        assert contest is not None
        decision.emit(EncounterSet(msgspec.structs.replace(contest, roll=roll_id)))
        change(decision, throws=0, passed=(), last=-1)
        if self._commits_in_turn(decision.state):
            set_waiting(decision, roll_id, (seat_of(decision.state, first.actor),), "declared")
        else:
            decision.emit(SideTurned(roll_id, len(efforts) - 1))

    def _commits_in_turn(self, state: State) -> bool:
        """Is everybody asked for Aspects before the dice fall, because the table likes it so or somebody wants time?"""
        return self.rules.pace.dice_fall == "when-pressed" or bool(held_by(state))

    def _ask_again(self, decision: Decision, roll: Roll, index: int, objection: str) -> None:
        """The Storyteller wants one side's effort described differently."""
        bout = decision.state.get(BOUT)
        assert bout is not None
        actor = decision.state.get(CAST)[roll.efforts[index].actor]
        variants = self.variants(bout, actor, is_manoeuvre=bool(bout.entries[actor.id].words))
        ask(
            decision,
            ContendAgain(roll.id, index, actor.id),
            address_of(decision.state, actor.id),
            f"How else does {actor.name} compete?",
            effort_options("contend", "Compete", variants),
            detail=f"({objection})",
            cites=decision.cites("contest-skills"),
            secret_to=EVERYONE if actor.has_player else (GM,),
            hides_question=False,
        )

    def _contended_again(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        bout = decision.state.get(BOUT)
        assert bout is not None
        asked = prompt.read(ContendAgain)
        roll_id, index = asked.roll, asked.effort
        old = decision.state.get(ROLLS)[roll_id].efforts[index]
        actor = decision.state.get(CAST)[old.actor]
        variants = self.variants(bout, actor, is_manoeuvre=bool(bout.entries[actor.id].words))
        features = features_of(answer, "contend", variants)
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
        if isinstance(moment, EffortSentBack):
            sent_back = decision.state.get(ROLLS)[RollId(moment.roll)]
            self._ask_again(decision, sent_back, moment.effort, moment.reason)
            return
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

    def settle(self, decision: Decision, roll_id: RollId, proceed: StageHandler) -> None:
        """Intercepts the settling of a contest's roll: the next side has its turn, and after the last it is read."""
        if not decision.state.get(ROLLS)[roll_id].is_contest:
            proceed(decision, roll_id)
            return
        while True:
            roll, bout = decision.state.get(ROLLS)[roll_id], decision.state.get(BOUT)
            assert bout is not None
            change(decision, passed=(*bout.passed, roll.active))
            if not self._turn_to_next(decision, roll):
                break
            policy = WaitingPolicy(rules=self.rules, rights=self.rights)
            waiting = policy.asked(decision.state, decision.state.get(ROLLS)[roll_id])
            if waiting:
                set_waiting(decision, roll_id, waiting, "thrown")
                return
        self.outcomes.read_turn(decision, roll_id)
