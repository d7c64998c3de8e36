"""Commands, joining and answers in the database."""

import pytest

from classroom.live import answers, joining, rules, store
from classroom.live import commands as c
from classroom.live.protocol import Received, Refused
from classroom.models import Answer, Correction, Player, Round, Session

from .lesson import START, question

pytestmark = pytest.mark.django_db


def state(session):
    return store.load(Session.objects.get(pk=session.pk))


def run(session, *commands, now=START):
    for command in commands:
        outcome = store.command(session.pk, command, now)
        assert not isinstance(outcome, rules.Rejected), outcome
    return outcome


def tap(session, player, response, *, seq=1, number=1, at=START + 1000, seat=1):
    return answers.Tap(session.pk, player.pk, seat, f"id{seq}", number, response, seq, at)


def test_what_a_command_did_is_found_again(open_lesson):
    session = open_lesson()
    version = run(session, c.Open(), c.Pause(), now=START).version
    assert version == 3
    found = state(session)
    assert found.phase == "open" and found.current_round.paused_at_ms == START and found.step == 2


def test_a_refused_command_changes_nothing(open_lesson):
    session = open_lesson()
    assert store.command(session.pk, c.Close(), START) == rules.Rejected("not_open")
    assert Session.objects.get(pk=session.pk).version == 1


def test_an_answer_is_stored_once_and_the_last_tap_wins(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    run(session, c.Open())
    first, again, changed = (
        answers.write([tap(session, ben, [1])]),
        answers.write([tap(session, ben, [1])]),
        answers.write([tap(session, ben, [0], seq=2, at=START + 2000)]),
    )
    assert first == again == [Received(id="id1", round=1, response=[1], seq=1)]
    assert changed == [Received(id="id2", round=1, response=[0], seq=2)]
    row = Answer.objects.get()
    assert (row.response, row.changes, row.first_ms, row.answered_ms) == ("[0]", 1, START + 1000, START + 2000)
    assert (row.mark, row.points, row.elapsed_ms) == (1.0, 1.0, 2000)


def test_a_tap_that_was_overtaken_does_not_win_and_is_told_what_is_stored(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    run(session, c.Open())
    late = [tap(session, ben, [2], seq=2), tap(session, ben, [1], seq=1)]
    assert [(one.response, one.seq) for one in answers.write(late)] == [([2], 2), ([2], 2)]


@pytest.mark.parametrize(
    ("response", "code"),
    [([4], "invalid"), ([], "invalid"), ("0", "invalid"), ([0, 1], "invalid"), ([True], "invalid"), (None, "invalid")],
)
def test_what_cannot_be_an_answer_is_refused(open_lesson, seat, response, code):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    run(session, c.Open())
    assert answers.write([tap(session, ben, response)])[0].code == code
    assert not Answer.objects.exists()


def test_one_bad_answer_does_not_spoil_the_batch(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    cleo, _ = seat(session, "Cleo")
    run(session, c.Open())
    outcomes = answers.write([tap(session, ben, [9]), tap(session, cleo, [2])])
    assert [type(one) for one in outcomes] == [Refused, Received]


def test_nothing_is_stored_after_the_close_or_the_deadline_or_in_a_pause(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    assert answers.write([tap(session, ben, [0])])[0].code == "not_open"
    run(session, c.Open())
    assert answers.write([tap(session, ben, [0], at=START + 30_001)])[0].code == "closed"
    run(session, c.Pause())
    assert answers.write([tap(session, ben, [0])])[0].code == "paused"
    run(session, c.Close(), c.Reveal(), c.Reveal(), c.Reveal(), c.Next())
    assert answers.write([tap(session, ben, [0])])[0].code == "closed", "and never on the next question"
    assert not Answer.objects.exists()


def test_a_removed_player_and_an_old_seat_are_refused(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    run(session, c.Open())
    assert answers.write([tap(session, ben, [0], seat=2)])[0].code == "seat_moved"
    run(session, c.RemovePlayer(player=ben.pk))
    assert answers.write([tap(session, ben, [0])])[0].code == "removed"


def test_a_changed_key_marks_every_answer_again_and_undo_marks_them_back(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    cleo, _ = seat(session, "Cleo")
    run(session, c.Open())
    answers.write([tap(session, ben, [0]), tap(session, cleo, [2])])
    run(session, c.Close(), c.Reveal(), c.Reveal(), c.ChangeKey(question=0, right=[2]))
    assert dict(Answer.objects.values_list("player__name", "mark")) == {"Ben": 0.0, "Cleo": 1.0}
    assert {p.name: p.points for p in store.snapshot(session.pk).players.values()} == {"Ben": 0.0, "Cleo": 1.0}
    run(session, c.UndoCorrection(number=1), c.Accept(question=0, option=2))
    assert set(Answer.objects.values_list("mark", flat=True)) == {1.0}
    assert Correction.objects.count() == 2


def test_points_count_once_they_are_revealed_and_not_when_withdrawn(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    run(session, c.Open())
    answers.write([tap(session, ben, [0])])

    def points():
        return store.snapshot(session.pk).players[ben.pk].points

    run(session, c.Close(), c.Reveal())
    assert points() == 0
    run(session, c.Reveal())
    assert points() == 1
    run(session, c.Withdraw())
    assert points() == 0


def test_speed_points_reckon_with_the_limit_and_leave_pauses_out(open_lesson, seat):
    session = open_lesson(question(1, time_limit=30), scoring="speed")
    ben, _ = seat(session, "Ben")
    run(session, c.Open())
    run(session, c.Pause(), now=START + 5_000)
    run(session, c.Continue(), now=START + 65_000)
    answers.write([tap(session, ben, [0], at=START + 75_250)])
    assert (Answer.objects.get().elapsed_ms, Answer.objects.get().points) == (15_250, 750)


def test_a_name_is_taken_once_and_free_again_after_a_removal(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    with pytest.raises(joining.NotAllowed, match="taken"):
        joining.take_seat(session, "  bEn ", "en")
    run(session, c.RemovePlayer(player=ben.pk))
    seat(session, "Ben")
    assert store.command(session.pk, c.RestorePlayer(player=ben.pk), START) == rules.Rejected("taken")


def test_joining_raises_the_version_and_late_joining_can_be_off(open_lesson, seat):
    session = open_lesson(late_join=False)
    seat(session, "Ben")
    assert Session.objects.get(pk=session.pk).version == 2
    run(session, c.Open())
    with pytest.raises(joining.NotAllowed, match="started"):
        joining.take_seat(session, "Cleo", "en")


def test_a_latecomer_begins_with_the_open_round(open_lesson, seat):
    session = open_lesson()
    run(session, c.Open(), c.Close(), c.Reveal(), c.Reveal(), c.Reveal(), c.Next())
    assert seat(session, "Ben")[0].first_round == 2


def test_a_locked_or_ended_session_takes_nobody(open_lesson):
    session = open_lesson()
    run(session, c.Configure(locked=True))
    with pytest.raises(joining.NotAllowed, match="locked"):
        joining.take_seat(session, "Ben", "en")
    run(session, c.End())
    with pytest.raises(joining.NotAllowed, match="ended"):
        joining.take_seat(session, "Ben", "en")


def test_a_seat_moves_to_the_phone_that_asked_when_the_host_says_so(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    claim = joining.claim_seat(session, "ben")
    assert joining.settle_claim(claim) is None
    assert store.snapshot(session.pk).claims == ((claim.pk, ben.pk),)
    run(session, c.MoveSeat(claim=claim.pk))
    claim.refresh_from_db()
    assert joining.settle_claim(claim) == ben and Player.objects.get(pk=ben.pk).seat == 2
    assert store.command(session.pk, c.MoveSeat(claim=claim.pk), START) == rules.Rejected("no_such_claim")


def test_an_overdue_round_is_found_without_anybody_connected(open_lesson):
    session = open_lesson()
    run(session, c.Open())
    assert store.overdue(START + 29_000) == []
    assert store.overdue(START + 31_000) == [session.pk]
    run(session, c.TimeUp(), now=START + 31_000)
    assert Round.objects.get().closed_ms == START + 30_000


def test_a_session_ended_and_resumed_keeps_players_and_answers(open_lesson, seat):
    session = open_lesson()
    ben, _ = seat(session, "Ben")
    run(session, c.Open())
    answers.write([tap(session, ben, [0])])
    run(session, c.Close(), c.Reveal(), c.Reveal(), c.End())
    assert Session.objects.get(pk=session.pk).ended_at is not None
    run(session, c.Resume())
    again = store.snapshot(session.pk)
    assert again.state.phase == "lobby" and again.players[ben.pk].points == 1
    assert Session.objects.get(pk=session.pk).ended_at is None
