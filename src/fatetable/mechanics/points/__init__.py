"""Fate point accounts and the economy that refills them."""
