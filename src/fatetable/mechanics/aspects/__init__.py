"""Aspect cards, lending them, and compels."""
