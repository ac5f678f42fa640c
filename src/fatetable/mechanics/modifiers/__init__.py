"""What adds to a roll or takes from it: circumstances, modifiers that people claim, and skills that support others."""
