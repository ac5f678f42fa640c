"""Shapechanging: into an animal's form and back, the skins it takes, and the things left behind.

`magic.animal_forms` has how a form helps and hinders rolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import CHARACTER, change_sheet, new_card, place
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.rolls.state import is_rolling
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.magic.enchantments import (
    FOREVER,
    FORM,
    MagicHasEnded,
    change,
    end,
    lay,
)
from fatetable.rulesets.skein.magic.forms import (
    SHAPE_FOLDS,
    SHAPES,
    SKILL,
    SKIN,
    Forms,
    LeftBehind,
    SkinsChanged,
    ThingsLeft,
    form_of,
    forms_of,
    needs_skin,
    price_of_form,
    skins_of,
    with_article,
)
from fatetable.rulesets.skein.magic.workings import Workings, spend_action
from fatetable.rulesets.skein.points import account_of, can_pay, pay
from fatetable.rulesets.skein.possessions import lay_out_aspects
from fatetable.rulesets.skein.sheet import CARRIED, WIELDED

FORM_CARD = "form"
"""The lifetime of the Aspect of a form: until its bearer changes back."""


class ChangeShape(Command, frozen=True, tag="change-shape"):
    actor: ActorId
    form: str


class ChangeBack(Command, frozen=True, tag="change-back"):
    actor: ActorId


class TakeUpBelongings(Command, frozen=True, tag="take-up-belongings"):
    """Put on and take up again what was left behind."""

    actor: ActorId


class PrepareSkin(Command, frozen=True, tag="prepare-skin"):
    """Prepare the skin of an animal that the actor has killed, in a ceremony."""

    actor: ActorId
    form: str


class MoveSkin(Command, frozen=True, tag="move-skin"):
    """A skin is stolen, given away or (to nobody) destroyed; the Storyteller says so."""

    actor: ActorId
    form: str
    to: ActorId = NOBODY


class FormSize(PromptContext, frozen=True, tag="form-size"):
    """Whether a form is a small animal."""

    form: str


class NewSkin(PromptContext, frozen=True, tag="new-skin"):
    """Whether somebody has killed the animal of the skin they prepare."""

    preparing: ActorId
    form: str


class Shapechanging(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings
    dials: Dials

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="shapechanging",
            decides={
                ChangeShape: self._change,
                ChangeBack: self._change_back,
                TakeUpBelongings: self._take_up,
                PrepareSkin: self._prepare,
                MoveSkin: self._move_skin,
            },
            evolves=SHAPE_FOLDS,
            answers={FormSize: self._size_ruled, NewSkin: self._skin_ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(MagicHasEnded,),
        )

    # -- changing ------------------------------------------------------------------------------------------------

    def _open_forms(self, state: State, actor: Actor) -> Forms:
        """Forms somebody could change into now: known, paid for, and with the skin at hand if it takes one."""
        if form_of(state, actor.id) is not None:
            return ()
        skins = [skin.casefold() for skin in skins_of(state, actor)]
        return tuple(
            form
            for form in forms_of(actor)
            if (form.casefold() in skins or not needs_skin(self.tables, actor))
            and can_pay(state, actor, price_of_form(self.tables, actor, form))
        )

    def _change(self, decision: Decision, command: ChangeShape) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        decision.require(
            form_of(decision.state, actor.id) is None, "in-a-form", f"{actor.name} must change back first."
        )
        decision.require(command.form in forms_of(actor), "no-such-form", f"{actor.name} knows no such form.")
        price = price_of_form(self.tables, actor, command.form)
        decision.require(
            can_pay(decision.state, actor, price),
            "not-enough-fate-points",
            f"There is no Fate Point for {actor.name} to change with.",
            "change-shape",
        )
        decision.require(
            command.form in self._open_forms(decision.state, actor),
            "no-skin",
            f"{actor.name} has no prepared skin of {with_article(command.form)}.",
            "animal-skin",
        )
        pay(decision, actor, price, f"changed into {with_article(command.form)}")
        self._leave_things(decision, actor, command.form)
        self._take_form(decision, actor, command.form)
        spend_action(decision, actor.id)

    def _take_form(self, decision: Decision, actor: Actor, form: str) -> None:
        figures = self.tables.magic.shapechanging
        words = figures.aspect.replace("[animal]", form)
        card = new_card(decision, words, CHARACTER, bearer=actor.id, lasts=FORM_CARD)
        place(decision, card)
        laid = lay(
            decision,
            kind=FORM,
            skill=SKILL,
            maker=actor.id,
            name=words,
            target=actor.id,
            item=form,
            aspect=card.id,
            lasts=FOREVER,
            is_small=form.casefold() in figures.small,
        )
        if form.casefold() not in (*figures.forms, *figures.small):
            ask(
                decision,
                FormSize(laid.id),
                (GM,),
                f"{actor.name} is {with_article(form)}. Is that small?",
                (Option("small", "Small (like a hawk)"), Option("large", "Larger")),
                cites=decision.cites("change-shape"),
            )

    def _size_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        form = prompt.read(FormSize).form
        for actor in decision.state.get(CAST):
            found = form_of(decision.state, actor)
            if found is not None and found.id == form:
                change(decision, found, is_small=answer.option == "small")

    def _leave_things(self, decision: Decision, actor: Actor, form: str) -> None:
        """Everything but the skin is left behind (SK-SHAPE-02)."""
        sheet = actor.sheet
        had = {name: sheet.lists[name] for name in (*CARRIED, WIELDED) if name in sheet.lists}
        left = {**decision.state.get(SHAPES).left, actor.id: LeftBehind(had, sheet.numbers)}
        decision.emit(ThingsLeft(left))
        lists = {**sheet.lists, **dict.fromkeys(had, ()), WIELDED: ()}
        numbers = {**sheet.numbers, **(self._animal_figures(form) if self.dials.form_figures else {})}
        bare = msgspec.structs.replace(sheet, lists=lists, numbers=numbers)
        change_sheet(decision, actor, bare, f"changed into {with_article(form)}")
        lay_out_aspects(self.tables, decision, actor.id)

    def _animal_figures(self, form: str) -> Mapping[str, int]:
        """The damage and absorption of the animal, where the table plays with them (SK-SHAPE-03)."""
        name = self.tables.magic.shapechanging.animals.get(form.casefold(), form)
        row = next((row for row in self.tables.animals if row.name.casefold() == name.casefold()), None)
        return {key: row.numbers[key] for key in ("damage", "absorption") if key in row.numbers} if row else {}

    def _change_back(self, decision: Decision, command: ChangeBack) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        found = form_of(decision.state, actor.id)
        if found is None:
            raise decision.violation("no-form", f"{actor.name} has no other shape than their own.")
        pay(decision, actor, price_of_form(self.tables, actor, found.item), "changed back")
        end(decision, found, "changed back")
        spend_action(decision, actor.id)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, MagicHasEnded) and moment.enchantment.kind == FORM:
            actor = decision.state.get(CAST)[moment.enchantment.target]
            left = decision.state.get(SHAPES).left.get(actor.id)
            if left is not None and left.numbers != actor.sheet.numbers:
                own = msgspec.structs.replace(actor.sheet, numbers=left.numbers)
                change_sheet(decision, actor, own, "changed back")

    # -- things and skins ----------------------------------------------------------------------------------------

    def _cannot_take_up(self, state: State, actor: Actor) -> Refusal | None:
        if actor.id not in state.get(SHAPES).left:
            return Refusal("nothing-left", f"{actor.name} has left nothing behind.")
        if form_of(state, actor.id) is not None:
            return Refusal("nothing-left", f"{actor.name} has to change back first.")
        if not is_active(state, actor.id):
            return Refusal("nothing-left", f"{actor.name} has to be in the scene for that, and not out of it.")
        if is_rolling(state, actor.id):
            return Refusal("nothing-left", f"A roll with {actor.name} in it has to be settled first.")
        return None

    def _take_up(self, decision: Decision, command: TakeUpBelongings) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_take_up(decision.state, actor))
        left = decision.state.get(SHAPES).left
        had = left[actor.id].lists
        lists = dict(actor.sheet.lists)
        for name in CARRIED:
            if name in had:
                lists[name] = (*had[name], *lists.get(name, ()))
        lists.pop(WIELDED, None)
        if WIELDED in had:
            lists[WIELDED] = had[WIELDED]
        decision.emit(ThingsLeft({other: things for other, things in left.items() if other != actor.id}))
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, lists=lists), "took up their things")
        lay_out_aspects(self.tables, decision, actor.id)

    def _lacking(self, state: State, actor: Actor) -> Forms:
        skins = [skin.casefold() for skin in skins_of(state, actor)]
        return tuple(form for form in forms_of(actor) if form.casefold() not in skins)

    def _cannot_prepare(self, state: State, actor: Actor) -> Refusal | None:
        if not self._lacking(state, actor):
            return Refusal("no-such-form", f"{actor.name} has a skin for every form they know.")
        if is_asked(state, "preparing", actor.id):
            return Refusal(
                "no-such-form", f"{actor.name} is preparing a skin already; the Storyteller rules on it first."
            )
        return None

    def _prepare(self, decision: Decision, command: PrepareSkin) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL, at_leisure=True)
        decision.require_allowed(self._cannot_prepare(decision.state, actor))
        decision.require(
            command.form in self._lacking(decision.state, actor),
            "no-such-form",
            f"{actor.name} needs no new skin of that kind.",
        )
        ask(
            decision,
            NewSkin(actor.id, command.form),
            (GM,),
            f"Did {actor.name} kill the {command.form} themselves?",
            (Option("yes", "Yes (takes a day)"), Option("no", "No")),
            detail="For a new skin.",
            cites=decision.cites("animal-skin"),
            blocking=False,
        )

    def _skin_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(NewSkin)
        actor = decision.state.get(CAST)[asked.preparing]
        if answer.option == "yes":
            decision.emit(TimeTaken(actor.id, SKIN, self.tables.magic.shapechanging.skin_time))
            skins = (*skins_of(decision.state, actor), asked.form)
            decision.emit(SkinsChanged(actor.id, skins))

    def _move_skin(self, decision: Decision, command: MoveSkin) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        skins = skins_of(decision.state, actor)
        decision.require(command.form in skins, "no-skin", f"{actor.name} has no skin of {with_article(command.form)}.")
        decision.require(command.to != actor.id, "bad-target", "It is theirs already.")
        rest = list(skins)
        rest.remove(command.form)
        decision.emit(SkinsChanged(actor.id, tuple(rest)))
        if command.to:
            taker = actor_of(decision, command.to)
            decision.emit(SkinsChanged(taker.id, (*skins_of(decision.state, taker), command.form)))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL):
            yield from self._change_offers(state, actor)
        for actor in self.work.able(state, seat, SKILL, at_leisure=True):
            if self._cannot_prepare(state, actor) is None:
                yield Offer(
                    command=PrepareSkin(actor.id, ""),
                    actor=actor.id,
                    label="prepare a new skin",
                    verb="create",
                    holes=(ChoiceHole("form", "animal", tuple(map(Choice, self._lacking(state, actor)))),),
                    cites=self.work.cites("animal-skin"),
                    group="magic",
                )
        for actor in state.get(CAST).values():
            if controls(seat, actor) and self._cannot_take_up(state, actor) is None:
                yield Offer(
                    command=TakeUpBelongings(actor.id),
                    actor=actor.id,
                    label="pick up your things",
                    verb="use",
                    cites=self.work.cites("animal-skin"),
                    group="magic",
                )
        if seat.is_gm:
            yield from self._skin_offers(state)

    def _change_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        for form in self._open_forms(state, actor):
            price = price_of_form(self.tables, actor, form)
            yield self._priced(actor, ChangeShape(actor.id, form), f"become {with_article(form)}", price)
        found = form_of(state, actor.id)
        if found is not None and can_pay(state, actor, price_of_form(self.tables, actor, found.item)):
            yield self._priced(
                actor, ChangeBack(actor.id), "change back", price_of_form(self.tables, actor, found.item)
            )

    def _skin_offers(self, state: State) -> Iterator[Offer]:
        everyone = tuple(Choice(actor.id, actor.name) for actor in state.get(CAST).values())
        for actor in state.get(CAST).values():
            for skin in dict.fromkeys(skins_of(state, actor)):
                others = (Choice(NOBODY, "nobody"), *(choice for choice in everyone if choice.value != actor.id))
                yield Offer(
                    command=MoveSkin(actor.id, skin),
                    **one_of_a_family(f"Take {with_article(skin)} skin from …", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=(ChoiceHole("to", "holder", others),),
                    cites=self.work.cites("animal-skin"),
                    group="gm",
                )

    def _priced(self, actor: Actor, command: Command, label: str, price: int) -> Offer:
        return Offer(
            command=command,
            actor=actor.id,
            label=label,
            verb="use",
            price=Price(price, account_of(actor)),
            cites=self.work.cites("change-shape"),
            group="magic",
        )
