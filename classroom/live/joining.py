"""Who sits where: joining by name, keeping the seat, moving it to another phone. Ordinary Django, for views.

A seat is kept in a signed cookie that holds the player's key and seat number. Moving the seat raises the number,
so the old phone's cookie is no longer good.
"""

from collections.abc import Mapping

from django.conf import settings as site
from django.core import signing
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from ..models import Player, SeatClaim, Session
from . import hub, names, store

SEAT_AGE = 60 * 60 * 24 * 180  # seconds; a session can be resumed another day
_CLAIM_AGE = 60 * 60 * 12


class NotAllowed(Exception):
    """``code``: empty_name, taken, locked, started, ended."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


def session_for(code: str) -> Session | None:
    """The live session with that code, else the newest ended one."""
    found = Session.objects.filter(code=code)
    return found.filter(ended_at=None).first() or found.order_by("-ended_at").first()


def take_seat(session: Session, raw_name: str, language: str) -> Player:
    """Join under a name. Raises ``NotAllowed``."""
    name = names.clean(raw_name)
    if not name:
        raise NotAllowed("empty_name")
    try:
        with transaction.atomic():
            row, state = store.load_for_change(session.pk)
            if state.phase == "ended":
                raise NotAllowed("ended")
            if state.locked:
                raise NotAllowed("locked")
            if state.rounds and not state.settings.late_join:
                raise NotAllowed("started")
            player = Player.objects.create(
                session=row,
                name=name,
                name_key=names.key(name),
                language=language,
                first_round=state.first_round_of_newcomer(),
            )
            version = store.raise_version(row)
    except IntegrityError:
        raise NotAllowed("taken") from None
    hub.announce(session.pk, version)
    return player


def set_seat(response: HttpResponse, player: Player) -> None:
    _set(response, f"seat_{player.session_id}", [player.pk, player.seat], SEAT_AGE)


def player_of(request: HttpRequest, session: Session) -> Player | None:
    """The player who holds the seat of this browser; None when there is none, or it moved, or was removed."""
    seat = seat_in(request.COOKIES, session.pk)
    return Player.objects.filter(pk=seat[0], seat=seat[1], session=session, removed=False).first() if seat else None


def seat_in(cookies: Mapping[str, str], session_id: int) -> tuple[int, int] | None:
    """(player, seat number) that the signed cookie says; no look at the database."""
    return _read(cookies, f"seat_{session_id}", SEAT_AGE)


def claim_seat(session: Session, raw_name: str) -> SeatClaim | None:
    """ "This is me": ask the host to move the seat of that name here. None when nobody has it."""
    player = Player.objects.filter(session=session, name_key=names.key(names.clean(raw_name)), removed=False).first()
    if player is None:
        return None
    with transaction.atomic():
        row, _ = store.load_for_change(session.pk)
        claim = SeatClaim.objects.create(player=player)
        version = store.raise_version(row)
    hub.announce(session.pk, version)
    return claim


def set_claim(response: HttpResponse, claim: SeatClaim) -> None:
    _set(response, f"claim_{claim.player.session_id}", [claim.pk, claim.player_id], _CLAIM_AGE)


def claim_of(request: HttpRequest, session: Session) -> SeatClaim | None:
    claim = _read(request.COOKIES, f"claim_{session.pk}", _CLAIM_AGE)
    found = SeatClaim.objects.select_related("player")
    return found.filter(pk=claim[0], player__session=session).first() if claim else None


def settle_claim(claim: SeatClaim) -> Player | None:
    """The player, once the host has moved the seat here and nobody has moved it on since."""
    player = claim.player
    moved = claim.decision == SeatClaim.Decision.MOVED and claim.seat == player.seat and not player.removed
    return player if moved else None


def _set(response: HttpResponse, name: str, value: list[int], age: int) -> None:
    signed = signing.dumps(value, salt=name)
    response.set_cookie(name, signed, max_age=age, httponly=True, samesite="Lax", secure=site.HTTPS)


def _read(cookies: Mapping[str, str], name: str, age: int) -> tuple[int, int] | None:
    try:
        first, second = signing.loads(cookies[name], salt=name, max_age=age)
        return int(first), int(second)
    except (KeyError, ValueError, TypeError, signing.BadSignature):
        return None
