"""Practice: one person's way through a quiz, alone. PURE.

The way is a ``Run``. It lives in the reader's browser as a signed text, never on the server, and holds what was
asked for, what was answered and how that went; nothing about questions that are still to come.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from quizzes.frozen import FrozenQuestion
from quizzes.kinds import KINDS, InvalidResponse, Response


@dataclass(frozen=True)
class Given:
    question: int  # FrozenQuestion.source
    response: Response
    mark: float


@dataclass(frozen=True)
class Run:
    seed: int  # of the order of the options
    wanted: tuple[int, ...]  # the questions to go through, in order
    given: tuple[Given, ...] = ()
    showing: str = ""  # print of the question whose answer is on the screen; empty: the next one is asked

    def left(self, there: Iterable[int]) -> list[int]:
        """What is still to be asked, of the questions that are there."""
        known, done = set(there), {one.question for one in self.given}
        return [one for one in self.wanted if one in known and one not in done]

    def on(self) -> "Run":
        return replace(self, showing="")

    def again(self, seed: int) -> "Run":
        """The wrong ones once more, with their options in another order."""
        return Run(seed, tuple(one.question for one in self.given if one.mark < 1))

    @property
    def right(self) -> int:
        return sum(one.mark >= 1 for one in self.given)


def usable(questions: Sequence[FrozenQuestion]) -> dict[int, FrozenQuestion]:
    """The questions that have a key."""
    return {question.source: question for question in questions if question.accepted}


def print_of(question: FrozenQuestion) -> str:
    """Tells whether a question is still the one that was read. The key is left out: nobody can try it out on this."""
    visible = [question.text, *(option.text for option in question.options)]
    return hashlib.sha256(msgspec.json.encode(visible, order="sorted")).hexdigest()[:12]


def answer(run: Run, question: FrozenQuestion, raw: object) -> Run:
    """The run with an answer to the question; one that was answered already stays as it was.

    Raises ``InvalidResponse``.
    """
    if any(one.question == question.source for one in run.given):
        return replace(run, showing=print_of(question))
    kind = KINDS[question.kind]
    response = kind.read(raw, len(question.options))
    made = Given(question.source, response, kind.grade(response, question.accepted))
    return replace(run, given=(*run.given, made), showing=print_of(question))


def pack(run: Run) -> list[object]:
    """As plain data, short enough for an address."""
    given = [[one.question, list(one.response), one.mark] for one in run.given]
    return [run.seed, list(run.wanted), given, run.showing]


def unpack(data: list[object]) -> Run:
    """The run of ``pack``. Raises ``ValueError`` on anything else."""
    try:
        seed, wanted, given, showing = data
        answers = tuple(Given(int(one), tuple(response), float(mark)) for one, response, mark in given)  # type: ignore
        return Run(int(seed), tuple(wanted), answers, str(showing))  # type: ignore
    except TypeError as error:
        raise ValueError("not a run") from error


__all__ = ["Given", "InvalidResponse", "Run", "answer", "pack", "print_of", "unpack", "usable"]
