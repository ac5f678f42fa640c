"""What an aspect makes true: the game master says so, players ask."""

from __future__ import annotations

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import HandOver
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.scenes.facts import FACTS, ClaimedFact, ClaimFact, Fact
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from tests.mechanics.small_game import RETH, SmallGame


def foggy() -> SmallGame:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    g.do("gm", PlaceAspect(words="A Trap", is_hidden=True))
    return g


def test_a_player_asks_and_the_game_master_agrees_or_not() -> None:
    g = foggy()
    for option, facts in (("no", ()), ("yes", (Fact("Fog", "nobody sees us"),))):
        g.do("ana", ClaimFact(g.card("Fog").id, " nobody sees us "))
        asked = g.prompt(ClaimedFact)
        assert asked.read(ClaimedFact) == ClaimedFact("Fog", "nobody sees us", "ana")  # type: ignore[arg-type]
        assert asked.about == {"text": "Fog", "fact": "nobody sees us", "by": "ana"}
        assert g.refused("ana", ClaimFact(g.card("Fog").id, "more"))[0] == "one-at-a-time"
        g.answer("gm", ClaimedFact, option)
        assert g.state.get(FACTS) == facts


def test_the_game_master_tells_no_secret_by_pointing_to_it() -> None:
    g = foggy()
    assert g.refused("gm", ClaimFact(g.card("A Trap").id, "it snaps")) == ("still-hidden", "Reveal the aspect first.")
    g.do("gm", ClaimFact(g.card("Fog").id, "it is cold"))
    assert g.state.get(FACTS) == (Fact("Fog", "it is cold"),)


def test_only_what_is_part_of_the_scene_can_be_pointed_to() -> None:
    g = foggy()
    born = g.card("Born to Run").id
    g.do("gm", LeaveScene(RETH))
    assert g.refused("gm", ClaimFact(born, "she is quick"))[0] == "not-in-play"


def test_somebody_who_is_made_game_master_with_a_claim_still_open_claims_without_waiting() -> None:
    g = foggy()
    g.do("ana", ClaimFact(g.card("Fog").id, "nobody sees us"))
    g.do("gm", HandOver(SeatId("ana")))
    assert len(g.offers("ana", ClaimFact)) == 1
    g.do("ana", ClaimFact(g.card("Fog").id, "it is cold"))
    assert g.state.get(FACTS) == (Fact("Fog", "it is cold"),)
