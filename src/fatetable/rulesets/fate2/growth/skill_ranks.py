"""SkillRanks ranks on skills, one at a time (F2-ADV-01); what unbalances the pyramid is told before (F2-ADV-04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, FamilyLabel, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, players_characters
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.text_checks import NAME_LIMIT
from fatetable.mechanics.characters.trait_groups import member
from fatetable.rulesets.fate2.book import OTHER, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.growth.career import career, missing, with_ranks
from fatetable.rulesets.fate2.growth.ledger import Ledger
from fatetable.rulesets.fate2.sheet import rank_rules, skill_name, skill_of


class SpendRank(Command, frozen=True, kw_only=True, tag="spend-rank"):
    """Raise a skill by a rank; `which` names the one of a group, such as a language."""

    actor: ActorId
    skill: str
    which: str = ""


class SkillToAgree(PromptContext, frozen=True, tag="new-skill"):
    """A skill that is not in the list, which somebody wants to learn."""

    learner: ActorId
    skill: str


class SkillRanks(Struct, frozen=True, kw_only=True):
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="spending ranks",
            decides={SpendRank: self._spend},
            answers={SkillToAgree: self._agreed},
            gates={SkillToAgree: self._cannot_agree},
            offers=self._offers,
        )

    def _cannot_raise(self, actor: Actor, skill: str) -> Refusal | None:
        return cannot_raise(self.ledger.tables, self.ledger.dials, actor.sheet, skill)

    def _spend(self, decision: Decision, command: SpendRank) -> None:
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self.ledger.cannot_spend(decision.state, decision.seat, actor))
        most = _most_letters(command.skill)
        decision.require(len(command.which) <= most, "too-long", f"The name of a skill has {most} letters at most.")
        trait = member(command.skill, command.which) if command.which.strip() else command.skill
        skill = skill_of(self.ledger.tables, trait)
        if skill is None:
            raise decision.violation("unknown-skill", "There is no such skill in this campaign.")
        decision.require_allowed(self._cannot_raise(actor, trait))
        is_agreed = decision.seat.is_gm or decision.proxy is not None or trait in actor.sheet.traits
        if skill.id == OTHER and not is_agreed:
            self._ask(decision, actor, trait)
        else:
            self._write(decision, actor, trait)

    def _write(self, decision: Decision, actor: Actor, trait: str) -> None:
        sheet = with_ranks(actor.sheet, self.ledger.career(actor).phase_left, (trait, 1))
        self.ledger.write(decision, actor, sheet, "a rank spent")

    # -- a skill of one's own (F2-PYR-02) ------------------------------------------------------------------------

    def _ask(self, decision: Decision, actor: Actor, trait: str) -> None:
        withdraw(decision, learner=actor.id)
        ask(
            decision,
            SkillToAgree(actor.id, trait),
            (GM,),
            f"{actor.name} wants to learn {skill_name(self.ledger.tables, trait)}. Agree?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail="It is not in the list of skills.",
            cites=decision.cites("consent"),
            blocking=False,
        )

    def _cannot_agree(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        asked = prompt.read(SkillToAgree)
        actor = state.get(CAST).get(asked.learner)
        if option == "no" or actor is None:
            return None
        if self.ledger.career(actor).unspent <= 0:
            return Refusal("no-rank", f"{actor.name} has no rank to spend any more.")
        return self.ledger.cannot_change(state, actor) or self._cannot_raise(actor, asked.skill)

    def _agreed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(SkillToAgree)
        if answer.option == "yes":
            self._write(decision, decision.state.get(CAST)[asked.learner], asked.skill)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            if self.ledger.cannot_spend(state, seat, actor) is None:
                yield from self._offers_for(seat, actor)

    def _offers_for(self, seat: Seat, actor: Actor) -> Iterator[Offer]:
        skills = raisable(self.ledger.tables, self.ledger.dials, actor.sheet)
        if skills:
            yield self._offer(seat, actor, "", "raise or learn a skill", ChoiceHole("skill", "which", skills))
        for skill in self.ledger.tables.skills:
            # A new one of any name is like any other of its group.
            if skill.asks and self._cannot_raise(actor, member(skill.id, "any")) is None:
                hole = TextHole("which", skill.asks.lower(), limit=_most_letters(skill.id))
                yield self._offer(seat, actor, skill.id, f"learn {skill.name}", hole)

    def _offer(self, seat: Seat, actor: Actor, skill: str, label: str, hole: ChoiceHole | TextHole) -> Offer:
        worded: FamilyLabel = {"label": label, "family": "", "member": ""}
        if seat.is_gm:
            worded = one_of_a_family(f"{label.capitalize()} for …", actor.name)
        return Offer(
            command=SpendRank(actor=actor.id, skill=skill),
            **worded,
            actor="" if seat.is_gm else actor.id,
            verb="grow",
            target=Target("actor", actor.id),
            holes=(hole,),
            cites=self.cites("spend-rank"),
            group="gm" if seat.is_gm else "sheet",
        )


def cannot_raise(tables: Tables, dials: Dials, sheet: Sheet, skill: str) -> Refusal | None:
    """What was agreed on, and the end of a phase off-screen, bind what ranks go into (F2-ADV-05, F2-ADV-08)."""
    now = career(tables, dials, sheet)
    after = missing(tables, dials, sheet, (skill, 1))
    if now.repair in ("purchases", "gm") and after >= now.missing:
        return Refusal("repair-first", "This rank has to go into what balances the pyramid.")
    if now.phase_left and after > now.phase_left - 1:
        return Refusal("unbalanced", "At the end of the phase the pyramid would not be balanced.")
    return None


@remembered(limit=512)
def raisable(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Choice, ...]:
    """Each skill with the level a rank more would bring, and what the pyramid would lack then (F2-ADV-04)."""
    rules = rank_rules(tables, dials, sheet.traits)
    unlearnt = (skill.id for skill in tables.skills if not skill.asks and skill.id not in sheet.traits)
    return tuple(
        Choice(trait, f"{skill_name(tables, trait)}, to {tables.ladder.word(level + 1)}{_warning(lacks)}")
        for trait in (*sheet.traits, *unlearnt)
        if cannot_raise(tables, dials, sheet, trait) is None
        for level in (sheet.traits.get(trait, rules.rating(trait, 0)),)
        for lacks in (missing(tables, dials, sheet, (trait, 1)),)
    )


def _warning(lacks: int) -> str:
    return f", pyramid lacks {lacks}" if lacks else ""


def _most_letters(skill: str) -> int:
    """How long the name of one of a group may be."""
    return max(0, NAME_LIMIT - len(member(skill, "")))
