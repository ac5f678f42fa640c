"""What the log tells of the game's own facts."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import Event
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.time.passing import TimePassed
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.rulesets.strange.drawbacks import SkillStateSet
from fatetable.rulesets.strange.force import WeightPutDown
from fatetable.rulesets.strange.recovery import ActorDied, ActorRevived
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game
from fatetable.rulesets.strange.tests.support.trappings import with_trapping
from fatetable.rulesets.strange.trappings import AttitudeSet, DisguiseGone
from fatetable.rulesets.strange.view import tellers
from fatetable.tabletop.words.chronicle import Chronicle


def said(event: Event) -> list[str]:
    state = Game(maud=(with_trapping(3, 1, "dodge", name="Clockwork Wings"),)).table.state
    return list(tellers(TABLES)[type(event)](state, state, event))


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (TimePassed("A Day"), ["A Day goes by."]),
        (TimeTaken(MAUD, "pick a lock", "Half an Hour"), ["Maud: to pick a lock took half an hour."]),
        (AttitudeSet(f"{FOE}:{MAUD}", "Friendly"), ["Foe is friendly toward Maud."]),
        (DisguiseGone(MAUD, "seen through"), ["Maud is no longer disguised: seen through"]),
        (DisguiseGone(MAUD), ["Maud is no longer disguised."]),
        (SkillStateSet(f"{MAUD}:clockwork-wings", None, "ready"), ["Maud: Clockwork Wings, ready."]),  # type: ignore[arg-type]
        (SkillStateSet(f"{FOE}:claws", None, "interrupted"), ["Foe: a skill, interrupted."]),  # type: ignore[arg-type]
        (SkillStateSet(f"{MAUD}:clockwork-wings", None, "used"), []),  # type: ignore[arg-type]
        (WeightPutDown(CORA), ["Cora puts the load down."]),
        (ActorDied(MAUD), ["Maud is dead."]),
        (ActorDied(MAUD, due=600), []),
        (ActorRevived(MAUD), ["Maud is alive again."]),
        (ActorRevived(ActorId("nobody")), []),
    ],
)
def test_a_fact_is_one_line(event: Event, lines: list[str]) -> None:
    assert said(event) == lines


def test_the_log_tells_how_somebody_feels_about_a_hero() -> None:
    g = Game()
    g.choose("ana", "see how somebody takes to you", other=FOE)
    g.answer("gm", "reaction", "Positive")
    story = Chronicle(g.table, "bo")
    story.hear_news()
    assert [line for _, line in story.lines][-1] == "Foe is positive toward Maud."
