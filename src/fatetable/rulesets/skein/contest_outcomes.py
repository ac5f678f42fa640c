"""What a turn of a contest does, who drops out of it, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_awaited
from fatetable.engine.state import State
from fatetable.engine.subsystem import AnswerHandler
from fatetable.mechanics.aspects import SITUATION, add_free, new_card, place
from fatetable.mechanics.cast import CAST, ActorId, address_of, name_of
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.encounters import EncounterEnded, contest_of
from fatetable.mechanics.harm import condition_of
from fatetable.mechanics.moments import ConsequencesTaken, RollIsOver
from fatetable.mechanics.rolls import ROLLS, Effort, Roll, RollId, RollOver, RollSettled
from fatetable.mechanics.sides import SidesNamed
from fatetable.rulesets.skein.contest_state import (
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
from fatetable.rulesets.skein.hurting import Hurting, off_score, score_name, score_of
from fatetable.rulesets.skein.manoeuvring import MANOEUVRE
from fatetable.rulesets.skein.spin import give_spin
from fatetable.rulesets.skein.tables import tables


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
        # Whoever something else has taken out meanwhile is past being hurt here.
        weakest = _weakest(state, bout, roll, side)
        if best is not None and weakest and best.total > lowest:
            yield Blow(weakest, best.total - lowest, best.actor)


def _weakest(state: State, bout: Bout, roll: Roll, side: str) -> tuple[ActorId, ...]:
    own = [effort for effort in roll.efforts if side_in(state, bout, effort.actor) == side]
    least = min(effort.total for effort in own)
    tied = (effort.actor for effort in own if effort.total == least)
    return tuple(actor for roller in tied for actor in members(state, bout, roller))


class ContestOutcomes(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    hurting: Hurting

    def answers(self) -> Mapping[str, AnswerHandler]:
        return {
            "contest-victim": self._victim_named,
            "contest-harm": self._taken,
            "chase-goes-on": self._fugitive_chose,
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
        entry, figures = bout.entries[effort.actor], tables().rolling.figures
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
            "contest-victim",
            (GM,),
            f"Who of them takes {blow.damage} damage?",
            (Option("name", "This one", (ChoiceHole("fill", "who", choices, key="actor"),)),),
            about={"roll": roll_id, "damage": blow.damage, "by": blow.by},
            cites=decision.cites("contest-group"),
        )

    def _victim_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        bout = decision.state.get(BOUT)
        assert bout is not None
        actor, by = ActorId(answer.text("actor")), ActorId(str(prompt.about["by"]))
        blow = Blow((actor,), int(prompt.about["damage"]), by)
        self._ask_harm(decision, bout, RollId(str(prompt.about["roll"])), actor, blow)

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
            options.append(Option(name, words, (TextHole("fill", f"{name} Consequence", key="words"),)))
            falls[name] = rest >= left
        options.sort(key=lambda option: falls[option.id])
        ask(
            decision,
            "contest-harm",
            address_of(decision.state, actor_id),
            f"{actor.name} takes {blow.damage} damage in the contest",
            tuple(options),
            about={"roll": roll_id, "actor": actor_id, "by": blow.by, "damage": blow.damage, "score": score},
            cites=decision.cites("contest-damage"),
        )

    def _slots(self, state: State, bout: Bout, actor_id: ActorId) -> Iterator[tuple[str, int]]:
        actor = state.get(CAST)[actor_id]
        slots, marks = self.hurting.slots(actor), condition_of(state, actor_id).marks
        if bout.consequences == "none" or sum(name in slots for name in marks) >= self.hurting.most(actor):
            return
        yield from ((name, absorbs) for name, absorbs in slots.items() if name not in marks)

    def _turns_serious(self, bout: Bout, slot: str) -> bool:
        return bout.consequences == "friendly" and slot != tables().contests.friendly

    def _taken(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        bout, about = decision.state.get(BOUT), prompt.about
        assert bout is not None
        actor = decision.state.get(CAST)[ActorId(str(about["actor"]))]
        damage, score, by = int(about["damage"]), str(about["score"]), ActorId(str(about["by"]))
        if answer.option != "score":
            damage = max(0, damage - self.hurting.slots(actor)[answer.option])
            self.hurting.write(decision, actor, answer.option, answer.text("words"), score, by)
            decision.moment(ConsequencesTaken(actor.id, 1))
            if self._turns_serious(bout, answer.option):
                change(decision, "This is no longer among friends", consequences="any")
        self.hurting.lower(decision, actor.id, score, damage)
        self._close(decision, RollId(str(about["roll"])))

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
                result = f"{self._names(decision.state, left)} won: {bout.victory}"
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
                    "chase-goes-on",
                    address_of(decision.state, actor),
                    f"{self._names(decision.state, out)} caught. Does {name_of(decision.state, actor)} run on?",
                    (Option("run", "Run on"), Option("stay", "Stay with those who are caught")),
                    about={"actor": actor, "chase": "yes"},
                    cites=decision.cites("contest-drop-out"),
                )
        else:
            show(decision, f"Turn {bout.number}")

    def _fugitive_chose(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        bout, actor = decision.state.get(BOUT), ActorId(str(prompt.about["actor"]))
        assert bout is not None
        if answer.option == "stay":
            change(decision, f"{name_of(decision.state, actor)} stays", dropped=(*bout.dropped, actor))
        if not is_awaited(decision.state, "chase", "yes"):
            self.go_on(decision, ())

    def end(self, decision: Decision, result: str) -> None:
        decision.emit(BoutSet(None, result))
        if contest_of(decision.state) is not None:
            decision.emit(SidesNamed({}))
            decision.emit(EncounterEnded(result))

    def _names(self, state: State, actors: tuple[ActorId, ...]) -> str:
        return " and ".join(name_of(state, actor) for actor in actors) or "Nobody"
