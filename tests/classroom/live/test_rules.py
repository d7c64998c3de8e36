"""What a command does to a session."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.live import commands as c
from classroom.live import rules

from .lesson import ANSWERED, REVEALED, START, lobby, play, question, refused


def test_a_lesson_goes_from_lobby_through_every_question_to_the_end():
    state = lobby()
    phases = [state.phase]
    for command in [c.Open(), c.Close(), c.Reveal(), c.Reveal(), c.Reveal(), c.Next()]:
        state = play(state, command)
        phases.append(state.phase)
    assert phases == ["lobby", "open", "closed", "distribution", "key", "explanation", "open"]
    assert state.current_round.question == 1
    assert play(state, c.Close(), c.End()).phase == "ended"


def test_revealing_at_once_goes_straight_to_the_explanation():
    assert play(lobby(reveal="once"), *ANSWERED, c.Reveal()).phase == "explanation"


def test_the_key_counts_as_revealed_from_its_step_on_and_not_before():
    state = play(lobby(), *ANSWERED, c.Reveal())
    assert not state.current_round.revealed
    assert play(state, c.Reveal()).current_round.revealed


def test_next_waits_until_the_answer_was_revealed():
    state = play(lobby(), *ANSWERED)
    assert refused(state, c.Next()) == "not_revealed"
    assert refused(play(state, c.Reveal()), c.Next()) == "not_revealed"


def test_the_deadline_is_the_time_limit_after_opening_and_closes_on_the_dot():
    state = play(lobby(), c.Open())
    assert state.due_ms() == START + 30_000
    assert refused(state, c.TimeUp(), START + 29_999) == "not_due"
    late = rules.apply(state, c.TimeUp(), START + 31_234)
    assert late.phase == "closed" and late.current_round.closed_ms == START + 30_000


def test_a_question_without_a_time_limit_stays_open():
    state = play(lobby(question(1, time_limit=None)), c.Open())
    assert state.due_ms() is None and state.current_round.left(START + 10**9) is None
    assert refused(state, c.TimeUp(), START + 10**9) == "not_due"
    assert refused(state, c.Extend(seconds=15)) == "no_limit"


def test_more_time_moves_the_deadline():
    state = play(lobby(), c.Open(), 10, c.Extend(seconds=15), c.Extend(seconds=30))
    assert state.due_ms() == START + 75_000
    assert state.current_round.limit() == 75_000


@pytest.mark.parametrize("seconds", [0, -5, 601])
def test_more_time_within_reason(seconds):
    assert refused(play(lobby(), c.Open()), c.Extend(seconds=seconds)) == "invalid"


def test_a_pause_stops_the_clock_and_is_left_out_of_answer_times():
    state = play(lobby(), c.Open(), 10, c.Pause())
    paused = state.current_round
    assert paused.left(START + 500_000) == 20_000 and state.due_ms() is None
    going = play(state, c.Continue(), now=START + 70_000)
    assert going.due_ms() == START + 90_000
    assert going.current_round.elapsed(START + 75_000) == 15_000


def test_closing_while_paused_ends_the_pause():
    state = rules.apply(play(lobby(), c.Open(), 10, c.Pause()), c.Close(), START + 60_000)
    assert state.current_round.paused_at_ms is None and state.current_round.paused_ms == 50_000


def test_everyone_having_answered_closes_by_itself_only_when_asked_for():
    assert refused(play(lobby(), c.Open()), c.EveryoneAnswered(round=1)) == "not_due"
    state = play(lobby(auto_close=True), c.Open(), c.EveryoneAnswered(round=1))
    assert state.due_ms() == START + rules.AUTO_CLOSE_MS
    kept = play(state, c.KeepOpen())
    assert kept.due_ms() == START + 30_000
    assert refused(kept, c.EveryoneAnswered(round=1)) == "not_due", "stopped for this round"


def test_two_hosts_cannot_both_go_on():
    state = play(lobby(), *REVEALED)
    first = play(state, c.Next(step=state.step))
    assert refused(first, c.Next(step=state.step)) == "stale"
    assert refused(first, c.Close(step=state.step)) == "stale"


def test_turns_of_the_pages_are_counted_anew_in_each_phase():
    state = play(lobby(), c.Open(), c.TurnPage(page=-1))
    assert state.page == -1, "the display may have turned on by itself"
    state = play(state, c.TurnPage(page=7), c.Close())
    assert state.page == 0


def test_asking_again_makes_another_round_and_the_newest_counts():
    state = play(lobby(), *REVEALED, c.AskAgain())
    assert [(one.number, one.question) for one in state.rounds] == [(1, 0), (2, 0)]
    assert [one.number for one in state.counted()] == [2]
    assert [one.number for one in state.counted(revealed_only=True)] == [1], "until the new one is revealed"
    assert state.upcoming == 1


def test_a_withdrawn_round_counts_for_nobody_and_can_be_restored():
    state = play(lobby(), c.Open(), c.Withdraw())
    assert state.phase == "closed" and state.counted() == ()
    assert refused(state, c.Reveal()) == "withdrawn"
    assert play(state, c.Next()).current_round.question == 1
    restored = play(state, c.UndoCorrection(number=1))
    assert [one.number for one in restored.counted()] == [1]
    assert restored.corrections[0].undone_ms == START


def test_skipping_leaves_a_question_out():
    assert play(lobby(), c.Skip(), c.Open()).current_round.question == 1
    done = play(lobby(question(1)), c.Skip())
    assert refused(done, c.Skip()) == refused(done, c.Next()) == "no_more"


def test_an_earlier_result_comes_back_as_far_as_it_was_revealed():
    state = play(lobby(), *REVEALED, c.Next(), c.Close())
    shown = play(state, c.Show(round=1))
    assert (shown.phase, shown.current) == ("explanation", 1)
    hidden = play(shown, c.Show(round=2))
    assert (hidden.phase, hidden.current) == ("closed", 2)
    assert refused(play(hidden, c.AskAgain()), c.Show(round=1)) == "open_round"


def test_ending_asks_what_becomes_of_an_open_question():
    state = play(lobby(), c.Open())
    assert refused(state, c.End()) == "open_round"
    assert [one.number for one in play(state, c.End(open_round="close")).counted()] == [1]
    assert play(state, c.End(open_round="withdraw")).counted() == ()


def test_an_ended_session_takes_corrections_and_can_be_resumed():
    ended = play(lobby(), *REVEALED, c.End())
    assert refused(ended, c.Open()) == "ended"
    assert play(ended, c.ChangeKey(question=0, right=[1])).accepted(0) == ((1,),)
    resumed = play(ended, c.Resume())
    assert resumed.phase == "lobby" and play(resumed, c.Open()).current_round.question == 1


def test_a_key_is_changed_and_changed_back():
    state = play(lobby(), *REVEALED, c.ChangeKey(question=0, right=[2]), c.Accept(question=0, option=3))
    assert state.accepted(0) == ((2,), (3,)) and state.corrected(1)
    assert refused(state, c.UndoCorrection(number=1)) == "undo_newest_first"
    back = play(state, c.UndoCorrection(number=2), c.UndoCorrection(number=1))
    assert back.accepted(0) == ((0,),) and not back.corrected(1)
    assert len(back.corrections) == 2, "both stay on record"


@pytest.mark.parametrize("right", [[], [4], [-1]])
def test_a_key_that_cannot_be_is_refused(right):
    assert refused(play(lobby(), *REVEALED), c.ChangeKey(question=0, right=right)) == "invalid"


def test_true_or_false_has_one_right_side():
    state = play(lobby(question(1, kind="truefalse", options=2)), *REVEALED)
    assert refused(state, c.ChangeKey(question=0, right=[0, 1])) == "invalid"


def test_accepting_an_option_that_is_right_already_says_so():
    assert refused(play(lobby(), *REVEALED), c.Accept(question=0, option=0)) == "already_accepted"


def test_the_leaderboard_comes_after_the_explanation_when_it_is_on():
    assert play(lobby(leaderboard=True), *REVEALED, c.Next()).phase == "leaderboard"
    assert play(lobby(leaderboard=True, scoring="none"), *REVEALED, c.Next()).phase == "open"
    assert play(lobby(leaderboard=True), *REVEALED, c.Next(), c.Next()).phase == "open"


def test_a_newcomer_gets_the_open_question_and_none_before():
    assert lobby().first_round_of_newcomer() == 1
    assert play(lobby(), *REVEALED).first_round_of_newcomer() == 2
    assert play(lobby(), *REVEALED, c.Next()).first_round_of_newcomer() == 2


@pytest.mark.parametrize("change", [{"display_language": "xx"}, {"reveal": "never"}])
def test_settings_that_make_no_sense_are_refused(change):
    assert refused(lobby(), c.Configure(**change)) == "invalid"


ANY = st.one_of(
    st.sampled_from(
        [c.Open(), c.Close(), c.Reveal(), c.Next(), c.Skip(), c.Pause(), c.Continue(), c.AskAgain(), c.KeepOpen(),
         c.Resume(), c.Withdraw(), c.TimeUp(), c.End(), c.End(open_round="close"), c.End(open_round="withdraw")]
    ),
    st.builds(c.Open, question=st.integers(-1, 4)),
    st.builds(c.Show, round=st.integers(0, 5)),
    st.builds(c.Extend, seconds=st.integers(-5, 700)),
    st.builds(c.ChangeKey, question=st.integers(-1, 4), right=st.lists(st.integers(-1, 4), max_size=3)),
    st.builds(c.Accept, question=st.integers(-1, 4), option=st.integers(-1, 4)),
    st.builds(c.UndoCorrection, number=st.integers(0, 4)),
    st.builds(c.EveryoneAnswered, round=st.integers(0, 4)),
    st.builds(c.Configure, auto_close=st.booleans(), leaderboard=st.booleans()),
)  # fmt: skip


@given(st.lists(st.tuples(ANY, st.integers(0, 40_000)), max_size=40))
def test_whatever_the_host_presses_the_session_stays_sound(presses):
    state, now = lobby(), START
    for command, wait in presses:
        now += wait
        after = rules.apply(state, command, now)
        if isinstance(after, rules.Rejected):
            continue
        assert after.step >= state.step
        assert sum(one.closed_ms is None for one in after.rounds) <= 1
        assert (after.phase == "open") == (after.open_round is not None)
        assert [one.number for one in after.rounds] == list(range(1, len(after.rounds) + 1))
        for old, new in zip(state.rounds, after.rounds, strict=False):
            assert old.closed_ms is None or new.closed_ms == old.closed_ms, "a closed round stays closed"
            assert new.revealed or not old.revealed, "what was revealed stays revealed"
        assert len({one.question for one in after.counted()}) == len(after.counted())
        state = after
