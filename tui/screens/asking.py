"""Pages that ask: for a language, for a bot's temperament, whether one is sure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from engine.table import moves as m
from tui.screens.calling import CALLS, NOTIFIERS
from tui.screens.desk import Desk
from tui.screens.page import ListPage
from tui.themes import NAMES
from tui.widgets.draw import BLANK, Row, heading, paragraph, row
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN, STRONG
from tui.words.catalogue import LANGS, Lang, words_of


class MenuPage(ListPage):
    """A question with a few numbered answers, each with a line about it."""

    def title(self, desk: Desk) -> list[str]:
        """The question, a paragraph each."""
        raise NotImplementedError

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """Each answer and what it means."""
        raise NotImplementedError

    async def pick(self, desk: Desk, number: int) -> None:
        """Answer `number` was picked."""
        raise NotImplementedError

    def count(self, desk: Desk) -> int:
        """Every answer."""
        return len(self.answers(desk))

    def number(self, key: str) -> int | None:
        """The answer with this number."""
        return int(key) - 1 if key.isdecimal() and key.isascii() and key != "0" else None

    async def enter(self, desk: Desk) -> None:
        """Pick what the cursor stands on."""
        await self.pick(desk, self.cursor)

    def head(self, desk: Desk, width: int) -> list[Row]:
        """The question."""
        first, *others = self.title(desk)
        return [heading(first, width), *(line for text in others for line in paragraph(text, width)), BLANK]

    def items(self, desk: Desk, width: int) -> list[list[Row]]:
        """The answers, and what they mean."""
        answers = enumerate(self.answers(desk))
        return [[_answer(n, answer, n == self.cursor), *_meaning(meaning, width)] for n, (answer, meaning) in answers]


def _answer(at: int, answer: str, chosen: bool) -> Row:
    return row(("▸" if chosen else " ", ACCENT), (str(at + 1), STRONG), (f" {answer} ", CHOSEN if chosen else PLAIN))


def _meaning(meaning: str, width: int) -> list[Row]:
    return [*(paragraph(meaning, width, FAINT, indent=3) if meaning else []), BLANK]


class LanguagePage(MenuPage):
    """The first page of somebody whose language is not known: asked in both."""

    name = "language"
    outlasts = True

    def title(self, desk: Desk) -> list[str]:
        """The same question twice."""
        return ["Naisho", *(words_of(lang)("language.ask") for lang in LANGS)]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """Each language by its own name."""
        return [(words_of(lang)("language.self"), words_of(lang)("language.pick")) for lang in LANGS]

    async def pick(self, desk: Desk, number: int) -> None:
        """Keep it in the profile."""
        lang: Lang = LANGS[number]
        desk.close()
        await desk.use(lang)


class ThemePage(MenuPage):
    """Which colours; the one in use is under the cursor."""

    name = "theme"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.cursor = NAMES.index(desk.theme)

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words("theme.name"), desk.words("theme.ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """The themes there are."""
        return [(desk.words(f"theme.{name}"), desk.words(f"theme.{name}-is")) for name in NAMES]

    async def pick(self, desk: Desk, number: int) -> None:
        """Keep it in the profile."""
        desk.close()
        await desk.use_theme(NAMES[number])


class CallPage(MenuPage):
    """When to be called back to the screen."""

    name = "call"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.cursor = CALLS.index(desk.call)

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words("call.name"), desk.words("call.ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """The moments there are."""
        return [(desk.words(f"call.{call}"), desk.words(f"call.{call}-is")) for call in CALLS]

    async def pick(self, desk: Desk, number: int) -> None:
        """Keep it in the profile."""
        desk.close()
        await desk.use_call(CALLS[number])


class NotifyPage(MenuPage):
    """By which notification to be called as well."""

    name = "notify"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.cursor = NOTIFIERS.index(desk.notify)

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words("notify.name"), desk.words("notify.ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """None, and the two orders that terminals know."""
        return [(desk.words(f"notify.{by}"), desk.words(f"notify.{by}-is")) for by in NOTIFIERS]

    async def pick(self, desk: Desk, number: int) -> None:
        """Keep it in the profile."""
        desk.close()
        await desk.use_notify(NOTIFIERS[number])


class BotPage(MenuPage):
    """What kind of bot to seat."""

    name = "bot"

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words("bot.title"), desk.words("bot.ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """The temperaments of the game."""
        assert desk.view is not None
        return [
            (desk.words(f"temperament.{name}"), desk.words(f"{desk.game}.temperament.{name}-is"))
            for name in desk.view.rules.temperaments
        ]

    async def pick(self, desk: Desk, number: int) -> None:
        """Seat it."""
        assert desk.view is not None
        if await desk.act(m.AddBot(desk.view.rules.temperaments[number])):
            desk.close()


class ConfirmPage(MenuPage):
    """Whether somebody is sure; staying is the first answer.  `key` has `title`, `ask`, `no`, `yes` under `sure.`."""

    name = "sure"

    def __init__(self, key: str, then: Callable[[Desk], Awaitable[None]], **params: str) -> None:
        super().__init__()
        self.key = key
        self.then = then
        self.params = params

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words(f"sure.{self.key}.{part}", **self.params) for part in ("title", "ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """No, and yes."""
        return [(desk.words(f"sure.{self.key}.{part}"), "") for part in ("no", "yes")]

    async def pick(self, desk: Desk, number: int) -> None:
        """Back, or on."""
        desk.close()
        if number:
            await self.then(desk)


class LeavePage(MenuPage):
    """How to leave a running game one is seated in."""

    name = "leave"

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words("leave.title"), desk.words("leave.ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """Stay, step out, leave for good."""
        meanings = {how: desk.words(f"leave.{how}-is") for how in ("step-out", "for-good")}
        return [(desk.words(f"leave.{how}"), meanings.get(how, "")) for how in ("stay", *meanings)]

    async def pick(self, desk: Desk, number: int) -> None:
        """Leaving for good is asked a second time."""
        desk.close()
        if number == 1:
            await desk.attempt(desk.house.step_out())
        elif number == 2:
            desk.open(ConfirmPage("for-good", _leave_for_good))


async def _leave_for_good(desk: Desk) -> None:
    await desk.act(m.LeaveTable())
