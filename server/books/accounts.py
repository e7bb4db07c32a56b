"""Who is who: a name belongs to the first SSH key that used it, everybody else is a guest.

Guests have names of their own kind, ``<name>-g<number>``, which no key can ever own; so a guest neither
blocks a name nor can be taken for its owner. A guest returns with the rejoin code that was shown to them
alone, or with the key they came with. Everything here runs as single transactions of the database.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import apsw
from attrs import astuple, frozen

from engine.errors import Refusal
from engine.house import Notice, Person, Profile
from engine.options import Value
from server import logs
from server.books.database import DISK_FAILURES, Database
from tui.words.names import MAX_CELLS, canon, check_name, display, skeleton
from tui.words.width import crop

_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"
"""Consonants and vowels of proquints (arXiv:0901.4016): sixteen bits as a speakable ``lusab``."""

_GROUPS = 4  # 64 bits: nobody guesses that through a door that counts

T = TypeVar("T")

REJOIN_CODE = re.compile(rf"(?:[{_CONSONANTS}][{_VOWELS}][{_CONSONANTS}][{_VOWELS}][{_CONSONANTS}]-?){{{_GROUPS}}}")
_GUEST_NAME = re.compile(r"[_-]g\d+\Z")
"""How a guest's name ends; with ``_`` too, which is as good as a hyphen to the eye."""

_GUEST_STEM = MAX_CELLS - 5
"""Columns of an asked name that a guest keeps, so that ``-g`` and three digits still fit."""


@frozen
class Arrival:
    """A person at the door: who, what to tell them, a new guest's rejoin code (else ""), and the address they come from
    ("" for none)."""

    person: Person
    notices: tuple[Notice, ...] = ()
    rejoin_code: str = ""
    address: str = ""


class Accounts:
    """People, keys and rejoin codes in the house's database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def admit_key(self, fingerprint: str, asked: str) -> Arrival:
        """The holder of a proven key, who asks to be called ``asked``.

        A key that owns a name is that person, whatever it asks. Otherwise a free, proper name becomes its
        own; with a taken or improper one it is a guest.

        Raises:
            Refusal: `journal-down` or `house-fault`; whoever is known gets in while the disk can be read.
        """
        owner = await self._run(lambda db: _holder(db, fingerprint))
        if owner and not owner.guest:
            await self._touch(owner)
            return Arrival(owner, _renamed(owner, asked))
        try:
            return await self._run(lambda db: self._admit_key(db, fingerprint, asked))
        except Refusal:
            if owner is None:
                raise
            return Arrival(owner)

    async def admit_guest(self, name: str) -> Arrival:
        """A new guest, called after ``name`` where that is a proper name.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """
        return await self._run(lambda db: self._new_guest(db, name, ()))

    async def rejoin(self, code: str) -> Person | None:
        """The guest to whom this code was given, or None.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """
        guest = await self._run(
            lambda db: _person(db, "id = (SELECT person FROM rejoin WHERE code_hash = ?)", _hash(code))
        )
        if guest:
            await self._touch(guest)
        return guest

    async def person(self, person_id: str) -> Person | None:
        """The person with that id, or None.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """
        return await self._run(lambda db: _person(db, "id = ?", person_id))

    async def profile(self, person_id: str) -> Profile:
        """What a person has chosen.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """

        def read(db: apsw.Connection) -> Profile:
            select = "SELECT language, thin, theme, mouse, call, notify FROM person WHERE id = ?"
            row = db.execute(select, (person_id,)).fetchone()
            language, thin, theme, mouse, call, notify = row or (None,) * 6
            return Profile(language, _yes(thin), theme, _yes(mouse), call, notify)

        return await self._run(read)

    async def keep_profile(self, person_id: str, chosen: Profile) -> None:
        """Remember what is not None in ``chosen``; the rest stays as it is.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """
        update = (
            "UPDATE person SET language = coalesce(?, language), thin = coalesce(?, thin),"
            " theme = coalesce(?, theme), mouse = coalesce(?, mouse), call = coalesce(?, call),"
            " notify = coalesce(?, notify) WHERE id = ?"
        )
        await self._run(lambda db: db.execute(update, (*astuple(chosen), person_id)) and None)

    async def options(self, person_id: str) -> dict[str, dict[str, Value]]:
        """Game id -> the options with which a person last dealt it, the latest game first.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """

        def read(db: apsw.Connection) -> dict[str, dict[str, Value]]:
            select = "SELECT game, options FROM last_options WHERE person = ? ORDER BY at DESC, rowid DESC"
            return {str(game): json.loads(str(kept)) for game, kept in db.execute(select, (person_id,))}

        return await self._run(read)

    async def keep_options(self, person_id: str, game: str, options: Mapping[str, Value]) -> None:
        """Remember these as the last ones of that game, and the game as the last one.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """

        def keep(db: apsw.Connection) -> None:
            db.execute(
                "INSERT OR REPLACE INTO last_options (person, game, options, at) VALUES (?, ?, ?, ?)",
                (person_id, game, json.dumps(dict(options)), self._clock()),
            )

        await self._run(keep)

    async def notes(self, person_id: str, game: str) -> dict[int, str]:
        """A person's notebook on one game: seat -> mark.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """

        def read(db: apsw.Connection) -> dict[int, str]:
            rows = db.execute("SELECT seat, mark FROM note WHERE person = ? AND game = ?", (person_id, game))
            return {int(str(seat)): str(mark) for seat, mark in rows}

        return await self._run(read)

    async def keep_note(self, person_id: str, game: str, seat: int, mark: str) -> None:
        """Put a mark on a seat, "" to take it away; notes on other games are forgotten.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """

        def keep(db: apsw.Connection) -> None:
            db.execute("DELETE FROM note WHERE person = ? AND (game <> ? OR seat = ?)", (person_id, game, seat))
            if mark:
                db.execute(
                    "INSERT INTO note (person, game, seat, mark) VALUES (?, ?, ?, ?)", (person_id, game, seat, mark)
                )

        await self._run(keep)

    async def forget_guests(self, days: int) -> int:
        """Forget guests unseen for so many days; returns how many."""
        limit = self._clock() - days * 86_400

        def forget(db: apsw.Connection) -> int:
            db.execute("DELETE FROM person WHERE guest AND seen < ?", (limit,))
            return db.changes()

        return await self._database.run(forget)

    async def _run(self, work: Callable[[apsw.Connection], T]) -> T:
        """Run a transaction; a failure becomes a refusal for the person and a line of the log.

        Only a failing disk is worth another try (`journal-down`); a fault of ours is `house-fault`.
        """
        try:
            return await self._database.run(work)
        except DISK_FAILURES as error:
            logs.get().error("accounts-down", error=str(error))
            raise Refusal("journal-down") from error
        except apsw.Error as error:
            logs.get().exception("accounts-fault")
            raise Refusal("house-fault") from error

    def _admit_key(self, db: apsw.Connection, fingerprint: str, asked: str) -> Arrival:
        holder = _holder(db, fingerprint)
        if holder and not holder.guest:  # another connection with this key has just taken a name
            return Arrival(holder, _renamed(holder, asked))
        obstacle = _obstacle(db, asked)
        if obstacle is None:
            owner = self._insert(db, display(asked), guest=False)
            db.execute("INSERT OR REPLACE INTO ssh_key VALUES (?, ?)", (fingerprint, owner.id))
            return Arrival(owner, (Notice("name-owned", {"name": owner.name}),))
        if holder:
            self._seen(db, holder)
            return Arrival(holder, (obstacle,))
        arrival = self._new_guest(db, asked, (obstacle,))
        db.execute("INSERT INTO ssh_key VALUES (?, ?)", (fingerprint, arrival.person.id))
        return arrival

    def _new_guest(self, db: apsw.Connection, asked: str, notices: tuple[Notice, ...]) -> Arrival:
        stem = _GUEST_NAME.sub("", display(asked)) if check_name(asked) is None else "guest"
        stem = crop(stem, _GUEST_STEM)
        name = next(name for name in _guest_names(stem) if not _person(db, "skeleton = ?", skeleton(name)))
        guest = self._insert(db, name, guest=True)
        code = _new_code()
        db.execute("INSERT INTO rejoin VALUES (?, ?)", (_hash(code), guest.id))
        return Arrival(guest, (*notices, Notice("guest", {"name": name})), code)

    def _insert(self, db: apsw.Connection, name: str, *, guest: bool) -> Person:
        person = Person(("g" if guest else "u") + secrets.token_hex(5), name, guest)
        now = self._clock()
        db.execute(
            "INSERT INTO person (id, name, canon, skeleton, guest, created, seen) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (person.id, name, canon(name), skeleton(name), int(guest), now, now),
        )
        return person

    async def _touch(self, person: Person) -> None:
        """Note that somebody came.  Somebody who is known gets in even while the disk is full."""
        try:
            await self._database.run(lambda db: self._seen(db, person))
        except apsw.Error as error:
            logs.get().error("visit-not-noted", person=person.id, error=str(error))

    def _seen(self, db: apsw.Connection, person: Person) -> None:
        db.execute("UPDATE person SET seen = ? WHERE id = ?", (self._clock(), person.id))


def _holder(db: apsw.Connection, fingerprint: str) -> Person | None:
    """Whose key that is."""
    return _person(db, "id = (SELECT person FROM ssh_key WHERE fingerprint = ?)", fingerprint)


def _person(db: apsw.Connection, where: str, value: str | bytes) -> Person | None:
    row = db.execute(f"SELECT id, name, guest FROM person WHERE {where}", (value,)).fetchone()
    return Person(row[0], row[1], bool(row[2])) if row else None


def _yes(column: int | None) -> bool | None:
    """A yes or no of the database, None if it never was one."""
    return None if column is None else bool(column)


def _obstacle(db: apsw.Connection, asked: str) -> Notice | None:
    """Why this name cannot become a key's own, or None. ``reason`` is a key under ``refusal.``."""
    reason = check_name(asked)
    if reason is None and _GUEST_NAME.search(skeleton(asked)):
        reason = "name-reserved"
    if reason is None and _person(db, "canon = ?", canon(asked)):
        return Notice("name-taken", {"name": display(asked)})
    if reason is None and _person(db, "NOT guest AND skeleton = ?", skeleton(asked)):
        reason = "name-alike"
    return Notice("name-refused", {"reason": reason}) if reason else None


def _renamed(person: Person, asked: str) -> tuple[Notice, ...]:
    """Tell somebody who asks for another name that their key already has one."""
    return () if canon(asked) == canon(person.name) else (Notice("known-as", {"name": person.name}),)


def _guest_names(stem: str) -> Iterator[str]:
    """``stem-g7``, then longer and longer random numbers, until one is free."""
    digits = 1
    while True:
        for _ in range(4):
            yield f"{stem}-g{secrets.randbelow(10**digits)}"
        digits += 1


def _new_code() -> str:
    return "-".join(_proquint(secrets.randbits(16)) for _ in range(_GROUPS))


def _proquint(bits: int) -> str:
    letters = []
    for shift, alphabet in ((12, _CONSONANTS), (10, _VOWELS), (6, _CONSONANTS), (4, _VOWELS), (0, _CONSONANTS)):
        letters.append(alphabet[bits >> shift & len(alphabet) - 1])
    return "".join(letters)


def _hash(code: str) -> bytes:
    """Only hashes are stored; 64 random bits need no slow hash. Case and hyphens are forgiven."""
    return hashlib.sha256(re.sub(r"[-\s]", "", code).lower().encode()).digest()
