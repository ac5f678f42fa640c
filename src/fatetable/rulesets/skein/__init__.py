"""Skein: thirty-two skills, tales and oaths, seven paths of magic, warbands and battles."""
