"""What the house tells: every fact, refusal, notice and goodbye has its sentence, in both languages."""

import re
from pathlib import Path

import pytest

from engine.errors import Refusal
from engine.games.omega import OMEGA
from engine.games.omega.bot import TEMPERAMENTS
from engine.games.omega.facts import DieRolled, IndexRolled, LockdownVoted, Reckoned
from engine.games.omega.rules import OPTIONS
from engine.options import SPECTATORS
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table.seats import BOT_NAMES
from engine.table.state import TableState
from tui.games import FACES
from tui.games.face import Look
from tui.screens.chat_log import told_row
from tui.words.catalogue import LANGS, Words
from tui.words.narration import (
    Cast,
    called,
    from_pool,
    notice_text,
    option_help,
    option_label,
    option_value,
    refusal_text,
    result_text,
    tell,
)

ROOT = Path(__file__).parents[3]


def cast_of(*facts):
    cast = Cast()
    for fact in facts:
        cast = cast.after(fact)
    return cast


TABLE = (
    f.Created("t1", "KITE-42", "omega", "open", {}),
    f.Entered("u1", "Aki", "person"),
    f.Sat("u1", "Aki", "person"),
    f.Entered("g2", "Umi", "guest"),
    f.Sat("g2", "Umi", "guest"),
    f.Sat("b1", "Sora", "bot", "sly"),
)
DEALT = f.Dealt(1, ("", "", ""))


# --- who is who


def test_players_are_the_seats_at_the_deal_also_after_people_have_left():
    cast = cast_of(*TABLE, DEALT, f.Left("u1", "left"))
    assert [cast.player(seat) for seat in range(3)] == ["Aki", "Umi", "Sora"]
    assert cast.seat("g2") == 0
    assert cast.seat("u1") is None


def test_whom_a_stand_in_played_for_has_no_seat_after_the_game():
    cast = cast_of(*TABLE, DEALT, f.Ended(1, Outcome(Result.VOID, (), "voted"), (1,)))
    assert cast.seats == ("u1", "b1")


def test_names_of_those_who_are_gone_are_remembered():
    assert cast_of(*TABLE, f.Left("g2", "left")).name("g2") == "Umi"


# --- the table's facts


@pytest.mark.parametrize(
    ("fact", "en", "ja"),
    [
        (f.Entered("u9", "Rin", "person"), "Rin came in.", "Rinさんが来ました。"),
        (f.Left("g2", "left"), "Umi left.", "Umiさんが去りました。"),
        (f.Left("g2", "removed"), "Umi was removed by the host.", "Umiさんは主催に外されました。"),
        (f.Sat("u1", "Aki", "person"), "Aki took a seat.", "Akiさんが席に着きました。"),
        (
            f.Sat("b2", "Kaze", "bot", "greedy"),
            "A bot took a seat: Kaze (greedy).",
            "ボットが席に着きました：Kaze（強欲）。",
        ),
        (f.Stood("g2"), "Umi gave up the seat and watches.", "Umiさんが席を立ち、観戦します。"),
        (f.HostIs("g2"), "Umi is the host now.", "Umiさんが主催になりました。"),
        (
            f.OptionSet("max_turns", 0),
            "Turn limit is now: none. Everybody has to be ready afresh.",
            "ターンの上限を「なし」に変えました。全員、あらためて準備が必要です。",
        ),
        (
            f.OptionSet("dialogue", 90),
            "Dialogue is now: 90 s. Everybody has to be ready afresh.",
            "対話の長さを「90秒」に変えました。全員、あらためて準備が必要です。",
        ),
        (f.WentAway("g2"), "Umi is away.", "Umiさんは不在です。"),
        (f.CameBack("g2"), "Umi is back.", "Umiさんが戻りました。"),
        (f.StandInTook("g2"), "A stand-in plays for Umi.", "Umiさんの代役が入りました。"),
        (f.Dealt(3, ()), "Game 3 begins.", "第3回のゲームを始めます。"),
        (f.Paused("u1"), "Aki has paused the game.", "Akiさんがゲームを休止しました。"),
        (
            f.Ended(1, Outcome(Result.WIN, (1,), "vaccine"), ()),
            "Umi has the vaccine and wins.",
            "Umiさんがワクチンを手に入れ、勝ちました。",
        ),
        (
            f.Ended(1, Outcome(Result.DRAW, (0, 2), "vaccine"), ()),
            "Aki and Sora reached the vaccine with equal life: a draw.",
            "Aki、Soraがワクチンに届き、ライフも同じなので引き分けです。",
        ),
        (
            f.Ended(1, Outcome(Result.NO_WINNER, (), "all-dead"), ()),
            "Nobody is left alive. There is no winner.",
            "全員が脱落しました。勝者はいません。",
        ),
    ],
)
def test_facts_of_the_table(fact, en, ja):
    cast = cast_of(*TABLE, DEALT)
    for lang, text in (("en", en), ("ja", ja)):
        told = tell(Words(lang), cast, fact)
        assert told is not None
        assert told.text == text


@pytest.mark.parametrize(
    "fact",
    [
        f.Answered(0, 1, "action", {"action": "work"}),
        f.WordGiven("u1", "clover"),
        f.SeedKept(1, "00"),
        f.Sealed(1, "action", 1, 0, {}, ()),
        f.PhaseOpened(1, "action", 1, 0, 1, False, (0,), ()),
        f.Said("u1", "table", "hello"),
    ],
)
def test_what_is_sealed_or_shown_elsewhere_is_not_told(fact):
    assert tell(Words("en"), cast_of(*TABLE, DEALT), fact) is None


# --- Omega Strain


def told(lang, fact):
    return [telling.text for telling in FACES["omega"].tell(Words(lang), cast_of(*TABLE, DEALT), fact)]


def test_the_index_is_told_and_a_die_is_not():
    (en,), (ja,) = told("en", IndexRolled(2, 5)), told("ja", IndexRolled(2, 5))
    assert en.startswith("Turn 2. The infection index is 5. ")
    assert ja.startswith("2ターン目、感染指数は5です。")
    assert told("en", DieRolled(2, 0, 1)) == []


@pytest.mark.parametrize(
    ("consents", "passed", "text"),
    [
        ({0: "yes", 1: "yes", 2: "yes"}, True, "Lockdown: all said yes."),
        ({0: "yes", 1: "no", 2: "yes"}, False, "No lockdown; yes from Aki and Sora only."),
        ({0: "no", 1: "no", 2: "no"}, False, "No lockdown; nobody said yes."),
        (None, False, "No lockdown."),
        (None, True, "Lockdown: all said yes."),
    ],
)
def test_the_ballot_is_told_with_names_where_it_is_opened(consents, passed, text):
    assert told("en", LockdownVoted(1, {}, consents, passed)) == [text]


def test_the_reckoning_tells_deeds_and_costs_and_deaths_and_nobodys_infection():
    reckoned = Reckoned(4, False, {0: "work", 1: "work", 2: "home"}, {0: -1, 1: -1, 2: 0}, {0: 1, 1: 1, 2: 0}, (1,))
    *deeds, death = told("en", reckoned)
    assert deeds == [
        "Aki worked: a life lost, $10k earned.",
        "Umi worked: a life lost, $10k earned. Died.",
        "Sora stayed home: no change.",
    ]
    assert death.startswith("Umi ")
    for lang, word in (("en", "infect"), ("ja", "感染")):
        assert not any(word in text for text in told(lang, reckoned))


def test_a_lockdown_is_told_seat_by_seat():
    reckoned = Reckoned(4, True, {}, {0: -1, 1: 0, 2: 0}, {0: 1, 1: 1, 2: 1}, ())
    assert told("en", reckoned) == [
        "Aki was locked in: a life lost, $10k paid.",
        "Umi was locked in: $10k paid.",
        "Sora was locked in: $10k paid.",
    ]


# --- codes


def codes(pattern, *folders):
    """Every code that stands in the sources."""
    found = set()
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            found |= set(re.findall(pattern, path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("lang", LANGS)
def test_every_refusal_of_the_table_and_of_the_house_has_a_sentence(lang):
    words = Words(lang)
    found = codes(r'Refusal\(\s*"([a-z-]+)"', "engine/table", "engine/games/omega", "server")
    found |= codes(r'Refusal\(\s*"([a-z-]+)"', "tui") | {
        "answer-fields",
        "answer-option",
        "option-choice",
        "option-range",
    }
    assert {code for code in found if f"refusal.{code}" not in words} == set()


@pytest.mark.parametrize("lang", LANGS)
def test_every_notice_and_goodbye_has_a_sentence(lang):
    words = Words(lang)
    notices = codes(r'(?:Notice|_tell_all)\(\s*"([a-z-]+)"', "server", "tui")
    notices |= {"journal-down", "house-fault"}  # told by the code of the refusal that kept somebody from their table
    assert {c for c in notices if f"notice.{c}" not in words} == set()
    assert {c for c in codes(r'Goodbye\(\s*"([a-z-]+)"', "server", "tui") if f"goodbye.{c}" not in words} == set()


def test_a_refusal_names_an_option_as_the_table_shows_it():
    refusal = Refusal("option-range", option="dialogue", low=20, high=300)
    assert refusal_text(Words("en"), refusal, "omega") == "Dialogue takes a whole number from 20 to 300."


def test_a_code_without_a_sentence_is_still_told():
    assert refusal_text(Words("en"), Refusal("brand-new")) == "That is not possible (brand-new)."
    assert notice_text(Words("en"), "brand-new", {}) == "The house says: brand-new."
    assert result_text(Words("en"), "omega", Outcome(Result.VOID, (), "flood"), []) == "The game is over (flood)."


def test_a_notice_gives_its_reason_in_words():
    text = notice_text(Words("en"), "name-refused", {"reason": "name-long"})
    assert text == "That name cannot be yours. A name may be at most 16 columns wide."


@pytest.mark.parametrize("lang", LANGS)
def test_every_option_has_a_name_a_meaning_and_words_for_its_values(lang):
    words = Words(lang)
    for option in (*OPTIONS, SPECTATORS):
        assert option_label(words, "omega", option.name)
        assert option_help(words, "omega", option.name)
        for value in option.choices or (option.low, option.high, option.default):
            assert option_value(words, "omega", option.name, value)


@pytest.mark.parametrize("lang", LANGS)
def test_every_temperament_has_a_name_and_a_line(lang):
    words = Words(lang)
    for name in TEMPERAMENTS:
        assert words(f"temperament.{name}")
        assert words(f"omega.temperament.{name}-is")


# --- names that the house gives


@pytest.mark.parametrize(
    ("name", "ja"),
    [("Daruma", "だるま"), ("Temari 2", "てまり 2"), ("Aki", "Aki"), ("Daruma-san", "Daruma-san"), ("you", "あなた")],
)
def test_a_bot_is_called_in_kana_and_a_person_as_they_are(name, ja):
    assert called(Words("ja"), name) == ja
    assert called(Words("en"), name) == name


def test_every_bot_has_a_name_in_both_languages():
    assert {f"called.{name}" for name in BOT_NAMES} - set(Words("ja")) == set()


def test_who_is_called_you_has_no_title():
    cast = cast_of(f.Created("t1", "KITE-42", "omega", "open", {}), f.Entered("u1", "you", "person"))
    for lang, text in (("en", "you is ready."), ("ja", "あなたの準備ができました。")):
        assert tell(Words(lang), cast.in_words(Words(lang)), f.Readied("u1")).text == text


# --- what each line looks like


def test_a_death_alarms_only_whom_it_has_met():
    reckoned = Reckoned(4, False, {0: "work", 1: "work", 2: "home"}, {0: -1, 1: -1, 2: 0}, {0: 1, 1: 1, 2: 0}, (1,))
    *_, death = FACES["omega"].tell(Words("en"), cast_of(*TABLE, DEALT), reckoned)
    assert [told_row(death, me).kind for me in ("u1", "g2", "b1", "w9")] == ["death", "alert", "death", "death"]


@pytest.mark.parametrize(
    ("fact", "kind"),
    [
        (f.Dealt(2, ()), "news"),
        (f.Ended(1, Outcome(Result.WIN, (1,), "vaccine"), ()), "win"),
        (f.Ended(1, Outcome(Result.NO_WINNER, (), "all-dead"), ()), "news"),
        (f.Entered("u9", "Rin", "person"), "system"),
    ],
)
def test_starts_wins_and_comings_look_different(fact, kind):
    assert told_row(tell(Words("en"), cast_of(*TABLE, DEALT), fact), "u1").kind == kind


# --- pools

POOLS = {
    # key -> sentences; at least three times as many as there were, or than the days of a long game
    **{f"love.tale.open.{name}": number for name, number in (("prologue", 9), ("night", 20), ("noon", 20))},
    "love.tale.dawn": 20,
    "love.tale.attack.killed": 20,
    "love.tale.attack.failed": 20,
    "love.tale.poisoned": 9,
    **{f"love.tale.epilogue.{cause}": 9 for cause in ("solved", "only-beloved")},
    **{f"love.tale.epilogue.{cause}": 6 for cause in ("beloved-killed", "max-days")},
    "omega.tale.air": 20,
    "omega.tale.death": 4,
}
SLOTS = {"name": "N", "n": 1, "culprit": "C", "beloved": "B", "winner": "W"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("key", "least"), POOLS.items())
def test_nothing_is_told_twice_before_all_of_a_pool_was(key, least, lang):
    for tale in ("a1/1", "a1/2", "ffff/9"):
        told = [from_pool(Words(lang), key, tale, at, **SLOTS) for at in range(least)]
        assert len(set(told)) == least


@pytest.mark.parametrize("key", POOLS)
def test_a_pool_begins_anew_in_another_order_when_all_was_told(key):
    words = Words("en")
    size = sum(name.startswith(f"{key}.v") for name in words)
    rounds = [[from_pool(words, key, "a1/1", at + start, **SLOTS) for at in range(size)] for start in (0, size)]
    assert sorted(rounds[0]) == sorted(rounds[1])
    assert rounds[0] != rounds[1]


def test_each_game_has_an_order_of_its_own_and_every_eye_the_same():
    def order(tale):
        return [from_pool(Words("en"), "love.tale.dawn", tale, at, n=1) for at in range(20)]

    assert order("a1/1") == order("a1/1")
    assert order("a1/1") != order("a1/2")
    assert order("a1/1") != order("a2/1")


@pytest.mark.parametrize("playing", [True, False])
def test_page_and_chat_tell_from_the_same_stream(playing):
    cast = cast_of(*TABLE, f.Dealt(3, ("", "", "")))
    opened = None if playing else f.Opened(3, "00", (), ())
    stage, number = ("playing", 3) if playing else ("lobby", 4)
    view = TableState(OMEGA, id="t1", stage=stage, game_no=number, opened=opened)
    assert Look(Words("en"), view, "u1").tale == cast.tale == "t1/3"
