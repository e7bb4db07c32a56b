"""The front end for programs: one JSON object per line each way, with exactly the rights of a person.

docs/json.md describes version 1 for those who write bots; this module is its whole implementation.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from attrs import frozen

from engine.codec import Codec, dumps
from engine.errors import Refusal
from engine.house import Goodbye, House, LobbyChanged, Notice, TableChanged, TableGone
from engine.options import Value
from engine.prompt import Prompt
from engine.table import moves as m
from engine.table.facts import Access
from engine.table.state import TableState
from engine.table.talk import open_scope

VERSION: Final = 1

LONGEST_LINE: Final = 8_192
"""Bytes in a request: the largest legal one (a night form with a long lucky word) stays far below."""

BURST, RATE = 40, 20
"""Requests at once, and a second in the long run: a game needs a handful a turn, and each costs everybody time."""

PIECE: Final = 32 << 10
"""Bytes sent before looking whether the reader keeps up: a long evening is longer than any buffer may be."""

REQUESTS: Final[Mapping[str, frozenset[str]]] = {
    "create": frozenset({"game", "access", "options"}),
    "enter": frozenset({"code"}),
    "step_out": frozenset(),
    "house_say": frozenset({"text"}),
    "rejoin": frozenset({"code"}),
    "export": frozenset(),
    "check": frozenset({"prompt", "values"}),
}
"""What can be asked besides moves, with the fields of each."""

_UNSEEN: Final = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What JSON leaves as it is and a terminal may obey: DEL, C1 controls, direction marks, line separators."""

_SERVERS: Final = frozenset(move.__name__ for move in m.SERVERS)

Read = Callable[[], Awaitable[bytes]]
Write = Callable[[bytes], Awaitable[None]]


@frozen
class _Bad:
    """A line that is no request, and why."""

    refusal: Refusal


async def run(house: House, read: Read, write: Write) -> int:
    """Serve one program until its input ends or the house says goodbye.

    Args:
        house: the house as this program's person may use it.
        read: the next bytes, b"" at the end.
        write: sends bytes and waits while the reader is behind.

    Returns:
        The exit code of the session: 0 after the input's end, 1 after a goodbye.
    """
    session = _Session(house, write)
    await session.hello()
    telling = asyncio.create_task(session.tell())
    asking = asyncio.create_task(session.listen(read))
    both = (telling, asking)
    try:
        done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        async with session.whole_line:  # the last line too
            for task in both:
                task.cancel()
    finally:
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
    for task in done:
        task.result()
    return 0 if asking in done else 1


class _Session:
    """One program's requests and events.  Who holds `whole_line` may write."""

    def __init__(self, house: House, write: Write) -> None:
        self.house = house
        self.codec = Codec(house.games.values())
        self.view: TableState | None = None
        self.whole_line = asyncio.Lock()
        self._write = write
        self._busy_until = 0.0

    async def send(self, event: str, **values: Any) -> None:
        line = _UNSEEN.sub(_escaped, dumps({"event": event, **values})).encode() + b"\n"
        async with self.whole_line:
            for start in range(0, len(line), PIECE):
                await self._write(line[start : start + PIECE])

    async def hello(self) -> None:
        games = [
            {
                "id": game.id,
                "least": game.least,
                "most": game.most,
                "usual": game.usual,
                "author": game.author,
                "temperaments": list(game.temperaments),
                "phrases": {code: dict(slots) for code, slots in game.phrases.items()},
                "options": self.codec.plain(game.options),
            }
            for game in self.house.games.values()
        ]
        person = self.codec.plain(self.house.person)
        await self.send("hello", version=VERSION, person=person, games=games, rejoin=self.house.rejoin_code)

    # --- events ---------------------------------------------------------------------------------------

    async def tell(self) -> None:
        """Pass the house's events on until it says goodbye."""
        while True:
            event = await self.house.next()
            match event:
                case LobbyChanged(view):
                    await self.send("lobby", **self.codec.plain(view))
                case TableChanged():
                    await self._table(event)
                case TableGone(code, reason):
                    self.view = None
                    await self.send("gone", code=code, reason=reason)
                case Notice(code, params):
                    await self.send("notice", code=code, params=dict(params))
                case Goodbye(code):
                    await self.send("goodbye", code=code)
                    return

    async def _table(self, event: TableChanged) -> None:
        self.view = event.view
        plain = self.codec.plain(event.view)
        del plain["chat"]  # every line of it has come, or comes now, as news
        await self.send(
            "table",
            first=event.first,
            now=event.now,
            seat=event.view.seat_of(self.house.person.id),
            may_say=open_scope(event.view, self.house.person.id),
            prompts=[_plain_prompt(prompt) for prompt in self._prompts()],
            standing=self._standing(),
            news=[{"number": n.number, "at": n.at, "fact": self.codec.fact(n.fact)} for n in event.news],
            view=plain,
        )

    def _prompts(self) -> tuple[Prompt, ...]:
        view = self.view
        seat = view.seat_of(self.house.person.id) if view else None
        if view is None or seat is None or view.phase is None or not view.playing:
            return ()
        return view.rules.prompts(view, seat)

    def _standing(self) -> dict[str, Any] | None:
        """The form that the person's seat may keep for every night to come, as a prompt."""
        view = self.view
        seat = view.seat_of(self.house.person.id) if view else None
        if view is None or seat is None or not view.playing:
            return None
        prompt = view.rules.standing(view, seat)
        return None if prompt is None else _plain_prompt(prompt)

    # --- requests -------------------------------------------------------------------------------------

    async def listen(self, read: Read) -> None:
        """Answer requests, one after another, until the input ends."""
        lines = _Lines()
        while chunk := await read():
            for request in lines.feed(chunk):
                await self._answer(request, too_fast=not self._in_time())
            await asyncio.sleep(0)  # a flood of empty lines must not keep the loop for itself

    def _in_time(self) -> bool:
        """Whether the program keeps to its pace with one more request; if so, the request is counted."""
        now = asyncio.get_running_loop().time()
        busy_until = max(self._busy_until, now) + 1 / RATE
        if busy_until - now > BURST / RATE:
            return False
        self._busy_until = busy_until
        return True

    async def _answer(self, request: Mapping[str, Any] | _Bad, *, too_fast: bool) -> None:
        mark = {} if isinstance(request, _Bad) or "id" not in request else {"id": request["id"]}
        try:
            if too_fast:
                await asyncio.sleep(1 / RATE)  # what is sent meanwhile waits at the program's side
                raise Refusal("too-fast", seconds=1)
            if isinstance(request, _Bad):
                raise request.refusal
            result = await self._do({name: value for name, value in request.items() if name != "id"})
        except Refusal as refusal:
            await self.send("refused", **mark, code=refusal.code, params=refusal.params)
        else:
            await self.send("ok", **mark, **result)

    async def _do(self, request: dict[str, Any]) -> dict[str, Any]:
        known = _known(request)
        match request:
            case {"do": "create", "game": str(game)} if known:
                access, options = request.get("access", "open"), request.get("options", {})
                return {"code": await self.house.create(game, _access(access), _options(options))}
            case {"do": "enter", "code": str(code)} if known:
                await self.house.enter(code)
            case {"do": "step_out"} if known:
                await self.house.step_out()
            case {"do": "house_say", "text": str(text)} if known:
                await self.house.say(text)
            case {"do": "rejoin", "code": str(code)} if known:
                await self.house.rejoin(code)
                return {"person": self.codec.plain(self.house.person)}
            case {"do": "export"} if known:
                return {"file": await self.house.export()}
            case {"do": "check", "prompt": str(name), "values": dict(values)} if known:
                return self._check(name, values)
            case _:
                await self.house.act(self._move(request))
        return {}

    def _check(self, name: str, values: dict[str, str]) -> dict[str, Any]:
        prompt = next((prompt for prompt in self._prompts() if prompt.name == name), None)
        if prompt is None:
            raise Refusal("not-asked", prompt=name)
        return {"warnings": list(prompt.warn(prompt.validate(values)))}

    def _move(self, request: dict[str, Any]) -> m.Move:
        do = request.get("do")
        if isinstance(do, str) and do in _SERVERS:
            raise Refusal("server-only")
        try:
            return self.codec.to_move(request)
        except ValueError as error:
            raise _wrong(str(do)[:40]) from error


def _known(request: Mapping[str, Any]) -> bool:
    """Whether it is one of `REQUESTS` with no fields but its own."""
    do = request.get("do")
    return isinstance(do, str) and do in REQUESTS and request.keys() <= REQUESTS[do] | {"do"}


def _access(value: object) -> Access:
    if value == "open" or value == "code":
        return "open" if value == "open" else "code"
    raise _wrong("create")


def _options(value: object) -> Mapping[str, Value]:
    if isinstance(value, dict) and all(type(item) in (str, int) for item in value.values()):
        return value
    raise _wrong("create")


def _wrong(do: str) -> Refusal:
    return Refusal("json-fields", do=do)


class _Lines:
    """Cuts bytes into requests.  A line that is too long is dropped to its end and refused once."""

    def __init__(self) -> None:
        self._rest = b""
        self._dropping = False

    def feed(self, chunk: bytes) -> list[Mapping[str, Any] | _Bad]:
        """The requests that are complete with `chunk`."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        requests: list[Mapping[str, Any] | _Bad] = []
        for line in lines:
            if self._dropping:
                self._dropping = False
            elif line.strip():
                requests.append(_request(line))
        if len(self._rest) > LONGEST_LINE and not self._dropping:
            self._dropping = True
            requests.append(_too_long())
        if self._dropping:
            self._rest = b""
        return requests


def _request(line: bytes) -> Mapping[str, Any] | _Bad:
    if len(line) > LONGEST_LINE:
        return _too_long()
    try:
        value = json.loads(line.decode(), parse_constant=_no_number)
        dumps(value).encode()  # lone surrogates ("\\ud800") are no text
    except (ValueError, RecursionError):
        return _Bad(Refusal("json-malformed"))
    if not isinstance(value, dict) or type(value.get("id", "")) not in (str, int):
        return _Bad(Refusal("json-malformed"))
    return value


def _escaped(char: re.Match[str]) -> str:
    return f"\\u{ord(char[0]):04x}"


def _no_number(constant: str) -> float:
    """Refuse NaN and Infinity, which Python reads and JSON does not know.  Raises ValueError."""
    raise ValueError(constant)


def _too_long() -> _Bad:
    return _Bad(Refusal("json-long", most=LONGEST_LINE))


def _plain_prompt(prompt: Prompt) -> dict[str, Any]:
    return {
        "name": prompt.name,
        "no": prompt.no,
        "fields": [{"name": f.name, "kind": f.kind, "options": list(f.options)} for f in prompt.fields],
        "current": prompt.current,
        "default": prompt.default,
        "required": prompt.required,
        "sealed": prompt.sealed,
    }
