"""Fair dice: the bytes of docs/fairness.md, computed here once more by hand; independence and uniformity."""

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest

from engine.chance import FairChance, chances, commitment, pick

SEED = bytes(range(32))


def framed(text):
    """UTF-8 behind a length of four bytes, big-endian."""
    raw = text.encode("utf-8")
    return len(raw).to_bytes(4, "big") + raw


def hmac_sha256(key, message):
    """RFC 2104 from its definition, for keys of at most 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()


def game_key(seed, table, number, words):
    parts = ["naisho/1", table, str(number), *words]
    return hmac_sha256(seed, b"".join(framed(part) for part in parts))


def drawn(key, label, sides, block=0):
    message = b"draw" + framed(label) + framed(str(block))
    value = int.from_bytes(hmac_sha256(key, message)[:8], "big")
    if value >= 2**64 // sides * sides:
        return drawn(key, label, sides, block + 1)
    return value % sides


def chance(words=("", "さくら", "x"), number=1):
    return FairChance.of_game(SEED, "t1", number, words)


def test_the_commitment_is_the_hash_of_seed_table_and_number():
    expected = hashlib.sha256(SEED + b"t1" + b"12").hexdigest()
    assert commitment(SEED, "t1", 12) == expected
    assert commitment(SEED, "t1", 13) != expected


def test_hmac_by_hand_is_the_standard_one():
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?") == hmac.digest(
        b"Jefe", b"what do ya want for nothing?", "sha256"
    )


@pytest.mark.parametrize("label", ["", "die/turn 3/seat 2", "愛", "0"])
@pytest.mark.parametrize("sides", [1, 2, 6, 10_000, 2**63 + 1])
def test_a_draw_is_the_written_function_of_seed_words_and_label(label, sides):
    key = game_key(SEED, "t1", 1, ["", "さくら", "x"])
    assert chance().draw(label, sides) == drawn(key, label, sides)


def test_some_draws_reject_their_first_block():
    """2**63 + 1 sides reject almost half of all blocks, so the loop of the hand computation is really taken."""
    key = game_key(SEED, "t1", 1, ["", "さくら", "x"])
    sides = 2**63 + 1
    first = [int.from_bytes(hmac_sha256(key, b"draw" + framed(str(n)) + framed("0"))[:8], "big") for n in range(40)]
    assert any(value >= sides for value in first)
    assert [chance().draw(str(n), sides) for n in range(40)] == [drawn(key, str(n), sides) for n in range(40)]


def test_a_child_is_keyed_by_its_label():
    key = hmac_sha256(game_key(SEED, "t1", 1, ["", "さくら", "x"]), b"child" + framed("bot/u1"))
    assert chance().child("bot/u1").draw("move", 6) == drawn(key, "move", 6)


def test_a_known_draw_stays_what_it_is():
    """Fixed values: a change of the bytes breaks every exported game."""
    fixed = FairChance.of_game(bytes(32), "t1", 1, ["", "", ""])
    key = game_key(bytes(32), "t1", 1, ["", "", ""])
    assert key.hex() == FIXED_KEY
    assert [fixed.draw(f"die/1/{seat}", 6) for seat in range(8)] == FIXED_DICE


FIXED_KEY = "87abbbb589feeb1945ca254fc78ac18ea210edb7cc32eed2d91bdacfebe9cfb9"
FIXED_DICE = [4, 2, 5, 4, 0, 5, 3, 2]


@pytest.mark.parametrize(
    "other",
    [
        chance(number=2),
        chance(words=("", "さくら")),
        chance(words=("さ", "くら", "x")),
        chance(words=("", "", "さくらx")),
    ],
)
def test_number_and_words_change_every_draw(other):
    assert [chance().draw(str(n), 2**60) for n in range(5)] != [other.draw(str(n), 2**60) for n in range(5)]


def test_the_number_and_order_of_draws_changes_nothing():
    fresh, used = chance(), chance()
    for n in range(100):
        used.draw(f"x{n}", 6)
        used.child(f"x{n}")
    assert used.draw("a", 1000) == fresh.draw("a", 1000)
    assert used.child("c").draw("a", 1000) == fresh.child("c").draw("a", 1000)


def test_labels_do_not_run_into_each_other():
    """A child of a label is not the draw of the joined label, nor are ("a", "bc") and ("ab", "c") the same."""
    big = 2**60
    values = [
        chance().draw("a/b", big),
        chance().child("a").draw("b", big),
        chance().child("a").draw("bc", big),
        chance().child("ab").draw("c", big),
        chance().child("").draw("abc", big),
        chance().child("a").child("b").draw("c", big),
    ]
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("sides", [2, 6, 7, 16])
def test_draws_are_uniform(sides):
    """Chi-square over 6,000 labels of a fixed seed; 0.999 quantile for up to 15 degrees of freedom is 37.7."""
    rolls = 6_000
    count = Counter(chance().draw(f"roll/{n}", sides) for n in range(rolls))
    expected = rolls / sides
    assert sum((count[side] - expected) ** 2 / expected for side in range(sides)) < 37.7
    assert set(count) == set(range(sides))


def test_neighbouring_labels_are_independent():
    """Pairs of consecutive draws fill a 6 x 6 table evenly (0.999 quantile for 35 degrees of freedom: 66.6)."""
    rolls = [chance().draw(f"die/{n}", 6) for n in range(7_201)]
    count = Counter(pairwise(rolls))
    assert sum((count[a, b] - 200) ** 2 / 200 for a in range(6) for b in range(6)) < 66.6


def test_a_draw_without_sides_is_an_error():
    with pytest.raises(ValueError, match="at least one side"):
        chance().draw("x", 0)


def test_the_key_is_not_printed():
    assert chance().key.hex() not in repr(chance()) and repr(chance().key) not in repr(chance())


def test_pick_and_chances():
    assert {pick(chance(), f"p{n}", "abc") for n in range(50)} == {"a", "b", "c"}
    hits = sum(chances(chance(), f"c{n}", 12.5) for n in range(4_000))
    assert 400 < hits < 600
    assert not any(chances(chance(), f"c{n}", 0) for n in range(200))
    assert all(chances(chance(), f"c{n}", 100) for n in range(200))
