"""Creating an advantage: its three modes, and what happens before the dice."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import ChoiceHole, Offer
from fatetable.mechanics.aspects.cards import (
    CHARACTER,
    SITUATION,
    AspectId,
)
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.rolls.actions import CreateAdvantage
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.state import RollOver, RollSettled, SecretAspectChosen
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from fatetable.rulesets.fae.tests.support.moves import (
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    against,
    boosts,
    create,
    declare,
    kinds,
    resisted_by,
    settle,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import holders
from fatetable.testing.events import first

# -- what it is, and its three modes ---------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-01")
def test_the_target_may_get_a_defence_and_otherwise_a_difficulty_is_set() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Tripped", target="veld"))
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options][:2]) == (("@gm",), ["difficulty", "defend"])
    resisted_by(g, "veld", "quick")
    assert g.roll.is_opposed
    settle(g, 1)
    declare(g, create(words="Well Read"))
    against(g, 2)
    assert first(settle(g, 1), RollSettled).against == 2


@pytest.mark.rule("FAE-CAA-02")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"mode": "improve"}, "unknown-mode"),
        ({"mode": "new", "words": " "}, "no-words"),
        ({"mode": "new", "words": "High Up", "aspect": "Rubble"}, "no-such-aspect"),
        ({"mode": "new", "words": "High Up", "target": "nobody"}, "unknown-actor"),
        ({"mode": "discover", "aspect": "Rubble"}, "no-such-aspect"),
        ({"mode": "discover", "words": "High Up"}, "no-new-words"),
        ({"mode": "discover", "target": "reth"}, "bad-target"),
        ({"mode": "exploit"}, "unknown-aspect"),
        ({"mode": "exploit", "aspect": "Rubble", "words": "High Up"}, "no-new-words"),
        ({"mode": "exploit", "aspect": "Rubble", "target": "voltaire"}, "bad-target"),
    ],
)
def test_a_mode_wants_the_words_or_the_aspect_it_is_about(changes: dict[str, str], code: str) -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="Rubble"))
    aspect = g.card("Rubble").id if "aspect" in changes else AspectId("")
    command = CreateAdvantage(
        actor=RETH,
        mode=changes["mode"],
        trait="careful",
        description="looks",
        words=changes.get("words", ""),
        target=ActorId(changes.get("target", "")),
        aspect=aspect,
    )
    assert g.refused("ana", command) == code


@pytest.mark.rule("FAE-CAA-02")
def test_all_three_modes_are_offered_and_creating_on_oneself_too() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Rubble"))
    offers = {mode: offer_of(g, mode) for mode in ("new", "discover", "exploit")}
    targets = {mode: choices_of(offer, "target") for mode, offer in offers.items()}
    assert targets == {"new": ["", "voltaire", "veld", "reth"], "discover": ["", "voltaire", "veld"], "exploit": []}
    g.do("ana", offers["new"].fill(target="reth", trait="careful", description="aims", words="Taking Aim"))
    against(g, 0)
    settle(g, 1)
    assert g.card("Taking Aim").bearer == RETH


def offer_of(g: Game, mode: str) -> Offer:
    (found,) = (o for o in g.offers("ana") if isinstance(o.command, CreateAdvantage) and o.command.mode == mode)
    return found


def choices_of(offer: Offer, field: str) -> list[str]:
    holes = (hole for hole in offer.holes if isinstance(hole, ChoiceHole) and hole.field == field)
    return [choice.value for hole in holes for choice in hole.options]


@pytest.mark.rule("FAE-CAA-02")
def test_an_aspect_made_on_a_person_is_a_situation_aspect_attached_to_them() -> None:
    g = Game(foes=("Veld",))
    before = g.table.state.slices["cast"][VELD].sheet
    declare(g, create(words="Tripped", target="veld"))
    resisted_by(g, "veld")
    settle(g, 1)
    card = g.card("Tripped")
    assert (card.kind, card.bearer, card.slot) == (SITUATION, VELD, "")
    assert g.table.state.slices["cast"][VELD].sheet == before


@pytest.mark.rule("FAE-CAA-02")
def test_before_the_dice_the_game_master_says_in_secret_what_there_is_to_discover() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"), open_aspects=False)
    g.do("gm", PlaceAspect(words="A Trapdoor", is_hidden=True))
    declare(g, create(mode="discover"))
    prompt = g.prompt("discover")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("@gm",), ["hidden", "invent", "nothing"])
    (which,) = prompt.options[0].holes
    assert isinstance(which, ChoiceHole)
    assert {choice.label for choice in which.options} == {
        "A Trapdoor",
        "Officer of the Steel Empire (Veld)",
        "Must Not Lose Face (Veld)",
        "The Harbour Answers to Me (Veld)",
        "Axe Handles & Crowbars (Gang of Thugs)",
    }
    g.answer("gm", "discover", "hidden", aspect=g.card("A Trapdoor").id)
    told = [record.event for record in g.table.told("ana")]
    assert not any("Trapdoor" in repr(event) for event in told)
    assert not any(isinstance(event, SecretAspectChosen) for event in told)
    assert kinds(g) == ["opposition"]


@pytest.mark.rule("FAE-CAA-02")
def test_a_search_of_one_character_finds_only_what_is_theirs() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"), open_aspects=False)
    declare(g, create(mode="discover", target="gang-of-thugs"))
    prompt = g.prompt("discover")
    assert prompt is not None
    (which,) = prompt.options[0].holes
    assert isinstance(which, ChoiceHole)
    assert [choice.label for choice in which.options] == ["Axe Handles & Crowbars (Gang of Thugs)"]


@pytest.mark.rule("FAE-CAA-02")
def test_nobody_discovers_what_they_know_already() -> None:
    g = Game(open_sheets=False)
    declare(g, create(mode="discover"))
    prompt = g.prompt("discover")
    assert prompt is not None
    (which,) = prompt.options[0].holes
    assert isinstance(which, ChoiceHole)
    assert which.options
    assert all(choice.label.endswith("(Voltaire)") for choice in which.options)


@pytest.mark.rule("FAE-CAA-02")
def test_a_foe_discovers_what_the_other_players_do_not_know() -> None:
    g = Game(foes=("Veld",), open_sheets=False)
    declare(g, create(VELD, mode="discover", target="reth"))
    prompt = g.prompt("discover")
    assert prompt is not None
    g.answer("gm", "discover", "hidden", aspect=g.card("Crush On Avasa").id)
    against(g, 0)
    settle(g, 1)
    assert (g.card("Crush On Avasa").known_to, holders(g.card("Crush On Avasa"))) == (None, [VELD])


@pytest.mark.rule("FAE-CAA-02")
def test_if_there_is_nothing_to_discover_the_actor_declares_anew() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, create(VOLTAIRE, mode="discover"))
    prompt = g.prompt("discover")
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["invent", "nothing"]  # No aspect is hidden.
    events = g.answer("gm", "discover", "nothing")
    assert "nothing" in first(events, RollOver).reason
    declare(g, create(VOLTAIRE, words="In the Rigging"))


@pytest.mark.rule("FAE-CAA-02")
@pytest.mark.parametrize(("target", "kind"), [("", SITUATION), ("veld", CHARACTER)])
def test_the_game_master_may_write_on_the_spot_what_is_discovered(target: str, kind: str) -> None:
    g = Game(foes=("Veld",))
    declare(g, create(mode="discover", target=target))
    g.answer("gm", "discover", "invent", words="Afraid of Water")
    card = g.card("Afraid of Water")
    assert (card.kind, card.bearer, card.known_to) == (kind, target, ("@gm",))
    against(g, 0)
    settle(g, 2)
    assert g.card("Afraid of Water").known_to is None


@pytest.mark.rule("FAE-CAA-02")
def test_any_known_aspect_can_be_exploited_but_no_boost_and_none_that_is_not_known() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    own, others = g.card("Crush On Avasa").id, g.card("*Yawn*").id
    for aspect in (own, others):
        declare(g, create(aspect=aspect))
        g.answer("gm", "opposition", "send-back", reason="only looking")
    assert g.refused("ana", create(aspect=g.card("Must Not Lose Face").id)) == "unknown-aspect"
    declare(g, create(words="Aim"))
    against(g, 2)
    settle(g, 0)
    (boost,) = boosts(g)
    assert g.refused("ana", create(aspect=boost.id)) == "no-boosts"
    offered = set(choices_of(offer_of(g, "exploit"), "aspect"))
    assert {own, others} <= offered
    assert boost.id not in offered


@pytest.mark.rule("FAE-CAA-02")
def test_a_consequence_can_be_exploited_and_its_bearer_is_the_first_who_might_resist() -> None:
    g = Game(foes=("Gang of Thugs", "Veld"))
    g.start_conflict(first="Voltaire")
    g.do("gm", GiveIn(GANG, "they run"))
    g.answer("ana", "concession", "agree")
    g.do("gm", Inflict(actor=VELD, slot="mild", words="Sprained Ankle", reason="a fall"))
    declare(g, create(VOLTAIRE, aspect=g.card("Sprained Ankle").id))
    prompt = g.prompt("opposition")
    assert prompt is not None
    option = prompt.option("defend")
    assert option is not None
    (who,) = option.holes
    assert isinstance(who, ChoiceHole)
    assert [choice.value for choice in who.options] == ["veld", "reth"]
    against(g, 0)
    settle(g, 1)
    assert holders(g.card("Sprained Ankle")) == [VOLTAIRE]


@pytest.mark.rule("FAE-CAA-02")
def test_an_aspect_of_someone_who_is_not_there_cannot_be_exploited() -> None:
    g = Game()
    g.do("gm", LeaveScene(VOLTAIRE))
    assert g.refused("ana", create(aspect=g.card("*Yawn*").id)) == "not-in-play"


# -- what happens before the dice ------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-01")
def test_whoever_steps_in_for_the_target_gets_the_aspect_instead() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    g.do("gm", PlaceAspect(words="Narrow Alley"))
    declare(g, create(words="Tripped", target="veld"))
    g.answer("gm", "opposition", "defend", defender="veld")
    step_in = Interpose(
        roll=g.roll.id, actor=GANG, trait="other", description="shove him", aspect=g.card("Narrow Alley").id
    )
    g.do("gm", step_in)
    assert g.prompts() == ()
    settle(g, 1)
    assert g.card("Tripped").bearer == GANG


@pytest.mark.rule("FAE-CAA-01")
def test_opposing_from_the_side_does_not_put_an_aspect_of_the_scene_on_anybody() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Narrow Alley"))
    declare(g, create(words="Barricade"))
    against(g, 2)
    aspect = g.card("Narrow Alley").id
    g.do("gm", Interpose(roll=g.roll.id, actor=VELD, trait="quick", description="kicks it", aspect=aspect))
    settle(g, 1)
    assert g.card("Barricade").bearer == NOBODY


@pytest.mark.rule("FAE-CAA-02")
def test_a_search_may_be_sent_back_and_what_was_hidden_stays_hidden() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    declare(g, create(mode="discover", target="veld"))
    g.do("gm", SendBack(g.roll.id, "She wears a mask"))
    assert g.prompts() == ()
    assert g.card("Must Not Lose Face").known_to == ("@gm",)
