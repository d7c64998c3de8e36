"""Check the room: one scan before class shows what phones can reach, and what to do where they cannot."""

import secrets
import time
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from classroom import addresses, checking
from classroom.models import RoomCheck

LIFE = timedelta(hours=12)
MOST_PHONES = 40
UFW, FIREWALLD = Path("/etc/ufw/ufw.conf"), Path("/run/firewalld")


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


# --- the desk -----------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def check(request: HttpRequest) -> HttpResponse:
    """The newest check of this host; POST begins a new one."""
    room_check = None if request.method == "POST" else _newest(request.user)
    if room_check is None:
        RoomCheck.objects.filter(owner=request.user).delete()  # only the newest says anything
        room_check = RoomCheck.objects.create(owner=request.user, key=secrets.token_urlsafe(9))
    if request.method == "POST":
        return redirect("check")
    bases = _bases(request)
    base = bases.get(request.GET.get("address", ""), next(iter(bases.values())))
    address = base + reverse("check_phone", args=[room_check.key])
    qr = segno.make(address, micro=False).svg_inline(border=4, light="#fff", omitsize=True)
    context = {"check": room_check, "bases": bases, "base": base, "address": address, "qr": mark_safe(qr)}
    return render(request, "classroom/check.html", context | _findings(request, room_check, base))


@never_cache
@require_safe
@login_required
def check_state(request: HttpRequest) -> HttpResponse:
    """What the desk asks every two seconds: the list of phones, and a word on why there is none."""
    room_check = get_object_or_404(RoomCheck, owner=request.user, key=request.GET.get("key", ""))
    bases = _bases(request)
    base = bases.get(request.GET.get("address", ""), next(iter(bases.values())))
    html = render_to_string("classroom/_check_phones.html", _findings(request, room_check, base), request)
    return JsonResponse({"html": html})


def _newest(owner) -> RoomCheck | None:
    return RoomCheck.objects.filter(owner=owner, created_at__gt=timezone.now() - LIFE).first()


def _bases(request: HttpRequest) -> dict[str, str]:
    """Host -> address to try from a phone; first the one that the lesson would show."""
    first = addresses.public_base(request)
    found = {_host(first): first}
    if not settings.PUBLIC_URL:
        port = int(request.get_port())
        found |= {host: addresses.base_of(host, port) for host in addresses.candidates() if host not in found}
    return found


def _host(base: str) -> str:
    name = base.partition("://")[2]
    return name.partition("]")[0] + "]" if name.startswith("[") else name.partition(":")[0]


def _findings(request: HttpRequest, room_check: RoomCheck, base: str) -> dict[str, Any]:
    phones = [checking.Phone(**_fields(entry)) for entry in room_check.results]
    waited = request.GET.get("waited", "")
    shown = base.partition("://")[2]
    now = _now_ms()
    return {
        "phones": [
            {"phone": phone, "verdict": checking.verdict(phone, now), "elsewhere": phone.host != shown}
            for phone in phones
        ],
        "finding": checking.diagnose(phones, int(waited[:9]) if waited.isdecimal() else 0, _host(base), _firewall()),
        "firewall": _firewall(),
        "shown": shown,
        "port": request.get_port(),
    }


def _firewall() -> str:
    """The firewall of this computer that is on, as far as anybody may read that: on Linux, without being root."""
    try:
        if "ENABLED=yes" in UFW.read_text():
            return "ufw"
    except OSError:
        pass
    return "firewalld" if FIREWALLD.exists() else ""


def _fields(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "id"}


# --- the phone ----------------------------------------------------------------------------------------------


@never_cache
@require_safe
def check_phone(request: HttpRequest, key: str) -> HttpResponse:
    """The page that the scan opens. That it is asked for is the first result."""
    room_check = _fresh(key)
    if room_check is None:
        return render(request, "classroom/check_over.html", status=404)
    cookie = _cookie(room_check)
    phone = request.COOKIES.get(cookie) or secrets.token_urlsafe(6)
    if request.method == "GET":
        _note(room_check, phone, _arrived(request))
    response = render(request, "classroom/check_phone.html", {"key": key, "socket": f"/ws/v1/check/{key}"})
    life = int(LIFE.total_seconds())
    response.set_cookie(cookie, phone, max_age=life, httponly=True, samesite="Lax", secure=settings.HTTPS)
    return response


@never_cache
@require_safe
def check_poll(request: HttpRequest, key: str) -> HttpResponse:
    """What polling would be like: a small answer over plain HTTP."""
    return JsonResponse({"frames": []}, status=200 if _fresh(key) else 404)


@require_POST
def check_report(request: HttpRequest, key: str) -> HttpResponse:
    room_check = _fresh(key)
    phone = request.COOKIES.get(_cookie(room_check), "") if room_check else ""
    if room_check is None or not phone:
        return JsonResponse({"stored": False}, status=404)
    trip = request.POST.get("round_trip", "")
    heard = {
        "socket": request.POST.get("socket") == "yes",
        "polling": request.POST.get("polling") == "yes",
        "round_trip_ms": min(int(trip), 60_000) if trip.isdecimal() and len(trip) < 9 else None,
    }
    return JsonResponse({"stored": _note(room_check, phone, heard)})


def _fresh(key: str) -> RoomCheck | None:
    return RoomCheck.objects.filter(key=key, created_at__gt=timezone.now() - LIFE).first()


def _cookie(room_check: RoomCheck) -> str:
    return f"check_{room_check.pk}"


def _arrived(request: HttpRequest) -> dict[str, Any]:
    device = checking.device(request.headers.get("User-Agent", ""))
    own = not settings.PUBLIC_URL and _is_this_computer(request.META.get("REMOTE_ADDR") or "")
    phone = checking.Phone(device=device, host=request.get_host(), at_ms=_now_ms(), own=own)
    return asdict(phone)


def _is_this_computer(address: str) -> bool:
    name = address.removeprefix("::ffff:")
    hosts = [host.strip("[]") for host in addresses.candidates()]
    return checking.kind_of(name) == "loopback" or name in hosts


@transaction.atomic
def _note(room_check: RoomCheck, phone: str, values: dict[str, Any]) -> bool:
    """Write into this phone's entry; phones report at the same moment, so the row is locked."""
    row = RoomCheck.objects.select_for_update().get(pk=room_check.pk)
    entry = next((one for one in row.results if one["id"] == phone), None)
    if entry is None and ("device" not in values or len(row.results) >= MOST_PHONES):
        return False
    if entry is None:
        row.results.append({"id": phone} | values)
    else:
        entry.update(values)
    row.save(update_fields=["results"])
    return True
