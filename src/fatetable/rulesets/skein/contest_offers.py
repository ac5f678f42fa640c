"""What people are offered to do about a contest."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.cast import NOBODY, Actor, controlled, name_of
from fatetable.mechanics.contests import Contend, EndContest
from fatetable.rulesets.skein.contest_commands import (
    ContestManoeuvre,
    InterruptContest,
    LeaveContest,
    NameFugitives,
    NameTeam,
    ResumeContest,
    SetUpContest,
)
from fatetable.rulesets.skein.contest_state import Bout, still_in
from fatetable.rulesets.skein.skills import skill_name
from fatetable.rulesets.skein.tables import ContestForm, tables

if TYPE_CHECKING:
    from fatetable.rulesets.skein.contests import Contests

LIMITS = (
    Choice("none", "none: it is not worth any"),
    Choice("friendly", "among friends: worse than mild turns it serious"),
    Choice("any", "any"),
)
ENDS = (Choice("first", "when the first is out"), Choice("last", "when only one side is left"))


def contest_offers(contests: Contests, state: State, seat: Seat) -> Iterator[Offer]:
    if seat.is_gm:
        yield from _set_up(contests, state)
        yield from _sides(contests, state)
        yield from _course(contests, state)
    for actor in controlled(state, seat):
        yield from _acting(contests, state, actor)


def _set_up(contests: Contests, state: State) -> Iterator[Offer]:
    if contests.setup.may_set_up(state):
        yield from state.part("contests", _forms, contests)


def _forms(state: State, contests: Contests) -> Iterator[Offer]:
    able: dict[str, tuple[Choice, ...]] = {}
    skills = contests.setup.skills(state)
    for form in contests.setup.forms():
        for score in form.scores:
            if score not in able:
                able[score] = tuple(Choice(actor.id, actor.name) for actor in contests.setup.able(state, score))
            if len(able[score]) > 1:
                yield _form_offer(contests, form, score, able[score], skills)


@functools.lru_cache(maxsize=1024)
def _usual_first(form_id: str, skills: tuple[str, ...]) -> tuple[Choice, ...]:
    """The skills for a contest, those that usually serve in it ahead of the others."""
    form = tables().contests.form(form_id)
    assert form is not None
    usual = (*form.skills, *form.perhaps, *(s.id for s in tables().skills if s.category == form.category))
    ordered = (*(skill for skill in usual if skill in skills), *(skill for skill in skills if skill not in usual))
    return tuple(_skill(skill, usual) for skill in ordered)


@functools.cache
def _usual_turn_first(turn: str) -> tuple[Choice, ...]:
    return tuple(Choice(time) for time in (turn, *(time for time in tables().time.track if time != turn)))


def _form_offer(
    contests: Contests, form: ContestForm, score: str, able: tuple[Choice, ...], skills: tuple[str, ...]
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
        label=f"Set up a contest: {form.name} ({score.capitalize()})",
        holes=(
            TextHole("goal", "what it is about"),
            ManyHole("actors", "who competes", able, least=2),
            ManyHole("skills", "which skills serve", _usual_first(form.id, skills), least=1),
            TextHole("victory", "what winning means"),
            TextHole("defeat", "what losing means"),
            ChoiceHole("turn", "how long a turn is", _usual_turn_first(form.turn)),
            ChoiceHole("consequences", "which Consequences it is worth", LIMITS),
            ChoiceHole("until", "when it ends", ENDS),
        ),
        cites=contests.cites("contest"),
        group="moment",
    )


def _skill(skill: str, usual: tuple[str, ...]) -> Choice:
    return Choice(skill, f"{skill_name(skill)} (usual)" if skill in usual else skill_name(skill))


def _sides(contests: Contests, state: State) -> Iterator[Offer]:
    bout = contests.setup.may_be_named(state)
    if bout is None:
        return
    people = tuple(Choice(actor, name_of(state, actor)) for actor in bout.actors)
    yield Offer(
        command=NameTeam("", ()),
        label="Put people on a team",
        holes=(
            TextHole("team", "the team's name"),
            ManyHole("members", "who is on it", people, least=1, most=len(people) - 1),
        ),
        cites=contests.cites("contest-teams"),
        group="moment",
    )
    form = tables().contests.form(bout.form)
    if form is not None and form.has_fugitives:
        yield Offer(
            command=NameFugitives(()),
            label="Say who runs away",
            holes=(ManyHole("fugitives", "who runs away", people, least=1, most=len(people) - 1),),
            cites=contests.cites("contest-drop-out"),
            group="moment",
        )


def _course(contests: Contests, state: State) -> Iterator[Offer]:
    reason = TextHole("reason", "reason")
    if contests.between_turns(state):
        yield Offer(
            command=InterruptContest(""),
            label="Interrupt the contest",
            holes=(reason,),
            cites=contests.cites("contest-turn"),
            group="moment",
        )
    if contests.may_resume(state):
        yield Offer(
            command=ResumeContest(),
            label="Go on with the contest",
            cites=contests.cites("contest-turn"),
            group="moment",
        )
    if contests.may_end(state):
        yield Offer(
            command=EndContest(""),
            label="Break off the contest",
            holes=(reason,),
            cites=contests.cites("contest"),
            group="moment",
        )


def _acting(contests: Contests, state: State, actor: Actor) -> Iterator[Offer]:
    if bout := contests.may_enter(state, actor.id):
        yield from _entering(contests, state, bout, actor)
    between = contests.between_turns(state)
    if between is not None and actor.id in still_in(state, between):
        yield Offer(
            command=LeaveContest(actor.id),
            label=f"{actor.name}: give up",
            cites=contests.cites("contest-drop-out"),
            group="react",
        )


def _entering(contests: Contests, state: State, bout: Bout, actor: Actor) -> Iterator[Offer]:
    how = TextHole("description", "how")
    for features, traits, suffix in contests.variants(bout, actor, is_manoeuvre=False):
        yield Offer(
            command=Contend(actor=actor.id, trait="", description="", features=features),
            label=f"{actor.name}: compete{suffix}",
            holes=(ChoiceHole("trait", "with", traits), how),
            cites=contests.cites("contest-turn"),
            group="act",
        )
    rivals = (
        Choice(NOBODY, "nobody"),
        *(Choice(a, name_of(state, a)) for a in contests.targets(state, bout, actor.id)),
    )
    for features, traits, suffix in contests.variants(bout, actor, is_manoeuvre=True):
        holes: tuple[Hole, ...] = (
            ChoiceHole("target", "against", rivals),
            ChoiceHole("trait", "with", traits),
            TextHole("words", "the Aspect"),
            how,
        )
        yield Offer(
            command=ContestManoeuvre(actor=actor.id, trait="", description="", words="", features=features),
            label=f"{actor.name}: manoeuvre{suffix}",
            holes=holes,
            cites=contests.cites("contest-manoeuvre"),
            group="act",
        )
