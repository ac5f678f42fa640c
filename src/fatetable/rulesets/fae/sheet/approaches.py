"""What characters of Fate Accelerated roll with: approaches, or what a nameless foe is good and bad at."""

from __future__ import annotations

from fatetable.engine.identity import remembered
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.rulesets.fae.book import ConflictKind, Tables
from fatetable.rulesets.fae.sheet.derived import FULL_KINDS

OTHER = "other"
BOTH = "both"


def traits_of(tables: Tables, actor: Actor, _action: str = "") -> tuple[Trait, ...]:
    """Any approach goes with any action (FAE-APPR-04)."""
    return _approaches(tables, actor) if actor.kind in FULL_KINDS else _lists(tables, actor)


def _trait(trait_id: str, name: str, rating: int) -> Trait:
    return Trait(trait_id, f"{name} ({signed(rating)})", rating, name)


@remembered(limit=2048)
def _approaches(tables: Tables, actor: Actor) -> tuple[Trait, ...]:
    ratings = actor.sheet.traits
    return tuple(_trait(approach.id, approach.name, ratings.get(approach.id, 0)) for approach in tables.approaches)


def _lists(tables: Tables, actor: Actor) -> tuple[Trait, ...]:
    """Skilled +2, bad -2, anything else +0; where one of each fits the two cancel (FAE-NPC-02)."""
    figures = tables.figures.mooks
    skilled = actor.sheet.lists.get("skilled", ())
    bad = actor.sheet.lists.get("bad", ())
    found = [
        _trait(f"{word}-{number}", text, rating)
        for word, entries, rating in (("skilled", skilled, figures.skilled), ("bad", bad, figures.bad))
        for number, text in enumerate(entries, start=1)
    ]
    if not actor.sheet.numbers.get("catch-all"):
        found.append(_trait(OTHER, "anything else", figures.other))
        if skilled and bad:
            found.append(_trait(BOTH, "mixed", figures.other))
    return tuple(found)


def turn_value(tables: Tables, actor: Actor, kind: str) -> int:
    """Quick in a physical conflict, Careful in a mental one; nameless foes by what they are good or bad at.

    Whether an entry of their lists is about speed or watchfulness only people can tell: `numbers` may say so, and the
    GM may rule otherwise when a conflict begins.  Who is bad at everything else is bad at this, too (FAE-TURN-06).
    """
    conflict: ConflictKind = "physical" if kind == "physical" else "mental"
    if actor.kind in FULL_KINDS:
        return actor.sheet.traits.get(tables.turn_approach(conflict).id, 0)
    figures = tables.figures.mooks
    numbers = actor.sheet.numbers
    neither = figures.bad if numbers.get("catch-all") else figures.other
    return {1: figures.skilled, -1: figures.bad}.get(numbers.get(f"turn-{conflict}", 0), neither)
