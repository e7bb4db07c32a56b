"""Errors that the host of a house can put right."""


class HostMistake(Exception):
    """Something on the host's side stands in the way; the message is one line that says what to do.

    The command line prints it without a traceback and ends with exit code 1.
    """
