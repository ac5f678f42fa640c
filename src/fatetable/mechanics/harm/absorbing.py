"""Taking a hit with stress boxes and consequences: absorb all of it or be taken out.

A ruleset whose harm counts down scores brings a part of its own instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, NumberHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, PromptWithdrawn, TrackUse, ask, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    CONSEQUENCE,
    AspectCard,
    AspectId,
    AspectReworded,
    add_free,
    consequences,
    new_card,
    place,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
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
from fatetable.mechanics.harm.boxes import Absorption, BoxRules
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.recovery import clear_consequence
from fatetable.mechanics.harm.state import (
    HARM_EVOLVES,
    TAKEN_OUT,
    Condition,
    Mark,
    Slot,
    condition_of,
    in_a_row,
    set_condition,
    slot_with,
    track_named,
)
from fatetable.mechanics.moments import ActorIsOut, ConsequencesTaken
from fatetable.mechanics.rolls.procedure import bounds_of, finish_roll
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.scenes.state import CALENDAR, SCENE


class SetBox(Command, frozen=True, kw_only=True, tag="set-box"):
    """The game master corrects a stress box; without a `track` it is on the only one."""

    actor: ActorId
    box: int
    checked: bool
    reason: str
    track: str = ""


class Inflict(Command, frozen=True, kw_only=True, tag="inflict"):
    """The game master writes a consequence that no attack caused (a serious cost, say) into a free slot."""

    actor: ActorId
    slot: str
    words: str
    reason: str
    holder: ActorId = NOBODY
    kind: str = ""
    """Where there are several kinds of consequences: of which it is."""


class RenameConsequence(Command, frozen=True, tag="rename-consequence"):
    aspect: AspectId
    words: str


class ClearConsequence(Command, frozen=True, tag="clear-consequence"):
    """The game master clears a consequence out of its time."""

    aspect: AspectId
    reason: str


class Retell(Command, frozen=True, tag="retell"):
    """The game master objects to what the attacker said happens to someone who is taken out."""

    actor: ActorId
    fate: str
    reason: str


class HitToAbsorb(PromptContext, frozen=True, tag="absorb"):
    roll: RollId
    actor: ActorId
    by: ActorId
    shifts: int
    track: str = ""
    kind: str = ""


class FateToTell(PromptContext, frozen=True, tag="taken-out"):
    """Somebody is taken out, and their attacker says what happens to them."""

    roll: RollId
    actor: ActorId


class IsNameless(Protocol):
    """Is this somebody whose fate needs no telling?"""

    def __call__(self, actor: Actor, /) -> bool: ...


class MarksItself(Protocol):
    """Is nobody asked how this character takes a hit, because the least that covers it is checked?"""

    def __call__(self, actor: Actor, /) -> bool: ...


class Absorbing(Struct, frozen=True, kw_only=True):
    """Taking hits, and what the game master rules about harm; `rules` come by kind of actor."""

    rules: Mapping[str, BoxRules]
    cites: Cites
    renamable: tuple[str, ...]
    marks_itself: MarksItself
    is_nameless: IsNameless

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
            answers={HitToAbsorb: self._absorbed, FateToTell: self._narrated},
            offers=(self._offers, self._rulings),
        )

    def harm_rules(self, actor: Actor) -> BoxRules:
        return self.rules[actor.kind]

    # -- absorbing -----------------------------------------------------------------------------------------------

    def land_hit(self, decision: Decision, hit: Hit) -> None:
        """Ask the one it falls on how to take it: every legal way is listed, none of them partial."""
        if not hit.size:
            return
        target = decision.state.get(CAST)[hit.target]
        condition = condition_of(decision.state, target.id)
        hit = msgspec.structs.replace(hit, track=track_named(condition, hit.track))
        ways = self.harm_rules(target).ways(target, condition, hit)
        if not ways:
            self.take_out(decision, target.id, hit.by, hit.roll)
            return
        if self.marks_itself(target):
            self._check_boxes(decision, target.id, hit.track, ways[0])
            return
        options = [self._option(target, condition, hit, way) for way in ways]
        options.append(Option("out", "Be taken out", cites=decision.cites("taken-out")))
        ask(
            decision,
            HitToAbsorb(hit.roll, target.id, hit.by, hit.size, hit.track, hit.kind),
            address_of(decision.state, target.id),
            f"{target.name} is hit for {hit.size}",
            tuple(options),
            detail=hit.in_parts(),
            cites=decision.cites("absorb"),
        )

    def _option(self, target: Actor, condition: Condition, hit: Hit, way: Absorption) -> Option:
        slots = self.harm_rules(target).slots(target)
        return Option(
            _way_id(way),
            _way_label(hit.track, way, slots),
            _wording_holes(way, slots),
            note=self._left_after(target, condition, hit, way),
            uses=TrackUse(way.boxes, way.slots),
        )

    def _left_after(self, actor: Actor, condition: Condition, hit: Hit, way: Absorption) -> str:
        """What the next hit could still be absorbed with."""
        all_boxes = enumerate(condition.tracks.get(hit.track, ()), start=1)
        boxes = [str(number) for number, is_checked in all_boxes if not is_checked and number not in way.boxes]
        free = self.harm_rules(actor).free_slots(actor, condition, hit.kind)
        slots = [slot.name for slot in free if slot.key not in way.slots]
        parts = []
        if boxes:
            parts.append(f"{hit.track} box{'es' * (len(boxes) > 1)} {in_a_row(boxes)}")
        if slots:
            parts.append(f"{in_a_row(_counted(slots))} consequence{'s' * (len(slots) > 1)}")
        return f"leaves {'; '.join(parts)}" if parts else "leaves nothing for the next hit"

    def _absorbed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        hit, option = prompt.read(HitToAbsorb), prompt.option(answer.option)
        actor = decision.state.get(CAST)[hit.actor]
        if option is None or option.id == "out":
            self.take_out(decision, hit.actor, hit.by, hit.roll)
        else:
            condition, slots = condition_of(decision.state, actor.id), self.harm_rules(actor).slots(actor)
            track = track_named(condition, hit.track)
            way = option.uses or _use_by_id(option.id, len(condition.tracks.get(track, ())), slots)
            self._check_boxes(decision, actor.id, track, way)
            for key in way.slots:
                words = answer.text(key) or f"{_severity(slots, key).capitalize()} consequence"
                self.write(decision, actor, key, words, hit.by, f"{hit.roll}-{key}", hit.kind)
            if way.slots:
                decision.moment(ConsequencesTaken(actor.id, len(way.slots)))
        finish_roll(decision, hit.roll)

    def _check_boxes(self, decision: Decision, target: ActorId, track: str, way: Absorption | TrackUse) -> None:
        if way.boxes:
            tracks = condition_of(decision.state, target).tracks
            boxes = enumerate(tracks[track], start=1)
            checked = tuple(is_checked or number in way.boxes for number, is_checked in boxes)
            set_condition(decision, target, "stress", tracks={**tracks, track: checked})

    def write(
        self,
        decision: Decision,
        actor: Actor,
        slot: str,
        words: str,
        holder: ActorId | None,
        source: str,
        kind: str = "",
    ) -> None:
        """Fill a slot; the attacker gets a free invocation on it."""
        card = new_card(decision, words, CONSEQUENCE, bearer=actor.id, slot=slot)
        place(decision, card)
        condition = condition_of(decision.state, actor.id)
        state = decision.state
        mark = Mark(card.id, state.get(CALENDAR).session, state.get(SCENE).number, kind)
        set_condition(decision, actor.id, slot, marks={**condition.marks, slot: mark})
        if holder is not None:
            add_free(decision, card.id, holder, 1, source)

    def take_out(self, decision: Decision, target: ActorId, attacker: ActorId, roll_id: RollId) -> None:
        set_condition(decision, target, TAKEN_OUT, out=TAKEN_OUT)
        needs_words = decision.engine.needs_descriptions
        if needs_words or not self.is_nameless(decision.state.get(CAST)[target]):
            ask(
                decision,
                FateToTell(roll_id, target),
                address_of(decision.state, attacker),
                f"{name_of(decision.state, target)} is taken out. What happens to them?",
                (Option("tell", "Save", (TextHole("fill", "fate", key="fate", is_description=True),)),),
                detail=bounds_of(decision, roll_id),
                cites=decision.cites("taken-out"),
                blocking=needs_words,
            )
        decision.moment(ActorIsOut(target, TAKEN_OUT))

    def _narrated(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        told = prompt.read(FateToTell)
        set_condition(decision, told.actor, "narrated", fate=answer.text("fate"))
        finish_roll(decision, told.roll)

    # -- rulings -------------------------------------------------------------------------------------------------

    def _set_box(self, decision: Decision, command: SetBox) -> None:
        decision.require_gm()
        actor = _seen(decision, command.actor)
        condition = condition_of(decision.state, actor.id)
        track = track_named(condition, command.track)
        boxes = condition.tracks.get(track, ())
        is_there = command.track == _named_if_several(condition, track) and 0 < command.box <= len(boxes)
        decision.require(is_there, "no-such-box", f"{actor.name} has no box {command.box}.")
        decision.require_described(command.reason, "no-reason", "A correction needs a reason.")
        changed = tuple(command.checked if number == command.box else old for number, old in enumerate(boxes, start=1))
        set_condition(decision, actor.id, command.reason.strip(), tracks={**condition.tracks, track: changed})
        self._hit_again(decision, actor.id)

    def _inflict(self, decision: Decision, command: Inflict) -> None:
        decision.require_gm()
        actor = _seen(decision, command.actor)
        kinds = self.harm_rules(actor).kinds or ("",)
        decision.require(command.kind in kinds, "no-such-kind", f"No consequence is {command.kind!r}.")
        slot = slot_with(self._free_slots(decision.state, actor, command.kind), command.slot)
        if slot is None:
            raise decision.violation("no-free-slot", f"{actor.name} has no free {command.slot!r} slot.")
        otherwise = f"{slot.name.capitalize()} consequence"
        words = decision.described(command.words, otherwise, "no-words", "A consequence needs words.")
        decision.require_described(command.reason, "no-reason", "A ruling needs a reason.")
        if command.holder:
            _seen(decision, command.holder)
        holder = command.holder or None
        self.write(decision, actor, command.slot, words, holder, decision.new_id("ruling"), command.kind)
        decision.moment(ConsequencesTaken(actor.id, 1))
        self._hit_again(decision, actor.id)

    def _hit_again(self, decision: Decision, actor: ActorId) -> None:
        """A hit that is just being taken is asked about anew: what could absorb it has changed."""
        for prompt in tuple(open_about(decision.state, actor=actor)):
            if prompt.is_about(HitToAbsorb):
                decision.emit(PromptWithdrawn(prompt.id))
                hit = prompt.read(HitToAbsorb)
                again = Hit(target=actor, by=hit.by, amount=hit.shifts, track=hit.track, kind=hit.kind, roll=hit.roll)
                self.land_hit(decision, again)
                finish_roll(decision, hit.roll)

    def _free_slots(self, state: State, actor: Actor, kind: str) -> tuple[Slot, ...]:
        return self.harm_rules(actor).free_slots(actor, condition_of(state, actor.id), kind)

    def _is_renamable(self, state: State, card: AspectCard) -> bool:
        bearer = state.get(CAST)[card.bearer]
        return _severity(self.harm_rules(bearer).slots(bearer), card.slot) in self.renamable

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
                self._is_renamable(decision.state, card),
                "not-renamable",
                "Only a lasting consequence is renamed in time.",
            )
        decision.require(bool(command.words.strip()), "no-words", "A consequence needs words.")
        decision.emit(AspectReworded(card.id, command.words.strip()))

    def _clear_now(self, decision: Decision, command: ClearConsequence) -> None:
        decision.require_gm()
        card = self._consequence(decision, command.aspect)
        decision.require_described(command.reason, "no-reason", "A ruling needs a reason.")
        clear_consequence(decision, card.bearer, card.slot, command.reason.strip())
        self._hit_again(decision, card.bearer)

    def _retell(self, decision: Decision, command: Retell) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(bool(condition_of(decision.state, actor.id).fate), "not-out", f"{actor.name} is not out.")
        fate = decision.described(command.fate, "Taken out", "no-words", "Say what happens to them.")
        decision.require_described(command.reason, "no-reason", "A ruling needs a reason.")
        set_condition(decision, actor.id, command.reason.strip(), fate=fate)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for card in consequences(state):
            bearer = state.get(CAST)[card.bearer]
            if seat.is_gm or (controls(seat, bearer) and self._is_renamable(state, card)):
                yield Offer(
                    command=RenameConsequence(card.id, ""),
                    **one_of_a_family("Rename …", card.text),
                    verb="change",
                    target=Target("aspect", card.id),
                    holes=(TextHole("words", "new wording"),),
                    cites=self.cites("rename-consequence"),
                    group="sheet",
                )
            if seat.is_gm:
                yield Offer(
                    command=ClearConsequence(card.id, ""),
                    **one_of_a_family("Clear …", card.text),
                    verb="correct",
                    target=Target("aspect", card.id),
                    holes=(TextHole("reason", "reason", is_description=True),),
                    group="overrule",
                )

    def _rulings(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        seen = tuple(actor for actor in state.get(CAST).values() if not actor.is_hidden)
        holders = tuple(Choice(actor.id, actor.name) for actor in seen)
        for actor in seen:
            condition = condition_of(state, actor.id)
            for track, boxes in condition.tracks.items():
                named = _named_if_several(condition, track)
                yield Offer(
                    command=SetBox(actor=actor.id, box=1, checked=False, reason="", track=named),
                    **one_of_a_family(f"Correct … {track}", whose(actor.name)),
                    verb="correct",
                    target=Target("actor", actor.id),
                    holes=(
                        NumberHole("box", "box", 1, len(boxes)),
                        FlagHole("checked", "checked"),
                        TextHole("reason", "reason", is_description=True),
                    ),
                    group="overrule",
                )
            if condition_of(state, actor.id).fate:
                yield Offer(
                    command=Retell(actor.id, "", ""),
                    **one_of_a_family("Change what happens to …", actor.name),
                    verb="correct",
                    target=Target("actor", actor.id),
                    holes=(
                        TextHole("fate", "fate", is_description=True),
                        TextHole("reason", "reason", is_description=True),
                    ),
                    cites=self.cites("taken-out"),
                    group="overrule",
                )
            for kind in self.harm_rules(actor).kinds or ("",):
                free = self._free_slots(state, actor, kind)
                if not free:
                    continue
                yield Offer(
                    command=Inflict(actor=actor.id, slot="", words="", reason="", kind=kind),
                    **one_of_a_family(f"Give … a {kind} consequence".replace("  ", " "), actor.name),
                    verb="correct",
                    target=Target("actor", actor.id),
                    holes=(
                        ChoiceHole("slot", "slot", _slot_choices(free)),
                        TextHole("words", "consequence", is_description=True),
                        TextHole("reason", "reason", is_description=True),
                        ChoiceHole("holder", "free invoke for", (Choice(NOBODY, "nobody"), *holders)),
                    ),
                    cites=self.cites("serious-cost"),
                    group="overrule",
                )


def _named_if_several(condition: Condition, track: str) -> str:
    """What a correction calls a track: the only one needs no name."""
    return track if len(condition.tracks) > 1 else ""


def _seen(decision: Decision, actor_id: ActorId) -> Actor:
    """Harm is public, so what nobody knows of can neither take it nor profit from it."""
    actor = actor_of(decision, actor_id)
    decision.require(not actor.is_hidden, "still-hidden", f"{actor.name} is still hidden.")
    return actor


def _way_id(way: Absorption) -> str:
    return "+".join([*(f"box-{number}" for number in way.boxes), *way.slots])


def _use_by_id(way_id: str, boxes: int, slots: Iterable[Slot]) -> TrackUse:
    """What a way uses, of questions that were stored before their options said so."""
    parts = way_id.split("+")
    return TrackUse(
        tuple(number for number in range(1, boxes + 1) if f"box-{number}" in parts),
        tuple(slot.key for slot in slots if slot.key in parts),
    )


def _way_label(track: str, way: Absorption, slots: tuple[Slot, ...]) -> str:
    parts = [f"{track} box {number}" for number in way.boxes]
    for name, number in Counter(_severity(slots, key) for key in way.slots).items():
        parts.append(f"{name} consequence" if number == 1 else f"{number} {name} consequences")
    waste = f" ({way.excess} to spare)" if way.excess else ""
    words = " and ".join(parts) + waste
    return words[0].upper() + words[1:]


def _wording_holes(way: Absorption, slots: tuple[Slot, ...]) -> tuple[TextHole, ...]:
    return tuple(
        TextHole("fill", f"{_severity(slots, key)} consequence", key=key, is_description=True) for key in way.slots
    )


def _severity(slots: Iterable[Slot], key: str) -> str:
    """What the consequence in a slot is called; somebody whose sheet has changed may have the slot no longer."""
    slot = slot_with(slots, key)
    return slot.name if slot else key


def _counted(names: Iterable[str]) -> list[str]:
    """Those that are alike in one: "2 mild"."""
    return [name if number == 1 else f"{number} {name}" for name, number in Counter(names).items()]


def _slot_choices(slots: Iterable[Slot]) -> tuple[Choice, ...]:
    """One of those that are alike, by the key of the first."""
    first: dict[str, str] = {}
    for slot in slots:
        first.setdefault(slot.name, slot.key)
    return tuple(Choice(key, name if name != key else "") for name, key in first.items())
