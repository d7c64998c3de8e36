import csv as reader
import io
from datetime import UTC, datetime

import pytest

from classroom.live import commands as c
from classroom.reports import csv
from classroom.reports.tables import Given, Lesson, Student, report
from tests.classroom.live.lesson import ANSWERED, lobby, play, question

BEN = Student(1, "Ben", 1)
AT = 1_700_000_000_000
DATE = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)


def rows(lesson, title="A quiz"):
    text = csv.write(title, "K7M3XD", DATE, lesson, report(lesson))
    assert text.startswith("\ufeff"), "Excel reads a file without the mark in the wrong encoding"
    return list(reader.DictReader(io.StringIO(text[1:])))


def one_answer(**more):
    answers = {1: {1: Given((1,), 0.0, 0.0, 4250, 2, AT)}}
    return Lesson(play(lobby(), *ANSWERED), (BEN,), **({"answers": answers} | more))


def test_one_row_says_all_about_one_answer():
    assert rows(one_answer()) == [
        {
            "session": "A quiz", "code": "K7M3XD", "date": "2026-03-04T09:30:00+00:00", "question": "1",
            "attempt": "1", "question_text": "question 1", "student": "Ben", "presented": "1", "response": "B",
            "response_text": "option 1", "correct": "0", "mark": "0.0", "points": "0.0", "seconds": "4.25",
            "changes": "2", "answered_at": "2023-11-14T22:13:20.000+00:00", "status": "counts",
        }
    ]  # fmt: skip


def test_there_is_a_row_for_each_student_and_round():
    state = play(lobby(), *ANSWERED, c.AskAgain(), c.Close())
    found = rows(Lesson(state, (BEN, Student(2, "Cleo", 2))))
    kept = [(row["student"], row["attempt"], row["presented"], row["mark"]) for row in found]
    assert kept == [
        ("Ben", "1", "1", "0.0"),
        ("Cleo", "1", "0", ""),
        ("Ben", "2", "1", "0.0"),
        ("Cleo", "2", "1", "0.0"),
    ]


def test_a_withdrawn_round_has_its_answers_but_no_marks():
    state = play(lobby(), *ANSWERED, c.Withdraw())
    row = rows(Lesson(state, (BEN,), answers={1: {1: Given((0,), 1.0, 1.0, 900, 0, AT)}}))[0]
    assert (row["response"], row["correct"], row["mark"], row["points"]) == ("A", "", "", "")
    assert row["status"] == "withdrawn"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_text_from_outside_never_becomes_a_formula(start):
    evil = f"{start}HYPERLINK(1)"
    lesson = Lesson(play(lobby(question(evil)), *ANSWERED), (Student(1, evil, 1),))
    row = rows(lesson, title=evil)[0]
    assert row["student"] == row["session"] == f"'{evil}"


def test_a_question_that_looks_like_a_formula_is_harmless_too():
    plus = question(1)
    plus.text["en"] = type(plus.text["en"])("en", "<p>+1</p>", "= 1 + 1")
    assert rows(Lesson(play(lobby(plus), *ANSWERED), (BEN,)))[0]["question_text"] == "'= 1 + 1"


def test_numbers_stay_numbers():
    assert csv.harmless(-1.5) == -1.5


def test_a_session_without_rounds_is_a_first_row_alone():
    assert rows(Lesson(lobby(), (BEN,))) == []
