"""Making an effort: what may be claimed for it, asking somebody for one, and putting one in the place of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.state import in_a_row
from fatetable.mechanics.modifiers.menus import Menu, claim
from fatetable.mechanics.rolls.check_rules import CheckRules, Trait
from fatetable.mechanics.rolls.state import (
    Declaration,
    Effort,
    EffortId,
    Modifier,
    OppositionSet,
    Roll,
    RollId,
    effort_id,
    with_effort,
)


class EffortVariant(NamedTuple):
    """Features that may be claimed together, the traits they go with, and how a label names them.

    More than two stand for any choice among them, since listing every set would be too many.
    """

    features: tuple[str, ...]
    traits: tuple[Choice, ...]
    suffix: str


MOST_FIXED = 2
"""From more features on people say which of them they claim."""


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
    """What may be claimed for an action, with the traits it goes with: nothing, one feature, or as many as fit."""
    return tuple(_feature_sets(actor, rules, action))


def _feature_sets(actor: Actor, rules: CheckRules, action: str) -> Iterator[EffortVariant]:
    traits, owned = rules.traits(actor, action), actor.sheet.features
    yield EffortVariant((), tuple(Choice(trait.id, trait.label) for trait in traits), "")
    going_with: dict[tuple[int, ...], list[Choice]] = {}
    for trait in traits:

        def may_claim(places: tuple[int, ...], trait: str = trait.id) -> bool:
            return rules.may_claim(actor, action, trait, tuple(owned[place] for place in places))

        adding = (place for place, feature in enumerate(owned) if trait.bonus_of(feature, action))
        fitting = [place for place in adding if may_claim((place,))]
        for places in (*((place,) for place in fitting), *_largest(fitting, may_claim)):
            going_with.setdefault(places, []).append(Choice(trait.id, trait.label))
    for places in sorted(going_with, key=lambda each: (len(each), each)):
        names = tuple(owned[place].name for place in places)
        yield EffortVariant(names, tuple(going_with[places]), f" with {in_a_row(names)}")


def _largest(fitting: Sequence[int], may_claim: Callable[[tuple[int, ...]], bool]) -> Iterator[tuple[int, ...]]:
    """The sets of several features that may be claimed together, without those that are part of another."""
    found: list[set[int]] = []
    for size in range(len(fitting), 1, -1):
        if len(fitting) in map(len, found):
            return
        for places in combinations(fitting, size):
            if not any(larger.issuperset(places) for larger in found) and may_claim(places):
                found.append(set(places))
                yield places


def which_features(offer: Offer) -> Offer:
    """The offer with a blank for the features, if its command claims more of them than are listed one by one."""
    claimed = getattr(offer.command, "features", ())
    if len(claimed) <= MOST_FIXED:
        return offer
    command = msgspec.structs.replace(offer.command, features=())
    return msgspec.structs.replace(offer, command=command, holes=(*offer.holes, _which("features", claimed)))


def _which(field: str, names: Sequence[str], key: str = "") -> ManyHole:
    return ManyHole(field, "claim", tuple(Choice(name) for name in names), least=2, key=key)


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
    if features:
        modifiers += _claimed_features(decision, rules, actor, action, trait, features)
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


def _claimed_features(
    decision: Decision, rules: CheckRules, actor: Actor, action: str, trait: Trait, features: Sequence[str]
) -> Iterator[Modifier]:
    decision.require(len(set(features)) == len(features), "named-twice", "A feature counts once.")
    for name in features:
        feature = actor.sheet.feature(name)
        amount = trait.bonus_of(feature, action) if feature else 0
        decision.require(amount != 0, "feature-does-not-fit", f"{name!r} gives {actor.name} nothing here.")
        yield Modifier("feature", name, amount, decision.cites("feature"))
    claimed = tuple(feature for name in features if (feature := actor.sheet.feature(name)))
    decision.require(
        rules.may_claim(actor, action, trait.id, claimed),
        "feature-does-not-fit",
        "These features do not go together on one roll.",
    )


def effort_options(
    kind: str, label: str, variants: Variants, suggested: str = "", more: tuple[Hole, ...] = ()
) -> tuple[Option, ...]:
    """One answer for each variant; the plain one has the bare name, and the others the place of their features."""
    return tuple(
        Option(
            option_id,
            f"{label}{suffix}",
            (
                ChoiceHole("fill", "with", traits, key="trait", suggested=suggested),
                *([_which("fill", features, key="features")] if len(features) > MOST_FIXED else ()),
                *more,
                TextHole("fill", "how?", key="description", is_description=True),
            ),
        )
        for option_id, (features, traits, suffix) in _by_option(kind, variants).items()
    )


def _by_option(kind: str, variants: Variants) -> dict[str, EffortVariant]:
    places = {features: place for place, features in enumerate(_sets(variants, MOST_FIXED))}
    found: dict[str, EffortVariant] = {}
    for variant in variants:
        if variant.features in places:
            found[_option_id(kind, places[variant.features])] = variant
        else:
            number = sum(len(other.features) > MOST_FIXED for other in found.values())
            found[f"{kind}-several{number or ''}"] = variant
    return found


def _option_id(kind: str, place: int) -> str:
    return f"{kind}-{place}" if place else kind


def _sets(variants: Variants, most: int | None = None) -> Iterator[tuple[str, ...]]:
    """Every set of features that may be claimed together, the smallest first."""
    names = [variant.features[0] for variant in variants if len(variant.features) == 1]
    allowed = [set(variant.features) for variant in variants]
    for size in range((len(names) if most is None else most) + 1):
        yield from (each for each in combinations(names, size) if any(set(each) <= rest for rest in allowed))


def features_of(answer: Answer, kind: str, variants: Variants) -> tuple[str, ...]:
    """What an answer claims that was given to the `effort_options` of the same kind.

    Questions of version 0.1.0 list every set, in the order of `_sets`.
    """
    if chosen := answer.several("features"):
        return chosen
    places = enumerate(_sets(variants))
    return next(features for place, features in places if _option_id(kind, place) == answer.option)


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
    kept = ("help", "ruling", "invoke", "point") if is_same else ("help", "ruling")
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
    menu: Menu = (),
    claims: tuple[str, ...] = (),
) -> None:
    """Somebody opposes a roll with an effort; it takes the place of an earlier one.

    `claims` are rows of the menu that count for it.
    """
    place = roll.place_of(actor.id)
    effort = defences.effort(decision, roll, actor, effort_id(roll.id, place), trait, features, words)
    effort = claim(decision, effort, menu, claims)
    if len(roll.efforts) > place:
        effort = in_place_of(roll.efforts[place], effort)
    defender = roll.defender if roll.declaration.targets else actor.id
    decision.emit(OppositionSet(roll.id, effort=effort, defender=defender, is_interposed=is_interposed, index=place))


def throw_alone(decision: Decision, rules: CheckRules, actor: Actor, action: str, trait: str) -> int:
    """What somebody throws that nothing opposes and nobody may change: the dice, and all that counts by itself."""
    effort = effort_for(decision, rules, actor, EffortId(""), action, trait, (), UNASKED)
    declared = Declaration(actor=actor.id, action=action, trait=trait, description=UNASKED)
    roll = Roll(id=RollId(action), declaration=declared, efforts=(effort,))
    throw = rules.throw(decision, roll, 0)
    thrown = with_effort(roll, 0, msgspec.structs.replace(effort, throws=(throw,), kept=0))
    return rules.total(decision.state, thrown, 0)
