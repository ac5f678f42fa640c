"""Stunts of fire: a circle is checked for each, and what it can do is bounded (F2-STN-03, F2-STN-05 to F2-STN-08)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, NumberHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, AspectId, borne_by, open_box_again, tick_box
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, controlled
from fatetable.mechanics.modifiers.claims import Claim, ClaimsChanged
from fatetable.mechanics.modifiers.menus import CLAIM
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.procedure import hit_of, land_hit
from fatetable.mechanics.rolls.state import Modifier, Roll, RollId, change_effort, roll_of
from fatetable.mechanics.undertakings.state import UNDERTAKINGS, Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.fate2.book import PYROMANCY, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.magic.effects import begin_effect
from fatetable.rulesets.fate2.magic.fire.circles import check_circles, margin_for, open_circles
from fatetable.rulesets.fate2.magic.fire.geas import is_fire_mage, quenched
from fatetable.rulesets.fate2.magic.frame import Frame

FIRE = "fire"
BOLT, SURROUND, BENEATH, WALL, OTHER = "bolt", "surround", "beneath", "wall", "stunt"
RING = "ring"
AIMED = {
    BOLT: "throw a bolt of flame",
    SURROUND: "surround somebody with flames",
    BENEATH: "light a fire under somebody",
}
ELSE = "else"


class PerformStunt(Command, frozen=True, kw_only=True, tag="fate2-stunt"):
    """Do something with fire that the skill alone does not do.

    `targets` are those of a bolt, or the one of a wall; of those `in_tinder` wear what burns, or metal.  It is paid
    for with circles, or with a box of the aspect `box` at tables that allow it.
    """

    actor: ActorId
    stunt: str
    description: str = ""
    targets: tuple[ActorId, ...] = ()
    in_tinder: tuple[ActorId, ...] = ()
    what: str = ""
    circles: int = 1
    box: AspectId = AspectId("")


class StuntToJudge(PromptContext, frozen=True, tag="stunt"):
    """Can fire magic do what is described?"""

    performer: ActorId
    what: str
    circles: int
    box: AspectId


class Stunts(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    frame: Frame

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stunts of fire",
            decides={PerformStunt: self._perform},
            answers={StuntToJudge: self._judged},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- who may, and what it costs --------------------------------------------------------------------------------

    def _cannot(self, state: State, actor: Actor, stunt: str) -> Refusal | None:
        if not is_fire_mage(actor):
            return Refusal("no-such-magic-known", f"{actor.name} is no fire mage.", "stunt")
        return quenched(state, actor) or self.frame.cannot(state, actor, harms=stunt in AIMED)

    def payments(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        """The circle, or the boxes, that one stunt can be paid for with."""
        circle = (Choice("", "a circle"),) if open_circles(self.dials, state, actor) else ()
        boxes = (
            Choice(card.id, f"a box of {card.text}")
            for card in borne_by(state, actor.id)
            if card.kind == CHARACTER and card.open_boxes and self.dials.boxes_for_circles
        )
        return (*circle, *boxes)

    def pay(self, decision: Decision, actor: Actor, circles: int, box: AspectId) -> None:
        if box:
            tick_box(decision, decision.state.get(ASPECTS)[box], "a stunt")
        else:
            check_circles(decision, actor, circles)

    def require_payment(self, decision: Decision, actor: Actor, circles: int, box: AspectId) -> None:
        payments = {choice.value for choice in self.payments(decision.state, actor)}
        has_enough = box in payments and (circles == 1 if box else 0 < circles <= self._most(decision.state, actor))
        decision.require(has_enough, "no-open-circle", f"{actor.name} has no open circle left for that.", "stunt")

    def _most(self, state: State, actor: Actor) -> int:
        return open_circles(self.dials, state, actor)

    # -- doing it --------------------------------------------------------------------------------------------------

    def _perform(self, decision: Decision, command: PerformStunt) -> None:
        known = (*AIMED, WALL, OTHER)
        decision.require(command.stunt in known, "no-such-stunt", "There is no such stunt.")
        actor = self.frame.require_caster(decision, command.actor, harms=command.stunt in AIMED)
        decision.require_allowed(self._cannot(decision.state, actor, command.stunt))
        self.require_payment(decision, actor, command.circles, command.box)
        is_several = command.stunt == OTHER
        decision.require(is_several or command.circles == 1, "one-circle", "A single effect takes a single circle.")
        self._require_plain(decision, actor, command)
        if command.stunt in AIMED:
            self.frame.require_victims(decision, actor, command.targets)
            is_one = command.stunt == BOLT or len(command.targets) == 1
            decision.require(is_one, "bad-target", "A wall is raised about one of them.")
            self._aim(decision, actor, command)
            return
        decision.require(not command.targets, "bad-target", "This is aimed at nobody.")
        self.frame.require_described(decision, command.description)
        if command.stunt == OTHER:
            self._other(decision, actor, command)
            return
        self.pay(decision, actor, 1, command.box)
        begin_effect(decision, WALL, actor.id, f"Wall of Flame: {command.description}".rstrip(": "))

    def _require_plain(self, decision: Decision, actor: Actor, command: PerformStunt) -> None:
        """Nothing is said that means nothing for this stunt."""
        about = (
            {choice.value for choice in self.frame.victims(decision.state, actor)} if command.stunt == BOLT else set()
        )
        decision.require(set(command.in_tinder) <= about, "bad-target", "Only those who could be hit wear what burns.")
        is_else = command.stunt == OTHER or not command.what
        decision.require(is_else, "no-such-stunt", "This stunt is what it is.")

    def _aim(self, decision: Decision, actor: Actor, command: PerformStunt) -> None:
        fire, targets = self.tables.fire, command.targets
        more = len(targets) - 1
        parts = [Modifier("targets", "more than one target", more * fire.per_target, decision.cites("stunt"))]
        roll = self.frame.attack(
            decision,
            actor,
            PYROMANCY,
            command.stunt,
            command.description,
            targets,
            modifiers=tuple(part for part in parts if part.amount),
            tags=(FIRE,),
            noted=Undertaking(purpose=command.stunt, maker=actor.id, target=targets[0], details={"box": command.box}),
            is_harm=command.stunt == BOLT,
        )
        self.pay(decision, actor, 1, command.box)
        burning = tuple(target for target in targets if target in command.in_tinder)
        if command.stunt == BOLT and burning:
            self._burn_better(decision, roll, burning, is_only=len(targets) == 1)

    def _burn_better(self, decision: Decision, roll: RollId, burning: tuple[ActorId, ...], *, is_only: bool) -> None:
        """What burns, or conducts, counts as inferior armour (F2-STN-05); the game master may disallow it."""
        part = Modifier(
            CLAIM, "flammable clothes or metal armour", self.tables.fire.inferior, decision.cites("bolt"), "tinder"
        )
        if is_only:
            effort = roll_of(decision, roll).efforts[0]
            change_effort(decision, roll, 0, modifiers=(*effort.modifiers, part))
        else:
            decision.emit(ClaimsChanged(roll, tuple(Claim(0, target, part) for target in burning)))

    def _other(self, decision: Decision, actor: Actor, command: PerformStunt) -> None:
        fire = self.tables.fire
        if command.what in fire.can:
            self.pay(decision, actor, command.circles, command.box)
            begin_effect(decision, OTHER, actor.id, command.what[:1].upper() + command.what[1:])
            return
        decision.require(command.what == ELSE, "no-such-stunt", "Say what it is by a description.")
        what = command.description.strip() or "something else"
        ask(
            decision,
            StuntToJudge(actor.id, what, command.circles, command.box),
            (GM,),
            f"Can fire magic do what {actor.name} wants?",
            (Option("yes", "Allow it"), Option("no", "Refuse")),
            detail=f"{what}. It cannot {'; '.join(fire.cannot)}.",
            cites=decision.cites("stunts-of-fire"),
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(StuntToJudge)
        actor = decision.state.get(CAST)[asked.performer]
        if answer.option == "yes":
            self.pay(decision, actor, asked.circles, asked.box)
            begin_effect(decision, OTHER, actor.id, asked.what)

    # -- what comes of it ------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        assert isinstance(moment, RollIsOver)
        noted = decision.state.get(UNDERTAKINGS).get(RollId(moment.roll))
        done = finished(decision, moment, tuple(AIMED))
        if done is not None:
            self._landed(decision, *done)
        elif noted is not None and noted.purpose in AIMED and moment.was_cancelled:
            # It did not happen, and has cost nothing.
            if noted.text("box"):
                open_box_again(decision, AspectId(noted.text("box")))
            else:
                check_circles(decision, decision.state.get(CAST)[noted.maker], -1)

    def _landed(self, decision: Decision, roll: Roll, noted: Undertaking) -> None:
        if noted.purpose == BOLT or roll.margin is None:
            return
        fire = self.tables.fire
        needed = margin_for(self.tables, fire.surround if noted.purpose == SURROUND else fire.beneath)
        if roll.margin < needed:
            return
        begin_effect(decision, RING, noted.maker, "Ring of Flame", target=noted.target)
        if noted.purpose == BENEATH:
            land_hit(decision, hit_of(decision, roll, roll.margin, noted.target, noted.maker))

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if is_fire_mage(actor) and (payments := self.payments(state, actor)):
                yield from self._aimed_offers(state, actor, payments)
                yield from self._other_offers(state, actor, payments)

    def _paid_with(self, payments: tuple[Choice, ...]) -> tuple[AspectId, tuple[Hole, ...]]:
        if len(payments) == 1:
            return AspectId(payments[0].value), ()
        return AspectId(""), (ChoiceHole("box", "pay with", payments, suggested=payments[0].value),)

    def _aimed_offers(self, state: State, actor: Actor, payments: tuple[Choice, ...]) -> Iterator[Offer]:
        if self._cannot(state, actor, BOLT) is not None:
            return
        victims = self.frame.victims(state, actor)
        box, pay = self._paid_with(payments)
        for stunt, label in AIMED.items() if victims else ():
            most = len(victims) if stunt == BOLT else 1
            tinder = (ManyHole("in_tinder", "in flammable clothes or metal armour", victims),) if stunt == BOLT else ()
            yield self.frame.offer(
                actor,
                label,
                PerformStunt(actor=actor.id, stunt=stunt, box=box),
                "bolt" if stunt == BOLT else "wall",
                ManyHole("targets", "targets", victims, least=1, most=most),
                *tinder,
                *pay,
                verb="attack",
                cost=_cost(payments),
            )

    def _other_offers(self, state: State, actor: Actor, payments: tuple[Choice, ...]) -> Iterator[Offer]:
        if self._cannot(state, actor, OTHER) is not None:
            return
        box, pay = self._paid_with(payments)
        wall = PerformStunt(actor=actor.id, stunt=WALL, box=box)
        yield self.frame.offer(actor, "raise a wall of flame", wall, "wall", *pay, verb="create", cost=_cost(payments))
        what = (*(Choice(each) for each in self.tables.fire.can), Choice(ELSE, "something else, as described"))
        stunt = PerformStunt(actor=actor.id, stunt=OTHER, box=box)
        which = ChoiceHole("what", "what", what)
        yield self.frame.offer(
            actor, "do more with fire", stunt, "stunts-of-fire", which, *pay, verb="create", cost=_cost(payments)
        )
        if (most := self._most(state, actor)) > 1:
            more = NumberHole("circles", "circles", 2, most)
            yield self.frame.offer(
                actor,
                "do more with fire, by several circles",
                PerformStunt(actor=actor.id, stunt=OTHER, circles=2),
                "stunts-of-fire",
                which,
                more,
                verb="create",
                cost="checks as many circles",
            )


def _cost(payments: tuple[Choice, ...]) -> str:
    return f"checks {payments[0].label}" if len(payments) == 1 else "checks a circle or a box"


def is_by_fire(roll: Roll) -> bool:
    return FIRE in roll.declaration.tags
