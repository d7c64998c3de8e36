"""A lesson's rows as values for ``tables``. The number of queries does not grow with the class."""

import json

from classroom.live import store
from classroom.models import Answer, Player, Session

from .tables import Given, Lesson, Student


def read(session: Session) -> Lesson:
    state = store.load(session)
    players = list(Player.objects.filter(session=session).values_list("pk", "name", "first_round", "removed"))
    students = tuple(Student(pk, name, first) for pk, name, first, removed in players if not removed)
    return Lesson(state, students, len(players) - len(students), _answers(session))


def _answers(session: Session) -> dict[int, dict[int, Given]]:
    found: dict[int, dict[int, Given]] = {}
    fields = ("round__number", "player_id", "response", "mark", "points", "elapsed_ms", "changes", "answered_ms")
    for number, player, response, *rest in Answer.objects.filter(round__session=session).values_list(*fields):
        found.setdefault(number, {})[player] = Given(tuple(json.loads(response)), *rest)
    return found
