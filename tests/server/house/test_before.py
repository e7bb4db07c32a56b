"""Before a game and after one: what was played last, another game at the table, a table that everybody has left."""

from __future__ import annotations

import pytest

import server.house.hub
from engine.errors import Refusal
from engine.options import Option
from engine.table import moves as m
from server.books.verify import verify
from tests.support.coin import Coin, Fell, Out
from tests.support.virtual_house import World, world_of

HALF_AN_HOUR = 1800


class PairFell(Fell):
    """The other game's own facts."""


class PairOut(Out):
    """The other game's own facts."""


class Pair(Coin):
    """The coin game by another name, for three at most, with one option less."""

    id = "pair"
    least, most, usual = 2, 3, 2
    options = (Option("talk", 60, low=10, high=120),)
    facts = (PairFell, PairOut)
    temperaments = ("wild",)

    def evolve(self, play, fact):
        return super().evolve(play, fact)

    def deal(self, draft):
        draft.tell(PairOut(0, {}))
        draft.open_phase("vote", 1, 30, asked=draft.state.living, needs=("vote",))


BOTH = {"coin": Coin(), "pair": Pair()}


async def finished(world: World, *names: str):
    """A game that has ended at a new table, and its people."""
    players = await world.playing(*names, bots=2, talk=10)
    await world.pass_time(200)
    assert players[0].view.outcome.cause == "last"
    return players


# --- what was played last -----------------------------------------------------------------------------


async def test_the_host_is_remembered_the_options_of_the_last_deal_the_latest_game_first():
    async with world_of(games=BOTH) as world:
        ada, ben = await world.playing("ada", "ben", talk=30)
        assert await ada.house.remembered() == {
            "coin": {"talk": 30, "tempo": "calm", "spectators": "yes", "pace": "none"}
        }
        assert await ben.house.remembered() == {}, "who only sat there chose nothing"
        for player in (ada, ben):
            await player.act(m.VoteVoid())
        await ada.act(m.ChangeGame("pair", {"talk": 20}))
        await ben.act(m.Ready())
        assert list(await ada.house.remembered()) == ["coin"], "what was not dealt was not played"
        await ada.act(m.Start())
        assert list((await ada.house.remembered()).items()) == [
            ("pair", {"talk": 20, "spectators": "yes", "pace": "none"}),
            ("coin", {"talk": 30, "tempo": "calm", "spectators": "yes", "pace": "none"}),
        ]


async def test_what_a_game_no_longer_takes_is_not_remembered():
    async with world_of(games=BOTH) as world:
        world.store.last["u-ada"] = {
            "coin": {"talk": 9, "tempo": "quick", "gone": 1},
            "chess": {"clock": 5},
        }
        ada = await world.join("ada")
        assert await ada.house.remembered() == {"coin": {"tempo": "quick"}}
        await ada.house.create("coin", "code", (await ada.house.remembered())["coin"])
        await world.settle()
        assert ada.view.options == {"talk": 60, "tempo": "quick", "spectators": "yes", "pace": "none"}


async def test_a_deal_that_cannot_be_remembered_is_dealt_all_the_same(monkeypatch):
    async with world_of(games=BOTH) as world:

        async def fail(person, game, options):
            raise Refusal("journal-down")

        monkeypatch.setattr(type(world.store), "keep_options", lambda self, *args: fail(*args))
        ada, _ = await world.playing("ada", "ben")
        assert ada.view.playing


# --- another game at the same table -------------------------------------------------------------------


async def test_games_of_two_kinds_at_one_table_are_kept_shown_exported_and_found_true():
    async with world_of(games=BOTH) as world:
        ada, ben = await finished(world, "ada", "ben")
        await ada.act(m.Remove("b1"))
        await ada.act(m.ChangeGame("pair", {}))
        await ben.act(m.Ready())
        await world.pass_time(1)
        assert ada.view.code == ben.view.code
        assert [card.game for card in ada.lobby.tables] == ["pair"]
        await ada.act(m.Start())
        assert (ben.view.rules.id, ben.view.phase.name) == ("pair", "vote")
        for player in (ada, ben):
            await player.act(m.VoteVoid())
        verdict = verify(await ben.house.export(), BOTH)
        assert (verdict.game, verdict.games) == ("pair", 2)
        await world.hub.close()
        world.hub = world.new_hub()
        await world.hub.load()
        again = await world.join("ben")
        assert (again.view.rules.id, len(again.view.results)) == ("pair", 2)
        assert again.view.options == {"talk": 60, "spectators": "yes", "pace": "none"}


async def test_a_game_that_the_house_has_not_is_refused():
    async with world_of(games=BOTH) as world:
        ada, _ = await world.seated("ada", "ben")
        for game, code in (("chess", "game-unknown"), ("coin", "game-same")):
            with pytest.raises(Refusal, match=code):
                await ada.act(m.ChangeGame(game, {}))


# --- a table that everybody has left ------------------------------------------------------------------


async def test_who_played_comes_back_to_a_finished_game_for_half_an_hour():
    async with world_of() as world:
        ada, ben = await finished(world, "ada", "ben")
        code = ada.view.code
        zoe = await world.join("zoe")
        for player in (ada, ben):
            await player.house.step_out()
        await world.pass_time(HALF_AN_HOUR - 1)
        assert [(card.code, card.over, card.mine) for card in ben.lobby.tables] == [(code, True, False)]
        assert zoe.lobby.tables == (), "nobody else is shown an empty room"
        await ben.house.enter(code)
        await world.settle()
        assert (ben.view.outcome.cause, ben.view.opened is not None, ben.view.host) == ("last", True, ben.id)
        assert verify(await ben.house.export(), world.games).games == 1
        await world.pass_time(HALF_AN_HOUR)
        assert [card.code for card in zoe.lobby.tables] == [code], "somebody is there"


async def test_after_half_an_hour_it_is_closed():
    async with world_of() as world:
        ada, ben = await finished(world, "ada", "ben")
        code = ada.view.code
        for player in (ada, ben):
            await player.house.step_out()
        await world.pass_time(HALF_AN_HOUR + 1)
        assert ben.lobby.tables == ()
        with pytest.raises(Refusal, match="no-such-table"):
            await ben.house.enter(code)


async def test_a_restart_begins_the_half_hour_anew():
    async with world_of() as world:
        ada, ben = await finished(world, "ada", "ben")
        for player in (ada, ben):
            await player.house.step_out()
        await world.pass_time(HALF_AN_HOUR - 1)
        await world.hub.close()
        world.hub = world.new_hub()
        await world.hub.load()
        ben = await world.join("ben")
        assert ben.shown == [], "who left is not brought back unasked"
        await world.pass_time(HALF_AN_HOUR - 1)
        assert [card.over for card in ben.lobby.tables] == [True]
        await world.pass_time(2)
        assert ben.lobby.tables == ()


@pytest.mark.parametrize("end", ["void", "never begun"])
async def test_a_table_without_a_result_is_closed_as_soon_as_it_is_empty(end):
    async with world_of() as world:
        ada, ben = await world.seated("ada", "ben")
        if end == "void":
            await ada.act(m.Start())
            for player in (ada, ben):
                await player.act(m.VoteVoid())
        for player in (ada, ben):
            await player.house.step_out()
        await world.pass_time(1)
        assert ada.lobby.tables == ()


async def test_empty_tables_count_for_nobody_and_go_first_when_the_house_is_full(monkeypatch):
    async with world_of() as world:
        monkeypatch.setattr(server.house.hub, "MOST_TABLES", 2)
        codes = []
        for name in ("ada", "ben"):
            [player] = await finished(world, name)
            codes.append(player.view.code)
            await player.house.step_out()
            await world.pass_time(60)
        cy = await world.join("cy", address="192.0.2.1")
        await cy.house.create("coin", "open", {})
        await world.settle()
        assert set(world.hub._tables) == {codes[1], cy.view.code}, "the one that was empty longest went"
        dee = await world.join("dee")
        await dee.house.create("coin", "open", {})
        eve = await world.join("eve")
        with pytest.raises(Refusal, match="house-full"):
            await eve.house.create("coin", "open", {})


async def test_practising_alone_again_and_again_leaves_no_tables_that_wait():
    async with world_of() as world:
        for n in range(9):
            one = await world.join(f"p{n}", address="192.0.2.1")
            await one.house.create("coin", "code", {"talk": 10})
            await one.act(m.Fill(3))
            await one.act(m.Start())
            await world.pass_time(200)
            assert one.view.outcome.cause == "last"
            await one.house.step_out()
            await world.settle()


async def test_a_card_says_how_many_bots_can_be_displaced():
    async with world_of() as world:
        ada, _ = await world.seated("ada", "ben", bots=2)
        zoe = await world.join("zoe")
        [card] = zoe.lobby.tables
        assert (len(card.seated), card.most, card.bots, card.over) == (4, 4, 2, False)
        await zoe.house.enter(card.code)
        await zoe.act(m.Sit())
        await world.pass_time(1)
        assert [card.bots for card in ada.lobby.tables] == [1]
        assert zoe.view.seat_of(zoe.id) == 3
