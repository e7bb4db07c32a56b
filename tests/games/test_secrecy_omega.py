"""Secrecy of Omega Strain, by an oracle that is written from the rules and knows nothing of the code.

Three seats p0, p1, p2 (p0 hosts).  In turns 1 to 3 the index is 6, everybody stays at home and p2 is infected each
time: it dies.  In turn 4 p0 and p1 go on.  w watches from the start, late enters in turn 2.  Every other detail varies
from world to world: dice, sealed choices and their changes, lucky words, gallery talk.
"""

from random import Random

import pytest
from attrs import evolve as replace
from attrs import frozen

from engine.errors import Refusal
from engine.facts import SERVER
from engine.games.omega import Omega
from engine.games.omega.facts import DieRolled
from engine.table import moves as m
from engine.table import play, rules
from engine.table.draft import Draft
from tests.support.driving import SEED
from tests.support.scripted import ScriptedChance, dice
from tests.support.secrecy import Watched, assert_absent, compare

PEOPLE = ("p0", "p1", "p2")
EYES = (*PEOPLE, "w", "late")


@frozen
class Turn:
    """What is drawn and done in a turn; choices by seat are all that the seat sends, in order."""

    dice: tuple[int, ...]
    wishes: tuple[str, ...] = ("for", "against", "none")
    consents: tuple[tuple[str, ...], ...] = ((), (), ())
    actions: tuple[tuple[str, ...], ...] = (("home",), ("home",), ("home",))
    gallery: str = "nothing much"
    index: int = 6


@frozen
class World:
    """One course of things.  `words` are all lucky words that each seat gives, in order."""

    turns: tuple[Turn, ...]
    ballot: str = "open"
    words: tuple[tuple[str, ...], ...] = (("clover",), ("",), ("",))


BASE = World((Turn((4, 5, 1)), Turn((6, 4, 2)), Turn((5, 6, 3)), Turn((1, 6, 0), actions=(("work",), ("home",), ()))))


def in_turn(number, **changes):
    """The base world with something else in one turn."""
    turns = list(BASE.turns)
    turns[number - 1] = replace(turns[number - 1], **changes)
    return replace(BASE, turns=tuple(turns))


VARIED = [
    BASE,
    # dice that make no difference to anybody else: healthy all the same, infected all the same
    in_turn(1, dice=(6, 5, 1)),
    in_turn(1, dice=(4, 4, 1)),
    in_turn(1, dice=(4, 5, 3)),
    in_turn(4, dice=(2, 6, 0)),
    in_turn(4, dice=(1, 4, 0)),
    # dice that show in the reckoning
    in_turn(1, dice=(3, 5, 1)),
    in_turn(4, dice=(6, 6, 0)),
    in_turn(4, dice=(1, 3, 0)),
    # an infected worker more, among workers: the reckoning is the same
    in_turn(4, dice=(1, 6, 0), actions=(("work",), ("work",), ())),
    in_turn(4, dice=(6, 1, 0), actions=(("work",), ("work",), ())),
    in_turn(4, dice=(1, 1, 0), actions=(("work",), ("work",), ())),
    # sealed consents, changed or not; only the last is opened
    in_turn(1, consents=(("yes",), (), ())),
    in_turn(1, consents=(("no",), (), ())),
    in_turn(1, consents=(("yes", "no"), (), ())),
    in_turn(1, consents=((), ("yes", "no", "yes"), ())),
    in_turn(1, consents=((), ("yes",), ())),
    in_turn(2, consents=(("yes",), ("yes",), ("yes",))),
    in_turn(4, consents=(("yes",), (), ())),
    # wishes are public
    in_turn(1, wishes=("against", "against", "none")),
    # actions changed before they are opened
    in_turn(1, actions=(("work", "home"), ("home",), ("home",))),
    in_turn(1, actions=(("home",), ("work", "work", "home"), ("home",))),
    in_turn(1, actions=(("home",), ("home",), ("work", "home"))),
    # silence: the phase takes its time, and nobody knows whose silence it was
    in_turn(1, actions=((), ("home",), ("home",))),
    in_turn(1, actions=(("home",), (), ("home",))),
    in_turn(1, actions=(("home",), (), ())),
    in_turn(1, actions=((), (), ())),
    in_turn(4, actions=((), ("home",), ())),
    # index 1: nobody is infected, every step is there
    in_turn(4, index=1),
    in_turn(4, index=1, dice=(6, 6, 0)),
    # the gallery, before and after the late watcher comes, before and after p2 dies
    in_turn(1, gallery="something else"),
    in_turn(2, gallery="something else"),
    in_turn(4, gallery="something else"),
    # lucky words, changed or not
    replace(BASE, words=(("shell", "clover"), ("",), ("",))),
    replace(BASE, words=(("clover",), ("acorn",), ("",))),
    replace(BASE, words=(("clover",), ("acorn", ""), ("",))),
    # the secret ballot, where only the result is told
    replace(BASE, ballot="secret"),
    replace(in_turn(1, consents=(("yes",), (), ())), ballot="secret"),
    replace(in_turn(1, consents=((), ("yes",), ())), ballot="secret"),
    replace(in_turn(1, consents=(("yes",), ("yes",), ("yes",))), ballot="secret"),
]


def mixtures(count):
    """Worlds with the turns of several varied worlds."""
    random = Random(1)
    for _ in range(count):
        turns = tuple(random.choice(VARIED).turns[n] for n in range(4))
        yield replace(random.choice(VARIED), turns=turns)


WORLDS = [*VARIED, *mixtures(12)]


# --- the script: the same commands at the same times, but for what the world says -----------------------


def watched(world, game=None, pace="calm"):
    """Play a world and return the table with everything that the eyes received."""
    faces = [(turn.index, {seat: face for seat, face in enumerate(turn.dice) if face}) for turn in world.turns]
    # Where p2 has not died, or a fifth turn begins, somebody rolls once more.
    rest = ScriptedChance(dice(*[(6, {0: 6, 1: 6, 2: 6})] * 5))
    table = Watched(game or Omega(), EYES, ScriptedChance(dice(*faces), rest), lockdown_ballot=world.ballot, pace=pace)
    table.seat(*PEOPLE)
    table.enter("w")
    table.do(SERVER, m.Commit(SEED))
    for who, words in zip(PEOPLE, world.words, strict=True):
        for word in words:
            table.do(who, m.Ready(word))
    table.do("p0", m.Start())
    for number, turn in enumerate(world.turns, 1):
        if number == 2:
            table.enter("late")
        play_turn(table, turn)
    return table


def play_turn(table, turn):
    """A dialogue that ends by the clock, a gallery line, and the actions, with a pause among them."""
    begin = table.now
    for seat in table.state.living:
        table.now = begin + 1_000 * (seat + 1)
        table.answer(PEOPLE[seat], "wish", wish=turn.wishes[seat])
        for consent in turn.consents[seat]:
            table.answer(PEOPLE[seat], "consent", consent=consent)
    table.do("w", m.Say("gallery", turn.gallery))
    table.time_up()
    table.watch()
    if table.state.playing and table.state.phase.name == "action":
        act(table, turn)
        table.watch()


def act(table, turn):
    """Each living seat sends its actions, one second after another; the clock ends what is not complete."""
    begin, no = table.now, table.no
    for seat in table.state.living:
        table.now = begin + 1_000 * (seat + 1)
        for action in turn.actions[seat]:
            if table.state.playing and table.no == no:
                table.answer(PEOPLE[seat], "action", action=action)
        if seat == 0 and table.state.playing and table.no == no:
            interrupt(table)
    if table.state.playing and table.no == no:
        table.time_up()


def interrupt(table):
    """In a sealed phase: a pause, one that runs its time, and votes to call the game off while a line is down.  When
    ten minutes are spent the pauses are only wishes."""
    table.do("p0", m.Pause())
    if table.state.paused:
        table.do("p0", m.Resume())
    table.do("p0", m.Pause())
    if table.state.paused:
        table.do(SERVER, m.PauseRan(180_000))
    table.do("p0", m.VoteVoid())
    table.do("p0", m.Went())
    for yes in (True, False):
        for who in ("p1", "p2"):
            table.do(who, m.VoteVoid(yes))
    table.do("p0", m.Enter("P0", "person"))


# --- the oracle: who may know what, from the rules ------------------------------------------------------


def knowledge(world, eye):
    """Everything that an eye may know of a world, in order."""
    return tuple(item for eyes, item in story(world) if eyes is None or eye in eyes)


def story(world):
    """What happens, and who may know it (None: everybody)."""
    yield None, world.ballot
    for seat, words in enumerate(world.words):
        yield {PEOPLE[seat]}, ("own words", changes(words, ""))
    yield None, ("words at the deal", tuple(words[-1] for words in world.words))
    life, money, clock = [3, 3, 3], [0, 0, 0], 0
    for number, turn in enumerate(world.turns, 1):
        living = [seat for seat in range(3) if life[seat] > 0]
        if len(living) < 2:
            return
        yield None, ("index", turn.index)
        faces = {seat: turn.dice[seat] or 6 for seat in living}
        for seat in living:
            yield {PEOPLE[seat]}, ("own die", faces[seat])
            yield {PEOPLE[seat]}, ("own consents", changes(turn.consents[seat], None))
        yield None, ("wishes", tuple(turn.wishes[seat] for seat in living))
        yield gallery(living, number), ("gallery", turn.gallery)
        clock += 60
        consents = {seat: (turn.consents[seat] or ("no",))[-1] for seat in living}
        lockdown = set(consents.values()) == {"yes"}
        yield None, ("lockdown", lockdown, world.ballot == "open" and tuple(consents.values()))
        infected = {seat for seat in living if 2 * faces[seat] <= turn.index}
        actions = {}
        if not lockdown:
            sent = {seat: turn.actions[seat] for seat in living}
            complete = () not in sent.values()
            if complete:  # the last one's first choice closes the phase
                sent[living[-1]] = sent[living[-1]][:1]
            for seat in living:
                yield {PEOPLE[seat]}, ("own actions", changes(sent[seat], None))
            clock += living[-1] + 1 if complete else 30
            actions = {seat: (sent[seat] or ("home",))[-1] for seat in living}
        workers = {seat for seat in living if actions.get(seat) == "work"}
        for seat in living:
            hurt = bool(workers & infected) if seat in workers else seat in infected
            life[seat] -= hurt
            money[seat] += lockdown or seat in workers
        yield None, ("reckoning", clock, tuple(actions.items()), tuple(life), tuple(money))


def changes(sent, current):
    """What is sent, without repeating what stands already."""
    kept = []
    for value in sent:
        if value != current:
            kept.append(value)
        current = value
    return tuple(kept)


def gallery(living, number):
    """Who reads the gallery in a turn: w, late from turn 2, p2 when dead; never the living."""
    dead = {PEOPLE[seat] for seat in range(3) if seat not in living}
    return {"w", *dead} | ({"late"} if number > 1 else set())


# --- the tests ------------------------------------------------------------------------------------------


def traces(world, pace="calm"):
    return {eye: tuple(trace) for eye, trace in watched(world, pace=pace).traces.items()}


@pytest.mark.parametrize("pace", ["calm", "none"])
def test_every_eye_receives_what_it_may_know_and_no_more(pace):
    worlds = WORLDS if pace == "calm" else WORLDS[::3]  # reveals are all that sets the two apart
    compare(worlds, EYES, lambda world: traces(world, pace), knowledge)


def test_the_base_world_is_what_it_is_meant_to_be():
    table = watched(BASE)
    assert table.state.living == (0, 1)
    assert [(player.life, player.funds) for player in table.state.play.players] == [(2, 1), (3, 0), (0, 0)]
    assert table.state.play.turn.no == 5


@pytest.mark.parametrize("eye", EYES)
def test_no_canary_is_shown_before_its_time(eye):
    """Words that only one may read: each is searched for in everything that each eye received."""
    table = Watched(Omega(), EYES, ScriptedChance(dice((6, {0: 4, 1: 5, 2: 6}))))
    table.seat(*PEOPLE)
    table.enter("w")
    table.do(SERVER, m.Commit(SEED))
    for who in PEOPLE:
        table.do(who, m.Ready(f"CANARY-{who}"))
    for who in PEOPLE:
        if who != eye:
            assert_absent(f"CANARY-{who}", tuple(table.traces[eye]))
    assert eye not in PEOPLE or any(f"CANARY-{eye}" in text for text in table.traces[eye])
    table.do("p0", m.Start())
    table.do("w", m.Say("gallery", "CANARY-gallery"))
    assert_absent(SEED, tuple(table.traces[eye]))
    if eye != "w":
        assert_absent("CANARY-gallery", tuple(table.traces[eye]))


def test_at_the_end_everything_is_opened_to_every_eye_but_changes_of_mind_and_the_gallery():
    """p0 and p1 die with their fourth and third infection; the last dice and choices are all told."""
    turns = [*BASE.turns[:3], Turn((1, 1, 0), consents=(("yes", "no"), (), ()), gallery="CANARY-gallery")]
    turns += [Turn((1, 1, 0), actions=(("work", "home"), (), ()))] * 2
    table = watched(replace(BASE, turns=tuple(turns)))
    assert table.state.outcome is not None
    assert table.state.outcome.cause == "all-dead"
    for eye in EYES:
        assert table.view(eye).play == table.state.play
        assert SEED in table.traces[eye][-2] + table.traces[eye][-1]
    for eye in ("p0", "p1"):
        assert_absent("CANARY-gallery", tuple(table.traces[eye]))
    last = table.view("late").play.turns[-1]
    assert (dict(last.dice), dict(last.actions)) == ({0: 1, 1: 1}, {0: "home", 1: "home"})
    assert "work" not in repr(table.view("late").play.turns[-1])


# --- planted leaks: the comparison finds each of them -----------------------------------------------------

FEW = [VARIED[n] for n in (0, 1, 2, 3, 9, 10, 11, 12, 13, 14, 16, 20, 21, 23, 24, 25)]


def whisper_to_all(monkeypatch):
    """Every secret is told to everyone."""
    monkeypatch.setattr(Draft, "whisper", lambda self, fact, *seats: self.tell(fact))


def whisper_dice_to_watchers(monkeypatch):
    """The watchers see the dice as well."""
    whisper = Draft.whisper

    def leaky(self, fact, *seats):
        whisper(self, fact, *seats)
        if isinstance(fact, DieRolled):
            audience, told = self.told.pop()
            self.told.append((replace(audience, eyes=audience.eyes | {"w"}), told))

    monkeypatch.setattr(Draft, "whisper", leaky)


def phase_length(monkeypatch):
    """The dialogue is longer by a second for everybody who is infected."""
    open_phase = Draft.open_phase

    def leaky(self, name, round_, seconds, **more):
        turn = self.state.play.turn
        open_phase(self, name, round_, seconds + sum(bool(turn.infected(s)) for s in turn.dice), **more)

    monkeypatch.setattr(Draft, "open_phase", leaky)


def refusal_counts(monkeypatch):
    """Asking for more time is refused with the number of those who have answered."""

    def leaky(draft, who, move):
        answers = draft.state.phase.answers.get("action", {}) if draft.state.phase else {}
        raise Refusal("author-only", answered=len(answers))

    monkeypatch.setattr(rules, "_RULES", {**rules._RULES, m.Extend: leaky})


def everybody_is_woken(monkeypatch):
    """A sealed answer of anybody is followed by an empty public fact."""
    answer = play.answer

    def leaky(draft, who, move):
        answer(draft, who, move)
        if move.prompt == "consent" and draft.told:
            draft.tell(play.f.CountdownStopped(move.no))

    monkeypatch.setattr(rules, "_RULES", {**rules._RULES, m.Answer: leaky})


def pause_counts_answers(monkeypatch):
    """A pause that has run its time tells how many have chosen."""

    def leaky(draft, who, move):
        answers = draft.state.phase.answers.get("action", {}) if draft.state.phase else {}
        play.pause_ran(draft, who, m.PauseRan(move.ms + len(answers)))

    monkeypatch.setattr(rules, "_RULES", {**rules._RULES, m.PauseRan: leaky})


def who_has_chosen_is_not_asked(monkeypatch):
    """An absent person who has handed in a choice counts as agreeing to call the game off, and that all do is told."""

    def leaky(draft):
        phase = draft.state.phase
        asked = {n for n, seat in enumerate(draft.state.seats) if not (seat.away and phase.answer("action", n))}
        if all(draft.state.seats[n].who in draft.state.void_wanted for n in asked):
            draft.tell(play.f.VoidWanted("all", True))

    monkeypatch.setattr(play, "void_if_agreed", leaky)


def the_ill_are_looked_at_longer(monkeypatch):
    """A reckoning is looked at for a beat less for each infected worker."""
    reveal = Draft.reveal

    def leaky(self, round_, beats):
        turn = self.state.play.turn
        ill = [seat for seat, action in turn.actions.items() if action == "work" and turn.infected(seat)]
        reveal(self, round_, beats - len(ill))

    monkeypatch.setattr(Draft, "reveal", leaky)


LEAKS = [
    whisper_to_all,
    whisper_dice_to_watchers,
    phase_length,
    refusal_counts,
    everybody_is_woken,
    pause_counts_answers,
    who_has_chosen_is_not_asked,
    the_ill_are_looked_at_longer,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak, monkeypatch):
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="can tell"):
        compare(FEW, EYES, traces, knowledge)


def test_without_a_leak_the_few_worlds_of_these_tests_pass():
    compare(FEW, ("p0", "p1", "w"), traces, knowledge)


def test_a_view_that_forgets_is_found(monkeypatch):
    """Showing less than an eye may know is a fault too."""
    monkeypatch.setattr(Omega, "evolve", lambda self, play, fact: play)
    with pytest.raises((AssertionError, IndexError, AttributeError)):
        compare(FEW, EYES, traces, knowledge)
