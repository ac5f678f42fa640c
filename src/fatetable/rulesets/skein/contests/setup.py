"""Setting up a contest: what it is about, which score and skills, what is at stake, and who is with whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.prompts import is_blocked
from fatetable.engine.state import State
from fatetable.engine.subsystem import Handler
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.skein.battle import BATTLE
from fatetable.rulesets.skein.book import ContestForm, Tables
from fatetable.rulesets.skein.combat import score_of
from fatetable.rulesets.skein.contests.commands import NameFugitives, NameTeam, SetUpContest
from fatetable.rulesets.skein.contests.state import BOUT, Bout, BoutSet, change, name_sides, running, show
from fatetable.rulesets.skein.dials import Dials


def never_alone(actor: Actor) -> bool:
    """Bands and armies compete in fights and battles, not here."""
    return actor.kind in ("warband", "army")


class ContestSetup(Struct, frozen=True):
    tables: Tables
    dials: Dials

    def decides(self) -> Mapping[type[Command], Handler]:
        return {SetUpContest: self._set_up, NameTeam: self._name_team, NameFugitives: self._name_fugitives}

    def able(self, state: State, score: str) -> Iterator[Actor]:
        """Everybody who is there and has something left to lose."""
        cast = state.get(CAST)
        for actor in (cast[each] for each in state.get(SCENE).present):
            if is_active(state, actor.id) and not never_alone(actor) and score_of(state, actor.id, score) > 0:
                yield actor

    def cannot_set_up(self, state: State) -> Refusal | None:
        if state.get(BOUT) is not None:
            return Refusal("encounter-running", "Another contest is still under way; play it to its end first.")
        return self.is_held_up(state, "encounter-running")

    def is_held_up(self, state: State, code: str) -> Refusal | None:
        """What has to be over before a contest can begin or go on."""
        if not state.get(SCENE).is_open:
            return Refusal(code, "No scene is open; open one first.")
        if state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None:
            return Refusal(code, "Something else is still under way: a fight or a battle has to end first.")
        if a_roll_is_open(state) or is_blocked(state):
            return Refusal(code, "Something else is still under way: finish the open roll or question first.")
        return None

    def forms(self) -> Iterator[ContestForm]:
        """Wrestling is a contest unless the table always fights it out (SK-CONT-15)."""
        for form in self.tables.contests.forms:
            if not form.may_be_combat or self.dials.wrestling != "combat":
                yield form

    def skills(self, state: State) -> tuple[str, ...]:
        """Every skill a contest may allow: all that anybody can try, and those that people here have."""
        cast = state.get(CAST)
        owned = (skill for actor in state.get(SCENE).present for skill in cast[actor].sheet.traits)
        plain = (skill.id for skill in self.tables.skills if not skill.is_group)
        return tuple(dict.fromkeys((*plain, *owned)))

    def _set_up(self, decision: Decision, command: SetUpContest) -> None:
        decision.require_gm()
        decision.require_allowed(self.cannot_set_up(decision.state))
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
        decision.require_described(command.goal, "no-goal", "Say what the contest is about.")
        stakes = "Say what winning and losing will mean."
        victory = decision.described(command.victory, "They win", "no-stakes", stakes)
        defeat = decision.described(command.defeat, "They lose", "no-stakes", stakes)
        decision.require(
            command.turn in self.tables.time.track, "no-such-time", f"{command.turn!r} is no step of time."
        )
        bout = Bout(
            goal=command.goal.strip(),
            form=form.id,
            score=command.score,
            skills=tuple(dict.fromkeys(command.skills)),
            victory=victory,
            defeat=defeat,
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
        taken = set(bout.teams.values())
        otherwise = next(team for number in range(1, len(taken) + 2) if (team := f"Team {number}") not in taken)
        name = decision.described(command.team, otherwise, "no-name", "A team needs a name.")
        teams = {**bout.teams, **dict.fromkeys(command.members, name)}
        alone = {actor: team for actor, team in bout.teams.items() if team == name}
        kept = {actor: team for actor, team in teams.items() if actor in command.members or actor not in alone}
        change(decision, f"Team: {name}", teams=kept)
        name_sides(decision)
        show(decision)

    def _name_fugitives(self, decision: Decision, command: NameFugitives) -> None:
        bout = self._nameable(decision, command.fugitives)
        form = self.tables.contests.form(bout.form)
        decision.require(form is not None and form.has_fugitives, "no-chase", "Nobody is being chased here.")
        change(decision, fugitives=tuple(dict.fromkeys(command.fugitives)))
        name_sides(decision)
        show(decision)

    def _nameable(self, decision: Decision, named: tuple[ActorId, ...]) -> Bout:
        decision.require_gm()
        bout = self.may_be_named(decision.state)
        if bout is None:
            raise decision.violation(
                "contest-begun",
                "Sides are named in a contest that is set up, before anybody has rolled in its first turn.",
            )
        decision.require(
            0 < len(set(named)) < len(bout.actors) and set(named) <= set(bout.actors),
            "bad-sides",
            "Name some of those in the contest, but not all of them.",
        )
        return bout
