"""What people are offered to do about a contest."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import NOBODY, Actor, controlled, name_of
from fatetable.mechanics.encounters.contests import Contend, EndContest
from fatetable.mechanics.rolls.efforts import which_features
from fatetable.rulesets.skein.book import ContestForm, Tables
from fatetable.rulesets.skein.contests.commands import (
    ContestManoeuvre,
    InterruptContest,
    LeaveContest,
    NameFugitives,
    NameTeam,
    ResumeContest,
    SetUpContest,
)
from fatetable.rulesets.skein.contests.state import BOUT, Bout, running
from fatetable.rulesets.skein.sheet import skill_name

if TYPE_CHECKING:
    from fatetable.rulesets.skein.contests.turns import ContestTurns

LIMITS = (
    Choice("none", "none"),
    Choice("friendly", "among friends: worse than mild turns it serious"),
    Choice("any", "any"),
)
ENDS = (Choice("first", "when the first is out"), Choice("last", "when only one side is left"))


def contest_offers(contests: ContestTurns, state: State, seat: Seat) -> Iterator[Offer]:
    if state.get(BOUT) is None:
        if seat.is_gm:
            yield from _set_up(contests, state)
        return
    if seat.is_gm:
        yield from _sides(contests, state)
        yield from _course(contests, state)
    for actor in controlled(state, seat):
        yield from _acting(contests, state, actor)


def _set_up(contests: ContestTurns, state: State) -> Iterator[Offer]:
    if contests.setup.cannot_set_up(state) is None:
        yield from state.part("contests", _forms, contests)


def _forms(state: State, contests: ContestTurns) -> Iterator[Offer]:
    able: dict[str, tuple[Choice, ...]] = {}
    skills = contests.setup.skills(state)
    for form in contests.setup.forms():
        for score in form.scores:
            if score not in able:
                able[score] = tuple(Choice(actor.id, actor.name) for actor in contests.setup.able(state, score))
            if len(able[score]) > 1:
                yield _form_offer(contests, form, score, able[score], skills)


@functools.lru_cache(maxsize=1024)
def _usual_first(tables: Tables, form_id: str, skills: tuple[str, ...]) -> tuple[Choice, ...]:
    """The skills for a contest, those that usually serve in it ahead of the others."""
    form = tables.contests.form(form_id)
    assert form is not None
    usual = (*form.skills, *form.perhaps, *(s.id for s in tables.skills if s.category == form.category))
    ordered = (*(skill for skill in usual if skill in skills), *(skill for skill in skills if skill not in usual))
    return tuple(_skill(tables, skill, usual) for skill in ordered)


@functools.lru_cache(maxsize=256)
def _usual_turn_first(tables: Tables, turn: str) -> tuple[Choice, ...]:
    return tuple(Choice(time) for time in (turn, *(time for time in tables.time.track if time != turn)))


def _form_offer(
    contests: ContestTurns, form: ContestForm, score: str, able: tuple[Choice, ...], skills: tuple[str, ...]
) -> Offer:
    return Offer(
        command=SetUpContest(
            goal="",
            form=form.id,
            score=score,
            skills=(),
            victory="",
            defeat="",
            turn="",
            consequences="friendly",
            until="last",
            actors=(),
        ),
        **one_of_a_family("Set up …", f"{form.name[:1].lower()}{form.name[1:]} ({score.capitalize()})"),
        verb="start",
        holes=(
            TextHole("goal", "goal", is_description=True),
            ManyHole("actors", "who", able, least=2),
            ManyHole("skills", "skills", _usual_first(contests.tables, form.id, skills), least=1),
            TextHole("victory", "if they win", is_description=True),
            TextHole("defeat", "if they lose", is_description=True),
            ChoiceHole("turn", "turn length", _usual_turn_first(contests.tables, form.turn)),
            ChoiceHole("consequences", "Consequences", LIMITS),
            ChoiceHole("until", "end", ENDS),
        ),
        cites=contests.cites("contest"),
        group="moment",
    )


def _skill(tables: Tables, skill: str, usual: tuple[str, ...]) -> Choice:
    return Choice(skill, f"{skill_name(tables, skill)} (usual)" if skill in usual else skill_name(tables, skill))


def _sides(contests: ContestTurns, state: State) -> Iterator[Offer]:
    bout = contests.setup.may_be_named(state)
    if bout is None:
        return
    people = tuple(Choice(actor, name_of(state, actor)) for actor in bout.actors)
    yield Offer(
        command=NameTeam("", ()),
        label="Form a team",
        verb="change",
        holes=(
            TextHole("team", "name", is_description=True),
            ManyHole("members", "who", people, least=1, most=len(people) - 1),
        ),
        cites=contests.cites("contest-teams"),
        group="moment",
    )
    form = contests.tables.contests.form(bout.form)
    if form is not None and form.has_fugitives:
        yield Offer(
            command=NameFugitives(()),
            label="Name the fugitives",
            verb="change",
            holes=(ManyHole("fugitives", "who", people, least=1, most=len(people) - 1),),
            cites=contests.cites("contest-drop-out"),
            group="moment",
        )


def _course(contests: ContestTurns, state: State) -> Iterator[Offer]:
    reason = TextHole("reason", "reason", is_description=True)
    if contests.course.is_mid_turn(state, "cannot-interrupt") is None:
        yield Offer(
            command=InterruptContest(""),
            label="Interrupt the contest",
            verb="end",
            holes=(reason,),
            cites=contests.cites("contest-turn"),
            group="moment",
        )
    if contests.course.cannot_resume(state) is None:
        yield Offer(
            command=ResumeContest(),
            label="Resume the contest",
            verb="start",
            cites=contests.cites("contest-turn"),
            group="moment",
        )
    if contests.course.cannot_end(state) is None:
        yield Offer(
            command=EndContest(""),
            label="End the contest",
            verb="end",
            holes=(reason,),
            cites=contests.cites("contest"),
            group="moment",
        )


def _acting(contests: ContestTurns, state: State, actor: Actor) -> Iterator[Offer]:
    bout = running(state)
    if bout is not None and contests.cannot_enter(state, actor) is None:
        yield from _entering(contests, state, bout, actor)
    if contests.course.cannot_leave(state, actor) is None:
        yield Offer(
            command=LeaveContest(actor.id),
            label="give up",
            actor=actor.id,
            verb="concede",
            cites=contests.cites("contest-drop-out"),
            group="react",
        )


def _entering(contests: ContestTurns, state: State, bout: Bout, actor: Actor) -> Iterator[Offer]:
    how = TextHole("description", "how?", is_description=True)
    for features, traits, suffix in contests.variants(bout, actor, is_manoeuvre=False):
        yield which_features(
            Offer(
                command=Contend(actor=actor.id, trait="", description="", features=features),
                label=f"compete{suffix}",
                actor=actor.id,
                verb="overcome",
                holes=(ChoiceHole("trait", "with", traits), how),
                cites=contests.cites("contest-turn"),
                group="act",
            )
        )
    rivals = (
        Choice(NOBODY, "nobody"),
        *(Choice(a, name_of(state, a)) for a in contests.targets(state, bout, actor.id)),
    )
    for features, traits, suffix in contests.variants(bout, actor, is_manoeuvre=True):
        holes: tuple[Hole, ...] = (
            ChoiceHole("target", "against", rivals),
            ChoiceHole("trait", "with", traits),
            TextHole("words", "Aspect", is_description=True),
            how,
        )
        yield which_features(
            Offer(
                command=ContestManoeuvre(actor=actor.id, trait="", description="", words="", features=features),
                label=f"manoeuvre{suffix}",
                actor=actor.id,
                verb="create",
                target=Target("actor"),
                holes=holes,
                cites=contests.cites("contest-manoeuvre"),
                group="act",
            )
        )
