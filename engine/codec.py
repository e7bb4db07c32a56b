"""Facts, moves, records and views as plain JSON values, and back.

JSON is canonical: sorted keys, no spaces, UTF-8, so that equal values have equal bytes and can be hashed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any, TypeVar, cast, get_args

from attrs import fields, resolve_types
from cattrs import Converter
from cattrs.cols import is_mapping
from cattrs.gen import make_dict_unstructure_fn, override

from engine.facts import Audience, Fact, Record
from engine.game import Game
from engine.table import facts as table_facts
from engine.table import moves as m
from engine.table.state import TableState


class Codec:
    """Encodes and decodes for a set of games.  Table facts are named by their class ("Said"), a game's by
    game and class ("omega.IndexRolled"), moves by their class."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._facts: dict[str, type[Fact]] = {
            name: cls
            for name, cls in vars(table_facts).items()
            if isinstance(cls, type) and issubclass(cls, Fact) and cls is not Fact
        }
        for game in games:
            self._facts |= {f"{game.id}.{cls.__name__}": cls for cls in game.facts}
        self._fact_names = {cls: name for name, cls in self._facts.items()}
        self._moves: dict[str, type[m.Move]] = {cls.__name__: cls for cls in (*m.PERSONAL, *m.SERVERS)}
        for cls in (*self._facts.values(), *self._moves.values()):
            resolve_types(cast(Any, cls))
        self._plain = _strict()
        self._plain.register_unstructure_hook(Fact, self.fact)
        # Of exactly `Fact`: a hook of the class would also take its subclasses, whose kind is known already.
        self._plain.register_structure_hook_func(lambda cls: cls is Fact, lambda value, _: self.to_fact(value))
        self._plain.register_unstructure_hook(
            TableState,
            make_dict_unstructure_fn(TableState, self._plain, rules=override(omit=True), games=override(omit=True)),
        )

    def fact(self, fact: Fact) -> dict[str, Any]:
        """A fact as a JSON object with its name under `kind`."""
        cls = type(fact)
        return {"kind": self._fact_names[cls], **_fields(fact, self._plain)}

    def to_fact(self, value: Mapping[str, Any]) -> Fact:
        """The fact of a JSON object.

        Raises:
            ValueError: there is no such fact, or its fields are wrong.
        """
        fact: Fact = self._structured(self._facts, "kind", value)
        return fact

    def move(self, move: m.Move) -> dict[str, Any]:
        """A move as a JSON object with its name under `do`."""
        return {"do": type(move).__name__, **_fields(move, self._plain)}

    def to_move(self, value: Mapping[str, Any]) -> m.Move:
        """The move of a JSON object.

        Raises:
            ValueError: there is no such move, or its fields are wrong.
        """
        move: m.Move = self._structured(self._moves, "do", value)
        return move

    def record(self, record: Record) -> dict[str, Any]:
        """A record; its audience is null for everyone, else a sorted list of eyes."""
        eyes = record.audience.eyes
        return {
            "seq": record.seq,
            "at": record.at,
            "eyes": None if eyes is None else sorted(eyes),
            "fact": self.fact(record.fact),
        }

    def to_record(self, value: Mapping[str, Any]) -> Record:
        """The record of a JSON object.

        Raises:
            ValueError: it is not one.
        """
        try:
            eyes = value["eyes"]
            audience = Audience(None if eyes is None else frozenset(eyes))
            return Record(int(value["seq"]), int(value["at"]), audience, self.to_fact(value["fact"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a record: {error}") from error

    def command(self, command: m.Command) -> dict[str, Any]:
        """A command: its maker under `who` and its move."""
        return {"who": command.who, "move": self.move(command.move)}

    def to_command(self, value: Mapping[str, Any]) -> m.Command:
        """The command of a JSON object.

        Raises:
            ValueError: it is not one.
        """
        try:
            return m.Command(str(value["who"]), self.to_move(value["move"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a command: {error}") from error

    def plain(self, value: Any) -> Any:
        """Any frozen value (a view, a play, an outcome) as plain JSON values."""
        return self._plain.unstructure(value)

    def _structured(self, names: Mapping[str, type[Any]], tag: str, value: Mapping[str, Any]) -> Any:
        try:
            cls = names[value[tag]]
        except (KeyError, TypeError) as error:
            raise ValueError(f"unknown {tag}") from error
        given = {name: item for name, item in value.items() if name != tag}
        try:
            return self._plain.structure(given, cls)
        except Exception as error:  # cattrs raises groups of whatever the fields' types raise
            raise ValueError(f"{value[tag]}: fields missing, unknown or of a wrong type") from error


def dumps(value: Any) -> str:
    """Canonical JSON text of plain values."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _fields(value: Any, converter: Converter) -> dict[str, Any]:
    return {a.name: converter.unstructure(getattr(value, a.name), unstructure_as=a.type) for a in fields(type(value))}


_T = TypeVar("_T")


def _strict() -> Converter:
    """A converter that takes no value of a neighbouring type ("false" is no bool, 1.5 no int) and writes what
    JSON can hold: names as keys, sets as sorted lists."""
    converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={AbstractSet: sorted})
    for cls in (str, int, bool):
        converter.register_structure_hook(cls, _exactly(cls))
    converter.register_structure_hook(
        str | int, lambda value, _: _exactly(str if isinstance(value, str) else int)(value, _)
    )
    converter.register_structure_hook_factory(_number_or_name, lambda cls: _by_type(get_args(cls)[1]))
    converter.register_unstructure_hook_factory(
        is_mapping, lambda cls: converter.gen_unstructure_mapping(cls, key_handler=cast(Any, str))
    )
    converter.register_structure_hook_factory(_numbered, lambda cls: _by_number(converter, get_args(cls)[1]))
    return converter


def _exactly(cls: type[_T]) -> Callable[[Any, Any], _T]:
    def structure(value: Any, _: Any) -> _T:
        if type(value) is not cls:
            raise TypeError(f"{cls.__name__} needed")
        if isinstance(value, str):
            value.encode()  # raises for half a surrogate pair, which no terminal and no hash could take
        return value

    return structure


def _number_or_name(cls: Any) -> bool:
    """Whether it is `int | E` with an enumeration E, none of whose values is a number."""
    match get_args(cls):
        case (first, type() as second):
            return first is int and issubclass(second, Enum)
    return False


def _by_type(names: type[Enum]) -> Callable[[Any, Any], int | Enum]:
    return lambda value, _: _exactly(int)(value, _) if isinstance(value, int) else names(value)


def _numbered(cls: Any) -> bool:
    return is_mapping(cls) and get_args(cls)[:1] == (int,)


def _by_number(converter: Converter, item: Any) -> Callable[[Any, Any], dict[int, Any]]:
    return lambda value, _: {int(number): converter.structure(of, item) for number, of in value.items()}
