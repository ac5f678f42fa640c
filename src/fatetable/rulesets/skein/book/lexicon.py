"""The book's own words for what every Fate game has."""

LEXICON = {
    "gm": "Storyteller",
    "trait": "skill",
    "feature": "stunt",
    "margin": "degree of success",
    "overcome": "Test",
    "called-test": "Test",
    "assist": "Assist",
    "magic": "Magic",
    "create-advantage": "Manoeuvre",
    "attack": "Attack",
    "defend": "Defend",
    "battle": "Battle",
    "fail": "Failure",
    "barely": "Bare success",
    "solid": "Solid success",
    "great": "Great success",
    "critical": "Critical success",
}
