"""One engine for the Fate family of role-playing games.

Knows no rulebook by name: rulesets are discovered.
"""

__version__ = "0.1.0"
