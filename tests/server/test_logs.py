"""Log lines: one event a line whatever a name holds, and never a flood."""

from __future__ import annotations

import io
import json

import pytest

from server import logs

EVIL = "hana\nat='x' level='info' event='banned'\u2028\u0085\x1b[2J\u202e\x9b2J"


@pytest.fixture(autouse=True)
def as_before():
    yield
    logs.configure("text", "critical")


@pytest.mark.parametrize("shape", ["text", "json"])
def test_a_name_cannot_forge_a_line_or_reach_the_terminal(shape):
    stream = io.StringIO()
    logs.configure(shape, "info", stream)
    logs.get().info("arrived", name=EVIL)
    written = stream.getvalue()
    assert len(written.splitlines()) == 1
    assert all(char.isprintable() for char in written.rstrip("\n"))


def test_json_lines_can_be_read_back():
    stream = io.StringIO()
    logs.configure("json", "info", stream)
    logs.get().info("arrived", name=EVIL)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"], line["name"]) == ("arrived", "info", EVIL)


def test_lines_below_the_level_are_not_written():
    stream = io.StringIO()
    logs.configure("text", "warning", stream)
    logs.get().info("small")
    logs.get().warning("great")
    assert "small" not in stream.getvalue()
    assert "great" in stream.getvalue()


def test_a_flood_of_one_event_is_capped_and_counted_and_others_go_on():
    now = [100.0]
    stream = io.StringIO()
    logs.configure("json", "info", stream, logs.RateCap(lambda: now[0]))
    for _ in range(1_000):
        logs.get().info("turned-away")
    logs.get().info("arrived")
    now[0] += 1
    logs.get().info("turned-away")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["turned-away"] * 20 + ["arrived", "turned-away"]
    assert lines[-1]["suppressed"] == 980


def test_a_traceback_is_one_line_without_the_values_of_variables():
    stream = io.StringIO()
    logs.configure("text", "info", stream)
    try:
        secret = "the culprit is hana"
        raise ValueError(len(secret))
    except ValueError:
        logs.get().error("session-broken", exc_info=True)
    assert len(stream.getvalue().splitlines()) == 1
    assert "ValueError" in stream.getvalue()
    assert "hana" not in stream.getvalue()
