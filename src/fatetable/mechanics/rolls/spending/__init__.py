"""Points that change a roll by themselves, without an aspect, and points that take those back."""
