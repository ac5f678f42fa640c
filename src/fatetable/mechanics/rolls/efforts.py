"""Making an effort: what may be claimed for it, asking somebody for one, and putting one in the place of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import Effort, EffortId, Modifier, OppositionSet, Roll, effort_id


class EffortVariant(NamedTuple):
    """A set of features that may be claimed together, the traits they go with, and how a label names them."""

    features: tuple[str, ...]
    traits: tuple[Choice, ...]
    suffix: str


UNASKED = "as best they can"
"""How somebody does something who was not asked, where a description is required."""

Variants: TypeAlias = tuple[EffortVariant, ...]


class Defences(Protocol):
    """What somebody may oppose a roll with; it may depend on what the roll is."""

    def variants(self, roll: Roll, actor: Actor, /) -> Variants: ...

    def effort(
        self,
        decision: Decision,
        roll: Roll,
        actor: Actor,
        effort_id: EffortId,
        trait: str,
        features: tuple[str, ...],
        description: str,
        /,
    ) -> Effort: ...


class DefendWith(Struct, frozen=True):
    """The plain case: whatever the roll is, it is opposed by one action."""

    rules: CheckRules
    action: str

    def variants(self, roll: Roll, actor: Actor) -> Variants:
        return feature_sets(actor, self.rules, self.action)

    def effort(
        self,
        decision: Decision,
        roll: Roll,
        actor: Actor,
        effort_id: EffortId,
        trait: str,
        features: tuple[str, ...],
        description: str,
    ) -> Effort:
        return effort_for(decision, self.rules, actor, effort_id, self.action, trait, features, description)


@remembered(limit=1024, has_texts=True)
def feature_sets(actor: Actor, rules: CheckRules, action: str) -> Variants:
    """Each set of features that may be claimed together for an action, with the traits they go with."""
    return tuple(_feature_sets(actor, rules, action))


def _feature_sets(actor: Actor, rules: CheckRules, action: str) -> Iterator[EffortVariant]:
    traits = rules.traits(actor, action)
    yield EffortVariant((), tuple(Choice(trait.id, trait.label) for trait in traits), "")
    fitting = [f for f in actor.sheet.features if any(trait.bonus_of(f, action) for trait in traits)]
    for size in range(1, len(fitting) + 1):
        for features in combinations(fitting, size):
            shared = tuple(
                Choice(trait.id, trait.label)
                for trait in traits
                if all(trait.bonus_of(feature, action) for feature in features)
                and rules.may_claim(actor, action, trait.id, features)
            )
            if shared:
                names = tuple(feature.name for feature in features)
                yield EffortVariant(names, shared, f" with {' and '.join(names)}")


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
    decision.require_described(description, "no-description", "Say what your character does.")
    modifiers = [Modifier("trait", trait.label, trait.rating, decision.cites("trait"), trait.name)]
    decision.require(len(set(features)) == len(features), "named-twice", "A feature counts once.")
    for name in features:
        feature = actor.sheet.feature(name)
        amount = trait.bonus_of(feature, action) if feature else 0
        decision.require(amount != 0, "feature-does-not-fit", f"{name!r} gives {actor.name} nothing here.")
        modifiers.append(Modifier("feature", name, amount, decision.cites("feature")))
    claimed = tuple(feature for name in features if (feature := actor.sheet.feature(name)))
    decision.require(
        rules.may_claim(actor, action, trait_id, claimed),
        "feature-does-not-fit",
        "These features do not go together on one roll.",
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
        scale=trait.scale,
    )


def effort_options(kind: str, label: str, feature_sets: Variants, suggested: str = "") -> tuple[Option, ...]:
    """One answer for each set of features that may be claimed; the plain one has the bare name."""
    return tuple(
        Option(
            option_id,
            f"{label}{suffix}",
            (
                ChoiceHole("fill", "with", traits, key="trait", suggested=suggested),
                TextHole("fill", "how?", key="description", is_description=True),
            ),
        )
        for option_id, (_, traits, suffix) in _by_option(kind, feature_sets).items()
    )


def _by_option(kind: str, feature_sets: Variants) -> dict[str, EffortVariant]:
    """The sets of features by the id of the option that claims them."""
    return {f"{kind}-{number}" if each.features else kind: each for number, each in enumerate(feature_sets)}


def features_of(answer: Answer, kind: str, feature_sets: Variants) -> tuple[str, ...]:
    """What an answer claims that was given to the `effort_options` of the same kind."""
    return _by_option(kind, feature_sets)[answer.option].features


def best_trait(decision: Decision, defences: Defences, roll: Roll, actor: Actor) -> str:
    """What somebody opposes a roll best with, without claiming a feature; the first of equals."""
    plain = next(variant for variant in defences.variants(roll, actor) if not variant.features)
    values = {
        trait.value: defences.effort(decision, roll, actor, EffortId(""), trait.value, (), UNASKED).fixed
        for trait in plain.traits
    }
    return max(values, key=values.__getitem__, default="")


def in_place_of(old: Effort, new: Effort) -> Effort:
    """Another effort for the same side: what others have given to it or brought against it goes over.

    If the same character makes it, the aspects invoked for it stay too: they are paid for.
    """
    is_same = old.actor == new.actor
    kept = ("help", "ruling", "invoke") if is_same else ("help", "ruling")
    given = tuple(modifier for modifier in old.modifiers if modifier.source in kept)
    return msgspec.structs.replace(
        new,
        modifiers=(*new.modifiers, *given),
        uses=old.uses if is_same else new.uses,
        hindrances=old.hindrances,
        hindered_by=old.hindered_by,
    )


def oppose_with(
    defences: Defences,
    decision: Decision,
    roll: Roll,
    actor: Actor,
    trait: str,
    features: tuple[str, ...],
    words: str,
    *,
    is_interposed: bool = False,
) -> None:
    """Somebody opposes a roll with an effort; it takes the place of an earlier one."""
    place = roll.place_of(actor.id)
    effort = defences.effort(decision, roll, actor, effort_id(roll.id, place), trait, features, words)
    if len(roll.efforts) > place:
        effort = in_place_of(roll.efforts[place], effort)
    defender = roll.defender if roll.declaration.targets else actor.id
    decision.emit(OppositionSet(roll.id, effort=effort, defender=defender, is_interposed=is_interposed, index=place))
