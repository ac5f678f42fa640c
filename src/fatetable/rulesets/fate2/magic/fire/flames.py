"""Being in the fire: passing through flames, and braving one fire for as long as it lasts (F2-STN-06, F2-STN-07)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.state import ROLLS, Modifier, open_rolls, unsettled
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.fate2.book import PYROMANCY
from fatetable.rulesets.fate2.magic.effects import EFFECTS, Effect, EffectEnded, begin_effect, effects_of
from fatetable.rulesets.fate2.magic.fire.geas import is_fire_mage, quenched
from fatetable.rulesets.fate2.magic.fire.stunts import FIRE, RING, WALL, Stunts, is_by_fire
from fatetable.rulesets.fate2.magic.frame import Frame

BRAVED = "braved"
PASSING = "passing-flames"


class PassThroughFlames(Command, frozen=True, tag="fate2-pass-flames"):
    """Go through a wall of fire: it attacks with the skill of its maker."""

    actor: ActorId
    effect: str
    description: str = ""


class BraveInferno(Command, frozen=True, kw_only=True, tag="fate2-brave"):
    """Take no harm from one fire: a wall, or the attack of an open roll."""

    actor: ActorId
    fire: str
    box: AspectId = AspectId("")


def braves(state: State, actor: ActorId, fire: str) -> bool:
    return any(effect.maker == actor and effect.about == fire for effect in effects_of(state, BRAVED))


def parts_of_hits(state: State, hit: Hit) -> tuple[Modifier, ...]:
    """The fire that somebody braves does nothing to them."""
    if braves(state, hit.target, hit.roll):
        return (Modifier(BRAVED, "brave the inferno", -hit.amount, ("F2-STN-07",)),)
    return ()


class Flames(Struct, frozen=True, kw_only=True):
    frame: Frame
    stunts: Stunts

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="flames",
            decides={PassThroughFlames: self._pass, BraveInferno: self._brave},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- passing ---------------------------------------------------------------------------------------------------

    def _cannot_pass(self, state: State, actor: Actor, effect: Effect) -> Refusal | None:
        if not state.get(SCENE).is_open or not is_active(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene.")
        if effect.maker == actor.id or effect.maker not in state.get(CAST) or braves(state, actor.id, effect.id):
            return Refusal("fire-does-nothing", f"This fire does nothing to {actor.name}.", "wall")
        return unsettled(state)

    def _pass(self, decision: Decision, command: PassThroughFlames) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        effect = decision.state.get(EFFECTS).get(command.effect)
        if effect is None or effect.kind not in (WALL, RING):
            raise decision.violation("no-such-effect", "There is no such wall of fire.")
        decision.require_allowed(self._cannot_pass(decision.state, actor, effect))
        self.frame.require_described(decision, command.description)
        maker = decision.state.get(CAST)[effect.maker]
        self.frame.attack(
            decision,
            maker,
            PYROMANCY,
            PASSING,
            f"{effect.words} burns {actor.name}",
            (actor.id,),
            tags=(FIRE,),
            takes_action=False,
        )

    # -- braving ---------------------------------------------------------------------------------------------------

    def _fires(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        """The fires somebody could brave: attacks on them, and flames they could pass through."""
        rolls = (
            Choice(roll.id, "this attack")
            for roll in open_rolls(state)
            if is_by_fire(roll) and actor.id in roll.targets and roll.stage in ("declared", "thrown")
        )
        walls = (Choice(effect.id, effect.words) for effect in effects_of(state, WALL, RING))
        return tuple(fire for fire in (*rolls, *walls) if not braves(state, actor.id, fire.value))

    def _cannot_brave(self, state: State, actor: Actor) -> Refusal | None:
        if not is_fire_mage(actor):
            return Refusal("no-such-magic-known", f"{actor.name} is no fire mage.", "brave")
        if not state.get(SCENE).is_open or not is_active(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene.")
        return quenched(state, actor)

    def _brave(self, decision: Decision, command: BraveInferno) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_brave(decision.state, actor))
        known = {choice.value for choice in self._fires(decision.state, actor)}
        decision.require(command.fire in known, "no-such-fire", "There is no such fire to brave.", "brave")
        self.stunts.require_payment(decision, actor, 1, command.box)
        self.stunts.pay(decision, actor, 1, command.box)
        begin_effect(decision, BRAVED, actor.id, "Braves the inferno", about=command.fire)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """An attack is a fire that is over at once; a wall that is gone need not be braved any more."""
        lasting = decision.state.get(EFFECTS)
        if not isinstance(moment, RollIsOver):
            return
        for effect in effects_of(decision.state, BRAVED):
            roll = decision.state.get(ROLLS).get(effect.about)  # type: ignore[call-overload]
            if effect.about not in lasting and (roll is None or roll.stage == "over"):
                decision.emit(EffectEnded(effect.id))

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        flames = effects_of(state, WALL, RING)
        for actor in controlled(state, seat):
            through = tuple(
                Choice(effect.id, effect.words) for effect in flames if self._cannot_pass(state, actor, effect) is None
            )
            if through:
                yield self.frame.offer(
                    actor,
                    "pass through flames",
                    PassThroughFlames(actor.id, ""),
                    "wall",
                    ChoiceHole("effect", "which", through),
                    verb="move",
                )
            yield from self._brave_offers(state, actor)

    def _brave_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        if not is_fire_mage(actor) or self._cannot_brave(state, actor) is not None:
            return
        fires, payments = self._fires(state, actor), self.stunts.payments(state, actor)
        if fires and payments:
            yield self.frame.offer(
                actor,
                "brave the inferno",
                BraveInferno(actor=actor.id, fire="", box=AspectId(payments[0].value)),
                "brave",
                ChoiceHole("fire", "which fire", fires),
                *((ChoiceHole("box", "pay with", payments),) if len(payments) > 1 else ()),
                verb="defend",
                cost="checks a circle",
                is_described=False,
            )
