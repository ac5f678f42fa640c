"""Animal forms in play: how the form of a shapechanger helps a roll, if the table agrees, and hinders one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import Offer, Price, RollSide, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, kind_of, open_about
from fatetable.engine.seats import Seat, gm_seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, controls, name_of, require_control, seat_of
from fatetable.mechanics.moments import RollIsChanged
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Effort,
    Modifier,
    Roll,
    RollId,
    Use,
    change_effort,
    open_rolls,
    roll_of,
)
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.magic.enchantments import ENCHANTMENTS, FORM, Enchantment
from fatetable.rulesets.skein.magic.forms import form_of
from fatetable.rulesets.skein.rolls import attack_kind

HELPS, HINDERS = "form", "form-hinders"
PHYSICAL = ("hand-to-hand", "ranged")


class UseForm(Command, frozen=True, tag="use-form"):
    """The form helps a roll: more before the dice, or another throw after them; the table has to agree."""

    roll: RollId
    explanation: str


class HinderByForm(Command, frozen=True, tag="hinder-by-form"):
    """The form gets in the way: less before the dice, or another throw after them of which the worse counts."""

    roll: RollId
    explanation: str


def form_damage(tables: Tables, state: State, _attacker: Actor, defender: Actor, trait: str) -> tuple[Modifier, ...]:
    """What a small form takes in addition from a physical attack (SK-SHAPE-05)."""
    found = form_of(state, defender.id)
    if found is None or not found.is_small or attack_kind(tables, trait) not in PHYSICAL:
        return ()
    return (Modifier(HELPS, found.name, tables.magic.shapechanging.small_form_damage, ("SK-SHAPE-05",)),)


def _rolling(state: State, roll: Roll) -> tuple[int, Effort, Enchantment] | None:
    """The active effort of a roll and the form of its maker, if the maker is in one."""
    index = max(roll.active, 0)
    effort = roll.efforts[index]
    found = form_of(state, effort.actor)
    if found is None or roll.stage_of(index) not in ("declared", "thrown"):
        return None
    return index, effort, found


def _has_helped(effort: Effort, form: Enchantment) -> bool:
    return any(use.aspect == form.aspect for use in effort.uses)


def _has_hindered(effort: Effort, form: Enchantment) -> bool:
    return any(use.aspect == form.aspect and use.source == HINDERS for use in effort.hindered_by)


def asked_about_form(state: State, roll: Roll) -> tuple[SeatId, ...]:
    """The seats that may have dice thrown again because the character who threw them is in a form."""
    effort = roll.efforts[max(roll.active, 0)]
    form = form_of(state, effort.actor)
    if form is None:
        return ()
    actor = state.get(CAST)[effort.actor]
    own = () if _has_helped(effort, form) else (seat_of(state, actor.id),)
    storyteller = () if _has_hindered(effort, form) or not actor.is_pc else (gm_seat(state).id,)
    return own + storyteller


class FormHelps(PromptContext, frozen=True, tag="form-helps"):
    """Whether the table agrees that a form helps an effort of a roll."""

    roll: RollId
    effort: int


NO_FORM = "This roll is not made by anybody in the form of an animal, or its dice count already."


class AnimalForms(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="forms in play",
            decides={UseForm: self._use, HinderByForm: self._hinder},
            answers={FormHelps: self._voted},
            offers=self._offers,
        )

    # -- helping -------------------------------------------------------------------------------------------------

    def _cannot_use(self, state: State, roll: Roll) -> Refusal | None:
        found = _rolling(state, roll)
        if found is None:
            return Refusal("no-form", NO_FORM, "form-helps")
        if _has_helped(found[1], found[2]):
            return Refusal("no-form", "The form has helped this roll already, and helps a roll once.", "form-helps")
        if any(prompt.kind == kind_of(FormHelps) for prompt in open_about(state, roll=roll.id)):
            return Refusal("no-form", "The table is being asked already whether the form helps.", "form-helps")
        return None

    def _use(self, decision: Decision, command: UseForm) -> None:
        roll = roll_of(decision, command.roll)
        found = _rolling(decision.state, roll)
        decision.require_allowed(self._cannot_use(decision.state, roll))
        assert found is not None
        index, effort, form = found
        require_control(decision, decision.state.get(CAST)[effort.actor])
        decision.require_described(command.explanation, "no-explanation", "Say how the form helps.")
        others = tuple(seat.id for seat in people(decision.state) if seat.id != decision.seat.id)
        if not others:
            self._help(decision, roll.id, index)
            return
        ask(
            decision,
            FormHelps(roll.id, index),
            others,
            f"Does {form.name} help {name_of(decision.state, effort.actor)}?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail=command.explanation.strip(),
            cites=decision.cites("form-helps"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        """One vote against it is enough; nothing happens either if the dice have been counted meanwhile."""
        asked = prompt.read(FormHelps)
        roll, index = decision.state.get(ROLLS).get(asked.roll), asked.effort
        if roll is None or any(option == "no" for option in prompt.answered.values()):
            return
        found = _rolling(decision.state, roll)
        if found is not None and found[0] == index and not _has_helped(found[1], found[2]):
            self._help(decision, roll.id, index)

    def _help(self, decision: Decision, roll_id: RollId, index: int) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        effort = roll.efforts[index]
        form = form_of(decision.state, effort.actor)
        assert form is not None
        uses = (*effort.uses, Use(form.aspect, HELPS, False))
        if roll.stage == "declared":
            more = Modifier(HELPS, form.name, self.tables.magic.shapechanging.bonus, decision.cites("form-helps"))
            change_effort(decision, roll_id, index, modifiers=(*effort.modifiers, more), uses=uses)
        else:
            self._throw_again(decision, roll_id, index, better=True, uses=uses)
        decision.moment(RollIsChanged(roll_id))

    def _throw_again(self, decision: Decision, roll_id: RollId, index: int, *, better: bool, **changes: object) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        effort = roll.efforts[index]
        throw = self.rules.throw(decision, roll, index)
        throws = (*effort.throws, throw)
        candidates = (effort.kept, len(throws) - 1)
        pick = max if better else min
        kept = pick(candidates, key=lambda place: throws[place].total)
        change_effort(decision, roll_id, index, throws=throws, kept=kept, **changes)

    # -- hindering -----------------------------------------------------------------------------------------------

    def _cannot_hinder(self, state: State, roll: Roll) -> Refusal | None:
        found = _rolling(state, roll)
        if found is None:
            return Refusal("no-form", NO_FORM, "form-hinders")
        if _has_hindered(found[1], found[2]):
            return Refusal(
                "no-form", "The form has hindered this roll already, and hinders a roll once.", "form-hinders"
            )
        if not state.get(CAST)[found[1].actor].is_pc:
            return Refusal("no-form", "A form hinders the players' characters only.", "form-hinders")
        return None

    def _hinder(self, decision: Decision, command: HinderByForm) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        found = _rolling(decision.state, roll)
        decision.require_allowed(self._cannot_hinder(decision.state, roll))
        assert found is not None
        decision.require_described(command.explanation, "no-explanation", "Say how the form gets in the way.")
        index, effort, form = found
        against = (*effort.hindered_by, Use(form.aspect, HINDERS, False))
        if roll.stage == "declared":
            penalty = self.tables.magic.shapechanging.penalty
            less = Modifier(HINDERS, command.explanation.strip(), penalty, decision.cites("form-hinders"))
            change_effort(decision, roll.id, index, modifiers=(*effort.modifiers, less), hindered_by=against)
        else:
            self._throw_again(decision, roll.id, index, better=False, hindered_by=against)
        decision.moment(RollIsChanged(roll.id))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        is_anybody_changed = any(each.kind == FORM for each in state.get(ENCHANTMENTS).values())
        for roll in open_rolls(state) if is_anybody_changed else ():
            found = _rolling(state, roll)
            if found is None:
                continue
            index, effort, form = found
            what = "more" if roll.stage == "declared" else "a re-roll"
            if controls(seat, state.get(CAST)[effort.actor]) and self._cannot_use(state, roll) is None:
                yield Offer(
                    command=UseForm(roll.id, ""),
                    **one_of_a_family(f"Use the form of … for {what} (needs approval)", form.name),
                    effect=f"{what} (needs approval)",
                    verb="invoke",
                    target=Target("roll", roll.id),
                    holes=(TextHole("explanation", "how?", is_description=True),),
                    price=Price(0),
                    cites=self.cites("form-helps"),
                    group="invoke",
                    changes=RollSide(roll.id, index),
                )
            if seat.is_gm and self._cannot_hinder(state, roll) is None:
                yield Offer(
                    command=HinderByForm(roll.id, ""),
                    label=f"Hinder {name_of(state, effort.actor)} by the form of {form.name}",
                    verb="invoke",
                    target=Target("roll", roll.id),
                    holes=(TextHole("explanation", "how?", is_description=True),),
                    cites=self.cites("form-hinders"),
                    group="gm",
                    changes=RollSide(roll.id, index),
                )
