"""Setting up a contest: what it is about, which score and skills, what is at stake, and who is with whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.prompts import is_blocked
from fatetable.engine.state import State
from fatetable.engine.subsystem import Handler
from fatetable.mechanics.cast import CAST, Actor, ActorId
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.scenes import SCENE
from fatetable.rulesets.skein.armies import BATTLE
from fatetable.rulesets.skein.contest_commands import NameFugitives, NameTeam, SetUpContest
from fatetable.rulesets.skein.contest_state import BOUT, Bout, BoutSet, change, name_sides, running, show
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.hurting import score_of
from fatetable.rulesets.skein.tables import ContestForm, tables


def never_alone(actor: Actor) -> bool:
    """Bands and armies compete in fights and battles, not here."""
    return actor.kind in ("warband", "army")


class ContestSetup(Struct, frozen=True):
    dials: Dials

    def decides(self) -> Mapping[type[Command], Handler]:
        return {SetUpContest: self._set_up, NameTeam: self._name_team, NameFugitives: self._name_fugitives}

    def able(self, state: State, score: str) -> Iterator[Actor]:
        """Whoever is there and has something left to lose."""
        cast = state.get(CAST)
        for actor in (cast[each] for each in state.get(SCENE).present):
            if not is_out(state, actor.id) and not never_alone(actor) and score_of(state, actor.id, score) > 0:
                yield actor

    def may_set_up(self, state: State) -> bool:
        return state.get(BOUT) is None and self.is_quiet(state)

    def is_quiet(self, state: State) -> bool:
        return (
            state.get(SCENE).is_open
            and state.get(ENCOUNTER) is None
            and state.get(BATTLE) is None
            and not a_roll_is_open(state)
            and not is_blocked(state)
        )

    def forms(self) -> Iterator[ContestForm]:
        """Wrestling is a contest unless the table always fights it out (SK-CONT-15)."""
        for form in tables().contests.forms:
            if not form.may_be_combat or self.dials.wrestling != "combat":
                yield form

    def skills(self, state: State) -> tuple[str, ...]:
        """Every skill a contest may allow: all that anybody can try, and those that people here have."""
        cast = state.get(CAST)
        owned = (skill for actor in state.get(SCENE).present for skill in cast[actor].sheet.traits)
        plain = (skill.id for skill in tables().skills if not skill.is_group)
        return tuple(dict.fromkeys((*plain, *owned)))

    def _set_up(self, decision: Decision, command: SetUpContest) -> None:
        decision.require_gm()
        decision.require(self.may_set_up(decision.state), "encounter-running", "Something else is still under way.")
        form = next((form for form in self.forms() if form.id == command.form), None)
        if form is None or command.score not in form.scores:
            raise decision.violation("no-such-contest", "There is no such kind of contest at this table.", "contest")
        able = {actor.id for actor in self.able(decision.state, command.score)}
        decision.require(
            len(set(command.actors)) >= 2 and set(command.actors) <= able,
            "bad-sides",
            f"A contest needs two or more who are there and have {command.score.capitalize()} left.",
        )
        decision.require(
            bool(command.skills) and set(command.skills) <= set(self.skills(decision.state)),
            "no-such-skill",
            "Say which skills serve in this contest.",
            "contest-skills",
        )
        decision.require(bool(command.goal.strip()), "no-goal", "Say what the contest is about.")
        decision.require(
            bool(command.victory.strip()) and bool(command.defeat.strip()),
            "no-stakes",
            "Say what winning and losing will mean.",
        )
        decision.require(command.turn in tables().time.track, "no-such-time", f"{command.turn!r} is no step of time.")
        bout = Bout(
            goal=command.goal.strip(),
            form=form.id,
            score=command.score,
            skills=tuple(dict.fromkeys(command.skills)),
            victory=command.victory.strip(),
            defeat=command.defeat.strip(),
            turn=command.turn,
            consequences=command.consequences,
            until=command.until,
            actors=tuple(dict.fromkeys(command.actors)),
            groups_roll_once=self.dials.groups_roll_once,
        )
        decision.emit(BoutSet(bout, f"{form.name}: {bout.goal}"))
        name_sides(decision)
        show(decision, f"{form.name} begins")

    def may_be_named(self, state: State) -> Bout | None:
        """Sides are named before anybody has done anything."""
        bout = running(state)
        is_new = bout is not None and bout.number == 1 and not bout.entries and not a_roll_is_open(state)
        return bout if is_new else None

    def _name_team(self, decision: Decision, command: NameTeam) -> None:
        bout = self._nameable(decision, command.members)
        decision.require(bool(command.team.strip()), "no-name", "A team needs a name.")
        teams = {**bout.teams, **dict.fromkeys(command.members, command.team.strip())}
        alone = {actor: team for actor, team in bout.teams.items() if team == command.team.strip()}
        kept = {actor: team for actor, team in teams.items() if actor in command.members or actor not in alone}
        change(decision, f"Team: {command.team.strip()}", teams=kept)
        name_sides(decision)
        show(decision)

    def _name_fugitives(self, decision: Decision, command: NameFugitives) -> None:
        bout = self._nameable(decision, command.fugitives)
        form = tables().contests.form(bout.form)
        decision.require(form is not None and form.has_fugitives, "no-chase", "Nobody is being chased here.")
        change(decision, fugitives=tuple(dict.fromkeys(command.fugitives)))
        name_sides(decision)
        show(decision)

    def _nameable(self, decision: Decision, named: tuple[ActorId, ...]) -> Bout:
        decision.require_gm()
        bout = self.may_be_named(decision.state)
        if bout is None:
            raise decision.violation("contest-begun", "Sides are named before the first turn of a contest.")
        decision.require(
            0 < len(set(named)) < len(bout.actors) and set(named) <= set(bout.actors),
            "bad-sides",
            "Name some of those in the contest, but not all of them.",
        )
        return bout
