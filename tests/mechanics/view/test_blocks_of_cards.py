"""Cards as a viewer sees them."""

from __future__ import annotations

from fatetable.mechanics.aspects.cards import BOOST, SITUATION, AspectCard, AspectId, AspectPlaced, FreeInvoke
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.view.blocks import AspectCardsBlock
from tests.mechanics.small_game import RETH, VOLT, SmallGame
from tests.mechanics.view.showing import shown


def test_situation_aspects_and_boosts_are_blocks_of_their_own() -> None:
    g = SmallGame().scene()
    (yard,) = g.draw("Yard")
    free = (FreeInvoke("f1", RETH, "create"), FreeInvoke("f2", RETH, "create", VOLT))
    g.tell(AspectPlaced(AspectCard(id=AspectId("a"), text="Mud", kind=SITUATION, zone=yard, free=free)))
    g.tell(AspectPlaced(AspectCard(id=AspectId("b"), text="Off Balance", kind=BOOST, owner=RETH)))
    situation, boosts = shown(g, "ana", AspectCardsBlock)
    assert (situation.title, boosts.title) == ("Situation", "Boosts")
    (mud,), (boost,) = situation.cards, boosts.cards
    assert (mud.zone, mud.zone_id, mud.free, mud.is_mine) == ("Yard", yard, ("Reth", "Volt"), False)
    assert (boost.owner, boost.is_mine) == ("Reth", True)


def test_a_hidden_card_is_marked_for_the_game_master_and_shown_to_nobody_else() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="A Trap", is_hidden=True))
    ((trap,),) = (block.cards for block in shown(g, "gm", AspectCardsBlock))
    assert trap.is_hidden
    assert shown(g, "ana", AspectCardsBlock) == []
