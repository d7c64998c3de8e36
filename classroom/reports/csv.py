"""A lesson as CSV: one row for each student and round, to be counted and filtered in a spreadsheet.

The names in the first row stay the same in every language, so that a formula or a script keeps working.
"""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime

from classroom.live.rules import Round
from quizzes.frozen import Texts, pick
from quizzes.markup import plain

from .tables import Asking, Lesson, Report, Student, cell

COLUMNS = (
    "session", "code", "date", "question", "attempt", "question_text", "student", "presented", "response",
    "response_text", "correct", "mark", "points", "seconds", "changes", "answered_at", "status",
)  # fmt: skip
# A spreadsheet takes a cell that begins so for a formula: a student's name could run one on the teacher's computer.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

Value = str | int | float | None


def write(title: str, code: str, date: datetime, lesson: Lesson, report: Report) -> str:
    """The whole file as text, with the mark (BOM) by which Excel knows that it is UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    begin: list[Value] = [title, code, date.isoformat(timespec="seconds")]
    for row in _rows(lesson, report):
        writer.writerow([harmless(value) for value in begin + row])
    return "\ufeff" + out.getvalue()


def harmless(value: Value) -> Value:
    """Text that would be a formula gets an apostrophe before it; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def _rows(lesson: Lesson, report: Report) -> Iterator[list[Value]]:
    rounds = {one.number: one for one in lesson.state.rounds}
    for asking in report.columns:
        question = lesson.state.question(asking.question)
        words: list[Value] = [asking.question + 1, asking.attempt, _plain(lesson, question.text)]
        for student in lesson.students:
            yield [*words, student.name, *_answer(lesson, asking, rounds[asking.round], student), asking.status]


def _answer(lesson: Lesson, asking: Asking, asked: Round, student: Student) -> list[Value]:
    one = cell(lesson, asked, student)
    options, given = lesson.state.question(asking.question).options, one.given
    texts = [_plain(lesson, options[position].text) for position in given.response] if given else []
    return [
        int(student.first_round <= asked.number),
        one.letters,
        " | ".join(texts),
        None if one.mark is None else int(one.mark >= 1),
        one.mark,
        one.points,
        one.seconds,
        given.changes if given else None,
        _iso(given.answered_ms) if given else None,
    ]


def _plain(lesson: Lesson, texts: Texts) -> str:
    found = pick(texts, "", lesson.state.quiz.languages)
    return plain(found.source) if found else ""


def _iso(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds")
