"""What experience buys at a refresh, and the free changes of skills and Aspects.

Stunts, which may need the table's consent, are learnt elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import CHARACTER, AspectReworded, audience_of, new_card, place, sheet_card
from fatetable.mechanics.cast import Actor, ActorId, controls, players_characters
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.sheet_texts import PHRASE_LIMIT
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.trait_groups import member
from fatetable.rulesets.skein.catalogue import MAGICAL
from fatetable.rulesets.skein.experience import Ledger, has_free_change, unspent
from fatetable.rulesets.skein.figures import (
    OATH,
    SWORN,
    aspects_of,
    base_refresh,
    forms_allowed,
    languages_allowed,
    twins,
)
from fatetable.rulesets.skein.finishing import finish
from fatetable.rulesets.skein.magic_checks import skill_needs
from fatetable.rulesets.skein.phrases import phrase_of
from fatetable.rulesets.skein.skill_checks import known_languages
from fatetable.rulesets.skein.skills import skill_name, skill_of
from fatetable.rulesets.skein.tables import tables

TYPE_LIMIT = 40


class RaiseSkill(Command, frozen=True, tag="raise-skill"):
    actor: ActorId
    skill: str


class LearnSkill(Command, frozen=True, tag="learn-skill"):
    """`which` names it, where a skill is a label for many."""

    actor: ActorId
    skill: str
    which: str = ""


class GainAspect(Command, frozen=True, tag="gain-aspect"):
    actor: ActorId
    words: str


class RaiseRefresh(Command, frozen=True, tag="raise-refresh"):
    actor: ActorId


class SwapSkills(Command, frozen=True, tag="swap-skills"):
    """Two skills whose levels are neighbours exchange them."""

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


class Developing(Struct, frozen=True, kw_only=True):
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
            command.skill in own_skills(actor.sheet), "unknown-trait", f"{actor.name} has no such skill to raise."
        )
        level = actor.sheet.traits[command.skill] + 1
        decision.require(
            level <= tables().figures.skills.highest,
            "too-high",
            f"{skill_name(command.skill)} cannot be raised any further.",
        )
        self.ledger.buy(decision, actor, raise_price(level), _with(actor.sheet, {command.skill: level}), "skill raised")

    def _learn(self, decision: Decision, command: LearnSkill) -> None:
        actor = self.ledger.hero(decision, command.actor)
        sheet = self._taught(decision, actor, command.skill, command.which, actor.sheet)
        self.ledger.buy(decision, actor, tables().experience.new_skill, sheet, "new skill")

    def _taught(self, decision: Decision, actor: Actor, skill: str, kind: str, sheet: Sheet) -> Sheet:
        trait = _trait(skill, kind)
        decision.require(len(kind) <= TYPE_LIMIT, "text-too-long", f"That is more than {TYPE_LIMIT} characters.")
        decision.require(
            skill_of(trait) is not None and trait.casefold() not in {own.casefold() for own in actor.sheet.traits},
            "unknown-trait",
            f"{actor.name} cannot learn {skill_name(trait)!r}.",
        )
        taught = _with(sheet, {trait: tables().experience.new_skill_level})
        self.ledger.require_sound(actor, finish(taught))
        return taught

    def _gain(self, decision: Decision, command: GainAspect) -> None:
        actor = self.ledger.hero(decision, command.actor)
        words = _words(decision, command.words)
        slot = next(f"bought-{n}" for n in range(1, 100) if f"bought-{n}" not in actor.sheet.aspects)
        sheet = msgspec.structs.replace(actor.sheet, aspects={**actor.sheet.aspects, slot: words})
        place(decision, new_card(decision, words, CHARACTER, bearer=actor.id, slot=slot))
        self.ledger.buy(decision, actor, tables().experience.aspect, sheet, "new Aspect")

    def _raise_refresh(self, decision: Decision, command: RaiseRefresh) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require(
            _may_raise_refresh(actor.sheet),
            "refresh-beyond-aspects",
            "Refresh Rate is at most the number of Aspects.",
        )
        gained = actor.sheet.numbers.get("refresh-gained", 0) + 1
        sheet = msgspec.structs.replace(actor.sheet, numbers={**actor.sheet.numbers, "refresh-gained": gained})
        self.ledger.buy(decision, actor, tables().experience.refresh, sheet, "Refresh Rate raised")

    # -- for nothing ---------------------------------------------------------------------------------------------

    def _swap(self, decision: Decision, command: SwapSkills) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require(
            command.other in _neighbours(actor.sheet, command.one),
            "no-neighbours",
            "Two skills exchange levels if these differ by one.",
            "free-change",
        )
        self.ledger.use_free_change(
            decision, actor, _swapped(actor.sheet, command.one, command.other), "skills exchanged levels"
        )

    def _replace(self, decision: Decision, command: ReplaceSkill) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require(
            command.old in _replaceable(actor.sheet),
            "not-replaceable",
            "Only a skill at level 1 can be dropped for another.",
            "free-change",
        )
        self.ledger.require_free_change(decision, actor)
        sheet = self._taught(decision, actor, command.new, command.which, _without(actor.sheet, command.old))
        self.ledger.use_free_change(decision, actor, sheet, "skill replaced")

    def _change(self, decision: Decision, command: ChangeAspect) -> None:
        actor = self.ledger.hero(decision, command.actor)
        require_changeable(decision, actor, command.slot)
        words = _words(decision, command.words)
        self.ledger.require_free_change(decision, actor)
        reword(decision, actor, command.slot, words)
        aspects = {**actor.sheet.aspects, command.slot: words}
        sheet = msgspec.structs.replace(actor.sheet, aspects=aspects)
        self.ledger.use_free_change(decision, actor, sheet, "Aspect changed")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            if controls(seat, actor) and self.ledger.is_open_for(state, actor):
                yield from self._bought(actor)
                if has_free_change(state, actor):
                    yield from self._free(state, actor)

    def _bought(self, actor: Actor) -> Iterator[Offer]:
        prices, left, name = tables().experience, unspent(actor.sheet), actor.name
        highest = tables().figures.skills.highest
        raisable = tuple(
            Choice(skill, f"{skill_name(skill)} to {level + 1} ({raise_price(level + 1)} points)")
            for skill in own_skills(actor.sheet)
            if (level := actor.sheet.traits[skill]) < highest and raise_price(level + 1) <= left
        )
        if raisable:
            yield self._sale(RaiseSkill(actor.id, ""), f"{name}: raise a skill", ChoiceHole("skill", "skill", raisable))
        if prices.new_skill <= left:
            for skill, hole in learnable(actor.sheet, "skill"):
                label = f"{name}: learn {_called(skill)} ({prices.new_skill} point)"
                yield self._sale(LearnSkill(actor.id, skill), label, hole)
        if prices.aspect <= left:
            label = f"{name}: gain an Aspect ({prices.aspect} points)"
            yield self._sale(GainAspect(actor.id, ""), label, _words_hole("the Aspect"))
        if prices.refresh <= left and _may_raise_refresh(actor.sheet):
            yield self._sale(RaiseRefresh(actor.id), f"{name}: raise Refresh Rate ({prices.refresh} points)")

    def _sale(self, command: Command, label: str, *holes: Hole) -> Offer:
        return Offer(command=command, label=label, holes=holes, cites=self.cites("experience"), group="sheet")

    def _free(self, state: State, actor: Actor) -> Iterator[Offer]:
        name, cites = actor.name, self.cites("free-change")
        for one in own_skills(actor.sheet):
            others = tuple(Choice(other, skill_name(other)) for other in _neighbours(actor.sheet, one))
            if others:
                yield Offer(
                    command=SwapSkills(actor.id, one, ""),
                    label=f"{name}: exchange the level of {skill_name(one)} with a neighbour",
                    holes=(ChoiceHole("other", "with", others),),
                    cites=cites,
                    group="sheet",
                )
        skills = tuple(learnable(actor.sheet, "new"))
        for old in _replaceable(actor.sheet):
            for new, hole in skills:
                yield Offer(
                    command=ReplaceSkill(actor.id, old, new),
                    label=f"{name}: drop {skill_name(old)} for {_called(new)}",
                    holes=(hole,),
                    cites=cites,
                    group="sheet",
                )
        slots = changeable(state, actor)
        if slots:
            yield Offer(
                command=ChangeAspect(actor.id, "", ""),
                label=f"{name}: change an Aspect",
                holes=(ChoiceHole("slot", "which", slots), _words_hole("the new Aspect")),
                cites=cites,
                group="sheet",
            )


def raise_price(level: int) -> int:
    """As many points as the level to be attained (SK-ADV-04)."""
    return level * tables().experience.per_new_level


def own_skills(sheet: Sheet) -> tuple[str, ...]:
    """Chosen skills; what a stunt gives goes with its twin."""
    given = twins(sheet)
    return tuple(trait for trait in sheet.traits if trait not in given)


def learnable(sheet: Sheet, field: str) -> Iterator[tuple[str, Hole]]:
    """Single skills are one choice; each label for many asks which of them."""
    found = [skill for skill in tables().skills if skill.category != MAGICAL or not any(skill_needs(sheet, skill))]
    single = tuple(Choice(s.id, s.name) for s in found if not s.is_group and s.id not in sheet.traits)
    if single:
        yield "", ChoiceHole(field, "skill", single)
    for skill in found:
        if skill.is_group:
            yield skill.id, TextHole("which", f"which {skill.name}", limit=TYPE_LIMIT)


def _called(group: str) -> str:
    """What is learnt, where a label for many skills is given or none."""
    return f"a kind of {skill_name(group)}" if group else "another skill"


def changeable(state: State, actor: Actor) -> tuple[Choice, ...]:
    """What is sworn stays sworn until it is fulfilled; every other Aspect may be changed."""
    return tuple(
        Choice(slot, text)
        for slot, text in actor.sheet.aspects.items()
        if slot != OATH and not SWORN.fullmatch(slot) and sheet_card(state, actor.id, slot)
    )


def require_changeable(decision: Decision, actor: Actor, slot: str) -> None:
    slots = {choice.value for choice in changeable(decision.state, actor)}
    decision.require(slot in slots, "unknown-aspect", f"{actor.name} has no such Aspect to change.")


def reword(decision: Decision, actor: Actor, slot: str, words: str) -> None:
    card = sheet_card(decision.state, actor.id, slot)
    assert card is not None
    decision.emit(AspectReworded(card.id, words), to=audience_of(card))


def _words(decision: Decision, words: str) -> str:
    return phrase_of(decision, words, "An Aspect needs words.")


def _words_hole(label: str) -> TextHole:
    return TextHole("words", label, limit=PHRASE_LIMIT)


def _may_raise_refresh(sheet: Sheet) -> bool:
    """Without Extra Refresh it is at most the number of Aspects (SK-ADV-08)."""
    return base_refresh(sheet) < len(aspects_of(sheet))


def _trait(skill: str, kind: str) -> str:
    return member(skill, kind) if kind.strip() else skill


def _with(sheet: Sheet, traits: dict[str, int]) -> Sheet:
    return msgspec.structs.replace(sheet, traits={**sheet.traits, **traits})


def _without(sheet: Sheet, trait: str) -> Sheet:
    return msgspec.structs.replace(sheet, traits={t: level for t, level in sheet.traits.items() if t != trait})


def _swapped(sheet: Sheet, one: str, other: str) -> Sheet:
    return _with(sheet, {one: sheet.traits[other], other: sheet.traits[one]})


def _keeps_what_levels_gave(sheet: Sheet) -> bool:
    """Languages and forms that are known are not forgotten again."""
    forms = [form for form in sheet.lists.get("forms", ()) if form.strip()]
    return len(known_languages(sheet)) <= languages_allowed(sheet) and len(forms) <= forms_allowed(sheet)


def _neighbours(sheet: Sheet, one: str) -> tuple[str, ...]:
    """Chosen skills one level above or below (SK-ADV-10)."""
    own = own_skills(sheet)
    if one not in own:
        return ()
    return tuple(
        other
        for other in own
        if abs(sheet.traits[one] - sheet.traits[other]) == tables().experience.swap_distance
        and _keeps_what_levels_gave(_swapped(sheet, one, other))
    )


def _replaceable(sheet: Sheet) -> tuple[str, ...]:
    """Skills of level 1, but not one that everybody has or that another is the twin of (SK-ADV-10)."""
    lowest = tables().experience.new_skill_level
    return tuple(
        trait
        for trait in own_skills(sheet)
        if sheet.traits[trait] == lowest
        and not ((skill := skill_of(trait)) and skill.is_compulsory)
        and trait not in twins(sheet).values()
        and _keeps_what_levels_gave(_without(sheet, trait))
    )
