"""Personal combat before and within a battle, and what it does to the armies: champions, bodyguards, generals."""

from typing import Any

import pytest

from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import BeginConflict
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.scenes.sides import side_of
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.skein.battle.heroics import TryHeroics
from fatetable.rulesets.skein.battle.muster import CallOffBattle
from fatetable.rulesets.skein.battle.personal_combat import BeginMelee, GetPersonal, JoinMelee, StartDuel
from fatetable.rulesets.skein.battle.turns import AttackWithArmy
from fatetable.rulesets.skein.tests.support.battles import BRANNOC, CADFAN, GUARDSMAN, HESK, HOST, OSRIC, YSOLT, Field

GUARD = ActorId("bodyguard-of-cadfan-wolf-banner")


def gives_in(field: Field, actor: ActorId, terms: str = "yields") -> None:
    """Somebody leaves a combat by the other side's consent."""
    field.do(field.seat(actor), GiveIn(actor, terms))
    prompt = field.prompt("concession")
    assert prompt is not None
    for seat in ("gm", "ana", "bo"):
        if field.prompt("concession") and (seat in prompt.seats or (seat == "gm" and "@gm" in prompt.seats)):
            field.answer(seat, "concession", "agree")


def begin_combat(field: Field) -> None:
    while field.prompt("tie"):
        field.answer("gm", "tie", "0")
    field.do("gm", BeginConflict())


# -- champions -------------------------------------------------------------------------------------------------------


def at_champions(**changes: Any) -> Field:
    field = Field(**changes)
    field.open()
    field.manoeuvre_armies()
    field.proceed(2)
    return field


def duel(field: Field, first: ActorId, second: ActorId, loser: ActorId) -> None:
    field.do("gm", StartDuel((first,), (second,)))
    begin_combat(field)
    gives_in(field, loser)


@pytest.mark.rule("SK-BATTLE-14")
def test_a_duel_of_champions_is_a_personal_combat_of_those_two_alone() -> None:
    field = at_champions()
    field.do("gm", StartDuel((CADFAN,), (BRANNOC,)))
    conflict = conflict_of(field.table.state)
    assert conflict is not None
    assert set(conflict.actors) == {CADFAN, BRANNOC}


@pytest.mark.rule("SK-BATTLE-14")
@pytest.mark.parametrize(("loser", "seat", "general"), [(OSRIC, "bo", BRANNOC), (HESK, "gm", CADFAN)])
def test_the_winner_of_a_duel_places_an_aspect_with_a_free_use(loser: ActorId, seat: str, general: ActorId) -> None:
    field = at_champions(people=("Cadfan Wolf-Banner", "Osric the Reeve"))
    duel(field, OSRIC, HESK, loser)
    assert (conflict_of(field.table.state), field.battle.stage) == (None, "champions")
    field.proceed()
    field.answer(seat, "battle-aspect", "enemy", words="Their Champion Knelt")
    assert [free.holder for free in field.card("Their Champion Knelt").free] == [general]


@pytest.mark.rule("SK-BATTLE-14")
@pytest.mark.parametrize(("best", "seat"), [("0", "gm"), ("1", "bo"), ("none", "")])
def test_after_several_duels_the_side_that_did_best_overall_places_one_aspect(best: str, seat: str) -> None:
    field = at_champions(people=("Cadfan Wolf-Banner", "Osric the Reeve", "Gate Guard"))
    duel(field, GUARDSMAN, BRANNOC, GUARDSMAN)
    duel(field, OSRIC, HESK, OSRIC)
    assert [each.winner for each in field.battle.duels] == [1, 1]
    other = at_champions(people=("Cadfan Wolf-Banner", "Osric the Reeve", "Gate Guard"))
    duel(other, GUARDSMAN, HESK, GUARDSMAN)
    duel(other, OSRIC, BRANNOC, BRANNOC)
    other.answer("gm", "fallen-general", "heir", actor=HESK)
    other.proceed()
    other.answer("gm", "best-champions", best)
    prompt = other.prompt("battle-aspect")
    assert (prompt is not None) == bool(seat)
    if seat:
        other.answer(seat, "battle-aspect", "own", words="Heartened")
        assert other.prompts() == ()


@pytest.mark.rule("SK-BATTLE-14")
def test_without_a_duel_nobody_places_anything() -> None:
    field = at_champions()
    field.proceed()
    assert (field.battle.stage, field.prompts()) == ("heroics", ())


# -- getting personal ------------------------------------------------------------------------------------------------


def our_step(**changes: Any) -> Field:
    """The heroes of the Levy are next."""
    field = Field(**changes)
    field.begin()
    field.proceed()
    return field


def personal(field: Field) -> None:
    field.do("bo", GetPersonal(HESK, CADFAN))
    field.do("gm", BeginMelee())
    begin_combat(field)


@pytest.mark.rule("SK-BATTLE-22")
def test_getting_personal_costs_nothing_and_interrupts_the_battle_with_a_combat() -> None:
    field = our_step()
    points = field.points(HESK)
    personal(field)
    conflict = conflict_of(field.table.state)
    assert conflict is not None
    assert (field.points(HESK), set(conflict.actors)) == (points, {HESK, CADFAN, GUARD})
    state = field.table.state
    assert side_of(state, CADFAN) == side_of(state, GUARD) != side_of(state, HESK)
    assert field.battle.stage == "heroics"


@pytest.mark.rule("SK-BATTLE-22")
@pytest.mark.parametrize(("size", "number"), [(500, 10), (200, 4)])
def test_the_bodyguard_has_the_armys_skill_and_arms_and_twice_as_many_as_its_stress(size: int, number: int) -> None:
    field = our_step(host={"size": size, "gear": ("Broad sword", "Shield")})
    personal(field)
    guard = field.table.state.get(CAST)[GUARD].sheet
    assert guard.kind == "warband"
    assert (guard.traits, guard.numbers["size"]) == ({"combat-skill": 3}, number)
    assert guard.lists["gear"] == ("Broad sword", "Shield")


@pytest.mark.rule("SK-BATTLE-22")
def test_the_number_of_the_bodyguard_follows_the_stress_the_army_has_now() -> None:
    field = our_step()
    field.proceed()
    field.army_attack("0000", "0000")
    field.army_attack("++++", "----")
    field.proceed(2)
    assert field.stress(HOST) == 2
    personal(field)
    assert field.table.state.get(CAST)[GUARD].sheet.numbers["size"] == 4


@pytest.mark.rule("SK-BATTLE-22")
def test_what_the_bodyguard_loses_does_not_weaken_the_army() -> None:
    field = our_step()
    personal(field)
    gives_in(field, GUARD, "they scatter")
    gives_in(field, CADFAN, "he is dragged from the field")
    assert (conflict_of(field.table.state), field.stress(HOST)) == (None, 5)


@pytest.mark.rule("SK-BATTLE-22")
def test_the_bodyguard_goes_with_the_battle_and_so_does_what_was_laid_on_it() -> None:
    field = our_step()
    personal(field)
    field.do("gm", PlaceAspect(words="Surrounded", bearer=GUARD))
    gives_in(field, HESK)
    field.do("gm", CallOffBattle("night falls"))
    assert field.is_over
    assert GUARD not in field.table.state.get(CAST)
    assert not field.has_card("Surrounded")
    assert field.has_card("Not Beaten This Year"), "what an army is stays"


@pytest.mark.rule("SK-BATTLE-22", "SK-BATTLE-19")
def test_the_battle_goes_on_where_the_combat_interrupted_it() -> None:
    field = our_step()
    personal(field)
    gives_in(field, HESK)
    assert (field.battle.stage, field.battle.side, field.battle.melee) == ("heroics", 1, None)
    assert GUARD not in field.table.state.get(SCENE).present
    assert side_of(field.table.state, YSOLT) == side_of(field.table.state, HOST)
    field.proceed()
    assert field.offers("gm", AttackWithArmy)


@pytest.mark.rule("SK-BATTLE-22")
def test_others_come_along_who_have_not_acted_in_this_turn() -> None:
    field = our_step(heroes=("Mother Hesk", "Brannoc of the Ford"), people=("Cadfan Wolf-Banner",))
    field.do("bo", GetPersonal(BRANNOC, CADFAN))
    assert field.refused("ana", JoinMelee(HESK)) == "cannot-get-personal"  # She leads.
    assert field.refused("bo", JoinMelee(BRANNOC)) == "cannot-get-personal"
    both = Field(people=("Cadfan Wolf-Banner", "Osric the Reeve", "Gate Guard"))
    both.begin()
    both.do("gm", GetPersonal(OSRIC, BRANNOC))
    both.do("gm", JoinMelee(GUARDSMAN))
    both.do("gm", BeginMelee())
    conflict = conflict_of(both.table.state)
    assert conflict is not None
    assert {OSRIC, GUARDSMAN, BRANNOC} < set(conflict.actors)


@pytest.mark.rule("SK-BATTLE-22", "SK-BATTLE-20")
def test_whoever_has_gone_for_somebody_has_no_heroics_left_in_this_turn() -> None:
    field = our_step()
    personal(field)
    gives_in(field, GUARD)
    gives_in(field, CADFAN)
    field.answer("gm", "fallen-general", "heir", actor=YSOLT)
    assert field.refused("bo", TryHeroics(HESK, "brawling", "more")) == "no-heroics"


def test_nobody_gets_personal_with_an_army_or_with_their_own_side() -> None:
    field = our_step()
    for target in (HOST, BRANNOC):
        assert field.refused("bo", GetPersonal(HESK, target)) == "bad-target"


# -- the fallen ------------------------------------------------------------------------------------------------------


def fell(field: Field, attacker: ActorId, target: ActorId, trait: str) -> None:
    """On the attacker's next turn the target is struck down, whatever stands between."""
    while (conflict := conflict_of(field.table.state)) and conflict.acting != attacker:
        field.do(field.seat(conflict.acting), EndTurn(conflict.acting))
    field.attack(field.seat(attacker), attacker, target, trait, "++++")
    field.defend(field.seat(target), "agility", "----")
    field.answer(field.seat(target), "harm", "score")
    field.answer(field.seat(attacker), "taken-out", "tell", **{"fate": "cut down", "return": "no"})


def brannoc_against_cadfan(**changes: Any) -> Field:
    """Mother Hesk leads the Levy, and Brannoc goes for the general of the Host."""
    field = our_step(heroes=("Mother Hesk", "Brannoc of the Ford"), **changes)
    field.do("bo", GetPersonal(BRANNOC, CADFAN))
    field.do("gm", BeginMelee())
    begin_combat(field)
    fell(field, BRANNOC, CADFAN, "melee-combat@Short sword")
    assert field.condition(CADFAN).out
    gives_in(field, GUARD, "they run")
    return field


@pytest.mark.rule("SK-BATTLE-23")
def test_taking_out_a_major_enemy_gives_an_aspect_with_a_free_use() -> None:
    field = brannoc_against_cadfan()
    field.answer("bo", "battle-aspect", "enemy", words="The Wolf Banner Is Down")
    card = field.card("The Wolf Banner Is Down")
    assert (card.bearer, [free.holder for free in card.free]) == (HOST, [HESK])


@pytest.mark.rule("SK-BATTLE-23")
def test_an_enemy_of_no_great_name_gives_none() -> None:
    field = our_step(heroes=("Mother Hesk", "Brannoc of the Ford"), people=("Cadfan Wolf-Banner", "Osric the Reeve"))
    field.do("bo", GetPersonal(BRANNOC, OSRIC))
    field.do("gm", BeginMelee())
    begin_combat(field)
    fell(field, BRANNOC, OSRIC, "melee-combat@Short sword")
    gives_in(field, ActorId("bodyguard-of-osric-the-reeve"))
    assert field.prompts() == ()


@pytest.mark.rule("SK-BATTLE-23")
def test_a_deputy_supports_the_army_one_level_lower() -> None:
    field = brannoc_against_cadfan(host={"skill": 4})
    field.answer("bo", "battle-aspect", "enemy", words="The Wolf Banner Is Down")
    field.answer("gm", "fallen-general", "deputy", name="Rhun")
    deputy = field.force(HOST).general
    assert field.table.state.get(CAST)[deputy].sheet.traits == {"strategy-and-tactics": 3, "leadership": 3}
    field.proceed()
    field.do("gm", AttackWithArmy("for Cadfan"))
    # Cadfan's 4 and 4 would have supported an Army Skill of 4; the deputy's 3 and 3 do not.
    assert field.parts() == {"Army Skill": 4}


@pytest.mark.rule("SK-BATTLE-23")
def test_somebody_described_takes_over_with_their_own_skills_and_the_free_uses() -> None:
    field = Field(heroes=("Mother Hesk", "Brannoc of the Ford"))
    field.open()
    field.manoeuvre_armies("++++", "----")
    field.answer("gm", "battle-aspect", "own", words="On the Ridge")
    field.proceed(4)
    field.do("bo", GetPersonal(BRANNOC, CADFAN))
    field.do("gm", BeginMelee())
    begin_combat(field)
    fell(field, BRANNOC, CADFAN, "melee-combat@Short sword")
    gives_in(field, GUARD)
    field.answer("bo", "battle-aspect", "own", words="Cheering")
    field.answer("gm", "fallen-general", "heir", actor=YSOLT)
    assert (field.force(HOST).general, field.force(HOST).fighters) == (YSOLT, ())
    assert [free.holder for free in field.card("On the Ridge").free] == [YSOLT]
    field.proceed()
    field.do("gm", AttackWithArmy("drown them"))
    assert {"Strategy and Tactics", "Leadership"}.isdisjoint(field.parts())  # She knows neither.


@pytest.mark.rule("SK-BATTLE-23", "SK-BATTLE-30")
def test_an_army_whose_general_fell_may_withdraw_or_surrender_at_once() -> None:
    field = brannoc_against_cadfan()
    field.answer("bo", "battle-aspect", "enemy", words="The Wolf Banner Is Down")
    field.answer("gm", "fallen-general", "withdraw")
    assert (field.battle.stage, field.battle.how) == ("aftermath", "withdrew")
    other = brannoc_against_cadfan()
    other.answer("bo", "battle-aspect", "enemy", words="The Wolf Banner Is Down")
    other.answer("gm", "fallen-general", "surrender", terms="our lives")
    other.answer("ana", "surrender", "agree")
    assert (other.battle.stage, other.battle.how) == ("aftermath", "surrendered")


@pytest.mark.rule("SK-BATTLE-23")
def test_a_hero_who_falls_in_personal_combat_is_a_major_enemy_to_the_other_side() -> None:
    field = our_step()
    personal(field)
    fell(field, CADFAN, HESK, "melee-combat@Battleaxe")
    field.answer("gm", "battle-aspect", "enemy", words="Their Healer Is Dead")
    assert [free.holder for free in field.card("Their Healer Is Dead").free] == [CADFAN]
