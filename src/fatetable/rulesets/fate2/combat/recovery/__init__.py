"""Getting well: how long injuries last, treatment and rest, and what happens to people who were Taken Out."""
