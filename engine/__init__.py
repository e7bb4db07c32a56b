"""The pure heart of Naisho: tables, games, prompts and fair chance; no clock, no sockets, no screen."""
