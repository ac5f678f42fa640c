"""Declaring an action: who does what to whom, with which trait.  What it is rolled against comes next."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Target, TextHole, Verb
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.engine.words import Words
from fatetable.mechanics.aspects.cards import (
    BOOST,
    AspectId,
    card_of,
    in_play,
    lasting_choices,
    lasting_in_play,
    reveal,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.encounters.turns import TurnRules, may_go_on, open_tasks
from fatetable.mechanics.modifiers.menus import claim, menu_hole
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import effort_for, feature_sets, which_features
from fatetable.mechanics.rolls.may_declare import (
    MayAttack,
    MayRemove,
    TagsOf,
    is_of_situation,
    may_declare,
    require_no_reach,
    why_kept,
)
from fatetable.mechanics.rolls.procedure import declare_roll, new_roll_id, oppose_roll
from fatetable.mechanics.rolls.state import (
    Declaration,
    Modifier,
    effort_id,
)
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ZoneId, blocked_ways, shown_zones, zones_between

ATTACK = "attack"
DEFEND = "defend"
OVERCOME = "overcome"
CREATE = "create-advantage"

NEW = "new"
DISCOVER = "discover"
EXPLOIT = "exploit"


class Attack(Command, frozen=True, kw_only=True, tag="attack"):
    actor: ActorId
    target: ActorId
    trait: str
    description: str
    features: tuple[str, ...] = ()
    reach: str = ""
    """How a target in another zone can be reached."""
    claims: tuple[str, ...] = ()


class Overcome(Command, frozen=True, kw_only=True, tag="overcome"):
    """Get past something: a plain obstacle, an aspect (removed, or reworded to `words`), a way to a zone, a task."""

    actor: ActorId
    trait: str
    description: str
    features: tuple[str, ...] = ()
    aspect: AspectId = AspectId("")
    words: str = ""
    zone: ZoneId = NOWHERE
    task: str = ""
    claims: tuple[str, ...] = ()


class CreateAdvantage(Command, frozen=True, kw_only=True, tag="create-advantage"):
    """Make an aspect (`new`, worded `words`), find a hidden one (`discover`) or get more out of one (`exploit`)."""

    actor: ActorId
    mode: str
    trait: str
    description: str
    features: tuple[str, ...] = ()
    words: str = ""
    target: ActorId = NOBODY
    aspect: AspectId = AspectId("")
    reach: str = ""
    zone: ZoneId = NOWHERE


class Actions(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    turns: TurnRules
    words: Words
    cites: Cites
    modes: tuple[str, ...] = (NEW, DISCOVER, EXPLOIT)
    """The ways to create an advantage that the ruleset knows."""
    may_attack: MayAttack | None = None
    """Without it, people judge what reaches how far."""
    may_remove: MayRemove = is_of_situation
    tags_of: TagsOf | None = None
    aspects_of_zones: bool = False
    """Can an advantage be created on a zone?"""
    overcome_words: str = "overcome an obstacle"
    create_words: str = "create an advantage: new aspect"
    discover_words: str = "create an advantage: find an aspect"
    """What these actions are called where they are offered."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="acting",
            decides={Attack: self._attack, Overcome: self._overcome, CreateAdvantage: self._create},
            offers=OfferedWhile(may_go_on, self._offers),
        )

    # -- rules ---------------------------------------------------------------------------------------------------

    def _attack(self, decision: Decision, command: Attack) -> None:
        self.require_opponent(decision, command.actor, command.target)
        self.declare(
            decision,
            Declaration(
                actor=command.actor,
                action=ATTACK,
                trait=command.trait,
                description=command.description,
                features=command.features,
                target=command.target,
                reach=command.reach,
            ),
            command.claims,
        )

    def require_opponent(self, decision: Decision, actor: ActorId, target_id: ActorId) -> None:
        """Refuse an attack on oneself or on an ally."""
        target = actor_of(decision, target_id)
        decision.require(target.id != actor, "bad-target", "Nobody attacks themselves.")
        is_ally = are_allies(decision.state, actor, target.id)
        decision.require(not is_ally, "bad-target", f"{target.name} is no opponent.")

    def _overcome(self, decision: Decision, command: Overcome) -> None:
        named = [name for name in (command.aspect, command.zone, command.task) if name]
        decision.require(len(named) <= 1, "one-goal", "One overcome action goes for one goal.")
        decision.require(bool(command.aspect) or not command.words, "no-such-aspect", "New wording needs an aspect.")
        if command.aspect:
            card = card_of(decision, command.aspect)
            absent = f"{card.text!r} is not part of this scene; choose an aspect that is."
            decision.require(in_play(decision.state, card), "not-removable", absent)
            lasting = f"{card.text!r} does not give way to a roll; overcome an aspect of the situation that does."
            decision.require(self.may_remove(card), "not-removable", lasting)
            reveal(decision, card)  # The game master may go for a hidden one, but not behind everybody's back.
        if command.zone:
            decision.require(
                command.zone in blocked_ways(decision.state, command.actor),
                "no-such-way",
                "There is no blocked way there to force.",
            )
        self.declare(
            decision,
            Declaration(
                actor=command.actor,
                action=OVERCOME,
                trait=command.trait,
                description=command.description,
                features=command.features,
                aspect=command.aspect,
                words=command.words.strip(),
                zone=command.zone,
                task=command.task,
            ),
            command.claims,
        )

    def _create(self, decision: Decision, command: CreateAdvantage) -> None:
        decision.require(command.mode in self.modes, "unknown-mode", f"There is no mode {command.mode!r}.")
        if command.mode == NEW:
            decision.require_described(command.words, "no-words", "Word the aspect you want to create.")
        else:
            decision.require(not command.words, "no-new-words", "Only a new aspect gets new words.")
        if command.mode == EXPLOIT:
            card = card_of(decision, command.aspect)
            decision.require(card.kind != BOOST, "no-boosts", "A boost cannot be built upon.")
            decision.require(in_play(decision.state, card), "not-in-play", "That aspect is not part of this scene.")
            decision.require(not command.target, "bad-target", "Use an aspect, not a person.")
            reveal(decision, card)
        else:
            decision.require(not command.aspect, "no-such-aspect", "No existing aspect is named in this mode.")
        if command.target:
            actor_of(decision, command.target)
        if command.zone:
            decision.require(
                self.aspects_of_zones and command.zone in shown_zones(decision.state) and not command.target,
                "no-such-zone",
                "There is no such zone to put an aspect on.",
            )
        decision.require(
            command.mode != DISCOVER or command.target != command.actor,
            "bad-target",
            "Nobody discovers anything about themselves.",
        )
        self.declare(
            decision,
            Declaration(
                actor=command.actor,
                action=CREATE,
                mode=command.mode,
                trait=command.trait,
                description=command.description,
                features=command.features,
                target=command.target,
                aspect=command.aspect,
                words=command.words.strip(),
                reach=command.reach,
                zone=command.zone,
            ),
        )

    def declare(
        self,
        decision: Decision,
        declaration: Declaration,
        claims: tuple[str, ...] = (),
        parts: tuple[Modifier, ...] = (),
    ) -> None:
        """Put a roll on the table, if everything about it is allowed, and ask what opposes it.

        `claims` are rows of the menu that count for it, and `parts` what counts besides.
        """
        actor = actor_of(decision, declaration.actor)
        require_control(decision, actor)
        if self.tags_of is not None:
            tags = (*declaration.tags, *self.tags_of(decision.state, declaration))
            declaration = msgspec.structs.replace(declaration, tags=tags)
        decision.require_allowed(may_declare(self.turns, self.words, decision.state, actor, declaration.action))
        for target in declaration.targets or (declaration.target,):
            aimed = msgspec.structs.replace(declaration, target=target)
            decision.require_allowed(self.turns.check(decision.state, aimed))
            self._check_target(decision, aimed)
        roll, declared = new_roll_id(decision), (declaration.trait, declaration.features, declaration.description)
        effort = effort_for(decision, self.rules, actor, effort_id(roll, 0), declaration.action, *declared)
        effort = claim(decision, effort, self.rules.menu(decision.state, actor, declaration.action), claims)
        effort = msgspec.structs.replace(effort, modifiers=(*effort.modifiers, *parts)) if parts else effort
        defender = declaration.target if declaration.action == ATTACK else NOBODY
        declare_roll(decision, roll, declaration, effort, defender=defender)
        oppose_roll(decision, roll)

    def _check_target(self, decision: Decision, declaration: Declaration) -> None:
        """The target is there, and one in another zone is declared with a means to reach it."""
        target = declaration.target
        if not target:
            require_no_reach(decision, declaration)
            return
        decision.require(
            is_active(decision.state, target),
            "bad-target",
            f"{name_of(decision.state, target)} is not there to be affected.",
        )
        if self.may_attack is not None:
            if declaration.action == ATTACK:
                actor = decision.state.get(CAST)[declaration.actor]
                decision.require_allowed(self.may_attack(decision.state, actor, target, declaration.trait))
            require_no_reach(decision, declaration)
        elif zones_between(decision.state, declaration.actor, target) == 0:
            require_no_reach(decision, declaration)
        else:
            decision.require(
                bool(declaration.reach.strip()), "out-of-reach", "A target in another zone needs a means to reach it."
            )

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        may_act = self.turns.may_act
        for actor in controlled(state, seat):
            if why_kept(self.words, state, actor) is None:
                if may_act(state, actor.id, ATTACK) is None:
                    yield from map(which_features, state.part("attack", self._attack_offers, actor))
                if may_act(state, actor.id, OVERCOME) is None:
                    yield from map(which_features, state.part("overcome", self._overcome_offers, seat, actor))
                if NEW in self.modes and may_act(state, actor.id, CREATE) is None:
                    yield from map(which_features, state.part("create", self._create_offers, seat, actor))

    def _attack_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        near, far = self.targets(state, actor, allies=False)
        more = menu_hole("claims", self.rules.menu(state, actor, ATTACK))
        for features, traits, suffix in feature_sets(actor, self.rules, ATTACK):
            label = f"attack{suffix}"
            command = Attack(actor=actor.id, target=NOBODY, trait="", description="", features=features)
            if self.may_attack is not None:
                for able, targets in self._by_reach(state, actor, traits, near + far):
                    yield from self._targeted(actor, "attack", label, command, able, targets, (), "attack", *more)
                continue
            yield from self._targeted(actor, "attack", label, command, traits, near, far, "attack", *more)

    def _by_reach(
        self, state: State, actor: Actor, traits: tuple[Choice, ...], targets: tuple[Choice, ...]
    ) -> Iterator[tuple[tuple[Choice, ...], tuple[Choice, ...]]]:
        """Targets that the same traits reach, together."""
        assert self.may_attack is not None
        groups: dict[tuple[Choice, ...], list[Choice]] = {}
        for target in targets:
            able = tuple(t for t in traits if self.may_attack(state, actor, ActorId(target.value), t.value) is None)
            groups.setdefault(able, []).append(target)
        yield from ((able, tuple(found)) for able, found in groups.items() if able)

    def _targeted(
        self,
        actor: Actor,
        verb: Verb,
        label: str,
        command: Command,
        traits: tuple[Choice, ...],
        near: tuple[Choice, ...],
        far: tuple[Choice, ...],
        topic: str,
        *more: Hole,
    ) -> Iterator[Offer]:
        holes: tuple[Hole, ...] = (
            ChoiceHole("trait", "with", traits),
            *more,
            TextHole("description", "how?", is_description=True),
        )
        if near:
            yield Offer(
                command=command,
                label=label,
                actor=actor.id,
                verb=verb,
                target=Target("actor"),
                holes=(ChoiceHole("target", "target", near), *holes),
                cites=self.cites(topic),
                group="act",
            )
        if far:
            reach = TextHole("reach", "reach", suggestion="something that carries that far")
            yield Offer(
                command=command,
                label=f"{label} in another zone",
                actor=actor.id,
                verb=verb,
                target=Target("actor"),
                holes=(ChoiceHole("target", "target", far), *holes, reach),
                cites=self.cites("reach"),
                group="act",
            )

    def targets(self, state: State, actor: Actor, *, allies: bool) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
        """Whom an actor could act upon: those near, and those in another zone."""
        near: list[Choice] = []
        far: list[Choice] = []
        for other in state.get(CAST).values():
            if other.id == actor.id or not is_active(state, other.id):
                continue
            if not allies and (are_allies(state, actor.id, other.id) or self._is_spared(state, actor, other)):
                continue
            apart = zones_between(state, actor.id, other.id)
            (near if apart == 0 else far).append(Choice(other.id, other.name))
        return tuple(near), tuple(far)

    def _is_spared(self, state: State, actor: Actor, other: Actor) -> bool:
        """Does the encounter forbid attacking them?"""
        attack = Declaration(actor=actor.id, action=ATTACK, trait="", description="", target=other.id)
        return self.turns.check(state, attack) is not None

    def _overcome_offers(self, state: State, seat: Seat, actor: Actor) -> Iterator[Offer]:
        choices = lasting_choices(state)
        aspects = tuple(choices[card.id] for card in lasting_in_play(state, seat) if self.may_remove(card))
        zones = state.get(ZONES).zones
        ways = tuple(Choice(zone, zones[zone].name) for zone in blocked_ways(state, actor.id))
        tasks = tuple(Choice(task.id, task.name) for task in open_tasks(state))
        for features, traits, suffix in feature_sets(actor, self.rules, OVERCOME):
            command = Overcome(actor=actor.id, trait="", description="", features=features)
            holes: tuple[Hole, ...] = (
                ChoiceHole("trait", "with", traits),
                *menu_hole("claims", self.rules.menu(state, actor, OVERCOME)),
                TextHole("description", "how?", is_description=True),
            )
            yield Offer(
                command=command,
                label=f"{self.overcome_words}{suffix}",
                actor=actor.id,
                verb="overcome",
                holes=holes,
                cites=self.cites("overcome"),
                group="act",
            )
            if tasks:
                yield Offer(
                    command=command,
                    label=f"take on a task{suffix}",
                    actor=actor.id,
                    verb="overcome",
                    holes=(ChoiceHole("task", "task", tasks), *holes),
                    cites=self.cites("challenge"),
                    group="act",
                )
            if aspects:
                words = TextHole("words", "new wording", optional=True)
                yield Offer(
                    command=command,
                    label=f"overcome an aspect{suffix}",
                    actor=actor.id,
                    verb="overcome",
                    target=Target("aspect"),
                    holes=(ChoiceHole("aspect", "aspect", aspects), words, *holes),
                    cites=self.cites("overcome-aspect"),
                    group="act",
                )
            if ways:
                yield Offer(
                    command=command,
                    label=f"force a way{suffix}",
                    actor=actor.id,
                    verb="overcome",
                    target=Target("zone"),
                    holes=(ChoiceHole("zone", "to", ways), *holes),
                    cites=self.cites("move-blocked"),
                    group="act",
                )

    def _create_offers(self, state: State, seat: Seat, actor: Actor) -> Iterator[Offer]:
        near, far = self.targets(state, actor, allies=True)
        if self.may_attack is not None:
            near, far = near + far, ()  # No rule bounds how far away an advantage may be created.
        near = (Choice(NOBODY, "the scene"), *near)
        near_or_self = (*near, Choice(actor.id, actor.name))
        choices = lasting_choices(state)
        known = tuple(choices[card.id] for card in lasting_in_play(state, seat))
        for features, traits, suffix in feature_sets(actor, self.rules, CREATE):
            new = CreateAdvantage(actor=actor.id, mode=NEW, trait="", description="", features=features)
            words = TextHole("words", "aspect", is_description=True)
            yield from self._targeted(
                actor, "create", f"{self.create_words}{suffix}", new, traits, near_or_self, far, "create-new", words
            )
            if self.aspects_of_zones and (zones := shown_zones(state)):
                places = tuple(Choice(zone, name) for zone, name in zones.items())
                yield Offer(
                    command=new,
                    label=f"{self.create_words} on a zone{suffix}",
                    actor=actor.id,
                    verb="create",
                    target=Target("zone"),
                    holes=(
                        ChoiceHole("zone", "zone", places),
                        ChoiceHole("trait", "with", traits),
                        words,
                        TextHole("description", "how?", is_description=True),
                    ),
                    cites=self.cites("create-new"),
                    group="act",
                )
            if DISCOVER in self.modes:
                discover = CreateAdvantage(actor=actor.id, mode=DISCOVER, trait="", description="", features=features)
                yield from self._targeted(
                    actor,
                    "create",
                    f"{self.discover_words}{suffix}",
                    discover,
                    traits,
                    near,
                    far,
                    "create-discover",
                )
            if known and EXPLOIT in self.modes:
                yield Offer(
                    command=CreateAdvantage(actor=actor.id, mode=EXPLOIT, trait="", description="", features=features),
                    label=f"create an advantage: use an aspect{suffix}",
                    actor=actor.id,
                    verb="create",
                    target=Target("aspect"),
                    holes=(
                        ChoiceHole("aspect", "aspect", known),
                        ChoiceHole("trait", "with", traits),
                        TextHole("description", "how?", is_description=True),
                    ),
                    cites=self.cites("create-exploit"),
                    group="act",
                )
