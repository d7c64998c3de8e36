"""After the lesson, and during it: how the class did, for its owner alone."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classroom.models import Session
from classroom.reports import csv, rows, tables
from quizzes.frozen import pick


@never_cache
@require_safe
@login_required
def results(request: HttpRequest, pk: int) -> HttpResponse:
    session = get_object_or_404(Session, pk=pk, owner=request.user)
    lesson = rows.read(session)
    report, quiz = tables.report(lesson), lesson.state.quiz
    by_number = request.GET.get("order") == "quiz"
    context = {
        "session": session,
        "title": pick(quiz.title, getattr(request, "LANGUAGE_CODE", ""), quiz.languages),
        "report": report,
        "by_number": by_number,
        "items": report.items if by_number else report.hardest,
        # A question that was asked more than once needs its attempt in the heading of a column.
        "repeated": {asking.question for asking in report.columns if asking.attempt > 1},
    }
    return render(request, "classroom/results.html", context)


@never_cache
@require_safe
@login_required
def results_csv(request: HttpRequest, pk: int) -> HttpResponse:
    session = get_object_or_404(Session, pk=pk, owner=request.user)
    lesson = rows.read(session)
    begun = timezone.localtime(session.created_at)
    text = csv.write(session.title, session.code, begun, lesson, tables.report(lesson))
    name = f"results-{begun:%Y-%m-%d}-{session.code}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
