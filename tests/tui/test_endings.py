"""The end of a game: who won and why, what decided it, and whether the dice were fair."""

import pytest

from engine.chance import commitment
from engine.games.love import LOVE
from engine.games.love.state import Death, LovePlay, Night, Noon
from engine.games.omega import OMEGA
from engine.games.omega.facts import DieRolled
from engine.games.omega.state import OmegaPlay, Player, Turn
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table.state import Seat, TableState
from tests.support.evening import evening
from tui.games.face import Look
from tui.games.love import ending as love
from tui.games.moments import Moment, decisive
from tui.games.omega import ending as omega
from tui.screens.fair import check
from tui.screens.reading import fate
from tui.words.catalogue import LANGS, Words, words_of

NAMES = ("Ana", "Ben", "Cho", "Dan")
CAST = tuple(Seat(name.lower(), name, "person") for name in NAMES)
WIN, DRAW, NOBODY, NO_CONTEST, VOID = Result


def look(rules, play, outcome, lang="en", me="ana"):
    seats = 3 if rules is OMEGA else 4
    opened = f.Opened(1, "00", ("",) * seats, ())
    view = TableState(rules, stage="lobby", cast=CAST[:seats], play=play, outcome=outcome, opened=opened)
    return Look(words_of(lang), view, me)


# --- what it means to the reader


@pytest.mark.parametrize(
    ("me", "outcome", "told"),
    [
        ("ana", Outcome(WIN, (0,), "vaccine"), "won"),
        ("ben", Outcome(WIN, (0,), "vaccine"), "lost"),
        ("ben", Outcome(DRAW, (0, 1), "vaccine"), "drew"),
        ("cho", Outcome(DRAW, (0, 1), "vaccine"), "lost"),
        ("ana", Outcome(NOBODY, (), "all-dead"), "nobody"),
        ("ana", Outcome(NO_CONTEST, (), "max-days"), "no-contest"),
        ("ana", Outcome(VOID, (), "voted"), "void"),
        ("watcher", Outcome(WIN, (0,), "vaccine"), ""),
        ("ana", None, ""),
    ],
)
def test_a_reader_is_told_what_the_end_means_to_them(me, outcome, told):
    assert fate(TableState(OMEGA, cast=CAST[:3], outcome=outcome), me) == told


# --- Omega Strain


def turn(no, index=6, dice=(6, 6, 6), deaths=(), life=(0, 0, 0), **by_seat):
    """A reckoned turn of three seats, what each did and had as a tuple; what is left out hurt nobody."""
    named = {name: dict(enumerate(values)) for name, values in by_seat.items()}
    known = {"dice": dict(enumerate(dice)), "life": dict(enumerate(life)), "deaths": deaths}
    return Turn(no, index=index, lockdown=False, reckoned=True, **known, **named)


PLAYERS = (Player(3, 5), Player(3, 2), Player(3, 1))


def omega_play(*turns, players=PLAYERS):
    return OmegaPlay(players, turns)


ALL_WORK = ("work", "work", "work")
VACCINE = Outcome(WIN, (0,), "vaccine")
CALM = turn(9, index=1, actions=("home",) * 3)

OMEGA_MOMENTS = {
    "an infected worker kills a clean one": (
        (turn(2, dice=(3, 6, 6), actions=("work", "work", "home"), life=(-1, -1, 0), deaths=(1,)), CALM),
        VACCINE,
        [Moment("caught", 2, 90, 0, (1,))],
    ),
    "an infected worker costs clean ones a life": (
        (turn(2, dice=(3, 6, 6), actions=ALL_WORK, life=(-1, -1, -1)), CALM),
        VACCINE,
        [Moment("spread", 2, 40, 0, (1, 2))],
    ),
    "nobody clean was hurt": (
        (turn(2, dice=(3, 6, 6), actions=("work", "home", "home"), life=(-1, 0, 0)), CALM),
        VACCINE,
        [],
    ),
    "one dies of its own infection at home": (
        (turn(2, dice=(3, 6, 6), actions=("home",) * 3, life=(-1, 0, 0), deaths=(0,)), CALM),
        Outcome(WIN, (1,), "last-one"),
        [Moment("own", 2, 60, 0)],
    ),
    "a lockdown missed by one vote, which was a bluff": (
        (
            turn(
                2, dice=(3, 6, 6), actions=ALL_WORK, life=(-1, -1, -1),
                consents=("no", "yes", "yes"), wishes=("for", "for", "none"),
            ),
            CALM,
        ),
        VACCINE,
        [Moment("bluff", 2, 81, 0, (1, 2))],
    ),
    "a lockdown missed by one vote, which was honest": (
        (
            turn(
                2, dice=(3, 6, 6), actions=ALL_WORK, life=(-1, -1, -1),
                consents=("yes", "no", "yes"), wishes=("for", "against", "none"),
            ),
            CALM,
        ),
        VACCINE,
        [Moment("one-vote", 2, 80, 1, (1, 2))],
    ),
    "a lockdown missed by two is none of the kind": (
        (
            turn(2, dice=(3, 6, 6), actions=ALL_WORK, life=(-1, -1, -1), consents=("no", "no", "yes")),
            CALM,
        ),
        VACCINE,
        [Moment("spread", 2, 40, 0, (1, 2))],
    ),
    "the life that broke the tie": (
        (turn(2, dice=(6, 3, 6), actions=("home",) * 3, life=(0, -1, 0)), CALM),
        VACCINE,
        [Moment("tie", 2, 92, 1, (0,))],
    ),
    "the last $10k, at a high index": (
        (turn(5, index=6, actions=("work", "home", "home")),),
        VACCINE,
        [Moment("dared", 5, 50, 0, (), "6")],
    ),
    "no risk at index 1": ((turn(5, index=1, actions=("work", "home", "home")),), VACCINE, []),
}  # fmt: skip


@pytest.mark.parametrize(("turns", "outcome", "found"), OMEGA_MOMENTS.values(), ids=OMEGA_MOMENTS)
def test_what_decided_a_game_of_omega(turns, outcome, found):
    rich = any(moment.key == "tie" for moment in found)
    players = (Player(3, 5), Player(2, 5 if rich else 2), Player(3, 1))
    assert list(omega.moments(omega_play(*turns, players=players), outcome)) == found


OMEGA_ENDS = [
    ((Player(2, 5), Player(3, 2), Player(3, 1)), VACCINE, "Ana wins: alive, and $50k pays for the vaccine."),
    (
        (Player(3, 5), Player(2, 5), Player(1, 4)),
        VACCINE,
        "Ana wins the tie-break: of those with $50k the most life wins (3; Ben 2).",
    ),
    (
        (Player(2, 5), Player(2, 5), Player(3, 1)),
        Outcome(DRAW, (0, 1), "vaccine"),
        "Ana and Ben draw: $50k each, and the same life (2).",
    ),
    (
        (Player(0, 5), Player(0, 2), Player(1, 0)),
        Outcome(WIN, (2,), "last-one"),
        "Cho wins as the last one alive; money does not count then.",
    ),
    (
        (Player(0, 5), Player(0, 2), Player(0, 0)),
        Outcome(NOBODY, (), "all-dead"),
        "Nobody wins: the last of you died in the same turn, and the dead do not win.",
    ),
]


@pytest.mark.parametrize(("players", "outcome", "told"), OMEGA_ENDS)
def test_an_end_of_omega_is_told_with_its_rule(players, outcome, told):
    play = omega_play(turn(1, actions=ALL_WORK), players=players)
    assert omega.why(look(OMEGA, play, outcome)) == told


# --- Love, or Nothing: Ana is the culprit and loves Ben


def form(defence="none", kill="", target=""):
    return {"defence": defence, "kill": kill, "target": target, "poison": ""}


def love_play(*nights, noons=(), notes=(), deaths=(None,) * 4):
    """Nights are (defences, trick, target, success, hunches of the others)."""
    told, forms = [], {}
    for no, (defences, trick, target, success, hunches) in enumerate(nights, 1):
        told.append(Night(no, defences, target, success))
        others = {seat: form(target=str(hunches.get(seat, ""))) for seat in (1, 2, 3)}
        forms[no] = {0: form(kill=trick, target=str(target)), **others}
    loves = {seat: {"beloved": "1" if seat == 0 else ""} for seat in range(4)}
    return LovePlay(deaths, len(nights) + 1, tuple(told), noons, 0, loves, forms, dict(notes))


NONE4 = ("none",) * 4
QUIET = (NONE4, "locked_room", 2, False, {})
CULPRIT_WINS, DETECTIVE_WINS = Outcome(WIN, (0,), "only-beloved"), Outcome(WIN, (3,), "solved")
DAYS_OVER = Outcome(NO_CONTEST, (), "max-days")


def noon(day, votes=(), detective=None, by="votes"):
    return Noon(day, (tuple(enumerate(votes)),) if votes else (), detective, by)


LOVE_MOMENTS = {
    "nobody foresaw it": (
        love_play((NONE4, "alibi", 2, True, {1: 3, 3: 1}), QUIET), DAYS_OVER, [Moment("unforeseen", 1, 45, 2)],
    ),
    "somebody foresaw it": (love_play((NONE4, "alibi", 2, True, {1: 2}), QUIET), DAYS_OVER, []),
    "alone with unity": (
        love_play((("none", "none", "unity", "none"), "alibi", 2, True, {}), QUIET), DAYS_OVER,
        [Moment("alone", 1, 60, 2)],
    ),
    "a siege that a locked room met, foreseen": (
        love_play((("none", "none", "siege", "none"), "locked_room", 2, True, {3: 2}), QUIET), DAYS_OVER,
        [Moment("siege", 1, 40, 2)],
    ),
    "saved by a siege": (
        love_play((("none", "none", "siege", "none"), "alibi", 2, False, {}), QUIET), DAYS_OVER,
        [Moment("saved-siege", 1, 30, 2)],
    ),
    "saved by two unities": (
        love_play((("none", "none", "unity", "unity"), "alibi", 2, False, {}), QUIET), DAYS_OVER,
        [Moment("saved-unity", 1, 30, 2)],
    ),
    "the gambit, then the last kill": (
        love_play((NONE4, "alibi", 0, True, {}), (("", "none", "none", ""), "alibi", 2, True, {})), CULPRIT_WINS,
        [Moment("gambit", 1, 95, 0), Moment("last", 2, 90, 2, (), "alibi")],
    ),
    "the beloved, by mistake": (
        love_play((("none", "siege", "none", "none"), "locked_room", 1, True, {})),
        Outcome(NO_CONTEST, (), "beloved-killed"), [Moment("mistake", 1, 100, 1)],
    ),
    "the right guess": (
        love_play(QUIET, QUIET, noons=(noon(2, detective=3),), notes={2: {"culprit": "0", "beloved": "1"}}.items()),
        DETECTIVE_WINS, [Moment("solved", 2, 92, 3)],
    ),
    "the right guess, too late": (
        love_play(QUIET, QUIET, noons=(noon(2, detective=3),), notes={2: {"culprit": "0", "beloved": "1"}}.items()),
        CULPRIT_WINS, [Moment("too-late", 2, 98, 3)],
    ),
    "half a guess": (
        love_play(QUIET, QUIET, noons=(noon(2, detective=3),), notes={2: {"culprit": "0", "beloved": "2"}}.items()),
        DAYS_OVER, [Moment("half-culprit", 2, 70, 3)],
    ),
    "the other half": (
        love_play(QUIET, QUIET, noons=(noon(2, detective=3),), notes={2: {"culprit": "2", "beloved": "1"}}.items()),
        DAYS_OVER, [Moment("half-beloved", 2, 70, 3)],
    ),
    "neither name": (
        love_play(QUIET, QUIET, noons=(noon(2, detective=3),), notes={2: {"culprit": "2", "beloved": "3"}}.items()),
        DAYS_OVER, [],
    ),
    "the culprit elected by one vote": (
        love_play(QUIET, QUIET, noons=(noon(2, (3, 0, 0), 0),)), DAYS_OVER, [Moment("one-vote", 2, 65, 0, (3,))],
    ),
    "elected by two votes": (love_play(QUIET, QUIET, noons=(noon(2, (3, 0, 0, 0), 0),)), DAYS_OVER, []),
    "a poisoned cup": (
        love_play(QUIET, QUIET, deaths=(None, None, Death(4, "poisoned"), None)), DAYS_OVER,
        [Moment("cup", 4, 75, 2)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("play", "outcome", "found"), LOVE_MOMENTS.values(), ids=LOVE_MOMENTS)
def test_what_decided_a_game_of_love(play, outcome, found):
    assert list(love.moments(play, outcome)) == found


LOVE_ENDS = [
    (
        (Death(1, "killed"), None, Death(2, "killed"), Death(3, "killed")),
        CULPRIT_WINS,
        "Ana, the culprit, wins by the Birlstone gambit: dead by their own hand on night 1,"
        " killing on from the grave, until only Ben lives.",
    ),
    (
        (Death(3, "killed"), None, Death(2, "killed"), Death(1, "killed")),
        CULPRIT_WINS,
        "Ana, the culprit, wins by the Birlstone gambit: the last attack, on night 3,"
        " was on the culprit's own self, and only Ben lives.",
    ),
    (
        (Death(4, "poisoned"), None, Death(2, "killed"), Death(1, "killed")),
        CULPRIT_WINS,
        "Ana, the culprit, wins by a cup of their own poison: all are dead but Ben.",
    ),
    (
        (None,) * 4,
        DETECTIVE_WINS,
        "Dan wins, alone: yesterday's guess named both, Ana as the culprit and Ben as the beloved.",
    ),
    ((None,) * 4, DAYS_OVER, "No contest: the last day is over, and nobody has won."),
]


@pytest.mark.parametrize(("deaths", "outcome", "told"), LOVE_ENDS)
def test_an_end_of_love_is_told_with_its_rule(deaths, outcome, told):
    assert love.why(look(LOVE, love_play(QUIET, deaths=deaths), outcome)) == told


# --- both


def test_the_three_weightiest_are_told_in_their_order_and_one_for_each_turn():
    found = [Moment("a", 1, 10), Moment("b", 2, 50), Moment("c", 2, 40), Moment("d", 4, 90), Moment("e", 3, 60)]
    assert [moment.key for moment in decisive(found)] == ["b", "e", "d"]


@pytest.mark.parametrize("lang", LANGS)
def test_every_moment_and_every_reason_has_a_sentence(lang):
    words = Words(lang)
    for game, cases in (("omega", OMEGA_MOMENTS), ("love", LOVE_MOMENTS)):
        for *_, found in cases.values():
            assert all(f"{game}.moment.{moment.key}" in words for moment in found)
    for way in ("won", "lost", "drew", "nobody", "no-contest", "void"):
        assert f"result.you.{way}" in words


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (100, 30)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", LANGS)
async def test_the_first_screen_of_an_ending_tells_fate_winner_and_why(lang, size):
    async with evening(lang, size) as e:
        await e.game()
        await e.end()
        text, words, view = await e.text(), Words(lang), e.desk.view
        assert words(f"result.you.{fate(view, e.desk.me)}") in text
        squeezed = "".join(row.split("│")[0] for row in text.splitlines()).replace(" ", "")
        assert e.desk.face.why(e.desk.look).replace(" ", "") in squeezed
        await e.press("f")
        assert words("page.fair") in await e.text()
        assert "✓" in await e.text()


# --- fair dice

SEED = "07" * 32


def opened(seed, *secrets):
    view = TableState(OMEGA, id="t1", play=OMEGA.begin(3, {}), cast=CAST[:3])
    return TableState(OMEGA, id="t1", play=view.play, opened=f.Opened(4, seed, ("", "clover", ""), secrets))


TRUE_SEAL = commitment(bytes.fromhex(SEED), "t1", 4)
TRUE_DIE, FALSE_DIE = DieRolled(1, 2, 6), DieRolled(1, 2, 2)


@pytest.mark.parametrize(
    ("promised", "secrets", "verdict"),
    [
        ({4: TRUE_SEAL}, (), "match"),
        ({4: TRUE_SEAL}, (FALSE_DIE,), "false"),
        ({4: "0" * 64}, (), "differ"),
        ({3: TRUE_SEAL}, (), "unseen"),
        ({}, (), "unseen"),
    ],
)
def test_the_check_tells_a_false_seal_and_a_false_die(promised, secrets, verdict):
    found = check(opened(SEED, *secrets), promised)
    assert found.verdict == verdict
    assert found.draws == len(secrets)


def test_nothing_is_checked_before_a_game_was_opened():
    assert check(TableState(OMEGA), {}) is None
