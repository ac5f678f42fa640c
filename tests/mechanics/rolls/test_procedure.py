"""The stages of a roll: who carries out each, in which order interceptors step in, and what may be left out."""

from __future__ import annotations

from typing import Any, cast

from fatetable.engine.decision import Decision
from fatetable.mechanics.rolls.procedure import Interceptor, RollProcedure, StageHandler, StageName
from fatetable.mechanics.rolls.state import RollId

DECISION: Decision = cast(Any, object())
ROLL = RollId("r1")


def procedure(done: list[str], *interceptors: Interceptor) -> RollProcedure:
    def stage(name: str) -> StageHandler:
        return lambda _decision, roll_id: done.append(f"{name} {roll_id}")

    return RollProcedure(
        rules=cast(Any, None),
        oppose=stage("oppose"),
        answer=stage("answer"),
        settle=stage("settle"),
        waive=stage("waive"),
        land=lambda _decision, hit: done.append(f"land {hit.roll} {hit.size}"),
        interceptors=interceptors,
    )


def passing(done: list[str], name: str, stage: StageName) -> Interceptor:
    def run(decision: Decision, roll_id: RollId, proceed: StageHandler) -> None:
        done.append(f"{name} before")
        proceed(decision, roll_id)
        done.append(f"{name} after")

    return Interceptor(name, stage, run)


def stopping(done: list[str], name: str, stage: StageName) -> Interceptor:
    return Interceptor(name, stage, lambda _decision, _roll, _proceed: done.append(name))


def test_each_stage_is_carried_out_by_its_own_handler() -> None:
    done: list[str] = []
    stages: tuple[StageName, ...] = ("oppose", "answer", "settle", "waive")
    for stage in stages:
        procedure(done).run(stage, DECISION, ROLL)
    assert done == ["oppose r1", "answer r1", "settle r1", "waive r1"]


def test_interceptors_step_in_in_the_order_they_are_listed() -> None:
    done: list[str] = []
    wards, contests = passing(done, "wards", "settle"), passing(done, "contests", "settle")
    procedure(done, wards, contests).run("settle", DECISION, ROLL)
    assert done == ["wards before", "contests before", "settle r1", "contests after", "wards after"]


def test_an_interceptor_may_do_the_stage_in_its_own_way() -> None:
    done: list[str] = []
    procedure(done, stopping(done, "battle", "answer"), passing(done, "wards", "answer")).run("answer", DECISION, ROLL)
    assert done == ["battle"]


def test_an_interceptor_of_one_stage_leaves_the_others_alone() -> None:
    done: list[str] = []
    procedure(done, stopping(done, "battle", "answer")).run("settle", DECISION, ROLL)
    assert done == ["settle r1"]
