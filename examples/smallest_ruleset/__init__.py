"""The smallest ruleset that can be played: rolls, invoking, one kind of conflict, and boxes of stress.

Made to be copied; see docs/add-a-ruleset.md.
"""
