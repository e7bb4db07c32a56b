"""Textual hosted: many sessions in one process; the only place with Textual's private names."""
