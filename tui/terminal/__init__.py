"""One client's terminal: what it types, what it shows, and how fast. Nothing here knows an app."""
