"""What characters of Fate Accelerated roll with: approaches, or what a nameless foe is good and bad at."""

from __future__ import annotations

from fatetable.mechanics.cast import Actor
from fatetable.mechanics.checks import Trait
from fatetable.mechanics.ladder import signed
from fatetable.rulesets.fae.figures import FULL_KINDS
from fatetable.rulesets.fae.tables import ConflictKind, tables

OTHER = "other"
BOTH = "both"


def traits_of(actor: Actor, _action: str = "") -> tuple[Trait, ...]:
    """Any approach goes with any action (FAE-APPR-04)."""
    return _approaches(actor) if actor.kind in FULL_KINDS else _lists(actor)


def _approaches(actor: Actor) -> tuple[Trait, ...]:
    ratings = actor.sheet.traits
    return tuple(
        Trait(approach.id, f"{approach.name} ({signed(ratings.get(approach.id, 0))})", ratings.get(approach.id, 0))
        for approach in tables().approaches
    )


def _lists(actor: Actor) -> tuple[Trait, ...]:
    """Skilled +2, bad -2, anything else +0; where one of each fits the two cancel (FAE-NPC-02)."""
    figures = tables().figures.mooks
    skilled = actor.sheet.lists.get("skilled", ())
    bad = actor.sheet.lists.get("bad", ())
    found = [
        Trait(f"{word}-{number}", f"{text} ({signed(rating)})", rating)
        for word, entries, rating in (("skilled", skilled, figures.skilled), ("bad", bad, figures.bad))
        for number, text in enumerate(entries, start=1)
    ]
    if not actor.sheet.numbers.get("catch-all"):
        found.append(Trait(OTHER, f"anything else ({signed(figures.other)})", figures.other))
        if skilled and bad:
            found.append(Trait(BOTH, f"a strength and a weakness at once ({signed(figures.other)})", figures.other))
    return tuple(found)


def turn_value(actor: Actor, kind: str) -> int:
    """Quick in a physical conflict, Careful in a mental one; nameless foes by what they are good or bad at.

    Whether an entry of their lists is about speed or watchfulness only people can tell: `numbers` may say so, and the
    GM may rule otherwise when a conflict begins.  Who is bad at everything else is bad at this, too (FAE-TURN-06).
    """
    conflict: ConflictKind = "physical" if kind == "physical" else "mental"
    if actor.kind in FULL_KINDS:
        return actor.sheet.traits.get(tables().turn_approach(conflict).id, 0)
    figures = tables().figures.mooks
    numbers = actor.sheet.numbers
    neither = figures.bad if numbers.get("catch-all") else figures.other
    return {1: figures.skilled, -1: figures.bad}.get(numbers.get(f"turn-{conflict}", 0), neither)
