"""Shapechanging: into an animal's form and back, the skins it takes, and what stays behind on the ground.

How a form helps and hinders rolls stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import CHARACTER, change_sheet, new_card, place
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.encounters import conflict_of
from fatetable.mechanics.moments import TurnLost
from fatetable.mechanics.rolls import is_rolling
from fatetable.rulesets.skein.arms import CARRIED, WIELDED
from fatetable.rulesets.skein.belongings import lay_out_aspects
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.effects import FormPrice, Ignore
from fatetable.rulesets.skein.enchantments import FOREVER, FORM, Enchantment, MagicHasEnded, change, end, lay, upon
from fatetable.rulesets.skein.spellwork import (
    Spellwork,
    TimeTaken,
    account_of,
    can_pay,
    is_there,
    pay,
    powers,
)
from fatetable.rulesets.skein.tables import tables

SKILL = "shapechanging"
SKIN = "animal-skin"
FORM_CARD = "form"
"""The lifetime of the Aspect of a form: until its bearer changes back."""


class ChangeShape(Command, frozen=True, tag="change-shape"):
    actor: ActorId
    form: str


class ChangeBack(Command, frozen=True, tag="change-back"):
    actor: ActorId


class TakeUpBelongings(Command, frozen=True, tag="take-up-belongings"):
    """Put on and take up again what one left lying when changing."""

    actor: ActorId


class PrepareSkin(Command, frozen=True, tag="prepare-skin"):
    """A new skin, of an animal one has killed, in a ceremony."""

    actor: ActorId
    form: str


class MoveSkin(Command, frozen=True, tag="move-skin"):
    """A skin is stolen, given away or (to nobody) destroyed; the Storyteller says so."""

    actor: ActorId
    form: str
    to: ActorId = NOBODY


class LeftBehind(Struct, frozen=True):
    """What somebody had on them before they changed, and the figures of their own body."""

    lists: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, int]


class Shapes(Struct, frozen=True, omit_defaults=True):
    """`skins` of those who have not just the ones they began with; `left` of those who have left things lying."""

    skins: Mapping[ActorId, tuple[str, ...]] = {}
    left: Mapping[ActorId, LeftBehind] = {}


SHAPES: Key[Shapes] = Key("shapes", Shapes, Shapes())


class SkinsChanged(Event, frozen=True, tag="skins-changed/1"):
    actor: ActorId
    skins: tuple[str, ...]


class ThingsLeft(Event, frozen=True, tag="things-left/1"):
    """What lies behind of everybody's things from here on."""

    left: Mapping[ActorId, LeftBehind]


def _skins(shapes: Shapes, event: SkinsChanged) -> Shapes:
    return msgspec.structs.replace(shapes, skins={**shapes.skins, event.actor: event.skins})


def _left(shapes: Shapes, event: ThingsLeft) -> Shapes:
    return msgspec.structs.replace(shapes, left=event.left)


Forms: TypeAlias = tuple[str, ...]


def forms_of(actor: Actor) -> Forms:
    return tuple(form.strip() for form in actor.sheet.lists.get("forms", ()) if form.strip())


def skins_of(state: State, actor: Actor) -> tuple[str, ...]:
    """One for each form to begin with (SK-SKILL-47)."""
    return state.get(SHAPES).skins.get(actor.id, forms_of(actor))


def needs_skin(actor: Actor) -> bool:
    return not any(isinstance(e, Ignore) and e.what == SKIN for _, e in powers(actor, Ignore))


def price_of_form(actor: Actor, form: str) -> int:
    """A point each way, but for a favoured form (SK-SHAPE-01, SK-STUNT-47)."""
    for found, effect in powers(actor, FormPrice):
        if isinstance(effect, FormPrice) and found.choice("form").casefold() == form.casefold():
            return effect.points
    return tables().magic.shapechanging.price


def form_of(state: State, actor: ActorId) -> Enchantment | None:
    return upon(state, actor, FORM)


class Shapechanging(Struct, frozen=True, kw_only=True):
    work: Spellwork
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
            evolves=folds(SHAPES, {SkinsChanged: _skins, ThingsLeft: _left}),
            answers={"form-size": self._size_ruled, "new-skin": self._skin_ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(MagicHasEnded,),
        )

    # -- changing ------------------------------------------------------------------------------------------------

    def _open_forms(self, state: State, actor: Actor) -> Forms:
        """Forms somebody could change into now: known, affordable, and with the skin at hand if it takes one."""
        if form_of(state, actor.id) is not None:
            return ()
        skins = [skin.casefold() for skin in skins_of(state, actor)]
        return tuple(
            form
            for form in forms_of(actor)
            if (form.casefold() in skins or not needs_skin(actor)) and can_pay(state, actor, price_of_form(actor, form))
        )

    def _change(self, decision: Decision, command: ChangeShape) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        decision.require(
            form_of(decision.state, actor.id) is None, "in-a-form", f"{actor.name} must change back first."
        )
        decision.require(command.form in forms_of(actor), "no-such-form", f"{actor.name} knows no such form.")
        price = price_of_form(actor, command.form)
        decision.require(
            can_pay(decision.state, actor, price),
            "not-enough-fate-points",
            f"There is no Fate Point for {actor.name} to change with.",
            "change-shape",
        )
        decision.require(
            command.form in self._open_forms(decision.state, actor),
            "no-skin",
            f"{actor.name} has no prepared skin of a {command.form}.",
            "animal-skin",
        )
        pay(decision, actor, price, f"changed into a {command.form}")
        self._leave_things(decision, actor, command.form)
        self._take_form(decision, actor, command.form)
        self._spend_action(decision, actor)

    def _spend_action(self, decision: Decision, actor: Actor) -> None:
        if conflict_of(decision.state) is not None:
            decision.moment(TurnLost(actor.id))

    def _take_form(self, decision: Decision, actor: Actor, form: str) -> None:
        figures = tables().magic.shapechanging
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
                "form-size",
                (GM,),
                f"{actor.name} is a {form} now. Is that a small animal?",
                (Option("small", "As small as a hawk or a salmon, or smaller"), Option("large", "Larger")),
                about={"form": laid.id},
                cites=decision.cites("change-shape"),
            )

    def _size_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        cast = decision.state.get(CAST)
        for actor in cast:
            found = form_of(decision.state, actor)
            if found is not None and found.id == prompt.about["form"]:
                change(decision, found, is_small=answer.option == "small")

    def _leave_things(self, decision: Decision, actor: Actor, form: str) -> None:
        """Nothing but the skin changes along (SK-SHAPE-02)."""
        sheet = actor.sheet
        had = {name: sheet.lists[name] for name in (*CARRIED, WIELDED) if name in sheet.lists}
        left = {**decision.state.get(SHAPES).left, actor.id: LeftBehind(had, sheet.numbers)}
        decision.emit(ThingsLeft(left))
        lists = {**sheet.lists, **dict.fromkeys(had, ()), WIELDED: ()}
        numbers = {**sheet.numbers, **(self._animal_figures(form) if self.dials.form_figures else {})}
        bare = msgspec.structs.replace(sheet, lists=lists, numbers=numbers)
        change_sheet(decision, actor, bare, f"changed into a {form}")
        lay_out_aspects(decision, actor.id)

    def _animal_figures(self, form: str) -> Mapping[str, int]:
        """The damage and absorption of the animal, where the table plays with them (SK-SHAPE-03)."""
        name = tables().magic.shapechanging.animals.get(form.casefold(), form)
        row = next((row for row in tables().animals if row.name.casefold() == name.casefold()), None)
        return {key: row.numbers[key] for key in ("damage", "absorption") if key in row.numbers} if row else {}

    def _change_back(self, decision: Decision, command: ChangeBack) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        found = form_of(decision.state, actor.id)
        if found is None:
            raise decision.violation("no-form", f"{actor.name} has no other shape than their own.")
        pay(decision, actor, price_of_form(actor, found.item), "changed back")
        end(decision, found, "changed back")
        self._spend_action(decision, actor)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, MagicHasEnded) and moment.enchantment.kind == FORM:
            actor = decision.state.get(CAST)[moment.enchantment.target]
            left = decision.state.get(SHAPES).left.get(actor.id)
            if left is not None and left.numbers != actor.sheet.numbers:
                own = msgspec.structs.replace(actor.sheet, numbers=left.numbers)
                change_sheet(decision, actor, own, "changed back")

    # -- things and skins ----------------------------------------------------------------------------------------

    def _may_take_up(self, state: State, actor: Actor) -> bool:
        has_left = actor.id in state.get(SHAPES).left and form_of(state, actor.id) is None
        return has_left and is_there(state, actor.id) and not is_rolling(state, actor.id)

    def _take_up(self, decision: Decision, command: TakeUpBelongings) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(
            self._may_take_up(decision.state, actor), "nothing-left", f"{actor.name} has nothing to take up here."
        )
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
        lay_out_aspects(decision, actor.id)

    def _lacking(self, state: State, actor: Actor) -> Forms:
        skins = [skin.casefold() for skin in skins_of(state, actor)]
        return tuple(form for form in forms_of(actor) if form.casefold() not in skins)

    def _is_preparing(self, state: State, actor: Actor) -> bool:
        return is_asked(state, "preparing", actor.id)

    def _prepare(self, decision: Decision, command: PrepareSkin) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL, at_leisure=True)
        decision.require(
            command.form in self._lacking(decision.state, actor) and not self._is_preparing(decision.state, actor),
            "no-such-form",
            f"{actor.name} needs no new skin of that kind.",
        )
        ask(
            decision,
            "new-skin",
            (GM,),
            f"{actor.name} prepares a new skin. Have they killed a {command.form} themselves?",
            (Option("yes", "Yes, and the ceremony takes its day"), Option("no", "No")),
            about={"preparing": actor.id, "form": command.form},
            cites=decision.cites("animal-skin"),
            blocking=False,
        )

    def _skin_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = decision.state.get(CAST)[ActorId(str(prompt.about["preparing"]))]
        if answer.option == "yes":
            decision.emit(TimeTaken(actor.id, SKIN, tables().magic.shapechanging.skin_time))
            skins = (*skins_of(decision.state, actor), str(prompt.about["form"]))
            decision.emit(SkinsChanged(actor.id, skins))

    def _move_skin(self, decision: Decision, command: MoveSkin) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        skins = skins_of(decision.state, actor)
        decision.require(command.form in skins, "no-skin", f"{actor.name} has no skin of a {command.form}.")
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
            lacking = self._lacking(state, actor)
            if lacking and not self._is_preparing(state, actor):
                hole = ChoiceHole("form", "which animal", tuple(Choice(form) for form in lacking))
                yield self._offer(PrepareSkin(actor.id, ""), f"{actor.name}: prepare a new skin", "animal-skin", hole)
        for actor in state.get(CAST).values():
            if not controls(seat, actor):
                continue
            if self._may_take_up(state, actor):
                yield self._offer(TakeUpBelongings(actor.id), f"{actor.name}: take up one's things", "animal-skin")
        if seat.is_gm:
            yield from self._skin_offers(state)

    def _change_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        for form in self._open_forms(state, actor):
            price = price_of_form(actor, form)
            yield self._priced(actor, ChangeShape(actor.id, form), f"become a {form}", price)
        found = form_of(state, actor.id)
        if found is not None and can_pay(state, actor, price_of_form(actor, found.item)):
            yield self._priced(actor, ChangeBack(actor.id), "change back", price_of_form(actor, found.item))

    def _skin_offers(self, state: State) -> Iterator[Offer]:
        everyone = tuple(Choice(actor.id, actor.name) for actor in state.get(CAST).values())
        for actor in state.get(CAST).values():
            for skin in dict.fromkeys(skins_of(state, actor)):
                others = (Choice(NOBODY, "nobody"), *(choice for choice in everyone if choice.value != actor.id))
                hole = ChoiceHole("to", "who has it now", others)
                label = f"{actor.name} loses the skin of a {skin}"
                yield self._offer(MoveSkin(actor.id, skin), label, "animal-skin", hole, group="gm")

    def _priced(self, actor: Actor, command: Command, label: str, price: int) -> Offer:
        return Offer(
            command=command,
            label=f"{actor.name}: {label}",
            price=Price(price, account_of(actor)),
            cites=self.work.cites("change-shape"),
            group="magic",
        )

    def _offer(
        self, command: Command, label: str, topic: str, *holes: ChoiceHole | TextHole, group: str = "magic"
    ) -> Offer:
        return Offer(command=command, label=label, holes=holes, cites=self.work.cites(topic), group=group)
