"""Stunt-based magic: what the skill does alone, circles for stunts, and the geas of fire mages."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.fate2.magic.effects import EFFECTS
from fatetable.rulesets.fate2.magic.fire.circles import BurnHands, RestByFire
from fatetable.rulesets.fate2.magic.fire.flames import BraveInferno, PassThroughFlames
from fatetable.rulesets.fate2.magic.fire.geas import RiseFullMoon, Submerge
from fatetable.rulesets.fate2.magic.fire.stunts import PerformStunt
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.magic.mages import MagicGame, problems_of

VESNA, FINN, WATCH, THUG = ActorId("vesna"), ActorId("finn"), ActorId("city-watch"), ActorId("hired-thug")
HOW = "with both hands"


def stunt(kind: str, *targets: ActorId, **more: object) -> PerformStunt:
    return PerformStunt(actor=VESNA, stunt=kind, targets=targets, description=HOW, **more)  # type: ignore[arg-type]


def circles(g: MagicGame) -> str:
    return g.notes()["circles"]


def lasting(g: MagicGame) -> list[str]:
    return [effect.words for effect in g.table.state.get(EFFECTS).values()]


def by_skill(g: MagicGame, row: str, seat: str = "ana", actor: ActorId = VESNA) -> Undertake:
    return Undertake(actor=actor, procedure=row, trait="pyromancy", description=HOW)


def fight(*foes: str) -> MagicGame:
    g = MagicGame("stunts", foes=foes or ("City Watch",))
    g.fight()
    return g


def rival() -> Sheet:
    """Another fire mage, whom the game master runs."""
    samples = build({"magic": "stunts"}).creation.samples
    vesna = next(sheet for sheet in samples if sheet.name == "Vesna")
    return msgspec.structs.replace(vesna, name="Rival", kind="named")


def against_a_rival() -> MagicGame:
    g = MagicGame("stunts", foes=(rival(),))
    g.fight_by_turns(2, 1, 4)
    return g


# -- becoming a fire mage ----------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-STN-02")
def test_the_first_rank_of_pyromancy_comes_with_the_aspect() -> None:
    assert problems_of("stunts", ("Pyromancer", {"pyromancy": 1})) == []
    late = problems_of("stunts", ("Pyromancer", {}), ("Brawler", {"pyromancy": 1}))
    assert late == [("not-open", "entries.phases.1.numbers.pyromancy")]
    later = problems_of("stunts", ("Pyromancer", {"pyromancy": 1}), ("Brawler", {"pyromancy": 1}))
    assert later == []


@pytest.mark.rule("F2-STN-02")
def test_each_rank_spent_on_stunts_is_a_circle_and_stands_outside_the_pyramid() -> None:
    """F2-EX-53: Pyromancy Good with three circles takes six ranks."""
    ruleset = build({"magic": "stunts"})
    vesna = next(sheet for sheet in ruleset.creation.samples if sheet.name == "Vesna")
    phases = vesna.entries["phases"]
    ranks = sum(phase.numbers.get("pyromancy", 0) for phase in phases)
    bought = sum(extra.numbers["ranks"] for phase in phases for extra in phase.entries.get("extras", ()))
    assert (vesna.traits["pyromancy"], ranks, bought, ranks + bought) == (2, 3, 3, 6)
    assert [problem for problem in ruleset.creation.problems(vesna) if problem.severity == "error"] == []
    assert circles(MagicGame("stunts")) == "OOO (3 of 3 open)"


@pytest.mark.rule("F2-STN-02")
def test_there_is_no_circle_without_the_skill() -> None:
    ruleset = build({"magic": "stunts", "phases": 1})
    circle = Entry(name="Circle", kind="circle", numbers={"ranks": 1})
    phase = Entry(name="Pyromancer", numbers={"lore": 3}, entries={"extras": (circle,)})
    sheet = ruleset.creation.finish(Sheet(ruleset="fate2", name="Tester", entries={"phases": (phase,)}))
    assert "not-open" in [problem.code for problem in ruleset.creation.problems(sheet)]


# -- the skill alone ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-STN-01")
@pytest.mark.parametrize(
    ("row", "rungs"),
    [
        ("make-flame", {1: "the light of a match", 4: "a large torch"}),
        ("control-fire", {1: "a torch", 4: "a bonfire"}),
        ("light-fire", {0: "kindling or lamp oil"}),
    ],
)
def test_the_skill_alone_makes_and_shapes_small_fires(row: str, rungs: dict[int, str]) -> None:
    g = MagicGame("stunts")
    g.do("ana", by_skill(g, row))
    prompt = g.prompt("procedure-opposition")
    assert prompt is not None
    labels = [option.label for option in prompt.options]
    for difficulty, name in rungs.items():
        assert f"Set {difficulty:+d}: {name}" in labels
    g.answer("gm", "procedure-opposition", "rung-0")
    g.throw("ana", "0000")
    g.everyone_passes()
    assert g.last_roll.outcome == "succeed"
    assert circles(g) == "OOO (3 of 3 open)"


@pytest.mark.rule("F2-STN-01")
def test_that_is_too_slow_for_a_fight_and_only_fire_mages_do_it() -> None:
    g = MagicGame("stunts")
    assert g.refused("bo", by_skill(g, "make-flame", "bo", FINN)) == "no-such-magic-known"
    g.fight()
    assert g.refused("ana", by_skill(g, "make-flame")) == "too-slow"
    attack = Attack(actor=VESNA, target=WATCH, trait="pyromancy", description=HOW)
    assert g.refused("ana", attack) == "unknown-trait"


@pytest.mark.rule("F2-STN-01")
def test_the_skill_defends_against_fire_and_against_nothing_else() -> None:
    g = against_a_rival()
    rules = g.ruleset.presenting.rules
    assert "pyromancy" not in {trait.id for trait in rules.traits(g.actor("vesna"), "defend")}
    g.come_to("rival")
    g.do("gm", PerformStunt(actor=ActorId("rival"), stunt="bolt", targets=(VESNA,), description=HOW))
    g.answer("ana", "defend", "defend", trait="pyromancy", description="parts the flames")
    g.throw("gm", "0000", "+000")
    g.everyone_passes()
    assert not g.condition("vesna").wounds


# -- stunts ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-STN-03")
@pytest.mark.rule("F2-STN-05")
def test_a_bolt_checks_a_circle_and_attacks_with_the_skill() -> None:
    g = fight()
    g.do("ana", stunt("bolt", WATCH))
    assert circles(g) == "OOX (2 of 3 open)"
    g.answer("gm", "defend", "defend", trait="watchman", description="ducks")
    g.throw("ana", "+000", "0000")
    g.everyone_passes()
    # Good and a plus against Fair is two more.
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Hurt"]


@pytest.mark.rule("F2-STN-05")
def test_what_burns_and_metal_armour_give_the_caster_the_bonus() -> None:
    g = fight()
    g.do("ana", stunt("bolt", WATCH, in_tinder=(WATCH,)))
    parts = {part.label: part.amount for part in g.roll.efforts[0].modifiers}
    assert parts["flammable clothes or metal armour"] == 1


@pytest.mark.rule("F2-STN-03")
def test_each_target_after_the_first_takes_one_off() -> None:
    g = fight("City Watch", "Hired Thug")
    g.do("ana", stunt("bolt", WATCH, THUG))
    assert {part.label: part.amount for part in g.roll.efforts[0].modifiers}["more than one target"] == -1
    assert circles(g) == "OOX (2 of 3 open)"


@pytest.mark.rule("F2-STN-03")
def test_without_an_open_circle_there_is_no_stunt() -> None:
    g = MagicGame("stunts")
    for _ in range(3):
        g.do("ana", stunt("stunt", what="read a book by burning it"))
    assert circles(g) == "XXX (0 of 3 open)"
    assert g.refused("ana", stunt("wall")) == "no-open-circle"


@pytest.mark.rule("F2-STN-03")
def test_more_than_a_single_effect_takes_several_circles() -> None:
    g = MagicGame("stunts")
    assert g.refused("ana", stunt("wall", circles=2)) == "one-circle"
    assert g.refused("ana", stunt("stunt", what="set something very large on fire", circles=4)) == "no-open-circle"
    g.do("ana", stunt("stunt", what="set something very large on fire", circles=2))
    assert circles(g) == "OXX (1 of 3 open)"


@pytest.mark.rule("F2-STN-03")
def test_no_stunt_lasts_longer_than_the_scene() -> None:
    g = MagicGame("stunts")
    g.do("ana", stunt("wall"))
    assert lasting(g) == [f"Wall of Flame: {HOW}"]
    g.do("gm", EndScene())
    assert lasting(g) == []


@pytest.mark.rule("F2-STN-03")
def test_a_bolt_that_is_called_off_costs_nothing() -> None:
    g = fight()
    g.do("ana", stunt("bolt", WATCH))
    g.do("gm", SendBack(g.roll.id, reason="there is a wall in the way"))
    assert circles(g) == "OOO (3 of 3 open)"


@pytest.mark.rule("F2-STN-08")
def test_what_fire_can_do_needs_no_leave_and_anything_else_is_judged() -> None:
    g = MagicGame("stunts")
    g.do("ana", stunt("stunt", what="make a fire hard to put out"))
    assert g.prompts() == ()
    assert lasting(g) == ["Make a fire hard to put out"]
    g.do("ana", stunt("stunt", what="else"))
    prompt = g.prompt("stunt")
    assert prompt is not None
    assert "boil somebody from within" in prompt.question
    assert circles(g) == "OOX (2 of 3 open)"
    g.answer("gm", "stunt", "no")
    assert circles(g) == "OOX (2 of 3 open)"
    g.do("ana", stunt("stunt", what="else"))
    g.answer("gm", "stunt", "yes")
    assert circles(g) == "OXX (1 of 3 open)"
    assert lasting(g)[1] == HOW


# -- walls and braving -------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-STN-06")
def test_a_wall_attacks_who_passes_with_the_skill_of_its_maker() -> None:
    g = MagicGame("stunts")
    g.do("ana", stunt("wall"))
    (wall,) = g.table.state.get(EFFECTS)
    assert g.refused("ana", PassThroughFlames(VESNA, wall, HOW)) == "fire-does-nothing"
    g.do("bo", PassThroughFlames(FINN, wall, HOW))
    assert (g.roll.actor, g.roll.efforts[0].trait, g.roll.defender) == (VESNA, "pyromancy", FINN)
    g.answer("bo", "defend", "defend", trait="acrobatics", description="dives through")
    g.throw("ana", "++++", "0000")
    g.everyone_passes()
    assert g.condition("finn").wounds
    assert lasting(g) == [f"Wall of Flame: {HOW}"]


@pytest.mark.rule("F2-STN-06")
@pytest.mark.parametrize(
    ("kind", "dice", "caught", "rows"),
    [
        ("surround", "0000", False, []),
        ("surround", "+000", True, []),
        ("beneath", "+++0", False, []),
        ("beneath", "++++", True, ["Injured"]),
    ],
)
def test_surrounding_takes_a_hurt_and_lighting_it_beneath_an_injured(
    kind: str, dice: str, caught: bool, rows: list[str]
) -> None:
    """Good (+2) against Fair (+1): a plus makes the two of Hurt, four the five of Injured."""
    g = fight()
    g.do("ana", stunt(kind, WATCH))
    g.answer("gm", "defend", "defend", trait="watchman", description="leaps")
    g.throw("ana", dice, "0000")
    g.everyone_passes()
    assert lasting(g) == (["Ring of Flame"] if caught else [])
    assert [wound.row for wound in g.condition("city-watch").wounds] == rows


@pytest.mark.rule("F2-STN-07")
def test_who_braves_a_fire_takes_nothing_from_it() -> None:
    g = against_a_rival()
    g.come_to("rival")
    g.do("gm", PerformStunt(actor=ActorId("rival"), stunt="bolt", targets=(VESNA,), description=HOW))
    g.answer("ana", "defend", "defend", trait="alertness", description="stands still")
    g.do("ana", BraveInferno(actor=VESNA, fire=g.roll.id))
    assert circles(g) == "OOX (2 of 3 open)"
    assert g.refused("ana", BraveInferno(actor=VESNA, fire=g.roll.id)) == "no-such-fire"
    g.throw("gm", "++++", "----")
    g.everyone_passes()
    assert not g.condition("vesna").wounds
    assert lasting(g) == []


@pytest.mark.rule("F2-STN-07")
def test_a_wall_that_is_braved_can_be_passed_for_as_long_as_it_burns() -> None:
    g = MagicGame("stunts", foes=(rival(),))
    g.do("gm", PerformStunt(actor=ActorId("rival"), stunt="wall", description=HOW))
    (wall,) = g.table.state.get(EFFECTS)
    g.do("ana", BraveInferno(actor=VESNA, fire=wall))
    assert g.refused("ana", PassThroughFlames(VESNA, wall, HOW)) == "fire-does-nothing"
    assert g.is_offered("bo", PassThroughFlames(FINN, wall, HOW))


# -- refreshing and the geas -------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-STN-04")
def test_circles_are_open_again_after_a_rest_by_a_fire() -> None:
    g = MagicGame("stunts")
    assert g.refused("gm", RestByFire(VESNA)) == "nothing-to-refresh"
    g.do("ana", stunt("wall"))
    assert g.refused("ana", RestByFire(VESNA)) == "gm-only"
    g.do("gm", RestByFire(VESNA))
    assert circles(g) == "OOO (3 of 3 open)"


@pytest.mark.rule("F2-STN-04")
def test_desperate_mages_burn_their_hands() -> None:
    g = MagicGame("stunts")
    assert g.refused("ana", BurnHands(VESNA, HOW)) == "nothing-to-refresh"
    for rows in (["Injured"], ["Injured"] * 2, ["Injured", "Injured", "Taken Out"]):
        g.do("ana", stunt("wall"))
        g.do("ana", BurnHands(VESNA, HOW))
        assert circles(g) == "OOO (3 of 3 open)"
        assert [wound.row for wound in g.condition("vesna").wounds] == rows


@pytest.mark.rule("F2-STN-09")
def test_water_puts_the_fire_out_until_the_moon_is_full() -> None:
    g = fight()
    g.do("gm", Submerge(VESNA, "a very bad rainstorm"))
    assert g.notes()["geas"]
    assert g.refused("ana", stunt("bolt", WATCH)) == "quenched"
    assert g.refused("ana", stunt("wall")) == "quenched"
    assert g.refused("gm", Submerge(VESNA, "half under water")) == "quenched"
    g.do("gm", RiseFullMoon())
    assert g.is_offered("ana", stunt("bolt", WATCH))
    assert g.refused("gm", RiseFullMoon()) == "nobody-quenched"


@pytest.mark.rule("F2-STN-09")
def test_a_quenched_mage_has_no_fire_at_all() -> None:
    g = MagicGame("stunts")
    g.do("ana", stunt("wall"))
    g.do("gm", Submerge(VESNA, "under water, or another liquid"))
    assert g.refused("ana", by_skill(g, "make-flame")) == "quenched"
    assert g.refused("ana", BurnHands(VESNA, HOW)) == "quenched"


@pytest.mark.rule("F2-STN-09")
def test_snow_and_ice_are_no_water_unless_they_melt() -> None:
    g = MagicGame("stunts")
    assert g.refused("gm", Submerge(VESNA, "snow or ice")) == "not-water"
    assert g.refused("gm", Submerge(FINN, "half under water")) == "no-such-magic-known"
    g.do("gm", Submerge(VESNA, "snow or ice that melts"))


@pytest.mark.rule("F2-STN-10")
def test_boxes_of_aspects_stand_in_for_circles_where_the_table_says_so() -> None:
    g = MagicGame("stunts")
    box = g.card("Pyromancer").id
    assert g.refused("ana", stunt("wall", box=box)) == "no-open-circle"
    g = MagicGame("stunts", boxes_for_circles=True)
    box = g.card("Pyromancer").id
    g.do("ana", stunt("wall", box=box))
    assert (g.card("Pyromancer").ticked, circles(g)) == (1, "OOO (3 of 3 open)")
    assert g.refused("ana", stunt("wall", box=box)) == "no-open-circle"
