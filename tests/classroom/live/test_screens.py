"""What each screen may know."""

import pytest

from classroom.live import commands as c
from classroom.live import protocol as p
from classroom.live import screens
from classroom.live.snapshot import Given, Player, places

from .lesson import ANSWERED, REVEALED, START, lobby, play, question, snapshot

BEN, CLEO = Player(1, "Ben", 1, 1.0), Player(2, "Cleo", 1, 0.0)
GIVEN = {1: {1: Given((0,), 1, 1.0, 1.0), 2: Given((2,), 1, 0.0, 0.0)}}


def texts(room):
    """Everything that phones and the display are sent, as text."""
    shown = [screens.phone(room, START), screens.display(room, START, "http://x")]
    return "".join(p.encode(one) for one in shown) + "".join(
        p.encode(screens.you(room, player, room.answers.get(1, {}).get(player.id))) for player in room.players.values()
    )


@pytest.mark.parametrize("steps", range(len(REVEALED) + 1))
def test_each_secret_comes_out_at_its_own_step(steps):
    state = play(lobby(question(1, right=((3,),))), *REVEALED[:steps])
    room = snapshot(state, [BEN, CLEO], GIVEN if steps >= 2 else {})
    screen = screens.phone(room, START)
    assert (screen.distribution is not None) == (steps >= 3)
    assert (screen.key is not None) == (steps >= 4)
    assert (screen.explanation is not None) == (steps >= 5)
    shown = texts(room)
    assert ("because" in shown, "why" in shown) == (steps >= 5, steps >= 5)
    assert ('"result":"' in shown) == (steps >= 4)


@pytest.mark.parametrize("steps", range(4))
def test_another_key_changes_nothing_that_leaves_before_the_key_step(steps):
    """Points are part of it: they are stored with the answers and must not shine through."""
    one, other = (
        snapshot(
            play(lobby(question(1, right=right)), *REVEALED[:steps]),
            [Player(1, "Ben", 1, 0.0), Player(2, "Cleo", 1, 0.0)],
            {1: {1: Given((0,), 1, mark, mark), 2: Given((2,), 1, 1 - mark, 1 - mark)}} if steps >= 2 else {},
        )
        for right, mark in ((((0,),), 1.0), (((2,),), 0.0))
    )
    assert texts(one) == texts(other)


def test_a_phone_is_told_no_other_players_answer_or_name():
    room = snapshot(play(lobby(), *REVEALED), [BEN, CLEO], GIVEN)
    phone = p.encode(screens.phone(room, START)) + p.encode(screens.you(room, BEN, GIVEN[1][1]))
    assert "Cleo" not in phone


def test_the_display_knows_how_many_and_the_desk_knows_what():
    room = snapshot(play(lobby(), c.Open()), [BEN, CLEO])
    found = [(1, (0,)), (2, (2,))]
    assert "counts" not in p.encode(screens.tally(room, 1, found, {1}))
    desk = screens.desk_tally(room, 1, found, {1})
    assert desk.counts == [1, 0, 1, 0] and desk.away == [2] and desk.everyone


def test_a_removed_player_is_counted_nowhere():
    gone = Player(2, "Cleo", 1, removed=True)
    room = snapshot(play(lobby(), *REVEALED), [BEN, gone], GIVEN)
    assert screens.phone(room, START).distribution == p.Distribution([1, 0, 0, 0], 1, 1)
    assert screens.desk_tally(room, 1, [(1, (0,)), (2, (2,))], {1, 2}).answered == 1
    assert room.places == {1: 1}


def test_a_latecomer_was_not_presented_with_earlier_questions():
    late = Player(3, "Dan", 2)
    room = snapshot(play(lobby(), *REVEALED), [BEN, late], GIVEN)
    assert screens.you(room, late, None).result == "not_presented"
    assert screens.phone(room, START).distribution.presented == 1
    assert not screens.desk_tally(room, 1, [], set()).everyone


def test_where_nothing_is_marked_right_nobody_is_wrong():
    room = snapshot(play(lobby(question(1, right=())), *REVEALED), [BEN, CLEO], {1: {1: Given((1,), 1, 0.0, 0.0)}})
    assert screens.you(room, BEN, Given((1,), 1, 0.0, 0.0)).result == "no_key"
    assert screens.you(room, CLEO, None).result == "no_key"


def test_ties_share_a_rank():
    people = [Player(n, name, 1, total) for n, (name, total) in enumerate([("A", 3.0), ("B", 3.0), ("C", 1.0)], 1)]
    assert places(people) == {1: 1, 2: 1, 3: 3}


def test_the_summary_holds_the_key_of_what_was_revealed_only():
    state = play(lobby(), *REVEALED, c.Next(), c.End(open_round="close"))
    kept = screens.phone(snapshot(state, [BEN], GIVEN), START).summary
    assert [one.key is not None for one in kept] == [True, False]
    results = screens.you(snapshot(state, [BEN], {**GIVEN, 2: {1: Given((1,), 1, 1.0, 1.0)}}), BEN, None).results
    assert [one.result for one in results] == ["right", "hidden"]


@pytest.mark.parametrize(
    ("steps", "action"),
    [((), "next"), ((c.Open(),), "close"), (ANSWERED, "reveal"), (REVEALED, "next"), ((*REVEALED, c.End()), "resume")],
)
def test_the_main_button_does_what_comes_next(steps, action):
    assert screens.next_action(play(lobby(), *steps)) == action


def test_after_the_last_question_the_main_button_ends_the_lesson():
    assert screens.next_action(play(lobby(question(1)), *REVEALED)) == "end"
    assert screens.next_action(play(lobby(question(1)), c.Open(), c.Withdraw())) == "end"
