"""Creating an advantage in its three modes, with all outcomes, and the free invocations that come of it."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import ChoiceHole, Offer, TextHole
from fatetable.mechanics.acting import CreateAdvantage
from fatetable.mechanics.aspects import (
    BOOST,
    CHARACTER,
    SITUATION,
    AspectCard,
    AspectId,
    AspectPlaced,
    AspectRevealed,
    FreeInvokesSet,
)
from fatetable.mechanics.blocks import AspectCardsBlock, CardView
from fatetable.mechanics.cast import ActorId
from fatetable.mechanics.conceding import GiveIn
from fatetable.mechanics.harming import Inflict
from fatetable.mechanics.lending import LendInvoke
from fatetable.mechanics.opposing import Interpose, SendBack
from fatetable.mechanics.rolls import RollOver, RollSettled, SecretAspectChosen
from fatetable.mechanics.scenes import LeaveScene
from fatetable.mechanics.staging import PlaceAspect, RewordAspect
from fatetable.rulesets.fae.tests.moves import (
    GANG,
    NOBODY,
    RETH,
    VELD,
    VOLTAIRE,
    against,
    boosts,
    create,
    declare,
    invoking,
    kinds,
    overcome,
    resisted_by,
    settle,
)
from fatetable.rulesets.fae.tests.playing import Game, all_of, first


def holders(card: AspectCard) -> list[str]:
    return [free.holder for free in card.free]


def cards_seen_by(g: Game, seat: str) -> list[CardView]:
    return [card for block in g.table.present(seat) if isinstance(block, AspectCardsBlock) for card in block.cards]


# -- what it is, and its three modes ---------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-01")
def test_the_target_may_get_a_defence_and_otherwise_a_difficulty_is_set() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Tripped", target="veld"))
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options][:2]) == (("@gm",), ["difficulty", "defend"])
    resisted_by(g, "veld", "quick")
    assert g.roll.is_opposed
    settle(g, 1)
    declare(g, create(words="Well Read"))
    against(g, 2)
    assert first(settle(g, 1), RollSettled).against == 2


@pytest.mark.rule("FAE-CAA-02")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"mode": "improve"}, "unknown-mode"),
        ({"mode": "new", "words": " "}, "no-words"),
        ({"mode": "new", "words": "High Up", "aspect": "Rubble"}, "no-such-aspect"),
        ({"mode": "new", "words": "High Up", "target": "nobody"}, "unknown-actor"),
        ({"mode": "discover", "aspect": "Rubble"}, "no-such-aspect"),
        ({"mode": "discover", "words": "High Up"}, "no-new-words"),
        ({"mode": "discover", "target": "reth"}, "bad-target"),
        ({"mode": "exploit"}, "unknown-aspect"),
        ({"mode": "exploit", "aspect": "Rubble", "words": "High Up"}, "no-new-words"),
        ({"mode": "exploit", "aspect": "Rubble", "target": "voltaire"}, "bad-target"),
    ],
)
def test_a_mode_wants_the_words_or_the_aspect_it_is_about(changes: dict[str, str], code: str) -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="Rubble"))
    aspect = g.card("Rubble").id if "aspect" in changes else AspectId("")
    command = CreateAdvantage(
        actor=RETH,
        mode=changes["mode"],
        trait="careful",
        description="looks",
        words=changes.get("words", ""),
        target=ActorId(changes.get("target", "")),
        aspect=aspect,
    )
    assert g.refused("ana", command) == code


@pytest.mark.rule("FAE-CAA-02")
def test_all_three_modes_are_offered_and_creating_on_oneself_too() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Rubble"))
    offers = {mode: offer_of(g, mode) for mode in ("new", "discover", "exploit")}
    targets = {mode: choices_of(offer, "target") for mode, offer in offers.items()}
    assert targets == {"new": ["", "voltaire", "veld", "reth"], "discover": ["", "voltaire", "veld"], "exploit": []}
    g.do("ana", offers["new"].fill(target="reth", trait="careful", description="aims", words="Taking Aim"))
    against(g, 0)
    settle(g, 1)
    assert g.card("Taking Aim").bearer == RETH


def offer_of(g: Game, mode: str) -> Offer:
    (found,) = (o for o in g.offers("ana") if isinstance(o.command, CreateAdvantage) and o.command.mode == mode)
    return found


def choices_of(offer: Offer, field: str) -> list[str]:
    holes = (hole for hole in offer.holes if isinstance(hole, ChoiceHole) and hole.field == field)
    return [choice.value for hole in holes for choice in hole.options]


@pytest.mark.rule("FAE-CAA-02")
def test_an_aspect_made_on_a_person_is_a_situation_aspect_attached_to_them() -> None:
    g = Game(foes=("Veld",))
    before = g.table.state.slices["cast"][VELD].sheet
    declare(g, create(words="Tripped", target="veld"))
    resisted_by(g, "veld")
    settle(g, 1)
    card = g.card("Tripped")
    assert (card.kind, card.bearer, card.slot) == (SITUATION, VELD, "")
    assert g.table.state.slices["cast"][VELD].sheet == before


@pytest.mark.rule("FAE-CAA-02")
def test_before_the_dice_the_game_master_says_in_secret_what_there_is_to_discover() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"), open_aspects=False)
    g.do("gm", PlaceAspect(words="A Trapdoor", is_hidden=True))
    declare(g, create(mode="discover"))
    prompt = g.prompt("discover")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("@gm",), ["hidden", "invent", "nothing"])
    (which,) = prompt.options[0].holes
    assert isinstance(which, ChoiceHole)
    assert {choice.label for choice in which.options} == {
        "A Trapdoor",
        "Officer of the Steel Empire (Veld)",
        "Must Not Lose Face (Veld)",
        "The Harbour Answers to Me (Veld)",
        "Axe Handles & Crowbars (Gang of Thugs)",
    }
    g.answer("gm", "discover", "hidden", aspect=g.card("A Trapdoor").id)
    told = [record.event for record in g.table.told("ana")]
    assert not any("Trapdoor" in repr(event) for event in told)
    assert not any(isinstance(event, SecretAspectChosen) for event in told)
    assert kinds(g) == ["opposition"]


@pytest.mark.rule("FAE-CAA-02")
def test_a_search_of_one_character_finds_only_what_is_theirs() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"), open_aspects=False)
    declare(g, create(mode="discover", target="gang-of-thugs"))
    prompt = g.prompt("discover")
    assert prompt is not None
    (which,) = prompt.options[0].holes
    assert isinstance(which, ChoiceHole)
    assert [choice.label for choice in which.options] == ["Axe Handles & Crowbars (Gang of Thugs)"]


@pytest.mark.rule("FAE-CAA-02")
def test_nobody_discovers_what_they_know_already() -> None:
    g = Game(open_sheets=False)
    declare(g, create(mode="discover"))
    prompt = g.prompt("discover")
    assert prompt is not None
    (which,) = prompt.options[0].holes
    assert isinstance(which, ChoiceHole)
    assert which.options
    assert all(choice.label.endswith("(Voltaire)") for choice in which.options)


@pytest.mark.rule("FAE-CAA-02")
def test_a_foe_discovers_what_the_other_players_do_not_know() -> None:
    g = Game(foes=("Veld",), open_sheets=False)
    declare(g, create(VELD, mode="discover", target="reth"))
    prompt = g.prompt("discover")
    assert prompt is not None
    g.answer("gm", "discover", "hidden", aspect=g.card("Crush On Avasa").id)
    against(g, 0)
    settle(g, 1)
    assert (g.card("Crush On Avasa").known_to, holders(g.card("Crush On Avasa"))) == (None, [VELD])


@pytest.mark.rule("FAE-CAA-02")
def test_if_there_is_nothing_to_discover_the_actor_declares_anew() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, create(VOLTAIRE, mode="discover"))
    prompt = g.prompt("discover")
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["invent", "nothing"]  # All aspects lie open.
    events = g.answer("gm", "discover", "nothing")
    assert "nothing" in first(events, RollOver).reason
    declare(g, create(VOLTAIRE, words="In the Rigging"))


@pytest.mark.rule("FAE-CAA-02")
@pytest.mark.parametrize(("target", "kind"), [("", SITUATION), ("veld", CHARACTER)])
def test_the_game_master_may_write_on_the_spot_what_is_discovered(target: str, kind: str) -> None:
    g = Game(foes=("Veld",))
    declare(g, create(mode="discover", target=target))
    g.answer("gm", "discover", "invent", words="Afraid of Water")
    card = g.card("Afraid of Water")
    assert (card.kind, card.bearer, card.known_to) == (kind, target, ("@gm",))
    against(g, 0)
    settle(g, 2)
    assert g.card("Afraid of Water").known_to is None


@pytest.mark.rule("FAE-CAA-02")
def test_any_known_aspect_can_be_exploited_but_no_boost_and_none_that_is_not_known() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    own, others = g.card("Crush On Avasa").id, g.card("*Yawn*").id
    for aspect in (own, others):
        declare(g, create(aspect=aspect))
        g.answer("gm", "opposition", "send-back", reason="only looking")
    assert g.refused("ana", create(aspect=g.card("Must Not Lose Face").id)) == "unknown-aspect"
    declare(g, create(words="Aim"))
    against(g, 2)
    settle(g, 0)
    (boost,) = boosts(g)
    assert g.refused("ana", create(aspect=boost.id)) == "no-boosts"
    offered = set(choices_of(offer_of(g, "exploit"), "aspect"))
    assert {own, others} <= offered
    assert boost.id not in offered


@pytest.mark.rule("FAE-CAA-02")
def test_a_consequence_can_be_exploited_and_its_bearer_is_the_first_who_might_resist() -> None:
    g = Game(foes=("Gang of Thugs", "Veld"))
    g.start_conflict(first="Voltaire")
    g.do("gm", GiveIn(GANG, "they run"))
    g.answer("ana", "concession", "agree")
    g.do("gm", Inflict(actor=VELD, slot="mild", words="Sprained Ankle", reason="a fall"))
    declare(g, create(VOLTAIRE, aspect=g.card("Sprained Ankle").id))
    prompt = g.prompt("opposition")
    assert prompt is not None
    option = prompt.option("defend")
    assert option is not None
    (who,) = option.holes
    assert isinstance(who, ChoiceHole)
    assert [choice.value for choice in who.options] == ["veld", "reth"]
    against(g, 0)
    settle(g, 1)
    assert holders(g.card("Sprained Ankle")) == [VOLTAIRE]


@pytest.mark.rule("FAE-CAA-02")
def test_an_aspect_of_someone_who_is_not_there_cannot_be_exploited() -> None:
    g = Game()
    g.do("gm", LeaveScene(VOLTAIRE))
    assert g.refused("ana", create(aspect=g.card("*Yawn*").id)) == "not-in-play"


# -- new or discover: fail -------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-03")
def test_a_failed_attempt_asks_the_game_master_who_may_say_nothing_comes_of_it() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Rough Terrain"))
    against(g, 4)
    settle(g, -1)
    prompt = g.prompt("opponent-gains")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("@gm",), ["nothing", "gain"])
    assert g.last_roll.stage == "settled"
    g.answer("gm", "opponent-gains", "nothing")
    assert (g.has_card("Rough Terrain"), g.last_roll.stage, boosts(g)) == (False, "over", [])


@pytest.mark.rule("FAE-CAA-03")
def test_a_failed_aspect_may_exist_in_other_words_with_a_free_invocation_for_an_opponent() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    declare(g, create(words="Rough Terrain"))
    against(g, 4)
    settle(g, -2)
    prompt = g.prompt("opponent-gains")
    assert prompt is not None
    who, words = prompt.options[1].holes
    assert isinstance(who, ChoiceHole)
    assert isinstance(words, TextHole)
    assert {choice.value for choice in who.options} == {VELD, GANG}
    assert words.suggestion == "Rough Terrain"
    g.answer("gm", "opponent-gains", "gain", holder="veld", words="Rough Terrain the Thugs Know Well")
    card = g.card("Rough Terrain the Thugs Know Well")
    assert (card.kind, card.known_to, holders(card)) == (SITUATION, None, [VELD])
    assert not g.has_card("Rough Terrain")
    assert g.last_roll.stage == "over"


@pytest.mark.rule("FAE-CAA-03")
def test_the_one_who_failed_may_still_invoke_that_aspect_for_a_point_but_not_for_free() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Rough Terrain"))
    against(g, 4)
    settle(g, -1)
    g.answer("gm", "opponent-gains", "gain", holder="veld", words="Rough Terrain")
    free = g.card("Rough Terrain").free[0].id
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    assert g.refused("ana", invoking(g, "bonus", "Rough Terrain", RETH, payment=free)) == "not-your-free-invoke"
    g.do("ana", invoking(g, "bonus", "Rough Terrain", RETH))
    assert (g.points("reth"), g.roll.margin_now()) == (2, 1)
    g.do("gm", invoking(g, "hinder", "Rough Terrain", payment=free))
    assert (g.points("pool"), g.roll.margin_now(), g.card("Rough Terrain").free) == (2, -1, ())


@pytest.mark.rule("FAE-CAA-03")
def test_whoever_defended_is_the_only_one_who_can_gain() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    declare(g, create(words="Tripped", target="veld"))
    resisted_by(g, "veld")
    settle(g, -1)
    prompt = g.prompt("opponent-gains")
    assert prompt is not None
    who = prompt.options[1].holes[0]
    assert isinstance(who, ChoiceHole)
    assert [choice.value for choice in who.options] == ["veld"]


@pytest.mark.rule("FAE-CAA-03")
@pytest.mark.parametrize("mode", ["new", "discover"])
def test_without_any_opponent_a_failed_attempt_comes_to_nothing(mode: str) -> None:
    g = Game()
    declare(g, create(words="Rough Terrain", mode=mode))
    if mode == "discover":
        g.answer("gm", "discover", "invent", words="Rough Terrain")
    against(g, 4)
    settle(g, -1)
    assert (g.prompts(), g.last_roll.stage) == ((), "over")
    assert not any(card.text == "Rough Terrain" for card in cards_seen_by(g, "ana"))


@pytest.mark.rule("FAE-CAA-03")
@pytest.mark.parametrize("option", ["nothing", "gain"])
def test_a_failed_search_finds_nothing_or_finds_it_for_an_opponent(option: str) -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    g.do("gm", PlaceAspect(words="Loose Floorboards", is_hidden=True))
    declare(g, create(mode="discover"))
    g.answer("gm", "discover", "hidden", aspect=g.card("Loose Floorboards").id)
    against(g, 4)
    settle(g, -3)
    if option == "nothing":
        g.answer("gm", "opponent-gains", "nothing")
        assert (g.card("Loose Floorboards").known_to, holders(g.card("Loose Floorboards"))) == (("@gm",), [])
        return
    events = g.answer("gm", "opponent-gains", "gain", holder="veld")
    assert first(events, AspectRevealed).card.text == "Loose Floorboards"
    assert holders(g.card("Loose Floorboards")) == [VELD]
    g.do("gm", RewordAspect(g.card("Loose Floorboards").id, "Floorboards Veld Loosened", "it favours her"))
    assert holders(g.card("Floorboards Veld Loosened")) == [VELD]


# -- new or discover: tie, succeed, style ----------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-04")
def test_a_tie_makes_a_boost_and_no_aspect() -> None:
    g = Game()
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    settle(g, 0)
    (boost,) = boosts(g)
    assert (g.has_card("Rope Bridge"), boost.owner, boost.kind, holders(boost)) == (False, RETH, BOOST, [RETH])
    g.answer("ana", "name-boost", "name", words="Half a Bridge")
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "bonus", "Half a Bridge", RETH, payment=boost.free[0].id))
    assert (g.points("reth"), g.roll.margin_now(), g.has_card("Half a Bridge")) == (3, 1, False)


@pytest.mark.rule("FAE-CAA-05")
def test_a_tied_search_counts_as_a_success() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    declare(g, create(mode="discover", target="veld"))
    g.answer("gm", "discover", "hidden", aspect=g.card("Must Not Lose Face").id)
    against(g, 2)
    events = settle(g, 0)
    assert first(events, AspectRevealed).card.text == "Must Not Lose Face"
    assert (holders(g.card("Must Not Lose Face")), boosts(g)) == ([RETH], [])


@pytest.mark.rule("FAE-CAA-06")
@pytest.mark.parametrize("margin", [1, 2])
def test_a_success_lays_the_aspect_before_everybody_with_one_free_invocation(margin: int) -> None:
    g = Game()
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    events = settle(g, margin)
    assert first(events, AspectPlaced).card.text == "Rope Bridge"
    assert holders(g.card("Rope Bridge")) == [RETH]
    for seat in ("ana", "bo", "gm"):
        assert [(card.text, card.free) for card in cards_seen_by(g, seat)] == [("Rope Bridge", ("Reth",))]


@pytest.mark.rule("FAE-CAA-06")
def test_a_successful_search_shows_the_aspect_to_everybody() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    g.do("gm", PlaceAspect(words="A Trapdoor", is_hidden=True))
    declare(g, create(mode="discover"))
    g.answer("gm", "discover", "hidden", aspect=g.card("A Trapdoor").id)
    against(g, 2)
    settle(g, 1)
    assert [(card.text, card.free) for card in cards_seen_by(g, "bo")] == [("A Trapdoor", ("Reth",))]


@pytest.mark.rule("FAE-CAA-06")
def test_the_one_free_invocation_is_used_by_its_holder_or_by_one_ally() -> None:
    g = Game()
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    settle(g, 1)
    free = g.card("Rope Bridge").free[0].id
    declare(g, overcome(VOLTAIRE, "quick"))
    against(g, 2)
    g.throw("bo", "0000")
    as_bo = invoking(g, "bonus", "Rope Bridge", VOLTAIRE, payment=free)
    assert g.refused("bo", as_bo) == "not-your-free-invoke"
    g.do("ana", LendInvoke(g.card("Rope Bridge").id, free, VOLTAIRE))
    g.do("bo", as_bo)
    assert (g.points("voltaire"), g.roll.margin_now(), g.card("Rope Bridge").free) == (3, 2, ())
    assert g.refused("ana", invoking(g, "aid", "Rope Bridge", RETH, payment=free)) == "no-free-invoke"


@pytest.mark.rule("FAE-CAA-07")
def test_style_gives_two_free_invocations_that_go_on_one_roll() -> None:
    g = Game()
    declare(g, create(words="Rope Bridge"))
    against(g, 0)
    settle(g, 3)
    assert holders(g.card("Rope Bridge")) == [RETH, RETH]
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    for free in g.card("Rope Bridge").free:
        g.do("ana", invoking(g, "bonus", "Rope Bridge", RETH, payment=free.id))
    assert (g.points("reth"), g.roll.margin_now()) == (3, 3)
    assert g.refused("ana", invoking(g, "bonus", "Rope Bridge", RETH)) == "already-invoked"


@pytest.mark.rule("FAE-CAA-07")
def test_style_in_a_search_gives_two_free_invocations_too() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    declare(g, create(mode="discover", target="veld"))
    g.answer("gm", "discover", "hidden", aspect=g.card("Must Not Lose Face").id)
    against(g, 0)
    settle(g, 4)
    card = g.card("Must Not Lose Face")
    assert holders(card) == [RETH, RETH]
    assert len({free.source for free in card.free}) == 1


# -- a known aspect --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-08")
@pytest.mark.parametrize("margin", [-1, -4])
def test_failing_to_get_more_out_of_an_aspect_changes_nothing_for_anybody(margin: int) -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    declare(g, create(aspect=g.card("Slick Wet Planks").id))
    against(g, 4)
    events = settle(g, margin)
    assert all_of(events, FreeInvokesSet) == ()
    assert (holders(g.card("Slick Wet Planks")), g.prompts(), g.last_roll.stage) == ([], (), "over")
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", RETH))
    assert g.points("reth") == 2


@pytest.mark.rule("FAE-CAA-09")
@pytest.mark.parametrize("margin", [0, 1, 2])
def test_a_tie_or_success_adds_one_free_invocation(margin: int) -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    declare(g, create(aspect=g.card("Slick Wet Planks").id))
    against(g, 2)
    settle(g, margin)
    assert (holders(g.card("Slick Wet Planks")), boosts(g)) == ([RETH], [])
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    free = g.card("Slick Wet Planks").free[0].id
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", RETH, payment=free))
    assert (g.points("reth"), g.card("Slick Wet Planks").free) == (3, ())


@pytest.mark.rule("FAE-CAA-10")
def test_style_adds_two_free_invocations_that_go_on_one_roll_or_to_an_ally() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    card = g.card("Slick Wet Planks").id
    declare(g, create(aspect=card))
    against(g, 0)
    settle(g, 3)
    mine, yours = (free.id for free in g.card("Slick Wet Planks").free)
    g.do("ana", LendInvoke(card, yours, VOLTAIRE))
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", RETH, payment=mine))
    g.do("bo", invoking(g, "aid", "Slick Wet Planks", VOLTAIRE, payment=yours))
    assert g.roll.margin_now() == 3 + 2 + 2 - 4


# -- what happens before the dice ------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-01")
def test_whoever_steps_in_for_the_target_gets_the_aspect_instead() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    g.do("gm", PlaceAspect(words="Narrow Alley"))
    declare(g, create(words="Tripped", target="veld"))
    g.answer("gm", "opposition", "defend", defender="veld")
    step_in = Interpose(
        roll=g.roll.id, actor=GANG, trait="other", description="shove him", aspect=g.card("Narrow Alley").id
    )
    g.do("gm", step_in)
    assert g.prompts() == ()
    settle(g, 1)
    assert g.card("Tripped").bearer == GANG


@pytest.mark.rule("FAE-CAA-01")
def test_opposing_from_the_side_does_not_put_an_aspect_of_the_scene_on_anybody() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Narrow Alley"))
    declare(g, create(words="Barricade"))
    against(g, 2)
    aspect = g.card("Narrow Alley").id
    g.do("gm", Interpose(roll=g.roll.id, actor=VELD, trait="quick", description="kicks it", aspect=aspect))
    settle(g, 1)
    assert g.card("Barricade").bearer == NOBODY


@pytest.mark.rule("FAE-CAA-02")
def test_a_search_may_be_sent_back_and_what_was_hidden_stays_hidden() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    declare(g, create(mode="discover", target="veld"))
    g.do("gm", SendBack(g.roll.id, "She wears a mask"))
    assert g.prompts() == ()
    assert g.card("Must Not Lose Face").known_to == ("@gm",)
