"""The pieces that practice is made of, as values for their templates: a question, its answer, the score."""

from typing import Any

from django.utils.translation import gettext as _

from classroom import practice as rules
from classroom.reports.tables import LETTERS, letters
from quizzes.frozen import FrozenQuestion
from quizzes.kinds import KINDS


def _step(run: rules.Run, done: int) -> dict[str, Any]:
    return {"number": done, "total": len(run.wanted)}


def _options(question: FrozenQuestion, chosen: tuple[int, ...] = (), known: bool = False) -> list[dict[str, Any]]:
    """``known``: may the key be seen? Without it the options carry nothing that could tell."""
    right = {option for one in question.accepted for option in one} if known else set()
    rows = []
    for at, option in enumerate(question.options):
        row: dict[str, Any] = {"at": at, "letter": LETTERS[at], "text": option.text, "chosen": at in chosen}
        if known:
            state = "is-right" if at in right else "is-wrong" if at in chosen else "is-faded"
            row |= {"right": at in right, "state": state, "explanation": option.explanation}
        rows.append(row)
    return rows


def question_piece(lesson: Any, run: rules.Run, question: FrozenQuestion, fault: str = "") -> dict[str, Any]:
    return {
        "step": "question",
        "place": _step(run, len(run.given) + 1),
        "question": question,
        "options": _options(question),
        "several": KINDS[question.kind].several,
        "print": rules.print_of(question),
        "run": lesson.sign(run.on()),
        "address": lesson.address(run.on()),
        "fault": fault,
    }


def answered_piece(lesson: Any, run: rules.Run, question: FrozenQuestion, given: rules.Given) -> dict[str, Any]:
    return {
        "step": "answer",
        "place": _step(run, len(run.given)),
        "question": question,
        "options": _options(question, given.response, known=True),
        "right": given.mark >= 1,
        "key": letters(tuple(sorted({option for one in question.accepted for option in one}))),
        "address": lesson.address(run),
        "next": lesson.address(run.on()),
        "last": not run.left(lesson.questions),
    }


def score_piece(lesson: Any, run: rules.Run) -> dict[str, Any]:
    rows = [
        {"question": lesson.questions[one.question], "right": one.mark >= 1, "number": number}
        for number, one in enumerate(run.given, 1)
        if one.question in lesson.questions
    ]
    return {
        "step": "score",
        "rows": rows,
        "right": run.right,
        "total": len(run.given),
        "wrong": sum(not row["right"] for row in rows),
        "run": lesson.sign(run.on()),
        "address": lesson.address(run.on()),
    }


def announcement(piece: dict[str, Any]) -> str:
    """The one sentence that a screen reader says when the piece appears; empty where the focus says it."""
    if piece["step"] == "answer":
        if piece["right"]:
            return _("Right.")
        return _("Not right. The right answer is %(letters)s.") % {"letters": piece["key"]}
    return piece.get("fault", "")
