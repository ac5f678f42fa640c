"""Faith: a god's favour for one deed, and healing by the laying on of hands."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import ChoiceHole, Offer, Target, TextHole
from fatetable.engine.prompts import About, Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, BOOST, FreeInvoke, new_card, place, remove
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of
from fatetable.mechanics.harm.state import condition_of, set_condition
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.scenes.presence import people_there
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import HealWith, PlaceAspect, Tables
from fatetable.rulesets.skein.combat import scores_of, stress_scores
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.magic.enchantments import FAVOUR, lay
from fatetable.rulesets.skein.magic.wards import stunt_price
from fatetable.rulesets.skein.magic.workings import Workings, succeeded, target_of, within_reach
from fatetable.rulesets.skein.points import account_of
from fatetable.rulesets.skein.recovery import ORDEALS, afflictions_of, end_ordeal, restorable, restore_score, shows_harm
from fatetable.rulesets.skein.rolls import WORK, score_of_consequence
from fatetable.rulesets.skein.sheet import HEALTH, power

SKILL = "faith"
FAVOURED, HEALED = "divine-favour", "lay-on-hands"


class AskFavour(Command, frozen=True, kw_only=True, tag="ask-favour"):
    """A god blesses what the actor or an ally is about to do."""

    actor: ActorId
    target: ActorId
    words: str
    description: str
    features: tuple[str, ...] = ()


class LayOnHands(Command, frozen=True, kw_only=True, tag="lay-on-hands"):
    """Heal somebody else: `wound` is a Consequence by its severity, the Health they have lost, or what ails them."""

    actor: ActorId
    target: ActorId
    wound: str
    description: str
    features: tuple[str, ...] = ()


def _wound_name(state: State, wound: str) -> str:
    ordeal = state.get(ORDEALS).get(wound)
    return ordeal.name if ordeal is not None else wound.capitalize()


class WoundToHeal(PromptContext, frozen=True, kw_only=True, tag="wound"):
    """What there is to heal about a Storyteller's character."""

    healer: ActorId
    patient: ActorId
    description: str
    features: tuple[str, ...] = ()

    @classmethod
    def upgrade(cls, about: About) -> About:
        """Version 0.1.0 stored one text with a line for each stunt."""
        features = about.get("features", ())
        if not isinstance(features, str):
            return about
        return {**about, "features": tuple(name for name in features.split("\n") if name)}


class Faith(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings
    dials: Dials

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="faith",
            decides={AskFavour: self._ask_favour, LayOnHands: self._lay_on_hands},
            answers={WoundToHeal: self._wound_told},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- favour --------------------------------------------------------------------------------------------------

    def _ask_favour(self, decision: Decision, command: AskFavour) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        effect = self._favour(actor)
        if effect is None:
            raise decision.violation("no-such-magic-known", f"{actor.name} has no stunt for asking a god's favour.")
        target = target_of(decision, command.target)
        words = decision.described(command.words, "Favoured", "no-words", "Word the favour.")
        working = Undertaking(
            purpose=FAVOURED,
            maker=actor.id,
            target=target.id,
            words=words,
            difficulty=effect.test.difficulty,
        )
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features)

    def _favour(self, actor: Actor) -> PlaceAspect | None:
        found = power(self.tables, actor, PlaceAspect)
        return found[1] if found is not None and isinstance(found[1], PlaceAspect) else None

    def _grant(self, decision: Decision, roll: Roll, working: Undertaking) -> None:
        """Place an Aspect that is gone after its one use, which is free (SK-STUNT-30)."""
        effect = self._favour(decision.state.get(CAST)[working.maker])
        assert effect is not None
        card = new_card(decision, working.words, BOOST, bearer=working.target, owner=working.target)
        free = tuple(FreeInvoke(f"f{card.id}.{n}", working.target, roll.id) for n in range(effect.free_uses))
        place(decision, msgspec.structs.replace(card, free=free))
        lay(
            decision,
            kind=FAVOUR,
            skill=SKILL,
            maker=working.maker,
            name=working.words,
            target=working.target,
            result=roll.efforts[0].total,
            aspect=card.id,
        )

    # -- healing -------------------------------------------------------------------------------------------------

    def _wounds(self, state: State, target: ActorId) -> Iterator[tuple[str, int]]:
        """What may be healed and how hard it is; a Consequence only once its score is whole (SK-HEAL-07)."""
        actor = state.get(CAST)[target]
        whole, left = stress_scores(self.tables, actor.sheet), scores_of(state, target)
        lost = {score: most - left.get(score, most) for score, most in whole.items()}
        if restorable(self.tables, state, actor, HEALTH):
            yield HEALTH, lost[HEALTH]
        for severity, mark in condition_of(state, target).marks.items():
            card = state.get(ASPECTS).get(mark.aspect)
            row = next((row for row in self.tables.healing.recoveries if row.severity == severity), None)
            needed = list(lost.values()) if self.dials.treatment_needs == "both-scores" else []
            # The Consequence of a broken oath belongs to no score, and no prayer heals it.
            if card is None or row is None or (score := score_of_consequence(card)) not in whole:
                continue
            if not any((*needed, lost[score])):
                yield severity, row.difficulty
        for ordeal in afflictions_of(state, target):
            yield ordeal.id, self.tables.healing.figures.affliction_difficulty

    def _lay_on_hands(self, decision: Decision, command: LayOnHands) -> None:
        actor = actor_of(decision, command.actor)
        found = power(self.tables, actor, HealWith)
        decision.require(found is not None, "no-such-magic-known", f"{actor.name} heals nobody by touch.")
        price = stunt_price(self.tables, actor, HealWith)
        self.work.require_able(decision, actor.id, SKILL, price=price)
        target = actor_of(decision, command.target)
        decision.require(
            target.id != actor.id and self._is_in_reach(decision.state, actor, target),
            "bad-target",
            "It takes somebody else, within reach.",
            "lay-on-hands",
        )
        if self._is_unread(actor, target):
            decision.require(not command.wound, "not-known", "What ails them the Storyteller says.")
            is_hurt = shows_harm(decision.state, target)
            decision.require(is_hurt, "nothing-to-heal", f"Nothing ails {target.name} that anybody could see.")
            decision.require_described(command.description, "no-description", "Say what your character does.")
            self._ask_wound(decision, actor, target, command)
            return
        self._begin(decision, actor, target.id, command.wound, command.description, command.features)

    def _is_in_reach(self, state: State, healer: Actor, target: Actor) -> bool:
        return is_present(state, target.id) and within_reach(state, healer.id, target.id)

    def _is_unread(self, healer: Actor, target: Actor) -> bool:
        """Players do not know the figures of the Storyteller's characters."""
        return healer.is_pc and not target.is_pc

    def _ask_wound(self, decision: Decision, actor: Actor, target: Actor, command: LayOnHands) -> None:
        wounds = tuple(
            Option(wound, _wound_name(decision.state, wound)) for wound, _ in self._wounds(decision.state, target.id)
        )
        ask(
            decision,
            WoundToHeal(healer=actor.id, patient=target.id, description=command.description, features=command.features),
            (GM,),
            f"{actor.name} lays hands on {target.name}. What is there to heal?",
            (*wounds, Option("nothing", "Heal nothing")),
            cites=decision.cites("lay-on-hands"),
            secret_to=(GM,),
            hides_question=False,
        )

    def _wound_told(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(WoundToHeal)
        actor = decision.state.get(CAST)[asked.healer]
        refusal = self.work.may_work(decision.state, actor, price=stunt_price(self.tables, actor, HealWith))
        if answer.option != "nothing" and refusal is None:
            self._begin(decision, actor, asked.patient, answer.option, asked.description, asked.features)

    def _begin(
        self, decision: Decision, actor: Actor, patient: ActorId, wound: str, how: str, features: tuple[str, ...]
    ) -> None:
        target = decision.state.get(CAST)[patient]
        price = stunt_price(self.tables, actor, HealWith)
        wounds = dict(self._wounds(decision.state, patient))
        decision.require(
            wound in wounds,
            "nothing-to-heal",
            f"{target.name} has no such wound, or has lost stress that has to be healed before a Consequence.",
            "lay-on-hands",
        )
        working = Undertaking(
            purpose=HEALED,
            maker=actor.id,
            target=target.id,
            words=wound,
            difficulty=wounds[wound],
            price=price,
            account=account_of(actor),
        )
        self.work.begin(decision, actor, working, SKILL, how, features=features, mode=WORK)

    def _heal(self, decision: Decision, roll: Roll, working: Undertaking) -> None:
        """At once: a Consequence is gone, or a point of Health comes back for each degree (SK-STUNT-31)."""
        found = power(self.tables, decision.state.get(CAST)[working.maker], HealWith)
        assert found is not None
        assert isinstance(found[1], HealWith)
        decision.emit(TimeTaken(working.maker, "lay on hands", found[1].time))
        target = decision.state.get(CAST)[working.target]
        condition = condition_of(decision.state, target.id)
        if working.words == HEALTH:
            gained = (roll.margin or 0) * self.tables.healing.figures.stress_per_degree
            restore_score(self.tables, decision, target, HEALTH, gained, "healed")
            return
        if ordeal := decision.state.get(ORDEALS).get(working.words):
            end_ordeal(decision, ordeal, "healed")
            return
        mark = condition.marks.get(working.words)
        if mark is None:
            return  # Gone already.
        rest = {slot: other for slot, other in condition.marks.items() if slot != working.words}
        set_condition(decision, target.id, "healed", marks=rest)
        if card := decision.state.get(ASPECTS).get(mark.aspect):
            remove(decision, card, "healed")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (FAVOURED, HEALED))
        if done and succeeded(done[0]):
            (self._grant if done[1].purpose == FAVOURED else self._heal)(decision, *done)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL):
            for features, suffix in self.work.claims(actor, SKILL):
                if self._favour(actor) is not None:
                    favour = AskFavour(actor=actor.id, target=NOBODY, words="", description="", features=features)
                    holes = (
                        ChoiceHole("target", "whom", people_there(state)),
                        TextHole("words", "Aspect", is_description=True),
                    )
                    yield self.work.offer(actor, f"ask a favour{suffix}", favour, "divine-favour", *holes)
                yield from self._healing_offers(state, actor, features, suffix)

    def _healing_offers(self, state: State, actor: Actor, features: tuple[str, ...], suffix: str) -> Iterator[Offer]:
        price = stunt_price(self.tables, actor, HealWith)
        if power(self.tables, actor, HealWith) is None or self.work.may_work(state, actor, price=price) is not None:
            return
        for other in state.get(CAST).values():
            if other.id == actor.id or not self._is_in_reach(state, actor, other):
                continue
            known = [wound for wound, _ in self._wounds(state, other.id)]
            if self._is_unread(actor, other):
                known = [""] if shows_harm(state, other) else []
            for wound in known:
                command = LayOnHands(actor=actor.id, target=other.id, wound=wound, description="", features=features)
                ails = _wound_name(state, wound) if wound else "ask what ails them"
                label = f"lay hands on {other.name} ({ails}){suffix}"
                on = Target("actor", other.id)
                yield self.work.offer(actor, label, command, "lay-on-hands", verb="recover", target=on, price=price)
