"""What bots say: true where it is a reason, possible where it is a claim, never twice, and an answer to who asks.

Whole games are played by bots and by one seat that says random phrases, as a person would.  Every line is judged at the
moment it is said, by oracles written from the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from attrs import frozen

from engine.chance import FairChance, chances, pick
from engine.games.love import LOVE
from engine.games.love import facts as lf
from engine.games.love import talk as love_talk
from engine.games.omega import OMEGA
from engine.games.omega import facts as of
from engine.games.omega import talk as omega_talk
from engine.simulate import RandomBot, SimulatedTable, mixed, seed_of
from engine.table import facts as f
from engine.table.state import ChatLine, Speech, TableState, evolve
from engine.table.talk import fillings
from tui.words.catalogue import LANGS, words_of
from tui.words.narration import Cast, speech_text

TABLES = [("omega", 3), ("omega", 4), ("love", 4), ("love", 7), ("love", 10)]
GAMES = {"omega": (OMEGA, omega_talk), "love": (LOVE, love_talk)}
PLAYED = {"omega": 40, "love": 12}


@frozen
class Talker(RandomBot):
    """Plays at random and says random phrases, like a person: of `codes`, or of all."""

    codes: tuple[str, ...] = ()

    def speak(self, view, seat, chance):
        if not chances(chance, "talks", 60):
            return None
        code = pick(chance, "code", self.codes or tuple(view.rules.phrases))
        slots = view.rules.phrases[code]
        params = {name: pick(chance, name, fillings(view, slot)) for name, slot in slots.items()}
        return Speech(code, params)


@frozen
class Said:
    """A line, the table before it, the facts until then, and the look of the talk in which it was said."""

    line: ChatLine
    before: TableState
    facts: tuple
    cast: Cast

    @property
    def seat(self):
        return self.before.seat_of(self.line.who)

    @property
    def by_bot(self):
        return "wording" in self.line.params

    def text(self, lang):
        return speech_text(words_of(lang), self.cast, f.Spoke(self.line.who, "table", self.line.code, self.line.params))


@cache
def played(name: str, seats: int, number: int, codes: tuple[str, ...] = ()) -> tuple[Said, ...]:
    """What is said in one game, in order.  The last seat is a talker, in every third game nobody is."""
    game, _ = GAMES[name]
    lineup = mixed(game, seats, number)
    table = SimulatedTable(game, lineup, {}, seed_of(11, number))
    bots = [game.bot(temperament) for temperament in lineup]
    if number % 3 or codes:
        bots[-1] = Talker(codes)
    while table.state.phase is not None:
        table.phase(table.state.phase, bots)
    state, cast, facts, said = TableState(game), Cast(), [], []
    for record in table.table.log:
        before, state = state, evolve(state, record.fact)
        facts.append(record.fact)
        if isinstance(record.fact, f.Spoke):
            said.append(Said(state.chat[-1], before, tuple(facts), cast))
        cast = cast.after(record.fact)
    return tuple(said)


def games(name: str, seats: int) -> Iterator[tuple[Said, ...]]:
    return (played(name, seats, number) for number in range(PLAYED[name]))


def lines(name: str, seats: int) -> Iterator[Said]:
    """Every line of a bot."""
    return (said for game in games(name, seats) for said in game if said.by_bot)


every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])


# --- what has been said -------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("lang", LANGS)
def test_no_bot_says_what_was_said_in_this_game(name, seats, lang):
    for game in games(name, seats):
        texts = Counter(said.text(lang) for said in game if said.by_bot)
        assert [text for text, times in texts.items() if times > 1] == []


@every_table
def test_no_bot_uses_a_sentence_of_its_own_again_with_another_name_in_it(name, seats):
    for game in games(name, seats):
        used = Counter((said.line.who, said.line.code, said.line.params["wording"]) for said in game if said.by_bot)
        assert set(used.values()) <= {1}


@every_table
def test_three_bots_never_say_the_same_in_a_row(name, seats):
    for game in games(name, seats):
        for three in zip(game, game[1:], game[2:], strict=False):
            assert not (three[-1].by_bot and len({said.line.code for said in three}) == 1)


@every_table
def test_bots_say_what_is_listed_and_all_of_it(name, seats):
    _, talk = GAMES[name]
    said = {line.line.code for line in lines(name, seats)}
    assert said <= set(talk.WORDINGS)
    if (name, seats) in (("omega", 4), ("love", 10)):
        rare = {"was-at-work", "lost-nothing", "had-card", "no-card", "armed", "blank-page"}
        assert set(talk.WORDINGS) - said <= rare


@every_table
def test_bots_are_silent_rather_than_dull(name, seats):
    """In one talk a bot begins twice at most; everything else answers a line that names it."""
    for game in games(name, seats):
        for said in (said for said in game if said.by_bot):
            talk = [one for one in game if one.line.phase == said.line.phase]
            own = [one for one in talk if one.line.who == said.line.who]
            calls = [one for one in talk if one.line.who != said.line.who and calls_on(one, said.seat)]
            assert len(own) <= 2 + len(calls)


@every_table
@pytest.mark.parametrize("lang", LANGS)
def test_temperaments_have_voices_of_their_own(name, seats, lang):
    """No sentence is worded alike by two temperaments, names put aside."""
    heard: dict[str, set[str]] = {}
    for said in lines(name, seats):
        key = f"{name}.voice.{said.line.code}.{said.line.params['wording']}"
        heard.setdefault(words_of(lang)(key), set()).add(said.line.params["wording"].split("-")[0])
    assert all(len(tempers) == 1 for tempers in heard.values())


# --- answers ------------------------------------------------------------------------------------------


def calls_on(said: Said, seat: int) -> bool:
    """Whether a line names the seat, or asks everybody."""
    return said.line.names(seat) or said.line.code == "ask-cards"


ANSWERS = {
    "omega": {
        "accuse": {
            "deny",
            "claim-healthy",
            "claim-infected",
            "nobody-ill",
            "lied",
            "two-faced",
            "plan-work",
            "plan-home",
        },
        "ask-plan": {"plan-work", "plan-home"},
        "ask-turn": {"was-ill", "was-at-work", "lost-nothing"},
        "lied": {"was-ill"},
        "caught": {"was-ill"},
    },
    "love": {
        "suspect": {"cleared-me", "also-bare", "deny"},
        "sole": {"cleared-me", "also-bare", "deny"},
        "beloved": {"not-loved", "untouched"},
        "elect": {"willing"},
        "ask-night": {"had-card", "no-card"},
        "ask-cards": {"armed"},
        "cleared": {"agree"},
        "wrong-guess": {"suspect", "beloved", "pair", "dead-hand"},
        "ask-suspect": {"suspect", "beloved", "pair", "dead-hand"},
    },
}
"""What the next line of whoever is named may be, by the phrase that names it."""


@every_table
def test_who_is_named_answers_to_that(name, seats):
    """The next line of a bot that was named, with nothing else aimed at it since, is an answer."""
    answered = Counter()
    for game in games(name, seats):
        for at, said in enumerate(game):
            if not said.by_bot:
                continue
            talk = [one for one in game[:at] if one.line.phase == said.line.phase]
            mine = [n for n, one in enumerate(talk) if one.line.who == said.line.who]
            since = talk[mine[-1] + 1 :] if mine else talk
            calls = [one for one in since if one.line.code in ANSWERS[name] and calls_on(one, said.seat)]
            others = [one for one in since if calls_on(one, said.seat) and one not in calls]
            if len(calls) == 1 and not others and calls[0].line.code != "ask-cards" and live(said, calls[0]):
                assert said.line.code in ANSWERS[name][calls[0].line.code], (calls[0].line, said.line)
                answered[calls[0].line.code] += 1
    assert sum(answered.values()) > 10


def live(said: Said, call: Said) -> bool:
    """Whether a question about the past is about a turn that is over."""
    round_of = call.line.params.get("turn") or call.line.params.get("night")
    return call.line.code not in ("ask-turn", "ask-night") or int(round_of) < said.before.round


# --- what may be claimed ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
def test_at_index_1_nobody_speaks_of_anybodys_health(seats):
    """Nobody can be infected then, so nothing is claimed, denied or suspected; it is said that nobody can be."""
    health = {"claim-healthy", "claim-infected", "deny", "accuse", "distrust", "risky-index"}
    seen = Counter()
    for said in lines("omega", seats):
        index = [fact.index for fact in said.facts if isinstance(fact, of.IndexRolled)][-1]
        if index == 1:
            assert said.line.code not in health, said.line
            seen[said.line.code] += 1
        assert index == 1 or said.line.code not in ("safe-index", "nobody-ill")
        assert index == 6 or said.line.code != "risky-index"
    assert seen["safe-index"] > 2 and seen["nobody-ill"] > 0


@pytest.mark.parametrize("seats", [3, 4])
def test_a_bot_does_not_claim_one_thing_and_then_the_other_in_one_turn(seats):
    for game in games("omega", seats):
        claims: dict[tuple[int, str], set[str]] = {}
        for said in (said for said in game if said.by_bot and said.line.code.startswith("claim")):
            claims.setdefault((said.line.phase, said.line.who), set()).add(said.line.code)
        assert all(len(codes) == 1 for codes in claims.values())


@pytest.mark.parametrize("seats", [4, 7, 10])
def test_nobody_denies_what_the_board_has_cleared(seats):
    """`deny` is said only by somebody whom the board still allows to be the culprit."""
    denied = [said for said in lines("love", seats) if said.line.code == "deny"]
    assert len(denied) > 5
    for said in denied:
        assert may_be_culprit(said.facts, said.seat, seats)


# --- reasons of Omega Strain --------------------------------------------------------------------------


def turns(facts):
    """Turn -> its reckoning."""
    return {fact.turn: fact for fact in facts if isinstance(fact, of.Reckoned)}


def alone_to_blame(reckoned, seat):
    """A life lost at home, in a lockdown or as the only worker is lost to one's own infection (section 1, 5)."""
    workers = [s for s, deed in reckoned.actions.items() if deed == "work"]
    return reckoned.life[seat] == -1 and (seat not in workers or workers == [seat])


def said_healthy(said, seat, turn):
    who = said.before.cast[seat].who
    phase = next(
        fact.no
        for fact in said.facts
        if isinstance(fact, f.PhaseOpened) and (fact.name, fact.round) == ("dialogue", turn)
    )
    claims = [
        line.code
        for line in said.before.chat
        if line.who == who and line.phase == phase and line.code.startswith("claim-")
    ]
    return claims[-1:] == ["claim-healthy"]


def ballot(said, turn):
    return next(fact for fact in said.facts if isinstance(fact, of.LockdownVoted) and fact.turn == turn)


def life(said, seat):
    return 3 + sum(fact.life.get(seat, 0) for fact in turns(said.facts).values())


def funds(said, seat):
    return sum(fact.funds.get(seat, 0) for fact in turns(said.facts).values())


def last(said):
    return turns(said.facts)[max(turns(said.facts))]


OMEGA_TRUTHS = {
    "remark-spread": lambda said, p: any(
        deed == "work" and last(said).life[s] for s, deed in last(said).actions.items()
    ),
    "remark-calm": lambda said, p: not any(last(said).life.values()),
    "remark-lead": lambda said, p: funds(said, p["seat"]) >= 4 and life(said, p["seat"]) > 0,
    "last-life": lambda said, p: life(said, p["seat"]) == 1,
    "caught": lambda said, p: alone_to_blame(turns(said.facts)[int(p["turn"])], p["seat"]),
    "lied": lambda said, p: (
        alone_to_blame(turns(said.facts)[int(p["turn"])], p["seat"]) and said_healthy(said, p["seat"], int(p["turn"]))
    ),
    "two-faced": lambda said, p: (
        ballot(said, int(p["turn"])).wishes[p["seat"]] == "for"
        and ballot(said, int(p["turn"])).consents[p["seat"]] == "no"
    ),
    "was-ill": lambda said, p: alone_to_blame(turns(said.facts)[int(p["turn"])], said.seat),
    "was-at-work": lambda said, p: (
        turns(said.facts)[int(p["turn"])].actions[said.seat] == "work"
        and turns(said.facts)[int(p["turn"])].life[said.seat] == -1
    ),
    "lost-nothing": lambda said, p: turns(said.facts)[int(p["turn"])].life[said.seat] == 0,
}


@pytest.mark.parametrize("seats", [3, 4])
def test_reasons_in_omega_are_true(seats):
    judged = Counter()
    for said in lines("omega", seats):
        if said.line.code in OMEGA_TRUTHS:
            assert OMEGA_TRUTHS[said.line.code](said, said.line.params), (said.line, turns(said.facts))
            judged[said.line.code] += 1
    assert len(judged) >= 7, judged


# --- reasons of Love, or Nothing ----------------------------------------------------------------------


def nights(facts):
    """(defences by seat with a lone unity as none, as chosen, target, success) of every night."""
    opened = [fact for fact in facts if isinstance(fact, lf.DefencesOpened)]
    attacks = [fact for fact in facts if isinstance(fact, lf.Targeted)]
    for chosen, attack in zip(opened, attacks, strict=True):
        lonely = list(chosen.defences.values()).count("unity") == 1
        worth = {seat: "none" if card == "unity" and lonely else card for seat, card in chosen.defences.items()}
        yield attack.night, worth, chosen.defences, attack.target, attack.success


def kills(card, target, culprit):
    """The two cases in which a kill succeeds (section 2, judging a kill)."""
    return (target, card) == ("siege", "locked_room") or (target, card, culprit) == ("none", "alibi", "none")


def possible(worth, target, success, culprit):
    """Whether this culprit can have made the night's attack end so; the dead have no defence."""
    own = worth.get(culprit, "none")
    return any(kills(card, worth[target], own) == success for card in ("alibi", "locked_room"))


def may_be_culprit(facts, seat, seats):
    """Whether some living beloved makes the seat a possible culprit of every night, and was not guessed with it."""
    dead = {fact.target for fact in facts if isinstance(fact, lf.Targeted) and fact.success}
    dead |= {fact.victim for fact in facts if isinstance(fact, lf.Poisoned)}
    guessed = {(fact.culprit, fact.beloved) for fact in facts if isinstance(fact, lf.GuessOpened)}
    able = all(possible(worth, target, success, seat) for _, worth, _, target, success in nights(facts))
    return able and any(
        (seat, beloved) not in guessed for beloved in range(seats) if beloved not in dead and beloved != seat
    )


def night_of(said, p):
    return next(night for night in nights(said.facts) if night[0] == int(p["night"]))


def handy(said, night):
    """Who is alive now and could have made that night's kill, besides the speaker."""
    _, worth, _, target, success = night
    return {s for s in said.before.living if s != said.seat and possible(worth, target, success, s)}


def alibi_kills(said):
    return [night for night in nights(said.facts) if night[4] and night[1][night[3]] == "none"]


def left(said, seat, card):
    return {"siege": 1, "unity": 2}[card] - sum(night[2].get(seat) == card for night in nights(said.facts))


def yesterday(said):
    return [fact for fact in said.facts if isinstance(fact, lf.GuessOpened) and fact.day == said.before.round - 1]


LOVE_TRUTHS = {
    "sole": lambda said, p: handy(said, night_of(said, p)) == {p["seat"]},
    "either": lambda said, p: handy(said, night_of(said, p)) == {p["one"], p["two"]},
    "bare": lambda said, p: (
        [*night_of(said, p)[1].values()].count("none") == int(p["count"]) and night_of(said, p) in alibi_kills(said)
    ),
    "cleared": lambda said, p: not possible(*(night_of(said, p)[n] for n in (1, 3, 4)), p["seat"]),
    "cleared-me": lambda said, p: not possible(*(night_of(said, p)[n] for n in (1, 3, 4)), said.seat),
    "also-bare": lambda said, p: night_of(said, p)[1][p["seat"]] == "none",
    "always-bare": lambda said, p: (
        len(alibi_kills(said)) == int(p["count"]) > 1
        and all(night[1][p["seat"]] == "none" for night in alibi_kills(said))
    ),
    "untouched": lambda said, p: (
        len([*nights(said.facts)]) > 2 and all(night[3] != p["seat"] for night in nights(said.facts))
    ),
    "spent": lambda said, p: not left(said, p["seat"], "siege") and not left(said, p["seat"], "unity"),
    "armed": lambda said, p: left(said, p["seat"], "siege") == 1 and p["seat"] in said.before.living,
    "wrong-guess": lambda said, p: [(g.detective, g.culprit is None) for g in yesterday(said)] == [(p["seat"], False)],
    "blank-page": lambda said, p: [(g.detective, g.culprit is None) for g in yesterday(said)] == [(p["seat"], True)],
    "had-card": lambda said, p: night_of(said, p)[2][said.seat] == p["card"],
    "no-card": lambda said, p: night_of(said, p)[2][said.seat] == "none",
    "dead-hand": lambda said, p: p["seat"] not in said.before.living,
    "unity": lambda said, p: left(said, said.seat, "unity") > 0,
}


@pytest.mark.parametrize("seats", [4, 7, 10])
def test_reasons_in_love_are_true(seats):
    judged = Counter()
    for said in lines("love", seats):
        if said.line.code in LOVE_TRUTHS:
            assert LOVE_TRUTHS[said.line.code](said, said.line.params), said.line
            judged[said.line.code] += 1
    assert len(judged) >= (10 if seats > 4 else 6), judged


def test_nobody_puts_up_for_detective_who_has_just_failed():
    for seats in (4, 7, 10):
        for said in lines("love", seats):
            gone = {guess.detective for guess in yesterday(said)}
            if said.line.code == "elect":
                assert said.line.params["seat"] not in gone
            if said.line.code in ("elect-me", "willing"):
                assert said.seat not in gone


@pytest.mark.parametrize(
    ("name", "seats", "codes", "answers"),
    [
        ("omega", 4, ("ask-turn",), {"was-ill", "was-at-work", "lost-nothing"}),
        ("omega", 4, ("ask-plan",), {"plan-work", "plan-home"}),
        ("love", 7, ("ask-night",), {"had-card", "no-card"}),
        ("love", 7, ("ask-cards",), {"armed"}),
    ],
)
def test_who_is_asked_about_the_board_reads_it_truly(name, seats, codes, answers):
    truths = {**OMEGA_TRUTHS, **LOVE_TRUTHS}
    judged = set()
    for number in range(8):
        for said in played(name, seats, number, codes):
            if said.by_bot and said.line.code in answers:
                assert said.line.code not in truths or truths[said.line.code](said, said.line.params), said.line
                judged.add(said.line.code)
    assert judged == answers


# --- one table ----------------------------------------------------------------------------------------


@every_table
def test_the_same_view_and_the_same_stream_give_the_same_line(name, seats):
    game, _ = GAMES[name]
    table = SimulatedTable(game, mixed(game, seats, 1), {}, seed_of(4, 4))
    bots = [game.bot(temperament) for temperament in mixed(game, seats, 1)]
    spoken = 0
    while table.state.phase is not None:
        if table.state.phase.talk:
            for seat, number in product(table.state.living, range(3)):
                chance = FairChance(bytes(31) + bytes([number]))
                view = table.views[seat]
                line = bots[seat].speak(view, seat, chance)
                assert line == bots[seat].speak(view, seat, FairChance(bytes(31) + bytes([number])))
                spoken += line is not None
        table.phase(table.state.phase, bots)
    assert spoken
