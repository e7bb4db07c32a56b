"""Love, or Nothing on the screen: what is seen, by whom, and that nothing else tells the culprit from the others."""

import os
import re
import tomllib
from pathlib import Path

import pytest
from rich.cells import cell_len

import tui.words
from engine.games.love import LOVE, facts
from engine.games.love.facts import BLANK
from engine.table import facts as f
from engine.table import moves as m
from tests.support.evening import evening
from tests.support.love_family import AUTHOR, family, long_game
from tui.games.love.rulebook import rules
from tui.games.love.story import day_lines, tell
from tui.widgets.draw import paragraph, text_of
from tui.words.catalogue import Words
from tui.words.narration import Cast

CATALOGUE = Path(tui.words.__file__).parent
PICTURES = Path(__file__).parent / "pictures"
WRITE = os.environ.get("NAISHO_PICTURES") == "write"
"""Set to write the pictures anew; look at every one of them before they are committed."""

SIZES = [(80, 24), (100, 30)]
LANGS = ["en", "ja"]

EN_ALL_BLANK = "Blank: Aki, Umi, Kaze, Hoshi, and Botan."
JA_ALL_BLANK = "白票：あき、うみ、かぜ、ほし、牡丹。"


def picture(name, lang, size, rows):
    """Compare a screen with its file."""
    assert [cell_len(row) for row in rows] == [size[0]] * size[1], name
    shown = "\n".join(row.rstrip() for row in rows).rstrip() + "\n"
    file = PICTURES / f"love_{name}.{lang}.{size[0]}x{size[1]}.txt"
    if WRITE:
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8"), name


# --- pictures


async def scenes(e, look):
    """A game of five in which the culprit dies third and wins, seen by the first innocent, who dies second;
    `look(name)` at each screen."""
    reader, beloved, *others = e.innocents()
    async with e.screen(e.people[reader]):
        await look("prologue")
        await e.prologue(beloved)
        await e.press("2", "1", "3")
        await look("night")
        await e.press("enter")
        await e.night("locked_room", others[0], {others[0]: "siege", others[1]: "unity"}, but=(reader,))
        await look("noon")
        await e.elect(reader)
        await look("guess")
        await e.guess(reader, others[1], beloved)
        await e.night("alibi", reader, {beloved: "siege"})
        await look("dead")
        await e.elect(beloved)
        await e.guess(beloved)
        await e.press("down")
        await look("night3")
        await e.press("ctrl+x")
        await look("hidden")
        await e.press("ctrl+x")
        await e.night("alibi", e.culprit, poison=others[1])
        await e.press("question_mark")
        await look("help")
        await e.press("t")
        await look("board")
        await e.press("escape")
        await e.elect(others[1])
        await e.guess(others[1], e.culprit, beloved)
        await look("result")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", LANGS)
async def test_pictures(lang, size):
    async with family(lang, size) as e:

        async def look(name):
            picture(name, lang, size, await e.rows())

        await scenes(e, look)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", LANGS)
async def test_sixteen_members_and_ten_days(lang, size):
    async with family(lang, size, 16) as e, e.screen(e.people[0]):
        await e.tell(long_game())
        picture("long_noon", lang, size, await e.rows())
        await e.press("t")
        picture("long_board", lang, size, await e.rows())


ENGLISH_IN_JAPANESE = {"Tab", "Enter", "Esc", "English", "KITE", "Ctrl", "PgUp", "PgDn"}


@pytest.mark.parametrize("lang", LANGS)
async def test_no_screen_mixes_its_languages(lang):
    async with family(lang, (100, 30)) as e:

        async def look(name):
            text = re.sub(r"\b[0-9a-f]{4,}\b", "", await e.text())
            foreign = r"[A-Za-z]{2,}" if lang == "ja" else r"[\u3040-\u30ff\u3400-\u9fff]+"
            assert set(re.findall(foreign, text)) <= ENGLISH_IN_JAPANESE | {"日本語"}, name

        await scenes(e, look)


async def test_in_forty_columns_the_form_and_the_role_are_in_sight():
    async with family("en", (40, 24)) as e, e.screen(e.people[e.innocents()[0]]):
        text = await e.text()
        assert "innocent" in text.splitlines()[1]
        assert "▸ Beloved" in text
        assert "Not handed in yet" in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("members", [8, 9, 10, 11, 12, 16])
async def test_a_field_of_members_is_never_cut(members, lang):
    words = Words(lang)
    async with family(lang, (100, 30), members) as e:
        reader, beloved, detective, *_ = e.innocents()
        async with e.screen(e.people[reader]):
            assert f"▸ {words('love.field.beloved')}" in await e.text()
        await e.prologue(beloved)
        await e.night("locked_room", reader)
        await e.elect(detective)
        async with e.screen(e.people[detective]):
            text = await e.text()
            for field in (f"▸ {words('love.field.culprit')}", words("love.field.beloved"), words("love.field.final")):
                assert field in text


# --- blank votes


def squeezed(rows):
    """The text of both halves of a screen, without what wrapping adds."""
    halves = [re.split("[│┃┊]", row) for row in rows]
    return re.sub(r"[\s·]", "", "".join(half[0] for half in halves) + "".join(half[-1] for half in halves))


@pytest.mark.parametrize("size", [(40, 20), *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("lang", "told"), [("en", EN_ALL_BLANK), ("ja", JA_ALL_BLANK)], ids=LANGS)
async def test_two_ballots_all_blank_are_told_as_blanks_everywhere(lang, told, size):  # worked case 14
    blanks = told.replace(" ", "")
    async with family(lang, size) as e:
        reader, other, *_ = e.innocents()
        await e.prologue(reader)
        await e.night("locked_room", other)
        e.hub.advance(180_000)
        async with e.screen(e.people[reader]):  # who sees the ballots open
            for phase in ("election", "runoff"):
                assert e.table.state.phase.name == phase
                await e.vote_blank()
            await e.press("tab")
            assert squeezed(await e.rows()).count(blanks) >= 2, "in the chat"
        async with e.screen(e.people[other]):  # who comes back afterwards
            await e.press("t", "end")
            assert squeezed(await e.rows()).count(blanks) >= 2, "in the story"
        await e.to_the_end(reader)
        async with e.screen(e.people[reader]):
            await e.press("e", "end", *["up"] * 5)
            assert squeezed(await e.rows()).count(blanks) >= 2, "at the end"


BALLOTS = [
    # the votes, and what is told of them; Dan is dead and has no vote
    ({0: BLANK, 1: BLANK, 2: BLANK}, ["Blank: Ana, Ben, and Cho."], ["白票：Ana、Ben、Cho。"]),
    (
        {0: BLANK, 1: 2, 2: BLANK},
        ["For Cho: Ben.", "Blank: Ana and Cho."],
        ["Choへの票：Ben。", "白票：Ana、Cho。"],
    ),
    (
        {0: 1, 1: 0, 2: BLANK},
        ["For Ana: Ben.", "For Ben: Ana.", "Blank: Cho."],
        ["Anaへの票：Ben。", "Benへの票：Ana。", "白票：Cho。"],
    ),
    (
        {0: 2, 1: 0, 2: 0},
        ["For Ana: Ben and Cho.", "For Cho: Ana."],
        ["Anaへの票：Ben、Cho。", "Choへの票：Ana。"],
    ),
]


@pytest.mark.parametrize(("votes", "en", "ja"), BALLOTS, ids=["all blank", "one vote", "one blank", "no blank"])
def test_chat_and_story_tell_a_ballot_alike(votes, en, ja):
    names = ("Ana", "Ben", "Cho", "Dan")
    cast = Cast("love", dict(zip("abcd", names, strict=True)), tuple("abcd"), tuple("abcd"))
    fact = facts.BallotOpened(2, 1, votes)
    play = LOVE.evolve(LOVE.evolve(LOVE.begin(4, {}), f.PhaseOpened(1, "noon", 2, 0, 9, True, (0, 1, 2), ())), fact)
    for lang, told in (("en", en), ("ja", ja)):
        assert [telling.text for telling in tell(Words(lang), cast, fact)] == told
        assert day_lines(Words(lang), names, play, 2, "t1/1") == told


# --- a game by keys


@pytest.mark.parametrize("lang", LANGS)
async def test_a_game_of_five_with_bots_to_the_end(lang):
    words = Words(lang)
    async with evening(lang, game=LOVE) as e:
        await e.press("c", "end", "enter")
        for kind in "1231":
            await e.press("a", kind)
        await e.press("r", "s")
        assert words("love.phase.prologue") in await e.text()
        for _ in range(100):
            if not e.room.state.playing:
                break
            phase = e.room.state.phase
            await e.press("1") if phase.name == "noon" else await e.press("3", "enter")
            if phase.name == "guess" and 0 in phase.asked:
                await e.press("up", "up", "2", "4", "2", "enter")
            while e.room.state.playing and e.room.state.phase.no == phase.no:
                await e.pass_time(30)
        text = await e.text()
        assert words("page.result") in text
        assert words("result.hands") in text
        await e.press("pagedown")
        assert words("result.moments") in await e.text()
        assert e.room.state.outcome.cause in ("solved", "only-beloved", "beloved-killed", "max-days")


async def test_a_night_is_handed_in_with_four_keys_and_can_be_changed_until_it_ends():
    async with family() as e:
        reader, beloved, *others = e.innocents()
        await e.prologue(beloved)
        async with e.screen(e.people[reader]):
            target = str(others[0] + 1)
            await e.press("2", "1", target, "enter")
            given = {"defence": "unity", "kill": "alibi", "target": str(others[0])}
            assert e.table.state.phase.answer("night", reader) == given
            assert "Handed in." in await e.text()
            await e.press("0")
            assert "Not handed in yet" in await e.text()
            assert e.table.state.phase.answer("night", reader) == given
            await e.press("enter")
            assert e.table.state.phase.answer("night", reader) == {**given, "target": ""}


async def test_a_blank_hunch_is_one_key():
    async with family() as e:
        reader = e.innocents()[0]
        async with e.screen(e.people[reader]):
            await e.press("enter")
            assert e.table.state.phase.answer("prologue", reader) == {"beloved": ""}


async def test_the_detective_writes_changes_and_ends_the_guess():
    async with family() as e:
        reader, beloved, *others = e.innocents()
        await e.prologue(beloved)
        await e.night("locked_room", others[0], {others[1]: "siege"})
        await e.elect(reader)
        async with e.screen(e.people[reader]):
            await e.press(str(others[0] + 1), str(others[0] + 1), "enter")
            assert "! Name two different members." in await e.text()
            assert e.table.state.phase.answer("guess", reader) is None
            await e.press("up", str(others[1] + 1), "enter")
            assert e.table.state.phase.answer("guess", reader) == {"culprit": str(others[0]), "beloved": str(others[1])}
            assert e.table.state.phase.name == "guess"
            assert Words("en")("love.form.given") in await e.text()
            await e.press("2", "enter")
            assert e.table.state.phase.name == "night"


# --- what only the culprit sees


FORESEEN = [
    # defence, trick, target, poison: what is said
    ("none", "", "", "", "Still missing: choose a trick and a target"),
    ("none", "alibi", "beloved", "", "Forbidden: an alibi may kill your beloved"),
    ("unity", "alibi", "beloved", "", "Forbidden: an alibi may kill your beloved"),
    ("siege", "alibi", "beloved", "", "Certain: this fails"),
    ("none", "locked_room", "beloved", "", "Possible: {beloved} dies if under siege"),
    ("none", "alibi", "other", "", "Possible: it kills if {other} has no defence"),
    ("unity", "alibi", "other", "", "Possible: only if your unity stands alone"),
    ("siege", "alibi", "other", "", "Certain: this fails"),
    ("siege", "locked_room", "other", "", "Possible: it kills only if {other} is under siege"),
    ("none", "alibi", "self", "", "Certain: you die"),
    ("siege", "locked_room", "self", "", "Certain: you die"),
    ("unity", "alibi", "self", "", "Possible: you die if your unity stands alone"),
    ("none", "locked_room", "self", "", "Certain: you live"),
    ("none", "alibi", "other", "beloved", "Forbidden: never poison your beloved"),
    ("none", "alibi", "other", "other", "Possible: it kills and wastes the poison"),
]
KEYS = {"siege": "1", "unity": "2", "none": "3", "alibi": "1", "locked_room": "2", "": "0"}


async def test_the_culprit_sees_beforehand_what_is_certain_possible_and_forbidden():
    async with family() as e:
        beloved, other, *_ = e.innocents()
        seats = {"beloved": beloved, "other": other, "self": e.culprit}
        names = {who: e.table.state.seats[seat].name for who, seat in seats.items()}
        keys = {who: str(seat + 1) for who, seat in seats.items()} | {"": "0"}
        await e.prologue(beloved)
        for _ in range(2):
            await e.night("locked_room", other)
            await e.elect(other)
            await e.guess(other)
        async with e.screen(e.people[e.culprit]):
            for defence, trick, target, poison, said in FORESEEN:
                await e.press("up", "up", "up", KEYS[defence], KEYS[trick], keys[target], keys[poison])
                text = " ".join(re.sub(r" *│.*", "", row).strip() for row in (await e.text()).splitlines())
                assert said.format(**names) in text, (defence, trick, target, poison)


async def test_a_locked_room_at_the_beloved_is_certain_to_fail_once_the_siege_is_spent():
    async with family() as e:
        beloved, other, *_ = e.innocents()
        await e.prologue(beloved)
        await e.night("locked_room", other, {beloved: "siege"})
        await e.elect(other)
        await e.guess(other)
        async with e.screen(e.people[e.culprit]):
            await e.press("3", "2", str(beloved + 1))
            assert "Certain: this fails" in await e.text()


async def test_a_refused_form_keeps_its_draft_and_says_why_in_the_secret_rows_only():
    async with family() as e:
        beloved, other, *_ = e.innocents()
        await e.prologue(beloved)
        async with e.screen(e.people[e.culprit]):
            await e.press("3", "1", str(beloved + 1))
            before = await e.rows()
            await e.press("enter")
            after = await e.rows()
            assert public_part(after) == public_part(before)
            assert "Forbidden: an alibi may kill your" in " ".join(before)
            assert "Not handed in: an alibi may kill your" in await e.text()
            assert e.table.state.phase.answer("night", e.culprit) is None
            await e.press(str(other + 1), "enter")
            assert e.table.state.phase.answer("night", e.culprit)["target"] == str(other)


SECRET_ROWS = 3


def public_part(rows):
    """The left half without the rows that are for the reader's eyes."""
    left = [re.split("[│┃┊]", row, maxsplit=1)[0].rstrip() for row in rows]
    first = next(at for at, row in enumerate(left) if row.startswith(" You are") and "asked" not in row)
    return left[:first] + left[first + SECRET_ROWS :]


async def both_screens(e, seats, keys):
    """What two members see after the same keys."""
    seen = []
    for seat in seats:
        async with e.screen(e.people[seat]):
            await e.press(*keys)
            seen.append(await e.rows())
    return seen


async def test_a_dead_culprits_screen_is_that_of_any_dead_member_but_for_the_secret_rows():
    async with family("en", (100, 30)) as e:
        reader, beloved, *others = e.innocents()
        await e.prologue(beloved)
        await e.night("alibi", reader)
        await e.elect(beloved)
        await e.guess(beloved)
        await e.night("alibi", e.culprit)
        await e.elect(beloved)
        await e.guess(beloved)
        await e.night("locked_room", others[0])  # lives: the page of the day marks what concerns its reader
        await e.elect(beloved)
        for keys in ([], ["tab"], ["question_mark"]):
            mine, theirs = await both_screens(e, (e.culprit, reader), keys)
            assert mine[-3:] == theirs[-3:]
            if not keys:
                assert public_part(mine) == public_part(theirs)
        await e.guess(beloved)
        for keys in ([], ["3", "2", str(others[1] + 1)], ["3", "2", str(others[1] + 1), "0", "enter"]):
            mine, theirs = await both_screens(e, (e.culprit, reader), keys)
            assert public_part(mine) == public_part(theirs), keys
            assert mine != theirs


async def test_a_living_culprits_screen_is_that_of_any_member_and_hiding_makes_them_equal():
    async with family("en", (100, 30)) as e:
        reader, beloved, *others = e.innocents()
        await e.prologue(beloved)
        hidden = ["ctrl+x", "3", "1", str(others[0] + 1)]
        mine, theirs = await both_screens(e, (e.culprit, reader), hidden)
        named = [[row[54:] for row in rows[1:21]] for rows in (mine, theirs)]
        assert named[0] == named[1]
        assert [row[:54] for row in mine[10:]] == [row[:54] for row in theirs[10:]]
        assert "Only for you (hidden)" in "".join(mine)


async def test_an_absent_member_is_marked_and_told():
    async with family() as e:
        reader, away, *_ = e.innocents()
        await e.people[away].step_out()
        async with e.screen(e.people[reader]):
            text = await e.text()
            assert "1 away" in text.splitlines()[0]
            assert re.search(rf"{e.table.state.seats[away].name} +~ 1 2", text)


# --- the notebook


async def test_the_notebook_is_filled_with_arrows_and_shown_on_the_board_to_its_owner_only():
    async with family() as e:
        reader, other, *_ = e.innocents()
        name = e.table.state.seats[other].name
        row = re.compile(rf"{other + 1} {name} +\? ")
        async with e.screen(e.people[reader]):
            shown = [house._shown for house in e.people]
            await e.press("n", *["down"] * other, "right")
            assert "may be the culprit" in await e.text()
            await e.press("escape")
            assert row.search(await e.text())
            await e.press("ctrl+x")
            assert not row.search(await e.text())
            assert [house._shown for house in e.people] == shown
        async with e.screen(e.people[reader]):
            assert row.search(await e.text()), "a new screen of the same person"
        async with e.screen(e.people[other]):
            assert not row.search(await e.text())


@pytest.mark.parametrize("lang", LANGS)
async def test_a_note_that_is_made_while_hidden_is_not_said_to_be_none(lang):
    words = Words(lang)
    async with family(lang) as e, e.screen(e.people[0]):
        await e.press("ctrl+x", "n")
        before = await e.text()
        assert words("notebook.hidden") in before
        assert words("notebook.none") not in before
        await e.press("right")
        assert await e.text() == before
        assert e.desk.notes == {0: "suspect"}
        await e.press("escape", "ctrl+x", "n")
        assert words("love.note.suspect") in await e.text()


# --- the author's chair


@pytest.mark.parametrize("lang", LANGS)
async def test_the_author_sees_everything_and_the_table_is_told(lang):
    words = Words(lang)
    async with family(lang, (100, 30), author=True) as e:
        beloved, other, *rest = e.innocents()
        names = [seat.name for seat in e.table.state.seats]
        await e.prologue(beloved)
        await e.night("alibi", other, {rest[0]: "unity"}, but=(beloved,))
        async with e.screen(e.author):
            text = await e.text()
            assert words("love.own.author") in text
            pair = words("love.author.pair", culprit=names[e.culprit], beloved=names[beloved])
            trick = words("love.choice.kill.alibi")
            assert pair in text
            left = ("" if lang == "ja" else " ").join(re.sub(" *│.*", "", row).strip() for row in text.splitlines())
            assert words("love.author.attack", trick=trick, name=names[other]) in left
            row = next(row for row in text.splitlines() if names[e.culprit] in row)
            act = f"{words('love.mark.none')} {words('love.mark.alibi')}{other + 1}"
            assert act in row
            await e.press("ctrl+x")
            hidden = await e.text()
            assert act not in hidden
            assert pair not in hidden
        async with e.screen(e.people[beloved]):
            assert words("love.author.note", name=AUTHOR[lang]) in await e.text()


async def test_the_author_extends_closes_pauses_and_speaks_as_the_author():
    async with family(author=True) as e:
        beloved, other, *_ = e.innocents()
        await e.prologue(beloved)
        await e.night("locked_room", other)
        async with e.screen(e.author):
            ends = e.table.state.phase.ends
            await e.press("e")
            assert e.table.state.phase.ends == ends + 60_000
            await e.press("tab")
            await e.type("Go on.")
            assert "author Ren› Go on." in await e.text()
            await e.press("tab", "p")
            assert e.table.state.paused == e.author.person.id
            await e.press("p", "f")
            assert e.table.state.phase.name == "election"
            await e.press("1", "enter")
            assert not e.table.state.phase.answers


async def test_a_watcher_and_the_living_see_no_kill_card():
    async with family(author=True) as e:
        beloved, other, *_ = e.innocents()
        await e.prologue(beloved)
        await e.night("alibi", other)
        async with e.screen(e.people[e.culprit]):
            await e.press("t")
            assert "Trick" not in re.split("What the marks mean", await e.text())[0]


# --- words


REFUSALS = (
    *("beloved-needed", "kill-needed", "beloved-would-die", "beloved-might-die"),
    *("poison-spent", "poison-beloved", "guess-half", "guess-same"),
)


@pytest.mark.parametrize("lang", LANGS)
def test_every_code_of_the_game_has_words(lang):
    words = Words(lang)
    for code in REFUSALS:
        assert f"love.refusal.{code}" in words
    for code in ("may-kill-beloved", "poison-may-be-wasted"):
        assert f"love.warn.{code}" in words
    for cause in ("solved", "only-beloved", "beloved-killed", "max-days"):
        assert f"love.end.{cause}" in words
    for temperament in LOVE.temperaments:
        assert f"temperament.{temperament}" in words
        assert f"love.temperament.{temperament}-is" in words
    for option in LOVE.options:
        assert f"love.option.{option.name}.help" in words
        assert all(f"love.option.{option.name}.value.{choice}" in words for choice in option.choices)


@pytest.mark.parametrize("lang", LANGS)
def test_the_rules_page_holds_all_eighteen_cases(lang):
    words = Words(lang)
    cards = [words(f"love.choice.defence.{card}") for card in ("siege", "unity", "none")]
    dies, lives = words("love.rules.dies"), words("love.rules.lives")
    table = [row.split() for row in text_of(rules(words, 60)).splitlines() if row.split()[-1:] in ([dies], [lives])]
    assert table == [
        [target, culprit, dies if target == culprit == cards[2] else lives, dies if target == cards[0] else lives]
        for target in cards
        for culprit in cards
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_what_a_form_would_mean_fits_the_two_secret_rows_in_forty_columns(lang):
    catalogue = tomllib.loads((CATALOGUE / f"love.{lang}.toml").read_text(encoding="utf-8"))
    why = {name: text for name, text in catalogue["refusal"].items() if name.startswith(("beloved-", "kill-"))}
    meanings = {**catalogue["hunch"], **catalogue["foresee"]}
    told = [text.replace("{reason}", reason) for text in meanings.values() for reason in why.values()]
    texts = {re.sub(r"\{[^}]*\}", "Kokeshi", text) for text in told}
    assert [text for text in texts if len(paragraph(text, 40)) > 2] == []


@pytest.mark.parametrize("lang", LANGS)
async def test_the_culprit_reads_the_whole_name_of_the_beloved_in_the_narrowest_window(lang):
    async with family(lang, size=(36, 24)) as e:
        beloved = max(e.innocents(), key=lambda seat: cell_len(e.table.state.seats[seat].name))
        await e.prologue(beloved)
        async with e.screen(e.people[e.culprit]):
            name = e.table.state.seats[beloved].name
            assert re.search(rf"([Bb]eloved: |想い人：){name} ", await e.text())


# --- the author's chair -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "asks", "mark", "told"),
    [
        ("en", "If you agree,", "Stranger           wants to be the", "= Stranger is the author of the next game"),
        ("ja", "認めるなら", "Stranger           作家を希望", "= Strangerさんが次のゲームの作家です"),
    ],
)
async def test_the_host_consents_to_the_author_with_one_key(lang, asks, mark, told):
    async with evening(lang, (100, 30), game=LOVE) as e:
        await e.table()
        stranger, *_ = others = [e.hub.join(name, lang) for name in ("Stranger", "Second")]
        for house in others:
            await house.enter("KITE-42")
            await house.act(m.TakeChair())
        text = await e.text()
        assert asks in text and mark in text
        await e.press("y")
        assert e.room.state.author == "", "only a name is consented to"
        await e.press(*["down"] * (len(e.room.state.seats) + 1))
        assert [seat.ready for seat in e.room.state.seats[1:]] == [True] * len(e.friends)
        await e.press("y")
        assert e.room.state.author == stranger.person.id
        assert not any(seat.ready for seat in e.room.state.seats)
        assert told in await e.text()


async def test_a_stranger_only_asks_for_the_chair_and_takes_the_wish_back():
    async with evening(game=LOVE) as e:
        host = e.friends[0]
        await host.create("love", "open", {})
        await e.press("w", "y")
        assert (e.room.state.author, e.room.state.chair_wanted) == ("", {e.me.person.id})
        await e.press("u")
        assert e.room.state.chair_wanted == frozenset()


# --- a board that is longer than its room


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (100, 30)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("phase", ["prologue", "night", "election", "guess"])
async def test_with_sixteen_members_the_board_beside_a_form_is_seen_whole_by_the_page_keys(phase, size):
    async with family("en", size, 16) as e:
        reader, beloved, *_ = e.innocents()
        if phase != "prologue":
            await e.prologue(beloved)
        if phase in ("election", "guess"):
            await e.night("locked_room", beloved)
        if phase == "election":
            e.hub.advance(180_000)
        if phase == "guess":
            await e.elect(reader)
        async with e.screen(e.people[reader]):
            draft = e.app.main.left.form.values
            seen = set(re.findall(r"^ ?([1-9a-g]) \w{2}", await e.text(), re.M))
            for _ in range(8):
                await e.press("pagedown")
                seen |= set(re.findall(r"^ ?([1-9a-g]) \w{2}", await e.text(), re.M))
            assert seen == set("123456789abcdefg")
            for _ in range(8):
                await e.press("pageup")
            assert re.search(r"^ ?1 \w{2}", await e.text(), re.M)
            assert e.app.main.left.form.values == draft


# --- what has happened, on the page of the day


def page_of(text):
    """The day's page: from its heading to the next."""
    rows = [re.sub("[│┃].*", "", row).strip() for row in text.splitlines()]
    first = next(n for n, row in enumerate(rows) if re.match(r"(Day \d|\d日目) ─", row))
    last = next((n for n, row in enumerate(rows) if n > first and "──" in row), len(rows))
    return [row.rstrip("▼ ") for row in rows[first + 1 : last] if row]


@pytest.mark.parametrize("size", [(80, 24), (100, 30)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("lang", "lives", "dead", "weather"),
    [("en", "You were attacked, and you live.", "You are dead.", "Morning of"), ("ja", "", "", "朝")],
)
async def test_at_noon_the_attack_comes_before_the_weather_and_is_marked_for_whom_it_concerns(
    lang, size, lives, dead, weather
):
    words = Words(lang)
    lives, dead = lives or words("love.reveal.you-lives"), dead or words("love.reveal.you-dead")
    async with family(lang, size) as e:
        beloved, first, second, *_ = e.innocents()
        await e.prologue(beloved)
        await e.night("locked_room", first)
        async with e.screen(e.people[first]):
            page = page_of(await e.text())
            assert page[0] == f"▸ {lives}"
        async with e.screen(e.people[second]):
            page = page_of(await e.text())
            assert page[0].startswith("- ")
            assert e.table.state.seats[first].name in page[0]
            assert all(weather not in row for row in page[:1])
        await e.elect(second)
        await e.guess(second, first, beloved)
        await e.night("alibi", second)
        async with e.screen(e.people[second]):
            page = page_of(await e.text())
            assert f"▸ {dead}" in page
            assert page[0].startswith("▸ "), "the guess, which was the reader's"
        async with e.screen(e.people[first]):
            assert page_of(await e.text())[0].startswith("▸ "), "the guess, which named the reader"


async def test_after_the_noon_the_latest_comes_first():
    async with family("en", (100, 30)) as e:
        beloved, first, second, *_ = e.innocents()
        await e.prologue(beloved)
        await e.night("locked_room", first)
        await e.elect(second)
        async with e.screen(e.people[second]):
            assert page_of(await e.text())[0] == "▸ You are the detective of day 2."
