"""Which session an address means."""

from ..models import Session
from . import codes, joining


def session_with_code(code: str) -> int | None:
    session = joining.session_for(codes.normalise(code))
    return session.pk if session else None


def session_with_display_key(key: str) -> int | None:
    return Session.objects.filter(display_key=key).values_list("pk", flat=True).first()


def session_with_id(pk: str | int) -> int | None:
    return Session.objects.filter(pk=pk).values_list("pk", flat=True).first()


def owner_of(session: int) -> int | None:
    return Session.objects.filter(pk=session).values_list("owner_id", flat=True).first()
