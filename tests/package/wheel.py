"""What `make package` asks: the wheel and the sdist hold what they should, and the wheel plays by itself.

It builds and installs from the package index, so `make test` does not collect it.
"""

from __future__ import annotations

import asyncio
import stat
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile

import pytest

from tests.support.journey_game import be_ready, ill, play_turn, well
from tests.support.journey_house import ROOT, House
from tests.support.journey_people import Person
from tests.support.openssh import DEADLINE, environment, run

PRIVATE = ("hostkeys/ssh_host_ed25519_key", "data/naisho.db", "data/lock", ".venv/pyvenv.cfg")
"""Files of a checkout in use that no package may hold."""


def tracked() -> set[str]:
    """The files of the checkout, with those that nobody has committed yet."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}


def tell(arguments: Sequence[str | Path], cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a folder."""
    return subprocess.run(
        arguments, cwd=cwd, env=environment(**variables), capture_output=True, text=True, timeout=DEADLINE
    )


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with an sdist, and a wheel built from that, of a checkout in which somebody has already hosted."""
    checkout, built = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("dist")
    for name in tracked():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(ROOT / name, checkout / name)
    for name in PRIVATE:
        (checkout / name).parent.mkdir(exist_ok=True)
        (checkout / name).write_text("private")
    subprocess.run([sys.executable, "-m", "build", "--outdir", built, checkout], check=True)
    return built


@pytest.fixture(scope="session")
def naisho(built: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of the wheel, installed in an environment of its own."""
    clean = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", clean], check=True)
    pip = [sys.executable, "-m", "pip", "--python", clean / "bin" / "python", "--quiet"]
    subprocess.run([*pip, "install", "-c", ROOT / "constraints.txt", *built.glob("*.whl")], check=True)
    return str(clean / "bin" / "naisho")


def test_the_sdist_is_the_checkout(built):
    [archive] = built.glob("*.tar.gz")
    with tarfile.open(archive) as sdist:
        held = {member.name.split("/", 1)[1] for member in sdist.getmembers() if member.isfile()}
    assert held == tracked() | {"PKG-INFO"}


def test_the_wheel_is_the_three_packages_whole(built):
    [archive] = built.glob("*.whl")
    held = {name for name in zipfile.ZipFile(archive).namelist() if ".dist-info/" not in name}
    assert held == {name for name in tracked() if name.split("/")[0] in ("engine", "tui", "server")}
    assert {"tui/words/en.toml", "tui/words/ja.toml"} <= held


def test_its_version_is_that_of_pyproject(naisho, tmp_path):
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert tell([naisho, "--version"], tmp_path).stdout == f"naisho, version {version}\n"


def test_help_writes_nothing_and_tells_where_things_are_kept(naisho, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o500)
    home = {"XDG_DATA_HOME": str(tmp_path / "share")}
    for words in ([], ["play"], ["serve"]):
        result = tell([naisho, *words, "--help"], elsewhere, **home)
        assert (result.returncode, result.stderr) == (0, "")
    told = "".join(result.stdout.split())
    assert f"default:{tmp_path}/share/naisho/data]" in told
    assert f"default:{tmp_path}/share/naisho/hostkeys]" in told
    assert [path.name for path in tmp_path.rglob("*")] == ["elsewhere"]


async def test_it_keeps_key_and_data_with_its_user_and_says_so(naisho, tmp_path):
    elsewhere, share = tmp_path / "elsewhere", tmp_path / "share"
    elsewhere.mkdir(mode=0o500)
    process = await asyncio.create_subprocess_exec(
        naisho, "serve", "--port", "0", cwd=elsewhere, env=environment(XDG_DATA_HOME=str(share)),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    said = [(await asyncio.wait_for(process.stdout.readline(), DEADLINE)).decode() for _ in range(3)]
    process.terminate()
    await asyncio.wait_for(process.communicate(), DEADLINE)
    assert said[2] == f"Its data are in {share}/naisho/data, its key in {share}/naisho/hostkeys.\n"
    assert (share / "naisho/data/naisho.db").exists()
    assert (share / "naisho/hostkeys/ssh_host_ed25519_key").exists()
    for folder in (share, share / "naisho", share / "naisho/data", share / "naisho/hostkeys"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert list(elsewhere.iterdir()) == []


def test_a_user_who_cannot_keep_anything_is_told_in_one_line(naisho, tmp_path):
    (tmp_path / "file").write_text("")
    result = tell([naisho, "serve", "--port", "0"], tmp_path, XDG_DATA_HOME=str(tmp_path / "file"))
    told = (
        f"naisho: cannot write to the data folder {tmp_path}/file/naisho/data: Not a directory: choose another --data\n"
    )
    assert (result.returncode, result.stdout, result.stderr) == (1, "", told)


async def test_a_whole_game_over_ssh(naisho, tmp_path):
    house = House(tmp_path, [naisho])
    await house.open()
    robo = await house.program("robo")
    code = (await robo.does(do="create", game="omega", options={"dialogue": 300}))["code"]
    beep = await house.program("beep", code)
    await beep.does(do="Sit")
    await beep.table(lambda event: event["view"]["commitment"])
    await beep.does(do="Ready", word="")
    anna = await house.person("anna", code)
    await be_ready(anna)
    await robo.table(lambda event: [seat["ready"] for seat in event["view"]["seats"]] == [False, True, True])

    def only_robo_stays_well(dice):
        return ill(dice, 1, 2) and well(dice, 0)

    await robo.does(do="Ready", word=house.lucky_word(code, ["", ""], only_robo_stays_well))
    await robo.does(do="Start")
    await anna.sees("Turn 1  Dialogue", "Your die: ", "INFECTED")
    for turn in (1, 2, 3):
        await robo.answers(done="yes")
        await beep.answers(done="yes")
        playing = asyncio.create_task(play_turn(turn, [anna], workers=[anna]))
        await robo.answers(action="home")
        await beep.answers(action="work")
        await playing
    await anna.sees("The game is over", "robo wins as the last one alive")
    assert (await robo.fact("Ended"))["outcome"] == {"result": "win", "winners": [0], "cause": "last-one"}

    file = tmp_path / "game.jsonl"
    file.write_text((await robo.does(do="export"))["file"], encoding="utf-8")
    verdict = await run([naisho, "verify", str(file)])
    assert verdict.out.startswith("True: omega"), verdict
    await house.send_everybody_home()
    assert await house.close() == 0
    assert house.complaints() == []


async def test_play_in_a_terminal(naisho):
    async with Person([naisho, "play"], variables={"LANG": "ja_JP.UTF-8", "LOGNAME": "anna"}, name="anna") as anna:
        await anna.sees("オメガ株", "どのゲームにしますか")
        anna.presses("1")
        await anna.sees("1ターン目  対話フェーズ", "あなたの出目")
        anna.presses("q")
        await anna.sees("終了しますか？")
        anna.presses("2")
        assert await anna.exit_code() == 0
