"""The options FATE leaves to the table, and those that settle what its rules leave open (F2-META-02)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatetable.mechanics.book.dials import Dial, on_topic
from fatetable.mechanics.book.pace import PACE_DIALS, Pace

Grain: TypeAlias = Literal["sample", "none", "broad", "general", "specific"]
AspectCap: TypeAlias = Literal[
    "none", "third-of-phases", "half-of-phases", "fixed", "half-of-levels", "best-skill", "case-by-case"
]
GRAINS = ("sample", "none", "broad", "general", "specific")


class Dials(Pace, frozen=True, kw_only=True, omit_defaults=True):
    """One table's choices; the defaults are the book's own, or the reading closest to it."""

    # -- making characters
    phases: int = 5
    ranks_per_phase: int = 4
    aspects_per_phase: int = 1
    free_aspects: int = 0
    aspect_cap: AspectCap = "none"
    aspect_cap_number: int = 3
    skill_structure: Literal["pyramid", "column"] = "pyramid"
    magic_skills_begin: Literal["mediocre", "poor", "terrible", "abysmal"] = "mediocre"
    own_skills: Literal["with-consent", "never"] = "with-consent"
    fate_points: Literal["half-of-phases"] | int = "half-of-phases"
    creation_structure: Literal["open", "geographic", "pursuit", "career"] = "open"
    moving_on: Literal["free", "adjacent", "travelling"] = "free"
    windows: Literal["every-phase"] | int = 0
    plot_phases: Literal["none", "first", "last", "first-and-last"] = "none"
    plot_bonus: int = 1
    potential: Literal["none", "missed-phases", "granted", "talented-novices"] = "none"
    potential_points: int = 2
    intrinsic_potential: int = 0
    destiny: bool = False
    # -- skill lists
    academic: Grain = "sample"
    artistic: Grain = "sample"
    athletic: Grain = "sample"
    combat_skills: Literal["sample", "none", "broad", "weapon-category", "style", "thematic", "specific"] = "sample"
    criminal: Grain = "sample"
    perception: Grain = "sample"
    professional: Grain = "sample"
    social: Grain = "sample"
    survival: Grain = "sample"
    language_cap: bool = False
    # -- rolling, aspects and fate points
    dice: Literal["fudge", "d6", "fate-d6"] = "fudge"
    aspect_potency: Literal["any-die", "minus-to-plus", "blank-to-plus", "one-step", "reroll-die", "none"] = "any-die"
    aspect_refresh: Literal["session", "scene", "day", "rest", "story-point"] = "session"
    drawbacks_negative: bool = False
    dynamic_bands: Literal["widened", "symmetric"] = "widened"
    difficulty_ceiling: Literal[2, 3, 4, 5, 6] = 4
    narrative_control: Literal["none", "things", "coincidences", "plot"] = "coincidences"
    monologue: bool = False
    joint_help: bool = False
    switch_places: bool = False
    take_wounds: bool = False
    timely_arrival: bool = False
    box_for_point: bool = False
    action_cards: bool = False
    session_points: int = 0
    # -- fights
    combat_pace: Literal["scene", "exchange", "turn"] = "exchange"
    scene_fights: Literal["read", "totals", "pairs"] = "read"
    weapons: Literal["dramatic", "simple", "advanced"] = "dramatic"
    armour: Literal["dramatic", "simple", "advanced"] = "dramatic"
    clipped_boxes: int = 2
    hurt_boxes: int = 2
    injured_boxes: int = 2
    wound_overflow: bool = True
    healing: Literal["a-week", "rest-or-activity"] = "a-week"
    healing_multiplier: int = 1
    # -- magic
    magic: Literal["none", "level", "combinative", "improvisational", "stunts", "interpretive", "minor-powers"] = "none"
    boxes_for_circles: bool = False
    story_modifiers: bool = False
    # -- growth and organisations
    advancement: Literal["goals", "awarded"] = "goals"
    organisation_wounds: bool = False
    conspiracy: Literal["none", "plain", "no-members", "secret-connections", "both"] = "none"

    @property
    def creation_phases(self) -> int:
        """How many phases everybody has: talented novices begin with one (F2-OPT-18)."""
        return 1 if self.potential == "talented-novices" else self.phases

    @property
    def levels_per_phase(self) -> int:
        """How many levels of aspects a phase brings; each place, pursuit or step of a career brings one (F2-OPT-14)."""
        return self.aspects_per_phase if self.creation_structure == "open" else 1


_CREATION = (
    Dial(
        name="phases",
        meaning="How many phases of a life characters are made of.",
        values=tuple(range(1, 21)),
        cites=("F2-CHAR-04",),
        needs={"potential": ("none", "missed-phases", "granted")},
    ),
    Dial(
        name="ranks_per_phase",
        meaning="How many ranks of skills and extras each phase brings.",
        values=tuple(range(1, 9)),
        cites=("F2-PYR-03",),
    ),
    Dial(
        name="aspects_per_phase",
        meaning="How many levels of aspects each phase brings.",
        values=(1, 2, 3),
        cites=("F2-ASP-01",),
        needs={"creation_structure": ("open",)},
    ),
    Dial(
        name="free_aspects",
        meaning="How many levels of aspects characters have beyond those of their phases, without ranks.",
        values=tuple(range(21)),
        cites=("F2-OPT-04", "F2-OPT-19"),
    ),
    Dial(
        name="aspect_cap",
        meaning="How high one aspect may rise: no limit, so many phases, a number, half of all levels, "
        "no higher than the best skill, or case by case as the GM agrees.",
        values=("none", "third-of-phases", "half-of-phases", "fixed", "half-of-levels", "best-skill", "case-by-case"),
        cites=("F2-GM-03", "F2-ASP-04"),
    ),
    Dial(
        name="aspect_cap_number",
        meaning="The highest level of an aspect, where it is a fixed number.",
        values=(1, 2, 3, 4, 5, 6),
        cites=("F2-GM-03",),
        needs={"aspect_cap": ("fixed",)},
    ),
    Dial(
        name="skill_structure",
        meaning="What carries a high skill: one skill more on each level below it (a pyramid), or as many (a column).",
        values=("pyramid", "column"),
        cites=("F2-PYR-05", "F2-PYR-10"),
    ),
    Dial(
        name="magic_skills_begin",
        meaning="The level at which skills of magic begin; below Average they neither need nor give support.",
        values=("mediocre", "poor", "terrible", "abysmal"),
        cites=("F2-PYR-11",),
    ),
    Dial(
        name="own_skills",
        meaning="Skills that are not in the list: if the GM agrees to each, or never.",
        values=("with-consent", "never"),
        cites=("F2-PYR-02", "F2-SKL-03"),
    ),
    Dial(
        name="fate_points",
        meaning="How many fate points everybody begins with: half the number of phases, rounded up, or a number.",
        values=("half-of-phases", *range(11)),
        cites=("F2-CHAR-07",),
    ),
    Dial(
        name="creation_structure",
        meaning="What decides which aspects and skills a phase offers: nothing, a place, a pursuit, or past aspects.",
        values=("open", "geographic", "pursuit", "career"),
        cites=("F2-OPT-14", "F2-OPT-15", "F2-OPT-16", "F2-OPT-17"),
    ),
    Dial(
        name="moving_on",
        meaning="How people come from one place or pursuit to another: freely, only to those next to it, "
        "or after a phase on the way.",
        values=("free", "adjacent", "travelling"),
        cites=("F2-OPT-15", "F2-OPT-16"),
        needs={"creation_structure": ("geographic", "pursuit")},
    ),
    Dial(
        name="windows",
        meaning="How often somebody may take an aspect that their place, pursuit or career does not offer.",
        values=(0, 1, 2, 3, "every-phase"),
        cites=("F2-OPT-20",),
        needs={"creation_structure": ("geographic", "pursuit", "career")},
    ),
    Dial(
        name="plot_phases",
        meaning="Which phases everybody spends on the plot of the campaign.",
        values=("none", "first", "last", "first-and-last"),
        cites=("F2-OPT-01",),
    ),
    Dial(
        name="plot_bonus",
        meaning="How many ranks more an aspect of the plot brings.",
        values=(0, 1, 2),
        cites=("F2-OPT-03",),
    ),
    Dial(
        name="potential",
        meaning="Who has potential, which buys whole phases: nobody, the young for each phase they missed, everybody, "
        "or novices of a single phase.",
        values=("none", "missed-phases", "granted", "talented-novices"),
        cites=("F2-OPT-05", "F2-OPT-07", "F2-OPT-18"),
    ),
    Dial(
        name="potential_points",
        meaning="How many points of potential everybody has.",
        values=tuple(range(1, 11)),
        cites=("F2-OPT-07", "F2-OPT-18"),
        needs={"potential": ("granted", "talented-novices")},
    ),
    Dial(
        name="intrinsic_potential",
        meaning="How many points of potential have to go into what a character is born with, such as Strong.",
        values=(0, 1, 2, 3),
        cites=("F2-OPT-07", "F2-OPT-18"),
        needs={"potential": ("granted", "talented-novices")},
    ),
    Dial(
        name="destiny",
        meaning="Whether a character may have a Destiny: an aspect without ranks that pays when it is fulfilled.",
        values=(False, True),
        cites=("F2-OPT-08", "F2-OPT-09"),
    ),
)


def _grain(category: str, words: str, cite: str) -> Dial:
    meaning = f"How finely {words} are divided; “sample” takes those of the printed list."
    return Dial(name=category, meaning=meaning, values=GRAINS, cites=("F2-SKL-03", cite))


_SKILLS = (
    _grain("academic", "academic skills", "F2-SKL-04"),
    _grain("artistic", "artistic skills", "F2-SKL-07"),
    _grain("athletic", "athletic skills", "F2-SKL-08"),
    Dial(
        name="combat_skills",
        meaning="How finely skills of combat are divided, and whether by weapons, by styles or by themes.",
        values=("sample", "none", "broad", "weapon-category", "style", "thematic", "specific"),
        cites=("F2-SKL-03", "F2-SKL-09", "F2-SKL-10", "F2-SKL-11", "F2-SKL-12"),
    ),
    _grain("criminal", "criminal skills", "F2-SKL-13"),
    _grain("perception", "skills of perception", "F2-SKL-15"),
    _grain("professional", "professional skills", "F2-SKL-17"),
    _grain("social", "social skills", "F2-SKL-18"),
    _grain("survival", "skills of survival", "F2-SKL-19"),
    Dial(
        name="language_cap",
        meaning="Whether social skills are no better than the command of the language they are used in.",
        values=(False, True),
        cites=("F2-SKL-06",),
        needs={"academic": ("specific",)},
    ),
)

_ROLLS = (
    Dial(
        name="dice",
        meaning="What is rolled.",
        about={
            "fudge": "Four Fudge dice, each plus, minus or blank, are added to the level.",
            "d6": "Four ordinary dice are read as Fudge dice: 1 and 2 are a minus, 5 and 6 a plus.",
            "fate-d6": "As many ordinary dice as the level gives are added up, against difficulties of their own.",
        },
        values=("fudge", "d6", "fate-d6"),
        cites=("F2-CORE-03", "F2-CORE-04", "F2-D6-01"),
        swaps=True,
    ),
    Dial(
        name="aspect_potency",
        meaning="What an aspect does to a roll besides a reroll: one die becomes a plus, a minus does, a blank does, "
        "a die rises a step, a die is rolled again, or nothing.",
        values=("any-die", "minus-to-plus", "blank-to-plus", "one-step", "reroll-die", "none"),
        cites=("F2-INV-03", "F2-INV-06"),
    ),
    Dial(
        name="aspect_refresh",
        meaning="When the boxes of aspects are cleared: with a session, after a scene, a day or a rest, "
        "or at an important point of the story.",
        values=("session", "scene", "day", "rest", "story-point"),
        cites=("F2-INV-11", "F2-INV-12"),
    ),
    Dial(
        name="drawbacks_negative",
        meaning="Whether the level of an aspect that is a drawback is read as a negative number.",
        values=(False, True),
        cites=("F2-INV-19", "F2-INV-20"),
    ),
    Dial(
        name="dynamic_bands",
        meaning="Which margins mean how much where both sides roll: a wide middle, or steps of two.",
        values=("widened", "symmetric"),
        cites=("F2-TEST-07", "F2-TEST-08"),
    ),
    Dial(
        name="difficulty_ceiling",
        meaning="The level that is the peak of what people can do; the guide to difficulties moves with it.",
        values=(2, 3, 4, 5, 6),
        cites=("F2-DIFF-01",),
    ),
)

_POINTS = (
    Dial(
        name="narrative_control",
        meaning="What players may settle for a fate point: nothing, what is at hand, coincidences, "
        "or people and events of the plot as well.",
        values=("none", "things", "coincidences", "plot"),
        cites=("F2-FP-03", "F2-FP-06"),
    ),
    Dial(
        name="monologue",
        meaning="Whether a fate point lets somebody speak at length while the action waits.",
        values=(False, True),
        cites=("F2-FP-08",),
    ),
    Dial(
        name="joint_help",
        meaning="Whether helpers may pay two fate points each to add to somebody's roll.",
        values=(False, True),
        cites=("F2-FP-09",),
    ),
    Dial(
        name="switch_places",
        meaning="Whether a fate point lets two people change places in a fight.",
        values=(False, True),
        cites=("F2-FP-10",),
    ),
    Dial(
        name="take_wounds",
        meaning="Whether a fate point lets somebody take a wound meant for another.",
        values=(False, True),
        cites=("F2-FP-11",),
    ),
    Dial(
        name="timely_arrival",
        meaning="Whether a fate point lets somebody arrive at just the right moment.",
        values=(False, True),
        cites=("F2-FP-12",),
    ),
    Dial(
        name="box_for_point",
        meaning="Whether a box of an aspect may stand in for a fate point in these additional uses.",
        values=(False, True),
        cites=("F2-FP-07",),
    ),
    Dial(
        name="action_cards",
        meaning="Whether cards with things to do are dealt, which pay fate points when they are done.",
        values=(False, True),
        cites=("F2-FP-14",),
    ),
    Dial(
        name="session_points",
        meaning="How many fate points everybody is given for a session.",
        values=(0, 1, 2, 3),
        cites=("F2-FP-15",),
    ),
)

_FIGHTS = (
    Dial(
        name="combat_pace",
        meaning="How a fight is usually played.",
        about={
            "exchange": "Everybody says in secret what they do; when all are in, all roll at once.",
            "scene": "One roll of everybody settles the whole fight.",
            "turn": "One after the other acts and sees what comes of it.",
        },
        values=("exchange", "scene", "turn"),
        cites=("F2-COMB-01",),
        swaps=True,
        is_common=True,
    ),
    Dial(
        name="scene_fights",
        meaning="Who wins a fight of a single roll: as the GM reads it, by the totals of both sides, or in pairs.",
        values=("read", "totals", "pairs"),
        cites=("F2-COMB-06",),
        needs={"combat_pace": ("scene",)},
    ),
    Dial(
        name="weapons",
        meaning="How much the kind of weapon matters: only where it stands out, by a bonus, or by a table for each.",
        values=("dramatic", "simple", "advanced"),
        cites=("F2-ARM-01",),
        swaps=True,
    ),
    Dial(
        name="armour",
        meaning="How much armour matters: only where it stands out, by a number, or by a table for each type.",
        values=("dramatic", "simple", "advanced"),
        cites=("F2-ARM-01",),
        swaps=True,
    ),
    Dial(
        name="clipped_boxes",
        meaning="How often somebody can be Clipped before it is worse.",
        values=(1, 2, 3, 4),
        cites=("F2-WND-13",),
    ),
    Dial(
        name="hurt_boxes",
        meaning="How often somebody can be Hurt before it is worse.",
        values=(1, 2, 3, 4),
        cites=("F2-WND-13",),
    ),
    Dial(
        name="injured_boxes",
        meaning="How often somebody can be Injured before they are out.",
        values=(1, 2, 3, 4),
        cites=("F2-WND-13",),
    ),
    Dial(
        name="wound_overflow",
        meaning="Whether a wound that finds its row full is marked in the next one.",
        values=(True, False),
        cites=("F2-WND-14",),
    ),
    Dial(
        name="healing",
        meaning="How long injuries take to heal: a week or so many weeks, or two weeks of rest or three of activity.",
        values=("a-week", "rest-or-activity"),
        cites=("F2-WND-10", "F2-WND-11"),
    ),
    Dial(
        name="healing_multiplier",
        meaning="How many times as long as in the book injuries take to heal.",
        values=(1, 2, 3, 4),
        cites=("F2-WND-11",),
        needs={"healing": ("a-week",)},
    ),
)

_MAGIC = (
    Dial(
        name="magic",
        meaning="Which magic there is.",
        about={
            "none": "Nobody casts spells.",
            "level": "Spells of a list, each with a level that a magic skill has to reach.",
            "combinative": "Names of elements are skills, and several are combined into one effect.",
            "improvisational": "Spells made up on the spot: what one does sets the difficulty, and it may strike back.",
            "stunts": "Mages of fire learn stunts and pay for them with the circles of their skill.",
            "interpretive": "A talent has a budget of power, which its effects share out as the players describe them.",
            "minor-powers": "Shape changers and the like have small powers for small prices.",
        },
        values=("none", "level", "combinative", "improvisational", "stunts", "interpretive", "minor-powers"),
        cites=("F2-MAG-01",),
        swaps=True,
        is_common=True,
    ),
    Dial(
        name="boxes_for_circles",
        meaning="Whether boxes of an aspect may be used where the circles of stunts are spent.",
        values=(False, True),
        cites=("F2-STN-10",),
        needs={"magic": ("stunts",)},
    ),
    Dial(
        name="story_modifiers",
        meaning="Whether what a spell does to the story counts towards its difficulty.",
        values=(False, True),
        cites=("F2-IMP-10",),
        needs={"magic": ("improvisational",)},
    ),
)

_GROWTH = (
    Dial(
        name="advancement",
        meaning="How characters come by new aspects: by reaching the goals they name, or by ranks they are awarded.",
        values=("goals", "awarded"),
        cites=("F2-ADV-03", "F2-ADV-10"),
    ),
    Dial(
        name="organisation_wounds",
        meaning="Whether organisations have a wound track.",
        values=(False, True),
        cites=("F2-ORG-16",),
    ),
    Dial(
        name="conspiracy",
        meaning="Whether players make organisations before they make characters: not, simply so, so that nobody may "
        "belong to their own, so that allies and enemies are named in secret, or with both.",
        values=("none", "plain", "no-members", "secret-connections", "both"),
        cites=("F2-CON-01", "F2-CON-02", "F2-CON-03"),
    ),
)

DIALS = (
    *PACE_DIALS,
    *on_topic("Characters", *_CREATION),
    *on_topic("Skills", *_SKILLS),
    *on_topic("Rolls and aspects", *_ROLLS),
    *on_topic("Fate points", *_POINTS),
    *on_topic("Fights", *_FIGHTS),
    *on_topic("Magic", *_MAGIC),
    *on_topic("Growth and organisations", *_GROWTH),
)
