"""Fate Accelerated, composed from its folders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec
from msgspec import Struct

from fatetable.engine.codec import Codec
from fatetable.engine.engine import Engine
from fatetable.engine.words import Words
from fatetable.mechanics.book.dials import DialValue, read_dials
from fatetable.mechanics.book.own_tables import NO_CONTENT, with_content
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.encounters.contests import Contests
from fatetable.mechanics.encounters.turns import Turns
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.kit import Kit, Part, compose, part_of
from fatetable.mechanics.old_events import OLD_EVENTS
from fatetable.mechanics.rolls.actions import ATTACK, CREATE
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.procedure import Interceptor, RollProcedure
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.scenario import Scenarios
from fatetable.mechanics.view.presenting import Presenting
from fatetable.rulesets.fae import combat, contests, creation, growth, points, rolls
from fatetable.rulesets.fae.book import LEXICON, OWN_TABLES, RULESET, Tables, read_citations, read_tables
from fatetable.rulesets.fae.combat import harm_rules
from fatetable.rulesets.fae.creation import creation as creation_procedure
from fatetable.rulesets.fae.dials import DIALS, Dials
from fatetable.rulesets.fae.growth import HIGHLIGHTS, TELLERS
from fatetable.rulesets.fae.rolls import check_rules
from fatetable.rulesets.fae.sheet import headcount_of, refresh_of


def build(given: Mapping[str, DialValue], content: Mapping[str, str] = NO_CONTENT) -> Ruleset:
    tables = with_content(read_tables(), OWN_TABLES, content)
    dials, words = read_dials(Dials, DIALS, given), Words(LEXICON)
    dice = DicePool(dials.dice, lambda topic: read_citations().get(topic, ()))
    kit = Kit(
        ruleset=RULESET,
        tables=tables,
        dials=dials,
        checks=check_rules(tables, dials, dice),
        turns=Turns(ATTACK, CREATE, dials.contest_advantages, words),
        creation=creation_procedure(tables, dials),
        words=words,
        citations=read_citations(),
    )
    parts = (
        *rolls.parts(kit),
        *points.parts(kit),
        *combat.parts(kit),
        *contests.parts(kit),
        *creation.parts(kit),
        *growth.parts(kit),
        dice,
    )
    engine = compose(kit, parts, _procedure(kit, parts))
    return Ruleset(
        id=RULESET,
        title="Fate Accelerated",
        accent="#a63d2f",
        dials=msgspec.structs.asdict(dials),
        dial_info=DIALS,
        own_tables=OWN_TABLES,
        content=content,
        lexicon=LEXICON,
        ladder=tables.ladder,
        bands=kit.checks.bands,
        engine=engine,
        codec=Codec(engine, OLD_EVENTS),
        creation=kit.creation,
        presenting=_presenting(kit, engine, part_of(parts, Scenarios)),
        offer_odds=OfferOdds(kit.checks),
        forms=partial(_forms, tables),
        tellers=TELLERS,
        highlights=HIGHLIGHTS,
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
        interceptors=(Interceptor("contests", "settle", part_of(parts, Contests).settle),),
    )


def _presenting(kit: Kit[Tables, Dials], engine: Engine, scenarios: Scenarios) -> Presenting:
    harm = harm_rules(kit.tables, kit.dials)
    return Presenting(
        rules=kit.checks,
        is_answerable=engine.is_answerable,
        ladder=kit.tables.ladder,
        harm=lambda actor: harm[actor.kind],
        refresh=lambda actor: refresh_of(kit.tables, actor.sheet),
        victories=kit.tables.figures.encounters.victories,
        scenario=scenarios.told,
        underway=lambda state, _: growth.milestone_block(state),
        headcount=lambda state, actor: headcount_of(actor.sheet, is_out=is_out(state, actor.id)),
    )


def _forms(tables: Tables, form: str) -> tuple[Struct, ...]:
    """Ready-made values for what a builder would otherwise fill in."""
    match form:
        case "hero":
            return tuple(sample.sheet for sample in tables.characters)
        case "opponent":
            return tuple(sample.sheet for sample in tables.opposition)
        case _:
            return tuple(stunt.feature for stunt in tables.stunts)
