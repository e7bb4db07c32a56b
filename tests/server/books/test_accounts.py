"""Names belong to keys; guests have names of their own kind and a code to come back with."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from engine.errors import Refusal
from engine.house import Profile
from server.books.accounts import REJOIN_CODE, Accounts, _new_code, _proquint
from server.books.database import Database, migrations, open_database

KEY, OTHER, THIRD = "SHA256:one", "SHA256:two", "SHA256:three"


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def accounts(tmp_path, clock):
    database = open_database(tmp_path / "naisho.db")
    yield Accounts(database, clock)
    await database.close()


def codes(arrival):
    return [notice.code for notice in arrival.notices]


async def test_the_first_key_owns_the_name_and_no_other(accounts):
    owner = await accounts.admit_key(KEY, "Hana")
    assert (owner.person.name, owner.person.guest, owner.rejoin_code) == ("Hana", False, "")
    assert owner.person.id.startswith("u")
    assert codes(owner) == ["name-owned"]
    again = await accounts.admit_key(KEY, "hana")
    assert again.person == owner.person
    assert codes(again) == []


async def test_a_key_has_one_name_and_is_told_so(accounts):
    owner = await accounts.admit_key(KEY, "hana")
    other_name = await accounts.admit_key(KEY, "mika")
    assert other_name.person == owner.person
    assert other_name.notices[0].code == "known-as"
    assert other_name.notices[0].params == {"name": "hana"}


@pytest.mark.parametrize(("asked", "told"), [("hana", []), ("mika", ["known-as"])])
async def test_a_key_that_comes_twice_at_once_is_one_person(accounts, asked, told):
    first, second = await asyncio.gather(accounts.admit_key(KEY, "hana"), accounts.admit_key(KEY, asked))
    assert codes(first) == ["name-owned"]
    assert (second.person, codes(second)) == (first.person, told)
    assert (await accounts.admit_key(KEY, "hana")).person == first.person


@pytest.mark.parametrize("asked", ["hana", "HANA", "ｈａｎａ"])
async def test_a_taken_name_makes_a_guest_who_is_told_why(accounts, asked):
    await accounts.admit_key(KEY, "hana")
    guest = await accounts.admit_key(OTHER, asked)
    assert guest.person.guest
    assert re.fullmatch(r"(?i)hana-g\d+", guest.person.name)
    assert guest.person.id.startswith("g")
    assert codes(guest) == ["name-taken", "guest"]


async def test_a_guest_by_key_returns_by_that_key_and_may_still_take_a_name_of_their_own(accounts):
    await accounts.admit_key(KEY, "hana")
    guest = await accounts.admit_key(OTHER, "hana")
    assert (await accounts.admit_key(OTHER, "hana")).person == guest.person
    own = await accounts.admit_key(OTHER, "mika")
    assert (own.person.name, own.person.guest) == ("mika", False)
    assert (await accounts.admit_key(OTHER, "hana")).person == own.person


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("admin", "name-reserved"),
        ("ad\u00admin", "name-letters"),
        ("guest-4", "name-reserved"),
        ("", "name-empty"),
        ("a b", "name-letters"),
        ("x" * 17, "name-long"),
        ("evil\nlevel=error", "name-letters"),
        ("\u202ehana", "name-letters"),
    ],
)
async def test_an_improper_name_makes_a_guest_called_guest(accounts, asked, reason):
    arrival = await accounts.admit_key(KEY, asked)
    assert arrival.person.guest
    assert re.fullmatch(r"guest-g\d+", arrival.person.name)
    assert arrival.notices[0].code == "name-refused"
    assert arrival.notices[0].params["reason"] == reason


async def test_a_guests_name_can_become_nobodys_own(accounts):
    arrival = await accounts.admit_key(KEY, "hana-g7")
    assert arrival.person.guest
    assert re.fullmatch(r"hana-g\d+", arrival.person.name)
    assert arrival.notices[0].params["reason"] == "name-reserved"


@pytest.mark.parametrize("asked", ["hana-gl", "hana-gO", "hana_g7", "hana-gI2", "ｈａｎａ－ｇ７"])
async def test_what_only_looks_like_a_guests_name_can_become_nobodys_own(accounts, asked):
    arrival = await accounts.admit_key(KEY, asked)
    assert arrival.person.guest
    assert arrival.notices[0].params["reason"] == "name-reserved"


async def test_no_two_guests_look_alike(accounts):
    stems = ["hana", "haná", "HANA", "hàna"]
    numbers = [(await accounts.admit_guest(stems[n % 4])).person.name.split("-g")[1] for n in range(60)]
    assert len(set(numbers)) == 60


async def test_a_name_that_looks_like_an_owned_one_is_refused(accounts):
    await accounts.admit_key(KEY, "paul")
    arrival = await accounts.admit_key(OTHER, "pau1")
    assert arrival.person.guest
    assert arrival.notices[0].params["reason"] == "name-alike"


@pytest.mark.parametrize("asked", ["花子花子花子花子", "abcdefghijklmnop", "hana"])
async def test_a_guest_is_called_after_the_asked_name_within_sixteen_columns(accounts, asked):
    arrival = await accounts.admit_guest(asked)
    stem, number = arrival.person.name.split("-g")
    assert asked.startswith(stem)
    assert number.isdigit()
    assert sum(2 if char > "\u2e80" else 1 for char in arrival.person.name) <= 16


async def test_a_guest_blocks_no_name_and_many_guests_have_different_names(accounts):
    names = {(await accounts.admit_guest("hana")).person.name for _ in range(60)}
    assert len(names) == 60
    owner = await accounts.admit_key(KEY, "hana")
    assert not owner.person.guest


async def test_a_guest_returns_with_the_code_alone(accounts):
    guest = await accounts.admit_guest("hana")
    assert REJOIN_CODE.fullmatch(guest.rejoin_code)
    assert await accounts.rejoin(guest.rejoin_code) == guest.person
    assert await accounts.rejoin(guest.rejoin_code.upper().replace("-", " ")) == guest.person
    assert await accounts.rejoin("lusab-babad-gutih-tugad") is None
    assert await accounts.rejoin(guest.person.name) is None


async def test_the_code_itself_is_not_stored(accounts, tmp_path):
    guest = await accounts.admit_guest("hana")
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert guest.person.id.encode() in stored
    assert guest.rejoin_code.encode() not in stored
    assert guest.rejoin_code.replace("-", "").encode() not in stored


async def test_guests_are_forgotten_after_a_while_and_owners_never(accounts, clock):
    owner = await accounts.admit_key(KEY, "hana")
    old = await accounts.admit_guest("mika")
    clock.now += 20 * 86_400
    fresh = await accounts.admit_key(THIRD, "hana")
    assert await accounts.rejoin(old.rejoin_code)  # seen again
    clock.now += 20 * 86_400
    assert await accounts.forget_guests(30) == 0
    clock.now += 15 * 86_400
    assert await accounts.forget_guests(30) == 2
    assert await accounts.rejoin(old.rejoin_code) is None
    assert await accounts.person(fresh.person.id) is None
    assert await accounts.person(owner.person.id) == owner.person


PERSONAL = ("ssh_key", "rejoin", "note")


async def belongings(database):
    """Whose keys, codes and notes there are."""

    def read(db):
        return {name: [row[0] for row in db.execute(f"SELECT person FROM {name} ORDER BY person")] for name in PERSONAL}

    return await database.run(read)


async def forgotten(accounts, clock):
    """An owner who stays, and a guest with key, code and note who is forgotten; how the guest arrived."""
    owner = await accounts.admit_key(KEY, "hana")
    guest = await accounts.admit_key(OTHER, "hana")
    for person in (owner.person, guest.person):
        await accounts.keep_note(person.id, "t1/1", 0, "suspect")
    clock.now += 31 * 86_400
    assert await accounts.forget_guests(30) == 1
    return owner.person.id, guest


async def test_who_is_forgotten_takes_key_code_and_notes_along_and_comes_again_as_a_newcomer(accounts, clock):
    owner, guest = await forgotten(accounts, clock)
    assert await belongings(accounts._database) == {"ssh_key": [owner], "rejoin": [], "note": [owner]}
    again = await accounts.admit_key(OTHER, "hana")
    assert codes(again) == ["name-taken", "guest"]
    assert again.person.id != guest.person.id
    assert await accounts.rejoin(again.rejoin_code) == again.person
    assert await accounts.rejoin(guest.rejoin_code) is None
    assert (await accounts.admit_key(OTHER, "hana")).person == again.person


async def test_a_file_in_which_the_forgotten_left_things_behind_is_mended_at_the_next_start(tmp_path, clock):
    connection = apsw.Connection(str(tmp_path / "naisho.db"))
    # As it was opened before schema 5: the first setting returns a row, and the others are never reached.
    connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
    for step in migrations[:4]:
        connection.execute(step.sql)
    connection.pragma("user_version", 4)
    old = Database(connection, ThreadPoolExecutor(1))
    owner, guest = await forgotten(Accounts(old, clock), clock)
    left = sorted([owner, guest.person.id])
    assert await belongings(old) == {"ssh_key": left, "rejoin": [guest.person.id], "note": left}
    await old.close()

    database = open_database(tmp_path / "naisho.db")
    assert await database.run(lambda db: db.execute("PRAGMA foreign_key_check").fetchall()) == []
    assert await belongings(database) == {"ssh_key": [owner], "rejoin": [], "note": [owner]}
    accounts = Accounts(database, clock)
    assert (await accounts.admit_key(KEY, "hana")).person.id == owner
    again = await accounts.admit_key(OTHER, "hana")
    assert codes(again) == ["name-taken", "guest"]
    await database.close()


async def read_only(accounts, yes):
    """The disk takes nothing, as when its file system was remounted read-only."""
    await accounts._database.run(lambda db: db.pragma("query_only", yes))


async def test_who_is_known_gets_in_while_nothing_can_be_written(accounts, tmp_path):
    owner = await accounts.admit_key(KEY, "hana")
    guest = await accounts.admit_guest("mika")
    await read_only(accounts, True)
    assert (await accounts.admit_key(KEY, "hana")).person == owner.person
    assert await accounts.rejoin(guest.rejoin_code) == guest.person


async def test_a_known_guest_gets_in_by_key_while_nothing_can_be_written(accounts):
    await accounts.admit_key(KEY, "hana")
    guest = await accounts.admit_key(OTHER, "hana")
    await read_only(accounts, True)
    assert (await accounts.admit_key(OTHER, "hana")).person == guest.person
    assert (await accounts.admit_key(OTHER, "free-name")).person == guest.person


async def test_what_cannot_be_written_is_refused_with_a_sentence_and_leaves_nothing(accounts):
    owner = (await accounts.admit_key(KEY, "hana")).person.id
    await read_only(accounts, True)
    for attempt in (
        accounts.admit_key(OTHER, "mika"),
        accounts.admit_guest("mika"),
        accounts.keep_profile(owner, Profile(language="ja")),
        accounts.keep_note(owner, "t/1", 0, "suspect"),
    ):
        with pytest.raises(Refusal, match="journal-down"):
            await attempt
    await read_only(accounts, False)
    assert await accounts.profile(owner) == Profile()
    assert await accounts.notes(owner, "t/1") == {}
    assert (await accounts.admit_key(OTHER, "mika")).person.name == "mika"


async def test_a_fault_of_ours_is_not_blamed_on_the_disk(accounts):
    with capture_logs() as lines, pytest.raises(Refusal, match="house-fault"):
        await accounts.keep_note("u-nobody", "t/1", 0, "suspect")
    assert [(line["event"], line["log_level"]) for line in lines] == [("accounts-fault", "error")]
    await accounts._database.run(lambda db: db.execute("ALTER TABLE rejoin RENAME TO gone").fetchall())
    with pytest.raises(Refusal, match="house-fault"):
        await accounts.admit_guest("mika")
    assert await accounts._database.run(lambda db: db.execute("SELECT * FROM person").fetchall()) == []


def reading(accounts, person, code):
    """Every way to look something up."""
    return [
        accounts.admit_key(KEY, "hana"),
        accounts.rejoin(code),
        accounts.person(person),
        accounts.profile(person),
        accounts.notes(person, "t/1"),
    ]


async def test_what_cannot_be_read_is_refused_like_what_cannot_be_written(accounts, monkeypatch):
    owner = (await accounts.admit_key(KEY, "hana")).person
    code = (await accounts.admit_guest("mika")).rejoin_code

    def fail(work):
        raise apsw.IOError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(accounts._database, "_transact", fail)
        for attempt in reading(accounts, owner.id, code):
            with capture_logs() as lines, pytest.raises(Refusal, match="journal-down"):
                await attempt
            assert [(line["event"], line["error"]) for line in lines] == [("accounts-down", "disk I/O error")]
    assert (await accounts.admit_key(KEY, "hana")).person == owner


async def test_what_we_look_up_wrongly_is_a_fault_of_ours(accounts):
    owner = (await accounts.admit_key(KEY, "hana")).person.id
    renames = "ALTER TABLE person RENAME TO people; ALTER TABLE note RENAME TO notes"
    await accounts._database.run(lambda db: db.execute(renames).fetchall())
    for attempt in reading(accounts, owner, "lusab-babad"):
        with capture_logs() as lines, pytest.raises(Refusal, match="house-fault"):
            await attempt
        assert [line["event"] for line in lines] == ["accounts-fault"]


async def test_what_a_person_chooses_is_kept_with_them_and_so_is_a_no(accounts):
    owner, other = await accounts.admit_key(KEY, "hana"), await accounts.admit_guest("mika")
    one, two = owner.person.id, other.person.id
    assert await accounts.profile(one) == Profile(None, None, None, None)
    await accounts.keep_profile(one, Profile(language="ja", thin=True))
    await accounts.keep_profile(one, Profile(theme="high-contrast", mouse=True))
    assert await accounts.profile(one) == Profile("ja", True, "high-contrast", True)
    await accounts.keep_profile(one, Profile(call="mentions", notify="osc9"))
    await accounts.keep_profile(one, Profile(thin=False, mouse=False))
    kept = await accounts.profile(one)
    assert (kept.call, kept.notify) == ("mentions", "osc9")
    assert (kept.language, kept.thin, kept.theme, kept.mouse) == ("ja", False, "high-contrast", False)
    assert kept.thin is kept.mouse is False
    await accounts.keep_profile(two, Profile(language="en"))
    assert await accounts.profile(two) == Profile("en", None, None, None), "guests choose too"
    assert await accounts.profile(one) == kept
    assert await accounts.profile("u-nobody") == Profile()


async def test_what_people_of_an_older_file_chose_is_kept_and_they_can_choose_more(tmp_path):
    database = open_database(tmp_path / "naisho.db", migrations[:5])
    row = "INSERT INTO person VALUES ('u1', 'hana', 'hana', 'hana', 0, 0, 0, 'ja', 0)"
    await database.run(lambda db: db.execute(row).fetchall())
    await database.close()
    database = open_database(tmp_path / "naisho.db")
    accounts = Accounts(database)
    assert await accounts.profile("u1") == Profile("ja", False, None, None)
    await accounts.keep_profile("u1", Profile(theme="light", mouse=True))
    assert await accounts.profile("u1") == Profile("ja", False, "light", True)
    await database.close()


async def test_a_migration_adds_how_a_person_is_called_and_loses_nothing(tmp_path):
    """A file of before the seventh step: every row of every table is as it was."""
    database = open_database(tmp_path / "naisho.db", migrations[:6])
    row = "INSERT INTO person VALUES ('u1', 'hana', 'hana', 'hana', 0, 1, 2, 'ja', 1, 'light', 0)"
    await database.run(lambda db: db.execute(row).fetchall())
    await database.close()
    database = open_database(tmp_path / "naisho.db", migrations[:7])
    rows = await database.run(lambda db: db.execute("SELECT * FROM person").fetchall())
    assert rows == [("u1", "hana", "hana", "hana", 0, 1.0, 2.0, "ja", 1, "light", 0, None, None)]
    accounts = Accounts(database)
    assert await accounts.profile("u1") == Profile("ja", True, "light", False, None, None)
    await accounts.keep_profile("u1", Profile(call="off"))
    await accounts.keep_profile("u1", Profile(notify="osc777"))
    assert await accounts.profile("u1") == Profile("ja", True, "light", False, "off", "osc777")
    await database.close()


async def test_a_notebook_is_one_persons_and_one_games(accounts):
    owner, other = await accounts.admit_key(KEY, "hana"), await accounts.admit_guest("mika")
    one, two = owner.person.id, other.person.id
    await accounts.keep_note(one, "t1/1", 3, "suspect")
    await accounts.keep_note(one, "t1/1", 4, "clear")
    await accounts.keep_note(one, "t1/1", 3, "loved")
    await accounts.keep_note(two, "t1/1", 3, "suspect")
    assert await accounts.notes(one, "t1/1") == {3: "loved", 4: "clear"}
    assert await accounts.notes(two, "t1/1") == {3: "suspect"}
    assert await accounts.notes(one, "t1/2") == {}
    await accounts.keep_note(one, "t1/1", 4, "")
    assert await accounts.notes(one, "t1/1") == {3: "loved"}
    await accounts.keep_note(one, "t1/2", 0, "clear")
    assert await accounts.notes(one, "t1/1") == {}, "notes on a game that is over are forgotten"
    assert await accounts.notes(two, "t1/1") == {3: "suspect"}


async def test_ids_are_never_given_twice(accounts):
    people = [(await accounts.admit_guest("hana")).person.id for _ in range(50)]
    assert len(set(people)) == 50


# From the proquint paper: 127.0.0.1 and 63.84.220.193.
@pytest.mark.parametrize(("bits", "word"), [(0x7F00, "lusab"), (0x0001, "babad"), (0x3F54, "gutih"), (0xDCC1, "tugad")])
def test_groups_are_proquints(bits, word):
    assert _proquint(bits) == word


@given(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF))
def test_different_bits_are_different_words(one, other):
    assert (_proquint(one) == _proquint(other)) == (one == other)


def test_a_code_has_four_groups():
    assert re.fullmatch(r"[a-z]{5}(-[a-z]{5}){3}", _new_code())


async def test_the_options_of_each_game_are_kept_the_latest_first_until_the_person_is_forgotten(accounts, clock):
    hana = (await accounts.admit_guest("hana")).person.id
    mika = (await accounts.admit_key(KEY, "mika")).person.id
    await accounts.keep_options(hana, "omega", {"dialogue": 90})
    await accounts.keep_options(hana, "love", {"noon": 240, "feint": "no"})
    assert list(await accounts.options(hana)) == ["love", "omega"], "also within one tick of the clock"
    clock.now += 1
    await accounts.keep_options(hana, "omega", {"dialogue": 60})
    kept = await accounts.options(hana)
    assert list(kept.items()) == [("omega", {"dialogue": 60}), ("love", {"noon": 240, "feint": "no"})]
    assert await accounts.options(mika) == {}
    clock.now += 86_400 * 90
    assert await accounts.forget_guests(30) == 1
    assert await accounts.options(hana) == {}
    with pytest.raises(Refusal, match="house-fault"):
        await accounts.keep_options("u-nobody", "omega", {})
