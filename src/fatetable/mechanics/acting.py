"""Declaring an action: who does what to whom, with which trait.  What it is rolled against comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import (
    BOOST,
    SITUATION,
    AspectCard,
    AspectId,
    aspect_choices,
    card_of,
    in_play,
    reveal,
    worded_in_play,
)
from fatetable.mechanics.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.checks import CheckRules, Refusal, TurnRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import RollIsDeclared
from fatetable.mechanics.opposing import Opposing
from fatetable.mechanics.rolls import (
    Declaration,
    Effort,
    EffortId,
    Modifier,
    Roll,
    RollDeclared,
    RollId,
    is_rolling,
)
from fatetable.mechanics.scenes import SCENE, is_present
from fatetable.mechanics.sides import are_allies
from fatetable.mechanics.turns import open_tasks
from fatetable.mechanics.zones import NOWHERE, ZONES, ZoneId, zones_between

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


MayAttack: TypeAlias = Callable[[State, Actor, ActorId, str], Refusal | None]


def is_of_situation(card: AspectCard) -> bool:
    return card.kind == SITUATION


Variant: TypeAlias = tuple[tuple[str, ...], tuple[Choice, ...], str]


@remembered(limit=1024)
def feature_sets(actor: Actor, rules: CheckRules, action: str) -> tuple[Variant, ...]:
    """Each set of features that may be claimed together for an action, with the traits they go with."""
    return tuple(_feature_sets(actor, rules, action))


def _feature_sets(actor: Actor, rules: CheckRules, action: str) -> Iterator[Variant]:
    traits = rules.traits(actor, action)
    yield (), tuple(Choice(trait.id, trait.label) for trait in traits), ""
    fitting = [f for f in actor.sheet.features if any(f.bonus(action, trait.id) for trait in traits)]
    for size in range(1, len(fitting) + 1):
        for features in combinations(fitting, size):
            shared = tuple(
                Choice(trait.id, trait.label)
                for trait in traits
                if all(feature.bonus(action, trait.id) for feature in features)
                and rules.may_claim(actor, action, trait.id, features)
            )
            if shared:
                names = tuple(feature.name for feature in features)
                yield names, shared, f" with {' and '.join(names)}"


def effort_for(
    decision: Decision,
    rules: CheckRules,
    actor: Actor,
    effort_id: EffortId,
    action: str,
    trait_id: str,
    features: Sequence[str],
    description: str,
) -> Effort:
    """An effort before its dice: the trait and every claimed feature as a named modifier."""
    trait = rules.trait(actor, action, trait_id)
    if trait is None:
        raise decision.violation("unknown-trait", f"{actor.name} has no {trait_id!r} to roll with.")
    decision.require(bool(description.strip()), "no-description", "Say what your character does.")
    modifiers = [Modifier("trait", trait.label, trait.rating, decision.cites("trait"))]
    decision.require(len(set(features)) == len(features), "named-twice", "A feature counts once.")
    for name in features:
        feature = actor.sheet.feature(name)
        amount = feature.bonus(action, trait_id) if feature else 0
        decision.require(amount != 0, "feature-does-not-fit", f"{name!r} gives {actor.name} nothing here.")
        modifiers.append(Modifier("feature", name, amount, decision.cites("feature")))
    claimed = tuple(feature for name in features if (feature := actor.sheet.feature(name)))
    decision.require(
        rules.may_claim(actor, action, trait_id, claimed), "feature-does-not-fit", "These do not go together here."
    )
    modifiers += rules.standing(decision.state, actor, action, trait_id)
    return Effort(
        id=effort_id,
        actor=actor.id,
        action=action,
        trait=trait_id,
        description=description.strip(),
        features=tuple(features),
        modifiers=tuple(modifiers),
    )


class Acting(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    turns: TurnRules
    opposing: Opposing
    cites: Cites
    modes: tuple[str, ...] = (NEW, DISCOVER, EXPLOIT)
    """The ways to create an advantage that the ruleset knows."""
    may_attack: MayAttack | None = None
    """Where a ruleset knows what reaches how far, why this attack is not possible; without it people judge."""
    may_remove: Callable[[AspectCard], bool] = is_of_situation
    """Which aspects an overcome action can be aimed at."""
    aspects_of_zones: bool = False
    """Can an advantage be created on a zone?"""
    overcome_words: str = "overcome an obstacle"
    create_words: str = "create an aspect"
    """What the two actions are called where they are offered."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="acting",
            decides={Attack: self._attack, Overcome: self._overcome, CreateAdvantage: self._create},
            offers=self._offers,
        )

    # -- rules ---------------------------------------------------------------------------------------------------

    def may_declare(self, state: State, actor: Actor, action: str) -> Refusal | None:
        return self._is_kept(state, actor) or self.turns.may_act(state, actor.id, action)

    def _is_kept(self, state: State, actor: Actor) -> Refusal | None:
        """What keeps an actor from doing anything."""
        if not state.get(SCENE).is_open:
            return Refusal("no-scene", "No scene is being played; the game master opens one.")
        if not is_present(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene.")
        if is_out(state, actor.id):
            return Refusal("out-of-the-scene", f"{actor.name} is out and can do nothing more in this scene.")
        if is_rolling(state, actor.id):
            return Refusal("roll-open", f"A roll with {actor.name} in it is still on the table.")
        return None

    def _attack(self, decision: Decision, command: Attack) -> None:
        target = actor_of(decision, command.target)
        decision.require(target.id != command.actor, "bad-target", "Nobody attacks themselves.")
        decision.require(
            not are_allies(decision.state, command.actor, target.id),
            "bad-target",
            f"{target.name} is no opponent.",
        )
        self._declare(
            decision,
            Declaration(
                actor=command.actor,
                action=ATTACK,
                trait=command.trait,
                description=command.description,
                features=command.features,
                target=target.id,
                reach=command.reach,
            ),
        )

    def _overcome(self, decision: Decision, command: Overcome) -> None:
        named = [name for name in (command.aspect, command.zone, command.task) if name]
        decision.require(len(named) <= 1, "one-goal", "One overcome action goes for one goal.")
        decision.require(bool(command.aspect) or not command.words, "no-such-aspect", "New wording needs an aspect.")
        if command.aspect:
            card = card_of(decision, command.aspect)
            decision.require(
                self.may_remove(card) and in_play(decision.state, card),
                "not-removable",
                "That aspect cannot be overcome.",
            )
            reveal(decision, card)  # The game master may go for a hidden one, but not behind everybody's back.
        if command.zone:
            decision.require(
                command.zone in self.opposing.blocked_ways(decision.state, command.actor),
                "no-such-way",
                "There is no obstructed way there to force.",
            )
        self._declare(
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
        )

    def _create(self, decision: Decision, command: CreateAdvantage) -> None:
        decision.require(command.mode in self.modes, "unknown-mode", f"There is no mode {command.mode!r}.")
        if command.mode == NEW:
            decision.require(bool(command.words.strip()), "no-words", "Word the aspect you want to create.")
        else:
            decision.require(not command.words, "no-new-words", "Only a new aspect is worded by who creates it.")
        if command.mode == EXPLOIT:
            card = card_of(decision, command.aspect)
            decision.require(card.kind != BOOST, "no-boosts", "A boost cannot be built upon.")
            decision.require(in_play(decision.state, card), "not-in-play", "That aspect is not part of this scene.")
            decision.require(not command.target, "bad-target", "What is exploited is an aspect, not somebody.")
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
        self._declare(
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

    def _declare(self, decision: Decision, declaration: Declaration) -> None:
        actor = actor_of(decision, declaration.actor)
        require_control(decision, actor)
        refusal = self.may_declare(decision.state, actor, declaration.action) or self.turns.check(
            decision.state, declaration
        )
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        far = self._check_target(decision, declaration)
        roll = RollId(decision.new_id("r"))
        effort = effort_for(
            decision,
            self.rules,
            actor,
            EffortId(f"{roll}.0"),
            declaration.action,
            declaration.trait,
            declaration.features,
            declaration.description,
        )
        defender = declaration.target if declaration.action == ATTACK else NOBODY
        decision.emit(
            RollDeclared(
                Roll(
                    id=roll,
                    declaration=declaration,
                    efforts=(effort,),
                    defender=defender,
                    active=0 if self.rules.responding else -1,
                )
            )
        )
        decision.moment(RollIsDeclared(roll))
        self.opposing.open(decision, roll, is_far=far)

    def _check_target(self, decision: Decision, declaration: Declaration) -> bool:
        """Is the target far enough away that the game master must agree that it can be reached?"""
        target = declaration.target
        if not target:
            _require_no_reach(decision, declaration)
            return False
        decision.require(
            is_present(decision.state, target) and not is_out(decision.state, target),
            "bad-target",
            f"{name_of(decision.state, target)} is not there to be affected.",
        )
        if self.may_attack is not None:
            if declaration.action == ATTACK:
                actor = decision.state.get(CAST)[declaration.actor]
                refusal = self.may_attack(decision.state, actor, target, declaration.trait)
                if refusal is not None:
                    raise decision.violation(refusal.code, refusal.message)
            _require_no_reach(decision, declaration)
            return False
        apart = zones_between(decision.state, declaration.actor, target)
        if apart == 0:
            _require_no_reach(decision, declaration)
            return False
        decision.require(
            bool(declaration.reach.strip()), "out-of-reach", "A target in another zone needs a means to reach it."
        )
        return apart is None or apart > 1

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        may_act = self.turns.may_act
        for actor in controlled(state, seat):
            if self._is_kept(state, actor) is None:
                if may_act(state, actor.id, ATTACK) is None:
                    yield from state.part("attack", self._attack_offers, actor)
                if may_act(state, actor.id, OVERCOME) is None:
                    yield from state.part("overcome", self._overcome_offers, seat, actor)
                if may_act(state, actor.id, CREATE) is None:
                    yield from state.part("create", self._create_offers, seat, actor)

    def _attack_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        near, far = self._targets(state, actor, allies=False)
        for features, traits, suffix in feature_sets(actor, self.rules, ATTACK):
            command = Attack(actor=actor.id, target=NOBODY, trait="", description="", features=features)
            if self.may_attack is not None:
                for able, targets in self._by_reach(state, actor, traits, near + far):
                    yield from self._targeted(actor, f"attack{suffix}", command, able, targets, (), "attack")
                continue
            yield from self._targeted(actor, f"attack{suffix}", command, traits, near, far, "attack")

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
        label: str,
        command: Command,
        traits: tuple[Choice, ...],
        near: tuple[Choice, ...],
        far: tuple[Choice, ...],
        topic: str,
        *more: Hole,
    ) -> Iterator[Offer]:
        holes: tuple[Hole, ...] = (ChoiceHole("trait", "with", traits), *more, TextHole("description", "how"))
        if near:
            yield Offer(
                command=command,
                label=f"{actor.name}: {label}",
                holes=(ChoiceHole("target", "target", near), *holes),
                cites=self.cites(topic),
                group="act",
            )
        if far:
            reach = TextHole("reach", "how it reaches another zone")
            yield Offer(
                command=command,
                label=f"{actor.name}: {label} in another zone",
                holes=(ChoiceHole("target", "target", far), *holes, reach),
                cites=self.cites("reach"),
                group="act",
            )

    def _targets(self, state: State, actor: Actor, *, allies: bool) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
        near: list[Choice] = []
        far: list[Choice] = []
        for other in state.get(CAST).values():
            if other.id == actor.id or not is_present(state, other.id) or is_out(state, other.id):
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
        choices = aspect_choices(state)
        aspects = tuple(choices[card.id] for card in worded_in_play(state, seat) if self.may_remove(card))
        zones = state.get(ZONES).zones
        ways = tuple(Choice(zone, zones[zone].name) for zone in self.opposing.blocked_ways(state, actor.id))
        tasks = tuple(Choice(task.id, task.name) for task in open_tasks(state))
        for features, traits, suffix in feature_sets(actor, self.rules, OVERCOME):
            command = Overcome(actor=actor.id, trait="", description="", features=features)
            holes: tuple[Hole, ...] = (ChoiceHole("trait", "with", traits), TextHole("description", "how"))
            yield Offer(
                command=command,
                label=f"{actor.name}: {self.overcome_words}{suffix}",
                holes=holes,
                cites=self.cites("overcome"),
                group="act",
            )
            if tasks:
                yield Offer(
                    command=command,
                    label=f"{actor.name}: take on a task{suffix}",
                    holes=(ChoiceHole("task", "task", tasks), *holes),
                    cites=self.cites("challenge"),
                    group="act",
                )
            if aspects:
                words = TextHole("words", "new wording (empty: it goes)", optional=True)
                yield Offer(
                    command=command,
                    label=f"{actor.name}: overcome an aspect{suffix}",
                    holes=(ChoiceHole("aspect", "aspect", aspects), words, *holes),
                    cites=self.cites("overcome-aspect"),
                    group="act",
                )
            if ways:
                yield Offer(
                    command=command,
                    label=f"{actor.name}: force a way{suffix}",
                    holes=(ChoiceHole("zone", "to", ways), *holes),
                    cites=self.cites("move-blocked"),
                    group="act",
                )

    def _create_offers(self, state: State, seat: Seat, actor: Actor) -> Iterator[Offer]:
        near, far = self._targets(state, actor, allies=True)
        if self.may_attack is not None:
            near, far = near + far, ()  # No rule bounds how far away an advantage may be created.
        near = (Choice(NOBODY, "the scene"), *near)
        near_or_self = (*near, Choice(actor.id, actor.name))
        choices = aspect_choices(state)
        known = tuple(choices[card.id] for card in worded_in_play(state, seat) if card.kind != BOOST)
        for features, traits, suffix in feature_sets(actor, self.rules, CREATE):
            new = CreateAdvantage(actor=actor.id, mode=NEW, trait="", description="", features=features)
            words = TextHole("words", "the aspect")
            yield from self._targeted(
                actor, f"{self.create_words}{suffix}", new, traits, near_or_self, far, "create-new", words
            )
            if self.aspects_of_zones and (zones := shown_zones(state)):
                places = tuple(Choice(zone, name) for zone, name in zones.items())
                yield Offer(
                    command=new,
                    label=f"{actor.name}: {self.create_words} on a zone{suffix}",
                    holes=(
                        ChoiceHole("zone", "zone", places),
                        ChoiceHole("trait", "with", traits),
                        words,
                        TextHole("description", "how"),
                    ),
                    cites=self.cites("create-new"),
                    group="act",
                )
            if DISCOVER in self.modes:
                discover = CreateAdvantage(actor=actor.id, mode=DISCOVER, trait="", description="", features=features)
                yield from self._targeted(
                    actor, f"discover an aspect{suffix}", discover, traits, near, far, "create-discover"
                )
            if known and EXPLOIT in self.modes:
                yield Offer(
                    command=CreateAdvantage(actor=actor.id, mode=EXPLOIT, trait="", description="", features=features),
                    label=f"{actor.name}: get more out of an aspect{suffix}",
                    holes=(
                        ChoiceHole("aspect", "aspect", known),
                        ChoiceHole("trait", "with", traits),
                        TextHole("description", "how"),
                    ),
                    cites=self.cites("create-exploit"),
                    group="act",
                )


def shown_zones(state: State) -> dict[ZoneId, str]:
    return {zone.id: zone.name for zone in state.get(ZONES).zones.values() if not zone.is_hidden}


def _require_no_reach(decision: Decision, declaration: Declaration) -> None:
    decision.require(not declaration.reach, "within-reach", "Only a target in another zone has to be reached.")
