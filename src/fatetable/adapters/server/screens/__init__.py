"""From state to patches: what each seat's screen shows."""
