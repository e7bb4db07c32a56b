"""Codes of tables: speakable, hard to guess where that matters, and read however they are typed."""

from __future__ import annotations

import re
import secrets

import pytest

from server.house.codes import new_code, read_code, words


def test_there_are_256_short_words():
    assert len(set(words())) == 256
    assert all(re.fullmatch("[A-Z]{3,6}", word) for word in words())


@pytest.mark.parametrize(("access", "shape"), [("open", r"[A-Z]+-[1-9]\d"), ("code", r"[A-Z]+-[A-Z]+-[1-9]\d")])
def test_an_open_table_has_a_short_code_and_a_closed_one_a_longer(access, shape):
    assert re.fullmatch(shape, new_code(access, secrets.randbelow, ()))


def test_a_code_is_not_given_twice():
    numbers = iter([3, 7, 3, 7, 4, 7])
    taken = {new_code("open", lambda _: next(numbers), ())}
    assert new_code("open", lambda _: next(numbers), taken) == f"{words()[4]}-17"


@pytest.mark.parametrize(
    "typed", ["KITE-42", " kite-42 ", "Kite 42", "kite_42", "kite – 42", "ＫＩＴＥ－４２", "kite　42", "kite ー 42"]
)
def test_a_code_is_read_however_it_is_typed(typed: str):
    assert read_code(typed) == "KITE-42"
