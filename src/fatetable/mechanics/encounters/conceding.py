"""Giving in: leaving a conflict on one's own terms before the dice fall, and what it pays."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command, SeatId
from fatetable.engine.offers import Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.recollection import tracked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import Concession, ConcessionRuling, consequences_taken, fight_of
from fatetable.mechanics.harm.state import CONCEDED, is_out, set_condition
from fatetable.mechanics.moments import ActorIsOut
from fatetable.mechanics.points.accounts import BANK, DEFERRED, locked_for, move
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import Roll, open_rolls, taking_part
from fatetable.mechanics.scenes.sides import side_of


class GiveIn(Command, frozen=True, tag="give-in"):
    """`terms` is what the character loses and concedes, as its player sees it."""

    actor: ActorId
    terms: str


class Conceding(Struct, frozen=True, kw_only=True):
    """`pays` and `pays_per_consequence` are what giving in earns.

    Where it `needs_consent`, the other side may refuse and the fight goes on; otherwise only the terms are theirs.
    """

    pays: int
    pays_per_consequence: int
    cites: Cites
    needs_consent: bool = False

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="conceding",
            decides={GiveIn: self._give_in},
            answers={Concession: self._agreed, ConcessionRuling: self._ruled},
            offers=self._offers,
        )

    def _cannot(self, state: State, actor: ActorId) -> Refusal | None:
        fight = fight_of(state)
        if fight is None or not fight.involves(actor):
            return Refusal("no-conflict", "There is no conflict to concede.", "give-in")
        if is_out(state, actor):
            return Refusal("out-of-the-scene", "They are out of it already.", "give-in")
        if actor in _those_too_late(state):
            return Refusal("dice-are-down", "The dice are down: it is too late to concede to this roll.", "give-in")
        return None

    def payout(self, state: State, actor: ActorId) -> int:
        """What giving in earns; nothing for followers."""
        if state.get(CAST)[actor].patron:
            return 0
        return self.pays + self.pays_per_consequence * consequences_taken(state).get(actor, 0)

    def _give_in(self, decision: Decision, command: GiveIn) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor.id))
        terms = command.terms.strip()
        decision.require_described(terms, "no-terms", "Say what your character concedes.")
        if not self.needs_consent:
            self._pay_and_leave(decision, actor, terms)
        ask(
            decision,
            Concession(actor.id, terms),
            self._opponents(decision.state, actor.id),
            f"{actor.name} concedes. Agree?",
            (
                Option("agree", "Agree"),
                Option("refuse", "Fight on")
                if self.needs_consent
                else Option(
                    "object",
                    "Ask for other terms",
                    (TextHole("fill", "terms", key="terms", is_description=True),),
                ),
            ),
            detail=terms,
            cites=decision.cites("give-in"),
        )
        if not self.needs_consent:
            # Asked first: the open question keeps the conflict from ending before its terms are settled.
            self._call_off_rolls(decision, actor)

    def _pay_and_leave(self, decision: Decision, actor: Actor, terms: str) -> None:
        account = locked_for(actor.id) if actor.is_pc else DEFERRED
        move(decision, BANK, account, self.payout(decision.state, actor.id), f"{actor.name} conceded", "give-in-pays")
        set_condition(decision, actor.id, CONCEDED, out=CONCEDED, fate=terms)

    def _call_off_rolls(self, decision: Decision, actor: Actor) -> None:
        for roll in open_rolls(decision.state):
            if actor.id in _those_concerned(roll):
                cancel_roll(decision, roll.id, f"{actor.name} conceded.")
        decision.moment(ActorIsOut(actor.id, CONCEDED))

    def _opponents(self, state: State, actor: ActorId) -> tuple[SeatId, ...]:
        fight = fight_of(state)
        assert fight is not None
        seats = {
            seat
            for other in fight.actors
            if side_of(state, other) != side_of(state, actor) and not is_out(state, other)
            for seat in address_of(state, other)
        }
        return tuple(sorted(seats)) or (GM,)

    def _agreed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        concession = prompt.read(Concession)
        if self.needs_consent:
            if answer.option == "agree":
                conceder = decision.state.get(CAST)[concession.actor]
                self._pay_and_leave(decision, conceder, concession.terms)
                self._call_off_rolls(decision, conceder)
                decision.service(Conflicts).end_if_one_side_left(decision)
            return
        if answer.option == "agree":
            decision.service(Conflicts).end_if_one_side_left(decision)
            return
        wanted = answer.text("terms")
        ask(
            decision,
            ConcessionRuling(concession.actor),
            (GM,),
            f"Set the terms for {name_of(decision.state, concession.actor)}.",
            (
                Option(
                    "rule",
                    "Set the terms",
                    (TextHole("fill", "terms", suggestion=wanted, key="terms", is_description=True),),
                ),
            ),
            detail=" ".join(filter(None, (concession.terms, f"(the other side wants: {wanted})" if wanted else ""))),
            cites=decision.cites("give-in"),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        set_condition(decision, prompt.read(ConcessionRuling).actor, "terms", fate=answer.text("terms"))
        decision.service(Conflicts).end_if_one_side_left(decision)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if fight_of(state) is None:
            return
        for actor in controlled(state, seat):
            if self._cannot(state, actor.id) is None:
                earns = self.payout(state, actor.id)
                yield Offer(
                    command=GiveIn(actor.id, ""),
                    actor=actor.id,
                    label="concede",
                    verb="concede",
                    holes=(TextHole("terms", "terms", is_description=True),),
                    price=Price(-earns),
                    cites=self.cites("give-in"),
                    group="react",
                )


@tracked
def _those_too_late(state: State) -> frozenset[ActorId]:
    """Whom an open roll is about with dice on the table; a roll may still wait for its second dice then."""
    with_dice = [
        roll
        for roll in open_rolls(state)
        if roll.stage in ("thrown", "settled") or any(effort.throws for effort in roll.efforts)
    ]
    return frozenset([actor for roll in with_dice for actor in _those_concerned(roll)])


def _those_concerned(roll: Roll) -> tuple[ActorId, ...]:
    """Who takes part in a roll or is the target of it, unless somebody stepped in for them."""
    target = () if roll.has_interposer else (roll.declaration.target,)
    return (*taking_part(roll), *target)
