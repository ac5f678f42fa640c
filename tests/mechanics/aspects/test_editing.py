"""Cards are placed, revealed, reworded and removed by hand; players suggest some."""

from __future__ import annotations

from fatetable.engine.messages import SeatId
from fatetable.mechanics.aspects.cards import ASPECTS, BOOST, CHARACTER, AspectCard, AspectId, AspectPlaced
from fatetable.mechanics.aspects.editing import (
    PlaceAspect,
    RemoveAspectNow,
    RevealAspect,
    RewordAspect,
    SuggestAspect,
    SuggestedAspect,
)
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene
from fatetable.mechanics.scenes.zones import ZoneId
from tests.mechanics.small_game import RETH, VOLT, SmallGame, sheet


def test_the_game_master_places_aspects_in_a_scene_on_who_is_there() -> None:
    g = SmallGame()
    assert g.refused("gm", PlaceAspect(words="Fog"))[0] == "no-scene"
    g.scene()
    assert g.refused("ana", PlaceAspect(words="Fog"))[0] == "gm-only"
    assert g.refused("gm", PlaceAspect(words=" "))[0] == "no-words"
    g.do("gm", LeaveScene(VOLT))
    assert g.refused("gm", PlaceAspect(words="Cut Off", bearer=VOLT)) == ("not-there", "Volt is not in the scene.")
    g.do("gm", PlaceAspect(words=" Cornered ", bearer=RETH, is_hidden=True))
    assert g.card("Cornered").bearer == RETH
    assert "Cornered" not in [card.text for card in g.view("ana").get(ASPECTS).values()]


def test_an_aspect_may_come_with_free_invocations_for_somebody_who_is_there() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog", free_uses=2, holder=VOLT))
    assert [free.holder for free in g.card("Fog").free] == [VOLT, VOLT]
    assert len({free.id for free in g.card("Fog").free}) == 2
    g.do("gm", PlaceAspect(words="Mud", free_uses=1))
    assert [free.holder for free in g.card("Mud").free] == [""]
    for wrong in (-1, 6):
        assert g.refused("gm", PlaceAspect(words="Rain", free_uses=wrong))[0] == "bad-number"
    g.do("gm", LeaveScene(VOLT))
    assert g.refused("gm", PlaceAspect(words="Rain", free_uses=1, holder=VOLT))[0] == "not-there"
    g.do("gm", PlaceAspect(words="Trap", free_uses=1, holder=RETH, is_hidden=True))
    assert "Trap" not in [card.text for card in g.view("ana").get(ASPECTS).values()]


def test_a_zone_bears_as_many_aspects_as_the_ruleset_says() -> None:
    g = SmallGame(editing={"most_on_zone": 1}).scene()
    (yard,) = g.draw("Yard")
    g.do("gm", PlaceAspect(words="Mud", zone=yard))
    code, reason = g.refused("gm", PlaceAspect(words="Rain", zone=yard))
    assert (code, reason) == ("too-many-aspects", "Yard has as many aspects as it can hold.")
    assert g.editing.full([yard, "", ""]) == (yard,)
    assert g.refused("gm", PlaceAspect(words="Rain", zone=ZoneId("nowhere")))[0] == "no-such-zone"


def test_a_secret_is_revealed_once_by_those_it_belongs_to() -> None:
    g = SmallGame(open_sheets=False).scene()
    born = g.card("Born to Run").id
    assert g.refused("bo", RevealAspect(born))[0] == "unknown-aspect"
    g.do("ana", RevealAspect(born))
    assert g.refused("ana", RevealAspect(born))[0] == "not-hidden"
    g.do("gm", PlaceAspect(words="A Trap", is_hidden=True))
    g.do("gm", RevealAspect(g.card("A Trap").id))
    assert g.card("A Trap").known_to is None


def test_a_reworded_character_aspect_is_reworded_on_the_sheet_too() -> None:
    g = SmallGame().scene()
    born = g.card("Born to Run").id
    assert g.refused("gm", RewordAspect(born, "Born to Walk", " "))[0] == "no-reason"
    g.do("gm", RewordAspect(born, "Born to Walk", "she is tired"))
    assert g.card("Born to Walk").id == born
    assert g.state.get(CAST)[RETH].sheet.aspects == {"motto": "Born to Walk"}


def test_situation_aspects_go_away_and_character_aspects_do_not() -> None:
    g = SmallGame().scene()
    assert g.refused("gm", RemoveAspectNow(g.card("Born to Run").id, "why not"))[0] == "not-removable"
    g.do("gm", PlaceAspect(words="Fog"))
    fog = g.card("Fog").id
    g.do("gm", RemoveAspectNow(fog, "the wind"))
    assert fog not in g.state.get(ASPECTS)


def test_what_somebody_of_the_game_masters_is_goes_from_the_sheet_too() -> None:
    g = SmallGame().scene()
    late = ActorId("boss")
    g.do("gm", AddOpponent(sheet("Boss", "foe", aspects={"motto": "Never Alone"})))
    card = g.card("Never Alone")
    g.do("gm", RemoveAspectNow(card.id, "his men have left"))
    assert (card.id in g.state.get(ASPECTS), dict(g.state.get(CAST)[late].sheet.aspects)) == (False, {})


def test_an_aspect_found_out_about_somebody_can_go_again() -> None:
    g = SmallGame().scene()
    g.tell(AspectPlaced(AspectCard(id=AspectId("x1"), text="Afraid of Water", kind=CHARACTER, bearer=RETH)))
    g.do("gm", RemoveAspectNow(AspectId("x1"), "she is not"))
    assert AspectId("x1") not in g.state.get(ASPECTS)


def test_a_player_suggests_one_aspect_at_a_time() -> None:
    g = SmallGame().scene()
    assert g.refused("gm", SuggestAspect("Fog")) == ("place-it-yourself", "The Keeper places aspects directly.")
    g.do("ana", SuggestAspect(" Fog "))
    asked = g.prompt(SuggestedAspect)
    assert asked.read(SuggestedAspect) == SuggestedAspect("Fog", SeatId("ana"), 1)
    assert asked.about == {"words": "Fog", "by": "ana", "suggested_in": 1}
    code, reason = g.refused("ana", SuggestAspect("Rain"))
    assert (code, reason) == ("one-at-a-time", "Your last one has not been answered yet.")
    g.answer("gm", SuggestedAspect, "yes")
    assert g.card("Fog").kind == "situation"


def test_the_end_of_a_scene_takes_boosts_suggestions_and_what_is_not_kept() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    g.do("gm", PlaceAspect(words="A Ruin"))
    g.tell(AspectPlaced(AspectCard(id=AspectId("b"), text="Off Balance", kind=BOOST)))
    g.do("ana", SuggestAspect("Rain"))
    g.do("gm", EndScene((g.card("A Ruin").id,)))
    assert [card.text for card in g.state.get(ASPECTS).values()] == ["Born to Run", "A Ruin"]
    assert not g.is_asked(SuggestedAspect)


def test_what_outlasts_a_scene_needs_nobody_to_keep_it() -> None:
    g = SmallGame(editing={"outlasts": lambda card: card.text == "A Rumor"}).scene()
    for words in ("A Rumor", "Fog"):
        g.do("gm", PlaceAspect(words=words))
    g.do("gm", EndScene())
    texts = [card.text for card in g.state.get(ASPECTS).values()]
    assert "A Rumor" in texts
    assert "Fog" not in texts
