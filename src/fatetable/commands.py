"""Every command that can be sent to a table.

The names below are the commands of engine and mechanics, which rulesets share: `from fatetable.commands import Attack`.
`of` gives all commands of one ruleset, its own included: `of(ruleset_id).StartBattle`.  Each is imported when it is
first used.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fatetable.engine.halting import AskToStop, ContinuePlay, PauseTable, ResumeTable
    from fatetable.engine.messages import Command
    from fatetable.engine.opening import Rewind
    from fatetable.engine.prompts import Answer
    from fatetable.engine.seats import AddSeat, HandOver, RenameSeat
    from fatetable.engine.speaking import Say
    from fatetable.engine.stirring.rounds import PledgeStir, StirDice, TellStir
    from fatetable.mechanics.aspects.compel_suggestions import SuggestCompel
    from fatetable.mechanics.aspects.compels import OfferCompel, RefuseCompel, WithdrawCompel
    from fatetable.mechanics.aspects.editing import (
        PlaceAspect,
        RemoveAspectNow,
        RevealAspect,
        RewordAspect,
        SuggestAspect,
    )
    from fatetable.mechanics.aspects.lending import LendInvoke
    from fatetable.mechanics.characters.portraits import SetPortrait
    from fatetable.mechanics.dice.pool import ShuffleDeck
    from fatetable.mechanics.encounters.challenges import DropTask, EndChallenge, SetTask, StartChallenge
    from fatetable.mechanics.encounters.conceding import GiveIn
    from fatetable.mechanics.encounters.conflicts import BeginConflict, EndConflict, StartConflict
    from fatetable.mechanics.encounters.contests import Contend, DropOut, EndContest, StartContest
    from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange, PledgeHelp
    from fatetable.mechanics.encounters.frays import DeclareIntent, GoOnAsBefore
    from fatetable.mechanics.encounters.going_on import GoOnWithout
    from fatetable.mechanics.encounters.movement import Move
    from fatetable.mechanics.encounters.taking_sides import ChangeSide, JoinConflict, LeaveConflict
    from fatetable.mechanics.encounters.turn_order import ActFirstNow
    from fatetable.mechanics.encounters.turn_rulings import RankActor
    from fatetable.mechanics.harm.absorbing import ClearConsequence, Inflict, RenameConsequence, Retell, SetBox
    from fatetable.mechanics.harm.wounds import ClearWound, MarkWound, NameWound
    from fatetable.mechanics.journal.handouts import HideHandout, ShowHandout, WriteHandout
    from fatetable.mechanics.journal.writing import RemoveEntry, RewriteEntry, WriteNote
    from fatetable.mechanics.modifiers.claims import ClaimModifier
    from fatetable.mechanics.modifiers.support import Support
    from fatetable.mechanics.points.corrections import SetPoints
    from fatetable.mechanics.points.limited_uses import CallBreak
    from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
    from fatetable.mechanics.rolls.comparing.attacking_several import AttackSeveral, AttackZone
    from fatetable.mechanics.rolls.effort_rulings import Disallow, SendBack
    from fatetable.mechanics.rolls.feature_uses import UseFeature
    from fatetable.mechanics.rolls.helping import Help
    from fatetable.mechanics.rolls.holding import GoAhead, HoldOn
    from fatetable.mechanics.rolls.invocations import Invoke, Reroll
    from fatetable.mechanics.rolls.own_dice import EnterDice, RollOwnDice
    from fatetable.mechanics.rolls.spending.bare_points import Spend
    from fatetable.mechanics.rolls.spending.counters import CancelOutlay, RenewOutlay
    from fatetable.mechanics.rolls.stepping_in import Interpose
    from fatetable.mechanics.rolls.taking_back import VetoInvocation
    from fatetable.mechanics.rolls.throwing import CorrectTotal, Pass, ThrowDice, Wait
    from fatetable.mechanics.scenes.backgrounds import SetBackground
    from fatetable.mechanics.scenes.departures import LeaveStory
    from fatetable.mechanics.scenes.facts import ClaimFact
    from fatetable.mechanics.scenes.followers import BringAlong, SendAway
    from fatetable.mechanics.scenes.friends import Befriend
    from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter, RevealActor
    from fatetable.mechanics.scenes.lifecycle import (
        EndScene,
        EndSession,
        EnterScene,
        LeaveScene,
        StartScene,
        StartSession,
    )
    from fatetable.mechanics.scenes.map_editing import (
        DrawZone,
        HideZone,
        PlaceActor,
        PutZone,
        RemoveBorder,
        RenameZone,
        RevealZone,
        SetBorder,
        SketchZone,
    )
    from fatetable.mechanics.scenes.premise import AgreeFrame
    from fatetable.mechanics.scenes.prepared import (
        BringIn,
        DiscardScene,
        PrepareAspect,
        PrepareOpponent,
        PrepareScene,
        PrepareZone,
        TakeOut,
    )
    from fatetable.mechanics.scenes.quick_opponents import QuickOpponent
    from fatetable.mechanics.scenes.scenario import NoteScenario
    from fatetable.mechanics.time.lengthy_work import SetDuration
    from fatetable.mechanics.time.passing import PassTime
    from fatetable.mechanics.undertakings.procedures import Undertake

__all__ = [
    "ActFirstNow",
    "AddOpponent",
    "AddSeat",
    "AgreeFrame",
    "Answer",
    "AskToStop",
    "Attack",
    "AttackSeveral",
    "AttackZone",
    "Befriend",
    "BeginConflict",
    "BringAlong",
    "BringCharacter",
    "BringIn",
    "CallBreak",
    "CancelOutlay",
    "ChangeSide",
    "ClaimFact",
    "ClaimModifier",
    "ClearConsequence",
    "ClearWound",
    "Contend",
    "ContinuePlay",
    "CorrectTotal",
    "CreateAdvantage",
    "DeclareIntent",
    "Disallow",
    "DiscardScene",
    "DrawZone",
    "DropOut",
    "DropTask",
    "EndChallenge",
    "EndConflict",
    "EndContest",
    "EndScene",
    "EndSession",
    "EndTurn",
    "EnterDice",
    "EnterScene",
    "GiveIn",
    "GoAhead",
    "GoOnAsBefore",
    "GoOnWithout",
    "HandOver",
    "Help",
    "HideHandout",
    "HideZone",
    "HoldOn",
    "Inflict",
    "Interpose",
    "Invoke",
    "JoinConflict",
    "LeaveConflict",
    "LeaveScene",
    "LeaveStory",
    "LendInvoke",
    "MarkWound",
    "Move",
    "NameWound",
    "NextExchange",
    "NoteScenario",
    "OfferCompel",
    "Overcome",
    "Pass",
    "PassTime",
    "PauseTable",
    "PlaceActor",
    "PlaceAspect",
    "PledgeHelp",
    "PledgeStir",
    "PrepareAspect",
    "PrepareOpponent",
    "PrepareScene",
    "PrepareZone",
    "PutZone",
    "QuickOpponent",
    "RankActor",
    "RefuseCompel",
    "RemoveAspectNow",
    "RemoveBorder",
    "RemoveEntry",
    "RenameConsequence",
    "RenameSeat",
    "RenameZone",
    "RenewOutlay",
    "Reroll",
    "ResumeTable",
    "Retell",
    "RevealActor",
    "RevealAspect",
    "RevealZone",
    "Rewind",
    "RewordAspect",
    "RewriteEntry",
    "RollOwnDice",
    "Say",
    "SendAway",
    "SendBack",
    "SetBackground",
    "SetBorder",
    "SetBox",
    "SetDuration",
    "SetPoints",
    "SetPortrait",
    "SetTask",
    "ShowHandout",
    "ShuffleDeck",
    "SketchZone",
    "Spend",
    "StartChallenge",
    "StartConflict",
    "StartContest",
    "StartScene",
    "StartSession",
    "StirDice",
    "SuggestAspect",
    "SuggestCompel",
    "Support",
    "TakeOut",
    "TellStir",
    "ThrowDice",
    "Undertake",
    "UseFeature",
    "VetoInvocation",
    "Wait",
    "WithdrawCompel",
    "WriteHandout",
    "WriteNote",
    "of",
]


def of(ruleset_id: str) -> SimpleNamespace:
    """The commands a ruleset understands, as attributes; raises `UnknownRuleset` for one that is not installed."""
    from fatetable.rulesets import load

    return SimpleNamespace(**{command.__name__: command for command in load(ruleset_id).engine.commands})


@cache
def _shared() -> dict[str, type[Command]]:
    """The commands of engine and mechanics, found by importing their modules."""
    from fatetable import engine, mechanics
    from fatetable.engine.messages import Command

    for package in (engine, mechanics):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    homes = (f"{engine.__name__}.", f"{mechanics.__name__}.")
    return {each.__name__: each for each in Command.__subclasses__() if each.__module__.startswith(homes)}


if not TYPE_CHECKING:  # A type checker would take every misspelt name for one that is found here.

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return _shared()[name]


def __dir__() -> list[str]:
    return __all__
