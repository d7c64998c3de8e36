"""Open a session on a quiz: freeze the quiz, find a free code."""

import random
import secrets
from dataclasses import asdict

from django.db import IntegrityError, transaction

from quizzes import frozen as frozen_quiz
from quizzes.models import Quiz
from quizzes.storing import freeze

from ..models import Session
from . import codes
from .rules import Settings, State

_TRIES = 20


def open_session(owner, quiz: Quiz, settings: Settings, chance: random.Random | None = None) -> Session:
    """A session in its lobby. ``chance`` shuffles the options, the same for all screens."""
    chance = chance or random.SystemRandom()
    frozen = freeze(quiz, chance if settings.shuffle else None)
    title = frozen_quiz.pick(frozen.title, "", frozen.languages)
    fields = {
        "owner": owner,
        "quiz": quiz,
        "frozen": frozen_quiz.encode(frozen),
        "title": title.source[:200] if title else "",
        "display_key": secrets.token_urlsafe(12),
        "settings": asdict(settings),
        "state": {"phase": State(frozen).phase},
    }
    for _ in range(_TRIES):
        code = codes.make([secrets.randbelow(1 << 30) for _ in range(codes.LENGTH)])
        try:
            with transaction.atomic():
                return Session.objects.create(code=code, **fields)
        except IntegrityError:
            continue  # a live session has that code
    raise RuntimeError("no free room code found")
