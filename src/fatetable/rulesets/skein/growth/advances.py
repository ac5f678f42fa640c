"""Advances: what experience buys at a refresh, and the free changes of skills and Aspects.

Stunts, which may need the table's consent, are in `growth/stunts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import CHARACTER, new_card, place
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, controls, players_characters
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.mechanics.characters.trait_groups import member
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.creation import finish
from fatetable.rulesets.skein.growth.aspect_changes import cannot_reword, changeable, reword
from fatetable.rulesets.skein.growth.experience import has_free_change, unspent
from fatetable.rulesets.skein.growth.ledger import Ledger
from fatetable.rulesets.skein.growth.skill_changes import (
    KIND_LIMIT,
    learnable,
    name_of_learnt,
    neighbours,
    own_skills,
    raise_price,
    replaceable,
    swapped,
    with_levels,
    without_skill,
)
from fatetable.rulesets.skein.sheet import aspects_of, base_refresh, phrase_of, skill_name, skill_of


class RaiseSkill(Command, frozen=True, tag="raise-skill"):
    actor: ActorId
    skill: str


class LearnSkill(Command, frozen=True, tag="learn-skill"):
    """`which` names the kind, where a skill has many kinds."""

    actor: ActorId
    skill: str
    which: str = ""


class GainAspect(Command, frozen=True, tag="gain-aspect"):
    actor: ActorId
    words: str


class RaiseRefresh(Command, frozen=True, tag="raise-refresh"):
    actor: ActorId


class SwapSkills(Command, frozen=True, tag="swap-skills"):
    """Two skills whose levels differ by one exchange them."""

    actor: ActorId
    one: str
    other: str


class ReplaceSkill(Command, frozen=True, tag="replace-skill"):
    """A skill of the lowest level is dropped for another."""

    actor: ActorId
    old: str
    new: str
    which: str = ""


class ChangeAspect(Command, frozen=True, tag="change-aspect"):
    actor: ActorId
    slot: str
    words: str


class Advances(Struct, frozen=True, kw_only=True):
    tables: Tables
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="development",
            decides={
                RaiseSkill: self._raise,
                LearnSkill: self._learn,
                GainAspect: self._gain,
                RaiseRefresh: self._raise_refresh,
                SwapSkills: self._swap,
                ReplaceSkill: self._replace,
                ChangeAspect: self._change,
            },
            offers=self._offers,
        )

    # -- bought --------------------------------------------------------------------------------------------------

    def _raise(self, decision: Decision, command: RaiseSkill) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require(
            command.skill in own_skills(self.tables, actor.sheet),
            "unknown-trait",
            f"{actor.name} has no such skill to raise; a new one is learnt first.",
        )
        level = actor.sheet.traits[command.skill] + 1
        decision.require(
            level <= self.tables.figures.skills.highest,
            "too-high",
            f"{skill_name(self.tables, command.skill)} cannot be raised any further: {level - 1} is the highest level.",
        )
        sheet = with_levels(actor.sheet, {command.skill: level})
        self.ledger.buy(decision, actor, raise_price(self.tables, level), sheet, "skill raised")

    def _learn(self, decision: Decision, command: LearnSkill) -> None:
        actor = self.ledger.hero(decision, command.actor)
        sheet = self._taught(decision, actor, command.skill, command.which, actor.sheet)
        self.ledger.buy(decision, actor, self.tables.experience.new_skill, sheet, "new skill")

    def _taught(self, decision: Decision, actor: Actor, skill: str, kind: str, sheet: Sheet) -> Sheet:
        trait = _trait(skill, kind)
        decision.require(len(kind) <= KIND_LIMIT, "text-too-long", f"That is more than {KIND_LIMIT} characters.")
        name = skill_name(self.tables, trait)
        is_known = trait.casefold() in {own.casefold() for own in actor.sheet.traits}
        decision.require(not is_known, "unknown-trait", f"{actor.name} knows {name!r} already.")
        is_skill = skill_of(self.tables, trait) is not None
        decision.require(
            is_skill, "unknown-trait", f"{name!r} is no skill by itself: name one, or say which kind it is."
        )
        taught = with_levels(sheet, {trait: self.tables.experience.new_skill_level})
        self.ledger.require_sound(actor, finish(self.tables, taught))
        return taught

    def _gain(self, decision: Decision, command: GainAspect) -> None:
        actor = self.ledger.hero(decision, command.actor)
        words = _words(decision, command.words)
        slot = next(f"bought-{n}" for n in range(1, 100) if f"bought-{n}" not in actor.sheet.aspects)
        sheet = msgspec.structs.replace(actor.sheet, aspects={**actor.sheet.aspects, slot: words})
        place(decision, new_card(decision, words, CHARACTER, bearer=actor.id, slot=slot))
        self.ledger.buy(decision, actor, self.tables.experience.aspect, sheet, "new Aspect")

    def _raise_refresh(self, decision: Decision, command: RaiseRefresh) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require(
            _may_raise_refresh(self.tables, actor.sheet),
            "refresh-beyond-aspects",
            "Refresh Rate is at most the number of Aspects.",
        )
        gained = actor.sheet.numbers.get("refresh-gained", 0) + 1
        sheet = msgspec.structs.replace(actor.sheet, numbers={**actor.sheet.numbers, "refresh-gained": gained})
        self.ledger.buy(decision, actor, self.tables.experience.refresh, sheet, "Refresh Rate raised")

    # -- free ----------------------------------------------------------------------------------------------------

    def _swap(self, decision: Decision, command: SwapSkills) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require(
            command.other in neighbours(self.tables, actor.sheet, command.one),
            "no-neighbours",
            "Two skills exchange levels if these differ by one.",
            "free-change",
        )
        self.ledger.use_free_change(
            decision, actor, swapped(actor.sheet, command.one, command.other), "skills exchanged levels"
        )

    def _replace(self, decision: Decision, command: ReplaceSkill) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require(
            command.old in replaceable(self.tables, actor.sheet),
            "not-replaceable",
            "Only a skill at level 1 can be dropped for another.",
            "free-change",
        )
        decision.require_allowed(self.ledger.has_no_free_change(decision.state, actor))
        sheet = self._taught(decision, actor, command.new, command.which, without_skill(actor.sheet, command.old))
        self.ledger.use_free_change(decision, actor, sheet, "skill replaced")

    def _change(self, decision: Decision, command: ChangeAspect) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require_allowed(cannot_reword(decision.state, actor, command.slot))
        words = _words(decision, command.words)
        decision.require_allowed(self.ledger.has_no_free_change(decision.state, actor))
        reword(decision, actor, command.slot, words)
        aspects = {**actor.sheet.aspects, command.slot: words}
        sheet = msgspec.structs.replace(actor.sheet, aspects=aspects)
        self.ledger.use_free_change(decision, actor, sheet, "Aspect changed")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            if controls(seat, actor) and self.ledger.may_develop(state, actor) is None:
                yield from self._bought(actor)
                if has_free_change(state, actor):
                    yield from self._free(state, actor)

    def _bought(self, actor: Actor) -> Iterator[Offer]:
        prices, left = self.tables.experience, unspent(self.tables, actor.sheet)
        highest = self.tables.figures.skills.highest
        raisable = tuple(
            Choice(
                skill, f"{skill_name(self.tables, skill)} to {level + 1} ({raise_price(self.tables, level + 1)} points)"
            )
            for skill in own_skills(self.tables, actor.sheet)
            if (level := actor.sheet.traits[skill]) < highest and raise_price(self.tables, level + 1) <= left
        )
        if raisable:
            skills = ChoiceHole("skill", "skill", raisable)
            yield self._sale(actor, RaiseSkill(actor.id, ""), "raise a skill", "", skills)
        if prices.new_skill <= left:
            for skill, hole in learnable(self.tables, actor.sheet, "skill"):
                label, cost = f"learn {name_of_learnt(self.tables, skill)}", f"{prices.new_skill} point"
                yield self._sale(actor, LearnSkill(actor.id, skill), label, cost, hole)
        if prices.aspect <= left:
            words = _words_hole("Aspect")
            yield self._sale(actor, GainAspect(actor.id, ""), "gain an Aspect", f"{prices.aspect} points", words)
        if prices.refresh <= left and _may_raise_refresh(self.tables, actor.sheet):
            yield self._sale(actor, RaiseRefresh(actor.id), "raise Refresh Rate", f"{prices.refresh} points")

    def _sale(self, actor: Actor, command: Command, label: str, cost: str, *holes: Hole) -> Offer:
        return Offer(
            command=command,
            label=f"{label} ({cost})" if cost else label,
            actor=actor.id,
            verb="grow",
            cost=cost,
            holes=holes,
            cites=self.cites("experience"),
            group="sheet",
        )

    def _free(self, state: State, actor: Actor) -> Iterator[Offer]:
        cites = self.cites("free-change")
        for one in own_skills(self.tables, actor.sheet):
            others = tuple(
                Choice(other, skill_name(self.tables, other)) for other in neighbours(self.tables, actor.sheet, one)
            )
            if others:
                yield Offer(
                    command=SwapSkills(actor.id, one, ""),
                    **one_of_a_family("swap levels of … and another skill", skill_name(self.tables, one)),
                    actor=actor.id,
                    verb="grow",
                    holes=(ChoiceHole("other", "with", others),),
                    cites=cites,
                    group="sheet",
                )
        skills = tuple(learnable(self.tables, actor.sheet, "new"))
        for old in replaceable(self.tables, actor.sheet):
            for new, hole in skills:
                yield Offer(
                    command=ReplaceSkill(actor.id, old, new),
                    label=f"drop {skill_name(self.tables, old)} for {name_of_learnt(self.tables, new)}",
                    family=f"drop {skill_name(self.tables, old)} for …",
                    member=name_of_learnt(self.tables, new),
                    actor=actor.id,
                    verb="grow",
                    holes=(hole,),
                    cites=cites,
                    group="sheet",
                )
        slots = changeable(state, actor)
        if slots:
            yield Offer(
                command=ChangeAspect(actor.id, "", ""),
                label="change an Aspect",
                actor=actor.id,
                verb="grow",
                holes=(ChoiceHole("slot", "which", slots), _words_hole("new Aspect")),
                cites=cites,
                group="sheet",
            )


def _words(decision: Decision, words: str) -> str:
    return phrase_of(decision, words, "An Aspect needs words.")


def _words_hole(label: str) -> TextHole:
    return TextHole("words", label, limit=PHRASE_LIMIT)


def _may_raise_refresh(tables: Tables, sheet: Sheet) -> bool:
    """Without Extra Refresh it is at most the number of Aspects (SK-ADV-08)."""
    return base_refresh(tables, sheet) < len(aspects_of(sheet))


def _trait(skill: str, kind: str) -> str:
    return member(skill, kind) if kind.strip() else skill
