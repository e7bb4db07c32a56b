"""Secrecy of Love, or Nothing, by the oracle in `love_oracle`: whoever may know the same is shown the same."""

from random import Random

import pytest
from attrs import evolve as replace

from engine.codec import dumps
from engine.errors import Refusal
from engine.facts import SERVER
from engine.games.love import Love
from engine.games.love import facts as f
from engine.games.love import rules as love
from engine.table import facts as table_facts
from engine.table import going_on, play, rules
from engine.table import moves as m
from engine.table.draft import Draft
from tests.support.driving import SEED
from tests.support.love_oracle import knowledge
from tests.support.love_worlds import AGAIN, EYES, OPTIONS, PEOPLE, Act, Draws, World, guilty, script
from tests.support.secrecy import Watched, assert_absent, compare, plain_prompt

BASE = World()
SOMEBODY_ELSE = {
    "p1": guilty(BASE, 1, 0),
    "p2 attacks itself": guilty(BASE, 2, 0),
    "p3 poisons itself": guilty(BASE, 3, 0),
    "p4 kills itself and goes on": guilty(BASE, 4, 0),
    "p4, who loves p3 in vain": guilty(BASE, 4, 2),
}
FEINT = Act("locked_room", "2")
TWO_LEFT = guilty(
    BASE,
    4,
    0,
    acts=(Act("alibi", "4"), Act("alibi", "1"), Act("alibi", "3"), Act("alibi", "2")),
    defences=(("none",) * 5,) * 4,
)
"""p4 has killed itself, then p1 and p3; in night 4 only p0, the beloved, and p2 live."""
NO_POISON = replace(BASE, acts=(*BASE.acts[:2], Act("locked_room", "2"), Act("alibi", "2")))


def acting(world=BASE, **nights):
    """The world with other acts: `night3=Act(...)`."""
    return replace(world, acts=tuple(nights.get(f"night{n}", act) for n, act in enumerate(world.acts, 1)))


def defending(night, *cards, world=BASE):
    """The world with other defences in one night."""
    rows = list(world.defences)
    rows[night - 1] = cards
    return replace(world, defences=tuple(rows))


def elsewhere(name, key, value, world=BASE):
    """The world with one more detail of those that are kept by phase, day and seat."""
    return replace(world, **{name: {**getattr(world, name), key: value}})


def silent(*keys, world=BASE, **more):
    return replace(world, silent=frozenset(keys), **more)


VARIED = [
    BASE,
    # worked case 5: nobody but the dead culprit can tell it from another dead member; and every other culprit
    *SOMEBODY_ELSE.values(),
    # another beloved, of the same culprit
    guilty(BASE, 0, 3, acts=(*BASE.acts[:2], Act("locked_room", "2", "1"), Act("alibi", "2"))),
    guilty(BASE, 4, 1),
    # the guess (2, 1) of day 4 is right; the beloved is killed by mistake; only the beloved is left
    guilty(BASE, 2, 1),
    acting(defending(2, "none", "none", "siege", "none", "none", world=guilty(BASE, 0, 2)), night2=FEINT),
    acting(defending(2, "none", "none", "siege", "none", "none"), night2=FEINT),
    acting(defending(2, "none", "none", "siege", "none", "none", world=guilty(BASE, 4, 1)), night2=FEINT),
    acting(guilty(BASE, 4, 0), night1=Act("alibi", "1"), night2=Act("alibi", "4"), night3=Act("alibi", "3", "2")),
    # the kill card behind a kill that fails, and behind one that succeeds
    acting(night2=Act("locked_room", "2")),
    acting(guilty(BASE, 4, 0), night2=Act("locked_room", "2")),
    acting(night3=Act("locked_room", "2", "3")),
    defending(2, "none", "none", "siege", "none", "none"),
    acting(defending(2, "none", "none", "siege", "none", "none"), night2=Act("locked_room", "2")),
    defending(3, "siege", "none", "none", "none", "none"),
    acting(defending(3, "siege", "none", "none", "none", "none"), night3=Act("alibi", "2", "3")),
    # poison: on nobody; in the cup of who is killed that night; of who dies before noon; twice
    NO_POISON,
    acting(NO_POISON, night4=Act("alibi", "2", "2")),
    acting(guilty(NO_POISON, 4, 0), night4=Act("alibi", "2", "2")),
    acting(NO_POISON, night4=Act("alibi", "2", "3")),
    elsewhere("before", ("night", 3, 0), (("none", "locked_room", "2", ""),)),
    # hunches are one's own, and so is whether and when they change
    elsewhere("hunches", ("night", 1, 2), ("alibi", "3", "")),
    elsewhere("hunches", ("night", 1, 4), ("locked_room", "4", "")),
    elsewhere("hunches", ("night", 2, 4), ("alibi", "2", ""), elsewhere("hunches", ("night", 3, 4), ("", "", "1"))),
    elsewhere("hunches", ("prologue", 1, 2), ("0",)),
    elsewhere("hunches", ("prologue", 1, 2), ("0",), guilty(BASE, 1, 0)),
    elsewhere("before", ("night", 1, 1), (("siege", "", ""), ("unity", "alibi", "0"))),
    elsewhere("before", ("night", 1, 0), (("siege", "alibi", "1"),)),
    elsewhere("before", ("prologue", 1, 0), (("2",), ("3",))),
    # forms that are refused, above all those that only the culprit's are
    elsewhere("before", ("night", 1, 0), (("none", "alibi", "1"), ("none", "alibi", ""), ("none", "", "2"))),
    elsewhere("before", ("night", 1, 3), (("none", "alibi", "1"), ("none", "alibi", ""))),
    elsewhere("before", ("night", 2, 4), (("siege", "", ""), ("none", "alibi", "4"), ("none", "", "", "2"))),
    elsewhere("before", ("night", 3, 0), (("none", "locked_room", "2", "1"),)),
    elsewhere("before", ("night", 3, 4), (("none", "locked_room", "2", "0"),), guilty(BASE, 4, 0)),
    elsewhere("before", ("prologue", 1, 0), (("",), ("0",))),
    elsewhere("before", ("election", 2, 3), (("3",), ("4",))),
    # who hands in when: the night ends with the last form, whoever's it is; a late hunch of a dead member or culprit
    elsewhere("second", ("night", 1, 0), 9),
    elsewhere("second", ("night", 1, 2), 9),
    elsewhere("second", ("night", 1, 2), 3),
    elsewhere("second", ("night", 2, 4), 2),
    elsewhere("second", ("night", 2, 4), 30),
    elsewhere("second", ("night", 2, 4), 30, guilty(BASE, 4, 0)),
    elsewhere("second", ("prologue", 1, 0), 20),
    elsewhere("second", ("prologue", 1, 1), 20),
    # silence lasts as long, whoever's it is, and its act looks like any other (E3)
    silent(("night", 1, 0), drawn=2),
    silent(("night", 1, 3)),
    silent(("night", 1, 1), world=guilty(BASE, 4, 0)),
    silent(("night", 1, 1), world=guilty(BASE, 1, 0), drawn=2),
    silent(("night", 2, 4)),
    silent(("night", 2, 4), world=guilty(BASE, 4, 0), drawn=1),
    silent(("night", 2, 0), drawn=1),
    silent(*(("night", 1, seat) for seat in range(5)), drawn=2),
    *(silent(("night", 4, 4), world=TWO_LEFT, drawn=drawn) for drawn in (0, 1)),
    silent(("night", 4, 4), world=elsewhere("hunches", ("night", 4, 4), ("locked_room", "2", ""), TWO_LEFT)),
    acting(TWO_LEFT, night4=Act("locked_room", "2")),
    silent(("prologue", 1, 0)),
    silent(("prologue", 1, 2)),
    silent(("prologue", 1, 0), world=acting(night2=Act("locked_room", "2"))),
    # the ballot is sealed until it closes; a blank and a silence differ only in time
    replace(BASE, votes=(("1", "2", "", "1"), *BASE.votes[1:])),
    silent(("election", 2, 2)),
    elsewhere("before", ("election", 2, 1), (("0",), ("3",))),
    replace(BASE, votes=(("1", "0", "1", "0"), *BASE.votes[1:])),
    # the guess is private until the morning after, and its changes for ever
    elsewhere("before", ("guess", 2, 1), (("0", "2"), ("4", "3"))),
    elsewhere("before", ("guess", 2, 1), (("0", ""), ("1", "2"), ("3", "3"))),
    elsewhere("second", ("guess", 4, 3), 11),
    silent(("final", 2, 1)),
    silent(("final", 4, 3)),
    silent(("final", 4, 3), world=guilty(BASE, 2, 1)),
    silent(("guess", 3, 3)),
    silent(("guess", 3, 3), world=guilty(BASE, 1, 0)),
    replace(BASE, guesses=(("0", "1"), *BASE.guesses[1:])),
    # a standing form is its dead seat's alone; a living seat may not keep one
    replace(BASE, kept={(2, 4): ("alibi", "3", "2", "")}),
    replace(BASE, kept={(2, 4): ("locked_room", "3", "", "")}),
    replace(BASE, kept={(2, 4): ("alibi", "3", "2", ""), (3, 4): None}),
    replace(guilty(BASE, 4, 0), kept={(2, 4): ("alibi", "3", "2", "")}),
    replace(BASE, kept={(2, 1): ("alibi", "3", "2", "")}),
    replace(BASE, kept={(2, 4): ("alibi", "3", "2", "")}, author=False),
    # the gallery, lucky words, and a table without a human author
    replace(BASE, gallery="something else"),
    replace(BASE, words=(("shell", "clover"), *BASE.words[1:])),
    replace(BASE, words=(BASE.words[0], ("acorn", ""), *BASE.words[2:])),
    replace(BASE, author=False),
    guilty(BASE, 4, 0, author=False),
    elsewhere("hunches", ("night", 1, 2), ("alibi", "3", ""), replace(BASE, author=False)),
]


def mixtures(count):
    """Worlds that take each detail from some varied world; much is refused in them, and other games come of it."""
    random = Random(4)
    names = [name.name for name in World.__attrs_attrs__]
    for _ in range(count):
        yield World(**{name: getattr(random.choice(VARIED), name) for name in names})


WORLDS = [*VARIED, *mixtures(12)]


# --- playing a world ----------------------------------------------------------------------------------------


class Evening(Watched):
    """A table of Love that is watched, and what a person is told whose form is refused."""

    def __init__(self, world, look=lambda table: None, pace="calm"):
        super().__init__(Love(), [eye for eye in EYES if eye not in AGAIN], Draws(world), pace=pace, **OPTIONS)
        self.look = look
        self.seat(*PEOPLE)
        self.enter("w", "au")
        if world.author:
            self.chair("au")
        self.do(SERVER, m.Commit(SEED))
        for who, words in zip(PEOPLE, world.words, strict=True):
            for word in words:
                self.do(who, m.Ready(word))
        self.do("p0", m.Start())
        self.run(script(world))

    def run(self, steps):
        """Do what the script says, and let phases end on the way."""
        state = None
        while True:
            try:
                step = steps.send(state)
            except StopIteration:
                return
            if isinstance(step, int):
                self.wait(step)
            elif step is not None:
                self.attempt(*step)
            state = self.state
            self.look(self)

    def wait(self, until):
        if self.state.phase is not None and self.state.phase.ends <= until:
            self.time_up()
        self.now = until

    def attempt(self, who, move):
        try:
            self.do(who, move)
        except Refusal as refusal:
            self.traces[who].append(dumps({"refused": refusal.code, "params": dict(refusal.params)}))

    def synced(self, eye):
        """What a session is sent that comes to the table now: every fact of its eye, and what it is asked."""
        facts = [[record.at, self.codec.fact(record.fact)] for record in self.shown(eye)]
        return dumps({"facts": facts, **self.seen(eye)})


def traces(world, pace="calm"):
    table = Evening(world, pace=pace)
    received = {eye: tuple(trace) for eye, trace in table.traces.items()}
    return received | {f"{eye} again": (table.synced(eye),) for eye in ("p2", "p4")}


# --- the tests ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["calm", "none"])
def test_every_eye_receives_what_it_may_know_and_no_more(pace):
    worlds = WORLDS if pace == "calm" else WORLDS[::3]  # reveals are all that sets the two apart
    compare(worlds, EYES, lambda world: traces(world, pace), knowledge)


def test_the_base_world_is_what_it_is_meant_to_be():
    """The whiteboard at noon of day 5, whoever is the culprit."""
    for world in (BASE, *list(SOMEBODY_ELSE.values())[:4]):
        table = Evening(world)
        deaths = [death and (death.day, death.kind) for death in table.state.play.deaths]
        assert deaths == [None, None, (4, "killed"), (4, "poisoned"), (1, "killed")]
        assert [(night.target, night.success) for night in table.state.play.nights] == [
            (4, True),
            (2, False),
            (2, False),
            (2, True),
        ]
        assert [noon.detective for noon in table.state.play.noons] == [1, 3, 3, 1]
        assert (table.state.phase.name, table.state.phase.round) == ("night", 5)


@pytest.mark.parametrize("eye", ["p1", "p3", "w", "late"])
def test_a_half_right_guess_is_a_wrong_one_to_everybody(eye):
    """Worked case 10: p3 has named p2 and p1, who are the culprit and nobody, nobody and the beloved, or nobody."""
    spared = Act("locked_room", "2", "")
    worlds = [acting(guilty(BASE, *pair), night3=spared) for pair in ((2, 0), (4, 1), (0, 3))]
    received = [traces(world)[eye] for world in worlds]
    assert received[0] == received[1] == received[2]
    opened = '{"beloved":1,"culprit":2,"day":4,"detective":3,"kind":"love.GuessOpened"}'
    assert any(opened in text for text in received[0])


@pytest.mark.parametrize("eye", [eye for eye in EYES if eye[:2] not in ("p0", "p4", "au")])
def test_the_dead_culprit_looks_like_any_other_dead_member(eye):
    """Worked case 5: p4 has killed itself and goes on, or p0 has killed p4."""
    assert traces(SOMEBODY_ELSE["p4 kills itself and goes on"])[eye] == traces(BASE)[eye]


def test_whoever_is_the_culprit_a_seat_is_asked_the_same():
    """Not even a glance at the culprit's own screen tells: the same fields with the same options, at the same times."""
    first, *others = (shapes(world) for world in (BASE, *list(SOMEBODY_ELSE.values())[:4]))
    assert {name for _, _, names in first for name in names} == {"prologue", "night", "done", "vote", "guess", "final"}
    assert all(other == first for other in others)


def shapes(world):
    """What each seat was asked from moment to moment, but for its own answers and what they may be."""
    seen = []

    def look(table):
        for seat, who in enumerate(PEOPLE):
            prompts = [plain_prompt(prompt) for prompt in table.rules.prompts(table.view(who), seat)]
            shape = {p["name"]: (p["fields"], p["required"], p["sealed"]) for p in prompts}
            if not seen or (seat, shape) != seen[-1][1:]:
                seen.append((table.now, seat, shape))

    Evening(world, look)
    return seen


@pytest.mark.parametrize("eye", [eye for eye in EYES if eye not in AGAIN])
def test_no_secret_is_shown_before_its_time(eye):
    """Words that only some may read, and facts that only one seat may, are searched for in all that an eye received."""
    words = [(f"CANARY-{who}",) for who in PEOPLE]
    table = Evening(replace(BASE, words=tuple(words), gallery="CANARY-gallery", author=False))
    before_deal = tuple(text for text in table.traces[eye] if '"kind":"Dealt"' not in text and '"play":null' in text)
    for who in PEOPLE:
        if who != eye:
            assert_absent(f"CANARY-{who}", before_deal)
    assert eye not in PEOPLE or any(f"CANARY-{eye}" in text for text in before_deal)
    assert_absent(SEED, tuple(table.traces[eye]))
    if eye in ("p0", "p1"):
        assert_absent("CANARY-gallery", tuple(table.traces[eye]))
    if eye != "p0":
        assert_absent("love.CulpritDrawn", tuple(table.traces[eye]))
    for seat, who in enumerate(PEOPLE):
        kept = [table.codec.fact(fact) for fact in table.view(eye).sealed]
        assert any(fact.get("seat") == seat for fact in kept) == (who == eye)


def test_at_the_end_everything_is_opened_to_every_eye_but_changes_of_mind_and_the_gallery():
    """p3 has named p2 and p1 rightly and wins on the morning of day 5."""
    right = elsewhere("before", ("night", 1, 3), (("none", "locked_room", "1"),), guilty(BASE, 2, 1))
    table = Evening(replace(right, gallery="CANARY-gallery"))
    assert table.state.outcome == table.view("w").outcome
    assert (table.state.outcome.cause, table.state.outcome.winners) == ("solved", (3,))
    for eye in table.traces:
        assert table.view(eye).play == table.state.play
        assert any(SEED in text for text in table.traces[eye])
        if eye not in ("p3", "au"):
            assert '{"defence":"none","kill":"locked_room","target":"1"}' not in table.traces[eye][-1]
    for eye in ("p0", "p1"):
        assert_absent("CANARY-gallery", tuple(table.traces[eye]))


# --- planted leaks: the comparison finds each of them --------------------------------------------------------

DEAD_CULPRIT = SOMEBODY_ELSE["p4 kills itself and goes on"]
LATER = elsewhere("second", ("night", 1, 0), 3)
"""p0 hands in its first form later than in the base world, though not last."""

EMPTY = table_facts.CountdownStopped(0)
"""A fact that changes nothing: whoever receives it has been told that something happened."""


def also_shown(monkeypatch, extra, found):
    """Facts for which `found(state, fact)` holds are shown to the eyes `extra(state)` too."""
    whisper = Draft.whisper

    def leaky(self, fact, *seats):
        whisper(self, fact, *seats)
        if found(self.state, fact):
            audience, told = self.told.pop()
            self.told.append((replace(audience, eyes=audience.eyes | extra(self.state)), told))

    monkeypatch.setattr(Draft, "whisper", leaky)


def after(monkeypatch, name, tell):
    """`tell(draft, result)` follows each call of a rule of the game."""
    rule = getattr(love, name)

    def leaky(d, *args):
        before = d.state
        result = rule(d, *args)
        tell(d, before)
        return result

    monkeypatch.setattr(love, name, leaky)


def watchers_see_how_it_was_done(monkeypatch):
    """The culprit's own night form goes to the watchers too."""
    form = lambda state, fact: isinstance(fact, table_facts.Sealed) and fact.seat == state.play.culprit  # noqa: E731
    also_shown(monkeypatch, lambda state: {"w"}, form)


def hunches_of_the_dead_are_shared(monkeypatch):
    """A dead member's form goes to everybody else who is dead, or watches."""
    dead = lambda state, fact: isinstance(fact, table_facts.Sealed) and fact.seat not in state.play.living  # noqa: E731
    also_shown(monkeypatch, lambda state: {"w"}, dead)


def death_unmasks_the_culprit(monkeypatch):
    """The culprit's role is told when it dies."""

    def tell(d, before):
        culprit = d.state.play.culprit
        if culprit in before.play.living and culprit not in d.state.play.living:
            d.tell(f.CulpritDrawn(culprit))

    after(monkeypatch, "_judge", tell)


def nobody_waits_for_the_idle_dead(monkeypatch):
    """The night ends without the hunches of the dead, unless it is the culprit's form."""
    satisfied = play._satisfied

    def leaky(state, phase, need, seat):
        idle = need == "night" and seat not in state.living and seat != state.play.culprit
        return idle or satisfied(state, phase, need, seat)

    monkeypatch.setattr(play, "_satisfied", leaky)


def half_a_truth_is_told(monkeypatch):
    """A guess with one name right is followed by something, though by nothing that anybody sees."""

    def tell(d, before):
        note = before.play.notes.get(before.play.day, {"culprit": "", "beloved": ""})
        truth = before.play.culprit, before.play.beloved
        if (note["culprit"] == str(truth[0])) != (note["beloved"] == str(truth[1])):
            d.tell(EMPTY)

    after(monkeypatch, "_open_guess", tell)


def a_wasted_cup_is_heard(monkeypatch):
    """Poison on somebody who is dead already is spent with a step of its own."""

    def tell(d, before):
        if before.play.cup(before.play.day - 1) not in (None, *before.play.living):
            d.tell(EMPTY)

    after(monkeypatch, "_dusk", tell)


def the_dead_culprit_has_more_time(monkeypatch):
    """The night is longer by a second when the culprit is dead."""
    open_phase = Draft.open_phase

    def leaky(self, name, round_, seconds, **more):
        longer = name == "night" and self.state.play.culprit not in self.state.play.living
        open_phase(self, name, round_, seconds + longer, **more)

    monkeypatch.setattr(Draft, "open_phase", leaky)


def everybody_is_woken(monkeypatch):
    """A night form, or a change of one, wakes everybody."""
    answer = play.answer

    def leaky(draft, who, move):
        answer(draft, who, move)
        if move.prompt == "night" and draft.told:
            draft.tell(EMPTY)

    monkeypatch.setattr(rules, "_RULES", {**rules._RULES, m.Answer: leaky})


def a_refusal_counts(monkeypatch):
    """Asking for an end of the game is refused with the number of those who have handed in."""

    def leaky(draft, who, move):
        answers = draft.state.phase.answers.get("night", {}) if draft.state.phase else {}
        raise Refusal("no-game", answered=len(answers))

    monkeypatch.setattr(rules, "_RULES", {**rules._RULES, m.VoteVoid: leaky})


def the_culprit_may_not_be_blank(monkeypatch):
    """The culprit's form has no blank line to choose."""
    prompts = Love.prompts

    def leaky(self, view, seat):
        if view.play.culprit != seat or view.phase.name != "night":
            return prompts(self, view, seat)
        (form,) = prompts(self, view, seat)
        fields = [replace(line, options=tuple(filter(None, line.options))) for line in form.fields]
        return (replace(form, fields=tuple(fields)),)

    monkeypatch.setattr(Love, "prompts", leaky)


def half_a_truth_takes_longer(monkeypatch):
    """A morning is looked at for a moment longer when one of the two names is right."""
    reveal = Draft.reveal

    def leaky(self, round_, beats):
        play = self.state.play
        guess = play.noons[-1].guess if play.noons else None
        half = guess is not None and (guess.culprit == play.culprit) != (guess.beloved == play.beloved)
        reveal(self, round_, beats - half)

    monkeypatch.setattr(Draft, "reveal", leaky)


def a_kept_attack_is_seen(monkeypatch):
    """Everybody notices that the dead culprit keeps a form, though not which."""

    def leaky(draft, who, move):
        going_on.keep_form(draft, who, move)
        if draft.state.seat_of(who) == draft.state.play.culprit:
            draft.tell(EMPTY)

    monkeypatch.setattr(rules, "_RULES", {**rules._RULES, m.KeepForm: leaky})


def a_kept_form_is_shared(monkeypatch):
    """The standing forms of the dead go to the watchers too."""
    also_shown(monkeypatch, lambda state: {"w"}, lambda state, fact: isinstance(fact, table_facts.FormKept))


def going_on_waits_for_a_form(monkeypatch):
    """Going on is offered to everybody once p3's form is in."""

    def go_on(draft, who, move):
        if draft.state.phase and 3 in draft.state.phase.answers.get("night", {}):
            raise Refusal("paused")
        going_on.go_on(draft, who, move)

    monkeypatch.setattr(rules, "_RULES", {**rules._RULES, m.GoOn: go_on})


KEPT = {(2, 4): ("alibi", "3", "2", "")}

LEAKS = {
    half_a_truth_takes_longer: (BASE, SOMEBODY_ELSE["p3 poisons itself"]),
    a_kept_attack_is_seen: (replace(BASE, kept=KEPT), replace(DEAD_CULPRIT, kept=KEPT)),
    a_kept_form_is_shared: (replace(BASE, kept=KEPT), BASE),
    going_on_waits_for_a_form: (silent(("night", 1, 1)), silent(("night", 1, 3))),
    watchers_see_how_it_was_done: (BASE, acting(night2=FEINT)),
    hunches_of_the_dead_are_shared: (BASE, elsewhere("hunches", ("night", 2, 4), ("alibi", "2", ""))),
    death_unmasks_the_culprit: (BASE, DEAD_CULPRIT),
    nobody_waits_for_the_idle_dead: (
        elsewhere("second", ("night", 2, 4), 30),
        elsewhere("second", ("night", 2, 4), 30, DEAD_CULPRIT),
    ),
    half_a_truth_is_told: (BASE, SOMEBODY_ELSE["p3 poisons itself"]),
    a_wasted_cup_is_heard: (NO_POISON, acting(NO_POISON, night4=Act("alibi", "2", "2"))),
    the_dead_culprit_has_more_time: (BASE, DEAD_CULPRIT),
    everybody_is_woken: (BASE, LATER),
    a_refusal_counts: (silent(("night", 1, 1)), silent(("night", 1, 1), ("night", 1, 3))),
}
"""Each leak, and two worlds that a watcher may not tell apart."""


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak, monkeypatch):
    worlds = LEAKS[leak]
    assert len({knowledge(world, "w") for world in worlds}) == 1
    assert len({traces(world)["w"] for world in worlds}) == 1
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="w can tell"):
        compare(worlds, ("w",), traces, knowledge)


def test_a_form_of_the_culprits_own_is_found(monkeypatch):
    the_culprit_may_not_be_blank(monkeypatch)
    with pytest.raises(AssertionError):
        test_whoever_is_the_culprit_a_seat_is_asked_the_same()
