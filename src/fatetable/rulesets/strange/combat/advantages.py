"""Weapons and armor that are no things: what impresses people or shields a name for a while (SF-WEAP-05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, name_of
from fatetable.mechanics.moments import SceneEnds, SessionEnds
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit

WEAPON, ARMOUR, DEALS_LESS, TAKES_MORE = "weapon", "armor", "deals less", "takes more"
FORMS = {WEAPON: (WEAPON, 1), DEALS_LESS: (WEAPON, -1), ARMOUR: (ARMOUR, 1), TAKES_MORE: (ARMOUR, -1)}
"""What each is to weapons or to armor."""
SCENE, SESSION, LONGER = "scene", "session", "until ended"
LASTS = (SCENE, SESSION, LONGER)


class Advantage(Struct, frozen=True):
    """What somebody has for a while: so much more stress with attacks of a scope, or less from them."""

    actor: ActorId
    words: str
    form: str
    scope: str
    amount: int
    lasts: str

    @property
    def label(self) -> str:
        return f"{self.words} ({self.form} {self.amount}, {self.scope})"


AdvantageMap: TypeAlias = Mapping[str, Advantage]
ADVANTAGES: Key[AdvantageMap] = Key("advantages", dict[str, Advantage], {})


class GrantAdvantage(Command, frozen=True, kw_only=True, tag="grant-advantage"):
    actor: ActorId
    words: str
    form: str
    scope: str
    amount: int
    lasts: str


class EndAdvantage(Command, frozen=True, tag="end-advantage"):
    advantage: str


class AdvantageGranted(Event, frozen=True, tag="advantage-granted/1"):
    id: str
    advantage: Advantage


class AdvantagesOver(Event, frozen=True, tag="advantages-over/1"):
    ids: tuple[str, ...]


def _over(held: AdvantageMap, event: AdvantagesOver) -> AdvantageMap:
    return {key: each for key, each in held.items() if key not in event.ids}


def held_advantages(state: State) -> AdvantageMap:
    return state.get(ADVANTAGES)


def advantage_of(tables: Tables, state: State, actor: ActorId, form: str, scope: str) -> int:
    """All of them together, within the bounds of the book."""
    most = tables.figures.harm.most_other_weapons
    held = (each for each in state.get(ADVANTAGES).values() if (each.actor, each.scope) == (actor, scope))
    counting = ((FORMS[each.form], each.amount) for each in held)
    total = sum(sign * amount for (kind, sign), amount in counting if kind == form)
    return max(-most, min(most, total))


def advantage_notes(_: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    for each in state.get(ADVANTAGES).values():
        if each.actor == actor.id:
            yield each.words, f"{each.form} {each.amount}, {each.scope}"


class Advantages(Struct, frozen=True):
    """The GM gives and takes them; a part of the game only if the table plays with them."""

    kit: StrangeKit

    @property
    def _most(self) -> int:
        return self.kit.tables.figures.harm.most_other_weapons

    @property
    def _scopes(self) -> tuple[str, ...]:
        """Physical ones are things, and bought as equipment."""
        return tuple(row.id for row in self.kit.tables.scopes if row.id != "physical")

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="advantages",
            decides={GrantAdvantage: self._grant, EndAdvantage: self._end},
            evolves=folds(ADVANTAGES, {AdvantageGranted: put("id", "advantage"), AdvantagesOver: _over}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds, SessionEnds),
        )

    def _grant(self, decision: Decision, command: GrantAdvantage) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        is_there = is_active(decision.state, actor.id)
        decision.require(is_there, "not-there", f"{actor.name} is not in the scene, or is out of it.")
        words = decision.described(command.words, "An advantage", "no-words", "Say what it is.")
        is_fit = command.form in FORMS and command.scope in self._scopes and command.lasts in LASTS
        decision.require(
            is_fit, "no-such-advantage", "It is a weapon or armor or the reverse, mental or social, for a while."
        )
        is_bounded = 1 <= command.amount <= self._most
        decision.require(is_bounded, "bad-value", f"It is from 1 to {self._most}.")
        granted = Advantage(actor.id, words, command.form, command.scope, command.amount, command.lasts)
        decision.emit(AdvantageGranted(decision.new_id("advantage"), granted))

    def _end(self, decision: Decision, command: EndAdvantage) -> None:
        decision.require_gm()
        is_known = command.advantage in decision.state.get(ADVANTAGES)
        decision.require(is_known, "no-such-advantage", "Nobody has such an advantage.")
        decision.emit(AdvantagesOver((command.advantage,)))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SceneEnds():
                self._over(decision, SCENE)
            case SessionEnds():
                self._over(decision, SCENE, SESSION)

    def _over(self, decision: Decision, *over: str) -> None:
        ids = tuple(key for key, each in decision.state.get(ADVANTAGES).items() if each.lasts in over)
        if ids:
            decision.emit(AdvantagesOver(ids))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        there = tuple(Choice(each.id, each.name) for each in state.get(CAST).values() if is_active(state, each.id))
        if there:
            yield Offer(
                command=GrantAdvantage(actor=ActorId(""), words="", form="", scope="", amount=1, lasts=""),
                label="Give somebody a mental or social advantage",
                verb="place",
                holes=(
                    ChoiceHole("actor", "who", there),
                    TextHole("words", "what is it?", is_description=True),
                    ChoiceHole("form", "as", tuple(map(Choice, FORMS))),
                    ChoiceHole("scope", "scope", tuple(map(Choice, self._scopes))),
                    NumberHole("amount", "how much", 1, self._most),
                    ChoiceHole("lasts", "for how long", tuple(map(Choice, LASTS))),
                ),
                cites=self.kit.cites("advantages"),
                group="gm",
            )
        for key, each in state.get(ADVANTAGES).items():
            yield Offer(
                command=EndAdvantage(key),
                **one_of_a_family("End …", f"{name_of(state, each.actor)}: {each.label}"),
                verb="remove",
                target=Target("actor", each.actor),
                cites=self.kit.cites("advantages"),
                group="gm",
            )
