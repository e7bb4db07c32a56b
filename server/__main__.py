"""``python -m server`` is ``naisho``, also where the package is not installed."""

from server.cli import main

main()
