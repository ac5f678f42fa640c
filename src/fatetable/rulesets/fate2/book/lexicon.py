"""The book's own words for what every Fate game has."""

LEXICON = {
    "gm": "GM",
    "trait": "skill",
    "feature": "extra",
    "margin": "margin",
    "fail": "Failure",
    "succeed": "Success",
    "attack": "Attack",
    "defend": "Defend",
    "overcome": "Check",
    "called-test": "Check",
}
