"""Random games and everybody who looks at them: what the net under the faces is made of.

`played` plays a listed game at random and keeps its log; `eyes` names who looks; `moments` is what an eye was shown
before, during and after the game.  `listening` writes down every sentence that is put into words meanwhile, and
`cut_short` finds those of them that a screen shows without their end.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager, contextmanager
from functools import cache, lru_cache

from attrs import define, field, frozen
from attrs import evolve as replace

from engine.errors import Refusal
from engine.house import LobbyChanged, LobbyView, News, Person, TableChanged
from engine.table import facts as f
from engine.table import moves as m
from engine.table.state import TableState, evolve
from tests.support.evening import TURNS
from tests.support.fake_house import FakeHouse, FakeHub
from tests.support.random_table import LATE, RandomTable
from tests.support.vt import Emulator, RecordingLink
from tui.app import NaishoApp
from tui.terminal.client import Depth, Terminal
from tui.terminal.pace import Pacer
from tui.words.catalogue import Words, missing

NAMES = {
    "u0": "Aki",
    "u1": "デルフィーヌ",
    "u2": "Katharina Krause",
    "u3": "蓮",
    "u4": "Bo Li",
    "u5": "M-L. Ōe",
    "u6": "佐々木小次郎",
    "w0": "Rin",
    "w1": "Theodora",
}
"""People of every width that the door lets in: at most 16 cells."""

ROLES = ("player", "dead", "culprit", "watcher", "author", "late")
"""Who looks; in a game without one of them, or where a bot is the one, whoever sits there."""

LEFT = missing("x").split("x")[0]
MARKS = ("…", "▼")
"""What tells that there is more: of a word, of a page."""

DECORATION = re.compile(r"[\s│┃┊─·~=†★▸▲‹›✓]|(?<=[^\w])[!?](?=\s)")


class NamedTable(RandomTable):
    """A random table of people whose names take room."""

    def do(self, who, move):
        if isinstance(move, m.Enter):
            move = replace(move, name=NAMES[who])
        super().do(who, move)


@frozen
class Played:
    """A finished game: its table, and the numbers of records before which somebody looks."""

    table: RandomTable
    cuts: tuple[int, ...]


@cache
def played(game, number):
    """Random game `number` of a game."""
    table = NamedTable(game, number)
    table.seat_everybody()
    log = table.log
    dealt = next(n for n, record in enumerate(log) if isinstance(record.fact, f.Dealt))
    cuts, phases = [dealt, len(log)], table.state.phases
    while table.state.playing:
        table.step()
        assert len(log) < 10_000, f"{game.id} {number} does not end"
        if table.state.phases != phases or table.random.random() < 0.08:
            phases = table.state.phases
            cuts.append(len(log))
    return Played(table, (*cuts, len(log)))


def eyes(game):
    """Role -> eye, for the roles of `ROLES` that a played game has."""
    table = game.table
    seats = table.state.cast
    living = set(table.state.rules.living(table.state.play))
    culprit = getattr(table.state.play, "culprit", None)
    dead = [seat.who for n, seat in enumerate(seats) if n not in living]
    found = {"player": "u0", "watcher": "w1", "author": table.author, "late": LATE}
    found |= {"dead": next(iter(sorted(dead, reverse=True)), "")}
    found |= {"culprit": seats[culprit].who if culprit is not None else ""}
    return {role: found[role] for role in ROLES if found[role]}


def roles(game):
    """The roles of `ROLES` that there are in a game."""
    some = played(game, 0).table.state
    there = {"author": game.author, "culprit": hasattr(some.play, "culprit")}
    return [role for role in ROLES if there.get(role, True)]


def moments(game, eye):
    """What an eye sees at each cut: the view, the facts it was shown since the last one, and the table's time."""
    view, seen, log, number = TableState(rules=game.table.game), 0, game.table.log, 0
    for cut in game.cuts:
        news = []
        for record in log[seen:cut]:
            if record.audience.sees(eye):
                number += 1
                view = evolve(view, record.fact)
                news.append(News(number, record.at, record.fact))
        seen = cut
        yield view, tuple(news), log[cut - 1].at


# --- words ----------------------------------------------------------------------------------------------


@define
class Heard:
    """What was put into words: `now` is emptied by whoever has looked, `ever` and `keys` grow."""

    now: set[str] = field(factory=set)
    ever: set[str] = field(factory=set)
    keys: set[str] = field(factory=set)


@contextmanager
def listening(monkeypatch):
    """The sentences that are made meanwhile, and the keys that are asked for."""
    heard, ask = Heard(), Words.__call__

    def call(words, key, /, **params):
        text = ask(words, key, **params)
        heard.keys.add(key)
        heard.now.add(text)
        heard.ever.add(text)
        return text

    with monkeypatch.context() as patch:
        patch.setattr(Words, "__call__", call)
        yield heard


@lru_cache(100_000)
def plain(text):
    """Text without spaces and lines, so that it is the same wherever it was wrapped."""
    return DECORATION.sub("", text)


def cut_short(parts, said, heard, names=()):
    """The sentences of `said` that begin in one of the parts of a screen and do not end there, with no mark of more.

    `heard` are all that may stand there.  A beginning that belongs to a sentence that is whole on the screen does not
    count; `names` are those that a sentence may begin with, which tell nothing of it.
    """
    texts, ever = [plain(part) for part in parts], {plain(one) for one in heard}
    whole = [one for one in ever if any(one in text for text in texts)]
    found = []
    for one in {plain(one) for one in said}.difference(whole):
        begin = _beginning(one, names)
        if len(one) > 5 and not any(begin in other for other in whole):
            found += [one for text in texts if begin in text and not _told(one, text) and not _goes_on(one, text, ever)]
    return found


def _goes_on(one, shown, ever):
    """Whether what stands there is the middle of another sentence, which only begins alike from there on."""
    kept = _longest(one, shown)
    at = shown.index(kept)
    there = shown[at : at + len(kept) + 3]
    return any(there in other for other in ever if other != one)


def _beginning(one, names):
    """As much of a sentence as no other has."""
    name = max((len(name) for name in map(plain, names) if one.startswith(name)), default=0)
    return one[: name + max(6, len(one) // 3)]


def _told(one, shown):
    """Whether a mark stands where a sentence breaks off; what scrolls breaks off a sentence only near its end."""
    kept = _longest(one, shown)
    if "▼" in shown and len(kept) < 3 * len(one) // 4:
        return True
    return shown[shown.index(kept) + len(kept) :].startswith(MARKS)


def _longest(one, shown):
    """The longest beginning of a sentence that is in sight."""
    return next(one[:n] for n in range(len(one), 0, -1) if one[:n] in shown)


def halves(screen):
    """The parts of a screen that are read one by one, each as text: left and right of the edge, and the rows around."""
    rows = [[cell or "" for cell in row] for row in screen]
    line = max((y for y, row in enumerate(rows) if "›" in row or ">" in row[:12]), default=len(rows) - 3)
    edge = max(range(1, len(rows[0]) - 1), key=lambda x: sum(row[x] == "│" for row in rows))
    body = [y for y, row in enumerate(rows) if row[edge] == "│"]
    if len(body) < len(rows) // 2:
        edge, body = len(rows[0]), list(range(2, line))
    around = [y for y in range(line + 1) if y not in body]
    blocks = [
        [rows[y][:edge] for y in body],
        [rows[y][edge + 1 :] for y in body],
        rows[line + 1 :],
        *([rows[y]] for y in around),
    ]
    return ["\n".join("".join(row).rstrip() for row in block) for block in blocks]


# --- one person at a table, through the real session ------------------------------------------------------


class Window(FakeHouse):
    """A house that shows what it is told to, and refuses every move."""

    def __init__(self, game, eye, lang):
        super().__init__(FakeHub(game), Person(eye, NAMES.get(eye, eye), False), lang)
        self.at = 0
        self.tried = []

    def now(self):
        return self.at

    async def act(self, move):
        self.tried.append(move)
        raise Refusal("table-gone")

    async def notes(self):
        return {}


class Onlooker:
    """A session whose person is shown one moment after the other.  Keys go in and frames come out as bytes."""

    def __init__(self, game, eye, lang, size):
        self.house = Window(game, eye, lang)
        self.link = RecordingLink(Emulator(*size))
        self.size = size
        self.shown = False
        self.told = 0
        """How many facts were shown, for whoever counts them."""

    @asynccontextmanager
    async def session(self):
        """The session; whatever crashes it is raised at its end."""
        terminal = Terminal(*self.size, depth=Depth.TRUE, probe=False)
        self.app = NaishoApp(self.house, self.link, terminal, pacer=Pacer(enabled=False))
        session = asyncio.create_task(self.app.run_session())
        self.house.put(LobbyChanged(LobbyView((self.house.person,), (), ())))
        try:
            await self.settle()
            yield self
            await self.settle()
        finally:
            self.app.hang_up()
            await session

    async def settle(self):
        """Let everything that is under way arrive."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        await self.app.ready()
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def show(self, view, news, now):
        """The next moment at the table."""
        self.house.at = now
        self.house.put(TableChanged(view, news, now, not self.shown))
        self.shown = True
        await self.settle()

    async def type(self, *keys):
        """Keys as a terminal sends them, each after the effect of the one before."""
        for key in keys:
            self.app.feed(key.encode())
            await self.settle()

    async def resize(self, size):
        """Drag the window."""
        drawn, same = len(self.link.writes), size == self.size
        self.size = size
        self.link.emulator.resize(*size)
        self.app.resize(*size)
        if not same:
            await self.link.until(lambda link: len(link.writes) > drawn)
        await self.settle()

    def screen(self):
        """Every cell's text, row by row; "" behind a wide one."""
        buffer, (width, height) = self.link.emulator.screen.buffer, self.size
        return [[buffer[y][x].data for x in range(width)] for y in range(height)]

    def text(self):
        """What can be read."""
        return self.link.text()
