"""A session as a value: its settings, rounds and corrections, and what follows from them. PURE.

Times are whole milliseconds since 1970 (UTC).
"""

from dataclasses import dataclass, field

from quizzes.frozen import FrozenQuestion, FrozenQuiz


@dataclass(frozen=True)
class Settings:
    """Chosen by the host. ``scoring`` and ``shuffle`` are fixed when the session opens."""

    scoring: str = "correctness"  # correctness, speed, none
    reveal: str = "steps"  # steps, once
    late_join: bool = True
    leaderboard: bool = False
    auto_close: bool = False
    display_language: str = "both"  # a language of the quiz, or both
    shuffle: bool = True


@dataclass(frozen=True)
class Round:
    """One asking of one question."""

    number: int
    question: int  # position in the quiz, from 0
    opened_ms: int
    deadline_ms: int | None  # None: no time limit
    paused_at_ms: int | None = None
    paused_ms: int = 0
    closed_ms: int | None = None
    withdrawn: bool = False
    revealed: bool = False  # its key has been on the screens

    def elapsed(self, now: int) -> int:
        """Milliseconds since it opened, pauses left out."""
        until = self.paused_at_ms if self.paused_at_ms is not None else now
        return max(until - self.opened_ms - self.paused_ms, 0)

    def left(self, now: int) -> int | None:
        """Milliseconds until the deadline; None without one. A pause stops it."""
        if self.deadline_ms is None:
            return None
        at = self.paused_at_ms if self.paused_at_ms is not None else now
        return max(self.deadline_ms - at, 0)

    def limit(self) -> int | None:
        """How long it was meant to be open, extensions included, in milliseconds."""
        return None if self.deadline_ms is None else self.deadline_ms - self.opened_ms - self.paused_ms


@dataclass(frozen=True)
class Correction:
    """A mistake mended in class. ``kind``: key, accept or withdraw."""

    number: int
    kind: str
    question: int
    round_number: int | None
    before: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]
    at_ms: int
    undone_ms: int | None = None


@dataclass(frozen=True)
class State:
    quiz: FrozenQuiz
    settings: Settings = field(default_factory=Settings)
    phase: str = "lobby"
    step: int = 0  # rises with every command that changes what the class sees
    current: int | None = None  # number of the round on the screens
    upcoming: int = 0  # position of the question that "next" opens
    page: int = 0  # turns of the display's pages, forward less back, since the phase began
    locked: bool = False  # nobody new can join
    auto_close_ms: int | None = None  # when the open round closes by itself, everyone having answered
    auto_close_off: bool = False  # stopped by the host for this round
    rounds: tuple[Round, ...] = ()
    corrections: tuple[Correction, ...] = ()

    def round(self, number: int | None) -> Round | None:
        return next((one for one in self.rounds if one.number == number), None)

    @property
    def current_round(self) -> Round | None:
        return self.round(self.current)

    @property
    def open_round(self) -> Round | None:
        return next((one for one in self.rounds if one.closed_ms is None), None)

    def question(self, position: int) -> FrozenQuestion:
        return self.quiz.questions[position]

    def accepted(self, position: int) -> tuple[tuple[int, ...], ...]:
        """The responses with full marks, after every correction that stands."""
        key = self.question(position).accepted
        for correction in self.corrections:
            if correction.question == position and correction.kind != "withdraw" and correction.undone_ms is None:
                key = correction.after
        return key

    def corrected(self, number: int) -> bool:
        """Was something about this round mended (and not undone)?"""
        asked = self.round(number)
        return asked is not None and any(
            one.undone_ms is None
            and (one.round_number == number if one.kind == "withdraw" else one.question == asked.question)
            for one in self.corrections
        )

    def counted(self, revealed_only: bool = False) -> tuple[Round, ...]:
        """The rounds that count: of each question the last asking that was not withdrawn (and was revealed)."""
        ready = (one for one in self.rounds if not one.withdrawn and (one.revealed or not revealed_only))
        last = {one.question: one for one in ready}
        return tuple(sorted(last.values(), key=lambda one: one.number))

    def first_round_of_newcomer(self) -> int:
        """The number of the first round that a player who joins now is presented with."""
        open_round = self.open_round
        return open_round.number if open_round else len(self.rounds) + 1

    def due_ms(self) -> int | None:
        """When the open round closes by itself; None when it does not."""
        asked = self.open_round
        if asked is None or asked.paused_at_ms is not None:
            return None
        times = [time for time in (asked.deadline_ms, self.auto_close_ms) if time is not None]
        return min(times) if times else None


@dataclass(frozen=True)
class Rejected:
    """``code`` is one of ``protocol.REFUSALS``."""

    code: str
