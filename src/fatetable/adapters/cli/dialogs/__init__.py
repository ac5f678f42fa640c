"""Asking a person for values in the terminal."""
