"""Further answers to the question what a roll is against."""
