"""Glamour: illusions on people, things and places, how hard they are, how they move, and what makes them vanish.

Who sees through one is found out elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, NumberHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls
from fatetable.mechanics.encounters import conflict_of
from fatetable.mechanics.moments import RollIsOver, TurnLost
from fatetable.mechanics.rolls import Roll, a_roll_is_open
from fatetable.rulesets.skein.effects import Disguise, SolidGlamour
from fatetable.rulesets.skein.enchantments import (
    DISGUISE,
    GLAMOUR,
    Enchantment,
    change,
    choices,
    enchantment_of,
    end,
    in_effect,
    lay,
    lay_aspect,
)
from fatetable.rulesets.skein.reckoning import glamour_difficulty, lengthened
from fatetable.rulesets.skein.spellwork import (
    PLAIN,
    WORK,
    Spellwork,
    Working,
    finished,
    is_there,
    people_there,
    power,
    succeeded,
    target_of,
)
from fatetable.rulesets.skein.tables import tables

SKILL = "glamour"
WEAVE, WEAR = "glamour", "disguise"
TOUCH = "touch"
SENSES = 5


class WeaveGlamour(Command, frozen=True, kw_only=True, tag="weave-glamour"):
    """An illusion on somebody (or nobody: the scene); solid ones only with a stunt, and they never move."""

    actor: ActorId
    words: str
    description: str
    target: ActorId = NOBODY
    senses: int = 1
    is_moving: bool = False
    imitates: bool = False
    is_solid: bool = False
    features: tuple[str, ...] = ()


class WearDisguise(Command, frozen=True, kw_only=True, tag="wear-disguise"):
    """Make somebody look like another person, for as long as a stunt makes it last."""

    actor: ActorId
    target: ActorId
    person: str
    description: str


class CommandGlamour(Command, frozen=True, tag="command-glamour"):
    """Keep a glamour moving, which in a conflict takes the action."""

    actor: ActorId
    enchantment: str


class TouchGlamour(Command, frozen=True, tag="touch-glamour"):
    """Somebody touches a glamour, with iron or without."""

    actor: ActorId
    enchantment: str
    is_iron: bool = False


def is_moving(state: State, glamour: Enchantment) -> bool:
    """Is it kept moving?  In a conflict until its maker's next turn, unless commanded anew (SK-GLAM-03)."""
    if glamour.moved_in is None:
        return False
    conflict = conflict_of(state)
    if conflict is None or glamour.moved_in == conflict.exchange:
        return True
    has_had_turn = glamour.maker in (*conflict.acted, *conflict.done)
    return glamour.moved_in == conflict.exchange - 1 and not has_had_turn


class Glamours(Struct, frozen=True, kw_only=True):
    work: Spellwork

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="glamour",
            decides={
                WeaveGlamour: self._weave,
                WearDisguise: self._wear,
                CommandGlamour: self._command,
                TouchGlamour: self._touch,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- weaving -------------------------------------------------------------------------------------------------

    def _weave(self, decision: Decision, command: WeaveGlamour) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        decision.require(bool(command.words.strip()), "no-words", "Word the glamour.")
        decision.require(1 <= command.senses <= SENSES, "bad-number", "A glamour is for one sense to five.")
        if command.is_solid:
            decision.require(
                power(actor, SolidGlamour) is not None,
                "nothing-solid",
                "A glamour touches nothing and can be touched by nobody.",
                "glamour-limits",
            )
            decision.require(not command.is_moving, "cannot-move", "What is solid does not move.", "solid-glamour")
        if command.target:
            target_of(decision, command.target)
        working = Working(
            use=WEAVE,
            maker=actor.id,
            target=command.target,
            words=command.words.strip(),
            difficulty=glamour_difficulty(command.senses, is_moving=command.is_moving),
            details={
                "moving": int(command.is_moving),
                "imitates": int(command.imitates),
                "solid": int(command.is_solid),
            },
        )
        # The degree of a solid one goes into how long it lasts.
        mode = WORK if command.is_solid else PLAIN
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=mode)

    def _wear(self, decision: Decision, command: WearDisguise) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        found = power(actor, Disguise)
        if found is None:
            raise decision.violation("no-such-magic-known", f"{actor.name} makes nobody pass for another.")
        target = target_of(decision, command.target)
        decision.require(bool(command.person.strip()), "no-words", "Say whom they look like.")
        assert isinstance(found[1], Disguise)
        working = Working(
            use=WEAR,
            maker=actor.id,
            target=target.id,
            words=found[1].aspect.replace("[person]", command.person.strip()),
            difficulty=glamour_difficulty(),
        )
        features = (found[0].feature.name,)  # Its bonus is for just this.
        self.work.begin(decision, actor, working, SKILL, command.description, features=features)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (WEAVE, WEAR))
        if done and succeeded(done[0]):
            self._lay(decision, *done)

    def _lay(self, decision: Decision, roll: Roll, working: Working) -> None:
        """An Aspect with a free use; what it lasts and what ends it depends on its kind (SK-GLAM-02)."""
        figures = tables().magic.glamour
        actor = decision.state.get(CAST)[working.maker]
        lasts, ends_by = figures.lasts, TOUCH
        if working.use == WEAR and (found := power(actor, Disguise)):
            assert isinstance(found[1], Disguise)
            lasts, ends_by = found[1].lasts, found[1].ends_by
        elif working.number("solid") and (found := power(actor, SolidGlamour)):
            assert isinstance(found[1], SolidGlamour)
            lasts = lengthened(found[1].lasts, (roll.margin or 0) * found[1].steps_per_degree)
            ends_by = found[1].ends_by
        conflict = conflict_of(decision.state)
        aspect = lay_aspect(decision, working.words, working.target, actor.id, figures.free_uses, roll.id)
        lay(
            decision,
            kind=DISGUISE if working.use == WEAR else GLAMOUR,
            skill=SKILL,
            maker=actor.id,
            name=working.words,
            target=working.target,
            result=roll.efforts[0].total,
            aspect=aspect,
            lasts=lasts,
            ends_by=ends_by,
            imitates=working.use == WEAR or bool(working.number("imitates")),
            moved_in=(conflict.exchange if conflict else 0) if working.number("moving") else None,
        )

    # -- what happens to them ------------------------------------------------------------------------------------

    def _movable(self, state: State, actor: Actor) -> Iterator[Enchantment]:
        """Glamours made to move which somebody is not keeping in motion this exchange already."""
        conflict = conflict_of(state)
        for found in in_effect(state, GLAMOUR) if conflict is not None else ():
            is_theirs = found.maker == actor.id and found.moved_in is not None
            if is_theirs and conflict is not None and found.moved_in != conflict.exchange:
                yield found

    def _command(self, decision: Decision, command: CommandGlamour) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        found = enchantment_of(decision, command.enchantment, GLAMOUR)
        decision.require(
            any(each.id == found.id for each in self._movable(decision.state, actor)),
            "cannot-move",
            "That glamour needs no command of theirs to move now.",
            "glamour-moves",
        )
        conflict = conflict_of(decision.state)
        assert conflict is not None
        change(decision, found, moved_in=conflict.exchange)
        decision.moment(TurnLost(actor.id))

    def _touch(self, decision: Decision, command: TouchGlamour) -> None:
        actor = actor_of(decision, command.actor)
        decision.require(
            decision.seat.is_gm or controls(decision.seat, actor), "not-yours", "That is not yours to say."
        )
        found = enchantment_of(decision, command.enchantment, GLAMOUR, DISGUISE)
        decision.require(
            is_there(decision.state, actor.id) and not a_roll_is_open(decision.state),
            "cannot-touch",
            f"{actor.name} cannot touch it now.",
        )
        decision.require(
            found.ends_by == TOUCH or command.is_iron, "it-holds", "Only iron makes that vanish.", "magic-ends"
        )
        end(decision, found, "touched with iron" if command.is_iron else "touched")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL):
            for features, suffix in self.work.claims(actor, SKILL):
                yield from self._weaving_offers(state, actor, features, suffix)
            if power(actor, Disguise):
                wear = WearDisguise(actor=actor.id, target=NOBODY, person="", description="")
                holes = (ChoiceHole("target", "whom", people_there(state)), TextHole("person", "looks like"))
                yield self.work.offer(actor, "disguise somebody", wear, "disguise", *holes)
            if movable := choices(state, self._movable(state, actor)):
                yield Offer(
                    command=CommandGlamour(actor.id, ""),
                    label=f"{actor.name}: keep a glamour moving (takes the action)",
                    holes=(ChoiceHole("enchantment", "which", movable),),
                    cites=self.work.cites("glamour-moves"),
                    group="magic",
                )
        if any(in_effect(state, GLAMOUR, DISGUISE)) and not a_roll_is_open(state):
            yield from self._touch_offers(state, seat)

    def _weaving_offers(self, state: State, actor: Actor, features: tuple[str, ...], suffix: str) -> Iterator[Offer]:
        holes: tuple[Hole, ...] = (
            ChoiceHole("target", "on", (Choice(NOBODY, "the scene"), *people_there(state))),
            TextHole("words", "the Aspect"),
            NumberHole("senses", "how many senses", 1, SENSES),
            FlagHole("imitates", "it imitates something real"),
        )
        weave = WeaveGlamour(actor=actor.id, words="", description="", features=features)
        moving = FlagHole("is_moving", "it moves")
        yield self.work.offer(actor, f"weave a glamour{suffix}", weave, "glamour", *holes, moving)
        if power(actor, SolidGlamour):
            solid = WeaveGlamour(actor=actor.id, words="", description="", is_solid=True, features=features)
            yield self.work.offer(actor, f"weave something solid{suffix}", solid, "solid-glamour", *holes)

    def _touch_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            if not (seat.is_gm or controls(seat, actor)) or not is_there(state, actor.id):
                continue
            for is_iron in (False, True):
                found = (g for g in in_effect(state, GLAMOUR, DISGUISE) if is_iron or g.ends_by == TOUCH)
                if options := choices(state, found):
                    yield Offer(
                        command=TouchGlamour(actor.id, "", is_iron),
                        label=f"{actor.name}: touch a glamour{' with iron' if is_iron else ''}",
                        holes=(ChoiceHole("enchantment", "which", options),),
                        cites=self.work.cites("magic-ends"),
                        group="magic",
                    )
