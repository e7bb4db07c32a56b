"""Evenings of Love, or Nothing for the tests of its screens: a full table, and a long game told by hand."""

from contextlib import asynccontextmanager

from engine.facts import EVERYONE, Record
from engine.games.love import LOVE, facts
from engine.house import LobbyChanged
from engine.table import facts as f
from engine.table import moves as m
from tests.support.evening import Evening
from tests.support.fake_house import FakeHub


def _names(text):
    return tuple(text.split())


NAMES = {
    "en": _names("Aki Umi Kaze Hoshi Botan Cedar Delphine Emil Fumi Gregory Hana Ines Jun Katharina Leo Mio"),
    "ja": _names("あき うみ かぜ ほし 牡丹 シダー デルフィーヌ エミール 文 グレゴリー 花 イネス 純 カタリナ 玲央 美緒"),
}
"""The family, in seat order."""

AUTHOR = {"en": "Ren", "ja": "蓮"}

TAGS = "123456789abcdefg"

NIGHTS = (
    # in siege, in unity, attacked, killed
    ("", "1248b", "3", True),
    ("5", "29bg", "5", False),
    ("8", "4c", "9", True),
    ("", "d", "d", True),  # a unity that stands alone
    ("1", "", "1", False),
    ("7", "ae", "7", True),
    ("", "8f", "8", False),
    ("ae", "", "e", False),
    ("", "af", "g", True),
)
POISONED = {5: "6"}
"""Day and victim."""

NOONS = {2: "216", 3: "2--", 4: "a42", 5: "281", 6: "a47", 7: "1fa", 8: "ab1", 9: "28f"}
"""Day -> detective, and whom the detective named as culprit and beloved."""


class Family(Evening):
    """A table of Love at a fake house.  Everybody is a person; one screen at a time is open."""

    def __init__(self, lang, size, members, author):
        self.hub = FakeHub(LOVE)
        self.lang, self.size = lang, size
        names = (NAMES[lang][0], *NAMES[lang][1:members])
        self.people = [self.hub.join(name, lang) for name in names]
        self.author = self.hub.join(AUTHOR[lang], lang) if author else None
        self.me, *self.friends = self.people

    async def start(self):
        """Sit down and deal."""
        await self.me.create("love", "open", {})
        if self.author:
            await self.author.enter("KITE-42")
            await self.author.act(m.TakeChair())
            await self.me.act(m.GiveChair(self.author.person.id))
        for house in self.friends:
            await house.enter("KITE-42")
            await house.act(m.Sit())
            await house.act(m.Ready())
        await self.me.act(m.Start())

    @asynccontextmanager
    async def screen(self, house, size=None):
        """Look at the table through somebody's screen."""
        self.me = house
        while house.waiting:
            await house.next()
        house.put(LobbyChanged(self.hub.lobby(house.person.id)))
        house.show_table(self.table)
        async with self.session(size or self.size):
            yield self

    async def settle(self):
        """Let the screen take in every event, of which a night has many, and draw what came of it."""
        await super().settle()
        while self.app.is_live and self.me.waiting:
            await super().settle()

    @property
    def play(self):
        """The game as the server knows it."""
        return self.table.state.play

    @property
    def table(self):
        """The one table."""
        return self.hub.rooms["KITE-42"]

    @property
    def culprit(self):
        """The culprit's seat."""
        return self.play.culprit

    def innocents(self):
        """The other seats."""
        return [seat for seat in range(len(self.people)) if seat != self.culprit]

    async def give(self, seat, prompt, **values):
        """A seat answers."""
        await self.people[seat].act(m.Answer(self.table.state.phase.no, prompt, values))

    async def prologue(self, beloved):
        """The culprit loves `beloved`, the others have no idea."""
        for seat in range(len(self.people)):
            await self.give(seat, "prologue", beloved=str(beloved) if seat == self.culprit else "")

    async def night(self, kill, target, defences=(), poison=None, but=()):
        """Everybody's night form, except of the seats in `but`; `defences` by seat."""
        line = {"poison": ""} if self.play.day >= 3 and not self.play.poison_seen else {}
        for seat in range(len(self.people)):
            guilty = seat == self.culprit
            form = {"defence": dict(defences).get(seat, "none"), "kill": kill if guilty else ""}
            form |= {"target": str(target) if guilty else "", **line}
            form |= {"poison": str(poison)} if guilty and poison is not None else {}
            if seat not in but:
                await self.give(seat, "night", **form)

    async def elect(self, detective):
        """The noon runs its time, and everybody else votes for `detective`."""
        self.hub.advance(180_000)
        for seat in self.table.state.phase.asked:
            await self.give(seat, "vote", vote=str(detective) if seat != detective else "")

    async def vote_blank(self):
        """Everybody hands in a blank."""
        for seat in self.table.state.phase.asked:
            await self.give(seat, "vote", vote="")

    async def to_the_end(self, beloved):
        """From a guess on: an innocent detective names both, next morning at the latest."""
        while self.table.state.playing:
            detective = self.play.detective
            named = (self.culprit, beloved) if detective != self.culprit else ()
            await self.guess(detective, *named)
            await self.night("locked_room", detective)
            if self.table.state.playing:
                await self.elect(beloved)

    async def guess(self, detective, culprit="", beloved=""):
        """The detective's two names, for good."""
        await self.give(detective, "guess", culprit=str(culprit), beloved=str(beloved))
        await self.give(detective, "final", final="yes")

    async def tell(self, told):
        """Tell everybody facts as if the game had come to them."""
        table, now = self.table.table, self.table.now
        seen_by = table.take([Record(table.seq + n, now, EVERYONE, fact) for n, fact in enumerate(told, 1)])
        for house in self.people:
            house.show_table(self.table, seen_by[house.person.id])


@asynccontextmanager
async def family(lang="en", size=(80, 24), members=5, author=False):
    """A family in the prologue of its first game."""
    e = Family(lang, size, members, author)
    await e.start()
    yield e


def long_game():
    """The public facts of a game of sixteen up to the noon of its tenth day."""
    dead: set[int] = set()
    for night, (siege, unity, target, killed) in enumerate(NIGHTS, 1):
        yield opened("night", night, dead)
        cards = {**dict.fromkeys(siege, "siege"), **dict.fromkeys(unity, "unity")}
        living = [seat for seat in range(16) if seat not in dead]
        yield facts.DefencesOpened(night, {seat: cards.get(TAGS[seat], "none") for seat in living})
        yield facts.Targeted(night, TAGS.index(target), killed)
        dead |= {TAGS.index(target)} if killed else set()
        if night in NOONS:
            yield facts.GuessOpened(night, *map(seat, NOONS[night]))
        yield opened("noon", night + 1, dead)
        if night + 1 in NOONS:
            yield facts.Elected(night + 1, seat(NOONS[night + 1][0]), "votes")
        for victim in POISONED.get(night + 1, ""):
            dead |= {seat(victim)}
            yield facts.Poisoned(night + 1, seat(victim))


def seat(tag):
    """The seat of a tag, None for a dash."""
    return TAGS.index(tag) if tag != "-" else None


def opened(name, day, dead):
    """A phase of the long game opens."""
    living = tuple(seat for seat in range(16) if seat not in dead)
    no = 100 + 2 * day + (name == "night")
    return f.PhaseOpened(no, name, day, 0, 180_000, name == "noon", living, ("done",))
