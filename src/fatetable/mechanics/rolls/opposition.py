"""What an action is rolled against: a difficulty, the target's defence, or someone who steps in.

Also the questions that must be settled before any die is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import EVERYONE, GM, SeatId
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    Hole,
    ManyHole,
    NumberHole,
    TextHole,
)
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, PromptWithdrawn, ask, open_about
from fatetable.engine.seats import SEATS, present_people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    CHARACTER,
    SITUATION,
    AspectCard,
    AspectId,
    aspect_choices,
    in_play,
    knows,
    new_card,
    place,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    address_of,
    controls,
    name_of,
    seat_of,
)
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.modifiers.menus import menu_hole
from fatetable.mechanics.moments import ActorIsOut
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import UNASKED, Defences, best_trait, effort_options, features_of, oppose_with
from fatetable.mechanics.rolls.procedure import cancel_roll, waive_roll
from fatetable.mechanics.rolls.state import (
    ROLLS,
    DefenderNamed,
    OppositionSet,
    Roll,
    RollId,
    SecretAspectChosen,
    roll_of,
    set_waiting,
)
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.zones import ZONES, place_of, zones_between

UNNAMED_DISCOVERY = "Something hidden"


class OppositionToChoose(PromptContext, frozen=True, tag="opposition"):
    roll: RollId


class DefenceToChoose(PromptContext, frozen=True, tag="defend"):
    roll: RollId
    actor: ActorId


class ReachToRule(PromptContext, frozen=True, tag="reach"):
    roll: RollId


class DiscoveryToRule(PromptContext, frozen=True, tag="discover"):
    roll: RollId


class Known(NamedTuple):
    """A difficulty that needs no ruling, and its step where a game has several scales."""

    difficulty: int
    scale: int = 0


class KnownOpposition(Protocol):
    """A difficulty or a defender that needs no ruling; without one the game master is asked.

    Of a roll with several targets, any of them stands for all.
    """

    def __call__(self, state: State, roll: Roll, /) -> int | Known | ActorId | None: ...


class Advice(Protocol):
    """What the ruleset knows about such a roll, for the game master who decides what opposes it."""

    def __call__(self, state: State, roll: Roll, /) -> str: ...


class Forestalls(Protocol):
    """Does something come before somebody is asked for a defence, so that they are asked later or not at all?"""

    def __call__(self, decision: Decision, roll: Roll, defender: ActorId, /) -> bool: ...


def nothing_before(_decision: Decision, _roll: Roll, _defender: ActorId) -> bool:
    return False


class BestOf(Protocol):
    """Who of several resists a roll for all of them."""

    def __call__(self, roll: Roll, actors: tuple[Actor, ...], /) -> Actor: ...


class AnotherWay(Protocol):
    """A further answer to the question what a roll is against."""

    @property
    def id(self) -> str: ...

    def option(self, decision: Decision, roll: Roll, /) -> Option: ...

    def chosen(self, decision: Decision, roll: Roll, answer: Answer, /) -> None: ...


def no_advice(_state: State, _roll: Roll) -> str:
    return ""


class Opposition(Struct, frozen=True, kw_only=True):
    """`defences` lists what a defender may claim and makes the defending effort.

    What `forestalls` a defence asks for it when it is over.
    """

    rules: CheckRules
    turns: TurnRules
    cites: Cites
    defences: Defences
    known_opposition: KnownOpposition
    advice: Advice = no_advice
    best: BestOf | None = None
    defence: str = "defend"
    """The action for which the menu of a defence is asked."""
    other_ways: tuple[AnotherWay, ...] = ()
    forestalls: Forestalls = nothing_before

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="opposition",
            answers={
                OppositionToChoose: self._opposition_chosen,
                DefenceToChoose: self._defended,
                ReachToRule: self._reach_ruled,
                DiscoveryToRule: self._discovery_ruled,
            },
            on_moment=self._on_moment,
            moments=(ActorIsOut,),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Who is out resists nothing any more, even if the game master was just being asked about it."""
        if not isinstance(moment, ActorIsOut):
            return
        for prompt in tuple(open_about(decision.state)):
            if prompt.is_about(OppositionToChoose):
                decision.emit(PromptWithdrawn(prompt.id))
                self._ask_opposition(decision, roll_of(decision, prompt.read(OppositionToChoose).roll))

    # -- opening -------------------------------------------------------------------------------------------------

    def open(self, decision: Decision, roll_id: RollId) -> None:
        """Ask everything that has to be known before the dice of this roll fall."""
        roll = decision.state.get(ROLLS)[roll_id]
        if _must_be_reached(decision.state, roll):
            self._ask_reach(decision, roll)
        known = self.known_opposition(decision.state, roll)
        if isinstance(known, int):
            known = Known(known)
        if isinstance(known, Known):
            difficulty, scale = known
            decision.emit(OppositionSet(roll_id, difficulty=difficulty, scale=scale, defender=roll.defender))
        elif known is not None:
            self._name_defender(decision, roll, known)
        elif roll.declaration.mode == "discover":
            self._ask_discovery(decision, roll)
        else:
            self._ask_opposition(decision, roll)
        if self.rules.pace.ask_before_throw:
            set_waiting(decision, roll_id, self._bystanders(decision.state, roll), "declared")

    def _bystanders(self, state: State, roll: Roll) -> tuple[SeatId, ...]:
        """Seats that could help or step in and are not asked by a question of their own already."""
        asked = {seat_of(state, actor) for actor in (roll.actor, *roll.targets)}
        waiting = []
        for seat in present_people(state):
            if seat.id in asked:
                continue
            # Where nobody asks the game master anything, this is their chance to object to what is described.
            is_unasked_gm = seat.is_gm and self.known_opposition(state, roll) is not None
            mine = [a for a in state.get(CAST).values() if controls(seat, a) and is_active(state, a.id)]
            if is_unasked_gm or any(self._could_take_part(state, roll, actor) for actor in mine):
                waiting.append(seat.id)
        return tuple(waiting)

    def _could_take_part(self, state: State, roll: Roll, actor: Actor) -> bool:
        return could_step_in(state, roll, actor) or self.turns.may_help(state, actor.id, roll, 0) is None

    def _ask_reach(self, decision: Decision, roll: Roll) -> None:
        declared = roll.declaration
        ask(
            decision,
            ReachToRule(roll.id),
            (GM,),
            f"Can {name_of(decision.state, roll.actor)} reach {name_of(decision.state, declared.target)}?",
            (Option("yes", "Allow it"), Option("no", "Refuse: too far")),
            detail=f"Two or more zones away: {declared.reach}",
            cites=decision.cites("reach"),
        )

    def _reach_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "no":
            cancel_roll(decision, prompt.read(ReachToRule).roll, "Too far away.")

    # -- discovering ---------------------------------------------------------------------------------------------

    def _ask_discovery(self, decision: Decision, roll: Roll) -> None:
        choices = aspect_choices(decision.state)
        hidden = tuple(choices[card.id] for card in self._discoverable(decision.state, roll))
        options = [Option("invent", "Add an aspect", (TextHole("fill", "aspect", key="words", is_description=True),))]
        if hidden:
            options.insert(
                0, Option("hidden", "Reveal an aspect", (ChoiceHole("fill", "aspect", hidden, key="aspect"),))
            )
        options.append(Option("nothing", "Say there is nothing"))
        ask(
            decision,
            DiscoveryToRule(roll.id),
            (GM,),
            f"What can {name_of(decision.state, roll.actor)} discover?",
            tuple(options),
            cites=decision.cites("create-discover"),
            secret_to=(GM,),
        )

    def _discoverable(self, state: State, roll: Roll) -> Iterator[AspectCard]:
        """What the actor does not know yet; the game master knows everything, but not those they play."""
        seeker = state.get(SEATS)[seat_of(state, roll.actor)]
        target = roll.declaration.target
        for card in state.get(ASPECTS).values():
            is_unknown = card.known_to is not None and (seeker.is_gm or not knows(seeker, card))
            if is_unknown and in_play(state, card) and target in (NOBODY, card.bearer):
                yield card

    def _discovery_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(DiscoveryToRule).roll)
        if answer.option == "nothing":
            cancel_roll(decision, roll.id, "There is nothing of that sort to be found.")
            return
        if answer.option == "invent":
            target = roll.declaration.target
            # The sheet of a hero lists all that is lasting about them; what is found out besides belongs to the scene.
            found = decision.state.get(CAST).get(target)
            kind = CHARACTER if found is not None and not found.is_pc else SITUATION
            card = new_card(decision, answer.text("words") or UNNAMED_DISCOVERY, kind, bearer=target, known_to=(GM,))
            aspect = place(decision, card)
        else:
            aspect = AspectId(answer.text("aspect"))
            # Said twice, because positions are counted by everybody: choosing leaves as many facts as inventing.
            decision.emit(SecretAspectChosen(roll.id, aspect), to=(GM,))
        decision.emit(SecretAspectChosen(roll.id, aspect), to=(GM,))
        self._ask_opposition(decision, decision.state.get(ROLLS)[roll.id])

    # -- difficulty or defence -----------------------------------------------------------------------------------

    def _candidates(self, state: State, roll: Roll) -> Iterator[Actor]:
        """Who could actively oppose: anybody there but the actor, beginning with the characters it is about."""
        cast = state.get(CAST)
        area = state.get(ZONES)
        declared = roll.declaration
        blocker = NOBODY
        if declared.zone:
            border = area.border(place_of(state, roll.actor), declared.zone)
            blocker = border.blocker if border else NOBODY
        card = state.get(ASPECTS).get(declared.aspect)
        # Whom a hidden aspect is on must not show in the order of a question everybody reads.
        bearer = card.bearer if card and card.known_to is None else NOBODY
        first = [declared.target, blocker, bearer]
        for actor in sorted(cast.values(), key=lambda a: a.id not in first):
            if actor.id != roll.actor and is_active(state, actor.id):
                yield actor

    def _ask_opposition(self, decision: Decision, roll: Roll) -> None:
        name = name_of(decision.state, roll.actor)
        suggested = self.rules.difficulties
        bounds = self.rules.difficulty_range
        number: list[Hole] = [
            NumberHole("fill", "difficulty", bounds.lowest, bounds.highest, key="value", suggestions=suggested)
        ]
        if bounds.scales:
            number.append(ChoiceHole("fill", "scale", bounds.scales, key="scale", suggested=bounds.scales[0].value))
        if limit := self.rules.difficulty_shift:
            number.append(
                NumberHole("fill", f"shift for the {decision.engine.words.trait}", -limit, limit, key="shift")
            )
        options = [Option("difficulty", "Set a difficulty", tuple(number), cites=decision.cites("difficulty"))]
        defenders = tuple(Choice(actor.id, actor.name) for actor in self._candidates(decision.state, roll))
        if defenders:
            hole = ChoiceHole("fill", "who", defenders, key="defender")
            options.append(Option("defend", "Opposed by…", (hole,), cites=decision.cites("defend")))
        if self.best is not None and len(defenders) > 1:
            several = ManyHole("fill", "who", defenders, least=2, key="defenders")
            options.append(Option("best", "Opposed by the best of…", (several,), cites=decision.cites("defend")))
        options += [way.option(decision, roll) for way in self.other_ways]
        options.append(Option("no-roll", "Auto-success", cites=decision.cites("no-roll")))
        reason = TextHole("fill", "reason", key="reason", is_description=True)
        options.append(
            Option("send-back", "Ask for another description", (reason,), cites=decision.cites("approach-veto"))
        )
        ask(
            decision,
            OppositionToChoose(roll.id),
            (GM,),
            f"Set the opposition for {name}.",
            tuple(options),
            detail=f"{roll.declaration.description}{self.advice(decision.state, roll)}",
            cites=decision.cites("opposition"),
        )

    def _opposition_chosen(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(OppositionToChoose).roll)
        if way := next((way for way in self.other_ways if way.id == answer.option), None):
            way.chosen(decision, roll, answer)
            return
        match answer.option:
            case "difficulty":
                value = answer.number("value")
                if "shift" in answer.fill:
                    value += answer.number("shift")
                scale = int(answer.text("scale")) if "scale" in answer.fill else 0
                decision.emit(OppositionSet(roll.id, difficulty=value, scale=scale))
            case "defend":
                self._name_defender(decision, roll, ActorId(answer.text("defender")))
            case "best" if self.best is not None:
                named = answer.fill["defenders"]
                assert isinstance(named, tuple | list)
                several = tuple(decision.state.get(CAST)[ActorId(name)] for name in named)
                self._name_defender(decision, roll, self.best(roll, several).id)
            case "no-roll":
                waive_roll(decision, roll.id)
            case _:
                cancel_roll(decision, roll.id, answer.text("reason"))

    def _name_defender(self, decision: Decision, roll: Roll, defender: ActorId) -> None:
        """Somebody resists: at once, or, where sides answer one another, when the acting side's total is known."""
        if roll.defender != defender:
            decision.emit(DefenderNamed(roll.id, defender))
        if not self.rules.sides_take_turns:
            for target in roll.declaration.targets or (defender,):
                self.ask_defence(decision, decision.state.get(ROLLS)[roll.id], target)

    def answer(self, decision: Decision, roll_id: RollId) -> None:
        """The acting side is done: now the other side chooses, knowing what it has to meet."""
        roll = decision.state.get(ROLLS)[roll_id]
        set_waiting(decision, roll_id, (), "declared")
        self.ask_defence(decision, roll, roll.targets[len(roll.efforts) - 1])

    def ask_defence(self, decision: Decision, roll: Roll, defender: ActorId, objection: str = "") -> None:
        if self.forestalls(decision, roll, defender):
            return
        actor = decision.state.get(CAST)[defender]
        best = best_trait(decision, self.defences, roll, actor)
        needs_words = decision.engine.needs_descriptions
        variants = self.defences.variants(roll, actor)
        menu = self.rules.menu(decision.state, actor, self.defence)
        is_plain = len(variants) == 1 and len(variants[0].traits) == 1 and not needs_words and not menu
        if best and not objection and (self._defends_itself(actor) or (is_plain and self._falls_at_once)):
            words = UNASKED if needs_words else ""
            oppose_with(self.defences, decision, roll, actor, best, (), words)
            return
        acting = name_of(decision.state, roll.actor)
        does = "attacks" if roll.declaration.action == "attack" else "acts against"
        description = roll.declaration.description
        ask(
            decision,
            DefenceToChoose(roll.id, defender),
            address_of(decision.state, defender),
            f"{acting} {does} {actor.name}. Defend how?",
            effort_options("defend", "Defend", variants, best, menu_hole("fill", menu, "claims")),
            detail=" ".join(filter(None, (description, f"({objection})" if objection else ""))),
            cites=decision.cites("defend"),
            # What someone the game master runs could defend with is not for everybody's eyes.
            secret_to=EVERYONE if actor.has_player else (GM,),
            hides_question=False,
        )

    @property
    def _falls_at_once(self) -> bool:
        """Is nobody asked for what leaves them no choice?"""
        return self.rules.pace.dice_fall == "at-once"

    def _defends_itself(self, actor: Actor) -> bool:
        return self.rules.pace.nameless_defend == "by-themselves" and self.rules.is_nameless(actor)

    def _defended(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(DefenceToChoose)
        roll = roll_of(decision, asked.roll)
        actor = decision.state.get(CAST)[asked.actor]
        features = features_of(answer, "defend", self.defences.variants(roll, actor))
        is_interposed = roll.has_interposer and roll.defender == actor.id
        words = answer.text("description")
        oppose_with(
            self.defences,
            decision,
            roll,
            actor,
            answer.text("trait"),
            features,
            words,
            is_interposed=is_interposed,
            menu=self.rules.menu(decision.state, actor, self.defence),
            claims=answer.several("claims"),
        )


def _must_be_reached(state: State, roll: Roll) -> bool:
    """Is the target so far away that the game master must agree that it can be reached?"""
    declared = roll.declaration
    if not declared.reach.strip():
        return False
    apart = zones_between(state, declared.actor, declared.target)
    return apart is None or apart > 1


def could_step_in(state: State, roll: Roll, actor: Actor) -> bool:
    """Is somebody there, in reach and not on the acting side?"""
    return (
        actor.id not in (roll.actor, *roll.targets)
        and is_active(state, actor.id)
        and not are_allies(state, actor.id, roll.actor)
        and zones_between(state, actor.id, roll.defender or roll.actor) == 0
    )
