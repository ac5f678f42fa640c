"""The options Skein leaves to the table, and those that settle what its rules leave open.

Names, values and defaults are here; the rules that an option changes read it where they are applied.
"""

from __future__ import annotations

from typing import Literal

from fatetable.mechanics.book.dials import Dial
from fatetable.mechanics.book.pace import PACE_DIALS, Pace


class Dials(Pace, frozen=True, kw_only=True, omit_defaults=True):
    """One table's choices; the defaults are the book's own, or the reading closest to it."""

    # -- making characters
    starting_oaths: Literal["optional", "expected", "none"] = "optional"
    fifth_tale: bool = False
    own_skills: Literal["with-consent", "never"] = "with-consent"
    fine_items: bool = True
    flying_heroes: bool = False
    heroic_inspiration: bool = True
    peers: bool = True
    # -- rolling and Fate Points
    dice: Literal["fate", "d6"] = "fate"
    mid_session_refresh: bool = True
    aspect_rewards: bool = True
    sparkle_rewards: bool = True
    degrees_shorten_time: bool = True
    # -- contests and combat
    groups_roll_once: bool = True
    wrestling: Literal["contest", "combat", "either"] = "either"
    combat_space: Literal["mapped", "abstract", "either"] = "either"
    npc_consequences: Literal["guideline", "free"] = "guideline"
    slung_shields: bool = False
    # -- healing and travel
    treatment_needs: Literal["own-score", "both-scores"] = "own-score"
    calming_minds: bool = False
    daily_march: int = 30
    forced_march_skill: Literal["survival", "strength"] = "survival"
    # -- battles
    preliminaries: Literal["skippable", "always"] = "skippable"
    recovered_numbers: Literal["of-army", "of-losses"] = "of-army"
    # -- magic
    distant_future: Literal["same", "harder"] = "same"
    long_term_curses: bool = True
    runewards: Literal["roll", "fixed"] = "roll"
    form_figures: bool = False
    # -- experience
    free_changes: int = 1
    early_exchange: int = 1
    mid_session_experience: bool = False


_CREATION = (
    Dial(
        name="starting_oaths",
        meaning="Whether new characters may come into the game bound by an oath, are expected to, or never are.",
        values=("optional", "expected", "none"),
        cites=("SK-CHAR-10",),
    ),
    Dial(
        name="fifth_tale",
        meaning="Whether a character without an oath may tell a fifth tale instead, for a sixth Aspect.",
        values=(False, True),
        cites=("SK-CHAR-04",),
    ),
    Dial(
        name="own_skills",
        meaning="Skills that are not in the list: if the table agrees to each, or never.",
        values=("with-consent", "never"),
        cites=("SK-SKILL-02",),
    ),
    Dial(
        name="fine_items",
        meaning="Whether especially well-made or storied things, dearer and with an Aspect, can be bought.",
        values=(True, False),
        cites=("SK-EQUIP-12",),
    ),
    Dial(
        name="flying_heroes",
        meaning="Whether a player character may take Flight, which is otherwise reserved for creatures.",
        values=(False, True),
        cites=("SK-STUNT-49",),
    ),
    Dial(
        name="heroic_inspiration",
        meaning="Whether the stunt Heroic Inspiration is played, which the text names but does not describe.",
        values=(True, False),
        cites=("SK-STUNT-58",),
    ),
    Dial(
        name="peers",
        meaning="Whether a major character may be built up to the equal of a starting player character.",
        values=(True, False),
        cites=("SK-NPC-13",),
    ),
)

_ROLLING = (
    Dial(
        name="dice",
        meaning="What is rolled: four Fudge dice, or four ordinary dice read as Fudge dice.",
        values=("fate", "d6"),
        cites=("SK-DICE-01", "SK-DICE-02"),
        swaps=True,
    ),
    Dial(
        name="mid_session_refresh",
        meaning="Whether the Storyteller may call a refresh in the middle of a session.",
        values=(True, False),
        cites=("SK-FP-05",),
    ),
    Dial(
        name="aspect_rewards",
        meaning="Whether acting out an Aspect so that it livens up play may earn a Fate Point.",
        values=(True, False),
        cites=("SK-FP-08",),
    ),
    Dial(
        name="sparkle_rewards",
        meaning="Whether sparkling play may earn a Fate Point.",
        values=(True, False),
        cites=("SK-FP-10",),
    ),
    Dial(
        name="degrees_shorten_time",
        meaning="Whether degrees of success shorten tasks that take time.",
        values=(True, False),
        cites=("SK-TEST-12", "SK-TIME-01"),
    ),
)

_CONFLICT = (
    Dial(
        name="groups_roll_once",
        meaning="Whether a group of alike characters of the Storyteller's rolls once for all of them in a contest.",
        values=(True, False),
        cites=("SK-CONT-13",),
    ),
    Dial(
        name="wrestling",
        meaning="How wrestling matches are run: as contests, as combat, or as the table likes each time.",
        values=("contest", "combat", "either"),
        cites=("SK-CONT-15",),
    ),
    Dial(
        name="combat_space",
        meaning="Where fights take place: on a map of zones, in words only, or as the table likes each time.",
        values=("mapped", "abstract", "either"),
        cites=("SK-MAP-01",),
    ),
    Dial(
        name="npc_consequences",
        meaning="How many Consequences the Storyteller's characters take: as many as befits their class, or any.",
        values=("guideline", "free"),
        cites=("SK-STORY-01",),
    ),
    Dial(
        name="slung_shields",
        meaning="Whether somebody shooting with both hands still counts as having their shield.",
        values=(False, True),
        cites=("SK-EQUIP-13",),
    ),
)

_HEALING_AND_TRAVEL = (
    Dial(
        name="treatment_needs",
        meaning="Which stress must be whole before a healer treats a Consequence: the score it belongs to, or both.",
        values=("own-score", "both-scores"),
        cites=("SK-HEAL-07",),
    ),
    Dial(
        name="calming_minds",
        meaning="Whether a healer with a fitting specialism can restore Composure as others restore Health.",
        values=(False, True),
        cites=("SK-HEAL-06",),
    ),
    Dial(
        name="daily_march",
        meaning="How many kilometres one walks in a day, before anything makes it more or less.",
        values=(15, 20, 25, 30, 35, 40),
        cites=("SK-END-08",),
    ),
    Dial(
        name="forced_march_skill",
        meaning="What is rolled on a forced march.",
        values=("survival", "strength"),
        cites=("SK-END-10",),
    ),
)

_BATTLE_AND_MAGIC = (
    Dial(
        name="preliminaries",
        meaning="Whether magic and champions before a battle may be skipped, or always take place.",
        values=("skippable", "always"),
        cites=("SK-BATTLE-15",),
    ),
    Dial(
        name="recovered_numbers",
        meaning="Of what each degree of a general's Test after a battle brings back a tenth: the army, or its losses.",
        values=("of-army", "of-losses"),
        cites=("SK-BATTLE-29",),
    ),
    Dial(
        name="distant_future",
        meaning="Whether divining the distant future is as hard as the near future, or harder by another 2.",
        values=("same", "harder"),
        cites=("SK-DIV-03",),
    ),
    Dial(
        name="long_term_curses",
        meaning="Whether a Fate Point makes a curse last beyond its scene.",
        values=(True, False),
        cites=("SK-SPIRIT-05",),
    ),
    Dial(
        name="runewards",
        meaning="What a runeward must be beaten at: the result its maker rolled, or always 2.",
        values=("roll", "fixed"),
        cites=("SK-STUNT-44",),
    ),
    Dial(
        name="form_figures",
        meaning="Whether a shapechanger has the damage and absorption of the animal.",
        values=(False, True),
        cites=("SK-SHAPE-03",),
    ),
)

_EXPERIENCE = (
    Dial(
        name="free_changes",
        meaning="How many free changes of a skill, an Aspect or a stunt each refresh between sessions allows.",
        values=(0, 1, 2, 3),
        cites=("SK-ADV-10", "SK-ADV-11", "SK-ADV-12"),
    ),
    Dial(
        name="early_exchange",
        meaning="For how many sessions a new character may exchange an Aspect that does not work out, at no cost.",
        values=(0, 1, 2, 3),
        cites=("SK-CHAR-13",),
    ),
    Dial(
        name="mid_session_experience",
        meaning="Whether a refresh in the middle of a session brings experience too.",
        values=(False, True),
        cites=("SK-ADV-02",),
        needs={"mid_session_refresh": (True,)},
    ),
)

DIALS = (*PACE_DIALS, *_CREATION, *_ROLLING, *_CONFLICT, *_HEALING_AND_TRAVEL, *_BATTLE_AND_MAGIC, *_EXPERIENCE)
