"""One student with one phone: joins, waits for questions, thinks, answers, comes back when the line breaks."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from .door import Door
from .wire import Line, dial

Screen = dict[str, Any]
_RESEND = 2.0  # seconds
_PING = 10.0
_FIRST_RETRY, _LONGEST_RETRY = 0.5, 10.0
_STAY_AWAY = range(4500, 4600)  # close codes: do not come back
_AGAIN = ("full", "paused")  # refusals after which the same answer may be sent again


@lru_cache(maxsize=64)
def decoded(text: bytes) -> Screen:
    """The same frame goes to every phone: it is decoded once."""
    return json.loads(text)


@dataclass
class Sent:
    """An answer on its way."""

    id: str
    round: int
    response: list[int]
    at: float
    seq: int = 1

    def text(self) -> bytes:
        message = {"type": "answer", "id": self.id, "round": self.round, "response": self.response, "seq": self.seq}
        return json.dumps(message).encode()


class Watcher:
    """Whoever wants to know what students see and do. Each method may be left as it is."""

    def seen(self, student: "Student", text: bytes, message: Screen) -> None: ...
    def sent(self, student: "Student", answer: Sent) -> None: ...
    def acked(self, student: "Student", answer: Sent, stored: list[int]) -> None: ...
    def refused(self, student: "Student", answer: Sent, code: str) -> None: ...
    def failed(self, student: "Student", what: str) -> None: ...


@dataclass(eq=False)
class Student:
    name: str
    door: Door
    choose: Callable[[Screen], list[int]]  # a screen with an open question -> an answer
    think: Callable[[Screen], float]  # seconds until it is tapped
    watcher: Watcher
    cookie: str = ""
    version: int = -1
    round: int = 0  # the round last answered, or decided not to
    pending: Sent | None = None
    presented: bool = True
    greeted: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)  # the lesson is, for this student
    _line: Line | None = None
    _screen: Screen = field(default_factory=dict)
    _failures: int = 0
    _tasks: set["asyncio.Task[None] | asyncio.TimerHandle"] = field(default_factory=set)

    async def join(self) -> None:
        """Take a seat, over HTTP. Raises ``door.NotLetIn``."""
        self.cookie = await asyncio.to_thread(self.door.join, self.name)

    async def connect(self) -> None:
        """Raises ``OSError``. Afterwards the student comes back by itself until the lesson is over."""
        self._line = await dial(self.door.url, f"/ws/v1/phone/{self.door.code}", self.cookie, self._hear, self._cut)
        self._failures = 0
        self._later(_PING * random.uniform(0.8, 1.2), self._ping)

    def leave(self) -> None:
        self.over.set()
        for task in self._tasks:
            task.cancel()
        if self._line is not None:
            self._line.close()

    def drop(self) -> None:
        """The phone loses its network."""
        if self._line is not None:
            self._line.abort()

    # --- what is heard ---

    def _hear(self, text: bytes) -> None:
        message = decoded(text)
        self.watcher.seen(self, text, message)
        match message["type"]:
            case "screen":
                self._see(message)
            case "you":
                self._know(message)
            case "received":
                self._received(message)
            case "refused":
                self._refused(message)
            case "bye" if message["retry_ms"] is None:
                self.over.set()

    def _see(self, screen: Screen) -> None:
        if screen["version"] < self.version:
            return
        self.version, self._screen = screen["version"], screen
        if screen["phase"] == "ended":
            self.pending = None
            self.over.set()
        elif screen["phase"] == "open" and not screen["paused"] and screen["round"] > self.round:
            self.round = screen["round"]
            self._later(self.think(screen), self._tap, screen["round"])

    def _know(self, you: Screen) -> None:
        self.presented = you["presented"]
        if you["round"] is not None and you["response"] is not None:
            self.round = max(self.round, you["round"])  # answered before the line broke
        self.greeted.set()
        if self.pending is not None and self._line is not None:
            self._line.send(self.pending.text())

    def _tap(self, number: int) -> None:
        screen = self._screen
        if screen["phase"] != "open" or screen["round"] != number or not self.presented:
            return
        if screen["paused"]:
            self.round = number - 1  # when it goes on
            return
        self.pending = Sent(f"{self.name}-{number}", number, self.choose(screen), time.perf_counter())
        self.watcher.sent(self, self.pending)
        self._deliver(self.pending)

    def _deliver(self, answer: Sent) -> None:
        """Again and again, until it is acknowledged, refused, or its question is over."""
        if self.pending is not answer or self.over.is_set():
            return
        if self._line is not None:
            self._line.send(answer.text())
        self._later(_RESEND * random.uniform(1, 1.5), self._deliver, answer)

    def _received(self, message: Screen) -> None:
        answer = self.pending
        if answer is not None and message["id"] == answer.id:
            self.pending = None
            self.watcher.acked(self, answer, message["response"])

    def _refused(self, message: Screen) -> None:
        answer = self.pending
        if answer is None or message["id"] != answer.id or message["code"] in _AGAIN:
            return
        self.pending = None
        self.watcher.refused(self, answer, message["code"])

    def _ping(self) -> None:
        if self._line is not None:
            self._line.send(b'{"type":"ping"}')
            self._later(_PING, self._ping)

    # --- when the line breaks ---

    def _cut(self, code: int) -> None:
        self._line = None
        if code in _STAY_AWAY:
            self.watcher.failed(self, f"sent away: {code}")
            self.over.set()
        elif not self.over.is_set():
            self.watcher.failed(self, f"line broken: {code}")
            self._retry()

    def _retry(self) -> None:
        """Full jitter: a class that lost its network must not come back in the same moment."""
        longest = min(_LONGEST_RETRY, _FIRST_RETRY * 2**self._failures)
        self._failures += 1
        self._later(random.uniform(0, longest), lambda: self._keep(asyncio.ensure_future(self._come_back())))

    async def _come_back(self) -> None:
        try:
            await self.connect()
        except OSError:
            self._retry()

    def _later(self, seconds: float, act: Callable[..., Any], *args: Any) -> None:
        handles = {one for one in self._tasks if isinstance(one, asyncio.Task) or not one.cancelled()}
        now = asyncio.get_running_loop().time()
        self._tasks = {one for one in handles if isinstance(one, asyncio.Task) or one.when() > now}
        self._tasks.add(asyncio.get_running_loop().call_later(seconds, act, *args))

    def _keep(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
