"""What a report says about a lesson. PURE: ``report(lesson)`` turns values into tables.

Of each question the last closed asking that was not withdrawn counts. Whoever was presented with it and did not
answer has the mark 0; whoever was not presented with it is left out. An asking that is still open counts for nobody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import fmean, median

from classroom.live.rules import Round, State
from classroom.live.scoring import ranks
from quizzes.frozen import FrozenQuestion, Texts
from quizzes.kinds import KINDS, Response

LETTERS = "ABCDEFGHIJ"


# --- what goes in -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Student:
    id: int
    name: str
    first_round: int


@dataclass(frozen=True)
class Given:
    """A stored answer."""

    response: Response
    mark: float
    points: float
    elapsed_ms: int
    changes: int
    answered_ms: int


@dataclass(frozen=True)
class Lesson:
    state: State
    students: tuple[Student, ...] = ()  # without those whom the host removed
    removed: int = 0
    answers: Mapping[int, Mapping[int, Given]] = field(default_factory=dict)  # round -> student -> answer

    def presented(self, asked: Round) -> list[Student]:
        return [one for one in self.students if one.first_round <= asked.number]

    def given(self, asked: Round, student: Student) -> Given | None:
        return self.answers.get(asked.number, {}).get(student.id)


# --- what comes out -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """One option of one asking."""

    letter: str
    text: Texts
    explanation: Texts
    right: bool
    count: int
    percent: int  # of those who answered


@dataclass(frozen=True)
class Asking:
    """One round. ``status``: counts, replaced (asked again later), withdrawn, open."""

    round: int
    question: int  # position, from 0
    attempt: int
    status: str
    presented: int
    answered: int
    mean: float | None  # mark of those presented; None: nobody was, or it does not count
    seconds: float | None  # median of the answers
    bars: tuple[Bar, ...]

    @property
    def missed(self) -> int:
        return self.presented - self.answered


@dataclass(frozen=True)
class Item:
    """A question. ``counts``: the asking that counts, if there is one."""

    number: int
    question: FrozenQuestion
    askings: tuple[Asking, ...]
    counts: Asking | None
    corrected: bool

    @property
    def shown(self) -> Asking | None:
        """The asking that the explanations of the options stand beside; they need not be read twice."""
        return self.counts or (self.askings[-1] if self.askings else None)

    @property
    def facility(self) -> float | None:
        return self.counts.mean if self.counts else None


@dataclass(frozen=True)
class Cell:
    """One student in one round. ``result``: right, partly, wrong, missed, not_presented, withdrawn, no_key, waiting."""

    result: str
    letters: str = ""
    given: Given | None = None

    @property
    def mark(self) -> float | None:
        if self.result in ("withdrawn", "not_presented", "no_key", "waiting"):
            return None
        return self.given.mark if self.given else 0.0

    @property
    def points(self) -> float | None:
        return None if self.mark is None else self.given.points if self.given else 0.0

    @property
    def seconds(self) -> float | None:
        return self.given.elapsed_ms / 1000 if self.given else None


@dataclass(frozen=True)
class Line:
    """A student over the whole lesson."""

    student: Student
    cells: tuple[Cell, ...]  # one for each of ``Report.columns``
    mark: float | None  # mean over the questions that count for them
    questions: int  # how many those are
    answered: int  # how many of those they answered
    points: float
    rank: int | None  # None: nothing is ranked


@dataclass(frozen=True)
class Report:
    joined: int
    removed: int
    answered: int  # students with an answer in any round
    mean: float | None  # of the students' marks
    marked: int  # how many students have a mark
    scored: bool  # are there points and ranks?
    items: tuple[Item, ...]  # as in the quiz
    columns: tuple[Asking, ...]  # the rounds, by question and then by attempt
    lines: tuple[Line, ...]  # the best first; without ranks as they joined

    @property
    def hardest(self) -> list[Item]:
        """The hardest question first; those that nobody's mark is known for at the end."""
        return sorted(self.items, key=lambda item: (item.facility is None, item.facility or 0.0, item.number))


# --- the way there ------------------------------------------------------------------------------------------


def report(lesson: Lesson) -> Report:
    state, counting = lesson.state, counted(lesson.state)
    askings = [_asking(lesson, asked, counting) for asked in state.rounds]
    columns = tuple(sorted(askings, key=lambda one: (one.question, one.attempt)))
    items = tuple(_item(state, position, columns) for position in range(len(state.quiz.questions)))
    lines = _ranked(state, [_line(lesson, student, columns, counting) for student in lesson.students])
    marks = [line.mark for line in lines if line.mark is not None]
    ids = {student.id for student in lesson.students}
    answered = {player for given in lesson.answers.values() for player in given if player in ids}
    return Report(
        len(lesson.students), lesson.removed, len(answered), _mean(marks), len(marks), _scored(state), items, columns,
        lines,
    )  # fmt: skip


def counted(state: State) -> dict[int, Round]:
    """Question -> the asking that counts."""
    return {one.question: one for one in state.rounds if one.closed_ms is not None and not one.withdrawn}


def _scored(state: State) -> bool:
    return state.settings.scoring != "none"


def _mean(values: Iterable[float]) -> float | None:
    numbers = list(values)
    return fmean(numbers) if numbers else None


def letters(response: Response) -> str:
    return ", ".join(LETTERS[position] for position in response if position < len(LETTERS))


def _status(asked: Round, counting: Mapping[int, Round]) -> str:
    if asked.withdrawn:
        return "withdrawn"
    if asked.closed_ms is None:
        return "open"
    return "counts" if counting[asked.question].number == asked.number else "replaced"


def _asking(lesson: Lesson, asked: Round, counting: Mapping[int, Round]) -> Asking:
    state, seated = lesson.state, lesson.presented(asked)
    found = [lesson.given(asked, student) for student in seated]
    given = [one for one in found if one is not None]
    status = _status(asked, counting)
    known = status in ("counts", "replaced") and bool(state.accepted(asked.question))
    marks = [one.mark if one else 0.0 for one in found] if known else []
    earlier = [one for one in state.rounds if one.question == asked.question and one.number <= asked.number]
    return Asking(
        asked.number, asked.question, len(earlier), status, len(seated), len(given), _mean(marks),
        median(one.elapsed_ms for one in given) / 1000 if given else None, _bars(state, asked.question, given),
    )  # fmt: skip


def _bars(state: State, position: int, given: list[Given]) -> tuple[Bar, ...]:
    question, right = state.question(position), {option for one in state.accepted(position) for option in one}
    counts = KINDS[question.kind].tally(((one.response, 1) for one in given), len(question.options))
    return tuple(
        Bar(
            LETTERS[at], option.text, option.explanation, at in right, counts[at],
            round(100 * counts[at] / len(given)) if given else 0,
        )
        for at, option in enumerate(question.options)
    )  # fmt: skip


def _item(state: State, position: int, columns: tuple[Asking, ...]) -> Item:
    askings = tuple(one for one in columns if one.question == position)
    counts = next((one for one in askings if one.status == "counts"), None)
    # A withdrawal is kept as a correction too, and has a word of its own.
    corrected = any(
        one.question == position and one.undone_ms is None and one.kind != "withdraw" for one in state.corrections
    )
    return Item(position + 1, state.question(position), askings, counts, corrected)


def cell(lesson: Lesson, asked: Round, student: Student) -> Cell:
    given = lesson.given(asked, student)
    shown = letters(given.response) if given else ""
    if asked.withdrawn:
        return Cell("withdrawn", shown, given)
    if student.first_round > asked.number:
        return Cell("not_presented")
    if not lesson.state.accepted(asked.question):
        return Cell("no_key", shown, given)
    if given is None:
        return Cell("waiting" if asked.closed_ms is None else "missed")
    return Cell("right" if given.mark >= 1 else "partly" if given.mark > 0 else "wrong", shown, given)


def _line(lesson: Lesson, student: Student, columns: tuple[Asking, ...], counting: Mapping[int, Round]) -> Line:
    rounds = {one.number: one for one in lesson.state.rounds}
    cells = tuple(cell(lesson, rounds[column.round], student) for column in columns)
    theirs = [cell(lesson, asked, student) for asked in counting.values()]
    marks = [one.mark for one in theirs if one.mark is not None]
    points = round(sum(one.points or 0.0 for one in theirs), 2)
    return Line(student, cells, _mean(marks), len(marks), sum(one.given is not None for one in theirs), points, None)


def _ranked(state: State, lines: list[Line]) -> tuple[Line, ...]:
    if not _scored(state) or not counted(state):
        return tuple(lines)
    places = ranks([line.points for line in lines])
    pairs = sorted(zip(places, lines, strict=True), key=lambda pair: (pair[0], pair[1].student.name.casefold()))
    return tuple(
        Line(one.student, one.cells, one.mark, one.questions, one.answered, one.points, place) for place, one in pairs
    )
