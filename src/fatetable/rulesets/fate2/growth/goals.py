"""Goals and the aspects that come of them: named, reached, adapted, or chosen once an arc is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, address_of, controls, players_characters
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.rulesets.fate2.growth.career import GOAL, full_arc, with_aspect, with_text
from fatetable.rulesets.fate2.growth.ledger import Ledger, phrase
from fatetable.rulesets.fate2.sheet import own_slots


class ChooseGoal(Command, frozen=True, kw_only=True, tag="choose-goal"):
    """The aspect somebody is after next: one they have, by its `slot`, or a new one."""

    actor: ActorId
    slot: str = ""
    words: str = ""


class ChooseAspect(Command, frozen=True, kw_only=True, tag="choose-aspect"):
    """The aspect that enough ranks have brought, where there are no goals."""

    actor: ActorId
    slot: str = ""
    words: str = ""


class AdaptGoal(Command, frozen=True, tag="adapt-goal"):
    """Another goal instead of one that does not fit the story; the other side has to agree."""

    actor: ActorId
    words: str


class GoalToAdapt(PromptContext, frozen=True, tag="goal"):
    goal_of: ActorId
    goal: str


class Goals(Struct, frozen=True, kw_only=True):
    """`goal_is_reached` says what else happens when an aspect has come of an arc."""

    ledger: Ledger
    cites: Cites
    goal_is_reached: Callable[[Decision, ActorId], None]

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="goals",
            decides={ChooseGoal: self._choose, ChooseAspect: self._choose_aspect, AdaptGoal: self._adapt},
            answers={GoalToAdapt: self._answered},
            gates={GoalToAdapt: self._cannot_adapt_to},
            offers=self._offers,
        )

    @property
    def has_goals(self) -> bool:
        return self.ledger.dials.advancement == "goals"

    # -- reaching one --------------------------------------------------------------------------------------------

    def arc_is_over(self, decision: Decision, actor: Actor) -> None:
        """With the last rank of the arc the goal, if there is one, becomes an aspect (F2-ADV-02)."""
        goal = actor.sheet.texts.get(GOAL, "").strip()
        if self.has_goals and goal and self._arc_is_full(actor):
            withdraw(decision, goal_of=actor.id)
            self._gain(decision, actor, goal)

    def _arc_is_full(self, actor: Actor) -> bool:
        return self.ledger.career(actor).in_arc >= full_arc(self.ledger.tables)

    def _gain(self, decision: Decision, actor: Actor, words: str) -> None:
        sheet = with_text(with_aspect(actor.sheet, words), GOAL, "")
        self.ledger.write(decision, actor, sheet, "goal reached" if self.has_goals else "aspect gained")
        self.goal_is_reached(decision, actor.id)

    # -- choosing the next ---------------------------------------------------------------------------------------

    def _cannot_choose(self, state: State, actor: Actor) -> Refusal | None:
        if refusal := self.ledger.cannot_change(state, actor):
            return refusal
        if not self.has_goals:
            return Refusal("no-goals", "There are no goals here: aspects are chosen once there are ranks enough.")
        if actor.sheet.texts.get(GOAL, "").strip():
            return Refusal("has-goal", f"{actor.name} has a goal; adapt it together with the GM.")
        return self._unbalanced(actor)

    def _unbalanced(self, actor: Actor) -> Refusal | None:
        now = self.ledger.career(actor)
        if now.may_begin_an_arc:
            return None
        lacks = f"{now.missing} rank{'' if now.missing == 1 else 's'}"
        message = f"The pyramid lacks {lacks}: balance it first, or agree with the GM how it will be."
        return Refusal("unbalanced", message, "balance")

    def _choose(self, decision: Decision, command: ChooseGoal) -> None:
        actor = self.ledger.own(decision, command.actor)
        decision.require_allowed(self._cannot_choose(decision.state, actor))
        goal = _wanted(decision, actor, command.slot, command.words)
        self.ledger.write(decision, actor, with_text(actor.sheet, GOAL, goal), "goal chosen")
        # An arc that was over without a goal has one now.
        self.arc_is_over(decision, decision.state.get(CAST)[actor.id])

    def _cannot_gain(self, state: State, actor: Actor) -> Refusal | None:
        if refusal := self.ledger.cannot_change(state, actor):
            return refusal
        if self.has_goals or not self._arc_is_full(actor):
            return Refusal("no-aspect", f"{actor.name} has not gathered ranks enough for an aspect.")
        return self._unbalanced(actor)

    def _choose_aspect(self, decision: Decision, command: ChooseAspect) -> None:
        actor = self.ledger.own(decision, command.actor)
        decision.require_allowed(self._cannot_gain(decision.state, actor))
        self._gain(decision, actor, _wanted(decision, actor, command.slot, command.words))

    # -- adapting one (F2-ADV-06) --------------------------------------------------------------------------------

    def _cannot_adapt(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.sheet.texts.get(GOAL, "").strip() or not self.has_goals:
            return Refusal("no-goal", f"{actor.name} has no goal that could be adapted.")
        return self.ledger.cannot_change(state, actor)

    def _adapt(self, decision: Decision, command: AdaptGoal) -> None:
        actor = actor_of(decision, command.actor)
        is_allowed = decision.seat.is_gm or controls(decision.seat, actor)
        decision.require(is_allowed, "not-yours", f"{actor.name} is not yours to play.")
        decision.require_allowed(self._cannot_adapt(decision.state, actor))
        goal = phrase(decision, command.words)
        by_gm = decision.seat.is_gm
        drop = (Option("other", "Drop the goal and choose another"),) if by_gm else ()
        withdraw(decision, goal_of=actor.id)
        ask(
            decision,
            GoalToAdapt(actor.id, goal),
            address_of(decision.state, actor.id) if by_gm else (GM,),
            f"Change the goal of {actor.name}?",
            (Option("yes", "Change it"), *drop, Option("no", "Keep the goal")),
            detail=f"From “{actor.sheet.texts[GOAL]}” to “{goal}”.",
            cites=decision.cites("adapt-goal"),
            blocking=False,
        )

    def _cannot_adapt_to(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        actor = state.get(CAST).get(prompt.read(GoalToAdapt).goal_of)
        return None if option == "no" or actor is None else self._cannot_adapt(state, actor)

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(GoalToAdapt)
        if answer.option == "no":
            return
        actor = decision.state.get(CAST)[asked.goal_of]
        goal = asked.goal if answer.option == "yes" else ""
        self.ledger.write(decision, actor, with_text(actor.sheet, GOAL, goal), "goal changed")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            if controls(seat, actor):
                if self._cannot_choose(state, actor) is None:
                    yield from self._choices(actor, ChooseGoal, "choose")
                if self._cannot_gain(state, actor) is None:
                    yield from self._choices(actor, ChooseAspect, "gain")
            if (seat.is_gm or controls(seat, actor)) and self._cannot_adapt(state, actor) is None:
                yield self._offer_to_adapt(seat, actor)

    def _choices(self, actor: Actor, command: type[ChooseGoal | ChooseAspect], verb: str) -> Iterator[Offer]:
        """A level more of an aspect, or a new one."""
        what = "as goal" if verb == "choose" else "by a level"
        held = tuple(Choice(slot, text) for slot, text in actor.sheet.aspects.items() if slot in own_slots(actor.sheet))
        raised, new = f"raise an aspect {what}", f"{verb} a new aspect{' as goal' if verb == 'choose' else ''}"
        if held:
            yield self._offer(command(actor=actor.id), raised, ChoiceHole("slot", "which", held))
        yield self._offer(command(actor=actor.id), new, TextHole("words", "aspect", limit=PHRASE_LIMIT))

    def _offer(self, command: ChooseGoal | ChooseAspect, label: str, hole: ChoiceHole | TextHole) -> Offer:
        return Offer(
            command=command,
            label=label,
            actor=command.actor,
            verb="grow",
            holes=(hole,),
            cites=self.cites("goal"),
            group="sheet",
        )

    def _offer_to_adapt(self, seat: Seat, actor: Actor) -> Offer:
        words = TextHole("words", "goal", suggestion=actor.sheet.texts[GOAL], limit=PHRASE_LIMIT)
        return Offer(
            command=AdaptGoal(actor.id, ""),
            **one_of_a_family("Change the goal of …", actor.name),
            verb="grow",
            target=Target("actor", actor.id),
            holes=(words,),
            cites=self.cites("adapt-goal"),
            group="gm" if seat.is_gm else "sheet",
        )


def _wanted(decision: Decision, actor: Actor, slot: str, words: str) -> str:
    if not slot:
        return phrase(decision, words)
    decision.require(
        slot in own_slots(actor.sheet) and not words, "unknown-aspect", f"{actor.name} has no such aspect."
    )
    return actor.sheet.aspects[slot]
