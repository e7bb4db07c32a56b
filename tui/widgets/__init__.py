"""Hand-made widgets on Textual's line API: they draw what they are given and know no game."""
