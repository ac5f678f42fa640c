"""What creatures can do that people cannot: fly, smell out a trail, breathe water, carry a double load.

How hard any of it is the Storyteller says; how far a day's flight leads is a matter of journeys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import EVERYONE, GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked, is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import OVERCOME
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.rolls import ROLLS, OppositionSet, RollId, is_rolling
from fatetable.mechanics.staging import Fact, FactEstablished
from fatetable.mechanics.zones import NOWHERE, ZONES, ZoneId, place_of
from fatetable.rulesets.skein.called_tests import call_test
from fatetable.rulesets.skein.effects import Fly, Multiply, NewUse, Swim
from fatetable.rulesets.skein.passages import Passage, passage_between, set_passage
from fatetable.rulesets.skein.skills import level, skill_name
from fatetable.rulesets.skein.spellwork import is_there
from fatetable.rulesets.skein.stunts import all_effects, price_of
from fatetable.rulesets.skein.tables import tables

NATURE = "nature"
COUNTED_ELSEWHERE = ("languages", "travel")
"""Doubled benefits that figures of their own come from."""
MOST_COMPLICATIONS = 6
MOST_AMOUNT = 100_000


class TestNature(Command, frozen=True, kw_only=True, tag="test-nature"):
    """A Test that a stunt opens; its skill is given."""

    __test__ = False

    actor: ActorId
    use: str
    description: str


class CrossByNature(Command, frozen=True, tag="cross-by-nature"):
    """Ask whether what bars a way holds up somebody who flies or swims."""

    actor: ActorId
    zone: ZoneId


class AskCapacity(Command, frozen=True, kw_only=True, tag="ask-capacity"):
    """Ask how much somebody manages of whose strength a stunt makes twice as much."""

    actor: ActorId
    stunt: str
    what: str


class Use(Struct, frozen=True):
    """What a stunt is good for; the difficulty is the `least`, or all the Storyteller's to set."""

    words: str
    skill: str
    least: int | None = None


def uses_of(actor: Actor) -> Mapping[str, Use]:
    found = {}
    for stunt, effect in all_effects(actor.sheet):
        if isinstance(effect, Fly):
            found[f"{stunt.feature.name}: fly"] = Use("fly", effect.skill)
        if isinstance(effect, NewUse) and effect.skill and price_of(stunt) is None:
            words = effect.text.rstrip(".")
            words = words[:1].lower() + words[1:]
            least = effect.test.difficulty if effect.test is not None else None
            found[f"{stunt.feature.name}: {words}"] = Use(words, effect.skill, least)
    return found


class Natures(Struct, frozen=True, kw_only=True):
    """`may_declare` says whether somebody may act now; `open_roll` asks what opposes a roll."""

    rules: CheckRules
    may_declare: Callable[[State, Actor, str], Refusal | None]
    open_roll: Callable[[Decision, RollId], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="natures",
            decides={TestNature: self._test, CrossByNature: self._cross, AskCapacity: self._ask},
            answers={"complications": self._harder, "crossing": self._crossing_ruled, "capacity": self._judged},
            offers=self._offers,
        )

    # -- Tests ---------------------------------------------------------------------------------------------------

    @remembered(limit=2048)
    def _uses(self, actor: Actor) -> Mapping[str, Use]:
        """Magic is worked in ways of its own, and nobody rolls a skill that only others can have."""
        magical = {skill.id for skill in tables().skills if skill.category == "magical"}
        known = {trait.id for trait in self.rules.traits(actor, OVERCOME)} - magical
        return {name: use for name, use in uses_of(actor).items() if use.skill in known}

    def _test(self, decision: Decision, command: TestNature) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        refusal = self.may_declare(decision.state, actor, OVERCOME)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        use = self._uses(actor).get(command.use)
        if use is None:
            raise decision.violation("not-in-its-nature", f"{actor.name} cannot do that.", "nature")
        roll = call_test(
            decision,
            self.rules,
            actor,
            use.skill,
            NATURE,
            command.description,
            action=OVERCOME,
            difficulty=use.least,
            about=use.words,
        )
        if use.least is None:
            self.open_roll(decision, roll)
            return
        ask(
            decision,
            "complications",
            (GM,),
            f"{actor.name} wants to {use.words}, at difficulty {use.least}. How many complications are there?",
            (Option("number", "So many", (NumberHole("fill", "number", 0, MOST_COMPLICATIONS, key="number"),)),),
            about={"roll": roll},
            cites=decision.cites("nature"),
        )

    def _harder(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = decision.state.get(ROLLS)[RollId(str(prompt.about["roll"]))]
        more = answer.number("number") * tables().rolling.figures.per_complication
        if more and roll.difficulty is not None:
            decision.emit(OppositionSet(roll.id, difficulty=roll.difficulty + more, defender=roll.defender))

    # -- ways ----------------------------------------------------------------------------------------------------

    def _crossable(self, state: State, actor: Actor) -> Iterator[tuple[ZoneId, Passage]]:
        """What would hold up others on the way into a neighbouring zone."""
        if not _means(actor):
            return
        here, area = place_of(state, actor.id), state.get(ZONES)
        if here == NOWHERE or not is_there(state, actor.id) or is_rolling(state, actor.id) or is_blocked(state):
            return
        for border in area.borders:
            if here in (border.one, border.other) and not area.zones[border.beyond(here)].is_hidden:
                passage = passage_between(state, border.one, border.other)
                if passage is not None and actor.id not in passage.unhindered:
                    yield border.beyond(here), passage

    def _cross(self, decision: Decision, command: CrossByNature) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        passage = dict(self._crossable(decision.state, actor)).get(command.zone)
        if passage is None:
            raise decision.violation("nothing-in-the-way", "Nothing there is in the way now.", "nature")
        zone = decision.state.get(ZONES).zones[command.zone].name
        ask(
            decision,
            "crossing",
            (GM,),
            f"{actor.name} wants to {_means(actor)} to {zone}. Does {passage.name} hold it up?",
            (Option("no", "It gets there freely"), Option("yes", "It is held up like others")),
            about={"crosses": actor.id, "zone": command.zone},
            cites=decision.cites("nature"),
        )

    def _crossing_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor, zone = ActorId(str(prompt.about["crosses"])), ZoneId(str(prompt.about["zone"]))
        here = place_of(decision.state, actor)
        passage = passage_between(decision.state, here, zone)
        if answer.option == "no" and passage is not None and actor not in passage.unhindered:
            changed = msgspec.structs.replace(passage, unhindered=(*passage.unhindered, actor))
            set_passage(decision, here, zone, changed)

    # -- twice as much -------------------------------------------------------------------------------------------

    def _capacities(self, state: State, actor: Actor) -> Mapping[str, Multiply]:
        found = _doubled(actor)
        return found if found and is_there(state, actor.id) and not is_asked(state, "capacity_of", actor.id) else {}

    def _ask(self, decision: Decision, command: AskCapacity) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        effect = self._capacities(decision.state, actor).get(command.stunt)
        if effect is None:
            raise decision.violation("not-in-its-nature", f"{actor.name} has no such stunt to ask about now.", "nature")
        what = command.what.strip()
        decision.require(bool(what), "no-words", "Say what it is about.")
        skill = effect.skill or "strength"
        others = f"{skill_name(skill)} {level(actor.sheet, skill)}"
        ask(
            decision,
            "capacity",
            (GM,),
            f"{actor.name} ({command.stunt}): {what}. How much would others with {others} manage?",
            (Option("number", "So much", (NumberHole("fill", "amount", 0, MOST_AMOUNT, key="amount"),)),),
            about={"capacity_of": actor.id, "stunt": command.stunt, "what": what, "factor": effect.factor},
            cites=decision.cites("capacity"),
            blocking=False,
            # How strong somebody of the Storyteller's is, is not for everybody's eyes.
            secret_to=EVERYONE if actor.is_pc else (GM,),
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        about = prompt.about
        amount = answer.number("amount") * int(about["factor"])
        name = decision.state.get(CAST)[ActorId(str(about["capacity_of"]))].name
        decision.emit(FactEstablished(Fact(str(about["stunt"]), f"{name}: {about['what']}, up to {amount}")))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            uses = self._uses(actor)
            if uses and self.may_declare(state, actor, OVERCOME) is None:
                named = tuple(Choice(name, f"{use.words} ({skill_name(use.skill)})") for name, use in uses.items())
                yield Offer(
                    command=TestNature(actor=actor.id, use="", description=""),
                    label=f"{actor.name}: do what is in its nature",
                    holes=(ChoiceHole("use", "what", named), TextHole("description", "how")),
                    cites=self.cites("nature"),
                    group="act",
                )
            for zone, passage in self._crossable(state, actor):
                yield Offer(
                    command=CrossByNature(actor.id, zone),
                    label=f"{actor.name}: {_means(actor)} past {passage.name} to {state.get(ZONES).zones[zone].name}",
                    cites=self.cites("nature"),
                    group="act",
                )
            for stunt in self._capacities(state, actor):
                yield Offer(
                    command=AskCapacity(actor=actor.id, stunt=stunt, what=""),
                    label=f"{actor.name}: ask how much {stunt} makes possible",
                    holes=(TextHole("what", "of what, such as sacks of grain"),),
                    cites=self.cites("capacity"),
                    group="table",
                )


@remembered(limit=2048)
def _doubled(actor: Actor) -> Mapping[str, Multiply]:
    return {
        stunt.feature.name: effect
        for stunt, effect in all_effects(actor.sheet)
        if isinstance(effect, Multiply) and effect.what not in COUNTED_ELSEWHERE
    }


@remembered(limit=2048)
def _means(actor: Actor) -> str:
    """How an actor gets past what is in the way of walkers."""
    effects = [effect for _, effect in all_effects(actor.sheet)]
    means = ["fly"] * any(isinstance(effect, Fly) for effect in effects)
    means += ["swim"] * any(isinstance(effect, Swim) for effect in effects)
    return " or ".join(means)
