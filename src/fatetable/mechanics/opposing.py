"""What an action is rolled against: a difficulty, the target's defence, or someone who steps in.

Also the questions that must be settled before any die is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import EVERYONE, GM, Command, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptWithdrawn, ask, open_about, withdraw
from fatetable.engine.seats import SEATS, Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import (
    ASPECTS,
    CHARACTER,
    SITUATION,
    AspectCard,
    AspectId,
    aspect_choices,
    card_of,
    in_play,
    knows,
    new_card,
    place,
    worded_in_play,
)
from fatetable.mechanics.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    controls,
    name_of,
    require_control,
    seat_of,
)
from fatetable.mechanics.checks import CheckRules, TurnRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.efforts import DefenceSets, MakeDefence, effort_options, features_of, in_place_of
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import ActorIsOut, RollIsOver
from fatetable.mechanics.rolls import (
    ROLLS,
    DefenderNamed,
    EffortId,
    OppositionSet,
    Roll,
    RollId,
    RollOver,
    SecretAspectChosen,
    change_effort,
    open_rolls,
    roll_of,
    set_waiting,
)
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.sides import are_allies
from fatetable.mechanics.zones import ZONES, ZoneId, place_of, zones_between


class Interpose(Command, frozen=True, kw_only=True, tag="interpose"):
    """Defend in someone's stead, or oppose from the side; the interposer becomes the one it falls on.

    A situation aspect justifies it at once; without one the table votes.
    """

    roll: RollId
    actor: ActorId
    trait: str
    description: str
    features: tuple[str, ...] = ()
    aspect: AspectId = AspectId("")


class SendBack(Command, frozen=True, tag="send-back"):
    """The game master asks for another description: the trait or the means do not fit it.

    The acting side (`effort` 0) declares something else, or the same in another way; others choose theirs anew.
    """

    roll: RollId
    reason: str
    effort: int = 0


class Disallow(Command, frozen=True, tag="disallow"):
    """The game master finds that a claimed feature's circumstance does not hold."""

    roll: RollId
    effort: int
    feature: str


ContendAgain = Callable[[Decision, Roll, int, str], None]


def no_advice(_state: State, _roll: Roll) -> str:
    return ""


class Opposing(Struct, frozen=True, kw_only=True):
    """`make_effort` builds a defending effort, `feature_sets` lists what a defender may claim.

    `known_opposition` is a difficulty or a defender that needs no ruling; without one the game master is asked.
    `succeed` carries out what is granted when no roll turns out to be needed; `contend_again` asks one side of a
    contest for another effort.
    """

    rules: CheckRules
    turns: TurnRules
    cites: Cites
    make_effort: MakeDefence
    feature_sets: DefenceSets
    known_opposition: Callable[[State, Roll], int | ActorId | None]
    succeed: Callable[[Decision, RollId], None]
    contend_again: ContendAgain
    advice: Callable[[State, Roll], str] = no_advice
    """What the ruleset knows about such a roll, for the game master who decides what opposes it."""
    best: Callable[[Roll, tuple[Actor, ...]], Actor] | None = None
    """Who of several resists a roll for all of them, where the ruleset knows."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="opposing",
            decides={Interpose: self._interpose, SendBack: self._send_back, Disallow: self._disallow},
            answers={
                "opposition": self._opposition_chosen,
                "defend": self._defended,
                "interpose": self._voted,
                "reach": self._reach_ruled,
                "discover": self._discovery_ruled,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ActorIsOut,),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Who is out resists nothing any more, even if the game master was just being asked about it."""
        if not isinstance(moment, ActorIsOut):
            return
        for prompt in tuple(open_about(decision.state)):
            if prompt.kind == "opposition":
                decision.emit(PromptWithdrawn(prompt.id))
                self._ask_opposition(decision, roll_of(decision, RollId(str(prompt.about["roll"]))))

    # -- opening -------------------------------------------------------------------------------------------------

    def open(self, decision: Decision, roll_id: RollId, *, is_far: bool) -> None:
        """Ask everything that has to be known before the dice of this roll fall."""
        roll = decision.state.get(ROLLS)[roll_id]
        if is_far:
            self._ask_reach(decision, roll)
        known = self.known_opposition(decision.state, roll)
        if isinstance(known, int):
            decision.emit(OppositionSet(roll_id, difficulty=known, defender=roll.defender))
        elif known is not None:
            self._name_defender(decision, roll, known)
        elif roll.declaration.mode == "discover":
            self._ask_discovery(decision, roll)
        else:
            self._ask_opposition(decision, roll)
        if self.rules.ask_before_throw:
            set_waiting(decision, roll_id, self._bystanders(decision.state, roll), "declared")

    def _bystanders(self, state: State, roll: Roll) -> tuple[SeatId, ...]:
        """Seats that could help or step in and are not asked by a question of their own already."""
        asked = {seat_of(state, roll.actor)}
        if roll.defender:
            asked.add(seat_of(state, roll.defender))
        waiting = []
        for seat in people(state):
            if seat.id in asked:
                continue
            # Where nobody asks the game master anything, this is their chance to object to what is described.
            is_unasked_gm = seat.is_gm and self.known_opposition(state, roll) is not None
            mine = [a for a in state.get(CAST).values() if controls(seat, a) and self._is_there(state, a)]
            if is_unasked_gm or any(self._could_take_part(state, roll, actor) for actor in mine):
                waiting.append(seat.id)
        return tuple(waiting)

    def _is_there(self, state: State, actor: Actor) -> bool:
        return is_present(state, actor.id) and not is_out(state, actor.id)

    def _could_take_part(self, state: State, roll: Roll, actor: Actor) -> bool:
        return self._could_step_in(state, roll, actor) or self.turns.may_help(state, actor.id, roll, 0) is None

    def _ask_reach(self, decision: Decision, roll: Roll) -> None:
        declared = roll.declaration
        ask(
            decision,
            "reach",
            (GM,),
            f"{name_of(decision.state, roll.actor)} wants to reach {name_of(decision.state, declared.target)} "
            f"two or more zones away: {declared.reach}",
            (Option("yes", "It reaches"), Option("no", "Too far")),
            about={"roll": roll.id},
            cites=decision.cites("reach"),
        )

    def _reach_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "no":
            self.cancel(decision, RollId(str(prompt.about["roll"])), "Too far away.")

    # -- discovering ---------------------------------------------------------------------------------------------

    def _ask_discovery(self, decision: Decision, roll: Roll) -> None:
        choices = aspect_choices(decision.state)
        hidden = tuple(choices[card.id] for card in self._discoverable(decision.state, roll))
        options = [Option("invent", "Something is there", (TextHole("fill", "the aspect", key="words"),))]
        if hidden:
            options.insert(0, Option("hidden", "This is there", (ChoiceHole("fill", "aspect", hidden, key="aspect"),)))
        options.append(Option("nothing", "There is nothing to be found"))
        ask(
            decision,
            "discover",
            (GM,),
            f"What can {name_of(decision.state, roll.actor)} discover?",
            tuple(options),
            about={"roll": roll.id},
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
        roll = roll_of(decision, RollId(str(prompt.about["roll"])))
        if answer.option == "nothing":
            self.cancel(decision, roll.id, "There is nothing of that sort to be found.")
            return
        if answer.option == "invent":
            target = roll.declaration.target
            kind = CHARACTER if target else SITUATION
            card = new_card(decision, answer.text("words"), kind, bearer=target, known_to=(GM,))
            aspect = place(decision, card)
        else:
            aspect = AspectId(answer.text("aspect"))
            # Said twice, because positions are counted by everybody: choosing leaves as many facts as inventing.
            decision.emit(SecretAspectChosen(roll.id, aspect), to=(GM,))
        decision.emit(SecretAspectChosen(roll.id, aspect), to=(GM,))
        self._ask_opposition(decision, decision.state.get(ROLLS)[roll.id])

    # -- difficulty or defence -----------------------------------------------------------------------------------

    def _candidates(self, state: State, roll: Roll) -> Iterator[Actor]:
        """Who could actively oppose: anybody there but the actor, those whom it is about first."""
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
            if actor.id != roll.actor and self._is_there(state, actor):
                yield actor

    def _ask_opposition(self, decision: Decision, roll: Roll) -> None:
        name = name_of(decision.state, roll.actor)
        suggested = self.rules.difficulties
        number: list[Hole] = [NumberHole("fill", "difficulty", -2, 20, key="value", suggestions=suggested)]
        if limit := self.rules.difficulty_shift:
            number.append(NumberHole("fill", "shift for the approach", -limit, limit, key="shift"))
        options = [Option("difficulty", "A fixed difficulty", tuple(number), cites=decision.cites("difficulty"))]
        defenders = tuple(Choice(actor.id, actor.name) for actor in self._candidates(decision.state, roll))
        if defenders:
            hole = ChoiceHole("fill", "who", defenders, key="defender")
            options.append(Option("defend", "Someone resists", (hole,), cites=decision.cites("defend")))
        if self.best is not None and len(defenders) > 1:
            several = ManyHole("fill", "who", defenders, least=2, key="defenders")
            options.append(Option("best", "The best of several resists", (several,), cites=decision.cites("defend")))
        options.append(Option("no-roll", "It just works, no roll", cites=decision.cites("no-roll")))
        reason = TextHole("fill", "reason", key="reason")
        options.append(Option("send-back", "Describe it differently", (reason,), cites=decision.cites("approach-veto")))
        ask(
            decision,
            "opposition",
            (GM,),
            f"What opposes {name}? ({roll.declaration.description}){self.advice(decision.state, roll)}",
            tuple(options),
            about={"roll": roll.id},
            cites=decision.cites("opposition"),
        )

    def _opposition_chosen(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, RollId(str(prompt.about["roll"])))
        match answer.option:
            case "difficulty":
                value = answer.number("value")
                if "shift" in answer.fill:
                    value += answer.number("shift")
                decision.emit(OppositionSet(roll.id, difficulty=value))
            case "defend":
                self._name_defender(decision, roll, ActorId(answer.text("defender")))
            case "best" if self.best is not None:
                named = answer.fill["defenders"]
                assert isinstance(named, tuple | list)
                several = tuple(decision.state.get(CAST)[ActorId(name)] for name in named)
                self._name_defender(decision, roll, self.best(roll, several).id)
            case "no-roll":
                self._no_roll(decision, roll)
            case _:
                self.cancel(decision, roll.id, answer.text("reason"))

    def _name_defender(self, decision: Decision, roll: Roll, defender: ActorId) -> None:
        """Somebody resists: at once, or, where sides answer one another, when the acting side's total is known."""
        if roll.defender != defender:
            decision.emit(DefenderNamed(roll.id, defender))
        if not self.rules.responding:
            self._ask_defence(decision, roll, defender)

    def answer(self, decision: Decision, roll_id: RollId) -> None:
        """The acting side is done: now the other side chooses, knowing what it has to meet."""
        roll = decision.state.get(ROLLS)[roll_id]
        set_waiting(decision, roll_id, (), "declared")
        self._ask_defence(decision, roll, roll.defender)

    def _no_roll(self, decision: Decision, roll: Roll) -> None:
        withdraw(decision, roll=roll.id)
        self.succeed(decision, roll.id)
        decision.emit(RollOver(roll.id, "no roll was needed"))
        decision.moment(RollIsOver(roll.id))

    def _ask_defence(self, decision: Decision, roll: Roll, defender: ActorId, objection: str = "") -> None:
        actor = decision.state.get(CAST)[defender]
        question = f"{name_of(decision.state, roll.actor)} acts against {actor.name}: {roll.declaration.description}"
        ask(
            decision,
            "defend",
            address_of(decision.state, defender),
            f"{question} ({objection})" if objection else question,
            effort_options("defend", "Defend", self.feature_sets(roll, actor)),
            about={"roll": roll.id, "actor": defender},
            cites=decision.cites("defend"),
            # What someone the game master runs could defend with is not for everybody's eyes.
            secret_to=EVERYONE if actor.is_pc else (GM,),
            hides_question=False,
        )

    def _defended(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, RollId(str(prompt.about["roll"])))
        actor = decision.state.get(CAST)[ActorId(str(prompt.about["actor"]))]
        features = features_of(answer, self.feature_sets(roll, actor))
        is_interposed = roll.has_interposer and roll.defender == actor.id
        words = answer.text("description")
        self._oppose(decision, roll, actor, answer.text("trait"), features, words, is_interposed=is_interposed)

    def _oppose(
        self,
        decision: Decision,
        roll: Roll,
        actor: Actor,
        trait: str,
        features: tuple[str, ...],
        words: str,
        *,
        is_interposed: bool = False,
    ) -> None:
        effort = self.make_effort(decision, roll, actor, EffortId(f"{roll.id}.1"), trait, features, words)
        if len(roll.efforts) > 1:
            effort = in_place_of(roll.efforts[1], effort)
        decision.emit(OppositionSet(roll.id, effort=effort, defender=actor.id, is_interposed=is_interposed))

    # -- stepping in ---------------------------------------------------------------------------------------------

    def _could_step_in(self, state: State, roll: Roll, actor: Actor) -> bool:
        return (
            actor.id not in (roll.actor, roll.defender)
            and self._is_there(state, actor)
            and not are_allies(state, actor.id, roll.actor)
            and zones_between(state, actor.id, roll.defender or roll.actor) == 0
        )

    def _may_interpose(self, state: State, roll: Roll, actor: Actor) -> bool:
        return (
            roll.stage == "declared"
            and not roll.is_contest
            and not self.rules.responding  # There the one acted upon answers, and only once the dice are known.
            and self._could_step_in(state, roll, actor)
            and not any(open_about(state, roll=roll.id, interposing="yes"))
            and actor.id not in roll.helpers
            and not any(open_about(state, roll=roll.id, helper=actor.id))
            and (roll.has_opposition or bool(roll.defender))
            and not roll.has_interposer
        )

    def _interpose(self, decision: Decision, command: Interpose) -> None:
        roll = roll_of(decision, command.roll)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(
            self._may_interpose(decision.state, roll, actor), "cannot-interpose", f"{actor.name} cannot step in here."
        )
        # Built once to check it; a vote may still turn it down.
        self.make_effort(
            decision, roll, actor, EffortId(f"{roll.id}.1"), command.trait, command.features, command.description
        )
        if command.aspect:
            card = card_of(decision, command.aspect)
            decision.require(
                card.kind == SITUATION and in_play(decision.state, card),
                "not-a-situation-aspect",
                "Only a situation aspect justifies stepping in.",
            )
            self._step_in(decision, roll, actor, command.trait, command.features, command.description)
            return
        ask(
            decision,
            "interpose",
            tuple(seat.id for seat in people(decision.state)),
            f"{actor.name} wants to step in: {command.description}. Reasonable?",
            (Option("yes", "Reasonable"), Option("no", "Not reasonable")),
            about={
                "roll": roll.id,
                "actor": actor.id,
                "trait": command.trait,
                "features": "\n".join(command.features),
                "description": command.description,
                "interposing": "yes",
            },
            cites=decision.cites("interpose"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        in_favour = sum(option == "yes" for option in prompt.answered.values())
        if in_favour * 2 <= len(tuple(people(decision.state))):
            return
        about = prompt.about
        roll = roll_of(decision, RollId(str(about["roll"])))
        actor = decision.state.get(CAST)[ActorId(str(about["actor"]))]
        if not self._may_interpose(decision.state, roll, actor):
            return  # While the table was voting they have given in, say.
        features = tuple(name for name in str(about["features"]).split("\n") if name)
        self._step_in(decision, roll, actor, str(about["trait"]), features, str(about["description"]))

    def _step_in(
        self, decision: Decision, roll: Roll, actor: Actor, trait: str, features: tuple[str, ...], words: str
    ) -> None:
        for prompt in tuple(open_about(decision.state, roll=roll.id)):
            if prompt.kind == "defend":
                decision.emit(PromptWithdrawn(prompt.id))
        self._oppose(decision, roll, actor, trait, features, words, is_interposed=True)

    # -- taking back ---------------------------------------------------------------------------------------------

    def cancel(self, decision: Decision, roll_id: RollId, reason: str) -> None:
        """The roll does not happen; its actor may declare something else."""
        withdraw(decision, roll=roll_id)
        decision.emit(RollOver(roll_id, reason))
        decision.moment(RollIsOver(roll_id, was_cancelled=True))

    def _send_back(self, decision: Decision, command: SendBack) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require(roll.stage == "declared", "dice-are-down", "The dice have fallen.")
        decision.require(0 <= command.effort < len(roll.efforts), "no-such-effort", "There is no such side.")
        decision.require(
            self._may_send_back(decision.state, roll, command.effort), "still-waiting", "They are being asked already."
        )
        reason = command.reason.strip()
        decision.require(bool(reason), "no-reason", "Say what does not fit.")
        if roll.is_contest:
            self.contend_again(decision, roll, command.effort, reason)
        elif command.effort:
            self._ask_defence(decision, roll, roll.efforts[command.effort].actor, reason)
        else:
            self.cancel(decision, roll.id, reason)

    def _may_send_back(self, state: State, roll: Roll, index: int) -> bool:
        return not any(open_about(state, roll=roll.id, actor=roll.efforts[index].actor))

    def _disallow(self, decision: Decision, command: Disallow) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require(roll.stage == "declared", "dice-are-down", "The dice have fallen.")
        decision.require(
            0 <= command.effort < len(roll.efforts) and command.feature in roll.efforts[command.effort].features,
            "not-claimed",
            f"Nobody claims {command.feature!r} there.",
        )
        effort = roll.efforts[command.effort]
        change_effort(
            decision,
            roll.id,
            command.effort,
            features=tuple(name for name in effort.features if name != command.feature),
            modifiers=tuple(m for m in effort.modifiers if (m.source, m.label) != ("feature", command.feature)),
        )

    def blocked_ways(self, state: State, actor: ActorId) -> tuple[ZoneId, ...]:
        """Neighbouring zones that can only be entered by overcoming what is in the way."""
        area = state.get(ZONES)
        here = place_of(state, actor)
        return tuple(
            border.other if border.one == here else border.one
            for border in area.borders
            if here in (border.one, border.other) and not border.is_clear
        )

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state):
            if roll.stage != "declared":
                continue
            if seat.is_gm:
                yield from self._rulings(state, roll)
            for actor in controlled(state, seat):
                if self._may_interpose(state, roll, actor):
                    yield from self._interpose_offers(state, seat, roll, actor)

    def _rulings(self, state: State, roll: Roll) -> Iterator[Offer]:
        for index, effort in enumerate(roll.efforts):
            if self._may_send_back(state, roll, index):
                yield Offer(
                    command=SendBack(roll.id, "", index),
                    label=f"Ask {name_of(state, effort.actor)} to describe it differently",
                    holes=(TextHole("reason", "reason"),),
                    cites=self.cites("approach-veto"),
                    group="gm",
                )
            for feature in effort.features:
                yield Offer(
                    command=Disallow(roll.id, index, feature),
                    label=f"{feature} does not apply here",
                    cites=self.cites("feature"),
                    group="gm",
                )

    def _interpose_offers(self, state: State, seat: Seat, roll: Roll, actor: Actor) -> Iterator[Offer]:
        choices = aspect_choices(state)
        aspects = tuple(choices[card.id] for card in worded_in_play(state, seat) if card.kind == SITUATION)
        for features, traits, suffix in self.feature_sets(roll, actor):
            command = Interpose(roll=roll.id, actor=actor.id, trait="", description="", features=features)
            holes: tuple[Hole, ...] = (ChoiceHole("trait", "with", traits), TextHole("description", "how"))
            yield Offer(
                command=command,
                label=f"{actor.name}: step in{suffix} (the table votes)",
                holes=holes,
                cites=self.cites("interpose"),
                group="react",
            )
            if aspects:
                yield Offer(
                    command=command,
                    label=f"{actor.name}: step in{suffix} because of an aspect",
                    holes=(*holes, ChoiceHole("aspect", "aspect", aspects)),
                    cites=self.cites("interpose"),
                    group="react",
                )
