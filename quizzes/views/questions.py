"""The questions of a quiz: write, preview, order, duplicate, delete and bring back."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from .. import sheets, undo
from ..drawing import draw
from ..forms import NEW_ROWS, QuestionForm, initial_of
from ..markup import plain
from ..models import Question, Quiz
from . import meanwhile
from .quizzes import own_quiz


def _own_question(request, pk: int, question: int) -> Question:
    return get_object_or_404(own_quiz(request, pk).questions, pk=question)


def _at(question: Question) -> HttpResponse:
    """Back to the quiz, at this question."""
    return redirect(f"{reverse('quiz', args=[question.quiz_id])}#question-{question.pk}")


def create(request, pk):
    quiz = own_quiz(request, pk)
    last = quiz.questions.last()
    initial = {"kind": "single", "time_limit": last.time_limit if last else 30, "points": last.points if last else 1}
    return _write(request, quiz, None, initial, NEW_ROWS)


def edit(request, pk, question):
    row = _own_question(request, pk, question)
    sheet = sheets.sheet_of(row)
    return _write(request, row.quiz, row, initial_of(sheet), max(len(sheet["options"]), 2))


def _write(request, quiz: Quiz, question: Question | None, initial, rows: int):
    """The form. Beside saving it can grow or show a preview, which must work without JavaScript too."""
    if request.method != "POST":
        return _show(request, QuestionForm(quiz=quiz, rows=rows, initial=initial), question)
    form = QuestionForm(request.POST, request.FILES, quiz=quiz, rows=_rows(request, rows), initial=initial)
    action = request.POST.get("action", "save")
    if action in ("more", "preview"):
        try:
            form.keep_upload()
        except ValidationError as error:
            messages.error(request, error.messages[0])
        more = 2 if action == "more" else 0
        return _show(request, QuestionForm(quiz=quiz, rows=form.rows + more, initial=form.typed()), question)
    if not form.is_valid():
        return _show(request, form, question)
    try:
        saved = _save(request, quiz, form.sheet(), question)
    except sheets.ChangedMeanwhile:
        return _show(request, form, _own_question(request, quiz.pk, question.pk))
    if action == "another":
        messages.success(request, gettext("Saved. Here is the next one."))
        return redirect("question_new", quiz.pk)
    return _at(saved)


def _save(request, quiz: Quiz, sheet: sheets.Sheet, question: Question | None) -> Question:
    if question is None:
        return sheets.save_sheet(quiz, sheet)
    return sheets.replace(question, sheet, meanwhile.seen(request))


def _rows(request, otherwise: int) -> int:
    rows = request.POST.get("rows", "")
    return int(rows) if rows.isascii() and rows.isdigit() and len(rows) < 3 else otherwise


def _show(request, form: QuestionForm, question: Question | None):
    context = {"form": form, "quiz": form.quiz, "question": question}
    context["drawn"] = draw(form.sheet(), form.quiz.languages)
    if question:
        sheet = sheets.sheet_of(question)
        context |= meanwhile.fields(request, sheets.fingerprint(sheet))
        context["stored"] = draw(sheet, form.quiz.languages)
    return render(request, "quizzes/question_form.html", context)


@require_POST
def preview(request, pk):
    """The picture beside the form, drawn again while the teacher types: a fragment of HTML."""
    quiz = own_quiz(request, pk)
    form = QuestionForm(request.POST, quiz=quiz, rows=_rows(request, NEW_ROWS))
    return render(request, "quizzes/_preview.html", {"drawn": draw(form.sheet(), quiz.languages)})


@require_POST
def move(request, pk, question):
    row = _own_question(request, pk, question)
    sheets.move(row, -1 if request.POST.get("direction") == "up" else 1)
    return _at(row)


@require_POST
def duplicate(request, pk, question):
    row = _own_question(request, pk, question)
    return _at(sheets.save_sheet(row.quiz, sheets.sheet_of(row), position=row.position + 1))


@require_POST
def delete(request, pk, question):
    row = _own_question(request, pk, question)
    label = Truncator(plain(row.quiz.first_of(row.text))).chars(80) or gettext("A question")
    undo.offer(request, row.quiz_id, label, sheets.remove(row))
    return redirect("quiz", pk)


@require_POST
def undo_delete(request, token):
    """Bring back what the token stands for; the quiz is loaded through its owner all the same."""
    entry = undo.take(request, token)
    if entry is None or entry["question"] is None:
        messages.warning(request, gettext("There is nothing left to undo."))
        return redirect("desk")
    sheet, position = entry["question"]
    quiz = own_quiz(request, entry["quiz"])
    return _at(sheets.save_sheet(quiz, sheet, position=position))
