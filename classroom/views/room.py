"""The students' door: join by name, the phone's screen, asking for one's seat back. Nobody needs an account."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classroom.live import codes, joining, names
from classroom.models import Player, SeatClaim, Session
from classroom.views.phone_words import phone_words
from quizzes import frozen

# Doors that are shut for new names. Somebody who was in already may still ask for their seat.
_SHUT = ("locked", "started")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def room(request: HttpRequest, code: str) -> HttpResponseBase:
    """The join page, or the phone's screen for whoever has a seat."""
    session, elsewhere = _find(code)
    if session is None:
        return elsewhere or _unknown(request, code)
    player = joining.player_of(request, session)
    if request.method == "POST" and player is None:
        return _join(request, session)
    if request.method == "POST":
        return redirect("room", code=session.code)  # the form was sent twice
    if player is not None:
        return _phone(request, session, player)
    return _ended(request, session) if session.ended_at else _join_page(request, session)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, code: str) -> HttpResponseBase:
    """For "this is me": POST asks for the seat of a name; GET waits for the host's decision."""
    session, elsewhere = _find(code)
    if session is None:
        return elsewhere or _unknown(request, code)
    if request.method == "POST":
        return _ask_for_seat(request, session)
    asked = joining.claim_of(request, session)
    if asked is None or asked.decision == SeatClaim.Decision.MOVED:
        return _seated(session, asked)
    return _wait_page(request, session, asked)


@never_cache
@require_safe
def claim_state(request: HttpRequest, code: str) -> JsonResponse:
    """What the waiting page asks every two seconds."""
    session, _ = _find(code)
    asked = joining.claim_of(request, session) if session else None
    return JsonResponse({"decision": asked.decision if asked else "none"})


def _find(code: str) -> tuple[Session | None, HttpResponse | None]:
    """The session, or the redirect to the address as it is usually written."""
    usual = codes.normalise(code)
    session = joining.session_for(usual) if usual else None
    if session is not None and usual != code:
        return None, redirect("room", code=usual)
    return session, None


def _title(request: HttpRequest, session: Session) -> frozen.Text | None:
    quiz = frozen.decode(session.frozen)
    return frozen.pick(quiz.title, getattr(request, "LANGUAGE_CODE", ""), quiz.languages)


def _unknown(request: HttpRequest, code: str) -> HttpResponse:
    return render(request, "classroom/room_unknown.html", {"typed": code[:40]}, status=404)


def _ended(request: HttpRequest, session: Session) -> HttpResponse:
    status = 422 if request.method == "POST" else 200  # who wanted to join is not in
    return render(request, "classroom/room_ended.html", {"title": _title(request, session)}, status=status)


# --- joining ------------------------------------------------------------------------------------------------


def _join_page(request: HttpRequest, session: Session, name: str = "", fault: str = "") -> HttpResponse:
    context = {
        "session": session,
        "title": _title(request, session),
        "name": name,
        "fault": fault,
        "may_claim": fault in ("taken", *_SHUT),
        "longest": names.LONGEST,
    }
    return render(request, "classroom/join.html", context, status=422 if fault else 200)


def _join(request: HttpRequest, session: Session) -> HttpResponse:
    raw = request.POST.get("name", "")
    try:
        player = joining.take_seat(session, raw, getattr(request, "LANGUAGE_CODE", ""))
    except joining.NotAllowed as fault:
        if fault.code == "ended":
            return _ended(request, session)
        return _join_page(request, session, names.clean(raw), fault.code)
    response = redirect("room", code=session.code)
    joining.set_seat(response, player)
    return response


def _ask_for_seat(request: HttpRequest, session: Session) -> HttpResponse:
    raw = request.POST.get("name", "")
    asked = joining.claim_of(request, session)
    waiting = asked is not None and asked.decision == SeatClaim.Decision.OPEN
    if asked is None or not waiting or asked.player.name_key != names.key(names.clean(raw)):
        asked = joining.claim_seat(session, raw)  # a second tap on the button asks nothing new
    if asked is None:
        return _join_page(request, session, names.clean(raw), "nobody")
    response = redirect("claim", code=session.code)
    joining.set_claim(response, asked)
    return response


def _seated(session: Session, asked: SeatClaim | None) -> HttpResponse:
    """To the phone's screen, with the seat if the host has moved it here."""
    response = redirect("room", code=session.code)
    player = joining.settle_claim(asked) if asked else None
    if player is not None:
        joining.set_seat(response, player)
    return response


def _wait_page(request: HttpRequest, session: Session, asked: SeatClaim) -> HttpResponse:
    context = {
        "session": session,
        "title": _title(request, session),
        "name": asked.player.name,
        "refused": asked.decision == SeatClaim.Decision.REFUSED,
    }
    return render(request, "classroom/claim.html", context)


# --- the phone's screen -------------------------------------------------------------------------------------


def _phone(request: HttpRequest, session: Session, player: Player) -> HttpResponse:
    context: dict[str, Any] = {
        "session": session,
        "title": _title(request, session),
        "player": player,
        # Names the place where unsent answers wait: never another session's, never another seat's.
        "seat": f"{session.pk}-{player.pk}-{player.seat}",
        "socket": f"/ws/v1/phone/{session.code}",
        "poll": reverse("api_phone", args=[session.code]),
        "words": phone_words(),
    }
    return render(request, "classroom/phone.html", context)
