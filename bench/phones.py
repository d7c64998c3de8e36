"""A class of phones in one process that costs as little as it can: what is measured is the server."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from classroom.simulation.wire import Line, dial

_AT_ONCE = 40  # connections that are being opened at the same moment; Daphne by itself lets 50 wait
PATIENCE = 90  # seconds for all phones to get what they wait for


class TooSlow(Exception):
    """Its text says who waited for what."""


@dataclass
class Round:
    """What one question and its answers took, in seconds."""

    arrived: list[float] = field(default_factory=list)
    acked: dict[int, float] = field(default_factory=dict)  # by number of the answer


@dataclass
class Phones:
    """``question``: bytes that only a frame with an open question has."""

    question: bytes
    at_ack: Callable[[int], None] = lambda number: None  # called for each acknowledgement, before more is read
    lines: list[Line] = field(default_factory=list)
    broken: int = 0
    size: int = 0  # bytes of the last question
    now: Round = field(default_factory=Round)
    _had: set[int] = field(default_factory=set)
    _started: float = 0.0
    _expected: int = 0  # acknowledgements
    _sent: dict[int, float] = field(default_factory=dict)
    _done: asyncio.Event = field(default_factory=asyncio.Event)

    async def connect(self, url: str, seats: list[tuple[str, str]]) -> float:
        """Open a socket for each (path, cookie). Seconds until all stand."""
        gate, started = asyncio.Semaphore(_AT_ONCE), time.perf_counter()

        async def one(index: int, path: str, cookie: str) -> Line:
            async with gate:
                return await dial(url, path, cookie, lambda text: self._hear(index, text), self._cut)

        self.lines = await asyncio.gather(*(one(index, *seat) for index, seat in enumerate(seats)))
        return time.perf_counter() - started

    def close(self) -> None:
        for line in self.lines:
            line.abort()

    # --- a question ---

    def expect_question(self) -> None:
        """The clock starts now: the host's command is sent next."""
        self.now, self._had, self._sent = Round(), set(), {}
        self._done.clear()
        self._started = time.perf_counter()

    async def all_have_it(self) -> None:
        await self._wait(f"only {len(self._had)} of {len(self.lines)} phones got the question")

    # --- answers ---

    async def answer(self, messages: list[bytes], within: float = 1.0) -> None:
        """The phones send these in turn, spread evenly over ``within`` seconds; returns when all are acknowledged.

        The ``id`` of message n begins with "n-".
        """
        self._done.clear()
        self._expected = len(messages)
        started, gap = time.perf_counter(), within / len(messages)
        for number, message in enumerate(messages):
            wait = started + number * gap - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            self._sent[number] = time.perf_counter()
            self.lines[number % len(self.lines)].send(message)
        if len(self.now.acked) < len(messages):
            await self._wait("some answers were never acknowledged")

    async def _wait(self, otherwise: str) -> None:
        try:
            await asyncio.wait_for(self._done.wait(), PATIENCE)
        except TimeoutError:
            raise TooSlow(f"after {PATIENCE} seconds {otherwise}") from None

    # --- what comes ---

    def _hear(self, index: int, text: bytes) -> None:
        at = time.perf_counter()
        if text.startswith((b'{"type":"received"', b'{"type": "received"')):
            self._acknowledge(int(json.loads(text)["id"].partition("-")[0]), at)
        elif self.question in text and index not in self._had:
            self._had.add(index)
            self.size = len(text)
            self.now.arrived.append(at - self._started)
            if len(self._had) == len(self.lines):
                self._done.set()

    def _acknowledge(self, number: int, at: float) -> None:
        if number in self.now.acked or number not in self._sent:
            return
        self.now.acked[number] = at - self._sent[number]
        self.at_ack(number)
        if len(self.now.acked) == self._expected:
            self._done.set()

    def _cut(self, code: int) -> None:
        self.broken += 1
