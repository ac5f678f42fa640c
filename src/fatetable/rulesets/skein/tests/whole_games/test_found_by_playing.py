"""Corners that playing at random has led into, each kept as a small game."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.messages import Command
from fatetable.mechanics.aspects.cards import ASPECTS, AspectReworded
from fatetable.mechanics.aspects.editing import PlaceAspect, RevealAspect, RewordAspect
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.contests import Contend
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter
from fatetable.mechanics.scenes.lifecycle import EnterScene, LeaveScene
from fatetable.mechanics.view.blocks import WaitingBlock
from fatetable.rulesets.skein.combat.ambushes import ForgoAmbush, SneakUp
from fatetable.rulesets.skein.combat.warbands.orders import NameLeader
from fatetable.rulesets.skein.contests.commands import ContestManoeuvre
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.growth.oaths import SwearOath
from fatetable.rulesets.skein.magic.glamour.illusions import WearDisguise
from fatetable.rulesets.skein.magic.glamour.observers import LookClosely
from fatetable.rulesets.skein.magic.poisons import AT_HAND, DOSES, DosesChanged, PoisonWeapon
from fatetable.rulesets.skein.points.rewards import RewardAspect
from fatetable.rulesets.skein.possessions.trading import Buy
from fatetable.rulesets.skein.possessions.wealth import ChangeWealth
from fatetable.rulesets.skein.recovery.ordeals import CallEndurance
from fatetable.rulesets.skein.ruleset import build
from fatetable.rulesets.skein.sheet.derived import OATH
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.contesting import GUARD, GUARD_2, OSRIC, Match
from fatetable.rulesets.skein.tests.support.magicians import come_to, magician
from fatetable.rulesets.skein.tests.support.making import stunts
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import endure
from fatetable.tabletop.table import Table
from fatetable.testing.events import first

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")


def offered(g: Game, seat: str, command: Command) -> bool:
    return any(offer.matches(command) for offer in g.table.offers(seat))


def waiting(g: Game, seat: str) -> WaitingBlock:
    return next(block for block in g.table.present(seat) if isinstance(block, WaitingBlock))


# -- ready-made sheets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dials", [{}, {"starting_oaths": "none"}, {"peers": False}])
def test_every_ready_made_sheet_can_be_played_at_the_table_that_offers_it(dials: dict[str, str | bool]) -> None:
    table = Table.open(build(dials), {"gm": "gm", "ana": "player"}, dials=dials)
    for sheet in table.ruleset.forms("opponent"):
        table.send("gm", AddOpponent(sheet))  # type: ignore[arg-type]
    for sheet in table.ruleset.forms("hero"):
        again = Table.open(table.ruleset, {"gm": "gm", "ana": "player"}, dials=dials)
        again.send("ana", BringCharacter(sheet, "ana"))  # type: ignore[arg-type]


def test_a_ready_made_hero_leaves_the_oath_for_later_where_oaths_are_sworn_in_play() -> None:
    def brannoc(**dials: str) -> dict[str, str]:
        sheets = build(dials).creation.samples
        return dict(next(sheet for sheet in sheets if sheet.name == "Brannoc of the Ford").aspects)

    sworn, unsworn = brannoc(), brannoc(starting_oaths="none")
    assert sworn.pop(OATH)
    assert sworn == unsworn


def test_no_equal_of_the_heroes_is_ready_made_where_there_are_none() -> None:
    def names(**dials: bool) -> set[str]:
        return {sheet.name for sheet in build(dials).creation.samples}

    assert names() - names(peers=False) == {"Ysolt of the Drowned Bell"}


# -- whom the table waits for ----------------------------------------------------------------------------------------


def test_nobody_is_waited_for_who_has_to_finish_a_roll_first() -> None:
    g = Game()
    g.do("ana", Overcome(actor=BRANNOC, trait="agility", description="climbs"))
    g.do("gm", CallEndurance(actors=(BRANNOC,), trait="strength", difficulty=2, score="health", cause="the cold"))
    assert g.prompt("endure") is not None
    assert waiting(g, "ana").seats == ("gm",), "who says how hard the climb is"
    g.answer("gm", "opposition", "difficulty", value=1)
    g.throw("ana", "0000")
    assert waiting(g, "bo").seats == ("ana",)
    g.answer("ana", "endure", "endure")


def test_whoever_lies_in_wait_is_waited_for_before_a_fight() -> None:
    g = Game(foes=("Gate Guard",))
    g.do("ana", SneakUp(BRANNOC, GUARD))
    g.throw("ana", "++++")
    g.defend("gm", "awareness", "----")
    g.do("gm", StartConflict("combat", (GUARD,)))
    while g.prompt("tie"):
        g.answer("gm", "tie", "0")
    assert waiting(g, "gm").seats == ("ana",)
    g.do("ana", ForgoAmbush(BRANNOC))
    assert waiting(g, "gm").seats == ("gm",)


# -- what is offered is what may be done -----------------------------------------------------------------------------


def test_nobody_is_named_leader_of_a_warband_that_is_not_there() -> None:
    g = Game(foes=("Village Militia",))
    nobody = NameLeader(ActorId("village-militia"), NOBODY)
    assert offered(g, "gm", nobody)
    g.do("gm", LeaveScene(ActorId("village-militia")))
    assert not offered(g, "gm", nobody)
    assert g.refused("gm", nobody) == "no-leader"


def test_a_warband_with_nobody_about_to_lead_it_needs_no_naming() -> None:
    g = Game(foes=("Village Militia",))
    for hero in (BRANNOC, HESK):
        g.do("gm", LeaveScene(hero))
    assert g.refused("gm", NameLeader(ActorId("village-militia"), NOBODY)) == "no-leader"
    assert not g.offers("gm", NameLeader)


def test_neither_a_warband_nor_an_army_looks_closely_at_a_disguise() -> None:
    edda = magician("glamour", "perfect-disguise")
    g = Game(heroes=(edda, "Mother Hesk"), foes=("Village Militia", "Levy of the Marches", "Gate Guard"))
    g.do("ana", WearDisguise(actor=ActorId("edda"), target=ActorId("edda"), person="the reeve", description="veils"))
    g.throw("ana", "++++")
    looking = {offer.command.actor for offer in g.offers("gm", LookClosely)}  # type: ignore[attr-defined]
    assert looking == {"gate-guard"}


@pytest.mark.parametrize("much", [False, True])
def test_words_for_a_sheet_are_taken_for_as_long_as_they_are_offered(much: bool) -> None:
    g = Game()
    words = "x" * (201 if much else 200)
    oath = SwearOath(actor=BRANNOC, words=words, sworn_on="his sword", witness="the reeve")
    witnessed = SwearOath(actor=BRANNOC, words="to hold", sworn_on="his sword", witness=words)
    bought = Buy(actor=BRANNOC, item=words[:91] if much else words[:90], cost=1)
    for command in (oath, witnessed, bought):
        assert offered(g, "ana", command) is not much
        if much:
            assert g.refused("ana", command) == "text-too-long"


def test_whoever_is_ruined_still_has_wealth_at_none() -> None:
    g = Game()
    g.do("gm", ChangeWealth(actor=BRANNOC, level=0, reason="robbed"))
    brannoc = g.table.state.slices["cast"][BRANNOC].sheet
    assert finish(TABLES, brannoc).traits["wealth"] == 0


# -- contests --------------------------------------------------------------------------------------------------------


def test_a_contest_ends_when_something_else_takes_all_but_one_out_of_it() -> None:
    g = Match(BRANNOC, HESK)
    g.do("ana", Contend(actor=BRANNOC, trait="strength", description="pushes"))
    endure(g, HESK, 15)
    g.answer("bo", "harm", "score")
    assert g.is_over


def test_a_contest_goes_on_without_whom_something_else_takes_out() -> None:
    g = Match(BRANNOC, HESK, GUARD, until="last")
    g.enter((BRANNOC, "strength"), (GUARD, "strength"))
    assert waiting(g, "gm").seats == ("bo",)
    endure(g, HESK, 15)
    g.answer("bo", "harm", "score")
    assert {effort.actor for effort in g.roll.efforts} == {BRANNOC, GUARD}


def test_a_manoeuvre_on_somebody_who_is_taken_out_of_the_contest_is_on_nobody() -> None:
    g = Match(BRANNOC, HESK, GUARD, until="last")
    trip = ContestManoeuvre(actor=BRANNOC, trait="agility", description="dodges", words="Tangled Feet", target=HESK)
    g.enter(trip, (GUARD, "strength"))
    endure(g, HESK, 15)
    g.answer("bo", "harm", "score")
    g.commit()
    roll = g.roll.id
    g.throw_all(brannoc_of_the_ford="++++")
    g.let_be(roll)
    assert g.card("Tangled Feet").bearer == NOBODY


def test_those_who_are_alike_contend_with_one_another_if_there_is_nobody_else() -> None:
    g = Match(GUARD, GUARD_2, foes=("Gate Guard", "Gate Guard"), dials={"groups_roll_once": True})
    g.enter((GUARD, "strength"), (GUARD_2, "strength"))
    assert {effort.actor for effort in g.roll.efforts} == {GUARD, GUARD_2}


# -- secrets ---------------------------------------------------------------------------------------------------------


def test_a_hidden_aspect_is_not_rewarded_before_everybody() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="Marked by the Drowned", bearer=BRANNOC, is_hidden=True))
    reward = RewardAspect(actor=BRANNOC, aspect=g.card("Marked by the Drowned").id, how="in-story")
    assert not offered(g, "gm", reward)
    assert g.refused("gm", reward) == "hidden-aspect"
    g.do("gm", RevealAspect(reward.aspect))
    assert offered(g, "gm", reward)


def armed(weapon: str) -> Game:
    """Osric holds a thing with an Aspect nobody has heard of."""
    osric = sample(TABLES, "Osric the Reeve")
    gear = tuple(weapon if item == "Short sword" else item for item in osric.lists["gear"])
    g = Game()
    g.do("gm", AddOpponent(msgspec.structs.replace(osric, lists={**osric.lists, "gear": gear})))
    g.do("gm", EnterScene(OSRIC))
    return g


def read_by(g: Game, seat: str) -> str:
    return f"{g.table.told(seat)} {g.table.offers(seat)} {g.table.present(seat)}"


def test_an_attack_gives_the_aspect_of_a_foes_weapon_away_to_nobody() -> None:
    g = armed("Short sword: Drinker of Kings")
    g.start_combat()
    come_to(g, OSRIC)
    g.attack("gm", OSRIC, BRANNOC, "melee-combat@Short sword", "0000")
    g.defend("ana", "melee-combat", "----")
    assert "Drinker of Kings" in read_by(g, "gm")
    assert "Drinker of Kings" not in read_by(g, "ana")


def test_poison_on_a_foes_weapon_is_heard_of_by_nobody_before_it_draws_blood() -> None:
    osric = sample(TABLES, "Osric the Reeve")
    traits = {"plant-and-root" if skill == "deception" else skill: level for skill, level in osric.traits.items()}
    taken = stunts(("hedge-magic", {"aspect": "aspect-2"}), "brew-poisons")
    brewer = msgspec.structs.replace(osric, traits=traits, features=taken, waived=("stunt-count",))
    g = Game(foes=(brewer,))
    before = len(g.table.told("ana"))
    g.do("gm", PoisonWeapon(actor=OSRIC, target=OSRIC, weapon="Short sword", infusion=AT_HAND))
    assert g.table.state.get(DOSES)
    heard = [record.event for record in g.table.told("ana")[before:]]
    assert not any(isinstance(event, DosesChanged) for event in heard)


def test_why_an_aspect_reads_differently_is_on_record() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="Fog on the Ford"))
    reworded = first(g.do("gm", RewordAspect(g.card("Fog on the Ford").id, "Mist", "it thins")), AspectReworded)
    assert (reworded.text, reworded.reason) == ("Mist", "it thins")


# -- efforts described anew --------------------------------------------------------------------------------------------


def test_an_aspect_brought_in_stays_when_the_effort_is_described_anew_and_can_be_vetoed_then() -> None:
    g = Game()
    g.do("ana", Overcome(actor=BRANNOC, trait="agility", description="pulls"))
    g.answer("gm", "opposition", "defend", defender=HESK)
    g.throw("ana", "++00")
    g.answer("bo", "defend", "defend", trait="agility", description="pulls back")
    before = g.points(HESK)
    aspect = next(card.id for card in g.table.state.get(ASPECTS).values() if card.bearer == HESK)
    g.do("bo", Invoke(roll=g.roll.id, effort=1, effect="bonus", aspect=aspect, explanation="it helps", party=HESK))
    g.do("gm", SendBack(g.roll.id, "not like this", 1))
    g.answer("bo", "defend", "defend", trait="agility", description="digs in")
    assert [modifier.amount for modifier in g.roll.efforts[1].modifiers if modifier.source == "invoke"] == [2]
    g.do("gm", VetoInvocation(g.roll.id, "no", 0))
    assert [modifier for modifier in g.roll.efforts[1].modifiers if modifier.source == "invoke"] == []
    assert g.points(HESK) == before
