"""Other skills than usual in a war of words: the table says whether one makes sense, and then it serves for the scene.

What words do to people is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.prompts import PROMPTS, Answer, Option, Prompt, PromptWithdrawn, ask, is_awaited, is_blocked
from fatetable.engine.recollection import asking
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import ATTACK, OVERCOME
from fatetable.mechanics.aspects import change_sheet
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import conflict_of
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.rolls import ROLLS, RollId
from fatetable.rulesets.skein.catalogue import MAGICAL
from fatetable.rulesets.skein.rolling import BY_CONSENT, WORDS, attack_kind, consented
from fatetable.rulesets.skein.skills import ARMY_SKILL, COMBAT_SKILL, skill_name, skill_of
from fatetable.rulesets.skein.spellwork import is_there

Role: TypeAlias = Literal["attack", "defend"]
_DOES = {"attack": "unnerve somebody with", "defend": "keep their Composure by"}


class AskToUseSkill(Command, frozen=True, tag="ask-to-use-skill"):
    """May this skill attack Composure, or defend it?"""

    actor: ActorId
    skill: str
    role: Role


def attack_in_words(state: State, actor: ActorId) -> Prompt | None:
    """The question how somebody meets an attack on their Composure."""
    for prompt in state.get(PROMPTS).values():
        if prompt.kind == "defend" and prompt.about.get("actor") == actor:
            roll = state.get(ROLLS).get(RollId(str(prompt.about["roll"])))
            is_attack = roll is not None and roll.declaration.action == ATTACK and roll.defender == actor
            if roll is not None and is_attack and attack_kind(roll.efforts[0].trait) == "composure":
                return prompt
    return None


@asking
def is_attacked_in_words(state: State, actor: ActorId) -> bool:
    return attack_in_words(state, actor) is not None


class WordsByConsent(Struct, frozen=True, kw_only=True):
    """`ask_defence` asks the victim of an attack anew."""

    rules: CheckRules
    ask_defence: Callable[[Decision, RollId], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="words by consent",
            decides={AskToUseSkill: self._ask},
            answers={"by-consent": self._voted},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds,),
        )

    # -- asking --------------------------------------------------------------------------------------------------

    def _skills(self, state: State, actor: Actor, role: Role) -> tuple[str, ...]:
        """What could be asked for now: any skill that is neither of combat nor of magic and does not serve already."""
        is_many = COMBAT_SKILL in actor.sheet.traits or ARMY_SKILL in actor.sheet.traits
        if is_many or not self._has_cause(state, actor, role) or not is_there(state, actor.id):
            return ()
        return () if is_awaited(state, "consent_for", actor.id) else self._others(actor, role)

    @remembered(limit=2048)
    def _others(self, actor: Actor, role: Role) -> tuple[str, ...]:
        if role == "attack":
            usual = {trait.id.partition("@")[0] for trait in self.rules.traits(actor, ATTACK) if WORDS in trait.id}
        else:
            usual = {trait.id for trait in self.rules.traits(actor, "defend:composure")}
        return tuple(
            trait.id
            for trait in self.rules.traits(actor, OVERCOME)
            if trait.id not in usual
            and (skill := skill_of(trait.id)) is not None
            and not skill.is_combat
            and skill.category != MAGICAL
        )

    def _has_cause(self, state: State, actor: Actor, role: Role) -> bool:
        if role == "defend":
            return is_blocked(state) and is_attacked_in_words(state, actor.id)
        conflict = conflict_of(state)
        return conflict is not None and actor.id in conflict.actors

    def _attack_on(self, state: State, actor: Actor) -> Prompt | None:
        return attack_in_words(state, actor.id)

    def _ask(self, decision: Decision, command: AskToUseSkill) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(
            command.skill in self._skills(decision.state, actor, command.role),
            "no-such-skill",
            f"{actor.name} cannot ask for that skill now.",
            "words-by-consent",
        )
        others = tuple(seat.id for seat in people(decision.state) if seat.id != decision.seat.id)
        if not others:
            self._grant(decision, actor, command.skill, command.role)
            return
        ask(
            decision,
            "by-consent",
            others,
            f"{actor.name} wants to {_DOES[command.role]} {skill_name(command.skill)}. Does that make sense?",
            (Option("yes", "It does"), Option("no", "It does not")),
            about={"consent_for": actor.id, "skill": command.skill, "role": command.role},
            cites=decision.cites("words-by-consent"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        if all(option == "yes" for option in prompt.answered.values()):
            actor = decision.state.get(CAST)[ActorId(str(prompt.about["consent_for"]))]
            self._grant(decision, actor, str(prompt.about["skill"]), str(prompt.about["role"]))

    def _grant(self, decision: Decision, actor: Actor, skill: str, role: str) -> None:
        before = actor.sheet.lists.get(BY_CONSENT, ())
        lists = {**actor.sheet.lists, BY_CONSENT: (*before, f"{role} {skill}")}
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, lists=lists), "the table agreed")
        prompt = self._attack_on(decision.state, actor)
        if role == "defend" and prompt is not None:
            decision.emit(PromptWithdrawn(prompt.id))
            self.ask_defence(decision, RollId(str(prompt.about["roll"])))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Another scene is another situation."""
        if not isinstance(moment, SceneEnds):
            return
        for actor in tuple(decision.state.get(CAST).values()):
            if any(consented(actor.sheet, role) for role in _DOES):
                lists = {name: entries for name, entries in actor.sheet.lists.items() if name != BY_CONSENT}
                change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, lists=lists), "the scene ended")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        roles: tuple[Role, ...] = ("attack", "defend")
        for actor in controlled(state, seat):
            for role in roles:
                if self._skills(state, actor, role):
                    yield self._offer(actor, role)

    @remembered(limit=2048)
    def _offer(self, actor: Actor, role: Role) -> Offer:
        skills = tuple(Choice(skill, skill_name(skill)) for skill in self._others(actor, role))
        return Offer(
            command=AskToUseSkill(actor.id, "", role),
            label=f"{actor.name}: ask the table to {_DOES[role]} another skill",
            holes=(ChoiceHole("skill", "which", skills),),
            cites=self.cites("words-by-consent"),
            group="act" if role == "attack" else "react",
        )
