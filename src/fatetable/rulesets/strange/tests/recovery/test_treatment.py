"""Treating stress and consequences, up to raising the dead."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.aspects.cards import ASPECTS, borne_by
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.harm.absorbing import Inflict, SetBox
from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.scenes.departures import LeaveStory
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.time.passing import PassTime
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.recovery.death import RuleDeath
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, held, person, skill
from fatetable.rulesets.strange.tests.support.trappings import facts, ruled, undertake
from fatetable.testing import faces

SCOPES = {"physical": "health", "mental": "composure", "social": "reputation"}


def healer(scope: str = "physical", rating: int = 4, tier: int = 0, **more: Any) -> Game:
    """Maud treats people of what is of this scope; Cora suffers."""
    return Game(maud=(skill("Care", rating, tier, held("treatment", scope)), *more.pop("own", ())), **more)


def hurt(g: Game, *boxes: int, scope: str = "physical", who: ActorId = CORA) -> None:
    for box in boxes:
        g.do("gm", SetBox(actor=who, box=box, checked=True, reason="it hurts", track=SCOPES[scope]))


def inflict(g: Game, slot: str, words: str = "Broken", scope: str = "physical", who: ActorId = CORA) -> None:
    g.do("gm", Inflict(actor=who, slot=slot, words=words, reason="it hurts", kind=scope))


def picks(g: Game, row: str, seat: str = "ana") -> list[str]:
    return [
        choice.value
        for offer in g.offers(seat, Undertake)
        if offer.command.procedure == row  # type: ignore[attr-defined]
        for hole in offer.holes
        if isinstance(hole, ChoiceHole) and hole.field == "pick"
        for choice in hole.options
    ]


def treat(g: Game, pick: str, margin: int, row: str = "treat-physical") -> None:
    """Maud treats something so well; she may have to use an aspect."""
    undertake(g, row, trait="care", pick=pick)
    dice = margin + (g.roll.difficulty or 0) - g.roll.efforts[0].fixed
    g.set_points(maud=1)
    g.throw("ana", faces(dice if dice <= 4 else dice - 2))
    if dice > 4:
        invoke(g, "Maud of the Club")
    g.everyone_passes()
    assert g.last_roll.margin == margin


def invoke(g: Game, text: str) -> None:
    card = g.card(text).id
    how = Invoke(roll=g.roll.id, effort=0, effect="bonus", aspect=card, explanation="she must", party=MAUD)
    g.do("ana", how)


def left(g: Game, scope: str = "physical", who: str = "cora") -> list[int]:
    """The boxes that are checked."""
    boxes = g.condition(who).tracks[SCOPES[scope]]
    return [number for number, checked in enumerate(boxes, start=1) if checked]


def suffers(g: Game, who: str = "cora") -> dict[str, str]:
    """Each consequence by its slot."""
    return {slot: g.table.state.get(ASPECTS)[mark.aspect].text for slot, mark in g.condition(who).marks.items()}


# -- stress ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-TREATMENT-01")
@pytest.mark.parametrize("scope", list(SCOPES))
@pytest.mark.parametrize(("boxes", "difficulty"), [((1,), 1), ((2,), 2), ((1, 2), 2)])
def test_stress_is_treated_against_the_highest_box_that_is_filled(
    scope: str, boxes: tuple[int, ...], difficulty: int
) -> None:
    g = healer(scope)
    hurt(g, *boxes, scope=scope)
    undertake(g, f"treat-{scope}", trait="care", pick="cora/stress")
    assert (g.roll.difficulty, g.roll.scale) == (difficulty, 0)


@pytest.mark.rule("SF-TREATMENT-01")
@pytest.mark.parametrize(("margin", "cleared"), [(-1, 0), (0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_every_two_shifts_clear_a_box_and_the_healer_says_which(margin: int, cleared: int) -> None:
    g = healer(cora=(skill("Endurance", 2),))
    hurt(g, 1, 2, 3)
    treat(g, "cora/stress", margin)
    boxes = {0: (), 1: ("2",), 2: ("1", "3")}[cleared]
    if cleared:
        g.answer("ana", "boxes-to-clear", "clear", boxes=boxes)
    assert [str(box) for box in left(g)] == [box for box in "123" if box not in boxes]


@pytest.mark.rule("SF-TREATMENT-01")
def test_where_all_boxes_are_cleared_nobody_is_asked_which() -> None:
    g = healer()
    hurt(g, 1)
    treat(g, "cora/stress", 2)
    assert left(g) == []
    assert g.prompt("boxes-to-clear") is None


@pytest.mark.rule("SF-TREATMENT-01")
def test_one_attempt_at_stress_or_a_mild_consequence_for_each_patient_scope_and_scene() -> None:
    g = healer(own=(skill("Comfort", 3, 0, held("treatment", "mental")),))
    hurt(g, 1)
    hurt(g, 1, scope="mental")
    hurt(g, 1, who=FOE)
    inflict(g, "mild")
    assert picks(g, "treat-physical") == ["cora/stress", "cora/mild", "foe/stress"]
    treat(g, "cora/stress", 0)
    assert picks(g, "treat-physical") == ["foe/stress"]
    assert picks(g, "treat-mental") == ["cora/stress"]
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    hurt(g, 1)
    assert "cora/stress" in picks(g, "treat-physical")


@pytest.mark.rule("SF-TREATMENT-01")
def test_it_is_first_aid_also_in_a_fight_for_those_in_the_same_place_and_oneself() -> None:
    g = healer()
    g.draw_zones("Hall", "Garden")
    g.place("maud", "Hall")
    g.place("cora", "Garden")
    hurt(g, 1)
    hurt(g, 1, who=MAUD)
    g.start_conflict("physical", first="Maud")
    assert picks(g, "treat-physical") == ["maud/stress"]
    g.place("cora", "Hall")
    assert picks(g, "treat-physical") == ["maud/stress", "cora/stress"]


# -- consequences ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-TREATMENT-02")
@pytest.mark.parametrize("scope", list(SCOPES))
@pytest.mark.parametrize(("margin", "remain"), [(-1, {"mild": "Broken"}), (0, {}), (3, {})])
def test_a_mild_consequence_is_removed_at_fair(scope: str, margin: int, remain: dict[str, str]) -> None:
    g = healer(scope)
    inflict(g, "mild", scope=scope)
    g.start_conflict("physical", first="Maud")
    treat(g, "cora/mild", margin, f"treat-{scope}")
    assert (g.last_roll.difficulty, g.last_roll.scale) == (2, 0)
    assert suffers(g) == remain


@pytest.mark.rule("SF-TREATMENT-02", "SF-TREATMENT-03")
def test_only_consequences_of_its_scope_are_treated() -> None:
    g = healer("mental")
    inflict(g, "mild")
    inflict(g, "moderate", "Terrified", "mental")
    assert picks(g, "treat-mental") == ["cora/moderate"]


@pytest.mark.rule("SF-TREATMENT-03")
@pytest.mark.parametrize(
    ("margin", "has_mild", "remain"),
    [
        (-1, False, {"moderate": "Broken"}),
        (0, False, {"mild": "Broken"}),
        (2, False, {"mild": "Broken"}),
        (3, False, {}),
        (2, True, {"mild": "Bruised", "moderate": "Broken"}),
        (3, True, {"mild": "Bruised"}),
    ],
)
def test_a_moderate_one_becomes_mild_at_great_if_there_is_room_and_is_gone_with_style(
    margin: int, has_mild: bool, remain: dict[str, str]
) -> None:
    g = healer()
    inflict(g, "moderate")
    if has_mild:
        inflict(g, "mild", "Bruised")
    treat(g, "cora/moderate", margin)
    assert (g.last_roll.difficulty, g.last_roll.scale) == (4, 0)
    assert suffers(g) == remain
    assert g.condition("cora").marks.get("mild") is None or g.condition("cora").marks["mild"].kind == "physical"


@pytest.mark.rule("SF-TREATMENT-03")
def test_room_for_a_mild_one_may_be_of_its_own_scope() -> None:
    g = healer(cora=(skill("Endurance", 1, 2, benefits=("stress-capacity physical",)),))
    inflict(g, "moderate")
    inflict(g, "mild", "Bruised")
    treat(g, "cora/moderate", 0)
    assert suffers(g) == {"mild": "Bruised", "mild physical": "Broken"}


@pytest.mark.rule("SF-TREATMENT-03", "SF-TREATMENT-05")
@pytest.mark.parametrize(("tier", "row"), [(0, None), (1, "heal-physical")])
def test_in_a_conflict_a_moderate_one_takes_an_extraordinary_healer(tier: int, row: str | None) -> None:
    g = healer(tier=tier)
    inflict(g, "moderate")
    assert picks(g, "treat-physical") == ["cora/moderate"]
    g.start_conflict("physical", first="Maud")
    assert picks(g, "treat-physical") == []
    assert picks(g, "heal-physical") == (["cora/moderate"] if row else [])
    if row:
        treat(g, "cora/moderate", 0, row)
        assert (g.last_roll.difficulty, g.last_roll.scale) == (4, 1)
        assert suffers(g) == {"mild": "Broken"}


@pytest.mark.rule("SF-TREATMENT-05")
def test_an_extraordinary_healer_removes_it_with_style_and_without_room_only_so() -> None:
    for margin, remain in ((2, {"mild": "Bruised", "moderate": "Broken"}), (3, {"mild": "Bruised"})):
        g = healer(tier=1)
        inflict(g, "moderate")
        inflict(g, "mild", "Bruised")
        treat(g, "cora/moderate", margin, "heal-physical")
        assert suffers(g) == remain


@pytest.mark.rule("SF-TREATMENT-05")
def test_a_benefit_that_was_not_chosen_heals_nothing() -> None:
    both = skill("Care", 1, 1, held("treatment", "physical"), held("move"), benefits=("move",))
    g = Game(maud=(both,))
    inflict(g, "moderate")
    assert picks(g, "heal-physical") == []


@pytest.mark.rule("SF-TREATMENT-04", "SF-TREATMENT-06")
@pytest.mark.parametrize("tier", [0, 1, 2, 3, 4])
def test_a_severe_one_takes_a_superhuman_healer(tier: int) -> None:
    g = healer(tier=tier)
    inflict(g, "severe")
    assert picks(g, "treat-physical") == []
    expected = {0: [], 1: [], 2: ["cora/severe"]}.get(tier, ["cora/severe", "cora/severe+part"])
    assert picks(g, "heal-physical") == expected


@pytest.mark.rule("SF-TREATMENT-06")
@pytest.mark.parametrize(
    ("margin", "taken", "remain"),
    [
        (-1, (), {"severe": "Maimed"}),
        (0, (), {"moderate": "Maimed"}),
        (3, (), {"mild": "Maimed"}),
        (0, ("moderate",), {"severe": "Maimed", "moderate": "Other"}),
        (3, ("moderate",), {"mild": "Maimed", "moderate": "Other"}),
        (3, ("mild",), {"severe": "Maimed", "mild": "Other"}),
    ],
)
def test_it_is_lowered_by_a_grade_or_with_style_by_two_and_changes_the_patient(
    margin: int, taken: tuple[str, ...], remain: dict[str, str]
) -> None:
    g = healer(tier=2)
    inflict(g, "severe", "Maimed")
    for slot in taken:
        inflict(g, slot, "Other")
    treat(g, "cora/severe", margin, "heal-physical")
    assert (g.last_roll.difficulty, g.last_roll.scale) == (6, 2)
    assert suffers(g) == remain
    is_lowered = margin >= 0 and remain.get("severe") is None
    assert (g.prompt("scar") is not None) == is_lowered
    if is_lowered:
        own = next(card for card in borne_by(g.table.state, CORA) if card.slot == "conviction")
        g.answer("bo", "scar", "change", aspect=own.id, words="Afraid of Debts")
        assert g.card("Afraid of Debts").id == own.id
        assert g.actor("cora").sheet.aspects["conviction"] == "Afraid of Debts"


@pytest.mark.rule("SF-TREATMENT-07")
@pytest.mark.parametrize(("scope", "is_offered"), [("physical", True), ("mental", False), ("social", False)])
def test_an_ascendant_healer_restores_parts_of_the_body(scope: str, is_offered: bool) -> None:
    g = healer(scope, tier=3)
    inflict(g, "severe", "Without an Arm", scope)
    assert ("cora/severe+part" in picks(g, f"heal-{scope}")) == is_offered
    if is_offered:
        treat(g, "cora/severe+part", 0, "heal-physical")
        assert (g.last_roll.difficulty, g.last_roll.scale) == (8, 3)
        assert suffers(g) == {"moderate": "Without an Arm"}
        assert g.prompt("scar") is not None


@pytest.mark.rule("SF-ARCH-14")
@pytest.mark.parametrize("archetype", ["artificial", "alien"])
def test_medicine_is_of_no_use_to_an_artificial(archetype: str) -> None:
    class Made(Game):
        def bring(self, seat: str, character: str | Sheet) -> None:
            assert isinstance(character, Sheet)
            waived = (*character.waived, "archetype-drawback-missing")
            made = msgspec.structs.replace(character, lists={"archetype": (archetype,)}, waived=waived)
            super().bring(seat, made if seat == "bo" else character)

    doctor = (skill("Care", 4, 2, held("treatment", "physical")), skill("Comfort", 2, 0, held("treatment", "mental")))
    g = Made(maud=doctor)
    hurt(g, 1)
    inflict(g, "mild")
    inflict(g, "severe")
    hurt(g, 1, scope="mental")
    helped = archetype != "artificial"
    assert (bool(picks(g, "treat-physical")), bool(picks(g, "heal-physical"))) == (helped, helped)
    assert picks(g, "treat-mental") == ["cora/stress"]


@pytest.mark.rule("SF-ARCH-14")
def test_nor_to_one_of_the_gms_of_whom_nobody_knows_it() -> None:
    g = Game(maud=(skill("Care", 4, 0, held("treatment", "physical")),), scene=False)
    robot = msgspec.structs.replace(person("Robot", kind="npc"), lists={"archetype": ("artificial",)})
    g.do("gm", AddOpponent(robot))
    g.start_scene()
    inflict(g, "mild", who=ActorId("robot"))
    treat(g, "robot/mild", 2)
    assert suffers(g, "robot") == {"mild": "Broken"}


# -- the dead ----------------------------------------------------------------------------------------------------------


def with_dead(tier: int = 4, **more: Any) -> Game:
    """Cora has been taken out, and the GM says that she is dead; the fight is over."""
    g = healer(tier=tier, foe=(skill("Fisticuffs", 4),), **more)
    g.start_conflict("physical", second_side=("foe",), first="Foe")
    g.do("gm", Attack(actor=FOE, target=CORA, trait="fisticuffs/strike", description="strikes her down"))
    g.answer("bo", "defend", "defend", trait="athletics/dodge", description="falls")
    g.throw("gm", "++++", "----")
    g.everyone_passes()
    g.answer("bo", "absorb", "out")
    g.answer("gm", "taken-out", "tell", fate="She is gone.")
    g.do("gm", RuleDeath(actor=CORA))
    g.do("ana", EndTurn(MAUD))
    g.do("gm", EndConflict())
    return g


def raise_her(g: Game, dice: str, *claims: str, invoked: int = 0) -> int:
    """Maud tries, with so many aspects of her own; the margin."""
    g.set_points(maud=invoked)
    undertake(g, "revive", trait="care", to="cora")
    roll = ruled(g, "rung-0", claims=claims)
    assert (roll.difficulty, roll.scale) == (10, 4)
    g.throw("ana", dice)
    for text in ("Maud of the Club", "Life Above All", "Never Too Late")[:invoked]:
        invoke(g, text)
    return g.result()[0]


MORE = {"conviction": "Life Above All", "free-1": "Never Too Late"}
REVIVE = Undertake(actor=MAUD, procedure="revive", trait="care", target=CORA, description="lays her hands on")


@pytest.mark.rule("SF-TREATMENT-08")
def test_the_gm_says_who_is_dead_and_the_dead_do_nothing_in_later_scenes_either() -> None:
    g = healer(tier=4)
    assert g.refused("gm", RuleDeath(actor=CORA)) == "not-taken-out"
    g = with_dead()
    assert g.refused("gm", RuleDeath(actor=CORA)) == "not-taken-out"
    assert g.refused("ana", RuleDeath(actor=CORA)) == "gm-only"
    g.do("gm", EndScene())
    g.do("gm", StartScene("At the grave", (MAUD, CORA, FOE)))
    assert g.refused("bo", Overcome(actor=CORA, trait="athletics", description="gets up")) == "out-of-the-scene"


@pytest.mark.rule("SF-TREATMENT-08")
@pytest.mark.parametrize("tier", [0, 3, 4])
def test_reviving_takes_a_godlike_healer_of_bodies(tier: int) -> None:
    g = with_dead(tier)
    assert g.is_offered("ana", REVIVE) == (tier == 4)
    mind = with_dead(0, own=(skill("Minds", 4, 4, held("treatment", "mental")),))
    assert not [offer for offer in mind.offers("ana", Undertake) if "revive" in offer.label]


@pytest.mark.rule("SF-TREATMENT-08")
def test_on_a_success_she_lives_as_harmed_as_she_died_and_a_conviction_is_rewritten() -> None:
    g = with_dead(aspects=MORE)
    inflict(g, "mild")
    hurt(g, 2)
    assert raise_her(g, "++++", invoked=1) == 0
    assert (g.condition("cora").out, left(g), suffers(g)) == ("", [2], {"mild": "Broken"})
    prompt = g.prompt("scar")
    assert prompt is not None
    hole = prompt.options[0].holes[0]
    assert isinstance(hole, ChoiceHole)
    assert [choice.label for choice in hole.options] == ["Always Repay a Debt"], "no other type of aspect"
    g.answer("bo", "scar", "change", aspect=hole.options[0].value, words="I Have Seen the Other Side")
    g.do("bo", Overcome(actor=CORA, trait="athletics", description="gets up"))
    assert not g.is_offered("ana", REVIVE)


@pytest.mark.rule("SF-TREATMENT-08")
@pytest.mark.parametrize(
    ("dice", "missing", "wait", "too_short"),
    [
        ("++++", 2, "A Week", "A Few Days"),
        ("+++0", 3, "A Few Weeks", "A Week"),
        ("0000", 6, "A Season", "A Few Months"),
    ],
)
def test_after_a_failure_nobody_tries_again_for_a_day_and_a_step_for_each_point(
    dice: str, missing: int, wait: str, too_short: str
) -> None:
    for time, may_try in ((too_short, False), (wait, True)):
        g = with_dead()
        assert raise_her(g, dice) == -missing
        assert g.condition("cora").out == TAKEN_OUT
        assert not g.is_offered("ana", REVIVE)
        g.do("gm", EndScene())
        g.do("gm", PassTime(time))
        g.do("gm", StartScene("Again", (MAUD, CORA, FOE)))
        assert g.is_offered("ana", REVIVE) == may_try


@pytest.mark.rule("SF-TREATMENT-08")
@pytest.mark.parametrize("is_there", [True, False])
def test_without_the_body_it_is_harder_by_four_and_the_body_comes_somehow(is_there: bool) -> None:
    g = with_dead(aspects=MORE)
    g.do("gm", EndScene())
    g.do("gm", StartScene("At the altar", (MAUD, FOE, *((CORA,) if is_there else ()))))
    claims = () if is_there else ("without the body",)
    assert raise_her(g, "++++", *claims, invoked=3) == (4 if is_there else 0)
    assert is_present(g.table.state, CORA)
    assert facts(g) == ([] if is_there else ["their body is there somehow, naked"])


@pytest.mark.rule("SF-TREATMENT-08")
def test_the_gm_may_find_that_she_does_not_come_back() -> None:
    g = with_dead()
    undertake(g, "revive", trait="care", to="cora")
    g.answer("gm", "procedure-opposition", "send-back", reason="There is nothing of her left, and no god of life.")
    assert g.is_offered("ana", REVIVE), "it was no try"


@pytest.mark.rule("SF-TREATMENT-08")
def test_who_leaves_the_story_is_not_waited_for() -> None:
    g = with_dead()
    g.do("gm", EndScene())
    g.do("gm", LeaveStory(CORA))
    g.do("gm", StartScene("Later", (MAUD, FOE)))
    assert not [offer for offer in g.offers("ana", Undertake) if "revive" in offer.label]
