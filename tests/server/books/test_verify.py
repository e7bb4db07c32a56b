"""An exported game: what is in it, what never is, and that no part of it can be changed without being found."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import asyncssh
import pytest
import pytest_asyncio
from click.testing import CliRunner

from engine.codec import Codec
from engine.errors import Refusal
from engine.games import GAMES
from engine.table import moves as m
from server.books.database import FILE_NAME, migrations, open_database
from server.books.journal import SqliteJournal
from server.books.verify import Lie, Unreadable, verify
from server.cli import cli, main
from tests.support.coin import Coin
from tests.support.forgeries import BY_THE_HOST, FORGERIES, FOUND_WITHOUT_RULES, every, find, resealed, text
from tests.support.virtual_house import KEY, World, world_of

COIN = {"coin": Coin()}


class NewerCoin(Coin):
    """The coin game after a change of its rules."""

    ruleset = 2


NEWER = {"coin": NewerCoin()}


async def eventful(world: World) -> str:
    """Two games at a table by code, with everything in them that a file may not tell; the file of the second."""
    ada, ben, cy, eve = [await world.join(name) for name in ("ada", "ben", "cy", "eve")]
    code = await ada.house.create("coin", "code", {"talk": 30})
    for player in (ben, cy):
        await player.house.enter(code)
        await player.act(m.Sit())
    await ada.act(m.AddBot("calm"))
    await ada.act(m.Say("table", "hello all"))
    for _ in range(2):
        await ben.act(m.Ready("first thought"))
        await ben.act(m.Ready("second thought"))
        await cy.act(m.Ready("never mind"))
        await cy.act(m.Ready(""))
        await ada.act(m.Start())
        await eve.house.enter(code)
        await ada.answer("bet", bet="yes")
        await ada.answer("bet", bet="no")
        await ben.answer("mood", mood="glad")
        await eve.act(m.Say("gallery", "psst the walls"))
        await ada.act(m.Pause())
        await world.pass_time(100)
        await ada.act(m.Resume())
        cy.leave()
        await world.pass_time(30)
        for seat in ("1", "2", "1"):
            await ada.answer("vote", seat=seat)
        await world.pass_time(400)
        assert ada.view.outcome is not None
        cy = await world.join("cy")
        await cy.house.enter(code)
        await cy.act(m.Sit())
        await eve.house.step_out()
    await ada.act(m.Say("table", "said after the game"))
    world.code = code
    return await ada.house.export()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played():
    async with world_of() as world:
        yield await eventful(world), world


@pytest.fixture
def file(played) -> list[dict]:
    """The lines of a true file."""
    return [json.loads(line) for line in played[0].splitlines()]


def lie_in(lines: list[dict]) -> Lie:
    with pytest.raises(Lie) as found:
        verify(text(lines), COIN)
    return found.value


# --- the true file ------------------------------------------------------------------------------------


def test_a_true_file_is_true(played, file):
    verdict = verify(played[0], COIN)
    assert (verdict.game, verdict.games, verdict.batches) == ("coin", 2, len(file) - 1)
    assert verdict.key == KEY.get_fingerprint()
    assert file[0]["game_no"] == 2


def test_what_never_opens_is_not_in_it(played, file):
    told, world = played
    assert "hello all" in told
    assert "second thought" in told
    for secret in ("psst", "first thought", "never mind", world.code, "said after"):
        assert secret not in told
    bets = [
        one["fact"]["answer"]
        for _, one in every(file, "Answered")
        if one["fact"]["prompt"] == "bet" and one["fact"]["seat"] == 0
    ]
    assert bets == [{"bet": "no"}] * 2, "only what was final"
    votes = [one["move"]["values"] for _, one in every(file, "Answer") if one["who"] == "u-ada"]
    assert {"seat": "2"} not in votes


def test_the_next_game_s_seed_is_not_in_it(played, file):
    assert len(every(file, "SeedKept")) == 2
    [table] = played[1].hub._tables.values()
    assert table.state.seed not in played[0]


async def test_no_finished_game_is_no_file(world: World):
    ada, _ = await world.playing("ada", "ben")
    with pytest.raises(Refusal, match="no-finished-game"):
        await ada.house.export()


# --- lies ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_the_first_lie_is_named(file, forge):
    batch, what = forge(file)
    lie = lie_in(file)
    assert lie.batch == batch["no"]
    assert what in lie.what
    assert lie.game in (1, 2)


@pytest.mark.parametrize("forge", BY_THE_HOST, ids=lambda forge: forge.__name__)
def test_the_rules_find_the_lies_of_a_host_too(file, forge):
    """Even who holds the host's key and makes every hash fit cannot make dice that the seed does not give."""
    batch, what = forge(file)
    lie = lie_in(resealed(file))
    assert (lie.batch, what in lie.what) == (batch["no"], True)


def test_a_lie_in_the_second_game_says_so(file):
    batch, value = find(file, "Fell", -1)
    value["fact"]["side"] = 1 - value["fact"]["side"]
    lie = lie_in(file)
    assert (lie.game, lie.batch) == (2, batch["no"])


def test_a_file_signed_by_another_key_shows_that_key(file):
    other = asyncssh.generate_private_key("ssh-ed25519")
    public = other.export_public_key().decode().split()
    file[0]["key"] = f"{public[0]} {public[1]}"
    assert "signature" in lie_in(file).what
    assert verify(text(resealed(file, other)), COIN).key == other.get_fingerprint() != KEY.get_fingerprint()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "format"),
        ("nonsense", "line 1"),
        ("[1]", "line 1"),
        ('{"naisho":2}', "format"),
        ('{"naisho":1,"game":"chess"}', "chess"),
        ('{"naisho":1,"game":"coin","key":"rot13 AAAA"}', "key"),
        ('{"naisho":1,"game":"coin","key":"a\\nb"}', "key"),
    ],
)
def test_what_is_no_such_file_is_said_so(content: str, why: str):
    with pytest.raises(Unreadable, match=why):
        verify(content, COIN)


def test_another_ruleset_is_not_called_a_lie(file):
    for line in file[1:]:
        line["ruleset"] = 2
    with pytest.raises(Unreadable, match="ruleset 2"):
        verify(text(file), COIN)


def test_batches_of_an_older_ruleset_are_not_run_again_which_is_said(played, file):
    verdict = verify(played[0], NEWER)
    assert (verdict.games, verdict.old, verdict.batches) == (2, len(file) - 1, len(file) - 1)
    assert verify(played[0], COIN).old == 0


@pytest.mark.parametrize("forge", FOUND_WITHOUT_RULES, ids=lambda forge: forge.__name__)
def test_what_is_found_in_an_older_game_even_if_every_hash_fits(file, forge):
    batch, _ = forge(file)
    with pytest.raises(Lie) as found:
        verify(text(resealed(file)), NEWER)
    assert found.value.batch == batch["no"]


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_no_change_of_an_older_game_is_missed(file, forge):
    forge(file)
    with pytest.raises(Lie):
        verify(text(file), NEWER)


@pytest.mark.parametrize("ruleset", [0, -1, True, "1", None])
def test_a_ruleset_that_never_was_is_said_so(file, ruleset):
    file[1]["ruleset"] = ruleset
    with pytest.raises(Unreadable, match="ruleset"):
        verify(text(file), COIN)


@pytest.mark.parametrize(
    "junk",
    [
        {},
        {"at": 0, "items": []},
        {"at": 0, "items": [1, 2]},
        {"at": "x", "items": [{}, {}]},
        {"at": 0, "items": [{}, {}], "ruleset": 1},
        {"at": 0, "items": [{"value": None}, {"value": None}], "ruleset": 1},
        {"at": 0, "items": [{}, {"value": None}, {}], "ruleset": 1},
        {"at": 0, "items": [{"hash": [], "x": 1}, {"hash": {}}], "ruleset": 1},
    ],
)
def test_junk_is_a_lie_and_nothing_worse(file, junk: dict):
    assert lie_in([file[0], {"no": 1} | junk]).batch == 1
    with pytest.raises((Lie, Unreadable)):
        verify(text([file[0], {"no": 1, "ruleset": 1} | junk]), NEWER)


# --- from the command line ----------------------------------------------------------------------------


@pytest.fixture
async def omega(tmp_path: Path) -> str:
    """The code of a table in a journal, at which a game of Omega Strain has ended."""
    database = open_database(tmp_path / FILE_NAME)
    async with world_of(journal=SqliteJournal(database, Codec(GAMES.values())), games=GAMES) as world:
        ada = await world.join("ada")
        code = await ada.house.create("omega", "open", {"max_turns": 3})
        for _ in range(2):
            await ada.act(m.AddBot(GAMES["omega"].temperaments[0]))
        await ada.act(m.Start())
        await world.pass_time(400)
        assert ada.view.outcome is not None
    await database.close()
    return code


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and standard output of a subcommand."""
    result = CliRunner().invoke(cli, arguments)
    return result.exit_code, result.stdout


def test_omega_from_the_journal_to_the_verdict(tmp_path: Path, omega: str):
    status, told = run("export", omega.lower(), "--data", str(tmp_path))
    assert status == 0
    file = tmp_path / "game.jsonl"
    file.write_text(told)
    status, verdict = run("verify", str(file), "--key", KEY.get_fingerprint())
    assert (status, verdict[:12]) == (0, "True: omega ")
    assert run("verify", str(file), "--key", "SHA256:other")[0] == 1
    file.write_text(told.replace('"index":', '"index":1', 1))
    status, verdict = run("verify", str(file))
    assert status == 1
    assert verdict.startswith("Not true: game 1, batch ")
    assert "IndexRolled.index" in verdict


def test_the_signature_is_one_that_openssh_checks(tmp_path: Path, omega: str):
    _, told = run("export", omega, "--data", str(tmp_path))
    first, *_, last = map(json.loads, told.splitlines())
    allowed, signature = tmp_path / "allowed", tmp_path / "end.sig"
    allowed.write_text(f"host {first['key']}\n")
    signature.write_text(last["signature"])
    check = ["ssh-keygen", "-Y", "verify", "-f", allowed, "-I", "host", "-n", "naisho-game", "-s", signature]
    for signed, status in ((last["hash"], 0), ("0" * 64, 255)):
        assert subprocess.run(check, input=signed.encode(), capture_output=True).returncode == status


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("export", "KITE-42", "--data", "{here}/nowhere"), "no journal"),
        (("export", "NO-SUCH-10", "--data", "{here}"), "there never was a table"),
        (("verify", "{here}/nothing"), "cannot read"),
        (("verify", "{here}/naisho.db"), "cannot read"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, omega: str, capsys, arguments: tuple[str, ...], sentence: str):
    with pytest.raises(SystemExit) as ended:
        main([argument.format(here=tmp_path) for argument in arguments])
    told = capsys.readouterr().err
    assert ended.value.code == 1
    assert sentence in told
    assert told.count("\n") == 1


async def test_export_leaves_the_file_of_an_older_house_as_it_is(tmp_path: Path, capsys):
    await open_database(tmp_path / FILE_NAME, migrations[:5]).close()
    with pytest.raises(SystemExit):
        await asyncio.to_thread(main, ["export", "KITE-42", "--data", str(tmp_path)])
    told = capsys.readouterr().err
    assert "written by an older Naisho (schema 5" in told
    assert told.count("\n") == 1
    await open_database(tmp_path / FILE_NAME, migrations[:5]).close()


def test_the_page_s_own_lines_find_the_first_die(tmp_path: Path, omega: str):
    """docs/fairness.md, "By hand"."""
    _, told = run("export", omega, "--data", str(tmp_path))
    (tmp_path / "game.jsonl").write_text(told)
    page = Path("docs/fairness.md").read_text().split("### By hand\n")[1]
    script = "".join(line[4:] for line in page.split("(For six")[0].splitlines(keepends=True))
    found = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    _, die = find([json.loads(line) for line in told.splitlines()], "IndexRolled")
    assert found.stdout == f"first infection index: {die['fact']['index']}\n"
