"""What creatures can do that people cannot: fly, smell out a trail, breathe water, carry a double load.

The Storyteller says how hard any of it is; how far a day's flight leads is in `travel.journeys`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import EVERYONE, GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked, is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.engine.words import with_words
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.procedure import oppose_roll
from fatetable.mechanics.rolls.state import ROLLS, OppositionSet, RollId, is_rolling
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ZoneId, place_of
from fatetable.mechanics.undertakings.undertaking import undertake
from fatetable.rulesets.skein.book import Fly, Multiply, NewUse, Swim, Tables
from fatetable.rulesets.skein.combat.map.borders import Passage, passage_between, set_passage
from fatetable.rulesets.skein.rolls import MayDeclare
from fatetable.rulesets.skein.sheet import all_effects, level, price_of, skill_name

NATURE = "nature"
COUNTED_AS_FIGURES = ("languages", "travel")
"""Doubled benefits that other figures of a character already contain."""
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


class Complications(PromptContext, frozen=True, tag="complications"):
    roll: RollId


class Crossing(PromptContext, frozen=True, tag="crossing"):
    """Whether what is in the way of a zone holds somebody up."""

    crosses: ActorId
    zone: ZoneId


class Capacity(PromptContext, frozen=True, tag="capacity"):
    """How much of something others could manage, of which a stunt makes `factor` times as much."""

    capacity_of: ActorId
    stunt: str
    what: str
    factor: int


class Use(Struct, frozen=True):
    """What a stunt is good for; the difficulty is the `least`, or all the Storyteller's to set."""

    words: str
    skill: str
    least: int | None = None


def uses_of(tables: Tables, actor: Actor) -> Mapping[str, Use]:
    found = {}
    for stunt, effect in all_effects(tables, actor.sheet):
        if isinstance(effect, Fly):
            found[f"{stunt.feature.name}: fly"] = Use("fly", effect.skill)
        if isinstance(effect, NewUse) and effect.skill and price_of(stunt) is None:
            words = effect.text.rstrip(".")
            words = words[:1].lower() + words[1:]
            least = effect.test.difficulty if effect.test is not None else None
            found[f"{stunt.feature.name}: {words}"] = Use(words, effect.skill, least)
    return found


class CreaturePowers(Struct, frozen=True, kw_only=True):
    """`may_declare` says whether somebody may act now."""

    tables: Tables
    rules: CheckRules
    may_declare: MayDeclare
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="natures",
            decides={TestNature: self._test, CrossByNature: self._cross, AskCapacity: self._ask},
            answers={Complications: self._harder, Crossing: self._crossing_ruled, Capacity: self._judged},
            offers=self._offers,
        )

    # -- Tests ---------------------------------------------------------------------------------------------------

    @remembered(limit=2048)
    def _uses(self, actor: Actor) -> Mapping[str, Use]:
        """Magic is worked in ways of its own, and nobody rolls a skill that only others can have."""
        magical = {skill.id for skill in self.tables.skills if skill.category == "magical"}
        known = {trait.id for trait in self.rules.traits(actor, OVERCOME)} - magical
        return {name: use for name, use in uses_of(self.tables, actor).items() if use.skill in known}

    def _test(self, decision: Decision, command: TestNature) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self.may_declare(decision.state, actor, OVERCOME))
        use = self._uses(actor).get(command.use)
        if use is None:
            why = f"{actor.name} has no stunt that makes this possible."
            raise decision.violation("not-in-its-nature", why, "nature")
        roll = undertake(
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
            oppose_roll(decision, roll)
            return
        ask(
            decision,
            Complications(roll),
            (GM,),
            f"How many complications does {actor.name} face?",
            (Option("number", "Set the number", (NumberHole("fill", "number", 0, MOST_COMPLICATIONS, key="number"),)),),
            detail=f"{use.words.capitalize()}, difficulty {use.least}.",
            cites=decision.cites("nature"),
        )

    def _harder(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = decision.state.get(ROLLS)[prompt.read(Complications).roll]
        more = answer.number("number") * self.tables.rolling.figures.per_complication
        if more and roll.difficulty is not None:
            decision.emit(OppositionSet(roll.id, difficulty=roll.difficulty + more, defender=roll.defender))

    # -- ways ----------------------------------------------------------------------------------------------------

    def _crossable(self, state: State, actor: Actor) -> Iterator[tuple[ZoneId, Passage]]:
        """What would hold up others on the way into a neighbouring zone."""
        if not _means(self.tables, actor):
            return
        here, area = place_of(state, actor.id), state.get(ZONES)
        if here == NOWHERE or not is_active(state, actor.id) or is_rolling(state, actor.id) or is_blocked(state):
            return
        for border in area.borders:
            if here in (border.one, border.other) and area.is_shown(border.beyond(here)):
                passage = passage_between(state, border.one, border.other)
                if passage is not None and actor.id not in passage.unhindered:
                    yield border.beyond(here), passage

    def _cross(self, decision: Decision, command: CrossByNature) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        passage = dict(self._crossable(decision.state, actor)).get(command.zone)
        if passage is None:
            means = _means(self.tables, actor) or "fly or swim"
            why = f"There is nothing on the way there for {actor.name} to {means} past, or a roll is still open."
            raise decision.violation("nothing-in-the-way", why, "nature")
        zone = decision.state.get(ZONES).zones[command.zone].name
        ask(
            decision,
            Crossing(actor.id, command.zone),
            (GM,),
            f"Does {passage.name} hold up {actor.name}?",
            (Option("no", "Let it pass"), Option("yes", "Hold it up")),
            detail=f"They want to {_means(self.tables, actor)} to {zone}.",
            cites=decision.cites("nature"),
        )

    def _crossing_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        crossing = prompt.read(Crossing)
        actor, zone = crossing.crosses, crossing.zone
        here = place_of(decision.state, actor)
        passage = passage_between(decision.state, here, zone)
        if answer.option == "no" and passage is not None and actor not in passage.unhindered:
            changed = msgspec.structs.replace(passage, unhindered=(*passage.unhindered, actor))
            set_passage(decision, here, zone, changed)

    # -- twice as much -------------------------------------------------------------------------------------------

    def _capacities(self, state: State, actor: Actor) -> Mapping[str, Multiply]:
        found = _doubled(self.tables, actor)
        return found if found and is_active(state, actor.id) and not is_asked(state, "capacity_of", actor.id) else {}

    def _ask(self, decision: Decision, command: AskCapacity) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        effect = self._capacities(decision.state, actor).get(command.stunt)
        if effect is None:
            is_open = is_asked(decision.state, "capacity_of", actor.id)
            why = "has no such stunt to ask about" if not is_open else "has asked already; wait for the answer"
            raise decision.violation("not-in-its-nature", f"{actor.name} {why}.", "nature")
        what = decision.described(command.what, "as much as possible", "no-words", "Say what it is about.")
        skill = effect.skill or "strength"
        others = f"{skill_name(self.tables, skill)} {level(self.tables, actor.sheet, skill)}"
        ask(
            decision,
            Capacity(actor.id, command.stunt, what, effect.factor),
            (GM,),
            "How much would others manage?",
            (Option("number", "Set the amount", (NumberHole("fill", "amount", 0, MOST_AMOUNT, key="amount"),)),),
            detail=with_words(f"{actor.name}, {command.stunt}, for others with {others}", what),
            cites=decision.cites("capacity"),
            blocking=False,
            # How strong somebody of the Storyteller's is, is not for everybody's eyes.
            secret_to=EVERYONE if actor.has_player else (GM,),
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(Capacity)
        amount = answer.number("amount") * asked.factor
        name = decision.state.get(CAST)[asked.capacity_of].name
        decision.emit(FactEstablished(Fact(asked.stunt, f"{name}: {asked.what}, up to {amount}")))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            uses = self._uses(actor)
            if uses and self.may_declare(state, actor, OVERCOME) is None:
                named = tuple(
                    Choice(name, f"{use.words} ({skill_name(self.tables, use.skill)})") for name, use in uses.items()
                )
                yield Offer(
                    command=TestNature(actor=actor.id, use="", description=""),
                    label="use a natural power",
                    actor=actor.id,
                    verb="overcome",
                    holes=(ChoiceHole("use", "what", named), TextHole("description", "how?", is_description=True)),
                    cites=self.cites("nature"),
                    group="act",
                )
            for zone, passage in self._crossable(state, actor):
                there = state.get(ZONES).zones[zone].name
                yield Offer(
                    command=CrossByNature(actor.id, zone),
                    label=f"{_means(self.tables, actor)} past {passage.name} to {there}",
                    actor=actor.id,
                    verb="move",
                    target=Target("zone", zone),
                    cites=self.cites("nature"),
                    group="act",
                )
            for stunt in self._capacities(state, actor):
                yield Offer(
                    command=AskCapacity(actor=actor.id, stunt=stunt, what=""),
                    label=f"ask what {stunt} allows",
                    actor=actor.id,
                    verb="speak",
                    holes=(TextHole("what", "what", is_description=True),),
                    cites=self.cites("capacity"),
                    group="table",
                )


@remembered(limit=2048)
def _doubled(tables: Tables, actor: Actor) -> Mapping[str, Multiply]:
    return {
        stunt.feature.name: effect
        for stunt, effect in all_effects(tables, actor.sheet)
        if isinstance(effect, Multiply) and effect.what not in COUNTED_AS_FIGURES
    }


@remembered(limit=2048)
def _means(tables: Tables, actor: Actor) -> str:
    """How an actor gets past what is in the way of walkers."""
    effects = [effect for _, effect in all_effects(tables, actor.sheet)]
    means = ["fly"] * any(isinstance(effect, Fly) for effect in effects)
    means += ["swim"] * any(isinstance(effect, Swim) for effect in effects)
    return " or ".join(means)
