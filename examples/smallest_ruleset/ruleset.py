"""Smallest, put together."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from examples.smallest_ruleset.book.tables import OWN_TABLES, Tables, read_tables
from examples.smallest_ruleset.combat import assembly as combat
from examples.smallest_ruleset.creation import assembly as creation
from examples.smallest_ruleset.creation.procedure import FOE, HERO, PROCEDURE, RULESET, SAMPLES
from examples.smallest_ruleset.dials import DIALS, Dials
from examples.smallest_ruleset.rolls import assembly as rolls
from examples.smallest_ruleset.rolls.checks import BANDS, check_rules
from fatetable.engine.codec import Codec
from fatetable.engine.engine import Engine
from fatetable.engine.words import Words
from fatetable.mechanics.book.dials import DialValue, read_dials
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.book.own_tables import NO_CONTENT, with_content
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.encounters.turns import Turns
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.kit import Kit, Part, compose, part_of
from fatetable.mechanics.rolls.actions import ATTACK, CREATE
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.procedure import RollProcedure
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.view.presenting import Presenting

LADDER = Ladder.of({})
LEXICON = {
    "fail": "Failure",
    "tie": "Tie",
    "succeed": "Success",
    "attack": "Attack",
    "defend": "Defend",
    "overcome": "Overcome",
    "create-advantage": "Create an aspect",
}


def build(given: Mapping[str, DialValue], content: Mapping[str, str] = NO_CONTENT) -> Ruleset:
    tables = with_content(read_tables(), OWN_TABLES, content)
    dials, words = read_dials(Dials, DIALS, given), Words(LEXICON)
    dice = DicePool("fate", tables.cites)
    kit = Kit(
        ruleset=RULESET,
        tables=tables,
        dials=dials,
        checks=check_rules(dials, dice),
        turns=Turns(ATTACK, CREATE, False, words),
        creation=PROCEDURE,
        words=words,
        citations=tables.citations,
    )
    parts = (*rolls.parts(kit), *combat.parts(kit), *creation.parts(kit), dice)
    engine = compose(kit, parts, _procedure(kit, parts))
    return Ruleset(
        id=RULESET,
        title="Smallest",
        accent="#3b5b7a",
        dials=msgspec.structs.asdict(dials),
        dial_info=DIALS,
        own_tables=OWN_TABLES,
        content=content,
        lexicon=LEXICON,
        ladder=LADDER,
        bands=BANDS,
        engine=engine,
        codec=Codec(engine),
        creation=PROCEDURE,
        presenting=_presenting(kit, engine),
        offer_odds=OfferOdds(kit.checks),
        forms=_forms,
    )


def _procedure(kit: Kit[Tables, Dials], parts: tuple[Part, ...]) -> RollProcedure:
    opposition, resolution = part_of(parts, Opposition), part_of(parts, Resolution)
    return RollProcedure(
        rules=kit.checks,
        oppose=opposition.open,
        answer=opposition.answer,
        settle=resolution.settle,
        waive=resolution.waive,
        land=part_of(parts, Absorbing).land_hit,
    )


def _presenting(kit: Kit[Tables, Dials], engine: Engine) -> Presenting:
    harm = combat.harm_rules(kit.dials)
    return Presenting(
        rules=kit.checks,
        is_answerable=engine.is_answerable,
        ladder=LADDER,
        harm=lambda _: harm,
        refresh=lambda _: creation.REFRESH,
        victories=0,
        scenario=lambda _: (),
    )


def _forms(form: str) -> tuple[Struct, ...]:
    """Sample values for what a builder would otherwise fill in."""
    return tuple(sheet for sheet in SAMPLES if sheet.kind == (HERO if form == "hero" else FOE))
