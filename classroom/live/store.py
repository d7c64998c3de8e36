"""Transactions of the live lesson. Every change of a session goes through here, one short transaction each.

The session row is the lock: a command takes it to write, a batch of answers takes it to read (PostgreSQL
``FOR UPDATE`` and ``FOR SHARE``; SQLite takes its one write lock at BEGIN), so nothing is stored after the close.
"""

import json
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Sum
from django.utils import timezone

from quizzes import frozen
from quizzes.kinds import KINDS

from ..models import Answer, Correction, Round, SeatClaim, Session
from ..models import Player as PlayerRow
from . import codes, rules, seating
from . import commands as c
from .rules import Rejected, State
from .scoring import points
from .snapshot import Given, Player, Snapshot, places

# What of State is kept in Session.state; rounds and corrections have rows of their own.
_KEPT = ("phase", "step", "current", "upcoming", "page", "locked", "auto_close_ms", "auto_close_off")


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=256)
def _quiz(session_id: int, text: str) -> frozen.FrozenQuiz:
    return frozen.decode(text)


# --- loading ------------------------------------------------------------------------------------------------


def load(row: Session) -> State:
    """The state of a session from its rows."""
    rounds = tuple(
        rules.Round(
            one.number, one.question, one.opened_ms, one.deadline_ms, one.paused_at_ms, one.paused_ms, one.closed_ms,
            one.withdrawn, one.revealed,
        )
        for one in Round.objects.filter(session=row)
    )  # fmt: skip
    corrections = tuple(
        rules.Correction(
            one.number, one.kind, one.question, one.round_number, _responses(one.before), _responses(one.after),
            one.at_ms, one.undone_ms,
        )
        for one in Correction.objects.filter(session=row)
    )  # fmt: skip
    kept = {name: row.state[name] for name in _KEPT if name in row.state}
    settings = rules.Settings(**row.settings)
    return State(_quiz(row.pk, row.frozen), settings, rounds=rounds, corrections=corrections, **kept)


def _responses(raw: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(one) for one in raw)


def load_for_change(session_id: int) -> tuple[Session, State]:
    """The row, locked until the transaction ends, and its state."""
    row = Session.objects.select_for_update().get(pk=session_id)
    return row, load(row)


def raise_version(row: Session) -> int:
    row.version += 1
    row.save(update_fields=["version"])
    return row.version


@contextmanager
def _one_moment() -> Iterator[None]:
    """All reads inside see the database as it was at one moment. SQLite does so by itself; PostgreSQL would show to
    each read what was committed before it, and a session at one version with the rounds of the next."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def snapshot(session_id: int) -> Snapshot | None:
    """All that the session's screens are drawn from; None when it is gone."""
    with _one_moment():
        row = Session.objects.filter(pk=session_id).first()
        if row is None:
            return None
        state = load(row)
        players = _players(row, state)
        claims = SeatClaim.objects.filter(player__session=row, decision=SeatClaim.Decision.OPEN)
        return Snapshot(
            row.pk, row.code, row.version, state, players, _answers(row, state),
            tuple(claims.values_list("pk", "player_id")), f"/display/{row.display_key}/", places(players.values()),
        )  # fmt: skip


class Head(NamedTuple):
    """A session without its players."""

    version: int
    state: State


def head(session_id: int) -> Head | None:
    """None when it is gone."""
    with _one_moment():
        row = Session.objects.filter(pk=session_id).first()
        return Head(row.version, load(row)) if row else None


def _players(row: Session, state: State) -> dict[int, Player]:
    counted = [one.number for one in state.counted(revealed_only=True)]
    answers = Answer.objects.filter(round__session=row, round__number__in=counted)
    totals = dict(answers.order_by().values_list("player").annotate(Sum("points")))
    fields = ("pk", "name", "first_round", "removed", "seat")
    return {
        pk: Player(pk, name, first_round, round(totals.get(pk, 0.0), 2), removed, seat)
        for pk, name, first_round, removed, seat in PlayerRow.objects.filter(session=row).values_list(*fields)
    }


def _answers(row: Session, state: State) -> dict[int, dict[int, Given]]:
    """Answers to the round on the screen once it is closed; after the end, all of them."""
    wanted = Answer.objects.filter(round__session=row)
    if state.phase != "ended":
        asked = state.current_round
        if asked is None or asked.closed_ms is None:
            return {}
        wanted = wanted.filter(round__number=asked.number)
    found: dict[int, dict[int, Given]] = {}
    fields = ("round__number", "player_id", "response", "seq", "mark", "points")
    for number, player, response, seq, mark, worth in wanted.values_list(*fields):
        found.setdefault(number, {})[player] = Given(tuple(json.loads(response)), seq, mark, worth)
    return found


def versions(session_ids: Iterable[int]) -> dict[int, int]:
    return dict(Session.objects.filter(pk__in=list(session_ids)).values_list("pk", "version"))


def overdue(now: int) -> list[int]:
    """Sessions with an open round whose deadline has passed."""
    late = Round.objects.filter(closed_ms=None, paused_at_ms=None, deadline_ms__lte=now)
    return list(late.values_list("session_id", flat=True))


def answered(session_id: int, number: int) -> list[tuple[int, tuple[int, ...]]]:
    """(player, response) for each stored answer of a round."""
    found = Answer.objects.filter(round__session_id=session_id, round__number=number)
    return [(player, tuple(json.loads(one))) for player, one in found.values_list("player_id", "response")]


@dataclass(frozen=True)
class Seat:
    session: int
    player: int
    number: int


@dataclass(frozen=True)
class Held:
    """A seat that its phone holds, with the answer stored for the round on the screen."""

    player: Player
    given: Given | None


def greet(seats: list[Seat]) -> list[Held | None]:
    """For each seat who holds it; None when it is not held (any more)."""
    ids = [seat.player for seat in seats]
    fields = ("pk", "name", "first_round", "seat", "session_id")
    players = {one[0]: one for one in PlayerRow.objects.filter(pk__in=ids, removed=False).values_list(*fields)}
    states = Session.objects.filter(pk__in={one.session for one in seats}).values_list("pk", "state")
    current = {pk: state.get("current") for pk, state in states}
    numbers = {number for number in current.values() if number is not None}
    found = Answer.objects.filter(player_id__in=ids, round__session_id__in=current, round__number__in=numbers)
    given = {
        (player, number): Given(tuple(json.loads(response)), seq, mark, worth)
        for player, number, response, seq, mark, worth in found.values_list(
            "player_id", "round__number", "response", "seq", "mark", "points"
        )
    }
    held: list[Held | None] = []
    for seat in seats:
        _, name, first_round, number, session = players.get(seat.player, (0, "", 0, 0, 0))
        if (number, session) != (seat.number, seat.session):
            held.append(None)
            continue
        player = Player(seat.player, name, first_round, seat=number)
        held.append(Held(player, given.get((seat.player, current.get(session)))))
    return held


def seat_fault(session_id: int, player_id: int) -> str:
    """Why a seat is not held: removed, seat_moved or gone."""
    player = PlayerRow.objects.filter(pk=player_id, session_id=session_id).first()
    return "gone" if player is None else "removed" if player.removed else "seat_moved"


# --- commands -----------------------------------------------------------------------------------------------


def command(session_id: int, wanted: c.Command, now: int, known: Head | None = None) -> Rejected | Head:
    """Carry out a command. What the session is then, or why it is refused.

    ``known``: as it was read before. Every change raises the version, so at the same version it need not be read again.
    """
    with transaction.atomic():
        row = Session.objects.select_for_update().filter(pk=session_id).first()
        if row is None:
            return Rejected("invalid")
        if isinstance(wanted, c.ABOUT_PLAYERS):
            refused = seating.apply(row, wanted)
            return refused or Head(raise_version(row), load(row))
        before = known.state if known and known.version == row.version else load(row)
        after = rules.apply(before, wanted, now)
        if isinstance(after, Rejected):
            return after
        _save(row, before, after)
        return Head(row.version, after)


def _save(row: Session, before: State, after: State) -> None:
    row.state = {name: getattr(after, name) for name in _KEPT}
    row.settings = asdict(after.settings)
    row.version += 1
    if (after.phase == "ended") != (before.phase == "ended"):
        row.ended_at = timezone.now() if after.phase == "ended" else None
        if after.phase != "ended":
            row.code = _code_for(row)
    row.save(update_fields=["state", "settings", "version", "ended_at", "code"])
    _save_rounds(row, before, after)
    _save_corrections(row, before, after)


def _code_for(row: Session) -> str:
    """The code of a session that is resumed: its own, or another one when a lesson of today has that now."""
    others = Session.objects.filter(ended_at=None).exclude(pk=row.pk)
    code = row.code
    while others.filter(code=code).exists():
        code = codes.make([secrets.randbelow(1 << 30) for _ in range(codes.LENGTH)])
    return code


def _save_rounds(row: Session, before: State, after: State) -> None:
    old = {one.number: one for one in before.rounds}
    for one in after.rounds:
        if one.number not in old:
            Round.objects.create(session=row, **asdict(one))
        elif old[one.number] != one:
            Round.objects.filter(session=row, number=one.number).update(**asdict(one))


def _save_corrections(row: Session, before: State, after: State) -> None:
    if before.corrections == after.corrections:
        return
    for one in after.corrections:
        fields = asdict(one)
        number = fields.pop("number")
        Correction.objects.update_or_create(session=row, number=number, defaults=fields)
    for position in range(len(after.quiz.questions)):
        if before.accepted(position) != after.accepted(position):
            _regrade(row, after, position)


def _regrade(row: Session, state: State, position: int) -> None:
    """Mark every answer to the question by its key as it is now."""
    kind, accepted = KINDS[state.question(position).kind], state.accepted(position)
    changed = []
    for asked in (one for one in state.rounds if one.question == position):
        for answer in Answer.objects.filter(round__session=row, round__number=asked.number):
            answer.mark = kind.grade(tuple(json.loads(answer.response)), accepted)
            answer.points = worth(state, asked, answer.mark, answer.elapsed_ms)
            changed.append(answer)
    Answer.objects.bulk_update(changed, ["mark", "points"], batch_size=500)


def worth(state: State, asked: rules.Round, mark: float, elapsed_ms: int) -> float:
    question = state.question(asked.question)
    limit = question.time_limit * 1000 if question.time_limit else None
    return points(state.settings.scoring, mark, question.points, elapsed_ms, limit)
