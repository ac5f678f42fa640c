"""The clock, time that passes, how long work takes, and what lasts until when."""
