"""The book's own words for what every Fate game has."""

LEXICON = {
    "gm": "GM",
    "trait": "approach",
    "feature": "stunt",
    "margin": "shifts",
    "fail": "Failure",
    "tie": "Tie",
    "succeed": "Success",
    "style": "Success with style",
    "attack": "Attack",
    "defend": "Defend",
    "overcome": "Overcome",
    "create-advantage": "Create an advantage",
}
