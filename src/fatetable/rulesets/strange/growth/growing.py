"""Growing in play: the GM grants skill points and refresh, players say what for, and the budgets are checked again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, kind_of, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.strange.growth.raises import Raise, raises_of
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import GRANTED_POINTS, GRANTED_REFRESH

MOST = 10
"""So much of each the GM grants at once."""
LEFT_OPEN = "benefits-open"
"""What may be wrong with a sheet for a moment: a benefit is chosen after a rating has risen."""


class GrantGrowth(Command, frozen=True, kw_only=True, tag="grant-growth"):
    actor: ActorId
    points: int = 0
    refresh: int = 0


class RaiseSkill(Command, frozen=True, kw_only=True, tag="raise-skill"):
    """`what` names a skill of the sheet and what of it rises."""

    actor: ActorId
    what: str


class RaiseToAgree(PromptContext, frozen=True, tag="raise-skill"):
    actor: ActorId
    what: str


class Growing(Struct, frozen=True):
    """Between encounters; offered to players once the GM has granted them anything."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="growing",
            decides={GrantGrowth: self._grant, RaiseSkill: self._raise},
            answers={RaiseToAgree: self._agreed},
            offers=self._offers,
        )

    # -- granting ------------------------------------------------------------------------------------------------

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.is_pc:
            return Refusal("no-hero", f"{actor.name} is no player's character.", "growth")
        if a_roll_is_open(state) or state.get(ENCOUNTER) is not None:
            return Refusal("not-finished", "Finish what is going on first.", "growth")
        return None

    def _grant(self, decision: Decision, command: GrantGrowth) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot(decision.state, actor))
        is_fit = 0 <= command.points <= MOST and 0 <= command.refresh <= MOST
        decision.require(is_fit, "bad-value", f"Grant up to {MOST} of each.")
        numbers = dict(actor.sheet.numbers)
        for name, more in ((GRANTED_POINTS, command.points), (GRANTED_REFRESH, command.refresh)):
            if more:
                numbers[name] = numbers.get(name, 0) + more
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, numbers=numbers), "granted")

    # -- raising -------------------------------------------------------------------------------------------------

    def _able(self, actor: Actor) -> dict[str, Raise]:
        """What there is enough for: a sheet that is no worse than before."""
        before = self._errors(actor.sheet)
        found = (each for each in raises_of(self.kit.tables, actor.sheet) if _has_grown(actor))
        return {each.key: each for each in found if self._errors(each.sheet) <= before}

    def _errors(self, sheet: Sheet) -> set[tuple[str, str]]:
        problems = self.kit.creation.problems(sheet)
        return {(each.code, each.where) for each in problems if each.severity == "error" and each.code != LEFT_OPEN}

    def _raise(self, decision: Decision, command: RaiseSkill) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_raise(decision.state, actor))
        found = self._able(actor).get(command.what)
        if found is None:
            raise decision.violation("no-such-raise", f"{actor.name} has not the points or the refresh for that.")
        ask(
            decision,
            RaiseToAgree(actor.id, command.what),
            (GM,),
            f"Raise {found.label}?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail=actor.name,
            cites=decision.cites("growth"),
            blocking=False,
        )

    def _cannot_raise(self, state: State, actor: Actor) -> Refusal | None:
        asked = open_about(state, blocking_only=False, actor=actor.id)
        if any(prompt.kind == kind_of(RaiseToAgree) for prompt in asked):
            return Refusal("asked-already", "The GM is being asked about another raise.", "growth")
        return self._cannot(state, actor)

    def _agreed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(RaiseToAgree)
        actor = decision.state.get(CAST)[asked.actor]
        found = self._able(actor).get(asked.what)
        if answer.option == "yes" and found is not None:
            change_sheet(decision, actor, self.kit.creation.finish(found.sheet), "raised")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        heroes = tuple(each for each in state.get(CAST).values() if self._cannot(state, each) is None)
        if seat.is_gm and heroes:
            yield Offer(
                command=GrantGrowth(actor=ActorId("")),
                label="Grant skill points or refresh",
                verb="grow",
                holes=(
                    ChoiceHole("actor", "who", tuple(Choice(each.id, each.name) for each in heroes)),
                    NumberHole("points", "skill points", 0, MOST),
                    NumberHole("refresh", "refresh", 0, MOST),
                ),
                cites=self.kit.cites("growth"),
                group="gm",
            )
        for actor in controlled(state, seat):
            if _has_grown(actor) and self._cannot_raise(state, actor) is None and (able := self._able(actor)):
                yield Offer(
                    command=RaiseSkill(actor=actor.id, what=""),
                    label="raise a skill",
                    actor=actor.id,
                    verb="grow",
                    holes=(ChoiceHole("what", "which", tuple(Choice(e.key, e.label) for e in able.values())),),
                    cites=self.kit.cites("growth"),
                    group="sheet",
                )


def _has_grown(actor: Actor) -> bool:
    return bool(actor.sheet.numbers.get(GRANTED_POINTS) or actor.sheet.numbers.get(GRANTED_REFRESH))
