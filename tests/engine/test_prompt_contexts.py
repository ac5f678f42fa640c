"""What a prompt is about: written as plain values, read back typed, in older forms too."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import PROMPTS, About, Prompt, PromptContext, PromptId, kind_of, open_of
from fatetable.engine.state import EMPTY


class Duel(PromptContext, frozen=True, tag="duel"):
    actor: str
    rounds: int
    weapons: tuple[str, ...] = ()
    terms: str = ""

    @classmethod
    def upgrade(cls, about: About) -> About:
        weapons = about.get("weapons", ())
        return {**about, "weapons": tuple(weapons.split("\n"))} if isinstance(weapons, str) else about


class Race(PromptContext, frozen=True, tag="race"):
    actor: str


def prompt(about: About, kind: str = "duel") -> Prompt:
    return Prompt(id=PromptId("p1"), kind=kind, seats=(SeatId("ana"),), question="?", about=about)


def test_the_kind_is_the_tag_of_the_context() -> None:
    assert kind_of(Duel) == "duel"


def test_what_is_asked_about_is_stored_as_plain_values_without_defaults() -> None:
    assert Duel("reth", 3, ("sword", "cloak")).about() == {"actor": "reth", "rounds": 3, "weapons": ("sword", "cloak")}


def test_a_stored_prompt_is_read_back_typed() -> None:
    written = msgspec.json.encode(prompt(Duel("reth", 3, ("sword", "cloak")).about()))
    stored = msgspec.json.decode(written, type=Prompt)
    assert stored.about == {"actor": "reth", "rounds": 3, "weapons": ("sword", "cloak")}
    assert stored.read(Duel) == Duel("reth", 3, ("sword", "cloak"))


def test_an_older_form_is_read_as_the_present_one() -> None:
    assert prompt({"actor": "reth", "rounds": 3, "weapons": "sword\ncloak"}).read(Duel).weapons == ("sword", "cloak")


def test_a_prompt_is_not_read_as_another_kind() -> None:
    with pytest.raises(AssertionError):
        prompt({"actor": "reth"}, "duel").read(Race)


def test_open_prompts_are_found_by_their_kind() -> None:
    duel, race = prompt({"actor": "reth", "rounds": 3}), prompt({"actor": "reth"}, "race")
    state = EMPTY.put(PROMPTS, {PromptId("p1"): duel, PromptId("p2"): race}, 1)
    assert open_of(state, Race) == (race,)
    assert open_of(state, Duel, Race) == (duel, race)
