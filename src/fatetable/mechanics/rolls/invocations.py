"""Invoking aspects on a roll: who may, with what, at what price, and how often."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, RollSide, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.aspects.cards import (
    BOOST,
    CHARACTER,
    CONSEQUENCE,
    AspectCard,
    AspectId,
    FreeInvoke,
    card_of,
    in_play,
    lasting_choices,
    lasting_in_play,
    reveal,
    spend_free,
    tick_box,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, name_of
from fatetable.mechanics.moments import RollIsChanged, RollIsOver
from fatetable.mechanics.points.accounts import BANK, move, owed_to, spendable
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.comparing.single_dice import (
    change_of,
    choices_of_dice,
    place_of_die,
    why_not_that_die,
)
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.state import (
    BOX,
    POINT,
    DieChange,
    Invocation,
    InvocationsChanged,
    Modifier,
    Roll,
    RollId,
    Stage,
    Use,
    a_roll_is_open,
    change_effort,
    roll_of,
    rolls_at,
)
from fatetable.mechanics.rolls.taking_back import TakingBack, VetoInvocation


class Invoke(Command, frozen=True, kw_only=True, tag="invoke"):
    """Bring an aspect to bear on one effort of a roll.

    `party` is the character on whose behalf (empty: the game master's side as such); `payment` is `"point"`, `"box"`
    or the id of a free invocation on the card.
    """

    roll: RollId
    effort: int
    effect: str
    aspect: AspectId
    explanation: str
    payment: str = POINT
    party: ActorId = NOBODY
    die: str = ""
    """Where one die is changed: its place in the throw, from 0."""


class Reroll(Command, frozen=True, kw_only=True, tag="reroll"):
    """Throw an effort's dice again for a point, without an aspect."""

    roll: RollId
    effort: int
    party: ActorId = NOBODY


_INVOKE = {"self": "Invoke for", "ally": "Invoke to help", "opponent": "Hinder"}


_WHOSE = {
    "self": "the roller does that",
    "ally": "an ally of the roller does that",
    "opponent": "an opponent does that",
}


def _when(rule: AmendmentRule) -> str:
    if "declared" not in rule.stages:
        return "once the dice have fallen"
    return "before the roll is settled" if "thrown" in rule.stages else "before the dice fall"


class Invocations(Struct, frozen=True, kw_only=True):
    """`pool_pays_bearer` sends the game master's point to the player whose character's aspect is used."""

    rules: CheckRules
    rights: InvocationRights
    cites: Cites
    pool_pays_bearer: bool

    def subsystem(self) -> Subsystem:
        taking_back = TakingBack(rules=self.rules, rights=self.rights, cites=self.cites)
        return Subsystem(
            name="invocations",
            decides={Invoke: self._invoke, Reroll: self._reroll, VetoInvocation: taking_back.veto},
            offers=(
                OfferedWhile(a_roll_is_open, partial(self._offers, self._stages())),
                OfferedWhile(a_roll_is_open, taking_back.offers),
            ),
            on_moment=taking_back.on_moment,
            moments=(RollIsOver,),
        )

    # -- invoking ------------------------------------------------------------------------------------------------

    def _invoke(self, decision: Decision, command: Invoke) -> None:
        state = decision.state
        roll = roll_of(decision, command.roll)
        rule = self.rules.amendment(command.effect)
        if rule is None or not rule.needs_aspect or not 0 <= command.effort < len(roll.efforts):
            why = f"No aspect is invoked for {command.effect!r} on this roll; choose one of the effects on offer."
            raise decision.violation("no-such-effect", why)
        decision.require(
            command.party in self.rights.parties(state, decision.seat),
            "not-yours",
            "You cannot invoke on their behalf: that is up to those who play them.",
        )
        decision.require(
            roll.stage_of(command.effort) in rule.stages,
            "wrong-moment",
            f"An aspect is invoked for {rule.label} {_when(rule)}.",
            "invoke-when",
        )
        effort = roll.efforts[command.effort]
        decision.require(
            rule.who in self.rights.stances(state, roll, effort, command.party),
            "wrong-side",
            f"You cannot invoke for {rule.label} on this roll: {_WHOSE[rule.who]}.",
            f"invoke-{rule.id}",
        )
        card = card_of(decision, command.aspect)
        decision.require(in_play(state, card), "not-in-play", "That aspect is not part of this scene.")
        # Boxes are somebody's own, also where the game master opens them for whom they run.
        is_box = command.payment == BOX
        party = self.rights.user(state, roll, command.effort, command.party) if is_box else command.party
        decision.require(
            self.rules.usable(state, card, party), "not-for-you", f"{card.text!r} is not yours to bring in."
        )
        decision.require_described(
            command.explanation, "no-explanation", "Say how the aspect works to your advantage.", "invoke"
        )
        decision.require(
            not rule.free_only or command.payment != POINT, "free-only", "Only a free invocation does that."
        )
        place = -1
        names_die = rule.die is not None and rule.die.adds is None
        decision.require(names_die or not command.die, "no-such-die", "No die is chosen for that.")
        if rule.die is not None:
            place = place_of_die(rule.die, effort, command.die)
            decision.require_allowed(why_not_that_die(rule.die, effort, place), f"invoke-{rule.id}")
        use, free = self._payment(decision, roll, card, command, rule)
        decision.require(
            self.rules.may_join(self.rights.used(roll, command.effort, rule), use),
            "already-invoked",
            f"{card.text!r} has been invoked on this roll already.",
        )
        card = reveal(decision, card)
        paid_to = self._pay(decision, roll, card, command, rule, free)
        die = self._apply(decision, roll, command, rule, card, use, place)
        invocation = Invocation(
            seat=decision.seat.id,
            party=command.party,
            aspect=card,
            effect=rule.id,
            effort=command.effort,
            payment=command.payment,
            paid_to=paid_to,
            explanation=command.explanation.strip(),
            use=use,
            throw=len(effort.throws) if rule.rethrows else 0,
            die=die,
        )
        decision.emit(InvocationsChanged(roll.id, (*roll.invocations, invocation)))
        decision.moment(RollIsChanged(roll.id))

    def _reroll(self, decision: Decision, command: Reroll) -> None:
        """Throw again for a point alone, where the ruleset knows such a thing."""
        roll = roll_of(decision, command.roll)
        rule = next((r for r in self.rules.amendments if r.rethrows and not r.needs_aspect), None)
        if rule is None or not 0 <= command.effort < len(roll.efforts):
            raise decision.violation("no-such-effect", "A point alone buys no reroll here.")
        effort = roll.efforts[command.effort]
        decision.require(
            command.party in self.rights.parties(decision.state, decision.seat), "not-yours", "It is not your roll."
        )
        decision.require(
            rule.who in self.rights.stances(decision.state, roll, effort, command.party),
            "wrong-side",
            "It is not your roll.",
        )
        decision.require(
            roll.stage_of(command.effort) in rule.stages, "wrong-moment", f"Dice are rerolled {_when(rule)}."
        )
        move(decision, self.rights.account(decision.state, command.party), BANK, 1, "reroll", f"invoke-{rule.id}")
        change_effort(decision, roll.id, command.effort, **self._thrown_again(decision, roll, command.effort, rule))
        decision.moment(RollIsChanged(roll.id))

    def _payment(
        self, decision: Decision, roll: Roll, card: AspectCard, command: Invoke, rule: AmendmentRule
    ) -> tuple[Use, FreeInvoke | None]:
        if command.payment in (POINT, BOX):
            decision.require(command.payment == rule.pays, "wrong-payment", f"A {rule.pays} is what that costs.")
        if command.payment == BOX:
            user = self.rights.user(decision.state, roll, command.effort, command.party)
            is_own = bool(card.bearer) and card.bearer == user
            decision.require(is_own, "not-your-aspect", f"{card.text!r} is not an aspect of their own.", "invoke")
            decision.require(bool(card.open_boxes), "no-open-box", f"There is no open box on {card.text!r}.", "boxes")
            return Use(card.id, BOX, True), None
        if command.payment == POINT:
            decision.require(
                card.kind != BOOST, "boost-is-free-only", "A boost is used by its free invocation, never for a point."
            )
            decision.require(
                spendable(decision.state, self.rights.account(decision.state, command.party)) >= 1,
                "not-enough-fate-points",
                "There is no fate point left to invoke with.",
                "invoke-cost",
            )
            return Use(card.id, POINT, True), None
        free = next((free for free in card.free if free.id == command.payment), None)
        if free is None:
            raise decision.violation("no-free-invoke", f"There is no such free invocation on {card.text!r}.")
        decision.require(
            self.rights.may_use_for(decision.state, roll, command.effort, rule, card, free, command.party),
            "not-your-free-invoke",
            f"That free invocation on {card.text!r} is not yours to use.",
        )
        return Use(card.id, free.source, False), free

    def _pay(
        self,
        decision: Decision,
        roll: Roll,
        card: AspectCard,
        command: Invoke,
        rule: AmendmentRule,
        free: FreeInvoke | None,
    ) -> str:
        """Take the price and say which account got it (none for a free invocation)."""
        if free is not None:
            spend_free(decision, card, free)
            return ""
        if command.payment == BOX:
            tick_box(decision, card, f"invoked {card.text}")
            return ""
        payee = self._payee(decision.state, roll, card, command, rule)
        reason = f"invoked {card.text}"
        topic = "invoke-cost" if payee == BANK else "invoke-against-player"
        move(decision, self.rights.account(decision.state, command.party), payee, 1, reason, topic)
        return payee

    def _payee(self, state: State, roll: Roll, card: AspectCard, command: Invoke, rule: AmendmentRule) -> str:
        """The bank, or the player whose character's own aspect is turned against that character."""
        bearer: Actor | None = state.get(CAST).get(card.bearer)
        is_on_sheet = card.kind in (CHARACTER, CONSEQUENCE)
        if bearer is None or not bearer.is_pc or not is_on_sheet or bearer.id == command.party:
            return BANK
        if command.party == NOBODY:
            return owed_to(bearer.id) if self.pool_pays_bearer else BANK
        return owed_to(bearer.id) if bearer.id in _made_worse(roll, command.effort, rule) else BANK

    def _apply(
        self,
        decision: Decision,
        roll: Roll,
        command: Invoke,
        rule: AmendmentRule,
        card: AspectCard,
        use: Use,
        place: int,
    ) -> DieChange | None:
        """Do what the effect is; says which die was changed, if one was."""
        effort = roll.efforts[command.effort]
        cites = decision.cites(f"invoke-{rule.id}")
        amount = self.rules.amount(decision.state, rule, card, effort)
        if rule.who == "opponent":
            more = Modifier("invoke", card.text, amount, cites)
            change_effort(
                decision,
                roll.id,
                command.effort,
                hindrances=(*effort.hindrances, more),
                hindered_by=(*effort.hindered_by, use),
            )
        elif rule.die is not None:
            change = change_of(decision, rule.die, roll, command.effort, place)
            changes = (*effort.changes, change)
            change_effort(decision, roll.id, command.effort, changes=changes, uses=(*effort.uses, use))
            return change
        elif rule.rethrows:
            again = self._thrown_again(decision, roll, command.effort, rule)
            change_effort(decision, roll.id, command.effort, **again, uses=(*effort.uses, use))
        else:
            more = Modifier("invoke", card.text, amount, cites)
            change_effort(
                decision,
                roll.id,
                command.effort,
                modifiers=(*effort.modifiers, more),
                uses=(*effort.uses, use),
            )
        return None

    def _thrown_again(self, decision: Decision, roll: Roll, index: int, rule: AmendmentRule) -> dict[str, object]:
        """Throw all dice of an effort again: what changes in it."""
        before = roll.efforts[index]
        throws = (*before.throws, self.rules.throw(decision, roll, index))
        effort = msgspec.structs.replace(before, throws=throws)
        kept = self.rules.kept(decision.state, roll, index, rule, effort, before.kept)
        return {"throws": throws, "kept": kept}

    # -- offers --------------------------------------------------------------------------------------------------

    def _stages(self) -> tuple[Stage, ...]:
        """The stages of a roll at which anything can be invoked on it."""
        return tuple(dict.fromkeys(stage for rule in self.rules.amendments for stage in rule.stages))

    def _offers(self, stages: tuple[Stage, ...], state: State, seat: Seat) -> Iterator[Offer]:
        # Rolls change with every step, and means seldom.
        able = [party for party in self.rights.parties(state, seat) if self.rights.has_means(state, seat, party)]
        for roll in rolls_at(state, *stages) if able else ():
            for party in able:
                yield from self._invoke_offers(state, seat, roll, party)

    def _payable(self, state: State, seat: Seat, party: ActorId) -> Iterator[Choice]:
        choices = lasting_choices(state)
        for card in lasting_in_play(state, seat):
            if self.rules.usable(state, card, party):
                yield choices[card.id]

    def _with_boxes(self, state: State, seat: Seat, user: ActorId) -> tuple[Choice, ...]:
        """The aspects of somebody's own that have an open box, with how many."""
        cards = self.rights.own_boxes(state, seat, user)
        return tuple(
            Choice(card.id, f"{card.text} ({card.open_boxes} of {card.level} left)" if card.level > 1 else card.text)
            for card in cards
        )

    def _rules_for(self, state: State, roll: Roll, index: int, party: ActorId) -> list[AmendmentRule]:
        """The ways to change an effort that are open to a party now, whatever they cost."""
        stage = roll.stage_of(index)
        at_this_stage = [rule for rule in self.rules.amendments if stage in rule.stages]
        if not at_this_stage:
            return at_this_stage
        stances = self.rights.stances(state, roll, roll.efforts[index], party)
        return [rule for rule in at_this_stage if rule.who in stances]

    def _invoke_offers(self, state: State, seat: Seat, roll: Roll, party: ActorId) -> Iterator[Offer]:
        ways = [self._rules_for(state, roll, index, party) for index in range(len(roll.efforts))]
        if not any(ways):
            return
        has_point = spendable(state, self.rights.account(state, party)) >= 1
        explanation = TextHole("explanation", "how?", is_description=True)
        for index, (effort, rules) in enumerate(zip(roll.efforts, ways, strict=True)):
            if not rules:
                continue
            user = self.rights.user(state, roll, index, party)
            free = tuple(self.rights.free_uses(state, seat, party, user))
            boxes = self._with_boxes(state, seat, user) if any(rule.pays == "box" for rule in rules) else ()
            if not has_point and not free and not boxes:
                continue
            for rule in rules:
                dice = choices_of_dice(rule.die, effort) if rule.die is not None and rule.die.adds is None else ()
                if rule.die is not None and not rule.die.places(effort):
                    continue
                if not rule.needs_aspect:
                    if has_point and rule.rethrows:
                        yield self._reroll_offer(state, roll, index, rule, party)
                    continue
                used = self.rights.used(roll, index, rule)
                blanks = (ChoiceHole("die", "die", dice), explanation) if dice else (explanation,)
                label = f"{_INVOKE[rule.who]} {name_of(state, effort.actor)} ({rule.short or rule.label})"
                cites = self.cites(f"invoke-{rule.id}")
                if rule.pays == "box":
                    paid = boxes
                else:
                    may_pay = has_point and not rule.free_only
                    paid = state.part("payable", self._payable, seat, party) if may_pay else ()
                if used:
                    may_join = self.rules.may_join
                    paid = tuple(each for each in paid if may_join(used, Use(AspectId(each.value), rule.pays, True)))
                if paid:
                    yield Offer(
                        command=Invoke(
                            roll=roll.id,
                            effort=index,
                            effect=rule.id,
                            aspect=AspectId(""),
                            explanation="",
                            payment=rule.pays,
                            party=party,
                        ),
                        label=label,
                        verb="invoke",
                        target=Target("roll", roll.id),
                        holes=(ChoiceHole("aspect", "aspect", paid), *blanks),
                        price=Price(1, self.rights.account(state, party)) if rule.pays == "point" else None,
                        cost="a box" if rule.pays == "box" else "",
                        cites=cites,
                        group="invoke",
                        changes=RollSide(roll.id, index),
                    )
                for card, invoke in free:
                    is_theirs = self.rights.may_use_for(state, roll, index, rule, card, invoke, party)
                    if is_theirs and self.rules.may_join(used, Use(card.id, invoke.source, False)):
                        yield Offer(
                            command=Invoke(
                                roll=roll.id,
                                effort=index,
                                effect=rule.id,
                                aspect=card.id,
                                explanation="",
                                payment=invoke.id,
                                party=party,
                            ),
                            label=f"{label} with {card.text}, free",
                            family=f"{label} with …, free",
                            member=card.text,
                            effect=label,
                            verb="invoke",
                            target=Target("roll", roll.id),
                            holes=blanks,
                            price=Price(0),
                            cites=cites,
                            group="invoke",
                            changes=RollSide(roll.id, index),
                        )

    def _reroll_offer(self, state: State, roll: Roll, index: int, rule: AmendmentRule, party: ActorId) -> Offer:
        return Offer(
            command=Reroll(roll=roll.id, effort=index, party=party),
            label=f"Reroll for {name_of(state, roll.efforts[index].actor)}",
            verb="throw",
            target=Target("roll", roll.id),
            price=Price(1, self.rights.account(state, party)),
            cites=self.cites(f"invoke-{rule.id}"),
            group="invoke",
            changes=RollSide(roll.id, index),
        )


def _made_worse(roll: Roll, index: int, rule: AmendmentRule) -> set[ActorId]:
    """Whose side of a roll loses by an invocation on one of its efforts."""
    if rule.who == "opponent":
        return {roll.efforts[index].actor}
    return {effort.actor for place, effort in enumerate(roll.efforts) if place != index}
