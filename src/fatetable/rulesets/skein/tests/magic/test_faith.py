"""Faith in play: against magic, for others, in a god's favour and through one's hands; glamour as a shield too."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.prompts import Prompt, PromptId
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.exchanges import NextExchange
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.rulesets.skein.growth.oaths import BreakOath
from fatetable.rulesets.skein.magic.faith import AskFavour, LayOnHands, WoundToHeal
from fatetable.rulesets.skein.magic.shielding import ShieldOther
from fatetable.rulesets.skein.magic.spirit_magic import LayCurse
from fatetable.rulesets.skein.sheet.arms import absorption
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import changed
from fatetable.rulesets.skein.tests.support.magicians import come_to, magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import wound
from fatetable.testing.events import first

GUARD = "gate-guard"
YSOLT = "ysolt-of-the-drowned-bell"
SPEAR = "melee-combat@Small Spear"


def game(*powers: str, foes: tuple[str | Sheet, ...] = ("Ysolt of the Drowned Bell",), **dials: Any) -> Game:
    """Ana plays Ansel, whose Faith is 5."""
    return Game(heroes=(magician("faith", *powers, name="Ansel"), "Mother Hesk"), foes=foes, **dials)


def shield(g: Game, trait: str = "faith", pays: str = "point", actor: str = "ansel") -> ShieldOther:
    return ShieldOther(roll=g.roll.id, actor=actor, trait=trait, description="steps between", pays=pays)  # type: ignore[arg-type]


def ysolt_curses(g: Game, target: str, dice: str) -> None:
    g.do("gm", LayCurse(actor=YSOLT, target=target, words="Drowned Dreams", description="sings"))  # type: ignore[arg-type]
    g.throw("gm", dice)


@pytest.mark.rule("SK-FAITH-03")
@pytest.mark.rule("SK-SKILL-43")
def test_for_a_point_faith_defends_somebody_else_against_magic() -> None:
    g = game()
    before = g.points("ansel")
    ysolt_curses(g, "mother-hesk", "0000")
    offers = g.offers("ana", ShieldOther)
    assert [offer.price.points for offer in offers if offer.price] == [1]
    g.do("ana", shield(g))
    assert g.points("ansel") == before - 1
    assert g.prompt("defend") is None
    settled = first(g.throw("ana", "+000"), RollSettled)
    assert (settled.total, settled.against) == (5, 6)
    assert not g.has_card("Drowned Dreams")


@pytest.mark.rule("SK-FAITH-03")
def test_what_gets_past_the_shield_falls_on_the_one_it_was_meant_for() -> None:
    g = game(long_term_curses=False)
    ysolt_curses(g, "mother-hesk", "++00")
    g.do("ana", shield(g))
    g.throw("ana", "0000")
    assert g.card("Drowned Dreams").bearer == "mother-hesk"


ATTACKS = (SPEAR, "brawling@Unarmed", "missile-combat@Small Spear", "intimidation@words")
ARMED = {"traits": {"missile-combat": 1, "gaming": None}}


def attacked(target: str, trait: str, *powers: str, dice: str = "0000") -> Game:
    """A guard attacks Ansel or Mother Hesk in some way, and his dice have fallen."""
    g = game(*powers, foes=(changed("Gate Guard", **ARMED),))
    g.start_combat()
    come_to(g, GUARD)
    g.attack("gm", GUARD, target, trait, dice)
    return g


@pytest.mark.rule("SK-FAITH-03")
@pytest.mark.rule("SK-STUNT-32")
@pytest.mark.parametrize("trait", ATTACKS)
def test_faith_shields_others_from_every_attack_only_with_shield_of_faith(trait: str) -> None:
    g = attacked("mother-hesk", trait)
    assert not g.offers("ana", ShieldOther)
    assert g.refused("ana", shield(g)) == "cannot-shield"
    g = attacked("mother-hesk", trait, "shield-of-faith")
    before = g.points("ansel")
    g.do("ana", shield(g))
    assert g.points("ansel") == before - 1
    settled = first(g.throw("ana", "0000"), RollSettled)
    assert settled.against == 5
    assert g.prompt("harm") is None


@pytest.mark.rule("SK-STUNT-32", "SK-SKILL-43")
@pytest.mark.rule("SK-FAITH-02")
@pytest.mark.parametrize("trait", ATTACKS)
def test_ones_own_faith_meets_every_attack_only_with_shield_of_faith(trait: str) -> None:
    for powers, may in (((), False), (("shield-of-faith",), True)):
        g = attacked("ansel", trait, *powers)
        prompt = g.prompt("defend")
        assert prompt is not None
        skills = {choice.value for choice in prompt.options[0].holes[0].options}  # type: ignore[union-attr]
        assert ("faith" in skills) is may
        if may:
            before = g.points("ansel")
            settled = first(g.defend("ana", "faith", "0000"), RollSettled)
            assert (settled.against, g.points("ansel")) == (5, before)


@pytest.mark.rule("SK-STUNT-32")
@pytest.mark.parametrize("target", ["ansel", "mother-hesk"])
def test_what_gets_past_a_shield_of_faith_does_damage_by_weapon_and_armour(target: str) -> None:
    g = attacked(target, SPEAR, "shield-of-faith", dice="++++")
    if target == "ansel":
        g.defend("ana", "faith", "----")
    else:
        g.do("ana", shield(g))
        g.throw("ana", "----")
    armour = absorption(TABLES, g.table.state.get(CAST)[target].sheet)  # type: ignore[index]
    harm = g.prompt("harm")
    assert harm is not None
    assert harm.about["damage"] == (3 + 4) - (5 - 4) + 2 - armour
    assert armour == {"ansel": 1, "mother-hesk": 0}[target]


@pytest.mark.rule("SK-STUNT-34")
def test_distracting_illusions_shield_others_for_a_point_or_for_the_action() -> None:
    heroes = (magician("glamour", "distracting-illusions"), "Mother Hesk")
    g = Game(heroes=heroes, foes=("Gate Guard",))
    g.start_combat()
    come_to(g, GUARD)
    g.attack("gm", GUARD, "mother-hesk", SPEAR, "0000")
    encounter = g.table.state.slices["encounter"]
    costs = {offer.command.pays: offer.cost for offer in g.offers("ana", ShieldOther)}  # type: ignore[attr-defined]
    both = {"point": "", "action": "uses your action"}
    assert costs == ({"point": ""} if "edda" in encounter.done else both)


@pytest.mark.rule("SK-STUNT-34")
def test_a_shield_paid_with_the_action_costs_no_point_but_the_turn() -> None:
    heroes = (magician("glamour", "distracting-illusions", other={"awareness": 1}), "Mother Hesk")
    g = Game(heroes=heroes, foes=("Gate Guard",))
    g.start_combat()
    come_to(g, GUARD)
    assert "edda" not in g.table.state.slices["encounter"].done
    g.attack("gm", GUARD, "mother-hesk", SPEAR, "0000")
    before = g.points("edda")
    g.do("ana", shield(g, "glamour", "action", "edda"))
    assert g.points("edda") == before
    assert "edda" in g.table.state.slices["encounter"].acted
    settled = first(g.throw("ana", "0000"), RollSettled)
    assert (settled.outcome, settled.against) == ("fail", 5)


@pytest.mark.rule("SK-STUNT-34")
def test_distracting_illusions_defend_oneself_in_close_and_ranged_combat() -> None:
    g = Game(heroes=(magician("glamour", "distracting-illusions"), "Mother Hesk"), foes=("Gate Guard",))
    g.start_combat()
    come_to(g, GUARD)
    g.attack("gm", GUARD, "edda", SPEAR, "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert "glamour" in {choice.value for choice in prompt.options[0].holes[0].options}  # type: ignore[union-attr]


@pytest.mark.rule("SK-STUNT-30")
def test_divine_favour_meets_two_and_goes_with_its_one_free_use() -> None:
    g = game("divine-favour", foes=())
    ask = AskFavour(actor="ansel", target="mother-hesk", words="The Sun Shines on Her", description="prays")  # type: ignore[arg-type]
    g.do("ana", ask)
    assert first(g.throw("ana", "----"), RollSettled).outcome == "fail"
    assert not g.has_card("The Sun Shines on Her")
    g.do("ana", ask)
    g.throw("ana", "---0")
    card = g.card("The Sun Shines on Her")
    assert [free.holder for free in card.free] == ["mother-hesk"]
    g.do("ana", AskFavour(actor="ansel", target="ansel", words="Once More", description="prays"))  # type: ignore[arg-type]
    g.throw("ana", "---0")
    g.do("ana", ask)
    mine = g.card("Once More")
    g.do(
        "ana",
        Invoke(
            roll=g.roll.id,
            effort=0,
            effect="bonus",
            aspect=mine.id,
            explanation="by his grace",
            payment=mine.free[0].id,
            party="ansel",  # type: ignore[arg-type]
        ),
    )
    assert not g.has_card("Once More")


def hurt(dice: str, resisting: str, taken: str, **words: str) -> Game:
    """The guard has wounded Mother Hesk, and it is Ansel's turn."""
    g = game("lay-on-hands", foes=("Gate Guard",))
    g.start_combat()
    come_to(g, GUARD)
    g.attack("gm", GUARD, "mother-hesk", SPEAR, dice)
    g.defend("bo", "brawling", resisting)
    g.answer("bo", "harm", taken, **words)
    come_to(g)
    g.do("gm", NextExchange())
    come_to(g, "ansel")
    return g


@pytest.mark.rule("SK-STUNT-31")
def test_laying_on_hands_restores_health_by_the_degree_of_a_roll_against_what_was_lost() -> None:
    g = hurt("----", "--00", "score")
    assert g.scores("mother-hesk")["health"] == 2
    (offer,) = (offer for offer in g.offers("ana", LayOnHands) if "Hesk" in offer.label)
    g.do("ana", offer.fill(description="prays"))
    settled = first(g.throw("ana", "--00"), RollSettled)
    assert (settled.total, settled.against) == (3, 2)
    assert g.scores("mother-hesk")["health"] == 3


@pytest.mark.rule("SK-STUNT-31")
def test_what_ails_somebody_of_the_storytellers_the_storyteller_says() -> None:
    g = game("lay-on-hands", foes=("Gate Guard",))
    wound(g, GUARD, 1)
    silent = LayOnHands(actor="ansel", target=GUARD, wound="", description=" ")  # type: ignore[arg-type]
    assert g.refused("ana", silent) == "no-description"
    command = LayOnHands(actor="ansel", target=GUARD, wound="", description="prays")  # type: ignore[arg-type]
    g.do("ana", command)
    before = g.points("ansel")
    g.answer("gm", "wound", "nothing")
    assert g.points("ansel") == before


@pytest.mark.rule("SK-STUNT-31")
def test_laying_on_hands_takes_a_point_and_somebody_else_and_heals_a_consequence_at_once() -> None:
    g = hurt("----", "--00", "mild", words="Cut Hand")
    before = g.points("ansel")
    own = LayOnHands(actor="ansel", target="ansel", wound="mild", description="prays")  # type: ignore[arg-type]
    assert g.refused("ana", own) == "bad-target"
    (offer,) = (offer for offer in g.offers("ana", LayOnHands) if "Hesk" in offer.label)
    g.do("ana", offer.fill(description="prays"))
    settled = first(g.throw("ana", "0000"), RollSettled)
    assert settled.against == 2
    assert g.points("ansel") == before - 1
    assert not g.has_card("Cut Hand")
    assert not g.condition("mother-hesk").marks
    assert g.table.state.get(TIME_TAKEN)["ansel"] == "Instant"  # type: ignore[index]


@pytest.mark.rule("SK-STUNT-31")
def test_hands_are_laid_on_somebody_of_the_storytellers_once_it_is_said_what_ails_them() -> None:
    g = game("lay-on-hands", foes=("Gate Guard",))
    wound(g, GUARD, 1)
    before = g.points("ansel"), g.scores(GUARD)["health"]
    g.do("ana", LayOnHands(actor="ansel", target=GUARD, wound="", description="prays"))  # type: ignore[arg-type]
    g.answer("gm", "wound", "health")
    settled = first(g.throw("ana", "---0"), RollSettled)
    assert (settled.total, settled.against) == (2, 1)
    assert (g.points("ansel"), g.scores(GUARD)["health"]) == (before[0] - 1, before[1] + 1)


@pytest.mark.rule("SK-STUNT-31")
def test_hands_are_laid_on_nobody_whom_nothing_ails() -> None:
    g = game("lay-on-hands", foes=("Gate Guard",))
    touch = LayOnHands(actor="ansel", target=GUARD, wound="", description="prays")  # type: ignore[arg-type]
    assert g.refused("ana", touch) == "nothing-to-heal"
    wound(g, GUARD, 1)
    assert [offer.command.target for offer in g.offers("ana", LayOnHands)] == [GUARD]  # type: ignore[attr-defined]


@pytest.mark.rule("SK-STUNT-31")
def test_hands_are_laid_only_on_somebody_in_the_same_place() -> None:
    g = game("lay-on-hands")
    wound(g, "mother-hesk", 1)
    g.draw_zones("Yard", "Hall")
    g.place("ansel", "Yard")
    g.place("mother-hesk", "Hall")
    touch = LayOnHands(actor="ansel", target="mother-hesk", wound="health", description="prays")  # type: ignore[arg-type]
    assert g.refused("ana", touch) == "bad-target"
    g.place("mother-hesk", "Yard")
    g.do("ana", touch)
    settled = first(g.throw("ana", "---0"), RollSettled)
    assert settled.against == 1


@pytest.mark.rule("SK-STUNT-31", "SK-HEAL-07")
@pytest.mark.parametrize(("needs", "wounds"), [("own-score", {"mild"}), ("both-scores", set())])
def test_no_consequence_is_healed_by_touch_before_its_score_is_whole(needs: str, wounds: set[str]) -> None:
    g = game("lay-on-hands", treatment_needs=needs)
    wound(g, "mother-hesk", 2, "mild", "Cut Hand")
    assert healable(g) == {"mild"}
    wound(g, "mother-hesk", 1, score="composure")
    assert healable(g) == wounds
    wound(g, "mother-hesk", 1)
    assert healable(g) == {"health"}


def healable(g: Game) -> set[str]:
    own = (offer.command for offer in g.offers("ana", LayOnHands) if "Hesk" in offer.label)
    return {command.wound for command in own if isinstance(command, LayOnHands)}


@pytest.mark.rule("SK-STUNT-31", "SK-OATH-05")
def test_no_prayer_heals_what_a_broken_oath_has_left() -> None:
    g = Game(heroes=(magician("faith", "lay-on-hands", name="Ansel"), "Brannoc of the Ford"))
    g.do("gm", BreakOath(actor="brannoc-of-the-ford", slot="oath", severity="mild"))  # type: ignore[arg-type]
    g.answer("bo", "broken-oath", "word", words="Forsworn")
    touch = LayOnHands(actor="ansel", target="brannoc-of-the-ford", wound="mild", description="prays")  # type: ignore[arg-type]
    assert g.refused("ana", touch) == "nothing-to-heal"


@pytest.mark.rule("SK-STUNT-30")
def test_without_the_stunt_no_god_is_asked_a_favour() -> None:
    g = game()
    ask = AskFavour(actor="ansel", target="ansel", words="Once More", description="prays")  # type: ignore[arg-type]
    assert g.refused("ana", ask) == "no-such-magic-known"


def test_a_question_about_wounds_that_version_0_1_0_stored_can_still_be_read() -> None:
    about = {"healer": "edda", "patient": "guard", "description": "prays", "features": "Lay on Hands\nDivine Favour"}
    stored = Prompt(id=PromptId("p1"), kind="wound", seats=(), question="", about=about)
    assert stored.read(WoundToHeal).features == ("Lay on Hands", "Divine Favour")
    without = msgspec.structs.replace(stored, about={**about, "features": ""})
    assert without.read(WoundToHeal).features == ()
    written = stored.read(WoundToHeal)
    assert msgspec.structs.replace(stored, about=written.about()).read(WoundToHeal) == written
