"""How the form of an animal helps and hinders: free of charge where the table agrees, and at the Storyteller's word."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, open_about
from fatetable.engine.seats import Seat, gm_seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, Actor, controls, name_of, require_control, seat_of, whose
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import RollIsChanged
from fatetable.mechanics.rolls import ROLLS, Effort, Modifier, Roll, RollId, Use, change_effort, open_rolls, roll_of
from fatetable.rulesets.skein.enchantments import ENCHANTMENTS, FORM, Enchantment
from fatetable.rulesets.skein.rolling import attack_kind
from fatetable.rulesets.skein.shapes import form_of
from fatetable.rulesets.skein.tables import tables

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


def form_damage(state: State, _attacker: Actor, defender: Actor, trait: str) -> tuple[Modifier, ...]:
    """Whoever is small is hurt more by what hits them (SK-SHAPE-05)."""
    found = form_of(state, defender.id)
    if found is None or not found.is_small or attack_kind(trait) not in PHYSICAL:
        return ()
    return (Modifier(HELPS, found.name, tables().magic.shapechanging.small_form_damage, ("SK-SHAPE-05",)),)


def _rolling(state: State, roll: Roll) -> tuple[int, Effort, Enchantment] | None:
    """The effort whose turn it is, if a shapechanger in another form makes it, and that form."""
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
    """Who may have the dice that have just fallen thrown again, if somebody in another form threw them."""
    effort = roll.efforts[max(roll.active, 0)]
    form = form_of(state, effort.actor)
    if form is None:
        return ()
    actor = state.get(CAST)[effort.actor]
    own = () if _has_helped(effort, form) else (seat_of(state, actor.id),)
    storyteller = () if _has_hindered(effort, form) or not actor.is_pc else (gm_seat(state).id,)
    return own + storyteller


class FormsInPlay(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="forms in play",
            decides={UseForm: self._use, HinderByForm: self._hinder},
            answers={"form-helps": self._voted},
            offers=self._offers,
        )

    # -- helping -------------------------------------------------------------------------------------------------

    def _may_use(self, state: State, roll: Roll) -> bool:
        found = _rolling(state, roll)
        return (
            found is not None
            and not _has_helped(found[1], found[2])
            and not any(prompt.kind == "form-helps" for prompt in open_about(state, roll=roll.id))
        )

    def _use(self, decision: Decision, command: UseForm) -> None:
        roll = roll_of(decision, command.roll)
        found = _rolling(decision.state, roll)
        if found is None or not self._may_use(decision.state, roll):
            raise decision.violation("no-form", "No other shape can help this roll now.", "form-helps")
        index, effort, form = found
        require_control(decision, decision.state.get(CAST)[effort.actor])
        decision.require(bool(command.explanation.strip()), "no-explanation", "Say how the form helps.")
        others = tuple(seat.id for seat in people(decision.state) if seat.id != decision.seat.id)
        if not others:
            self._help(decision, roll.id, index)
            return
        ask(
            decision,
            "form-helps",
            others,
            f"{form.name} helps {name_of(decision.state, effort.actor)}: {command.explanation.strip()}. Agreed?",
            (Option("yes", "Agreed"), Option("no", "It does not help here")),
            about={"roll": roll.id, "effort": index},
            cites=decision.cites("form-helps"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        """One who does not agree is enough; dice that were read meanwhile stay as they are."""
        roll = decision.state.get(ROLLS).get(RollId(str(prompt.about["roll"])))
        index = int(prompt.about["effort"])
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
            more = Modifier(HELPS, form.name, tables().magic.shapechanging.bonus, decision.cites("form-helps"))
            change_effort(decision, roll_id, index, modifiers=(*effort.modifiers, more), uses=uses)
        else:
            self._throw_again(decision, roll_id, index, better=True, uses=uses)
        decision.moment(RollIsChanged(roll_id))

    def _throw_again(self, decision: Decision, roll_id: RollId, index: int, *, better: bool, **changes: object) -> None:
        effort = decision.state.get(ROLLS)[roll_id].efforts[index]
        throw = decision.throw(self.rules.pool(decision.state))
        self.rules.after_throw(decision, throw)
        throws = (*effort.throws, throw)
        candidates = (effort.kept, len(throws) - 1)
        pick = max if better else min
        kept = pick(candidates, key=lambda place: throws[place].total)
        change_effort(decision, roll_id, index, throws=throws, kept=kept, **changes)

    # -- hindering -----------------------------------------------------------------------------------------------

    def _may_hinder(self, state: State, roll: Roll) -> bool:
        found = _rolling(state, roll)
        if found is None or _has_hindered(found[1], found[2]):
            return False
        return state.get(CAST)[found[1].actor].is_pc

    def _hinder(self, decision: Decision, command: HinderByForm) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        found = _rolling(decision.state, roll)
        if found is None or not self._may_hinder(decision.state, roll):
            raise decision.violation("no-form", "No other shape can hinder this roll now.", "form-hinders")
        decision.require(bool(command.explanation.strip()), "no-explanation", "Say how the form gets in the way.")
        index, effort, form = found
        against = (*effort.hindered_by, Use(form.aspect, HINDERS, False))
        if roll.stage == "declared":
            penalty = tables().magic.shapechanging.penalty
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
            _, effort, form = found
            what = "more" if roll.stage == "declared" else "another throw"
            if controls(seat, state.get(CAST)[effort.actor]) and self._may_use(state, roll):
                yield Offer(
                    command=UseForm(roll.id, ""),
                    label=f"{form.name} helps: {what}, if the table agrees",
                    holes=(TextHole("explanation", "how it helps"),),
                    price=Price(0),
                    cites=self.cites("form-helps"),
                    group="invoke",
                    changes=effort.id,
                )
            if seat.is_gm and self._may_hinder(state, roll):
                yield Offer(
                    command=HinderByForm(roll.id, ""),
                    label=f"{form.name} gets in the way of {whose(name_of(state, effort.actor))} roll",
                    holes=(TextHole("explanation", "how it hinders"),),
                    cites=self.cites("form-hinders"),
                    group="gm",
                    changes=effort.id,
                )
