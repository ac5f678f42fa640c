"""Companions, servants, minions and organisations: whose they are, what they may do, and who sees what of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import ChoiceHole
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS, AspectId, FreeInvoke, FreeInvokesSet
from fatetable.mechanics.aspects.compels import CompelOffer, OfferCompel, SelfCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.book.pace import BY_HAND, Pace
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    controls,
    followers_of,
    patron_of,
    pc_of,
    players_characters,
)
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.state import Concession
from fatetable.mechanics.points.accounts import POOL, account_of, balance, purse
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.followers import (
    PROPOSED_FOLLOWERS,
    BringAlong,
    FollowerKind,
    ProposedFollower,
    SendAway,
    Vacancy,
    helps_its_bearer,
)
from fatetable.mechanics.scenes.joining import AddOpponent, RevealActor
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene, LeaveScene, StartScene
from fatetable.mechanics.scenes.map_editing import PlaceActor
from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION, SidesNamed, are_allies, side_of, side_taken
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import place_of
from fatetable.mechanics.view.blocks import SheetBlock, ZoneMapBlock
from tests.mechanics.company import FOLLOWERS, KINDS, REX, bring, company, follower, lead
from tests.mechanics.rolling_game import RIGHTS, RULES, everybody_passes, situation, the_roll
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, sheet
from tests.mechanics.view.showing import PRESENTING, shown


def with_rex() -> SmallGame:
    """Reth has a companion with them in the scene."""
    g = company("0000", "0000", "0000").scene()
    bring(g, aspects={"nature": "Good Dog"})
    return g


def unwanted(g: SmallGame, seat: str, command: BringAlong) -> tuple[str, str]:
    """Why a sheet is refused that somebody filled into the form."""
    with pytest.raises(RuleViolation) as refusal:
        g.do(seat, command)
    return refusal.value.code, refusal.value.message


def overcome_by(g: SmallGame, seat: str, actor: ActorId, difficulty: int = 2) -> None:
    g.do(seat, Overcome(actor=actor, trait="speed", description="run"))
    g.answer("gm", OppositionToChoose, "difficulty", value=difficulty)


# -- whose they are --------------------------------------------------------------------------------------------------


def test_a_player_decides_for_the_companion_of_their_character_and_nobody_else_does() -> None:
    g = with_rex()
    rex = g.state.get(CAST)[REX]
    seats = g.state.get(SEATS)
    assert [controls(seats[SeatId(name)], rex) for name in ("ana", "bo", "gm")] == [True, False, False]
    assert [offer.command.actor for offer in g.offers("ana", Overcome)] == [RETH, REX]  # type: ignore[attr-defined]
    assert g.refused("bo", Overcome(actor=REX, trait="speed", description="run"))[0] == "not-yours"


def test_a_companion_is_no_hero_where_heroes_are_counted() -> None:
    g = with_rex()
    assert [hero.id for hero in players_characters(g.state)] == [RETH, VOLT]
    assert pc_of(g.state, SeatId("ana")) == g.state.get(CAST)[RETH]
    assert (g.state.get(CAST)[REX].is_pc, g.state.get(CAST)[REX].has_player) == (False, True)
    g.do("gm", EndScene())
    g.do("gm", StartScene("The Road", (RETH, REX)))
    assert balance(g.state, POOL) == 1, "the pool is one point for every hero there"
    assert balance(g.state, purse(REX)) == 0


def test_the_first_of_a_seats_people_in_the_cast_need_not_be_its_hero() -> None:
    g = company()
    circus = lead(g, "ana", "Circus")
    assert pc_of(g.state, SeatId("ana")) is None
    reth = g.bring("ana", "Reth")
    assert pc_of(g.state, SeatId("ana")) == g.state.get(CAST)[reth]
    assert (g.state.get(CAST)[circus].is_pc, patron_of(g.state, g.state.get(CAST)[circus])) == (False, None)
    assert (side_taken(g.state, circus), account_of(g.state.get(CAST)[circus])) == (HEROES, purse(circus))


def test_only_what_stands_alone_is_led_without_a_character() -> None:
    g = company()
    alone = BringAlong(sheet=follower(), seat=SeatId("ana"))
    assert unwanted(g, "ana", alone) == ("no-patron", "Say whose it is: it belongs to a character.")
    led = BringAlong(sheet=follower("Circus", "organisation"), seat=SeatId("ana"))
    assert g.refused("bo", led)[0] == "not-yours"
    assert g.refused("bo", msgspec.structs.replace(led, seat=SeatId("gm")))[0] == "unknown-seat"
    assert [offer.label for offer in g.offers("ana", BringAlong)] == ["Bring an organisation"]


def test_players_bring_those_of_their_own_character_and_the_game_master_anybodys() -> None:
    g = company().scene()
    assert g.refused("bo", BringAlong(sheet=follower(), patron=RETH))[0] == "not-yours"
    assert [offer.label for offer in g.offers("ana", BringAlong)] == [f"Bring {k.label}" for k in KINDS if k.is_brought]
    g.do("gm", BringAlong(sheet=follower(), patron=RETH))
    assert g.state.get(CAST)[REX].controller == "ana"
    assert g.refused("ana", BringAlong(sheet=follower("Tick"), patron=REX))[0] == "no-patron"
    assert unwanted(g, "ana", BringAlong(sheet=sheet("Nell"), patron=RETH))[0] == "wrong-kind"


def test_nobody_brings_what_something_else_calls() -> None:
    g = company().scene()
    for seat in ("ana", "gm"):
        assert "Bring a shade" not in [offer.label for offer in g.offers(seat, BringAlong)]
        assert unwanted(g, seat, BringAlong(sheet=follower("Shade", "shade"), patron=RETH))[0] == "wrong-kind"


# -- sides -----------------------------------------------------------------------------------------------------------


def test_a_companion_is_on_its_patrons_side() -> None:
    g = with_rex()
    minion = bring(g, "gm", THUG, "Imp", kind="minion")
    assert [side_of(g.state, actor) for actor in (REX, minion)] == [HEROES, OPPOSITION]
    assert (side_taken(g.state, REX), side_taken(g.state, minion)) == (HEROES, "")
    g.tell(SidesNamed({RETH: "red", VOLT: "blue", THUG: "red"}))
    assert are_allies(g.state, REX, THUG)
    assert are_allies(g.state, REX, minion)
    assert not are_allies(g.state, REX, VOLT)
    g.tell(SidesNamed({RETH: "red", REX: "blue", VOLT: "blue"}))
    assert are_allies(g.state, REX, VOLT), "an encounter may say otherwise"


def test_the_conflict_offered_puts_companions_with_their_patrons() -> None:
    g = with_rex()
    servant = bring(g, "gm", name="Igor", kind="companion", is_run_by_gm=True)
    minion = bring(g, "gm", THUG, "Imp", kind="minion")
    (offer,) = g.offers("gm", StartConflict)
    assert offer.holes[1].suggested == (THUG, minion)  # type: ignore[union-attr]
    g.do("gm", StartConflict("fight", (THUG, minion)))
    assert {side_of(g.state, actor) for actor in (RETH, REX, VOLT, servant)} == {HEROES}


def test_where_the_game_masters_people_share_a_turn_a_players_companion_has_its_own() -> None:
    g = company(conflicts={"groups_npcs": True}).scene()
    bring(g)
    minion = bring(g, "gm", THUG, "Imp", kind="minion")
    g.do("gm", StartConflict("fight", (THUG, minion)))
    assert {place.actors for place in g.conflict.order} == {(RETH,), (VOLT,), (REX,), (THUG, minion)}


# -- points ----------------------------------------------------------------------------------------------------------


def test_its_patrons_points_pay_for_a_companion() -> None:
    g = with_rex()
    overcome_by(g, "ana", REX)
    everybody_passes(g)
    g.do("ana", ThrowDice(the_roll(g).id))
    fog = situation(g, "Fog")
    g.do("ana", Invoke(roll=the_roll(g).id, effort=0, effect="bonus", aspect=fog.id, explanation="it hides", party=REX))
    assert (balance(g.state, purse(RETH)), balance(g.state, purse(REX))) == (2, 0)
    assert the_roll(g).efforts[0].total == 4


def test_a_patron_speaks_for_its_companion_on_the_rolls_of_others() -> None:
    g = with_rex()
    overcome_by(g, "bo", VOLT)
    roll = the_roll(g)
    assert RIGHTS.stances(g.state, roll, roll.efforts[0], RETH) == ("ally", "opponent")
    assert RIGHTS.stances(g.state, roll, roll.efforts[0], REX) == ()


def test_with_its_patron_gone_a_companion_holds_up_no_roll_but_its_own() -> None:
    g = with_rex()
    g.do("gm", LeaveScene(RETH, alone=True))
    overcome_by(g, "bo", VOLT)
    assert RIGHTS.entitled(g.state, the_roll(g)) == ("gm", "bo")
    h = with_rex()
    h.do("gm", LeaveScene(RETH, alone=True))
    overcome_by(h, "ana", REX)
    assert "ana" in RIGHTS.entitled(h.state, the_roll(h)), "its patron's points still pay for it"


def test_those_the_game_master_runs_for_a_player_draw_on_the_pool() -> None:
    g = company().scene()
    igor = bring(g, "gm", name="Igor", is_run_by_gm=True)
    assert account_of(g.state.get(CAST)[igor]) == POOL


def test_a_companion_is_compelled_like_its_patron_and_its_patron_is_paid() -> None:
    g = with_rex()
    g.do("gm", OfferCompel(target=REX, aspect=g.card("Good Dog").id, kind="event", text="It runs off."))
    assert g.prompt(CompelOffer).seats == ("ana",)
    assert "accept-last" not in [option.id for option in g.prompt(CompelOffer).options]
    g.answer("ana", CompelOffer, "accept")
    assert (balance(g.state, purse(RETH)), balance(g.state, purse(REX))) == (4, 0)


def test_a_players_compel_of_their_own_companion_is_for_the_game_master_to_allow() -> None:
    g = with_rex()
    g.do("ana", OfferCompel(target=REX, aspect=g.card("Good Dog").id, kind="event", text="It runs off."))
    g.answer("gm", SelfCompel, "no")
    assert balance(g.state, purse(RETH)) == 3


def test_giving_in_earns_nothing_for_those_who_belong_to_somebody() -> None:
    g = with_rex()
    g.do("gm", StartConflict("fight", (THUG,)))
    (offer,) = [offer for offer in g.offers("ana", GiveIn) if offer.actor == REX]
    assert offer.price is not None
    assert offer.price.points == 0
    g.do("ana", GiveIn(REX, "It runs."))
    g.answer("gm", Concession, "agree")
    assert sum(balance(g.state, account) for account in (purse(RETH), f"locked:{RETH}", f"locked:{REX}")) == 3


@pytest.mark.parametrize(("actor", "expected"), [(RETH, {"motto"}), (REX, {"motto", "nature"})])
def test_a_servants_aspects_help_nobody_but_the_servant(actor: ActorId, expected: set[str]) -> None:
    """F2-EXT-11, for a ruleset that says so: the player cannot bring them in for anybody else."""
    g = company("0000", rules=msgspec.structs.replace(RULES, usable=helps_its_bearer)).scene()
    bring(g, aspects={"nature": "Good Dog"})
    overcome_by(g, "ana", actor)
    everybody_passes(g)
    g.do("ana", ThrowDice(the_roll(g).id))
    slots = {card.id: card.slot for card in g.state.get(ASPECTS).values()}
    holes = [hole for offer in g.offers("ana", Invoke) for hole in offer.holes if isinstance(hole, ChoiceHole)]
    assert {slots[AspectId(choice.value)] for hole in holes for choice in hole.options} == expected


# -- coming and going ------------------------------------------------------------------------------------------------


def test_they_come_into_a_scene_and_leave_it_with_their_patron() -> None:
    g = with_rex()
    assert REX in g.state.get(SCENE).present
    g.do("gm", LeaveScene(RETH))
    assert g.state.get(SCENE).present == (VOLT, THUG)
    g.do("gm", EnterScene(RETH))
    assert g.state.get(SCENE).present == (VOLT, THUG, RETH, REX)
    g.do("gm", LeaveScene(RETH, alone=True))
    assert g.state.get(SCENE).present == (VOLT, THUG, REX)
    (offer,) = [offer for offer in g.offers("gm", LeaveScene) if offer.target and offer.target.id == VOLT]
    assert offer.holes == (), "nobody belongs to Volt"


def test_an_organisation_is_not_where_its_leader_is() -> None:
    g = company().scene()
    guild = bring(g, name="Guild", kind="organisation")
    assert guild not in g.state.get(SCENE).present
    g.do("gm", LeaveScene(RETH))
    g.do("gm", EnterScene(RETH))
    assert guild not in g.state.get(SCENE).present


def test_a_new_scene_has_the_heroes_each_with_their_own_people() -> None:
    g = company(pace=Pace(**{**BY_HAND, "heroes_enter": True})).scene()  # type: ignore[arg-type]
    bring(g)
    bring(g, name="Guild", kind="organisation")
    assert g.scenes.heroes(g.state) == (RETH, REX, VOLT)


def test_minions_are_gone_when_the_scene_is_over_and_companions_stay() -> None:
    g = with_rex()
    minion = bring(g, "gm", THUG, "Imp", kind="minion")
    g.do("gm", EndScene())
    assert minion not in g.state.get(CAST)
    assert REX in g.state.get(CAST)


def test_who_is_sent_away_takes_its_aspects_along_and_leaves_the_rest_to_its_patron() -> None:
    g = with_rex()
    g.do("gm", PlaceAspect(words="Fog"))
    g.tell(FreeInvokesSet(g.card("Fog").id, (FreeInvoke("f", REX, "x"), FreeInvoke("g", VOLT, "y", lent_to=REX))))
    assert g.refused("bo", SendAway(REX))[0] == "not-yours"
    assert g.refused("gm", SendAway(THUG)) == ("not-somebodys", "Thug belongs to nobody.")
    g.do("ana", SendAway(REX))
    assert REX not in g.state.get(CAST)
    assert REX not in g.state.get(SCENE).present
    assert [card.text for card in g.state.get(ASPECTS).values() if card.bearer == REX] == []
    assert g.card("Fog").free == (FreeInvoke("f", RETH, "x"), FreeInvoke("g", VOLT, "y"))


def test_nobody_is_sent_away_in_the_middle_of_a_fight() -> None:
    g = with_rex()
    g.do("gm", StartConflict("fight", (THUG,)))
    assert g.refused("ana", SendAway(REX))[0] == "encounter-running"


def test_a_player_puts_their_companion_on_the_map() -> None:
    g = with_rex()
    (yard,) = g.draw("Yard")
    assert g.refused("bo", PlaceActor(REX, yard))[0] == "not-yours"
    g.do("ana", PlaceActor(REX, yard))
    assert place_of(g.state, REX) == yard


# -- consent ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phases", "detail"), [(2, "A servant."), (3, "A servant. More than half."), (4, "A servant. More than half.")]
)
def test_the_game_master_approves_of_servants_and_hears_of_strong_ones(phases: int, detail: str) -> None:
    """F2-EXT-12: two of four is not questioned, three is; as many as the patron is questioned, not rejected."""
    g = company()
    g.bring("ana", "Reth", numbers={"phases": 4})
    servant = follower("Igor", "servant", numbers={"phases": phases})
    g.do("ana", BringAlong(sheet=servant, patron=RETH))
    assert g.prompt(ProposedFollower).question == f"Reth brings Igor. Agree? {detail}"
    assert not followers_of(g.state, RETH)
    g.answer("gm", ProposedFollower, "yes")
    assert [actor.name for actor in followers_of(g.state, RETH)] == ["Igor"]


def test_a_servant_with_more_phases_than_its_patron_is_refused() -> None:
    g = company()
    g.bring("ana", "Reth", numbers={"phases": 4})
    servant = follower("Igor", "servant", numbers={"phases": 5})
    code = "too-many-phases"
    assert unwanted(g, "ana", BringAlong(sheet=servant, patron=RETH)) == (code, "Igor has more phases than Reth.")
    assert unwanted(g, "gm", BringAlong(sheet=servant, patron=RETH))[0] == code


def test_a_refused_servant_does_not_come() -> None:
    g = company()
    g.bring("ana", "Reth", numbers={"phases": 4})
    g.do("ana", BringAlong(sheet=follower("Igor", "servant", numbers={"phases": 1}), patron=RETH))
    g.answer("gm", ProposedFollower, "no")
    assert not followers_of(g.state, RETH)
    assert not g.has_prompts()


# -- secrets ---------------------------------------------------------------------------------------------------------


def test_a_servant_the_game_master_wrote_is_a_name_and_a_look_to_its_patron() -> None:
    """F2-EXT-13: the player gets a general idea of its abilities, and no figures."""
    g = company().scene()
    more: dict[str, Any] = {"kind": "servant", "aspects": {"first": "Was Once a Thief"}, "description": "A thin man."}
    igor = bring(g, "gm", name="Igor", is_run_by_gm=True, **more)
    seen = g.view("ana").get(CAST)[igor]
    assert (seen.sheet.traits, seen.sheet.aspects, seen.sheet.description) == ({}, {}, "A thin man.")
    assert seen.patron == RETH
    assert "Was Once a Thief" not in [card.text for card in g.view("ana").get(ASPECTS).values()]
    assert g.state.get(CAST)[igor].controller is None


def test_players_do_not_run_their_own_people_by_the_game_master() -> None:
    g = company().scene()
    assert g.refused("ana", BringAlong(sheet=follower(), patron=RETH, is_run_by_gm=True))[0] == "gm-only"


def test_closed_sheets_hide_a_companions_aspects_from_the_others() -> None:
    g = company(open_sheets=False).scene()
    bring(g, aspects={"nature": "Good Dog"})
    assert g.view("bo").get(CAST)[REX].sheet.aspects == {}
    texts = {name: [card.text for card in g.view(name).get(ASPECTS).values()] for name in ("ana", "bo")}
    assert ("Good Dog" in texts["ana"], "Good Dog" in texts["bo"]) == (True, False)


def test_a_proposed_servant_is_between_its_player_and_the_game_master() -> None:
    g = company()
    g.bring("ana", "Reth", numbers={"phases": 4})
    g.do("ana", BringAlong(sheet=follower("Igor", "servant", numbers={"phases": 1}), patron=RETH))
    assert [len(g.view(name).get(PROPOSED_FOLLOWERS)) for name in ("ana", "gm", "bo")] == [1, 1, 0]


def test_the_people_of_somebody_hidden_are_hidden_too_and_revealed_after_them() -> None:
    g = company().scene()
    g.do("gm", AddOpponent(sheet("Baron", "foe"), is_hidden=True))
    baron = next(actor.id for actor in g.state.get(CAST).values() if actor.name == "Baron")
    imp = bring(g, "gm", baron, "Imp", kind="minion")
    assert not {baron, imp} & {*g.view("ana").get(CAST)}
    assert g.refused("gm", RevealActor(imp)) == (
        "still-hidden",
        "Imp belongs to Baron, who is hidden; reveal them first.",
    )
    g.do("gm", RevealActor(baron))
    assert imp not in g.view("ana").get(CAST)
    g.do("gm", RevealActor(imp))
    assert g.view("ana").get(CAST)[imp].patron == baron


def test_players_cannot_tell_a_hidden_patron_from_none() -> None:
    g = company().scene()
    g.do("gm", AddOpponent(sheet("Baron", "foe"), is_hidden=True))
    baron = next(actor.id for actor in g.state.get(CAST).values() if actor.name == "Baron")
    secret, unknown = (BringAlong(sheet=follower(), patron=ActorId(name)) for name in (baron, "nobody-at-all"))
    one, other = g.refused("ana", secret), g.refused("ana", unknown)
    assert one[0] == other[0] == "unknown-actor"


# -- what is shown ---------------------------------------------------------------------------------------------------


def test_map_and_list_say_whose_they_are() -> None:
    g = with_rex()
    (yard,) = g.draw("Yard")
    g.do("gm", PlaceActor(REX, yard))
    g.do("gm", PlaceActor(RETH, yard))
    (block,) = shown(g, "bo", ZoneMapBlock)
    rex, reth = block.zones[0].tokens
    assert [(token.name, token.patron, token.is_pc, token.points) for token in (rex, reth)] == [
        ("Rex", "Reth", False, None),
        ("Reth", "", True, 3),
    ]
    sheets = {sheet.name: sheet for sheet in shown(g, "ana", SheetBlock)}
    assert (sheets["Rex"].patron, sheets["Rex"].is_mine, sheets["Rex"].points) == ("Reth", True, None)
    assert (sheets["Reth"].patron, sheets["Reth"].points) == ("", 3)


@pytest.mark.parametrize(
    ("seat", "expected"),
    [("ana", ["Reth", "Rex", "Volt", "Thug", "Imp"]), ("bo", ["Volt", "Reth", "Rex", "Thug", "Imp"])],
)
def test_everybodys_people_are_listed_behind_them(seat: str, expected: list[str]) -> None:
    g = company().scene()
    bring(g, "gm", THUG, "Imp", kind="minion")
    bring(g)
    assert [sheet.name for sheet in shown(g, seat, SheetBlock, PRESENTING)] == expected
    assert g.state.get(CAST)[RETH].patron == NOBODY


def test_what_somebody_may_not_have_another_of_is_not_offered() -> None:
    def one_each(state: State, patron: Actor | None, kind: FollowerKind) -> tuple[Vacancy, ...]:
        is_there = patron is not None and any(each.kind == kind.kind for each in followers_of(state, patron.id))
        return () if is_there or kind.kind != "companion" else (Vacancy("companion-1", "the one companion"),)

    g = company(followers=msgspec.structs.replace(FOLLOWERS, vacancies=one_each)).scene()
    assert [offer.label for offer in g.offers("ana", BringAlong)] == ["Bring the one companion"]
    (for_others,) = g.offers("gm", BringAlong)
    whose = next(hole for hole in for_others.holes if isinstance(hole, ChoiceHole))
    assert [choice.value for choice in whose.options] == [RETH, VOLT, THUG]
    bring(g)
    assert g.offers("ana", BringAlong) == ()


def test_what_is_brought_goes_to_the_seat_of_its_patron_and_is_played_there() -> None:
    g = company().scene()
    named = BringAlong(sheet=follower(), patron=RETH, seat=SeatId("ana"))
    assert g.refused("ana", named) == ("unknown-seat", "It goes to the seat of its patron; name no other.")
    by_gm = BringAlong(sheet=follower(), patron=RETH, is_run_by_gm=True)
    assert g.refused("ana", by_gm) == ("gm-only", "Play yourself what is yours.")
