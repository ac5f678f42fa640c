"""Conflicts, contests and challenges: who may act when."""
