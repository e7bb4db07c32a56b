"""The tables: one task each, in which everything happens one after the other."""
