"""The conspiracy game: before there are characters, players make organisations in phases (CON)."""
