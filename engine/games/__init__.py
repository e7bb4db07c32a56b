"""The games of the house: one folder each, and one line in `GAMES`."""
