"""Fate Accelerated, assembled: the shared mechanisms with this book's figures, tables and choices."""

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
from fatetable.mechanics.acting import ATTACK, CREATE, DEFEND, OVERCOME, Acting, effort_for, feature_sets
from fatetable.mechanics.actions import ActionTable, OutcomeRow
from fatetable.mechanics.amending import Amending
from fatetable.mechanics.aspects import BOOST
from fatetable.mechanics.cast import Actor
from fatetable.mechanics.casting import Casting, opponent_offers
from fatetable.mechanics.challenges import Challenges
from fatetable.mechanics.checks import AmendmentRule, CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.compels import Compelling
from fatetable.mechanics.conceding import Conceding
from fatetable.mechanics.conflicts import Conflicts
from fatetable.mechanics.contests import Contests
from fatetable.mechanics.decks import Dice
from fatetable.mechanics.dials import DialValue, read_dials
from fatetable.mechanics.economy import Economy
from fatetable.mechanics.efforts import MakeEffort
from fatetable.mechanics.encounters import ENCOUNTER, ENCOUNTER_EVOLVES
from fatetable.mechanics.fate_points import fate_points
from fatetable.mechanics.features import FeatureUse
from fatetable.mechanics.gathering import Gathering
from fatetable.mechanics.harm import HarmRules, Mark, Slot
from fatetable.mechanics.harming import Harming
from fatetable.mechanics.helping import Helping
from fatetable.mechanics.lending import Lending
from fatetable.mechanics.moving import Moving
from fatetable.mechanics.opposing import Opposing
from fatetable.mechanics.outcomes import Bands
from fatetable.mechanics.preparing import Preparing
from fatetable.mechanics.presenting import Presenting
from fatetable.mechanics.previews import Previews
from fatetable.mechanics.quick_opposition import QuickOpposition
from fatetable.mechanics.ranking import Ranking
from fatetable.mechanics.rolls import ROLL_EVOLVES, Effort, EffortId, Roll, Use, a_roll_is_open
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenarios import Scenarios
from fatetable.mechanics.scenes import CALENDAR, Scenes
from fatetable.mechanics.settling import Settling
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.sides import SIDES_EVOLVES
from fatetable.mechanics.staging import Staging
from fatetable.mechanics.throwing import Throwing
from fatetable.mechanics.turns import Turns
from fatetable.rulesets.fae.advancing import Advancing
from fatetable.rulesets.fae.creation import creation
from fatetable.rulesets.fae.dials import DIALS, Dials
from fatetable.rulesets.fae.figures import FULL_KINDS, consequence_slots, refresh_of, stress_boxes
from fatetable.rulesets.fae.quick_foes import quick_foes
from fatetable.rulesets.fae.sheet_checks import matters_of_consent
from fatetable.rulesets.fae.tables import RULESET, tables
from fatetable.rulesets.fae.traits import traits_of, turn_value

# FAE-ROLL-06: style from three on, and a higher class includes the lower ones.
BANDS = Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (3, "style")))

AMENDMENTS = (
    AmendmentRule(id="bonus", label="+2", who="self", stages=("thrown",), amount=2),
    AmendmentRule(id="reroll", label="a reroll", who="self", stages=("thrown",), rethrows=True),
    AmendmentRule(id="aid", label="+2 for an ally", who="ally", stages=("thrown",), amount=2),
    AmendmentRule(
        id="hinder", label="+2 to what must be beaten", who="opponent", stages=("declared", "thrown"), amount=2
    ),
)

CLEARS = {"mild": "scene", "moderate": "session", "severe": "scenario"}
PEOPLE = (3, 5)
VICTORIES = 3
SESSIONS_OF_A_SCENARIO = (1, 3)
HELP = 1
SHIFT_LIMIT = 2
POINT_FOR_COMPEL = 1
REFUSAL_PRICE = 1

LEXICON = {
    "gm": "GM",
    "trait": "approach",
    "feature": "stunt",
    "margin": "shifts",
    "fail": "Failure",
    "tie": "Tie",
    "succeed": "Success",
    "style": "Success with style",
    "attack": "Attack",
    "defend": "Defend",
    "overcome": "Overcome",
    "create-advantage": "Create an advantage",
}


def build(given: Mapping[str, DialValue]) -> Ruleset:
    dials = read_dials(Dials, DIALS, given)
    cites = _citations()
    parts = _Parts(dials, lambda topic: cites.get(topic, ()))
    engine = Engine(parts.subsystems(), cites)
    return Ruleset(
        id=RULESET,
        title="Fate Accelerated",
        accent="#a63d2f",
        dials=msgspec.structs.asdict(dials),
        dial_info=DIALS,
        lexicon=LEXICON,
        ladder=tables().ladder,
        bands=BANDS,
        engine=engine,
        codec=Codec(engine),
        creation=parts.creation,
        presenting=Presenting(
            rules=parts.checks,
            is_answerable=engine.is_answerable,
            ladder=tables().ladder,
            harm=lambda actor: parts.harm[actor.kind],
            refresh=lambda actor: refresh_of(actor.sheet),
            victories=VICTORIES,
            scenario=parts.scenarios.told,
        ),
        previews=Previews(parts.checks),
        forms=_forms,
    )


def _citations() -> Mapping[str, tuple[str, ...]]:
    text = resources.files(__package__).joinpath("data", "citations.toml").read_text(encoding="utf-8")
    found = msgspec.toml.decode(text, type=dict[str, dict[str, tuple[str, ...]]])
    return {**found["topics"], **found["refusals"]}


def action_table() -> ActionTable:
    text = resources.files(__package__).joinpath("data", "actions.toml").read_text(encoding="utf-8")
    return ActionTable.of(msgspec.toml.decode(text, type=dict[str, tuple[OutcomeRow, ...]])["row"])


def _forms(form: str) -> tuple[Struct, ...]:
    """Ready-made values for what a builder would otherwise fill in."""
    match form:
        case "hero":
            return tuple(sample.sheet for sample in tables().characters)
        case "opponent":
            return tuple(sample.sheet for sample in tables().opposition)
        case _:
            return tuple(stunt.feature for stunt in tables().stunts)


class _Parts:
    """The parts of one ruleset value, each handed what it needs of the others."""

    def __init__(self, dials: Dials, cites: Cites) -> None:
        self.dials = dials
        self.cites = cites
        self.creation = creation(dials)
        self.dice = Dice(dials.dice, cites)
        self.harm = self._harm_rules()
        self.scenarios = Scenarios(usual_sessions=SESSIONS_OF_A_SCENARIO, cites=cites)
        self.checks = CheckRules(
            bands=BANDS,
            pool=self.dice.pool,
            pool_after=self.dice.pool_after,
            after_throw=self.dice.after_throw,
            traits=traits_of,
            amendments=AMENDMENTS,
            may_join=_free_stack if dials.stacking == "free-stack" else _pair_only,
            difficulties=tuple(
                Choice(str(step.number), f"{tables().ladder.label(step.number)}: {step.meaning}")
                for step in tables().difficulties
                if step.number is not None
            ),
            help_bonus=HELP,
            helpers=dials.helpers,
            difficulty_shift=SHIFT_LIMIT if dials.approach_targets else 0,
            ask_before_throw=dials.ask_before_throw,
        )
        self.turns = Turns(ATTACK, CREATE, dials.contest_advantages)

    def subsystems(self) -> tuple[Subsystem, ...]:
        cites, checks, turns, dials = self.cites, self.checks, self.turns, self.dials
        economy = Economy(refresh=lambda actor: refresh_of(actor.sheet), pool_per_hero=1)
        harming = Harming(
            rules=self.harm,
            cites=cites,
            may_clear=self._may_clear,
            finish=lambda decision, roll: settling.finish(decision, roll),
            renamable=("moderate", "severe"),
            marks_itself=lambda actor: dials.mook_stress == "smallest" and actor.kind not in FULL_KINDS,
        )
        contests = Contests(
            victories=VICTORIES,
            action=OVERCOME,
            rules=checks,
            scores=lambda outcome: 2 if outcome == "style" else 1,
            make_effort=self._effort(OVERCOME),
            feature_sets=lambda actor: feature_sets(actor, checks, OVERCOME),
            cites=cites,
        )
        settling = Settling(
            rules=checks,
            table=action_table(),
            defence=DEFEND,
            land_hit=harming.land_hit,
            may_cost=self._may_cost,
            settle_contest=contests.settle,
        )
        opposing = Opposing(
            rules=checks,
            turns=turns,
            cites=cites,
            make_effort=self._defence,
            feature_sets=lambda roll, actor: feature_sets(actor, checks, DEFEND),
            known_opposition=lambda state, roll: roll.defender if roll.declaration.action == ATTACK else None,
            succeed=settling.succeed_without_roll,
            contend_again=contests.contend_again,
        )
        amending = Amending(
            rules=checks,
            cites=cites,
            may_lend=lambda card: card.kind != BOOST or dials.boosts_for_allies == "with-consent",
            pool_pays_bearer=dials.pool_invoke_pays == "bearer",
            out_may_invoke=dials.out_may_invoke,
        )
        conflicts = Conflicts(
            kinds=(Choice("physical"), Choice("mental")),
            turn_value=turn_value,
            groups_npcs=dials.npc_order == "grouped",
            rules=checks,
            cites=cites,
        )
        ranking = Ranking(
            rules=checks, is_judged=lambda actor: actor.kind not in FULL_KINDS, rank=conflicts.rank, cites=cites
        )
        staging = Staging(cites)
        scenes = Scenes(is_busy=_is_busy, keepable=staging.keepable, cites=cites)
        casting = Casting(
            ruleset=RULESET,
            problems=self.creation.problems,
            matters_of_consent=self._matters_of_consent,
            hero_kinds=("hero",),
            kinds=("named", "mook", "group"),
            harm=self.harm,
            open_sheets=dials.open_sheets,
            top_up=economy.top_up,
            ready_opponents=opponent_offers(RULESET, tuple(sample.sheet for sample in tables().opposition), cites),
            cites=cites,
        )
        parts = (
            Acting(rules=checks, turns=turns, opposing=opposing, cites=cites),
            opposing,
            Helping(rules=checks, turns=turns, cites=cites),
            Throwing(
                rules=checks,
                amending=amending,
                settle=settling.settle,
                is_complete=contests.is_complete,
                answer=opposing.answer,
                cites=cites,
            ),
            amending,
            Lending(may_lend=amending.may_lend, cites=cites),
            settling,
            Compelling(reward=POINT_FOR_COMPEL, price=REFUSAL_PRICE, cancel_roll=opposing.cancel, cites=cites),
            Conceding(
                pays=1,
                pays_per_consequence=1,
                cancel_roll=opposing.cancel,
                after=conflicts.end_if_one_side_left,
                cites=cites,
            ),
            Moving(free_zones=1, spend_action=conflicts.spend_action, advance=conflicts.advance, cites=cites),
            FeatureUse(cites),
            conflicts,
            ranking,
            contests,
            Challenges(cites),
            harming,
            economy,
            staging,
            self.scenarios,
            scenes,
            Gathering(fewest=PEOPLE[0], most=PEOPLE[1], cites=cites),
            casting,
            Preparing(scenes=scenes, staging=staging, casting=casting, cites=cites),
            QuickOpposition(kinds=quick_foes(), casting=casting, scenes=scenes, staging=staging),
            Advancing(
                harming=harming,
                problems=self.creation.problems,
                matters_of_consent=self._matters_of_consent,
                finish=self.creation.finish,
                open_sheets=dials.open_sheets,
                remark=self.scenarios.length,
                cites=cites,
            ),
            self.dice,
        )
        facts = Subsystem(name="facts", evolves={**ROLL_EVOLVES, **SIDES_EVOLVES, **ENCOUNTER_EVOLVES})
        return (*(part.subsystem() for part in parts), fate_points(), facts)

    def _matters_of_consent(self, sheet: Sheet) -> tuple[str, ...]:
        return matters_of_consent(sheet, self.dials)

    def _harm_rules(self) -> Mapping[str, HarmRules]:
        def boxes(actor: Actor) -> int:
            return stress_boxes(actor.sheet, self.dials)

        def slots(actor: Actor) -> tuple[Slot, ...]:
            return tuple(Slot(name, size, CLEARS[name]) for name, size in consequence_slots(actor.sheet).items())

        rules = HarmRules(boxes=boxes, slots=slots)
        return dict.fromkeys(("hero", "named", "mook", "group"), rules)

    def _defence(
        self,
        decision: Decision,
        _: Roll,
        actor: Actor,
        effort: EffortId,
        trait: str,
        features: tuple[str, ...],
        words: str,
    ) -> Effort:
        return effort_for(decision, self.checks, actor, effort, DEFEND, trait, features, words)

    def _effort(self, action: str) -> MakeEffort:
        def make(
            decision: Decision, actor: Actor, effort: EffortId, trait: str, features: tuple[str, ...], words: str
        ) -> Effort:
            return effort_for(decision, self.checks, actor, effort, action, trait, features, words)

        return make

    def _may_cost(self, roll: Roll) -> bool:
        """Success at a serious cost, unless the table rules it out against a defence with style (FAE-OVR-03)."""
        if self.dials.cost_against_style == "gm-consent" or not roll.is_opposed:
            return True
        return roll.margin is None or BANDS.outcome(-roll.margin) != "style"

    def _may_clear(self, state: State, mark: Mark, slot: str, moment: str) -> bool:
        sessions = state.get(CALENDAR).session - mark.session + 1
        if slot == "moderate":
            return sessions >= 2  # FAE-HARM-19: not before the end of the session after the one it was taken in
        if slot == "severe" and self.dials.severe_needs_two_sessions:
            return sessions >= 2  # FAE-HARM-20
        return True


def _is_busy(state: State) -> bool:
    return state.get(ENCOUNTER) is not None or a_roll_is_open(state)


def _pair_only(used: tuple[Use, ...], use: Use) -> bool:
    """Once per roll, but for the two free invocations of one success with style (FAE-ASP-18)."""
    same = [other for other in used if other.aspect == use.aspect]
    return not same or (not use.is_paid and all(not other.is_paid and other.source == use.source for other in same))


def _free_stack(used: tuple[Use, ...], use: Use) -> bool:
    """Free ones stack with each other and with one that is paid for."""
    return not use.is_paid or not any(other.aspect == use.aspect and other.is_paid for other in used)
