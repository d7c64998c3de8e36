"""The host's side of a lesson: opening it, the desk, the room's display, the QR code."""

import io
from typing import Any

import segno
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classroom import addresses
from classroom.live import codes, opening
from classroom.models import Session
from classroom.views import before_class
from classroom.views.desk_words import desk_words
from classroom.views.display_words import display_words
from classroom.views.open_form import OpenForm, display_languages
from quizzes import frozen
from quizzes.models import Quiz
from quizzes.storing import freeze

QR_SECONDS = 30  # a laptop that changes networks soon shows the right address again
QUIET_ZONE = 4  # modules; what the standard asks for


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_session(request: HttpRequest, pk: int) -> HttpResponse:
    """GET: what the quiz check has found, and the settings. POST: a session in its lobby."""
    quiz = get_object_or_404(Quiz.objects.of(request.user), pk=pk)
    as_written = freeze(quiz, None)
    form = OpenForm(request.POST or None, quiz=quiz)
    found = before_class.report(as_written, shuffled=bool(form["shuffle"].value()))
    if found.in_the_way:
        form.ask_about_keys()
    if request.method == "POST" and as_written.questions and form.is_valid():
        session = opening.open_session(request.user, quiz, form.settings())
        return redirect("live", pk=session.pk)
    context = {
        "quiz": quiz,
        "form": form,
        "questions": len(as_written.questions),
        "found": found,
        "running": Session.objects.filter(owner=request.user, quiz=quiz, ended_at=None).order_by("-pk"),
    }
    return render(request, "classroom/open_session.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@require_safe
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """The desk. Somebody else's session does not exist."""
    session = get_object_or_404(Session, pk=pk, owner=request.user)
    quiz = frozen.decode(session.frozen)
    context = _page(request, session, "desk", str(session.pk)) | {
        "addresses": [f"{base}/{session.code}" for base in _bases(request)],
        "questions": [_question(one) for one in quiz.questions],
        "display_languages": display_languages(quiz.languages),
        "words": desk_words(),
    }
    return render(request, "classroom/desk_live.html", context)


@never_cache
@require_safe
def display(request: HttpRequest, key: str) -> HttpResponse:
    """The projector's page. Its address is the secret; it shows nothing that the class may not see."""
    session = get_object_or_404(Session, display_key=key)
    context = _page(request, session, "display", key) | {"words": display_words()}
    return render(request, "classroom/display.html", context)


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The join address as an SVG: black on white in light and dark, since phones read that best."""
    if codes.normalise(code) != code:
        raise Http404
    picture = io.BytesIO()
    address = f"{addresses.public_base(request)}/{code}"
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", border=QUIET_ZONE, light="#fff", dark="#000", xmldecl=False, omitsize=True
    )
    response = HttpResponse(picture.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = f"private, max-age={QR_SECONDS}"
    return response


def _page(request: HttpRequest, session: Session, kind: str, address: str) -> dict[str, Any]:
    """What both screens need: where their line to the server goes, and what to call the lesson."""
    quiz = frozen.decode(session.frozen)
    proved = addresses.public_base(request)  # the host's browser came by it, or it is the best guess
    return {
        "session": session,
        "title": frozen.pick(quiz.title, getattr(request, "LANGUAGE_CODE", ""), quiz.languages),
        "socket": f"/ws/v1/{kind}/{address}",
        "poll": f"/api/v1/{kind}/{address}",
        # Empty: the address in the frames is as good, and follows the network when that changes.
        "join_url": f"{proved}/{session.code}" if proved != addresses.public_base() else "",
    }


def _bases(request: HttpRequest) -> list[str]:
    """Every address by which a phone might reach this server, the best first."""
    best = addresses.public_base(request)
    name, _, port = request.get_host().rpartition(":")
    number = int(port) if name and port.isdigit() else 80
    others = [addresses.base_of(host, number) for host in addresses.candidates()]
    return [best, *(base for base in others if base != best)]


def _question(question: frozen.FrozenQuestion) -> dict[str, Any]:
    """Options by their texts: a correction may concern a question that is not on the screens."""
    return {"kind": question.kind, "options": [_words(option.text) for option in question.options]}


def _words(texts: frozen.Texts) -> dict[str, dict[str, str]]:
    return {language: {"lang": text.lang, "html": text.html} for language, text in texts.items()}
