"""A table: one room, one log, one game after another.

`state.evolve` folds facts; `rules.decide` is the only place that turns commands into facts.
"""
