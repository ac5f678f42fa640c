"""Corners that playing at random has led into, each kept as a small game."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.compel_suggestions import SuggestCompel
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect, RevealAspect
from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.harm.absorbing import Inflict, SetBox
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.scenes.facts import ClaimFact
from fatetable.mechanics.scenes.joining import AddOpponent, RevealActor
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene, StartSession
from fatetable.mechanics.scenes.map_editing import DrawZone, RevealZone, SetBorder
from fatetable.mechanics.scenes.zones import ZONES, ZoneId
from fatetable.mechanics.view.blocks import WaitingBlock
from fatetable.rulesets.fae.growth.advances import RaiseApproach, SwapApproaches
from fatetable.rulesets.fae.growth.milestones import DeclareMilestone
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import RETH, VELD, VOLTAIRE, lay_out, try_alone
from fatetable.tabletop.table import Table


def hide(g: Game, name: str = "Veld") -> ActorId:
    """Someone joins whom only the game master knows of."""
    g.do("gm", AddOpponent(TABLES.sample(name), is_hidden=True))
    *_, newcomer = g.table.state.get(CAST).values()
    return newcomer.id


def is_offered(g: Game, seat: str, command: Command) -> bool:
    return any(offer.matches(command) for offer in g.offers(seat))


def known(g: Game, seat: str) -> list[str]:
    return [card.text for card in g.table.view(seat).get(ASPECTS).values()]


# -- nobody is told of somebody hidden ---------------------------------------------------------------------------------


def test_whoever_is_hidden_takes_no_harm_that_everybody_would_hear_of() -> None:
    g = Game()
    hidden = hide(g)
    wound = Inflict(actor=hidden, slot="mild", words="Limping", reason="a trap", holder=ActorId(""))
    for command in (wound, SetBox(actor=hidden, box=1, checked=True, reason="a trap")):
        assert g.refused("gm", command) == "still-hidden"
        assert not is_offered(g, "gm", command)
    thanks_to = Inflict(actor=RETH, slot="mild", words="Limping", reason="a trap", holder=hidden)
    assert g.refused("gm", thanks_to) == "still-hidden"
    assert not is_offered(g, "gm", thanks_to)
    g.do("gm", RevealActor(hidden))
    g.do("gm", wound)
    assert "Limping" in known(g, "ana")


def test_an_aspect_of_someone_hidden_is_not_revealed_before_them() -> None:
    g = Game()
    hidden = hide(g)
    card = next(card for card in g.table.state.get(ASPECTS).values() if card.bearer == hidden)
    assert g.refused("gm", RevealAspect(card.id)) == "still-hidden"
    assert not is_offered(g, "gm", RevealAspect(card.id))
    g.do("gm", RevealActor(hidden))
    assert is_offered(g, "gm", RevealAspect(card.id))
    g.do("gm", RevealAspect(card.id))
    assert card.text in known(g, "ana")


def test_what_is_revealed_comes_last_for_everybody() -> None:
    g = Game()
    hidden = hide(g)
    lay_out(g, "Loose planks", hidden=True)
    lay_out(g, "Fog")
    g.do("gm", AddOpponent(TABLES.sample("Sky Shark")))
    g.do("gm", DrawZone(name="Cellar", is_hidden=True))
    g.do("gm", DrawZone(name="Quay"))
    g.do("gm", RevealAspect(g.card("Loose planks").id))
    g.do("gm", RevealActor(hidden))
    g.do("gm", RevealZone(next(zone.id for zone in g.table.state.get(ZONES).zones.values() if zone.is_hidden)))
    for seat in ("gm", "ana"):
        view = g.table.view(seat)
        assert known(g, seat)[-1] == "Loose planks"
        assert [actor.id for actor in view.get(CAST).values()][-1] == hidden
        assert [zone.name for zone in view.get(ZONES).zones.values()] == ["Quay", "Cellar"]


def test_what_there_would_have_been_to_find_stays_a_secret() -> None:
    """Neither which hidden aspect it was nor whether it was made up on the spot."""

    def told(option: str, **fill: str) -> list[bytes]:
        g = Game()
        lay_out(g, "Loose planks", "A wire", hidden=True)
        g.do("ana", CreateAdvantage(actor=RETH, mode="discover", trait="clever", description="looks"))
        if "aspect" in fill:
            fill["aspect"] = g.card(fill["aspect"]).id
        g.answer("gm", "discover", option, **fill)
        g.answer("gm", "opposition", "difficulty", value=6)
        g.throw("ana", "0000")
        g.everyone_passes()
        assert g.last_roll.outcome == "fail"
        return [g.table.ruleset.codec.write(record) for record in g.table.told("ana")]

    chosen = told("hidden", aspect="Loose planks")
    assert chosen == told("hidden", aspect="A wire")
    assert chosen == told("invent", words="A trapdoor")
    assert not any(b"planks" in record for record in chosen)


# -- acting on an aspect shows it --------------------------------------------------------------------------------------


def test_a_hidden_aspect_the_game_master_acts_on_is_shown() -> None:
    for command in ("overcome", "exploit"):
        g = Game(foes=("Veld",))
        lay_out(g, "Loose planks", hidden=True)
        aspect = g.card("Loose planks").id
        if command == "overcome":
            g.do("gm", Overcome(actor=VELD, trait="quick", description="mends it", aspect=aspect, words="New planks"))
        else:
            g.do("gm", CreateAdvantage(actor=VELD, mode="exploit", trait="quick", description="grins", aspect=aspect))
        assert "Loose planks" in known(g, "ana")


def test_whoever_points_to_an_aspect_of_their_own_shows_it() -> None:
    g = Game(open_sheets=False)
    card = next(card for card in g.table.state.get(ASPECTS).values() if card.bearer == RETH)
    assert card.text not in known(g, "bo")
    g.do("ana", ClaimFact(card.id, "I know the way"))
    assert card.text in known(g, "bo")


def test_closed_sheets_are_told_without_their_aspects() -> None:
    g = Game(open_sheets=False)
    texts = {slot: text for slot, text in g.table.state.get(CAST)[RETH].sheet.aspects.items() if text}
    assert g.table.view("ana").get(CAST)[RETH].sheet.aspects == g.table.state.get(CAST)[RETH].sheet.aspects
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("minor"))
    g.do("ana", SwapApproaches(RETH, "quick", "clever"))
    written = b"".join(g.table.ruleset.codec.write(record) for record in g.table.told("bo"))
    assert texts
    assert not any(text.encode() in written for text in texts.values())


# -- what is not there cannot be used ----------------------------------------------------------------------------------


def test_an_aspect_that_has_gone_while_someone_was_looking_for_it_is_not_found() -> None:
    g = Game()
    lay_out(g, "Loose planks")
    aspect = g.card("Loose planks").id
    g.do("ana", CreateAdvantage(actor=RETH, mode="exploit", trait="clever", description="looks", aspect=aspect))
    g.answer("gm", "opposition", "difficulty", value=0)
    exploiting = g.roll.id
    g.do("bo", Overcome(actor=VOLTAIRE, trait="quick", description="mends them", aspect=aspect))
    g.answer("gm", "opposition", "no-roll")
    assert not g.has_card("Loose planks")
    assert g.roll.id == exploiting
    g.throw("ana", "++++")
    g.everyone_passes()
    assert g.last_roll.stage == "over"
    assert not g.has_card("Loose planks")


def test_a_situation_aspect_is_laid_on_someone_who_is_there() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", LeaveScene(VELD))
    on_her = PlaceAspect(words="Off balance", bearer=VELD)
    assert g.refused("gm", on_her) == "not-there"
    assert not is_offered(g, "gm", on_her)


def test_nothing_follows_from_an_aspect_that_is_not_in_play() -> None:
    g = Game(foes=("Veld",))
    card = next(card for card in g.table.state.get(ASPECTS).values() if card.bearer == VELD)
    g.do("gm", LeaveScene(VELD))
    assert g.refused("ana", ClaimFact(card.id, "she is near")) == "not-in-play"


def test_a_free_invocation_is_lent_while_its_aspect_is_in_play() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", Inflict(actor=VELD, slot="mild", words="Limping", reason="a trap", holder=RETH))
    lend = LendInvoke(g.card("Limping").id, g.card("Limping").free[0].id, VOLTAIRE)
    assert is_offered(g, "ana", lend)
    g.do("gm", LeaveScene(VELD))
    assert g.refused("ana", lend) == "not-in-play"
    assert not is_offered(g, "ana", lend)


# -- maps --------------------------------------------------------------------------------------------------------------


def two_zones(g: Game) -> tuple[ZoneId, ZoneId]:
    g.do("gm", DrawZone(name="Quay"))
    g.do("gm", DrawZone(name="Ship"))
    quay, ship = g.table.state.get(ZONES).zones.values()
    return quay.id, ship.id


@pytest.mark.parametrize("swapped", [False, True])
def test_a_way_is_opened_from_either_end(swapped: bool) -> None:
    g = Game()
    one, other = two_zones(g)[:: -1 if swapped else 1]
    way = SetBorder(one=one, other=other, barrier="a gap")
    assert is_offered(g, "gm", way)
    g.do("gm", way)
    assert len(g.table.state.get(ZONES).borders) == 1


def test_only_someone_who_is_there_stands_in_the_way() -> None:
    g = Game(foes=("Veld",))
    one, other = two_zones(g)
    g.do("gm", LeaveScene(VELD))
    blocked = SetBorder(one=one, other=other, blocker=VELD)
    assert g.refused("gm", blocked) == "not-there"
    assert not is_offered(g, "gm", blocked)


# -- declarations say what they mean -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Overcome(actor=RETH, trait="quick", description="runs", words="Clear air"), "no-such-aspect"),
        (
            CreateAdvantage(actor=RETH, mode="discover", trait="quick", description="looks", words="Clear air"),
            "no-new-words",
        ),
        (
            CreateAdvantage(actor=RETH, mode="new", trait="quick", description="x", words="Clear air", reach="a net"),
            "within-reach",
        ),
        (
            CreateAdvantage(
                actor=RETH, mode="new", trait="quick", description="x", words="Dazed", target=VELD, reach="a net"
            ),
            "within-reach",
        ),
    ],
)
def test_words_that_would_be_ignored_are_refused(command: Command, code: str) -> None:
    assert Game(foes=("Veld",)).refused("ana", command) == code


def test_exploiting_goes_for_an_aspect_and_not_for_a_person() -> None:
    g = Game(foes=("Veld",))
    lay_out(g, "Fog")
    aspect = g.card("Fog").id
    command = CreateAdvantage(actor=RETH, mode="exploit", trait="quick", description="x", aspect=aspect, target=VELD)
    assert g.refused("ana", command) == "bad-target"


# -- things that wait --------------------------------------------------------------------------------------------------


def test_nobodys_figures_change_while_a_roll_is_on_the_table() -> None:
    g = Game()
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("significant"))
    g.start_scene("The ship")
    try_alone(g)
    for command in (SwapApproaches(RETH, "quick", "clever"), RaiseApproach(RETH, "clever")):
        assert g.refused("ana", command) == "roll-open"
        assert not is_offered(g, "ana", command)
    g.everyone_passes()
    if g.prompt("serious-cost"):
        g.answer("ana", "serious-cost", "fail")
    assert is_offered(g, "ana", RaiseApproach(RETH, "clever"))
    g.do("ana", RaiseApproach(RETH, "clever"))


def test_a_suggested_compel_is_offered_for_adoption_only_while_it_can_be_adopted() -> None:
    g = Game()
    lay_out(g, "Fog")
    fog = g.card("Fog").id
    g.do("bo", SuggestCompel(target=RETH, aspect=fog, kind="event", text="she gets lost"))
    prompt = g.prompt("compel-suggestion")
    assert prompt is not None
    adopt = Answer(prompt.id, "adopt")
    assert is_offered(g, "gm", adopt)
    g.do("gm", OfferCompel(target=RETH, aspect=fog, kind="event", text="she trips"))
    assert not is_offered(g, "gm", adopt)
    g.answer("ana", "compel", "accept")
    assert is_offered(g, "gm", adopt)


def test_suggestions_wait_while_dice_are_down() -> None:
    g = Game()
    lay_out(g, "Fog")
    try_alone(g)
    suggestion = SuggestCompel(target=RETH, aspect=g.card("Fog").id, kind="event", text="she gets lost")
    assert g.refused("bo", suggestion) == "not-compellable"
    assert not is_offered(g, "bo", suggestion)


def test_a_contest_waits_for_those_who_have_not_said_what_they_do() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", StartContest("the idol", (RETH, VOLTAIRE, VELD)))

    def waited_for() -> tuple[SeatId, ...]:
        return next(block.seats for block in g.table.present("ana") if isinstance(block, WaitingBlock))

    assert waited_for() == ("ana", "bo", "gm")
    g.do("ana", Contend(actor=RETH, trait="quick", description="runs"))
    assert waited_for() == ("bo", "gm")
    g.do("gm", Contend(actor=VELD, trait="quick", description="runs"))
    assert waited_for() == ("bo",)
    g.do("bo", Contend(actor=VOLTAIRE, trait="quick", description="runs"))
    assert waited_for() == ("ana",), "the first to say so throws for all"


def test_a_milestone_is_for_characters() -> None:
    table = Table.open("fae", {"gm": "gm", "ana": "player"})
    table.send("gm", StartSession())
    with pytest.raises(RuleViolation):
        table.send("gm", DeclareMilestone("minor"))
    assert not any(isinstance(offer.command, DeclareMilestone) for offer in table.offers("gm"))
