"""A table to test FATE, second edition, at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatetable import testing
from fatetable.engine.messages import Event
from fatetable.engine.offers import ManyHole
from fatetable.mechanics.book.own_tables import NO_CONTENT
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.frays import DeclareIntent
from fatetable.mechanics.rolls.actions import Attack
from fatetable.rulesets.fate2.ruleset import build
from fatetable.testing import all_of, faces, first

__all__ = ["Game", "all_of", "faces", "first"]


class Game(testing.Game):
    """Seats gm, ana (plays Cyrus) and bo (plays Finn); a scene is open unless asked otherwise.

    `content` are tables of the campaign's own.
    """

    def __init__(
        self,
        *,
        scene: bool = True,
        foes: tuple[str | Sheet, ...] = (),
        heroes: tuple[str | Sheet, ...] = ("Cyrus", "Finn"),
        content: Mapping[str, str] = NO_CONTENT,
        **dials: Any,
    ) -> None:
        super().__init__(build({**BY_HAND, **dials}, content))
        for seat, hero in zip(("ana", "bo"), heroes, strict=False):
            self.bring(seat, hero)
        for foe in foes:
            self.add_opponent(foe)
        if scene:
            self.start_scene()

    def fight_by_turns(self, *throws: int, kind: str = "fight") -> None:
        """A fight in turns; heroes and foes throw these for the order, or else so that they come in theirs."""
        totals = throws or tuple(range(4, 4 - len(self.cast), -1))
        foes = tuple(actor.id for actor in self.cast.values() if not actor.is_pc)
        self.do("gm", StartConflict(kind, foes, pace="turn"), *map(faces, totals))
        self.do("gm", BeginConflict())

    def fight_by_exchanges(self, pace: str = "exchange", kind: str = "fight") -> None:
        """A fight in which all say what they do and then roll together."""
        foes = tuple(actor.id for actor in self.cast.values() if not actor.is_pc)
        self.do("gm", StartConflict(kind, foes, pace=pace))

    def intend(self, actor: str, stance: str, target: str = "", trait: str = "", **more: Any) -> None:
        """Say what somebody does in this exchange, by default with what they are best at."""
        said = {"description": "so", **more}
        intent = DeclareIntent(
            actor=ActorId(actor), stance=stance, target=ActorId(target), trait=trait or self.best(actor), **said
        )
        self.do(self.seat_of(actor), intent)

    def outcomes(self, **outcomes: int) -> None:
        """Dice by which everybody in the roll of an exchange comes to these totals, before what counts in a pair."""
        names = [effort.actor.replace("-", "_") for effort in self.roll.efforts]
        fixed = [effort.fixed for effort in self.roll.efforts]
        dice = [faces(outcomes.get(name, own) - own) for name, own in zip(names, fixed, strict=True)]
        self.throw(self.seat_of(self.roll.efforts[0].actor), *dice)

    def pairs(self) -> list[tuple[str, str, int]]:
        """Who was better than whom in the last roll, and by how much."""
        roll = self.last_roll
        found = []
        for each in roll.comparisons:
            one, other = roll.efforts[each.one].actor, roll.efforts[each.other].actor if each.other >= 0 else ""
            found.append((str(one), str(other), each.margin))
        return found

    def start_conflict(self, kind: str, second_side: tuple[str, ...] = (), first: str = "") -> None:
        """A fight in turns, in which `first` or else the first of the cast comes first."""
        cast = [actor.id for actor in self.cast.values()]
        least = 4 - len(cast)
        throws = [4 if first.lower() == actor else least + place for place, actor in enumerate(reversed(cast), 1)]
        self.fight_by_turns(*reversed(throws), kind=kind)

    def answer(self, seat: str, kind: str, option: str, **fill: Any) -> tuple[Event, ...]:
        """Answer the open prompt of that kind; where something could be claimed, nothing is unless it is said."""
        prompt = self.prompt(kind)
        holes = next((each.holes for each in prompt.options if each.id == option), ()) if prompt else ()
        unclaimed = {hole.key: () for hole in holes if isinstance(hole, ManyHole) and not hole.least}
        return super().answer(seat, kind, option, **{**unclaimed, **fill})

    def traits(self, actor: str) -> dict[str, int]:
        """What somebody can roll with."""
        found = self.ruleset.presenting.rules.traits(self.actor(actor), "")
        return {trait.id: trait.rating for trait in found}

    def best(self, actor: str) -> str:
        levels = self.traits(actor)
        return max(levels, key=levels.__getitem__)

    def blow(self, margin: int, by: str = "cyrus", to: str = "city-watch") -> None:
        """In their turn, one attacks the other and is better by this much."""
        self.come_to(by)
        self.do(
            self.seat_of(by),
            Attack(actor=ActorId(by), target=ActorId(to), trait=self.best(by), description="strikes"),
        )
        self.answer(self.seat_of(to), "defend", "defend", trait=self.best(to), description="parries")
        self.throw_for(margin)

    def throw_for(self, margin: int) -> None:
        """Dice by which the acting side of the open roll is better by this much, and nobody changes them."""
        one, other = self.roll.efforts
        needed = margin - one.fixed + other.fixed
        own = max(-4, min(4, needed))
        self.throw(self.seat_of(one.actor), faces(own), faces(own - needed))
        self.everyone_passes()

    def rows(self, actor: str) -> list[str]:
        """The rows in which somebody has boxes checked."""
        return [wound.row for wound in self.condition(actor).wounds]

    def start_scene(self, title: str = "The tavern") -> None:
        super().start_scene(title)
