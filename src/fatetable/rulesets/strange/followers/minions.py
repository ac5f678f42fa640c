"""Minions and duplicates: calling them by a roll, making them of its shifts, and how they come and go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    patron_of,
    require_control,
    whose,
)
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.points.accounts import BANK, account_of, cannot_spend, move
from fatetable.mechanics.points.limited_uses import LimitsOf, spend_use, times_left
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.departures import leave_game
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import MinionRow, Tables
from fatetable.rulesets.strange.followers.arriving import arrive, join
from fatetable.rulesets.strange.followers.making_minions import STAYING, Kin, chosen, kin, minion_sheet
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import (
    ADVANCED,
    DUPLICATES,
    MINION_GROUP,
    MINIONS,
    SIMPLE,
    Skill,
    skill_rolled,
    skills_of,
)

USE = "call minions"
ONCE_A_SCENE = Limit(1, "scene")
ARRIVAL, OFTEN, STAY = "arrival", "often", "stay"
"""Terms that an Unusual extra may change; the first, that no means of contact are needed, is for people to judge."""
NAME = TextHole("fill", "name", optional=True, key="name")
FORMS = (ADVANCED, SIMPLE, DUPLICATES)


class Hasten(Command, frozen=True, kw_only=True, tag="hasten-minions"):
    """Minions that are on their way are there now, for a fate point and a reason."""

    actor: ActorId
    description: str = ""


class MinionsToMake(PromptContext, frozen=True, tag="minions-to-make"):
    """So many shifts to spend on minions; `tier` is that of the benefit the roll was made for, 0 for none."""

    actor: ActorId
    skill: str
    shifts: int
    tier: int = 0


class Call(NamedTuple):
    """One way to spend the shifts: so many minions of a form and a quality; one of each tier in `raised` is better."""

    id: str
    form: str
    row: MinionRow
    number: int
    raised: tuple[int, ...]
    kin: Kin


def limits(tables: Tables) -> LimitsOf:
    """Minions are called once a scene, whether anybody comes or not."""

    def of_callers(_: State, actor: Actor) -> Mapping[str, Limit]:
        return {USE: ONCE_A_SCENE} if any(skill.has(MINIONS) for skill in skills_of(tables, actor.sheet)) else {}

    return of_callers


class Minions(Struct, frozen=True):
    """The code of the rows "call-minions" and "call-better-minions", and what comes of them."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="minions",
            decides={Hasten: self._hasten},
            answers={MinionsToMake: self._made},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds,),
        )

    def code(self) -> Mapping[str, Code]:
        return {
            "call-minions": Code(may=self._may_call, done=self._called),
            "call-better-minions": Code(may=self._may_call, fits=self._has_benefit, done=self._called_better),
        }

    # -- calling -----------------------------------------------------------------------------------------------------

    def _may_call(self, state: State, actor: Actor) -> Refusal | None:
        is_often = any(OFTEN in held.terms for skill in self._skills(actor) for held in skill.having(MINIONS))
        if not is_often and not times_left(state, actor.id, USE, ONCE_A_SCENE):
            return Refusal("used-up", "Minions are called once a scene only.", "minions")
        return self.kit.may_declare(state, actor, MINIONS)

    def _skills(self, actor: Actor) -> tuple[Skill, ...]:
        return skills_of(self.kit.tables, actor.sheet)

    def _has_benefit(self, _: State, actor: Actor, trait: str) -> bool:
        skill = skill_rolled(self.kit.tables, actor.sheet, trait)
        return skill is not None and bool(self.kit.tables.minions.raised(skill.benefit(MINIONS)))

    def _called(self, decision: Decision, result: Result) -> None:
        self._ask(decision, result, 0)

    def _called_better(self, decision: Decision, result: Result) -> None:
        skill = skill_rolled(self.kit.tables, decision.state.get(CAST)[result.actor].sheet, result.trait)
        self._ask(decision, result, skill.benefit(MINIONS) if skill is not None else 0)

    def _ask(self, decision: Decision, result: Result, tier: int) -> None:
        spend_use(decision, result.actor, USE)
        actor = decision.state.get(CAST)[result.actor]
        skill = skill_rolled(self.kit.tables, actor.sheet, result.trait)
        calls = tuple(self._calls(actor, skill, result.margin, tier)) if skill is not None else ()
        options = tuple(Option(call.id, self._label(call), (NAME, *self._holes(call))) for call in calls)
        if not options or skill is None:
            return
        ask(
            decision,
            MinionsToMake(actor.id, skill.id, result.margin, tier),
            address_of(decision.state, actor.id),
            f"{result.margin} shift{'s'[: result.margin > 1]} for minions of {whose(actor.name)}. Who comes?",
            (*options, Option("nobody", "Call nobody")),
            cites=decision.cites("minions"),
            blocking=False,
        )

    def _calls(self, actor: Actor, skill: Skill, shifts: int, tier: int) -> Iterator[Call]:
        """Each form, quality and benefit that the shifts pay for: as many of them as they do (SF-MINIONS-02)."""
        tables = self.kit.tables
        for form in FORMS:
            for row in tables.minions.quality if skill.has(MINIONS, form) else ():
                found = kin(tables, actor.sheet, form, row)
                if shifts < row.shifts or not found.is_possible:
                    continue
                for which, raised in enumerate(tables.minions.raised(tier) or ((),)):
                    if len(raised) <= len(found.ratings):
                        yield Call(f"{form}-{row.number}-{which}", form, row, shifts // row.shifts, raised, found)

    def _label(self, call: Call) -> str:
        what = "duplicate" if call.form == DUPLICATES else f"{call.form} minion"
        better = ", ".join(f"one {self.kit.tables.tiers[tier].name}" for tier in call.raised)
        more = f", {better}" if better else ""
        rating = self.kit.tables.ladder.label(call.row.number)
        return f"{call.number} {rating} {what}{'s'[: call.number > 1]}{more}"

    def _holes(self, call: Call) -> Iterator[Hole]:
        ratings, names = call.kin.ratings, call.kin.names
        suggested = chosen(names, ())
        for place, (rating, options) in enumerate(zip(ratings, names, strict=True)):
            choices = tuple(Choice(name, name.capitalize()) for name in options)
            yield ChoiceHole("fill", signed(rating), choices, key=f"place-{place}", suggested=suggested[place])
        places = tuple(Choice(str(place), f"{place + 1}: {signed(rating)}") for place, rating in enumerate(ratings))
        for which, tier in enumerate(call.raised):
            label = self.kit.tables.tiers[tier].name
            yield ChoiceHole("fill", label, places, key=f"raise-{which}", suggested=str(which))

    # -- making ------------------------------------------------------------------------------------------------------

    def _made(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked, tables = prompt.read(MinionsToMake), self.kit.tables
        actor = decision.state.get(CAST)[asked.actor]
        skill = skill_rolled(tables, actor.sheet, asked.skill)
        calls = self._calls(actor, skill, asked.shifts, asked.tier) if skill is not None else ()
        call = next((call for call in calls if call.id == answer.option), None)
        if call is None or skill is None:
            return
        form, names, raised = call.form, call.kin.names, call.raised
        every_place = tuple(str(place) for place in range(len(names)))
        places = chosen((every_place,) * len(raised), [answer.text(f"raise-{number}") for number in range(len(raised))])
        held = next(skill.having(MINIONS, form))
        what = f"{whose(actor.name)} {'duplicates' if form == DUPLICATES else 'minions'}"
        sheet = minion_sheet(
            tables,
            actor.sheet,
            form,
            call.row,
            chosen(names, [answer.text(f"place-{place}") for place in every_place]),
            {int(place): tier for place, tier in zip(places, raised, strict=True)},
            name=answer.text("name").strip() or what,
            number=call.number,
            stays=STAY in held.terms,
        )
        joined = join(decision, actor, self.kit.creation.finish(sheet))
        if form == DUPLICATES or ARRIVAL in held.terms:
            arrive(decision, decision.state.get(CAST)[joined])

    # -- coming and going --------------------------------------------------------------------------------------------

    def _cannot_hasten(self, state: State, actor: Actor) -> Refusal | None:
        patron = patron_of(state, actor)
        if actor.kind != MINION_GROUP or patron is None or is_present(state, actor.id):
            return Refusal("not-on-their-way", f"{actor.name} are not on their way.", "minions")
        if not is_active(state, patron.id):
            return Refusal("not-there", f"{patron.name} is not in the scene, or is out of it.")
        return unsettled(state) or cannot_spend(state, account_of(patron), self.kit.tables.minions.hasten)

    def _hasten(self, decision: Decision, command: Hasten) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_hasten(decision.state, actor))
        reason = decision.described(command.description, "they were near", "no-reason", "Say why they are near.")
        account = account_of(decision.state.get(CAST)[actor.patron])
        move(decision, account, BANK, self.kit.tables.minions.hasten, f"{actor.name}: {reason}", "minions")
        arrive(decision, actor)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not isinstance(moment, SceneEnds):
            return
        for actor in tuple(decision.state.get(CAST).values()):
            if actor.kind == MINION_GROUP and not actor.sheet.numbers.get(STAYING):
                leave_game(decision, actor, actor.patron, f"{actor.name} go their ways")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if actor.kind == MINION_GROUP and self._cannot_hasten(state, actor) is None:
                yield Offer(
                    command=Hasten(actor=actor.id),
                    **one_of_a_family("bring … in now", actor.name),
                    actor=actor.id,
                    verb="use",
                    target=Target("actor", actor.id),
                    holes=(TextHole("description", "why are they near?", is_description=True),),
                    cost="1 fate point",
                    cites=self.kit.cites("minions"),
                    group="belongings",
                )
