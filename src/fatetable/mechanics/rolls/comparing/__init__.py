"""What a roll is compared with, and how what the dice show is read."""
