"""What is done by rows of a table, in the words of these tests."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.undertakings.procedures import Undertake


def hunt(actor: str, description: str) -> Undertake:
    return Undertake(actor=ActorId(actor), procedure="hunting", trait="survival", description=description)


def run(actor: str, skill: str = "agility") -> Undertake:
    return Undertake(actor=ActorId(actor), procedure="run", trait=skill)


def save_fallen(healer: str, band: str) -> Undertake:
    return Undertake(actor=ActorId(healer), procedure="save-fallen", trait="healing", target=ActorId(band))
