"""The simple Test from its description to its degree: difficulty, opposition, support, Aspects, dice, Spin."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from fatetable.engine.chance import Seeded
from fatetable.engine.prompts import Prompt
from fatetable.mechanics.aspects.editing import PlaceAspect, SuggestAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.dice.notation import dice_of
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.modifiers.support import Support
from fatetable.mechanics.points.accounts import purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.invocations import Invoke, Reroll
from fatetable.mechanics.rolls.state import GoalSettled, RollSettled
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.rulesets.skein.rolls.spin import SPIN
from fatetable.rulesets.skein.tests.support.magicians import magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

BRANNOC, HESK, GUARD = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk"), ActorId("gate-guard")


def declare(game: Game, trait: str = "strength", difficulty: int | None = 4) -> None:
    game.do("ana", Overcome(actor=BRANNOC, trait=trait, description="tries"))
    if difficulty is not None:
        game.answer("gm", "opposition", "difficulty", value=difficulty)


def bring(game: Game, text: str, *, effect: str = "bonus", payment: str = "point") -> Invoke:
    return Invoke(
        roll=game.roll.id,
        effort=0,
        effect=effect,
        aspect=game.card(text).id,
        explanation="it fits",
        payment=payment,
        party=BRANNOC,
    )


def opposition(game: Game) -> Prompt:
    prompt = game.prompt("opposition")
    assert prompt is not None
    return prompt


# -- dice and results ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-INTRO-04", "SK-TEST-02", "SK-TEST-05", "SK-TEST-11")
@pytest.mark.parametrize(
    ("dice", "outcome", "goal"),
    [
        ("-000", "fail", "failed"),
        ("0000", "barely", "reached"),
        ("+000", "solid", "reached"),
        ("++00", "great", "reached"),
        ("+++0", "critical", "reached"),
        ("++++", "critical", "reached"),
    ],
)
def test_dice_and_skill_must_reach_the_difficulty(dice: str, outcome: str, goal: str) -> None:
    game = Game()
    events = game.test("ana", BRANNOC, "strength", 4, dice)
    settled = first(events, RollSettled)
    assert settled.outcome == outcome
    assert settled.margin == settled.total - 4
    assert first(events, GoalSettled).goal == goal


@pytest.mark.rule("SK-CHAR-16")
def test_a_skill_somebody_lacks_is_rolled_at_nought_but_magic_is_not_rolled_at_all() -> None:
    game = Game()
    for trait in ("deception", "empathy", "lore [another]", "profession [another]"):
        assert first(game.test("ana", BRANNOC, trait, 0, "0000"), RollSettled).total == 0
    for trait in ("spirit-magic", "glamour", "divination [augury]", "divination [another]"):
        unknown = Overcome(actor=BRANNOC, trait=trait, description="tries")
        assert game.refused("ana", unknown) == "unknown-trait"


@pytest.mark.rule("SK-CHAR-16")
def test_whoever_has_one_style_of_divining_may_try_another_untrained() -> None:
    seer = magician("divination", trait="divination [augury]", name="Ansel")
    game = Game(heroes=(seer, "Mother Hesk"))
    events = game.test("ana", ActorId("ansel"), "divination [another]", 0, "0000")
    assert first(events, RollSettled).total == 0


@pytest.mark.rule("SK-CHAR-16", "SK-TEST-07")
def test_one_kind_that_is_known_supports_another_that_is_not() -> None:
    game = Game(heroes=("Brannoc of the Ford", "Mother Hesk"))
    known = next(trait for trait in game.actor(HESK).sheet.traits if trait.startswith("lore ["))
    game.do("bo", Overcome(actor=HESK, trait="lore [another]", description="guesses"))
    game.answer("gm", "opposition", "difficulty", value=2)
    game.do("bo", Support(game.roll.id, known))
    assert game.roll.efforts[0].total == 0 + 1


@pytest.mark.parametrize(
    ("method", "reading"),
    [
        pytest.param("fate", {(-1, -1), (0, 0), (1, 1)}, marks=pytest.mark.rule("SK-DICE-01")),
        pytest.param("d6", {(1, -1), (2, -1), (3, 0), (4, 0), (5, 1), (6, 1)}, marks=pytest.mark.rule("SK-DICE-02")),
    ],
)
def test_every_roll_throws_four_dice_of_thirds(method: str, reading: set[tuple[int, int]]) -> None:
    game = Game(dice=method)
    declare(game, "deception", 20)
    game.do("gm", SetPoints(purse(BRANNOC), 99, "to throw often"))
    chance = Seeded(b"a secret", "table")
    game.table.send("ana", ThrowDice(game.roll.id), chance=chance)
    for _ in range(40):
        game.table.send("ana", Reroll(roll=game.roll.id, effort=0, party=BRANNOC), chance=chance)
    throws = game.roll.efforts[0].throws
    assert {len(throw.values) for throw in throws} == {4}
    seen = {pair for throw in throws for pair in zip(throw.shown, throw.values, strict=True)}
    assert seen == reading
    assert game.roll.efforts[0].total == max(throw.total for throw in throws)


@pytest.mark.rule("SK-DICE-01")
def test_the_sum_runs_from_minus_four_to_four_and_is_nought_in_nineteen_of_eighty_one() -> None:
    pool = dice_of(DicePool("fate", lambda topic: ()).pool(Game().table.state))
    sums = Counter(map(sum, product(*(die.values for die in pool))))
    of_eighty_one = (19, 16, 10, 4, 1)
    assert {total: Fraction(ways, 6**4) for total, ways in sums.items()} == {
        total: Fraction(of_eighty_one[abs(total)], 81) for total in range(-4, 5)
    }


# -- what it is against ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-TEST-03", "SK-TEST-04", "SK-STORY-02")
def test_the_storyteller_is_offered_the_named_difficulties_by_complications() -> None:
    game = Game()
    declare(game, "agility", None)
    number = opposition(game).options[0].holes[0]
    offered = {choice.value: choice.label for choice in number.suggestions}  # type: ignore[union-attr]
    assert list(offered) == ["0", "2", "4", "6", "8", "10", "12"]
    assert offered["0"].startswith("Easy")
    assert offered["8"].startswith("Formidable")
    assert "4 complications" in offered["8"]
    assert "no complication" in offered["0"]


@pytest.mark.rule("SK-TEST-01", "SK-STORY-05")
def test_what_needs_no_test_just_works() -> None:
    game = Game()
    declare(game, "agility", None)
    events = game.answer("gm", "opposition", "no-roll")
    assert first(events, GoalSettled).goal == "reached"
    assert not any(isinstance(event, RollSettled) for event in events)


@pytest.mark.rule("SK-TEST-03")
def test_a_skill_that_does_not_fit_is_sent_back() -> None:
    game = Game()
    declare(game, "agility", None)
    game.answer("gm", "opposition", "send-back", reason="that takes Strength")
    declare(game)
    game.do("gm", SendBack(game.roll.id, "no, really"))
    assert not game.offers("ana", ThrowDice)


@pytest.mark.rule("SK-TEST-06", "SK-TEST-02")
@pytest.mark.parametrize(("dice", "goal"), [("----", "reached"), ("-000", "reached"), ("0000", "failed")])
def test_in_an_opposed_test_the_higher_total_wins_and_a_tie_goes_to_who_began(dice: str, goal: str) -> None:
    game = Game(foes=("Gate Guard",))
    declare(game, "agility", None)
    game.answer("gm", "opposition", "defend", defender=GUARD)
    game.throw("ana", "0000")
    assert first(game.defend("gm", "awareness", dice), GoalSettled).goal == goal


@pytest.mark.rule("SK-TEST-06")
def test_the_other_side_chooses_when_it_knows_what_it_has_to_meet() -> None:
    game = Game(foes=("Gate Guard",))
    declare(game, "agility", None)
    game.answer("gm", "opposition", "defend", defender=GUARD)
    assert game.prompt("defend") is None
    game.throw("ana", "++00")
    assert game.prompt("defend") is not None
    assert game.roll.efforts[0].total == 3


@pytest.mark.rule("SK-SKILL-10", "SK-SKILL-18", "SK-SKILL-25", "SK-SKILL-30")
@pytest.mark.rule("SK-SKILL-32", "SK-SKILL-33", "SK-SKILL-34")
@pytest.mark.parametrize(
    ("trait", "against"),
    [
        ("stealth", {"awareness"}),
        ("deception", {"empathy", "awareness"}),
        ("charm", {"willpower"}),
        ("intimidation", {"willpower"}),
    ],
)
def test_whoever_resists_rolls_a_skill_that_opposes_the_other(trait: str, against: set[str]) -> None:
    game = Game(foes=("Gate Guard",))
    declare(game, trait, None)
    game.answer("gm", "opposition", "defend", defender=GUARD)
    game.throw("ana", "0000")
    prompt = game.prompt("defend")
    assert prompt is not None
    assert {choice.value for choice in prompt.options[0].holes[0].options} == against  # type: ignore[union-attr]


@pytest.mark.rule("SK-SKILL-25", "SK-SKILL-13", "SK-SKILL-31", "SK-SKILL-32")
@pytest.mark.parametrize(
    ("trait", "words"),
    [
        ("stealth", ("Opposed by Awareness", "some cover")),
        ("deception", ("Empathy or Awareness (disguise)", "an hour", "never as somebody in particular")),
        ("investigation", ("takes time",)),
        ("contacts", ("an enemy may turn up",)),
    ],
)
def test_the_storyteller_reads_what_a_skill_takes_and_what_opposes_it(trait: str, words: tuple[str, ...]) -> None:
    game = Game()
    declare(game, trait, None)
    for word in words:
        assert word in opposition(game).question


@pytest.mark.rule("SK-SKILL-25", "SK-SKILL-10")
def test_the_most_watchful_of_a_group_resists_for_all() -> None:
    game = Game(foes=("Gate Guard", "Osric the Reeve", "Ysolt of the Drowned Bell"))
    declare(game, "stealth", None)
    group = (GUARD, ActorId("osric-the-reeve"), ActorId("ysolt-of-the-drowned-bell"))
    game.answer("gm", "opposition", "best", defenders=group)
    assert game.roll.defender == group[2]


# -- support ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-TEST-07", "SK-SKILL-14", "SK-INTRO-04")
def test_a_skill_at_least_as_high_supports_another_once() -> None:
    game = Game()
    declare(game, "intimidation")
    game.do("ana", Support(game.roll.id, "awareness"))
    assert game.roll.efforts[0].total == 3 + 1
    assert game.refused("ana", Support(game.roll.id, "leadership")) == "no-support"
    assert not game.offers("ana", Support)


@pytest.mark.rule("SK-TEST-07")
def test_a_lower_skill_and_one_that_is_lacking_do_not_support() -> None:
    game = Game()
    declare(game, "intimidation")
    for skill in ("survival", "deception", "intimidation"):
        assert game.refused("ana", Support(game.roll.id, skill)) == "no-support"
    offered = {choice.value for choice in game.offers("ana", Support)[0].holes[0].options}  # type: ignore[union-attr]
    assert offered == {"melee-combat", "strength", "leadership", "awareness", "riding"}


# -- aspects ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-TEST-09", "SK-ASPECT-10", "SK-ASPECT-03", "SK-ASPECT-05", "SK-ASPECT-07")
def test_any_number_of_aspects_of_any_kind_each_once_before_the_dice() -> None:
    game = Game(foes=("Gate Guard",))
    game.do("gm", PlaceAspect(words="Fog on the River"))
    declare(game)
    before = game.points(BRANNOC)
    texts = ("Slow to Anger, Slower to Forgive", "Fog on the River", "Nobody Passes Without the Captain's Word")
    oath = "I Will Not Leave the Wall While One Man Stands"
    for text in (*texts, oath):
        game.do("ana", bring(game, text))
    assert game.roll.efforts[0].total == 4 + 2 * 4
    assert game.points(BRANNOC) == before - 4
    assert game.refused("ana", bring(game, texts[0])) == "already-invoked"
    game.do("ana", ThrowDice(game.roll.id), "0000")
    late = bring(game, "Hesk Gave Me Back My Hand")
    assert game.refused("ana", late) == "wrong-moment"


@pytest.mark.rule("SK-ASPECT-07", "SK-ASPECT-01")
def test_the_table_may_propose_aspects_of_the_scene() -> None:
    game = Game()
    game.do("bo", SuggestAspect("Everybody Is Drunk"))
    assert not game.has_card("Everybody Is Drunk")
    game.answer("gm", "suggestion", "yes")
    assert game.has_card("Everybody Is Drunk")


@pytest.mark.rule("SK-TEST-16")
def test_an_aspect_the_storyteller_finds_irrelevant_gives_nothing_and_costs_nothing() -> None:
    game = Game()
    declare(game)
    before = game.points(BRANNOC)
    game.do("ana", bring(game, "Hesk Gave Me Back My Hand"))
    game.do("gm", VetoInvocation(game.roll.id, "not here", 0))
    assert game.roll.efforts[0].total == 4
    assert game.points(BRANNOC) == before


@pytest.mark.rule("SK-TEST-10")
def test_a_point_buys_a_new_throw_and_the_better_one_counts() -> None:
    game = Game()
    declare(game)
    before = game.points(BRANNOC)
    game.do("ana", ThrowDice(game.roll.id), "--00")
    game.do("ana", Reroll(roll=game.roll.id, effort=0, party=BRANNOC), "----")
    assert game.roll.efforts[0].total == 2
    game.do("ana", Reroll(roll=game.roll.id, effort=0, party=BRANNOC), "+000")
    assert game.roll.efforts[0].total == 5
    assert game.points(BRANNOC) == before - 2


# -- Spin ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-TEST-13", "SK-INTRO-06")
def test_a_critical_success_gives_one_on_the_very_next_roll_and_re_rolls_of_it() -> None:
    game = Game()
    game.test("ana", BRANNOC, "strength", 1, "0000")
    assert game.table.state.get(SPIN) == (BRANNOC,)
    declare(game, "agility", 8)
    assert game.roll.efforts[0].total == 1 + 1
    game.do("ana", ThrowDice(game.roll.id), "-000")
    game.do("ana", Reroll(roll=game.roll.id, effort=0, party=BRANNOC), "0000")
    assert game.roll.efforts[0].total == 2
    assert game.table.state.get(SPIN) == ()
    game.do("ana", Pass(game.roll.id))
    declare(game, "agility", 8)
    assert game.roll.efforts[0].total == 1


@pytest.mark.rule("SK-TEST-13")
def test_spin_is_never_more_than_one_and_belongs_to_who_earned_it() -> None:
    game = Game()
    game.test("ana", BRANNOC, "strength", 0, "0000")
    game.test("ana", BRANNOC, "strength", 0, "0000")
    assert game.table.state.get(SPIN) == (BRANNOC,)
    game.do("bo", Overcome(actor=HESK, trait="healing", description="tries"))
    game.answer("gm", "opposition", "difficulty", value=4)
    assert game.roll.efforts[0].total == 4


# -- the whole sequence ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-TEST-14", "SK-TEST-15")
def test_the_steps_of_a_test_follow_one_another() -> None:
    game = Game()
    declare(game, "intimidation", None)
    assert game.refused("ana", ThrowDice(game.roll.id)) == "no-opposition-yet"
    game.answer("gm", "opposition", "difficulty", value=6)
    game.do("ana", Support(game.roll.id, "awareness"))
    game.do("ana", bring(game, "Slow to Anger, Slower to Forgive"))
    assert game.refused("ana", Reroll(roll=game.roll.id, effort=0, party=BRANNOC)) == "wrong-moment"
    game.do("ana", ThrowDice(game.roll.id), "-000")
    assert game.refused("ana", Support(game.roll.id, "leadership")) == "no-support"
    assert game.refused("ana", bring(game, "Hesk Gave Me Back My Hand")) == "wrong-moment"
    game.do("ana", Reroll(roll=game.roll.id, effort=0, party=BRANNOC), "0000")
    sources = [(part.source, part.amount) for part in game.roll.efforts[0].modifiers]
    assert sources == [("trait", 3), ("support", 1), ("invoke", 2)]
    game.do("ana", Pass(game.roll.id))
    events = game.do("gm", Pass(game.roll.id))
    settled = first(events, RollSettled)
    assert (settled.total, settled.margin, settled.outcome) == (6, 0, "barely")


@pytest.mark.rule("SK-TEST-13")
@pytest.mark.parametrize(("dice", "spins"), [("+000", (GUARD,)), ("0000", ())])
def test_resistance_that_wins_by_three_leaves_spin_with_who_resisted(dice: str, spins: tuple[ActorId, ...]) -> None:
    game = Game(foes=("Gate Guard",))
    declare(game, "stealth", None)
    game.answer("gm", "opposition", "defend", defender=GUARD)
    game.throw("ana", "0000")
    game.defend("gm", "awareness", dice)
    assert game.table.state.get(SPIN) == spins
