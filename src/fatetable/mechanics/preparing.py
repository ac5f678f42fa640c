"""Scenes the game master prepares: aspects, zones and opponents in a drawer that no player can look into.

What may lie in a scene is not decided here: whatever is prepared is laid out on trial by the rules that lay out a scene
in play, so that bringing it in can only fail for what is going on at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NewType, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, FormHole, ManyHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, ActorId
from fatetable.mechanics.casting import AddOpponent, Casting
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.scenes import SCENE, Scene, Scenes, StartScene
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.staging import DrawZone, PlaceActor, PlaceAspect, Staging
from fatetable.mechanics.zones import ZONES, ZoneId, ZoneMap

PreparedId = NewType("PreparedId", str)
ANYWHERE = PreparedId("")


class PreparedAspect(Struct, frozen=True, omit_defaults=True):
    id: PreparedId
    words: str
    zone: PreparedId = ANYWHERE
    is_hidden: bool = False


class PreparedZone(Struct, frozen=True, omit_defaults=True):
    """`next_to` are zones prepared before it."""

    id: PreparedId
    name: str
    next_to: tuple[PreparedId, ...] = ()
    is_hidden: bool = False


class PreparedOpponent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: PreparedId
    sheet: Sheet
    zone: PreparedId = ANYWHERE
    is_hidden: bool = False
    open_aspects: bool = False


class PreparedScene(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: PreparedId
    title: str
    aspects: tuple[PreparedAspect, ...] = ()
    zones: tuple[PreparedZone, ...] = ()
    opponents: tuple[PreparedOpponent, ...] = ()


Drawer: TypeAlias = Mapping[PreparedId, PreparedScene]
PREPARED: Key[Drawer] = Key("prepared", dict[PreparedId, PreparedScene], {})


class PrepareScene(Command, frozen=True, tag="prepare-scene"):
    title: str


class PrepareAspect(Command, frozen=True, kw_only=True, tag="prepare-aspect"):
    scene: PreparedId
    words: str
    zone: PreparedId = ANYWHERE
    is_hidden: bool = False


class PrepareZone(Command, frozen=True, kw_only=True, tag="prepare-zone"):
    scene: PreparedId
    name: str
    next_to: tuple[PreparedId, ...] = ()
    is_hidden: bool = False


class PrepareOpponent(Command, frozen=True, kw_only=True, tag="prepare-opponent"):
    scene: PreparedId
    sheet: Sheet
    zone: PreparedId = ANYWHERE
    is_hidden: bool = False
    open_aspects: bool = False


class TakeOut(Command, frozen=True, tag="take-out"):
    """One aspect, zone or opponent is no longer part of what was prepared."""

    scene: PreparedId
    part: PreparedId


class DiscardScene(Command, frozen=True, tag="discard-scene"):
    scene: PreparedId


class BringIn(Command, frozen=True, tag="bring-in"):
    """A prepared scene begins, with these characters and everything that was prepared for it."""

    scene: PreparedId
    present: tuple[ActorId, ...] = ()


class PreparedSceneSet(Event, frozen=True, tag="prepared-scene-set/1"):
    scene: PreparedScene


class PreparedSceneTaken(Event, frozen=True, tag="prepared-scene-taken/1"):
    """It is no longer in the drawer: brought in, or thrown away."""

    scene: PreparedId


def _set(drawer: Drawer, event: PreparedSceneSet) -> Drawer:
    return {**drawer, event.scene.id: event.scene}


def _taken(drawer: Drawer, event: PreparedSceneTaken) -> Drawer:
    return {key: scene for key, scene in drawer.items() if key != event.scene}


class Preparing(Struct, frozen=True, kw_only=True):
    """Lays scenes out by the rules of those who do so in play."""

    scenes: Scenes
    staging: Staging
    casting: Casting
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="preparing",
            decides={
                PrepareScene: self._prepare_scene,
                PrepareAspect: self._prepare_aspect,
                PrepareZone: self._prepare_zone,
                PrepareOpponent: self._prepare_opponent,
                TakeOut: self._take_out,
                DiscardScene: self._discard,
                BringIn: self._bring_in,
            },
            evolves=folds(PREPARED, {PreparedSceneSet: _set, PreparedSceneTaken: _taken}),
            offers=(self._preparing_offers, self._bringing_offers),
        )

    # -- preparing -----------------------------------------------------------------------------------------------

    def _prepare_scene(self, decision: Decision, command: PrepareScene) -> None:
        decision.require_gm()
        title = command.title.strip()
        decision.require(bool(title), "no-title", "A scene needs a title.")
        titles = {scene.title for scene in decision.state.get(PREPARED).values()}
        decision.require(title not in titles, "named-twice", "A scene of that title is prepared already.")
        _keep(decision, PreparedScene(id=_new_id(decision), title=title))

    def _prepare_aspect(self, decision: Decision, command: PrepareAspect) -> None:
        scene = _prepared(decision, command.scene)
        aspect = PreparedAspect(_new_id(decision), command.words.strip(), command.zone, command.is_hidden)
        self._add(decision, msgspec.structs.replace(scene, aspects=(*scene.aspects, aspect)))

    def _prepare_zone(self, decision: Decision, command: PrepareZone) -> None:
        scene = _prepared(decision, command.scene)
        zone = PreparedZone(_new_id(decision), command.name.strip(), command.next_to, command.is_hidden)
        self._add(decision, msgspec.structs.replace(scene, zones=(*scene.zones, zone)))

    def _prepare_opponent(self, decision: Decision, command: PrepareOpponent) -> None:
        scene = _prepared(decision, command.scene)
        opponent = PreparedOpponent(
            id=_new_id(decision),
            sheet=command.sheet,
            zone=command.zone,
            is_hidden=command.is_hidden,
            open_aspects=command.open_aspects,
        )
        self._add(decision, msgspec.structs.replace(scene, opponents=(*scene.opponents, opponent)))

    def _add(self, decision: Decision, scene: PreparedScene) -> None:
        """Keep a scene with something more in it, if it can be laid out like that."""
        state = decision.state
        stage = state.put(SCENE, Scene(title=scene.title, is_open=True), state.seq).put(ZONES, ZoneMap(), state.seq)
        trial = Decision(decision.engine, stage, decision.seat, decision.chance, decision.proxy)
        self._lay_out(trial, scene, self._cast(trial, scene))
        _keep(decision, scene)

    def _take_out(self, decision: Decision, command: TakeOut) -> None:
        scene = _prepared(decision, command.scene)
        known = {choice.value for choice in parts_of(scene)}
        decision.require(command.part in known, "not-prepared", f"Nothing of that kind is in {scene.title}.")
        _keep(decision, _without(scene, command.part))

    def _discard(self, decision: Decision, command: DiscardScene) -> None:
        scene = _prepared(decision, command.scene)
        decision.emit(PreparedSceneTaken(scene.id), to=(GM,))

    # -- bringing in ---------------------------------------------------------------------------------------------

    def _bring_in(self, decision: Decision, command: BringIn) -> None:
        scene = _prepared(decision, command.scene)
        decision.emit(PreparedSceneTaken(scene.id), to=(GM,))
        opponents = self._cast(decision, scene)
        seen = tuple(opponents[each.id] for each in scene.opponents if not each.is_hidden)
        self.scenes.start_scene(decision, StartScene(scene.title, (*command.present, *seen)))
        self._lay_out(decision, scene, opponents)

    def _cast(self, decision: Decision, scene: PreparedScene) -> Mapping[PreparedId, ActorId]:
        """All opponents come to the table; whoever is hidden stays so."""
        cast: dict[PreparedId, ActorId] = {}
        for each in scene.opponents:
            command = AddOpponent(each.sheet, is_hidden=each.is_hidden, open_aspects=each.open_aspects)
            self.casting.add_opponent(decision, command)
            *_, cast[each.id] = decision.state.get(CAST)
        return cast

    def _lay_out(self, decision: Decision, scene: PreparedScene, opponents: Mapping[PreparedId, ActorId]) -> None:
        """In the scene that is being played: the map, what is true on it, and who stands where."""
        zones: dict[PreparedId, ZoneId] = {ANYWHERE: ZoneId("")}
        for zone in scene.zones:
            next_to = tuple(_laid(decision, zones, other) for other in zone.next_to)
            self.staging.draw_zone(decision, DrawZone(name=zone.name, next_to=next_to, is_hidden=zone.is_hidden))
            *_, zones[zone.id] = decision.state.get(ZONES).zones
        for aspect in scene.aspects:
            place = _laid(decision, zones, aspect.zone)
            self.staging.place_aspect(decision, PlaceAspect(words=aspect.words, zone=place, is_hidden=aspect.is_hidden))
        for each in scene.opponents:
            place = _laid(decision, zones, each.zone)
            if place:
                self.staging.place_actor(decision, PlaceActor(opponents[each.id], place))

    # -- offers --------------------------------------------------------------------------------------------------

    def _preparing_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        yield Offer(
            command=PrepareScene(""),
            label="Prepare a scene",
            holes=(TextHole("title", "title"),),
            cites=self.cites("set-scene"),
            group="gm",
        )
        for scene in state.get(PREPARED).values():
            yield from self._adding_offers(scene)
            if parts := parts_of(scene):
                yield Offer(
                    command=TakeOut(scene.id, PreparedId("")),
                    label=f"Take something out of {scene.title}",
                    holes=(ChoiceHole("part", "what", parts),),
                    group="gm",
                )
            yield Offer(command=DiscardScene(scene.id), label=f"Throw away {scene.title}", group="gm")

    def _adding_offers(self, scene: PreparedScene) -> Iterator[Offer]:
        shown = tuple(Choice(zone.id, zone.name) for zone in scene.zones if not zone.is_hidden)
        full = self.staging.full([aspect.zone for aspect in scene.aspects])
        free = tuple(zone for zone in shown if zone.value not in full)
        hidden = FlagHole("is_hidden", "hidden")
        yield Offer(
            command=PrepareAspect(scene=scene.id, words=""),
            label=f"Prepare an aspect for {scene.title}",
            holes=(
                TextHole("words", "the aspect"),
                ChoiceHole("zone", "where", (Choice(ANYWHERE, "everywhere"), *free)),
                hidden,
            ),
            cites=self.cites("set-scene"),
            group="gm",
        )
        yield Offer(
            command=PrepareZone(scene=scene.id, name=""),
            label=f"Prepare a zone for {scene.title}",
            holes=(TextHole("name", "name"), ManyHole("next_to", "next to", shown), hidden),
            cites=self.cites("zones"),
            group="gm",
        )
        sheet = Sheet(ruleset=self.casting.ruleset, name="")
        form, is_open = (
            FormHole("sheet", "opponent", "opponent"),
            FlagHole("open_aspects", "everybody may read its aspects"),
        )
        yield Offer(
            command=PrepareOpponent(scene=scene.id, sheet=sheet),
            label=f"Prepare an opponent for {scene.title}",
            holes=(form, ChoiceHole("zone", "where", (Choice(ANYWHERE, "no zone"), *shown)), is_open),
            cites=self.cites("opposition-cast"),
            group="gm",
        )
        # Somebody hidden stands nowhere until they are revealed.
        yield Offer(
            command=PrepareOpponent(scene=scene.id, sheet=sheet, is_hidden=True),
            label=f"Prepare a hidden opponent for {scene.title}",
            holes=(form, is_open),
            cites=self.cites("opposition-cast"),
            group="gm",
        )

    def _bringing_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        prepared = state.get(PREPARED) if seat.is_gm else {}
        if not prepared or not self.scenes.may_start(state):
            return
        everyone = self.scenes.everyone(state)
        for scene in prepared.values():
            yield Offer(
                command=BringIn(scene.id),
                label=f"Bring in {scene.title}",
                holes=(ManyHole("present", "who is there", everyone),),
                cites=self.cites("scene-start"),
                group="gm",
            )


def parts_of(scene: PreparedScene) -> tuple[Choice, ...]:
    """Everything in a prepared scene, as something to choose."""
    return (
        *(Choice(aspect.id, aspect.words) for aspect in scene.aspects),
        *(Choice(zone.id, zone.name) for zone in scene.zones),
        *(Choice(opponent.id, opponent.sheet.name) for opponent in scene.opponents),
    )


def _new_id(decision: Decision) -> PreparedId:
    return PreparedId(decision.new_id("d"))


def _keep(decision: Decision, scene: PreparedScene) -> None:
    decision.emit(PreparedSceneSet(scene), to=(GM,))


def _prepared(decision: Decision, scene: PreparedId) -> PreparedScene:
    decision.require_gm()
    found = decision.state.get(PREPARED).get(scene)
    if found is None:
        raise decision.violation("not-prepared", "No such scene is prepared.")
    return found


def _laid(decision: Decision, zones: Mapping[PreparedId, ZoneId], zone: PreparedId) -> ZoneId:
    if zone not in zones:
        raise decision.violation("no-such-zone", f"There is no zone {zone!r} in what is prepared.")
    return zones[zone]


def _without(scene: PreparedScene, part: PreparedId) -> PreparedScene:
    """What was in a zone that is taken out stays, but nowhere in particular."""
    replace = msgspec.structs.replace
    return replace(
        scene,
        aspects=tuple(
            replace(each, zone=ANYWHERE) if each.zone == part else each for each in scene.aspects if each.id != part
        ),
        zones=tuple(
            replace(each, next_to=tuple(other for other in each.next_to if other != part))
            for each in scene.zones
            if each.id != part
        ),
        opponents=tuple(
            replace(each, zone=ANYWHERE) if each.zone == part else each for each in scene.opponents if each.id != part
        ),
    )
