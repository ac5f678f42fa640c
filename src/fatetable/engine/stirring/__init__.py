"""Randomness that the seats add to the dice; `docs/dice.md` says why and how."""
