"""``naisho play``: a table against bots in one's own terminal, which is as before when one leaves."""

from __future__ import annotations

import os
import signal
import sys
import termios
from contextlib import asynccontextmanager

import pytest

from tests.support.journey_house import ROOT
from tests.support.journey_people import Person
from tests.support.openssh import run

PLAY = [sys.executable, "-m", "server", "play"]
HOME = {"PYTHONPATH": str(ROOT), "LANG": "en_US.UTF-8", "LOGNAME": "anna"}


@asynccontextmanager
async def playing(*words: str, lang: str = "en_US.UTF-8"):
    """Somebody at their own machine, and the settings of their terminal before the command."""
    async with Person([*PLAY, *words], size=(80, 24), variables={**HOME, "LANG": lang}, name="anna") as anna:
        yield anna


def settings(person: Person) -> list:
    return termios.tcgetattr(person._master)


@pytest.mark.parametrize(
    ("lang", "question", "key", "dealt"),
    [
        ("en_US.UTF-8", "Which game?", "1", ("Turn 1  Dialogue", "Your die: ", "Daruma", "Kokeshi", "Temari")),
        ("ja_JP.UTF-8", "どのゲームにしますか", "2", ("1日目  序章", "2 だるま", "7 かるた")),
    ],
)
async def test_both_games_are_offered_and_one_key_deals(lang, question, key, dealt):
    async with playing(lang=lang) as anna:
        await anna.sees(question, *{"en": ("Omega Strain", "Love, or Nothing")}.get(lang[:2], ("オメガ株",)))
        anna.presses(key)
        await anna.sees(*dealt)


async def test_a_game_that_is_named_is_dealt_at_once_against_bots():
    async with playing("omega") as anna:
        await anna.sees("Turn 1  Dialogue", "Your die: ", "yours alone", "1 anna", "4 Temari")
        anna.presses("6")
        await anna.sees("Turn 1  Action")
        anna.presses("1")
        await anna.sees("Turn 1 in words", "anna worked")


async def test_with_too_few_bots_for_a_game_one_comes_to_its_table():
    async with playing("omega", "--bots", "1") as anna:
        await anna.sees("before the game", "1 anna", "2 Daruma", "3 seats must be taken.")


async def test_the_screen_follows_the_window_and_the_terminal_comes_back_as_it_was():
    async with playing("omega", "--bots", "2") as anna:
        before = settings(anna)
        await anna.sees("Turn 1  Dialogue")
        anna.resize(120, 40)
        await anna.finds(r"(?m)^.{100,}$")
        anna.presses("q")
        await anna.sees("Leave the house?")
        anna.presses("2")
        await anna.is_told("Goodbye. Come again!")
        assert await anna.exit_code() == 0
        assert settings(anna) == before
        assert anna.raw.rstrip().endswith(b"Goodbye. Come again!")
        assert b"\x1b[?1049l" in anna.raw


async def test_ones_own_terminal_has_a_title_and_a_bell_and_its_title_back():
    async with playing() as anna:
        await anna.sees("Which game?")
        assert anna.raw.count(b"\x1b]2;") == anna.raw.count(b"\a") == 0
        anna.presses("1")
        await anna.sees("Turn 1  Dialogue")
        await anna.until(lambda one: one.screen.title == "Your turn: Dialogue, Turn 1, 60 s left - Naisho")
        await anna.until(lambda one: one.raw.count(b"\a") == 1)
        anna.presses("q")
        await anna.sees("Leave")
        anna.presses("2")
        assert await anna.exit_code() == 0
        await anna.until(lambda one: one.raw.count(b"\x1b]2;Naisho\x1b\\\x1b[23;2t") == 1)
        assert anna.raw.count(b"\x1b[22;2t") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda number: number.name)
async def test_a_signal_ends_it_in_order(number):
    async with playing(lang="ja_JP.UTF-8") as anna:
        before = settings(anna)
        await anna.sees("オメガ株", "どのゲームにしますか")
        os.kill(anna._process.pid, number)
        assert await anna.exit_code() == 0
        assert settings(anna) == before
        assert b"\x1b[?1049l" in anna.raw


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        ([], 1, "naisho: play needs a terminal: start it in one, without pipes\n"),
        (["omega", "--bots", "4"], 2, "omega has 4 seats, and one is yours\n"),
        (["--bots", "3"], 2, "say which game the bots sit down at\n"),
        (["chess"], 2, "'chess' is not one of"),
    ],
)
async def test_what_cannot_be_played_is_said_in_a_line(words, code, line):
    result = await run([*PLAY, *words], variables=HOME)
    assert result.code == code
    assert line in result.err
    assert result.out == ""
