"""Attacks on the mind and on a name, what meets them, and what they cannot do to people."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, held, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, ruled, undertake

ANSWERS = (
    skill("Resolve", 2),
    skill("Contacting", 2),
    skill("Athletics", 2),
    skill("Fisticuffs", 2),
    skill("Resources", 1),
)


def attacked(attack: Entry, trait: str, kind: str) -> Game:
    g = Game(maud=(attack,), foe=ANSWERS)
    g.start_conflict(kind, first="Maud")
    g.do("ana", Attack(actor=MAUD, target=FOE, trait=trait, description="goes for them"))
    return g


def meets(g: Game) -> set[str]:
    """The trappings that it can be met with."""
    return {trait.partition("/")[0] for trait in answers(g)}


@pytest.mark.rule("SF-DODGE-01")
@pytest.mark.parametrize(
    ("attack", "trait", "kind", "is_met"),
    [
        ("Fisticuffs", "fisticuffs/strike", "physical", True),
        ("Marksmanship", "marksmanship/shoot", "physical", True),
        ("Intimidation", "intimidation/menace", "mental", False),
        ("Contacting", "contacting/influence", "social", False),
    ],
)
def test_dodge_meets_any_physical_attack(attack: str, trait: str, kind: str, is_met: bool) -> None:
    assert ("athletics" in meets(attacked(skill(attack, 3), trait, kind))) == is_met


@pytest.mark.rule("SF-DODGE-01")
def test_who_dodges_equals_the_attack_and_is_not_hurt() -> None:
    g = attacked(skill("Marksmanship", 2), "marksmanship/shoot", "physical")
    g.answer("gm", "defend", "defend", trait="athletics/dodge", description="ducks")
    assert done(g, "0000", "0000") == (0, "tie")
    assert not any(g.condition("foe").tracks["health"])


@pytest.mark.rule("SF-ESTEEM-01")
@pytest.mark.parametrize(
    ("attack", "trait", "kind", "is_met"),
    [
        ("Contacting", "contacting/influence", "social", True),
        ("Resources", "resources/wealth", "social", True),
        ("Intimidation", "intimidation/menace", "mental", False),
        ("Fisticuffs", "fisticuffs/strike", "physical", False),
    ],
)
def test_esteem_meets_social_attacks_alone(attack: str, trait: str, kind: str, is_met: bool) -> None:
    assert ("contacting" in meets(attacked(skill(attack, 3), trait, kind))) == is_met


@pytest.mark.rule("SF-INFLUENCE-01")
def test_influence_ruins_a_name_and_esteem_guards_it() -> None:
    g = attacked(skill("Contacting", 4), "contacting/influence", "social")
    g.answer("gm", "defend", "defend", trait="contacting/esteem", description="laughs it off")
    assert done(g, "0000", "0000") == (2, "succeed")
    g.answer("gm", "absorb", "mild", mild="Talk of the Town")
    assert g.condition("foe").marks["mild"].kind == "social"
    assert not any(g.condition("foe").tracks["composure"])


@pytest.mark.rule("SF-MENACE-01")
def test_menace_shakes_composure_and_willpower_meets_it() -> None:
    g = attacked(skill("Intimidation", 4), "intimidation/menace", "mental")
    assert meets(g) == {"resolve"}
    g.answer("gm", "defend", "defend", trait="resolve/willpower", description="stands firm")
    assert done(g, "0000", "0000") == (2, "succeed")
    g.answer("gm", "absorb", "mild", mild="Shaken")
    assert g.condition("foe").marks["mild"].kind == "mental"


@pytest.mark.rule("SF-MENACE-01")
def test_menace_may_put_an_aspect_on_the_target_instead() -> None:
    g = Game(maud=(skill("Intimidation", 4),), foe=ANSWERS)
    scare = CreateAdvantage(
        actor=MAUD, mode="new", trait="intimidation", description="looms", words="Afraid", target=FOE
    )
    g.do("ana", scare)
    g.answer("gm", "opposition", "defend", defender=FOE)
    g.answer("gm", "defend", "defend", trait="resolve", description="stands firm")
    done(g, "0000", "0000")
    assert g.card("Afraid").bearer == FOE


@pytest.mark.rule("SF-MENACE-02")
def test_who_has_no_reason_to_fear_the_attacker_claims_two() -> None:
    g = attacked(skill("Intimidation", 4), "intimidation/menace", "mental")
    claims = ("no reason to fear them",)
    g.answer("gm", "defend", "defend", trait="resolve/willpower", claims=claims, description="laughs")
    assert g.roll.efforts[1].fixed == 2 + 2
    assert done(g, "0000", "0000") == (0, "tie")


@pytest.mark.rule("SF-MENACE-02")
def test_only_menace_gives_that_reason() -> None:
    g = attacked(skill("Deceit", 4), "deceit/guile", "mental")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert "what counts" not in [hole.label for option in prompt.options for hole in option.holes]


# -- talking people into things --------------------------------------------------------------------------------------


@pytest.mark.rule("SF-CONVINCE-01")
def test_a_minor_npc_is_swayed_by_one_roll_that_willpower_resists() -> None:
    g = Game(maud=(skill("Presence", 3),), foe=ANSWERS)
    undertake(g, "persuade", trait="presence", to="foe")
    ruled(g, "resist")
    assert answers(g) == ["resolve"]
    g.answer("gm", "defend", "defend", trait="resolve", description="frowns")
    assert done(g, "0000", "0000") == (1, "succeed")
    assert not any(g.condition("foe").tracks["composure"])


@pytest.mark.rule("SF-CONVINCE-01", "SF-GUILE-01")
@pytest.mark.parametrize(("attack", "trait"), [("Presence", "presence/convince"), ("Deceit", "deceit/guile")])
def test_or_by_a_mental_conflict_until_somebody_gives_in_or_is_out(attack: str, trait: str) -> None:
    g = attacked(skill(attack, 4), trait, "mental")
    assert meets(g) == {"resolve"}
    g.answer("gm", "defend", "defend", trait="resolve/willpower", description="frowns")
    assert done(g, "0000", "0000") == (2, "succeed")
    g.answer("gm", "absorb", "mild", mild="It Was a Ghost")
    assert g.condition("foe").marks["mild"].kind == "mental"


@pytest.mark.rule("SF-CONVINCE-01")
def test_two_who_sway_a_third_compete() -> None:
    g = Game(maud=(skill("Presence", 3),), cora=(skill("Presence", 2),))
    g.do("gm", StartContest("the committee's vote", (MAUD, CORA)))
    for seat, actor in (("ana", MAUD), ("bo", CORA)):
        assert g.is_offered(seat, Contend(actor=actor, trait="presence", description="speaks"))


@pytest.mark.rule("SF-CONVINCE-02", "SF-GUILE-02")
@pytest.mark.parametrize(
    ("row", "name", "trait"), [("persuade", "Presence", "presence"), ("bluff", "Deceit", "deceit")]
)
def test_the_gm_refuses_what_nobody_would_be_brought_to(row: str, name: str, trait: str) -> None:
    g = Game(maud=(skill(name, 3),), foe=ANSWERS)
    undertake(g, row, trait=trait, to="foe", description="leap off the bridge")
    prompt = g.prompt("procedure-opposition")
    assert prompt is not None
    assert prompt.question.startswith("Might they ")
    assert prompt.question.endswith("leap off the bridge")
    g.answer("gm", "procedure-opposition", "send-back", reason="he would never")
    assert g.last_roll.margin is None


@pytest.mark.rule("SF-CONVINCE-02", "SF-GUILE-02")
@pytest.mark.parametrize(("row", "trapping"), [("persuade", "convince"), ("bluff", "guile")])
def test_nothing_is_asked_about_a_psychic(row: str, trapping: str) -> None:
    g = Game(maud=(skill("Hypnosis", 3, 0, held(trapping, "", "psychic")),), foe=ANSWERS)
    undertake(g, row, trait="hypnosis", to="foe")
    assert g.prompt("procedure-opposition") is None
    assert g.prompt("defend") is not None


@pytest.mark.rule("SF-CONVINCE-02", "SF-GUILE-02")
@pytest.mark.parametrize(
    ("trapping", "extra", "said"),
    [
        ("convince", "", "They do only what they might do anyway, given a good reason."),
        ("guile", "", "They may believe something false now, but they keep their nature."),
        ("menace", "", ""),
        ("convince", "psychic", ""),
        ("guile", "psychic", ""),
    ],
)
def test_who_takes_somebody_out_is_told_what_they_cannot_make_them_do(trapping: str, extra: str, said: str) -> None:
    words = skill("Words", 4, 0, held(trapping, "", *filter(None, (extra,))))
    g = Game(maud=(words,))
    g.start_conflict("mental", first="Maud")
    g.do("ana", Attack(actor=MAUD, target=FOE, trait=f"words/{trapping}", description="talks"))
    g.answer("gm", "defend", "defend", trait="resolve/willpower", description="listens")
    done(g, "++++", "----")
    g.answer("gm", "absorb", "out")
    prompt = g.prompt("taken-out")
    assert prompt is not None
    assert prompt.question == " ".join(filter(None, ("Foe is taken out. What happens to them?", said)))
