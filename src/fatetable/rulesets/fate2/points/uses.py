"""What people pay a point or a box for besides rolls: coincidences, monologues, another place, a timely arrival."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Price, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import AspectId, card_of
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.encounters.state import fight_of
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.points.accounts import POOL, account_of
from fatetable.mechanics.points.payment import boxes_hole, can_pay, open_boxes, payment_of
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.lifecycle import SceneLifecycle
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE, is_present
from fatetable.rulesets.fate2.book import PointUse
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.points.positions import change_places
from fatetable.rulesets.fate2.points.purchase_state import Purchase, PurchaseEnded
from fatetable.rulesets.fate2.points.purchases import Comes, Purchasing

COINCIDENCE, MONOLOGUE, SWITCH, ARRIVAL, WOUND, EFFECT = (
    "coincidence",
    "monologue",
    "switch",
    "arrival",
    "wound",
    "effect",
)
REACH: Mapping[str, int] = {"none": 0, "things": 1, "coincidences": 2, "plot": 3}
"""How far players reach into the story, by the dial (F2-FP-06)."""


class Buy(Command, frozen=True, kw_only=True, tag="fate2-buy"):
    """Pay a point for something beyond a roll; `boxes` of aspects may stand in for it where a table plays it so."""

    actor: ActorId
    use: str
    about: str = ""
    target: ActorId = NOBODY
    words: str = ""
    boxes: tuple[str, ...] = ()


class UseForEffect(Command, frozen=True, kw_only=True, tag="fate2-use-for-effect"):
    """Tick a box of an aspect for an advantage that is no roll."""

    actor: ActorId
    box: str
    words: str = ""


class MonologueToHold(PromptContext, frozen=True, tag="fate2-monologue"):
    """Somebody speaks, and everybody else is quiet until they have done."""

    purchase: str
    actor: ActorId


class PointUsing(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="uses of points",
            decides={Buy: self._buy, UseForEffect: self._use_for_effect},
            answers={MonologueToHold: self._spoken},
            offers=self._offers,
        )

    def comes(self) -> Mapping[str, Comes]:
        """What comes of what was paid for."""
        return {
            COINCIDENCE: Comes(_becomes_so),
            EFFECT: Comes(_becomes_so),
            MONOLOGUE: Comes(_speaks, lasts=True),
            SWITCH: Comes(change_places),
            ARRIVAL: Comes(_arrives),
        }

    # -- who may buy what --------------------------------------------------------------------------------------------

    def uses(self) -> tuple[PointUse, ...]:
        """What can be bought in this campaign, but for what is asked at a hit."""
        dials = msgspec.structs.asdict(self.kit.dials)
        rows = (row for row in self.kit.tables.point_uses.uses if row.where != "hit")
        return tuple(row for row in rows if self._kinds() or row.id != COINCIDENCE if not row.dial or dials[row.dial])

    def _kinds(self) -> tuple[str, ...]:
        reach = REACH[self.kit.dials.narrative_control]
        return tuple(kind.name for kind in self.kit.tables.point_uses.kinds if kind.reach <= reach)

    def _cannot_buy(self, state: State, actor: Actor, row: PointUse) -> Refusal | None:
        if not actor.is_pc and not (row.for_gm and account_of(actor) == POOL):
            return Refusal("not-for-them", f"{actor.name} has no use for that.", row.topic)
        if is_blocked(state):
            return Refusal("not-finished", "Answer the open question first.", row.topic)
        if not state.get(SCENE).is_open:
            return Refusal("no-scene", "No scene is being played.", row.topic)
        if is_out(state, actor.id):
            return Refusal("out-of-the-scene", f"{actor.name} is out and can do nothing more in this scene.")
        if row.where == "elsewhere":
            is_there = is_present(state, actor.id) or actor.is_hidden
            return Refusal("already-there", f"{actor.name} is there already.", row.topic) if is_there else None
        if not is_present(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene.", row.topic)
        fight = fight_of(state)
        if row.where == "fight" and (fight is None or not fight.involves(actor.id)):
            return Refusal("no-conflict", f"{actor.name} is in no fight.", row.topic)
        return None

    def _targets(self, state: State, actor: Actor, row: PointUse) -> tuple[Choice, ...]:
        fight = fight_of(state)
        if row.id != SWITCH or fight is None:
            return ()
        others = (state.get(CAST)[other] for other in (*fight.actors, *fight.newcomers) if other != actor.id)
        return tuple(Choice(other.id, other.name) for other in others if is_active(state, other.id))

    # -- buying ------------------------------------------------------------------------------------------------------

    def _buy(self, decision: Decision, command: Buy) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        row = next((row for row in self.uses() if row.id == command.use), None)
        if row is None:
            raise decision.violation("no-such-use", "Points are not spent on that here.")
        decision.require_allowed(self._cannot_buy(decision.state, actor, row))
        kinds = self._kinds() if row.id == COINCIDENCE else ("",)
        decision.require(command.about in kinds, "no-such-use", "Points do not reach so far here.", row.topic)
        targets = {choice.value for choice in self._targets(decision.state, actor, row)} or {""}
        decision.require(command.target in targets, "bad-target", "Name somebody who is in the fight.", row.topic)
        decision.require(not command.boxes or self._takes_boxes(row), "no-boxes", "Boxes do not stand in for this.")
        words = decision.described(command.words, command.about, "no-words", "Say what you pay for.")
        payment = payment_of(decision, account_of(actor), actor.id, 1, command.boxes)
        self._pay(
            decision,
            Purchase(
                id=decision.new_id("b"),
                use=row.id,
                actor=actor.id,
                payment=payment,
                about=command.about,
                words=words,
                target=command.target,
            ),
        )

    def _use_for_effect(self, decision: Decision, command: UseForEffect) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_use(decision.state, actor))
        payment = payment_of(decision, account_of(actor), actor.id, 1, (command.box,))
        card = card_of(decision, AspectId(command.box.partition("/")[0]))
        words = decision.described(command.words, "to some advantage", "no-words", "Say what it does.")
        self._pay(
            decision,
            Purchase(
                id=decision.new_id("b"), use=EFFECT, actor=actor.id, payment=payment, about=card.text, words=words
            ),
        )

    def _pay(self, decision: Decision, purchase: Purchase) -> None:
        decision.service(Purchasing).buy(decision, purchase)

    def _takes_boxes(self, row: PointUse) -> bool:
        return row.is_additional and self.kit.dials.box_for_point

    def _cannot_use(self, state: State, actor: Actor) -> Refusal | None:
        """Why nobody uses an aspect for effect now."""
        if not actor.is_pc:
            return Refusal("not-for-them", f"{actor.name} has no boxes to tick for that.", "use-for-effect")
        if is_blocked(state):
            return Refusal("not-finished", "Answer the open question first.", "use-for-effect")
        return None

    # -- what comes of it --------------------------------------------------------------------------------------------

    def _spoken(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        decision.emit(PurchaseEnded(prompt.read(MonologueToHold).purchase, "happens", answer.text("words")))

    # -- offers ------------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if is_blocked(state):
            return
        for actor in controlled(state, seat):
            for row in self.uses():
                if self._cannot_buy(state, actor, row) is None:
                    yield from self._offers_of(state, actor, row)
            boxes = tuple(open_boxes(state, actor.id))
            if boxes and self._cannot_use(state, actor) is None:
                yield Offer(
                    command=UseForEffect(actor=actor.id, box=""),
                    label="use an aspect for effect",
                    actor=actor.id,
                    verb="invoke",
                    holes=(ChoiceHole("box", "aspect", boxes), TextHole("words", "what for", is_description=True)),
                    cost="a box",
                    cites=self.kit.cites("use-for-effect"),
                    group="moment",
                )

    def _offers_of(self, state: State, actor: Actor, row: PointUse) -> Iterator[Offer]:
        account, targets = account_of(actor), self._targets(state, actor, row)
        boxes = len(tuple(open_boxes(state, actor.id))) if self._takes_boxes(row) else 0
        if not can_pay(state, account, 1, boxes) or (row.id == SWITCH and not targets):
            return
        holes: tuple[Hole, ...] = (
            *((ChoiceHole("about", "what", tuple(map(Choice, self._kinds()))),) if row.id == COINCIDENCE else ()),
            *((ChoiceHole("target", "with whom", targets),) if targets else ()),
            TextHole("words", row.asks, is_description=True),
            *(boxes_hole(state, account, actor.id, 1) if self._takes_boxes(row) else ()),
        )
        yield Offer(
            command=Buy(actor=actor.id, use=row.id),
            label=row.label,
            actor=actor.id,
            verb="invoke",
            target=Target("actor") if targets else None,
            holes=holes,
            price=Price(1, account),
            cites=self.kit.cites(row.topic),
            group="moment",
        )


def _becomes_so(decision: Decision, purchase: Purchase) -> None:
    decision.emit(FactEstablished(Fact(_as_title(purchase.about), purchase.words)))


def _speaks(decision: Decision, purchase: Purchase) -> None:
    ask(
        decision,
        MonologueToHold(purchase.id, purchase.actor),
        address_of(decision.state, purchase.actor),
        f"{name_of(decision.state, purchase.actor)} has the word, and everybody else is quiet.",
        (Option("done", "End the monologue", (TextHole("fill", "what is said", key="words", optional=True),)),),
        detail=purchase.words,
        cites=decision.cites("monologue"),
    )


def _arrives(decision: Decision, purchase: Purchase) -> None:
    decision.service(SceneLifecycle).bring_in(decision, decision.state.get(CAST)[purchase.actor])


def _as_title(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
