"""What a turn of a contest does, who drops out of it, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_awaited
from fatetable.engine.state import State
from fatetable.engine.subsystem import AnswerHandler
from fatetable.mechanics.aspects.cards import SITUATION, add_free, new_card, place
from fatetable.mechanics.characters.cast import CAST, ActorId, address_of, name_of
from fatetable.mechanics.encounters.state import EncounterEnded, contest_of
from fatetable.mechanics.harm.state import condition_of
from fatetable.mechanics.moments import ConsequencesTaken, RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, Effort, Roll, RollId, RollOver, RollSettled
from fatetable.mechanics.scenes.sides import SidesNamed
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat import Harm, off_score, score_name, score_of
from fatetable.rulesets.skein.contests.state import (
    BOUT,
    Bout,
    BoutSet,
    change,
    members,
    show,
    side_in,
    side_result,
    sides_left,
    still_in,
)
from fatetable.rulesets.skein.rolls import MANOEUVRE, give_spin


class Blow(Struct, frozen=True):
    """Damage of a turn: one of these takes it, done by that one."""

    candidates: tuple[ActorId, ...]
    damage: int
    by: ActorId


def blows(state: State, bout: Bout, roll: Roll) -> Iterator[Blow]:
    """The side with the lowest result takes its difference to the highest; sides that tie for it all do (SK-CONT-10).

    Of a team, the lowest member takes it (SK-CONT-12).  A manoeuvre does no damage (SK-CONT-08).
    """
    sides = tuple(dict.fromkeys(side_in(state, bout, effort.actor) for effort in roll.efforts))
    lowest = min(side_result(state, bout, roll, side) for side in sides)
    for side in sides:
        if side_result(state, bout, roll, side) > lowest:
            continue
        strikers = [
            effort
            for effort in roll.efforts
            if side_in(state, bout, effort.actor) != side and not bout.entries[effort.actor].words
        ]
        best = max(strikers, key=lambda effort: effort.total, default=None)
        # Somebody whom something else has taken out meanwhile cannot be hurt here.
        weakest = _weakest(state, bout, roll, side)
        if best is not None and weakest and best.total > lowest:
            yield Blow(weakest, best.total - lowest, best.actor)


def _weakest(state: State, bout: Bout, roll: Roll, side: str) -> tuple[ActorId, ...]:
    own = [effort for effort in roll.efforts if side_in(state, bout, effort.actor) == side]
    least = min(effort.total for effort in own)
    tied = (effort.actor for effort in own if effort.total == least)
    return tuple(actor for roller in tied for actor in members(state, bout, roller))


class ContestVictim(PromptContext, frozen=True, tag="contest-victim"):
    """Who of several takes the damage of a turn."""

    roll: RollId
    damage: int
    by: ActorId


class ContestDamage(PromptContext, frozen=True, tag="contest-harm"):
    """How somebody takes the damage of a turn."""

    roll: RollId
    actor: ActorId
    by: ActorId
    damage: int
    score: str


class ChaseGoesOn(PromptContext, frozen=True, tag="chase-goes-on"):
    """Whether a fugitive runs on after others were caught; `chase` marks every such question."""

    actor: ActorId
    chase: str


IN_A_CHASE = "yes"


class ContestOutcomes(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    harm: Harm

    def answers(self) -> Mapping[type[PromptContext], AnswerHandler]:
        return {
            ContestVictim: self._victim_named,
            ContestDamage: self._taken,
            ChaseGoesOn: self._fugitive_chose,
        }

    # -- one turn ------------------------------------------------------------------------------------------------

    def read_turn(self, decision: Decision, roll_id: RollId) -> None:
        bout, roll = decision.state.get(BOUT), decision.state.get(ROLLS)[roll_id]
        assert bout is not None
        results = sorted(effort.total for effort in roll.efforts)
        margin = results[-1] - results[0]
        outcome = self.rules.bands.outcome(margin)
        decision.emit(RollSettled(roll_id, margin=margin, outcome=outcome, total=results[-1], against=results[0]))
        struck = tuple(blows(decision.state, bout, roll))
        for effort in roll.efforts:
            if bout.entries[effort.actor].words:
                self._manoeuvred(decision, bout, roll, effort)
        for blow in struck:
            self._strike(decision, bout, roll_id, blow)
        self._close(decision, roll_id)

    def _manoeuvred(self, decision: Decision, bout: Bout, roll: Roll, effort: Effort) -> None:
        """A draw is enough to place the Aspect, on an opponent or, against a fixed number, on nobody (SK-CONT-08)."""
        entry, figures = bout.entries[effort.actor], self.tables.rolling.figures
        against = figures.manoeuvre_difficulty
        if entry.target:
            against = side_result(decision.state, bout, roll, side_in(decision.state, bout, entry.target))
        margin = effort.total - against
        if margin < 0:
            return
        card = new_card(decision, entry.words, SITUATION, bearer=entry.target, lasts=MANOEUVRE)
        place(decision, card)
        add_free(decision, card.id, effort.actor, figures.manoeuvre_free_uses, roll.id)
        if margin >= figures.critical:
            give_spin(decision, effort.actor)

    def _strike(self, decision: Decision, bout: Bout, roll_id: RollId, blow: Blow) -> None:
        if len(blow.candidates) == 1:
            self._ask_harm(decision, bout, roll_id, blow.candidates[0], blow)
            return
        choices = tuple(Choice(actor, name_of(decision.state, actor)) for actor in blow.candidates)
        ask(
            decision,
            ContestVictim(roll_id, blow.damage, blow.by),
            (GM,),
            f"Who of them takes {blow.damage} damage?",
            (Option("name", "Choose", (ChoiceHole("fill", "who", choices, key="actor"),)),),
            cites=decision.cites("contest-group"),
        )

    def _victim_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        bout = decision.state.get(BOUT)
        assert bout is not None
        actor, asked = ActorId(answer.text("actor")), prompt.read(ContestVictim)
        self._ask_harm(decision, bout, asked.roll, actor, Blow((actor,), asked.damage, asked.by))

    # -- damage --------------------------------------------------------------------------------------------------

    def _ask_harm(self, decision: Decision, bout: Bout, roll_id: RollId, actor_id: ActorId, blow: Blow) -> None:
        """Off the score, or lessened by a Consequence, if this contest is worth any (SK-CONT-06, SK-CONT-09)."""
        actor = decision.state.get(CAST)[actor_id]
        score = score_name(decision.state, actor_id, bout.score)
        left = score_of(decision.state, actor_id, score)
        options, falls = [Option("score", off_score(score, blow.damage, left))], {"score": blow.damage >= left}
        for name, absorbs in self._slots(decision.state, bout, actor_id):
            rest = max(0, blow.damage - absorbs)
            warning = "; it turns serious" if self._turns_serious(bout, name) else ""
            words = f"{name.capitalize()} Consequence, {off_score(score, rest, left)}{warning}"
            options.append(
                Option(name, words, (TextHole("fill", f"{name} Consequence", key="words", is_description=True),))
            )
            falls[name] = rest >= left
        options.sort(key=lambda option: falls[option.id])
        ask(
            decision,
            ContestDamage(roll_id, actor_id, blow.by, blow.damage, score),
            address_of(decision.state, actor_id),
            f"{actor.name} takes {blow.damage} damage in the contest",
            tuple(options),
            cites=decision.cites("contest-damage"),
        )

    def _slots(self, state: State, bout: Bout, actor_id: ActorId) -> Iterator[tuple[str, int]]:
        actor = state.get(CAST)[actor_id]
        slots, marks = self.harm.slots(actor), condition_of(state, actor_id).marks
        if bout.consequences == "none" or sum(name in slots for name in marks) >= self.harm.most(actor):
            return
        yield from ((name, absorbs) for name, absorbs in slots.items() if name not in marks)

    def _turns_serious(self, bout: Bout, slot: str) -> bool:
        return bout.consequences == "friendly" and slot != self.tables.contests.friendly

    def _taken(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        bout, hit = decision.state.get(BOUT), prompt.read(ContestDamage)
        assert bout is not None
        actor, damage = decision.state.get(CAST)[hit.actor], hit.damage
        if answer.option != "score":
            damage = max(0, damage - self.harm.slots(actor)[answer.option])
            self.harm.write(
                decision,
                actor,
                answer.option,
                answer.text("words") or f"{answer.option.capitalize()} Consequence",
                hit.score,
                hit.by,
            )
            decision.moment(ConsequencesTaken(actor.id, 1))
            if self._turns_serious(bout, answer.option):
                change(decision, "This is no longer among friends", consequences="any")
        self.harm.lower(decision, actor.id, hit.score, damage)
        self._close(decision, hit.roll)

    # -- after a turn --------------------------------------------------------------------------------------------

    def _close(self, decision: Decision, roll_id: RollId) -> None:
        """The turn is over once all its damage is taken; who is at zero drops out, with the whole team (SK-CONT-12)."""
        if is_awaited(decision.state, "roll", roll_id):
            return
        bout = decision.state.get(BOUT)
        assert bout is not None
        decision.emit(RollOver(roll_id))
        bout = change(decision, entries={}, number=bout.number + 1)
        spent = tuple(a for a in still_in(decision.state, bout) if score_of(decision.state, a, bout.score) <= 0)
        lost = {bout.teams[actor] for actor in spent if actor in bout.teams}
        out = tuple(a for a in still_in(decision.state, bout) if a in spent or bout.teams.get(a) in lost)
        if out:
            change(decision, f"{self._names(decision.state, out)} out of it", dropped=(*bout.dropped, *out))
        decision.moment(RollIsOver(roll_id))
        self.go_on(decision, out)

    def go_on(self, decision: Decision, out: tuple[ActorId, ...]) -> None:
        """Those are out: the contest ends, or the next turn begins."""
        bout = decision.state.get(BOUT)
        assert bout is not None
        if bout.fugitives:
            self._go_on_chasing(decision, bout, out)
            return
        left = still_in(decision.state, bout)
        if len(sides_left(decision.state, bout)) <= 1 or (out and bout.until == "first"):
            if bout.until == "first" and len(sides_left(decision.state, bout)) > 1:
                result = f"{self._names(decision.state, out)} lost: {bout.defeat}"
            else:
                beaten = tuple(actor for actor in bout.actors if actor not in left)
                result = f"{self._names(decision.state, left)} won: {bout.victory}"
                result += f"; {self._names(decision.state, beaten)} lost: {bout.defeat}" if beaten else ""
            self.end(decision, result)
            return
        show(decision, f"Turn {bout.number}")

    def _go_on_chasing(self, decision: Decision, bout: Bout, out: tuple[ActorId, ...]) -> None:
        """Without pursuers the rest get away; who is caught leaves the others to choose (SK-CONT-11)."""
        left = still_in(decision.state, bout)
        running_on = tuple(actor for actor in left if actor in bout.fugitives)
        if not running_on:
            caught = tuple(actor for actor in bout.actors if actor in bout.fugitives)
            self.end(decision, f"{self._names(decision.state, caught)} caught: {bout.defeat}")
        elif len(running_on) == len(left):
            self.end(decision, f"{self._names(decision.state, running_on)} escaped: {bout.victory}")
        elif any(actor in bout.fugitives for actor in out):
            for actor in running_on:
                ask(
                    decision,
                    ChaseGoesOn(actor, IN_A_CHASE),
                    address_of(decision.state, actor),
                    f"{self._names(decision.state, out)} caught. Does {name_of(decision.state, actor)} run on?",
                    (Option("run", "Run on"), Option("stay", "Stay")),
                    cites=decision.cites("contest-drop-out"),
                )
        else:
            show(decision, f"Turn {bout.number}")

    def _fugitive_chose(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        bout, actor = decision.state.get(BOUT), prompt.read(ChaseGoesOn).actor
        assert bout is not None
        if answer.option == "stay":
            change(decision, f"{name_of(decision.state, actor)} stays", dropped=(*bout.dropped, actor))
        if not is_awaited(decision.state, "chase", IN_A_CHASE):
            self.go_on(decision, ())

    def end(self, decision: Decision, result: str) -> None:
        decision.emit(BoutSet(None, result))
        if contest_of(decision.state) is not None:
            decision.emit(SidesNamed({}))
            decision.emit(EncounterEnded(result))

    def _names(self, state: State, actors: tuple[ActorId, ...]) -> str:
        return " and ".join(name_of(state, actor) for actor in actors) or "Nobody"
