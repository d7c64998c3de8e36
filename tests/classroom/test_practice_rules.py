import pytest

from classroom import practice as p
from quizzes.kinds import InvalidResponse
from tests.classroom.live.lesson import question

FIRST, SECOND = question(1, source=11), question(2, source=12, kind="multiple", right=((0, 2),))
RUN = p.Run(5, (11, 12))
THERE = (11, 12)


def test_questions_come_in_their_order_until_none_is_left():
    run = p.answer(RUN, FIRST, [0])
    assert RUN.left(THERE) == [11, 12]
    assert run.left(THERE) == [12]
    assert p.answer(run, SECOND, [0]).left(THERE) == []


def test_a_question_that_was_deleted_meanwhile_is_passed_over():
    assert RUN.left([12]) == [12]


def test_the_score_counts_what_was_right():
    run = p.answer(p.answer(RUN, FIRST, [1]), SECOND, [0, 2])
    assert run.right == 1


def test_an_answer_cannot_be_changed_once_the_right_one_was_shown():
    assert p.answer(p.answer(RUN, FIRST, [1]), FIRST, [0]).right == 0


def test_the_wrong_ones_come_again_and_only_those():
    run = p.answer(p.answer(RUN, FIRST, [1]), SECOND, [0, 2]).again(seed=6)
    assert (run.wanted, run.given, run.seed) == ((11,), (), 6)


def test_what_is_no_answer_is_not_taken():
    with pytest.raises(InvalidResponse):
        p.answer(RUN, FIRST, [])


def test_a_run_survives_the_way_through_an_address():
    run = p.answer(RUN, SECOND, [0, 1])
    assert p.unpack(p.pack(run)) == run


@pytest.mark.parametrize("data", [None, 3, [], [1, 2, 3], [1, [2], [[3]], ""], [None, [], [], ""]])
def test_what_is_no_run_is_refused(data):
    with pytest.raises(ValueError):
        p.unpack(data)


def test_a_question_without_a_key_cannot_be_practised():
    keyless = question(3, right=(), source=13)
    assert list(p.usable([FIRST, keyless])) == [11]


def test_the_print_of_a_question_tells_nothing_of_its_key():
    assert p.print_of(question(1, right=((0,),))) == p.print_of(question(1, right=((3,),)))


def test_the_print_changes_with_what_is_read():
    assert p.print_of(question(1)) != p.print_of(question(2))
