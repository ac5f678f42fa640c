"""Glamours: how they are woven, openly or unseen, and who sees through them."""
