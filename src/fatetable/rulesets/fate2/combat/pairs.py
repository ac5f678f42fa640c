"""Who is set against whom in an exchange: a lone fighter against all who face him, everybody else in pairs.

Groups follow one another in the order in which people said what they do (F2-COMB-21).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.state import Intent
from fatetable.rulesets.fate2.combat.exchange import AFAR


class Group(Struct, frozen=True):
    """`one` is set against each of the others; `attackers` are those of them who outnumber him."""

    one: ActorId
    others: tuple[ActorId, ...]
    attackers: tuple[ActorId, ...] = ()


def groups(acting: Sequence[ActorId], intents: Mapping[ActorId, Intent]) -> tuple[Group, ...]:
    """Every comparison of an exchange, in the order in which it is read."""
    open_pairs = [(actor, intents[actor].target) for actor in acting if intents[actor].target in intents]
    found: list[tuple[int, Group]] = []
    for one in acting:
        near = tuple(
            dict.fromkeys(actor for actor, target in open_pairs if target == one and not _is_far(intents, actor))
        )
        if len(near) < 2:
            continue
        aimed = tuple(target for actor, target in open_pairs if actor == one and target not in near)
        group = Group(one, (*near, *aimed), near)
        first = min(acting.index(actor) for actor in (one, *near))
        found.append((first, group))
        open_pairs = [pair for pair in open_pairs if not _is_in(group, pair)]
    found += [(acting.index(one), Group(one, (other,))) for one, other in _once(open_pairs)]
    return tuple(group for _, group in sorted(found, key=lambda each: each[0]))


def _is_far(intents: Mapping[ActorId, Intent], actor: ActorId) -> bool:
    return intents[actor].stance == AFAR


def _is_in(group: Group, pair: tuple[ActorId, ActorId]) -> bool:
    return group.one in pair and any(other in pair for other in group.others)


def _once(pairs: Sequence[tuple[ActorId, ActorId]]) -> Iterator[tuple[ActorId, ActorId]]:
    """Two who attack one another are one pair."""
    seen: set[frozenset[ActorId]] = set()
    for pair in pairs:
        if frozenset(pair) not in seen:
            seen.add(frozenset(pair))
            yield pair
