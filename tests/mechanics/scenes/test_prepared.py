"""Only the game master sees a prepared scene until it is brought in; then it appears as prepared."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.opening import Rewind
from fatetable.engine.seats import HandOver
from fatetable.mechanics.aspects.cards import ASPECTS, SITUATION
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene, StartSession
from fatetable.mechanics.scenes.prepared import (
    PREPARED,
    BringIn,
    DiscardScene,
    PrepareAspect,
    PreparedId,
    PreparedScene,
    PrepareOpponent,
    PrepareScene,
    PrepareZone,
    TakeOut,
)
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.mechanics.view.blocks import PreparedBlock, PreparedSceneView
from fatetable.rulesets import folders
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Chronicle


class Evening:
    """A table with one player's character, before the first scene of a session."""

    def __init__(self, ruleset: str) -> None:
        self.table = Table.open(ruleset, {"gm": "gm", "ana": "player"})
        hero, foe = self.table.ruleset.forms("hero")[0], self.table.ruleset.forms("opponent")[0]
        assert isinstance(hero, Sheet)
        assert isinstance(foe, Sheet)
        self.foe = foe
        self.table.send("ana", BringCharacter(hero, SeatId("ana")))
        (self.hero,) = self.table.state.get(CAST)
        self.table.send("gm", StartSession())
        self.do(PrepareScene("The old mill"))

    def do(self, command: Command) -> None:
        assert any(offer.matches(command) for offer in self.table.offers("gm")), f"not offered: {command}"
        self.table.send("gm", command)

    def refused(self, command: Command, seat: str = "gm") -> str:
        assert not any(offer.matches(command) for offer in self.table.offers(seat)), f"offered: {command}"
        with pytest.raises(RuleViolation) as refusal:
            self.table.send(seat, command)
        return refusal.value.code

    @property
    def scene(self) -> PreparedScene:
        return next(iter(self.table.state.get(PREPARED).values()))

    @property
    def shown(self) -> PreparedSceneView:
        (block,) = (block for block in self.table.present("gm") if isinstance(block, PreparedBlock))
        return block.scenes[0]

    def zone(self, name: str) -> PreparedId:
        return next(zone.id for zone in self.scene.zones if zone.name == name)

    def add_zone(self, name: str, *next_to: str, is_hidden: bool = False) -> None:
        self.do(
            PrepareZone(scene=self.scene.id, name=name, next_to=tuple(map(self.zone, next_to)), is_hidden=is_hidden)
        )

    def add_aspect(self, words: str, zone: str = "", *, is_hidden: bool = False) -> None:
        where = self.zone(zone) if zone else PreparedId("")
        self.do(PrepareAspect(scene=self.scene.id, words=words, zone=where, is_hidden=is_hidden))

    def add_foe(self, zone: str = "", *, is_hidden: bool = False) -> None:
        where = self.zone(zone) if zone else PreparedId("")
        self.do(PrepareOpponent(scene=self.scene.id, sheet=self.foe, zone=where, is_hidden=is_hidden))

    def furnish(self) -> None:
        self.add_zone("Yard")
        self.add_zone("Loft", "Yard")
        self.add_zone("Cellar", "Yard", is_hidden=True)
        self.add_aspect("Dust in the Air")
        self.add_aspect("Rotten Ladder", "Loft", is_hidden=True)
        self.add_foe("Loft")
        self.add_foe(is_hidden=True)

    def lines(self, seat: str) -> str:
        chronicle = Chronicle(self.table, seat)
        chronicle.hear_news()
        return "\n".join(line for _, line in chronicle.lines)

    def situation(self, seat: str) -> dict[str, str]:
        """The aspects a seat knows of, with the names of the zones they are in."""
        view = self.table.view(seat)
        zones: dict[Any, Any] = dict(view.get(ZONES).zones)
        cards = [card for card in view.get(ASPECTS).values() if card.kind == SITUATION]
        return {card.text: zones[card.zone].name if card.zone else "" for card in cards}


@pytest.fixture(params=folders())
def evening(request: pytest.FixtureRequest) -> Evening:
    return Evening(request.param)


def test_players_are_told_nothing_of_what_is_prepared(evening: Evening) -> None:
    told, screen, offers = (evening.table.told("ana"), evening.table.present("ana"), evening.table.offers("ana"))
    evening.furnish()
    assert evening.table.told("ana") == told
    assert evening.table.present("ana") == screen
    assert evening.table.offers("ana") == offers
    assert evening.table.view("ana").get(PREPARED) == {}


def test_the_game_master_sees_the_drawer(evening: Evening) -> None:
    evening.furnish()
    shown = evening.shown
    assert shown.title == "The old mill"
    assert [(part.text, part.where, part.is_hidden) for part in shown.zones] == [
        ("Yard", "", False),
        ("Loft", "Yard", False),
        ("Cellar", "Yard", True),
    ]
    assert [(part.text, part.where, part.is_hidden) for part in shown.aspects] == [
        ("Dust in the Air", "", False),
        ("Rotten Ladder", "Loft", True),
    ]
    name = evening.foe.name
    assert [(part.text, part.where, part.is_hidden) for part in shown.opponents] == [
        (name, "Loft", False),
        (name, "", True),
    ]
    assert "A scene is being prepared: The old mill" in evening.lines("gm")


def test_a_scene_is_brought_in_with_all_that_was_prepared(evening: Evening) -> None:
    evening.furnish()
    evening.do(BringIn(evening.scene.id, (evening.hero,)))
    state = evening.table.state
    scene, area = state.get(SCENE), state.get(ZONES)
    names = {zone.id: zone.name for zone in area.zones.values()}
    foe, hidden = (actor for actor in state.get(CAST).values() if not actor.is_pc)
    assert (scene.title, scene.is_open) == ("The old mill", True)
    assert scene.present == (evening.hero, foe.id)
    assert [(names[border.one], names[border.other]) for border in area.borders] == [
        ("Yard", "Loft"),
        ("Yard", "Cellar"),
    ]
    assert {actor: names[zone] for actor, zone in area.places.items()} == {foe.id: "Loft"}
    assert evening.situation("gm") == {"Dust in the Air": "", "Rotten Ladder": "Loft"}
    assert hidden.is_hidden
    assert state.get(PREPARED) == {}, "it is no longer in the drawer"


def test_what_was_prepared_as_hidden_stays_hidden(evening: Evening) -> None:
    evening.furnish()
    evening.do(BringIn(evening.scene.id, (evening.hero,)))
    view = evening.table.view("ana")
    assert [zone.name for zone in view.get(ZONES).zones.values()] == ["Yard", "Loft"]
    assert evening.situation("ana") == {"Dust in the Air": ""}
    assert len([actor for actor in view.get(CAST).values() if not actor.is_pc]) == 1
    assert "Scene 1: The old mill" in evening.lines("ana")
    assert "drawer" not in evening.lines("ana")


def test_a_scene_is_brought_in_only_when_one_could_begin(evening: Evening) -> None:
    bring_in = BringIn(evening.scene.id, (evening.hero,))
    evening.table.send("gm", StartScene("On the road", (evening.hero,)))
    assert evening.refused(bring_in) == "scene-running"
    evening.table.send("gm", EndScene())
    assert evening.refused(BringIn(evening.scene.id, (evening.hero, evening.hero))) == "named-twice"
    assert evening.refused(BringIn(evening.scene.id, (ActorId("nobody"),))) == "unknown-actor"
    assert evening.refused(BringIn(PreparedId("d0"))) == "not-prepared"
    evening.do(bring_in)
    assert evening.refused(bring_in) == "not-prepared", "it is brought in once"


def test_scenes_are_prepared_at_any_time(evening: Evening) -> None:
    evening.table.send("gm", StartScene("On the road", (evening.hero,)))
    evening.furnish()
    assert [zone.text for zone in evening.shown.zones] == ["Yard", "Loft", "Cellar"]
    assert evening.table.state.get(ZONES).zones == {}, "trying it out leaves no trace on the table"
    assert evening.table.state.get(SCENE).title == "On the road"


def test_a_scene_and_a_zone_without_a_name_get_a_number(evening: Evening) -> None:
    evening.table.send("gm", PrepareScene(" "))
    *_, scene = evening.table.state.get(PREPARED).values()
    evening.table.send("gm", PrepareZone(scene=scene.id, name=""))
    scene = evening.table.state.get(PREPARED)[scene.id]
    assert (scene.title, [zone.name for zone in scene.zones]) == ("Scene 1", ["Zone 1"])


def test_what_could_not_be_laid_out_cannot_be_prepared(evening: Evening) -> None:
    evening.furnish()
    scene, yard, cellar = evening.scene.id, evening.zone("Yard"), evening.zone("Cellar")
    nowhere = PreparedId("z0")
    wrong: tuple[tuple[Command, str], ...] = (
        (PrepareAspect(scene=scene, words=" "), "no-words"),
        (PrepareAspect(scene=scene, words="Damp", zone=cellar), "still-hidden"),
        (PrepareAspect(scene=scene, words="Damp", zone=nowhere), "no-such-zone"),
        (PrepareZone(scene=scene, name="Well", next_to=(cellar,)), "still-hidden"),
        (PrepareZone(scene=scene, name="Well", next_to=(cellar,), is_hidden=True), "still-hidden"),
        (PrepareZone(scene=scene, name="Well", next_to=(nowhere,)), "no-such-zone"),
        (PrepareOpponent(scene=scene, sheet=evening.foe, zone=cellar), "still-hidden"),
        (PrepareOpponent(scene=scene, sheet=evening.foe, zone=yard, is_hidden=True), "still-hidden"),
        (TakeOut(scene, PreparedId("d0")), "not-prepared"),
    )
    for command, code in wrong:
        assert evening.refused(command) == code, command
    # A refusal, not the offer, says that a name is taken or a sheet is not one of an opponent.
    for command, code in (
        (PrepareScene("The old mill"), "named-twice"),
        (PrepareZone(scene=scene, name="Yard"), "named-twice"),
        (PrepareOpponent(scene=scene, sheet=evening.table.state.get(CAST)[evening.hero].sheet), "wrong-kind"),
    ):
        with pytest.raises(RuleViolation) as refusal:
            evening.table.send("gm", command)
        assert refusal.value.code == code


def test_a_zone_is_prepared_with_no_more_aspects_than_it_may_have(evening: Evening) -> None:
    evening.add_zone("Yard")
    most = 0
    while most < 12 and any(
        offer.matches(PrepareAspect(scene=evening.scene.id, words="One more", zone=evening.zone("Yard")))
        for offer in evening.table.offers("gm")
    ):
        evening.add_aspect(f"Aspect {most}", "Yard")
        most += 1
    if most < 12:
        one_more = PrepareAspect(scene=evening.scene.id, words="One more", zone=evening.zone("Yard"))
        assert evening.refused(one_more) == "too-many-aspects"
    evening.do(BringIn(evening.scene.id))
    assert len(evening.situation("ana")) == most


def test_what_was_in_a_zone_that_is_taken_out_stays(evening: Evening) -> None:
    evening.furnish()
    evening.do(TakeOut(evening.scene.id, evening.zone("Loft")))
    evening.do(TakeOut(evening.scene.id, evening.scene.aspects[0].id))
    evening.do(TakeOut(evening.scene.id, evening.scene.opponents[1].id))
    assert [(part.text, part.where) for part in evening.shown.aspects] == [("Rotten Ladder", "")]
    assert [(part.text, part.where) for part in evening.shown.opponents] == [(evening.foe.name, "")]
    evening.do(TakeOut(evening.scene.id, evening.zone("Yard")))
    assert [(part.text, part.where) for part in evening.shown.zones] == [("Cellar", "")]
    evening.do(BringIn(evening.scene.id))
    assert evening.situation("gm") == {"Rotten Ladder": ""}


def test_a_scene_that_is_thrown_away_is_gone(evening: Evening) -> None:
    scene = evening.scene.id
    evening.do(DiscardScene(scene))
    assert evening.table.state.get(PREPARED) == {}
    assert not any(isinstance(block, PreparedBlock) for block in evening.table.present("gm"))
    assert evening.refused(DiscardScene(scene)) == "not-prepared"


def test_only_the_game_master_prepares(evening: Evening) -> None:
    scene = evening.scene.id
    for command in (
        PrepareScene("Mine"),
        PrepareAspect(scene=scene, words="Mine"),
        DiscardScene(scene),
        BringIn(scene),
    ):
        assert evening.refused(command, "ana") == "gm-only"


def test_the_drawer_goes_with_the_game_master_s_chair(evening: Evening) -> None:
    evening.furnish()
    evening.table.send("gm", HandOver(SeatId("ana")))
    assert evening.table.view("gm").get(PREPARED) == {}
    assert [scene.title for scene in evening.table.view("ana").get(PREPARED).values()] == ["The old mill"]


def test_rewinding_puts_a_scene_back_into_the_drawer(evening: Evening) -> None:
    evening.furnish()
    before, scene = evening.table.state.seq, evening.scene
    evening.do(BringIn(scene.id, (evening.hero,)))
    evening.table.send("gm", Rewind(before))
    assert evening.scene == scene
    assert not evening.table.state.get(SCENE).is_open
