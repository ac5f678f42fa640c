"""Drawbacks in play: charges, delays, transformations, and skills that cost fate points."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from fatetable.rulesets.strange.book import HeldDrawback
from fatetable.rulesets.strange.drawbacks import EndSkill, InterruptReadying, ReadySkill
from fatetable.rulesets.strange.drawbacks.state import READIED
from fatetable.rulesets.strange.sheet import toughness
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import FLAT, MAUD, Game, held, skill


def rays(rating: int, tier: int, *drawbacks: str | HeldDrawback, name: str = "Rays") -> Entry:
    found = tuple(each if isinstance(each, HeldDrawback) else HeldDrawback(id=each, text=each) for each in drawbacks)
    return skill(name, rating, tier, held("shoot"), held("examine"), drawbacks=found)


def able(g: Game, name: str = "rays") -> bool:
    """Can Maud roll with the skill just now?"""
    rules = g.ruleset.presenting.rules
    return name in {trait.id for trait in rules.traits(g.actor("maud"), "")}


def use(g: Game, name: str = "rays", tier: int = 0) -> None:
    g.attempt(name, 0, tier=tier)
    g.result()


def ready(g: Game, name: str = "rays", **more: Any) -> None:
    g.do("ana", ReadySkill(actor=MAUD, skill=name, **more))


def next_scene(g: Game) -> None:
    g.do("gm", EndScene())
    g.start_scene("Later")


# -- charges ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DRAW-07")
@pytest.mark.parametrize("rating", [1, 2, 3])
def test_charges_last_for_as_many_rolls_as_the_rating_and_come_back_next_scene(rating: int) -> None:
    g = Game(maud=(rays(rating, 0, "minor-charges"),))
    for _ in range(rating):
        assert able(g)
        use(g)
    assert not able(g)
    next_scene(g)
    assert able(g)


@pytest.mark.rule("SF-DRAW-07")
def test_major_charges_come_back_only_with_the_next_session() -> None:
    g = Game(maud=(rays(1, 0, "major-charges"),))
    use(g)
    next_scene(g)
    assert not able(g)
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    g.start_scene("A week later")
    assert able(g)


@pytest.mark.rule("SF-DRAW-07")
def test_other_skills_use_no_charge_and_standing_benefits_neither() -> None:
    body = skill("Body", 1, 1, held("stress-capacity", "physical"), drawbacks=(HeldDrawback(id="minor-charges"),))
    g = Game(maud=(body, skill("Burglary", 2)))
    use(g, "burglary")
    assert able(g, "body")
    use(g, "body", tier=1)
    assert not able(g, "body")
    assert toughness(TABLES, g.actor("maud").sheet, "physical").armour == 1


@pytest.mark.rule("SF-DRAW-07")
def test_a_trapping_of_a_skill_that_is_used_up_is_rolled_untrained() -> None:
    g = Game(maud=(rays(1, 0, "minor-charges"),))
    use(g)
    rules = g.ruleset.presenting.rules
    assert [trait.id for trait in rules.traits(g.actor("maud"), "examine")] == ["burglary"]


# -- taxing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DRAW-11")
def test_each_use_of_a_taxing_skill_costs_a_fate_point_and_without_one_it_cannot_be_used() -> None:
    g = Game(maud=(rays(2, 0, "taxing"),))
    g.set_points(maud=2)
    use(g)
    assert (g.points("maud"), able(g)) == (1, True)
    use(g)
    assert (g.points("maud"), able(g)) == (0, False)
    g.set_points(maud=1)
    assert able(g)
    use(g, "burglary")
    assert g.points("maud") == 1


# -- delay -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DRAW-08")
def test_outside_a_conflict_a_delay_is_a_matter_of_time_and_the_skill_stays_on() -> None:
    g = Game(maud=(rays(2, 0, "major-delay"),))
    assert not able(g)
    ready(g)
    for _ in range(3):
        use(g)
        assert able(g)
    assert g.refused("ana", ReadySkill(actor=MAUD, skill="rays")) == "already-ready"
    next_scene(g)
    assert not able(g)


def at_turn(g: Game) -> None:
    g.start_conflict("physical", first="Maud")
    g.come_to("maud")


@pytest.mark.rule("SF-DRAW-08")
def test_in_a_conflict_a_minor_delay_takes_the_turn() -> None:
    g = Game(maud=(rays(2, 0, "minor-delay"), skill("Fisticuffs", 2)))
    at_turn(g)
    ready(g)
    assert able(g)
    assert MAUD in g.conflict.acted
    g.come_to("maud")
    g.attack("rays/shoot", "athletics/dodge")


@pytest.mark.rule("SF-DRAW-08")
def test_a_major_delay_takes_two_turns_and_starts_over_after_anything_else() -> None:
    g = Game(maud=(rays(2, 0, "major-delay"), skill("Fisticuffs", 2)))
    at_turn(g)
    ready(g)
    assert not able(g)
    g.come_to("maud")
    g.attack("fisticuffs/strike", "athletics/dodge", "0000", "++++")
    g.result()
    g.come_to("maud")
    ready(g)
    assert not able(g), "it began again"
    g.come_to("maud")
    ready(g)
    assert able(g)


@pytest.mark.rule("SF-DRAW-08")
def test_the_game_master_may_interrupt_it_and_then_it_starts_over() -> None:
    g = Game(maud=(rays(2, 0, "major-delay"),))
    at_turn(g)
    assert g.refused("gm", InterruptReadying(actor=MAUD, skill="rays")) == "not-ready"
    ready(g)
    g.do("gm", InterruptReadying(actor=MAUD, skill="rays"))
    g.come_to("maud")
    ready(g)
    assert not able(g)


@pytest.mark.rule("SF-DRAW-08")
def test_a_delay_for_each_use_has_to_be_waited_for_again() -> None:
    each = HeldDrawback(id="major-delay", each_use=True)
    g = Game(maud=(rays(2, 0, each),))
    ready(g)
    use(g)
    assert not able(g)


@pytest.mark.rule("SF-DRAW-08", "SF-DRAW-07")
def test_switching_on_is_no_use_of_a_charge() -> None:
    g = Game(maud=(rays(1, 0, "minor-charges", "minor-delay"),))
    ready(g)
    assert able(g)
    use(g)
    assert not able(g)
    assert g.refused("ana", ReadySkill(actor=MAUD, skill="rays")) == "already-ready"


# -- transform -------------------------------------------------------------------------------------------------------


def giant(
    drawback: str = "minor-transform",
    aspect: str = "free-1",
    name: str = "Giant",
    becomes: str = "Towering Inferno",
    text: str = "",
) -> Entry:
    change = HeldDrawback(id=drawback, aspect=aspect, becomes=becomes, text=text)
    return skill(name, 2, 0, held("strike"), held("physical-force"), drawbacks=(change,))


@pytest.mark.rule("SF-DRAW-12")
def test_a_transformation_replaces_a_free_aspect_until_it_is_over() -> None:
    g = Game(maud=(giant(),), aspects={"free-1": "Gregarious and Outgoing"})
    assert not able(g, "giant")
    ready(g, "giant")
    assert able(g, "giant")
    assert g.has_card("Towering Inferno")
    assert not g.has_card("Gregarious and Outgoing")
    next_scene(g)
    assert able(g, "giant")
    g.do("ana", EndSkill(actor=MAUD, skill="giant"))
    assert not able(g, "giant")
    assert g.has_card("Gregarious and Outgoing")
    assert g.refused("ana", EndSkill(actor=MAUD, skill="giant")) == "not-ready"


@pytest.mark.rule("SF-DRAW-12")
@pytest.mark.parametrize(("drawback", "turns"), [("minor-transform", 1), ("major-transform", 2)])
def test_a_transformation_takes_one_turn_or_longer(drawback: str, turns: int) -> None:
    g = Game(maud=(giant(drawback),), aspects={"free-1": "Gregarious"})
    g.start_conflict("physical", first="Maud")
    for number in range(turns):
        assert not able(g, "giant"), number
        g.come_to("maud")
        ready(g, "giant")
    assert able(g, "giant")


@pytest.mark.rule("SF-DRAW-12")
def test_skills_may_share_a_transformation_and_each_replaces_another_aspect() -> None:
    aspects = {"free-1": "Gregarious", "free-2": "Small", "free-3": "Shy"}
    wolf = giant(name="Wolf", aspect="free-2", becomes="Big Bad Wolf", text="at the full moon")
    fangs = giant(name="Fangs", aspect="free-1", becomes="Always Hungry", text="at the full moon")
    other = giant(name="Ghost", aspect="free-3", becomes="Pale", text="by a spell")
    g = Game(maud=(wolf, fangs, other), aspects=aspects)
    ready(g, "wolf")
    assert [able(g, name) for name in ("wolf", "fangs", "ghost")] == [True, True, False]
    assert [g.has_card(text) for text in ("Big Bad Wolf", "Always Hungry", "Shy")] == [True, True, True]
    g.do("ana", EndSkill(actor=MAUD, skill="fangs"))
    assert [g.has_card(text) for text in ("Small", "Gregarious")] == [True, True]
    assert not able(g, "wolf")


@pytest.mark.rule("SF-DRAW-12")
def test_with_variable_the_aspect_is_chosen_each_time() -> None:
    change = HeldDrawback(id="minor-transform", aspect="free-1")
    shapes = skill("Shapes", 2, 0, held("variable", "scene"), drawbacks=(change,))
    g = Game(maud=(shapes,), aspects={"free-1": "Gregarious"})
    assert g.refused("ana", ReadySkill(actor=MAUD, skill="shapes")) == "no-words"
    for words in ("A Bear", "A Bird"):
        ready(g, "shapes", words=words)
        assert g.has_card(words)
        g.do("ana", EndSkill(actor=MAUD, skill="shapes"))


# -- profane ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DRAW-14")
@pytest.mark.parametrize(("tier", "points"), [(1, 1), (2, 2), (3, 4), (4, 6)])
def test_a_profane_skill_takes_the_refresh_of_its_tier_for_the_scene(tier: int, points: int) -> None:
    g = Game(maud=(rays(2, tier, "profane"),), era="late")
    g.set_points(maud=points - 1)
    assert not able(g)
    assert g.refused("ana", ReadySkill(actor=MAUD, skill="rays")) == "not-enough-fate-points"
    g.set_points(maud=points)
    ready(g)
    assert (able(g), g.points("maud")) == (True, 0)
    use(g, tier=tier)
    assert able(g)
    g.do("gm", EndScene())
    assert (able(g), g.points("maud")) == (False, points)


@pytest.mark.rule("SF-DRAW-14")
def test_a_mundane_profane_skill_takes_nothing_and_is_always_on() -> None:
    assert able(Game(maud=(rays(2, 0, "profane"),)))


@pytest.mark.rule("SF-DRAW-14", "SF-DRAW-08")
def test_investing_points_takes_no_turn() -> None:
    g = Game(maud=(rays(2, 1, "profane"),))
    g.set_points(maud=3)
    at_turn(g)
    ready(g)
    g.attack("rays/shoot", "athletics/dodge", "0 0 0 1", FLAT)
    assert g.points("maud") == 2


# -- secrets ---------------------------------------------------------------------------------------------------------


def test_nobody_learns_what_a_foe_gets_ready() -> None:
    g = Game(foe=(rays(2, 0, "minor-delay"),))
    g.do("gm", ReadySkill(actor=g.actor("foe").id, skill="rays"))
    seen = g.table.view("ana")
    assert dict(seen.get(CAST)[g.actor("foe").id].switches) == {}
    assert not seen.get(READIED)
    assert dict(g.actor("foe").switches) == {"rays": True}
