"""Taking a hit: absorb all of it or be taken out; and getting better again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptWithdrawn, ask, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import (
    ASPECTS,
    CONSEQUENCE,
    AspectCard,
    AspectId,
    AspectReworded,
    add_free,
    new_card,
    place,
    remove,
    worded,
)
from fatetable.mechanics.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controls,
    name_of,
    require_control,
    whose,
)
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.harm import (
    HARM,
    HARM_EVOLVES,
    TAKEN_OUT,
    Absorption,
    ConditionSet,
    HarmRules,
    Mark,
    condition_of,
    in_a_row,
    set_condition,
)
from fatetable.mechanics.moments import ActorIsOut, ConsequencesTaken, SceneEnds, SessionEnds
from fatetable.mechanics.rolls import ROLLS, RollId
from fatetable.mechanics.scenes import CALENDAR


class SetBox(Command, frozen=True, kw_only=True, tag="set-box"):
    """The game master corrects a stress box."""

    actor: ActorId
    box: int
    checked: bool
    reason: str


class Inflict(Command, frozen=True, kw_only=True, tag="inflict"):
    """The game master writes a consequence that no attack caused (a serious cost, say) into a free slot."""

    actor: ActorId
    slot: str
    words: str
    reason: str
    holder: ActorId = NOBODY


class RenameConsequence(Command, frozen=True, tag="rename-consequence"):
    aspect: AspectId
    words: str


class ClearConsequence(Command, frozen=True, tag="clear-consequence"):
    """The game master clears a consequence out of its time."""

    aspect: AspectId
    reason: str


class Retell(Command, frozen=True, tag="retell"):
    """The game master finds that what becomes of someone who is out does not fit how it came about."""

    actor: ActorId
    fate: str
    reason: str


class Harming(Struct, frozen=True, kw_only=True):
    """`rules` come by kind of actor; `may_clear(state, mark, slot, moment)` says when recovery is asked for at all.

    `marks_itself` are those for whom nobody is asked: the least that covers a hit is checked.
    """

    rules: Mapping[str, HarmRules]
    cites: Cites
    may_clear: Callable[[State, Mark, str, str], bool]
    finish: Callable[[Decision, RollId], None]
    renamable: tuple[str, ...]
    marks_itself: Callable[[Actor], bool]

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="harm",
            decides={
                SetBox: self._set_box,
                Inflict: self._inflict,
                RenameConsequence: self._rename,
                ClearConsequence: self._clear_now,
                Retell: self._retell,
            },
            evolves=HARM_EVOLVES,
            answers={
                "absorb": self._absorbed,
                "taken-out": self._narrated,
                "recover": self._explained,
                "recovery": self._recovery_ruled,
            },
            offers=(self._offers, self._rulings),
            on_moment=self._on_moment,
            moments=(SceneEnds, SessionEnds),
        )

    def harm_rules(self, actor: Actor) -> HarmRules:
        return self.rules[actor.kind]

    # -- absorbing -----------------------------------------------------------------------------------------------

    def land_hit(self, decision: Decision, roll_id: RollId, shifts: int) -> None:
        """Ask the one it falls on how to take it: every legal way is listed, none of them partial."""
        roll = decision.state.get(ROLLS)[roll_id]
        target = decision.state.get(CAST)[roll.defender]
        ways = self.harm_rules(target).ways(target, condition_of(decision.state, target.id), shifts)
        if not ways:
            self.take_out(decision, target.id, roll.actor, roll_id)
            return
        if self.marks_itself(target):
            self._check_boxes(decision, target.id, ways[0])
            return
        state = decision.state
        options = [
            Option(_way_id(way), _way_label(way), _wording_holes(way), note=self._left_after(state, target, way))
            for way in ways
        ]
        options.append(Option("out", "Take nothing: be taken out", cites=decision.cites("taken-out")))
        ask(
            decision,
            "absorb",
            address_of(decision.state, target.id),
            f"{target.name} is hit for {shifts}",
            tuple(options),
            about={"roll": roll_id, "actor": target.id, "by": roll.actor, "shifts": shifts},
            cites=decision.cites("absorb"),
        )

    def _left_after(self, state: State, actor: Actor, way: Absorption) -> str:
        """What the next hit could still be absorbed with."""
        all_boxes = enumerate(condition_of(state, actor.id).boxes, start=1)
        boxes = [str(number) for number, is_checked in all_boxes if not is_checked and number not in way.boxes]
        slots = [name for name in self._free_slots(state, actor) if name not in way.slots]
        parts = []
        if boxes:
            parts.append(f"stress box{'es' * (len(boxes) > 1)} {in_a_row(boxes)}")
        if slots:
            parts.append(f"{in_a_row(slots)} consequence{'s' * (len(slots) > 1)}")
        return f"leaves {'; '.join(parts)}" if parts else "leaves nothing for the next hit"

    def _absorbed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        about = prompt.about
        target, attacker = ActorId(str(about["actor"])), ActorId(str(about["by"]))
        roll_id = RollId(str(about["roll"]))
        actor = decision.state.get(CAST)[target]
        if answer.option == "out":
            self.take_out(decision, target, attacker, roll_id)
        else:
            ways = self.harm_rules(actor).ways(actor, condition_of(decision.state, target), int(about["shifts"]))
            way = next(way for way in ways if _way_id(way) == answer.option)
            self._check_boxes(decision, target, way)
            for slot in way.slots:
                self.write(decision, actor, slot, answer.text(slot), attacker, f"{roll_id}-{slot}")
            if way.slots:
                decision.moment(ConsequencesTaken(target, len(way.slots)))
        self.finish(decision, roll_id)

    def _check_boxes(self, decision: Decision, target: ActorId, way: Absorption) -> None:
        if way.boxes:
            boxes = enumerate(condition_of(decision.state, target).boxes, start=1)
            checked = tuple(is_checked or number in way.boxes for number, is_checked in boxes)
            set_condition(decision, target, "stress", boxes=checked)

    def write(
        self, decision: Decision, actor: Actor, slot: str, words: str, holder: ActorId | None, source: str
    ) -> None:
        """Fill a slot; whoever dealt the harm gets a free invocation on it."""
        card = new_card(decision, words, CONSEQUENCE, bearer=actor.id, slot=slot)
        place(decision, card)
        condition = condition_of(decision.state, actor.id)
        mark = Mark(card.id, decision.state.get(CALENDAR).session)
        set_condition(decision, actor.id, slot, marks={**condition.marks, slot: mark})
        if holder is not None:
            add_free(decision, card.id, holder, 1, source)

    def take_out(self, decision: Decision, target: ActorId, attacker: ActorId, roll_id: RollId) -> None:
        set_condition(decision, target, TAKEN_OUT, out=TAKEN_OUT)
        ask(
            decision,
            "taken-out",
            address_of(decision.state, attacker),
            f"{name_of(decision.state, target)} is taken out. What becomes of them?",
            (Option("tell", "Tell", (TextHole("fill", "what becomes of them", key="fate"),)),),
            about={"roll": roll_id, "actor": target},
            cites=decision.cites("taken-out"),
        )
        decision.moment(ActorIsOut(target, TAKEN_OUT))

    def _narrated(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        set_condition(decision, ActorId(str(prompt.about["actor"])), "narrated", fate=answer.text("fate"))
        self.finish(decision, RollId(str(prompt.about["roll"])))

    # -- recovery ------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneEnds):
            self._rest(decision)
            self._ask_recovery(decision, "scene")
        elif isinstance(moment, SessionEnds):
            self._ask_recovery(decision, "session")
            if moment.scenario_ends:
                self._ask_recovery(decision, "scenario")

    def _rest(self, decision: Decision) -> None:
        """Stress goes with the scene, and whoever was out may come back in a later one."""
        for actor, condition in tuple(decision.state.get(HARM).items()):
            rested = msgspec.structs.replace(condition, boxes=(False,) * len(condition.boxes), out="", fate="")
            if rested != condition:
                decision.emit(ConditionSet(actor, rested, "scene ended"))

    def _ask_recovery(self, decision: Decision, moment: str) -> None:
        for actor_id, condition in tuple(decision.state.get(HARM).items()):
            actor = decision.state.get(CAST).get(actor_id)
            if actor is None:
                continue
            for slot in self.harm_rules(actor).slots(actor):
                mark = condition.marks.get(slot.name)
                if mark is None or slot.clears != moment:
                    continue
                if self.may_clear(decision.state, mark, slot.name, moment):
                    self.ask_recovery_of(decision, actor, slot.name)

    def ask_recovery_of(self, decision: Decision, actor: Actor, slot: str) -> None:
        mark = condition_of(decision.state, actor.id).marks[slot]
        card = decision.state.get(ASPECTS)[mark.aspect]
        if any(open_about(decision.state, blocking_only=False, consequence=card.id)):
            return
        ask(
            decision,
            "recover",
            address_of(decision.state, actor.id),
            f"Does {actor.name} recover from {card.text}?",
            (
                Option("how", "Recover", (TextHole("fill", "how", key="how"),)),
                Option("no", "Not yet"),
            ),
            about={"actor": actor.id, "slot": slot, "consequence": card.id},
            cites=decision.cites(f"recover-{slot}"),
        )

    def _explained(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "no":
            return
        actor = decision.state.get(CAST)[ActorId(str(prompt.about["actor"]))]
        if not actor.is_pc:
            self._clear(decision, actor.id, str(prompt.about["slot"]), answer.text("how"))
            return
        ask(
            decision,
            "recovery",
            (GM,),
            f"{prompt.question} {answer.text('how')}. Does that make sense?",
            (Option("yes", "It clears"), Option("no", "Not yet")),
            about=prompt.about,
            cites=prompt.cites,
        )

    def _recovery_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            self._clear(decision, ActorId(str(prompt.about["actor"])), str(prompt.about["slot"]), "recovered")

    def _clear(self, decision: Decision, actor: ActorId, slot: str, reason: str) -> None:
        marks = condition_of(decision.state, actor).marks
        mark = marks.get(slot)
        if mark is None:
            return
        remove(decision, decision.state.get(ASPECTS)[mark.aspect], reason)
        set_condition(decision, actor, reason, marks={name: m for name, m in marks.items() if name != slot})

    # -- rulings -------------------------------------------------------------------------------------------------

    def _set_box(self, decision: Decision, command: SetBox) -> None:
        decision.require_gm()
        actor = _seen(decision, command.actor)
        boxes = condition_of(decision.state, actor.id).boxes
        decision.require(0 < command.box <= len(boxes), "no-such-box", f"{actor.name} has no box {command.box}.")
        decision.require(bool(command.reason.strip()), "no-reason", "A correction needs a reason.")
        changed = tuple(command.checked if number == command.box else old for number, old in enumerate(boxes, start=1))
        set_condition(decision, actor.id, command.reason.strip(), boxes=changed)
        self._hit_again(decision, actor.id)

    def _inflict(self, decision: Decision, command: Inflict) -> None:
        decision.require_gm()
        actor = _seen(decision, command.actor)
        free = self._free_slots(decision.state, actor)
        decision.require(command.slot in free, "no-free-slot", f"{actor.name} has no free {command.slot!r} slot.")
        decision.require(bool(command.words.strip()), "no-words", "A consequence needs words.")
        decision.require(bool(command.reason.strip()), "no-reason", "A ruling needs a reason.")
        if command.holder:
            _seen(decision, command.holder)
        holder = command.holder or None
        self.write(decision, actor, command.slot, command.words, holder, decision.new_id("ruling"))
        decision.moment(ConsequencesTaken(actor.id, 1))
        self._hit_again(decision, actor.id)

    def _hit_again(self, decision: Decision, actor: ActorId) -> None:
        """A hit that is just being taken is asked about anew: what could absorb it has changed."""
        for prompt in tuple(open_about(decision.state, actor=actor)):
            if prompt.kind == "absorb":
                decision.emit(PromptWithdrawn(prompt.id))
                roll = RollId(str(prompt.about["roll"]))
                self.land_hit(decision, roll, int(prompt.about["shifts"]))
                self.finish(decision, roll)

    def _free_slots(self, state: State, actor: Actor) -> tuple[str, ...]:
        marks = condition_of(state, actor.id).marks
        return tuple(slot.name for slot in self.harm_rules(actor).slots(actor) if slot.name not in marks)

    def _consequence(self, decision: Decision, aspect: AspectId) -> AspectCard:
        card = decision.state.get(ASPECTS).get(aspect)
        if card is None or card.kind != CONSEQUENCE:
            raise decision.violation("unknown-aspect", "There is no such consequence.")
        return card

    def _rename(self, decision: Decision, command: RenameConsequence) -> None:
        card = self._consequence(decision, command.aspect)
        # The game master may object to any wording; its bearer renames what stays long enough to change.
        if not decision.seat.is_gm:
            require_control(decision, actor_of(decision, card.bearer))
            decision.require(
                card.slot in self.renamable, "not-renamable", "Only a lasting consequence is renamed in time."
            )
        decision.require(bool(command.words.strip()), "no-words", "A consequence needs words.")
        decision.emit(AspectReworded(card.id, command.words.strip()))

    def _clear_now(self, decision: Decision, command: ClearConsequence) -> None:
        decision.require_gm()
        card = self._consequence(decision, command.aspect)
        decision.require(bool(command.reason.strip()), "no-reason", "A ruling needs a reason.")
        self._clear(decision, card.bearer, card.slot, command.reason.strip())
        self._hit_again(decision, card.bearer)

    def _retell(self, decision: Decision, command: Retell) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(bool(condition_of(decision.state, actor.id).fate), "not-out", f"{actor.name} is not out.")
        decision.require(bool(command.fate.strip()), "no-words", "Say what becomes of them.")
        decision.require(bool(command.reason.strip()), "no-reason", "A ruling needs a reason.")
        set_condition(decision, actor.id, command.reason.strip(), fate=command.fate.strip())

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for card in worded(state).values():
            if card.kind != CONSEQUENCE:
                continue
            bearer = state.get(CAST)[card.bearer]
            if seat.is_gm or (card.slot in self.renamable and controls(seat, bearer)):
                yield Offer(
                    command=RenameConsequence(card.id, ""),
                    label=f"Rename {card.text}",
                    holes=(TextHole("words", "new wording"),),
                    cites=self.cites("rename-consequence"),
                    group="sheet",
                )
            if seat.is_gm:
                yield Offer(
                    command=ClearConsequence(card.id, ""),
                    label=f"Clear {card.text}",
                    holes=(TextHole("reason", "reason"),),
                    group="overrule",
                )

    def _rulings(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        seen = tuple(actor for actor in state.get(CAST).values() if not actor.is_hidden)
        holders = tuple(Choice(actor.id, actor.name) for actor in seen)
        for actor in seen:
            boxes = condition_of(state, actor.id).boxes
            if boxes:
                yield Offer(
                    command=SetBox(actor=actor.id, box=1, checked=False, reason=""),
                    label=f"Correct {whose(actor.name)} stress",
                    holes=(
                        NumberHole("box", "box", 1, len(boxes)),
                        FlagHole("checked", "checked"),
                        TextHole("reason", "reason"),
                    ),
                    group="overrule",
                )
            if condition_of(state, actor.id).fate:
                yield Offer(
                    command=Retell(actor.id, "", ""),
                    label=f"Object to what becomes of {actor.name}",
                    holes=(TextHole("fate", "what becomes of them"), TextHole("reason", "reason")),
                    cites=self.cites("taken-out"),
                    group="overrule",
                )
            free = self._free_slots(state, actor)
            if free:
                yield Offer(
                    command=Inflict(actor=actor.id, slot="", words="", reason=""),
                    label=f"Give {actor.name} a consequence",
                    holes=(
                        ChoiceHole("slot", "slot", tuple(Choice(name) for name in free)),
                        TextHole("words", "the consequence"),
                        TextHole("reason", "reason"),
                        ChoiceHole("holder", "free invocation for", (Choice(NOBODY, "nobody"), *holders)),
                    ),
                    cites=self.cites("serious-cost"),
                    group="overrule",
                )


def _seen(decision: Decision, actor_id: ActorId) -> Actor:
    """Harm is public, so what nobody knows of can neither take it nor profit from it."""
    actor = actor_of(decision, actor_id)
    decision.require(not actor.is_hidden, "still-hidden", f"{actor.name} is still hidden.")
    return actor


def _way_id(way: Absorption) -> str:
    return "+".join([*(f"box-{number}" for number in way.boxes), *way.slots])


def _way_label(way: Absorption) -> str:
    parts = [*(f"stress box {number}" for number in way.boxes), *(f"{slot} consequence" for slot in way.slots)]
    waste = f" ({way.excess} to spare)" if way.excess else ""
    words = " and ".join(parts) + waste
    return words[0].upper() + words[1:]


def _wording_holes(way: Absorption) -> tuple[TextHole, ...]:
    return tuple(TextHole("fill", f"{slot} consequence", key=slot) for slot in way.slots)
