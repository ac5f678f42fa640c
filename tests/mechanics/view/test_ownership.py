"""What belongs to a viewer is marked, and nothing else is touched."""

from __future__ import annotations

from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.view.blocks import (
    AspectCardsBlock,
    CardView,
    PromptBlock,
    RollBlock,
    SceneBlock,
    SheetBlock,
    TokenView,
    ZoneMapBlock,
    ZoneView,
)
from fatetable.mechanics.view.encounter_blocks import PlaceView, TurnOrderBlock
from fatetable.mechanics.view.ownership import Ownership, mark_owned, own_sheets_first, owners_in
from fatetable.mechanics.view.sides_of_rolls import EffortView

RETH, VOLT = ActorId("reth"), ActorId("volt")
MINE = frozenset({RETH})


def card(**more: str) -> CardView:
    return CardView(id=AspectId("a"), text="Fog", kind="situation", **more)  # type: ignore[arg-type]


def test_cards_on_a_character_or_made_by_it_are_the_players() -> None:
    block = AspectCardsBlock("Situation", (card(bearer_id=RETH), card(owner_id=RETH), card(bearer_id=VOLT)))
    marked = mark_owned(block, MINE)
    assert isinstance(marked, AspectCardsBlock)
    assert [view.is_mine for view in marked.cards] == [True, True, False]


def test_tokens_and_places_are_marked() -> None:
    order = TurnOrderBlock("fight", 1, (PlaceView("Reth", 3, "acting", RETH), PlaceView("Volt", 2, "waiting", VOLT)))
    marked = mark_owned(order, MINE)
    assert isinstance(marked, TurnOrderBlock)
    assert [place.is_mine for place in marked.places] == [True, False]
    tokens = (TokenView(actor=RETH, name="Reth"), TokenView(actor=VOLT, name="Volt"))
    zone = ZoneView(id="z", name="Yard", actors=(), aspects=(), is_hidden=False, tokens=tokens)
    area = mark_owned(ZoneMapBlock((zone,), ()), MINE)
    assert isinstance(area, ZoneMapBlock)
    assert [token.is_mine for token in area.zones[0].tokens] == [True, False]


def test_a_block_without_anything_of_the_viewers_is_the_same_object() -> None:
    others = AspectCardsBlock("Situation", (card(bearer_id=VOLT),))
    scene = SceneBlock(title="", number=1, session=1, is_open=True)
    assert mark_owned(others, MINE) is others
    assert mark_owned(scene, MINE) is scene
    assert list(owners_in(scene)) == []


def test_a_question_to_the_viewer_is_seen_as_theirs() -> None:
    public = PromptBlock(id="p1", question="?", for_me=False, names=(), answers=(), cites=())
    theirs = PromptBlock(id="p1", question="?", for_me=True, names=(), answers=(), cites=())
    assert Ownership(MINE, {"p1": theirs}).seen(public) is theirs
    assert Ownership(MINE, {}).seen(public) is public


def sheet(actor: ActorId, *aspects: CardView) -> SheetBlock:
    return SheetBlock(
        actor=actor,
        name=actor.title(),
        kind="hero",
        description="",
        is_mine=False,
        points=None,
        refresh=None,
        aspects=aspects,
        traits=(),
        features=(),
        boxes=(),
        scores={},
        slots=(),
        out="",
        zone="",
    )


def side(actor: ActorId) -> EffortView:
    return EffortView(
        id="r1.0",
        name="",
        trait="",
        description="",
        dice=(),
        earlier=(),
        modifiers=(),
        hindrances=(),
        total=0,
        word="",
        actor=actor,
    )


def test_a_sheet_and_the_cards_on_it_are_marked_each_for_itself() -> None:
    marked = mark_owned(sheet(RETH, card(bearer_id=RETH), card(bearer_id=VOLT)), MINE)
    assert isinstance(marked, SheetBlock)
    assert (marked.is_mine, [view.is_mine for view in marked.aspects]) == (True, [True, False])
    another = mark_owned(sheet(VOLT, card(bearer_id=VOLT, owner_id=RETH)), MINE)
    assert isinstance(another, SheetBlock)
    assert (another.is_mine, [view.is_mine for view in another.aspects]) == (False, [True])


def test_the_sides_of_a_roll_are_marked() -> None:
    block = RollBlock(
        id=RollId("r1"),
        action="attack",
        stage="declared",
        sides=(side(RETH), side(VOLT)),
        difficulty=None,
        against="",
        margin=None,
        outcome="",
        waiting=(),
    )
    marked = mark_owned(block, MINE)
    assert isinstance(marked, RollBlock)
    assert [view.is_mine for view in marked.sides] == [True, False]


def test_a_viewers_sheets_come_first_and_everything_else_keeps_its_place() -> None:
    scene = SceneBlock(title="", number=1, session=1, is_open=True)
    blocks = (sheet(VOLT), scene, sheet(ActorId("thug")), sheet(RETH))
    ordered = own_sheets_first(blocks, MINE)
    assert [block.actor if isinstance(block, SheetBlock) else "scene" for block in ordered] == [
        RETH,
        "scene",
        VOLT,
        "thug",
    ]


def test_a_viewer_without_characters_owns_nothing() -> None:
    block = AspectCardsBlock("Situation", (card(),))
    assert mark_owned(block, frozenset()) is block
