"""What people read: narration, dice, chances."""
