"""Writes what one eye sees of a game as a text that people can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.codec import Codec
from engine.facts import Eye, Fact
from engine.table import facts as f
from engine.table.state import TableState, evolve
from engine.table.talk import open_scope
from tests.support.driving import Driven


def playthrough(table: Driven, eye: Eye, title: str) -> str:
    """The whole log as an eye sees it: number, table time in seconds, fact; and whenever that changes, what the eye
    is asked and where it may speak."""
    return "\n".join([title, "=" * len(title), "", *_lines(table, eye)]) + "\n"


def _lines(table: Driven, eye: Eye) -> Iterator[str]:
    codec, view = Codec([table.rules]), TableState(rules=table.rules)
    before = ""
    for number, record in enumerate(table.shown(eye), 1):
        view = evolve(view, record.fact)
        if isinstance(record.fact, f.PhaseOpened):
            yield ""
        yield f"{number:>4} {record.at / 1000:>6.1f}  {_told(codec, record.fact)}"
        if isinstance(record.fact, f.Opened):
            yield from (f"             {_told(codec, secret)}" for secret in record.fact.secrets)
        now = _asked(view, eye)
        if now != before and not isinstance(record.fact, f.PhaseClosed):
            yield f"             -> {now}"
            before = now


def _told(codec: Codec, fact: Fact) -> str:
    values = codec.fact(fact)
    kind = values.pop("kind").split(".")[-1]
    values.pop("secrets", None)
    return f"{kind}  " + ", ".join(f"{name} {_plain(value)}" for name, value in values.items())


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + " ".join(f"{key}:{_plain(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "[" + " ".join(map(_plain, value)) + "]"
    return repr(value) if value == "" else str(value)


def _asked(view: TableState, eye: Eye) -> str:
    seat = view.seat_of(eye) if view.playing else None
    prompts = () if seat is None else view.rules.prompts(view, seat)
    asked = [f"{p.name} {_plain(p.current) if p.current else 'not yet'}" for p in prompts]
    return f"asked: {', '.join(asked) or 'nothing'}; may speak: {open_scope(view, eye) or 'nowhere'}"
