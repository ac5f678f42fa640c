"""Glamour: illusions on people, things and places, how hard they are, how they move, and what makes them vanish.

`magic.glamour.observers` has who sees through them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, NumberHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.presence import people_there
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import Disguise, SolidGlamour, Tables, glamour_difficulty
from fatetable.rulesets.skein.magic.enchantments import (
    DISGUISE,
    GLAMOUR,
    Enchantment,
    change,
    choices,
    enchantment_of,
    end,
    in_effect,
    known_in_effect,
    lay,
    lay_aspect,
)
from fatetable.rulesets.skein.magic.glamour.secrets import UNSEEN_FOLDS, lay_unseen, passes_unseen, weave_unseen
from fatetable.rulesets.skein.magic.workings import Workings, spend_action, succeeded, target_of, within_reach
from fatetable.rulesets.skein.rolls import PLAIN, WORK
from fatetable.rulesets.skein.sheet import power

SKILL = "glamour"
WEAVE, WEAR = "glamour", "disguise"
TOUCH = "touch"
SENSES = 5
USES_ACTION = "uses your action"


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


def _is_in_reach(state: State, actor: Actor, glamour: Enchantment) -> bool:
    """One touches a glamour on somebody by touching them; one on the scene is wherever people are."""
    return not glamour.target or within_reach(state, actor.id, glamour.target)


class Glamour(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="glamour",
            decides={
                WeaveGlamour: self._weave,
                WearDisguise: self._wear,
                CommandGlamour: self._command,
                TouchGlamour: self._touch,
            },
            evolves=UNSEEN_FOLDS,
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- weaving -------------------------------------------------------------------------------------------------

    def _weave(self, decision: Decision, command: WeaveGlamour) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        words = decision.described(command.words, "Glamour", "no-words", "Word the glamour.")
        decision.require(1 <= command.senses <= SENSES, "bad-number", "A glamour is for one sense to five.")
        if command.is_solid:
            decision.require(
                power(self.tables, actor, SolidGlamour) is not None,
                "nothing-solid",
                "A glamour touches nothing and can be touched by nobody.",
                "glamour-limits",
            )
            decision.require(not command.is_moving, "cannot-move", "What is solid does not move.", "solid-glamour")
        if command.target:
            target_of(decision, command.target)
        working = Undertaking(
            purpose=WEAVE,
            maker=actor.id,
            target=command.target,
            words=words,
            difficulty=glamour_difficulty(self.tables, command.senses, is_moving=command.is_moving),
            details={
                "moving": int(command.is_moving),
                "imitates": int(command.imitates),
                "solid": int(command.is_solid),
            },
        )
        if command.imitates and passes_unseen(decision.state, actor, command.target):
            self._weave_unseen(decision, actor, working, command.description, command.features)
            return
        # The degree of a solid one goes into how long it lasts.
        mode = WORK if command.is_solid else PLAIN
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=mode)

    def _wear(self, decision: Decision, command: WearDisguise) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        found = power(self.tables, actor, Disguise)
        if found is None:
            raise decision.violation("no-such-magic-known", f"{actor.name} makes nobody pass for another.")
        target = target_of(decision, command.target)
        person = decision.described(command.person, "Somebody else", "no-words", "Say whom they look like.")
        assert isinstance(found[1], Disguise)
        working = Undertaking(
            purpose=WEAR,
            maker=actor.id,
            target=target.id,
            words=found[1].aspect.replace("[person]", person),
            difficulty=glamour_difficulty(self.tables),
        )
        features = (found[0].feature.name,)  # Its bonus is for just this.
        if passes_unseen(decision.state, actor, target.id):
            self._weave_unseen(decision, actor, working, command.description, features)
            return
        self.work.begin(decision, actor, working, SKILL, command.description, features=features)

    def _weave_unseen(
        self, decision: Decision, actor: Actor, working: Undertaking, description: str, features: tuple[str, ...]
    ) -> None:
        woven = weave_unseen(decision, self.work.rules, actor, working, SKILL, description, features)
        spend_action(decision, actor.id)
        if woven.margin >= 0:
            self._lay(decision, working, woven.total, woven.margin, is_secret=True)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (WEAVE, WEAR))
        if done and succeeded(done[0]):
            roll, working = done
            self._lay(decision, working, roll.efforts[0].total, roll.margin or 0, source=roll.id)

    def _lay(
        self,
        decision: Decision,
        working: Undertaking,
        result: int,
        margin: int,
        *,
        source: str = "",
        is_secret: bool = False,
    ) -> None:
        """An Aspect with a free use; what it lasts and what ends it depends on its kind (SK-GLAM-02)."""
        figures = self.tables.magic.glamour
        actor = decision.state.get(CAST)[working.maker]
        is_disguise = working.purpose == WEAR
        lasts, ends_by = figures.lasts, TOUCH
        if is_disguise and (found := power(self.tables, actor, Disguise)):
            assert isinstance(found[1], Disguise)
            lasts, ends_by = found[1].lasts, found[1].ends_by
        elif working.number("solid") and (found := power(self.tables, actor, SolidGlamour)):
            assert isinstance(found[1], SolidGlamour)
            lasts = self.tables.time.lengthened(found[1].lasts, margin * found[1].steps_per_degree)
            ends_by = found[1].ends_by
        conflict = conflict_of(decision.state)
        if is_secret:
            aspect = lay_unseen(decision, working, figures.free_uses, is_hidden=is_disguise)
        else:
            aspect = lay_aspect(decision, working.words, working.target, actor.id, figures.free_uses, source)
        lay(
            decision,
            kind=DISGUISE if is_disguise else GLAMOUR,
            skill=SKILL,
            maker=actor.id,
            name=working.words,
            target=working.target,
            result=result,
            aspect=aspect,
            lasts=lasts,
            ends_by=ends_by,
            imitates=is_disguise or bool(working.number("imitates")),
            moved_in=(conflict.exchange if conflict else 0) if working.number("moving") else None,
            is_secret=is_secret,
        )

    # -- what happens to them ------------------------------------------------------------------------------------

    def _movable(self, state: State, actor: Actor) -> Iterator[Enchantment]:
        """Glamours of their own that somebody may command to move in this exchange."""
        for found in in_effect(state, GLAMOUR) if conflict_of(state) is not None else ():
            if self._cannot_command(state, actor, found) is None:
                yield found

    def _cannot_command(self, state: State, actor: Actor, found: Enchantment) -> Refusal | None:
        code, topic = "cannot-move", "glamour-moves"
        conflict = conflict_of(state)
        if conflict is None:
            return Refusal(code, "A glamour needs a command to move in a fight only, and there is none.", topic)
        if found.maker != actor.id:
            return Refusal(code, f"{actor.name} did not weave that glamour, and only its maker commands it.", topic)
        if found.moved_in is None:
            return Refusal(code, "That glamour was not woven to move.", topic)
        if found.moved_in == conflict.exchange:
            return Refusal(code, "That glamour moves already, and needs a command in the next exchange only.", topic)
        return None

    def _command(self, decision: Decision, command: CommandGlamour) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        found = enchantment_of(decision, command.enchantment, GLAMOUR)
        decision.require_allowed(self._cannot_command(decision.state, actor, found))
        conflict = conflict_of(decision.state)
        assert conflict is not None
        change(decision, found, moved_in=conflict.exchange)
        spend_action(decision, actor.id)

    def _touch(self, decision: Decision, command: TouchGlamour) -> None:
        actor = actor_of(decision, command.actor)
        decision.require(
            decision.seat.is_gm or controls(decision.seat, actor), "not-yours", "That is not yours to say."
        )
        found = enchantment_of(decision, command.enchantment, GLAMOUR, DISGUISE)
        decision.require_allowed(self.work.may_handle(decision.state, actor, "cannot-touch"))
        decision.require(
            _is_in_reach(decision.state, actor, found), "cannot-touch", f"{actor.name} is too far away to touch that."
        )
        decision.require(
            found.ends_by == TOUCH or command.is_iron, "it-holds", "Only iron makes that vanish.", "magic-ends"
        )
        end(decision, found, "touched with iron" if command.is_iron else "touched")
        spend_action(decision, actor.id)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL):
            for features, suffix in self.work.claims(actor, SKILL):
                yield from self._weaving_offers(state, actor, features, suffix)
            if power(self.tables, actor, Disguise):
                wear = WearDisguise(actor=actor.id, target=NOBODY, person="", description="")
                holes = (
                    ChoiceHole("target", "whom", people_there(state)),
                    TextHole("person", "looks like", is_description=True),
                )
                yield self.work.offer(actor, "disguise someone", wear, "disguise", *holes)
            if movable := choices(state, self._movable(state, actor)):
                yield Offer(
                    command=CommandGlamour(actor.id, ""),
                    actor=actor.id,
                    label="keep a glamour moving (uses your action)",
                    verb="use",
                    cost=USES_ACTION,
                    holes=(ChoiceHole("enchantment", "which", movable),),
                    cites=self.work.cites("glamour-moves"),
                    group="magic",
                )
        if any(known_in_effect(state, seat, GLAMOUR, DISGUISE)) and not a_roll_is_open(state):
            yield from self._touch_offers(state, seat)

    def _weaving_offers(self, state: State, actor: Actor, features: tuple[str, ...], suffix: str) -> Iterator[Offer]:
        holes: tuple[Hole, ...] = (
            ChoiceHole("target", "on", (Choice(NOBODY, "the scene"), *people_there(state))),
            TextHole("words", "Aspect", is_description=True),
            NumberHole("senses", "senses", 1, SENSES),
            FlagHole("imitates", "imitates something real"),
        )
        weave = WeaveGlamour(actor=actor.id, words="", description="", features=features)
        moving = FlagHole("is_moving", "moves")
        yield self.work.offer(actor, f"weave a glamour{suffix}", weave, "glamour", *holes, moving)
        if power(self.tables, actor, SolidGlamour):
            solid = WeaveGlamour(actor=actor.id, words="", description="", is_solid=True, features=features)
            yield self.work.offer(actor, f"weave something solid{suffix}", solid, "solid-glamour", *holes)

    def _touch_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            if not (seat.is_gm or controls(seat, actor)) or self.work.may_handle(state, actor, "cannot-touch"):
                continue
            known = known_in_effect(state, seat, GLAMOUR, DISGUISE)
            near = tuple(glamour for glamour in known if _is_in_reach(state, actor, glamour))
            for is_iron in (False, True):
                if options := choices(state, (g for g in near if is_iron or g.ends_by == TOUCH)):
                    yield Offer(
                        command=TouchGlamour(actor.id, "", is_iron),
                        actor=actor.id,
                        label=f"touch a glamour{' with iron' if is_iron else ''}",
                        verb="use",
                        cost=USES_ACTION if conflict_of(state) is not None else "",
                        holes=(ChoiceHole("enchantment", "which", options),),
                        cites=self.work.cites("magic-ends"),
                        group="magic",
                    )
