"""Warbands: many fighters that act as one."""
