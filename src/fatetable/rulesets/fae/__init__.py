"""Fate Accelerated: six approaches, aspects, stunts and the four actions."""
