"""Journals that were written by older rulesets of both games: they open, their games go on from where they stand, and
end.

`journals/f37e533.sql` is the database of a house at that commit, as `sqlite3 .dump` writes it:

* BONNET-AUTUMN-12, Omega Strain, finished after two turns, with a long pause by its host; a watcher in the gallery;
* FINCH-AMBER-61, Love, finished with an author; on day 2 all ballots were blank, twice, so that the lot decided;
* BOWL-ATTIC-69, Omega Strain, in the dialogue of turn 2: `dee` consents, `eli` is done, `fay` would call it off;
* MOLE-APPLE-54, Love, in the night of day 2, after an election with one vote among blanks; one form is in.

`journals/f37e533.love.jsonl` is the finished game of Love as that house exported it.

`journals/a57934a.sql` is that of a house of ruleset 2, before there were reveals:

* BONNET-61, Omega Strain, finished: all are dead;
* CHERRY-77, Omega Strain, in the dialogue of turn 2: `dee` consents, `eli` is done;
* PILOT-10, Love, in the night of day 2, with everybody alive.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from structlog.testing import capture_logs

from engine.codec import Codec
from engine.errors import Refusal
from engine.games import GAMES
from engine.table import moves as m
from server.books.database import open_database
from server.books.export import export
from server.books.journal import SqliteJournal
from server.books.verify import Lie, verify
from server.cli import cli
from tests.support.forgeries import find, resealed, text
from tests.support.virtual_house import World

JOURNALS = Path(__file__).parent / "journals"
FILE = JOURNALS / "f37e533.love.jsonl"
CODEC = Codec(GAMES.values())
FINISHED = {"BONNET-AUTUMN-12": "omega", "FINCH-AMBER-61": "love"}
RUNNING_2 = {"CHERRY-77": ("dee", "eli", "fay"), "PILOT-10": ("ned", "oli", "pia", "quin", "ray")}
RUNNING = {"BOWL-ATTIC-69": ("dee", "eli", "fay"), "MOLE-APPLE-54": ("ned", "oli", "pia", "quin", "ray")}


@pytest.fixture
async def house(tmp_path: Path):
    """A house of today on the journal of ruleset 1."""
    async with house_of("f37e533", tmp_path / "naisho.db") as world:
        yield world


@pytest.fixture
async def house_2(tmp_path: Path):
    """A house of today on the journal of ruleset 2."""
    async with house_of("a57934a", tmp_path / "naisho.db") as world:
        yield world


@asynccontextmanager
async def house_of(commit: str, path: Path):
    """A house of today on the database of a house at that commit."""
    old = sqlite3.connect(path)
    old.executescript((JOURNALS / f"{commit}.sql").read_text(encoding="utf-8"))
    old.close()
    world = World(journal=SqliteJournal(open_database(path), CODEC), games=GAMES)
    with capture_logs() as told:
        await world.hub.load()
    assert told == [], "every table can be read"
    yield world
    await world.hub.close()
    await world.journal._database.close()


async def back(house: World, code: str):
    """Everybody with a seat comes back."""
    players = [await house.join(name) for name in (RUNNING | RUNNING_2)[code]]
    assert {player.view.code for player in players} == {code}
    return players


async def log_of(house: World, code: str):
    row = await house.journal.find(code)
    return row.id, await house.journal.read(row.id)


async def test_every_table_is_open_and_stands_where_it_stood(house: World):
    stages = {code: table.state.stage for code, table in house.hub._tables.items()}
    assert stages == dict.fromkeys(FINISHED, "lobby") | dict.fromkeys(RUNNING, "playing")
    dee, eli, fay = await back(house, "BOWL-ATTIC-69")
    phase = dee.view.phase
    assert (phase.name, phase.round, phase.deadline - dee.house.now()) == ("dialogue", 2, 15_000)
    assert [view.answer("consent", 0) for view in (phase, eli.view.phase)] == [{"consent": "yes"}, None]
    assert [phase.answer("done", seat) for seat in range(3)] == [None, {"done": "yes"}, None]
    assert [line.text for line in fay.view.chat] == ["hello at the omega table", "once more"]
    assert dee.view.void_wanted == frozenset(), "who was away has not agreed"


async def test_the_gallery_and_blank_votes_are_read_as_they_were(house: World):
    ned, *_ = family = await back(house, "MOLE-APPLE-54")
    heard = [player.id for player in family if "psst" in repr(player.news)]
    dead = [seat for seat in range(5) if seat not in ned.view.living]
    assert heard == [family[seat].id for seat in dead]
    assert len(dead) == 1
    votes = next(n.fact.votes for n in ned.news if type(n.fact).__name__ == "BallotOpened")
    assert sorted(votes) == [seat for seat in range(5) if seat not in dead]
    assert [isinstance(vote, int) for vote in votes.values()].count(False) == 3
    assert ned.view.phase.name == "night"


@pytest.mark.parametrize("code", RUNNING)
async def test_a_running_game_goes_on_to_its_end_by_the_rules_of_today(house: World, code: str):
    players = await back(house, code)
    await house.pass_time(600)
    first = players[0]
    assert first.view.outcome is not None
    assert first.view.outcome.cause in ("max-turns", "max-days", "beloved-killed", "only-beloved", "vaccine")
    table, log = await log_of(house, code)
    rulesets = [batch.ruleset for batch in log]
    assert rulesets == sorted(rulesets)
    assert set(rulesets) == {1, 3}
    verdict = verify(await first.house.export(), GAMES)
    old = rulesets.count(1)
    assert (verdict.table, verdict.games, verdict.old) == (table, 1, old)
    assert 0 < old < verdict.batches


async def test_a_running_game_of_today_takes_the_rules_of_today(house: World):
    dee, eli, fay = await back(house, "BOWL-ATTIC-69")
    eli.leave()
    fay.leave()
    await house.settle()
    await dee.act(m.VoteVoid())
    assert dee.view.playing
    await dee.act(m.Pause())
    await house.pass_time(60)
    assert dee.view.paused == dee.id
    await house.pass_time(120)
    assert dee.view.outcome.cause == "voted", "the stand-ins have taken over, and were asked no more"


async def test_a_finished_table_plays_again_and_its_two_games_are_true(house: World):
    players = [await house.join(name) for name in ("ada", "ben", "cy")]
    assert players[0].view.outcome.cause == "max-turns"
    for player in players[1:]:
        await player.act(m.Ready())
    await players[0].act(m.Start())
    await house.pass_time(300)
    assert [result.cause for result in players[0].view.results] == ["max-turns"] * 2
    file = [json.loads(line) for line in (await players[0].house.export()).splitlines()]
    verdict = verify(text(resealed(file)), GAMES)  # the host key of that day is not at hand
    assert (verdict.games, 0 < verdict.old < verdict.batches) == (2, True)


@pytest.mark.parametrize("code", FINISHED)
async def test_a_finished_game_is_exported_and_found_true_as_far_as_it_is_run(house: World, code: str):
    table, batches = await log_of(house, code)
    verdict = verify(export(CODEC, GAMES, table, batches), GAMES)
    assert (verdict.table, verdict.games) == (table, 1)
    assert verdict.old == verdict.batches


async def test_no_player_of_a_game_of_ruleset_1_is_shown_more_than_they_were(house: World):
    family = await back(house, "MOLE-APPLE-54")
    knowing = [player for player in family if player.view.play.culprit is not None]
    assert len(knowing) == 1
    assert all(player.view.seed == "" for player in family)
    with pytest.raises(Refusal, match="house-chat-seated"):
        await knowing[0].house.say("it was me")


# --- ruleset 2 ----------------------------------------------------------------------------------------


async def test_the_tables_of_ruleset_2_are_open_and_stand_where_they_stood(house_2: World):
    stages = {code: table.state.stage for code, table in house_2.hub._tables.items()}
    assert stages == {"BONNET-61": "lobby"} | dict.fromkeys(RUNNING_2, "playing")
    dee, eli, _ = await back(house_2, "CHERRY-77")
    phase = dee.view.phase
    assert (phase.name, phase.round) == ("dialogue", 2)
    assert [view.answer("consent", 0) for view in (phase, eli.view.phase)] == [{"consent": "yes"}, None]
    ned, *_ = await back(house_2, "PILOT-10")
    assert (ned.view.phase.name, ned.view.phase.round, sorted(ned.view.living)) == ("night", 2, [0, 1, 2, 3, 4])


@pytest.mark.parametrize("code", RUNNING_2)
async def test_a_running_game_of_ruleset_2_ends_without_a_reveal(house_2: World, code: str):
    """Its table knows no pace; the house of today has reveals only where a table asks for them."""
    players = await back(house_2, code)
    await house_2.pass_time(7200)
    assert players[0].view.outcome is not None
    assert players[0].view.phase is None
    table, log = await log_of(house_2, code)
    rulesets = [batch.ruleset for batch in log]
    assert set(rulesets) == {2, 3}
    assert not any("reveal" in repr(news.fact) for news in players[0].news)
    verdict = verify(await players[0].house.export(), GAMES)
    assert (verdict.table, verdict.games, verdict.old) == (table, 1, rulesets.count(2))


async def test_a_finished_game_of_ruleset_2_is_exported_and_found_true_as_far_as_it_is_run(house_2: World):
    table, batches = await log_of(house_2, "BONNET-61")
    verdict = verify(export(CODEC, GAMES, table, batches), GAMES)
    assert (verdict.table, verdict.games, verdict.old) == (table, 1, verdict.batches)


# --- the file that the house of that day exported -----------------------------------------------------


def lines() -> list[dict]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def test_an_old_file_is_true_and_one_line_says_what_was_not_run():
    result = CliRunner().invoke(cli, ["verify", str(FILE)])
    told = result.stdout.splitlines()
    assert (result.exit_code, len(told)) == (0, 2)
    assert told[0].startswith("True: love at table ")
    count = len(lines()) - 1
    assert told[1].startswith(f"Batches 1 to {count} were played by an older ruleset")


def another_culprit(file):
    batch, value = find(file, "CulpritDrawn")
    value["fact"]["seat"] = (value["fact"]["seat"] + 1) % 5
    return batch, "CulpritDrawn is not what the seed gives"


def another_lot(file):
    batch, value = find(file, "Elected")
    assert value["fact"]["by"] == "lot"
    _, ballot = find(file, "BallotOpened")
    tied = ballot["fact"]["votes"]
    value["fact"]["detective"] = next(int(seat) for seat in tied if int(seat) != value["fact"]["detective"])
    return batch, "Elected is not what the seed gives"


def another_seed(file):
    batch, value = find(file, "Opened")
    value["fact"]["seed"] = "00" * 32
    return batch, "Opened is not what the seed gives"


def another_commitment(file):
    batch, value = find(file, "Committed")
    value["fact"]["hash"] = "00" * 32
    return batch, "Committed is not what the seed gives"


def another_word(file):
    batch, value = find(file, "Dealt")
    value["fact"]["words"] = ["loaded"] * 5
    return batch, "Dealt is not what the seed gives"


def a_secret_that_was_not(file):
    batch, value = find(file, "Opened")
    del value["fact"]["secrets"][0]
    return batch, "Opened is not what the seed gives"


def a_fact_left_out(file):
    batch, _ = find(file, "CulpritDrawn")
    item = next(item for item in batch["items"] if "CulpritDrawn" in json.dumps(item))
    item.clear()
    item["hash"] = "00" * 32
    return batch, "left out"


def a_later_ruleset_before(file):
    file[1]["ruleset"] = 2
    return file[2], "older than that of the batch before"


@pytest.mark.parametrize(
    "forge",
    [
        another_culprit,
        another_lot,
        another_seed,
        another_commitment,
        another_word,
        a_secret_that_was_not,
        a_fact_left_out,
        a_later_ruleset_before,
    ],
    ids=lambda forge: forge.__name__,
)
def test_dice_seed_and_words_of_an_old_file_are_checked_even_if_every_hash_and_signature_fits(forge):
    file = lines()
    batch, what = forge(file)
    with pytest.raises(Lie) as found:
        verify(text(resealed(file)), GAMES)
    assert (found.value.batch, what in found.value.what) == (batch["no"], True), found.value.what


@pytest.mark.parametrize("change", [{"hash": "00" * 32}, {"at": 1_000_000_000}, {"ruleset": 2}])
def test_the_chain_of_an_old_file_is_checked(change: dict):
    file = lines()
    file[5].update(change)
    with pytest.raises(Lie):
        verify(text(file), GAMES)


def test_the_signature_of_an_old_file_is_checked():
    file = lines()
    stranger = resealed(lines())[-1]["signature"]
    file[-1]["signature"] = stranger
    with pytest.raises(Lie, match="signature"):
        verify(text(file), GAMES)
