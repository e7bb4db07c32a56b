"""The front end for programs, docs/json.md: each request and event, every kind of bad line, limits, and secrets."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager
from pathlib import Path

import attrs
import pytest

from engine.facts import Fact
from engine.games import GAMES
from engine.games.omega import OMEGA
from engine.house import Goodbye, LobbyChanged, Notice, TableChanged, TableGone
from engine.table import facts as table_facts
from engine.table import moves as m
from tests.support.fake_house import FakeHub
from tests.support.openssh import DEADLINE
from tui import jsonl

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/json.md").read_text(encoding="utf-8")


class Program:
    """A program at the other end: it sends lines and remembers every object it was sent."""

    def __init__(self, house) -> None:
        self.house = house
        self.got: list[dict] = []
        self.raw = b""
        self.room = asyncio.Event()
        self.room.set()
        self._sent: asyncio.Queue[bytes] = asyncio.Queue()
        self._heard = asyncio.Event()
        self.ending = asyncio.create_task(jsonl.run(house, self._sent.get, self._take))

    async def _take(self, data: bytes) -> None:
        self.raw += data
        *lines, _ = self.raw.split(b"\n")
        self.got = [json.loads(line) for line in lines]
        self._heard.set()
        await self.room.wait()

    def send(self, *requests: dict) -> None:
        self.send_raw(b"".join(json.dumps(request).encode() + b"\n" for request in requests))

    def send_raw(self, data: bytes) -> None:
        self._sent.put_nowait(data)

    async def until(self, found) -> dict:
        """The first object of which `found` is true, also of those that came before."""
        async with asyncio.timeout(DEADLINE):
            while not (hits := [event for event in self.got if found(event)]):
                self._heard.clear()
                await self._heard.wait()
        return hits[0]

    async def event(self, name: str, **values) -> dict:
        return await self.until(lambda e: e["event"] == name and values.items() <= e.items())

    async def ask(self, **request) -> dict:
        """Send a request and wait for what became of it."""
        mark = f"ask {len(self.got)} {request['do']}"
        self.send({**request, "id": mark})
        return await self.until(lambda e: e.get("id") == mark)

    async def table(self, found=lambda event: True) -> dict:
        """The newest table event once `found` is true of it."""
        async with asyncio.timeout(DEADLINE):
            while not ((events := self.tables) and found(events[-1])):
                self._heard.clear()
                await self._heard.wait()
        return events[-1]

    @property
    def tables(self) -> list[dict]:
        return [event for event in self.got if event["event"] == "table"]

    @property
    def facts(self) -> list[dict]:
        return [news["fact"] for event in self.tables for news in event["news"]]


@asynccontextmanager
async def programs(*names: str, hub: FakeHub | None = None):
    """Programs that have been greeted, in one house."""
    hub = hub or FakeHub(OMEGA)
    players = [Program(hub.join(name)) for name in names]
    for player in players:
        await player.event("lobby")
    yield players
    for player in players:
        player.send_raw(b"")
    await asyncio.gather(*(player.ending for player in players), return_exceptions=True)


async def seated(players: list[Program], **options) -> str:
    """All of them ready at the first one's table."""
    first, *others = players
    made = await first.ask(do="create", game="omega", options=options)
    for player in others:
        await player.ask(do="enter", code=made["code"])
        await player.ask(do="Sit")
        await player.ask(do="Ready", word=f"word-of-{player.house.person.name}")
    return made["code"]


async def dealt(players: list[Program], **options) -> None:
    """The same, in their first dialogue."""
    await seated(players, **options)
    await players[0].ask(do="Start")
    for player in players:
        await player.table(lambda event: event["view"]["stage"] == "playing")


# --- hello, lobby, tables -------------------------------------------------------------------------------


async def test_the_first_line_says_who_one_is_and_what_can_be_played():
    async with programs("robo") as [robo]:
        assert robo.got[0]["event"] == "hello"
        assert robo.got[0]["version"] == 1
        assert robo.got[0]["person"] == {"id": "u1", "name": "robo", "guest": False}
        assert robo.got[0]["rejoin"] is None
        [game] = robo.got[0]["games"]
        assert (game["id"], game["least"], game["most"], game["author"]) == ("omega", 3, 4, False)
        assert game["temperaments"] == ["cautious", "greedy", "sly"]
        dialogue = {"name": "dialogue", "default": 60, "low": 20, "high": 300, "choices": [], "offered": None}
        assert (game["least"], game["usual"], game["most"]) == (3, 4, 4)
        assert game["phrases"]["ask-turn"] == {"seat": "seat", "turn": "round"}
        assert dialogue in game["options"]


async def test_a_guest_is_told_the_code_for_coming_back():
    hub = FakeHub(OMEGA)
    program = Program(hub.join("miki", guest=True))
    hello = await program.event("hello")
    assert hello["person"]["guest"] is True
    assert hello["rejoin"] == "amber-hill-37"
    program.send_raw(b"")
    assert await program.ending == 0


async def test_house_chat_and_tables_appear_in_the_lobby():
    async with programs("robo", "anna") as [robo, anna]:
        assert (await robo.ask(do="house_say", text="good evening"))["event"] == "ok"
        await anna.until(lambda e: e["event"] == "lobby" and e["chat"] and e["chat"][0]["text"] == "good evening")
        made = await robo.ask(do="create", game="omega", access="open", options={"dialogue": 20})
        await robo.ask(do="Say", scope="table", text="welcome")
        lobby = await anna.until(lambda e: e["event"] == "lobby" and e["tables"] and e["tables"][0]["seated"])
        assert lobby["tables"][0] == {
            "code": made["code"], "game": "omega", "stage": "lobby", "seated": ["robo"], "most": 4, "watching": 0,
            "age": 0, "access": "open", "spectators": True, "mine": False, "bots": 0, "over": False,
        }  # fmt: skip


async def test_the_first_event_at_a_table_carries_all_that_was_public():
    async with programs("robo", "anna") as [robo, anna]:
        made = await robo.ask(do="create", game="omega")
        await robo.ask(do="Say", scope="table", text="anyone there?")
        await anna.ask(do="enter", code=made["code"])
        event = await anna.table()
        assert event["first"] is True
        assert event["seat"] is None
        assert event["may_say"] == "table"
        assert event["prompts"] == []
        assert [news["number"] for news in event["news"]] == list(range(1, len(event["news"]) + 1))
        said = {"kind": "Said", "who": "u1", "scope": "table", "text": "anyone there?"}
        assert said in [news["fact"] for news in event["news"]]
        assert event["view"]["seats"][0]["name"] == "robo"
        assert "chat" not in event["view"]


async def test_leaving_and_the_last_farewell_are_events():
    async with programs("robo") as [robo]:
        made = await robo.ask(do="create", game="omega")
        assert (await robo.ask(do="step_out"))["event"] == "ok"
        assert await robo.event("gone") == {"event": "gone", "code": made["code"], "reason": "left"}
        robo.house.notice("name-taken", name="robo")
        assert (await robo.event("notice"))["params"] == {"name": "robo"}
        robo.house.goodbye("server-stops")
        assert await robo.event("goodbye") == {"event": "goodbye", "code": "server-stops"}
        assert await robo.ending == 1


async def test_the_input_s_end_is_the_end():
    async with programs("robo") as [robo]:
        robo.send_raw(b"")
        assert await robo.ending == 0


async def test_whoever_is_cut_off_leaves_no_task_behind():
    async with programs("robo") as [robo]:
        before = asyncio.all_tasks()
        robo.ending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await robo.ending
        left = asyncio.all_tasks()
        assert len(left) == len(before) - 3  # the session, its listener, its teller


# --- a game ---------------------------------------------------------------------------------------------


async def test_prompts_carry_all_that_an_answer_needs():
    async with programs("robo", "anna", "ken") as players:
        await dealt(players)
        robo = players[0]
        prompts = {prompt["name"]: prompt for prompt in robo.tables[-1]["prompts"]}
        no = prompts["consent"]["no"]
        assert prompts["consent"] == {
            "name": "consent", "no": no, "current": None, "default": {"consent": "no"}, "required": False,
            "sealed": True, "fields": [{"name": "consent", "kind": "choice", "options": ["yes", "no"]}],
        }  # fmt: skip
        assert prompts["done"]["required"] is True
        assert prompts["wish"]["sealed"] is False
        answer = {"do": "Answer", "no": no, "prompt": "consent", "values": {"consent": "yes"}}
        assert (await robo.ask(**answer))["event"] == "ok"
        event = await robo.table(lambda e: any(p["current"] == {"consent": "yes"} for p in e["prompts"]))
        assert event["news"][-1]["fact"]["kind"] == "Answered"


async def test_programs_play_to_the_result_and_again():
    async with programs("robo", "anna", "ken") as players:
        await dealt(players)
        hub = players[0].house.hub
        for game in (1, 2):
            while not all(player.tables[-1]["view"]["outcome"] for player in players):
                for player in players:
                    for prompt in player.tables[-1]["prompts"]:
                        values = {"done": {"done": "yes"}, "action": {"action": "work"}}.get(prompt["name"])
                        if values and prompt["current"] != values:
                            await player.ask(do="Answer", no=prompt["no"], prompt=prompt["name"], values=values)
                hub.advance(3_000)
                await asyncio.sleep(0)
            ended = [fact for fact in players[1].facts if fact["kind"] == "Ended"]
            assert [fact["game_no"] for fact in ended] == list(range(1, game + 1))
            if game == 1:
                for player in players[1:]:
                    assert (await player.ask(do="Ready"))["event"] == "ok"
                assert (await players[0].ask(do="Start"))["event"] == "ok"
                for player in players:
                    await player.table(lambda event: event["view"]["stage"] == "playing")


async def test_a_check_answers_without_sending_anything():
    async with programs("robo", "anna", "ken") as players:
        await dealt(players)
        robo = players[0]
        before = len(robo.tables)
        assert (await robo.ask(do="check", prompt="consent", values={"consent": "yes"}))["warnings"] == []
        refused = await robo.ask(do="check", prompt="consent", values={"consent": "perhaps"})
        assert (refused["code"], refused["params"]) == ("answer-option", {"prompt": "consent", "field": "consent"})
        assert (await robo.ask(do="check", prompt="consent", values={}))["code"] == "answer-fields"
        assert (await robo.ask(do="check", prompt="action", values={"action": "work"}))["code"] == "not-asked"
        assert len(robo.tables) == before


async def test_no_line_ever_holds_the_secret_of_another_seat():
    """Every seat marks what is its own; the marks, dice and sealed answers are looked for in the others' bytes."""
    async with programs("robo", "anna", "ken", "spy") as players:
        *seats, spy = players
        await seated(seats)
        for player in (seats[0], seats[2], spy):
            assert b"word-of-anna" not in player.raw
        await spy.ask(do="enter", code=seats[0].tables[-1]["view"]["code"])
        await seats[0].ask(do="Start")
        event = await seats[1].table(lambda e: e["prompts"])
        await seats[1].ask(do="Answer", no=event["prompts"][0]["no"], prompt="consent", values={"consent": "yes"})
        await seats[1].ask(do="Say", scope="table", text="here I am")
        for player in players:
            await player.until(lambda e: e["event"] == "table" and "here I am" in json.dumps(e))
        for number, player in enumerate(players):
            dice = [fact["seat"] for fact in player.facts if fact["kind"] == "omega.DieRolled"]
            assert dice == ([number] if player is not spy else [])
            assert set(player.tables[-1]["view"]["play"]["turns"][0]["dice"]) == {str(seat) for seat in dice}
            assert not player.tables[-1]["view"]["seed"]
            consents = [fact for fact in player.facts if fact.get("prompt") == "consent"]
            assert len(consents) == (1 if number == 1 else 0)
        numbers = [news["number"] for event in spy.tables for news in event["news"]]
        assert numbers == list(range(1, len(numbers) + 1))  # no gap tells that something was hidden


# --- bad lines ------------------------------------------------------------------------------------------

MALFORMED = [
    b"hello",
    b'{"do":"Sit"',
    b"[]",
    b'"Sit"',
    b"null",
    b"7",
    b"\xff\xfe\xfd",
    '{"do":"Sit"}'.encode("utf-16"),
    '{"do":"Sit"}'.encode("utf-8-sig"),
    b'{"do":"house_say","text":"ok\xff"}',
    b'{"do":"house_say","text":"\\ud800"}',
    b'{"\\udfff":1,"do":"Sit"}',
    b'{"do":"create","game":"omega","options":{"dialogue":NaN}}',
    b'{"do":"create","game":"omega","options":{"dialogue":-Infinity}}',
    b"[" * 4000 + b"]" * 4000,
    b'{"a":' * 1300 + b"1" + b"}" * 1300,
    b'{"do":"Extend","no":' + b"9" * 5000 + b',"seconds":1}',
    b'{"do":"Sit","id":null}',
    b'{"do":"Sit","id":true}',
    b'{"do":"Sit","id":1.5}',
    b'{"do":"Sit","id":[1]}',
    b"\x1b]52;c;aGk=\x07",
    b"\x00",
]

WRONG_FIELDS = [
    {},
    {"do": None},
    {"do": ["Sit"]},
    {"do": {"Sit": 1}},
    {"do": 5},
    {"do": "sit"},
    {"do": "Dance"},
    {"do": "__class__"},
    {"do": "Sit", "no": 1},
    {"do": "Say", "text": "no scope"},
    {"do": "Say", "scope": "house", "text": "not a scope of tables"},
    {"do": "Say", "scope": "table", "text": 5},
    {"do": "Say", "scope": "table", "text": None},
    {"do": "Ready", "word": ["w"]},
    {"do": "Answer", "no": "1", "prompt": "done", "values": {"done": "yes"}},
    {"do": "Answer", "no": 1.0, "prompt": "done", "values": {"done": "yes"}},
    {"do": "Answer", "no": True, "prompt": "done", "values": {"done": "yes"}},
    {"do": "Answer", "no": 1, "prompt": "done", "values": {"done": True}},
    {"do": "Answer", "no": 1, "prompt": "done", "values": [["done", "yes"]]},
    {"do": "Pause", "yes": "no"},
    {"do": "SetOption", "name": "dialogue", "value": 20.5},
    {"do": "SetOption", "name": "dialogue", "value": True},
    {"do": "SetOption", "name": "dialogue", "value": [20]},
    {"do": "create"},
    {"do": "create", "game": 1},
    {"do": "create", "game": "omega", "access": "secret"},
    {"do": "create", "game": "omega", "access": ["open"]},
    {"do": "create", "game": "omega", "options": []},
    {"do": "create", "game": "omega", "options": {"dialogue": [30]}},
    {"do": "create", "game": "omega", "options": {"dialogue": 30.5}},
    {"do": "create", "game": "omega", "options": {"dialogue": 1e999}},
    {"do": "create", "game": "omega", "options": {"dialogue": None}},
    {"do": "create", "game": "omega", "options": {"dialogue": True}},
    {"do": "create", "game": "omega", "acess": "code"},
    {"do": "enter"},
    {"do": "enter", "code": 42},
    {"do": "enter", "code": "KITE-42", "as": "u1"},
    {"do": "step_out", "who": "u1"},
    {"do": "house_say", "text": ["a"]},
    {"do": "house_say", "text": "a", "who": "u1"},
    {"do": "rejoin", "code": None},
    {"do": "check", "prompt": "done", "values": "yes"},
]


@pytest.mark.parametrize("line", MALFORMED, ids=lambda line: repr(line[:40]))
async def test_what_is_no_object_is_refused_and_the_next_line_works(line):
    async with programs("robo") as [robo]:
        robo.send_raw(line + b"\n")
        assert await robo.event("refused") == {"event": "refused", "code": "json-malformed", "params": {}}
        assert (await robo.ask(do="create", game="omega"))["event"] == "ok"


@pytest.mark.parametrize("request_", WRONG_FIELDS, ids=json.dumps)
async def test_wrong_fields_are_refused_and_change_nothing(request_):
    async with programs("robo") as [robo]:
        await robo.ask(do="create", game="omega")
        before = len(robo.tables)
        text = json.dumps(request_ | {"id": 7}).replace("Infinity", "1e999")
        robo.send_raw(text.encode() + b"\n")
        refused = await robo.until(lambda e: e.get("id") == 7)
        assert (refused["event"], refused["code"]) == ("refused", "json-fields")
        assert set(refused["params"]) == {"do"}
        assert (await robo.ask(do="Say", scope="table", text="still here"))["event"] == "ok"
        await robo.until(lambda e: "still here" in json.dumps(e))
        assert len(robo.tables) <= before + 1
        assert len(robo.house.hub.rooms) == 1


@pytest.mark.parametrize("move", m.SERVERS, ids=lambda move: move.__name__)
async def test_moves_of_the_house_are_not_a_program_s(move):
    async with programs("robo") as [robo]:
        await robo.ask(do="create", game="omega")
        room = robo.house.room
        before = len(room.log)
        for fields in ({}, {"no": 1, "code": "omega.hi", "params": {}, "seed": "00" * 32, "reason": "x", "name": "x"}):
            assert (await robo.ask(do=move.__name__, **fields))["code"] == "server-only"
        assert len(room.log) == before


async def test_refusals_of_the_table_come_with_their_parameters():
    async with programs("robo") as [robo]:
        assert (await robo.ask(do="Sit"))["code"] == "not-here"
        assert (await robo.ask(do="enter", code="NOPE-11"))["code"] == "no-such-table"
        await robo.ask(do="create", game="omega")
        refused = await robo.ask(do="SetOption", name="dialogue", value=5)
        assert (refused["code"], refused["params"]) == ("option-range", {"option": "dialogue", "low": 20, "high": 300})
        assert (await robo.ask(do="Start"))["params"] == {"least": 3, "most": 4}
        huge = 10**4000
        assert (await robo.ask(do="SetOption", name="dialogue", value=huge))["code"] == "option-range"


@pytest.mark.parametrize("mark", ["a", "", "日本", 0, -5, 10**30])
async def test_an_id_comes_back_as_it_was_given(mark):
    async with programs("robo") as [robo]:
        robo.send({"do": "create", "game": "omega", "id": mark}, {"do": "Dance", "id": mark})
        await robo.event("refused", id=mark)
        assert (await robo.event("ok", id=mark))["code"] == "KITE-42"


async def test_no_line_holds_a_character_that_a_terminal_may_obey():
    """Names in the database and refused words may hold anything; who plays with `ssh host json` reads it raw."""
    unseen = "\x1b]0;x\x07\x7f\x9b2J\u200e\u202e\u2028\u2066"
    async with programs(f"ro{unseen}bo") as [robo]:
        refused = await robo.ask(do=unseen)
        assert refused["params"] == {"do": unseen}
        assert robo.got[0]["person"]["name"] == f"ro{unseen}bo"
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u2028-\u202e\u2066]", robo.raw.decode())


async def test_a_line_may_come_in_pieces_and_several_at_once():
    async with programs("robo") as [robo]:
        text = json.dumps({"do": "house_say", "text": "こんばんは"}, ensure_ascii=False).encode() + b"\r\n"
        for byte in text + b"\n  \n" + text:
            robo.send_raw(bytes([byte]))
        await robo.until(lambda e: e["event"] == "lobby" and [line["text"] for line in e["chat"]] == ["こんばんは"] * 2)
        assert not [event for event in robo.got if event["event"] == "refused"]


@pytest.mark.parametrize("pieces", [1, 2, 50])
async def test_a_line_that_is_too_long_is_dropped_and_refused_once(pieces):
    async with programs("robo") as [robo]:
        line = json.dumps({"do": "house_say", "text": "x" * 100_000, "id": 1}).encode() + b"\n"
        step = len(line) // pieces + 1
        for start in range(0, len(line), step):
            robo.send_raw(line[start : start + step])
        assert (await robo.ask(do="house_say", text="short"))["event"] == "ok"
        refused = [event for event in robo.got if event["event"] == "refused"]
        assert refused == [{"event": "refused", "code": "json-long", "params": {"most": 8192}}]


@pytest.mark.parametrize(("size", "code"), [(8_192, None), (8_193, "json-long")])
async def test_the_longest_line_is_8192_bytes_without_its_end(size, code):
    async with programs("robo") as [robo]:
        line = json.dumps({"do": "enter", "code": ""})
        line = json.dumps({"do": "enter", "code": "x" * (size - len(line))}).encode()
        assert len(line) == size
        robo.send_raw(line + b"\n")
        refused = await robo.event("refused")
        assert refused["code"] == (code or "no-such-table")


# --- floods ---------------------------------------------------------------------------------------------


async def test_forty_requests_at_once_are_taken_and_then_it_is_too_fast():
    async with programs("robo") as [robo]:
        robo.send(*({"do": "step_out", "id": n} for n in range(43)))
        last = await robo.until(lambda e: e.get("id") == 42)
        assert [robo_id for robo_id in range(40) if robo.got and not _done(robo, robo_id)] == []
        refused = [event for event in robo.got if event["event"] == "refused"]
        assert refused
        assert {event["code"] for event in refused} == {"too-fast"}
        assert refused[0]["params"] == {"seconds": 1}
        assert last["event"] in ("ok", "refused")


def _done(program: Program, mark: int) -> bool:
    return any(event["event"] == "ok" and event.get("id") == mark for event in program.got)


@pytest.mark.parametrize("flood", [b"\n" * 65536, b"x\n" * 32768, b"x" * 65536, b'{"do":"step_out"}\n' * 3000])
async def test_a_flood_leaves_the_loop_to_the_others(flood):
    """The flood never waits for anything: if it were not made to, the other program could never be answered."""
    hub = FakeHub(OMEGA)

    async def read() -> bytes:
        return flood

    async def write(data: bytes) -> None:
        return

    flooding = asyncio.create_task(jsonl.run(hub.join("flood"), read, write))
    async with programs("anna", hub=hub) as [anna]:
        for number in range(5):
            assert (await anna.ask(do="house_say", text=f"line {number}"))["event"] == "ok"
    assert not flooding.done()
    flooding.cancel()


async def test_a_program_that_does_not_read_is_waited_for_and_then_gets_the_newest():
    """While its line is stuck nothing is taken from the house, which keeps one newest view and not every one."""
    async with programs("robo", "anna") as [robo, anna]:
        made = await anna.ask(do="create", game="omega")
        await robo.ask(do="enter", code=made["code"])
        robo.room.clear()
        await anna.ask(do="Say", scope="table", text="first")
        await robo.until(lambda e: "first" in json.dumps(e))
        stuck = len(robo.raw)
        for number in range(20):
            await anna.ask(do="Say", scope="table", text=f"line {number}")
        robo.send({"do": "Sit", "id": "later"})
        await asyncio.sleep(0)
        assert len(robo.raw) == stuck
        robo.room.set()
        assert (await robo.event("ok", id="later"))["event"] == "ok"
        await robo.until(lambda e: "line 19" in json.dumps(e))
        said = [fact["text"] for fact in robo.facts if fact["kind"] == "Said"]
        assert said == ["first", *(f"line {number}" for number in range(20))]


async def test_a_long_line_goes_out_in_pieces_and_stays_whole():
    """So that a long evening's first event never counts as being far behind."""
    sizes: list[int] = []

    class Chatty(Program):
        async def _take(self, data: bytes) -> None:
            sizes.append(len(data))
            await asyncio.sleep(0)
            await super()._take(data)

    hub = FakeHub(OMEGA)
    async with programs("anna", hub=hub) as [anna]:
        code = (await anna.ask(do="create", game="omega"))["code"]
        for _ in range(300):
            anna.house.room.do(anna.house.person.id, m.Say("table", "x" * 400))
        late = Chatty(hub.join("late"))
        await late.event("lobby")
        late.send({"do": "enter", "code": code, "id": 1}, {"do": "Dance", "id": 2})
        await late.event("refused", id=2)
        event = await late.table()
        assert len([news for news in event["news"] if news["fact"]["kind"] == "Said"]) == 300
        assert max(sizes) == 32 * 1024
        late.send_raw(b"")
        await late.ending


# --- docs/json.md ---------------------------------------------------------------------------------------

FACTS = {
    cls.__name__: cls
    for cls in vars(table_facts).values()
    if isinstance(cls, type) and issubclass(cls, Fact) and cls is not Fact
} | {f"{game.id}.{cls.__name__}": cls for game in GAMES.values() for cls in game.facts}
EVENTS = {LobbyChanged: "lobby", TableChanged: "table", TableGone: "gone", Notice: "notice", Goodbye: "goodbye"}


def test_the_page_names_every_event():
    for name in ("hello", *EVENTS.values(), "ok", "refused"):
        assert f"| `{name}` |" in PAGE


def test_the_page_names_every_request_with_its_fields():
    for name, fields in jsonl.REQUESTS.items():
        assert _told(name) == fields, name


@pytest.mark.parametrize("move", m.PERSONAL, ids=lambda move: move.__name__)
def test_the_page_names_every_personal_move_with_its_fields(move):
    assert _told(move.__name__) == {field.name for field in attrs.fields(move)}


@pytest.mark.parametrize("fact", FACTS.items(), ids=lambda fact: fact[0])
def test_the_page_names_every_fact_with_its_fields(fact):
    assert _told(fact[0]) == {field.name for field in attrs.fields(fact[1])}


def test_the_page_names_every_refusal_of_this_front_end():
    for code in re.findall(r'Refusal\("([a-z-]+)"', (ROOT / "tui/jsonl.py").read_text()):
        assert f"`{code}`" in PAGE, code


def test_the_example_bot_is_at_most_60_lines():
    assert len((ROOT / "docs/examples/bot.py").read_text().splitlines()) <= 60


def _told(name: str) -> set[str]:
    """The fields in the row of `name`."""
    row = re.search(rf"^\| `{re.escape(name)}` \|([^|]*)\|", PAGE, re.MULTILINE)
    assert row, f"{name} is not on the page"
    return set(re.findall(r"`(\w+)`", row[1]))
