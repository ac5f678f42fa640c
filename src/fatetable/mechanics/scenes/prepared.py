"""Scenes the game master prepares: aspects, zones and opponents that no player sees before the scene begins.

Each addition is tried out with the commands that set a scene in play, so that bringing the scene in can fail only
because of what is going on at the table then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NewType, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    FlagHole,
    FormHole,
    Hole,
    ManyHole,
    Offer,
    TextHole,
    one_of_a_family,
)
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.editing import AspectEditing, PlaceAspect
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.images import NO_IMAGE, ImageId
from fatetable.mechanics.scenes.joining import AddOpponent, Joining
from fatetable.mechanics.scenes.lifecycle import SceneLifecycle, StartScene
from fatetable.mechanics.scenes.map_editing import DrawZone, MapEditing, PlaceActor
from fatetable.mechanics.scenes.state import SCENE, BackgroundSet, Scene
from fatetable.mechanics.scenes.zones import ZONES, ZoneId, ZoneMap

PreparedId = NewType("PreparedId", str)
ANYWHERE = PreparedId("")


class PreparedAspect(Struct, frozen=True, omit_defaults=True):
    id: PreparedId
    words: str
    zone: PreparedId = ANYWHERE
    is_hidden: bool = False


class PreparedZone(Struct, frozen=True, omit_defaults=True):
    """`next_to` are zones prepared before it; one that is not `is_named` has a number instead, as in `Zone`."""

    id: PreparedId
    name: str
    next_to: tuple[PreparedId, ...] = ()
    is_hidden: bool = False
    is_named: bool = True


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
    background: ImageId = NO_IMAGE


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


class PreparedScenes(Struct, frozen=True, kw_only=True):
    """Uses the subsystems that set a scene in play, so that the same rules hold for what is prepared."""

    scenes: SceneLifecycle
    aspects: AspectEditing
    zones: MapEditing
    joining: Joining
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="prepared scenes",
            decides={
                PrepareScene: self._prepare_scene,
                PrepareAspect: self._prepare_aspect,
                PrepareZone: self._prepare_zone,
                PrepareOpponent: self._prepare_opponent,
                TakeOut: self._take_out,
                DiscardScene: self._discard,
                BringIn: self._bring_in,
            },
            evolves=folds(PREPARED, {PreparedSceneSet: put("scene.id", "scene"), PreparedSceneTaken: drop("scene")}),
            offers=(self._preparing_offers, self._bringing_offers),
        )

    # -- preparing -----------------------------------------------------------------------------------------------

    def _prepare_scene(self, decision: Decision, command: PrepareScene) -> None:
        decision.require_gm()
        titles = {scene.title for scene in decision.state.get(PREPARED).values()}
        title = decision.described(command.title, _numbered("Scene", titles), "no-title", "A scene needs a title.")
        decision.require(title not in titles, "named-twice", "A scene of that title is prepared already.")
        _keep(decision, PreparedScene(id=_new_id(decision), title=title))

    def _prepare_aspect(self, decision: Decision, command: PrepareAspect) -> None:
        scene = prepared_scene(decision, command.scene)
        aspect = PreparedAspect(_new_id(decision), command.words.strip(), command.zone, command.is_hidden)
        self._add(decision, msgspec.structs.replace(scene, aspects=(*scene.aspects, aspect)))

    def _prepare_zone(self, decision: Decision, command: PrepareZone) -> None:
        scene = prepared_scene(decision, command.scene)
        otherwise = _numbered("Hidden zone" if command.is_hidden else "Zone", {zone.name for zone in scene.zones})
        name = decision.described(command.name, otherwise, "no-words", "A zone needs a name.")
        is_named = bool(command.name.strip()) or not command.is_hidden
        zone = PreparedZone(_new_id(decision), name, command.next_to, command.is_hidden, is_named)
        self._add(decision, msgspec.structs.replace(scene, zones=(*scene.zones, zone)))

    def _prepare_opponent(self, decision: Decision, command: PrepareOpponent) -> None:
        scene = prepared_scene(decision, command.scene)
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
        scene = prepared_scene(decision, command.scene)
        known = {choice.value for choice in parts_of(scene)}
        decision.require(command.part in known, "not-prepared", f"Nothing of that kind is in {scene.title}.")
        _keep(decision, _without(scene, command.part))

    def _discard(self, decision: Decision, command: DiscardScene) -> None:
        scene = prepared_scene(decision, command.scene)
        decision.emit(PreparedSceneTaken(scene.id), to=(GM,))

    # -- bringing in ---------------------------------------------------------------------------------------------

    def _bring_in(self, decision: Decision, command: BringIn) -> None:
        scene = prepared_scene(decision, command.scene)
        decision.emit(PreparedSceneTaken(scene.id), to=(GM,))
        opponents = self._cast(decision, scene)
        seen = tuple(opponents[each.id] for each in scene.opponents if not each.is_hidden)
        self.scenes.start_scene(decision, StartScene(scene.title, (*command.present, *seen)))
        if scene.background:
            decision.emit(BackgroundSet(scene.background))
        self._lay_out(decision, scene, opponents)

    def _cast(self, decision: Decision, scene: PreparedScene) -> Mapping[PreparedId, ActorId]:
        """All opponents come to the table; hidden ones stay hidden."""
        cast: dict[PreparedId, ActorId] = {}
        for each in scene.opponents:
            command = AddOpponent(each.sheet, is_hidden=each.is_hidden, open_aspects=each.open_aspects)
            self.joining.add_opponent(decision, command)
            *_, cast[each.id] = decision.state.get(CAST)
        return cast

    def _lay_out(self, decision: Decision, scene: PreparedScene, opponents: Mapping[PreparedId, ActorId]) -> None:
        """In the scene that is being played: the map, what is true on it, and who stands where."""
        zones: dict[PreparedId, ZoneId] = {ANYWHERE: ZoneId("")}
        for zone in scene.zones:
            next_to = tuple(_laid(decision, zones, other) for other in zone.next_to)
            drawn = DrawZone(name=zone.name, next_to=next_to, is_hidden=zone.is_hidden)
            self.zones.draw_zone(decision, drawn, is_named=zone.is_named)
            *_, zones[zone.id] = decision.state.get(ZONES).zones
        for aspect in scene.aspects:
            place = _laid(decision, zones, aspect.zone)
            self.aspects.place_aspect(decision, PlaceAspect(words=aspect.words, zone=place, is_hidden=aspect.is_hidden))
        for each in scene.opponents:
            place = _laid(decision, zones, each.zone)
            if place:
                self.zones.place_actor(decision, PlaceActor(opponents[each.id], place))

    # -- offers --------------------------------------------------------------------------------------------------

    def _preparing_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        yield Offer(
            command=PrepareScene(""),
            label="Prepare a scene",
            verb="prepare",
            holes=(TextHole("title", "title", is_description=True),),
            cites=self.cites("set-scene"),
            group="gm",
        )
        for scene in state.get(PREPARED).values():
            yield from self._adding_offers(scene)
            if parts := parts_of(scene):
                yield Offer(
                    command=TakeOut(scene.id, PreparedId("")),
                    **one_of_a_family("Remove something from …", scene.title),
                    verb="remove",
                    holes=(ChoiceHole("part", "what", parts),),
                    group="gm",
                )
            yield Offer(
                command=DiscardScene(scene.id),
                **one_of_a_family("Delete …", scene.title),
                verb="remove",
                group="gm",
            )

    def _adding_offers(self, scene: PreparedScene) -> Iterator[Offer]:
        shown = tuple(Choice(zone.id, zone.name) for zone in scene.zones if not zone.is_hidden)
        full = self.aspects.full([aspect.zone for aspect in scene.aspects])
        free = tuple(zone for zone in shown if zone.value not in full)
        hidden = FlagHole("is_hidden", "hidden")
        yield Offer(
            command=PrepareAspect(scene=scene.id, words=""),
            **one_of_a_family("Add an aspect to …", scene.title),
            verb="prepare",
            holes=(
                TextHole("words", "aspect"),
                ChoiceHole("zone", "where", (Choice(ANYWHERE, "everywhere"), *free)),
                hidden,
            ),
            cites=self.cites("set-scene"),
            group="gm",
        )
        yield Offer(
            command=PrepareZone(scene=scene.id, name=""),
            **one_of_a_family("Add a zone to …", scene.title),
            verb="prepare",
            holes=(TextHole("name", "name", is_description=True), ManyHole("next_to", "next to", shown), hidden),
            cites=self.cites("zones"),
            group="gm",
        )
        yield from self._opponent_offers(scene, shown)

    def _opponent_offers(self, scene: PreparedScene, zones: tuple[Choice, ...]) -> Iterator[Offer]:
        sheet = Sheet(ruleset=self.joining.ruleset, name="")
        form: Hole = FormHole("sheet", "opponent", "opponent")
        is_open = FlagHole("open_aspects", "aspects known to all")
        yield Offer(
            command=PrepareOpponent(scene=scene.id, sheet=sheet),
            **one_of_a_family("Add an opponent to …", scene.title),
            verb="prepare",
            holes=(form, ChoiceHole("zone", "where", (Choice(ANYWHERE, "no zone"), *zones)), is_open),
            cites=self.cites("opposition-cast"),
            group="gm",
        )
        # Somebody hidden stands nowhere until they are revealed.
        yield Offer(
            command=PrepareOpponent(scene=scene.id, sheet=sheet, is_hidden=True),
            **one_of_a_family("Add a hidden opponent to …", scene.title),
            verb="prepare",
            holes=(form, is_open),
            cites=self.cites("opposition-cast"),
            group="gm",
        )

    def _bringing_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        prepared = state.get(PREPARED) if seat.is_gm else {}
        if not prepared or self.scenes.cannot_start(state) is not None:
            return
        everyone = self.scenes.everyone(state)
        for scene in prepared.values():
            yield Offer(
                command=BringIn(scene.id),
                **one_of_a_family("Start …", scene.title),
                verb="start",
                holes=(ManyHole("present", "who", everyone),),
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
    return PreparedId(decision.new_id("d", (GM,)))


def _keep(decision: Decision, scene: PreparedScene) -> None:
    decision.emit(PreparedSceneSet(scene), to=(GM,))


def _numbered(word: str, taken: set[str]) -> str:
    """The first of "Scene 1", "Scene 2" … that is not taken."""
    return next(name for name in (f"{word} {number}" for number in range(1, len(taken) + 2)) if name not in taken)


def prepared_scene(decision: Decision, scene: PreparedId) -> PreparedScene:
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
