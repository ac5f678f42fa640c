"""Strange Fate, composed from its folders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from fatetable.engine.codec import Codec
from fatetable.engine.engine import Engine
from fatetable.engine.words import Words
from fatetable.mechanics.book.dials import DialValue, read_dials
from fatetable.mechanics.book.own_tables import NO_CONTENT, with_content
from fatetable.mechanics.encounters.contests import Contests
from fatetable.mechanics.encounters.turns import Turns
from fatetable.mechanics.kit import Part, compose, part_of
from fatetable.mechanics.rolls.actions import ATTACK, CREATE
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.procedure import Interceptor, RollProcedure
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.scenario import Scenarios
from fatetable.mechanics.undertakings.procedures import ProcedureMenu
from fatetable.mechanics.view.presenting import Presenting
from fatetable.rulesets.strange import (
    combat,
    contests,
    creation,
    drawbacks,
    followers,
    force,
    gifts,
    growth,
    points,
    powers,
    recovery,
    rolls,
    time,
    trappings,
    view,
    works,
)
from fatetable.rulesets.strange.book import OWN_TABLES, RULESET, lexicon_of, read_citations, read_tables
from fatetable.rulesets.strange.combat import Ambushes, Reach, TrappingDefences, all_harm, hit_rules
from fatetable.rulesets.strange.creation import creation as creation_procedure
from fatetable.rulesets.strange.dials import DIALS, Dials
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.rolls import bands_against_a_number, check_rules, tier_dice
from fatetable.rulesets.strange.sheet import refresh_of


def build(given: Mapping[str, DialValue], content: Mapping[str, str] = NO_CONTENT) -> Ruleset:
    tables = with_content(read_tables(), OWN_TABLES, content)
    dials, words = read_dials(Dials, DIALS, given), Words(lexicon_of(tables))
    standing = force.standing(tables, followers.with_company(tables, gifts.standing(tables)))
    kit = StrangeKit(
        ruleset=RULESET,
        tables=tables,
        dials=dials,
        checks=check_rules(tables, dials, standing, partial(combat.claimable, tables)),
        turns=followers.TurnsOfFollowers(Turns(ATTACK, CREATE, sideline_in_contests=False, words=words)),
        creation=creation_procedure(tables, dials),
        words=words,
        citations=read_citations(),
    )
    movement = trappings.Movement(kit, trappings.with_mounts(partial(followers.keeping_up, tables)))
    ambushes = Ambushes(kit)
    parts = (
        *rolls.parts(
            kit,
            defences=TrappingDefences(tables, kit.checks),
            reach=Reach(tables),
            account_of=followers.account_of,
            forestalls=ambushes.forestalls,
        ),
        *points.parts(
            kit,
            limits=(recovery.limits(tables), trappings.limits(tables), works.limits(tables), followers.limits(tables)),
        ),
        *combat.parts(kit, ambushes, may_move_on=movement.may_move_on, stands_by=followers.is_attached),
        *recovery.parts(kit),
        *gifts.parts(kit),
        *contests.parts(kit),
        *drawbacks.parts(kit),
        *creation.parts(kit, goes_along=followers.goes_along),
        *followers.parts(kit),
        *force.parts(kit),
        *powers.parts(kit),
        *growth.parts(kit),
        *time.parts(kit),
        *trappings.parts(kit, movement),
        *works.parts(kit),
    )
    # What a roll was for comes of it before the turn goes on; but what everybody can do is offered first.
    procedures = trappings.procedures(kit, parts)
    parts = (procedures, *parts, ProcedureMenu(procedures))
    engine = compose(kit, parts, _procedure(kit, parts))
    return Ruleset(
        id=RULESET,
        title="Strange Fate",
        accent="#5a4a78",
        dials=msgspec.structs.asdict(dials),
        dial_info=DIALS,
        own_tables=OWN_TABLES,
        content=content,
        lexicon=words.book,
        ladder=tables.ladder,
        bands=kit.checks.bands,
        bands_against_a_number=bands_against_a_number(tables),
        dice_ahead=tier_dice(tables, dials).notation,
        engine=engine,
        codec=Codec(engine),
        creation=kit.creation,
        presenting=_presenting(kit, engine, part_of(parts, Scenarios)),
        offer_odds=OfferOdds(kit.checks),
        forms=partial(creation.forms, kit),
        tellers=view.tellers(tables),
    )


def _procedure(kit: StrangeKit, parts: tuple[Part, ...]) -> RollProcedure:
    opposition, resolution = part_of(parts, Opposition), part_of(parts, Resolution)
    return RollProcedure(
        rules=kit.checks,
        oppose=opposition.open,
        answer=opposition.answer,
        settle=resolution.settle,
        waive=resolution.waive,
        land=part_of(parts, followers.TakingHits).land,
        hits=hit_rules(kit.tables),
        interceptors=(Interceptor("contests", "settle", part_of(parts, Contests).settle),),
    )


def _presenting(kit: StrangeKit, engine: Engine, scenarios: Scenarios) -> Presenting:
    harm = all_harm(kit.tables, kit.dials)
    return Presenting(
        rules=kit.checks,
        is_answerable=engine.is_answerable,
        ladder=kit.tables.ladder,
        harm=lambda actor: harm[actor.kind],
        refresh=lambda actor: refresh_of(kit.tables, actor.sheet, kit.dials.era),
        victories=kit.tables.figures.encounters.victories,
        scenario=scenarios.told,
        barrier=partial(trappings.border_in_words, kit.tables),
        notes=partial(view.notes, kit.tables),
        headcount=followers.headcount,
    )
