"""Strange Fate: skills built from trappings, and power tiers that change the dice."""
