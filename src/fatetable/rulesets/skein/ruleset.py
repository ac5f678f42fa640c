"""Skein: the shared mechanisms assembled with this book's figures, tables and choices."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

import msgspec
from msgspec import Struct

from fatetable.engine.codec import Codec
from fatetable.engine.decision import Decision
from fatetable.engine.engine import Engine
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import ATTACK, CREATE, NEW, Acting, effort_for, feature_sets
from fatetable.mechanics.actions import ActionTable, OutcomeRow
from fatetable.mechanics.amending import Amending
from fatetable.mechanics.cast import Actor
from fatetable.mechanics.casting import Casting, opponent_offers
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.compels import Compelling
from fatetable.mechanics.conceding import Conceding
from fatetable.mechanics.conflicts import Conflicts
from fatetable.mechanics.creation import CreationProcedure
from fatetable.mechanics.decks import Dice
from fatetable.mechanics.dials import DialValue, read_dials
from fatetable.mechanics.economy import Economy
from fatetable.mechanics.efforts import Variants
from fatetable.mechanics.encounters import ENCOUNTER, ENCOUNTER_EVOLVES, conflict_of
from fatetable.mechanics.fate_points import fate_points
from fatetable.mechanics.harm import HarmRules, Slot
from fatetable.mechanics.ladder import Ladder
from fatetable.mechanics.lending import Lending
from fatetable.mechanics.opposing import Opposing
from fatetable.mechanics.preparing import Preparing
from fatetable.mechanics.presenting import Presenting
from fatetable.mechanics.previews import Previews
from fatetable.mechanics.quick_opposition import QuickOpposition
from fatetable.mechanics.rolls import ROLL_EVOLVES, Effort, EffortId, Roll, a_roll_is_open
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes import Scenes
from fatetable.mechanics.settling import Settling
from fatetable.mechanics.sides import SIDES_EVOLVES
from fatetable.mechanics.staging import Staging
from fatetable.mechanics.throwing import Throwing
from fatetable.mechanics.turns import Turns
from fatetable.rulesets.skein.ambushes import (
    Ambushing,
    FightTurns,
    ambush_modifiers,
    ambush_pending,
    waited_for_in_ambush,
)
from fatetable.rulesets.skein.answering import answers_with, opposition
from fatetable.rulesets.skein.armies import ARMY, BATTLE
from fatetable.rulesets.skein.assisting import Assisting
from fatetable.rulesets.skein.battle import (
    TurnsInBattle,
    battle,
    battle_blocks,
    holds_up_conflicts,
    waited_for_in_battle,
)
from fatetable.rulesets.skein.battle_rolls import BattleRolls, defence_sets, kind_of, responding_effort
from fatetable.rulesets.skein.belongings import Belongings
from fatetable.rulesets.skein.buying import Buying
from fatetable.rulesets.skein.calling_tests import CallingTests
from fatetable.rulesets.skein.circumstances import Circumstances, attack_modifiers, defence_modifiers
from fatetable.rulesets.skein.combat_stunts import CombatStunts, inspired_modifiers, may_claim, stunt_damage
from fatetable.rulesets.skein.contacts import Contacting
from fatetable.rulesets.skein.contest_outcomes import ContestOutcomes
from fatetable.rulesets.skein.contest_setup import ContestSetup
from fatetable.rulesets.skein.contests import Contests
from fatetable.rulesets.skein.cover import Cover
from fatetable.rulesets.skein.creation import creation
from fatetable.rulesets.skein.declaring import Declaring
from fatetable.rulesets.skein.dials import DIALS, Dials
from fatetable.rulesets.skein.enchantments import amount_of, usable
from fatetable.rulesets.skein.figures import refresh_of
from fatetable.rulesets.skein.fleeting import Fleeting, may_be_removed
from fatetable.rulesets.skein.forms_in_play import asked_about_form, form_damage
from fatetable.rulesets.skein.growth import growth
from fatetable.rulesets.skein.hurting import Hurting, stress_scores
from fatetable.rulesets.skein.keepsakes import Keepsakes
from fatetable.rulesets.skein.lengthy_tests import LengthyTests
from fatetable.rulesets.skein.magic import Part, magic
from fatetable.rulesets.skein.manoeuvring import Manoeuvring
from fatetable.rulesets.skein.mounts import Riding, riding_damage, riding_modifiers
from fatetable.rulesets.skein.moving import Moving, has_moved
from fatetable.rulesets.skein.natures import Natures
from fatetable.rulesets.skein.obstructing import Obstructing
from fatetable.rulesets.skein.owned_animals import OwnedAnimals
from fatetable.rulesets.skein.passages import Passages, barrier
from fatetable.rulesets.skein.passing_time import PassingTime
from fatetable.rulesets.skein.purses import Friends, account_of, free_for
from fatetable.rulesets.skein.quick_foes import quick_foes
from fatetable.rulesets.skein.reach import may_attack
from fatetable.rulesets.skein.recovering import recovering
from fatetable.rulesets.skein.resisting import advice, best, complications
from fatetable.rulesets.skein.rewarding import Rewarding
from fatetable.rulesets.skein.rolling import (
    AMENDMENTS,
    BANDS,
    once_per_test,
    standing,
    traits_of,
)
from fatetable.rulesets.skein.sequence import Sequence, may_call, wrong_space
from fatetable.rulesets.skein.sheet_notes import notes
from fatetable.rulesets.skein.skills import COMBAT_SKILL, level
from fatetable.rulesets.skein.spin import Spinning
from fatetable.rulesets.skein.stances import Standing
from fatetable.rulesets.skein.stature import Stature, is_climactic
from fatetable.rulesets.skein.striking_back import StrikingBack
from fatetable.rulesets.skein.stunt_uses import StuntUses, one_specialism, retorts
from fatetable.rulesets.skein.supporting import Supporting
from fatetable.rulesets.skein.tables import RULESET, tables
from fatetable.rulesets.skein.telling import TELLERS
from fatetable.rulesets.skein.underway import underway
from fatetable.rulesets.skein.warband_aftermath import WarbandAftermath
from fatetable.rulesets.skein.warband_orders import WarbandOrders
from fatetable.rulesets.skein.warbands import Warbands
from fatetable.rulesets.skein.warding import Wards
from fatetable.rulesets.skein.wealth import Finances
from fatetable.rulesets.skein.weapons_in_use import WeaponsInUse
from fatetable.rulesets.skein.words_by_consent import WordsByConsent


def build(given: Mapping[str, DialValue]) -> Ruleset:
    dials = read_dials(Dials, DIALS, given)
    cites = _citations()
    parts = _Parts(dials, lambda topic: cites.get(topic, ()))
    engine = Engine(parts.subsystems(), cites)
    ladder = Ladder(())
    return Ruleset(
        id=RULESET,
        title="Skein",
        accent="#2f5f63",
        dials=msgspec.structs.asdict(dials),
        dial_info=DIALS,
        lexicon=LEXICON,
        ladder=ladder,
        bands=BANDS,
        engine=engine,
        codec=Codec(engine),
        creation=parts.creation,
        presenting=Presenting(
            rules=parts.checks,
            is_answerable=engine.is_answerable,
            ladder=ladder,
            harm=lambda actor: parts.harm,
            refresh=lambda actor: refresh_of(actor.sheet),
            victories=0,
            scenario=lambda state: (),
            battle=battle_blocks,
            waited_for=lambda state: waited_for_in_ambush(state) or waited_for_in_battle(state),
            barrier=barrier,
            place_value=first_rank,
            underway=underway,
            notes=notes,
        ),
        previews=Previews(parts.checks),
        forms=lambda form: forms(parts.creation, form),
        tellers=TELLERS,
    )


LEXICON = {
    "gm": "Storyteller",
    "trait": "skill",
    "feature": "stunt",
    "margin": "degree of success",
    "overcome": "Test",
    "called-test": "Test",
    "assist": "Assist",
    "magic": "Magic",
    "create-advantage": "Manoeuvre",
    "attack": "Attack",
    "defend": "Defend",
    "battle": "Battle",
    "fail": "Failure",
    "barely": "Bare success",
    "solid": "Solid success",
    "great": "Great success",
    "critical": "Critical success",
}


def _read(file: str) -> str:
    return resources.files(__package__).joinpath("data", file).read_text(encoding="utf-8")


def _citations() -> Mapping[str, tuple[str, ...]]:
    found = msgspec.toml.decode(_read("citations.toml"), type=dict[str, dict[str, tuple[str, ...]]])
    return {**found["topics"], **found["refusals"]}


def action_table() -> ActionTable:
    return ActionTable.of(msgspec.toml.decode(_read("actions.toml"), type=dict[str, tuple[OutcomeRow, ...]])["row"])


def forms(procedure: CreationProcedure, form: str) -> tuple[Struct, ...]:
    """Ready-made values for what a builder would otherwise fill in."""
    match form:
        case "hero":
            return tuple(sheet for sheet in procedure.samples if sheet.kind == "hero")
        case "opponent":
            return tuple(sheet for sheet in procedure.samples if sheet.kind != "hero")
        case _:
            return tuple(feature for sheet in procedure.samples for feature in sheet.features)


class _Parts:
    """The parts of one ruleset value, each handed what it needs of the others."""

    def __init__(self, dials: Dials, cites: Cites) -> None:
        self.dials = dials
        self.cites = cites
        self.creation = creation(dials)
        self.dice = Dice(dials.dice, cites)
        self.harm = HarmRules(
            boxes=lambda actor: 0,
            slots=lambda actor: tuple(Slot(name, size, "") for name, size in self.slots(actor).items()),
            scores=lambda actor: stress_scores(actor.sheet),
        )
        figures = tables().rolling
        self.checks = CheckRules(
            bands=BANDS,
            pool=self.dice.pool,
            pool_after=self.dice.pool_after,
            after_throw=self.dice.after_throw,
            traits=traits_of,
            amendments=AMENDMENTS,
            may_join=once_per_test,
            difficulties=tuple(
                Choice(str(step.number), f"{step.name}: {step.meaning} ({complications(step.number)})")
                for step in figures.difficulties
            ),
            help_bonus=0,
            helpers=0,
            difficulty_shift=0,
            ask_before_throw=False,
            responding=True,
            standing=lambda *roll: (*standing(*roll), *retorts(*roll)),
            may_claim=lambda *claim: may_claim(*claim) and one_specialism(*claim),
            amount=amount_of,
            usable=usable,
        )
        self.circumstances = Circumstances(
            acting=(attack_modifiers, riding_modifiers, inspired_modifiers, ambush_modifiers),
            answering=(defence_modifiers, riding_modifiers, inspired_modifiers),
            damage=(riding_damage, stunt_damage, form_damage),
        )
        self.turns = FightTurns(TurnsInBattle(Turns(ATTACK, CREATE, sideline_in_contests=False)))

    def slots(self, actor: Actor) -> Mapping[str, int]:
        """One mild, one moderate and one severe Consequence (SK-DMG-04); none for the least of people (SK-STORY-01)."""
        return consequence_slots(actor, self.dials)

    def subsystems(self) -> tuple[Subsystem, ...]:
        cites, checks, turns, dials = self.cites, self.checks, self.turns, self.dials
        points = tables().fate_points
        economy = Economy(
            refresh=lambda actor: refresh_of(actor.sheet), pool_per_hero=points.pool_per_player, pool_each="session"
        )
        hurting = Hurting(
            dials=dials,
            slots=self.slots,
            most=lambda actor: most_consequences(actor, dials),
            finish=lambda decision, roll: settling.finish(decision, roll),
            more_damage=self.circumstances.more_damage,
            hurt_band=lambda decision, actor, damage, by, roll: warbands.hurt(decision, actor, damage, by, roll),
            rout=lambda decision, roll, degree: warbands.rout(decision, roll, degree),
        )
        warbands = Warbands(take_out=hurting.take_out, ask_aspect=hurting.ask_aspect)
        lengthy = LengthyTests(dials, cites)
        settling = Settling(
            rules=checks,
            table=action_table(),
            defence="defend",
            land_hit=hurting.land_hit,
            may_cost=lambda roll: False,
            settle_contest=lambda decision, roll: contests.settle(decision, roll),
            give_spin=lengthy.give_spin,
        )
        opposing = Opposing(
            rules=checks,
            turns=turns,
            cites=cites,
            make_effort=self._defence,
            feature_sets=self._answers,
            known_opposition=opposition,
            succeed=settling.succeed_without_roll,
            contend_again=lambda decision, roll, index, why: contests.contend_again(decision, roll, index, why),
            advice=advice,
            best=best,
        )
        amending = Amending(
            free_for=free_for,
            account_of=account_of,
            rules=checks,
            cites=cites,
            may_lend=lambda card: False,
            pool_pays_bearer=False,
            out_may_invoke=False,
            also_asked=asked_about_form,
        )
        conflicts = Conflicts(
            kinds=conflict_kinds(dials),
            turn_value=turn_value,
            groups_npcs=False,
            rules=checks,
            cites=cites,
            cannot_start_now=lambda state: cannot_fight_now(state, dials),
            bystanders=(ARMY,),
            may_move_on=lambda state, conflict, actor: moving.may_move_on(state, conflict, actor),
            may_call=may_call,
            dice_break_ties=True,
        )
        contests = Contests(
            setup=ContestSetup(dials),
            rules=checks,
            amending=amending,
            outcomes=ContestOutcomes(rules=checks, hurting=hurting),
            cites=cites,
        )
        moving = Moving(rules=checks, advance=conflicts.advance, cites=cites)
        staging = Staging(cites, most_on_zone=tables().figures.aspects.of_things[1])
        scenes = Scenes(is_busy=_is_busy, keepable=staging.keepable, cites=cites)
        acting = Acting(
            rules=checks,
            turns=turns,
            opposing=opposing,
            cites=cites,
            modes=(NEW,),
            may_attack=may_attack,
            may_remove=may_be_removed,
            aspects_of_zones=True,
            overcome_words="make a Test",
            create_words="manoeuvre to place an Aspect",
        )
        wards = Wards(answer_attack=opposing.answer, settle_roll=settling.settle)
        battle_rolls = BattleRolls(rules=checks, answer_otherwise=wards.answer)
        casting = Casting(
            ruleset=RULESET,
            problems=self.creation.problems,
            matters_of_consent=lambda sheet: (),
            hero_kinds=("hero",),
            kinds=("major", "significant", "minor", "animal", "warband", ARMY),
            harm=dict.fromkeys(("hero", "major", "significant", "minor", "animal", "warband", ARMY), self.harm),
            open_sheets=True,
            top_up=economy.top_up,
            ready_opponents=opponent_offers(
                RULESET, tuple(sheet for sheet in self.creation.samples if sheet.kind != "hero"), cites
            ),
            cites=cites,
        )
        compelling = Compelling(
            reward=points.compel_offers[0],
            price=points.compel_refusal,
            cancel_roll=opposing.cancel,
            cites=cites,
            most=points.compel_offers[-1],
            price_among_players=points.player_compel_refusal,
            of_own_aspects=True,
            may_ask_for_own=False,
            defers_last=False,
            pays_pool_from_bank=True,
            account_of=account_of,
        )
        parts: tuple[Part, ...] = (
            acting,
            opposing,
            contests,  # Ahead of the throwing, which asks whoever has the turn then.
            Throwing(
                rules=checks,
                amending=amending,
                settle=wards.settle,
                is_complete=lambda state, roll: roll.has_opposition,
                answer=battle_rolls.answer,
                cites=cites,
            ),
            amending,
            Lending(may_lend=amending.may_lend, cites=cites),
            settling,
            Supporting(cites),
            Assisting(rules=checks, turns=turns, cancel=opposing.cancel, cites=cites),
            lengthy,
            StuntUses(cites),
            Contacting(),
            Manoeuvring(),
            Belongings(dials, cites),
            Finances(cites),
            Buying(dials=dials, rules=checks, may_declare=acting.may_declare, cites=cites),
            Spinning(),
            compelling,
            Keepsakes(compelling.may_compel, cites),
            Natures(
                rules=checks,
                may_declare=acting.may_declare,
                open_roll=lambda decision, roll: opposing.open(decision, roll, is_far=False),
                cites=cites,
            ),
            Cover(opposing.cancel, cites),
            CallingTests(rules=checks, cites=cites),
            OwnedAnimals(casting.add, cites),
            WordsByConsent(rules=checks, ask_defence=opposing.answer, cites=cites),
            Declaring(cites),
            Friends(cites),
            Rewarding(dials=dials, top_up=economy.top_up, cites=cites),
            Conceding(
                pays=0,
                pays_per_consequence=0,
                cancel_roll=opposing.cancel,
                after=conflicts.end_if_one_side_left,
                cites=cites,
                needs_consent=True,
            ),
            moving,
            self.circumstances,
            warbands,
            WarbandOrders(rules=checks, spend_action=conflicts.spend_action, cites=cites),
            WarbandAftermath(rules=checks, cites=cites),
            Riding(rules=checks, cites=cites),
            CombatStunts(rules=checks, dials=dials, cites=cites),
            StrikingBack(hurting=hurting, more_damage=self.circumstances.more_damage),
            Fleeting(),
            Obstructing(rules=checks, may_declare=acting.may_declare, cites=cites),
            Ambushing(rules=checks, cites=cites),
            Sequence(end_if_over=conflicts.end_if_one_side_left, cites=cites),
            WeaponsInUse(spend_action=conflicts.spend_action, cites=cites),
            Passages(cites),
            Standing(spend_action=conflicts.spend_action, has_moved=has_moved, cites=cites),
            conflicts,
            hurting,
            economy,
            staging,
            scenes,
            casting,
            Preparing(scenes=scenes, staging=staging, casting=casting, cites=cites),
            QuickOpposition(kinds=quick_foes(), casting=casting, scenes=scenes, staging=staging),
            self.dice,
            *battle(
                dials,
                checks,
                battle_rolls,
                cites,
                open_conflict=conflicts.open,
                add_actor=casting.add,
                hurt=hurting.hurt,
            ),
            PassingTime(cites),
            Stature(cites),
            *growth(self.creation.problems, dials, cites),
            *recovering(dials, checks, acting, hurting, cites),
            *magic(dials, checks, acting, opposing, hurting, cites),
        )
        facts = Subsystem(name="facts", evolves={**ROLL_EVOLVES, **SIDES_EVOLVES, **ENCOUNTER_EVOLVES})
        return (*(part.subsystem() for part in parts), fate_points(), facts)

    def _answers(self, roll: Roll, actor: Actor) -> Variants:
        return defence_sets(roll) if kind_of(roll) else feature_sets(actor, self.checks, answers_with(roll, actor))

    def _defence(
        self,
        decision: Decision,
        roll: Roll,
        actor: Actor,
        effort: EffortId,
        trait: str,
        features: tuple[str, ...],
        words: str,
    ) -> Effort:
        if kind_of(roll):
            return responding_effort(decision, self.checks, roll, words)
        action = answers_with(roll, actor)
        made = effort_for(decision, self.checks, actor, effort, action, trait, features, words)
        return self.circumstances.answer(decision.state, roll, made)


def consequence_slots(actor: Actor, dials: Dials) -> Mapping[str, int]:
    sizes = tables().figures.consequences.absorbs
    return {str(name): size for name, size in sizes.items()} if most_consequences(actor, dials) else {}


def most_consequences(actor: Actor, dials: Dials) -> int:
    """Three; of the Storyteller's people the lesser take fewer, of whatever severity they like (SK-STORY-01)."""
    most = len(tables().figures.consequences.absorbs)
    if actor.kind in ("animal", "warband", "army"):
        return 0
    if actor.is_pc or dials.npc_consequences == "free":
        return most
    rank = tables().person_class(actor.kind)
    if rank is None:
        return 0
    is_raised = is_climactic(actor) and rank.climactic_consequences is not None
    return rank.climactic_consequences or 0 if is_raised else rank.consequences


def conflict_kinds(dials: Dials) -> tuple[Choice, ...]:
    """Wrestling may be fought out like a combat, unless the table always makes a contest of it (SK-CONT-15)."""
    kinds = ("combat", "social") if dials.wrestling == "contest" else ("combat", "social", "wrestling")
    return tuple(Choice(kind) for kind in kinds)


RANKS_APART = 100


def turn_value(actor: Actor, kind: str) -> int:
    """Combat goes by Awareness, then Agility; talk by Empathy, then Awareness; heroes first (SK-CBT-02)."""
    first, second = ("empathy", "awareness") if kind == "social" else ("awareness", "agility")
    if COMBAT_SKILL in actor.sheet.traits:
        ranks = (actor.sheet.traits[COMBAT_SKILL],) * 2
    else:
        ranks = (level(actor.sheet, first), level(actor.sheet, second))
    return ranks[0] * RANKS_APART + ranks[1] * 10 + actor.is_pc


def first_rank(value: int) -> int:
    """The skill that decides first, of what decides the order altogether."""
    return value // RANKS_APART


def cannot_fight_now(state: State, dials: Dials) -> str:
    """Why no fight can be started, or why one that is started cannot begin."""
    if conflict_of(state) is not None:
        return ambush_pending(state)
    return holds_up_conflicts(state) or wrong_space(state, dials)


def _is_busy(state: State) -> bool:
    return state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None or a_roll_is_open(state)
