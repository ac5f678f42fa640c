"""What version 0.1.0 stored, packed strings and questions, is read as fields."""

import msgspec
import pytest

from fatetable.engine.prompts import Prompt, PromptContext, PromptId, kind_of
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.state import Declaration, Effort
from fatetable.mechanics.scenes.zones import ZoneId
from fatetable.rulesets.skein.battle.rolls import AspectOnArmy
from fatetable.rulesets.skein.battle.turns import TermsOffered
from fatetable.rulesets.skein.combat.creature_powers import Capacity
from fatetable.rulesets.skein.combat.harm import DamageToTake
from fatetable.rulesets.skein.combat.map.obstructions import border_of
from fatetable.rulesets.skein.combat.social_skills import ByConsent
from fatetable.rulesets.skein.combat.stunts import ClaimedCharge
from fatetable.rulesets.skein.combat.weapon_state import Hands, HandsChanged, OutOfAmmo, ThrownWeapon
from fatetable.rulesets.skein.contests.outcomes import ChaseGoesOn
from fatetable.rulesets.skein.old_events import OLD_EVENTS
from fatetable.rulesets.skein.rolls import consented, with_consent, without_consent
from fatetable.rulesets.skein.rolls.trait_reference import read_action

OLD_EFFORT = {"id": "r1.1", "actor": "hesk", "action": "defend:awareness|strategy-and-tactics", "trait": "awareness"}
OBSTRUCTS = {"actor": "hesk", "action": "overcome", "trait": "strength", "description": "A fallen tree"}


def test_a_defence_stored_with_what_it_was_against_is_a_defence() -> None:
    assert read_action(msgspec.convert(OLD_EFFORT, Effort).action) == "defend"
    assert read_action(msgspec.convert({**OLD_EFFORT, "action": "defend"}, Effort).action) == "defend"


def test_the_border_of_an_obstruction_is_read_in_either_form() -> None:
    packed = msgspec.convert({**OBSTRUCTS, "mode": "obstruct", "words": "z1|z2"}, Declaration)
    listed = msgspec.convert({**OBSTRUCTS, "mode": "obstruct", "border": ("z1", "z2")}, Declaration)
    assert border_of(packed) == border_of(listed) == (ZoneId("z1"), ZoneId("z2"))


def test_skills_allowed_by_consent_are_read_in_either_form_and_end_alike() -> None:
    sheet = Sheet(ruleset="skein", name="Mother Hesk", kind="hero")
    packed = msgspec.structs.replace(sheet, lists={"by-consent": ("attack leadership", "defend healing")})
    listed = with_consent(with_consent(sheet, "attack", "leadership"), "defend", "healing")
    for stored in (packed, listed):
        assert (consented(stored, "attack"), consented(stored, "defend")) == (("leadership",), ("healing",))
        assert without_consent(stored) == sheet
    assert consented(with_consent(packed, "attack", "stealth"), "attack") == ("stealth", "leadership")


@pytest.mark.parametrize(
    ("context", "about"),
    [
        (DamageToTake, {"roll": "", "actor": "hesk", "by": "", "damage": 3, "score": "health", "cause": ""}),
        (ClaimedCharge, {"actor": "hesk"}),
        (OutOfAmmo, {"archer": "hesk", "stake": "bank"}),
        (ByConsent, {"consent_for": "hesk", "skill": "healing", "role": "defend"}),
        (Capacity, {"capacity_of": "hesk", "stunt": "Strong", "what": "sacks", "factor": 2}),
        (AspectOnArmy, {"battle": "yes", "force": 1, "free": 2}),
        (TermsOffered, {"battle": "yes", "force": 0, "terms": "free passage"}),
        (ChaseGoesOn, {"actor": "hesk", "chase": "yes"}),
    ],
)
def test_a_question_that_version_0_1_0_stored_is_read_and_stored_alike(
    context: type[PromptContext], about: dict[str, str | int]
) -> None:
    prompt = Prompt(id=PromptId("p1"), kind=kind_of(context), seats=(), question="?", about=about)
    assert prompt.read(context).about() == about


def test_a_thrown_weapon_stored_by_its_name_is_read_as_one_of_its_name() -> None:
    stored = {"type": "hands-changed/1", "actor": "hesk", "hands": {"thrown": {"Dagger": "z1"}, "shots": 2}}
    read = OLD_EVENTS["hands-changed/1"](stored)
    assert read.pop("type") == "hands-changed/2"
    changed = msgspec.convert(read, HandsChanged)
    assert changed == HandsChanged(ActorId("hesk"), Hands((ThrownWeapon("Dagger", ZoneId("z1")),), shots=2))
