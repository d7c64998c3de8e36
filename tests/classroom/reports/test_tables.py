import pytest

from classroom.live import commands as c
from classroom.reports.tables import Given, Lesson, Student, report
from tests.classroom.live.lesson import ANSWERED, REVEALED, lobby, play, question

BEN, CLEO = Student(1, "Ben", 1), Student(2, "Cleo", 1)


def given(*response, mark=1.0, points=None, ms=4000):
    return Given(response, mark, mark if points is None else points, ms, 0, 1_700_000_000_000)


def right(**more):
    return given(0, **more)


def wrong(**more):
    return given(1, mark=0.0, **more)


def results(line):
    return [cell.result for cell in line.cells]


def by_name(made):
    return {line.student.name: line for line in made.lines}


def test_a_missed_question_counts_as_zero():
    made = report(Lesson(play(lobby(), *REVEALED), (BEN, CLEO), answers={1: {1: right()}}))
    assert made.items[0].facility == 0.5
    assert by_name(made)["Cleo"].mark == 0
    assert results(by_name(made)["Cleo"]) == ["missed"]


def test_a_question_asked_before_somebody_came_is_left_out_for_them():
    late = Student(3, "Cleo", 2)
    state = play(lobby(), *REVEALED, c.Next(), c.Close())
    made = report(Lesson(state, (BEN, late), answers={1: {1: wrong()}, 2: {3: right()}}))
    cleo = by_name(made)["Cleo"]
    assert results(cleo) == ["not_presented", "right"]
    assert (cleo.mark, cleo.questions) == (1, 1)
    assert (made.items[0].facility, made.items[0].counts.presented) == (0, 1)


def test_of_a_question_asked_twice_the_last_asking_counts_and_both_are_listed():
    state = play(lobby(), *REVEALED, c.AskAgain(), c.Close())
    made = report(Lesson(state, (BEN,), answers={1: {1: wrong()}, 2: {1: right()}}))
    assert [(one.attempt, one.status) for one in made.items[0].askings] == [(1, "replaced"), (2, "counts")]
    assert made.items[0].facility == 1
    assert (by_name(made)["Ben"].mark, by_name(made)["Ben"].questions) == (1, 1)


def test_when_the_last_asking_is_withdrawn_the_one_before_counts_again():
    state = play(lobby(), *REVEALED, c.AskAgain(), c.Close(), c.Withdraw())
    made = report(Lesson(state, (BEN,), answers={1: {1: wrong()}, 2: {1: right()}}))
    assert [one.status for one in made.items[0].askings] == ["counts", "withdrawn"]
    assert by_name(made)["Ben"].mark == 0


def test_a_withdrawn_question_counts_for_nobody():
    made = report(Lesson(play(lobby(), *ANSWERED, c.Withdraw()), (BEN,), answers={1: {1: right()}}))
    ben = by_name(made)["Ben"]
    assert (made.mean, made.items[0].facility, ben.mark, ben.points) == (None, None, None, 0)
    assert results(ben) == ["withdrawn"]


def test_a_question_without_a_right_answer_counts_for_nobody():
    state = play(lobby(question(1, right=())), *REVEALED)
    made = report(Lesson(state, (BEN, CLEO), answers={1: {1: given(2, mark=0.0)}}))
    ben = by_name(made)["Ben"]
    assert (made.items[0].facility, ben.mark, ben.points) == (None, None, 0)
    assert results(ben) == results(by_name(made)["Cleo"]) == ["no_key"]


def test_an_open_question_counts_for_nobody_yet():
    made = report(Lesson(play(lobby(), c.Open()), (BEN, CLEO), answers={1: {1: right()}}))
    assert made.items[0].askings[0].status == "open"
    assert made.items[0].facility is None
    assert results(by_name(made)["Cleo"]) == ["waiting"]


def test_while_a_question_is_asked_again_its_first_asking_still_counts():
    made = report(Lesson(play(lobby(), *REVEALED, c.AskAgain()), (BEN,), answers={1: {1: right()}}))
    assert [one.status for one in made.items[0].askings] == ["counts", "open"]
    assert made.items[0].facility == 1


def test_the_hardest_question_comes_first_and_an_unasked_one_last():
    state = play(lobby(), *REVEALED, c.Next(), c.Close())
    made = report(Lesson(state, (BEN,), answers={1: {1: right()}, 2: {1: wrong()}}))
    assert [item.number for item in made.hardest] == [2, 1, 3]
    assert made.items[2].askings == ()


def test_bars_count_the_options_and_say_which_is_right():
    made = report(Lesson(play(lobby(), *ANSWERED), (BEN, CLEO), answers={1: {1: right(), 2: wrong()}}))
    bars = made.items[0].askings[0].bars
    assert [(bar.letter, bar.count, bar.percent, bar.right) for bar in bars[:3]] == [
        ("A", 1, 50, True), ("B", 1, 50, False), ("C", 0, 0, False),
    ]  # fmt: skip


def test_bars_follow_a_key_that_was_corrected_in_class():
    state = play(lobby(), *REVEALED, c.ChangeKey(question=0, right=[2]))
    made = report(Lesson(state, (BEN,), answers={1: {1: right()}}))
    assert [bar.letter for bar in made.items[0].counts.bars if bar.right] == ["C"]
    assert made.items[0].corrected


def test_ties_share_a_rank():
    dora = Student(3, "Dora", 1)
    answers = {1: {1: wrong(), 2: right(), 3: right()}}
    made = report(Lesson(play(lobby(), *ANSWERED), (BEN, dora, CLEO), answers=answers))
    assert [(line.student.name, line.rank) for line in made.lines] == [("Cleo", 1), ("Dora", 1), ("Ben", 3)]


def test_without_scoring_nobody_has_a_rank():
    made = report(Lesson(play(lobby(scoring="none"), *ANSWERED), (BEN, CLEO), answers={1: {2: right()}}))
    assert not made.scored
    assert [(line.student.name, line.rank) for line in made.lines] == [("Ben", None), ("Cleo", None)]


def test_answers_of_a_student_who_was_removed_count_nowhere():
    made = report(Lesson(play(lobby(), *ANSWERED), (BEN,), removed=1, answers={1: {1: right(), 9: wrong()}}))
    assert (made.joined, made.answered, made.removed) == (1, 1, 1)
    assert made.items[0].askings[0].bars[1].count == 0


def test_a_multiple_choice_answer_shows_all_its_letters():
    state = play(lobby(question(1, kind="multiple", right=((0, 2),))), *ANSWERED)
    made = report(Lesson(state, (BEN,), answers={1: {1: given(0, 2)}}))
    assert made.lines[0].cells[0].letters == "A, C"


@pytest.mark.parametrize("students", [(), (BEN,)])
def test_a_lesson_in_which_nothing_was_asked_has_a_report_too(students):
    made = report(Lesson(lobby(), students))
    assert (made.joined, made.answered, made.mean, made.columns) == (len(students), 0, None, ())
    assert all(line.mark is None and line.rank is None for line in made.lines)
