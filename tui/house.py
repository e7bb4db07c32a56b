"""The protocol through which a front end speaks to the house."""

from attrs import frozen


@frozen
class Person:
    """Someone in the house. ``id`` is opaque and stable: ``u…`` owns a name by key, ``g…`` is a guest."""

    id: str
    name: str
    guest: bool
