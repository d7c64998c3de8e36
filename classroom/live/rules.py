"""What a command does to a session. PURE: ``apply(state, command, now)`` gives the next state or a refusal.

Phases of a session::

    lobby -> open -> closed -> distribution -> key -> explanation -> (leaderboard) -> open ... -> ended
                                                          ^ previous results are shown in this phase too

Times are whole milliseconds since 1970 (UTC).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from quizzes.kinds import KINDS

from . import commands as c
from .state import Correction, Rejected, Round, Settings, State

REVEAL = ("distribution", "key", "explanation")  # the steps of a reveal, in order
AUTO_CLOSE_MS = 3_000  # everyone has answered: the countdown in which the host can still stop the close
LONGEST_EXTENSION = 600  # seconds


__all__ = ["REVEAL", "Correction", "Outcome", "Rejected", "Round", "Settings", "State", "apply"]

Outcome = State | Rejected


def apply(state: State, command: c.Command, now: int) -> Outcome:
    """The state after ``command`` at time ``now``, or why it is refused. Never raises."""
    step = getattr(command, "step", None)
    if step is not None and step != state.step:
        return Rejected("stale")  # somebody else, or the timer, was first
    if state.phase == "ended" and not isinstance(command, (c.Resume, c.Correcting)):
        return Rejected("ended")
    return _HANDLERS[type(command)](state, command, now)


def _stepped(state: State, **changes: object) -> State:
    return replace(state, step=state.step + 1, **changes)  # type: ignore[arg-type]


def _with_round(state: State, changed: Round) -> State:
    return replace(state, rounds=tuple(changed if one.number == changed.number else one for one in state.rounds))


def _open(state: State, command: c.Open, now: int) -> Outcome:
    position = state.upcoming if command.question is None else command.question
    if state.open_round:
        return Rejected("open_round")
    if not 0 <= position < len(state.quiz.questions):
        return Rejected("no_more" if command.question is None else "no_such_question")
    return _asked(state, position, now)


def _asked(state: State, position: int, now: int) -> State:
    limit = state.question(position).time_limit
    asked = Round(len(state.rounds) + 1, position, now, now + limit * 1000 if limit else None)
    return _stepped(
        state, phase="open", rounds=(*state.rounds, asked), current=asked.number, upcoming=position + 1, page=0,
        auto_close_ms=None, auto_close_off=False,
    )  # fmt: skip


def _ask_again(state: State, command: c.AskAgain, now: int) -> Outcome:
    asked = state.current_round
    if asked is None:
        return Rejected("no_round")
    if state.open_round:
        return Rejected("open_round")
    upcoming = state.upcoming
    return replace(_asked(state, asked.question, now), upcoming=upcoming)


def _close(state: State, command: c.Close, now: int) -> Outcome:
    asked = state.open_round
    if asked is None:
        return Rejected("not_open")
    return _closed(state, asked, now)


def _closed(state: State, asked: Round, now: int) -> State:
    paused = asked.paused_ms + (now - asked.paused_at_ms if asked.paused_at_ms is not None else 0)
    shut = replace(asked, closed_ms=now, paused_at_ms=None, paused_ms=paused)
    return _stepped(_with_round(state, shut), phase="closed", page=0, auto_close_ms=None)


def _time_up(state: State, command: c.TimeUp, now: int) -> Outcome:
    due, asked = state.due_ms(), state.open_round
    if due is None or asked is None or now < due:
        return Rejected("not_due")
    return _closed(state, asked, due)  # on the dot, however late the process woke up


def _everyone_answered(state: State, command: c.EveryoneAnswered, now: int) -> Outcome:
    asked = state.open_round
    wanted = state.settings.auto_close and not state.auto_close_off and state.auto_close_ms is None
    if asked is None or asked.number != command.round or not wanted or asked.paused_at_ms is not None:
        return Rejected("not_due")
    return replace(state, auto_close_ms=now + AUTO_CLOSE_MS)


def _keep_open(state: State, command: c.KeepOpen, now: int) -> Outcome:
    if state.auto_close_ms is None:
        return Rejected("not_due")
    return replace(state, auto_close_ms=None, auto_close_off=True)


def _reveal(state: State, command: c.Reveal, now: int) -> Outcome:
    asked = state.current_round
    if asked is None or state.phase not in ("closed", *REVEAL[:-1]):
        return Rejected("nothing_to_reveal")
    if asked.withdrawn:
        return Rejected("withdrawn")
    step = REVEAL.index(state.phase) + 1 if state.phase in REVEAL else 0
    phase = "explanation" if state.settings.reveal == "once" else REVEAL[step]
    if phase != "distribution":
        state = _with_round(state, replace(asked, revealed=True))
    return _stepped(state, phase=phase, page=0)


def _next(state: State, command: c.Next, now: int) -> Outcome:
    if state.phase == "closed" and not (state.current_round and state.current_round.withdrawn):
        return Rejected("not_revealed")
    if state.phase in REVEAL[:-1]:
        return Rejected("not_revealed")
    if state.phase == "explanation" and state.settings.leaderboard and state.settings.scoring != "none":
        return _stepped(state, phase="leaderboard", page=0)
    return _open(state, c.Open(), now)


def _skip(state: State, command: c.Skip, now: int) -> Outcome:
    """Leave out the question that would come next."""
    if state.open_round:
        return Rejected("open_round")
    if state.upcoming >= len(state.quiz.questions):
        return Rejected("no_more")
    return _stepped(state, upcoming=state.upcoming + 1)


def _show(state: State, command: c.Show, now: int) -> Outcome:
    """Put an earlier result back on the screens, as far as it was revealed."""
    asked = state.round(command.round)
    if asked is None:
        return Rejected("no_round")
    if state.open_round:
        return Rejected("open_round")
    shown = "explanation" if asked.revealed and not asked.withdrawn else "closed"
    return _stepped(state, phase=shown, current=asked.number, page=0)


def _extend(state: State, command: c.Extend, now: int) -> Outcome:
    asked = state.open_round
    if asked is None:
        return Rejected("not_open")
    if asked.deadline_ms is None:
        return Rejected("no_limit")
    if not 0 < command.seconds <= LONGEST_EXTENSION:
        return Rejected("invalid")
    longer = replace(asked, deadline_ms=asked.deadline_ms + command.seconds * 1000)
    return _stepped(_with_round(state, longer), auto_close_ms=None)


def _pause(state: State, command: c.Pause, now: int) -> Outcome:
    asked = state.open_round
    if asked is None or asked.paused_at_ms is not None:
        return Rejected("not_open")
    return _stepped(_with_round(state, replace(asked, paused_at_ms=now)), auto_close_ms=None)


def _continue(state: State, command: c.Continue, now: int) -> Outcome:
    asked = state.open_round
    if asked is None or asked.paused_at_ms is None:
        return Rejected("not_paused")
    pause = max(now - asked.paused_at_ms, 0)
    deadline = asked.deadline_ms + pause if asked.deadline_ms is not None else None
    going = replace(asked, paused_at_ms=None, paused_ms=asked.paused_ms + pause, deadline_ms=deadline)
    return _stepped(_with_round(state, going))


def _turn_page(state: State, command: c.TurnPage, now: int) -> Outcome:
    return replace(state, page=command.page)  # below 0, too: the display may have turned on by itself


def _configure(state: State, command: c.Configure, now: int) -> Outcome:
    settings = state.settings
    languages = {"both", *state.quiz.languages}
    if command.display_language is not None and command.display_language not in languages:
        return Rejected("invalid")
    if command.reveal is not None and command.reveal not in ("steps", "once"):
        return Rejected("invalid")
    names = ("late_join", "leaderboard", "auto_close", "display_language", "reveal")
    chosen = {name: getattr(command, name) for name in names if getattr(command, name) is not None}
    locked = state.locked if command.locked is None else command.locked
    return replace(state, settings=replace(settings, **chosen), locked=locked)


def _end(state: State, command: c.End, now: int) -> Outcome:
    asked = state.open_round
    if asked is not None:
        if command.open_round not in ("close", "withdraw"):
            return Rejected("open_round")
        state = _closed(state, asked, now)
        if command.open_round == "withdraw":
            state = _correct(state, "withdraw", asked.question, asked.number, (), now)
    return _stepped(state, phase="ended", page=0)


def _resume(state: State, command: c.Resume, now: int) -> Outcome:
    if state.phase != "ended":
        return Rejected("not_ended")
    return _stepped(state, phase="lobby", current=None)


def _correct(
    state: State, kind: str, question: int, number: int | None, after: tuple[tuple[int, ...], ...], now: int
) -> State:
    before = state.accepted(question) if kind != "withdraw" else ()
    made = Correction(len(state.corrections) + 1, kind, question, number, before, after, now)
    state = replace(state, corrections=(*state.corrections, made))
    asked = state.round(number)
    if kind == "withdraw" and asked is not None:
        state = _with_round(state, replace(asked, withdrawn=True))
    return state


def _withdraw(state: State, command: c.Withdraw, now: int) -> Outcome:
    asked = state.round(command.round) if command.round is not None else state.current_round
    if asked is None:
        return Rejected("no_round")
    if asked.withdrawn:
        return Rejected("withdrawn")
    if asked.closed_ms is None:
        state = _closed(state, asked, now)
    return _stepped(_correct(state, "withdraw", asked.question, asked.number, (), now), page=0)


def _change_key(state: State, command: c.ChangeKey, now: int) -> Outcome:
    if not 0 <= command.question < len(state.quiz.questions):
        return Rejected("no_such_question")
    question = state.question(command.question)
    kind, right = KINDS[question.kind], tuple(sorted(set(command.right)))
    if any(not 0 <= position < len(question.options) for position in right):
        return Rejected("invalid")
    if kind.key_fault(right, len(question.options)):
        return Rejected("invalid")
    return _stepped(_correct(state, "key", command.question, None, kind.accepted(right), now))


def _accept(state: State, command: c.Accept, now: int) -> Outcome:
    if not 0 <= command.question < len(state.quiz.questions):
        return Rejected("no_such_question")
    question = state.question(command.question)
    if not 0 <= command.option < len(question.options):
        return Rejected("invalid")
    before = state.accepted(command.question)
    after = KINDS[question.kind].accept_also(before, command.option)
    if after == before:
        return Rejected("already_accepted")
    return _stepped(_correct(state, "accept", command.question, None, after, now))


def _undo(state: State, command: c.UndoCorrection, now: int) -> Outcome:
    """Take a correction back. Key changes of one question are undone newest first."""
    made = next((one for one in state.corrections if one.number == command.number), None)
    if made is None or made.undone_ms is not None:
        return Rejected("no_such_correction")
    later = any(
        one.number > made.number and one.undone_ms is None and one.question == made.question
        and one.kind != "withdraw" and made.kind != "withdraw"
        for one in state.corrections
    )  # fmt: skip
    if later:
        return Rejected("undo_newest_first")
    undone = replace(made, undone_ms=now)
    corrections = tuple(undone if one.number == made.number else one for one in state.corrections)
    state = replace(state, corrections=corrections)
    asked = state.round(made.round_number)
    if made.kind == "withdraw" and asked is not None:
        state = _with_round(state, replace(asked, withdrawn=False))
    return _stepped(state)


_HANDLERS: dict[type[c.Command], Callable[[State, Any, int], Outcome]] = {
    c.Open: _open, c.Close: _close, c.TimeUp: _time_up, c.EveryoneAnswered: _everyone_answered,
    c.KeepOpen: _keep_open, c.Reveal: _reveal, c.Next: _next, c.Skip: _skip, c.Show: _show, c.Extend: _extend,
    c.Pause: _pause, c.Continue: _continue, c.AskAgain: _ask_again, c.TurnPage: _turn_page,
    c.Configure: _configure, c.End: _end, c.Resume: _resume, c.Withdraw: _withdraw, c.ChangeKey: _change_key,
    c.Accept: _accept, c.UndoCorrection: _undo,
}  # fmt: skip
