"""Two at the same moment: threads with connections of their own, as processes have. On SQLite here, on PostgreSQL by
tests/services."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection, connections

from classroom.live import answers, codes, joining, opening, rules, store
from classroom.live import commands as c
from classroom.live.protocol import Received
from classroom.models import Answer, Player, Round, Session
from quizzes.models import Quiz

from .lesson import START, question

pytestmark = pytest.mark.django_db(transaction=True)
TURNS = 15


def together(*works):
    """Run them in threads that begin at the same moment; what they returned, in order. What one raises is raised."""
    ready = threading.Barrier(len(works))

    def one(work):
        connection.ensure_connection()  # before the start: it takes longer than what is being raced
        ready.wait(10)
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as threads:
        return [future.result() for future in [threads.submit(one, work) for work in works]]


def tap(session, player, response, *, seq, number=1):
    return answers.Tap(session.pk, player.pk, 1, f"{player.name}{seq}", number, response, seq, START + seq)


def test_of_two_hosts_who_press_next_one_moves_the_class_and_the_other_is_told(open_lesson):
    session = open_lesson(*(question(n) for n in range(TURNS)), reveal="once")
    for turn in range(TURNS):
        step = store.load(Session.objects.get(pk=session.pk)).step
        press_next = partial(store.command, session.pk, c.Next(step=step), START)
        outcomes = together(press_next, press_next)
        assert outcomes.count(rules.Rejected("stale")) == 1
        assert Round.objects.count() == turn + 1
        store.command(session.pk, c.Close(), START)
        store.command(session.pk, c.Reveal(), START)


def test_of_many_who_take_a_name_one_gets_it(open_lesson):
    session = open_lesson()

    def join():
        try:
            return joining.take_seat(session, "Ben", "en").pk
        except joining.NotAllowed as refusal:
            return refusal.code

    outcomes = together(*[join] * 6)
    assert sorted(map(str, outcomes))[1:] == ["taken"] * 5
    assert Player.objects.count() == 1
    assert Session.objects.get(pk=session.pk).version == 2


def test_everybody_who_joins_at_once_gets_a_seat_and_a_version(open_lesson):
    session = open_lesson()
    together(*(lambda n=n: joining.take_seat(session, f"Ben {n}", "en") for n in range(8)))
    assert Player.objects.count() == 8
    assert Session.objects.get(pk=session.pk).version == 9


def test_what_is_acknowledged_around_the_close_is_stored_and_nothing_else(open_lesson, seat):
    session = open_lesson(*(question(n) for n in range(8)), reveal="once")
    ben, _ = seat(session, "Ben")
    for number in range(1, 9):
        store.command(session.pk, c.Next(), START)
        answers.write([tap(session, ben, [0], seq=1, number=number)])

        pause = threading.Event()

        def answer(number=number, pause=pause):
            for seq in itertools.count(2):
                [outcome] = answers.write([tap(session, ben, [seq % 4], seq=seq, number=number)])
                if not isinstance(outcome, Received):
                    return seq - 1, outcome.code
                pause.wait(0.005)  # SQLite's lock is not fair

        def close(number=number):
            while Answer.objects.get(round__number=number).seq < 3:
                pass
            return store.command(session.pk, c.Close(), START)

        (last, code), _ = together(answer, close)
        row = Answer.objects.get(round__number=number)
        assert (row.seq, row.response, code) == (last, f"[{last % 4}]", "closed")
        store.command(session.pk, c.Reveal(), START)


def test_batches_of_two_processes_in_opposite_order_wait_for_each_other_and_no_more(open_lesson, seat):
    """Both have players 1 to n, one from the front and one from the back: row locks crosswise would be a deadlock."""
    session = open_lesson()
    players = [seat(session, f"Ben {n}")[0] for n in range(30)]
    store.command(session.pk, c.Open(), START)

    def process(order, first):
        for seq in range(first, 2 * TURNS, 2):
            answers.write([tap(session, player, [seq % 4], seq=seq) for player in order])

    together(lambda: process(players, 1), lambda: process(players[::-1], 2))
    assert set(Answer.objects.values_list("seq", flat=True)) == {2 * TURNS - 1}
    assert Answer.objects.count() == len(players)


def test_a_snapshot_is_of_one_moment(open_lesson):
    """The phase is in the session's row, the rounds have rows of their own: both must be of the same version."""
    session = open_lesson(*(question(n) for n in range(TURNS)), reveal="once")
    finished = threading.Event()

    def teach():
        for _ in range(TURNS):
            for command in (c.Next(), c.Close(), c.Reveal()):
                assert not isinstance(store.command(session.pk, command, START), rules.Rejected)
        finished.set()

    def look():
        seen = set()
        while not finished.is_set():
            shown = store.snapshot(session.pk)
            asked = shown.state.current_round
            assert (shown.state.phase == "open") == (shown.state.open_round is not None)
            assert (shown.state.phase == "explanation") == bool(asked and asked.revealed)
            assert shown.version - 1 == 3 * len(shown.state.rounds) - {"open": 2, "closed": 1}.get(shown.state.phase, 0)
            seen.add(shown.version)
            finished.wait(0.005)  # SQLite's lock is not fair
        return seen

    _, seen = together(teach, look)
    assert seen


def test_two_lessons_never_share_a_code_while_both_are_live(ana, monkeypatch):
    quiz = Quiz.objects.create(owner=ana, title={"en": "A quiz"}, languages=["en"])
    row = quiz.questions.create(position=0, text={"en": "Which?"})
    for place in range(2):
        row.options.create(position=place, text={"en": str(place)}, correct=place == 0)
    drawn = threading.local()  # each thread draws the same codes in the same order

    def make(chances):
        drawn.number = getattr(drawn, "number", 0) + 1
        return "CDFH2" + codes.ALPHABET[drawn.number]

    monkeypatch.setattr(codes, "make", make)
    made = together(*(lambda: opening.open_session(ana, quiz, rules.Settings()) for _ in range(4)))
    assert len({session.code for session in made}) == 4


def test_a_session_resumed_when_its_code_is_another_ones_gets_a_new_code(open_lesson):
    old = open_lesson()
    store.command(old.pk, c.End(), START)
    today = open_lesson()
    Session.objects.filter(pk=today.pk).update(code=old.code)
    assert not isinstance(store.command(old.pk, c.Resume(), START), rules.Rejected)
    taken = old.code
    old.refresh_from_db()
    assert old.code != taken and joining.session_for(taken).pk == today.pk
    assert codes.normalise(old.code) == old.code and store.snapshot(old.pk).code == old.code


def test_a_session_resumed_keeps_its_code_where_it_is_free(open_lesson):
    session = open_lesson()
    store.command(session.pk, c.End(), START)
    store.command(session.pk, c.Resume(), START)
    assert Session.objects.get(pk=session.pk).code == session.code
