"""FATE, second edition."""
