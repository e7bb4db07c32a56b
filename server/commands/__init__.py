"""The subcommands of ``naisho`` that need no running house."""
