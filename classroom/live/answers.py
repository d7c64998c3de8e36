"""Group commit: the answers that arrived while the last transaction ran are stored in one transaction.

An answer is acknowledged after the commit, never before. Nothing here refuses the whole batch for one answer.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db import connection, transaction

from quizzes.kinds import KINDS, InvalidResponse

from ..models import Answer, Player, Round, Session
from . import rules
from .protocol import Received, Refused
from .store import load, worth


@dataclass(frozen=True)
class Tap:
    """An answer on its way to the database. ``at_ms``: when this process received it."""

    session: int
    player: int
    seat: int
    id: str
    round: int
    response: Any
    seq: int
    at_ms: int


# One statement for a tap, whether it is the first, a change, a resend or too old a one. A repeat (the same seq)
# changes nothing; a lower seq, overtaken on its way by a later tap, never wins.
_UPSERT = """
INSERT INTO classroom_answer
    (round_id, player_id, response, seq, changes, first_ms, answered_ms, elapsed_ms, mark, points)
VALUES (%s, %s, %s, %s, 0, %s, %s, %s, %s, %s)
ON CONFLICT (round_id, player_id) DO UPDATE SET
    response = excluded.response, seq = excluded.seq, answered_ms = excluded.answered_ms,
    elapsed_ms = excluded.elapsed_ms, mark = excluded.mark, points = excluded.points,
    changes = classroom_answer.changes
        + CASE WHEN classroom_answer.response = excluded.response THEN 0 ELSE 1 END
WHERE excluded.seq > classroom_answer.seq
"""

Outcome = Received | Refused


def write(taps: Sequence[Tap]) -> list[Outcome]:
    """Store a batch. One outcome for each tap, in order; they may be told once this has returned."""
    with transaction.atomic():
        sessions = _lock(sorted({tap.session for tap in taps}))
        seats = dict(Player.objects.filter(pk__in={t.player for t in taps}, removed=False).values_list("pk", "seat"))
        refused: dict[int, str] = {}
        rows: list[tuple[Any, ...]] = []
        for place, tap in enumerate(taps):
            found = sessions.get(tap.session)
            row = _row(tap, found, seats.get(tap.player)) if found else "closed"
            if isinstance(row, str):
                refused[place] = row
            else:
                rows.append(row)
        if rows:
            rows.sort(key=lambda row: row[:2])  # two processes lock rows in the same order: no deadlock
            with connection.cursor() as cursor:
                cursor.executemany(_UPSERT, rows)
        stored = _stored({(row[0], row[1]) for row in rows})
    return [
        Refused(id=tap.id, code=refused[place], round=tap.round)
        if place in refused
        else _received(tap, sessions[tap.session], stored)
        for place, tap in enumerate(taps)
    ]


Loaded = tuple[rules.State, dict[int, int]]  # state, and the key of each round's row by its number


def _lock(ids: list[int]) -> dict[int, Loaded]:
    """The sessions, held against commands until the transaction ends."""
    rows = Session.objects.filter(pk__in=ids).order_by("pk").values_list("pk", "version", "display_key")
    if connection.vendor == "postgresql":
        sql, params = rows.query.sql_with_params()
        with connection.cursor() as cursor:
            cursor.execute(f"{sql} FOR SHARE", params)
            return {found[0]: _loaded(*found) for found in cursor.fetchall()}
    return {found[0]: _loaded(*found) for found in rows}


@lru_cache(maxsize=64)
def _loaded(session_id: int, version: int, display_key: str) -> Loaded:
    """A session's state is wholly told by its version, so a batch need not read it again.

    The display key makes it this session, also where another database gives out the same numbers.
    """
    row = Session.objects.get(pk=session_id)
    return load(row), dict(Round.objects.filter(session=row).values_list("number", "pk"))


def _row(tap: Tap, found: Loaded, seat: int | None) -> tuple[Any, ...] | str:
    """The values of the statement, or the code of a refusal."""
    state, keys = found
    asked = state.round(tap.round)
    if seat is None:
        return "removed"
    if seat != tap.seat:
        return "seat_moved"
    if asked is None:
        return "not_open"
    if asked.closed_ms is not None:
        return "closed"
    if asked.paused_at_ms is not None:
        return "paused"
    due = state.due_ms()
    if due is not None and tap.at_ms > due:
        return "closed"
    question = state.question(asked.question)
    kind = KINDS[question.kind]
    try:
        response = kind.read(tap.response, len(question.options))
    except InvalidResponse:
        return "invalid"
    elapsed = asked.elapsed(tap.at_ms)
    mark = kind.grade(response, state.accepted(asked.question))
    text = json.dumps(response, separators=(",", ":"))
    points = worth(state, asked, mark, elapsed)
    return keys[tap.round], tap.player, text, tap.seq, tap.at_ms, tap.at_ms, elapsed, mark, points


def _stored(pairs: set[tuple[int, int]]) -> dict[tuple[int, int], tuple[str, int]]:
    """What is stored now for each (round row, player)."""
    if not pairs:
        return {}
    found = Answer.objects.filter(
        round_id__in={number for number, _ in pairs}, player_id__in={player for _, player in pairs}
    )
    fields = ("round_id", "player_id", "response", "seq")
    return {(round_id, player): (text, seq) for round_id, player, text, seq in found.values_list(*fields)}


def _received(tap: Tap, found: Loaded, stored: dict[tuple[int, int], tuple[str, int]]) -> Received:
    text, seq = stored[found[1][tap.round], tap.player]
    return Received(id=tap.id, round=tap.round, response=json.loads(text), seq=seq)
