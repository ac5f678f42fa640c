"""Other skills than usual in a war of words: the table says whether one makes sense, and then it serves for the scene.

What words do to people is in `harm`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.prompts import (
    Answer,
    Option,
    Prompt,
    PromptContext,
    PromptId,
    PromptWithdrawn,
    ask,
    is_awaited,
    is_blocked,
    kind_of,
    open_about,
)
from fatetable.engine.recollection import tracked
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.rolls.actions import ATTACK, OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.procedure import answer_roll
from fatetable.mechanics.rolls.state import RollId, open_rolls
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.skein.book import MAGICAL, Tables
from fatetable.rulesets.skein.rolls import (
    WORDS,
    Defence,
    attack_kind,
    consented,
    defences_of,
    read_trait,
    with_consent,
    without_consent,
)
from fatetable.rulesets.skein.sheet import ARMY_SKILL, COMBAT_SKILL, skill_name, skill_of

Role: TypeAlias = Literal["attack", "defend"]
_DOES = {"attack": "unnerve someone with", "defend": "keep their Composure by"}


class AskToUseSkill(Command, frozen=True, tag="ask-to-use-skill"):
    """May this skill attack Composure, or defend it?"""

    actor: ActorId
    skill: str
    role: Role


class ByConsent(PromptContext, frozen=True, tag="by-consent"):
    """Whether a skill makes sense in a war of words, to attack with or to defend."""

    consent_for: ActorId
    skill: str
    role: Role


class AttackInWords(NamedTuple):
    """An attack on somebody's Composure, and the question how they meet it."""

    roll: RollId
    prompt: PromptId


def attack_in_words(tables: Tables, state: State, actor: ActorId) -> AttackInWords | None:
    for roll in open_rolls(state):
        is_attack = roll.declaration.action == ATTACK and roll.defender == actor
        if is_attack and attack_kind(tables, roll.efforts[0].trait) == "composure":
            for prompt in open_about(state, blocking_only=False, roll=roll.id, actor=actor):
                if prompt.kind == kind_of(DefenceToChoose):
                    return AttackInWords(roll.id, prompt.id)
    return None


@tracked
def is_attacked_in_words(state: State, tables: Tables, actor: ActorId) -> bool:
    return attack_in_words(tables, state, actor) is not None


class SocialSkills(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="words by consent",
            decides={AskToUseSkill: self._ask},
            answers={ByConsent: self._voted},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds,),
        )

    # -- tracked --------------------------------------------------------------------------------------------------

    def _cannot_ask(self, state: State, actor: Actor, role: Role) -> Refusal | None:
        code, topic = "no-such-skill", "words-by-consent"
        if COMBAT_SKILL in actor.sheet.traits or ARMY_SKILL in actor.sheet.traits:
            return Refusal(code, f"{actor.name} has one skill for everything, and no other to ask for.", topic)
        if not is_active(state, actor.id):
            return Refusal(code, f"{actor.name} is not in the scene, or is out of it.", topic)
        if not self._has_cause(state, actor, role):
            needs = "is in no fight" if role == "attack" else "is not under attack in words"
            return Refusal(code, f"{actor.name} {needs}; ask when it comes to that.", topic)
        if is_awaited(state, "consent_for", actor.id):
            return Refusal(code, f"The table is asked about a skill for {actor.name} already; wait for it.", topic)
        return None

    @remembered(limit=2048, has_texts=True)
    def _others(self, actor: Actor, role: Role) -> tuple[str, ...]:
        """Any skill that is neither of combat nor of magic and does not serve already."""
        if role == "attack":
            attacks = (read_trait(trait.id) for trait in self.rules.traits(actor, ATTACK))
            usual = {attack.skill for attack in attacks if attack.weapon == WORDS}
        else:
            usual = {trait.id for trait in defences_of(self.tables, actor, Defence("composure"))}
        return tuple(
            trait.id
            for trait in self.rules.traits(actor, OVERCOME)
            if trait.id not in usual
            and (skill := skill_of(self.tables, trait.id)) is not None
            and not skill.is_combat
            and skill.category != MAGICAL
        )

    def _has_cause(self, state: State, actor: Actor, role: Role) -> bool:
        if role == "defend":
            return is_blocked(state) and is_attacked_in_words(state, self.tables, actor.id)
        conflict = conflict_of(state)
        return conflict is not None and actor.id in conflict.actors

    def _ask(self, decision: Decision, command: AskToUseSkill) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_ask(decision.state, actor, command.role))
        decision.require(
            command.skill in self._others(actor, command.role),
            "no-such-skill",
            f"{skill_name(self.tables, command.skill)} serves already, or belongs to combat or magic; choose another.",
            "words-by-consent",
        )
        others = tuple(seat.id for seat in people(decision.state) if seat.id != decision.seat.id)
        if not others:
            self._grant(decision, actor, command.skill, command.role)
            return
        skill = skill_name(self.tables, command.skill)
        ask(
            decision,
            ByConsent(actor.id, command.skill, command.role),
            others,
            f"May {actor.name} {_DOES[command.role]} {skill}?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            cites=decision.cites("words-by-consent"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        if all(option == "yes" for option in prompt.answered.values()):
            asked = prompt.read(ByConsent)
            self._grant(decision, decision.state.get(CAST)[asked.consent_for], asked.skill, asked.role)

    def _grant(self, decision: Decision, actor: Actor, skill: str, role: Role) -> None:
        change_sheet(decision, actor, with_consent(actor.sheet, role, skill), "the table agreed")
        attack = attack_in_words(self.tables, decision.state, actor.id)
        if role == "defend" and attack is not None:
            decision.emit(PromptWithdrawn(attack.prompt))
            answer_roll(decision, attack.roll)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Another scene is another situation."""
        if not isinstance(moment, SceneEnds):
            return
        for actor in tuple(decision.state.get(CAST).values()):
            if any(consented(actor.sheet, role) for role in _DOES):
                change_sheet(decision, actor, without_consent(actor.sheet), "the scene ended")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        roles: tuple[Role, ...] = ("attack", "defend")
        for actor in controlled(state, seat):
            for role in roles:
                # There is seldom a cause, and what else matters changes more often.
                has_cause = self._has_cause(state, actor, role)
                if has_cause and self._cannot_ask(state, actor, role) is None and self._others(actor, role):
                    yield self._offer(actor, role)

    @remembered(limit=2048, has_texts=True)
    def _offer(self, actor: Actor, role: Role) -> Offer:
        skills = tuple(Choice(skill, skill_name(self.tables, skill)) for skill in self._others(actor, role))
        return Offer(
            command=AskToUseSkill(actor.id, "", role),
            label=f"ask the table to {_DOES[role]} another skill",
            actor=actor.id,
            verb="speak",
            holes=(ChoiceHole("skill", "which", skills),),
            cites=self.cites("words-by-consent"),
            group="act" if role == "attack" else "react",
        )
