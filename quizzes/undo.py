"""What a host deleted lately, and can have back with one tap: kept in the host's session, so a reload keeps it."""

import secrets

from django.http import HttpRequest

_KEY = "undo"
_MOST = 5  # a session is a row in the database: keep it small


def offer(request: HttpRequest, quiz: int, label: str, question: tuple[dict, int] | None = None) -> None:
    """Offer to bring back a question (its sheet and position) of the quiz or, without one, the whole quiz."""
    entry = {"token": secrets.token_urlsafe(8), "quiz": quiz, "label": label, "question": question}
    request.session[_KEY] = [entry, *request.session.get(_KEY, [])][:_MOST]


def offers(request: HttpRequest, quiz: int | None = None) -> list[dict]:
    """For the page of one quiz, its questions; for the desk, the quizzes."""
    entries = request.session.get(_KEY, [])
    if quiz is None:
        return [entry for entry in entries if entry["question"] is None]
    return [entry for entry in entries if entry["question"] and entry["quiz"] == quiz]


def take(request: HttpRequest, token: str) -> dict | None:
    """The entry, once: a second tap on the same button finds nothing."""
    entries = request.session.get(_KEY, [])
    request.session[_KEY] = [entry for entry in entries if entry["token"] != token]
    return next((entry for entry in entries if entry["token"] == token), None)
