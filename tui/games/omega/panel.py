"""Omega Strain while it is played: index and own die, the seats, what is asked, what happened last turn."""

from __future__ import annotations

from collections.abc import Iterator

from textual.events import Click

from engine.games.omega.prompts import ACTION, DIALOGUE
from engine.games.omega.state import LIFE, OmegaPlay, Player
from engine.table.state import REVEAL, Seat
from tui.games.beats import beat_rows
from tui.games.choices import is_done, numbered
from tui.games.face import Choice, GamePanel, Look
from tui.games.omega.story import money, recap
from tui.widgets.board import Board
from tui.widgets.draw import BLANK, Drawing, Row, at_most, beside, columns, heading, paragraph, row, row_cells
from tui.widgets.look import ALERT, CHOSEN, DIE, FAINT, PLAIN, STRONG
from tui.widgets.pane import Part
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.width import cells, fit

PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}
"""The picture of each face of a die, three rows of seven cells."""

NO_FACE = ("       ", "   ?   ", "       ")
NARROW = 46
"""Under this many cells the two dice stand together, and hints take a row more."""

_DIE = 7
_OWN_STYLES = {"infected": ALERT, "clean": STRONG}
_ASK_ROWS = 5
_LABEL = 10
_FUNDS = 5
_NAME = 11
"""Cells that a seat's mark, number and name have at least, before the state is a mark."""


class OmegaPanel(GamePanel, Board):
    """The left half of the table."""

    _look: Look | None = None

    def look_at(self, look: Look) -> None:
        """Draw this moment of the game."""
        self._look = look
        self.show(lambda width, height: Drawing(draw(look, width, height)))

    def on_click(self, event: Click) -> None:
        """Press the key of the choice under the pointer."""
        keys = [choice.key for choice in numbered(self._look)] if self._look is not None else []
        if (key := self.key_at(event.x, event.y, keys)) is not None:
            self.app.simulate_key(key)

    def press(self, key: str, character: str | None) -> bool:
        """Up and down and the page keys scroll where the screen is too low for everything."""
        steps = {"up": -1, "down": 1}
        if key in steps:
            self.scroll_rows(steps[key])
        return key in steps or self.turn(key)


def draw(look: Look, width: int, height: int) -> list[Row]:
    """The game in this width; every part keeps its place whatever happens, and a high screen has room between."""
    seats = list(_seats(look, width))
    roomy = [BLANK] if height >= 24 else []
    rows = [*roomy, *_dice(look, width), *roomy, *seats, *roomy]
    if not look.reveals:
        return [*rows, *_asked(look, width), *roomy, *_last(look, width)]
    title, room = heading(look.asked, width), _ASK_ROWS + (width < NARROW) + len(roomy)
    if look.beats_all > room:  # no room for the last turn besides
        return [*rows, title, *beat_rows(look.beats, width, max(1, height - len(rows) - 1))]
    beats = beat_rows(look.beats, width, room)
    return [*rows, title, *beats, *[BLANK] * (room - len(beats)), *_last(look, width)]


def own_state(look: Look) -> str:
    """The reader's own state: "watching", "dead", "hidden", "infected" or "clean"."""
    play: OmegaPlay = look.view.play
    if look.seat is None:
        return "watching"
    if not play.players[look.seat].alive:
        return "dead"
    if look.hidden:
        return "hidden"
    return "infected" if play.turns and play.turn.infected(look.seat) else "clean"


def _dice(look: Look, width: int) -> list[Row]:
    """The index, and beside it the reader's own die."""
    words, play = look.words, look.view.play
    index = play.turn.index if play.turns else 0
    infect = words(f"omega.infect.{index}") if index else ""
    public = [row((words("omega.index", n=index or "-"), STRONG)), row(infect), BLANK]
    margin, own = ([row(" ")], 1), _own(look)
    if width < NARROW:
        both = [public[0], *own[:2]]
        return beside([margin, (_face(index), _DIE), margin, (_own_face(look), _DIE), (_indented(both), 22)])
    room = max((width - 1) // 2 - _DIE, _public_room(words))
    blocks = [margin, (_face(index), _DIE), (_indented(public), room)]
    return beside([*blocks, (_own_face(look), _DIE), (_indented(own), width - room - 2 * _DIE - 1)])


def _public_room(words: Words) -> int:
    """Cells for the longest text about an index, with a space on either side: the die beside it never moves."""
    texts = [words("omega.index", n=6), *(words(f"omega.infect.{index}") for index in range(1, 7))]
    return max(map(cells, texts)) + 2


def _own_face(look: Look) -> list[Row]:
    die = _own_die(look)
    if die is None:
        return [row(" " * _DIE)] * 3
    return _face(0 if look.hidden else die)


def _own(look: Look) -> list[Row]:
    words, name = look.words, own_state(look)
    state = (words(f"omega.own.{name}"), _OWN_STYLES.get(name, FAINT))
    die = _own_die(look)
    if die is None:
        return [row(state), BLANK, BLANK]
    shown = words("omega.own.die", n="?" if look.hidden else die)
    return [row((shown, STRONG)), row(state), row((words("omega.own.secret"), FAINT))]


def _own_die(look: Look) -> int | None:
    play: OmegaPlay = look.view.play
    return play.turn.dice.get(look.seat) if play.turns and look.seat is not None else None


def _face(number: int) -> list[Row]:
    return [row((line, DIE)) for line in PIPS.get(number, NO_FACE)]


def _indented(rows: list[Row]) -> list[Row]:
    return [row(" ", *parts) for parts in rows]


def _seats(look: Look, width: int) -> Iterator[Row]:
    """Everybody's public state, a row a seat."""
    words = look.words
    in_ballot = look.view.phase is not None and look.view.phase.name in (ACTION, REVEAL)
    titles = ("omega.seat", "omega.life", "omega.funds", "omega.ballot" if in_ballot else "omega.wish", "omega.state")
    wish = max(cells(words(key)) for key in (*_wishes(), "omega.ballot", "omega.wish"))
    state = max(cells(words(key)) for key in _STATES)
    life = max(LIFE + 2, cells(words("omega.life")))
    rest = life + _FUNDS + wish + 6
    brief = width - rest - state < _NAME  # names come first: who is in which state, a mark tells
    state = 1 if brief else state
    widths = (width - rest - state, life, _FUNDS, wish, state)
    first, *others = zip(map(words, titles[: 4 + (not brief)]), widths, strict=False)
    head = [(f"  {first[0]}", first[1], FAINT), *((title, width, FAINT) for title, width in others)]
    yield row(" ", *columns(head))
    for number, seat in enumerate(look.view.seats):
        player = look.view.play.players[number]
        style = FAINT if not player.alive else STRONG if seat.who == look.me else PLAIN
        texts = (
            f"{'▸' if seat.who == look.me else ' '}{number + 1} {show(seat.name)}",
            life_text(player),
            money(words, player.funds, brief=True),
            _stance(look, number),
            _state(look, seat, number, player, brief=brief),
        )
        yield row(" ", *columns([(t, w, style) for t, w in zip(texts, widths, strict=True)]))
    yield from [BLANK] * (look.view.rules.most - len(look.view.seats))


def life_text(player: Player) -> str:
    """Life as hearts and as a number."""
    return f"{'♥' * player.life}{'♡' * (LIFE - player.life)} {player.life}"


def _wishes() -> tuple[str, ...]:
    return ("omega.stance.for", "omega.stance.against", "omega.stance.none", "omega.stance.yes", "omega.stance.no")


MARKS = {
    "omega.dead": "†",
    "state.quit": "x",
    "state.stand-in": "=",
    "state.away": "~",
    "state.done": "✓",
    "state.bot": "b",
}
"""What stands for a state where there is no room for its word."""

_STATES = (*MARKS, "omega.state")


def _stance(look: Look, seat: int) -> str:
    """A seat's wish while people talk; what it said in the ballot when that is opened."""
    phase, turn = look.view.phase, look.view.play.turns[-1] if look.view.play.turns else None
    if phase is None or turn is None or seat not in look.view.living:
        return "-"
    if phase.name == DIALOGUE:
        answer = phase.answer("wish", seat)
        return look.words(f"omega.stance.{answer['wish']}") if answer and answer["wish"] != "none" else "-"
    if look.view.options.get("lockdown_ballot") != "open" or turn.lockdown is None:
        return "-"
    return look.words(f"omega.stance.{turn.consents.get(seat, 'no')}")


def _state(look: Look, seat: Seat, number: int, player: Player, *, brief: bool) -> str:
    phase = look.view.phase
    done = phase is not None and phase.answer("done", number) == {"done": "yes"}
    marks = (
        (not player.alive, "omega.dead"),
        (seat.quit, "state.quit"),
        (seat.stand_in, "state.stand-in"),
        (seat.away, "state.away"),
        (done, "state.done"),
        (seat.kind == "bot", "state.bot"),
    )
    return next((MARKS[key] if brief else look.words(key) for so, key in marks if so), "")


def _asked(look: Look, width: int) -> list[Row]:
    """What the reader is asked, with the key of each answer and a mark at what was chosen."""
    rows = [_question(look, prompt_choices, width) for prompt_choices in _by_prompt(numbered(look))]
    room = _ASK_ROWS + (width < NARROW)
    rows += at_most(paragraph(hint(look), width, FAINT if rows else PLAIN), room - len(rows), width)
    rows += [BLANK] * (room - len(rows))
    return [heading(look.asked, width), *rows]


def _by_prompt(choices: tuple[Choice, ...]) -> list[list[Choice]]:
    grouped: dict[str, list[Choice]] = {}
    for choice in choices:
        grouped.setdefault(choice.prompt.name, []).append(choice)
    return list(grouped.values())


def _question(look: Look, choices: list[Choice], width: int) -> Row:
    """The question in full where there is room for it, and its answers."""
    prompt = choices[0].prompt
    parts: list[Part] = []
    for choice in choices:
        chosen = (choice.chosen or is_done(prompt)) and not (look.hidden and prompt.sealed)
        text = choice_text(look.words, choice)
        parts += [("✓" if chosen else " ", STRONG), (choice.key, STRONG), (f" {text} ", CHOSEN if chosen else PLAIN)]
    label, room = look.words(f"omega.prompt.{prompt.name}"), width - 2 - row_cells(tuple(parts))
    if cells(label) > max(room, _LABEL):
        label = look.words(f"omega.brief.{prompt.name}")
    return ((f" {fit(label, max(_LABEL, cells(label) + 1))}", FAINT), *parts)


def choice_text(words: Words, choice: Choice) -> str:
    """An answer in a word or two."""
    name = choice.prompt.name
    return words("omega.choice.done.yes" if name == "done" else f"omega.choice.{name}.{choice.values[name]}")


def hint(look: Look) -> str:
    """What to do next, or what was done and how to change it."""
    words, view = look.words, look.view
    if view.paused is not None:
        key = "game.paused-short" if view.pause_is_short else "game.paused"
        return words(key, name=show(view.name_of(view.paused)))
    if look.seat is None:
        return words("omega.hint.watching")
    if look.seat not in view.living:
        return words("omega.hint.dead")
    if view.phase is None or not look.prompts:
        return ""
    if view.phase.name == DIALOGUE:
        return _talking(look)
    chosen = next((choice for choice in numbered(look) if choice.chosen), None)
    if chosen is None:
        return words("omega.hint.action")
    return words("omega.hint.hidden") if look.hidden else chose(look, chosen)


def _talking(look: Look) -> str:
    """In a dialogue: that one is done, else what one consented to, else what a lockdown needs."""
    if is_done(look.prompts[-1]):
        return look.words("omega.hint.done")
    consent = next((c for c in numbered(look) if c.prompt.name == "consent" and c.chosen), None)
    if consent is None or look.hidden:
        return look.words("omega.hint.dialogue")
    return chose(look, consent)


def chose(look: Look, choice: Choice) -> str:
    """What was chosen, and which key changes it."""
    others = [c.key for c in numbered(look) if c.prompt.name == choice.prompt.name and c.values != choice.values]
    keys = look.words.list(others, either=True)
    return look.words(f"omega.chose.{choice.prompt.name}", choice=choice_text(look.words, choice), keys=keys)


def _last(look: Look, width: int) -> list[Row]:
    """The last reckoning in words; before the first one, what the game is about."""
    words, play = look.words, look.view.play
    if not play.turns:
        return []
    done = [turn for turn in play.turns if turn.reckoned and not (look.reveals and turn is play.turns[-1])]
    title = words("omega.last", n=done[-1].no) if done else words("omega.last-none")
    lines = recap(look, done[-1]) if done else [words("omega.goal")]
    return [heading(title, width), *(line for text in lines for line in paragraph(text, width, hang=2))]
