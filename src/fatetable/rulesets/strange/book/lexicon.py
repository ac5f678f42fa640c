"""The book's own words for what every Fate game has."""

LEXICON = {
    "gm": "GM",
    "trait": "skill",
    "feature": "gift",
    "margin": "shifts",
    "fail": "Failure",
    "tie": "Tie",
    "succeed": "Success",
    "style": "Success with style",
    "attack": "Attack",
    "defend": "Defend",
    "overcome": "Roll",
    "called-test": "Roll",
    "create-advantage": "Maneuver",
}
