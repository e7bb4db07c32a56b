"""What is shown of the screens elsewhere: pictures whose cells have their places, and a recording to be played."""

import json
from xml.etree import ElementTree

import pytest

from tests.support.vt import Emulator
from tests.tui.cast import FOLDER, SIZE, short_game
from tests.tui.pictures import FOLDER as PICTURES
from tests.tui.pictures import SCENES
from tests.tui.svg import HIGH, MARGIN, WIDE, picture
from tui.words.catalogue import LANGS, Words

SVG = "{http://www.w3.org/2000/svg}"


def cell(text, ink="default", paper="default", **decoration):
    names = ("bold", "italic", "under", "struck", "turned")
    return (text, ink, paper, *(name in decoration for name in names))


def drawn(*rows):
    return ElementTree.fromstring(picture(rows, "title & <name>"))


def test_each_character_stands_in_the_middle_of_its_cells():
    root = drawn([cell("a"), cell("愛"), cell(""), cell("b")], [cell(" ")] * 4)
    spans = {span.text: float(span.get("x")) for span in root.iter(f"{SVG}tspan")}
    assert spans == {"a": WIDE / 2, "愛": 2 * WIDE, "b": 3.5 * WIDE}
    assert float(root.get("width")) == 4 * WIDE + 2 * MARGIN


def test_text_is_text_and_a_ground_is_as_wide_as_its_cells():
    root = drawn([cell("<", paper="ff0000"), cell("&", paper="ff0000"), cell("x")])
    assert [span.text for span in root.iter(f"{SVG}tspan")] == ["<", "&", "x"]
    ground = [rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == "#ff0000"]
    assert [(rect.get("width"), rect.get("height")) for rect in ground] == [(f"{2 * WIDE:g}", f"{HIGH:g}")]


def test_reverse_changes_ink_and_paper():
    root = drawn([cell("x", ink="00ff00", paper="000001", turned=True)])
    assert next(root.iter(f"{SVG}tspan")) is not None
    assert [text.get("fill") for text in root.iter(f"{SVG}text")][1:] == ["#000001"]
    assert "#00ff00" in [rect.get("fill") for rect in root.iter(f"{SVG}rect")]


def test_lines_join_from_cell_to_cell():
    root = drawn([cell("│")], [cell("│")])
    paths = [path.get("d") for path in root.iter(f"{SVG}path")]
    assert paths == [f"M{WIDE / 2} 0v{HIGH}"] * 2


def test_every_picture_there_is_is_drawn_by_a_scene_and_listed():
    names = {file.name for file in PICTURES.glob("*.svg")}
    assert len(names) == 2 * len(SCENES)
    assert {name.split(".")[0] for name in names} == {scene.__name__ for scene in SCENES}
    listed = (PICTURES / "README.md").read_text(encoding="utf-8")
    assert [name for name in names if f"({name})" not in listed] == []


@pytest.mark.parametrize("lang", LANGS)
async def test_the_recording_is_todays_game_and_ends_with_its_winner(lang):
    text = await short_game(lang)
    assert text == (FOLDER / f"omega.{lang}.cast").read_text(encoding="utf-8"), "make pictures"
    header, *events = map(json.loads, text.splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, *SIZE)
    times = [at for at, _, _ in events]
    assert times == sorted(times)
    assert times[-1] < 75
    assert len(text.encode()) < 100_000
    emulator, seen = Emulator(*SIZE), ""
    for _, kind, data in events:
        assert kind == "o"
        emulator.feed(data.encode())
        seen += "\n".join(emulator.screen.display)
    assert Words(lang)("result.you.won") in seen
    assert Words(lang)("result.hands") in seen
