"""Puts the events of sessions, scenes, zones and encounters into words."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.encounters.state import ENCOUNTER, Conflict, EncounterEnded, EncounterSet
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.scenes.facts import FactEstablished
from fatetable.mechanics.scenes.premise import FrameAgreed, GroupSizeAccepted
from fatetable.mechanics.scenes.prepared import PREPARED, PreparedSceneSet, PreparedSceneTaken
from fatetable.mechanics.scenes.scenario import ScenarioNoted
from fatetable.mechanics.scenes.sides import FRIENDS, FriendsNamed
from fatetable.mechanics.scenes.state import (
    SCENE,
    BackgroundSet,
    PresenceChanged,
    SceneEnded,
    SceneStarted,
    SessionEnded,
    SessionStarted,
)
from fatetable.mechanics.scenes.zones import (
    ZONES,
    ActorPlaced,
    BorderRemoved,
    BorderSet,
    ZoneDrawn,
    ZoneHidden,
    ZoneRenamed,
)
from fatetable.tabletop.words.event_context import EventContext, Tellers


def _session_started(_: EventContext, event: SessionStarted) -> Iterator[str]:
    yield f"Session {event.session} begins."


def _session_ended(_: EventContext, event: SessionEnded) -> Iterator[str]:
    yield f"Session {event.session} ends."


def _scene_started(_: EventContext, event: SceneStarted) -> Iterator[str]:
    yield f"Scene {event.number}: {event.title}"


def _prepared(context: EventContext, event: PreparedSceneSet) -> Iterator[str]:
    # Later changes to it are only seen in the list of prepared scenes.
    if event.scene.id not in context.before.get(PREPARED):
        yield f"A scene is being prepared: {event.scene.title}"


def _taken_from_drawer(context: EventContext, event: PreparedSceneTaken) -> Iterator[str]:
    if scene := context.before.get(PREPARED).get(event.scene):
        yield f"Out of the drawer: {scene.title}"


def _scenario_noted(_: EventContext, event: ScenarioNoted) -> Iterator[str]:
    yield "Scenario noted."


def _frame_agreed(_: EventContext, event: FrameAgreed) -> Iterator[str]:
    yield "Frame agreed."


def _group_size_accepted(_: EventContext, event: GroupSizeAccepted) -> Iterator[str]:
    yield "Group size accepted."


def _background_set(_: EventContext, event: BackgroundSet) -> Iterator[str]:
    yield "The scene has a picture." if event.background else "The picture of the scene is taken away."


def _scene_ended(_: EventContext, event: SceneEnded) -> Iterator[str]:
    yield "The scene ends."


def _presence(context: EventContext, event: PresenceChanged) -> Iterator[str]:
    before = context.before.get(SCENE).present
    for actor in event.present:
        if actor not in before:
            yield f"{context.does(actor, 'enters')} the scene."
    for actor in before:
        if actor not in event.present:
            yield f"{context.does(actor, 'leaves')} the scene."


def _friends(context: EventContext, event: FriendsNamed) -> Iterator[str]:
    before = context.before.get(FRIENDS)
    for actor in event.friends:
        if actor not in before:
            yield f"{context.does(actor, 'joins')} the heroes."
    for actor in before:
        if actor not in event.friends:
            yield f"{context.does(actor, 'stands')} with the heroes no longer."


def _fact(_: EventContext, event: FactEstablished) -> Iterator[str]:
    yield f"It is true: {event.fact.fact} (“{event.fact.aspect}”)"


def _zone_drawn(_: EventContext, event: ZoneDrawn) -> Iterator[str]:
    yield f"A zone: {event.zone.name}{' (hidden)' if event.zone.is_hidden else ''}."


def _zone_hidden(context: EventContext, event: ZoneHidden) -> Iterator[str]:
    yield f"{context.zone(event.zone)} is hidden from everybody else."


def _zone_renamed(context: EventContext, event: ZoneRenamed) -> Iterator[str]:
    yield f"{context.before.get(ZONES).zones[event.zone].name} is now called {event.name}."


def _border_removed(context: EventContext, event: BorderRemoved) -> Iterator[str]:
    yield f"No way leads from {context.zone(event.one)} to {context.zone(event.other)} any more."


def _border(context: EventContext, event: BorderSet) -> Iterator[str]:
    border = event.border
    way = f"between {context.zone(border.one)} and {context.zone(border.other)}"
    blocker = context.name(border.blocker) if border.blocker else ""
    obstacle = border.barrier or blocker
    yield f"{obstacle} is in the way {way}." if obstacle else f"The way {way} is clear."


def _moved(context: EventContext, event: ActorPlaced) -> Iterator[str]:
    if zone := context.zone(event.zone):
        is_first = event.actor not in context.before.get(ZONES).places
        yield f"{context.does(event.actor, 'is at' if is_first else 'moves to')} {zone}."


def _encounter(context: EventContext, event: EncounterSet) -> Iterator[str]:
    if event.news:
        yield f"{event.news.rstrip('.')}."
    now, before = event.encounter, context.before.get(ENCOUNTER)
    if isinstance(now, Conflict) and now.is_running and now.turn < len(now.order):
        was = (before.exchange, before.turn) if isinstance(before, Conflict) and before.is_running else None
        if was != (now.exchange, now.turn):
            able = [actor for actor in now.order[now.turn].actors if not is_out(context.after, actor)]
            if able:
                names = [*map(context.name, able[:-1]), context.whose(able[-1])]
                yield f"{' and '.join(names)} turn."


def _encounter_ended(_: EventContext, event: EncounterEnded) -> Iterator[str]:
    yield f"{event.result.rstrip('.')}." if event.result else "It is over."


TELLERS: Tellers = {
    SessionStarted: _session_started,
    SessionEnded: _session_ended,
    SceneStarted: _scene_started,
    PreparedSceneSet: _prepared,
    PreparedSceneTaken: _taken_from_drawer,
    BackgroundSet: _background_set,
    SceneEnded: _scene_ended,
    ScenarioNoted: _scenario_noted,
    FrameAgreed: _frame_agreed,
    GroupSizeAccepted: _group_size_accepted,
    PresenceChanged: _presence,
    FriendsNamed: _friends,
    FactEstablished: _fact,
    ZoneDrawn: _zone_drawn,
    ZoneHidden: _zone_hidden,
    ZoneRenamed: _zone_renamed,
    BorderSet: _border,
    BorderRemoved: _border_removed,
    ActorPlaced: _moved,
    EncounterSet: _encounter,
    EncounterEnded: _encounter_ended,
}
