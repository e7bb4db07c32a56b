"""The house itself: sockets, disk and tasks. Imports tui and engine, never the other way round."""
