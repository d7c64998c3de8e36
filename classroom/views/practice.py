"""Alone with a quiz: one question after another, each answered by the server. Nobody needs an account.

The key of a question leaves here with the reply to its answer, never earlier. Every page works without JavaScript;
with it the same pieces arrive as JSON and are put in place.
"""

import random
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classroom import practice as rules
from classroom.models import Session
from quizzes import languages
from quizzes.frozen import FrozenQuiz
from quizzes.kinds import KINDS
from quizzes.models import Quiz
from quizzes.storing import freeze

from .practice_pieces import announcement, answered_piece, question_piece, score_piece


class Lesson:
    """What one request of the practice pages is about."""

    def __init__(self, request: HttpRequest, quiz: Quiz):
        self.request, self.quiz = request, quiz
        sent = request.POST if request.method == "POST" else request.GET
        self.run = _read_run(quiz.practice_key, sent.get("run", ""))
        chance = random.Random(self.run.seed) if self.run and quiz.shuffle_options else None
        self.frozen: FrozenQuiz = freeze(quiz, chance)
        self.questions = rules.usable(self.frozen.questions)
        wish, own = sent.get("in", ""), str(getattr(request, "LANGUAGE_CODE", ""))
        there = self.frozen.languages
        self.language = next((one for one in (wish, own) if one in there), there[0] if there else "")

    @property
    def missing(self) -> int:
        """How many questions have no right answer yet."""
        return len(self.frozen.questions) - len(self.questions)

    def address(self, run: rules.Run | None, language: str = "") -> str:
        query = {"run": self.sign(run)} if run else {}
        where = reverse("practice", args=[self.quiz.practice_key])
        return f"{where}?{urlencode(query | {'in': language or self.language})}"

    def sign(self, run: rules.Run) -> str:
        return signing.dumps(rules.pack(run), salt=_salt(self.quiz.practice_key), compress=True)

    def other_languages(self) -> list[dict[str, str]]:
        return [
            {"code": one, "name": languages.name(one), "address": self.address(self.run, one)}
            for one in self.frozen.languages
        ]


def _salt(key: str) -> str:
    return f"practice {key}"


def _read_run(key: str, text: str) -> rules.Run | None:
    try:
        return rules.unpack(signing.loads(text, salt=_salt(key))) if text else None
    except (signing.BadSignature, ValueError):
        return None


def _posted(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For an address that forms are sent to. Whoever comes to it otherwise, by "Try again" or after a change of
    language, is sent to the practice page."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def only_posted(request: HttpRequest, key: str) -> HttpResponseBase:
        return view(request, key) if request.method == "POST" else redirect("practice", key=key)

    return only_posted


def _open(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Gives the view its lesson, where the quiz is shared and not in class just now."""

    @wraps(view)
    def opened(request: HttpRequest, key: str) -> HttpResponseBase:
        quiz = _shared(key)
        if quiz is None:
            return _not_shared(request)
        return _closed(request, quiz) if _in_class(quiz) else view(request, key, Lesson(request, quiz))

    return opened


# --- pages --------------------------------------------------------------------------------------------------


@never_cache
@require_safe
@_open
def practice(request: HttpRequest, key: str, lesson: Lesson) -> HttpResponseBase:
    """The beginning, a question, its answer, or the score: whatever the run is at."""
    if lesson.run is None:
        return render(request, "classroom/practice.html", {"lesson": lesson, "piece": None} | _page(lesson))
    return _reply(lesson, _piece(lesson, lesson.run))


@never_cache
@_posted
@_open
def start(request: HttpRequest, key: str, lesson: Lesson) -> HttpResponseBase:
    """A new run through all questions; with a run, through those that went wrong in it."""
    seed = secrets.randbelow(1 << 32)
    run = lesson.run.again(seed) if lesson.run else rules.Run(seed, tuple(lesson.questions))
    return redirect(lesson.address(run))


@never_cache
@_posted
@_open
def answer(request: HttpRequest, key: str, lesson: Lesson) -> HttpResponseBase:
    if lesson.run is None:
        return redirect("practice", key=key)
    number = request.POST.get("question", "")
    question = lesson.questions.get(int(number) if number.isdecimal() else 0)
    if question is None or question.source not in lesson.run.wanted:
        return _reply(lesson, _piece(lesson, lesson.run.on()))  # deleted meanwhile: on to the next one
    if request.POST.get("print") != rules.print_of(question):
        fault = _("Your teacher has just changed this question. Here it is as it is now.")
        return _reply(lesson, question_piece(lesson, lesson.run, question, fault), 409)
    raw = [int(one) for one in request.POST.getlist("response") if one.isdecimal()]
    try:
        run = rules.answer(lesson.run, question, raw)
    except rules.InvalidResponse:
        several = KINDS[question.kind].several
        fault = _("Choose at least one answer.") if several else _("Choose an answer.")
        return _reply(lesson, question_piece(lesson, lesson.run, question, fault), 422)
    if _wants_json(request):
        lesson.run = run
        return _reply(lesson, _piece(lesson, run))
    return redirect(lesson.address(run))


# --- what they share ----------------------------------------------------------------------------------------


def _shared(key: str) -> Quiz | None:
    return Quiz.objects.filter(practice_key=key, deleted_at=None).exclude(practice_key="").first()


def _in_class(quiz: Quiz) -> bool:
    """Practice would give the key away to a class that is using the quiz."""
    return Session.objects.filter(quiz=quiz, ended_at=None).exists()


def _piece(lesson: Lesson, run: rules.Run) -> dict[str, Any]:
    last = lesson.questions.get(run.given[-1].question) if run.given else None
    if last is not None and run.showing and run.showing == rules.print_of(last):
        return answered_piece(lesson, run, last, run.given[-1])
    left = run.left(lesson.questions)
    return question_piece(lesson, run, lesson.questions[left[0]]) if left else score_piece(lesson, run)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _page(lesson: Lesson) -> dict[str, Any]:
    return {"storage": lesson.quiz.practice_key, "languages": lesson.frozen.languages, "chosen": lesson.language}


def _reply(lesson: Lesson, piece: dict[str, Any], status: int = 200) -> HttpResponse:
    """The piece alone as JSON, or in its page."""
    context = {"lesson": lesson, "piece": piece} | _page(lesson)
    if not _wants_json(lesson.request):
        return render(lesson.request, "classroom/practice.html", context, status=status)
    html = render_to_string("classroom/_practice_piece.html", context, lesson.request)
    body = {"html": html, "address": piece["address"], "say": announcement(piece), "step": piece["step"]}
    return JsonResponse(body, status=status)


def _closed(request: HttpRequest, quiz: Quiz) -> HttpResponse:
    """The friendly no. What was answered is in the address, and an answer on its way can be sent again."""
    if _wants_json(request):
        say = _("Your class is using this quiz right now. Come back after the lesson: your answers are kept.")
        return JsonResponse({"closed": say}, status=403)
    again = request.method == "POST" and request.resolver_match and request.resolver_match.url_name == "practice_answer"
    fields = [(name, value) for name in ("run", "in", "question", "print", "response")
              for value in request.POST.getlist(name)]  # fmt: skip
    context = {"key": quiz.practice_key, "fields": fields if again else [], "here": request.get_full_path()}
    return render(request, "classroom/practice_closed.html", context, status=403)


def _not_shared(request: HttpRequest) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"closed": _("This quiz is no longer shared for practice.")}, status=404)
    return render(request, "classroom/practice_none.html", status=404)
