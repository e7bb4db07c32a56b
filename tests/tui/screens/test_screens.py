"""The screens, by key presses on a real table in memory: what is seen, in both languages and every size."""

import os
import re
import tomllib
from pathlib import Path

import pytest
from rich.cells import cell_len

import tui.words
from engine.errors import Refusal
from engine.games.love import LOVE
from engine.table import moves as m
from tests.support.evening import evening
from tui.screens.desk import Note
from tui.widgets.draw import at_most, item, paragraph, text_of
from tui.words.catalogue import Words

CATALOGUE = Path(tui.words.__file__).parent
PICTURES = Path(__file__).parent / "pictures"
WRITE = os.environ.get("NAISHO_PICTURES") == "write"
"""Set to write the pictures anew; look at every one of them before they are committed."""

SIZES = [(80, 24), (100, 30)]
LANGS = ["en", "ja"]


# --- pictures: the whole screen as text


async def scenes(e):
    """Every screen of an evening, by name."""
    yield "lobby"
    await e.me.say("hello")
    await e.press("c")
    yield "create"
    await e.press("escape")
    await e.table()
    yield "room"
    await e.press("s")
    yield "dialogue"
    await e.press("1", "4")
    await e.answer(wish="against", consent="no")
    yield "answered"
    await e.answer(done="yes")
    await e.press("6")
    await e.pass_time(3)
    yield "action"
    await e.press("1")
    await e.answer(action="home")
    yield "reckoning"
    await e.press("t")
    yield "history"
    await e.press("b")
    yield "rules"
    await e.press("question_mark")
    yield "help"
    await e.press("escape", "ctrl+x")
    yield "hidden"
    await e.press("ctrl+x")
    await e.press("l")
    yield "leave"
    await e.press("escape")
    await e.end()
    yield "result"
    await e.press("escape")
    yield "again"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", LANGS)
async def test_pictures(lang, size):
    async with evening(lang, size) as e:
        async for name in scenes(e):
            rows = await e.rows()
            assert [cell_len(row) for row in rows] == [size[0]] * size[1], name
            shown = "\n".join(row.rstrip() for row in rows).rstrip() + "\n"
            file = PICTURES / f"{name}.{lang}.{size[0]}x{size[1]}.txt"
            if WRITE:
                file.write_text(shown, encoding="utf-8")
            assert shown == file.read_text(encoding="utf-8"), name


ENGLISH_IN_JAPANESE = {"Naisho", "Tab", "Enter", "Esc", "English", "KITE", "SSH", "ssh", "Ctrl", "PgUp", "PgDn"}
LATIN = re.compile(r"[A-Za-z]{2,}")
JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")


@pytest.mark.parametrize("lang", LANGS)
async def test_no_screen_mixes_its_languages(lang):
    async with evening(lang, (100, 30)) as e:
        async for name in scenes(e):
            text = await e.text()
            if lang == "ja":
                foreign = set(LATIN.findall(re.sub(r"\b[0-9a-f]{4,}\b|hello", "", text))) - ENGLISH_IN_JAPANESE
            else:
                foreign = set(JAPANESE.findall(text)) - {"内緒", "日本語"}
            assert not foreign, name


@pytest.mark.parametrize("key", ["k", "b", "question_mark", "m"])
async def test_no_page_of_the_lobby_mixes_its_languages(key):
    async with evening("ja", (100, 80)) as e:
        await e.press(key)
        text = re.sub(r"/[a-z-]+|\^[A-Z]", "", await e.text())
        assert set(LATIN.findall(text)) <= ENGLISH_IN_JAPANESE


# --- an evening from the lobby to the second game


@pytest.mark.parametrize("lang", LANGS)
async def test_a_whole_evening_with_bots(lang):
    w = Words(lang)
    async with evening(lang) as e:
        assert w("lobby.none")[:20] in (await e.text()).replace("\n", " ")
        await e.press("c", "end", "enter")
        await e.press("a", "1", "a", "2", "a", "3")
        assert [seat.kind for seat in e.room.state.seats] == ["person", "bot", "bot", "bot"]
        assert w("temperament.sly") in await e.text()
        await e.press("r")
        assert e.room.state.seats[0].ready
        await e.press("s")
        assert w("omega.phase.dialogue") in await e.text()
        for _ in range(120):
            if not e.room.state.playing:
                break
            await e.press("1")
            await e.pass_time(60)
        assert w("page.result") in await e.text()
        await e.press("r")
        assert e.room.state.seats[0].ready
        await e.press("s")
        assert e.room.state.game_no == 2
        assert e.room.state.playing


async def test_a_table_is_entered_from_the_list_and_by_its_code_and_watched_without_a_seat():
    async with evening() as e:
        friend = e.friends[0]
        await friend.create("omega", "open", {})
        await e.press("enter")
        assert e.room.state.seat_of(e.me.person.id) == 1
        await e.press("l")
        assert e.me.room is None
        await e.press("w")
        assert e.room.state.seat_of(e.me.person.id) is None
        await e.press("l", "j")
        await e.type("kite-42")
        assert e.room.state.seat_of(e.me.person.id) == 1


async def test_a_wrong_code_stays_in_the_line_with_the_reason():
    async with evening() as e:
        await e.press("j")
        await e.type("NONE-1")
        assert "There is no table with that code." in await e.text()
        assert e.line.value == "NONE-1"
        await e.press("escape")
        assert e.line.value == ""
        assert not e.app.main.typing


async def test_the_form_of_a_new_table_sets_access_and_options():
    async with evening() as e:
        await e.press("c", "down", "right", "down", "right", "down", "enter")
        await e.type("45")
        await e.press("down", "right", "end", "enter")
        assert e.room.state.access == "code"
        assert e.room.state.options["dialogue"] == 65
        assert e.room.state.options["action"] == 45
        assert e.room.state.options["lockdown_ballot"] == "secret"


async def test_a_number_out_of_bounds_is_refused_in_words():
    async with evening() as e:
        await e.press("c", "down", "down", "enter")
        await e.type("9")
        assert "Dialogue takes a whole number from 20 to 300." in await e.text()
        assert e.line.value == "9"


async def test_the_host_changes_options_removes_people_and_hands_over():
    async with evening() as e:
        await e.table()
        await e.press("down", "x")
        assert [seat.name for seat in e.room.state.seats] == ["Aki", "Kaze"]
        await e.press("down", "down", "right")
        assert e.room.state.options["dialogue"] == 65
        await e.press("home", "down", "o")
        assert e.room.state.host == e.friends[1].person.id
        await e.press("end", "right")
        assert "Only the host can do that." in await e.text()


async def test_the_cursor_stays_on_a_person_when_others_go():
    async with evening() as e:
        await e.table()
        await e.press("down", "down")
        await e.friends[0].act(m.LeaveTable())
        await e.press("x")
        assert [seat.name for seat in e.room.state.seats] == ["Aki"]


async def test_a_lucky_word_goes_with_being_ready():
    async with evening() as e:
        await e.table()
        await e.press("w")
        await e.type("clover")
        assert e.me.moves[-1] == m.Ready("clover")
        assert e.room.state.seats[0].ready


# --- keys and talk


async def test_tab_moves_between_keys_and_talk_and_letters_never_do_both():
    async with evening() as e:
        await e.press("c")
        assert e.desk.pages
        await e.press("escape", "tab", "c", "c")
        assert not e.desk.pages
        assert e.line.value == "cc"
        await e.press("tab", "c")
        assert e.desk.pages
        assert e.line.value == "cc"


async def test_a_refused_line_stays_and_its_reason_is_told_until_something_succeeds():
    async with evening() as e:
        await e.game()
        await e.press("6", "tab")
        await e.answer(done="yes")
        await e.pass_time(3)
        await e.type("too late")
        assert "Nobody can talk in this phase. Your line is kept." in await e.text()
        assert e.line.value == "too late"
        await e.press("ctrl+u")
        await e.type("/work")
        assert "Your line is kept" not in await e.text()
        assert e.line.value == ""


async def test_a_draft_survives_questions_pages_and_a_change_of_language():
    async with evening() as e:
        await e.press("tab", "h", "i", "tab", "j", "escape", "question_mark", "escape", "ctrl+l")
        assert e.line.value == "hi"
        assert e.me.profile.language == "ja"
        assert "テーブル" in await e.text()


async def test_a_change_of_language_turns_what_the_house_said_before():
    async with evening() as e:
        await e.table()
        assert "Aki, Umi, and Kaze took seats." in await e.text()
        await e.press("ctrl+l")
        text = await e.text()
        assert "Umiさん" in text
        assert "took seats" not in text


async def test_somebody_whose_language_is_unknown_is_asked_in_both():
    async with evening(None) as e:
        text = await e.text()
        assert "Which language would you like?" in text
        assert "どの言語で表示しますか？" in text
        await e.press("2")
        assert e.me.profile.language == "ja"
        assert "在室者" in await e.text()


@pytest.mark.parametrize(
    ("command", "prompt", "values"),
    [
        ("/for", "wish", {"wish": "for"}),
        ("/yes", "consent", {"consent": "yes"}),
        ("/4", "consent", {"consent": "yes"}),
        ("/done", "done", {"done": "yes"}),
        ("/賛成", "wish", {"wish": "for"}),
    ],
)
async def test_every_answer_can_be_given_by_a_command(command, prompt, values):
    async with evening() as e:
        await e.game()
        await e.press("tab")
        e.line.value = command
        await e.press("enter")
        assert e.room.state.phase.answer(prompt, 0) == values
        assert e.line.value == ""


async def test_an_unknown_command_stays_with_a_hint():
    async with evening() as e:
        await e.press("tab")
        await e.type("/dance")
        assert "There is no command /dance here. /help shows them all." in await e.text()
        assert e.line.value == "/dance"


async def test_text_of_people_is_no_markup():
    async with evening() as e:
        await e.table()
        await e.press("tab")
        e.line.value = "[bold]x[/] [@click=app.quit]y[/]"
        await e.press("enter")
        assert "[bold]x[/]" in await e.text()


async def test_japanese_typed_beside_the_line_goes_into_it():
    async with evening("ja") as e:
        await e.press("こ")
        assert e.line.value == "こ"
        assert e.app.main.typing


async def test_full_width_characters_are_keys_where_keys_work_and_text_where_text_goes():
    async with evening("ja") as e:
        await e.press("ｃ")
        assert e.desk.pages
        assert not e.app.main.typing
        await e.press("escape", "tab", "ｃ", "２")
        assert e.line.value == "ｃ２"


# --- what must be seen at the table


async def test_a_choice_is_shown_and_can_be_changed_and_tells_nobody_else():
    async with evening() as e:
        await e.game()
        await e.press("6")
        await e.answer(done="yes")
        await e.pass_time(3)
        assert "Without a choice you stay" in await e.text()
        facts = [friend._shown for friend in e.friends]
        await e.press("1")
        assert "You chose: work. 2 changes it." in await e.text()
        await e.press("2")
        assert "You chose: stay home. 1 changes it." in await e.text()
        assert [friend._shown for friend in e.friends] == facts


async def test_the_reckoning_is_told_in_words_through_the_next_dialogue():
    async with evening() as e:
        await e.game()
        await e.press("6")
        await e.answer(done="yes")
        await e.pass_time(3)
        await e.press("1")
        await e.answer(action="home")
        text = await e.text()
        assert "Turn 1 in words" in text
        assert "Aki worked" in text
        assert "Umi stayed home" in text
        assert "infected." not in text


async def test_secrets_are_hidden_by_one_key_also_while_typing():
    async with evening() as e:
        await e.game()
        await e.press("4", "tab", "ctrl+x")
        text = await e.text()
        assert "Your die: ?" in text
        assert "(hidden)" in text
        assert "✓4" not in text
        await e.press("ctrl+x")
        assert "✓4" in await e.text()


async def test_a_guest_sees_the_code_for_coming_back_and_can_hide_it():
    async with evening(guest=True) as e:
        assert "amber-hill-37" in await e.text()
        await e.press("ctrl+x")
        assert "amber-hill-37" not in await e.text()


async def test_the_clock_moves_every_five_seconds_and_each_second_in_the_last_ten():
    shown = []
    async with evening() as e:
        await e.game()
        for _ in range(60):
            await e.pass_time(1)
            e.app.main.draw_clock()
            shown.append(re.search(r"(\d:\d\d) left", await e.text()))
    times = [match.group(1) for match in shown if match]
    assert times[:6] == ["1:00", "1:00", "1:00", "1:00", "0:55", "0:55"]
    assert times[49:59] == ["0:10", "0:09", "0:08", "0:07", "0:06", "0:05", "0:04", "0:03", "0:02", "0:01"]


async def test_who_is_away_and_who_is_done_is_seen():
    async with evening() as e:
        await e.game()
        await e.friends[0].act(m.Answer(e.room.state.phase.no, "done", {"done": "yes"}))
        e.hub.leave(e.friends[1])
        rows = await e.rows()
        assert next(row for row in rows if "2 Umi" in row)[:46].rstrip().endswith("done")
        assert next(row for row in rows if "3 Kaze" in row)[:46].rstrip().endswith("away")
        assert "1 away" in rows[0]


async def test_a_pause_stops_the_clock_and_says_who_paused():
    async with evening() as e:
        await e.game()
        await e.press("p")
        text = await e.text()
        assert "PAUSED" in text
        assert "Aki has paused the game." in text
        await e.press("p")
        assert "PAUSED" not in await e.text()


async def test_a_watcher_sees_no_die_and_talks_in_the_gallery():
    async with evening() as e:
        await e.friends[0].create("omega", "open", {})
        await e.friends[1].enter("KITE-42")
        await e.friends[1].act(m.Sit())
        await e.friends[0].act(m.AddBot("sly"))
        await e.press("w")
        await e.friends[1].act(m.Ready())
        await e.friends[0].act(m.Start())
        text = await e.text()
        assert "You are watching" in text
        assert "Your die" not in text
        assert "the living do not hear" in text
        await e.press("tab")
        await e.type("psst")
        assert e.me.moves[-1] == m.Say("gallery", "psst")


async def test_leaving_for_good_is_asked_twice():
    async with evening() as e:
        await e.game()
        await e.press("l", "3")
        assert "Really for good?" in await e.text()
        assert e.room is not None
        await e.press("1")
        assert e.room.state.seat_of(e.me.person.id) == 0
        await e.press("l", "3", "2")
        assert e.room is None or e.room.state.seats[0].quit


async def test_stepping_out_keeps_the_seat():
    async with evening() as e:
        await e.game()
        room = e.room
        await e.press("l", "2")
        assert room.state.seats[0].away
        assert "In the house" in await e.text()
        await e.press("enter")
        assert not room.state.seats[0].away
        assert "Your die" in await e.text()


async def test_calling_off_needs_everybodys_vote():
    async with evening() as e:
        await e.game()
        await e.press("v", "2")
        assert e.room.state.playing
        for friend in e.friends:
            await friend.act(m.VoteVoid())
        assert "The players called the game off." in await e.text()


async def test_everything_is_opened_after_the_game():
    async with evening(size=(100, 60)) as e:
        await e.game()
        await e.end()
        text = await e.text()
        assert "The game is over" in text
        assert "Everything opened, turn by turn" in text
        await e.press("f")
        text = await e.text()
        assert e.room.state.seed in text.replace("\n", "").replace(" ", "") or e.room.state.opened.seed[:40] in text


# --- sizes


async def test_regions_keep_their_places_whatever_happens():
    async with evening() as e:
        await e.game()

        def regions():
            main = e.app.main
            parts = (
                main.bar,
                main.left,
                main.chat,
                main.line,
                main.status,
                main.keys,
            )
            return [part.region for part in parts]

        before = regions()
        await e.press("1", "4", "t", "escape", "tab")
        await e.type("a long line " * 12)
        await e.answer(done="yes")
        await e.pass_time(120)
        assert regions() == before


async def test_in_forty_columns_the_halves_are_tabs_and_the_bar_keeps_the_rest_in_sight():
    async with evening(size=(40, 24)) as e:
        await e.game()
        text = await e.text()
        assert "1:00 left" in text
        assert "Your die" in text
        assert "Table chat" not in text
        await e.friends[0].act(m.Say("table", "who is ill?"))
        assert "new)" in await e.text()
        await e.press("tab")
        text = await e.text()
        assert "who is ill?" in text
        assert "Your die" not in text
        assert "1:00 left" in text
        assert re.search("infected!|clean", text)
        await e.press("tab", "6")
        assert e.room.state.phase.answer("done", 0) == {"done": "yes"}


@pytest.mark.parametrize("size", [(35, 24), (80, 13), (20, 8)])
async def test_a_window_too_small_says_so(size):
    async with evening(size=size) as e:
        assert "36" in await e.text()
        await e.resize(80, 24)
        assert "In the house" in await e.text()


async def test_a_resize_in_a_game_keeps_everything():
    async with evening() as e:
        await e.game()
        await e.press("4", "tab", "h", "i")
        await e.resize(40, 24)
        await e.resize(100, 30)
        text = await e.text()
        assert "✓4" in text
        assert e.line.value == "hi"


# --- the house speaks


async def test_a_notice_stays_as_a_line():
    async with evening() as e:
        e.me.notice("name-owned", name="Aki")
        assert "The name Aki is yours now" in (await e.text()).replace("\n", " ")
        await e.press("tab", "tab", "question_mark", "escape")
        assert "The name Aki is yours now" in (await e.text()).replace("\n", " ")


@pytest.mark.parametrize(("lang", "code"), [("en", "server-stops"), ("ja", "taken-over")])
async def test_goodbye_is_said_in_the_persons_language(lang, code):
    async with evening(lang) as e:
        e.me.goodbye(code)
        await e.settle()
        assert e.app.return_value == Words(lang)(f"goodbye.{code}")


async def test_the_house_refuses_and_nothing_is_lost(monkeypatch):
    async with evening() as e:

        async def refuse(text):
            raise Refusal("too-fast", seconds=4)

        monkeypatch.setattr(e.me, "say", refuse)
        await e.press("tab")
        await e.type("hello")
        assert "That was too fast. Try again in 4 s." in await e.text()
        assert e.line.value == "hello"


# --- the footer


@pytest.mark.parametrize("width", [40, 60, 80, 100])
@pytest.mark.parametrize("lang", LANGS)
async def test_the_last_row_always_says_how_to_see_every_key(lang, width):
    help_ = f"? {Words(lang)('action.help.label')}"
    async with evening(lang, (width, 24)) as e:
        assert (await e.rows())[-1].rstrip().endswith(help_)
        await e.press("c")
        assert (await e.rows())[-1].rstrip().endswith(help_)
        await e.press("escape")
        await e.game()
        await e.friends[0].say("hello")
        assert (await e.rows())[-1].rstrip().endswith(help_)


async def test_the_last_row_names_enter_only_where_it_does_something():
    async with evening() as e:
        assert "Enter" not in (await e.rows())[-1]  # no table yet
        await e.press("c")
        assert "Enter change  o open the table" in (await e.rows())[-1]
        await e.press("end")
        assert "Enter open" in (await e.rows())[-1]
        await e.press("escape")
        await e.table()
        assert "Enter" not in (await e.rows())[-1]  # on a person
        await e.press("end")
        assert "Enter change" in (await e.rows())[-1]  # the host on an option
        await e.press("u")
        while e.app.main.desk.base.item(e.desk).kind != "free":
            await e.press("up")
        assert "Enter sit down" in (await e.rows())[-1]


async def test_the_last_row_offers_no_answer_during_a_pause():
    async with evening() as e:
        await e.game()
        assert "1-6 choose" in (await e.rows())[-1]
        await e.press("p")
        last = (await e.rows())[-1]
        assert "choose" not in last
        assert "p go on" in last
        assert "Nobody can talk during a pause" in await e.text()


async def test_a_hint_about_a_key_goes_with_the_phase():
    async with evening() as e:
        await e.game()
        await e.press("z")
        assert "The key “z” does nothing here." in await e.text()
        await e.answer(done="yes")
        await e.press("6")
        await e.pass_time(3)
        assert "does nothing here" not in await e.text()


async def test_a_consent_is_told_back_but_not_to_a_neighbour():
    async with evening() as e:
        await e.game()
        await e.press("4")
        assert "Your sealed vote: yes. 5 changes it until" in await e.text()
        await e.press("ctrl+x")
        assert "Your sealed vote" not in await e.text()


@pytest.mark.parametrize("how", [["ctrl+t"], [*"/turns", "enter"]], ids=["key", "command"])
async def test_in_forty_columns_a_page_that_was_opened_while_typing_comes_into_sight(how):
    async with evening(size=(40, 24)) as e:
        await e.game()
        await e.press("tab", *how)
        assert "The turns so far" in await e.text()
        assert not e.app.main.typing
        await e.press("escape", *"hm")
        await e.press("ctrl+l")
        assert e.app.main.typing
        assert e.line.value == "hm"


async def test_a_long_refusal_is_readable_in_forty_columns_and_gives_the_keys_back():
    async with evening(size=(40, 24)) as e:
        await e.game()
        await e.press("6")
        await e.answer(done="yes")
        await e.pass_time(3)
        await e.press("tab")
        await e.type("hm")
        rows = await e.rows()
        assert [row.rstrip() for row in rows[-3:-1]] == [" ! Nobody can talk in this phase. Your", "   line is kept."]
        await e.press("escape")
        assert (await e.rows())[-1].startswith(" Tab talk")


async def test_in_forty_columns_the_seats_stand_where_they_stood_after_a_talk():
    async with evening(size=(40, 24)) as e:
        await e.table()
        before = await e.rows()
        assert "What now" in before[2]
        await e.press("tab", *"hm", "tab")
        await e.friends[0].act(m.Say("table", "hello"))
        assert (await e.rows())[2:21] == before[2:21]


@pytest.mark.parametrize("width", [36, 40, 80])
@pytest.mark.parametrize("lang", LANGS)
async def test_the_rules_show_whole_what_a_deed_earns(lang, width):
    async with evening(lang, (width, 100)) as e:
        await e.press("b", "9", "9", "1")
        assert (await e.text()).count({"en": "+$10k", "ja": "+1万ドル"}[lang]) == 4


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_refused_or_told_fits_its_two_rows_in_forty_columns(lang):
    def shown(text):
        return re.sub(r"\{[^}]*\}", "1234", text)

    catalogue = tomllib.loads((CATALOGUE / f"{lang}.toml").read_text(encoding="utf-8"))
    told = [paragraph(shown(text), 40) for text in catalogue["note"].values()]
    told += [item(shown(text), 40, mark="!") for text in catalogue["refusal"].values() if isinstance(text, str)]
    assert [text_of(rows) for rows in told if len(rows) > 2] == []


@pytest.mark.parametrize(("lang", "mark"), [("en", "may be the culprit"), ("ja", "想い人かもしれない")])
async def test_a_mark_of_the_notebook_is_readable_in_forty_columns(lang, mark):
    async with evening(lang, (40, 24), game=LOVE) as e:
        await e.game()
        await e.press("n", *["right"] * (1 + (lang == "ja")))
        assert mark in await e.text()


@pytest.mark.parametrize("width", [36, 40])
@pytest.mark.parametrize("lang", LANGS)
async def test_the_clock_is_whole_in_the_narrowest_bar(lang, width):
    async with evening(lang, (width, 24), game=LOVE) as e:
        await e.table()
        await e.press("s")
        bar = (await e.rows())[0]
        assert e.room.state.code in bar
        assert bar.rstrip().endswith(Words(lang)("bar.left", time="0:45"))
        await e.pass_time(45)
        await e.pass_time(60)
        await e.answer(done="yes")
        await e.press("1")
        assert (await e.rows())[0].rstrip().endswith(Words(lang)("bar.closing", n=3))


async def test_in_forty_columns_nobody_is_told_of_their_own_words_as_new():
    async with evening(size=(40, 24)) as e:
        await e.table()
        await e.press("tab", "tab")
        await e.me.act(m.Say("table", "hm"))
        assert "new)" not in await e.text()
        await e.friends[0].act(m.Say("table", "hm?"))
        assert "Tab talk (1 new)" in await e.text()


async def test_a_full_line_is_told_until_there_is_room_again():
    async with evening() as e:
        await e.press("tab")
        e.line.value = "x" * 399
        await e.press("a", "b")
        assert "The line is full." in await e.text()
        await e.press("c")
        assert "The line is full." in await e.text()
        await e.press("ctrl+u", "d")
        assert "The line is full." not in await e.text()
        assert e.line.value == "d"


@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
@pytest.mark.parametrize(("lang", "watching"), [("en", "Watching"), ("ja", "観戦中")])
async def test_a_watcher_reads_it_whole_beside_the_die(lang, watching, size):
    async with evening(lang, size) as e:
        await e.friends[0].create("omega", "open", {})
        for _ in range(2):
            await e.friends[0].act(m.AddBot("sly"))
        await e.press("w")
        await e.friends[0].act(m.Start())
        assert watching in "\n".join(row.partition("│")[0] for row in (await e.rows())[1:6])


async def test_a_seat_has_the_same_key_in_the_room_as_in_the_game():
    async with evening(size=(100, 40), game=LOVE) as e:
        await e.table()
        for _ in range(8):
            await e.me.act(m.AddBot("sly"))
        text = await e.text()
        assert re.search("\n a [A-Z]", text)
        assert "10 " not in text
        await e.press("m")
        assert re.search("\n a [A-Z]", await e.text())


@pytest.mark.parametrize("width", [36, 44, 45, 80, 100])
@pytest.mark.parametrize("lang", LANGS)
async def test_both_dice_stand_upright_with_all_that_is_said_beside_them(lang, width):
    async with evening(lang, (width, 24)) as e:
        await e.game()
        screen = e.link.emulator.screen
        own = Words(lang)("omega.own.die", n="")
        at = next(y for y, row in enumerate(await e.rows()) if own in row)
        assert re.search(f"{own}[1-6]", screen.display[at])
        top = at - (width < 46)  # where the two stand together
        faces = {tuple(x for x in range(width) if screen.buffer[y][x].reverse) for y in range(top, top + 3)}
        assert [len(face) for face in faces] == [14]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("one two", " one two"),
        ("one two three", " one two\n three"),
        ("one two three four", " one two\n three…"),
        ("ひみつのあいことば", " ひみつ\n のあい…"),
    ],
)
def test_what_has_no_room_for_its_last_rows_says_so(text, kept):
    width = 9 if text.isascii() else 8
    assert text_of(at_most(paragraph(text, width), 2, width)) == kept


@pytest.mark.parametrize("lang", LANGS)
async def test_a_refusal_too_long_for_two_rows_ends_in_a_mark(lang):
    async with evening(lang, (36, 20)) as e:
        e.desk.note = Note(refusal=Refusal("name-taken-key" * 8))
        e.app.main.draw()
        assert "…" in (await e.rows())[-2]


# --- a guest's way back


CODE = "amber-hill-37"


async def crowded(e, tables):
    """So many tables of friends stand in the lobby."""
    for _ in range(tables):
        await e.friends[0].create("omega", "open", {})
        e.friends[0].room = None
    await e.settle()


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (40, 20)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", LANGS)
async def test_a_guest_pages_down_to_the_way_back_and_up_again(lang, size):
    async with evening(lang, size, guest=True) as e:
        await crowded(e, 11)
        assert CODE not in await e.text()
        await e.press("pagedown", "pagedown", "pagedown")
        assert CODE in await e.text()
        await e.friends[0].say("hello")
        await e.settle()
        assert CODE in await e.text(), "it stays where the reader has scrolled to"
        await e.press("ctrl+x")
        assert CODE not in await e.text()
        await e.press("pageup", "pageup", "pageup")
        assert "▸KITE-42" in await e.text()


async def test_from_the_last_table_the_arrow_goes_on_to_what_is_below():
    async with evening(guest=True) as e:
        await crowded(e, 9)
        await e.press("end", *["down"] * 12)
        assert CODE in await e.text()
        await e.press("up")
        assert f"▸{list(e.hub.rooms)[7]}" in await e.text()


@pytest.mark.parametrize("lang", LANGS)
async def test_the_welcome_gives_a_guest_the_way_back_and_hides_it_with_the_other_secrets(lang):
    async with evening(lang, (100, 30), guest=True) as e:
        await crowded(e, 10)
        e.me.notice("guest", name="Aki")
        assert CODE in await e.text()
        await e.press("ctrl+x")
        assert CODE not in await e.text()
        await e.press("ctrl+x")
        assert CODE in await e.text()


async def test_page_keys_scroll_the_chat_where_the_left_half_is_all_in_sight():
    async with evening() as e:
        for n in range(40):
            await e.me.say(f"line {n}")
        await e.settle()
        await e.press("pageup")
        assert "line 39" not in await e.text()


# --- the chat while one talks


@pytest.mark.parametrize("kind", ["house", "table", "phrase"])
async def test_own_talk_brings_a_chat_that_was_scrolled_back_to_its_end(kind):
    async with evening() as e:
        if kind != "house":
            await e.game()
        for n in range(60):
            await e.desk.say(f"line {n}")
        await e.press("tab", "pageup", "pageup")
        assert "line 59" not in await e.text()
        await e.friends[0].act(m.Say("table", "psst")) if kind != "house" else await e.friends[0].say("psst")
        await e.settle()
        assert "line 59" not in await e.text(), "the talk of others leaves it where it is"
        if kind == "phrase":
            await e.press("tab", "u", "1")
        else:
            await e.type("here I am")
        text = await e.text()
        assert "line 59" in text
        assert kind == "phrase" or "here I am" in text
        assert e.app.main.chat.unread == 0


# --- what is told, and the footer


LONG_NOTES = (Note("note.unknown-key", {"key": "§"}), Note(refusal=Refusal("table-full", most=4)), Note("gone.gone"))


@pytest.mark.parametrize("note", LONG_NOTES, ids=lambda note: note.key or note.refusal.code)
@pytest.mark.parametrize("keys", [(), ("c",), ("k",), ("j",), ("tab",)], ids="-".join)
@pytest.mark.parametrize("lang", LANGS)
async def test_in_forty_columns_a_note_is_whole_and_leaves_the_footer_in_sight(lang, keys, note):
    async with evening(lang, (40, 20)) as e:
        await e.press(*keys)
        before = await e.rows()
        footer, line = before[-1], next(row for row in before[-4:] if "›" in row)
        e.desk.note = note
        with e.app.entered():
            e.app.draw()
        after = await e.rows()
        text = note.text(e.desk.words, "")
        rows = 1 if cell_len(text) <= 36 else 2
        assert after[-1] == footer
        assert after[-2 - rows] == line
        assert text in re.sub(
            r"\s+" if lang == "en" else r"\s", " " if lang == "en" else "", " ".join(after[-1 - rows : -1])
        )
        with e.app.entered():
            e.app.screen.action_back()


@pytest.mark.parametrize(
    "size", [(36, 20), (40, 20), (60, 18), (80, 24), (100, 30)], ids=lambda size: f"{size[0]}x{size[1]}"
)
@pytest.mark.parametrize(("lang", "name"), [("en", "Delphine"), ("ja", "デルフィ")])
async def test_a_name_of_eight_cells_is_whole_beside_what_is_public_of_its_seat(lang, name, size):
    async with evening(lang, size) as e:
        await e.table()
        late = e.hub.join(name, lang)
        await late.enter("KITE-42")
        await late.act(m.Sit())
        await late.act(m.Ready())
        await e.press("s")
        await late.act(m.Answer(e.room.state.phase.no, "wish", {"wish": "against"}))
        await late.act(m.Answer(e.room.state.phase.no, "done", {"done": "yes"}))
        words = Words(lang)
        row = next(row for row in await e.rows() if re.search(rf" 4 {name} ", row))
        assert re.search(rf"4 {name} +♥♥♥ 3 +\S+ +{words('omega.stance.against')} +(✓|{words('state.done')}) ", row)
        e.hub.leave(late)
        row = next(row for row in await e.rows() if re.search(rf" 4 {name} ", row))
        assert re.search(rf"(~|{words('state.away')}) ", row)


# --- whether keys or talk is active


@pytest.mark.parametrize("size", [(80, 24), (100, 30)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("lang", "keys", "talk"), [("en", "keys", "talk"), ("ja", "操作", "話す")])
async def test_the_footer_shows_which_half_has_the_keys(lang, keys, talk, size):
    async with evening(lang, size) as e:
        for start in (e.settle, e.game):
            await start()
            assert (await e.rows())[-1].startswith(f" Tab [{keys}] {talk}  ")
            await e.press("tab")
            assert (await e.rows())[-1].startswith(f" Tab {keys} [{talk}]  ")
            await e.press("tab")


async def test_in_one_tab_the_footer_only_says_where_tab_leads():
    async with evening(size=(40, 20)) as e:
        assert (await e.rows())[-1].startswith(" Tab talk  ")
        await e.press("tab")
        assert (await e.rows())[-1].startswith(" Tab keys  ")
