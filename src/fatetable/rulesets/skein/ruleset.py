"""Skein, composed from its folders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from fatetable.engine.codec import Codec
from fatetable.engine.words import Words
from fatetable.mechanics.aspects.compels import Compels
from fatetable.mechanics.book.dials import DialValue, read_dials
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.book.own_tables import NO_CONTENT, with_content
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.encounters.turns import Turns
from fatetable.mechanics.kit import Part, compose, part_of
from fatetable.mechanics.rolls.actions import ATTACK, CREATE
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.procedure import Interceptor, RollProcedure
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.ruleset import Ruleset
from fatetable.rulesets.skein import (
    battle,
    combat,
    contests,
    creation,
    growth,
    hooks,
    magic,
    points,
    possessions,
    recovery,
    rolls,
    time,
    travel,
)
from fatetable.rulesets.skein.battle import ARMY, BattleRolls, TurnsInBattle
from fatetable.rulesets.skein.book import LEXICON, OWN_TABLES, RULESET, read_citations, read_tables
from fatetable.rulesets.skein.combat import FightTurns, Harm, ScoreRules, thrown_by
from fatetable.rulesets.skein.contests import ContestTurns
from fatetable.rulesets.skein.creation import creation as creation_procedure
from fatetable.rulesets.skein.creation import forms
from fatetable.rulesets.skein.dials import DIALS, Dials
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.magic import WardedAttacks, WardedWays
from fatetable.rulesets.skein.old_events import OLD_EVENTS
from fatetable.rulesets.skein.rolls import BANDS
from fatetable.rulesets.skein.time import why_busy
from fatetable.rulesets.skein.view import ENDINGS, HIGHLIGHTS, tellers


def build(given: Mapping[str, DialValue], content: Mapping[str, str] = NO_CONTENT) -> Ruleset:
    tables = with_content(read_tables(), OWN_TABLES, content)
    dials, words = read_dials(Dials, DIALS, given), Words(LEXICON)
    dice = DicePool(dials.dice, lambda topic: read_citations().get(topic, ()))
    kit = SkeinKit(
        ruleset=RULESET,
        tables=tables,
        dials=dials,
        checks=hooks.check_rules(tables, dials, dice),
        turns=FightTurns(TurnsInBattle(Turns(ATTACK, CREATE, sideline_in_contests=False, words=words))),
        creation=creation_procedure(tables, dials),
        words=words,
        citations=read_citations(),
    )
    parts = (*_parts(kit), dice)
    engine = compose(kit, parts, _procedure(kit, parts))
    return Ruleset(
        id=RULESET,
        title="Skein",
        accent="#2f5f63",
        dials=msgspec.structs.asdict(dials),
        dial_info=DIALS,
        own_tables=OWN_TABLES,
        content=content,
        lexicon=LEXICON,
        ladder=Ladder(()),
        bands=BANDS,
        engine=engine,
        codec=Codec(engine, OLD_EVENTS),
        creation=kit.creation,
        presenting=hooks.presenting(kit, engine),
        offer_odds=OfferOdds(kit.checks),
        forms=partial(forms, kit.creation),
        tellers=tellers(tables),
        highlights=HIGHLIGHTS,
        endings=ENDINGS,
    )


def _parts(kit: SkeinKit) -> tuple[Part, ...]:
    rights, modifiers = hooks.invocation_rights(kit), hooks.modifiers(kit)
    in_combat = combat.parts(
        kit,
        modifiers=modifiers,
        guards=WardedWays(),
        why_busy=why_busy,
        cannot_start=partial(hooks.cannot_start_fight, kit.dials),
        bystanders=(ARMY,),
    )
    in_points, in_travel = points.parts(kit), travel.parts(kit)
    return (
        # Ahead of the rolls, because a contest says whose turn it is before a throw asks anybody.
        *contests.parts(kit, rights=rights, harm=part_of(in_combat, Harm)),
        *rolls.parts(kit, rights=rights, **hooks.opposition(kit, modifiers)),
        # Before those whose code it runs.
        hooks.procedures(kit, (*in_combat, *in_travel)),
        *possessions.parts(kit, may_compel=part_of(in_points, Compels).may_compel, away=thrown_by),
        *in_points,
        *in_combat,
        *creation.parts(kit, harm=ScoreRules(kit.tables, kit.dials), why_busy=hooks.holds_up_scenes),
        *battle.parts(kit),
        *time.parts(kit),
        *growth.parts(kit),
        *recovery.parts(kit),
        *in_travel,
        *magic.parts(kit),
    )


def _procedure(kit: SkeinKit, parts: tuple[Part, ...]) -> RollProcedure:
    opposition, resolution, harm = part_of(parts, Opposition), part_of(parts, Resolution), part_of(parts, Harm)
    wards = WardedAttacks(tables=kit.tables)
    return RollProcedure(
        rules=kit.checks,
        oppose=opposition.open,
        answer=opposition.answer,
        settle=resolution.settle,
        waive=resolution.waive,
        land=harm.land_hit,
        hits=harm.hit_rules(),
        interceptors=(
            Interceptor("battle rolls", "answer", part_of(parts, BattleRolls).answer),
            Interceptor("wards", "answer", wards.answer),
            Interceptor("wards", "settle", wards.settle),
            Interceptor("contests", "settle", part_of(parts, ContestTurns).settle),
        ),
    )
