"""What a skill on a sheet may be like: kinds, tiers, trappings, extras, Tier Benefits."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.strange.book import HeldTrapping, SampleSkill
from fatetable.rulesets.strange.sheet import possible_benefits, sample_entry, skill_of, skills_with
from fatetable.rulesets.strange.skills import SkillPlace, locked_in_problems
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import advice, built, common, errors, hero, problems
from fatetable.rulesets.strange.tests.support.playing import held


@pytest.mark.rule("SF-SKILL-01")
def test_a_trapping_is_used_with_any_skill_that_has_it_or_with_a_common_one_untrained() -> None:
    sheet = hero(common("Burglary", 2), built("Sharp Eyes", "examine", "notice", rating=3))
    assert [(each.name, each.rating) for each in skills_with(TABLES, sheet, "examine")] == [
        ("Sharp Eyes", 3),
        ("Burglary", 2),
    ]
    assert [(each.name, each.rating, each.tier) for each in skills_with(TABLES, sheet, "parry")] == [("Arms", 0, 0)]


@pytest.mark.rule("SF-SKILL-01", "SF-CHAR-08")
@pytest.mark.parametrize("trapping", ["resist-damage", "minions", "variable", "workspace"])
def test_what_no_common_skill_has_cannot_be_done_untrained(trapping: str) -> None:
    assert skills_with(TABLES, hero(), trapping) == ()


@pytest.mark.rule("SF-CHAR-08")
def test_every_unrated_common_skill_counts_as_mediocre_and_mundane() -> None:
    for common_skill in TABLES.skills:
        for trapping in common_skill.trappings:
            found = skills_with(TABLES, hero(), trapping.id, trapping.of)
            assert {(skill.rating, skill.tier) for skill in found} == {(0, 0)}


@pytest.mark.rule("SF-SKILL-02", "SF-SKILL-07")
def test_there_are_three_kinds_of_skill() -> None:
    assert (
        errors(hero(common("Brawn"), built("Servant", "notice", kind="unique", drawbacks=()), built("Rays", "shoot")))
        == []
    )
    assert errors(hero(Entry(name="Rays", kind="psionic", numbers={"rating": 1}))) == ["unknown-kind-of-skill"]


@pytest.mark.rule("SF-SKILL-03")
def test_a_common_skill_has_its_own_trappings_and_no_others() -> None:
    climbing = Entry(kind="extra", name="climb", lists={"extras": ("range",)})
    brawn = Entry(name="Brawn", kind="common", numbers={"rating": 2}, entries={"trappings": (climbing,)})
    assert errors(hero(brawn)) == ["trapping-not-its-own"]
    assert errors(hero(common("Dueling", 2))) == ["unknown-common-skill"]
    assert len(TABLES.skills) == 28


@pytest.mark.rule("SF-SKILL-12", "SF-SKILL-03")
def test_extras_may_be_put_on_a_trapping_of_a_common_skill() -> None:
    part = Entry(kind="extra", name="physical-force", lists={"extras": ("range",)})
    brawn = Entry(name="Brawn", kind="common", numbers={"rating": 2}, entries={"trappings": (part,)})
    assert errors(hero(brawn)) == []
    bare = Entry(
        name="Brawn",
        kind="common",
        numbers={"rating": 2},
        entries={"trappings": (Entry(kind="extra", name="physical-force"),)},
    )
    assert errors(hero(bare)) == ["extra-missing"]


@pytest.mark.rule("SF-SKILL-05", "SF-REF-02", "SF-SKILL-02")
@pytest.mark.parametrize(
    ("tier", "wrong"), [(0, []), (1, []), (2, ["tier-too-high"]), (3, ["tier-too-high"]), (4, ["tier-too-high"])]
)
def test_a_unique_skill_is_extraordinary_at_most(tier: int, wrong: list[str]) -> None:
    skill = built("Servant", "conversation", kind="unique", tier=tier, drawbacks=("minor-complication",))
    assert errors(hero(skill)) == wrong


@pytest.mark.rule("SF-SKILL-07", "SF-DRAW-02")
@pytest.mark.parametrize("tier", [0, 1, 2, 3, 4])
def test_a_strange_skill_of_any_tier_needs_a_drawback(tier: int) -> None:
    assert errors(hero(built("Rays", "shoot", tier=tier))) == []
    assert errors(hero(built("Rays", "shoot", tier=tier, drawbacks=()))) == ["drawback-missing"]


@pytest.mark.rule("SF-SKILL-08", "SF-DRAW-02", "SF-CHAR-10")
@pytest.mark.parametrize("tier", [0, 1, 2, 3, 4])
def test_a_common_skill_is_strange_from_superhuman_up(tier: int) -> None:
    wanted = ["drawback-missing"] if tier >= 2 else []
    assert errors(hero(common("Brawn", 2, tier))) == wanted
    assert errors(hero(common("Brawn", 2, tier), archetype="")) == sorted(
        [*wanted, *(["no-stranger"] if tier >= 2 else [])]
    )
    if tier >= 2:
        assert errors(hero(common("Brawn", 2, tier, "minor-snag"))) == []


@pytest.mark.rule("SF-DRAW-04", "SF-SKILL-12")
def test_a_mundane_common_skill_cannot_have_drawbacks() -> None:
    assert errors(hero(common("Brawn", 2, 0, "minor-snag"))) == ["drawback-not-allowed"]
    assert errors(hero(common("Brawn", 2, 1, "minor-snag"))) == []


@pytest.mark.rule("SF-DRAW-02", "SF-SKILL-12")
def test_a_unique_skill_above_mundane_needs_an_aspect() -> None:
    assert errors(hero(built("Servant", "notice", kind="unique", drawbacks=()))) == []
    assert errors(hero(built("Servant", "notice", kind="unique", tier=1, drawbacks=()))) == ["aspect-drawback-missing"]
    assert errors(hero(built("Servant", "notice", kind="unique", tier=1))) == ["aspect-drawback-missing"]
    for drawback in ("minor-complication", "major-complication", "conviction"):
        assert errors(hero(built("Servant", "notice", kind="unique", tier=1, drawbacks=(drawback,)))) == []


@pytest.mark.rule("SF-SKILL-09")
def test_a_campaign_may_do_without_common_skills() -> None:
    assert errors(hero(common("Brawn")), common_skills=False) == ["no-common-skills"]
    seven = built(
        "Everything", "climb", "leap", "move", "dodge", "hide", "skulk", "notice", kind="unique", drawbacks=()
    )
    six = built("Much", "climb", "leap", "move", "dodge", "hide", "skulk", kind="unique", drawbacks=())
    assert "skill-too-broad" in advice(hero(seven), common_skills=False)
    assert "skill-too-broad" not in advice(hero(six), common_skills=False)
    assert "skill-too-broad" not in advice(hero(seven))


@pytest.mark.rule("SF-CHAR-07")
@pytest.mark.parametrize(
    ("rating", "is_wrong"), [(-1, True), (0, True), (1, False), (2, False), (3, False), (4, False), (5, True)]
)
def test_ratings_go_from_average_to_great_for_all_kinds(rating: int, is_wrong: bool) -> None:
    skills = (
        common("Brawn", rating),
        built("Rays", "strike", rating=rating),
        built("Servant", "notice", kind="unique", rating=rating, drawbacks=()),
    )
    for skill in skills:
        assert ("rating-out-of-range" in errors(hero(skill))) == is_wrong


@pytest.mark.rule("SF-CHAR-07")
def test_any_number_of_skills_may_have_one_rating() -> None:
    assert errors(hero(*(common(name, 4) for name in ("Brawn", "Arms", "Art", "Drive", "Pilot")))) == []


def test_a_tier_that_does_not_exist_is_told_and_breaks_nothing() -> None:
    assert errors(hero(built("Rays", "shoot", numbers={"tier": 9}))) == ["unknown-tier"]


@pytest.mark.rule("SF-TRAP-01", "SF-BUILD-02")
def test_a_built_skill_has_trappings_of_the_list() -> None:
    assert errors(hero(built("Nothing", kind="unique", drawbacks=()))) == ["no-trappings"]
    assert errors(
        hero(Entry(name="X", kind="unique", numbers={"rating": 1}, entries={"trappings": (Entry(kind="flying"),)}))
    ) == ["unknown-trapping"]
    for trapping in TABLES.trappings:
        of = "urban" if trapping.is_typed else next(iter(trapping.kinds), "")
        one = HeldTrapping(id=trapping.id, of=of, terms=trapping.fields[:1])
        assert errors(hero(built("One", one))) == []


@pytest.mark.rule("SF-TRAP-01")
def test_every_trapping_has_a_category_and_a_theme() -> None:
    assert [trapping.name for trapping in TABLES.trappings if not trapping.theme or not trapping.category] == []
    assert {trapping.name: trapping.theme for trapping in TABLES.trappings}["Dodge"] == "Movement or perception"


@pytest.mark.rule("SF-BUILD-12")
def test_a_box_is_taken_once_but_types_and_variables_again() -> None:
    assert errors(hero(built("Twice", "move", "move"))) == ["trapping-twice"]
    assert errors(hero(built("Twice", "initiative mental", "initiative mental"))) == ["trapping-twice"]
    assert errors(hero(built("Scopes", "initiative mental", "initiative social", "initiative physical"))) == []
    assert errors(hero(built("Places", held("environment", "urban"), held("environment", "sea")))) == []
    assert errors(hero(built("Places", held("environment", "urban"), held("environment", "Urban")))) == [
        "trapping-twice"
    ]
    assert errors(hero(built("Places", "environment"))) == ["type-missing"]
    assert errors(hero(built("Shapes", "variable session", "variable session", "variable scene", rating=2))) == []


@pytest.mark.rule("SF-EXT-03")
def test_psychic_is_on_every_trapping_of_a_skill_or_on_none() -> None:
    whole = built("Telepathy", held("convince", "", "psychic"), held("insight", "", "psychic"))
    assert errors(hero(whole)) == []
    assert errors(hero(built("Telepathy", held("convince", "", "psychic"), "insight"))) == ["partly-psychic"]
    part = Entry(kind="extra", name="strike", lists={"extras": ("psychic",)})
    arms = Entry(name="Arms", kind="common", numbers={"rating": 1}, entries={"trappings": (part,)})
    assert errors(hero(arms)) == ["partly-psychic"]


@pytest.mark.rule("SF-EXT-15")
def test_range_and_unusual_may_repeat_on_a_trapping_and_other_extras_may_not() -> None:
    for extra in TABLES.extras:
        trapping = HeldTrapping(id="strike", extras=(extra.id, extra.id), note="odd")
        assert errors(hero(built("It", trapping))) == ([] if extra.id in ("range", "unusual") else ["extra-twice"])
    several = HeldTrapping(id="strike", extras=("range", "spray", "zone", "unusual"), note="odd")
    assert errors(hero(built("It", several))) == []
    assert errors(hero(built("It", held("strike", "", "huge")))) == ["unknown-extra"]


@pytest.mark.rule("SF-EXT-10")
def test_what_is_unusual_has_to_be_said() -> None:
    assert errors(hero(built("Wings", held("move", "", "unusual")))) == ["unusual-unworded"]
    flight = HeldTrapping(id="move", extras=("unusual",), note="Flight")
    assert errors(hero(built("Wings", flight))) == []


BRUTE = ("physical-force", "stress-capacity physical", "leap")


@pytest.mark.rule("SF-BEN-01")
def test_a_skill_brings_as_many_tier_benefits_as_its_rating_and_its_owner_chooses() -> None:
    assert errors(hero(built("Brute", *BRUTE, rating=2, tier=1))) == ["benefits-open"]
    chosen = built("Brute", *BRUTE, rating=2, tier=1, benefits=("leap", "stress-capacity physical"))
    assert errors(hero(chosen)) == []
    skill = skill_of(TABLES, chosen)
    assert [skill.benefit(each) for each in ("leap", "stress-capacity", "physical-force")] == [1, 1, 0]
    assert errors(hero(built("Brute", *BRUTE, rating=2, tier=1, benefits=BRUTE))) == ["too-many-benefits"]
    assert errors(hero(built("Brute", *BRUTE, rating=2, tier=1, benefits=("leap",)))) == ["benefits-open"]
    assert errors(hero(built("Brute", *BRUTE, rating=3, tier=1, benefits=("leap", "leap")))) == [
        "benefit-twice",
        "benefits-open",
    ]


@pytest.mark.rule("SF-BEN-01")
def test_where_all_benefits_fit_nobody_has_to_choose() -> None:
    skill = skill_of(TABLES, built("Brute", *BRUTE, rating=3, tier=1))
    assert set(skill.benefits) == set(BRUTE)
    assert errors(hero(built("Brute", *BRUTE, rating=3, tier=1))) == []
    assert skill_of(TABLES, built("Brute", *BRUTE, rating=3)).benefits == ()


@pytest.mark.rule("SF-BEN-01", "SF-BEN-03")
def test_a_benefit_comes_from_a_trapping_that_the_skill_has_on_a_tier_that_brings_it() -> None:
    assert errors(hero(built("It", "leap", rating=2, benefits=("leap",)))) == ["benefit-unknown"]
    assert errors(hero(built("It", "leap", rating=2, tier=1, benefits=("move",)))) == ["benefit-unknown"]
    both = skill_of(TABLES, built("It", "stress-capacity physical", "stress-capacity mental", rating=2, tier=1))
    assert len(both.benefits) == 2


@pytest.mark.rule("SF-BEN-02")
def test_benefits_stay_but_a_higher_rating_adds_one_and_another_tier_chooses_anew() -> None:
    before = skill_of(TABLES, built("Brute", *BRUTE, rating=2, tier=1, benefits=("leap", "physical-force")))

    def changed(*benefits: str, rating: int = 2, tier: int = 1) -> list[str]:
        entry = built("Brute", *BRUTE, rating=rating, tier=tier, benefits=benefits)
        place = SkillPlace(TABLES, "entries.skills.0", entry, skill_of(TABLES, entry))
        return [problem.code for problem in locked_in_problems(before, place)]

    assert changed("leap", "physical-force") == []
    assert changed("leap", "stress-capacity physical") == ["benefit-changed"]
    assert changed("leap", "physical-force", "stress-capacity physical", rating=3) == []
    assert changed("leap", "stress-capacity physical", tier=2) == []


@pytest.mark.rule("SF-BEN-03", "SF-BEN-04")
def test_the_trappings_with_benefits_and_the_tier_each_begins_on() -> None:
    first = {
        trapping.name: next(tier for tier in range(1, 5) if possible_benefits(TABLES, (held(trapping.id),), tier))
        for trapping in TABLES.trappings
        if possible_benefits(TABLES, (held(trapping.id),), 4)
    }
    assert first == {
        **dict.fromkeys(("Stress Capacity", "Leap", "Move", "Networking", "Insight", "Notice", "Craft"), 1),
        **dict.fromkeys(("Languages", "Treatment", "Workspace", "Dexterity", "Disguise", "Hide", "Physical Force"), 1),
        "Minions": 2,
    }
    assert set(first) == {trapping.name for trapping in TABLES.trappings if trapping.has_benefits}


@pytest.mark.rule("SF-BEN-04")
def test_environment_and_variable_take_no_place_among_the_benefits() -> None:
    skill = built("Shapes", held("environment", "urban"), "variable scene", "leap", rating=1, tier=1)
    assert errors(hero(skill)) == []
    assert skill_of(TABLES, skill).benefits == ("leap",)


@pytest.mark.rule("SF-BEN-03")
@pytest.mark.parametrize(
    ("trapping", "field", "by_tier"),
    [
        ("insight", "weapon", (1, 2, 3, 4)),
        ("networking", "weapon", (1, 2, 3, 4)),
        ("physical-force", "weapon", (1, 2, 3, 4)),
        ("stress-capacity", "armour", (1, 2, 3, 4)),
        ("stress-capacity", "mild", (0, 1, 1, 1)),
        ("stress-capacity", "moderate", (0, 0, 0, 1)),
        ("leap", "zones", (1, 2, 3, 4)),
        ("move", "zones", (1, 2, 3, 4)),
        ("disguise", "aspects", (1, 2, 3, 4)),
    ],
)
def test_what_each_benefit_is_worth_by_tier(trapping: str, field: str, by_tier: tuple[int, ...]) -> None:
    assert tuple(getattr(TABLES.benefit(trapping, tier), field) for tier in (1, 2, 3, 4)) == by_tier
    assert TABLES.benefit(trapping, 0) is None


@pytest.mark.rule("SF-BEN-03")
def test_a_benefit_holds_on_above_its_tier_until_the_next_row() -> None:
    texts = {tier: row.text for tier in range(5) if (row := TABLES.benefit("hide", tier))}
    assert texts[2] == texts[3] == texts[4] != texts[1]
    assert len({TABLES.benefit("dexterity", tier) for tier in range(1, 5)}) == 1
    assert [bool(TABLES.benefit("minions", tier)) for tier in range(5)] == [False, False, True, True, True]
    scopes = {TABLES.benefit(each, 1).scope for each in ("insight", "networking", "physical-force")}  # type: ignore[union-attr]
    assert scopes == {"mental", "social", "physical"}


@pytest.mark.rule("SF-SKILL-12", "SF-UNI-01", "SF-STR-01")
@pytest.mark.parametrize("sample", TABLES.samples, ids=lambda sample: sample.name)
def test_every_ready_made_skill_may_be_taken_as_it_is(sample: SampleSkill) -> None:
    entry = sample_entry(TABLES, sample, rating=4)
    sheet = hero(entry, aspects={"free-1": "Oxford-Educated"})
    # These the owner has to choose: an aspect to replace or to have, or which Tier Benefits.
    to_choose = {"transform-without-aspect", "device-without-aspect", "benefits-open", "refresh-below-floor"}
    assert set(errors(sheet, era="late")) <= to_choose


def test_problems_say_where_they_are_and_how_to_mend_them() -> None:
    sheet = hero(common("Brawn"), built("Wings", held("move", "", "unusual"), "leap"))
    (problem,) = (each for each in problems(sheet) if each.severity == "error")
    assert problem.where == "entries.skills.1.entries.trappings.0.texts.note"
    assert problem.message == "Wings: it is not said what is unusual about Move."
    assert problem.fix == "Say it in a few words, such as Flight."
    assert problem.cites == ("SF-EXT-10",)
    assert problem.can_be_waived
