"""The desk: the host's quizzes, and the lessons that are open or over."""

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.shortcuts import render
from django.utils import timezone

from classroom.models import Session
from quizzes import undo
from quizzes.models import Quiz

BIN_DAYS = 30  # how long a deleted quiz is offered to be brought back
BIN_LENGTH = 20
ENDED_PER_PAGE = 10


@login_required
def desk(request):
    sessions = sessions_of(request.user)
    offers = undo.offers(request)
    context = {
        "quizzes": quizzes_of(request.user),
        "offers": offers,
        "bin": bin_of(request.user),
        "open_sessions": sessions.filter(ended_at=None),
        "ended_sessions": Paginator(sessions.exclude(ended_at=None), ENDED_PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "classroom/desk_index.html", context)


def sessions_of(owner):
    """The owner's lessons, the latest first, each with the number of its students."""
    joined = Count("players", filter=Q(players__removed=False))
    # A query that counts forgets the model's own order.
    return Session.objects.filter(owner=owner).annotate(joined=joined).order_by("-created_at", "-pk")


def quizzes_of(owner):
    return Quiz.objects.of(owner).annotate(size=Count("questions")).order_by("-updated_at", "-pk")


def bin_of(owner):
    since = timezone.now() - timedelta(days=BIN_DAYS)
    return Quiz.objects.filter(owner=owner, deleted_at__gt=since).order_by("-deleted_at")[:BIN_LENGTH]
