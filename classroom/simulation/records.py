"""What a simulated lesson reads and writes in the database itself: the session, the host's way in, the final count."""

import ipaddress
import json
import secrets
import socket
from collections.abc import Mapping
from contextlib import contextmanager
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError

from classroom import addresses
from classroom.live import store
from classroom.models import Answer, Session

from .knowledge import Key
from .report import Report


def is_this_machine(url: str) -> bool:
    """Does the server at ``url`` run here, so that our database may well be its own?"""
    name = urlsplit(url).hostname or ""
    if name in ("localhost", socket.gethostname().lower()) or name in addresses.candidates():
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def key_of(session: Session) -> Key:
    """As it stands, corrections included."""
    state = store.load(session)
    positions = range(len(state.quiz.questions))
    return {position + 1: [list(one) for one in state.accepted(position)] for position in positions}


def key_of_room(code: str) -> Key:
    """Nothing when this database has no such session, or is none."""
    try:
        session = Session.objects.filter(code=code, ended_at=None).first()
        return key_of(session) if session else {}
    except DatabaseError:
        return {}


@contextmanager
def desk_cookie(owner):
    """A Cookie header that is signed in as ``owner``; good until the end of the block."""
    login = SessionStore()
    login[SESSION_KEY] = str(owner.pk)
    login[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    login[HASH_SESSION_KEY] = owner.get_session_auth_hash()
    login["simulation"] = secrets.token_hex(4)
    login.create()
    try:
        yield f"{settings.SESSION_COOKIE_NAME}={login.session_key}"
    finally:
        login.delete()


def count(session: Session, acked: Mapping[tuple[str, int], list[int]], report: Report) -> None:
    """Fill in what is stored, and what of the acknowledged answers is not."""
    fields = ("player__name", "round__number", "response")
    rows = Answer.objects.filter(round__session=session).values_list(*fields)
    kept = {(name, number): json.loads(response) for name, number, response in rows}
    report.stored = len(kept)
    report.lost = sum(kept.get(place) != response for place, response in acked.items())
