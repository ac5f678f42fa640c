"""FATE, composed from its folders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from fatetable.engine.codec import Codec
from fatetable.engine.engine import Engine
from fatetable.engine.words import Words
from fatetable.mechanics.book.dials import DialValue, read_dials
from fatetable.mechanics.book.own_tables import NO_CONTENT, with_content
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.encounters.turns import Turns
from fatetable.mechanics.kit import Part, compose, part_of
from fatetable.mechanics.rolls.actions import ATTACK, CREATE
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.opposing.afterwards import Afterwards
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.procedure import Interceptor, RollProcedure
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.scenario import Scenarios
from fatetable.mechanics.view.presenting import Presenting
from fatetable.rulesets.fate2 import (
    aspects,
    challenges,
    combat,
    growth,
    magic,
    organisations,
    points,
    possessions,
    rolls,
    time,
)
from fatetable.rulesets.fate2 import creation as creating
from fatetable.rulesets.fate2.book import LEXICON, OWN_TABLES, RULESET, read_citations, read_tables, tables_of
from fatetable.rulesets.fate2.dials import DIALS, Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import notes, starting_points

FOLDERS = (
    rolls,
    aspects,
    points,
    challenges,
    combat,
    creating,
    time,
    growth,
    possessions,
    magic,
    organisations,
)


def build(given: Mapping[str, DialValue], content: Mapping[str, str] = NO_CONTENT) -> Ruleset:
    dials, words = read_dials(Dials, DIALS, given), Words(LEXICON)
    tables = tables_of(with_content(read_tables(), OWN_TABLES, content), dials)
    dice = DicePool("d6" if dials.dice == "d6" else "fate", lambda topic: read_citations().get(topic, ()))
    standing = challenges.with_losses(tables, organisations.with_modifiers(tables, combat.standing(tables, dials)))
    checks = rolls.check_rules(tables, dials, dice, standing, combat.menu(tables, dials))
    kit = FateKit(
        ruleset=RULESET,
        tables=tables,
        dials=dials,
        checks=combat.with_exchanges(tables, dials, checks),
        turns=points.Quiet(Turns(ATTACK, CREATE, sideline_in_contests=False, words=words)),
        creation=creating.creation(tables, dials),
        words=words,
        citations=read_citations(),
    )
    parts = (*(part for folder in FOLDERS for part in folder.parts(kit)), dice)
    parts = (*parts, time.procedures(kit, parts), *combat.parts_on_others(kit, parts))
    engine = compose(kit, parts, _procedure(kit, parts))
    return Ruleset(
        id=RULESET,
        title="FATE, second edition",
        accent="#7a4a1f",
        dials=msgspec.structs.asdict(dials),
        dial_info=DIALS,
        own_tables=OWN_TABLES,
        content=content,
        lexicon=LEXICON,
        ladder=tables.ladder,
        bands=kit.checks.bands,
        bands_against_a_number=rolls.STATIC,
        dice_of_level=rolls.dice_of_level(tables, dials),
        engine=engine,
        codec=Codec(engine),
        creation=kit.creation,
        presenting=_presenting(kit, engine, parts),
        offer_odds=OfferOdds(kit.checks),
        forms=partial(creating.forms, tables, dials, kit.creation.samples),
        tellers={
            **challenges.TELLERS,
            **combat.TELLERS,
            **growth.TELLERS,
            **points.TELLERS,
            **organisations.TELLERS,
            **magic.tellers(dials),
        },
        highlights=growth.HIGHLIGHTS,
    )


def _procedure(kit: FateKit, parts: tuple[Part, ...]) -> RollProcedure:
    opposition, resolution = part_of(parts, Opposition), part_of(parts, Resolution)
    return RollProcedure(
        rules=kit.checks,
        oppose=opposition.open,
        answer=opposition.answer,
        settle=resolution.settle,
        waive=resolution.waive,
        land=part_of(parts, combat.Manoeuvring).land_hit,
        hits=combat.blows(kit, magic.parts_of_hits(kit.dials)),
        interceptors=(
            Interceptor("difficulty afterwards", "settle", part_of(parts, Afterwards).settle),
            Interceptor("scene fights", "settle", part_of(parts, combat.SceneFights).settle),
        ),
    )


def _presenting(kit: FateKit, engine: Engine, parts: tuple[Part, ...]) -> Presenting:
    harm = combat.harm_rules(kit.tables, kit.dials)
    ladders = challenges.ChallengeView(kit.tables, kit.checks.totals or kit.tables.ladder)
    return Presenting(
        rules=kit.checks,
        is_answerable=engine.is_answerable,
        ladder=kit.tables.ladder,
        harm=lambda actor: harm[actor.kind],
        refresh=lambda _: starting_points(kit.tables, kit.dials),
        victories=0,
        scenario=part_of(parts, Scenarios).told,
        underway=lambda state, _: (
            *ladders.blocks(state),
            *magic.lasting_blocks(state),
            *growth.arc_block(kit.tables, kit.dials, state),
        ),
        notes=lambda state, actor: (
            *notes(kit.tables, state, actor),
            *aspects.notes(kit.tables, kit.dials, actor),
            *magic.notes(kit.tables, kit.dials, state, actor),
            *combat.notes(kit.tables, kit.dials, state, actor),
            *points.notes(kit, state, actor),
        ),
    )
