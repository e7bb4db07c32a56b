"""The screen and what it shows: pages, bars, actions, and the desk they work on."""
