import secrets
from dataclasses import asdict

import pytest
from django.http import HttpResponse

from classroom.live import joining
from classroom.live.rules import Settings
from classroom.models import Session
from quizzes import frozen as f

from .lesson import quiz


@pytest.fixture
def open_lesson(ana):
    """A session in its lobby: ``open_lesson(question(1), scoring="speed")``."""
    made = []

    def open_it(*questions, **settings):
        session = Session.objects.create(
            owner=ana,
            frozen=f.encode(quiz(*questions)),
            title="A quiz",
            code=f"K7M3X{'CDFHJKMN'[len(made)]}",
            display_key=secrets.token_urlsafe(12),
            settings=asdict(Settings(**settings)),
            state={"phase": "lobby"},
        )
        made.append(session)
        return session

    return open_it


@pytest.fixture
def seat():
    """``seat(session, "Ben")``: the player, and the cookie of their phone."""

    def take(session, name):
        player = joining.take_seat(session, name, "en")
        return player, cookie(player)

    return take


def cookie(player):
    response = HttpResponse()
    joining.set_seat(response, player)
    name = f"seat_{player.session_id}"
    return f"{name}={response.cookies[name].value}"
