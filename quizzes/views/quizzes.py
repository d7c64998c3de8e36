"""Quizzes as a whole: create, see, edit, duplicate, delete and bring back, share for practice."""

import secrets

from django.contrib import messages
from django.db import transaction
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST

from .. import undo
from ..check import check
from ..check_messages import sentence
from ..drawing import draw
from ..forms import QuizForm
from ..models import Quiz
from ..sheets import duplicate_quiz, fingerprint, sheet_of
from ..storing import freeze
from . import meanwhile


def own_quiz(request, pk: int) -> Quiz:
    """Somebody else's quiz does not exist."""
    return get_object_or_404(Quiz.objects.of(request.user), pk=pk)


def _reader() -> str:
    return (get_language() or "en").split("-")[0]


def _title(quiz: Quiz) -> str:
    return quiz.title_in(_reader())[1]


def create(request):
    quiz = Quiz(owner=request.user, languages=[_reader()])
    return _form(request, quiz, gettext("New quiz"))


def edit(request, pk):
    heading = gettext("Edit the quiz")
    if request.method != "POST":
        return _form(request, own_quiz(request, pk), heading)
    with transaction.atomic():  # nobody else saves between the look at what is stored and the save
        quiz = get_object_or_404(Quiz.objects.of(request.user).select_for_update(), pk=pk)
        return _form(request, quiz, heading)


def _form(request, quiz, heading):
    form = QuizForm(request.POST or None, quiz=quiz)
    context = {"form": form, "quiz": quiz, "heading": heading}
    is_known = True
    if quiz.pk:
        stored = fingerprint([quiz.title, quiz.description, quiz.languages, quiz.shuffle_options])
        is_known = stored in meanwhile.seen(request)
        context |= meanwhile.fields(request, stored)
    if request.method == "POST" and form.is_valid() and is_known:
        return redirect("quiz", form.save().pk)
    return render(request, "quizzes/quiz_form.html", context)


def page(request, pk):
    quiz = own_quiz(request, pk)
    found = _findings(quiz)
    shown = quiz.languages.index(_reader()) if _reader() in quiz.languages else 0
    questions = []
    for at, question in enumerate(quiz.questions.prefetch_related("options")):
        sheet = sheet_of(question)
        keyed = any(option["correct"] for option in sheet["options"])
        drawn = draw(sheet, quiz.languages)
        one = {"row": question, "sheet": sheet, "drawn": drawn, "keyed": keyed, "remarks": found.get(at, [])}
        questions.append(one | {"first": drawn[shown] if drawn else {}})
    context = {
        "quiz": quiz,
        "questions": questions,
        "findings": found.get(None, []) if questions else [],
        "remarked": [number for number, one in enumerate(questions, 1) if one["remarks"]],
        "offers": undo.offers(request, quiz.pk),
    }
    return render(request, "quizzes/quiz.html", context)


def _findings(quiz) -> dict[int | None, list[str]]:
    """Position of a question, or None for the whole quiz -> what was found, as sentences."""
    found: dict[int | None, list[str]] = {}
    for finding in check(freeze(quiz, None), quiz.shuffle_options):
        found.setdefault(finding.question, []).append(sentence(finding))
    return found


@require_POST
def duplicate(request, pk):
    copy = duplicate_quiz(own_quiz(request, pk))
    messages.success(request, gettext("This is the copy."))
    return redirect("quiz", copy.pk)


@require_POST
def delete(request, pk):
    quiz = own_quiz(request, pk)
    quiz.deleted_at = timezone.now()
    quiz.save(update_fields=["deleted_at"])
    undo.offer(request, quiz.pk, _title(quiz))
    return redirect("desk")


@require_POST
def restore(request, pk):
    quiz = get_object_or_404(Quiz, owner=request.user, pk=pk)
    quiz.deleted_at = None
    quiz.save(update_fields=["deleted_at"])
    for entry in undo.offers(request):
        if entry["quiz"] == quiz.pk:
            undo.take(request, entry["token"])
    messages.success(request, gettext("“%(title)s” is back.") % {"title": _title(quiz)})
    return redirect("quiz", quiz.pk)


@require_POST
def share(request, pk):
    """Open the practice page under a new secret address, or close it: the old address never works again."""
    quiz = own_quiz(request, pk)
    quiz.practice_key = secrets.token_urlsafe(12) if request.POST.get("shared") == "yes" else ""
    quiz.save(update_fields=["practice_key"])
    return redirect(reverse("quiz", args=[quiz.pk]) + "#practice")
