"""The end of a game on the screen: who won for whom, and why, before anything else."""

from types import SimpleNamespace

import pytest

from engine.outcome import Outcome, Result
from engine.table import moves as m
from tests.support.evening import evening
from tui.screens.reading import verdict
from tui.words.catalogue import Words

VIEW = SimpleNamespace(cast=[SimpleNamespace(who=who, name=who.upper()) for who in ("a", "b", "c")])


@pytest.mark.parametrize(
    ("result", "winners", "me", "en", "ja"),
    [
        (Result.WIN, (0,), "a", "You won.", "あなたの勝ちです。"),
        (Result.WIN, (0,), "b", "You lost.", "あなたの負けです。"),
        (Result.WIN, (0,), "w", "A won.", "Aさんの勝ちです。"),
        (Result.DRAW, (0, 2), "c", "You drew.", "引き分けです。"),
        (Result.DRAW, (0, 2), "b", "You lost.", "あなたの負けです。"),
        (Result.DRAW, (0, 2), "w", "A and C drew.", "A、Cさんの引き分けです。"),
        (Result.NO_WINNER, (), "a", "Nobody won.", "勝者はいません。"),
        (Result.NO_CONTEST, (), "w", "Nobody won.", "勝者はいません。"),
        (Result.VOID, (), "a", "The game does not count.", "このゲームは数えません。"),
    ],
)
def test_what_came_of_it_for_the_reader(result, winners, me, en, ja):
    for lang, text in (("en", en), ("ja", ja)):
        desk = SimpleNamespace(words=Words(lang), me=me)
        assert verdict(desk, VIEW, Outcome(result, winners, "x")) == text


async def test_result_and_rule_stand_first_and_the_dice_are_one_key_away():
    async with evening() as e:
        await e.game()
        await e.end()
        won = e.room.state.seat_of(e.me.person.id) in e.room.state.outcome.winners
        rows = [row.split("│")[0].strip() for row in await e.rows()]
        at = next(n for n, row in enumerate(rows) if row.startswith("The game is over"))
        assert rows[at + 1] == ("You won." if won else "You lost." if e.room.state.outcome.winners else "Nobody won.")
        shown = " ".join(rows)
        assert "What decided it" in shown
        assert "Every hand, opened" in " ".join(rows) or "▼" in shown
        await e.press("f")
        assert "".join(e.room.state.opened.seed[:40]) in (await e.text()).replace("\n", "").replace(" ", "")


async def test_a_game_called_off_has_no_winner_to_name():
    async with evening() as e:
        await e.game()
        for person in (e.me, *e.friends):
            await person.act(m.VoteVoid())
        text = await e.text()
        assert "The game does not count." in text
        assert "won." not in text.split("│")[0]
